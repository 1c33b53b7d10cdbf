//! What a script is told: by its exit code, and by what is printed.

use std::fmt::Write as _;

use loopback_contract::{PointReply, Reply, ToolResult, ToolState};

/// The command line is wrong. Clap's own code for it.
pub(super) const USAGE: u8 = 2;
/// Nobody is there to ask.
pub(super) const UNREACHABLE: u8 = 14;
/// A signal came, as shells say it of an interrupt.
pub(super) const INTERRUPTED: u8 = 130;

/// The exit code.
pub(super) fn code(result: &ToolResult) -> u8 {
    match (result.state, &result.reply) {
        (ToolState::Replied, Some(reply)) => match reply {
            Reply::ChangesRequested(_) => 10,
            Reply::Dismissed(_) => 11,
            Reply::FollowUp(_) => 12,
            Reply::Responded(responded) if responded.points.iter().any(is_owed) => 12,
            Reply::Answered(_) | Reply::Approved(_) | Reply::Responded(_) => 0,
        },
        (ToolState::StillWaiting, _) => 13,
        (ToolState::Withdrawn, _) => 15,
        // A reply that is of no kind known here must not pass for a yes.
        (ToolState::Replied, None) => 1,
    }
}

/// Whether the agent is to say something to it. A round leaves a point open only so.
fn is_owed(point: &PointReply) -> bool {
    point.resolved != Some(true)
        && point
            .text
            .as_ref()
            .is_some_and(|text| !text.trim().is_empty())
}

/// What is printed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// For whoever takes it.
    pub(super) stdout: String,
    /// For whoever reads along.
    pub(super) notice: Option<String>,
}

/// What is printed of a result: what the person said, or, of an ask that is still open, its id.
pub(super) fn printed(result: &ToolResult, as_json: bool) -> serde_json::Result<Printed> {
    let mut stdout = if as_json {
        serde_json::to_string(result)?
    } else {
        plain(result)
    };
    if !stdout.is_empty() && !stdout.ends_with('\n') {
        stdout.push('\n');
    }
    let id = &result.ask_id;
    let notice = match (result.state, &result.reply) {
        (ToolState::StillWaiting, _) => Some(format!(
            "no reply yet; the ask stays open, and `loopback wait {id}` waits for it"
        )),
        (ToolState::Withdrawn, _) => {
            let reason = result.reason.as_deref().unwrap_or_default();
            Some(format!("taken back: {reason}"))
        }
        (_, Some(Reply::Dismissed(_))) => {
            Some("dismissed: no answer was given, neither yes nor no".to_owned())
        }
        (_, Some(Reply::FollowUp(_))) => Some(format!(
            "asked back, nothing is decided; `loopback answer {id} TEXT` says something to it"
        )),
        (_, Some(Reply::ChangesRequested(_))) => Some(format!(
            "changes requested; `loopback review --revises {id}` shows the next version"
        )),
        (_, Some(reply)) => match pictures(reply) {
            0 => None,
            1 => Some("a picture goes with the reply; it is in the inbox".to_owned()),
            many => Some(format!(
                "{many} pictures go with the reply; they are in the inbox"
            )),
        },
        (ToolState::Replied, None) => None,
    };
    Ok(Printed { stdout, notice })
}

fn plain(result: &ToolResult) -> String {
    let Some(reply) = &result.reply else {
        return match result.state {
            ToolState::StillWaiting => result.ask_id.to_string(),
            ToolState::Replied | ToolState::Withdrawn => String::new(),
        };
    };
    let words = |words: &Option<String>| words.clone().unwrap_or_default();
    match reply {
        Reply::Answered(answered) => {
            let mut lines = answered.selected.clone();
            lines.extend(answered.text.clone());
            lines.join("\n")
        }
        Reply::Approved(approved) => words(&approved.note),
        Reply::ChangesRequested(changes) => changes.feedback.clone(),
        Reply::FollowUp(follow_up) => follow_up.question.clone(),
        Reply::Dismissed(_) => String::new(),
        Reply::Responded(responded) => {
            let mut text = String::new();
            for point in &responded.points {
                let mark = match point.resolved {
                    Some(true) => " (resolved)",
                    Some(false) => " (reopened)",
                    None => "",
                };
                let gap = if point.text.is_some() { ": " } else { "" };
                let _ = writeln!(text, "{}{mark}{gap}{}", point.point, words(&point.text));
            }
            text
        }
    }
}

fn pictures(reply: &Reply) -> usize {
    let images = match reply {
        Reply::Answered(reply) => &reply.images,
        Reply::Approved(reply) => &reply.images,
        Reply::ChangesRequested(reply) => &reply.images,
        Reply::FollowUp(reply) => &reply.images,
        Reply::Dismissed(_) | Reply::Responded(_) => &None,
    };
    images.as_ref().map_or(0, Vec::len)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn result(state: &str, reply: Value) -> ToolResult {
        let mut result = json!({ "askId": "a1", "state": state });
        if !reply.is_null() {
            result["reply"] = reply;
        }
        serde_json::from_value(result).unwrap()
    }

    fn check(reply: Value, expected: u8, stdout: &str) {
        let result = result("replied", reply);
        assert_eq!(code(&result), expected);
        assert_eq!(printed(&result, false).unwrap().stdout, stdout);
    }

    #[test]
    fn a_script_goes_by_the_code_and_takes_what_was_said() {
        check(
            json!({ "outcome": "answered", "selected": ["yes"] }),
            0,
            "yes\n",
        );
        check(
            json!({ "outcome": "answered", "selected": ["a", "b"], "text": "and c" }),
            0,
            "a\nb\nand c\n",
        );
        check(json!({ "outcome": "approved" }), 0, "");
        check(
            json!({ "outcome": "approved", "note": "nice" }),
            0,
            "nice\n",
        );
        check(
            json!({ "outcome": "changes_requested", "feedback": "no\n" }),
            10,
            "no\n",
        );
        check(json!({ "outcome": "dismissed" }), 11, "");
        check(
            json!({ "outcome": "follow_up", "question": "why?" }),
            12,
            "why?\n",
        );
    }

    #[test]
    fn a_round_that_leaves_something_to_say_asks_back() {
        let round = |points: Value| json!({ "outcome": "responded", "points": points });
        check(
            round(json!([{ "point": "1", "text": "why?" }, { "point": "2", "resolved": true }])),
            12,
            "1: why?\n2 (resolved)\n",
        );
        check(
            round(json!([{ "point": "1", "text": "fine", "resolved": true }])),
            0,
            "1 (resolved): fine\n",
        );
    }

    #[test]
    fn of_an_ask_that_is_still_open_the_id_is_printed() {
        let open = result("still_waiting", Value::Null);
        assert_eq!(code(&open), 13);
        assert_eq!(printed(&open, false).unwrap().stdout, "a1\n");
        let withdrawn = result("withdrawn", Value::Null);
        assert_eq!(code(&withdrawn), 15);
        assert_eq!(printed(&withdrawn, false).unwrap().stdout, "");
    }

    #[test]
    fn as_json_the_whole_result_is_one_line() {
        let result = result("replied", json!({ "outcome": "approved", "note": "a\nb" }));
        let stdout = printed(&result, true).unwrap().stdout;
        assert_eq!(stdout.lines().count(), 1);
        let parsed: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(parsed, json!(result));
    }
}
