//! Images name uploads, and those have to be stored.

use std::collections::BTreeSet;

use loopback_contract::Ask;
use loopback_rules::{AnswerInput, AskInput, OpenFacts, RefusalKind, UploadsNamed, uploads_named};
use serde_json::{Value, json};

use crate::given::{
    at, briefing_after, briefing_answer_input, briefing_input, facts, follow_up, follow_up_input,
    open_with, question, question_input, replied, review_input, round,
};

fn image(upload: &str) -> Value {
    json!({"type": "image", "uploadId": upload})
}

fn text() -> Value {
    json!({"type": "markdown", "text": "x"})
}

fn stored(uploads: &[&str]) -> BTreeSet<String> {
    uploads.iter().map(|&upload| upload.to_owned()).collect()
}

fn review_with_images() -> AskInput {
    review_input(json!({"title": "x", "content": [text(), image("up-1"), image("up-2")]}))
}

fn briefing_with_images() -> AskInput {
    briefing_input(json!({"title": "x", "sections": [
        {"points": [{"title": "x"}]},
        {"points": [{"title": "x"}, {"title": "x", "content": [text(), image("up-1")]}]},
    ]}))
}

fn follow_up_with_image() -> AnswerInput {
    follow_up_input(&json!({"askId": "ask-1", "answer": "x", "content": [image("up-3")]}))
}

fn answers_with_images() -> AnswerInput {
    briefing_answer_input(&json!({"askId": "ask-1", "answers": [
        {"point": "1", "answer": "x", "content": [image("up-4")]},
        {"point": "2", "answer": "x", "points": [{"title": "x"}, {"title": "x", "content": [image("up-5")]}]},
    ]}))
}

fn places(message: &impl UploadsNamed) -> Vec<String> {
    message
        .images()
        .into_iter()
        .map(|image| image.place)
        .collect()
}

fn open_storing(input: AskInput, uploads: &[&str]) -> Result<Ask, loopback_rules::Refusal> {
    let uploads = stored(uploads);
    open_with(
        input,
        &OpenFacts {
            uploads: &uploads,
            ..facts()
        },
    )
}

#[test]
fn every_image_of_an_input_is_named_with_its_place() {
    assert_eq!(places(&question_input(json!({"question": "x"}))), [""; 0]);
    assert_eq!(
        places(&review_with_images()),
        ["/content/1/uploadId", "/content/2/uploadId"]
    );
    assert_eq!(
        places(&briefing_with_images()),
        ["/sections/1/points/1/content/1/uploadId"]
    );
    assert_eq!(places(&follow_up_with_image()), ["/content/0/uploadId"]);
    assert_eq!(
        places(&answers_with_images()),
        [
            "/answers/0/content/0/uploadId",
            "/answers/1/points/1/content/0/uploadId"
        ]
    );
}

#[test]
fn an_upload_named_twice_is_listed_once() {
    let input = review_input(json!({"title": "x", "content": [image("up-1"), image("up-1")]}));
    assert_eq!(uploads_named(&input), stored(&["up-1"]));
}

#[test]
fn an_ask_is_opened_when_every_image_is_stored() {
    assert!(open_storing(review_with_images(), &["up-1", "up-2"]).is_ok());
    assert!(open_storing(briefing_with_images(), &["up-1", "up-9"]).is_ok());
}

#[test]
fn an_ask_with_an_image_that_is_not_stored_is_refused_at_its_place() {
    for (input, uploads, place) in [
        (review_with_images(), &["up-1"][..], "/content/2/uploadId: "),
        (review_with_images(), &[], "/content/1/uploadId: "),
        (
            briefing_with_images(),
            &["up-2"],
            "/sections/1/points/1/content/1/uploadId: ",
        ),
    ] {
        let refusal = open_storing(input, uploads).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.kind),
            ("upload.unknown", RefusalKind::Unfit)
        );
        assert!(refusal.message.starts_with(place), "{}", refusal.message);
    }
}

#[test]
fn an_answer_with_an_image_that_is_not_stored_is_refused_at_its_place() {
    for (ask, input, uploads, place) in [
        (
            replied(&question(), follow_up()),
            follow_up_with_image(),
            &[][..],
            "/content/0/uploadId: ",
        ),
        (
            briefing_after(2, &["1?"]),
            answers_with_images(),
            &["up-4"],
            "/answers/1/points/1/content/0/uploadId: ",
        ),
    ] {
        let uploads = stored(uploads);
        let refusal = loopback_rules::answer(&ask, input.clone(), &uploads, at(9000)).unwrap_err();
        assert_eq!(refusal.code, "upload.unknown");
        assert!(refusal.message.starts_with(place), "{}", refusal.message);
        let uploads = uploads_named(&input);
        assert!(loopback_rules::answer(&ask, input, &uploads, at(9000)).is_ok());
    }
}

#[test]
fn an_ask_names_the_images_of_its_prompt_and_of_its_thread() {
    let opened = open_storing(briefing_with_images(), &["up-1"]).unwrap();
    let ask = replied(&opened, round("1? 2?"));
    let answer = answers_with_images();
    let outcome = loopback_rules::answer(&ask, answer.clone(), &uploads_named(&answer), at(9000));
    let Ok(loopback_rules::AnswerOutcome::Turned(transition)) = outcome else {
        panic!("a turn")
    };
    assert_eq!(
        uploads_named(&transition.ask),
        stored(&["up-1", "up-4", "up-5"])
    );
    let json = serde_json::to_value(&transition.ask).unwrap();
    for image in transition.ask.images() {
        assert_eq!(json.pointer(&image.place), Some(&json!(image.upload)));
    }
}

#[test]
fn a_review_names_the_images_of_its_prompt() {
    let ask = open_storing(review_with_images(), &["up-1", "up-2"]).unwrap();
    assert_eq!(uploads_named(&ask), stored(&["up-1", "up-2"]));
    assert_eq!(uploads_named(&question()), stored(&[]));
}
