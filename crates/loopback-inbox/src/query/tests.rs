//! Queries as they are typed.

use loopback_contract::AskKind;
use proptest::prelude::*;

use super::*;

fn parse(typed: &str) -> Query {
    Query::parse(typed, &TimeZone::UTC).unwrap()
}

fn why_not(typed: &str) -> String {
    let refusal = Query::parse(typed, &TimeZone::UTC).unwrap_err();
    assert_eq!(
        (refusal.kind, refusal.code),
        (RefusalKind::Unfit, "search.query")
    );
    refusal.message
}

/// Each term in one word: `a+b` for words, `b…` for the beginning of one, `=x` for a literal.
fn terms(typed: &str) -> Vec<String> {
    let word = |term: Term| match term {
        Term::Words { words, last } => {
            words.join("+") + if last == Last::Beginning { "…" } else { "" }
        }
        Term::Literal(literal) => format!("={literal}"),
    };
    parse(typed).terms.into_iter().map(word).collect()
}

#[test]
fn words_are_folded_and_the_last_one_may_be_a_beginning() {
    for (typed, expected) in [
        ("ship it", vec!["ship", "it…"]),
        ("Ship Château ", vec!["ship", "chateau"]),
        ("ship ship ship", vec!["ship", "ship…"]),
        ("really? yes, now!", vec!["really", "yes", "now…"]),
        ("部署 now", vec!["部+署", "now…"]),
        ("ＡＢＣ", vec!["abc…"]),
        ("a\u{200b}b", vec!["ab…"]),
        ("ship project:engine", vec!["ship…"]),
        ("  \t ", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(terms(typed), expected, "{typed:?}");
    }
}

#[test]
fn what_is_written_like_a_path_or_an_identifier_is_found_within_one() {
    for (typed, expected) in [
        ("src/main.rs", vec!["=src/main.rs"]),
        ("main.rs,", vec!["=main.rs"]),
        ("snake_case", vec!["=snake_case"]),
        ("camelCase", vec!["=camelcase"]),
        ("AskId", vec!["=askid"]),
        ("HTTP", vec!["http…"]),
        ("a::b", vec!["=a::b"]),
        ("a::", vec!["a…"]),
        ("c#", vec!["c", "=c#"]),
        ("->", vec!["=->"]),
        ("don't", vec!["=don't"]),
        (
            "https://example.com/a?b=c",
            vec!["=https://example.com/a?b=c"],
        ),
    ] {
        assert_eq!(terms(typed), expected, "{typed:?}");
    }
}

#[test]
fn quoted_texts_are_phrases_and_never_filters() {
    for (typed, expected) in [
        (r#""roll back" now"#, vec!["roll+back", "now…"]),
        (r#""roll  Back""#, vec!["roll+back"]),
        (r#""roll ba"#, vec!["roll+ba…"]),
        (r#""hello, world""#, vec!["=hello, world"]),
        (r#""kind:x""#, vec!["=kind:x"]),
        (r#""project:engine""#, vec!["=project:engine"]),
        ("“roll back”", vec!["roll+back"]),
        (r#""a""b""#, vec!["a", "b"]),
        (r#"say"it"#, vec![r#"=say"it"#]),
        (r#""""#, vec![]),
        (r#"""#, vec![]),
    ] {
        assert_eq!(terms(typed), expected, "{typed:?}");
    }
}

#[test]
fn filters_narrow_down_and_of_several_values_any_will_do() {
    let query = parse(
        r#"project:engine Project:"my app" agent:claude kind:review KIND:Question outcome:approved ship"#,
    );
    assert_eq!(query.filters.projects, ["engine", "my app"]);
    assert_eq!(query.filters.agents, ["claude"]);
    assert_eq!(query.filters.kinds, [AskKind::Review, AskKind::Question]);
    assert_eq!(query.filters.outcomes, ["approved"]);
    assert_eq!(query.terms.len(), 1);
    assert_eq!(terms("other:thing"), ["=other:thing"]);
}

#[test]
fn every_outcome_of_the_contract_can_be_looked_for() {
    for outcome in [
        "answered",
        "approved",
        "changes_requested",
        "follow_up",
        "dismissed",
        "responded",
    ] {
        assert_eq!(
            parse(&format!("outcome:{outcome}")).filters.outcomes,
            [outcome]
        );
    }
}

#[test]
fn dates_begin_where_the_person_lives_and_the_narrowest_counts() {
    let paris = TimeZone::get("Europe/Paris").unwrap();
    let moment = |typed: &str| {
        let filters = Query::parse(typed, &paris).unwrap().filters;
        let text = |at: Option<loopback_contract::Timestamp>| at.map(|at| at.to_string());
        (text(filters.from), text(filters.until))
    };
    let some = |text: &str| Some(text.to_owned());
    for (typed, from, until) in [
        ("after:2026-11-30", some("2026-11-29T23:00:00.000Z"), None),
        ("before:2026-07-01", None, some("2026-06-30T22:00:00.000Z")),
        ("after:2026", some("2025-12-31T23:00:00.000Z"), None),
        ("after:2026-7", some("2026-06-30T22:00:00.000Z"), None),
        (
            "before:2026-11-30T17:00:00Z",
            None,
            some("2026-11-30T17:00:00.000Z"),
        ),
        (
            "after:2026 after:2027 before:2029 before:2028",
            some("2026-12-31T23:00:00.000Z"),
            some("2027-12-31T23:00:00.000Z"),
        ),
    ] {
        assert_eq!(moment(typed), (from, until), "{typed}");
    }
}

#[test]
fn a_filter_that_cannot_be_understood_is_named_and_its_value_is_not_repeated() {
    for (typed, key) in [
        ("kind:poem", "kind: "),
        ("ship outcome:Zebra", "outcome: "),
        ("before:Zebra", "before: "),
        ("after:2026-13", "after: "),
        ("after:2026-02-30", "after: "),
        ("after:20266", "after: "),
        ("after:2026-", "after: "),
        ("after:2026-11-30-1", "after: "),
        ("before:", "before: "),
        ("project:", "project: "),
        (r#"project:"""#, "project: "),
        ("agent: claude", "agent: "),
        ("kind:", "kind: "),
    ] {
        let message = why_not(typed);
        assert!(message.starts_with(key), "{typed}: {message}");
        assert!(
            !message.contains("Zebra") && !message.contains("poem"),
            "{message}"
        );
    }
    assert_eq!(
        why_not("kind:x"),
        "kind: must be question, review or briefing."
    );
}

proptest! {
    #[test]
    fn nothing_that_can_be_typed_makes_it_panic(typed in "\\PC{0,60}|[a-z:\" -]{0,60}|.{0,40}") {
        let _ = Query::parse(&typed, &TimeZone::UTC);
    }

    #[test]
    fn terms_are_folded_already(typed in "[\"a-zÀ-ž部 ./]{0,40}") {
        if let Ok(query) = Query::parse(&typed, &TimeZone::UTC) {
            for term in query.terms {
                match term {
                    Term::Words { words, .. } => {
                        for word in &words {
                            prop_assert_eq!(&crate::seek::fold(word), word);
                        }
                    }
                    Term::Literal(literal) => prop_assert_eq!(&crate::seek::fold(&literal), &literal),
                }
            }
        }
    }
}
