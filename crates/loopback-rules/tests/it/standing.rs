//! What an agent that waits for an ask gets.

use loopback_contract::Ask;
use loopback_rules::{HandedOver, Standing, standing};

use crate::given::{
    answered_by_agent, approved, at, briefing_after, dismissed, follow_up, follow_up_answer,
    one_of_each, one_of_each_on_the_agents_turn, person, question, replied, review, round,
};

/// What a wait for this ask ends with: the outcome of the reply, `withdrawn`, or nothing yet.
fn wait_ends_with(ask: &Ask) -> Option<&'static str> {
    match standing(ask) {
        Standing::Waiting => None,
        Standing::Replied(turn) => Some(turn.reply.tag()),
        Standing::Withdrawn(_) => Some("withdrawn"),
    }
}

#[test]
fn while_the_person_is_to_move_there_is_nothing_to_hand_over() {
    for ask in one_of_each() {
        assert_eq!(wait_ends_with(&ask), None);
    }
}

#[test]
fn a_reply_that_hands_the_move_over_ends_a_wait() {
    let outcomes = one_of_each_on_the_agents_turn().map(|ask| wait_ends_with(&ask));
    assert_eq!(
        outcomes,
        [Some("follow_up"), Some("follow_up"), Some("responded")]
    );
}

#[test]
fn a_reply_that_closes_ends_a_wait() {
    assert_eq!(
        wait_ends_with(&replied(&review(), approved())),
        Some("approved")
    );
    let resolved = briefing_after(2, &["1+ 2+"]);
    assert_eq!(wait_ends_with(&resolved), Some("responded"));
}

#[test]
fn once_the_agent_has_answered_an_earlier_reply_is_not_handed_over_again() {
    let answered = answered_by_agent(&replied(&question(), follow_up()), follow_up_answer());
    assert_eq!(wait_ends_with(&answered), None);
    assert_eq!(wait_ends_with(&briefing_after(2, &["1?", "1"])), None);
}

#[test]
fn the_newest_reply_is_handed_over() {
    let ask = replied(&briefing_after(2, &["1?", "1"]), round("1+ 2+"));
    let Standing::Replied(turn) = standing(&ask) else {
        panic!("a reply")
    };
    assert_eq!(turn.reply, round("1+ 2+"));
}

#[test]
fn an_ask_closed_over_the_agents_head_hands_over_the_dismissal() {
    for ask in one_of_each_on_the_agents_turn() {
        let closed = loopback_rules::close(&ask, &person(), at(9000))
            .unwrap()
            .ask;
        assert_eq!(wait_ends_with(&closed), Some("dismissed"));
    }
    let briefing = replied(&briefing_after(2, &["1?"]), dismissed());
    assert_eq!(wait_ends_with(&briefing), Some("dismissed"));
}

#[test]
fn an_ask_taken_back_by_its_agent_ends_a_wait_as_withdrawn_even_after_a_reply() {
    for ask in one_of_each()
        .into_iter()
        .chain(one_of_each_on_the_agents_turn())
    {
        let withdrawn = loopback_rules::withdraw(&ask, "Found it.", at(9000))
            .unwrap()
            .ask;
        let Standing::Withdrawn(taken_back) = standing(&withdrawn) else {
            panic!("withdrawn")
        };
        assert_eq!(taken_back.reason, "Found it.");
    }
}

#[test]
fn a_question_taken_back_by_the_person_is_waited_for_again() {
    let ask = replied(&question(), follow_up());
    let after = loopback_rules::take_back(&ask, HandedOver::NotYet, at(9000))
        .unwrap()
        .ask;
    assert_eq!(wait_ends_with(&after), None);
}
