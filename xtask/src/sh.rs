//! Starting other programs: shown before they run, and an error that says which of them failed.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long one command may take where nobody watches it.
const PATIENCE: Duration = Duration::from_mins(20);

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// A command that runs in the workspace's root.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that started this program, at the workspace's root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments);
    // Set by the cargo that runs us for our own package; a nested build must not see them.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR")
        {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// npm in one of the workspace's folders.
pub(crate) fn npm(folder: &str, arguments: &[&str]) -> Command {
    let mut npm = command("npm");
    npm.current_dir(root().join(folder)).args(arguments);
    npm
}

/// Runs a command to its end, its output going where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = shown(command);
    println!("$ {line}");
    let status = if std::env::var_os("CI").is_some() {
        run_alone(command)
    } else {
        command.status().map(Some)
    };
    match status.with_context(|| format!("could not start `{line}`"))? {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("`{line}` failed ({status})"),
        None => bail!(
            "`{line}` was ended: it took more than {} minutes",
            PATIENCE.as_secs() / 60
        ),
    }
}

/// Runs a command where nobody can press Ctrl-C: what hangs is ended, with all that it started, and gives no status.
fn run_alone(command: &mut Command) -> std::io::Result<Option<ExitStatus>> {
    let mut child = command.stdin(Stdio::null()).process_group(0).spawn()?;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(50));
    }
    Command::new("kill")
        .args(["-KILL", "--", &format!("-{}", child.id())])
        .status()?;
    child.wait()?;
    Ok(None)
}

/// What a command prints on its standard output; its errors go where ours go.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let line = shown(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("could not start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{line}` printed bytes that are not UTF-8"))
}

/// Whether a program of this name is on PATH.
pub(crate) fn on_path(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    })
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ");
    match command
        .get_current_dir()
        .and_then(|folder| folder.strip_prefix(root()).ok())
    {
        Some(folder) if folder != Path::new("") => format!("(cd {} && {line})", folder.display()),
        _ => line,
    }
}
