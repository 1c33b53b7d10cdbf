//! A script's call, from its start until there is something to go by: a reply, a time-out, a signal.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use loopback_contract::{AskId, Block, Origin, ToolResult, ToolState};
use loopback_server::mcp::SCRIPT;
use loopback_server::mcp::tools::ToolName;
use rmcp::model::Implementation;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::outcome::{self, Printed};
use crate::arguments::script::{DoorArguments, WaitingArguments};
use crate::arguments::way;
use crate::door::caller::{Answered, Caller, Sign, Unanswered, words};
use crate::door::link::{Link, Way};
use crate::door::{origin, random};
use crate::signals::Signals;

/// Who asks for a script, in a session of its own that ends with it.
pub(super) struct Asker {
    caller: Caller,
    leads_elsewhere: bool,
    signals: Signals,
}

/// How a wait ended.
enum End {
    /// With a result to go by. The delivery of a reply is still to be reported.
    Over(Box<(ToolResult, Option<Answered>)>),
    Interrupted(Option<AskId>),
}

impl Asker {
    pub(super) fn new(door: &DoorArguments, origin: Origin) -> anyhow::Result<Self> {
        let way = way(door)?;
        let leads_elsewhere = matches!(way, Way::Socket(_));
        let client = Implementation::new(SCRIPT, env!("CARGO_PKG_VERSION"));
        Ok(Self {
            // A script says by its time-out how long it waits, whether Loopback is there or not.
            caller: Caller::alone(way, client, origin, Duration::MAX),
            leads_elsewhere,
            signals: Signals::listen()?,
        })
    }

    /// One who opens nothing: what git knows of the directory is said only of what is opened there.
    pub(super) fn of_what_is_open(door: &DoorArguments) -> anyhow::Result<Self> {
        Self::new(door, origin::of_session(&random::id()))
    }

    /// The way to the app.
    pub(super) const fn link(&self) -> &Link {
        self.caller.link()
    }

    /// The same, whose reviews show this after their own content.
    pub(super) fn attaching(self, attached: Vec<Block>) -> Self {
        let caller = self.caller.attaching(attached);
        Self { caller, ..self }
    }

    /// Calls, waits, prints what came of it, and says by which code to end.
    pub(super) async fn ends(
        mut self,
        tool: ToolName,
        arguments: &Value,
        waiting: &WaitingArguments,
    ) -> anyhow::Result<ExitCode> {
        let end = match self.end(tool, arguments, waiting.timeout).await {
            Ok(end) => end,
            Err(error) => return Ok(self.unanswered(&error)),
        };
        match end {
            End::Over(over) => {
                let (result, answered) = *over;
                print(&outcome::printed(&result, waiting.json)?)?;
                // Only now: what was not printed is given to whoever comes for it next.
                if let Some(answered) = answered {
                    answered.delivered().await;
                }
                Ok(ExitCode::from(outcome::code(&result)))
            }
            End::Interrupted(ask) => {
                if let Some(ask) = ask {
                    eprintln!(
                        "loopback: the ask stays open; `loopback wait {ask}` waits for its reply"
                    );
                }
                Ok(ExitCode::from(outcome::INTERRUPTED))
            }
        }
    }

    /// Takes an ask back. A reply that was there first is printed instead.
    pub(super) async fn withdraws(self, ask: &str, reason: &str) -> anyhow::Result<ExitCode> {
        let withdrawal = json!({ "askId": ask, "reason": reason });
        let call = self.caller.call(ToolName::WithdrawAsk, &withdrawal, |_| ());
        let (result, answered) = match call.await.and_then(read) {
            Ok(read) => read,
            Err(error) => return Ok(self.unanswered(&error)),
        };
        if result.state == ToolState::Withdrawn {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("loopback: the person had replied already");
        print(&outcome::printed(&result, false)?)?;
        answered.delivered().await;
        Ok(ExitCode::from(outcome::code(&result)))
    }

    async fn end(
        &mut self,
        tool: ToolName,
        arguments: &Value,
        timeout: Option<Duration>,
    ) -> Result<End, Unanswered> {
        let (opened, mut is_open) = watch::channel(None);
        let ask = is_open.clone();
        let timed_out = async move {
            // Time counts from when the person could have replied.
            let ask = is_open.wait_for(Option::is_some).await.ok()?.clone()?;
            tokio::time::sleep(timeout?).await;
            Some(ask)
        };
        tokio::select! {
            biased;
            replied = follow(&self.caller, tool, arguments, &opened) => replied,
            () = self.signals.ended() => Ok(End::Interrupted(ask.borrow().clone())),
            Some(ask) = timed_out => {
                let result = loopback_server::mcp::still_waiting_for(&ask).result;
                Ok(End::Over(Box::new((result, None))))
            }
        }
    }

    /// Says why nobody was asked, and by which code to end.
    pub(super) fn unanswered(&self, error: &Unanswered) -> ExitCode {
        match error {
            Unanswered::NotRunning if self.leads_elsewhere => {
                eprintln!(
                    "loopback: the person's machine is not connected to this one, so they were not asked; \
                     `loopback remote` on theirs connects it"
                );
                ExitCode::from(outcome::UNREACHABLE)
            }
            Unanswered::NotRunning => {
                eprintln!(
                    "loopback: Loopback is not running, so the person was not asked; start it from your \
                     applications, or without a display by `loopback serve`"
                );
                ExitCode::from(outcome::UNREACHABLE)
            }
            Unanswered::Socket(error) => {
                eprintln!("loopback: {error}");
                ExitCode::from(outcome::UNREACHABLE)
            }
            Unanswered::Refused(words) => {
                eprintln!("loopback: {words}");
                ExitCode::FAILURE
            }
        }
    }
}

/// Follows an ask to its reply.
async fn follow(
    caller: &Caller,
    tool: ToolName,
    arguments: &Value,
    opened: &watch::Sender<Option<AskId>>,
) -> Result<End, Unanswered> {
    let heard = |sign| match sign {
        Sign::Opened(ask) => {
            if opened.borrow().is_none() {
                eprintln!("loopback: waiting for the person to reply to ask {ask}");
            }
            opened.send_replace(Some(ask));
        }
        Sign::Away => eprintln!("loopback: Loopback is not reachable; waiting for it to come back"),
        Sign::Back => eprintln!("loopback: Loopback is back"),
    };
    let mut answered = caller.call(tool, arguments, heard).await?;
    loop {
        let (result, read) = read(answered)?;
        if result.state != ToolState::StillWaiting {
            return Ok(End::Over(Box::new((result, Some(read)))));
        }
        let which = json!({ "askId": result.ask_id });
        answered = caller.call(ToolName::WaitForReply, &which, heard).await?;
    }
}

fn read(answered: Answered) -> Result<(ToolResult, Answered), Unanswered> {
    let structured = answered.result.structured_content.clone();
    let result = structured.and_then(|it| serde_json::from_value(it).ok());
    match result {
        Some(result) if answered.result.is_error != Some(true) => Ok((result, answered)),
        _ => Err(Unanswered::Refused(words(&answered.result))),
    }
}

fn print(printed: &Printed) -> anyhow::Result<()> {
    if let Some(notice) = &printed.notice {
        eprintln!("loopback: {notice}");
    }
    let mut stdout = std::io::stdout().lock();
    stdout
        .write_all(printed.stdout.as_bytes())
        .and_then(|()| stdout.flush())
        .context("the reply cannot be printed; `loopback wait` prints it again")
}
