//! The `loopback` command: the server without a window, and the bridge that connects an agent to it.
//!
//! Owns the command line and what goes to stdout, stderr and the exit code. All it does is done by
//! `loopback-server`.

mod arguments;
mod bridge;
mod connect;
mod doctor;
mod door;
mod git;
mod handover;
mod remote;
mod serve;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser as _;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        Command::Serve(arguments) => serve::run(arguments).map(done),
        Command::Mcp(arguments) => bridge::run(&arguments).map(done),
        Command::Connect(arguments) => connect::connect(&arguments).map(done),
        Command::Disconnect(arguments) => connect::disconnect(&arguments).map(done),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Remote(arguments) => remote::run(arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("loopback: {error:#}");
            ExitCode::FAILURE
        }
    }
}

const fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}
