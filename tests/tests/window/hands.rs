//! The person's hands on the window: keys, words and the pointer, as the window system hands them on to the page.
//!
//! Nothing here puts the focus anywhere: what is reached by keyboard is reached by keys.

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::key::Key;

use crate::app::App;
use crate::page::settle;
use crate::screen::eventually;

/// More steps with the Tab key than any page here takes to walk through.
const WALK: usize = 80;

impl App {
    /// Presses keys one after the other: `"j"`, `"Enter"`, `"Ctrl+k"`, `"Shift+E"`.
    pub(crate) async fn keys(&self, keys: &[&str]) {
        for chord in keys {
            let held: Vec<char> = chord.split('+').map(key).collect();
            let mut actions = KeyActions::new("keyboard".to_owned());
            for &value in &held {
                actions = actions.then(KeyAction::Down { value });
            }
            for &value in held.iter().rev() {
                actions = actions.then(KeyAction::Up { value });
            }
            self.window.perform_actions(actions).await.unwrap();
        }
    }

    /// Presses Ctrl+Enter, past the time in which a new window takes no sending key.
    pub(crate) async fn send_by_key(&self) {
        settle().await;
        self.keys(&["Ctrl+Enter"]).await;
    }

    /// Presses one key and keeps it down, until [`App::lets_go`].
    pub(crate) async fn holds_down(&self, name: &str) {
        let actions = KeyActions::new("keyboard".to_owned());
        let actions = actions.then(KeyAction::Down { value: key(name) });
        self.window.perform_actions(actions).await.unwrap();
    }

    /// Releases whatever is down.
    pub(crate) async fn lets_go(&self) {
        self.window.release_actions().await.unwrap();
    }

    /// Types words to wherever the focus is.
    pub(crate) async fn types(&self, words: &str) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in words.chars() {
            actions = actions.then(KeyAction::Down { value });
            actions = actions.then(KeyAction::Up { value });
        }
        self.window.perform_actions(actions).await.unwrap();
    }

    /// Goes on with the Tab key until the focus is on what suits the selector.
    pub(crate) async fn tab_to(&self, selector: &str) {
        for _ in 0..WALK {
            self.keys(&["Tab"]).await;
            if self.is_on(selector).await {
                return;
            }
        }
        panic!("the Tab key does not lead to {selector}");
    }

    /// Goes on with one key until the focus is on what suits the selector.
    pub(crate) async fn walk_to(&self, step: &str, selector: &str) {
        for _ in 0..WALK {
            if self.is_on(selector).await {
                return;
            }
            self.keys(&[step]).await;
        }
        panic!("{step} does not lead to {selector}");
    }

    /// Waits until the focus is on what suits the selector.
    pub(crate) async fn stands_on(&self, selector: &str) {
        eventually(&format!("the focus is on {selector}"), async || {
            self.is_on(selector).await.then_some(())
        })
        .await;
    }

    async fn is_on(&self, selector: &str) -> bool {
        self.js(
            "return document.activeElement?.matches(arguments[0]) ?? false",
            &[selector.into()],
        )
        .await
            == true
    }

    /// Moves the pointer onto an element.
    pub(crate) async fn points_at(&self, xpath: &str) {
        let element = self.find(xpath).await;
        let there = |x, y| PointerAction::MoveToElement {
            element: element.clone(),
            duration: None,
            x,
            y,
        };
        // A pointer that was there already has to move to be noticed.
        let actions = MouseActions::new("mouse".to_owned())
            .then(there(2., 2.))
            .then(there(0., 0.));
        self.window.perform_actions(actions).await.unwrap();
    }

    /// Clicks an element while a key is down.
    pub(crate) async fn clicks_with(&self, name: &str, xpath: &str) {
        self.points_at(xpath).await;
        self.holds_down(name).await;
        let actions = MouseActions::new("mouse".to_owned())
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        self.window.perform_actions(actions).await.unwrap();
        self.lets_go().await;
    }
}

fn key(name: &str) -> char {
    let special = match name {
        "Ctrl" => Key::Control,
        "Shift" => Key::Shift,
        "Enter" => Key::Enter,
        "Escape" => Key::Escape,
        "Tab" => Key::Tab,
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Space" => return ' ',
        _ => {
            let mut chars = name.chars();
            let only = chars.next().filter(|_| chars.next().is_none());
            return only.unwrap_or_else(|| panic!("no key is called {name:?}"));
        }
    };
    special.into()
}
