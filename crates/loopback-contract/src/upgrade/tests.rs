//! The chain of steps on a revision made up for it: the contract itself has only ever added.

use serde_json::json;

use super::*;

mod samples;

/// A revision in which a reply's `note` is called `remark`, every choice has a weight, and a point is
/// named by its number. Its older neighbour is the real revision 1.
const MADE_UP: &[Step] = &[Step {
    from: 1,
    changes: &[
        ("Approved", |approved| {
            if let Some(note) = approved.shift_remove("note") {
                approved.insert("remark".to_owned(), note);
            }
        }),
        ("Choice", |choice| {
            choice.insert("weight".to_owned(), json!(1));
        }),
        ("Point", |point| {
            let id = point["id"].as_str().unwrap_or_default();
            let number: Vec<u32> = id.split('.').filter_map(|part| part.parse().ok()).collect();
            point.insert("id".to_owned(), json!(number));
        }),
        // An ask sees its parts as they have become.
        ("QuestionAsk", |ask| {
            let weights = ask["prompt"]["options"].as_array().map_or(0, Vec::len);
            let first = ask["prompt"]["options"][0]["weight"].clone();
            ask.insert("weights".to_owned(), json!([weights, first]));
        }),
    ],
}];

fn made_up(model: &str, value: Value) -> Value {
    climb(&OLDER, MADE_UP, model, 1, value).unwrap()
}

fn question() -> Value {
    json!({
        "kind": "question",
        "id": "0193",
        "status": "awaiting_human",
        "waiting": false,
        "prompt": {
            "question": "Which?",
            "options": [{ "label": "This" }, { "label": "That", "description": "the other" }],
            "multiple": false,
        },
        "thread": [],
        "createdAt": "2026-11-30T17:03:33.123Z",
        "updatedAt": "2026-11-30T17:03:33.123Z",
    })
}

#[test]
fn a_property_is_renamed_wherever_the_model_occurs() {
    let entry = json!({
        "author": "human",
        "reply": { "outcome": "approved", "note": "good" },
        "at": "2026-11-30T17:03:33.123Z",
    });
    let upgraded = made_up("Entry", entry);
    assert_eq!(
        upgraded["reply"],
        json!({ "outcome": "approved", "remark": "good" })
    );
}

#[test]
fn only_the_option_that_was_meant_is_changed() {
    let reply = json!({ "outcome": "changes_requested", "feedback": "note: no" });
    assert_eq!(made_up("Reply", reply.clone()), reply);
}

#[test]
fn a_required_property_is_added_in_a_nested_list() {
    let upgraded = made_up("Snapshot", json!({ "open": [question()], "recent": [] }));
    let options = &upgraded["open"][0]["prompt"]["options"];
    assert_eq!(options[0], json!({ "label": "This", "weight": 1 }));
    assert_eq!(options[1]["weight"], 1);
}

#[test]
fn a_model_is_changed_after_its_parts() {
    assert_eq!(made_up("Ask", question())["weights"], json!([2, 1]));
}

#[test]
fn the_type_of_a_property_changes_at_every_depth() {
    let entry = json!({
        "author": "agent",
        "answer": "Three parts.",
        "point": "3",
        "points": [{ "id": "3.1", "title": "First" }, { "id": "3.2", "title": "Second" }],
        "at": "2026-11-30T17:03:33.123Z",
    });
    let upgraded = made_up("Entry", entry);
    assert_eq!(upgraded["points"][1]["id"], json!([3, 2]));
    assert_eq!(
        upgraded["point"], "3",
        "a text that looks like a point is none"
    );
}

#[test]
fn two_steps_are_taken_in_order() {
    const SECOND: Step = Step {
        from: 2,
        changes: &[("Approved", |approved| {
            let remark = approved.get("remark").cloned().unwrap_or_default();
            approved.insert("remark".to_owned(), json!({ "text": remark }));
        })],
    };
    let mut shape: Value = serde_json::from_str(FROZEN[0].1).unwrap();
    let approved = &mut shape["components"]["schemas"]["Approved"]["properties"];
    let note = approved["note"].take();
    approved.as_object_mut().unwrap().shift_remove("note");
    approved["remark"] = note;
    let older = [
        (1, Validators::new(Definitions::embedded(FROZEN[0].1))),
        (2, Validators::new(Definitions::of(shape))),
    ];
    let steps = [
        Step {
            from: 1,
            changes: MADE_UP[0].changes,
        },
        SECOND,
    ];
    let reply = json!({ "outcome": "approved", "note": "good" });
    let upgraded = climb(&BTreeMap::from(older), &steps, "Reply", 1, reply).unwrap();
    assert_eq!(
        upgraded,
        json!({ "outcome": "approved", "remark": { "text": "good" } })
    );
}

#[test]
fn what_is_no_message_of_its_revision_is_refused_before_a_step_sees_it() {
    let mut broken = question();
    broken["prompt"]["options"][1]["label"] = json!("");
    let error = climb(&OLDER, MADE_UP, "Ask", 1, broken).unwrap_err();
    assert_eq!(
        error.to_string(),
        "not a message of revision 1: /prompt/options/1/label: \"\" is shorter than 1 character"
    );
}

#[test]
fn a_property_of_a_newer_revision_is_not_taken_for_one_of_an_older() {
    let mut newer = question();
    newer["origin"] = json!({ "cwd": "/home/me/shop", "session": "s1" });
    assert!(ask(2, newer.clone()).is_ok());
    assert!(matches!(
        ask(1, newer),
        Err(UpgradeError::Invalid { revision: 1, .. })
    ));
}

#[test]
fn revisions_nobody_wrote_and_those_of_a_newer_program_are_told_apart() {
    assert_eq!(ask(0, question()), Err(UpgradeError::NoRevision(0)));
    assert_eq!(
        ask(REVISION + 1, question()),
        Err(UpgradeError::Newer(REVISION + 1))
    );
}

#[test]
fn there_is_a_step_from_every_revision_before_the_newest() {
    let from: Vec<u32> = STEPS.iter().map(|step| step.from).collect();
    let frozen: Vec<u32> = FROZEN.iter().map(|(revision, _)| *revision).collect();
    assert_eq!(from, (crate::OLDEST_REVISION..REVISION).collect::<Vec<_>>());
    assert_eq!(from, frozen);
}

#[test]
fn every_change_names_a_model_of_the_revision_it_starts_from() {
    for step in STEPS.iter().chain(MADE_UP) {
        for (model, _) in step.changes {
            assert!(
                OLDER[&step.from].definitions.get(model).is_some(),
                "{model}"
            );
        }
    }
}
