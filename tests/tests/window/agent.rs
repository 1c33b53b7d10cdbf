//! An agent beside the window: the Python MCP client at `/mcp`.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::page::row;

/// A tool call that goes on until the person replies.
pub(crate) struct Call(JoinHandle<Value>);

impl Call {
    /// The call's structured result.
    pub(crate) async fn result(self) -> Value {
        self.0.await.unwrap()
    }

    /// Whether it has returned already.
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_finished()
    }
}

/// Calls a tool of the app's MCP endpoint.
pub(crate) fn call(app: &App, tool: &'static str, arguments: Value) -> Call {
    let url = format!("{}/mcp", app.base);
    let token = std::fs::read_to_string(app.data_dir.join("agent-token")).unwrap();
    Call(tokio::spawn(async move {
        let mut client = tokio::process::Command::new(python())
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/agents/call.py"))
            .args([&url, token.trim(), tool])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut stdin = client.stdin.take().unwrap();
        stdin
            .write_all(arguments.to_string().as_bytes())
            .await
            .unwrap();
        drop(stdin);
        let output = client.wait_with_output().await.unwrap();
        assert!(output.status.success(), "the Python client failed");
        serde_json::from_slice(&output.stdout).unwrap()
    }))
}

/// Opens an ask and waits until it stands in the list.
pub(crate) async fn ask(app: &App, tool: &'static str, arguments: Value) -> Call {
    let title = arguments["title"]
        .as_str()
        .or(arguments["question"].as_str());
    let row = row(title.unwrap());
    let call = call(app, tool, arguments);
    app.find(&row).await;
    call
}

/// The Python that has the `mcp` package, as `cargo xtask test` set it up.
fn python() -> std::path::PathBuf {
    std::env::var_os("LOOPBACK_TEST_PYTHON").map_or_else(
        || {
            concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../target/tools/python/bin/python"
            )
            .into()
        },
        Into::into,
    )
}
