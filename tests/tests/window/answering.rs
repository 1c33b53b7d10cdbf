//! Every kind of ask answered in the real window, by keyboard alone and by pointer alone.

use serde_json::json;

use crate::agent::{ask, call};
use crate::app::App;
use crate::asks::{self, BRIEFING, QUESTION, REVIEW};
use crate::screen::{Screen, Services};

#[tokio::test]
async fn every_kind_is_answered_by_keyboard_alone() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let question = ask(&app, "ask_question", asks::question()).await;
    let review = ask(&app, "request_review", asks::review()).await;
    let briefing = ask(&app, "present_briefing", asks::briefing()).await;
    app.reads("3 asks wait for you.").await;

    // The newest stands first; after it comes what has waited longest.
    app.keys(&["j", "k", "Enter"]).await;
    app.stands_on("article").await;
    app.tab_to("[data-point='1']").await;
    app.keys(&["Right"]).await;
    app.reads("A name may leave the folder.").await;
    app.keys(&["Left"]).await;
    app.no_longer_reads("A name may leave the folder.").await;
    app.keys(&["e"]).await;
    app.stands_on("[data-point='2']").await;
    app.keys(&["Space"]).await;
    app.tab_to("[aria-label='Your words on point 2']").await;
    app.types("Which mode?").await;
    app.keys(&["Escape"]).await;
    app.stands_on("article").await;
    app.tab_to("[data-point='3']").await;
    app.keys(&["Shift+E"]).await;
    app.reads("1 of 4 left").await;
    app.send_by_key().await;
    assert_eq!(
        briefing.result().await["reply"],
        json!({ "outcome": "responded", "points": [
            { "point": "1", "resolved": true },
            { "point": "2", "text": "Which mode?" },
            { "point": "3", "resolved": true },
            { "point": "4", "resolved": true },
        ] })
    );

    app.reads("Reads are hot, writes come in bursts.").await;
    app.keys(&["2", "f"]).await;
    app.types("How large is it?").await;
    app.send_by_key().await;
    let first = question.result().await;
    assert_eq!(
        first["reply"],
        json!({ "outcome": "follow_up", "question": "How large is it?" })
    );

    // It went on to the review by itself; a key arms what the words are.
    app.find(&format!("//h2[contains(., {REVIEW:?})]")).await;
    app.keys(&["r"]).await;
    app.types("Say why in the commit.").await;
    app.send_by_key().await;
    assert_eq!(
        review.result().await["reply"],
        json!({ "outcome": "changes_requested", "feedback": "Say why in the commit." })
    );

    let answer = json!({ "askId": first["askId"], "answer": "About 200 MB." });
    let answered = call(&app, "answer_follow_up", answer);
    app.keys(&["Escape", "Escape", "Escape"]).await;
    app.reads("One ask waits for you.").await;
    app.keys(&["j", "Enter"]).await;
    app.reads("About 200 MB.").await;
    app.keys(&["2"]).await;
    app.tab_to("[aria-label='Your words']").await;
    app.types("Keep the old reader.").await;
    app.send_by_key().await;
    assert_eq!(
        answered.result().await["reply"],
        json!({
            "outcome": "answered", "selected": ["Plain files"], "text": "Keep the old reader.",
        })
    );
}

#[tokio::test]
async fn every_kind_is_answered_by_pointer_alone() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let question = ask(&app, "ask_question", asks::question()).await;
    let briefing = ask(&app, "present_briefing", asks::briefing()).await;
    let review = ask(&app, "request_review", asks::review()).await;

    app.open(QUESTION).await;
    app.pick("Plain files").await;
    app.press("Go on").await;
    app.holds("Your words", "Go on").await;
    app.press("Send answer").await;
    assert_eq!(
        question.result().await["reply"],
        json!({ "outcome": "answered", "selected": ["Plain files"], "text": "Go on" })
    );

    app.open(BRIEFING).await;
    app.click("//button[@data-point='1']").await;
    app.reads("A name may leave the folder.").await;
    app.click("//input[@aria-label='Point 1 resolved']").await;
    app.press("Send").await;
    app.press("Resolve the other 3").await;
    let reply = briefing.result().await["reply"].take();
    assert_eq!(reply["outcome"], "responded");
    assert_eq!(reply["points"].as_array().unwrap().len(), 4);

    app.open(REVIEW).await;
    app.press("Approve").await;
    assert_eq!(
        review.result().await["reply"],
        json!({ "outcome": "approved" })
    );
    app.reads("Handed to the agent").await;
}

#[tokio::test]
async fn a_review_is_approved_with_a_note_or_dismissed_by_key() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let first = ask(&app, "request_review", asks::review()).await;
    app.open(REVIEW).await;
    // What a single key arms is not sent by another.
    app.keys(&["x", "Enter", "Escape", "a"]).await;
    app.types("Well done.").await;
    app.keys(&["Enter"]).await;
    app.types("Go on.").await;
    assert!(!first.is_over());
    app.send_by_key().await;
    assert_eq!(
        first.result().await["reply"],
        json!({ "outcome": "approved", "note": "Well done.\nGo on." })
    );

    let second = call(&app, "ask_question", asks::short("Once more?"));
    app.lets_in(1).await;
    app.open("Once more?").await;
    app.keys(&["x"]).await;
    app.send_by_key().await;
    assert_eq!(
        second.result().await["reply"],
        json!({ "outcome": "dismissed" })
    );
}
