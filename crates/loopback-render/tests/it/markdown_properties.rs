//! What holds for any two versions of a text whatever.

use loopback_render::{Budget, Colour, MarkdownOptions, Rendered, markdown_changes};
use proptest::prelude::*;
use scraper::{ElementRef, Html, Node};

use crate::allowed::text;
use crate::properties::{MARKDOWN, assert_sound, options, pieces};
use crate::whole::markdown;

fn changes(old: &str, new: &str) -> Rendered {
    markdown_changes(old, new, &options(), &mut Budget::default())
}

/// A text and another that has much in common with it.
fn versions() -> impl Strategy<Value = (String, String)> {
    let piece = || {
        prop_oneof![
            3 => prop::sample::select(MARKDOWN).prop_map(str::to_owned),
            2 => "zq[a-z]{1,4} ",
        ]
    };
    (
        prop::collection::vec(piece(), 0..60),
        prop::collection::vec((any::<prop::sample::Index>(), piece()), 0..6),
    )
        .prop_map(|(pieces, edits)| {
            let mut other = pieces.clone();
            for (at, piece) in edits {
                let at = at.index(other.len() + 1);
                if at % 3 == 0 {
                    other.truncate(at);
                }
                other.insert(at.min(other.len()), piece);
            }
            (pieces.concat(), other.concat())
        })
}

/// The words of a page without what is marked as gone, and without code, whose changes are shown as lines.
fn what_stays(html: &str) -> String {
    let page = Html::parse_fragment(html);
    let mut words = String::new();
    push_what_stays(&mut words, page.root_element());
    words.retain(|c| !c.is_whitespace());
    words
}

fn push_what_stays(words: &mut String, element: ElementRef<'_>) {
    let left_out = [
        "lb-gone",
        "lb-block-gone",
        "lb-part-gone",
        "lb-code",
        // Where a link leads is said in more places than one.
        "lb-target",
    ];
    if element
        .value()
        .classes()
        .any(|class| left_out.contains(&class))
    {
        return;
    }
    // One mark stands for a run of hidden characters, and a run may have come in two parts.
    if let Some(chars) = element.attr("data-lb-chars") {
        for group in chars.split(' ') {
            let (code, times) = group.split_once('*').unwrap_or((group, "1"));
            words.push_str(&code.repeat(times.parse().expect("a number")));
        }
        return;
    }
    for child in element.children() {
        match child.value() {
            Node::Text(text) => words.push_str(text),
            Node::Element(_) => {
                push_what_stays(words, ElementRef::wrap(child).expect("an element"));
            }
            _ => {}
        }
    }
}

/// The words that [`versions`] made up: others may be markup in one version and words in the other. Each is
/// looked for by itself, as what stands between two pieces of text may have changed.
fn words(html: &str) -> Vec<String> {
    let page = Html::parse_fragment(html);
    let texts = page.root_element().text();
    let parts = texts.flat_map(|text| text.split(|c: char| !c.is_ascii_lowercase()));
    parts
        .filter(|word| word.starts_with("zq"))
        .map(str::to_owned)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changes_between_any_two_texts_are_safe_to_show(old in pieces(MARKDOWN), new in pieces(MARKDOWN)) {
        assert_sound(&changes(&old, &new));
    }

    #[test]
    fn a_text_has_no_changes_to_itself(text in pieces(MARKDOWN)) {
        prop_assert_eq!(
            changes(&text, &text).html.into_string(),
            markdown(&text, &options()).html.into_string()
        );
    }

    #[test]
    fn without_what_is_gone_the_new_version_remains((old, new) in versions()) {
        let shown = changes(&old, &new);
        assert_sound(&shown);
        prop_assert_eq!(
            what_stays(shown.html.as_str()),
            what_stays(markdown(&new, &options()).html.as_str()),
            "{}", shown.html.as_str()
        );
    }

    #[test]
    fn every_word_that_is_gone_is_there_still((old, new) in versions()) {
        let shown = text(changes(&old, &new).html.as_str());
        // Of a changed block of code what is the same is shown near the changes only.
        let stays = words(markdown(&new, &options()).html.as_str());
        let was = words(markdown(&old, &options()).html.as_str());
        for word in was.into_iter().filter(|word| !stays.contains(word)) {
            prop_assert!(shown.contains(&word), "{word:?} of {old:?} in {shown:?}");
        }
    }

    #[test]
    fn the_plain_form_has_the_words_of_the_coloured_one((old, new) in versions()) {
        let plain = MarkdownOptions { colour: Colour::Plain, ..options() };
        let shown = markdown_changes(&old, &new, &plain, &mut Budget::default());
        prop_assert_eq!(text(shown.html.as_str()), text(changes(&old, &new).html.as_str()));
    }
}
