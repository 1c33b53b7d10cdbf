//! What goes over one event socket, from its first frame to its last.

use std::{future::Future, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use bytes::Bytes;
use loopback_inbox::{Frame, HubError};
use serde::Serialize;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::content::Content;
use crate::{App, access::PersonAccess};

/// So many messages of a client are overlooked; one that goes on talking is not one of ours.
const OVERLOOKED: u32 = 256;

/// One open socket.
pub(super) struct Feed {
    app: App,
    person: PersonAccess,
    socket: WebSocket,
}

/// Why a socket is to be closed.
enum End {
    /// The client is gone, or takes nothing any more: there is nobody to say goodbye to.
    Lost,
    /// We close it, for this reason.
    Closed { code: u16, reason: &'static str },
}

const GOING: End = End::Closed {
    code: close_code::AWAY,
    reason: "Loopback is stopping",
};
const REVOKED: End = End::Closed {
    code: close_code::POLICY,
    reason: "the session has ended",
};
const TALKATIVE: End = End::Closed {
    code: close_code::POLICY,
    reason: "this socket takes no messages",
};
const BROKEN: End = End::Closed {
    code: close_code::ERROR,
    reason: "Loopback failed; its log says how",
};

impl Feed {
    pub(super) fn new(app: App, person: PersonAccess, socket: WebSocket) -> Self {
        Self {
            app,
            person,
            socket,
        }
    }

    /// Sends the snapshot and every change after it, until the session, the server or the client ends it.
    pub(super) async fn run<C: Content>(mut self) {
        let end = self.send_all::<C>().await;
        tracing::debug!(
            session = self.person.session().id(),
            lost = matches!(end, End::Lost),
            "an event socket ended"
        );
        if let End::Closed { code, reason } = end {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            // The last word: if it does not arrive, the end of the connection says the same.
            let farewell = self.socket.send(Message::Close(Some(frame)));
            let _ = timeout(Duration::from_secs(1), farewell).await;
        }
    }

    async fn send_all<C: Content>(&mut self) -> End {
        let mut subscription = C::subscribe(self.app.hub());
        let every = self.app.limits().ping;
        let mut ping = interval(every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut client = Client::new();
        let ended = self.person.session().ended().clone();
        loop {
            let next = tokio::select! {
                biased;
                () = ended.cancelled() => return self.ended(),
                message = self.socket.recv() => Next::Message(message),
                _ = ping.tick() => Next::Ping,
                frame = subscription.next() => Next::Frame(frame),
            };
            let done = match next {
                Next::Message(message) => client.hears(message.as_ref()),
                Next::Ping if client.silent_for() > every * 2 => Err(End::Lost),
                Next::Ping => self.send(Message::Ping(Bytes::new())).await,
                Next::Frame(frame) => self.send_next::<C>(frame).await,
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn send_next<C: Content>(&mut self, frame: NextFrame<C>) -> Result<(), End> {
        match frame {
            Ok(Some(Frame::Snapshot { snapshot, .. })) => {
                self.send_frame(&C::opening(snapshot)).await
            }
            Ok(Some(Frame::Event(event))) => self.send_frame(&C::change(&event)).await,
            Ok(None) => Err(GOING),
            Err(error) => {
                tracing::error!(%error, "an event socket got no snapshot");
                Err(BROKEN)
            }
        }
    }

    async fn send_frame(&mut self, frame: &impl Serialize) -> Result<(), End> {
        match serde_json::to_string(frame) {
            Ok(text) => self.send(Message::Text(text.into())).await,
            Err(error) => {
                tracing::error!(%error, "a frame could not be written");
                Err(BROKEN)
            }
        }
    }

    /// Sends, for as long as a send may take and the session lasts. A client that is slower than that begins anew.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        let ended = self.person.session().ended().clone();
        let sending = timeout(self.app.limits().send, self.socket.send(message));
        let sent = until(ended.cancelled(), sending).await;
        match sent {
            Some(Ok(Ok(()))) => Ok(()),
            Some(_) => Err(End::Lost),
            None => Err(self.ended()),
        }
    }

    fn ended(&self) -> End {
        if self.app.shutdown().is_cancelled() {
            GOING
        } else {
            REVOKED
        }
    }
}

type NextFrame<C> = Result<Option<Frame<<C as Content>::Snapshot>>, HubError>;

/// What happens next on a socket.
enum Next<F> {
    Message(Option<Result<Message, axum::Error>>),
    Ping,
    Frame(F),
}

/// What we know of the other end.
struct Client {
    heard: Instant,
    overlooked: u32,
}

impl Client {
    fn new() -> Self {
        Self {
            heard: Instant::now(),
            overlooked: 0,
        }
    }

    /// Takes note of a sign of life. What a client says is overlooked, unless it says too much.
    fn hears(&mut self, message: Option<&Result<Message, axum::Error>>) -> Result<(), End> {
        self.heard = Instant::now();
        match message {
            None | Some(Err(_) | Ok(Message::Close(_))) => return Err(End::Lost),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Text(_) | Message::Binary(_))) => self.overlooked += 1,
        }
        if self.overlooked > OVERLOOKED {
            Err(TALKATIVE)
        } else {
            Ok(())
        }
    }

    fn silent_for(&self) -> Duration {
        self.heard.elapsed()
    }
}

async fn until<T>(end: impl Future<Output = ()>, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        done = work => Some(done),
        () = end => None,
    }
}
