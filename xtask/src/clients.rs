//! Real agents and their clients, from the package registries: tests/agents names them, at pinned versions.

use crate::{sh, tools};
use anyhow::Result;
use std::path::PathBuf;

/// Small: the libraries that agents are built on, and the protocol's own suite.
const LIBRARIES: &str = "tests/agents";
/// Large, more than a gigabyte: the agents themselves.
const PROGRAMS: &str = "tests/agents/programs";
const REQUIREMENTS: &str = "tests/agents/requirements.txt";

/// Where the libraries are.
pub(crate) struct Libraries {
    /// A Python that has the packages of requirements.txt.
    pub(crate) python: PathBuf,
    /// Packages of Node.js, with a newer Node.js among them.
    pub(crate) node_modules: PathBuf,
}

/// Installs the libraries, unless they are there.
pub(crate) fn ensure_libraries() -> Result<Libraries> {
    tools::ensure_node_modules(LIBRARIES)?;
    let python = ensure_python()?;
    if !has_python_packages()? {
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
            REQUIREMENTS,
        ];
        sh::run(sh::command(&python).args(install))?;
        std::fs::write(stamp(), wanted_python_packages()?)?;
    }
    Ok(Libraries {
        python,
        node_modules: sh::root().join(LIBRARIES).join("node_modules"),
    })
}

/// Makes the environment for the packages, unless it is there. Returns its Python, which has a pip: the system's may have
/// none.
fn ensure_python() -> Result<PathBuf> {
    tools::ensure_packages(&[tools::CLIENTS])?;
    let python = environment().join("bin/python");
    if !answers(sh::command(&python).args(["-m", "pip", "--version"])) {
        let make = ["-m", "venv", "--clear"];
        sh::run(sh::command("python3").args(make).arg(environment()))?;
    }
    Ok(python)
}

/// Installs the agents themselves, unless they are there. Returns their `node_modules`.
pub(crate) fn ensure_programs() -> Result<PathBuf> {
    if !tools::has_node_modules(PROGRAMS)? {
        tools::ensure_node()?;
        // `npm ci` wants every program's builds for other systems in the lock file too, and not every registry has them.
        let install = ["install", "--no-save", "--no-audit", "--no-fund"];
        sh::run(&mut sh::npm(PROGRAMS, &install))?;
    }
    Ok(sh::root().join(PROGRAMS).join("node_modules"))
}

/// Whether all of it is here or can be fetched. Only a registry that cannot be reached is a reason to leave tests out:
/// what is wrong with a package is an error.
pub(crate) fn can_be_had() -> Result<bool> {
    let npm = tools::has_node_modules(LIBRARIES)? && tools::has_node_modules(PROGRAMS)?;
    let npm = npm || answers(&mut sh::npm(".", &["ping", "--fetch-retries=1"]));
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps"];
    let nowhere = tempfile::tempdir()?;
    let mut pip_asks = sh::command(ensure_python()?);
    pip_asks
        .args(pip)
        .args(["--disable-pip-version-check", "--dest"])
        .arg(nowhere.path())
        .arg("mcp-types");
    Ok(npm && (has_python_packages()? || answers(&mut pip_asks)))
}

fn answers(command: &mut std::process::Command) -> bool {
    command
        .stdin(std::process::Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success())
}

fn has_python_packages() -> Result<bool> {
    let wanted = wanted_python_packages()?;
    Ok(std::fs::read_to_string(stamp()).is_ok_and(|installed| installed == wanted))
}

fn wanted_python_packages() -> Result<String> {
    Ok(std::fs::read_to_string(sh::root().join(REQUIREMENTS))?)
}

fn stamp() -> PathBuf {
    environment().join("installed.txt")
}

fn environment() -> PathBuf {
    sh::root().join("target/tools/python")
}
