//! `loopback remote`: agents on another machine reach this one's inbox, by ssh.
//!
//! A socket on the other machine leads, through ssh, to a relay here, and the relay to the agents' door and nowhere else.
//! The relay says which machine its connections come from; what comes from there cannot say otherwise. Owns the life of
//! the ssh connection: made, kept, made anew, and taken down with its socket.

mod destination;
mod relay;
mod ssh;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use loopback_server::mcp::remote::{self, Registered};

use crate::arguments::{RemoteArguments, data_dir};
use crate::door::patience::Backoff;
use crate::signals::Signals;
use destination::Destination;
use relay::Relay;
use ssh::Forward;

/// Runs until it is told to end, or the person revokes the machine.
pub(crate) fn run(arguments: RemoteArguments) -> anyhow::Result<ExitCode> {
    let data_dir = data_dir(arguments.data_dir.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start")?;
    let code = runtime.block_on(async {
        match arguments {
            RemoteArguments { list: true, .. } => list(&data_dir).await,
            RemoteArguments {
                revoke: Some(host), ..
            } => revoke(&data_dir, &host).await,
            RemoteArguments { host, ssh, .. } => {
                let host = host.context("name the machine")?;
                forward(&data_dir, &Destination::parse(&host)?, &ssh).await
            }
        }
    });
    // ssh may still hold on to a stream of ours.
    runtime.shutdown_background();
    code
}

async fn list(data_dir: &Path) -> anyhow::Result<ExitCode> {
    for host in remote::list(data_dir).await? {
        println!("{host}");
    }
    Ok(ExitCode::SUCCESS)
}

async fn revoke(data_dir: &Path, host: &str) -> anyhow::Result<ExitCode> {
    if remote::revoke(data_dir, host).await? {
        println!("{host} is revoked: its agents are cut off. Their asks and your replies stay.");
        Ok(ExitCode::SUCCESS)
    } else {
        bail!(
            "no agents of {host} reach this inbox; `loopback remote --list` lists the machines whose do"
        )
    }
}

/// Why forwarding ended.
enum End {
    Told,
    Revoked,
    Failed(anyhow::Error),
}

async fn forward(
    data_dir: &Path,
    destination: &Destination,
    options: &[String],
) -> anyhow::Result<ExitCode> {
    let mut signals = Signals::listen()?;
    let relay = Relay::start(data_dir, destination.name())?;
    let ended = tokio::select! {
        ended = registered(data_dir, destination) => ended,
        ended = connected(data_dir, destination, options, &relay) => ended,
        () = signals.ended() => End::Told,
    };
    match ended {
        End::Told => Ok(ExitCode::SUCCESS),
        End::Revoked => {
            eprintln!("loopback: you revoked {destination}: its agents are cut off.");
            Ok(ExitCode::SUCCESS)
        }
        End::Failed(error) => Err(error),
    }
}

/// Has the app know of the machine, for as long as it may reach the inbox.
async fn registered(data_dir: &Path, destination: &Destination) -> End {
    let mut absent = false;
    loop {
        match remote::register(data_dir, destination.name()).await {
            Ok(Registered::Revoked) => return End::Revoked,
            Ok(Registered::Taken) => {
                return End::Failed(anyhow::anyhow!(
                    "another `loopback remote` runs for {destination} already"
                ));
            }
            Ok(Registered::Over) => absent = false,
            Err(loopback_server::mcp::SocketError::Absent(_)) => {
                if !absent {
                    eprintln!(
                        "loopback: Loopback does not run here; agents on {destination} wait until it does."
                    );
                }
                absent = true;
            }
            Err(error) => return End::Failed(error.into()),
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Keeps the ssh connection up. Ends only if it never came up.
async fn connected(
    data_dir: &Path,
    destination: &Destination,
    options: &[String],
    relay: &Relay,
) -> End {
    let mut backoff = Backoff::network();
    let mut was_up = false;
    loop {
        let trouble = match Forward::open(destination, options, relay.path(), data_dir).await {
            Ok(forward) => {
                backoff.reset();
                if was_up {
                    eprintln!("loopback: {destination} is connected again.");
                } else {
                    introduce(destination, forward.socket());
                }
                was_up = true;
                forward.closed().await
            }
            Err(trouble) => trouble,
        };
        if !was_up {
            return End::Failed(trouble.into());
        }
        let pause = backoff.pause();
        eprintln!(
            "loopback: {trouble}; its agents wait. Trying again in {} s.",
            pause.as_secs()
        );
        tokio::time::sleep(pause).await;
    }
}

/// What to do on the other machine: the command alone on stdout, for scripts.
fn introduce(destination: &Destination, socket: &str) {
    eprintln!(
        "loopback: agents on {destination} reach this inbox while this runs (Ctrl-C ends it).\n\
         There, give them this command as an MCP server over stdio:"
    );
    println!("loopback mcp --socket {socket}");
}
