//! The toolchain's own formatter, so that generated code is formatted like all other code here.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::Error;

/// `code` as `cargo fmt` would leave it.
pub(crate) fn format(code: &str) -> Result<String, Error> {
    let mut child = Command::new("rustfmt")
        .args([
            "--edition",
            "2024",
            "--config",
            "use_field_init_shorthand=true",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let code = code.to_owned();
    // Written from a thread of its own: a long text must not wait for output nobody reads yet.
    let writer = std::thread::spawn(move || stdin.write_all(code.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| failed(error.to_string()))?;
    let _ = writer.join();
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    String::from_utf8(output.stdout).map_err(|error| failed(error.to_string()))
}

fn failed(why: String) -> Error {
    Error::Program {
        command: "rustfmt".to_owned(),
        why,
    }
}
