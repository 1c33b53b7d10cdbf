//! Tickets for event sockets: each lets one socket of its session on, once, within a minute.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{
    sessions::Session,
    token::{Token, TokenHash},
};

/// How long a ticket lasts.
pub(crate) const LASTS: Duration = Duration::from_mins(1);
/// So many may be outstanding; the oldest makes room. Only holders of the person's rights can issue any.
const MOST: usize = 256;

#[derive(Default)]
pub(crate) struct Tickets(Mutex<VecDeque<Ticket>>);

struct Ticket {
    hash: TokenHash,
    until: Instant,
    session: Arc<Session>,
}

impl Tickets {
    pub(crate) fn issue(&self, session: &Arc<Session>) -> String {
        let ticket = Token::random();
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        tickets.retain(|ticket| now < ticket.until);
        if tickets.len() >= MOST {
            tickets.pop_front();
        }
        tickets.push_back(Ticket {
            hash: ticket.hash(),
            until: now + LASTS,
            session: Arc::clone(session),
        });
        ticket.into_string()
    }

    /// The session the ticket was issued to, unless that has ended meanwhile.
    pub(crate) fn redeem(&self, ticket: &str) -> Option<Arc<Session>> {
        let hash = TokenHash::of(ticket);
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = tickets
            .iter()
            .position(|ticket| ticket.hash.matches(hash))?;
        let ticket = tickets.remove(place)?;
        let valid = Instant::now() < ticket.until && !ticket.session.ended().is_cancelled();
        valid.then_some(ticket.session)
    }
}

#[cfg(test)]
mod tests {
    use loopback_contract::Timestamp;
    use tokio_util::sync::CancellationToken;

    use super::{
        super::sessions::{SessionDoor, Sessions},
        *,
    };

    fn session() -> (Sessions, Arc<Session>) {
        let sessions = Sessions::new(CancellationToken::new());
        let now = Timestamp::from_millisecond(0).unwrap();
        let session = sessions.begin(TokenHash::of("token"), SessionDoor::Link, now);
        (sessions, session)
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_works_once() {
        let (tickets, (_sessions, session)) = (Tickets::default(), session());
        let ticket = tickets.issue(&session);
        assert!(tickets.redeem(&ticket).is_some());
        assert!(tickets.redeem(&ticket).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_works_for_a_minute() {
        let (tickets, (_sessions, session)) = (Tickets::default(), session());
        let (early, late) = (tickets.issue(&session), tickets.issue(&session));
        tokio::time::advance(Duration::from_millis(59_999)).await;
        assert!(tickets.redeem(&early).is_some());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(tickets.redeem(&late).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_ticket_dies_with_its_session() {
        let (tickets, (sessions, session)) = (Tickets::default(), session());
        let ticket = tickets.issue(&session);
        sessions.revoke(session.id());
        assert!(tickets.redeem(&ticket).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn the_oldest_ticket_makes_room() {
        let (tickets, (_sessions, session)) = (Tickets::default(), session());
        let oldest = tickets.issue(&session);
        let next = tickets.issue(&session);
        for _ in 1..MOST {
            tickets.issue(&session);
        }
        assert!(tickets.redeem(&oldest).is_none());
        assert!(tickets.redeem(&next).is_some());
    }
}
