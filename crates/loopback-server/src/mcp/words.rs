//! The results of waiting tools in words: who said what to which ask and when, and what the agent
//! does next. A result must read well alone, since some clients show only its text and others only
//! its structure.

use std::fmt::Write as _;

use loopback_contract::{
    Ask, AskId, AskKind, Asking, Entry, PointReply, Reply, Timestamp, ToolResult, ToolState,
};
use loopback_inbox::{Ended, Outcome};
use loopback_rules::Points;

use super::pictures;

pub(super) use several::{of_several, together};

mod several;

/// A result and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The structured result; its `next` says what to do.
    pub result: ToolResult,

    /// The same in words.
    pub text: String,
}

/// A wait ended: the person replied, or the agent took the ask back.
pub(super) fn ended(ask: &Ask, outcome: &Outcome) -> Said {
    match &outcome.ended {
        Ended::Replied { reply, at } => replied(ask, reply, *at, outcome.repeated),
        Ended::Withdrawn { reason, at } => withdrawn(ask, reason, *at),
    }
}

fn replied(ask: &Ask, reply: &Reply, at: Timestamp, repeated: bool) -> Said {
    let what = named(ask);
    let said = match reply {
        Reply::Answered(_) => "answered",
        Reply::Approved(_) => "approved",
        Reply::ChangesRequested(_) => "requested changes to",
        Reply::FollowUp(_) => "asked back about",
        Reply::Dismissed(_) => "dismissed",
        Reply::Responded(_) => "replied to points of",
    };
    let mut text = format!("{} {said} {what} on {at}.", speaker(ask, at));
    if repeated {
        text.push_str(" This reply was handed over before; it is the same one, not a new one.");
    }
    // Some clients show their model the structure alone, where the reply says what but not who and when.
    let mut told = text.clone();
    content(&mut text, ask, reply);
    if wants_no_more(reply) {
        let words = "They do not want to be asked about this again: decide such things yourself.";
        let _ = write!(text, "\n\n{words}");
        let _ = write!(told, " {words}");
    }
    if let many @ [_, ..] = &*pictures::named(reply) {
        let order = if many.len() > 1 {
            ", in this order"
        } else {
            ""
        };
        let words = format!("Pictures follow this text{order}: {}", many.join(", "));
        let _ = write!(text, "\n\n{words}");
    }
    let action = next(ask, reply);
    let result = ToolResult {
        ask_id: ask.id().clone(),
        state: ToolState::Replied,
        reply: Some(reply.clone()),
        reason: None,
        next: Some(format!("{told} {action}")),
    };
    Said::new(&text, &action, result)
}

/// Whether the person said with it that they do not want to be asked about this again.
fn wants_no_more(reply: &Reply) -> bool {
    let said = match reply {
        Reply::Answered(reply) => reply.stop_asking,
        Reply::Approved(reply) => reply.stop_asking,
        Reply::ChangesRequested(reply) => reply.stop_asking,
        Reply::FollowUp(reply) => reply.stop_asking,
        Reply::Dismissed(reply) => reply.stop_asking,
        Reply::Responded(reply) => reply.stop_asking,
    };
    said == Some(true)
}

fn speaker(ask: &Ask, at: Timestamp) -> &str {
    let turn = ask.thread().iter().rev().find_map(|entry| match entry {
        Entry::Human(turn) if turn.at == at => Some(turn),
        _ => None,
    });
    let name = turn.and_then(|turn| turn.by.as_ref()?.name.as_deref());
    name.unwrap_or("The person")
}

/// The agent took the ask back.
pub(super) fn withdrawn(ask: &Ask, reason: &str, at: Timestamp) -> Said {
    let text = format!(
        "{} was withdrawn on {at}: {reason}",
        capitalised(&named(ask))
    );
    let action = "No reply will come to it. Open a new ask only if you need one again.";
    let result = ToolResult {
        ask_id: ask.id().clone(),
        state: ToolState::Withdrawn,
        reply: None,
        reason: Some(reason.to_owned()),
        next: Some(format!("{text} {action}")),
    };
    Said::new(&text, action, result)
}

/// Nobody has replied yet.
pub(super) fn still_waiting(ask: &Ask) -> Said {
    waiting(ask.id(), &named(ask))
}

/// It was opened by a call that does not wait.
pub(super) fn left_open(ask: &Ask) -> Said {
    let text = format!("{} is in the person's inbox.", capitalised(&named(ask)));
    open(ask.id(), &text)
}

/// What the person wishes of the agents of a project, if it is not as usual.
#[must_use]
pub const fn asking(wish: Asking) -> Option<&'static str> {
    match wish {
        Asking::Less => Some(
            "The person wants to be asked less in this project: decide small and reversible things yourself, \
             say afterwards what you decided, and ask only where a mistake would be costly to undo.",
        ),
        Asking::Normal => None,
        Asking::More => Some(
            "The person wants to be asked more in this project: bring decisions about behaviour, structure and \
             names to them before you act, and work to be judged before you go on.",
        ),
    }
}

/// Nobody has replied yet to an ask of which only the id is known.
#[must_use]
pub fn still_waiting_for(ask_id: &AskId) -> Said {
    waiting(ask_id, &format!("ask {ask_id}"))
}

fn waiting(ask_id: &AskId, named: &str) -> Said {
    let text = format!("Nobody has replied yet to {named}. It stays open in the person's inbox.");
    open(ask_id, &text)
}

fn open(ask_id: &AskId, text: &str) -> Said {
    let action = wait_later(ask_id);
    let result = ToolResult {
        ask_id: ask_id.clone(),
        state: ToolState::StillWaiting,
        reply: None,
        reason: None,
        next: Some(format!("{text} {action}")),
    };
    Said::new(text, &action, result)
}

impl Said {
    /// What happened, in words, and what to do now.
    fn new(text: &str, action: &str, result: ToolResult) -> Self {
        Self {
            text: format!("{text}\n\n{action}"),
            result,
        }
    }
}

fn wait_later(ask_id: &AskId) -> String {
    format!(
        "Do other work that does not depend on this, then call wait_for_reply with askId \"{ask_id}\". \
         Do not ask again. With nothing left to do, end your turn and name this ask. Silence is not \
         consent."
    )
}

/// What to do now that the person said this.
fn next(ask: &Ask, reply: &Reply) -> String {
    let id = ask.id();
    match reply {
        Reply::Answered(_) => "The question is closed. Go on with this answer.".to_owned(),
        Reply::Approved(approved) => match approved.note {
            Some(_) => "The review is closed. Go on, and heed the note.".to_owned(),
            None => "The review is closed. Go on.".to_owned(),
        },
        Reply::ChangesRequested(_) => format!(
            "This is not an approval. Make the changes, then call request_review again with revises \
             \"{id}\"."
        ),
        Reply::FollowUp(_) => format!(
            "Nothing is decided yet. Answer with answer_follow_up and askId \"{id}\"; that call waits \
             for the decision."
        ),
        Reply::Dismissed(_) => "No answer was given; this is neither yes nor no. Do not do what \
             depended on it. Go on with other work, or end your turn and say so."
            .to_owned(),
        Reply::Responded(_) if ask.is_closed() => {
            "Every point is resolved and the briefing is closed. Go on with what was said."
                .to_owned()
        }
        Reply::Responded(_) => format!(
            "Answer with answer_briefing and askId \"{id}\", every one of these points: {}. That call \
             waits for the next round.",
            owed(ask).join(", ")
        ),
    }
}

fn owed(ask: &Ask) -> Vec<String> {
    match ask {
        Ask::Briefing(briefing) => Points::of(briefing)
            .owed()
            .map(|point| point.to_string())
            .collect(),
        Ask::Question(_) | Ask::Review(_) => Vec::new(),
    }
}

fn content(text: &mut String, ask: &Ask, reply: &Reply) {
    match reply {
        Reply::Answered(answered) => {
            if !answered.selected.is_empty() {
                let _ = write!(text, "\n\nChosen: {}", answered.selected.join("; "));
            }
            quoted(text, "In their words", answered.text.as_deref());
        }
        Reply::Approved(approved) => quoted(text, "Note", approved.note.as_deref()),
        Reply::ChangesRequested(changes) => quoted(text, "Feedback", Some(&changes.feedback)),
        Reply::FollowUp(follow_up) => quoted(text, "Their question", Some(&follow_up.question)),
        Reply::Dismissed(_) => {}
        Reply::Responded(responded) => {
            text.push('\n');
            for point in &responded.points {
                on_point(text, ask, point);
            }
        }
    }
}

fn on_point(text: &mut String, ask: &Ask, reply: &PointReply) {
    let title = title_of(ask, &reply.point)
        .map(|title| format!(" \"{title}\""))
        .unwrap_or_default();
    let ticked = match reply.resolved {
        Some(true) => " (resolved)",
        Some(false) => " (reopened)",
        None => "",
    };
    let _ = write!(text, "\nPoint {}{title}{ticked}", reply.point);
    if let Some(words) = reply
        .text
        .as_deref()
        .filter(|words| !words.trim().is_empty())
    {
        let _ = write!(text, ": {words}");
    }
    if let Some(images @ [_, ..]) = reply.images.as_deref() {
        let _ = write!(text, "\n  Pictures: {}", images.join(", "));
    }
}

/// The title of a point, whether it stood in the briefing or came with an answer.
fn title_of<'a>(ask: &'a Ask, number: &str) -> Option<&'a str> {
    let Ask::Briefing(briefing) = ask else {
        return None;
    };
    let asked = briefing
        .prompt
        .sections
        .iter()
        .flat_map(|section| &section.points);
    let added = briefing.thread.iter().filter_map(|entry| match entry {
        Entry::Agent(turn) => turn.points.as_deref(),
        Entry::Human(_) => None,
    });
    let mut all = asked.chain(added.flatten());
    all.find(|point| point.id == number)
        .map(|point| point.title.as_str())
}

fn quoted(text: &mut String, label: &str, words: Option<&str>) {
    if let Some(words) = words.filter(|words| !words.trim().is_empty()) {
        let _ = write!(text, "\n\n{label}:\n{words}");
    }
}

/// `the question "Deploy now?" (ask 0197…, project site)`
pub(super) fn named(ask: &Ask) -> String {
    let kind = match ask.kind() {
        AskKind::Question => "question",
        AskKind::Review => "review",
        AskKind::Briefing => "briefing",
    };
    let project = ask
        .project()
        .map(|project| format!(", project {project}"))
        .unwrap_or_default();
    format!(
        "the {kind} \"{}\" (ask {}{project})",
        shortened(ask.title()),
        ask.id()
    )
}

fn shortened(title: &str) -> String {
    const LONGEST: usize = 200;
    match title.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title.to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const AT: &str = "2026-11-30T17:03:33.123Z";

    fn ask(kind: &str, prompt: &Value, status: &str, reply: &Value) -> Ask {
        let ask = json!({
            "kind": kind,
            "prompt": prompt,
            "id": "a1",
            "status": status,
            "waiting": false,
            "project": "site",
            "thread": [{
                "author": "human",
                "reply": reply,
                "by": { "id": "local", "name": "Ada Example" },
                "at": AT,
            }],
            "createdAt": AT,
            "updatedAt": AT,
        });
        serde_json::from_value(ask).unwrap()
    }

    /// The text of a reply, given for the first time.
    fn text(kind: &str, prompt: &Value, status: &str, reply: &Value) -> String {
        let ask = ask(kind, prompt, status, reply);
        let reply = serde_json::from_value(reply.clone()).unwrap();
        let said = replied(&ask, &reply, AT.parse().unwrap(), false);
        let next = said.result.next.clone().unwrap();
        let told = said.text.lines().next().unwrap();
        let action = said.text.lines().next_back().unwrap();
        assert!(next.starts_with(told) && next.ends_with(action), "{said:?}");
        assert_eq!(said.result.state, ToolState::Replied);
        said.text
    }

    fn question() -> Value {
        json!({ "question": "\nDeploy now?\nReally?", "options": [], "multiple": false })
    }

    fn review() -> Value {
        json!({ "title": "The plan", "content": [] })
    }

    #[test]
    fn an_answer_says_who_gave_it_to_what_when_and_that_it_holds() {
        let reply = json!({ "outcome": "answered", "selected": ["A", "B"], "text": "Both." });
        assert_eq!(
            text("question", &question(), "closed", &reply),
            "Ada Example answered the question \"Deploy now?\" (ask a1, project site) on \
             2026-11-30T17:03:33.123Z.\n\nChosen: A; B\n\nIn their words:\nBoth.\n\n\
             The question is closed. Go on with this answer."
        );
    }

    #[test]
    fn a_dismissal_is_neither_yes_nor_no() {
        let text = text(
            "question",
            &question(),
            "closed",
            &json!({ "outcome": "dismissed" }),
        );
        assert_eq!(
            text,
            "Ada Example dismissed the question \"Deploy now?\" (ask a1, project site) on \
             2026-11-30T17:03:33.123Z.\n\nNo answer was given; this is neither yes nor no. Do not \
             do what depended on it. Go on with other work, or end your turn and say so."
        );
    }

    #[test]
    fn a_review_is_approved_sent_back_or_asked_about_each_with_its_next_step() {
        let check = |status: &str, reply: Value, expect: &[&str]| {
            let text = text("review", &review(), status, &reply);
            for words in expect {
                assert!(text.contains(words), "{words:?} in {text}");
            }
        };
        let approved = json!({ "outcome": "approved", "note": "Mind the gap." });
        check(
            "closed",
            approved,
            &["approved the review", "Mind the gap.", "heed the note"],
        );
        let sent_back = json!({ "outcome": "changes_requested", "feedback": "No." });
        check(
            "closed",
            sent_back,
            &["Feedback:\nNo.", "not an approval", "revises \"a1\""],
        );
        let asked_back = json!({ "outcome": "follow_up", "question": "Why?" });
        check(
            "awaiting_agent",
            asked_back,
            &["Why?", "Nothing is decided", "answer_follow_up", "\"a1\""],
        );
    }

    #[test]
    fn a_round_names_each_point_by_its_title_and_what_is_owed() {
        let points = json!([{ "id": "1", "title": "Slow" }, { "id": "2", "title": "Old" }]);
        let prompt = json!({ "title": "State", "sections": [{ "points": points }] });
        let reply = json!({ "outcome": "responded", "points": [
            { "point": "1", "text": "How slow?" },
            { "point": "2", "resolved": true },
        ]});
        let open = text("briefing", &prompt, "awaiting_agent", &reply);
        assert!(open.contains("\nPoint 1 \"Slow\": How slow?"), "{open}");
        assert!(open.contains("\nPoint 2 \"Old\" (resolved)"), "{open}");
        assert!(
            open.contains("every one of these points: 1. That call"),
            "{open}"
        );
        let closed = text("briefing", &prompt, "closed", &reply);
        assert!(closed.contains("the briefing is closed"), "{closed}");
    }

    #[test]
    fn pictures_are_named_where_they_belong_and_in_the_order_they_follow_in() {
        let reply = json!({ "outcome": "changes_requested", "feedback": "Like this.", "images": ["u1", "u2"] });
        let sent_back = text("review", &review(), "closed", &reply);
        let expect = "Feedback:\nLike this.\n\nPictures follow this text, in this order: u1, u2\n\nThis is not";
        assert!(sent_back.contains(expect), "{sent_back}");
        let points = json!([{ "id": "1", "title": "Slow" }, { "id": "2", "title": "Old" }]);
        let prompt = json!({ "title": "State", "sections": [{ "points": points }] });
        let reply = json!({ "outcome": "responded", "points": [
            { "point": "1", "text": "So slow?", "images": ["u1"] },
            { "point": "2", "resolved": true },
        ]});
        let round = text("briefing", &prompt, "awaiting_agent", &reply);
        let expect =
            "So slow?\n  Pictures: u1\nPoint 2 \"Old\" (resolved)\n\nPictures follow this text: u1";
        assert!(round.contains(expect), "{round}");
    }

    #[test]
    fn a_repeat_says_that_it_is_one() {
        let reply = json!({ "outcome": "approved" });
        let ask = ask("review", &review(), "closed", &reply);
        let reply = serde_json::from_value(reply).unwrap();
        let again = replied(&ask, &reply, AT.parse().unwrap(), true);
        assert!(again.text.contains("handed over before"), "{}", again.text);
    }

    #[test]
    fn still_waiting_says_what_to_do_and_never_to_ask_again() {
        let ask = ask(
            "review",
            &review(),
            "awaiting_human",
            &json!({ "outcome": "dismissed" }),
        );
        for said in [still_waiting(&ask), still_waiting_for(&AskId::new("a1"))] {
            assert_eq!(said.result.state, ToolState::StillWaiting);
            for words in [
                "Nobody has replied",
                "wait_for_reply",
                "\"a1\"",
                "Do not ask again",
            ] {
                assert!(said.text.contains(words), "{words:?} in {}", said.text);
            }
        }
    }

    #[test]
    fn a_long_title_is_cut_between_characters() {
        let long = "ä".repeat(300);
        assert_eq!(shortened(&long), format!("{}…", "ä".repeat(200)));
    }
}
