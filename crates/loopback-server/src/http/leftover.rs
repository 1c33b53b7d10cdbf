//! Taking in what is left of a refused request's body, so that its refusal arrives.
//!
//! A connection that is closed while bytes of the request are still unread is reset, and a reset may overtake the
//! response. So after a refusal the rest of the body is read and thrown away, as long as that is little and quick.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    middleware::Next,
    response::Response,
};
use http::header;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Frame, SizeHint};

/// So much is thrown away at most: enough for an image that is several times too large.
const MOST: usize = 64 << 20;
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) async fn take_in(request: Request, next: Next) -> Response {
    // A client that asks first, and is refused, sends nothing.
    if request.body().is_end_stream() || request.headers().contains_key(header::EXPECT) {
        return next.run(request).await;
    }
    let mut kept = None;
    let request = request.map(|body| {
        let shared = Shared(Arc::new(Mutex::new(body)));
        kept = Some(shared.clone());
        Body::new(shared)
    });
    let response = next.run(request).await;
    if let Some(rest) = kept
        && (response.status().is_client_error() || response.status().is_server_error())
    {
        // Whether it all came in or not, the response is ready to go.
        drop(tokio::time::timeout(PATIENCE, discard(rest)).await);
    }
    response
}

async fn discard(rest: Shared) {
    let mut rest = Limited::new(rest, MOST);
    while let Some(Ok(_)) = rest.frame().await {}
}

/// A body that can be read on after its reader has dropped it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Body>>);

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Pin::new(&mut *body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .size_hint()
    }
}
