//! `loopback hook claude-code`: what Claude Code runs when it would ask in the terminal, begins, is spoken to or ends.
//!
//! A hook must never be worse than none. It says *allow* only where the person did, it never ends with the code by which a
//! hook blocks (2), and without a running Loopback it says nothing at once. What it is told is read by `event`, what it asks
//! made by `asking`, and what the reply means said by `decision`: all three are functions of texts.

mod asking;
mod decision;
mod event;
mod memory;
mod place;
mod prompt;
mod replies;
mod suggestion;
mod transcript;

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::arguments::{HookArguments, data_dir};
use crate::door::caller::Unanswered;
use crate::runtime;
use crate::signals::Signals;
use event::{Event, Kind};
use prompt::Said;

/// The most that is read of what the hook is told: a call's input may be a whole file.
const MOST: u64 = 64 * 1024 * 1024;

/// How long a hook may take that waits for nobody.
const AT_ONCE: Duration = Duration::from_secs(8);

/// Does what is to be done at this moment.
pub(crate) fn run(arguments: &HookArguments) -> anyhow::Result<()> {
    let mut text = String::new();
    let stdin = std::io::stdin().lock();
    stdin
        .take(MOST)
        .read_to_string(&mut text)
        .context("what a hook is told cannot be read")?;
    let event = event::read(&text)?;
    drop(text);
    let data_dir = data_dir(arguments.data_dir.as_deref())?;
    let limit = Duration::from_secs(arguments.limit);
    let runtime = runtime::small()?;
    runtime.block_on(async {
        match said(&data_dir, &event, limit).await {
            Ok(Some(said)) => say(said).await,
            Ok(None) | Err(Unanswered::NotRunning) => Ok(()),
            Err(Unanswered::Socket(error)) => bail!("{error}"),
            Err(Unanswered::Refused(words)) => bail!("{words}"),
        }
    })
}

async fn said(data_dir: &Path, event: &Event, limit: Duration) -> Result<Option<Said>, Unanswered> {
    let mut signals = Signals::listen().map_err(|error| Unanswered::Refused(error.to_string()))?;
    if let Kind::Permission(permission) = &event.kind {
        return prompt::ask(data_dir, event, permission, limit, &mut signals).await;
    }
    let at_once = async {
        if event.kind == Kind::Other {
            return Ok(None);
        }
        let origin = place::origin(event).await;
        let here = origin.clone();
        let said = match &event.kind {
            Kind::Start => replies::before(data_dir, event, here, "SessionStart").await?,
            Kind::Prompt => replies::before(data_dir, event, here, "UserPromptSubmit").await?,
            Kind::Stop { again: false } => replies::at_the_end(data_dir, event, here).await?,
            Kind::Stop { again: true } | Kind::Permission(_) | Kind::Other => None,
        };
        prompt::sweep(data_dir, event, origin).await;
        Ok(said)
    };
    tokio::select! {
        said = tokio::time::timeout(AT_ONCE, at_once) => said.unwrap_or(Ok(None)),
        () = signals.ended() => Ok(None),
    }
}

/// Tells Claude Code, and then whoever is to know that it was told.
async fn say(said: Said) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{}", said.output)
        .and_then(|()| stdout.flush())
        .context("the answer cannot be written")?;
    for answered in &said.answered {
        answered.delivered().await;
    }
    Ok(())
}
