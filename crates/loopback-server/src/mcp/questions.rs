//! Several questions in one call: opened together, waited for until each has its reply.

use futures_util::FutureExt as _;
use futures_util::future::try_join_all;
use loopback_contract::{QuestionsInput, QuestionsResult, ToolState, read_value};
use loopback_inbox::{Ended, Outcome, Waiter};
use rmcp::model::CallToolResult;
use serde_json::Value;

use super::calls::{Call, Refused, result};
use super::waiting::Waited;
use super::words::{self, Said};
use super::{Shared, pictures};

impl Call {
    pub(super) async fn ask_questions(
        &self,
        shared: &Shared,
        arguments: Value,
    ) -> Result<CallToolResult, Refused> {
        let mut input: QuestionsInput = read_value(&arguments)?;
        drop(arguments);
        let wait = input.wait.take();
        let opened = shared
            .hub
            .open_batch(&self.caller, self.bridge.call(), input);
        let (batch, mut waiters) = opened.await?;
        let Some(first) = waiters.first().map(|waiter| waiter.ask_id().clone()) else {
            unreachable!("the contract asks for at least one question");
        };
        self.tell_the_bridge(&first).await;
        if wait != Some(false) {
            let all = try_join_all(waiters.iter_mut().map(Waiter::outcome));
            let wait = self.waits(shared, &first);
            match wait.run(all.map(|all| all.map(drop))).await? {
                // What there is by now is asked of each in any case.
                Waited::Ended(()) | Waited::StillWaiting => {}
            }
        }
        self.answers(shared, batch, waiters).await
    }

    /// What there is of each question by now.
    async fn answers(
        &self,
        shared: &Shared,
        batch: String,
        mut waiters: Vec<Waiter>,
    ) -> Result<CallToolResult, Refused> {
        let mut each: Vec<Said> = Vec::new();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut images = Vec::new();
        for waiter in &mut waiters {
            let ask = shared.hub.read(waiter.ask_id()).await?;
            match waiter.outcome().now_or_never() {
                Some(Ok(outcome)) => {
                    each.push(words::ended(&ask, &outcome));
                    if let Ended::Replied { reply, .. } = &outcome.ended {
                        images.extend(pictures::blocks(&shared.hub, &shared.pictures, reply).await);
                    }
                    outcomes.push(outcome);
                }
                Some(Err(_)) | None => each.push(words::still_waiting(&ask)),
            }
        }
        let open: Vec<_> = each
            .iter()
            .filter(|said| said.result.state == ToolState::StillWaiting)
            .map(|said| said.result.ask_id.to_string())
            .collect();
        let (state, next) = if open.is_empty() {
            (ToolState::Replied, words::ALL_REPLIED.to_owned())
        } else {
            (ToolState::StillWaiting, words::wait_for_all(&open))
        };
        let text = words::together(&each, &next);
        let answers = QuestionsResult {
            batch_id: batch,
            state,
            results: each.into_iter().map(|said| said.result).collect(),
            next: Some(next),
        };
        let mut answer = result(text, &answers);
        answer.content.extend(images);
        self.exchange.send(self.arrival(), outcomes);
        Ok(answer)
    }
}
