//! How long an ask's content takes to become HTML, and how much memory that needs: ordinary documents of three sizes,
//! and the shapes that were found to be slowest.
//!
//! Each figure is of a process of its own, which renders one document again and again (`loopback-render`'s own bench).
//! It tells the processor's time where the system counts it, so other programs hardly disturb it.

use crate::sh;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How much is measured.
pub(super) struct Size {
    pub(super) profile: &'static str,
    /// Sizes of ordinary documents, in KiB.
    pub(super) documents: &'static [usize],
    /// The size of the other shapes, in KiB.
    pub(super) shapes: usize,
    /// How many of them, from the list's start.
    pub(super) of_them: usize,
}

/// More rows than this of the slowest shapes would not be read.
const SLOWEST: usize = 12;

/// Measures and prints.
pub(super) fn rendering(size: &Size) -> Result<()> {
    let program = build(size.profile)?;
    let shapes = shapes(&program)?;
    println!(
        "\nrendering, {} build, processor time of one thread\n",
        size.profile
    );
    println!(
        "{:<28}{:>12}{:>12}{:>12}{:>12}",
        "", "first HTML", "full colour", "peak", "HTML"
    );
    let ordinary = shapes.iter().filter(|shape| shape.name == shape.ordinary);
    for shape in ordinary {
        for kib in size.documents {
            let plain = measure(&program, &shape.name, *kib, "plain")?;
            let full = measure(&program, &shape.name, *kib, "full")?;
            println!(
                "{:<28}{:>12}{:>12}{:>12}{:>12}",
                format!("{kib} KiB of {}", shape.name),
                millis(plain.micros),
                millis(full.micros),
                mebibytes(full.peak_kib),
                format!("{} KiB", full.html.div_ceil(1024)),
            );
        }
    }
    print_slowest(&program, &shapes, size)
}

/// The slowest shapes beside ordinary documents of their size: in plain form beside markdown, which is what most asks
/// are; in full colour beside what is coloured like them.
fn print_slowest(program: &Path, shapes: &[Shape], size: &Size) -> Result<()> {
    let mut plain = HashMap::new();
    let mut full = HashMap::new();
    for shape in shapes.iter().take(size.of_them) {
        let name = shape.name.as_str();
        plain.insert(name, measure(program, name, size.shapes, "plain")?);
        full.insert(name, measure(program, name, size.shapes, "full")?);
    }
    let prose = plain.get("markdown").context("markdown is a shape")?.micros;
    let mut rows = Vec::new();
    for shape in shapes.iter().take(size.of_them) {
        let (one, other) = (&plain[shape.name.as_str()], &full[shape.name.as_str()]);
        let like = full
            .get(shape.ordinary.as_str())
            .with_context(|| format!("{} is a shape", shape.ordinary))?
            .micros;
        rows.push((
            shape,
            one,
            ratio(one.micros, prose),
            other,
            ratio(other.micros, like),
        ));
    }
    rows.sort_by(|one, other| other.2.max(other.4).total_cmp(&one.2.max(one.4)));
    println!(
        "\n{:<28}{:>12}{:>8}{:>12}{:>8}{:>12}",
        format!("slowest of {} KiB", size.shapes),
        "first HTML",
        "×",
        "full colour",
        "×",
        "peak"
    );
    for (shape, one, plain_ratio, other, full_ratio) in rows.into_iter().take(SLOWEST) {
        println!(
            "{:<28}{:>12}{plain_ratio:>8.1}{:>12}{full_ratio:>8.1}{:>12}",
            shape.name,
            millis(one.micros),
            millis(other.micros),
            mebibytes(other.peak_kib),
        );
    }
    Ok(())
}

/// One shape of document.
struct Shape {
    name: String,
    /// The ordinary document it is compared with.
    ordinary: String,
}

fn shapes(program: &Path) -> Result<Vec<Shape>> {
    let listed = sh::read(&mut sh::command(program))?;
    listed
        .lines()
        .map(|line| {
            let (name, ordinary) = line.split_once(' ').context("a shape and its like")?;
            Ok(Shape {
                name: name.to_owned(),
                ordinary: ordinary.to_owned(),
            })
        })
        .collect()
}

/// What rendering one document took.
struct Taken {
    micros: u64,
    html: u64,
    peak_kib: Option<u64>,
}

fn measure(program: &Path, shape: &str, kib: usize, colour: &str) -> Result<Taken> {
    let told = sh::read(sh::command(program).args([shape, &kib.to_string(), colour]))?;
    let told: Value = serde_json::from_str(&told)?;
    let number = |name: &str| told[name].as_u64();
    Ok(Taken {
        micros: number("micros").context("no time")?,
        html: number("html").context("no size")?,
        peak_kib: number("peakKib"),
    })
}

/// Builds the renderer's bench; where it is.
fn build(profile: &str) -> Result<PathBuf> {
    let mut build = sh::cargo(&[
        "build",
        "--quiet",
        "--package",
        "loopback-render",
        "--bench",
        "rendering",
        "--message-format=json",
    ]);
    if profile == "release" {
        build.arg("--release");
    }
    let told = sh::read(&mut build)?;
    let found = told
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == "rendering")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    match found {
        Some(program) => Ok(program),
        None => bail!("cargo built no bench of loopback-render"),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "figures are told to a few digits"
)]
fn ratio(micros: u64, ordinary: u64) -> f64 {
    micros as f64 / ordinary.max(1) as f64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "figures are told to a few digits"
)]
fn millis(micros: u64) -> String {
    format!("{:.2} ms", micros as f64 / 1_000.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "figures are told to a few digits"
)]
fn mebibytes(kib: Option<u64>) -> String {
    kib.map_or("—".to_owned(), |kib| {
        format!("{:.1} MiB", kib as f64 / 1_024.0)
    })
}
