//! The bridges on `agent.sock`: each connection is served from its first line to its end.

use std::sync::Arc;

use loopback_inbox::session;
use rmcp::service::{QuitReason, ServerInitializeError, serve_server_with_ct};
use tokio::net::UnixStream;
use tokio::sync::Semaphore;

use super::exchange::{Arrival, Exchange};
use super::handler::{Door, Handler};
use super::{AgentListener, Lines, Mcp};

/// How many bridges may be connected at once; the next is turned away.
const MOST: usize = 200;

/// Accepts bridges until the server stops.
pub(super) async fn serve(mcp: Mcp, listener: AgentListener) {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let accepted = tokio::select! {
            () = mcp.shared.stopping.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        let Some(stream) = accepted else {
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            tracing::warn!(most = MOST, "too many bridges; one was turned away");
            mcp.shared.hub.did_not_hear();
            continue;
        };
        let talk = talk(mcp.clone(), stream);
        mcp.shared.tasks.spawn(async move {
            talk.await;
            drop(place);
        });
    }
}

/// One bridge's connection, to its end.
async fn talk(mcp: Mcp, stream: UnixStream) {
    let shared = Arc::clone(&mcp.shared);
    let exchange = Exchange::new(shared.hub.clone(), shared.tasks.clone());
    let connection = session::of_connection(&shared.hub.new_session_id());
    exchange.attend(&connection);
    // When the server stops, calls must not be answered here: a bridge that hears nothing comes back
    // to the next server and waits on.
    let (ended, muted) = (exchange.gone().clone(), shared.stopping.clone());
    let (read, write) = stream.into_split();
    let sent = Arc::clone(&exchange);
    let lines = Lines::new(read, write, ended, muted).on_sent(Arc::new(move |id| {
        sent.arrived(&Arrival::Response(id.clone()));
    }));
    let handler = Handler {
        mcp,
        door: Door::Socket {
            exchange: Arc::clone(&exchange),
            connection: connection.into(),
        },
    };
    let stopping = shared.stopping.child_token();
    let hung_up = match serve_server_with_ct(handler, lines, stopping).await {
        Ok(service) => matches!(service.waiting().await, Ok(QuitReason::Closed)),
        Err(error) => matches!(error, ServerInitializeError::ConnectionClosed(_)),
    };
    // Its calls end with it, and their asks stay.
    exchange.gone().cancel();
    let sessions = exchange.leave();
    // A bridge never hangs up while its agent lives.
    if hung_up && !shared.stopping.is_cancelled() {
        for session in sessions {
            shared.session_ended(session).await;
        }
    }
}
