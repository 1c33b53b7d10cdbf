//! `loopback mcp`: an MCP server on stdin and stdout that passes tool calls to the app.
//!
//! It introduces itself and lists its tools from the built-in contract, whether the app runs or not.
//! A call goes over `agent.sock`; if that connection breaks, the call is sent again under its own id
//! to whichever app listens next, so a restart of the app is not seen by the agent. It never talks to
//! the app by any other way, and ends when its client does.

mod call;
mod parent;
mod stdio;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use loopback_server::mcp::{Lines, WaitLimits};
use loopback_server::places;
use loopback_server::settings::Settings;
use rmcp::service::serve_server_with_ct;
use tokio_util::sync::CancellationToken;

use crate::arguments::{McpArguments, way};
use crate::door::link::{Link, Way};
use crate::door::{origin, random, session};
use crate::handover;
use stdio::Bridge;

/// How long, after the client closed stdin, answers that are ready may still be written.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Serves the client on stdin and stdout until it goes away.
pub(crate) fn run(arguments: &McpArguments) -> anyhow::Result<()> {
    if std::env::var_os(handover::VARIABLE).is_some() {
        eprintln!(
            "loopback: {} is set here, so this agent could act as the person; remove it from the \
             agent's environment",
            handover::VARIABLE
        );
    }
    let way = way(&arguments.door)?;
    // The app says what else is wrong with them.
    let limits = Settings::load(&places::settings_file())?.wait_limits();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(serve(way, limits));
    // A read of stdin that is still under way cannot be called back.
    runtime.shutdown_background();
    Ok(())
}

async fn serve(way: Way, limits: WaitLimits) {
    // First of all: a parent that dies before it is known would not be missed.
    let orphaned = parent::death();
    let ended = CancellationToken::new();
    let shared = session::of_client();
    // Whoever else calls in the session asks before this does: it must be there all the same.
    let at_once = shared.is_some();
    let session = shared.unwrap_or_else(random::id);
    let link = Arc::new(Link::of_bridge(way, &origin::of_session(&session)));
    let bridge = Bridge::new(Arc::clone(&link), session, limits, ended.clone());
    let calls = Arc::clone(&bridge.calls);
    let lines = Lines::new(
        tokio::io::stdin(),
        tokio::io::stdout(),
        ended.clone(),
        CancellationToken::new(),
    )
    .on_sent(Arc::new({
        let calls = Arc::clone(&calls);
        move |id| calls.written(id)
    }));
    let talk = async {
        if let Ok(service) = serve_server_with_ct(bridge, lines, CancellationToken::new()).await {
            let _ = service.waiting().await;
        }
        calls.reported().await;
    };
    let keep = async {
        if at_once {
            link.begin().await;
        }
        link.keep().await;
    };
    let last_words = async {
        ended.cancelled().await;
        tokio::time::sleep(LAST_WORDS).await;
    };
    tokio::select! {
        () = talk => {}
        () = last_words => {}
        () = keep => {}
        () = orphaned => {}
    }
}
