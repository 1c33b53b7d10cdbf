//! Accepting connections and seeing each of them through to its end.

use std::{
    convert::Infallible, future::pending, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration,
};

use axum::{Router, body::Body};
use http::StatusCode;
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    time::{Instant, sleep, sleep_until},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

use super::{
    peer::Peer,
    places::{Place, PlaceKind, Places},
    plain_refusal::{Stream, whole_response},
};
use crate::{Limits, StartError, http::Problem};

/// The head of a request, and what one connection reads ahead, in bytes.
const HEAD_BYTES: usize = 64 << 10;

/// How many connections the system keeps until they are accepted: as many as there are places, since those beyond it
/// wait a whole second before they are tried again.
const UNACCEPTED: u32 = 2_048;

/// A port of this machine, and of this machine only, that is listened on.
pub(crate) struct Listener {
    tcp: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Listens on 127.0.0.1; port 0 picks one that is free.
    pub(crate) fn bind(port: u16) -> Result<Self, StartError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => StartError::PortInUse { port },
            _ => StartError::Port { port, error },
        };
        let tcp = listen(port).map_err(failed)?;
        let address = tcp.local_addr().map_err(failed)?;
        Ok(Self { tcp, address })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Must be called within a Tokio runtime.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::from(([127, 0, 0, 1], port)))?;
    socket.listen(UNACCEPTED)
}

/// Serves `router` on every connection until `ending`; after that each has `limits.farewell` to finish. Tasks run on
/// `tasks`.
pub(crate) async fn accept(
    listener: Listener,
    router: Router,
    limits: Limits,
    ending: CancellationToken,
    tasks: TaskTracker,
) {
    let places = Places::new(&limits);
    let refusal: Arc<[u8]> = whole_response(&full()).into();
    loop {
        let accepted = tokio::select! {
            () = ending.cancelled() => return,
            accepted = listener.tcp.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => match places.take() {
                Some(place) => {
                    let connection = Connection {
                        place,
                        limits: limits.clone(),
                        ending: ending.clone(),
                    };
                    tasks.spawn(connection.serve(stream, router.clone()));
                }
                // One attempt, no waiting: a full house has no time for those it cannot let in.
                None => drop(stream.try_write(&refusal)),
            },
            // Out of file descriptors, or the peer was gone before we looked: the next attempt may do better.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

fn full() -> Problem {
    Problem::fixed(
        StatusCode::SERVICE_UNAVAILABLE,
        "server.full",
        "Loopback has as many connections as it can take.",
    )
}

struct Connection {
    place: Place,
    limits: Limits,
    ending: CancellationToken,
}

impl Connection {
    async fn serve(self, stream: TcpStream, router: Router) {
        let Self {
            place,
            limits,
            ending,
        } = self;
        let (patience, farewell) = match place.kind() {
            PlaceKind::Anyones => (limits.stranger, limits.stranger),
            PlaceKind::Windows => (limits.window_place, Duration::ZERO),
        };
        // Small frames must not wait for more: an event is worth showing when it is sent. Harmless where it fails.
        drop(stream.set_nodelay(true));
        let peer = Peer::new(place);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(Stream::new(stream)), answer(router, &peer))
            .with_upgrades();
        let mut connection = pin!(connection);
        let mut deadline = Deadline::Stranger(Instant::now() + patience);
        loop {
            tokio::select! {
                // How a connection ended is the client's affair: it was told what there is to tell.
                _ = connection.as_mut() => return,
                () = ending.cancelled(), if !matches!(deadline, Deadline::Farewell(_)) => {
                    connection.as_mut().graceful_shutdown();
                    deadline = Deadline::Farewell(Instant::now() + limits.farewell);
                }
                () = deadline.passed() => match deadline {
                    Deadline::Stranger(_) | Deadline::Leaving(_) if peer.is_known() => deadline = Deadline::None,
                    Deadline::Stranger(_) if !farewell.is_zero() => {
                        connection.as_mut().graceful_shutdown();
                        deadline = Deadline::Leaving(Instant::now() + farewell);
                    }
                    _ => return,
                },
            }
        }
    }
}

/// What ends a connection that does not end by itself.
enum Deadline {
    /// It has to show a credential by then.
    Stranger(Instant),
    /// It did not; what it is doing has to be done by then.
    Leaving(Instant),
    /// The server stops; what it is doing has to be done by then.
    Farewell(Instant),
    None,
}

impl Deadline {
    async fn passed(&self) {
        match self {
            Self::Stranger(at) | Self::Leaving(at) | Self::Farewell(at) => sleep_until(*at).await,
            Self::None => pending().await,
        }
    }
}

/// Hands each request to the router, together with its connection's state.
fn answer(
    router: Router,
    peer: &Arc<Peer>,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = Infallible,
    Future: Send + 'static,
> + use<> {
    let peer = Arc::clone(peer);
    service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&peer));
        router.clone().call(request.map(Body::new))
    })
}
