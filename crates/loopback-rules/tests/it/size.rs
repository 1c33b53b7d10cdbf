//! How large an input may be.

use loopback_rules::{AskInput, MAX_INPUT_BYTES, Refusal, RefusalKind};
use serde_json::{Value, json};

use crate::given::{
    briefing_after, briefing_answer_input, briefing_input, follow_up, follow_up_input, question,
    question_input, replied, review_input, try_answer, try_open,
};

/// How many bytes this input is as compact JSON.
fn bytes(input: &Value) -> usize {
    input.to_string().len()
}

/// Tries the input at exactly the limit and one byte above; `place` is the text that is filled up.
fn check_limit(input: &Value, place: &str, send: impl Fn(&Value) -> Result<(), Refusal>) {
    let filled_to = |total: usize| {
        let mut input = input.clone();
        let spare = total - bytes(&input);
        let text = input.pointer_mut(place).expect("the text to fill");
        *text = json!(format!(
            "{}{}",
            text.as_str().expect("a text"),
            "x".repeat(spare)
        ));
        assert_eq!(bytes(&input), total);
        input
    };
    assert_eq!(send(&filled_to(MAX_INPUT_BYTES)), Ok(()));
    let refusal = send(&filled_to(MAX_INPUT_BYTES + 1)).expect_err("a byte too many");
    assert_eq!(
        (refusal.code, refusal.kind),
        ("ask.too_large", RefusalKind::TooLarge)
    );
    assert!(refusal.message.contains("262145"), "{}", refusal.message);
    assert!(refusal.message.contains("262144"), "{}", refusal.message);
}

fn opens(input: AskInput) -> Result<(), Refusal> {
    try_open(input).map(|_| ())
}

#[test]
fn a_question_may_be_256_kib_of_json() {
    let input = json!({"question": "Which?", "context": "", "project": "kettle"});
    check_limit(&input, "/context", |input| {
        opens(question_input(input.clone()))
    });
}

#[test]
fn a_review_may_be_256_kib_of_json() {
    let content = json!([{"type": "code", "code": "x"}]);
    let input = json!({"title": "x", "content": content, "project": "kettle"});
    check_limit(&input, "/content/0/code", |input| {
        opens(review_input(input.clone()))
    });
}

#[test]
fn a_briefing_may_be_256_kib_of_json() {
    let sections = json!([{"points": [{"title": "x", "detail": ""}]}]);
    let input = json!({"title": "x", "sections": sections, "project": "kettle"});
    check_limit(&input, "/sections/0/points/0/detail", |input| {
        opens(briefing_input(input.clone()))
    });
}

#[test]
fn an_answer_to_a_question_asked_back_may_be_256_kib_of_json() {
    let ask = replied(&question(), follow_up());
    let input = json!({"askId": "ask-1", "answer": "x"});
    check_limit(&input, "/answer", |input| {
        try_answer(&ask, follow_up_input(input)).map(|_| ())
    });
}

#[test]
fn an_answer_on_points_may_be_256_kib_of_json() {
    let ask = briefing_after(1, &["1?"]);
    let input = json!({"askId": "ask-1", "answers": [{"point": "1", "answer": "x"}]});
    check_limit(&input, "/answers/0/answer", |input| {
        try_answer(&ask, briefing_answer_input(input)).map(|_| ())
    });
}

#[test]
fn size_is_counted_in_bytes_and_not_in_characters() {
    let euros = |count: usize| question_input(json!({"question": "€".repeat(count)}));
    assert!(opens(euros(MAX_INPUT_BYTES / 3 - 100)).is_ok());
    assert!(opens(euros(MAX_INPUT_BYTES / 3 + 1)).is_err());
}

#[test]
fn escapes_count_as_they_are_written() {
    let quotes = "\"".repeat(MAX_INPUT_BYTES / 2);
    assert!(opens(question_input(json!({"question": quotes}))).is_err());
}

#[test]
fn whitespace_and_escapes_of_the_sender_do_not_count() {
    let text = "é".repeat(100_000);
    let spelled = format!(
        "{{ \"project\" : \"kettle\",   \"question\" : \"{}\" }}",
        "\\u00e9".repeat(100_000)
    );
    assert!(spelled.len() > MAX_INPUT_BYTES);
    let input: Value = serde_json::from_str(&spelled).unwrap();
    assert_eq!(input["question"], json!(text));
    assert_eq!(opens(question_input(input)), Ok(()));
}
