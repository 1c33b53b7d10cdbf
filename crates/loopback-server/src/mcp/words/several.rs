//! The results of several questions together: what became of each, and what the agent does with all of them.

use std::fmt::Write as _;

use loopback_contract::{Reply, ToolState};

use super::Said;

/// How several questions stand as a whole, and what an agent does now.
pub(crate) fn of_several(each: &[Said]) -> (ToolState, String) {
    let among = |suits: fn(&Said) -> bool| {
        let all = (1..).zip(each).filter(move |(_, said)| suits(said));
        all.map(|(n, said)| format!("{n} (ask {})", said.result.ask_id))
            .collect::<Vec<_>>()
    };
    let asked_back = among(|said| matches!(said.result.reply, Some(Reply::FollowUp(_))));
    let withdrawn = among(|said| said.result.state == ToolState::Withdrawn);
    let open = among(|said| said.result.state == ToolState::StillWaiting);
    let mut sentences = Vec::new();
    if let [_, ..] = &*asked_back {
        sentences.push(format!(
            "The person asked back about {} and waits for you: answer that first, with answer_follow_up.",
            listed(&asked_back)
        ));
    }
    if let [_, ..] = &*withdrawn {
        sentences.push(format!(
            "{} taken back: no reply will come.",
            were(&withdrawn)
        ));
    }
    if let [_, ..] = &*open {
        sentences.push(format!(
            "Nobody has replied yet to {}. Do other work that does not depend on what is open, then call \
             wait_for_reply with each of these askIds. Do not ask again. With nothing left to do, end your turn \
             and name them. Silence is not consent.",
            listed(&open)
        ));
    } else if withdrawn.len() == each.len() {
        sentences.push("Open a new ask only if you need one again.".to_owned());
    } else {
        let which = if withdrawn.is_empty() {
            "Every question"
        } else {
            "Every other question"
        };
        sentences.push(format!("{which} has a reply. Go on as each of them says."));
    }
    let state = if !open.is_empty() {
        ToolState::StillWaiting
    } else if !withdrawn.is_empty() {
        ToolState::Withdrawn
    } else {
        ToolState::Replied
    };
    (state, sentences.join(" "))
}

/// Several results as one text.
pub(crate) fn together(each: &[Said], next: &str) -> String {
    let mut text = String::new();
    for (n, said) in (1..).zip(each) {
        let _ = write!(text, "{n}. {}\n\n", said.text);
    }
    text.push_str(next);
    text
}

fn listed(questions: &[String]) -> String {
    let noun = if questions.len() == 1 {
        "question"
    } else {
        "questions"
    };
    format!("{noun} {}", questions.join(", "))
}

fn were(questions: &[String]) -> String {
    match questions {
        [one] => format!("Question {one} was"),
        many => format!("Questions {} were", many.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use loopback_contract::{AskId, ToolResult};
    use serde_json::{Value, json};

    use super::*;

    /// What is said of questions `a`, `b` and so on, of which each has this reply, was taken back, or is open.
    fn check(each: &[Value], expect: (ToolState, &str)) {
        let each: Vec<_> = ('a'..)
            .zip(each)
            .map(|(id, what)| {
                let (state, reply) = match what.as_str() {
                    Some("open") => (ToolState::StillWaiting, None),
                    Some("withdrawn") => (ToolState::Withdrawn, None),
                    _ => (
                        ToolState::Replied,
                        serde_json::from_value(what.clone()).ok(),
                    ),
                };
                let result = ToolResult {
                    ask_id: AskId::new(id.to_string()),
                    state,
                    reply,
                    reason: None,
                    next: None,
                };
                Said {
                    result,
                    text: String::new(),
                }
            })
            .collect();
        let (state, next) = of_several(&each);
        assert_eq!((state, &*next), expect);
    }

    const OPEN: &str = "Do other work that does not depend on what is open, then call wait_for_reply with each \
         of these askIds. Do not ask again. With nothing left to do, end your turn and name them. Silence is not \
         consent.";

    #[test]
    fn several_questions_stand_as_the_least_settled_of_them_and_each_is_told_apart() {
        let yes = || json!({ "outcome": "answered", "selected": ["Yes"] });
        let asked_back = || json!({ "outcome": "follow_up", "question": "Why?" });
        let all = "Every question has a reply. Go on as each of them says.";
        check(&[yes(), yes()], (ToolState::Replied, all));
        check(
            &[yes(), json!("open"), json!("open")],
            (
                ToolState::StillWaiting,
                &format!("Nobody has replied yet to questions 2 (ask b), 3 (ask c). {OPEN}"),
            ),
        );
        check(
            &[json!("open"), asked_back()],
            (
                ToolState::StillWaiting,
                &format!(
                    "The person asked back about question 2 (ask b) and waits for you: answer that first, with \
                     answer_follow_up. Nobody has replied yet to question 1 (ask a). {OPEN}"
                ),
            ),
        );
        check(
            &[yes(), json!("withdrawn")],
            (
                ToolState::Withdrawn,
                "Question 2 (ask b) was taken back: no reply will come. Every other question has a reply. Go on as \
                 each of them says.",
            ),
        );
        check(
            &[json!("withdrawn"), json!("withdrawn")],
            (
                ToolState::Withdrawn,
                "Questions 1 (ask a), 2 (ask b) were taken back: no reply will come. Open a new ask only if you \
                 need one again.",
            ),
        );
    }
}
