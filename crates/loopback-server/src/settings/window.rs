//! The section `[window]`: the person's preferences, what they usually are, and under which keys they stand.

use loopback_contract::{
    Advance, CodeThemeInfo, Density, DiffLayout, Preferences, QuickReply, Theme,
};
use loopback_render::USUAL_CODE_THEME;
use toml_edit::{Array, Value};

use super::document::Section;

/// The name of the section.
pub(super) const SECTION: &str = "window";

/// The limits of the contract.
const MOST_REPLIES: usize = 20;
const LONGEST_REPLY: usize = 500;

/// The preferences of somebody who never chose.
#[must_use]
pub fn usual_preferences() -> Preferences {
    let quick = ["You decide and tell me", "Go on", "Explain more first"];
    Preferences {
        theme: Theme::System,
        text_size: 100,
        density: Density::Comfortable,
        undo_seconds: 5,
        advance: Advance::Next,
        single_letter_keys: true,
        code_theme: USUAL_CODE_THEME.to_owned(),
        diff_layout: DiffLayout::Unified,
        wrap: false,
        quick_replies: quick.map(quick_reply).into(),
    }
}

/// The colours of code there are to choose from, the usual ones first.
#[must_use]
pub fn code_themes() -> Vec<CodeThemeInfo> {
    let themes = loopback_render::code_themes().iter();
    themes
        .map(|theme| CodeThemeInfo {
            name: theme.name.to_owned(),
            label: theme.label.to_owned(),
        })
        .collect()
}

fn quick_reply(text: impl Into<String>) -> QuickReply {
    QuickReply { text: text.into() }
}

/// Reads the section, with the usual value for whatever is missing or cannot be used.
pub(super) fn read(window: &Section<'_>, usual: Preferences) -> Preferences {
    let themes = loopback_render::code_themes().iter();
    let themes: Vec<&str> = themes.map(|theme| theme.name).collect();
    let fits = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_REPLY;
    let replies = window.texts(
        "quick_replies",
        MOST_REPLIES,
        fits,
        "at most 20 texts of 1 to 500 characters",
    );
    Preferences {
        theme: window.word("theme", Theme::ALL, usual.theme),
        text_size: window.whole("text_size", 80..=200, usual.text_size),
        density: window.word("density", Density::ALL, usual.density),
        undo_seconds: window.whole("undo_seconds", 0..=10, usual.undo_seconds),
        advance: window.word("advance", Advance::ALL, usual.advance),
        single_letter_keys: window.flag("single_letter_keys", usual.single_letter_keys),
        code_theme: window
            .word("code_theme", &themes, usual.code_theme.as_str())
            .to_owned(),
        diff_layout: window.word("diff_layout", DiffLayout::ALL, usual.diff_layout),
        wrap: window.flag("wrap", usual.wrap),
        quick_replies: replies.map_or(usual.quick_replies, |replies| {
            replies.into_iter().map(quick_reply).collect()
        }),
    }
}

/// Every preference under its key, in the order in which a new file has them.
pub(super) fn entries(preferences: &Preferences) -> [(&'static str, Value); 10] {
    // Taken apart whole, so that a new preference cannot be forgotten here.
    let Preferences {
        theme,
        text_size,
        density,
        undo_seconds,
        advance,
        single_letter_keys,
        code_theme,
        diff_layout,
        wrap,
        quick_replies,
    } = preferences;
    let replies: Array = quick_replies.iter().map(|reply| &reply.text).collect();
    [
        ("theme", theme.as_str().into()),
        ("text_size", i64::from(*text_size).into()),
        ("density", density.as_str().into()),
        ("undo_seconds", i64::from(*undo_seconds).into()),
        ("advance", advance.as_str().into()),
        ("single_letter_keys", (*single_letter_keys).into()),
        ("code_theme", code_theme.into()),
        ("diff_layout", diff_layout.as_str().into()),
        ("wrap", (*wrap).into()),
        ("quick_replies", replies.into()),
    ]
}
