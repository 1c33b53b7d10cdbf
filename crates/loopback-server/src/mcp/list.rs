//! What an agent has open, and the replies it has not had: asked for, or said beside another result.

use std::fmt::Write as _;

use loopback_contract::{AskList, AskStatus, AskSummary, ListInput, ListedAsk, read_value};
use rmcp::model::CallToolResult;
use serde_json::Value;

use super::Shared;
use super::calls::{Call, Refused, add_words, result};
use super::tools::ToolName;

/// How many replies are named beside another result.
const NAMED: usize = 5;

impl Call {
    pub(super) async fn list_asks(
        &self,
        shared: &Shared,
        arguments: &Value,
    ) -> Result<CallToolResult, Refused> {
        let input: ListInput = read_value(arguments)?;
        let rows = shared.hub.asks_of(&self.caller, input.project).await?;
        let asks: Vec<_> = rows.into_iter().map(listed).collect();
        let mut text = match asks.len() {
            0 => "You have no open asks, and no reply that you have not had.".to_owned(),
            1 => "One ask:".to_owned(),
            many => format!("{many} asks:"),
        };
        for ask in &asks {
            let _ = write!(
                text,
                "\n\n{} \"{}\" (ask {}): {}",
                ask.kind.as_str(),
                ask.title,
                ask.ask_id,
                ask.next
            );
        }
        Ok(result(text, &AskList { asks }))
    }

    /// The result, with a word about replies that this agent has not had. Whoever comes back after a
    /// crash learns of them whatever it does first.
    pub(super) async fn with_undelivered(
        &self,
        shared: &Shared,
        tool: ToolName,
        mut result: CallToolResult,
    ) -> CallToolResult {
        if tool == ToolName::ListAsks {
            return result;
        }
        let Ok(rows) = shared.hub.undelivered(&self.caller).await else {
            // It is only a word beside the result, and comes again.
            return result;
        };
        let [first, ..] = &*rows else {
            return result;
        };
        let mut text = match rows.len() {
            1 => "The person has also replied to another ask of yours".to_owned(),
            many => format!("The person has also replied to {many} other asks of yours"),
        };
        text.push_str(", and you have not had it. Call wait_for_reply with its askId:");
        for row in rows.iter().take(NAMED) {
            let _ = write!(text, "\n{} \"{}\"", row.id, row.title);
        }
        tracing::debug!(ask = %first.id, "an agent is told of a reply it has not had");
        add_words(&mut result, &text);
        result
    }
}

fn listed(row: AskSummary) -> ListedAsk {
    let undelivered = row.outcome.is_some() && row.delivered_at.is_none();
    let id = &row.id;
    let next = match row.status {
        AskStatus::AwaitingHuman => {
            format!(
                "The person is to reply. Call wait_for_reply with askId \"{id}\" when you can wait."
            )
        }
        _ if undelivered => {
            format!("There is a reply. Call wait_for_reply with askId \"{id}\" to read it.")
        }
        AskStatus::Closed => format!(
            "Its reply was handed over a moment ago. Call wait_for_reply with askId \"{id}\" if you have not \
             seen it."
        ),
        AskStatus::AwaitingAgent => format!(
            "It is your move. Call wait_for_reply with askId \"{id}\" to read what was said."
        ),
    };
    ListedAsk {
        ask_id: row.id,
        kind: row.kind,
        status: row.status,
        title: row.title,
        project: row.project,
        created_at: row.created_at,
        outcome: row.outcome,
        undelivered,
        next,
    }
}
