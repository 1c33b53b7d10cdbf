//! A picture from the desktop's clipboard goes with the reply.

use loopback_tests::PIXEL;

use crate::agent::ask;
use crate::app::App;
use crate::asks::{self, REVIEW};
use crate::screen::{Screen, Services};

#[tokio::test]
async fn a_picture_from_the_clipboard_is_pasted_and_reaches_the_agent_by_its_id() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0");
    let app = App::start(&screen).await;
    let asked = ask(&app, "request_review", asks::review()).await;
    app.open(REVIEW).await;
    app.write("Note or changes", "It looks like this:").await;
    screen.copies_picture(PIXEL).await;
    app.keys(&["Ctrl+v"]).await;
    app.find("//ul[@aria-label='Pictures that go with it']//img[@alt='Picture 1 of 1']")
        .await;
    app.holds("Note or changes", "It looks like this:").await;
    app.press("Request changes").await;
    let reply = asked.result().await["reply"].take();
    assert_eq!(reply["feedback"], "It looks like this:");
    let images = reply["images"].as_array().unwrap();
    assert_eq!(images.len(), 1);

    // What the agent was told is what lies on disk.
    let id = images[0].as_str().unwrap();
    let files = std::fs::read_dir(app.data_dir.join("files")).unwrap();
    let names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.iter().any(|name| name.contains(id)), "{names:?}");
}
