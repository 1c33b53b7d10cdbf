//! What an agent is told of its asks: the replies it has not had, when it begins or is spoken to; what it leaves open, once,
//! when it ends its turn. A reply counts as delivered only when it was put before the agent.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use loopback_contract::{AskStatus, ListedAsk, Origin};
use loopback_server::mcp::tools::ToolName;
use rmcp::model::Implementation;
use serde_json::json;

use super::event::Event;
use super::memory::{About, Memory};
use super::place;
use super::prompt::Said;
use crate::door::caller::{Answered, Caller, Unanswered, words};
use crate::door::{origin, random};

/// What the agent calls itself at its bridge.
const AGENT: &str = "claude-code";

/// How long Loopback may be gone in between.
const ABSENCE: Duration = Duration::from_secs(1);

/// How many characters Claude Code takes from a hook before it puts them into a file instead.
const MOST: usize = 9_000;

/// Puts the replies before the agent that it has not had. At the beginning it is also told of what is open.
pub(super) async fn before(
    data_dir: &Path,
    event: &Event,
    origin: Origin,
    name: &'static str,
) -> Result<Option<Said>, Unanswered> {
    let (caller, asks) = asks(data_dir, origin).await?;
    let mut text = String::new();
    let mut answered = Vec::new();
    for ask in asks.iter().filter(|ask| is_ready(ask)) {
        let reply = caller
            .call(
                ToolName::WaitForReply,
                &json!({ "askId": ask.ask_id }),
                |_| (),
            )
            .await?;
        let words = words(&reply.result);
        if text.len() + words.len() <= MOST && reply.result.is_error != Some(true) {
            let _ = write!(text, "\n\n{} (ask {}):\n{words}", quoted(ask), ask.ask_id);
            answered.push(reply);
        } else {
            let _ = write!(
                text,
                "\n\n{}: call wait_for_reply with askId \"{}\".",
                quoted(ask),
                ask.ask_id
            );
        }
    }
    if !text.is_empty() {
        text.insert_str(
            0,
            "The person has replied to asks of yours in Loopback, and you have not had it. wait_for_reply with an askId brings \
             a reply again, from Loopback itself.",
        );
    }
    if name == "SessionStart" {
        let open: Vec<_> = asks
            .iter()
            .filter(|ask| !is_ready(ask) && is_open(ask))
            .collect();
        if !open.is_empty() {
            text.push_str("\n\nThese asks of this project are open in Loopback, from before:");
            for ask in &open {
                line(&mut text, ask);
            }
            let ids = open.iter().map(|ask| ask.ask_id.to_string());
            // If it is forgotten, they are named once more.
            let _ = Memory::new(data_dir, &event.session).add(&About::Told, ids);
        }
    }
    let output = json!({ "hookSpecificOutput": { "hookEventName": name, "additionalContext": text.trim() } });
    Ok((!text.is_empty()).then_some(Said { output, answered }))
}

/// Names, once in a conversation, what the agent would leave open.
pub(super) async fn at_the_end(
    data_dir: &Path,
    event: &Event,
    origin: Origin,
) -> Result<Option<Said>, Unanswered> {
    let (_, asks) = asks(data_dir, origin).await?;
    let memory = Memory::new(data_dir, &event.session);
    let told = memory.ids(&About::Told);
    let left: Vec<_> = asks
        .iter()
        .filter(|ask| {
            (is_ready(ask) || is_open(ask)) && !told.iter().any(|id| id == ask.ask_id.as_str())
        })
        .collect();
    let ids = left.iter().map(|ask| ask.ask_id.to_string());
    // What cannot be remembered would hold it up again.
    if left.is_empty() || memory.add(&About::Told, ids).is_err() {
        return Ok(None);
    }
    let mut reason =
        "Before you end your turn: these asks of yours in Loopback are not settled.".to_owned();
    for ask in &left {
        line(&mut reason, ask);
    }
    reason.push_str(
        "\n\nIf your work depends on one, call wait_for_reply; withdraw what is not needed any more; else end your turn and \
         name what is open. You are told this once.",
    );
    let output = json!({ "decision": "block", "reason": reason });
    Ok(Some(Said {
        output,
        answered: Vec::<Answered>::new(),
    }))
}

/// The agent, and its asks: its own, and those of this directory or project whose agent is over.
async fn asks(data_dir: &Path, origin: Origin) -> Result<(Caller, Vec<ListedAsk>), Unanswered> {
    let session = place::agent().unwrap_or_else(random::id);
    let origin = Origin { session, ..origin };
    let project = origin::project(&origin);
    let caller = Caller::new(data_dir, Implementation::new(AGENT, ""), origin, ABSENCE);
    let mut asks: Vec<ListedAsk> = Vec::new();
    for which in [json!({}), json!({ "project": project })] {
        let listed = caller.call(ToolName::ListAsks, &which, |_| ()).await?;
        for ask in place::listed(&listed.result) {
            if asks.iter().all(|known| known.ask_id != ask.ask_id) {
                asks.push(ask);
            }
        }
    }
    Ok((caller, asks))
}

/// Whether there is a reply that it has not had.
fn is_ready(ask: &ListedAsk) -> bool {
    ask.undelivered && ask.status != AskStatus::AwaitingHuman
}

/// Whether something is still to be said, by the person or by the agent.
fn is_open(ask: &ListedAsk) -> bool {
    ask.status != AskStatus::Closed
}

fn line(text: &mut String, ask: &ListedAsk) {
    let _ = write!(
        text,
        "\n- {} (ask {}): {}",
        quoted(ask),
        ask.ask_id,
        ask.next
    );
}

fn quoted(ask: &ListedAsk) -> String {
    format!("{} \"{}\"", ask.kind.as_str(), ask.title)
}
