//! `screenshots`: the pictures in docs/screenshots, taken of a real Loopback that the demo filled.

use crate::served::Served;
use crate::{demo, run, sh, tools};
use anyhow::{Result, bail};

/// `screenshots`.
pub(crate) fn screenshots(arguments: &[&str]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("usage: cargo xtask screenshots");
    }
    tools::ensure_packages(&[tools::BROWSER])?;
    run::build_ui()?;
    sh::run(&mut sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-cli",
    ]))?;
    let served = Served::start(&sh::root().join("target/debug/loopback"))?;
    // Its agents stay as long as this program, so that the pictures show them waiting.
    demo::play_behind(&served.agents()?)?;

    let folder = sh::root().join("docs/screenshots");
    std::fs::create_dir_all(&folder)?;
    let person = served.person();
    let mut camera = sh::command("node");
    camera.arg("xtask/screenshots.mjs").env("FOLDER", &folder);
    camera
        .env("BASE", format!("http://{}", person.address))
        .env("TOKEN", person.bearer.unwrap_or_default());
    sh::run(&mut camera)
}
