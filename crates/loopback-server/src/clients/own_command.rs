//! A client's own command that connects a server. Owns that it is given nothing of the person's, and an end.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long it may take; some start a whole agent.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often it is looked after.
const GLANCE: Duration = Duration::from_millis(20);

/// Runs it in this directory. Says whether it did what it was asked.
pub(super) fn run(program: &Path, args: &[String], dir: &Path) -> bool {
    let started = Command::new(program)
        .args(args)
        .current_dir(dir)
        .env_remove("LOOPBACK_PERSON_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = started else {
        return false;
    };
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(GLANCE),
            Err(_) => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}
