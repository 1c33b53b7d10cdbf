//! A diff, in one column and in two.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loopback_render::{Budget, Colour, DiffOptions, Layout, diff};
use loopback_render_fuzz::judge;

fuzz_target!(|text: &str| {
    for layout in [Layout::Unified, Layout::Split] {
        let options = DiffOptions {
            filename: Some("x.rs"),
            layout,
            colour: Colour::Plain,
        };
        judge(&diff(text, &options, &mut Budget::default()));
    }
});
