//! `cargo xtask …`: the project's own chores, one small file per command.
//!
//! Owns: building, starting, testing, generating, measuring. Must not know: what an ask means; what it does to a
//! running Loopback it does through the public doors, like everyone else.

mod agents;
mod bench;
mod clients;
mod demo;
mod doors;
mod floors;
mod generate;
mod run;
mod screenshots;
mod served;
mod sh;
mod stages;
mod test;
mod tools;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  run [--release] [--headless] [-- ARGS]
                             install what is missing, build, and start Loopback
  test [--fast] [STAGE …]    everything that must hold; --fast: no display, no browser
  test --list                the stages, and what each of them shows
  gen [--check]              write what is generated from spec/main.tsp (needs Node.js), or only compare it
  gen --from-openapi         write it from spec/openapi as it stands (no Node.js)
  demo [--leave] [--port N] [--data-dir DIR]
                             fill a running inbox with asks of every kind, and play the agents behind them
  bench [rendering] [--quick]
                             how long asks and replies take, beside one fsync and one loopback round trip; then how
                             long content takes to render, and its peak memory (only this: bench rendering)
  agents                     run real agents offline against a scripted model, and print how each waits
  soak                       let real agents wait twelve minutes with their default limits, and print the same
  screenshots                take the pictures in docs/screenshots
  freeze N                   freeze revision N of the contract for good
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // What follows `--` is for the program that `run` starts.
    let mut ours = words.iter().take_while(|word| **word != "--");
    if ours.any(|word| ["--help", "-h"].contains(word)) {
        print!("{HELP}");
        return Ok(());
    }
    match words.split_first() {
        Some((&"run", rest)) => run::run(rest),
        Some((&"test", rest)) => test::test(rest),
        Some((&"gen", rest)) => generate::generate(rest),
        Some((&"demo", rest)) => demo::demo(rest),
        Some((&"agents", _)) => agents::agents(),
        Some((&"soak", _)) => agents::soak(),
        Some((&"screenshots", rest)) => screenshots::screenshots(rest),
        Some((&"bench", rest)) => bench::bench(rest),
        Some((&"freeze", rest)) => generate::freeze(rest),
        None | Some((&"help", _)) => {
            print!("{HELP}");
            Ok(())
        }
        Some((other, _)) => bail!("no command is called {other:?}\n\n{HELP}"),
    }
}
