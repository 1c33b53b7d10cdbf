//! `demo`: fills a running inbox with realistic asks of every kind, and plays the agents behind them.
//!
//! Every ask goes through `/mcp` with the agent token, as a real agent's would; the picture goes through an upload
//! ticket. The contents stand in `xtask/demo/`. The agents stay and answer what the person asks back, until every
//! ask is closed or the command is ended; with `--leave` they go at once, and the inbox shows them as away.

mod script;

use crate::doors::http::Door;
use crate::doors::mcp::{Agent, Call, Heard};
use anyhow::{Context, Result, bail};
use script::Scene;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

const USAGE: &str = "usage: cargo xtask demo [--leave] [--port N] [--data-dir DIR]";

/// Whether the agents wait for their replies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agents {
    /// They wait, answer, and say what happens.
    Stay,
    /// They wait and say nothing.
    Hush,
    Leave,
}

/// `demo [--leave] [--port N] [--data-dir DIR]`.
pub(crate) fn demo(arguments: &[&str]) -> Result<()> {
    let (mut agents, mut port, mut folder) = (Agents::Stay, None, None);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match *word {
            "--leave" => agents = Agents::Leave,
            "--port" => port = Some(words.next().context(USAGE)?.parse::<u16>().context(USAGE)?),
            "--data-dir" => folder = Some(PathBuf::from(words.next().context(USAGE)?)),
            _ => bail!(USAGE),
        }
    }
    let folder = match folder {
        Some(folder) => folder,
        None => data_dir().context("no data directory to be found; name it with --data-dir")?,
    };
    play(&agents_door(&folder, port)?, agents)
}

fn play(door: &Door, agents: Agents) -> Result<()> {
    let waiting = begin(door, agents)?;
    if agents == Agents::Stay {
        println!("\nThe agents wait for your replies; Ctrl-C sends them away.\n");
    }
    for agent in waiting {
        // A thread that panicked has said so itself.
        let _ = agent.join();
    }
    Ok(())
}

/// Fills an inbox and leaves the agents waiting behind the caller's back, as long as the program runs.
pub(crate) fn play_behind(door: &Door) -> Result<()> {
    begin(door, Agents::Hush).map(drop)
}

/// Asks everything; the agents that stay, each in its own thread.
fn begin(door: &Door, agents: Agents) -> Result<Vec<JoinHandle<()>>> {
    let mut sessions: BTreeMap<(String, String), Agent> = BTreeMap::new();
    let mut waiting = Vec::new();
    for scene in script::scenes()? {
        let identity = (scene.agent.0.clone(), scene.project());
        let agent = match sessions.get(&identity) {
            Some(agent) => agent.clone(),
            None => Agent::connect(door, &scene.agent.0, &scene.agent.1)?,
        };
        sessions.insert(identity, agent.clone());
        let arguments = scene.arguments(|picture| upload(door, &agent, picture))?;
        let mut call = agent.call(&scene.tool, &arguments)?;
        // Once the call reports progress, its ask is on disk.
        if let Heard::Result(result) = call.next()? {
            bail!("{} returned at once: {result}", scene.tool);
        }
        println!("{}, {}: {}", scene.project(), scene.agent.0, scene.tool);
        if agents == Agents::Leave {
            continue;
        }
        waiting.push(thread::spawn(move || {
            let end = attend(&agent, &scene, call);
            if agents == Agents::Stay {
                let words = end.unwrap_or_else(|error| format!("{error:#}"));
                println!("{}, {}: {words}", scene.project(), scene.agent.0);
            }
        }));
    }
    Ok(waiting)
}

/// Waits for the reply, answers what is asked back, and again, until the ask is closed. A review that is sent back
/// comes back once, changed.
fn attend(agent: &Agent, scene: &Scene, call: Call) -> Result<String> {
    let mut result = call.result()?;
    let mut versions = 1;
    loop {
        let ask = result["askId"].clone();
        let reply = &result["reply"];
        let (tool, arguments) = match (result["state"].as_str(), reply["outcome"].as_str()) {
            (Some("still_waiting"), _) => ("wait_for_reply", json!({ "askId": ask })),
            (Some("withdrawn"), _) => return Ok("withdrawn".to_owned()),
            (_, Some("follow_up")) => (
                "answer_follow_up",
                json!({ "askId": ask, "answer": scene.follow_up }),
            ),
            (_, Some("changes_requested")) if versions == 1 => match scene.next_version(&ask)? {
                Some(arguments) => {
                    versions += 1;
                    (scene.tool.as_str(), arguments)
                }
                None => return Ok(format!("changes_requested {}", words_of(reply))),
            },
            (_, Some("responded")) => {
                let answers: Vec<Value> = points_to_answer(reply)
                    .map(|point| json!({ "point": point, "answer": scene.follow_up }))
                    .collect();
                if answers.is_empty() {
                    return Ok("every point is resolved".to_owned());
                }
                (
                    "answer_briefing",
                    json!({ "askId": ask, "answers": answers }),
                )
            }
            (_, Some(outcome)) => return Ok(format!("{outcome} {}", words_of(reply))),
            _ => bail!("a result that says nothing: {result}"),
        };
        result = agent.call(tool, &arguments)?.result()?;
    }
}

/// The points of a reply that carry words and are not resolved by it, themselves or from above.
fn points_to_answer(reply: &Value) -> impl Iterator<Item = &str> {
    let points = || reply["points"].as_array().into_iter().flatten();
    let resolved: Vec<&str> = points()
        .filter(|point| point["resolved"] == true)
        .filter_map(|point| point["point"].as_str())
        .collect();
    points()
        .filter(|point| {
            point["text"]
                .as_str()
                .is_some_and(|text| !text.trim().is_empty())
        })
        .filter_map(|point| point["point"].as_str())
        .filter(move |id| {
            !resolved
                .iter()
                .any(|above| id == above || id.starts_with(&format!("{above}.")))
        })
}

fn words_of(reply: &Value) -> String {
    let selected = reply["selected"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let said = ["text", "note", "feedback"]
        .into_iter()
        .filter_map(|name| reply[name].as_str());
    selected.chain(said).collect::<Vec<_>>().join(" · ")
}

/// Stores a picture by a ticket; the name it is then known by.
fn upload(door: &Door, agent: &Agent, picture: &[u8]) -> Result<String> {
    let ticket = agent
        .call("request_upload", &json!({ "contentType": "image/png" }))?
        .result()?;
    let url = ticket["uploadUrl"]
        .as_str()
        .context("a ticket without an address")?;
    let path = url
        .splitn(4, '/')
        .nth(3)
        .context("a ticket without a path")?;
    let stranger = Door {
        address: door.address.clone(),
        bearer: None,
    };
    let status = stranger.put(&format!("/{path}"), "image/png", picture)?;
    if status != 201 {
        bail!("the picture was refused with {status}");
    }
    Ok(ticket["uploadId"]
        .as_str()
        .context("a ticket without a name")?
        .to_owned())
}

/// Where the agents of the Loopback of this data directory go.
fn agents_door(folder: &Path, port: Option<u16>) -> Result<Door> {
    let token = std::fs::read_to_string(folder.join("agent-token")).with_context(|| {
        format!(
            "no Loopback has run with {}; start one with `cargo xtask run`",
            folder.display()
        )
    })?;
    // The holder of the directory writes into its lock where it listens.
    let lock = std::fs::read_to_string(folder.join("lock")).unwrap_or_default();
    let announced = serde_json::from_str::<Value>(&lock)
        .ok()
        .and_then(|holder| u16::try_from(holder["port"].as_u64()?).ok());
    let port = port.or(announced).with_context(|| {
        format!(
            "no Loopback runs with {}; start one with `cargo xtask run`",
            folder.display()
        )
    })?;
    Ok(Door {
        address: format!("127.0.0.1:{port}"),
        bearer: Some(token.trim().to_owned()),
    })
}

const PLACE: &str = if cfg!(target_os = "macos") {
    "Library/Application Support/Loopback"
} else {
    ".local/share/loopback"
};

fn data_dir() -> Option<PathBuf> {
    let named = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let base = named("XDG_DATA_HOME").filter(|base| base.is_absolute());
    named("LOOPBACK_DATA_DIR")
        .or_else(|| base.map(|data| data.join("loopback")))
        .or_else(|| named("HOME").map(|home| home.join(PLACE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_answered_if_it_has_words_and_stays_open() {
        let reply = json!({ "points": [
            { "point": "1", "text": "Why?" },
            { "point": "2", "resolved": true },
            { "point": "2.1", "text": "Never mind" },
            { "point": "21", "text": "And this?" },
            { "point": "3", "text": "  " },
            { "point": "4", "text": "Fine", "resolved": true },
        ] });
        assert_eq!(points_to_answer(&reply).collect::<Vec<_>>(), ["1", "21"]);
    }
}
