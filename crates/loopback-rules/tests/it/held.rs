//! A reply is held before it is given.

use loopback_contract::{Ask, AskStatus, Reply, Timestamp};
use loopback_rules::{
    HandedOver, Refusal, Sender, Transition, held_reply_closes, hold, renew, send, take_back, undo,
};

use crate::given::{
    answered_by_agent, answered_in_words, answers, approved, at, briefing_after, changes_requested,
    code, dismissed, follow_up, no_uploads, one_of_each, person, question, replied, review, round,
    try_answer, try_reply,
};

fn until() -> Timestamp {
    at(5_000)
}

fn try_hold(ask: &Ask, reply: Reply) -> Result<Transition, Refusal> {
    hold(ask, reply, no_uploads(), until())
}

fn held(ask: &Ask, reply: Reply) -> Ask {
    try_hold(ask, reply).expect("a reply that fits").ask
}

fn try_send(ask: &Ask) -> Result<Transition, Refusal> {
    let by = Sender {
        person: &person(),
        door: None,
    };
    send(ask, &by, no_uploads(), ask.updated_at().plus_ms(1000))
}

#[test]
fn holding_a_reply_changes_nothing_of_the_ask_but_that_it_is_held() {
    for before in one_of_each() {
        let mut after = held(&before, dismissed());
        let held = after.common_mut().held.take().unwrap();
        assert_eq!((held.reply, held.until), (dismissed(), until()));
        assert_eq!(after, before);
    }
}

#[test]
fn only_a_reply_that_could_be_given_now_is_held() {
    assert_eq!(
        code(try_hold(&question(), answered_in_words(" "))),
        "reply.blank"
    );
    assert_eq!(code(try_hold(&question(), approved())), "reply.wrong_kind");
    let asked_back = replied(&question(), follow_up());
    assert_eq!(
        code(try_hold(&asked_back, dismissed())),
        "ask.not_your_turn"
    );
    let closed = replied(&question(), dismissed());
    assert_eq!(code(try_hold(&closed, dismissed())), "ask.closed");
}

#[test]
fn beside_a_held_reply_no_other_is_held_or_given() {
    let ask = held(&review(), approved());
    assert_eq!(code(try_hold(&ask, changes_requested())), "ask.held");
    assert_eq!(code(try_reply(&ask, changes_requested())), "ask.held");
    assert_eq!(code(try_reply(&ask, dismissed())), "ask.held");
}

#[test]
fn a_question_asked_back_is_not_taken_back_nor_an_ask_closed_beside_a_held_reply() {
    let asked_back = briefing_after(2, &["1?"]);
    let ask = held(&asked_back, dismissed());
    let closed = loopback_rules::close(&ask, &person(), at(9_000));
    assert_eq!(code(closed), "ask.held");
    let taken_back = take_back(&ask, HandedOver::NotYet, at(9_000));
    assert_eq!(code(taken_back), "ask.held");
}

#[test]
fn the_held_reply_is_held_on_by_renewing_it_and_not_by_giving_it_again() {
    let ask = held(&review(), approved());
    assert_eq!(code(try_hold(&ask, approved())), "ask.held");
    assert_eq!(code(try_reply(&ask, approved())), "ask.held");
    let renewed = renew(&ask, at(9_000)).unwrap().ask;
    assert_eq!(renewed.held().unwrap().until, at(9_000));
    assert_eq!(undo(&renewed).unwrap().ask, review());
    assert_eq!(code(renew(&review(), at(9_000))), "ask.not_held");
}

#[test]
fn the_held_reply_is_given_like_any_other_and_held_no_more() {
    let ask = held(&review(), approved());
    assert_eq!(
        try_send(&ask).unwrap(),
        try_reply(&review(), approved()).unwrap()
    );
    assert_eq!(code(try_send(&review())), "ask.not_held");
}

#[test]
fn a_held_reply_that_is_taken_back_leaves_the_ask_as_it_was() {
    let ask = held(&review(), approved());
    assert_eq!(undo(&ask).unwrap().ask, review());
    assert_eq!(code(undo(&review())), "ask.not_held");
}

#[test]
fn an_agent_answers_beside_a_held_dismissal_which_is_given_all_the_same() {
    let asked = briefing_after(2, &["1?"]);
    let ask = held(&asked, dismissed());
    let answered = answered_by_agent(&ask, answers("1"));
    assert_eq!(answered.status(), AskStatus::AwaitingHuman);
    assert_eq!(answered.held(), ask.held());
    let after = try_send(&answered).unwrap().ask;
    assert_eq!(after.thread().len(), 3);
    assert!(after.is_closed());
    // On the person's turn there is nothing to answer, held or not.
    let asked_again = held(&answered_by_agent(&asked, answers("1")), round("1?"));
    assert_eq!(
        code(try_answer(&asked_again, answers("1"))),
        "ask.not_your_turn"
    );
}

#[test]
fn a_held_reply_goes_before_a_withdrawal_only_if_it_closes_the_ask() {
    assert!(held_reply_closes(
        &held(&review(), approved()),
        no_uploads()
    ));
    assert!(held_reply_closes(
        &held(&question(), dismissed()),
        no_uploads()
    ));
    assert!(!held_reply_closes(
        &held(&question(), follow_up()),
        no_uploads()
    ));
    assert!(!held_reply_closes(&question(), no_uploads()));
    let briefing = briefing_after(2, &[]);
    assert!(held_reply_closes(
        &held(&briefing, round("1+ 2+")),
        no_uploads()
    ));
    assert!(!held_reply_closes(
        &held(&briefing, round("1?")),
        no_uploads()
    ));
}

#[test]
fn a_withdrawn_ask_holds_nothing() {
    let ask = held(&question(), follow_up());
    let after = loopback_rules::withdraw(&ask, "found it", at(9_000))
        .unwrap()
        .ask;
    assert_eq!(after.held(), None);
}
