//! The bridges on `agent.sock`: each connection is served from its first line to its end.

use std::io::Cursor;
use std::sync::Arc;

use loopback_inbox::session;
use rmcp::service::{QuitReason, ServerInitializeError, serve_server_with_ct};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::exchange::{Arrival, Exchange};
use super::handler::{Door, Handler};
use super::remote::Opening;
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
        let meet = meet(mcp.clone(), stream);
        mcp.shared.tasks.spawn(async move {
            meet.await;
            drop(place);
        });
    }
}

/// One connection, to its end, whoever's it is.
async fn meet(mcp: Mcp, mut stream: UnixStream) {
    let shared = Arc::clone(&mcp.shared);
    let (machines, stopping) = (&shared.machines, &shared.stopping);
    let opening = stopping.run_until_cancelled(Opening::read(&mut stream));
    let Some(Ok(opening)) = opening.await else {
        return;
    };
    match opening {
        Opening::Message(first) => Box::pin(talk(mcp, stream, first, None)).await,
        Opening::From(name) => {
            // It comes back once the machine is let in.
            if let Some(over) = machines.admits(&name) {
                let there = Elsewhere {
                    name: name.into(),
                    over,
                };
                Box::pin(talk(mcp, stream, None, Some(there))).await;
            }
        }
        Opening::Register(name) => {
            let hold = machines.hold(name, stream);
            stopping.run_until_cancelled(hold).await;
        }
        Opening::Revoke(name) => {
            let revoked = machines.revoke(&name);
            let words: &[u8] = if revoked { b"revoked\n" } else { b"unknown\n" };
            let _ = stream.write_all(words).await;
        }
        Opening::List => {
            let names = machines.names().into_iter();
            let lines: String = names.map(|name| name + "\n").collect();
            let _ = stream.write_all(lines.as_bytes()).await;
        }
    }
}

/// That a connection comes from another machine.
struct Elsewhere {
    /// The machine's name.
    name: Arc<str>,
    /// Cancelled when its agents are to be cut off.
    over: CancellationToken,
}

/// One bridge's connection, to its end. `first` has been read of it already.
async fn talk(mcp: Mcp, stream: UnixStream, first: Option<u8>, elsewhere: Option<Elsewhere>) {
    let shared = Arc::clone(&mcp.shared);
    let exchange = Exchange::new(shared.hub.clone(), shared.tasks.clone());
    let connection = session::of_connection(&shared.hub.new_session_id());
    let connection = match &elsewhere {
        Some(there) => session::on_machine(&there.name, &connection),
        None => connection,
    };
    exchange.attend(&connection);
    exchange.ends(&connection);
    // When the server stops, calls must not be answered here: a bridge that hears nothing comes back
    // to the next server and waits on.
    let (ended, muted) = (exchange.gone().clone(), shared.stopping.clone());
    let (read, write) = stream.into_split();
    let read = Cursor::new(first.map_or_else(Vec::new, |byte| vec![byte])).chain(read);
    let sent = Arc::clone(&exchange);
    let lines = Lines::new(read, write, ended, muted).on_sent(Arc::new(move |id| {
        sent.arrived(&Arrival::Response(id.clone()));
    }));
    let handler = Handler {
        mcp,
        door: Door::Socket {
            exchange: Arc::clone(&exchange),
            connection: connection.into(),
            machine: elsewhere.as_ref().map(|there| Arc::clone(&there.name)),
        },
    };
    let stopping = shared.stopping.child_token();
    let serve = async {
        match serve_server_with_ct(handler, lines, stopping).await {
            Ok(service) => matches!(service.waiting().await, Ok(QuitReason::Closed)),
            Err(error) => matches!(error, ServerInitializeError::ConnectionClosed(_)),
        }
    };
    let hung_up = match &elsewhere {
        None => serve.await,
        // That it hung up does not say that its agent did: the way there may have broken.
        Some(there) => {
            there.over.run_until_cancelled(Box::pin(serve)).await;
            false
        }
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
