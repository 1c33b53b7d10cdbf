//! Asks are found again: by the palette, by the words in a reply, and taken along as files.

use serde_json::Value;

use crate::agent::ask;
use crate::app::App;
use crate::asks::{self, REVIEW};
use crate::screen::{Screen, Services};

#[tokio::test]
async fn asks_are_found_by_palette_and_search_and_saved_to_the_download_folder() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let answered = ask(&app, "ask_question", asks::short("May I delete it?")).await;
    let _question = ask(&app, "ask_question", asks::question()).await;
    let _review = ask(&app, "request_review", asks::review()).await;
    app.open("May I delete it?").await;
    let id = app.ask_id().await;
    app.write("Your words", "Yes, it is merged.").await;
    app.press("Send answer").await;
    answered.result().await;

    // A few letters of its title open an ask.
    app.keys(&["Ctrl+k"]).await;
    app.stands_on("[role='combobox']").await;
    app.types("migr").await;
    app.find("//li[@role='option'][@aria-selected='true'][contains(., 'migration')]")
        .await;
    app.keys(&["Enter"]).await;
    app.find(&format!("//h2[contains(., {REVIEW:?})]")).await;
    app.stands_on("article").await;

    // A word of the reply finds what it was a reply to.
    app.keys(&["/"]).await;
    app.stands_on("input[type='search']").await;
    app.types("merged").await;
    app.find("//nav[@aria-label='Search']//mark[.='merged']")
        .await;
    app.keys(&["Enter"]).await;
    app.shows(&id).await;
    app.reads("Yes, it is merged.").await;

    // An ask is taken along as text, by the clipboard or as a file.
    app.click("//summary[@aria-label='More']").await;
    app.press("Copy as markdown").await;
    app.reads("Copied.").await;
    app.click("//summary[@aria-label='More']").await;
    app.press("Save as markdown").await;
    let (path, text) = screen.downloaded("kiln-", ".md").await;
    assert!(text.contains("May I delete it?"), "{text}");
    assert!(text.contains("Yes, it is merged."), "{text}");
    screen.has_copied(&text).await;
    app.reads(&format!("Saved as {}", path.display())).await;

    app.click("//summary[@aria-label='More']").await;
    app.press("Save as JSON").await;
    let (path, text) = screen.downloaded("kiln-", ".json").await;
    let saved: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(saved["id"], id);
    app.reads(&format!("Saved as {}", path.display())).await;

    app.keys(&["Ctrl+k"]).await;
    app.stands_on("[role='combobox']").await;
    app.types("decisions").await;
    app.keys(&["Enter"]).await;
    app.reads("Everything you replied").await;
    app.press("Export as Markdown").await;
    let (_, text) = screen.downloaded("loopback-decisions-", ".md").await;
    assert!(text.contains("Yes, it is merged."), "{text}");
    app.press("as JSON").await;
    let (path, text) = screen.downloaded("loopback-decisions-", ".json").await;
    let saved: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(saved["items"][0]["askId"], id);
    app.reads(&format!("Saved as {}", path.display())).await;
    // A name that is taken is not taken again.
    app.press("as JSON").await;
    screen.downloaded("loopback-decisions-", " (1).json").await;
}
