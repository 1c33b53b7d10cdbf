//! Keys meant for elsewhere send nothing, and nothing moves under the person's hands.

use serde_json::json;

use crate::agent::{ask, call};
use crate::app::App;
use crate::asks::{self, REVIEW};
use crate::page::settle;
use crate::screen::{Screen, Services, eventually};

/// How often the page heard of a key that is held, so far.
const HEARD: &str = "return window.heard";

#[tokio::test]
async fn a_key_that_was_down_before_or_stays_down_sends_nothing() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let first = ask(&app, "request_review", asks::review()).await;
    app.reads("One ask waits for you.").await;

    // Down since before the ask was there: however long ago that is, the hands are not at rest.
    app.holds_down("j").await;
    app.find(&format!("//h2[contains(., {REVIEW:?})]")).await;
    settle().await;
    app.keys(&["Ctrl+Enter"]).await;
    app.reads("it came too soon").await;
    assert!(!first.is_over());
    app.lets_go().await;

    // An input method's Enter is the input method's.
    settle().await;
    app.js(
        "const press = (init) => ['keydown', 'keyup'].forEach((type) => document.activeElement.dispatchEvent(\
           new KeyboardEvent(type, { bubbles: true, cancelable: true, ctrlKey: true, code: 'Enter', ...init })));\
         press({ key: 'Enter', isComposing: true });\
         press({ key: 'Process', keyCode: 229 });",
        &[],
    )
    .await;

    // One press sends one ask: what the X server repeats while the keys stay down does not send the next.
    let second = call(
        &app,
        "request_review",
        json!({
            "title": "Another change", "content": [{ "type": "markdown", "text": "x" }], "project": "kiln",
        }),
    );
    app.lets_in(1).await;
    app.js(
        "window.heard = 0; addEventListener('keydown', (event) => { if (event.key === 'Enter') window.heard += 1 }, true)",
        &[],
    )
    .await;
    assert!(!first.is_over());
    settle().await;
    screen
        .keyboard(&["keydown", "ctrl", "keydown", "Return"])
        .await;
    assert_eq!(
        first.result().await["reply"],
        json!({ "outcome": "approved" })
    );
    app.find("//h2[contains(., 'Another change')]").await;
    eventually("the key repeats", async || {
        let heard = app.js(HEARD, &[]).await.as_u64()?;
        (heard > 20).then_some(())
    })
    .await;
    screen.keyboard(&["keyup", "Return", "keyup", "ctrl"]).await;
    assert!(!second.is_over());
    app.send_by_key().await;
    assert_eq!(
        second.result().await["reply"],
        json!({ "outcome": "approved" })
    );
}

#[tokio::test]
async fn new_asks_are_counted_and_move_no_row_while_one_is_read() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let _first = ask(&app, "ask_question", asks::short("First?")).await;
    let _second = ask(&app, "ask_question", asks::short("Second?")).await;
    app.open("First?").await;
    let address = app.window.current_url().await.unwrap();
    let before = app.js(ROWS, &[]).await;
    assert_eq!(before.as_array().unwrap().len(), 2);

    let _third = call(&app, "ask_question", asks::short("Third?"));
    app.reads("1 new").await;
    assert_eq!(app.js(ROWS, &[]).await, before);
    app.lets_in(1).await;
    app.reads("Third?").await;
    let after = app.js(ROWS, &[]).await;
    assert_eq!(after.as_array().unwrap().len(), 3);
    assert_eq!(app.window.current_url().await.unwrap(), address);
}

/// Which asks the list shows, and how far down.
const ROWS: &str = "return [...document.querySelectorAll('nav a[data-ask]')]\
    .map((row) => [row.dataset.ask, Math.round(row.getBoundingClientRect().top)])";
