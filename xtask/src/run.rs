//! `run`: from a machine with only Rust and Node.js to a running Loopback.

use crate::{sh, tools};
use anyhow::{Result, bail};
use std::process::Command;

const NO_DISPLAY: &str = "\
There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.
Without one, Loopback runs as a server and its page opens in any browser on this machine:

  cargo xtask run --headless
";

/// `run [--release] [--headless] [-- ARGS]`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let (ours, passed_on) = match arguments.iter().position(|word| *word == "--") {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => (arguments, &[][..]),
    };
    if let Some(unknown) = ours
        .iter()
        .find(|word| !["--release", "--headless"].contains(word))
    {
        bail!(
            "usage: cargo xtask run [--release] [--headless] [-- ARGS]; {unknown:?} is none of these"
        );
    }
    let profile: &[&str] = if ours.contains(&"--release") {
        &["--release"]
    } else {
        &[]
    };
    let folder = if profile.is_empty() {
        "debug"
    } else {
        "release"
    };
    let headless = ours.contains(&"--headless");
    if !headless && !has_display() {
        bail!("{NO_DISPLAY}");
    }

    if headless {
        tools::ensure_packages(&[&["build-essential", "pkg-config"]])?;
    } else {
        tools::ensure_packages(&[tools::BUILD, tools::DESKTOP])?;
    }
    build_ui()?;
    // The desktop program comes with the command that agents start, beside it.
    let mut build = sh::cargo(&["build", "--package", "loopback-cli"]);
    build.args(profile);
    if !headless {
        build.args(["--package", "loopback-desktop"]);
    }
    sh::run(&mut build)?;

    let programs = sh::root().join("target").join(folder);
    let mut program = if headless {
        let mut serve = Command::new(programs.join("loopback"));
        serve.arg("serve");
        serve
    } else {
        Command::new(programs.join("loopback-desktop"))
    };
    // It keeps the caller's folder, not the workspace's.
    sh::run(program.args(passed_on))
}

/// The user interface's files, which the server carries in itself.
pub(crate) fn build_ui() -> Result<()> {
    tools::ensure_node_modules("ui")?;
    sh::run(&mut sh::npm("ui", &["run", "build"]))
}

fn has_display() -> bool {
    let named = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || named("DISPLAY") || named("WAYLAND_DISPLAY")
}
