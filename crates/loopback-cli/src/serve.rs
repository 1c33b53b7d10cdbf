//! `loopback serve`: the whole inbox without a window.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use loopback_server::settings::Settings;
use loopback_server::{PersonToken, ServeConfig, places, private_memory};
use tokio::signal::unix::{SignalKind, signal};

use crate::arguments::ServeArguments;
use crate::handover;

/// How long a clean end may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs until it is told to end.
pub(crate) fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    handover::leave_the_environment()?;
    let person_token = person_token(&arguments)?;
    if let Err(error) = private_memory::protect() {
        eprintln!("loopback: memory is not protected from other programs: {error}");
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    let outcome = runtime.block_on(serve(arguments, person_token));
    // What still blocks a thread, such as a slow read of a file, must not hold up the end.
    runtime.shutdown_timeout(Duration::from_millis(200));
    outcome
}

fn person_token(arguments: &ServeArguments) -> anyhow::Result<Option<PersonToken>> {
    if let Some(file) = &arguments.person_token_file {
        return Ok(Some(PersonToken::read(file)?));
    }
    let Some(descriptor) = arguments.person_token_fd else {
        return Ok(None);
    };
    let token = handover::receive(descriptor)?;
    let token = PersonToken::new(token.trim()).context(handover::VARIABLE)?;
    Ok(Some(token))
}

async fn serve(arguments: ServeArguments, person_token: Option<PersonToken>) -> anyhow::Result<()> {
    loopback_server::logging::init();
    // Before the ready line, so that whoever reads it can already end this process cleanly.
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for signals")?;
    let settings = Settings::load(&places::settings_file())?;
    let data_dir = arguments.data_dir.unwrap_or_else(places::default_data_dir);
    let mut config = ServeConfig::new(data_dir, arguments.port.unwrap_or(settings.server.port));
    config.person_token = person_token;
    config.limits.wait = settings.wait_limits();
    let running = loopback_server::serve(config).await?;
    announce(&running);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tokio::select! {
        ended = tokio::time::timeout(PATIENCE, running.shutdown()) => {
            ended.context("some calls did not end in time; everything that was said is saved")
        }
        _ = interrupt.recv() => Ok(()),
    }
}

/// The first line is for programs, the second for a person who sees it.
fn announce(running: &loopback_server::Running) {
    let mut stdout = std::io::stdout().lock();
    // Whoever closed stdout does not want to read it.
    let _ = writeln!(stdout, "loopback: ready at {}", running.base_url());
    if stdout.is_terminal() {
        let link = running.one_time_link();
        let _ = writeln!(stdout, "Open within a minute, once, to sign in: {link}");
    }
    let _ = stdout.flush();
}
