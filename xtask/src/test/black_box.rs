//! The tests through the real programs (crate `loopback-tests`), split by what they need.

use crate::{sh, tools};
use anyhow::{Result, bail};
use serde_json::Value;

const PACKAGE: &str = "loopback-tests";

/// Where the tests of a stage go in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Through the doors of the command, without a display.
    Doors,
    /// Through the real window.
    Window,
}

impl Place {
    /// A test target that is not of the window is of the doors: none is left out.
    fn of(target: &str) -> Self {
        if target.starts_with("window") {
            Self::Window
        } else {
            Self::Doors
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Doors => &[],
            // Each starts a screen and a message bus of its own.
            Self::Window => &["--test-threads=1"],
        }
    }
}

/// Runs the tests of one place, with real agents' clients, and the tools this project builds for itself first on PATH.
pub(super) fn run(place: Place) -> Result<()> {
    let agents = tools::ensure_agents()?;
    let mut path = vec![sh::root().join("target/tools/bin")];
    path.extend(
        std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths),
    );
    let mut cargo = sh::cargo(&["test", "--no-fail-fast", "--package", PACKAGE]);
    cargo.env("PATH", std::env::join_paths(path)?);
    cargo
        .env("LOOPBACK_TEST_PYTHON", agents.python)
        .env("LOOPBACK_TEST_NODE_MODULES", agents.node_modules);
    if place == Place::Doors {
        cargo.arg("--lib");
    }
    for target in targets(place)? {
        cargo.args(["--test", &target]);
    }
    sh::run(cargo.arg("--").args(place.options()))
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
