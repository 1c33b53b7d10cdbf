//! `bench`: how long an ask takes to reach the person's window, and a reply to reach the agent's tool call; then how
//! long what an ask shows takes to render.
//!
//! Measured through the public doors of a release build with many asks open, one at a time, so that a figure is a
//! delay and no queue. Beside them, from the same run on the same disk, stand what no program can beat: one fsync,
//! and one round trip over the loopback interface.

mod floor;
mod rendering;

use crate::doors::events::Events;
use crate::doors::http::{Door, Request};
use crate::doors::mcp::{Agent, Call};
use crate::served::Served;
use crate::sh;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much is measured.
struct Size {
    asks: usize,
    open: usize,
    profile: &'static str,
    rendering: rendering::Size,
}

const WHOLE: Size = Size {
    asks: 1_000,
    open: 100,
    profile: "release",
    rendering: rendering::Size {
        profile: "release",
        documents: &[1, 64, 256],
        shapes: 256,
        of_them: usize::MAX,
    },
};
/// Shows in seconds that the measurement works; its figures say nothing.
const QUICK: Size = Size {
    asks: 60,
    open: 20,
    profile: "debug",
    rendering: rendering::Size {
        profile: "debug",
        documents: &[1],
        shapes: 4,
        of_them: 6,
    },
};

/// No single step takes longer than this unless something is broken.
const PATIENCE: Duration = Duration::from_secs(30);

const AGENTS: usize = 10;

/// `bench [rendering] [--quick]`.
pub(crate) fn bench(arguments: &[&str]) -> Result<()> {
    let (size, with_delays) = match arguments {
        [] => (WHOLE, true),
        ["--quick"] => (QUICK, true),
        ["rendering"] => (WHOLE, false),
        ["rendering", "--quick"] => (QUICK, false),
        _ => bail!("usage: cargo xtask bench [rendering] [--quick]"),
    };
    if with_delays {
        delays(&size)?;
    }
    rendering::rendering(&size.rendering)
}

/// How long asks and replies take, among other asks.
fn delays(size: &Size) -> Result<()> {
    let mut build = sh::cargo(&["build", "--quiet", "--package", "loopback-cli"]);
    if size.profile == "release" {
        build.arg("--release");
    }
    sh::run(&mut build)?;
    let served = Served::start(
        &sh::root()
            .join("target")
            .join(size.profile)
            .join("loopback"),
    )?;

    let mut run = Run::begin(&served)?;
    let (mut asks, mut replies) = (Vec::new(), Vec::new());
    for number in 0..size.asks {
        asks.push(run.ask(number)?);
        if run.open.len() > size.open {
            replies.push(run.reply()?);
        }
    }
    while !run.open.is_empty() {
        replies.push(run.reply()?);
    }

    println!(
        "\n{} asks, {} open, {} build, {} agents, one at a time\n",
        size.asks, size.open, size.profile, AGENTS
    );
    println!("{:<34}{:>12}{:>12}", "", "p50", "p99");
    print_row("ask → event on the window's socket", asks);
    print_row("reply → tool result", replies);
    print_row("one fsync of 4 KiB", floor::fsync(&served.data_dir())?);
    print_row("one loopback round trip", floor::round_trip()?);
    Ok(())
}

/// The measurement's parties.
struct Run {
    agents: Vec<Agent>,
    person: Door,
    opened: Receiver<(String, Instant)>,
    answering: Sender<(String, Instant)>,
    answered: Receiver<(String, Instant)>,
    /// Ids of the open asks, oldest first.
    open: VecDeque<String>,
}

impl Run {
    fn begin(served: &Served) -> Result<Self> {
        let door = served.agents()?;
        let agents: Result<Vec<_>> = (0..AGENTS)
            .map(|number| Agent::connect(&door, &format!("bench-{number}"), "1"))
            .collect();
        let person = served.person();
        let mut events = Events::subscribe(&person)?;
        let first = events.next()?;
        if first["type"] != "snapshot" {
            bail!("the event socket began with {first}");
        }
        let (sender, opened) = channel();
        let (answering, answered) = channel();
        thread::spawn(move || {
            while let Ok(event) = events.next() {
                if event["type"] == "ask.opened"
                    && sender
                        .send((id_of(&event["ask"]["id"]), Instant::now()))
                        .is_err()
                {
                    return;
                }
            }
        });
        Ok(Self {
            agents: agents?,
            person,
            opened,
            answering,
            answered,
            open: VecDeque::new(),
        })
    }

    /// Opens an ask; the time until the window's socket had it.
    fn ask(&mut self, number: usize) -> Result<Duration> {
        let agent = &self.agents[number % AGENTS];
        let stream = agent.ready()?;
        let begun = Instant::now();
        let call = agent.call_on(stream, "ask_question", &question(number))?;
        let (id, at) = self
            .opened
            .recv_timeout(PATIENCE)
            .context("no event came for an ask")?;
        self.wait(call, id.clone());
        self.open.push_back(id);
        Ok(at.saturating_duration_since(begun))
    }

    /// Replies to the oldest open ask; the time until its agent's tool call returned.
    fn reply(&mut self) -> Result<Duration> {
        let id = self.open.pop_front().context("nothing is open")?;
        let body =
            serde_json::to_vec(&json!({ "outcome": "answered", "selected": ["Rewrite it"] }))?;
        let path = format!("/api/v1/asks/{id}/reply");
        let headers = [("Content-Type", "application/json")];
        let stream = self.person.connect()?;
        let begun = Instant::now();
        let response = self.person.send_on(
            stream,
            &Request {
                method: "POST",
                path: &path,
                headers: &headers,
                body: &body,
            },
        )?;
        if response.status != 200 {
            bail!("the reply was refused: {}", response.text()?);
        }
        let (answered, at) = self
            .answered
            .recv_timeout(PATIENCE)
            .context("no tool result came for a reply")?;
        if answered != id {
            bail!("a reply to {id} reached the agent that asked {answered}");
        }
        Ok(at.saturating_duration_since(begun))
    }

    /// Waits for a call's result beside everything else.
    fn wait(&self, call: Call, id: String) {
        let answered = self.answering.clone();
        thread::spawn(move || match call.result() {
            Ok(result) if result["askId"] == id && result["state"] == "replied" => {
                let _ = answered.send((id, Instant::now()));
            }
            other => eprintln!("{id}: no reply came back: {other:?}"),
        });
    }
}

fn question(number: usize) -> Value {
    json!({
        "project": format!("bench-{}", number % AGENTS),
        "question": format!("Number {number}: the importer drops rows with a trailing comma. Patch it or rewrite it?"),
        "context": "The parser is 400 lines of hand-written states. A rewrite on the csv crate is about a day; a patch is \
                    an hour, but it is the fourth one this month. Nothing else depends on its inner types.",
        "options": [
            { "label": "Patch it", "description": "One more state, one more test" },
            { "label": "Rewrite it", "description": "On the csv crate, keeping the public functions" },
            { "label": "Leave it", "description": "Nobody has complained yet" },
        ],
    })
}

fn id_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn print_row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    println!(
        "{what:<34}{:>12}{:>12}",
        shown(percentile(&times, 50)),
        shown(percentile(&times, 99))
    );
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

/// The smallest time that `percent` of all times do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_time_that_was_measured() {
        let times: Vec<_> = (1..=1_000).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(500));
        assert_eq!(percentile(&times, 99), Duration::from_millis(990));
        assert_eq!(percentile(&times[..1], 99), Duration::from_millis(1));
    }
}
