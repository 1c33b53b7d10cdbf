//! The `loopback` command: the server without a window, the bridge that connects an agent to it, and asks from scripts.
//!
//! Owns the command line and what goes to stdout, stderr and the exit code. All it does is done by
//! `loopback-server`.

mod arguments;
mod attach;
mod bridge;
mod connect;
mod doctor;
mod door;
mod git;
mod handover;
mod hook;
mod remote;
mod runtime;
mod script;
mod serve;
mod signals;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser as _;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    let outcome = match arguments.command {
        Command::Serve(arguments) => serve::run(arguments).map(done),
        Command::Mcp(arguments) => bridge::run(&arguments).map(done),
        Command::Connect(arguments) => connect::connect(&arguments).map(done),
        Command::Disconnect(arguments) => connect::disconnect(&arguments).map(done),
        Command::Hook(arguments) => hook::run(&arguments).map(done),
        Command::Ask(arguments) => script::ask(arguments),
        Command::Review(arguments) => script::review(&arguments),
        Command::Wait(arguments) => script::wait(&arguments),
        Command::Answer(arguments) => script::answer(&arguments),
        Command::Withdraw(arguments) => script::withdraw(&arguments),
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

/// Says what is wrong with the command line. Of a hook, the usual code for that would block whatever it is run for.
fn refused(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    let is_hook = std::env::args_os().nth(1).is_some_and(|it| it == "hook");
    match u8::try_from(error.exit_code()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(code) if !is_hook => ExitCode::from(code),
        _ => ExitCode::FAILURE,
    }
}

const fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}
