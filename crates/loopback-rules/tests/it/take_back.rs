//! The person takes back a question they asked back.

use loopback_contract::{Ask, AskStatus, Entry};
use loopback_rules::HandedOver::{Already, NotYet};
use loopback_rules::{AskChange, RefusalKind, take_back};

use crate::given::{
    answered_by_agent, at, code, dismissed, follow_up, follow_up_answer, one_of_each,
    one_of_each_on_the_agents_turn, person, question, replied, review,
};

#[test]
fn a_question_asked_back_that_no_agent_has_leaves_the_thread() {
    for ask in [question(), review()] {
        let transition = take_back(&replied(&ask, follow_up()), NotYet, at(9000)).unwrap();
        assert_eq!(transition.event, AskChange::Updated);
        let after = transition.ask;
        assert_eq!(after.status(), AskStatus::AwaitingHuman);
        assert_eq!(after.thread(), ask.thread());
        assert_eq!(after.closed_at(), None);
        assert_eq!(after.updated_at(), at(9000));
    }
}

#[test]
fn only_the_newest_question_leaves_the_thread() {
    let before = answered_by_agent(&replied(&question(), follow_up()), follow_up_answer());
    let after = take_back(&replied(&before, follow_up()), NotYet, at(9000))
        .unwrap()
        .ask;
    assert_eq!(after.thread(), before.thread());
    assert_eq!(after.status(), AskStatus::AwaitingHuman);
}

#[test]
fn a_question_the_agent_has_stays() {
    let ask = replied(&question(), follow_up());
    let refusal = take_back(&ask, Already, at(9000)).unwrap_err();
    assert_eq!(
        (refusal.code, refusal.kind),
        ("ask.handed_over", RefusalKind::Conflict)
    );
}

#[test]
fn a_question_recorded_as_delivered_stays_whatever_is_said() {
    let mut ask = replied(&question(), follow_up());
    if let Some(Entry::Human(turn)) = ask.common_mut().thread.last_mut() {
        turn.delivered_at = Some(at(1500));
    }
    assert_eq!(code(take_back(&ask, NotYet, at(9000))), "ask.handed_over");
}

#[test]
fn a_delivered_question_of_an_earlier_turn_does_not_keep_the_newest() {
    let mut ask = replied(&question(), follow_up());
    if let Some(Entry::Human(turn)) = ask.common_mut().thread.last_mut() {
        turn.delivered_at = Some(at(1500));
    }
    let again = replied(&answered_by_agent(&ask, follow_up_answer()), follow_up());
    assert!(take_back(&again, NotYet, at(9000)).is_ok());
}

#[test]
fn where_no_question_was_asked_back_there_is_none_to_take_back() {
    let answered = answered_by_agent(&replied(&question(), follow_up()), follow_up_answer());
    for ask in one_of_each().into_iter().chain([answered]) {
        let refusal = take_back(&ask, NotYet, at(9000)).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.kind),
            ("ask.no_follow_up", RefusalKind::Conflict)
        );
    }
}

#[test]
fn a_briefings_round_is_not_taken_back() {
    let [_, _, briefing] = one_of_each_on_the_agents_turn();
    assert!(matches!(briefing, Ask::Briefing(_)));
    assert_eq!(
        code(take_back(&briefing, NotYet, at(9000))),
        "ask.no_follow_up"
    );
}

#[test]
fn nothing_is_taken_back_from_a_closed_ask() {
    let closed = loopback_rules::close(&replied(&question(), follow_up()), &person(), at(5000));
    assert_eq!(
        code(take_back(&closed.unwrap().ask, NotYet, at(9000))),
        "ask.closed"
    );
    let withdrawn = loopback_rules::withdraw(&replied(&review(), follow_up()), "x", at(5000));
    assert_eq!(
        code(take_back(&withdrawn.unwrap().ask, NotYet, at(9000))),
        "ask.closed"
    );
    assert_eq!(
        code(take_back(
            &replied(&review(), dismissed()),
            NotYet,
            at(9000)
        )),
        "ask.closed"
    );
}
