//! `test`: everything that must hold, in the order in which it is cheapest to learn that it does not.

pub(crate) mod black_box;

use crate::stages::{Skipped, Stage, run_all};
use crate::{bench, clients, floors, sh, tools};
use anyhow::{Result, bail};

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
        name: "contract",
        shows: "compiling spec/main.tsp anew gives what is committed",
        after: &[],
        work: contract,
    },
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
        name: "agents",
        shows: "agents and their clients from the package registries, and the protocol's own suite",
        after: &["doors"],
        work: agents,
    },
    Stage {
        name: "browser",
        shows: "the page in Chromium: focus, keys, accessibility",
        after: &["ui"],
        work: browser,
    },
    Stage {
        name: "bench",
        shows: "the measurement of both delays works (its quick form; the figures say nothing)",
        after: &["doors"],
        work: quick_bench,
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
    sh::run(&mut sh::cargo(&["test", "--quiet", "--no-fail-fast"]))
}

fn contract() -> Result<()> {
    Ok(loopback_spec::check_compiled(&sh::root())?)
}

fn quick_bench() -> Result<()> {
    bench::bench(&["--quick"])
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
    black_box::build_command()?;
    black_box::run(black_box::Place::Doors)
}

fn agents() -> Result<()> {
    if !clients::can_be_had()? {
        bail!(Skipped(
            "the package registries cannot be reached, and the agents' clients are not installed"
        ));
    }
    black_box::build_command()?;
    black_box::run(black_box::Place::Agents)
}

fn browser() -> Result<()> {
    tools::ensure_packages(&[tools::BROWSER])?;
    tools::ensure_node_modules("ui")?;
    // Its agents are the same real clients that the black-box tests use.
    tools::ensure_node_modules("tests/agents")?;
    black_box::build_command()?;
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
    black_box::run(black_box::Place::Window)
}
