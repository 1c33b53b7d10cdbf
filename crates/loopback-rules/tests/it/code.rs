//! The codes of refusals.

use std::collections::BTreeSet;

use loopback_rules::{Code, Refusal, RefusalKind};

#[test]
fn every_code_is_listed_once_and_has_a_spelling_of_its_own() {
    let spellings: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(spellings.len(), Code::ALL.len());
    assert_eq!(
        Code::ALL.len(),
        Code::ReplyNothingToAnswer as usize + 1,
        "the last one is listed"
    );
}

#[test]
fn a_code_is_a_subject_and_a_reason_with_a_dot_between() {
    for code in Code::ALL {
        let (subject, reason) = code.as_str().split_once('.').expect("a dot");
        let plain = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(
            ["ask", "reply", "answer", "inbox", "upload"].contains(&subject),
            "{code:?}"
        );
        assert!(!reason.is_empty() && plain(reason), "{code:?}");
    }
}

#[test]
fn an_ask_that_does_not_exist_is_refused_as_unknown() {
    let refusal = Refusal::ask_unknown();
    assert_eq!(
        (refusal.code, refusal.kind),
        ("ask.unknown", RefusalKind::Unknown)
    );
}

#[test]
fn a_refusal_is_written_with_its_code_first() {
    let refusal = Refusal::at(Code::AskBlank, "/title", "words are needed here");
    assert_eq!(
        refusal.to_string(),
        "ask.blank: /title: words are needed here"
    );
}
