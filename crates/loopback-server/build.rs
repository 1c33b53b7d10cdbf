//! Stamps the build's time into the program and makes sure that there is a folder of UI files to embed.

use std::{env, error::Error, fs, path::Path, process::Command};

const UI: &str = "../../ui/dist";

fn main() -> Result<(), Box<dyn Error>> {
    // The folder is made here, so that cargo has something to watch; empty, it stands for a build without the UI.
    fs::create_dir_all(UI)?;
    println!("cargo::rerun-if-changed={UI}");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rustc-env=LOOPBACK_BUILD={}", rfc3339(made_at()?));
    Ok(())
}

/// When the build was made, in seconds since 1970: not the time of day, which would make every build another one,
/// but the time its builder names, else that of the newest commit, else the beginning of time.
fn made_at() -> Result<i64, Box<dyn Error>> {
    if let Ok(epoch) = env::var("SOURCE_DATE_EPOCH") {
        return Ok(epoch.trim().parse()?);
    }
    let commit = Command::new("git")
        .args(["log", "-1", "--format=%ct"])
        .current_dir(Path::new(&env::var("CARGO_MANIFEST_DIR")?))
        .output();
    let seconds = commit.ok().filter(|output| output.status.success());
    Ok(seconds
        .and_then(|output| String::from_utf8_lossy(&output.stdout).trim().parse().ok())
        .unwrap_or(0))
}

/// `1785513600` → `2026-07-31T16:00:00Z`; the days are turned into a date as in Howard Hinnant's `civil_from_days`.
fn rfc3339(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
