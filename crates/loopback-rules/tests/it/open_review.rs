//! Opening a review, and the next version of one.

use loopback_contract::Ask;
use loopback_rules::OpenFacts;
use serde_json::json;

use crate::given::{
    approved, at, briefing, changes_requested, code, code_and_words, dismissed, facts, follow_up,
    open_with, question, replied, review, review_input, try_open,
};

fn next_version() -> loopback_rules::AskInput {
    review_input(json!({
        "title": "The parser, again",
        "content": [{"type": "code", "code": "fn parse() -> Result<()> {}"}],
        "revises": "ask-0",
    }))
}

fn revising(revised: Option<&Ask>, already_revised: bool) -> OpenFacts<'_> {
    OpenFacts {
        revised,
        already_revised,
        ..facts()
    }
}

#[test]
fn a_review_shows_its_content_in_the_order_given() {
    let input = json!({
        "title": "The parser",
        "content": [{"type": "markdown", "text": "First"}, {"type": "diff", "diff": "+second"}],
        "summary": "Two things.",
    });
    let Ask::Review(ask) = try_open(review_input(input.clone())).unwrap() else {
        panic!("not a review")
    };
    assert_eq!(serde_json::to_value(&ask.prompt).unwrap(), input);
    assert_eq!(ask.revises, None);
}

#[test]
fn a_review_with_a_title_of_white_space_is_refused() {
    let input = json!({"title": " ", "content": [{"type": "markdown", "text": "x"}]});
    let (code, words) = code_and_words(try_open(review_input(input)));
    assert_eq!(code, "ask.blank");
    assert!(words.starts_with("/title: "), "{words}");
}

#[test]
fn a_review_may_revise_one_that_came_back_with_changes_requested() {
    let before = replied(&review(), changes_requested());
    let ask = open_with(next_version(), &revising(Some(&before), false)).unwrap();
    assert_eq!(
        ask.revises().map(loopback_contract::AskId::as_str),
        Some("ask-0")
    );
}

#[test]
fn a_review_may_revise_one_that_came_back_after_a_question_asked_back() {
    let asked_back = replied(&review(), follow_up());
    let answered = crate::given::answered_by_agent(&asked_back, crate::given::follow_up_answer());
    let before = replied(&answered, changes_requested());
    assert!(open_with(next_version(), &revising(Some(&before), false)).is_ok());
}

#[test]
fn revising_anything_else_is_refused() {
    let withdrawn = loopback_rules::withdraw(&review(), "No longer needed", at(1))
        .unwrap()
        .ask;
    for (revised, why) in [
        (None, "no review with this id"),
        (Some(question()), "no review"),
        (Some(briefing(1)), "no review"),
        (Some(review()), "still open"),
        (Some(replied(&review(), follow_up())), "still open"),
        (Some(replied(&review(), approved())), "did not come back"),
        (Some(replied(&review(), dismissed())), "did not come back"),
        (Some(withdrawn), "did not come back"),
    ] {
        let facts = revising(revised.as_ref(), false);
        let (code, words) = code_and_words(open_with(next_version(), &facts));
        assert_eq!(code, "ask.not_revisable");
        assert!(
            words.starts_with("/revises: ") && words.contains(why),
            "{words}"
        );
    }
}

#[test]
fn a_review_that_is_revised_already_is_not_revised_twice() {
    let before = replied(&review(), changes_requested());
    assert_eq!(
        code(open_with(next_version(), &revising(Some(&before), true))),
        "ask.not_revisable"
    );
}

#[test]
fn a_review_that_revises_nothing_does_not_care_for_other_reviews() {
    let input = review_input(json!({"title": "x", "content": [{"type": "markdown", "text": "x"}]}));
    let other = review();
    assert!(open_with(input, &revising(Some(&other), true)).is_ok());
}
