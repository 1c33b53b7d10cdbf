//! What is refused, where, and in which words.

use loopback_contract::{
    BriefingInput, Invalid, Message, QuestionInput, Reply, ReviewInput, ServerEvent, check, read,
    read_value,
};
use serde_json::{Value, json};

/// What validation says of a message: `fits`, or the place and the reason.
fn verdict<T: Message>(message: &Value) -> String {
    check::<T>(message).map_or_else(|invalid| invalid.to_string(), |()| "fits".to_owned())
}

fn question() -> Value {
    json!({ "question": "Ship it?", "project": "shop" })
}

/// A good question with one property replaced.
fn question_with(property: &str, value: Value) -> Value {
    let mut question = question();
    question[property] = value;
    question
}

#[test]
fn a_question_is_refused_at_the_place_that_is_wrong() {
    let choices = |count: usize| -> Value {
        (0..count)
            .map(|number| json!({ "label": format!("{number}") }))
            .collect()
    };
    let long = "x".repeat(81);
    let cases = [
        (question(), "fits"),
        (question_with("options", choices(6)), "fits"),
        (
            question_with("options", choices(1)),
            "/options: value has fewer than 2 items",
        ),
        (
            question_with("options", choices(7)),
            "/options: value has more than 6 items",
        ),
        (
            question_with("options", json!([{ "label": "a" }, { "label": long }])),
            "/options/1/label: value is longer than 80 characters",
        ),
        (
            question_with("options", json!([{ "label": "a" }, {}])),
            "/options/1/label: required property is missing",
        ),
        (
            question_with("options", json!("a, b")),
            "/options: value is not a list",
        ),
        (
            question_with("project", json!("")),
            "/project: \"\" is shorter than 1 character",
        ),
        (
            question_with("multiple", json!("yes")),
            "/multiple: value is not a boolean",
        ),
        (
            question_with("context", Value::Null),
            "/context: value is not a string",
        ),
        (
            json!({ "project": "shop" }),
            "/question: required property is missing",
        ),
        (json!([question()]), "the message: value is not an object"),
        (json!("Ship it?"), "the message: value is not an object"),
    ];
    for (message, expected) in cases {
        assert_eq!(verdict::<QuestionInput>(&message), expected, "{message}");
    }
}

#[test]
fn a_block_is_checked_as_the_option_it_says_it_is() {
    let review = |block: Value| {
        json!({
            "title": "Cart",
            "project": "shop",
            "content": [{ "type": "markdown", "text": "Look:" }, block],
        })
    };
    let cases = [
        (json!({ "type": "code", "code": "let a = 1;" }), "fits"),
        (
            json!({ "type": "code", "code": "" }),
            "/content/1/code: \"\" is shorter than 1 character",
        ),
        (
            json!({ "type": "diff" }),
            "/content/1/diff: required property is missing",
        ),
        (
            json!({ "type": "diff", "diff": "-a\n+b", "language": "ts" }),
            "/content/1: unknown property; it has \"type\", \"diff\", \"filename\", \"read\"",
        ),
        (
            json!({ "type": "video", "url": "x" }),
            "/content/1/type: value is not one of \"markdown\", \"code\", \"diff\", \"image\"",
        ),
        (
            json!({ "text": "hello" }),
            "/content/1/type: required property is missing",
        ),
        (
            json!({ "type": 3 }),
            "/content/1/type: value is not one of \"markdown\", \"code\", \"diff\", \"image\"",
        ),
        (json!("hello"), "/content/1: value is not an object"),
    ];
    for (block, expected) in cases {
        assert_eq!(
            verdict::<ReviewInput>(&review(block.clone())),
            expected,
            "{block}"
        );
    }
}

#[test]
fn a_reply_of_each_outcome_is_checked_as_that_outcome() {
    let cases = [
        (json!({ "outcome": "answered", "selected": [] }), "fits"),
        (
            json!({ "outcome": "answered" }),
            "/selected: required property is missing",
        ),
        (
            json!({ "outcome": "answered", "selected": [1] }),
            "/selected/0: value is not a string",
        ),
        (json!({ "outcome": "approved", "note": "good" }), "fits"),
        (
            json!({ "outcome": "approved", "feedback": "x" }),
            "the message: unknown property; it has \"outcome\", \"note\", \"images\", \"comments\", \"stopAsking\"",
        ),
        (
            json!({ "outcome": "changes_requested", "feedback": "" }),
            "/feedback: \"\" is shorter than 1 character",
        ),
        (
            json!({ "outcome": "follow_up" }),
            "/question: required property is missing",
        ),
        (json!({ "outcome": "dismissed" }), "fits"),
        (
            json!({ "outcome": "responded", "points": [] }),
            "/points: value has fewer than 1 item",
        ),
        (
            json!({ "outcome": "responded", "points": [{ "point": "1", "resolved": "yes" }] }),
            "/points/0/resolved: value is not a boolean",
        ),
        (
            json!({ "outcome": "ignored" }),
            "/outcome: value is not one of \"answered\", \"approved\", \"changes_requested\", \
             \"follow_up\", \"dismissed\", \"responded\"",
        ),
        (json!({}), "/outcome: required property is missing"),
    ];
    for (reply, expected) in cases {
        assert_eq!(verdict::<Reply>(&reply), expected, "{reply}");
    }
}

#[test]
fn a_property_spelled_in_another_way_is_asked_about() {
    let cases = [
        (
            question_with("Context", json!("x")),
            "the message: unknown property; did you mean \"context\"?",
        ),
        (
            json!({ "title": "a", "project": "b", "sections": [{ "Title": "x", "points": [{ "title": "p" }] }] }),
            "/sections/0: unknown property; did you mean \"title\"?",
        ),
    ];
    assert_eq!(verdict::<QuestionInput>(&cases[0].0), cases[0].1);
    assert_eq!(verdict::<BriefingInput>(&cases[1].0), cases[1].1);
}

#[test]
fn a_moment_that_is_none_is_refused() {
    let event = |closed: &str| {
        json!({ "type": "ask.updated", "ask": {
            "kind": "question",
            "id": "0193",
            "status": "closed",
            "waiting": false,
            "prompt": { "question": "?", "options": [], "multiple": false },
            "thread": [],
            "createdAt": "2026-11-30T17:03:33.123Z",
            "updatedAt": "2026-11-30T17:03:33.123Z",
            "closedAt": closed,
        }})
    };
    assert_eq!(
        verdict::<ServerEvent>(&event("2026-11-30T17:03:33.123Z")),
        "fits"
    );
    for wrong in [
        "yesterday",
        "2026-11-30",
        "2026-13-30T17:03:33Z",
        "2026-11-30T17:03:33",
    ] {
        assert_eq!(
            verdict::<ServerEvent>(&event(wrong)),
            "/ask/closedAt: value is not a moment such as \"2026-11-30T17:03:33.123Z\""
        );
    }
}

#[test]
fn a_number_is_refused_where_its_type_cannot_hold_it() {
    use loopback_contract::DraftInput;
    let draft = |version: &str| {
        let text = format!(r#"{{"version": {version}, "content": {{}}}}"#);
        read::<DraftInput>(text.as_bytes()).map_or_else(
            |invalid| invalid.to_string(),
            |draft| format!("version {}", draft.version),
        )
    };
    assert_eq!(draft("2147483647"), "version 2147483647");
    assert_eq!(
        draft("2147483648"),
        "/version: value is more than 2147483647"
    );
    assert_eq!(draft("-1"), "/version: value is less than 0");
    assert_eq!(draft("1.5"), "/version: value is not a whole number");
    assert_eq!(
        draft("1.0"),
        "/version: value is not a whole number without a fraction"
    );
    assert_eq!(
        draft("1e400"),
        "the message: not JSON: number out of range at line 1 column 17"
    );
}

#[test]
fn text_that_is_no_json_is_refused_at_its_line_and_column() {
    let cases: [(&[u8], &str); 6] = [
        (
            b"",
            "not JSON: EOF while parsing a value at line 1 column 0",
        ),
        (
            b"{\"question\": \"Ship",
            "not JSON: EOF while parsing a string at line 1 column 18",
        ),
        (
            b"{\n  \"question\": Ship it?\n}",
            "not JSON: expected value at line 2 column 15",
        ),
        (b"{} {}", "not JSON: trailing characters at line 1 column 4"),
        (
            b"{\"question\": \"\xff\"}",
            "not JSON: invalid unicode code point at line 1 column 15",
        ),
        (
            b"{\"question\": \"\\ud800\"}",
            "not JSON: unexpected end of hex escape at line 1 column 21",
        ),
    ];
    for (text, expected) in cases {
        let invalid = read::<QuestionInput>(text).unwrap_err();
        assert_eq!(invalid.why, expected);
        assert_eq!(invalid.place, "");
    }
}

#[test]
fn text_that_nests_without_end_is_refused() {
    let depth = 100_000;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = open.repeat(depth) + "1" + &close.repeat(depth);
        let invalid = read::<ReviewInput>(text.as_bytes()).unwrap_err();
        assert!(
            invalid.why.contains("recursion limit exceeded"),
            "{invalid}"
        );
    }
}

#[test]
fn a_value_that_nests_deeply_is_refused_where_it_begins() {
    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!([{ "a": deep }]);
    }
    let cases = [
        (
            question_with("multiple", deep.clone()),
            "/multiple: value is not a boolean",
        ),
        (
            question_with("deep", deep.clone()),
            "the message: unknown property; it has \"question\", \"options\", \"multiple\", \
             \"context\", \"project\", \"wait\"",
        ),
        (deep, "the message: value is not an object"),
    ];
    for (message, expected) in cases {
        assert_eq!(verdict::<QuestionInput>(&message), expected);
    }
}

#[test]
fn a_refusal_never_repeats_what_it_refuses() {
    const SECRET: &str = "hunter2-swordfish";
    let secret = json!(SECRET);
    let messages = [
        question_with("multiple", secret.clone()),
        question_with("options", secret.clone()),
        question_with(
            "options",
            json!([{ "label": SECRET.repeat(9) }, { "label": "b" }]),
        ),
        question_with(
            "options",
            json!([{ "label": "b", SECRET: 1 }, { "label": "b" }]),
        ),
        question_with(SECRET, json!(true)),
        question_with("question", json!([SECRET])),
        question_with("question", json!({ SECRET: SECRET })),
        secret.clone(),
        json!([SECRET]),
        json!({ SECRET: SECRET }),
    ];
    let blocks = [
        json!({ "type": SECRET }),
        json!({ "type": "code", "code": [SECRET] }),
        json!({ "type": "code", "code": "a", SECRET: SECRET }),
        json!({ SECRET: "code" }),
        secret,
    ];
    let mut refusals: Vec<Invalid> = messages
        .iter()
        .map(|message| read_value::<QuestionInput>(message).unwrap_err())
        .collect();
    for block in blocks {
        let review = json!({ "title": "a", "project": "b", "content": [block] });
        refusals.push(read_value::<ReviewInput>(&review).unwrap_err());
    }
    let broken = format!("{{\"question\": \"{SECRET}\", {SECRET}}}");
    refusals.push(read::<QuestionInput>(broken.as_bytes()).unwrap_err());
    for refusal in refusals {
        let said = format!("{refusal} {refusal:?}");
        assert!(!said.contains("hunter2"), "{said}");
    }
}

#[test]
fn an_object_in_which_a_name_stands_twice_is_refused_at_its_place() {
    for (text, expected) in [
        (
            r#"{"question":"Ship it?","project":"shop","question":"Do not?"}"#,
            "the message: a name stands here twice",
        ),
        (
            r#"{"question":"Ship it?","project":"shop","options":[{"label":"a"},{"label":"b","label":"c"}]}"#,
            "/options/1: a name stands here twice",
        ),
        (
            r#"{"question":"Ship it?","project":"shop","swordfish":{"a":1,"a":2}}"#,
            "the message: unknown property; it has",
        ),
    ] {
        let refusal = read::<QuestionInput>(text.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(refusal.starts_with(expected), "{refusal}");
    }
}
