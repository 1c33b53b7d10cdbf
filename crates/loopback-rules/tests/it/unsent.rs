//! A reply that was never given becomes a draft again.

use loopback_contract::{DraftContent, Reply, read_value};
use loopback_rules::{is_said, says_nothing, unsent};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::given::{answered, dismissed, reply_of};

fn draft(value: &Value) -> DraftContent {
    read_value(value).expect("a draft")
}

/// What is left of a reply and a draft, as JSON.
fn left(reply: &Reply, kept: Option<&Value>) -> Value {
    let kept = kept.map(draft);
    serde_json::to_value(unsent(reply, kept.as_ref())).expect("JSON")
}

fn in_words(text: &str) -> Reply {
    reply_of(&json!({"outcome": "answered", "selected": [], "text": text}))
}

#[test]
fn a_reply_of_each_kind_is_taken_apart_into_a_draft() {
    for (reply, expected) in [
        (
            json!({"outcome": "answered", "selected": ["Red"], "text": "Dark.", "images": ["up-1"]}),
            json!({"outcome": "answered", "selected": ["Red"], "text": "Dark.", "images": ["up-1"]}),
        ),
        (
            json!({"outcome": "approved"}),
            json!({"outcome": "approved"}),
        ),
        (
            json!({"outcome": "approved", "note": "Fine."}),
            json!({"outcome": "approved", "text": "Fine."}),
        ),
        (
            json!({"outcome": "changes_requested", "feedback": "Not yet."}),
            json!({"outcome": "changes_requested", "text": "Not yet."}),
        ),
        (
            json!({"outcome": "follow_up", "question": "Why?"}),
            json!({"outcome": "follow_up", "text": "Why?"}),
        ),
        (
            json!({"outcome": "dismissed"}),
            json!({"outcome": "dismissed"}),
        ),
        (
            json!({"outcome": "responded", "points": [
                {"point": "1", "text": "Why?"}, {"point": "2", "resolved": true},
            ]}),
            json!({"outcome": "responded", "points": [
                {"point": "1", "text": "Why?"}, {"point": "2", "resolved": true},
            ]}),
        ),
    ] {
        assert_eq!(left(&reply_of(&reply), None), expected);
    }
}

#[test]
fn the_draft_a_reply_was_made_of_stays_as_it_was_with_the_action_armed() {
    let kept = json!({"text": "Yes, but  \n", "outcome": "follow_up"});
    assert_eq!(
        left(&in_words("Yes, but"), Some(&kept)),
        json!({"text": "Yes, but  \n", "outcome": "answered"})
    );
}

#[test]
fn comments_that_the_words_repeat_do_not_stand_twice() {
    let comment = json!({"place": "/prompt/content/0", "line": 3, "quote": "x", "text": "Why?"});
    let unwritten = json!({"place": "/prompt/content/1", "quote": "y", "text": ""});
    let reply = reply_of(&json!({
        "outcome": "changes_requested",
        "feedback": "Not yet.\n\nline 3\n> x\nWhy?",
        "comments": [comment.clone()],
    }));
    let kept = json!({"text": "Not yet.", "comments": [comment.clone(), unwritten.clone()]});
    assert_eq!(
        left(&reply, Some(&kept)),
        json!({
            "text": "Not yet.", "outcome": "changes_requested", "comments": [comment, unwritten],
        })
    );
}

#[test]
fn an_older_draft_whose_words_the_reply_has_is_no_second_text() {
    let kept = json!({"text": "Yes, bu"});
    assert_eq!(
        left(&in_words("Yes, but"), Some(&kept)),
        json!({"text": "Yes, but", "outcome": "answered"})
    );
}

#[test]
fn a_draft_about_something_else_is_kept_beside_the_reply() {
    let kept = json!({
        "text": "Remember the port.", "images": ["up-1"],
        "comments": [{"place": "/prompt/content/0", "quote": "x", "text": "Hm."}],
    });
    assert_eq!(
        left(&in_words("Yes"), Some(&kept)),
        json!({
            "text": "Remember the port.\n\nYes", "outcome": "answered", "images": ["up-1"],
            "comments": [{"place": "/prompt/content/0", "quote": "x", "text": "Hm."}],
        })
    );
}

#[test]
fn a_dismissal_leaves_what_was_typed() {
    assert_eq!(
        left(
            &dismissed(),
            Some(&json!({"text": "Hm", "selected": ["Red"]}))
        ),
        json!({"text": "Hm", "selected": ["Red"], "outcome": "dismissed"})
    );
}

#[test]
fn what_was_picked_for_the_reply_counts_more_than_what_was_picked_before() {
    assert_eq!(
        left(&answered(&["Red"]), Some(&json!({"selected": ["Blue"]}))),
        json!({"selected": ["Red"], "outcome": "answered"})
    );
}

#[test]
fn the_points_of_both_are_kept_and_none_twice() {
    let reply = reply_of(&json!({"outcome": "responded", "points": [
        {"point": "1", "text": "Why?"}, {"point": "2", "resolved": true},
    ]}));
    let kept = json!({"points": [
        {"point": "1", "text": "Why?"}, {"point": "2", "text": "Fine."}, {"point": "3", "text": "Hm"},
    ]});
    assert_eq!(
        left(&reply, Some(&kept)),
        json!({"outcome": "responded", "points": [
            {"point": "1", "text": "Why?"},
            {"point": "2", "text": "Fine.", "resolved": true},
            {"point": "3", "text": "Hm"},
        ]})
    );
}

#[test]
fn a_draft_takes_no_more_pictures_than_it_may_have() {
    let images = |from: usize| {
        (from..from + 8)
            .map(|n| format!("up-{n}"))
            .collect::<Vec<_>>()
    };
    let reply = reply_of(&json!({"outcome": "approved", "images": images(0)}));
    let both = unsent(&reply, Some(&draft(&json!({"images": images(4)}))));
    let images = both.images.unwrap();
    assert_eq!(images.len(), 10);
    assert_eq!(images[8..], ["up-8", "up-9"]);
}

#[test]
fn an_armed_action_and_white_space_say_nothing() {
    for nothing in [
        json!({}),
        json!({"outcome": "approved"}),
        json!({"text": " \n", "selected": [], "images": []}),
        json!({"points": [{"point": "1"}, {"point": "2", "text": ""}]}),
        json!({"comments": [{"place": "/prompt/content/0", "quote": "x", "text": " "}]}),
    ] {
        assert!(says_nothing(&draft(&nothing)), "{nothing}");
        assert!(is_said(&draft(&nothing), &dismissed()), "{nothing}");
    }
    for something in [
        json!({"text": "x"}),
        json!({"selected": ["Red"]}),
        json!({"images": ["up-1"]}),
        json!({"points": [{"point": "1", "resolved": false}]}),
        json!({"points": [{"point": "1", "images": ["up-1"]}]}),
        json!({"comments": [{"place": "/prompt/content/0", "quote": "x", "text": "Hm"}]}),
    ] {
        assert!(!says_nothing(&draft(&something)), "{something}");
    }
}

#[test]
fn a_draft_is_said_by_a_reply_that_has_all_its_words_points_comments_and_pictures() {
    let comment = json!({"place": "/prompt/content/0", "line": 3, "quote": "x", "text": "Why?"});
    let feedback = reply_of(&json!({
        "outcome": "changes_requested", "feedback": "Not yet.\n\nWhy?",
        "comments": [comment.clone()], "images": ["up-1"],
    }));
    let whole = json!({"text": "Not yet.", "comments": [comment], "images": ["up-1"]});
    assert!(is_said(&draft(&whole), &feedback));
    for (key, other) in [
        ("text", json!("Not ever.")),
        ("images", json!(["up-2"])),
        (
            "comments",
            json!([{"place": "/prompt/content/0", "line": 4, "quote": "x", "text": "Why?"}]),
        ),
        ("points", json!([{"point": "1", "text": "Hm"}])),
    ] {
        let mut different = whole.clone();
        different[key] = other;
        assert!(!is_said(&draft(&different), &feedback), "{key}");
    }
    let picked = draft(&json!({"selected": ["Red"]}));
    assert!(is_said(&picked, &answered(&["Red"])));
    assert!(!is_said(&picked, &answered(&["Blue"])));
    let round =
        reply_of(&json!({"outcome": "responded", "points": [{"point": "1", "text": "Why?"}]}));
    let typed =
        |point: &str, text: &str| draft(&json!({"points": [{"point": point, "text": text}]}));
    assert!(is_said(&typed("1", "Why? "), &round));
    assert!(!is_said(&typed("2", "Why?"), &round));
    assert!(!is_said(
        &draft(&json!({"points": [{"point": "1", "resolved": true}]})),
        &round
    ));
}

fn any_text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "Yes", "Yes, but", "Hm.", " Why?\n"]).prop_map(str::to_owned)
}

fn any_images() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(vec!["up-1", "up-2", "up-3"]), 0..3)
        .prop_map(|images| images.into_iter().map(str::to_owned).collect())
}

fn any_comments() -> impl Strategy<Value = Vec<Value>> {
    let comment = (1..3, any_text()).prop_filter_map("it says something", |(line, text)| {
        let place = "/prompt/content/0";
        let comment = json!({"place": place, "line": line, "quote": "x", "text": text});
        (!text.trim().is_empty()).then_some(comment)
    });
    prop::collection::vec(comment, 0..3)
}

fn any_points() -> impl Strategy<Value = Vec<Value>> {
    let said = (any_text(), prop::option::of(any::<bool>()));
    prop::collection::btree_map(1..4_u8, said, 0..3).prop_map(|points| {
        let point = |(number, (text, resolved)): (u8, (String, Option<bool>))| {
            let mut point = json!({"point": number.to_string(), "text": text});
            if let Some(resolved) = resolved {
                point["resolved"] = json!(resolved);
            }
            point
        };
        points.into_iter().map(point).collect()
    })
}

fn any_reply() -> impl Strategy<Value = Reply> {
    let worded = (any::<bool>(), any_text(), any_images(), any_comments()).prop_map(
        |(answered, text, images, comments)| {
            if answered {
                json!({"outcome": "answered", "selected": [], "text": text, "images": images,
                    "comments": comments})
            } else {
                json!({"outcome": "approved", "note": text, "images": images, "comments": comments})
            }
        },
    );
    let round = any_points().prop_filter_map("a round names a point", |points| {
        let named = !points.is_empty();
        named.then(|| json!({"outcome": "responded", "points": points}))
    });
    prop_oneof![
        4 => worded,
        2 => round,
        1 => Just(json!({"outcome": "dismissed"})),
    ]
    .prop_map(|reply| reply_of(&reply))
}

fn any_draft() -> impl Strategy<Value = DraftContent> {
    (any_text(), any_images(), any_comments(), any_points()).prop_map(
        |(text, images, comments, points)| {
            draft(&json!({"text": text, "images": images, "comments": comments, "points": points}))
        },
    )
}

/// Everything a draft says, by where it says it.
fn said(draft: &DraftContent) -> Vec<(String, String)> {
    let mut said = vec![("text".to_owned(), draft.text.clone().unwrap_or_default())];
    for image in draft.images.iter().flatten() {
        said.push(("image".to_owned(), image.clone()));
    }
    for comment in draft.comments.iter().flatten() {
        said.push((format!("line {:?}", comment.line), comment.text.clone()));
    }
    for point in draft.points.iter().flatten() {
        said.push((point.point.clone(), point.text.clone().unwrap_or_default()));
    }
    said.retain(|(_, text)| !text.trim().is_empty());
    said
}

/// Whether a draft says this where it was said.
fn holds(draft: &DraftContent, (place, text): &(String, String)) -> bool {
    let all = said(draft);
    all.iter()
        .any(|(at, all)| at == place && all.contains(text.trim()))
}

#[test]
fn words_that_only_look_like_a_comment_are_kept_beside_it() {
    let comment =
        |text: &str| json!({"place": "/prompt/content/0", "line": 1, "quote": "x", "text": text});
    for comments in [["Yes, but", "Yes"], ["Yes", "Yes"]] {
        let comments: Vec<_> = comments.into_iter().map(comment).collect();
        let reply = reply_of(&json!({"outcome": "approved", "note": "Yes", "comments": comments}));
        let kept = draft(&json!({"text": "", "comments": [comment("Yes"), comment("Yes")]}));
        assert_eq!(unsent(&reply, Some(&kept)).text.as_deref(), Some("Yes"));
    }
}

proptest! {
    #[test]
    fn nothing_of_the_reply_or_of_the_draft_is_missing(reply in any_reply(), kept in any_draft()) {
        let left = unsent(&reply, Some(&kept));
        for part in said(&kept).iter().chain(&said(&unsent(&reply, None))) {
            prop_assert!(holds(&left, part), "{part:?} is missing in {left:?}");
        }
        prop_assert_eq!(left.outcome.as_deref(), Some(reply.tag()));
    }

    #[test]
    fn a_draft_that_is_said_is_no_loss(reply in any_reply(), kept in any_draft()) {
        let whole = unsent(&reply, None);
        prop_assert!(is_said(&whole, &reply));
        if is_said(&kept, &reply) {
            for part in said(&kept) {
                prop_assert!(holds(&whole, &part), "{part:?} is not in {whole:?}");
            }
        }
    }
}
