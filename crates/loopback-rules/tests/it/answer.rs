//! Answers of the agent, those on the points of a briefing apart.

use loopback_contract::{Ask, AskStatus, Entry};
use loopback_rules::{AnswerOutcome, AskChange, RefusalKind};
use serde_json::json;

use crate::given::{
    answered_by_agent, answered_in_words, answers, approved, at, briefing_after, changes_requested,
    code, code_and_words, dismissed, follow_up, follow_up_answer, follow_up_input, one_of_each,
    one_of_each_on_the_agents_turn, person, question, replied, review, round, try_answer,
};

fn on_the_agents_turn() -> [Ask; 2] {
    [
        replied(&question(), follow_up()),
        replied(&review(), follow_up()),
    ]
}

#[test]
fn an_answer_returns_the_move_to_the_person() {
    for ask in on_the_agents_turn() {
        let answered = answered_by_agent(&ask, follow_up_answer());
        assert_eq!(answered.status(), AskStatus::AwaitingHuman);
        assert_eq!(answered.closed_at(), None);
        assert_eq!(answered.updated_at(), at(2000));
        assert_eq!(answered.thread().len(), 2);
    }
}

#[test]
fn an_answer_stands_in_the_thread_exactly_as_it_was_given() {
    let input = follow_up_input(&json!({
        "askId": "ask-1",
        "answer": " It is taken.\n",
        "content": [{"type": "code", "code": "lsof -i :80"}],
    }));
    let ask = answered_by_agent(&replied(&question(), follow_up()), input);
    let Some(Entry::Agent(turn)) = ask.thread().last() else {
        panic!("a turn of the agent")
    };
    assert_eq!(
        serde_json::to_value(turn).unwrap(),
        json!({
            "answer": " It is taken.\n",
            "content": [{"type": "code", "code": "lsof -i :80"}],
            "at": at(2000).to_string(),
        })
    );
}

#[test]
fn an_answer_is_announced_as_an_update() {
    let Ok(AnswerOutcome::Turned(transition)) =
        try_answer(&replied(&question(), follow_up()), follow_up_answer())
    else {
        panic!("a turn")
    };
    assert_eq!(transition.event, AskChange::Updated);
}

#[test]
fn on_the_persons_turn_there_is_nothing_to_answer() {
    let answered = answered_by_agent(&replied(&question(), follow_up()), follow_up_answer());
    let [question, review, briefing] = one_of_each();
    for (ask, input) in [
        (question, follow_up_answer()),
        (review, follow_up_answer()),
        (briefing, answers("1")),
        (answered, follow_up_answer()),
        (briefing_after(1, &["1?", "1"]), answers("1")),
    ] {
        let refusal = try_answer(&ask, input).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.kind),
            ("ask.not_your_turn", RefusalKind::Conflict)
        );
        assert!(
            refusal.message.contains("wait_for_reply"),
            "{}",
            refusal.message
        );
    }
}

#[test]
fn each_kind_of_ask_is_answered_by_its_own_tool() {
    for ask in one_of_each_on_the_agents_turn() {
        let (wrong, right) = match ask {
            Ask::Question(_) | Ask::Review(_) => (answers("1"), "answer_follow_up"),
            Ask::Briefing(_) => (follow_up_answer(), "answer_briefing"),
        };
        let (code, words) = code_and_words(try_answer(&ask, wrong));
        assert_eq!(code, "ask.wrong_kind");
        assert!(words.contains(right), "{words}");
    }
}

#[test]
fn an_answer_of_white_space_is_refused() {
    let input = follow_up_input(&json!({"askId": "ask-1", "answer": " \n"}));
    let (code, words) = code_and_words(try_answer(&replied(&question(), follow_up()), input));
    assert_eq!(code, "ask.blank");
    assert!(words.starts_with("/answer: "), "{words}");
}

#[test]
fn answering_a_briefing_that_was_dismissed_meanwhile_returns_that_reply() {
    let ask = replied(&briefing_after(2, &["1?"]), dismissed());
    assert_eq!(
        try_answer(&ask, answers("1")).unwrap(),
        AnswerOutcome::AlreadyOver(dismissed())
    );
}

#[test]
fn answering_an_ask_the_person_closed_meanwhile_returns_the_dismissal() {
    for ask in one_of_each_on_the_agents_turn() {
        let input = match ask {
            Ask::Question(_) | Ask::Review(_) => follow_up_answer(),
            Ask::Briefing(_) => answers("1"),
        };
        let closed = loopback_rules::close(&ask, &person(), at(5000))
            .unwrap()
            .ask;
        assert_eq!(
            try_answer(&closed, input).unwrap(),
            AnswerOutcome::AlreadyOver(dismissed())
        );
    }
}

#[test]
fn the_dismissal_is_returned_whatever_the_answer_says() {
    let ask = replied(&briefing_after(2, &["1?"]), dismissed());
    for input in [answers("7"), answers("2"), follow_up_answer()] {
        assert_eq!(
            try_answer(&ask, input).unwrap(),
            AnswerOutcome::AlreadyOver(dismissed())
        );
    }
}

#[test]
fn an_ask_that_ended_otherwise_takes_no_answer() {
    let answered = answered_by_agent(&replied(&question(), follow_up()), follow_up_answer());
    let reviewed = answered_by_agent(&replied(&review(), follow_up()), follow_up_answer());
    for (ask, input) in [
        (
            replied(&answered, answered_in_words("80")),
            follow_up_answer(),
        ),
        (replied(&reviewed, approved()), follow_up_answer()),
        (replied(&reviewed, changes_requested()), follow_up_answer()),
        (
            replied(&briefing_after(1, &["1?", "1"]), round("1+")),
            answers("1"),
        ),
    ] {
        let refusal = try_answer(&ask, input).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.kind),
            ("ask.closed", RefusalKind::Conflict)
        );
    }
}

#[test]
fn an_ask_the_agent_took_back_takes_no_answer() {
    for ask in one_of_each_on_the_agents_turn() {
        let withdrawn = loopback_rules::withdraw(&ask, "Found it", at(5000))
            .unwrap()
            .ask;
        assert_eq!(
            code(try_answer(&withdrawn, follow_up_answer())),
            "ask.closed"
        );
    }
}
