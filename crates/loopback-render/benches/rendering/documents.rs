//! Documents made up to a size in bytes: as people write them, and some that no one does.

use std::fmt::Write as _;

/// Source that people wrote, for documents as they usually are.
const SOURCE: &str = include_str!("../../src/diff/header.rs");

pub(crate) fn fill(size: usize, piece: &str) -> String {
    piece.repeat((size / piece.len()).max(1))
}

/// As [`fill`], with a number before each piece, so that no line is like the one before.
pub(crate) fn varied(size: usize, piece: &str) -> String {
    let mut text = String::with_capacity(size + piece.len());
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        let _ = write!(text, "{number} {piece}");
    }
    text
}

/// Lines of source without end. What repeats in them is what repeats in what people write: empty lines, ends of blocks.
fn lines() -> impl Iterator<Item = String> {
    (0..).flat_map(|round| {
        SOURCE.lines().map(move |line| {
            let word = line
                .rfind(char::is_alphanumeric)
                .filter(|_| line.trim().len() > 12);
            let mut line = line.to_owned();
            if let Some(end) = word {
                line.insert_str(end + 1, &round.to_string());
            }
            line
        })
    })
}

pub(crate) fn source(size: usize) -> String {
    let mut text = String::with_capacity(size + 100);
    for line in lines() {
        if text.len() >= size {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

pub(crate) fn prose(size: usize) -> String {
    fill(
        size,
        "## What changed\n\nThe importer *drops* rows with a trailing comma; see `parse_row` in [the parser](https://a.example/p).\n\n\
         - One more state\n- One more **test**, in `tests/rows.rs`\n\n> Nothing else depends on it.\n\n| before | after |\n|---|--:|\n| 3 | 4 |\n\n",
    )
}

pub(crate) fn fence(size: usize) -> String {
    format!("```rust\n{}```\n", source(size))
}

pub(crate) fn many_fences(size: usize) -> String {
    fill(size, "```rust\nfn main() { let x = \"a\"; }\n```\n\n")
}

/// A patch in which one line in ten changes.
pub(crate) fn patch(size: usize) -> String {
    let mut text = "diff --git a/src/a.rs b/src/a.rs\n--- a/src/a.rs\n+++ b/src/a.rs\n".to_owned();
    let mut lines = lines();
    let mut number = 1;
    while text.len() < size {
        let _ = writeln!(text, "@@ -{number},20 +{number},20 @@");
        for at in 0..20 {
            let line = lines.next().unwrap_or_default();
            if at % 10 == 5 {
                let _ = writeln!(text, "-{line}\n+{}", line.replace("line", "row"));
            } else {
                let _ = writeln!(text, " {line}");
            }
        }
        number += 30;
    }
    text
}

/// Few different lines in no order.
pub(crate) fn repetitive(size: usize) -> String {
    let mut seed = 7_u32;
    let mut text = String::new();
    while text.len() < size {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(["a\n", "b\n", "c\n"][(seed >> 24) as usize % 3]);
    }
    text
}
