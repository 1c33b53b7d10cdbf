//! A reply is on its way for some seconds, and comes back by key and by pointer until it has gone.

use serde_json::json;

use crate::agent::ask;
use crate::app::App;
use crate::asks::{self, QUESTION, REVIEW};
use crate::screen::{Screen, Services};

const UNDO: &str =
    "//section[@aria-label='Replies on their way']//button[starts-with(normalize-space(), 'Undo')]";

#[tokio::test]
async fn a_reply_is_taken_back_by_key_and_by_its_toast_and_then_it_goes() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let asked = ask(&app, "ask_question", asks::question()).await;
    let _other = ask(&app, "request_review", asks::review()).await;
    app.open(QUESTION).await;
    app.pick("Plain files").await;
    app.write("Your words", "Keep the old reader.").await;

    // The next ask is there, and the one before still on its way.
    app.send_by_key().await;
    app.find(&format!("//h2[contains(., {REVIEW:?})]")).await;
    app.find(UNDO).await;
    app.keys(&["u"]).await;
    app.holds("Your words", "Keep the old reader.").await;
    app.has_picked("Plain files").await;

    app.send_by_key().await;
    app.find(&format!("//h2[contains(., {REVIEW:?})]")).await;
    app.click(UNDO).await;
    app.holds("Your words", "Keep the old reader.").await;
    app.no_longer_reads("Sends in").await;
    assert!(!asked.is_over());

    app.press("Send answer").await;
    assert_eq!(
        asked.result().await["reply"],
        json!({
            "outcome": "answered", "selected": ["Plain files"], "text": "Keep the old reader.",
        })
    );
    app.reads("Handed to the agent").await;
}
