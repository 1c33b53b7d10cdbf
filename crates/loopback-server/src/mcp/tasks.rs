//! Waits as tasks (the extension `io.modelcontextprotocol/tasks`): the call returns at once, and its client
//! polls.
//!
//! A task is the wait for one turn of one ask, and its id says which. So nothing of it is stored, and it
//! survives a restart. That somebody polls is presence, and lapses when they stop.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use loopback_contract::{Ask, AskId};
use loopback_inbox::{HubError, Waiter};
use rmcp::model::{
    CallToolResponse, CallToolResult, CreateTaskResult, DetailedTask, ErrorData, GetTaskResult,
    Task, TaskPayload, TaskStatus,
};
use serde_json::Value;
use tokio::time::Instant;

use super::Shared;
use super::calls::{Call, Refused};

/// How often clients are asked to poll.
const POLL: Duration = Duration::from_secs(4);

/// For how long after a poll its client counts as being there.
const PRESENT: Duration = Duration::from_secs(20);

/// How many tasks are followed at most. Beyond that they are answered all the same, but their clients do not
/// show as being there.
const MOST: usize = 4096;

/// The tasks that are being polled.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    polled: Mutex<HashMap<TaskId, Polled>>,
}

#[derive(Debug)]
struct Polled {
    waiter: Waiter,
    until: Instant,
}

/// The wait for one turn of one ask.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TaskId {
    ask: AskId,
    turn: usize,
}

impl TaskId {
    fn parse(text: &str) -> Option<Self> {
        let (ask, turn) = text.rsplit_once('.')?;
        let id = Self {
            ask: AskId::from(ask),
            turn: turn.parse().ok()?,
        };
        // A number can be written in more than one way, and a task has one id.
        (id.as_text() == text).then_some(id)
    }

    fn as_text(&self) -> String {
        format!("{}.{}", self.ask, self.turn)
    }
}

impl Tasks {
    /// Lets go of those that nobody polls any more, for as long as it is polled itself.
    pub(super) async fn sweep(&self) {
        let mut ticks = tokio::time::interval(POLL);
        loop {
            ticks.tick().await;
            let now = Instant::now();
            // Dropped outside of the lock, as every one of them is announced.
            let lapsed: Vec<_> = self
                .polled()
                .extract_if(|_, polled| polled.until <= now)
                .collect();
            drop(lapsed);
        }
    }

    fn keep(&self, id: TaskId, waiter: Waiter) {
        let until = Instant::now() + PRESENT;
        let mut polled = self.polled();
        if polled.len() < MOST || polled.contains_key(&id) {
            polled.insert(id, Polled { waiter, until });
        }
    }

    fn take(&self, id: &TaskId) -> Option<Waiter> {
        self.polled().remove(id).map(|polled| polled.waiter)
    }

    fn polled(&self) -> MutexGuard<'_, HashMap<TaskId, Polled>> {
        self.polled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Call {
    /// Whether this very request may be answered with a task. What a client said when it connected says nothing of
    /// the request.
    pub(super) fn takes_a_task(&self) -> bool {
        if self.bridge.call_id.is_some() {
            return self.bridge.takes_task;
        }
        let declared = self.context.meta.client_capabilities();
        declared.is_some_and(|declared| declared.supports_tasks())
    }

    /// The task in place of the result of a call that waits.
    pub(super) async fn as_task(
        &self,
        shared: &Shared,
        waiter: Waiter,
        turn: usize,
    ) -> Result<CallToolResponse, Refused> {
        let id = TaskId {
            ask: waiter.ask_id().clone(),
            turn,
        };
        let ask = shared.hub.read(&id.ask).await?;
        shared.hub.follow_as_task(&waiter).await?;
        let task = task(&id, &ask);
        shared.tasks_polled.keep(id, waiter);
        Ok(CallToolResponse::Task(CreateTaskResult::new(task)))
    }

    /// How a task stands, with its result once there is one.
    pub(super) async fn task_state(
        &self,
        shared: &Shared,
        id: &str,
    ) -> Result<GetTaskResult, ErrorData> {
        let id = TaskId::parse(id).ok_or_else(unknown)?;
        let mut waiter = match shared.tasks_polled.take(&id) {
            Some(waiter) => waiter,
            None => shared
                .hub
                .poll(&id.ask, id.turn)
                .await
                .map_err(|error| failed(&error))?,
        };
        let ask = shared
            .hub
            .read(&id.ask)
            .await
            .map_err(|error| failed(&error))?;
        let task = task(&id, &ask);
        let payload = match waiter.outcome().now_or_never() {
            None => {
                shared.tasks_polled.keep(id, waiter);
                TaskPayload::Working
            }
            Some(outcome) => {
                let outcome = outcome.map_err(|error| failed(&error))?;
                let result = self.told(shared, &ask, outcome).await;
                TaskPayload::Completed {
                    result: object(&result)?,
                }
            }
        };
        Ok(GetTaskResult::new(DetailedTask::new(task, payload)))
    }
}

/// The client of a task wants no more of it. The ask stays open; its reply is kept.
pub(super) async fn cancel(shared: &Shared, id: &str) -> Result<(), ErrorData> {
    let id = TaskId::parse(id).ok_or_else(unknown)?;
    if shared.tasks_polled.take(&id).is_some() {
        return Ok(());
    }
    let there = shared.hub.check_turn(&id.ask, id.turn).await;
    there.map_err(|error| failed(&error))
}

fn task(id: &TaskId, ask: &Ask) -> Task {
    let message = format!("In the person's inbox: {}", super::words::named(ask));
    let poll = u64::try_from(POLL.as_millis()).unwrap_or(u64::MAX);
    Task::new(
        id.as_text(),
        TaskStatus::Working,
        ask.created_at().to_string(),
        ask.updated_at().to_string(),
    )
    .with_status_message(message)
    .with_poll_interval_ms(poll)
}

fn object(result: &CallToolResult) -> Result<rmcp::model::JsonObject, ErrorData> {
    match serde_json::to_value(result) {
        Ok(Value::Object(object)) => Ok(object),
        _ => Err(ErrorData::internal_error(
            "the result cannot be written",
            None,
        )),
    }
}

fn unknown() -> ErrorData {
    ErrorData::invalid_params("There is no task with this id.", None)
}

fn failed(error: &HubError) -> ErrorData {
    match error {
        HubError::Refused(_) => unknown(),
        HubError::Stopping => ErrorData::internal_error(
            "Loopback is being closed. The ask stays open; poll again once it runs.",
            None,
        ),
        HubError::Store(error) => {
            tracing::error!(%error, "a task could not be looked up");
            ErrorData::internal_error(
                "Loopback could not do this because of a fault of its own.",
                None,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_which_turn_of_which_ask_is_waited_for() {
        let id = TaskId {
            ask: AskId::from("0193-abc"),
            turn: 12,
        };
        assert_eq!(TaskId::parse(&id.as_text()), Some(id));
        for text in [
            "", "0193", "0193.", "0193.x", "0193.-1", "0193.+1", "0193.01",
        ] {
            assert_eq!(TaskId::parse(text), None, "{text}");
        }
    }
}
