//! A model that follows a script, for agents that are run whole: `tests/agents/model`.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout};

use crate::{Home, PATIENCE, real};

/// A running model.
#[derive(Debug)]
pub struct Model {
    _child: Child,
    url: String,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Model {
    /// Starts one that asks this question, and waits on while it is told that the ask is open.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub async fn start(home: &Home, question: &Value) -> Self {
        Self::following(home, &json!({ "ask": question, "most": 8 })).await
    }

    /// Starts one that makes these calls one after the other, and then quotes the last result and what hooks said.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub async fn calling(home: &Home, calls: &Value) -> Self {
        Self::following(home, &json!({ "steps": calls })).await
    }

    async fn following(home: &Home, what: &Value) -> Self {
        let script = home.path().join("script.json");
        std::fs::write(&script, what.to_string()).expect("a script can be written");
        let mut child = real::node()
            .arg(real::script("model/server.mjs"))
            .arg(script)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the model starts");
        let stdout = child.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(stdout).lines();
        let ready = tokio::time::timeout(PATIENCE, lines.next_line()).await;
        let ready = ready.expect("it is ready in time").expect("it can be read");
        let ready = ready.expect("it says where it is");
        let url = ready.strip_prefix("model: ready at ");
        Self {
            url: url
                .unwrap_or_else(|| panic!("not ready but {ready:?}"))
                .to_owned(),
            lines,
            _child: child,
        }
    }

    /// Where it answers.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Waits for the next turn in which it is told something by a tool. Returns what.
    ///
    /// # Panics
    ///
    /// If there is none in time.
    pub async fn is_told(&mut self) -> String {
        let told = async {
            loop {
                let line = self.lines.next_line().await.expect("it can be read");
                let line = line.expect("the model is still there");
                let turn: Value = serde_json::from_str(&line).expect("it speaks JSON");
                if let Some(told) = turn["heard"].as_str() {
                    return told.to_owned();
                }
            }
        };
        let told = tokio::time::timeout(PATIENCE, told).await;
        told.expect("a tool's result comes in time")
    }
}
