//! Opening an ask, whatever its kind, and questions.

use loopback_contract::{Ask, AskStatus, Message, check};
use loopback_rules::{AskInput, OpenFacts};
use serde_json::{Value, json};

use crate::given::{
    at, briefing_of, code, code_and_words, facts, one_of_each, open_with, opener, person, question,
    question_input, review_input, try_open,
};

#[test]
fn an_ask_is_opened_with_the_move_at_the_person() {
    for ask in one_of_each() {
        assert_eq!(ask.status(), AskStatus::AwaitingHuman);
        assert!(ask.thread().is_empty());
        assert_eq!(ask.closed_at(), None);
        assert_eq!(ask.withdrawn(), None);
    }
}

#[test]
fn an_ask_is_opened_under_the_id_and_at_the_moment_given() {
    for ask in one_of_each() {
        assert_eq!(ask.id().as_str(), "ask-1");
        assert_eq!(ask.created_at(), at(0));
        assert_eq!(ask.updated_at(), at(0));
    }
}

#[test]
fn an_ask_says_who_opened_it_and_where() {
    for ask in one_of_each() {
        assert_eq!(ask.raised_by(), Some(&person()));
        assert_eq!(ask.client(), Some("claude-code 2.1.0"));
        assert_eq!(ask.origin(), opener().origin.as_ref());
        assert_eq!(ask.project(), Some("kettle"));
    }
}

#[test]
fn nobody_is_said_to_wait_for_an_ask_that_was_only_just_opened() {
    for ask in one_of_each() {
        assert!(!ask.waiting());
    }
}

#[test]
fn an_opened_ask_is_a_message_of_the_contract() {
    for ask in one_of_each() {
        assert_eq!(
            check::<Ask>(&serde_json::to_value(&ask).unwrap()),
            Ok(()),
            "{}",
            Ask::SCHEMA
        );
    }
}

#[test]
fn a_question_without_choices_offers_none_and_takes_one_answer() {
    let Ask::Question(ask) = question() else {
        panic!("not a question")
    };
    assert!(ask.prompt.options.is_empty());
    assert!(!ask.prompt.multiple);
}

#[test]
fn a_question_shows_what_was_asked() {
    let input = json!({
        "question": "Which colours?",
        "options": [{"label": "Red", "description": "Loud"}, {"label": "Green"}],
        "multiple": true,
        "context": "The button.",
    });
    let Ask::Question(ask) = try_open(question_input(input)).unwrap() else {
        panic!("not a question")
    };
    assert_eq!(
        serde_json::to_value(&ask.prompt).unwrap(),
        json!({
            "question": "Which colours?",
            "options": [{"label": "Red", "description": "Loud"}, {"label": "Green"}],
            "multiple": true,
            "context": "The button.",
        })
    );
}

#[test]
fn a_project_of_white_space_is_refused() {
    for input in [
        question_input(json!({"question": "Which port?", "project": " "})),
        review_input(json!({
            "title": "The parser", "content": [{"type": "markdown", "text": "x"}], "project": "\t",
        })),
    ] {
        let (code, words) = code_and_words(try_open(input));
        assert_eq!(code, "ask.blank");
        assert!(words.starts_with("/project: "), "{words}");
    }
}

#[test]
fn a_question_of_white_space_is_refused() {
    let (code, words) = code_and_words(try_open(question_input(json!({"question": " \n"}))));
    assert_eq!(code, "ask.blank");
    assert!(words.starts_with("/question: "), "{words}");
}

/// A question whose choices have these labels. The schema has its own limit on their number, so this
/// one goes around it.
fn with_labels(labels: &[&str]) -> AskInput {
    let AskInput::Question(mut input) = question_input(json!({"question": "Which?"})) else {
        panic!("not a question")
    };
    let choices: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    input.options = Some(serde_json::from_value(json!(choices)).expect("choices"));
    AskInput::Question(input)
}

#[test]
fn a_question_offers_two_to_six_choices() {
    let labels = ["a", "b", "c", "d", "e", "f", "g"];
    for offered in 2..=6 {
        assert!(
            try_open(with_labels(&labels[..offered])).is_ok(),
            "{offered}"
        );
    }
    for offered in [0, 1, 7] {
        let (code, words) = code_and_words(try_open(with_labels(&labels[..offered])));
        assert_eq!(code, "ask.choice_count");
        assert!(words.starts_with("/options: "), "{words}");
    }
}

#[test]
fn two_choices_with_one_label_are_refused_at_the_second() {
    let (code, words) = code_and_words(try_open(with_labels(&["Keep", "Drop", "Keep"])));
    assert_eq!(code, "ask.choice_repeated");
    assert_eq!(
        words,
        "/options/2/label: an earlier choice has the same label"
    );
}

#[test]
fn white_space_around_a_label_does_not_make_it_another() {
    assert_eq!(
        code(try_open(with_labels(&["Keep", " Keep "]))),
        "ask.choice_repeated"
    );
}

#[test]
fn two_labels_that_look_the_same_are_one() {
    for unseen in [
        "\u{200b}", "\u{200d}", "\u{ad}", "\u{202e}", "\u{feff}", "\u{0}", "\u{fe0f}",
    ] {
        let look_alike = format!("Ke{unseen}ep");
        assert_eq!(
            code(try_open(with_labels(&["Keep", &look_alike]))),
            "ask.choice_repeated",
            "{unseen:?}"
        );
    }
    assert!(try_open(with_labels(&["a b", "ab"])).is_ok());
}

#[test]
fn a_label_of_which_nothing_is_seen_is_refused() {
    for unseen in ["\u{200b}", " \u{2060} ", "\u{2800}", "\u{3164}", "\u{0}"] {
        assert_eq!(
            code(try_open(with_labels(&["Keep", unseen]))),
            "ask.blank",
            "{unseen:?}"
        );
    }
}

#[test]
fn labels_that_differ_in_case_are_two() {
    assert!(try_open(with_labels(&["rust", "Rust"])).is_ok());
}

#[test]
fn a_label_of_white_space_is_refused() {
    assert_eq!(code(try_open(with_labels(&["Keep", "  "]))), "ask.blank");
}

#[test]
fn the_hundredth_open_ask_of_a_session_is_opened_and_the_next_is_refused() {
    for input in [
        question_input(json!({"question": "Which port?"})),
        briefing_of(&[1]),
    ] {
        let with_open = |open_in_session| OpenFacts {
            open_in_session,
            ..facts()
        };
        assert!(open_with(input.clone(), &with_open(99)).is_ok());
        let (code, words) = code_and_words(open_with(input, &with_open(100)));
        assert_eq!(code, "inbox.full");
        assert!(words.contains("100"), "{words}");
    }
}

#[test]
fn the_thousandth_open_ask_is_opened_and_the_next_is_refused() {
    let with_open = |open_count| OpenFacts {
        open_count,
        ..facts()
    };
    let input = question_input(json!({"question": "Which port?"}));
    assert!(open_with(input.clone(), &with_open(999)).is_ok());
    let (code, words) = code_and_words(open_with(input, &with_open(1000)));
    assert_eq!(code, "inbox.full");
    assert!(words.contains("1000"), "{words}");
}
