//! The points of a briefing, as the thread leaves them.

use loopback_rules::{MAX_LEVELS, PointNumber, Points};

use crate::given::{
    as_briefing, at, briefing, briefing_after, dismissed, person, points_of, replied,
};

fn number(text: &str) -> PointNumber {
    text.parse().expect("the number of a point")
}

#[test]
fn points_stand_in_the_order_a_reader_meets_them() {
    let ask = briefing_after(11, &["2? 10?", "10:1 2:2", "2.1?", "2.1:1"]);
    assert_eq!(
        points_of(&ask),
        "1 2 2.1 2.1.1 2.2 3 4 5 6 7 8 9 10 10.1 11"
    );
}

#[test]
fn points_are_counted_on_all_levels() {
    let points = |turns: &[&str]| Points::of(as_briefing(&briefing_after(3, turns)));
    assert_eq!((points(&[]).open(), points(&[]).total()), (3, 3));
    let grown = points(&["1? 3+", "1:2"]);
    assert_eq!((grown.open(), grown.total()), (4, 5));
    let resolved = points(&["1? 3+", "1:2", "1+ 2+"]);
    assert_eq!((resolved.open(), resolved.total()), (0, 5));
}

#[test]
fn a_point_is_looked_up_by_its_number() {
    let points = Points::of(as_briefing(&briefing_after(2, &["1? 2+"])));
    assert!(points.get(number("1")).unwrap().owed);
    assert!(points.get(number("2")).unwrap().resolved);
    assert_eq!(points.get(number("1.1")), None);
}

#[test]
fn the_points_owed_are_listed_in_order_on_the_agents_turn_only() {
    let owed = |turns: &[&str]| -> Vec<String> {
        let points = Points::of(as_briefing(&briefing_after(12, turns)));
        points.owed().map(|number| number.to_string()).collect()
    };
    assert_eq!(owed(&["11? 2? 3+"]), ["2", "11"]);
    assert!(owed(&[]).is_empty());
    assert!(owed(&["11? 2? 3+", "2 11"]).is_empty());
}

#[test]
fn nothing_is_owed_on_a_briefing_that_ended_on_the_agents_turn() {
    let ask = briefing_after(2, &["1?"]);
    assert_eq!(points_of(&replied(&ask, dismissed())), "1 2");
    assert_eq!(
        points_of(
            &loopback_rules::close(&ask, &person(), at(9000))
                .unwrap()
                .ask
        ),
        "1 2"
    );
    assert_eq!(
        points_of(&loopback_rules::withdraw(&ask, "x", at(9000)).unwrap().ask),
        "1 2"
    );
}

#[test]
fn a_dismissed_briefing_keeps_what_was_resolved() {
    let ask = replied(&briefing_after(2, &["1? 2+", "1"]), dismissed());
    assert_eq!(points_of(&ask), "1 2+");
}

#[test]
fn a_number_reads_only_in_the_form_it_is_shown_in() {
    for text in ["1", "50", "3.1", "3.12", "3.1.200"] {
        assert_eq!(number(text).to_string(), text);
    }
    for text in [
        "",
        ".",
        "0",
        "01",
        "1.0",
        "1.",
        ".1",
        "1..1",
        "1.1.1.1",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1,1",
        "a",
        "1.a",
        "٣",
        "65536",
        "99999999999999999999",
    ] {
        assert!(text.parse::<PointNumber>().is_err(), "{text:?}");
    }
}

#[test]
fn a_number_knows_its_level_and_what_it_stands_beneath() {
    for (text, level, parent) in [
        ("3", 1, None),
        ("3.1", 2, Some("3")),
        ("3.1.2", MAX_LEVELS, Some("3.1")),
    ] {
        assert_eq!(number(text).level(), level);
        assert_eq!(number(text).parent(), parent.map(number));
    }
}

#[test]
fn numbers_sort_by_value_and_not_as_text() {
    let mut numbers = ["10", "2.10", "2", "2.9.1", "2.9", "1"].map(number);
    numbers.sort();
    assert_eq!(
        numbers.map(|number| number.to_string()),
        ["1", "2", "2.9", "2.9.1", "2.10", "10"]
    );
}

#[test]
fn a_briefing_nobody_has_touched_is_open_throughout() {
    assert_eq!(points_of(&briefing(3)), "1 2 3");
}
