//! Answers on the points of a briefing. The short forms are those of `given`: `1` answers point 1,
//! `1:2` answers it and adds two points beneath it.

use loopback_contract::{Ask, AskStatus, Entry};
use serde_json::json;

use crate::given::{
    answered_by_agent, answers, briefing, briefing_after, briefing_answer_input, code,
    code_and_words, points_of, replied, round, try_answer,
};

/// Plays the answer on a briefing of three points after those turns, and compares what the points
/// have come to. An answer that is refused gives its code.
fn check_answer(before: &[&str], given: &str, expected: &str) {
    let ask = briefing_after(3, before);
    let after = match try_answer(&ask, answers(given)) {
        Ok(_) => points_of(&answered_by_agent(&ask, answers(given))),
        Err(refusal) => refusal.code.to_owned(),
    };
    assert_eq!(after, expected, "`{given}` after {before:?}");
}

#[test]
fn an_answer_on_every_point_owed_returns_the_move_to_the_person() {
    let ask = answered_by_agent(&briefing_after(3, &["1? 3?"]), answers("1 3"));
    assert_eq!(ask.status(), AskStatus::AwaitingHuman);
    assert_eq!(points_of(&ask), "1 2 3");
}

#[test]
fn each_point_answered_is_a_turn_in_the_order_given() {
    let ask = answered_by_agent(&briefing_after(3, &["1? 3?"]), answers("3 2 1"));
    let points: Vec<_> = ask.thread()[1..]
        .iter()
        .map(|entry| match entry {
            Entry::Agent(turn) => turn.point.as_deref(),
            Entry::Human(_) => None,
        })
        .collect();
    assert_eq!(points, [Some("3"), Some("2"), Some("1")]);
    assert!(ask.thread()[1..].iter().all(|entry| match entry {
        Entry::Agent(turn) => turn.at == ask.updated_at(),
        Entry::Human(_) => false,
    }));
}

#[test]
fn an_answer_with_its_content_and_points_stands_in_the_thread() {
    let input = briefing_answer_input(&json!({"askId": "ask-1", "answers": [{
        "point": "2",
        "answer": "Two reasons.",
        "content": [{"type": "code", "code": "a"}],
        "points": [
            {"title": "Speed", "detail": "It is slow.", "content": [{"type": "diff", "diff": "-a"}]},
            {"title": "Size"},
        ],
    }]}));
    let ask = answered_by_agent(&briefing_after(3, &["2?"]), input);
    let Entry::Agent(turn) = &ask.thread()[1] else {
        panic!("a turn of the agent")
    };
    assert_eq!(
        serde_json::to_value(turn).unwrap(),
        json!({
            "point": "2",
            "answer": "Two reasons.",
            "content": [{"type": "code", "code": "a"}],
            "points": [
                {"id": "2.1", "title": "Speed", "detail": "It is slow.",
                 "content": [{"type": "diff", "diff": "-a"}]},
                {"id": "2.2", "title": "Size"},
            ],
            "at": ask.updated_at().to_string(),
        })
    );
}

#[test]
fn an_answer_that_adds_no_points_says_nothing_of_points() {
    let ask = answered_by_agent(&briefing_after(1, &["1?"]), answers("1:0"));
    let Entry::Agent(turn) = &ask.thread()[1] else {
        panic!("a turn of the agent")
    };
    assert_eq!(turn.points, None);
}

#[test]
fn a_point_owed_cannot_be_left_out() {
    let ask = briefing_after(12, &["2? 3? 11?"]);
    let (code, words) = code_and_words(try_answer(&ask, answers("3")));
    assert_eq!(code, "answer.point_missing");
    assert!(words.starts_with("/answers: "), "{words}");
    assert!(words.ends_with(": 2, 11"), "{words}");
}

#[test]
fn an_open_point_nobody_asked_about_may_be_answered_too() {
    check_answer(&["1?"], "1 2", "1 2 3");
    check_answer(&["1?"], "2:1 1", "1 2 2.1 3");
    check_answer(&["1?"], "2", "answer.point_missing");
}

#[test]
fn a_resolved_point_is_not_answered() {
    check_answer(&["1? 2+"], "1 2", "answer.point_resolved");
    check_answer(&["1?", "1:1", "1+ 2?"], "2 1.1", "answer.point_resolved");
    check_answer(&["1? 2+", "1", "2?"], "2", "1 2 3");
    let (_, words) = code_and_words(try_answer(&briefing_after(2, &["1? 2+"]), answers("1 2")));
    assert!(words.starts_with("/answers/1/point: "), "{words}");
}

#[test]
fn a_point_is_answered_once() {
    check_answer(&["1?"], "1 1", "answer.point_repeated");
    check_answer(&["1?"], "1 2 2", "answer.point_repeated");
    let (_, words) = code_and_words(try_answer(&briefing_after(2, &["1?"]), answers("1 2 2")));
    assert!(words.starts_with("/answers/2/point: "), "{words}");
}

#[test]
fn only_points_that_are_there_are_answered() {
    for point in ["0", "4", "1.1", "01", "1.", "one", "1.1.1.1"] {
        check_answer(&["1?"], &format!("1 {point}"), "answer.point_unknown");
    }
    let (_, words) = code_and_words(try_answer(&briefing_after(1, &["1?"]), answers("1 9")));
    assert!(words.starts_with("/answers/1/point: "), "{words}");
}

#[test]
fn a_point_the_same_answer_adds_cannot_be_answered_in_it() {
    check_answer(&["1?"], "1:1 1.1", "answer.point_unknown");
}

#[test]
fn added_points_are_numbered_beneath_their_own() {
    check_answer(&["2?"], "2:2", "1 2 2.1 2.2 3");
    check_answer(&["2?", "2:1", "2.1?"], "2.1:2", "1 2 2.1 2.1.1 2.1.2 3");
}

#[test]
fn added_points_are_numbered_after_those_already_there() {
    check_answer(&["2?", "2:2", "2?"], "2:1", "1 2 2.1 2.2 2.3 3");
    check_answer(&["2?", "2:2", "2.1+ 2.2+ 2?"], "2:1", "1 2 2.1+ 2.2+ 2.3 3");
    check_answer(
        &["2?", "2:1", "2? 2.1?", "2:1 2.1:1", "2.1? 2?"],
        "2:1 2.1:1",
        "1 2 2.1 2.1.1 2.1.2 2.2 2.3 3",
    );
}

#[test]
fn the_tenth_point_beneath_another_comes_after_the_ninth() {
    check_answer(
        &["3?", "3:9", "3?"],
        "3:2",
        "1 2 3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11",
    );
}

#[test]
fn a_fourth_level_is_refused() {
    let before = ["1?", "1:1", "1.1?", "1.1:1", "1.1.1?"];
    check_answer(&before, "1.1.1", "1 1.1 1.1.1 2 3");
    check_answer(&before, "1.1.1:1", "ask.too_deep");
    let (_, words) = code_and_words(try_answer(&briefing_after(3, &before), answers("1.1.1:1")));
    assert!(words.starts_with("/answers/0/points: "), "{words}");
}

/// A briefing of 50 points with `added` more, on the agent's turn for the first of them.
fn with_added(added: usize) -> Ask {
    let ask = replied(&briefing(50), round("1?"));
    let ask = answered_by_agent(&ask, answers(&format!("1:{added}")));
    replied(&ask, round("1? 2?"))
}

#[test]
fn a_briefing_grows_to_two_hundred_points_and_not_beyond() {
    assert!(try_answer(&with_added(100), answers("1:25 2:25")).is_ok());
    let (code, words) = code_and_words(try_answer(&with_added(100), answers("1:25 2:26")));
    assert_eq!(code, "ask.too_many_points");
    assert!(words.starts_with("/answers: "), "{words}");
    assert!(words.contains("201") && words.contains("200"), "{words}");
}

#[test]
fn a_briefing_with_two_hundred_points_can_still_be_answered() {
    assert!(try_answer(&with_added(150), answers("1 2")).is_ok());
    assert_eq!(
        code(try_answer(&with_added(150), answers("1:1 2"))),
        "ask.too_many_points"
    );
}

#[test]
fn white_space_is_no_answer_and_no_title() {
    for (answer, title, place) in [
        (" ", "x", "/answers/1/answer: "),
        ("x", "\n", "/answers/1/points/1/title: "),
    ] {
        let input = briefing_answer_input(&json!({"askId": "ask-1", "answers": [
            {"point": "1", "answer": "x"},
            {"point": "2", "answer": answer, "points": [{"title": "x"}, {"title": title}]},
        ]}));
        let (code, words) = code_and_words(try_answer(&briefing_after(2, &["1?"]), input));
        assert_eq!(code, "ask.blank");
        assert!(words.starts_with(place), "{words}");
    }
}
