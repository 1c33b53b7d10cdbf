//! What leads out of the window leaves it for the system's browser, and the window stays where it is.

use serde_json::json;

use crate::agent::ask;
use crate::app::App;
use crate::page::row;
use crate::screen::{Screen, Services, eventually};

const TEXT: &str = "Read [the notes](https://example.com/notes?a=1&b=2) and [the other](https://пример.рф/), \
     or [write](mailto:ann@example.com).";

#[tokio::test]
async fn a_link_opens_in_the_systems_browser_and_says_before_where_it_leads() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let asked = json!({ "question": "Is this right?", "context": TEXT, "project": "kiln" });
    let _asked = ask(&app, "ask_question", asked).await;
    app.open("Is this right?").await;
    let address = app.window.current_url().await.unwrap();
    let mut gone = Vec::new();
    for (words, place, opens) in [
        (
            "the notes",
            "example.com",
            "https://example.com/notes?a=1&b=2",
        ),
        // A name that could be another's in disguise is said as the network writes it, too.
        (
            "the other",
            "пример.рф (xn--e1afmkfd.xn--p1ai)",
            "https://xn--e1afmkfd.xn--p1ai/",
        ),
        ("write", "ann@example.com", "mailto:ann@example.com"),
    ] {
        let link = format!("//article//a[.={words:?}]");
        app.points_at(&link).await;
        app.reads(&format!("Opens {place} in your browser")).await;
        app.click(&link).await;
        gone.push(opens.to_owned());
        is_opened(&screen, &gone).await;
    }
    app.tab_to("a[href^='https://example.com']").await;
    app.reads("Opens example.com in your browser").await;
    app.keys(&["Enter"]).await;
    gone.push(gone[0].clone());
    is_opened(&screen, &gone).await;

    assert_eq!(app.window.current_url().await.unwrap(), address);
    assert_eq!(screen.windows().await.len(), 1);
    app.reads("Is this right?").await;
}

#[tokio::test]
async fn a_row_that_is_clicked_for_a_window_of_its_own_shows_its_ask_in_this_one() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let asked = json!({ "question": "Is this right?", "project": "kiln" });
    let _asked = ask(&app, "ask_question", asked).await;
    let row = row("Is this right?");
    app.find(&row).await;
    app.clicks_with("Ctrl", &row).await;
    app.find("//article").await;
    assert_eq!(screen.opened(), Vec::<String>::new());
    assert_eq!(screen.windows().await.len(), 1);
}

async fn is_opened(screen: &Screen, addresses: &[String]) {
    eventually(&format!("{addresses:?} are opened"), async || {
        (screen.opened() == addresses).then_some(())
    })
    .await;
}
