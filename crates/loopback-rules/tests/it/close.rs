//! The person closes an ask on the agent's turn.

use loopback_contract::{AskStatus, Entry};
use loopback_rules::{AskChange, RefusalKind, close};

use crate::given::{
    at, code, dismissed, one_of_each, one_of_each_on_the_agents_turn, person, replied, review,
};

#[test]
fn an_ask_whose_agent_is_gone_is_closed_by_the_person() {
    for ask in one_of_each_on_the_agents_turn() {
        let transition = close(&ask, &person(), at(9000)).unwrap();
        assert_eq!(transition.event, AskChange::Updated);
        let after = transition.ask;
        assert_eq!(after.status(), AskStatus::Closed);
        assert_eq!(after.closed_at(), Some(at(9000)));
        assert_eq!(after.updated_at(), at(9000));
        assert_eq!(after.withdrawn(), None);
    }
}

#[test]
fn closing_adds_a_dismissal_to_the_thread() {
    for ask in one_of_each_on_the_agents_turn() {
        let after = close(&ask, &person(), at(9000)).unwrap().ask;
        let [Entry::Human(_), Entry::Human(turn)] = after.thread() else {
            panic!("two turns of the person")
        };
        assert_eq!(turn.reply, dismissed());
        assert_eq!(turn.by, Some(person()));
        assert_eq!(turn.at, at(9000));
        assert_eq!(turn.delivered_at, None);
    }
}

#[test]
fn closing_a_briefing_is_the_same_as_dismissing_it() {
    let [_, _, briefing] = one_of_each_on_the_agents_turn();
    let closed = close(&briefing, &person(), briefing.updated_at().plus_ms(1000))
        .unwrap()
        .ask;
    assert_eq!(closed, replied(&briefing, dismissed()));
}

#[test]
fn on_their_own_turn_the_person_replies_instead() {
    for ask in one_of_each() {
        let refusal = close(&ask, &person(), at(9000)).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.kind),
            ("ask.your_turn", RefusalKind::Conflict)
        );
    }
}

#[test]
fn a_closed_ask_is_not_closed_again() {
    assert_eq!(
        code(close(&replied(&review(), dismissed()), &person(), at(9000))),
        "ask.closed"
    );
}
