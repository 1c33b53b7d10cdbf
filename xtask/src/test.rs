//! `test`: everything that must hold, in the order in which it is cheapest to learn that it does not.

use crate::stages::{Stage, run_all};
use crate::{floors, sh, tools};
use anyhow::{Result, bail};
use serde_json::Value;

/// The crate of tests through the real programs.
const BLACK_BOX: &str = "loopback-tests";

/// Stages that need neither a display nor a browser.
const FAST: &[Stage] = &[
    Stage {
        name: "format",
        shows: "rustfmt has nothing to change",
        after: &[],
        work: format,
    },
    Stage {
        name: "floors",
        shows: "imports run downwards only",
        after: &[],
        work: floors::check,
    },
    Stage {
        name: "generated",
        shows: "generated code and frozen revisions are what the contract says",
        after: &[],
        work: generated,
    },
    Stage {
        name: "ui",
        shows: "the user interface checks, passes its unit tests and builds",
        after: &[],
        work: ui,
    },
    Stage {
        name: "lint",
        shows: "clippy finds nothing in our crates and their tests",
        after: &[],
        work: lint,
    },
    Stage {
        name: "docs",
        shows: "rustdoc finds nothing",
        after: &[],
        work: docs,
    },
    Stage {
        name: "unit",
        shows: "the crates' own tests",
        after: &[],
        work: unit,
    },
];

/// Stages that need a browser, real agents' clients, a display, or minutes.
const FULL: &[Stage] = &[
    Stage {
        name: "licences",
        shows: "licences, sources and bans of all dependencies (deny.toml)",
        after: &[],
        work: licences,
    },
    Stage {
        name: "doors",
        shows: "black-box tests through the real command and its doors",
        after: &["ui"],
        work: doors,
    },
    Stage {
        name: "browser",
        shows: "the page in Chromium: focus, keys, accessibility",
        after: &["ui"],
        work: browser,
    },
    Stage {
        name: "desktop",
        shows: "the desktop program is free of warnings and passes its own tests",
        after: &[],
        work: desktop,
    },
    Stage {
        name: "window",
        shows: "the real window, tray and notifications on a private display and bus",
        after: &["ui", "desktop"],
        work: window,
    },
];

/// `test [--fast | --list | STAGE …]`.
pub(crate) fn test(arguments: &[&str]) -> Result<()> {
    match arguments {
        ["--list"] => {
            for stage in FAST.iter().chain(FULL) {
                println!("{:<10} {}", stage.name, stage.shows);
            }
            Ok(())
        }
        [] => run_all(&FAST.iter().chain(FULL).collect::<Vec<_>>()),
        ["--fast"] => run_all(&FAST.iter().collect::<Vec<_>>()),
        names => {
            let mut chosen = Vec::new();
            for name in names {
                match FAST.iter().chain(FULL).find(|stage| stage.name == *name) {
                    Some(stage) => chosen.push(stage),
                    None => {
                        bail!("no stage is called {name:?}; `cargo xtask test --list` lists them")
                    }
                }
            }
            run_all(&chosen)
        }
    }
}

fn format() -> Result<()> {
    sh::run(&mut sh::cargo(&["fmt", "--all", "--check"]))
}

fn generated() -> Result<()> {
    Ok(loopback_spec::check(&sh::root())?)
}

fn ui() -> Result<()> {
    tools::ensure_node_modules("ui")?;
    sh::run(&mut sh::npm("ui", &["run", "check"]))?;
    sh::run(&mut sh::npm("ui", &["test"]))?;
    sh::run(&mut sh::npm("ui", &["run", "build"]))
}

fn lint() -> Result<()> {
    sh::run(&mut sh::cargo(&[
        "clippy",
        "--quiet",
        "--workspace",
        "--exclude",
        "loopback-desktop",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn docs() -> Result<()> {
    let mut doc = sh::cargo(&["doc", "--quiet", "--no-deps", "--document-private-items"]);
    sh::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn unit() -> Result<()> {
    sh::run(&mut sh::cargo(&["test", "--quiet"]))
}

fn licences() -> Result<()> {
    let deny = tools::ensure_cargo_tool(&tools::CARGO_DENY)?;
    // Advisories need a database from the network: CONTRIBUTING.md says how to ask for them.
    sh::run(sh::command(deny).args([
        "--all-features",
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}

fn doors() -> Result<()> {
    sh::run(&mut sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-cli",
    ]))?;
    black_box(&black_box_targets(|name| !is_of_the_window(name))?, &[])
}

fn browser() -> Result<()> {
    tools::ensure_packages(&[tools::BROWSER])?;
    tools::ensure_node_modules("ui")?;
    // Its agents are the same real clients that the black-box tests use.
    tools::ensure_node_modules("tests/agents")?;
    sh::run(&mut sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-cli",
    ]))?;
    sh::run(&mut sh::npm("ui", &["run", "e2e"]))
}

fn desktop() -> Result<()> {
    tools::ensure_packages(&[tools::BUILD, tools::DESKTOP])?;
    sh::run(&mut sh::cargo(&[
        "clippy",
        "--quiet",
        "--package",
        "loopback-desktop",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    sh::run(&mut sh::cargo(&[
        "test",
        "--quiet",
        "--package",
        "loopback-desktop",
    ]))
}

fn window() -> Result<()> {
    tools::ensure_packages(&[tools::BUILD, tools::DESKTOP, tools::WINDOW])?;
    tools::ensure_cargo_tool(&tools::TAURI_DRIVER)?;
    sh::run(&mut sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-cli",
        "--package",
        "loopback-desktop",
    ]))?;
    // Each of them starts a screen and a message bus of its own: one at a time.
    black_box(&black_box_targets(is_of_the_window)?, &["--test-threads=1"])
}

fn is_of_the_window(target: &str) -> bool {
    target.starts_with("window")
}

/// The test targets of tests/ whose names are asked for; an error when there is none, so that none is left out unseen.
fn black_box_targets(asked: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let text = sh::read(&mut sh::cargo(&[
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages
        .filter(|package| package["name"] == BLACK_BOX)
        .filter_map(|package| package["targets"].as_array())
        .flatten();
    let tests = targets
        .filter(|target| target["kind"][0] == "test")
        .filter_map(|target| target["name"].as_str());
    let names: Vec<String> = tests
        .filter(|name| asked(name))
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        bail!("{BLACK_BOX} has no such tests");
    }
    Ok(names)
}

/// Runs test targets of tests/, with real agents' clients, and the tools this project builds for itself first on PATH.
fn black_box(targets: &[String], options: &[&str]) -> Result<()> {
    let agents = tools::ensure_agents()?;
    let mut path = vec![sh::root().join("target/tools/bin")];
    path.extend(
        std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths),
    );
    let mut cargo = sh::cargo(&["test", "--quiet", "--package", BLACK_BOX]);
    cargo.env("PATH", std::env::join_paths(path)?);
    cargo
        .env("LOOPBACK_TEST_PYTHON", agents.python)
        .env("LOOPBACK_TEST_NODE_MODULES", agents.node_modules);
    for target in targets {
        cargo.args(["--test", target]);
    }
    sh::run(cargo.arg("--").args(options))
}
