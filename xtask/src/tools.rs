//! What the machine must have: looked for first, installed when missing, and never fetched from anywhere but the
//! package registries' ordinary clients.

use crate::sh;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Stdio;

/// Debian packages that building the desktop program needs.
pub(crate) const BUILD: &[&str] = &["build-essential", "pkg-config", "libwebkit2gtk-4.1-dev"];
/// Debian packages that running it needs.
pub(crate) const DESKTOP: &[&str] = &["libayatana-appindicator3-1"];
/// Debian packages of the browser tests.
pub(crate) const BROWSER: &[&str] = &["chromium", "fonts-dejavu-core"];
/// Debian packages of the tests in a real window.
pub(crate) const WINDOW: &[&str] = &[
    "xvfb",
    "xauth",
    "openbox",
    "webkit2gtk-driver",
    "dbus",
    "dbus-bin",
    "imagemagick",
    "xdotool",
    "xclip",
    "wmctrl",
    "libglib2.0-bin",
    "fonts-dejavu-core",
];
/// Debian packages of the tests through the doors.
pub(crate) const DOORS: &[&str] = &["git", "curl"];
/// Debian packages of the tests with another machine. The server, once installed, is also run by the system.
pub(crate) const SSH: &[&str] = &["openssh-client", "procps"];
const SSH_SERVER: &[&str] = &["openssh-server"];

/// Debian packages of the tests with real agents' clients.
pub(crate) const CLIENTS: &[&str] = &["python3", "python3-venv", "git"];

/// Programs from crates.io, built once into target/tools.
pub(crate) const CARGO_DENY: CargoTool = CargoTool {
    name: "cargo-deny",
    version: "0.20.2",
};
/// The `WebDriver` server in front of the real window.
pub(crate) const TAURI_DRIVER: CargoTool = CargoTool {
    name: "tauri-driver",
    version: "2.1.0",
};

/// A program from crates.io at a pinned version.
pub(crate) struct CargoTool {
    name: &'static str,
    version: &'static str,
}

/// Installs the Debian packages that are missing; says so when there is no apt-get to do it with.
pub(crate) fn ensure_packages(groups: &[&[&str]]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let wanted: Vec<&str> = groups.concat();
    if !sh::on_path("apt-get") || !sh::on_path("dpkg-query") {
        println!(
            "note: no apt-get on this system; these Debian packages' equivalents are needed: {}",
            wanted.join(" ")
        );
        return Ok(());
    }
    let missing = missing_packages(&wanted)?;
    if missing.is_empty() {
        return Ok(());
    }
    println!("Installing what is missing: {}", missing.join(" "));
    apt_get(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(&missing);
    apt_get(&install)
}

/// An sshd. None where there is none and installing one would open this machine to others: where a system runs whose
/// services start by themselves.
pub(crate) fn ensure_sshd() -> Result<Option<PathBuf>> {
    ensure_packages(&[SSH])?;
    let sshd = PathBuf::from("/usr/sbin/sshd");
    if !sshd.is_file() {
        if std::path::Path::new("/run/systemd/system").exists() {
            return Ok(None);
        }
        ensure_packages(&[SSH_SERVER])?;
    }
    Ok(sshd.is_file().then_some(sshd))
}

/// The folder's `node_modules` as its package-lock.json says, fetched only when that changed.
pub(crate) fn ensure_node_modules(folder: &str) -> Result<()> {
    ensure_node()?;
    if has_node_modules(folder)? {
        return Ok(());
    }
    sh::run(&mut sh::npm(folder, &["ci", "--no-audit", "--no-fund"]))
}

/// Whether the folder's `node_modules` are there, and as new as its package-lock.json.
pub(crate) fn has_node_modules(folder: &str) -> Result<bool> {
    let folder_path = sh::root().join(folder);
    let lock = folder_path.join("package-lock.json");
    let modified = |path: PathBuf| path.metadata().and_then(|meta| meta.modified());
    let wanted = modified(lock).with_context(|| format!("{folder} has no package-lock.json"))?;
    let have = modified(folder_path.join("node_modules/.package-lock.json"));
    Ok(have.is_ok_and(|have| have >= wanted))
}

/// The path of a pinned program from crates.io, built when it is not there in that version.
pub(crate) fn ensure_cargo_tool(tool: &CargoTool) -> Result<PathBuf> {
    let CargoTool { name, version } = tool;
    let tools = sh::root().join("target/tools");
    let program = tools.join("bin").join(name);
    let installed = std::fs::read_to_string(tools.join(".crates.toml")).unwrap_or_default();
    if program.is_file() && installed.contains(&format!("\"{name} {version} ")) {
        return Ok(program);
    }
    println!("Building {name} {version}, once, into target/tools");
    let mut install = sh::cargo(&["install", "--quiet", "--locked", "--force", "--root"]);
    install.arg(&tools).arg(format!("{name}@{version}"));
    // Built for one short run each: compiling fast beats running fast.
    install.env("CARGO_TARGET_DIR", tools.join("build"));
    install
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    install
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false");
    sh::run(&mut install)?;
    Ok(program)
}

pub(crate) fn ensure_node() -> Result<()> {
    let version = sh::read(sh::command("node").arg("--version"))
        .context("Node.js is needed (version 20.19 or newer) to build the user interface")?;
    let version = version.trim();
    let mut numbers = version
        .trim_start_matches('v')
        .split('.')
        .map_while(|number| number.parse::<u32>().ok());
    if (numbers.next(), numbers.next()) < (Some(20), Some(19)) {
        bail!("Node.js 20.19 or newer is needed to build the user interface; this is {version}");
    }
    Ok(())
}

fn missing_packages<'a>(wanted: &[&'a str]) -> Result<Vec<&'a str>> {
    let query = sh::command("dpkg-query")
        .args([
            "--show",
            "--showformat",
            "${Package} ${db:Status-Status}\\n",
        ])
        .args(wanted)
        // It complains about each package it does not know, which is what we ask.
        .stderr(Stdio::null())
        .output()
        .context("could not start dpkg-query")?;
    let known = String::from_utf8_lossy(&query.stdout).into_owned();
    Ok(wanted
        .iter()
        .copied()
        .filter(|name| {
            !known
                .lines()
                .any(|line| line == format!("{name} installed"))
        })
        .collect())
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let root = sh::read(sh::command("id").arg("-u"))?.trim() == "0";
    let mut apt = if root {
        sh::command("env")
    } else if sh::on_path("sudo") {
        println!(
            "(sudo may ask for your password, to install Debian packages and for nothing else)"
        );
        let mut sudo = sh::command("sudo");
        sudo.arg("env");
        sudo
    } else {
        bail!(
            "installing Debian packages needs root, and there is no sudo; as root: apt-get {}",
            arguments.join(" ")
        );
    };
    apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"])
        .args(arguments);
    sh::run(&mut apt)
}
