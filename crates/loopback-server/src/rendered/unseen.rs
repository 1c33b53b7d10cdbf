//! That the three tables of characters which are not seen, or turn text around, say the same.
//!
//! There is one for each floor that needs it: `loopback_rules::is_unseen` for what counts as words, one in
//! `loopback-render` for what is marked on the page, one in `ui/src/logic/visible.ts` for plain texts beside that.
//! Neither leaf sees the other, and the page sees neither, so they are held together here.

use std::collections::BTreeSet;

use loopback_render::{Budget, CodeOptions, Colour, code};
use loopback_rules::is_unseen;

fn all() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

#[test]
fn what_is_marked_in_code_is_what_is_not_seen() {
    // White space is seen by what it does, even such as is marked in code.
    let letters: Vec<char> = all().filter(|c| !c.is_whitespace()).collect();
    let mut marked = BTreeSet::new();
    for some in letters.chunks(8192) {
        let text: String = some.iter().flat_map(|&c| ['x', c, 'x', '\n']).collect();
        let options = CodeOptions {
            colour: Colour::Plain,
            ..CodeOptions::default()
        };
        let html = code(&text, &options, &mut Budget::default()).html;
        marked.extend(html.as_str().split("data-lb-chars=\"").skip(1).map(|mark| {
            let number = mark.split('"').next().unwrap();
            char::from_u32(u32::from_str_radix(number, 16).unwrap()).unwrap()
        }));
    }
    let unseen: BTreeSet<char> = letters.into_iter().filter(|&c| is_unseen(c)).collect();
    assert_same(&marked, &unseen);
}

#[test]
fn what_the_page_makes_visible_in_plain_texts_is_what_is_not_seen() {
    // Emoji and several scripts are joined and chosen with these, and a soft hyphen is honest typography.
    let has_its_use = |c: char| {
        matches!(
            c,
            '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{ad}'
        )
    };
    // These are white space, but not such as a plain text of one line has.
    let ends_a_line = |c: char| matches!(c, '\u{b}'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let wanted = all().filter(|&c| is_unseen(c) && !has_its_use(c) || ends_a_line(c));
    assert_same(&of_the_page(), &wanted.collect());
}

/// The characters of the one set in the page's regular expression.
fn of_the_page() -> BTreeSet<char> {
    let source = include_str!("../../../../ui/src/logic/visible.ts");
    let set = source
        .split_once("/[")
        .unwrap()
        .1
        .split_once("]/gu")
        .unwrap()
        .0;
    let mut found = BTreeSet::new();
    let mut range = None;
    for escape in set.split("\\u").skip(1) {
        let goes_on = escape.ends_with('-');
        let number = escape.trim_matches(['{', '}', '-']);
        let c = char::from_u32(u32::from_str_radix(number, 16).unwrap()).unwrap();
        found.extend(range.take().unwrap_or(c)..=c);
        range = goes_on.then_some(c);
    }
    found
}

fn assert_same(found: &BTreeSet<char>, wanted: &BTreeSet<char>) {
    let numbers = |set: Vec<&char>| -> Vec<String> {
        set.into_iter()
            .map(|&c| format!("U+{:04X}", u32::from(c)))
            .collect()
    };
    let missing = numbers(wanted.difference(found).collect());
    let too_many = numbers(found.difference(wanted).collect());
    assert!(
        missing.is_empty() && too_many.is_empty(),
        "missing: {missing:?}, too many: {too_many:?}"
    );
}
