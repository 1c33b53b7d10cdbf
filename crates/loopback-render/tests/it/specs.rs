//! The examples of the two specifications of markdown, each rendered and compared.

mod differences;
mod examples;
mod plain;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use loopback_render::{Colour, MarkdownOptions};

use crate::allowed::assert_safe;
use crate::whole::markdown;

use differences::{COMMONMARK, Difference, GITHUB};
use examples::examples;
use plain::plain;

const COMMONMARK_SPEC: &str = include_str!("../specs/commonmark-0.31.2.txt");
const GITHUB_SPEC: &str = include_str!("../specs/gfm-0.29.txt");

#[test]
fn every_example_of_the_commonmark_spec_is_as_it_says_but_the_listed_ones() {
    compare(COMMONMARK_SPEC, 652, COMMONMARK);
}

#[test]
fn every_example_of_the_github_spec_is_as_it_says_but_the_listed_ones() {
    compare(GITHUB_SPEC, 673, GITHUB);
}

/// Fails for each example that differs and is not listed, and for each listed one that does not differ.
#[track_caller]
fn compare(spec: &str, count: usize, listed: &[Difference]) {
    let listed: BTreeMap<usize, &str> = listed
        .iter()
        .flat_map(|(reason, numbers)| numbers.iter().map(move |number| (*number, *reason)))
        .collect();
    let examples = examples(spec);
    assert_eq!(examples.len(), count, "examples in the text");
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        heading_offset: 0,
        colour: Colour::Plain,
    };
    let mut wrong = String::new();
    for example in &examples {
        let ours = markdown(&example.markdown, &options).html.into_string();
        assert_safe(&ours);
        let (expected, shown) = (plain(&example.html), plain(&ours));
        let number = example.number;
        match (expected == shown, listed.get(&number)) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(reason)) => {
                let _ = writeln!(wrong, "{number} is listed ({reason}) but does not differ");
            }
            (false, None) => {
                let section = &example.section;
                let text = &example.markdown;
                let _ = writeln!(
                    wrong,
                    "{number} ({section}) differs\n{text}-- expected\n{expected}-- shown\n{shown}"
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
