//! The sessions of the protocol's older revisions over HTTP. A session ends when its client says so,
//! which many never do, and rmcp's own time limit would end calls that wait for the person. So they
//! are bounded in number instead, and those that nobody uses make room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use loopback_inbox::{Attending, Hub, session};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};
use tokio::time::Instant;

/// How many sessions there are at most.
const MOST: usize = 1024;

/// How long a session may lie unused before it ends: a day.
const IDLE: Duration = Duration::from_hours(24);

/// All sessions.
pub(super) struct Sessions {
    local: LocalSessionManager,
    uses: Mutex<HashMap<SessionId, Use>>,
    most: usize,
    hub: Hub,
}

/// When a session was last used, and what is open of it now.
struct Use {
    last: Instant,
    /// Shared with every open stream of the session.
    streams: Arc<()>,
    /// As long as the session is there, it is an agent of its own.
    _there: Attending,
}

impl Use {
    fn has_streams(&self) -> bool {
        Arc::strong_count(&self.streams) > 1
    }
}

/// Why a session could not be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionsError {
    /// Every session has an open stream, and there may not be another.
    #[error("there are too many sessions")]
    Full,

    #[error(transparent)]
    Local(#[from] LocalSessionManagerError),
}

impl Sessions {
    /// No sessions yet.
    pub(super) fn new(hub: Hub) -> Self {
        Self::with_most(MOST, hub)
    }

    fn with_most(most: usize, hub: Hub) -> Self {
        let mut local = LocalSessionManager::default();
        local.session_config.keep_alive = None;
        local.session_config.sse_retry = None;
        Self {
            local,
            uses: Mutex::default(),
            most,
            hub,
        }
    }

    /// Ends sessions that lay unused for too long, and if there are still too many, the one that was
    /// used longest ago.
    async fn make_room(&self) -> Result<(), SessionsError> {
        for id in self.to_end()? {
            self.close_session(&id).await?;
        }
        Ok(())
    }

    fn to_end(&self) -> Result<Vec<SessionId>, SessionsError> {
        let uses = self.uses();
        let unused = uses.iter().filter(|(_, session)| !session.has_streams());
        let mut unused: Vec<_> = unused.map(|(id, session)| (session.last, id)).collect();
        unused.sort_unstable_by_key(|(last, _)| *last);
        let idle = unused
            .iter()
            .filter(|(last, _)| last.elapsed() > IDLE)
            .count();
        let excess = (uses.len() + 1).saturating_sub(self.most);
        if excess > unused.len() {
            return Err(SessionsError::Full);
        }
        let ended = unused.into_iter().take(idle.max(excess));
        Ok(ended.map(|(_, id)| id.clone()).collect())
    }

    /// Notes a use; the mark is held as long as the use goes on.
    fn used(&self, id: &SessionId) -> Option<Arc<()>> {
        let mut uses = self.uses();
        let session = uses.get_mut(id)?;
        session.last = Instant::now();
        Some(Arc::clone(&session.streams))
    }

    fn uses(&self) -> MutexGuard<'_, HashMap<SessionId, Use>> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that holds a mark until it is dropped.
fn marked<S: Stream>(stream: S, mark: Option<Arc<()>>) -> impl Stream<Item = S::Item> {
    stream.inspect(move |_| drop(mark.clone()))
}

impl SessionManager for Sessions {
    type Error = SessionsError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        self.make_room().await?;
        let (id, transport) = self.local.create_session().await?;
        let session = Use {
            last: Instant::now(),
            streams: Arc::new(()),
            _there: self.hub.attend(session::of_protocol(&id)),
        };
        self.uses().insert(id.clone(), session);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        Ok(self.local.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(self.local.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        self.uses().remove(id);
        Ok(self.local.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let mark = self.used(id);
        Ok(marked(self.local.create_stream(id, message).await?, mark))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        self.used(id);
        Ok(self.local.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let mark = self.used(id);
        Ok(marked(self.local.create_standalone_stream(id).await?, mark))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let mark = self.used(id);
        Ok(marked(self.local.resume(id, last_event_id).await?, mark))
    }
}

#[cfg(test)]
mod tests {
    use loopback_contract::Actor;
    use loopback_inbox::InboxConfig;

    use super::*;

    fn hub() -> (tempfile::TempDir, Hub) {
        let temp = tempfile::tempdir().unwrap();
        let person = Actor {
            id: "local".to_owned(),
            name: None,
        };
        let config = InboxConfig::new(temp.path().join("inbox"), "0.1.0", person);
        (temp, Hub::start(config).unwrap())
    }

    #[tokio::test]
    async fn a_new_session_takes_the_place_of_the_one_unused_for_longest() {
        let (_temp, hub) = hub();
        let sessions = Sessions::with_most(2, hub);
        let (first, _first) = sessions.create_session().await.unwrap();
        let (second, _second) = sessions.create_session().await.unwrap();
        sessions.used(&first);
        let (third, _third) = sessions.create_session().await.unwrap();
        assert!(sessions.has_session(&first).await.unwrap());
        assert!(!sessions.has_session(&second).await.unwrap());
        assert!(sessions.has_session(&third).await.unwrap());
    }

    #[tokio::test]
    async fn a_session_with_an_open_stream_is_never_ended_to_make_room() {
        let (_temp, hub) = hub();
        let sessions = Sessions::with_most(1, hub);
        let (first, _first) = sessions.create_session().await.unwrap();
        let open = sessions.used(&first);
        assert!(matches!(
            sessions.create_session().await,
            Err(SessionsError::Full)
        ));
        drop(open);
        assert!(sessions.create_session().await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_that_lay_unused_for_a_day_end_together() {
        let (_temp, hub) = hub();
        let sessions = Sessions::new(hub);
        let (first, _first) = sessions.create_session().await.unwrap();
        let (second, _second) = sessions.create_session().await.unwrap();
        tokio::time::advance(IDLE + Duration::from_secs(1)).await;
        let (third, _third) = sessions.create_session().await.unwrap();
        assert!(!sessions.has_session(&first).await.unwrap());
        assert!(!sessions.has_session(&second).await.unwrap());
        assert!(sessions.has_session(&third).await.unwrap());
    }
}
