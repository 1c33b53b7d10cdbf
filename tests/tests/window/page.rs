//! The page in the window, as a person uses it: by what is written on it, and by keys.

use std::time::Duration;

use fantoccini::Locator;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::key::Key;

use crate::app::App;
use crate::screen::eventually;

impl App {
    /// Waits for a button and clicks it. What just appeared under the pointer does not act for half
    /// a second, so this waits as a person would.
    pub(crate) async fn press(&self, label: &str) {
        let xpath = format!(
            "//button[normalize-space()={label:?} or starts-with(normalize-space(), {label:?})]"
        );
        let button = self.find(&xpath).await;
        settle().await;
        button.click().await.unwrap();
    }

    /// Waits until the page says this somewhere.
    pub(crate) async fn reads(&self, words: &str) {
        eventually(&format!("the page says {words:?}"), async || {
            let text = self
                .window
                .execute("return document.body.innerText", vec![])
                .await
                .ok()?;
            let text = text.as_str()?.replace('\u{a0}', " ");
            text.contains(words).then_some(())
        })
        .await;
    }

    /// Waits until the window shows this ask.
    pub(crate) async fn shows(&self, id: &str) {
        eventually(&format!("the window shows ask {id}"), async || {
            let url = self.window.current_url().await.ok()?;
            url.path().ends_with(id).then_some(())
        })
        .await;
    }

    /// Waits for an element.
    pub(crate) async fn find(&self, xpath: &str) -> Element {
        self.window
            .wait()
            .at_most(Duration::from_secs(10))
            .for_element(Locator::XPath(xpath))
            .await
            .unwrap_or_else(|error| panic!("{xpath}: {error}"))
    }

    /// Types into the box that has this label.
    pub(crate) async fn write(&self, label: &str, words: &str) {
        let field = self
            .find(&format!("//textarea[@aria-label={label:?}]"))
            .await;
        field.send_keys(words).await.unwrap();
    }

    /// Picks the choice with this label.
    pub(crate) async fn pick(&self, label: &str) {
        self.find(&format!("//label[.//span[normalize-space()={label:?}]]"))
            .await
            .click()
            .await
            .unwrap();
    }

    /// Presses Ctrl+Enter, past the time in which a new window takes no sending key.
    pub(crate) async fn send_by_key(&self) {
        settle().await;
        let keys = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down {
                value: Key::Control.into(),
            })
            .then(KeyAction::Down {
                value: Key::Enter.into(),
            })
            .then(KeyAction::Up {
                value: Key::Enter.into(),
            })
            .then(KeyAction::Up {
                value: Key::Control.into(),
            });
        self.window.perform_actions(keys).await.unwrap();
    }
}

/// A little more than the half second in which nothing sends.
pub(crate) async fn settle() {
    tokio::time::sleep(Duration::from_millis(700)).await;
}
