//! The person's sessions: who has the person's rights now. In memory alone: they all die with the server.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use loopback_contract::{SessionInfo, Timestamp};
use tokio_util::sync::CancellationToken;

use super::token::{Token, TokenHash, random_id};

/// How many sessions there may be. The oldest one that began by a link or a window makes room for the next.
const MOST: usize = 64;

/// How a session began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionDoor {
    /// By a window of this program.
    Window,
    /// By a link with a one-time code.
    Link,
    /// By a token that was given to the server at its start.
    File,
}

impl SessionDoor {
    fn as_str(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Link => "link",
            Self::File => "file",
        }
    }
}

/// One holder of the person's rights.
pub(crate) struct Session {
    id: String,
    hash: TokenHash,
    door: SessionDoor,
    began: Timestamp,
    ended: CancellationToken,
}

impl Session {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn door(&self) -> SessionDoor {
        self.door
    }

    /// Fires when the session is revoked or the server stops.
    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.ended
    }

    /// The session as the person sees it in a list, asked for by `asker`.
    pub(crate) fn info(&self, asker: &Session) -> SessionInfo {
        SessionInfo {
            id: self.id.clone(),
            door: self.door.as_str().to_owned(),
            created_at: self.began,
            current: self.id == asker.id,
        }
    }
}

/// All sessions of one run.
pub(crate) struct Sessions {
    valid: Mutex<Vec<Arc<Session>>>,
    ending: CancellationToken,
}

impl Sessions {
    pub(crate) fn new(ending: CancellationToken) -> Self {
        Self {
            valid: Mutex::default(),
            ending,
        }
    }

    pub(crate) fn begin(&self, hash: TokenHash, door: SessionDoor, now: Timestamp) -> Arc<Session> {
        let ended = self.ending.child_token();
        let session = Arc::new(Session {
            id: random_id(),
            hash,
            door,
            began: now,
            ended,
        });
        let mut valid = self.valid();
        if valid.len() >= MOST
            && let Some(oldest) = valid
                .iter()
                .position(|session| session.door != SessionDoor::File)
        {
            valid.remove(oldest).ended.cancel();
        }
        valid.push(Arc::clone(&session));
        session
    }

    /// The session with this token. Looks at every one, so the time it takes tells nothing.
    pub(crate) fn of(&self, hash: TokenHash) -> Option<Arc<Session>> {
        let valid = self.valid();
        valid
            .iter()
            .fold(None, |found, session| {
                if session.hash.matches(hash) {
                    Some(session)
                } else {
                    found
                }
            })
            .cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Session>> {
        self.valid().clone()
    }

    pub(crate) fn revoke(&self, id: &str) -> bool {
        let mut valid = self.valid();
        let Some(place) = valid.iter().position(|session| session.id == id) else {
            return false;
        };
        valid.remove(place).ended.cancel();
        true
    }

    fn valid(&self) -> MutexGuard<'_, Vec<Arc<Session>>> {
        self.valid.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session of a window of this program. It ends, with every socket it opened, when this is dropped.
pub struct WindowSession {
    token: Token,
    session: Arc<Session>,
    sessions: Arc<Sessions>,
}

impl WindowSession {
    pub(super) fn new(token: Token, session: Arc<Session>, sessions: Arc<Sessions>) -> Self {
        Self {
            token,
            session,
            sessions,
        }
    }

    /// The bearer token, for the window's page and nobody else: never log it, write it down or pass it as an argument.
    #[must_use]
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// The session's id, as the list of sessions shows it.
    #[must_use]
    pub fn id(&self) -> &str {
        self.session.id()
    }
}

impl fmt::Debug for WindowSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowSession")
            .field("id", &self.id())
            .finish_non_exhaustive()
    }
}

impl Drop for WindowSession {
    fn drop(&mut self) {
        self.sessions.revoke(self.session.id());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions() -> Sessions {
        Sessions::new(CancellationToken::new())
    }

    fn begin(sessions: &Sessions, secret: &str, door: SessionDoor) -> Arc<Session> {
        sessions.begin(
            TokenHash::of(secret),
            door,
            Timestamp::from_millisecond(0).unwrap(),
        )
    }

    #[test]
    fn a_revoked_session_ends_and_its_token_is_unknown() {
        let sessions = sessions();
        let one = begin(&sessions, "one", SessionDoor::Link);
        let other = begin(&sessions, "other", SessionDoor::Link);
        assert!(sessions.revoke(one.id()));
        assert!(!sessions.revoke(one.id()));
        assert!(one.ended().is_cancelled() && !other.ended().is_cancelled());
        assert!(sessions.of(TokenHash::of("one")).is_none());
        assert!(sessions.of(TokenHash::of("other")).is_some());
    }

    #[test]
    fn the_oldest_link_makes_room_and_the_given_token_stays() {
        let sessions = sessions();
        begin(&sessions, "given", SessionDoor::File);
        for number in 0..MOST {
            begin(&sessions, &format!("link {number}"), SessionDoor::Link);
        }
        assert_eq!(sessions.all().len(), MOST);
        assert!(sessions.of(TokenHash::of("given")).is_some());
        assert!(sessions.of(TokenHash::of("link 0")).is_none());
        assert!(sessions.of(TokenHash::of("link 1")).is_some());
    }
}
