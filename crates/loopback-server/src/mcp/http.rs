//! `/mcp`: rmcp's Streamable HTTP service, watched on its way out.
//!
//! Owns the route, its limits, and the exchange each request gets: a client that left is noticed, a
//! response that was read to its end counts as arrived. Who may call is decided around it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, StatusCode};
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::BodyExt;
use loopback_inbox::session;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::DropGuard;

use super::Mcp;
use super::caller;
use super::exchange::Exchange;
use super::handler::{Door, Handler};
use super::sessions::Sessions;
use crate::http::Problem;

/// The largest request body: 1 MiB.
const MAX_BODY: usize = 1024 * 1024;

/// The route `/mcp`, all methods, answered by what `around` puts around our own handler.
pub(super) fn routes<H: ServerHandler + Clone>(
    mcp: &Mcp,
    around: impl FnOnce(Handler) -> H,
) -> axum::Router {
    let config = StreamableHttpServerConfig::default()
        // The event that would announce a retry time is one that some clients take for the answer.
        .with_sse_retry(None)
        .with_max_request_body_bytes(MAX_BODY)
        .with_cancellation_token(mcp.shared.closing.clone());
    let handler = around(Handler {
        mcp: mcp.clone(),
        door: Door::Http,
    });
    let service = StreamableHttpService::new(
        move || Ok(handler.clone()),
        Arc::new(Sessions::new(mcp.shared.hub.clone())),
        config,
    );
    axum::Router::new()
        .route_service("/mcp", service)
        .layer(middleware::from_fn_with_state(mcp.clone(), watched))
}

/// Gives the request its exchange and watches the response. Until there is a response, the client has
/// left when this future is dropped; afterwards, when the body is.
async fn watched(State(mcp): State<Mcp>, mut request: Request, next: Next) -> Response {
    let exchange = Exchange::new(mcp.shared.hub.clone(), mcp.shared.tasks.clone());
    let here = exchange.gone().clone().drop_guard();
    request.extensions_mut().insert(Arc::clone(&exchange));
    let json = is_json(request.headers());
    let ending = (request.method() == Method::DELETE)
        .then(|| caller::protocol_session(request.headers()).map(session::of_protocol))
        .flatten();
    let response = next.run(request).await;
    if let Some(session) = ending
        && response.status().is_success()
    {
        mcp.shared.session_ended(session).await;
    }
    if is_bare_refusal(&response) {
        // rmcp says the same of a body that it cannot read as of one that is no JSON to begin with.
        if json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            return UNREADABLE.into_response();
        }
        return problem(response).await;
    }
    response.map(|inner| {
        Body::new(Watched {
            inner,
            exchange,
            answer: Answer::Expected,
            _here: here,
        })
    })
}

const UNREADABLE: Problem = Problem::fixed(
    StatusCode::UNPROCESSABLE_ENTITY,
    "body.invalid",
    "The body is no JSON-RPC message of MCP.",
);

/// Whether rmcp refused the request itself, in plain text instead of JSON.
fn is_bare_refusal(response: &Response) -> bool {
    (response.status().is_client_error() || response.status().is_server_error())
        && !is_json(response.headers())
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"))
}

async fn problem(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let code = match parts.status {
        StatusCode::NOT_FOUND => "mcp.session_unknown",
        StatusCode::METHOD_NOT_ALLOWED => "method.unknown",
        StatusCode::NOT_ACCEPTABLE => "mcp.not_acceptable",
        StatusCode::PAYLOAD_TOO_LARGE => "body.too_large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "body.content_type",
        StatusCode::FORBIDDEN => "request.host",
        status if status.is_server_error() => "server.failed",
        _ => "mcp.invalid",
    };
    let words = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes);
    let words = words.unwrap_or_default();
    let message = if parts.status.is_server_error() {
        "Loopback could not do this because of a fault of its own.".to_owned()
    } else {
        String::from_utf8_lossy(&words).into_owned()
    };
    let mut problem = Problem::new(parts.status, code, message).into_response();
    // What the refusal said beside its words, such as `Allow`, still holds.
    parts.headers.remove(CONTENT_TYPE);
    parts.headers.remove(http::header::CONTENT_LENGTH);
    problem.headers_mut().extend(parts.headers);
    problem
}

/// A response body that tells the exchange what becomes of it.
struct Watched {
    inner: Body,
    exchange: Arc<Exchange>,
    answer: Answer,
    _here: DropGuard,
}

/// Where the answer to the request is on its way.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// It has not been seen.
    Expected,
    /// It was handed to the connection, which has not asked for more yet.
    HandedOver,
    /// The connection took it. Many clients close theirs without waiting for the end.
    Taken,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.answer == Answer::HandedOver {
            self.answer = Answer::Taken;
            self.exchange.all_arrived();
        }
        let frame = Pin::new(&mut self.inner).poll_frame(context);
        match &frame {
            Poll::Ready(Some(Ok(frame))) if frame.data_ref().is_some_and(is_answer) => {
                self.answer = Answer::HandedOver;
            }
            Poll::Ready(None) => self.exchange.gone().cancel(),
            Poll::Ready(Some(_)) | Poll::Pending => {}
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        // It must be asked for more after the answer, so that this is seen.
        false
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Whether these bytes are a JSON-RPC response, alone or as an event. A notification has no id, and
/// the text of one is ours.
fn is_answer(data: &Bytes) -> bool {
    /// Beyond this an event's own fields do not reach.
    const HEAD: usize = 256;
    const BEGINNING: &[u8] = br#"{"jsonrpc":"2.0","id":"#;
    let head = &data[..data.len().min(HEAD)];
    head.windows(BEGINNING.len()).any(|part| part == BEGINNING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_told_from_a_sign_of_life() {
        let check = |data: &'static str, expect| {
            assert_eq!(
                is_answer(&Bytes::from_static(data.as_bytes())),
                expect,
                "{data}"
            );
        };
        check("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", true);
        check(
            "id: 3/1\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}\n\n",
            true,
        );
        check(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n",
            false,
        );
        check(":\n\n", false);
    }
}
