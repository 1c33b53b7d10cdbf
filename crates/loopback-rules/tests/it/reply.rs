//! Replies of the person, those on the points of a briefing apart.

use loopback_contract::{Actor, Ask, AskStatus, Entry, Reply};
use loopback_rules::{AskChange, RefusalKind, Sender, shown};
use serde_json::json;

use crate::given::{
    answered, answered_by_agent, answered_in_words, approved, at, changes_requested, code,
    code_and_words, dismissed, follow_up, follow_up_answer, no_uploads, one_of_each,
    one_of_each_on_the_agents_turn, question, question_with_choices, replied, reply_of, review,
    round, try_reply,
};

/// Every sort of reply, fit for the ask of the kind it is for.
fn every_reply() -> [Reply; 6] {
    [
        answered_in_words("8080"),
        approved(),
        changes_requested(),
        follow_up(),
        dismissed(),
        round("1?"),
    ]
}

#[test]
fn each_kind_of_ask_takes_its_own_replies_and_refuses_the_others() {
    let takes = |ask: &Ask, reply: &Reply| match ask {
        Ask::Question(_) => ["answered", "follow_up", "dismissed"].contains(&reply.tag()),
        Ask::Review(_) => {
            ["approved", "changes_requested", "follow_up", "dismissed"].contains(&reply.tag())
        }
        Ask::Briefing(_) => ["responded", "dismissed"].contains(&reply.tag()),
    };
    for ask in one_of_each() {
        for reply in every_reply() {
            let label = format!("{} to a {}", reply.tag(), ask.kind().as_str());
            if takes(&ask, &reply) {
                assert!(try_reply(&ask, reply).is_ok(), "{label}");
            } else {
                assert_eq!(code(try_reply(&ask, reply)), "reply.wrong_kind", "{label}");
            }
        }
    }
}

#[test]
fn a_reply_that_decides_closes_the_ask() {
    for (ask, reply) in [
        (question(), answered_in_words("8080")),
        (question(), dismissed()),
        (review(), approved()),
        (review(), changes_requested()),
    ] {
        let closed = replied(&ask, reply);
        assert_eq!(closed.status(), AskStatus::Closed);
        assert_eq!(closed.closed_at(), Some(at(1000)));
        assert_eq!(closed.updated_at(), at(1000));
    }
}

#[test]
fn a_question_asked_back_hands_the_move_to_the_agent() {
    for ask in [question(), review()] {
        let asked_back = replied(&ask, follow_up());
        assert_eq!(asked_back.status(), AskStatus::AwaitingAgent);
        assert_eq!(asked_back.closed_at(), None);
        assert_eq!(asked_back.updated_at(), at(1000));
    }
}

#[test]
fn a_reply_stands_in_the_thread_exactly_as_it_was_given() {
    let reply = reply_of(&json!({"outcome": "answered", "selected": ["Red"], "text": "  dark\n"}));
    let ask = replied(&question_with_choices(false), reply.clone());
    let [Entry::Human(turn)] = ask.thread() else {
        panic!("one turn of the person")
    };
    assert_eq!(turn.reply, reply);
    assert_eq!(turn.at, at(1000));
    assert_eq!(turn.delivered_at, None);
}

#[test]
fn a_reply_names_the_person_and_the_door_it_came_from() {
    let by = Actor {
        id: "local".to_owned(),
        name: None,
    };
    let sender = Sender {
        person: &by,
        door: Some("link"),
    };
    let ask = loopback_rules::reply(&question(), dismissed(), &sender, no_uploads(), at(1))
        .unwrap()
        .ask;
    let [Entry::Human(turn)] = ask.thread() else {
        panic!("one turn of the person")
    };
    assert_eq!(turn.door.as_deref(), Some("link"));
    assert_eq!(turn.by, Some(by));
}

#[test]
fn a_reply_is_announced_as_an_update() {
    let transition = try_reply(&question(), dismissed()).unwrap();
    assert_eq!(transition.event, AskChange::Updated);
    assert_eq!(transition.event.as_str(), "ask.updated");
}

#[test]
fn a_reply_changes_neither_the_opening_nor_who_waits() {
    let mut before = question();
    before.set_following(Some(loopback_contract::Following::Call), None);
    let after = replied(&before, follow_up());
    assert!(after.waiting());
    assert_eq!(after.created_at(), before.created_at());
    assert_eq!((after.id(), after.origin()), (before.id(), before.origin()));
}

#[test]
fn a_closed_ask_takes_no_reply() {
    for ask in one_of_each() {
        let closed = replied(&ask, dismissed());
        for reply in every_reply() {
            let refusal = try_reply(&closed, reply).unwrap_err();
            assert_eq!(
                (refusal.code, refusal.kind),
                ("ask.closed", RefusalKind::Conflict)
            );
        }
    }
}

#[test]
fn an_ask_that_was_taken_back_takes_no_reply_and_says_why() {
    let withdrawn = loopback_rules::withdraw(&question(), "Found it", at(1))
        .unwrap()
        .ask;
    let (code, words) = code_and_words(try_reply(&withdrawn, answered_in_words("8080")));
    assert_eq!(code, "ask.closed");
    assert!(words.contains("took it back"), "{words}");
}

#[test]
fn on_the_agents_turn_the_person_waits() {
    for ask in one_of_each_on_the_agents_turn() {
        for reply in every_reply() {
            if matches!((&ask, &reply), (Ask::Briefing(_), Reply::Dismissed(_))) {
                continue;
            }
            let refusal = try_reply(&ask, reply).unwrap_err();
            assert_eq!(
                (refusal.code, refusal.kind),
                ("ask.not_your_turn", RefusalKind::Conflict)
            );
        }
    }
}

#[test]
fn a_briefing_may_be_dismissed_on_the_agents_turn() {
    let [_, _, briefing] = one_of_each_on_the_agents_turn();
    let closed = replied(&briefing, dismissed());
    assert_eq!(closed.status(), AskStatus::Closed);
    assert_eq!(closed.thread().len(), 2);
    assert_eq!(closed.last_reply(), Some(&dismissed()));
}

#[test]
fn once_the_agent_has_answered_the_person_may_reply_again() {
    let asked_back = replied(&question(), follow_up());
    let answered = answered_by_agent(&asked_back, follow_up_answer());
    assert_eq!(
        replied(&answered, follow_up()).status(),
        AskStatus::AwaitingAgent
    );
    assert_eq!(
        replied(&answered, answered_in_words("80")).status(),
        AskStatus::Closed
    );
}

#[test]
fn an_answer_needs_a_choice_or_words() {
    for ask in [question(), question_with_choices(false)] {
        for reply in [
            answered(&[]),
            answered_in_words(""),
            answered_in_words(" \n\t"),
        ] {
            assert_eq!(code(try_reply(&ask, reply)), "reply.blank");
        }
    }
}

#[test]
fn a_question_with_choices_may_be_answered_in_words_alone() {
    assert!(try_reply(&question_with_choices(false), answered_in_words("Pink")).is_ok());
}

#[test]
fn a_choice_may_be_picked_with_words_or_without() {
    for text in [None, Some("please"), Some("  ")] {
        let mut reply = json!({"outcome": "answered", "selected": ["Green"]});
        if let Some(text) = text {
            reply["text"] = json!(text);
        }
        assert!(try_reply(&question_with_choices(false), reply_of(&reply)).is_ok());
    }
}

#[test]
fn what_the_question_does_not_offer_cannot_be_picked() {
    for (ask, selected, place) in [
        (question(), &["Red"][..], "/selected/0: "),
        (question_with_choices(false), &["red"], "/selected/0: "),
        (question_with_choices(false), &["Red "], "/selected/0: "),
        (
            question_with_choices(true),
            &["Blue", "Pink"],
            "/selected/1: ",
        ),
    ] {
        let (code, words) = code_and_words(try_reply(&ask, answered(selected)));
        assert_eq!(code, "reply.choice_unknown");
        assert!(words.starts_with(place), "{words}");
    }
}

#[test]
fn one_choice_is_picked_once() {
    for multiple in [false, true] {
        let reply = answered(&["Red", "Red"]);
        let (code, words) = code_and_words(try_reply(&question_with_choices(multiple), reply));
        assert_eq!(code, "reply.choice_repeated");
        assert!(words.starts_with("/selected/1: "), "{words}");
    }
}

#[test]
fn several_choices_are_picked_only_where_several_may_be() {
    let reply = answered(&["Blue", "Red"]);
    assert!(try_reply(&question_with_choices(true), reply.clone()).is_ok());
    let (code, words) = code_and_words(try_reply(&question_with_choices(false), reply));
    assert_eq!(code, "reply.choice_single");
    assert!(words.starts_with("/selected: "), "{words}");
}

#[test]
fn a_review_is_approved_with_a_note_or_without() {
    for reply in [
        json!({"outcome": "approved"}),
        json!({"outcome": "approved", "note": "Nice"}),
    ] {
        assert_eq!(
            replied(&review(), reply_of(&reply)).status(),
            AskStatus::Closed
        );
    }
}

#[test]
fn feedback_and_questions_asked_back_need_words() {
    for (reply, place) in [
        (
            json!({"outcome": "changes_requested", "feedback": " \n"}),
            "/feedback: ",
        ),
        (
            json!({"outcome": "follow_up", "question": "\t"}),
            "/question: ",
        ),
    ] {
        let (code, words) = code_and_words(try_reply(&review(), reply_of(&reply)));
        assert_eq!(code, "reply.blank");
        assert!(words.starts_with(place), "{words}");
    }
}

#[test]
fn a_reply_that_does_not_fit_is_told_apart_from_one_that_comes_at_a_wrong_time() {
    let refusal = try_reply(&question(), approved()).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Unfit);
    assert!(
        refusal.message.starts_with("/outcome: "),
        "{}",
        refusal.message
    );
}

#[test]
fn every_turn_on_a_review_records_what_was_shown() {
    let Ask::Review(inner) = review() else {
        panic!("not a review")
    };
    let expected = shown(&inner.prompt);
    for reply in [approved(), changes_requested(), follow_up(), dismissed()] {
        let ask = replied(&review(), reply);
        assert_eq!(
            ask.last_human().unwrap().shown.as_deref(),
            Some(expected.as_str())
        );
    }
}

#[test]
fn what_was_shown_is_the_hash_of_the_prompt_as_compact_json() {
    let Ask::Review(inner) = review() else {
        panic!("not a review")
    };
    // echo -n '{"title":"The parser","content":[{"type":"code","code":"fn parse() {}"}]}' | sha256sum
    assert_eq!(
        shown(&inner.prompt),
        "2ba9f61301affc8bfd9346188f9b1af9af82e48fb3ddc01be0a0613f69cf4027"
    );
}

#[test]
fn questions_and_briefings_record_nothing_as_shown() {
    let [question, _, briefing] = one_of_each();
    for ask in [question, briefing] {
        assert_eq!(replied(&ask, dismissed()).last_human().unwrap().shown, None);
    }
}
