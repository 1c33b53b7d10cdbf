//! Comments on single places, and pictures, that go with a reply.

use std::collections::BTreeSet;

use loopback_contract::{Ask, Reply};
use loopback_rules::{MAX_REPLY_BYTES, RefusalKind, UploadsNamed as _, comments};
use serde_json::{Value, json};

use crate::given::{
    briefing, code, code_and_words, points_of, question, reply_of, review, try_reply,
    try_reply_with,
};

fn commented(comment: &Value) -> Reply {
    reply_of(&json!({
        "outcome": "changes_requested", "feedback": "See below.", "comments": [comment],
    }))
}

fn comment(key: &str, value: Value) -> Value {
    let mut comment =
        json!({"place": "/prompt/content/0", "quote": "fn parse() {}", "text": "Name it better."});
    comment[key] = value;
    comment
}

fn lines(first: Value, last: Value) -> Value {
    let mut comment = comment("line", first);
    comment["endLine"] = last;
    comment
}

#[test]
fn a_reply_is_given_with_its_comments() {
    let reply = commented(&lines(json!(3), json!(7)));
    let ask = try_reply(&review(), reply.clone()).unwrap().ask;
    assert_eq!(ask.last_reply(), Some(&reply));
    assert_eq!(comments(&reply)[0].end_line, Some(7));
}

#[test]
fn a_comments_place_is_a_json_pointer() {
    let unfit = ["prompt", "#/prompt", "/prompt/a~", "/prompt/~2", " /prompt"];
    for place in unfit {
        let (code, words) = code_and_words(try_reply(
            &review(),
            commented(&comment("place", json!(place))),
        ));
        assert_eq!(code, "reply.comment_place", "{place}");
        assert!(words.starts_with("/comments/0/place: "), "{words}");
    }
    for place in ["/", "/prompt/summary", "/prompt/content/0", "/a~0b/c~1d"] {
        try_reply(&review(), commented(&comment("place", json!(place)))).unwrap();
    }
}

#[test]
fn a_comments_last_line_does_not_come_before_its_first() {
    let mut last_alone = lines(json!(1), json!(3));
    last_alone.as_object_mut().unwrap().remove("line");
    for unfit in [lines(json!(4), json!(3)), last_alone] {
        let (code, words) = code_and_words(try_reply(&review(), commented(&unfit)));
        assert_eq!(code, "reply.comment_lines");
        assert!(words.starts_with("/comments/0/endLine: "), "{words}");
    }
    try_reply(&review(), commented(&lines(json!(3), json!(3)))).unwrap();
}

#[test]
fn a_comment_says_something() {
    let blank = commented(&comment("text", json!(" \u{200b}")));
    assert_eq!(code(try_reply(&review(), blank)), "reply.blank");
}

#[test]
fn comments_alone_are_no_feedback_as_the_words_repeat_them() {
    let reply = reply_of(&json!({
        "outcome": "changes_requested", "feedback": " ", "comments": [comment("line", json!(1))],
    }));
    assert_eq!(code(try_reply(&review(), reply)), "reply.blank");
}

fn stored(uploads: &[&str]) -> BTreeSet<String> {
    uploads.iter().map(|&upload| upload.to_owned()).collect()
}

#[test]
fn every_picture_of_a_reply_is_stored() {
    let reply = || reply_of(&json!({"outcome": "approved", "images": ["up-1", "up-2"]}));
    let refused = try_reply_with(&review(), reply(), &stored(&["up-1"]));
    let (code, words) = code_and_words(refused);
    assert_eq!(code, "upload.unknown");
    assert!(words.starts_with("/images/1: "), "{words}");
    let ask: Ask = try_reply_with(&review(), reply(), &stored(&["up-1", "up-2"]))
        .unwrap()
        .ask;
    let places: Vec<_> = ask.images().into_iter().map(|image| image.place).collect();
    assert_eq!(
        places,
        ["/thread/0/reply/images/0", "/thread/0/reply/images/1"]
    );
}

#[test]
fn a_picture_answers_a_question_and_is_no_feedback() {
    let pictured = reply_of(&json!({"outcome": "answered", "selected": [], "images": ["up-1"]}));
    try_reply_with(&question(), pictured, &stored(&["up-1"])).unwrap();
    let none = reply_of(&json!({"outcome": "answered", "selected": [], "images": []}));
    assert_eq!(code(try_reply(&question(), none)), "reply.blank");
    for (outcome, words) in [("changes_requested", "feedback"), ("follow_up", "question")] {
        let reply = reply_of(&json!({"outcome": outcome, words: " ", "images": ["up-1"]}));
        let refused = try_reply_with(&review(), reply, &stored(&["up-1"]));
        assert_eq!(code(refused), "reply.blank");
    }
}

#[test]
fn a_picture_on_a_point_is_for_the_agent_to_answer() {
    let round = |part: Value| reply_of(&json!({"outcome": "responded", "points": [part]}));
    let pictured = round(json!({"point": "2", "images": ["up-1"]}));
    let (code, words) = code_and_words(try_reply(&briefing(2), pictured.clone()));
    assert_eq!(code, "upload.unknown");
    assert!(words.starts_with("/points/0/images/0: "), "{words}");
    let ask = try_reply_with(&briefing(2), pictured, &stored(&["up-1"]))
        .unwrap()
        .ask;
    assert_eq!(points_of(&ask), "1 2?");
    let empty = round(json!({"point": "2", "images": []}));
    assert_eq!(
        crate::given::code(try_reply(&briefing(2), empty)),
        "reply.blank"
    );
}

#[test]
fn a_reply_may_be_512_kib_of_json() {
    let empty = r#"{"outcome":"approved","note":""}"#.len();
    let noted =
        |bytes: usize| reply_of(&json!({"outcome": "approved", "note": "x".repeat(bytes - empty)}));
    try_reply(&review(), noted(MAX_REPLY_BYTES)).unwrap();
    let refusal = try_reply(&review(), noted(MAX_REPLY_BYTES + 1)).unwrap_err();
    assert_eq!(
        (refusal.code, refusal.kind),
        ("reply.too_large", RefusalKind::TooLarge)
    );
}
