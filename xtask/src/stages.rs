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
            eprintln!("━━ {} FAILED: {error:#}", stage.name);
        }
        ended.push((stage, begun.elapsed(), end));
    }

    println!("\n━━ summary");
    for (stage, took, end) in &ended {
        match end {
            Ok(()) => println!("  ok     {:>6.1} s  {}", took.as_secs_f64(), stage.name),
            Err(error) => println!(
                "  FAILED {:>6.1} s  {}: {error:#}",
                took.as_secs_f64(),
                stage.name
            ),
        }
    }
    let failed = ended.iter().filter(|(_, _, end)| end.is_err()).count();
    println!("stages: {} passed, {failed} failed", ended.len() - failed);
    if failed > 0 {
        bail!("{failed} of {} stages failed", ended.len());
    }
    Ok(())
}
