//! Stamps the build's time into the program and makes sure that there is a folder of UI files to embed.

use std::{env, error::Error, fs, path::Path, process::Command};

use jiff::Timestamp;

const UI: &str = "../../ui/dist";

fn main() -> Result<(), Box<dyn Error>> {
    // The folder is made here, so that cargo has something to watch; empty, it stands for a build without the UI.
    fs::create_dir_all(UI)?;
    println!("cargo::rerun-if-changed={UI}");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rustc-env=LOOPBACK_BUILD={}", made_at()?);
    Ok(())
}

/// When the build was made: not the time of day, which would make every build another one, but the time its builder
/// names, else that of the newest commit, else the beginning of time.
fn made_at() -> Result<Timestamp, Box<dyn Error>> {
    let seconds = match env::var("SOURCE_DATE_EPOCH") {
        Ok(named) => named.trim().parse()?,
        Err(_) => newest_commit()?.unwrap_or(0),
    };
    Ok(Timestamp::from_second(seconds)?)
}

/// When the newest commit was made, in seconds since 1970, if the source comes with its history.
fn newest_commit() -> Result<Option<i64>, Box<dyn Error>> {
    let commit = Command::new("git")
        .args(["log", "-1", "--format=%ct"])
        .current_dir(Path::new(&env::var("CARGO_MANIFEST_DIR")?))
        .output();
    let told = commit.ok().filter(|output| output.status.success());
    let text = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    Ok(text.and_then(|text| text.trim().parse().ok()))
}
