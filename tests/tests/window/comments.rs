//! Comments on single lines of a change, which reach the agent with their file, line and quote.

use serde_json::{Value, json};

use crate::agent::{Call, ask};
use crate::app::App;
use crate::asks::{self, REVIEW};
use crate::page::settle;
use crate::screen::{Screen, Services, eventually};

const EDITOR: &str = "//section[@aria-label='Comments']//textarea";

fn comment(line: u32, quote: &str, text: &str) -> Value {
    json!({
        "place": "/prompt/content/0",
        "file": "src/migrate.rs",
        "side": "new",
        "line": line,
        "quote": quote,
        "text": text,
    })
}

async fn reviewed(screen: &Screen) -> (App, Call) {
    screen.prefer("undo_seconds = 0");
    let app = App::start(screen).await;
    let asked = ask(&app, "request_review", asks::review()).await;
    app.open(REVIEW).await;
    app.find("//div[contains(@class, 'commentable')]").await;
    eventually("the lines are laid out", async || {
        let script = "return document.querySelector(\".commentable .lb-row[data-new='3']\")?.checkVisibility()";
        (app.js(script, &[]).await == true).then_some(())
    })
    .await;
    settle().await;
    (app, asked)
}

#[tokio::test]
async fn a_line_is_commented_on_by_keyboard_alone() {
    let screen = Screen::start(Services::None).await;
    let (app, asked) = reviewed(&screen).await;
    app.keys(&["c"]).await;
    app.stands_on(".lb-row").await;
    app.walk_to("Down", ".lb-row[data-new='3']").await;
    app.keys(&["c"]).await;
    app.find(EDITOR).await;
    app.types("Commit it too.").await;
    app.keys(&["Ctrl+Enter"]).await;
    app.stands_on(".lb-row[data-new='3']").await;
    app.reads("One comment").await;
    assert!(!asked.is_over());
    app.keys(&["r"]).await;
    app.types("Almost.").await;
    app.send_by_key().await;
    let reply = asked.result().await["reply"].take();
    let line = "    let transaction = connection.transaction()?;";
    assert_eq!(
        reply,
        json!({
            "outcome": "changes_requested",
            "feedback": format!("Almost.\n\n`src/migrate.rs:3`\n```\n{line}\n```\nCommit it too."),
            "comments": [comment(3, line, "Commit it too.")],
        })
    );
}

#[tokio::test]
async fn lines_are_commented_on_by_pointer_and_one_is_taken_away() {
    let screen = Screen::start(Services::None).await;
    let (app, asked) = reviewed(&screen).await;
    let on = async |line: u32, words: &str| {
        app.points_at(&format!(
            "(//*[contains(@class, 'lb-row')][@data-new='{line}'])[last()]"
        ))
        .await;
        app.click(&format!(
            "//button[@aria-label='Comment on added line {line}']"
        ))
        .await;
        app.find(EDITOR).await.send_keys(words).await.unwrap();
        app.press("Done").await;
    };
    on(4, "Sorted?").await;
    on(2, "Why not by name?").await;
    app.reads("2 comments").await;
    app.click("//button[@aria-label='Remove the comment on src/migrate.rs:4']")
        .await;
    app.reads("One comment").await;
    app.press("Request changes").await;
    let reply = asked.result().await["reply"].take();
    let line = "for step in STEPS.iter().filter(|step| step.number > version) {";
    assert_eq!(
        reply,
        json!({
            "outcome": "changes_requested",
            "feedback": format!("`src/migrate.rs:2`\n```\n{line}\n```\nWhy not by name?"),
            "comments": [comment(2, line, "Why not by name?")],
        })
    );
}
