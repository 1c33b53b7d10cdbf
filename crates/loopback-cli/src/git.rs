//! How git is run where an agent works: told by nothing but its arguments, and running nothing else.
//!
//! The repository may be anybody's, so its settings are not trusted: they may name programs, and other places.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// How long git may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Git in this directory, without what would run other programs.
///
/// Nothing of the environment reaches it but the path and the home, whose settings say which repositories of other users
/// the person trusts. An inherited `GIT_DIR` or `GIT_CONFIG_COUNT` would have it look elsewhere, or do more.
pub(crate) fn git(dir: &Path) -> Command {
    let mut git = Command::new("git");
    git.env_clear();
    for name in ["PATH", "HOME", "XDG_CONFIG_HOME"] {
        if let Some(value) = std::env::var_os(name) {
            git.env(name, value);
        }
    }
    git.env("LC_ALL", "C")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        // An object that is missing is not fetched: by the second also where git does not know the first, and whatever
        // the repository allows itself by `protocol.*.allow`.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .args(["-c", "core.fsmonitor=false"])
        .args(["-c", "core.hooksPath=/dev/null"])
        .arg("--no-pager")
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    git
}

/// The same without the settings of the person, which may change how things look. `top` is the root of a repository that
/// they trust.
pub(crate) fn plain_git(top: &Path) -> Command {
    let mut git = git(top);
    let trusted = format!("safe.directory={}", top.display());
    git.env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .args(["-c", &trusted]);
    git
}

/// What a command prints, at most a byte more than `most`. `None` if it fails or takes too long.
pub(crate) async fn output(mut command: Command, most: usize) -> Option<Vec<u8>> {
    let run = async {
        let mut child = command.spawn().ok()?;
        let stdout = child.stdout.take()?;
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        let mut printed = Vec::new();
        stdout.take(limit).read_to_end(&mut printed).await.ok()?;
        if printed.len() > most {
            return Some(printed);
        }
        child.wait().await.ok()?.success().then_some(printed)
    };
    tokio::time::timeout(PATIENCE, run).await.ok()?
}

/// The one line a command prints. `None` if it fails, prints nothing, or takes too long.
pub(crate) async fn line(command: Command) -> Option<String> {
    let printed = String::from_utf8(output(command, 64 * 1024).await?).ok()?;
    let line = printed.trim_end_matches('\n');
    (!line.is_empty()).then(|| line.to_owned())
}

/// The root of the repository that this directory lies in.
///
/// It is the nearest directory with a `.git`; git must say the same. A repository whose settings move its root
/// (`core.worktree`) elsewhere is none, so that what an agent may show ends where it seems to.
pub(crate) async fn top(cwd: &Path) -> Option<PathBuf> {
    let mut git = git(cwd);
    git.args(["rev-parse", "--show-toplevel"]);
    let said = PathBuf::from(line(git).await?);
    let real = cwd.canonicalize().ok()?;
    let nearest = nearest(&real)?;
    (said.canonicalize().ok()? == nearest).then_some(said)
}

/// The nearest directory with a `.git`: this one, or one that it lies in. Git is not asked.
pub(crate) fn nearest(dir: &Path) -> Option<&Path> {
    dir.ancestors().find(|dir| dir.join(".git").exists())
}

/// Why there is no repository here, in words.
pub(crate) async fn why_none(cwd: &Path) -> &'static str {
    let mut git = git(cwd);
    git.args(["rev-parse", "--git-dir"]).stderr(Stdio::piped());
    let said = tokio::time::timeout(PATIENCE, git.output()).await;
    let said = said.ok().and_then(Result::ok);
    match said {
        None => "git could not be run where this agent works",
        Some(said) if said.status.success() => {
            "git's settings say that this repository's files lie elsewhere than where this agent works"
        }
        Some(said) if String::from_utf8_lossy(&said.stderr).contains("dubious ownership") => {
            "git does not trust this repository, as another user owns it; its setting safe.directory would say otherwise"
        }
        Some(_) => "there is no git repository where this agent works",
    }
}
