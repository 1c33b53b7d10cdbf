//! The person's round on a briefing. The short forms are those of `given`: `1?` writes on point 1,
//! `1+` resolves it, `1-` opens it again; `1? 2+` are points of which 1 is owed and 2 is resolved.

use loopback_contract::AskStatus;
use serde_json::json;

use crate::given::{
    briefing, briefing_after, code, code_and_words, points_of, replied, reply_of, round, try_reply,
};

/// A briefing of three levels: 1 with 1.1 and 1.2, 1.1 with 1.1.1, and 2.
const THREE_LEVELS: [&str; 4] = ["1?", "1:2", "1.1?", "1.1:1"];

/// Plays the round on a briefing of two points after those turns, and compares what the points have
/// come to. A round that is refused gives its code.
fn check_round(before: &[&str], said: &str, expected: &str) {
    let ask = briefing_after(2, before);
    let after = match try_reply(&ask, round(said)) {
        Ok(transition) => points_of(&transition.ask),
        Err(refusal) => refusal.code.to_owned(),
    };
    assert_eq!(after, expected, "`{said}` after {before:?}");
}

#[test]
fn words_on_a_point_leave_the_agent_that_point_to_answer() {
    check_round(&[], "1?", "1? 2");
    check_round(&[], "2?", "1 2?");
    check_round(&[], "1? 2?", "1? 2?");
}

#[test]
fn a_tick_resolves_a_point_and_leaves_nothing_to_answer_on_it() {
    check_round(&[], "1+ 2?", "1+ 2?");
    check_round(&[], "1?+ 2?", "1+ 2?");
}

#[test]
fn resolving_a_point_resolves_all_beneath_it() {
    let before = THREE_LEVELS;
    check_round(&before, "1+ 2?", "1+ 1.1+ 1.1.1+ 1.2+ 2?");
    check_round(&before, "1.1+ 2?", "1 1.1+ 1.1.1+ 1.2 2?");
    check_round(&before, "1.1.1+ 2?", "1 1.1 1.1.1+ 1.2 2?");
}

#[test]
fn words_beneath_a_point_that_is_resolved_in_the_same_round_are_not_owed_an_answer() {
    check_round(&THREE_LEVELS, "1+ 1.1? 2?", "1+ 1.1+ 1.1.1+ 1.2+ 2?");
    check_round(&THREE_LEVELS, "1.1? 1+ 2?", "1+ 1.1+ 1.1.1+ 1.2+ 2?");
}

#[test]
fn a_point_stays_open_when_only_those_beneath_it_are_resolved() {
    check_round(&["1?", "1:2"], "1.1+ 1.2+ 2?", "1 1.1+ 1.2+ 2?");
}

#[test]
fn a_point_with_ten_before_it_is_not_beneath_the_first() {
    let ask = briefing(12);
    assert_eq!(
        points_of(&replied(&ask, round("1+ 2?"))),
        "1+ 2? 3 4 5 6 7 8 9 10 11 12"
    );
}

#[test]
fn words_on_a_resolved_point_reopen_it() {
    check_round(&["1+ 2?", "2"], "1?", "1? 2");
}

#[test]
fn unticking_a_resolved_point_reopens_it() {
    check_round(&["1+ 2?", "2"], "1- 2?", "1 2?");
}

#[test]
fn reopening_a_point_reopens_what_it_stands_beneath_and_nothing_else() {
    let turns = [&THREE_LEVELS[..], &["1+ 2?", "2"]].concat();
    check_round(&turns, "1.1.1?", "1 1.1 1.1.1? 1.2+ 2");
    check_round(&turns, "1.1? 2?", "1 1.1? 1.1.1+ 1.2+ 2?");
    check_round(&turns, "1.2- 2?", "1 1.1+ 1.1.1+ 1.2 2?");
    check_round(&turns, "1?", "1? 1.1+ 1.1.1+ 1.2+ 2");
}

#[test]
fn a_point_is_reopened_before_ticks_count_whatever_the_order() {
    let turns = [&THREE_LEVELS[..], &["1+ 2?", "2"]].concat();
    check_round(&turns, "1.1? 1+ 2?", "1+ 1.1+ 1.1.1+ 1.2+ 2?");
    check_round(&turns, "1+ 1.1? 2?", "1+ 1.1+ 1.1.1+ 1.2+ 2?");
    check_round(&turns, "1.1- 1.1.1? 1.2+ 2?", "1 1.1 1.1.1? 1.2+ 2?");
}

#[test]
fn words_and_a_tick_on_a_resolved_point_leave_it_resolved_and_reopen_what_it_stands_beneath() {
    let turns = ["1?", "1:1", "1+ 2?", "2"];
    check_round(&turns, "1.1?+ 2?", "1 1.1+ 2?");
}

#[test]
fn a_tick_on_a_resolved_point_changes_nothing() {
    check_round(&["1+ 2?", "2"], "1+ 2?", "1+ 2?");
}

#[test]
fn only_the_newest_round_is_owed_answers() {
    check_round(&["1? 2?", "1 2"], "2?", "1 2?");
}

#[test]
fn a_briefing_closes_once_every_point_is_resolved() {
    for (before, said) in [
        (&[][..], "1+ 2+"),
        (&[], "1?+ 2?+"),
        (&["1+ 2?", "2"], "2+"),
        (&["1?", "1:2"], "1+ 2+"),
        (&["1?", "1:2"], "1.1+ 1.2+ 1+ 2+"),
    ] {
        let closed = replied(&briefing_after(2, before), round(said));
        assert_eq!(closed.status(), AskStatus::Closed, "{said}");
        assert_eq!(closed.closed_at(), Some(closed.updated_at()));
    }
}

#[test]
fn a_briefing_with_an_open_point_goes_to_the_agent() {
    for (before, said) in [(&[][..], "1?"), (&[], "1+ 2?"), (&["1?", "1:1"], "1.1? 2+")] {
        let ask = replied(&briefing_after(2, before), round(said));
        assert_eq!(ask.status(), AskStatus::AwaitingAgent, "{said}");
        assert_eq!(ask.closed_at(), None);
    }
}

#[test]
fn a_round_that_leaves_points_open_but_none_to_answer_is_refused() {
    for (before, said) in [
        (&[][..], "1+"),
        (&[], "1?+"),
        (&["1+ 2?", "2"], "1-"),
        (&["1?", "1:1"], "1.1+ 2+"),
        (&["1?", "1:1", "1+ 2?", "2"], "1.1?+ 2+"),
    ] {
        let (code, words) = code_and_words(try_reply(&briefing_after(2, before), round(said)));
        assert_eq!(code, "reply.nothing_to_answer", "{said}");
        assert!(words.starts_with("/points: "), "{words}");
    }
}

#[test]
fn a_round_names_points_that_are_there() {
    for point in [
        "0",
        "3",
        "1.1",
        "01",
        "1.",
        " 1",
        "+1",
        "1.1.1.1",
        "one",
        "99999999999",
        "1.0",
    ] {
        let said = json!({"outcome": "responded", "points": [
            {"point": "1", "text": "Why?"},
            {"point": point, "text": "Why?"},
        ]});
        let (code, words) = code_and_words(try_reply(&briefing(2), reply_of(&said)));
        assert_eq!(code, "reply.point_unknown", "{point}");
        assert!(words.starts_with("/points/1/point: "), "{words}");
    }
}

#[test]
fn a_round_names_each_point_once() {
    for said in ["1? 2? 1?", "1? 2? 1+", "1+ 2+ 1-"] {
        let (code, words) = code_and_words(try_reply(&briefing(2), round(said)));
        assert_eq!(code, "reply.point_repeated");
        assert!(words.starts_with("/points/2/point: "), "{words}");
    }
}

#[test]
fn a_round_says_something_on_each_point_it_names() {
    for said in [
        json!({"point": "2"}),
        json!({"point": "2", "text": " \n"}),
        json!({"point": "2", "text": "", "resolved": false}),
        json!({"point": "2", "resolved": false}),
    ] {
        let said =
            json!({"outcome": "responded", "points": [{"point": "1", "text": "Why?"}, said]});
        let (code, words) = code_and_words(try_reply(&briefing(2), reply_of(&said)));
        assert_eq!(code, "reply.blank");
        assert!(words.starts_with("/points/1: "), "{words}");
    }
}

#[test]
fn white_space_on_a_resolved_point_does_not_reopen_it() {
    let ask = briefing_after(2, &["1+ 2?", "2"]);
    let said = json!({"outcome": "responded", "points": [
        {"point": "1", "text": "  ", "resolved": true},
        {"point": "2", "text": "Why?"},
    ]});
    assert_eq!(points_of(&replied(&ask, reply_of(&said))), "1+ 2?");
    let said = json!({"outcome": "responded", "points": [
        {"point": "1", "text": "  "},
        {"point": "2", "text": "Why?"},
    ]});
    assert_eq!(code(try_reply(&ask, reply_of(&said))), "reply.blank");
}

#[test]
fn a_round_may_name_points_the_agent_added() {
    check_round(&THREE_LEVELS, "1.1.1? 1.2+", "1 1.1 1.1.1? 1.2+ 2");
}
