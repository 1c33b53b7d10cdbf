//! A piece of code in one of several languages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loopback_render::{Budget, CodeOptions, code};
use loopback_render_fuzz::judge;

const LANGUAGES: [&str; 8] = [
    "rust", "html", "php", "python", "markdown", "bash", "js", "none",
];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let options = CodeOptions {
        language: Some(LANGUAGES[usize::from(choice) % LANGUAGES.len()]),
        filename: text.lines().next(),
        ..CodeOptions::default()
    };
    judge(&code(text, &options, &mut Budget::default()));
});
