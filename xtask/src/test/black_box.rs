//! The tests through the real programs (crate `loopback-tests`), split by what they need.

use crate::{clients, sh, tools};
use anyhow::{Result, bail};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const PACKAGE: &str = "loopback-tests";

/// Where the tests of a stage go in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Through the doors of the command, without a display.
    Doors,
    /// Through the doors too, with clients and agents that come from the package registries.
    Agents,
    /// Through the real window.
    Window,
}

impl Place {
    /// A test target that is not of another place is of the doors: none is left out.
    fn of(target: &str) -> Self {
        if target.starts_with("window") {
            Self::Window
        } else if target.starts_with("agents") {
            Self::Agents
        } else {
            Self::Doors
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Doors => &[],
            // They wait for one another's programs most of the time.
            Self::Agents => &["--test-threads=6"],
            // Each starts a screen and a message bus of its own.
            Self::Window => &["--test-threads=1"],
        }
    }
}

/// Builds the command, which all of them go through.
pub(crate) fn build_command() -> Result<()> {
    sh::run(&mut sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-cli",
    ]))
}

/// Runs some tests of agents, which add what they learn to the file `table`, a line each.
pub(crate) fn run_tabulated(table: &Path, tests: &[&str]) -> Result<()> {
    build_command()?;
    let mut cargo = sh::cargo(&["test", "--no-fail-fast", "--package", PACKAGE]);
    with_agents(&mut cargo)?.env("LOOPBACK_TEST_TABLE", table);
    sh::run(cargo.args(["--test", "agents"]).args(tests))
}

/// Runs the tests of one place, with the tools this project builds for itself first on PATH.
pub(crate) fn run(place: Place) -> Result<()> {
    let mut path = vec![sh::root().join("target/tools/bin")];
    path.extend(
        std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths),
    );
    let mut cargo = sh::cargo(&["test", "--no-fail-fast", "--package", PACKAGE]);
    cargo.env("PATH", std::env::join_paths(path)?);
    let mut sshd = None;
    match place {
        Place::Doors => {
            tools::ensure_packages(&[tools::DOORS])?;
            cargo.arg("--lib");
            sshd = tools::ensure_sshd()?;
            match &sshd {
                Some(sshd) => drop(cargo.env("LOOPBACK_TEST_SSHD", sshd)),
                None => println!(
                    "NOTE: the tests with another machine are LEFT OUT: there is no sshd, and installing one would open \
                     this machine. Install openssh-server yourself to run them."
                ),
            }
        }
        Place::Agents => {
            with_agents(&mut cargo)?;
        }
        // Its agent is the Python client.
        Place::Window => {
            with_clients(&mut cargo)?;
        }
    }
    for target in targets(place)? {
        cargo.args(["--test", &target]);
    }
    cargo.arg("--").args(place.options());
    if matches!(place, Place::Doors) && sshd.is_none() {
        cargo.args(["--skip", "remote::"]);
    }
    sh::run(&mut cargo)
}

fn with_clients(cargo: &mut Command) -> Result<&mut Command> {
    let libraries = clients::ensure_libraries()?;
    Ok(cargo
        .env("LOOPBACK_TEST_PYTHON", libraries.python)
        .env("LOOPBACK_TEST_NODE_MODULES", libraries.node_modules))
}

fn with_agents(cargo: &mut Command) -> Result<&mut Command> {
    let programs = clients::ensure_programs()?;
    Ok(with_clients(cargo)?.env("LOOPBACK_TEST_PROGRAMS", programs))
}

/// The test targets of one place; an error when there is none.
fn targets(place: Place) -> Result<Vec<String>> {
    let text = sh::read(&mut sh::cargo(&[
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages
        .filter(|package| package["name"] == PACKAGE)
        .filter_map(|package| package["targets"].as_array())
        .flatten();
    let names: Vec<String> = targets
        .filter(|target| target["kind"][0] == "test")
        .filter_map(|target| target["name"].as_str())
        .filter(|name| Place::of(name) == place)
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        bail!("{PACKAGE} has no such tests");
    }
    Ok(names)
}
