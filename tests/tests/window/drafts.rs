//! Nothing typed is ever lost: not with the page, not with the window, and not when the ask ends under it.

use serde_json::json;

use crate::agent::{ask, call};
use crate::app::App;
use crate::asks::{self, QUESTION, REVIEW};
use crate::page::settle;
use crate::screen::{Screen, Services, eventually};

#[tokio::test]
async fn words_outlive_the_page_and_the_window() {
    let screen = Screen::start(Services::All).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let asked = ask(&app, "ask_question", asks::question()).await;
    app.open(QUESTION).await;
    app.pick("Plain files").await;
    app.write("Your words", "Keep the ").await;
    app.window.refresh().await.unwrap();
    app.holds("Your words", "Keep the ").await;
    app.has_picked("Plain files").await;

    app.write("Your words", "old reader.").await;
    screen.closes_the_window().await;
    screen.tray.click("Open Loopback").await;
    eventually("the window is back", async || {
        (screen.windows().await.len() == 1).then_some(())
    })
    .await;
    // No driver has a hand on this window: it is the person's keyboard that goes on.
    for _ in 0..10 {
        if asked.is_over() {
            break;
        }
        screen
            .keyboard(&["key", "Escape", "Escape", "Escape", "j", "Return"])
            .await;
        settle().await;
        screen.keyboard(&["key", "ctrl+Return"]).await;
        settle().await;
    }
    assert_eq!(
        asked.result().await["reply"],
        json!({
            "outcome": "answered", "selected": ["Plain files"], "text": "Keep the old reader.",
        })
    );
}

/// Lets the page meet a reply that somebody gave elsewhere in the very moment.
const BEATEN: &str = "const own = window.fetch; window.fetch = async (input, init) => {\
    if (String(input).endsWith('/reply')) {\
      await own(input, { ...init, body: JSON.stringify({ outcome: 'approved' }) });\
    }\
    return own(input, init); }";

#[tokio::test]
async fn words_stay_in_the_box_when_the_ask_ends_under_them() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let _asked = ask(&app, "ask_question", asks::question()).await;
    let _review = ask(&app, "request_review", asks::review()).await;

    // Taken back while the person types: the caret stays where it is.
    app.open(QUESTION).await;
    app.write("Your words", "Keep the ").await;
    let taken = json!({ "askId": app.ask_id().await, "reason": "Found it." });
    call(&app, "withdraw_ask", taken).result().await;
    app.reads("The agent took this back while you were writing.")
        .await;
    app.types("old reader.").await;
    app.holds("Your unsent words", "Keep the old reader.").await;
    app.click("//section[@aria-label='Your unsent words']//button[.='Copy']")
        .await;
    screen.has_copied("Keep the old reader.").await;

    // Answered elsewhere in the moment of sending: what was refused is still here.
    app.open(REVIEW).await;
    app.write("Note or changes", "Say why.").await;
    app.js(BEATEN, &[]).await;
    app.press("Request changes").await;
    app.reads("This was answered elsewhere: approved.").await;
    app.holds("Your unsent words", "Say why.").await;
}
