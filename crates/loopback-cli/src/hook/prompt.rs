//! One permission prompt in the inbox: opened, waited for, and withdrawn when nobody waits for its answer any more.

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::time::Duration;

use loopback_contract::{AskId, AskStatus, Origin, Reply, ToolResult, ToolState};
use loopback_inbox::hex::sha256;
use loopback_server::mcp::tools::ToolName;
use rmcp::model::Implementation;
use serde_json::{Value, json};

use super::asking::{Asking, asking};
use super::decision::{Decision, decision};
use super::event::{Event, Permission};
use super::memory::{About, Memory};
use super::{place, transcript};
use crate::door::caller::{Answered, Caller, Sign, Unanswered, words};
use crate::door::link::Way;
use crate::door::{origin, random};
use crate::signals::Signals;

/// What the hook calls itself: its prompts are not the agent's own asks.
pub(super) const NAME: &str = "claude-code-hook";

/// How long Loopback may be gone in between. The terminal has its own prompt, and a run without one must not hang.
const ABSENCE: Duration = Duration::from_mins(1);

/// How long before the hook's limit it gives up by itself, at most.
const MARGIN: Duration = Duration::from_secs(5);

/// How the app begins to refuse a review that cannot be the next version of another.
const NOT_REVISABLE: &str = "ask.not_revisable";

/// How long taking an ask back may take.
const FAREWELL: Duration = Duration::from_secs(3);

/// What to say to Claude Code, and whom to tell that it was said.
pub(super) struct Said {
    pub(super) output: Value,
    pub(super) answered: Vec<Answered>,
}

/// Puts a prompt before the person. Nothing if the terminal is to decide.
pub(super) async fn ask(
    data_dir: &Path,
    event: &Event,
    permission: &Permission,
    limit: Duration,
    signals: &mut Signals,
) -> Result<Option<Said>, Unanswered> {
    if permission.is_left_to_the_terminal() {
        return Ok(None);
    }
    let origin = place::origin(event).await;
    let project = origin::project(&origin);
    let caller = caller(data_dir, origin);
    let memory = Memory::new(data_dir, &event.session);
    let prompt = Prompt {
        permission,
        asked_back: About::AskedBack(fingerprint(permission)),
        asking: asking(
            permission,
            &project,
            revised(permission, &memory).as_deref(),
        ),
        caller: &caller,
        memory: &memory,
        call_id: RefCell::new(random::id()),
        opened: OnceCell::new(),
    };
    let limit = limit.saturating_sub((limit / 6).min(MARGIN));
    let reason = tokio::select! {
        biased;
        said = prompt.run() => return said,
        () = signals.ended() => {
            "Claude Code waits for it no more: answered in the terminal, or given up there.".to_owned()
        }
        () = transcript::answered(event.transcript.as_deref(), permission) => {
            "Answered in the terminal.".to_owned()
        }
        () = tokio::time::sleep(limit) => {
            format!("Answered in the terminal, where it is asked too: no reply came within {}.", span(limit))
        }
    };
    let farewell = prompt.withdraw(&reason);
    Ok(tokio::time::timeout(FAREWELL, farewell)
        .await
        .ok()
        .flatten())
}

/// Calls as the hook itself, in a session of its own.
fn caller(data_dir: &Path, origin: Origin) -> Caller {
    let session = random::id();
    let origin = Origin { session, ..origin };
    let way = Way::DataDir(data_dir.to_owned());
    Caller::alone(way, Implementation::new(NAME, ""), origin, ABSENCE)
}

/// Takes back the prompts that a hook left behind which could not do it itself.
pub(super) async fn sweep(data_dir: &Path, event: &Event, origin: Origin) {
    let caller = caller(data_dir, origin);
    let Ok(listed) = caller.call(ToolName::ListAsks, &json!({}), |_| ()).await else {
        return;
    };
    let memory = Memory::new(data_dir, &event.session);
    for ask in place::listed(&listed.result) {
        // The agent itself may be waiting for one that was asked back about.
        if ask.status == AskStatus::AwaitingHuman
            && !memory.has(&About::Talked, ask.ask_id.as_str())
        {
            let reason = "Answered in the terminal: its hook was ended there.";
            let withdrawal = json!({ "askId": ask.ask_id, "reason": reason });
            let _ = caller
                .call(ToolName::WithdrawAsk, &withdrawal, |_| ())
                .await;
        }
    }
}

struct Prompt<'a> {
    permission: &'a Permission,
    asking: Asking,
    asked_back: About,
    caller: &'a Caller,
    memory: &'a Memory,
    /// The call by which it is asked.
    call_id: RefCell<String>,
    /// The ask that is waited for.
    opened: OnceCell<AskId>,
}

impl Prompt<'_> {
    async fn run(&self) -> Result<Option<Said>, Unanswered> {
        let mut answered = match self.asked_back().await? {
            Some(answered) => answered,
            None => self.begin().await?,
        };
        loop {
            let Some(result) = result(&answered) else {
                let text = words(&answered.result);
                return Err(Unanswered::Refused(text));
            };
            match (result.state, &result.reply) {
                (ToolState::StillWaiting, _) => answered = self.wait(&result.ask_id).await?,
                (ToolState::Replied, Some(reply)) => {
                    return Ok(self.said(&result.ask_id, reply, answered));
                }
                (ToolState::Replied | ToolState::Withdrawn, _) => return Ok(None),
            }
        }
    }

    /// The person asked back about exactly this, and the agent was to answer: what they have decided since, once.
    async fn asked_back(&self) -> Result<Option<Answered>, Unanswered> {
        let Some(call_id) = self.memory.latest(&self.asked_back) else {
            return Ok(None);
        };
        // If it cannot be forgotten, it could count twice.
        if self.memory.forget(&self.asked_back).is_err() {
            return Ok(None);
        }
        // The app knows what was asked by this call, and refuses it with other words: a memory cannot make one prompt another.
        let first = self.open(call_id.clone()).await?;
        let Some(first) = result(&first).filter(|it| it.state != ToolState::Withdrawn) else {
            return Ok(None);
        };
        self.call_id.replace(call_id);
        self.wait(&first.ask_id).await.map(Some)
    }

    async fn begin(&self) -> Result<Answered, Unanswered> {
        let call_id = self.call_id.borrow().clone();
        let answered = self.open(call_id).await?;
        if !words(&answered.result).starts_with(NOT_REVISABLE) {
            return Ok(answered);
        }
        // The plan before this one has another next version by now.
        let _ = self.memory.forget(&About::Changes);
        let mut arguments = self.asking.arguments.clone();
        arguments.as_object_mut().map(|it| it.remove("revises"));
        let call_id = random::id();
        self.call_id.replace(call_id.clone());
        self.open_with(call_id, &arguments).await
    }

    async fn open(&self, call_id: String) -> Result<Answered, Unanswered> {
        self.open_with(call_id, &self.asking.arguments).await
    }

    async fn open_with(&self, call_id: String, arguments: &Value) -> Result<Answered, Unanswered> {
        let tool = self.asking.tool;
        let heard = |sign| self.heard(sign);
        self.caller.call_as(call_id, tool, arguments, heard).await
    }

    async fn wait(&self, ask: &AskId) -> Result<Answered, Unanswered> {
        let which = json!({ "askId": ask });
        self.caller
            .call(ToolName::WaitForReply, &which, |sign| self.heard(sign))
            .await
    }

    fn heard(&self, sign: Sign) {
        if let Sign::Opened(ask) = sign {
            let _ = self.opened.set(ask);
        }
    }

    fn said(&self, ask: &AskId, reply: &Reply, answered: Answered) -> Option<Said> {
        // Without its memory, the next prompt is an ask of its own.
        let _ = match reply {
            Reply::FollowUp(_) => {
                let call_id = self.call_id.borrow().clone();
                let talked = self.memory.add(&About::Talked, [ask.to_string()]);
                talked.and_then(|()| self.memory.add(&self.asked_back, [call_id]))
            }
            Reply::ChangesRequested(_) => self.memory.add(&About::Changes, [ask.to_string()]),
            Reply::Approved(_) | Reply::Dismissed(_) if self.permission.plan().is_some() => {
                self.memory.forget(&About::Changes)
            }
            _ => Ok(()),
        };
        let decision = decision(self.permission, &self.asking, ask, reply);
        decision.map(Decision::output).map(|output| Said {
            output,
            answered: vec![answered],
        })
    }

    /// Takes the ask back. A reply that came in the same moment counts.
    async fn withdraw(&self, reason: &str) -> Option<Said> {
        let ask = self.opened.get()?;
        let withdrawal = json!({ "askId": ask, "reason": reason });
        let call = self.caller.call(ToolName::WithdrawAsk, &withdrawal, |_| ());
        let answered = call.await.ok()?;
        let result = result(&answered)?;
        let reply = result
            .reply
            .filter(|_| result.state == ToolState::Replied)?;
        self.said(ask, &reply, answered)
    }
}

/// The review of the plan before this one, if the person wanted that changed.
fn revised(permission: &Permission, memory: &Memory) -> Option<String> {
    permission.plan()?;
    memory.latest(&About::Changes)
}

fn result(answered: &Answered) -> Option<ToolResult> {
    let structured = answered.result.structured_content.clone()?;
    serde_json::from_value(structured).ok()
}

/// What is asked about, so that nothing else is taken for it.
fn fingerprint(permission: &Permission) -> String {
    let text = json!([permission.tool, permission.input]).to_string();
    sha256(text.as_bytes())
}

fn span(limit: Duration) -> String {
    match limit.as_secs() {
        seconds @ 0..120 => format!("{seconds} seconds"),
        seconds @ 120..7200 => format!("{} minutes", seconds / 60),
        seconds => format!("{} hours", seconds / 3600),
    }
}
