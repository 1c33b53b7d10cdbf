//! What is shown together shares one budget for its colours, and loses nothing but colour when that is spent.

use std::time::Duration;

use loopback_render::{
    Budget, CodeOptions, Colour, DiffOptions, MarkdownOptions, Rendered, Warning, code, diff,
    markdown,
};

const PATCH: &str = "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-let a = 1;\n+let a = 2;\n";
const TEXT: &str = "Words.\n\n```rust\nlet a = 1;\n```\n";

/// Every kind of piece, one after the other, as an ask has them.
fn pieces(colour: Colour, budget: &mut Budget) -> [Rendered; 3] {
    let code_options = CodeOptions {
        language: Some("rust"),
        colour,
        ..CodeOptions::default()
    };
    let diff_options = DiffOptions {
        colour,
        ..DiffOptions::default()
    };
    let markdown_options = MarkdownOptions {
        colour,
        ..MarkdownOptions::default()
    };
    [
        code("let a = 1;", &code_options, budget),
        diff(PATCH, &diff_options, budget),
        markdown(TEXT, &markdown_options, budget),
    ]
}

#[test]
fn with_nothing_left_every_piece_is_plain_and_says_so() {
    let mut spent = Budget::new(Duration::ZERO);
    let plain = pieces(Colour::Plain, &mut Budget::default());
    for (piece, plain) in pieces(Colour::Full, &mut spent).iter().zip(&plain) {
        assert_eq!(piece.html, plain.html);
        assert_eq!(piece.warnings, [Warning::HighlightingStopped]);
        assert_eq!(plain.warnings, []);
    }
}

#[test]
fn a_piece_that_needs_no_colours_does_not_say_that_they_stopped() {
    let mut spent = Budget::new(Duration::ZERO);
    let options = CodeOptions {
        language: Some("text"),
        ..CodeOptions::default()
    };
    assert_eq!(code("words", &options, &mut spent).warnings, []);
    let words = markdown("words", &MarkdownOptions::default(), &mut spent);
    assert_eq!(words.warnings, []);
}

#[test]
fn plain_pieces_spend_nothing() {
    let mut budget = Budget::new(Duration::from_nanos(1));
    pieces(Colour::Plain, &mut budget);
    assert!(!budget.is_spent());
    pieces(Colour::Full, &mut budget);
    assert!(budget.is_spent());
}
