//! The page in the window, as a person uses it: by what is written on it.

use std::time::Duration;

use fantoccini::Locator;
use fantoccini::elements::Element;
use serde_json::Value;

use crate::app::App;
use crate::screen::{PATIENCE, eventually};

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
            self.text().await?.contains(words).then_some(())
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
            .at_most(PATIENCE)
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

    /// Waits until the box with this label holds exactly these words.
    pub(crate) async fn holds(&self, label: &str, words: &str) {
        let box_ = format!("//textarea[@aria-label={label:?}]");
        eventually(&format!("{label:?} holds {words:?}"), async || {
            let field = self.window.find(Locator::XPath(&box_)).await.ok()?;
            (field.prop("value").await.ok()?? == words).then_some(())
        })
        .await;
    }

    /// Waits until the page says this nowhere any more.
    pub(crate) async fn no_longer_reads(&self, words: &str) {
        eventually(&format!("the page no longer says {words:?}"), async || {
            (!self.text().await?.contains(words)).then_some(())
        })
        .await;
    }

    /// Clicks an element once it is there.
    pub(crate) async fn click(&self, xpath: &str) {
        self.find(xpath).await.click().await.unwrap();
    }

    /// Waits until the choice with this label, and no other, is picked.
    pub(crate) async fn has_picked(&self, label: &str) {
        let script = "const picked = [...document.querySelectorAll('article label:has(input:checked)')];\
            return picked.length === 1 && [...picked[0].querySelectorAll('span')].some(\
              (span) => span.textContent.trim() === arguments[0])";
        eventually(&format!("{label:?} is picked"), async || {
            (self.js(script, &[label.into()]).await == true).then_some(())
        })
        .await;
    }

    /// Waits until so many new asks are counted above the list, and lets them into it.
    pub(crate) async fn lets_in(&self, count: usize) {
        let pill = format!("//nav//button[contains(normalize-space(), '{count} new')]");
        self.click(&pill).await;
    }

    /// Opens the ask in the list whose title says this, by pointer.
    pub(crate) async fn open(&self, title: &str) {
        self.click(&row(title)).await;
        self.find("//article").await;
    }

    /// The id of the ask that is open.
    pub(crate) async fn ask_id(&self) -> String {
        let url = self.window.current_url().await.unwrap();
        let id = url.path().strip_prefix("/asks/");
        id.expect("an ask is open").to_owned()
    }

    /// What a script in the page gives.
    pub(crate) async fn js(&self, script: &str, arguments: &[Value]) -> Value {
        let result = self.window.execute(script, arguments.to_vec()).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// All there is to read on the page.
    async fn text(&self) -> Option<String> {
        let script = "return document.body.innerText";
        let text = self.window.execute(script, vec![]).await.ok()?;
        Some(text.as_str()?.replace('\u{a0}', " "))
    }
}

/// The row in the list whose title says this.
pub(crate) fn row(title: &str) -> String {
    format!("//nav//a[@data-ask][.//span[contains(@class, 'title') and contains(., {title:?})]]")
}

/// A little more than the half second in which nothing sends.
pub(crate) async fn settle() {
    tokio::time::sleep(Duration::from_millis(700)).await;
}
