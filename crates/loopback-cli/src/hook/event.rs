//! What Claude Code tells a hook on its standard input. Owns which of its words matter here; anything else of it may change.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use serde_json::{Map, Value};

/// A moment at which the hook is run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Event {
    /// Claude Code's own id of the conversation.
    pub(super) session: String,
    /// Where it works.
    pub(super) cwd: PathBuf,
    /// Where it writes down the conversation.
    pub(super) transcript: Option<PathBuf>,
    pub(super) kind: Kind,
}

/// What kind of moment it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// It would ask in the terminal whether a tool may be used.
    Permission(Permission),
    /// A conversation begins or is taken up again.
    Start,
    /// The person said something.
    Prompt,
    /// The agent ends its turn. `again`: it does so after a hook kept it from that.
    Stop { again: bool },
    /// Nothing that we have to do with.
    Other,
}

/// What is to be permitted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Permission {
    pub(super) tool: String,
    pub(super) input: Map<String, Value>,
    /// What it would do so that it need not ask again, as it would have it back.
    pub(super) suggestions: Vec<Value>,
}

/// The tool by which it asks for its plan to be approved.
pub(super) const PLAN: &str = "ExitPlanMode";

impl Permission {
    /// The plan that is to be approved, if it is that.
    pub(super) fn plan(&self) -> Option<&str> {
        let plan = self.input.get("plan")?.as_str()?;
        (self.tool == PLAN && !plan.trim().is_empty()).then_some(plan)
    }

    /// Whether this is not ours to put before the person: our own tools, which ask them themselves, and a question that only
    /// the terminal can take the answer to.
    pub(super) fn is_left_to_the_terminal(&self) -> bool {
        self.tool.starts_with("mcp__loopback__") || self.tool == "AskUserQuestion"
    }
}

/// Reads it.
pub(super) fn read(text: &str) -> anyhow::Result<Event> {
    let all: Map<String, Value> =
        serde_json::from_str(text).context("what a hook is told is no JSON object")?;
    let word = |key: &str| all.get(key).and_then(Value::as_str);
    let Some(name) = word("hook_event_name") else {
        bail!("a hook is not told what it is run for");
    };
    let kind = match name {
        "PermissionRequest" => Kind::Permission(permission(&all)?),
        "SessionStart" => Kind::Start,
        "UserPromptSubmit" => Kind::Prompt,
        "Stop" => Kind::Stop {
            // If it does not say, nothing is held up.
            again: all.get("stop_hook_active") != Some(&Value::Bool(false)),
        },
        _ => Kind::Other,
    };
    Ok(Event {
        session: word("session_id").unwrap_or_default().to_owned(),
        cwd: word("cwd").unwrap_or_default().into(),
        transcript: word("transcript_path").map(PathBuf::from),
        kind,
    })
}

fn permission(all: &Map<String, Value>) -> anyhow::Result<Permission> {
    let (Some(Value::String(tool)), Some(Value::Object(input))) =
        (all.get("tool_name"), all.get("tool_input"))
    else {
        bail!("a hook is not told what is to be permitted");
    };
    let suggestions = all.get("permission_suggestions").and_then(Value::as_array);
    Ok(Permission {
        tool: tool.clone(),
        input: input.clone(),
        suggestions: suggestions.cloned().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_as_claude_code_writes_it() {
        let text = r#"{"session_id":"8605","transcript_path":"/h/t.jsonl","cwd":"/site","prompt_id":"9","permission_mode":"default",
            "effort":{"level":"medium"},"hook_event_name":"PermissionRequest","tool_name":"Bash",
            "tool_input":{"command":"touch a","description":"makes a file"},
            "permission_suggestions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]}"#;
        let event = read(text).unwrap();
        assert_eq!((&*event.session, event.cwd), ("8605", "/site".into()));
        let Kind::Permission(permission) = event.kind else {
            panic!("it asks for something");
        };
        assert_eq!(permission.tool, "Bash");
        assert_eq!(permission.input["command"], "touch a");
        assert_eq!(permission.suggestions.len(), 1);
        assert_eq!(permission.plan(), None);
    }

    #[test]
    fn a_stop_that_does_not_say_so_counts_as_one_that_was_held_up() {
        let kind = |text| read(text).unwrap().kind;
        let stop = |again| Kind::Stop { again };
        assert_eq!(
            kind(r#"{"hook_event_name":"Stop","stop_hook_active":false}"#),
            stop(false)
        );
        assert_eq!(
            kind(r#"{"hook_event_name":"Stop","stop_hook_active":true}"#),
            stop(true)
        );
        assert_eq!(kind(r#"{"hook_event_name":"Stop"}"#), stop(true));
        assert_eq!(kind(r#"{"hook_event_name":"SomethingNew"}"#), Kind::Other);
    }

    #[test]
    fn what_is_no_event_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            r#"{"hook_event_name":"PermissionRequest"}"#,
            r#"{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":"ls"}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn our_own_tools_are_not_asked_about() {
        let of = |tool: &str| Permission {
            tool: tool.to_owned(),
            input: Map::new(),
            suggestions: Vec::new(),
        };
        assert!(of("mcp__loopback__ask_question").is_left_to_the_terminal());
        assert!(of("AskUserQuestion").is_left_to_the_terminal());
        assert!(!of("mcp__loopbackup__wipe").is_left_to_the_terminal());
    }
}
