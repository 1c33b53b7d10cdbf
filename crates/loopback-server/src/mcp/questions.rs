//! Several questions in one call: opened together, waited for until each has its reply or the person asks
//! back about one.

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, TryStreamExt as _};
use loopback_contract::{QuestionsInput, QuestionsResult, Reply, read_value};
use loopback_inbox::{Ended, HubError, Outcome, Waiter};
use rmcp::model::CallToolResult;
use serde_json::Value;

use super::calls::{Call, Refused, add_wish, result};
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
        let project = input.project.clone();
        let opened = shared.hub.open_batch(&self.caller, self.ids(), input);
        let (batch, mut waiters) = opened.await?;
        let Some(first) = waiters.first().map(|waiter| waiter.ask_id().clone()) else {
            unreachable!("the contract asks for at least one question");
        };
        self.tell_the_bridge(&first).await;
        if wait != Some(false) {
            let wait = self.waits(shared, &first);
            match wait.run(until_agents_move(&mut waiters)).await? {
                // What there is by now is asked of each in any case.
                Waited::Ended(()) | Waited::StillWaiting => {}
            }
        }
        self.answers(shared, batch, &project, waiters).await
    }

    /// What there is of each question by now.
    async fn answers(
        &self,
        shared: &Shared,
        batch: String,
        project: &str,
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
        let (state, next) = words::of_several(&each);
        let text = words::together(&each, &next);
        let answers = QuestionsResult {
            batch_id: batch,
            state,
            results: each.into_iter().map(|said| said.result).collect(),
            next: Some(next),
        };
        let mut answer = result(text, &answers);
        if !outcomes.is_empty() {
            add_wish(shared, project, &mut answer).await;
        }
        answer.content.extend(images);
        self.exchange.send(self.arrival(), outcomes);
        Ok(answer)
    }
}

/// Returns once each has its outcome, or the person asked back about one: until the agent answers that, they
/// cannot go on.
async fn until_agents_move(waiters: &mut [Waiter]) -> Result<(), HubError> {
    let mut outcomes: FuturesUnordered<_> = waiters.iter_mut().map(Waiter::outcome).collect();
    while let Some(outcome) = outcomes.try_next().await? {
        let Ended::Replied { reply, .. } = outcome.ended else {
            continue;
        };
        if matches!(reply, Reply::FollowUp(_)) {
            break;
        }
    }
    Ok(())
}
