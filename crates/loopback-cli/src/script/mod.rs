//! `loopback ask`, `review`, `wait`, `answer` and `withdraw`: asks of scripts, which go by exit codes.
//!
//! What is asked goes through the agents' door like an agent's call; a script has no more rights than one. Stdout holds what
//! the person said and nothing else, so that a shell can take it; all else goes to stderr.

mod asker;
mod outcome;
mod showing;

use std::io::Read as _;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use loopback_contract::Origin;
use loopback_server::mcp::tools::ToolName;
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments::script::{
    AnswerArguments, AskArguments, ProjectArguments, ReviewArguments, WaitArguments,
    WithdrawArguments,
};
use crate::attach;
use crate::door::caller::Unanswered;
use crate::door::{origin, random};
use crate::runtime;
use asker::Asker;
use showing::Unreachable;

/// `loopback ask`.
pub(crate) fn ask(arguments: AskArguments) -> anyhow::Result<ExitCode> {
    if let 1 | 7.. = arguments.options.len() {
        eprintln!(
            "loopback: offer two to six choices by --option, or none to be answered in words"
        );
        return Ok(ExitCode::from(outcome::USAGE));
    }
    let context = arguments.context.map(text).transpose()?;
    let options: Vec<_> = arguments
        .options
        .iter()
        .map(|it| json!({ "label": it }))
        .collect();
    run(async {
        let origin = origin::now(&random::id()).await;
        let mut question = json!({
            "question": arguments.question,
            "project": project(&arguments.project, &origin),
        });
        put(
            &mut question,
            "options",
            (!options.is_empty()).then_some(options),
        );
        put(
            &mut question,
            "multiple",
            arguments.multiple.then_some(true),
        );
        put(&mut question, "context", context);
        let asker = Asker::new(&arguments.waiting.door, origin)?;
        asker
            .ends(ToolName::AskQuestion, &question, &arguments.waiting)
            .await
    })
}

/// `loopback review`.
pub(crate) fn review(arguments: &ReviewArguments) -> anyhow::Result<ExitCode> {
    run(async {
        let origin = origin::now(&random::id()).await;
        let asker = Asker::new(&arguments.waiting.door, origin.clone())?;
        let shown = match showing::read(arguments, &origin, asker.link()).await {
            Err(error) if error.is::<Unreachable>() => {
                return Ok(asker.unanswered(&Unanswered::NotRunning));
            }
            shown => shown?,
        };
        let mut review = json!({
            "title": arguments.title.as_ref().unwrap_or(&shown.title),
            "content": shown.content,
            "project": project(&arguments.project, &origin),
        });
        put(&mut review, "summary", arguments.summary.as_ref());
        put(&mut review, "revises", arguments.revises.as_ref());
        let asker = asker.attaching(shown.attached);
        asker
            .ends(ToolName::RequestReview, &review, &arguments.waiting)
            .await
    })
}

/// `loopback wait`.
pub(crate) fn wait(arguments: &WaitArguments) -> anyhow::Result<ExitCode> {
    run(async {
        let asker = Asker::of_what_is_open(&arguments.waiting.door)?;
        let which = json!({ "askId": arguments.ask });
        asker
            .ends(ToolName::WaitForReply, &which, &arguments.waiting)
            .await
    })
}

/// `loopback answer`.
pub(crate) fn answer(arguments: &AnswerArguments) -> anyhow::Result<ExitCode> {
    let text = text(arguments.text.clone())?;
    run(async {
        let asker = Asker::of_what_is_open(&arguments.waiting.door)?;
        let answer = json!({ "askId": arguments.ask, "answer": text });
        asker
            .ends(ToolName::AnswerFollowUp, &answer, &arguments.waiting)
            .await
    })
}

/// `loopback withdraw`.
pub(crate) fn withdraw(arguments: &WithdrawArguments) -> anyhow::Result<ExitCode> {
    run(async {
        let asker = Asker::of_what_is_open(&arguments.door)?;
        asker.withdraws(&arguments.ask, &arguments.reason).await
    })
}

fn run(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    runtime::small()?.block_on(work)
}

fn project(given: &ProjectArguments, origin: &Origin) -> String {
    let given = given.project.clone();
    given.unwrap_or_else(|| origin::project(origin))
}

fn put(object: &mut Value, key: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        object[key] = json!(value);
    }
}

/// A text as it is given, or stdin for `-`.
fn text(given: String) -> anyhow::Result<String> {
    if given == "-" { stdin() } else { Ok(given) }
}

/// All of stdin, which must be text and something.
fn stdin() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // What a review may show altogether.
    let limit = u64::try_from(attach::MOST).unwrap_or(u64::MAX);
    let mut stdin = std::io::stdin().lock().take(limit.saturating_add(1));
    stdin
        .read_to_end(&mut bytes)
        .context("stdin cannot be read")?;
    if bytes.len() > attach::MOST {
        bail!("stdin holds more than {} MiB", attach::MOST / 1024 / 1024);
    }
    let text = String::from_utf8(bytes).context("stdin holds no text")?;
    if text.trim().is_empty() {
        bail!("stdin holds nothing");
    }
    Ok(text)
}
