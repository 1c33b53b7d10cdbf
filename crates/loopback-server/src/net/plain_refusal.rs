//! Puts our own refusal in place of the bare one hyper writes when it cannot make a request of what came in.
//!
//! hyper answers such bytes by itself (400, 414, 431, without a body), before any of our code runs and with no way to
//! say what to write. So the connection's stream looks for a refusal that is nothing but a head and lacks the header
//! all of ours have.

use std::{
    future::Future,
    io,
    mem::MaybeUninit,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use http::{HeaderName, StatusCode};
use loopback_contract::REVISION;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

use crate::http::{COMMON_HEADERS, Problem, REVISION_HEADER};

/// A connection's stream.
pub(super) struct Stream<S> {
    inner: S,
    /// Our refusal, as much of it as is still to be written.
    refusal: Vec<u8>,
    /// After a refusal of ours: how long what still comes in is thrown away.
    farewell: Option<Farewell>,
}

impl<S> Stream<S> {
    pub(super) fn new(inner: S) -> Self {
        Self {
            inner,
            refusal: Vec::new(),
            farewell: None,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        theirs: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refusal.is_empty() {
            match bare_refusal(theirs) {
                None => return Pin::new(&mut self.inner).poll_write(cx, theirs),
                Some((0, status)) => {
                    self.refusal = whole_response(&Problem::in_place_of(status));
                    self.farewell = Some(Farewell::new());
                }
                // What goes before it is an answer of ours.
                Some((start, _)) => {
                    return Pin::new(&mut self.inner).poll_write(cx, &theirs[..start]);
                }
            }
        }
        // Theirs counts as written when all of ours is: until then the caller comes back with the same bytes.
        while !self.refusal.is_empty() {
            let this = &mut *self;
            let written = ready!(Pin::new(&mut this.inner).poll_write(cx, &this.refusal))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            this.refusal.drain(..written);
        }
        Poll::Ready(Ok(theirs.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.inner).poll_shutdown(cx))?;
        let Self {
            inner, farewell, ..
        } = &mut *self;
        farewell
            .as_mut()
            .map_or(Poll::Ready(Ok(())), |farewell| farewell.poll(inner, cx))
    }
}

/// The time between our last word and the end of a connection. What is unread when a connection is closed resets it,
/// and a reset may overtake the last word: so what still comes in is thrown away, for a moment and up to a limit.
struct Farewell {
    until: Pin<Box<Sleep>>,
    left: usize,
}

impl Farewell {
    fn new() -> Self {
        Self {
            until: Box::pin(sleep(Duration::from_secs(1))),
            left: 4 << 20,
        }
    }

    fn poll<S: AsyncRead + Unpin>(
        &mut self,
        stream: &mut S,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let mut scratch = [MaybeUninit::uninit(); 8 << 10];
        while self.left > 0 && self.until.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::uninit(&mut scratch);
            let read = ready!(Pin::new(&mut *stream).poll_read(cx, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            self.left = self.left.saturating_sub(buffer.filled().len());
        }
        Poll::Ready(Ok(()))
    }
}

/// The whole of a refusal as it goes over a connection that ends with it.
pub(super) fn whole_response(problem: &Problem) -> Vec<u8> {
    let (status, body) = (problem.status(), problem.json());
    let mut head = format!(
        "HTTP/1.1 {} {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n{REVISION_HEADER}: {REVISION}\r\n",
        status.as_u16(),
        status.canonical_reason().unwrap_or_default(),
        body.len(),
    );
    for (name, value) in COMMON_HEADERS {
        head.push_str(HeaderName::from_static(name).as_str());
        head.push_str(": ");
        head.push_str(value);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    let mut response = head.into_bytes();
    response.extend_from_slice(&body);
    response
}

/// Where hyper's own refusal begins at the end of these bytes, and its status: a head and no more, without the header
/// that ours have. Nothing else we send ends like that: no JSON, page or image does.
fn bare_refusal(bytes: &[u8]) -> Option<(usize, StatusCode)> {
    const LONGEST: usize = 512;
    const BEGINNING: &[u8] = b"HTTP/1.";
    let end = bytes.strip_suffix(b"\r\n\r\n")?;
    let tail = end.len().saturating_sub(LONGEST);
    let begins = |place: &usize| end[*place..].starts_with(BEGINNING);
    let start = (tail..end.len()).rev().find(begins)?;
    let head = std::str::from_utf8(&end[start..]).ok()?;
    let status = StatusCode::from_bytes(head.split(' ').nth(1)?.as_bytes()).ok()?;
    let refuses = status.is_client_error() || status.is_server_error();
    let bare = !head.contains("\r\n\r\n") && !head.contains(REVISION_HEADER);
    (refuses && bare).then_some((start, status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bare_head_that_refuses_and_is_not_ours_is_taken_for_hypers() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        assert_eq!(bare_refusal(bare.as_bytes()), Some((0, status)));
        let after_another = format!("HTTP/1.1 200 OK\r\n\r\n{{}}{bare}");
        assert_eq!(bare_refusal(after_another.as_bytes()), Some((21, status)));
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\nloopback-revision: 2\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request",
            "\r\n\r\n",
        ] {
            assert_eq!(bare_refusal(other.as_bytes()), None, "{other}");
        }
        assert_eq!(bare_refusal(&[0x81, 0xff]), None);
    }

    #[test]
    fn our_own_refusals_pass_as_they_are() {
        let ours = whole_response(&Problem::in_place_of(StatusCode::BAD_REQUEST));
        let head = ours
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap()
            + 4;
        assert!(ours.starts_with(b"HTTP/1.1 422 "));
        assert_eq!(bare_refusal(&ours[..head]), None);
    }
}
