//! Where the agent runs: its working directory, and the repository and branch that git knows there.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use loopback_contract::Origin;
use tokio::process::Command;

use crate::handover;

/// How long git may take; an ask does not wait for a slow disk.
const PATIENCE: Duration = Duration::from_secs(1);

/// The origin of a call made now. `session` names this run of the agent.
pub(super) async fn now(session: &str) -> Origin {
    // A directory that is gone has no name; the agent still is who it is.
    let cwd = std::env::current_dir().unwrap_or_default();
    let (repository, branch) = tokio::join!(
        git(&cwd, &["rev-parse", "--show-toplevel"]),
        git(&cwd, &["symbolic-ref", "--quiet", "--short", "HEAD"]),
    );
    Origin {
        cwd: cwd.to_string_lossy().into_owned(),
        repository,
        branch,
        host: rustix::system::uname()
            .nodename()
            .to_str()
            .ok()
            .map(str::to_owned),
        session: session.to_owned(),
    }
}

/// One line from git. The repository's own settings must not make it run anything.
async fn git(cwd: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .args(arguments)
        .current_dir(cwd)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env_remove(handover::VARIABLE)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(PATIENCE, output).await.ok()?.ok()?;
    let line = String::from_utf8(output.stdout).ok()?.trim_end().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}
