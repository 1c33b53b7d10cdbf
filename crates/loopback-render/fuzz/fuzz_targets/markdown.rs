//! A text, and its title.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loopback_render::{Budget, MarkdownOptions, markdown, plain_title};
use loopback_render_fuzz::judge;

fuzz_target!(|text: &str| {
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    };
    judge(&markdown(text, &options, &mut Budget::default()));
    assert!(!plain_title(text).contains(char::is_control));
});
