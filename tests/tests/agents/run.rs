//! One run of an agent: its home, its model, and the server it is connected to.
//!
//! A run may add a line to the file that `LOOPBACK_TEST_TABLE` names, for `cargo xtask agents` and `soak`.

use std::fs;
use std::io::Write as _;

use loopback_tests::{AgentProgram, Home, Loopback, Model, PATIENCE, Patience, eventually};
use serde_json::{Value, json};
use tokio::process::Child;

use crate::transcript::Transcript;

/// One agent.
pub(crate) struct Run {
    agent: AgentProgram,
    home: Home,
    pub(crate) model: Model,
    pub(crate) server: Loopback,
    heard: std::path::PathBuf,
}

impl Run {
    pub(crate) async fn of(agent: AgentProgram, patience: Patience) -> Self {
        Self::with(agent, patience, "").await
    }

    /// With settings of Loopback's own.
    pub(crate) async fn with(agent: AgentProgram, patience: Patience, settings: &str) -> Self {
        let home = Home::new();
        home.settings(settings);
        let server = Loopback::start(&home).await;
        let question = json!({
            "question": "Which colour?",
            "options": [{ "label": "Red" }, { "label": "Blue" }],
            "project": "site",
        });
        let model = Model::start(&home, &question).await;
        agent.settles_in(&home, &model);
        agent.is_connected(&home).await;
        agent.has(patience, &home);
        let heard = agent.is_listened_to(&home);
        Self {
            agent,
            home,
            model,
            server,
            heard,
        }
    }

    pub(crate) fn begins(&self) -> Child {
        let mut agent = self.agent.asks(&self.home, &self.model);
        agent.spawn().unwrap()
    }

    /// It has come back to the ask by its id.
    pub(crate) async fn waits_again(&self) {
        eventually("the agent waits again", async || {
            let calls = Transcript::read(&self.heard).calls();
            let again = calls.iter().any(|call| call.starts_with("wait_for_reply"));
            again.then_some(())
        })
        .await;
    }

    /// The person answers the only open ask; the agent ends by quoting the answer.
    pub(crate) async fn ends_well(&mut self, agent: Child) -> Value {
        let ask = self.server.person().sees_ask_of("site").await;
        let client = ask["client"].as_str().unwrap();
        assert!(client.starts_with(self.agent.client_name()), "{client}");
        let reply = json!({ "outcome": "answered", "selected": ["Blue"], "text": "like the sea" });
        let id = ask["id"].as_str().unwrap();
        self.server.person().replies(id, &reply).await;
        let output = tokio::time::timeout(PATIENCE, agent.wait_with_output()).await;
        let output = output.unwrap().unwrap();
        let (said, complained) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{said}\n{complained}");
        let now = self.server.person().ask(id).await;
        for part in ["THE REPLY WAS: ", "Blue", "like the sea"] {
            let calls = Transcript::read(&self.heard).calls();
            assert!(
                said.contains(part),
                "{said}\n{complained}\n{calls:?}\n{now}"
            );
        }
        ask
    }

    /// What `cargo xtask agents` prints of this run.
    pub(crate) fn report(&self, ask: &Value, when: &str) {
        let transcript = Transcript::read(&self.heard);
        report(&json!({
            "client": ask["client"],
            "protocol": transcript.protocol(),
            "waiting": transcript.way_of_waiting(),
            "when": when,
            "outcome": transcript.calls().join(", "),
        }));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Adds a line to the table, if one is wanted.
pub(crate) fn report(line: &Value) {
    let Some(table) = std::env::var_os("LOOPBACK_TEST_TABLE") else {
        return;
    };
    let file = fs::OpenOptions::new().append(true).create(true).open(table);
    let line = format!("{line}\n");
    file.unwrap().write_all(line.as_bytes()).unwrap();
}
