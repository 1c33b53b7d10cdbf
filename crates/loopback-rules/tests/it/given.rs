//! Asks to begin a test with, and the moves on them.
//!
//! Every input is read through the contract's schema, so a test cannot rest on a message that no
//! client could send.

use std::collections::BTreeSet;

use loopback_contract::{
    Actor, Ask, AskId, BriefingAsk, Message, Origin, Reply, Timestamp, read_value,
};
use loopback_rules::{
    AnswerInput, AnswerOutcome, AskInput, OpenFacts, Opener, Points, Refusal, Sender, Transition,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The moment so many milliseconds into the test.
pub(crate) fn at(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(1_796_058_213_000 + ms).expect("a moment of our time")
}

pub(crate) fn person() -> Actor {
    Actor {
        id: "local".to_owned(),
        name: Some("Ada Example".to_owned()),
    }
}

pub(crate) fn opener() -> Opener {
    Opener {
        raised_by: person(),
        client: Some("claude-code 2.1.0".to_owned()),
        origin: Some(Origin {
            cwd: "/home/ada/kettle".to_owned(),
            repository: Some("/home/ada/kettle".to_owned()),
            branch: Some("main".to_owned()),
            host: None,
            remote: None,
            session: "run-1".to_owned(),
        }),
        attached: Vec::new(),
        batch: None,
        answered_before: None,
    }
}

fn message<T: Message + DeserializeOwned>(value: &Value) -> T {
    read_value(value).unwrap_or_else(|invalid| panic!("a test's own message: {invalid}"))
}

fn with_project(mut input: Value) -> Value {
    if input.get("project").is_none() {
        input["project"] = json!("kettle");
    }
    input
}

pub(crate) fn question_input(input: Value) -> AskInput {
    AskInput::Question(message(&with_project(input)))
}

pub(crate) fn review_input(input: Value) -> AskInput {
    AskInput::Review(message(&with_project(input)))
}

pub(crate) fn briefing_input(input: Value) -> AskInput {
    AskInput::Briefing(message(&with_project(input)))
}

/// A briefing with so many points in each section, each with a title of its own.
pub(crate) fn briefing_of(sections: &[usize]) -> AskInput {
    let section = |(s, &points): (usize, &usize)| {
        let point = |p| json!({"title": format!("Point {p} of section {s}")});
        json!({"points": (0..points).map(point).collect::<Vec<_>>()})
    };
    let sections: Vec<_> = sections.iter().enumerate().map(section).collect();
    briefing_input(json!({"title": "What I found", "sections": sections}))
}

pub(crate) fn no_uploads() -> &'static BTreeSet<String> {
    static NONE: BTreeSet<String> = BTreeSet::new();
    &NONE
}

/// A world with nothing in it.
pub(crate) fn facts() -> OpenFacts<'static> {
    OpenFacts {
        revised: None,
        already_revised: false,
        uploads: no_uploads(),
        open_in_session: 0,
        open_count: 0,
    }
}

pub(crate) fn try_open(input: AskInput) -> Result<Ask, Refusal> {
    open_with(input, &facts())
}

pub(crate) fn open_with(input: AskInput, facts: &OpenFacts<'_>) -> Result<Ask, Refusal> {
    loopback_rules::open(input, opener(), facts, AskId::from("ask-1"), at(0))
}

pub(crate) fn question() -> Ask {
    try_open(question_input(json!({"question": "Which port?"}))).expect("a question")
}

pub(crate) fn question_with_choices(multiple: bool) -> Ask {
    let input = question_input(json!({
        "question": "Which colours?",
        "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}],
        "multiple": multiple,
    }));
    try_open(input).expect("a question")
}

pub(crate) fn review() -> Ask {
    let input =
        json!({"title": "The parser", "content": [{"type": "code", "code": "fn parse() {}"}]});
    try_open(review_input(input)).expect("a review")
}

pub(crate) fn briefing(points: usize) -> Ask {
    try_open(briefing_of(&[points])).expect("a briefing")
}

/// One ask of each kind, the person to move.
pub(crate) fn one_of_each() -> [Ask; 3] {
    [question(), review(), briefing(2)]
}

/// One ask of each kind, the agent to move.
pub(crate) fn one_of_each_on_the_agents_turn() -> [Ask; 3] {
    [
        replied(&question(), follow_up()),
        replied(&review(), follow_up()),
        replied(&briefing(2), round("1?")),
    ]
}

pub(crate) fn reply_of(value: &Value) -> Reply {
    message(value)
}

pub(crate) fn answered(selected: &[&str]) -> Reply {
    reply_of(&json!({"outcome": "answered", "selected": selected}))
}

pub(crate) fn answered_in_words(text: &str) -> Reply {
    reply_of(&json!({"outcome": "answered", "selected": [], "text": text}))
}

pub(crate) fn approved() -> Reply {
    reply_of(&json!({"outcome": "approved"}))
}

pub(crate) fn changes_requested() -> Reply {
    reply_of(&json!({"outcome": "changes_requested", "feedback": "Name the error."}))
}

pub(crate) fn follow_up() -> Reply {
    reply_of(&json!({"outcome": "follow_up", "question": "Why not the other one?"}))
}

pub(crate) fn dismissed() -> Reply {
    reply_of(&json!({"outcome": "dismissed"}))
}

/// The person's round in short: `1?` writes on point 1, `1+` resolves it, `1-` opens it again, and
/// `1?+` writes on it and resolves it.
pub(crate) fn round(parts: &str) -> Reply {
    let part = |part: &str| {
        let point = part.trim_end_matches(['?', '+', '-']);
        let mut said = json!({"point": point});
        for sign in part[point.len()..].chars() {
            match sign {
                '?' => said["text"] = json!("Why?"),
                sign => said["resolved"] = json!(sign == '+'),
            }
        }
        said
    };
    let points: Vec<_> = parts.split_whitespace().map(part).collect();
    reply_of(&json!({"outcome": "responded", "points": points}))
}

pub(crate) fn try_reply(ask: &Ask, reply: Reply) -> Result<Transition, Refusal> {
    try_reply_with(ask, reply, no_uploads())
}

pub(crate) fn try_reply_with(
    ask: &Ask,
    reply: Reply,
    uploads: &BTreeSet<String>,
) -> Result<Transition, Refusal> {
    let by = Sender {
        person: &person(),
        door: None,
    };
    loopback_rules::reply(ask, reply, &by, uploads, ask.updated_at().plus_ms(1000))
}

pub(crate) fn replied(ask: &Ask, reply: Reply) -> Ask {
    try_reply(ask, reply).expect("a reply that fits").ask
}

pub(crate) fn follow_up_answer() -> AnswerInput {
    follow_up_input(&json!({"askId": "ask-1", "answer": "It is taken."}))
}

pub(crate) fn follow_up_input(value: &Value) -> AnswerInput {
    AnswerInput::FollowUp(message(value))
}

pub(crate) fn briefing_answer_input(value: &Value) -> AnswerInput {
    AnswerInput::Briefing(message(value))
}

/// The agent's answers in short: `1` answers point 1, `1:2` answers it and adds two points beneath.
pub(crate) fn answers(parts: &str) -> AnswerInput {
    let part = |part: &str| {
        let (point, beneath) = part.split_once(':').unwrap_or((part, "0"));
        let beneath: usize = beneath.parse().expect("how many points are added");
        let points: Vec<_> = (0..beneath)
            .map(|_| json!({"title": "A smaller point"}))
            .collect();
        json!({"point": point, "answer": "Because.", "points": points})
    };
    let answers: Vec<_> = parts.split_whitespace().map(part).collect();
    briefing_answer_input(&json!({"askId": "ask-1", "answers": answers}))
}

pub(crate) fn try_answer(ask: &Ask, input: AnswerInput) -> Result<AnswerOutcome, Refusal> {
    loopback_rules::answer(ask, input, no_uploads(), ask.updated_at().plus_ms(1000))
}

pub(crate) fn answered_by_agent(ask: &Ask, input: AnswerInput) -> Ask {
    match try_answer(ask, input).expect("an answer that fits") {
        AnswerOutcome::Turned(transition) => transition.ask,
        AnswerOutcome::AlreadyOver(reply) => panic!("the ask was over: {reply:?}"),
    }
}

/// A briefing after some turns: rounds and answers by turns, in the short forms above.
pub(crate) fn briefing_after(points: usize, turns: &[&str]) -> Ask {
    turns
        .iter()
        .enumerate()
        .fold(briefing(points), |ask, (i, turn)| {
            if i % 2 == 0 {
                replied(&ask, round(turn))
            } else {
                answered_by_agent(&ask, answers(turn))
            }
        })
}

pub(crate) fn as_briefing(ask: &Ask) -> &BriefingAsk {
    match ask {
        Ask::Briefing(briefing) => briefing,
        Ask::Question(_) | Ask::Review(_) => panic!("not a briefing"),
    }
}

/// The points of a briefing in short, in order: `1 1.1? 2+` has 2 resolved and 1.1 owed an answer.
pub(crate) fn points_of(ask: &Ask) -> String {
    let short = |(number, state): (_, loopback_rules::PointState)| {
        let owed = if state.owed { "?" } else { "" };
        let resolved = if state.resolved { "+" } else { "" };
        format!("{number}{owed}{resolved}")
    };
    let points: Vec<_> = Points::of(as_briefing(ask)).iter().map(short).collect();
    points.join(" ")
}

/// The code of a refusal; what was not refused fails the test.
pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Refusal>) -> &'static str {
    result.expect_err("this is to be refused").code
}

/// The code and the words of a refusal.
pub(crate) fn code_and_words<T: std::fmt::Debug>(
    result: Result<T, Refusal>,
) -> (&'static str, String) {
    let refusal = result.expect_err("this is to be refused");
    (refusal.code, refusal.message)
}
