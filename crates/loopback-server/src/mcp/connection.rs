//! The bridges on `agent.sock`: each connection is served from its first line to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::service::serve_server_with_ct;
use tokio::net::UnixStream;
use tokio::sync::Semaphore;

use super::exchange::{Arrival, Exchange};
use super::handler::{Door, Handler};
use super::{AgentListener, Lines, Mcp};

/// How many bridges may be connected at once; the next is turned away.
const MOST: usize = 200;

/// Accepts bridges until the server stops.
pub(super) async fn serve(mcp: Mcp, listener: AgentListener) {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
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
            continue;
        };
        let connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
        let talk = talk(mcp.clone(), stream, connection);
        mcp.shared.tasks.spawn(async move {
            talk.await;
            drop(place);
        });
    }
}

/// One bridge's connection, to its end.
async fn talk(mcp: Mcp, stream: UnixStream, connection: u64) {
    let shared = Arc::clone(&mcp.shared);
    let exchange = Exchange::new(shared.hub.clone(), shared.tasks.clone());
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
            connection,
        },
    };
    let stopping = shared.stopping.child_token();
    if let Ok(service) = serve_server_with_ct(handler, lines, stopping).await {
        // What ended it does not matter: its calls end with it, and their asks stay.
        drop(service.waiting().await);
    }
    exchange.gone().cancel();
}
