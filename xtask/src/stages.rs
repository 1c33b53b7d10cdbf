//! Stages: named pieces of a long run, each announced, timed, and failing loudly.
//!
//! A run goes on after a stage failed, so that one run tells everything; a stage whose basis failed is not run and
//! counts as failed. Nothing is ever left out silently.

use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// One stage of a run.
pub(crate) struct Stage {
    /// One word, by which it can be asked for.
    pub(crate) name: &'static str,
    /// What it shows, in a line.
    pub(crate) shows: &'static str,
    /// Stages without which this one would only repeat their failure.
    pub(crate) after: &'static [&'static str],
    /// The work.
    pub(crate) work: fn() -> Result<()>,
}

/// Why a stage could not be run here, through no fault of what it tests. It is said loudly, and is no failure.
#[derive(Debug)]
pub(crate) struct Skipped(pub(crate) &'static str);

impl std::fmt::Display for Skipped {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Skipped {}

/// Runs the stages in order and prints a summary; an error when any of them failed.
pub(crate) fn run_all(stages: &[&Stage]) -> Result<()> {
    let mut ended: Vec<(&Stage, Duration, Result<()>)> = Vec::new();
    for stage in stages {
        println!("\n━━ {}: {}", stage.name, stage.shows);
        let begun = Instant::now();
        let broken = stage.after.iter().find(|basis| {
            ended
                .iter()
                .any(|(stage, _, end)| stage.name == **basis && end.is_err())
        });
        let end = match broken {
            Some(basis) => Err(anyhow::anyhow!("not run, because {basis} failed")),
            None => (stage.work)(),
        };
        if let Err(error) = &end {
            let word = word(error);
            eprintln!("━━ {} {word}: {error:#}", stage.name);
        }
        ended.push((stage, begun.elapsed(), end));
    }

    println!("\n━━ summary");
    for (stage, took, end) in &ended {
        match end {
            Ok(()) => println!("  ok     {:>6.1} s  {}", took.as_secs_f64(), stage.name),
            Err(error) => println!(
                "  {:<7}{:>6.1} s  {}: {error:#}",
                word(error),
                took.as_secs_f64(),
                stage.name
            ),
        }
    }
    let count = |what: &str| {
        let ends = ended.iter().filter_map(|(_, _, end)| end.as_ref().err());
        ends.filter(|error| word(error) == what).count()
    };
    let (failed, skipped) = (count(FAILED), count(SKIPPED));
    println!(
        "stages: {} passed, {failed} failed, {skipped} skipped",
        ended.len() - failed - skipped
    );
    if failed > 0 {
        bail!("{failed} of {} stages failed", ended.len());
    }
    Ok(())
}

const FAILED: &str = "FAILED";
const SKIPPED: &str = "SKIPPED";

fn word(error: &anyhow::Error) -> &'static str {
    if error.is::<Skipped>() {
        SKIPPED
    } else {
        FAILED
    }
}
