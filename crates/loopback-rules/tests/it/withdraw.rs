//! The agent takes an ask back.

use loopback_contract::{AskStatus, Withdrawn};
use loopback_rules::{AskChange, withdraw};

use crate::given::{
    at, code, code_and_words, dismissed, one_of_each, one_of_each_on_the_agents_turn, question,
    replied,
};

#[test]
fn an_open_ask_may_be_taken_back_on_either_sides_turn() {
    for ask in one_of_each()
        .into_iter()
        .chain(one_of_each_on_the_agents_turn())
    {
        let transition = withdraw(&ask, "Found it in the docs.", at(9000)).unwrap();
        assert_eq!(transition.event, AskChange::Updated);
        let after = transition.ask;
        assert_eq!(after.status(), AskStatus::Closed);
        assert_eq!(after.closed_at(), Some(at(9000)));
        assert_eq!(after.updated_at(), at(9000));
        assert_eq!(
            after.withdrawn(),
            Some(&Withdrawn {
                reason: "Found it in the docs.".to_owned(),
                at: at(9000),
            })
        );
    }
}

#[test]
fn taking_an_ask_back_leaves_its_thread_as_it_is() {
    for ask in one_of_each_on_the_agents_turn() {
        let after = withdraw(&ask, "Found it.", at(9000)).unwrap().ask;
        assert_eq!(after.thread(), ask.thread());
    }
}

#[test]
fn a_closed_ask_is_not_taken_back() {
    for ask in one_of_each() {
        assert_eq!(
            code(withdraw(&replied(&ask, dismissed()), "x", at(9000))),
            "ask.closed"
        );
    }
}

#[test]
fn an_ask_is_taken_back_once() {
    let once = withdraw(&question(), "Found it.", at(9000)).unwrap().ask;
    assert_eq!(code(withdraw(&once, "Found it.", at(9001))), "ask.closed");
}

#[test]
fn the_reason_needs_words() {
    for reason in ["", " \n"] {
        let (code, words) = code_and_words(withdraw(&question(), reason, at(1)));
        assert_eq!(code, "ask.blank");
        assert!(words.starts_with("/reason: "), "{words}");
    }
}
