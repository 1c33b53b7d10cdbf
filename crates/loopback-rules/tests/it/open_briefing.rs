//! Opening a briefing: its points get their numbers.

use loopback_contract::Ask;
use serde_json::{Value, json};

use crate::given::{as_briefing, briefing_input, briefing_of, code_and_words, points_of, try_open};

fn numbers(ask: &Ask) -> Vec<Vec<&str>> {
    let sections = &as_briefing(ask).prompt.sections;
    sections
        .iter()
        .map(|section| {
            section
                .points
                .iter()
                .map(|point| point.id.as_str())
                .collect()
        })
        .collect()
}

#[test]
fn points_are_numbered_straight_through_every_section() {
    let ask = try_open(briefing_of(&[2, 1, 3])).unwrap();
    assert_eq!(
        numbers(&ask),
        [vec!["1", "2"], vec!["3"], vec!["4", "5", "6"]]
    );
}

#[test]
fn points_keep_what_they_say() {
    let point = json!({
        "title": "The cache is never emptied",
        "detail": "It grows.",
        "content": [{"type": "code", "code": "cache.insert(x)", "language": "rust"}],
    });
    let input = json!({
        "title": "Findings",
        "summary": "One.",
        "sections": [{"title": "Memory", "points": [point.clone()]}],
    });
    let ask = try_open(briefing_input(input)).unwrap();
    let mut numbered = point;
    numbered["id"] = json!("1");
    assert_eq!(
        serde_json::to_value(&as_briefing(&ask).prompt).unwrap(),
        json!({
            "title": "Findings",
            "summary": "One.",
            "sections": [{"title": "Memory", "points": [numbered]}],
        })
    );
}

#[test]
fn every_point_of_a_new_briefing_is_open_and_none_is_owed() {
    assert_eq!(points_of(&try_open(briefing_of(&[1, 2])).unwrap()), "1 2 3");
}

#[test]
fn a_briefing_is_opened_with_fifty_points_and_not_with_one_more() {
    assert!(try_open(briefing_of(&[50])).is_ok());
    assert!(try_open(briefing_of(&[1, 29, 20])).is_ok());
    for sections in [&[51][..], &[25, 26], &[50, 1]] {
        let (code, words) = code_and_words(try_open(briefing_of(sections)));
        assert_eq!(code, "ask.too_many_points");
        assert!(words.starts_with("/sections: "), "{words}");
        assert!(words.contains("51") && words.contains("50"), "{words}");
    }
}

#[test]
fn titles_of_white_space_are_refused_at_their_place() {
    let sections = |first: &str, second: &str| -> Value {
        json!([{"points": [{"title": "x"}]}, {"points": [{"title": first}, {"title": second}]}])
    };
    for (title, sections, place) in [
        (" ", sections("x", "x"), "/title: "),
        ("x", sections(" ", "x"), "/sections/1/points/0/title: "),
        ("x", sections("x", "\n"), "/sections/1/points/1/title: "),
    ] {
        let input = briefing_input(json!({"title": title, "sections": sections}));
        let (code, words) = code_and_words(try_open(input));
        assert_eq!(code, "ask.blank");
        assert!(words.starts_with(place), "{words}");
    }
}
