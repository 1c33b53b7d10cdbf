//! What changed between two texts, two pieces of code and two diffs: the input before and after its first NUL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loopback_render::{
    Budget, CodeLines, CodeOptions, Colour, DiffOptions, MarkdownOptions, code_changes,
    diff_changes, markdown_changes,
};
use loopback_render_fuzz::judge;

fuzz_target!(|input: &str| {
    let (old, new) = input.split_once('\0').unwrap_or((input, ""));
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        colour: Colour::Plain,
        ..MarkdownOptions::default()
    };
    judge(&markdown_changes(
        old,
        new,
        &options,
        &mut Budget::default(),
    ));
    let options = CodeOptions {
        colour: Colour::Plain,
        ..CodeOptions::default()
    };
    judge(&code_changes(old, new, &options, &mut Budget::default()));
    let options = DiffOptions {
        colour: Colour::Plain,
        ..DiffOptions::default()
    };
    judge(&diff_changes(old, new, &options, &mut Budget::default()));
    let lines = u32::try_from(new.split('\n').count()).unwrap_or(u32::MAX);
    if let Some(line) = CodeLines::between(old, new).now(1) {
        assert!((1..=lines).contains(&line));
    }
});
