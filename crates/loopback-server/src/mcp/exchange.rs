//! What a call knows of its way back to the client: whether anyone is still there, and when its reply
//! has arrived.
//!
//! Over HTTP an exchange is one request and its response; on `agent.sock` it is one connection. How
//! rmcp notices a client that left depends on protocol revision and transport, and for one of them it
//! never does, so this is watched where the bytes go out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loopback_inbox::{Attending, Hub, Outcome};
use rmcp::model::RequestId;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What shows that a reply reached its client.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Arrival {
    /// The response to this request was written.
    Response(RequestId),

    /// The bridge said that it handed over the result of the call with this id. A result the bridge
    /// was sent may still be lost with the bridge.
    Acknowledged(String),
}

/// One way back to a client.
#[derive(Debug)]
pub(super) struct Exchange {
    hub: Hub,
    tasks: TaskTracker,
    gone: CancellationToken,
    underway: Mutex<HashMap<Arrival, Vec<Outcome>>>,
    /// The agents' sessions that came by this way: that of the connection itself, and usually one more. Nothing
    /// once they have left.
    sessions: Mutex<Option<HashMap<String, Session>>>,
}

/// A session that came by some way.
#[derive(Debug)]
struct Session {
    _there: Attending,
    /// Whether its agent is gone once this way is.
    ends: bool,
}

/// How many sessions one connection may have, its own included.
const SESSIONS: usize = 17;

impl Exchange {
    /// An exchange whose client is there. Deliveries are recorded by tasks of `tasks`.
    pub(super) fn new(hub: Hub, tasks: TaskTracker) -> Arc<Self> {
        Arc::new(Self {
            hub,
            tasks,
            gone: CancellationToken::new(),
            underway: Mutex::default(),
            sessions: Mutex::new(Some(HashMap::new())),
        })
    }

    /// Cancelled once the client has left.
    pub(super) fn gone(&self) -> &CancellationToken {
        &self.gone
    }

    /// A session is there for as long as this way is. Nothing if there are too many of them.
    pub(super) fn attend(&self, session: &str) -> Option<()> {
        let mut sessions = self.sessions();
        let Some(there) = sessions.as_mut() else {
            // What came in last is served after the connection ended.
            return Some(());
        };
        if !there.contains_key(session) {
            if there.len() >= SESSIONS {
                return None;
            }
            let attending = Session {
                _there: self.hub.attend(session.to_owned()),
                ends: false,
            };
            there.insert(session.to_owned(), attending);
        }
        Some(())
    }

    /// A session that came by this way is over once its client hangs up.
    pub(super) fn ends(&self, session: &str) {
        let mut sessions = self.sessions();
        if let Some(session) = sessions.as_mut().and_then(|there| there.get_mut(session)) {
            session.ends = true;
        }
    }

    /// The sessions that came by this way are not there any more, as far as this way goes. Returns those that are
    /// over with it, if its client hung up.
    pub(super) fn leave(&self) -> Vec<String> {
        let left = self.sessions().take().into_iter().flatten();
        let over = left.filter(|(_, session)| session.ends);
        over.map(|(name, _)| name).collect()
    }

    /// The replies are on their way; record their delivery once `arrival` happens.
    pub(super) fn send(&self, arrival: Arrival, outcomes: Vec<Outcome>) {
        self.underway().insert(arrival, outcomes);
    }

    /// `arrival` happened.
    pub(super) fn arrived(&self, arrival: &Arrival) {
        let outcomes = self.underway().remove(arrival);
        for outcome in outcomes.into_iter().flatten() {
            self.record(outcome);
        }
    }

    /// Nobody reads the response to this request any more. The bridge's requests have the ids of its
    /// calls.
    pub(super) fn lost(&self, request: &RequestId) {
        let mut underway = self.underway();
        underway.remove(&Arrival::Acknowledged(request.to_string()));
        underway.remove(&Arrival::Response(request.clone()));
    }

    /// Everything that was on its way has arrived: the response was read to its end.
    pub(super) fn all_arrived(&self) {
        let outcomes = std::mem::take(&mut *self.underway());
        for outcome in outcomes.into_values().flatten() {
            self.record(outcome);
        }
    }

    fn record(&self, outcome: Outcome) {
        let hub = self.hub.clone();
        self.tasks.spawn(async move {
            if let Err(error) = hub.delivered(&outcome).await {
                tracing::warn!(ask = %outcome.ask_id, %error, "a delivery was not recorded");
            }
        });
    }

    fn sessions(&self) -> MutexGuard<'_, Option<HashMap<String, Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn underway(&self) -> MutexGuard<'_, HashMap<Arrival, Vec<Outcome>>> {
        self.underway.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
