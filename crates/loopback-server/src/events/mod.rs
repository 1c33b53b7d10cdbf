//! The event socket: a snapshot, then every change, for as long as its session lasts.
//!
//! This file owns the handshake: who may come on, and in which revision's frames. `feed` owns what is sent.

mod content;
mod feed;

use std::sync::Arc;

use axum::{
    extract::{
        FromRequestParts, State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, header, request::Parts},
    response::Response,
};

use self::{
    content::{Rows, Whole},
    feed::Feed,
};
use crate::{
    App,
    access::PersonAccess,
    http::Problem,
    net::{Peer, Proven},
};

/// What a client may send us in one message. It has nothing to say, so this is plenty.
const INBOUND: usize = 4 << 10;

/// Which frames a socket carries, by the subprotocol that names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frames {
    /// Whole asks.
    V1,
    /// Rows.
    V2,
}

impl Frames {
    const fn subprotocol(self) -> &'static str {
        match self {
            Self::V1 => "loopback.v1",
            Self::V2 => "loopback.v2",
        }
    }
}

/// `GET /api/v1/events`.
pub(crate) async fn events(State(app): State<App>, handshake: Handshake) -> Response {
    let Handshake {
        upgrade,
        frames,
        person,
        peer,
    } = handshake;
    let running = app.tasks().token();
    upgrade
        .protocols([frames.subprotocol()])
        .max_message_size(INBOUND)
        .max_frame_size(INBOUND)
        .on_upgrade(async move |socket| {
            let feed = Feed::new(app, person, socket);
            match frames {
                Frames::V1 => feed.run::<Whole>().await,
                Frames::V2 => feed.run::<Rows>().await,
            }
            drop((running, peer));
        })
}

/// Everything that was checked before a socket opens.
pub(crate) struct Handshake {
    upgrade: WebSocketUpgrade,
    frames: Frames,
    person: PersonAccess,
    /// Holds the connection's place for as long as the socket is open.
    peer: Option<Arc<Peer>>,
}

impl FromRequestParts<App> for Handshake {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let offered = Offered::read(&parts.headers);
        let bearer =
            if parts.headers.contains_key(header::AUTHORIZATION) || offered.ticket.is_none() {
                Some(PersonAccess::from_request_parts(parts, app).await?)
            } else {
                None
            };
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app)
            .await
            .map_err(|rejection| refused(&rejection))?;
        let frames = offered.frames.ok_or(NO_SUBPROTOCOL)?;
        // Last, so that no handshake that fails for another reason uses a ticket up.
        let person = match (bearer, offered.ticket) {
            (Some(person), _) => person,
            (None, ticket) => app
                .access()
                .redeem_ticket(ticket.as_deref().unwrap_or_default())?,
        };
        Peer::has(Proven::Person, &parts.extensions);
        Ok(Self {
            upgrade,
            frames,
            person,
            peer: parts.extensions.get().cloned(),
        })
    }
}

const NO_SUBPROTOCOL: Problem = Problem::fixed(
    http::StatusCode::UNPROCESSABLE_ENTITY,
    "socket.protocol",
    "The event socket speaks the subprotocols loopback.v1 and loopback.v2.",
);

fn refused(rejection: &WebSocketUpgradeRejection) -> Problem {
    Problem::unfit(
        "socket.handshake",
        format!("This address is for WebSockets: {rejection}."),
    )
}

/// What the client's subprotocols say. The first revision it names is the one it likes best.
#[derive(Debug, PartialEq, Eq)]
struct Offered {
    frames: Option<Frames>,
    ticket: Option<String>,
}

impl Offered {
    fn read(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
        let names: Vec<&str> = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .collect();
        let known = [Frames::V1, Frames::V2];
        Self {
            frames: names.iter().find_map(|name| {
                known
                    .into_iter()
                    .find(|frames| frames.subprotocol() == *name)
            }),
            ticket: names
                .iter()
                .find_map(|name| name.strip_prefix("loopback.ticket."))
                .map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(lines: &[&str]) -> Offered {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::SEC_WEBSOCKET_PROTOCOL, line.parse().unwrap());
        }
        Offered::read(&headers)
    }

    #[test]
    fn the_first_revision_named_is_taken_and_the_ticket_is_found_beside_it() {
        let ticket = Some("abc".to_owned());
        assert_eq!(
            offered(&["loopback.v2, loopback.ticket.abc"]),
            Offered {
                frames: Some(Frames::V2),
                ticket: ticket.clone()
            }
        );
        assert_eq!(
            offered(&["loopback.ticket.abc", "loopback.v1,loopback.v2"]),
            Offered {
                frames: Some(Frames::V1),
                ticket
            }
        );
        assert_eq!(
            offered(&["loopback.v9, graphql-ws"]),
            Offered {
                frames: None,
                ticket: None
            }
        );
        assert_eq!(
            offered(&[]),
            Offered {
                frames: None,
                ticket: None
            }
        );
    }
}
