//! A running server, a client that proves every answer, and asks to ask.

mod answer;
mod asks;
mod first;
mod proof;
mod socket;
mod wire;

use std::{
    fs,
    path::{Path, PathBuf},
};

use loopback_contract::{Actor, Timestamp};
use loopback_inbox::Hub;
use loopback_server::{Limits, PersonToken, Running, ServeConfig, StartError, serve};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) use answer::Answer;
pub(crate) use asks::{briefing, caller, large_review, path, question, review};
pub(crate) use proof::{headers as check_headers, problem as check_problem};
pub(crate) use socket::{Closed, Socket};
pub(crate) use wire::{Request, raw, send};

pub(crate) const PERSON: &str = "the-persons-own-token-of-32-characters-or-more";

/// The data directory within a temporary one, which is not private enough itself.
pub(crate) const DATA: &str = "data";

/// A server with an inbox of its own. Both are gone when this is dropped.
pub(crate) struct Server {
    running: Option<Running>,
    directory: TempDir,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut ServeConfig)) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let mut config = config(&directory.path().join(DATA));
        change(&mut config);
        let running = serve(config).await.unwrap();
        Self {
            running: Some(running),
            directory,
        }
    }

    /// The same inbox after a clean stop.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.running = Some(serve(config(&self.data_dir())).await.unwrap());
    }

    pub(crate) async fn stop(&mut self) {
        self.running.take().unwrap().shutdown().await;
    }

    pub(crate) fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    pub(crate) fn hub(&self) -> &Hub {
        self.running().hub()
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.directory.path().join(DATA)
    }

    pub(crate) fn agent_token(&self) -> String {
        fs::read_to_string(self.data_dir().join("agent-token"))
            .unwrap()
            .trim()
            .to_owned()
    }

    /// A request with the person's token.
    pub(crate) fn person(&self, method: &str, path: &str) -> Request {
        self.stranger(method, path).bearer(PERSON)
    }

    /// A request without any credential.
    pub(crate) fn stranger(&self, method: &str, path: &str) -> Request {
        Request::new(self.running().address(), method, path)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.person("GET", path).send().await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.person("POST", path).json(body).send().await
    }
}

pub(crate) fn config(data_dir: &Path) -> ServeConfig {
    let mut config = ServeConfig::new(data_dir.to_owned(), 0);
    config.settings_file = data_dir.with_file_name("config").join("settings.toml");
    config.person = Actor {
        id: "local".to_owned(),
        name: Some("Ada Example".to_owned()),
    };
    config.person_token = Some(PersonToken::new(PERSON).unwrap());
    config
}

/// Why a server does not start, with the directory's name replaced.
pub(crate) async fn why_not(config: ServeConfig) -> String {
    let directory = config.data_dir.display().to_string();
    let error: StartError = match serve(config).await {
        Ok(_) => panic!("the server started"),
        Err(error) => error,
    };
    error.to_string().replace(&directory, "DIR")
}

pub(crate) fn limits(change: impl FnOnce(&mut Limits)) -> impl FnOnce(&mut ServeConfig) {
    move |config| change(&mut config.limits)
}

pub(crate) fn moment(value: &Value) -> Timestamp {
    value.as_str().unwrap().parse().unwrap()
}
