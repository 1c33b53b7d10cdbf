//! JSON-RPC over a byte stream, one message a line: the transport of `agent.sock` and of the bridge's
//! stdin and stdout.
//!
//! Beyond what rmcp's own line transport does, it answers a line that is too long instead of dropping
//! it, notices the end of the stream at once, and says when a response has been written. It knows
//! nothing of asks.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ClientJsonRpcMessage, ContentBlock, ErrorData, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;

use super::envelope::Envelope;

/// The longest line that is read: 6 MiB, room for the largest ask with what a bridge reads from disk.
pub const MAX_LINE: usize = 6 * 1024 * 1024;

/// How many bytes may wait to be written before no more is read: whoever does not read its answers is not asked for more
/// to answer. With one message beyond it, whatever its size.
const MOST_UNWRITTEN: usize = 1024 * 1024;

/// Called with the id of each response once it was handed to the stream.
pub type OnSent = Arc<dyn Fn(&RequestId) + Send + Sync>;

/// A message on its way out.
type Writing = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;

/// The server's end of a stream of JSON-RPC lines.
pub struct Lines<R, W> {
    reader: BufReader<R>,
    /// What has been read of the current line. `receive` may be cancelled between two reads, so the
    /// line lives here and not in the future.
    line: Vec<u8>,
    /// Set while the rest of a line that is too long is skipped.
    overlong: Option<Envelope>,
    writer: Arc<Mutex<W>>,
    /// An answer of this transport's own on its way. `receive` may be cancelled while it is written,
    /// and half a line must never stay behind.
    answer: Option<Writing>,
    unwritten: watch::Sender<usize>,
    ended: CancellationToken,
    muted: CancellationToken,
    on_sent: Option<OnSent>,
}

/// Bytes that wait to be written, until this is dropped.
struct Unwritten {
    bytes: usize,
    all: watch::Sender<usize>,
}

impl Unwritten {
    fn new(bytes: usize, all: &watch::Sender<usize>) -> Self {
        all.send_modify(|all| *all += bytes);
        Self {
            bytes,
            all: all.clone(),
        }
    }
}

impl Drop for Unwritten {
    fn drop(&mut self) {
        self.all.send_modify(|all| *all -= self.bytes);
    }
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// `ended` is cancelled as soon as the other side closed its end. Once `muted` is cancelled
    /// nothing is written any more.
    pub fn new(reader: R, writer: W, ended: CancellationToken, muted: CancellationToken) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            overlong: None,
            writer: Arc::new(Mutex::new(writer)),
            answer: None,
            unwritten: watch::Sender::new(0),
            ended,
            muted,
            on_sent: None,
        }
    }

    /// Calls `on_sent` for every response that was written.
    #[must_use]
    pub fn on_sent(mut self, on_sent: OnSent) -> Self {
        self.on_sent = Some(on_sent);
        self
    }

    async fn next_line(&mut self) -> Option<Line> {
        loop {
            let chunk = self.reader.fill_buf().await.ok()?;
            if chunk.is_empty() {
                // A last line without a newline still counts.
                return (!self.line.is_empty() && self.overlong.is_none())
                    .then(|| Line::Whole(std::mem::take(&mut self.line)));
            }
            let newline = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..newline.unwrap_or(chunk.len())];
            if let Some(envelope) = &mut self.overlong {
                envelope.feed(part);
            } else if self.line.len() + part.len() > MAX_LINE {
                let mut envelope = Envelope::default();
                envelope.feed(&std::mem::take(&mut self.line));
                envelope.feed(part);
                self.overlong = Some(envelope);
            } else {
                self.line.extend_from_slice(part);
            }
            let consumed = newline.map_or(chunk.len(), |at| at + 1);
            self.reader.consume(consumed);
            if newline.is_some() {
                return Some(match self.overlong.take() {
                    Some(envelope) => Line::TooLong(envelope),
                    None => Line::Whole(std::mem::take(&mut self.line)),
                });
            }
        }
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLong(Envelope),
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let writer = Arc::clone(&self.writer);
        let muted = self.muted.clone();
        let on_sent = self.on_sent.clone();
        let bytes = serde_json::to_vec(&message).map(|mut bytes| {
            bytes.push(b'\n');
            bytes
        });
        // Counted from now on, whenever it is written.
        let size = bytes.as_ref().map_or(0, Vec::len);
        let unwritten = Unwritten::new(size, &self.unwritten);
        let id = match message {
            ServerJsonRpcMessage::Response(response) => Some(response.id),
            _ => None,
        };
        async move {
            let bytes = bytes?;
            let write = async {
                let mut writer = writer.lock().await;
                if muted.is_cancelled() {
                    return Err(io::ErrorKind::NotConnected.into());
                }
                writer.write_all(&bytes).await?;
                writer.flush().await
            };
            write.await?;
            drop(unwritten);
            if let (Some(on_sent), Some(id)) = (on_sent, id) {
                on_sent(&id);
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(answer) = &mut self.answer {
                let written = answer.await;
                self.answer = None;
                written.ok()?;
            }
            let mut unwritten = self.unwritten.subscribe();
            // Cannot fail: the sender is this transport's own.
            let _ = unwritten.wait_for(|bytes| *bytes <= MOST_UNWRITTEN).await;
            let Some(line) = self.next_line().await else {
                self.ended.cancel();
                return None;
            };
            let answer = match line {
                Line::Whole(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
                Line::Whole(bytes) => match read(&bytes) {
                    Ok(message) => return Some(message),
                    Err(Unreadable::NotJson) => continue,
                    Err(Unreadable::NotAMessage(id)) => ServerJsonRpcMessage::error(
                        ErrorData::invalid_request("not a JSON-RPC message of MCP", None),
                        id,
                    ),
                },
                Line::TooLong(envelope) => too_long(&envelope),
            };
            self.answer = Some(Box::pin(self.send(answer)));
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.ended.cancel();
        self.writer.lock().await.shutdown().await
    }
}

enum Unreadable {
    /// Nothing can be said about it, and an answer could start an endless exchange of errors.
    NotJson,
    NotAMessage(Option<RequestId>),
}

fn read(bytes: &[u8]) -> Result<ClientJsonRpcMessage, Unreadable> {
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        serde_json::error::Category::Syntax | serde_json::error::Category::Eof => {
            Unreadable::NotJson
        }
        serde_json::error::Category::Data | serde_json::error::Category::Io => {
            let mut envelope = Envelope::default();
            envelope.feed(bytes);
            Unreadable::NotAMessage(envelope.id())
        }
    })
}

/// A tool call gets its refusal as a tool result, which the agent reads; anything else an error.
fn too_long(envelope: &Envelope) -> ServerJsonRpcMessage {
    let words = format!(
        "request.too_large: the call is larger than 6 MiB ({MAX_LINE} bytes) and was not read. \
         Send less: an ask may be at most 256 KiB, and images go through request_upload."
    );
    match (envelope.method().as_deref(), envelope.id()) {
        (Some("tools/call"), Some(id)) => ServerJsonRpcMessage::response(
            ServerResult::CallToolResult(CallToolResult::error(vec![ContentBlock::text(words)])),
            id,
        ),
        (_, id) => ServerJsonRpcMessage::error(ErrorData::invalid_request(words, None), id),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn lines(input: &[u8]) -> (Lines<&[u8], Vec<u8>>, CancellationToken) {
        let ended = CancellationToken::new();
        let lines = Lines::new(input, Vec::new(), ended.clone(), CancellationToken::new());
        (lines, ended)
    }

    #[tokio::test]
    async fn the_end_of_the_stream_is_noticed_at_once_and_a_last_line_still_read() {
        let (mut lines, ended) = lines(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        assert!(matches!(
            lines.receive().await,
            Some(ClientJsonRpcMessage::Request(_))
        ));
        assert!(!ended.is_cancelled());
        assert!(lines.receive().await.is_none());
        assert!(ended.is_cancelled());
    }

    #[tokio::test]
    async fn a_call_that_is_too_long_is_answered_wherever_its_id_stands() {
        let filler = "x".repeat(MAX_LINE);
        let input = format!(
            "{{\"method\":\"tools/call\",\"params\":{{\"arguments\":{{\"id\":9,\"question\":\"{filler}\"}}}},\"id\":\"late\"}}\n\
             {{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}}\n"
        );
        let (mut lines, _) = lines(input.as_bytes());
        let Some(ClientJsonRpcMessage::Request(next)) = lines.receive().await else {
            panic!("the line after the overlong one is read");
        };
        assert_eq!(next.id, RequestId::Number(2));
        let written = String::from_utf8(lines.writer.lock().await.clone()).unwrap();
        assert!(written.contains(r#""id":"late""#), "{written}");
        assert!(written.contains(r#""isError":true"#), "{written}");
        assert!(written.contains("request.too_large"), "{written}");
        assert!(!written.contains("xxxx"));
    }

    #[tokio::test]
    async fn what_is_json_but_no_message_gets_an_error_with_its_id() {
        let (mut lines, _) = lines(b"not json\n{\"id\":7,\"method\":5}\n");
        assert!(lines.receive().await.is_none());
        let written = String::from_utf8(lines.writer.lock().await.clone()).unwrap();
        assert!(written.contains(r#""id":7"#), "{written}");
        assert_eq!(written.lines().count(), 1);
    }

    #[tokio::test]
    async fn nothing_is_written_once_muted() {
        let muted = CancellationToken::new();
        let mut lines = Lines::new(
            &b""[..],
            Vec::new(),
            CancellationToken::new(),
            muted.clone(),
        );
        muted.cancel();
        let message = ServerJsonRpcMessage::response(ServerResult::empty(()), RequestId::Number(1));
        assert!(lines.send(message).await.is_err());
        assert!(lines.writer.lock().await.is_empty());
    }

    #[tokio::test]
    async fn nothing_more_is_read_while_too_much_waits_to_be_written() {
        let (ours, _unread) = tokio::io::duplex(16);
        let ping = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
        let never = CancellationToken::new;
        let mut lines = Lines::new(&ping[..], ours, never(), never());
        let large = |bytes| {
            let text = ContentBlock::text("x".repeat(bytes));
            let result = ServerResult::CallToolResult(CallToolResult::success(vec![text]));
            ServerJsonRpcMessage::response(result, RequestId::Number(1))
        };
        let small = lines.send(large(1024));
        let too_much = lines.send(large(MOST_UNWRITTEN));
        assert!(lines.receive().now_or_never().is_none());
        drop(too_much);
        assert!(lines.receive().await.is_some());
        drop(small);
    }
}
