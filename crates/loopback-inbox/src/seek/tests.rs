//! What is found, where, and how it is shown.

use loopback_contract::SnippetPart;
use proptest::prelude::*;

use super::*;

fn word(word: &str) -> Term {
    words(&[word], Last::Whole)
}

fn words(words: &[&str], last: Last) -> Term {
    Term::Words {
        words: words.iter().map(|&word| word.to_owned()).collect(),
        last,
    }
}

fn literal(text: &str) -> Term {
    Term::Literal(text.to_owned())
}

fn is_in(term: &Term, text: &str) -> bool {
    term.first_in(&Folded::of(text), 0).is_some()
}

/// A line with its hits in brackets.
fn shown(parts: &[SnippetPart]) -> String {
    let part = |part: &SnippetPart| {
        if part.hit {
            format!("[{}]", part.text)
        } else {
            part.text.clone()
        }
    };
    parts.iter().map(part).collect()
}

#[test]
fn texts_are_folded_to_what_is_the_same_to_a_searcher() {
    for (text, folded) in [
        ("Ship IT", "ship it"),
        ("Zürich, Ångström, Čapek", "zurich, angstrom, capek"),
        ("e\u{301}te\u{301}", "ete"),
        ("ΟΔΟΣ οδός", "οδοσ οδοσ"),
        ("Ёлка й", "елка и"),
        ("が ガ", "が ガ"),
        ("한국어", "한국어"),
        ("a \t\r\n  b", "a b"),
        ("de\u{ad}ploy\u{200b}ment\u{202e}", "deployment"),
        ("a\u{0}b\u{7}", "ab"),
        ("ＦｕｌｌＷｉｄｔｈ", "fullwidth"),
        ("İstanbul", "istanbul"),
        ("Straße", "strasse"),
        (" \u{200b} ", " "),
    ] {
        assert_eq!(fold(text), folded, "{text:?}");
    }
}

#[test]
fn words_are_runs_of_letters_and_digits_or_single_characters_without_blanks() {
    let all = |text| {
        tokens(text)
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join("|")
    };
    assert_eq!(
        all("src/main.rs: fn max_size2()"),
        "src|main|rs|fn|max|size2"
    );
    assert_eq!(all("中文abc日本"), "中|文|abc|日|本");
    assert_eq!(all("… — !"), "");
}

#[test]
fn words_are_found_whole_and_the_beginning_of_one_at_its_beginning() {
    assert!(is_in(&word("ask"), "An ask, again"));
    assert!(!is_in(&word("ask"), "A task, asked"));
    assert!(is_in(&word("ask"), "A task, asked, an ask"));
    assert!(is_in(&words(&["as"], Last::Beginning), "ask"));
    assert!(!is_in(&words(&["sk"], Last::Beginning), "ask"));
    assert!(is_in(&word("size"), "max_size"));
    assert!(is_in(&words(&["测", "试"], Last::Whole), "单元测试框架"));
    assert!(!is_in(&words(&["试", "测"], Last::Whole), "单元测试框架"));
}

#[test]
fn words_that_follow_each_other_may_have_signs_and_lines_between_them() {
    let phrase = words(&["roll", "back"], Last::Whole);
    for text in [
        "Roll back",
        "roll\n  back",
        "roll-back",
        "do not roll. Back!",
        "rollback roll back",
    ] {
        assert!(is_in(&phrase, text), "{text}");
    }
    for text in [
        "rollback",
        "back roll",
        "roll it back",
        "roll backs",
        "troll back",
    ] {
        assert!(!is_in(&phrase, text), "{text}");
    }
}

#[test]
fn a_literal_is_found_anywhere_with_its_signs() {
    assert!(is_in(&literal("ain.r"), "src/main.rs"));
    assert!(is_in(&literal("askid"), "TheAskIdOf"));
    assert!(is_in(&literal("hello, world"), "Hello,\n  world"));
    assert!(!is_in(&literal("hello, world"), "hello world"));
}

#[test]
fn all_terms_have_to_be_there_and_the_text_with_most_of_them_is_told() {
    let texts = [
        (SearchField::Title, "Deploy"),
        (SearchField::Prompt, "the gateway"),
        (SearchField::Reply, "deploy the gateway today"),
        (SearchField::Thread, "deploy the gateway today"),
    ];
    let found = |terms: &[&str]| {
        let terms: Vec<_> = terms.iter().map(|&term| word(term)).collect();
        seek(&terms, texts).map(|found| found.field)
    };
    assert_eq!(found(&["deploy"]), Some(SearchField::Title));
    assert_eq!(found(&["deploy", "gateway"]), Some(SearchField::Title));
    assert_eq!(
        found(&["deploy", "gateway", "today"]),
        Some(SearchField::Reply)
    );
    assert_eq!(found(&["deploy", "yesterday"]), None);
}

#[test]
fn parts_of_a_name_are_words_and_what_only_stands_within_one_is_not() {
    for (term, text) in [
        (word("widget"), "let x = makeWidgetNow(3)"),
        (words(&["wid"], Last::Beginning), "makeWidgetNow"),
        (words(&["make", "widget"], Last::Whole), "makeWidgetNow"),
        (word("server"), "HTTPServer"),
        (word("http"), "HTTPServer"),
        (word("sum"), "sha2Sum"),
        (word("straße".replace('ß', "ss").as_str()), "neueStraßeNr"),
        (word("makewidgetnow"), "makeWidgetNow"),
    ] {
        assert!(is_in(&term, text), "{term:?} in {text}");
    }
    for (term, text) in [
        (word("widge"), "makeWidgetNow"),
        (word("idget"), "makeWidgetNow"),
        (word("widget"), "makewidgetnow"),
        (word("erver"), "HTTPServer"),
    ] {
        assert!(!is_in(&term, text), "{term:?} in {text}");
    }
    let names = Folded::of("makeWidgetNow(HTTPServer, plain, Capital) maxÉtat").names();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    assert_eq!(names, ["http server", "make widget now", "max etat"]);
}

#[test]
fn a_snippet_is_one_plain_line_with_every_hit_marked() {
    let text = "# Deploy\n\nWe  *deploy* to the\u{202e} Gâteway\u{7}, then deploy again.";
    let terms = [word("deploy"), word("gateway")];
    assert_eq!(
        shown(&snippet(&terms, text)),
        "# [Deploy] We *[deploy]* to the [Gâteway], then [deploy] again."
    );
}

#[test]
fn a_snippet_of_a_long_text_has_whole_words_around_the_first_hit() {
    let text = format!("{} needle {}", "before ".repeat(100), "after ".repeat(100));
    let line = shown(&snippet(&[word("needle")], &text));
    assert!(line.starts_with("…before before"), "{line}");
    assert!(line.contains("before [needle] after"), "{line}");
    assert!(line.ends_with("after…"), "{line}");
    assert!(line.chars().count() <= 250, "{line}");
}

#[test]
fn a_snippet_of_a_text_without_blanks_is_cut_all_the_same() {
    let text = format!("{}needle{}", "x".repeat(10_000), "y".repeat(10_000));
    let line = shown(&snippet(&[literal("needle")], &text));
    assert!(
        line.starts_with("…xxx") && line.contains("x[needle]y") && line.ends_with("y…"),
        "{line}"
    );
    assert!(line.chars().count() <= 250, "{line}");
}

#[test]
fn hits_that_overlap_are_one() {
    let line = shown(&snippet(&[literal("abc"), literal("bcd")], "xabcdx"));
    assert_eq!(line, "x[abcd]x");
}

#[test]
fn a_line_that_is_too_long_says_that_it_goes_on() {
    assert_eq!(shortened(line("a  b\nc"), 5), "a b c");
    assert_eq!(shortened(line("a b c d"), 5), "a b…");
    assert_eq!(line(" \u{200b}\n "), "");
}

proptest! {
    #[test]
    fn what_is_found_is_what_is_marked_and_nothing_panics(
        text in "(\\PC|[a-c 部\u{301}\u{200b}\n.]){0,400}",
        first in "[a-c部]{1,3}",
        second in "[a-c.]{1,4}",
    ) {
        let terms = [word(&fold(&first)), literal(&fold(&second))];
        let parts = snippet(&terms, &text);
        let folded = Folded::of(&text);
        let found = terms.iter().any(|term| term.first_in(&folded, 0).is_some());
        prop_assert_eq!(parts.iter().any(|part| part.hit), found);
        for part in &parts {
            let is_plain = !part.text.contains(['\n', '\u{200b}', '\u{202e}']);
            prop_assert!(is_plain, "{:?}", part.text);
        }
        for pair in parts.windows(2) {
            prop_assert_ne!(pair[0].hit, pair[1].hit);
        }
    }
}
