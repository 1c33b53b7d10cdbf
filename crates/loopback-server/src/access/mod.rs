//! Who gets in. Owns the sessions, tokens, codes and tickets, and the two types that stand for proven rights.
//!
//! There are two doors over HTTP. A handler that takes [`PersonAccess`] cannot be reached with an agent's credential,
//! nor one that takes [`AgentAccess`] with a person's: neither can be made anywhere but here, from a request's header.
//! Nothing in this module knows a route or what lies behind it.

mod agent_token;
mod one_time_code;
mod person_token;
mod private_file;
mod sessions;
mod tickets;
mod token;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::{HeaderMap, header, request::Parts};
use loopback_contract::Timestamp;
use loopback_inbox::Door;
use tokio_util::sync::CancellationToken;

pub(crate) use agent_token::AgentToken;
pub use person_token::PersonToken;
pub use sessions::WindowSession;
pub(crate) use sessions::{Session, SessionDoor};
pub(crate) use tickets::LASTS as TICKET_LASTS;

use self::{
    one_time_code::OneTimeCode,
    sessions::Sessions,
    tickets::Tickets,
    token::{Token, TokenHash},
};
use crate::{
    App,
    http::Problem,
    net::{Peer, Proven},
};

/// Everything the server knows of who may do what. Only hashes of secrets are kept.
pub(crate) struct Access {
    agent: TokenHash,
    sessions: Arc<Sessions>,
    tickets: Tickets,
    code: OneTimeCode,
}

impl Access {
    /// The access rules of one run: agents by `agent`, the person by `person` if one was given, and by whatever
    /// sessions begin later. All sessions end with `ending`.
    pub(crate) fn new(
        agent: &AgentToken,
        person: Option<&PersonToken>,
        now: Timestamp,
        ending: &CancellationToken,
    ) -> Self {
        let sessions = Arc::new(Sessions::new(ending.clone()));
        if let Some(person) = person {
            sessions.begin(TokenHash::of(person.as_str()), SessionDoor::File, now);
        }
        Self {
            agent: TokenHash::of(agent.as_str()),
            sessions,
            tickets: Tickets::default(),
            code: OneTimeCode::default(),
        }
    }

    /// A session for a window of this program, which ends when its holder drops it.
    pub(crate) fn open_window(&self, now: Timestamp) -> WindowSession {
        let token = Token::random();
        let session = self.sessions.begin(token.hash(), SessionDoor::Window, now);
        WindowSession::new(token, session, Arc::clone(&self.sessions))
    }

    /// A code that begins one session if it is redeemed within a minute. It voids the one before it.
    pub(crate) fn new_code(&self) -> String {
        self.code.issue()
    }

    /// The session and its token, for the right code.
    pub(crate) fn redeem(
        &self,
        code: &str,
        now: Timestamp,
    ) -> Result<(Arc<Session>, String), Problem> {
        if !self.code.redeem(code) {
            return Err(Problem::unauthorized(
                "access.code",
                "This link is used up or too old. Have the server print a new one.",
            ));
        }
        let token = Token::random();
        let session = self.sessions.begin(token.hash(), SessionDoor::Link, now);
        Ok((session, token.into_string()))
    }

    /// All sessions that are valid, the oldest first.
    pub(crate) fn sessions(&self) -> Vec<Arc<Session>> {
        self.sessions.all()
    }

    /// Ends a session and everything that hangs on it. False if there is none of that id.
    pub(crate) fn revoke(&self, id: &str) -> bool {
        self.sessions.revoke(id)
    }

    /// A ticket for one event socket of this session.
    pub(crate) fn issue_ticket(&self, person: &PersonAccess) -> String {
        self.tickets.issue(&person.session)
    }

    /// The right a ticket stands for. It is used up by this.
    pub(crate) fn redeem_ticket(&self, ticket: &str) -> Result<PersonAccess, Problem> {
        self.tickets
            .redeem(ticket)
            .map(|session| PersonAccess { session })
            .ok_or_else(|| {
                Problem::unauthorized(
                    "access.ticket",
                    "The ticket is used up, too old or unknown.",
                )
            })
    }

    fn person(&self, headers: &HeaderMap) -> Result<PersonAccess, Problem> {
        let hash = TokenHash::of(bearer(headers)?);
        match self.sessions.of(hash) {
            Some(session) => Ok(PersonAccess { session }),
            None if self.agent.matches(hash) => Err(Problem::unauthorized(
                "access.agent",
                "This is the agents' token, which opens /mcp and nothing else.",
            )),
            None => Err(unknown()),
        }
    }

    fn agent(&self, headers: &HeaderMap) -> Result<AgentAccess, Problem> {
        let hash = TokenHash::of(bearer(headers)?);
        if self.agent.matches(hash) {
            return Ok(AgentAccess(()));
        }
        Err(match self.sessions.of(hash) {
            Some(_) => Problem::unauthorized(
                "access.person",
                "This is the person's token, which agents must never have. /mcp takes the agents' token.",
            ),
            None => unknown(),
        })
    }
}

fn unknown() -> Problem {
    Problem::unauthorized(
        "access.unknown",
        "The token is unknown, or its session has ended.",
    )
}

/// The token of the one `Authorization: Bearer …` header.
fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let missing = || {
        Problem::unauthorized(
            "access.missing",
            "This needs a credential: the header Authorization with Bearer and a token.",
        )
    };
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return Err(missing());
    };
    let (scheme, token) = value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .ok_or_else(missing)?;
    let token = token.trim();
    if scheme.eq_ignore_ascii_case("bearer") && !token.is_empty() {
        Ok(token)
    } else {
        Err(missing())
    }
}

/// Proof that a request is the person's.
pub(crate) struct PersonAccess {
    session: Arc<Session>,
}

impl PersonAccess {
    /// The session that made the request.
    pub(crate) fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// The door the person came through, as the inbox notes it.
    pub(crate) fn door(&self) -> Door {
        match self.session.door() {
            SessionDoor::Window => Door::Window,
            SessionDoor::Link => Door::Link,
            SessionDoor::File => Door::File,
        }
    }
}

impl FromRequestParts<App> for PersonAccess {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let person = app.access().person(&parts.headers)?;
        Peer::has(Proven::Person, &parts.extensions);
        Ok(person)
    }
}

/// Proof that a request is an agent's.
pub(crate) struct AgentAccess(());

impl FromRequestParts<App> for AgentAccess {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let agent = app.access().agent(&parts.headers)?;
        Peer::has(Proven::Agent, &parts.extensions);
        Ok(agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERSON: &str = "the person's own token, 32 characters and more";

    fn access() -> Access {
        let person = PersonToken::new(PERSON).unwrap();
        let now = Timestamp::from_millisecond(0).unwrap();
        Access::new(
            &AgentToken::fixed("agent"),
            Some(&person),
            now,
            &CancellationToken::new(),
        )
    }

    fn headers(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, value.parse().unwrap());
        }
        headers
    }

    fn person(values: &[&str]) -> Option<String> {
        access()
            .person(&headers(values))
            .err()
            .map(|problem| problem.code().to_owned())
    }

    fn agent(values: &[&str]) -> Option<String> {
        access()
            .agent(&headers(values))
            .err()
            .map(|problem| problem.code().to_owned())
    }

    #[test]
    fn each_door_takes_its_own_token_alone() {
        let the_persons = format!("Bearer {PERSON}");
        assert_eq!(person(&[&the_persons]), None);
        assert_eq!(agent(&["bearer agent"]), None);
        assert_eq!(person(&["Bearer agent"]).as_deref(), Some("access.agent"));
        assert_eq!(agent(&[&the_persons]).as_deref(), Some("access.person"));
        assert_eq!(person(&["Bearer other"]).as_deref(), Some("access.unknown"));
        assert_eq!(agent(&["Bearer other"]).as_deref(), Some("access.unknown"));
    }

    #[test]
    fn anything_but_one_bearer_token_is_no_credential() {
        let (the_persons, basic) = (format!("Bearer {PERSON}"), format!("Basic {PERSON}"));
        for values in [
            &[][..],
            &["Bearer"],
            &["Bearer "],
            &[PERSON],
            &[&basic],
            &[&the_persons, &the_persons],
        ] {
            assert_eq!(
                person(values).as_deref(),
                Some("access.missing"),
                "{values:?}"
            );
        }
    }
}
