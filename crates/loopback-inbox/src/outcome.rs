//! What a waiting call ends with.

use std::sync::Arc;

use loopback_contract::{
    Ask, AskId, Entry, HumanEntry, Reply, Timestamp, ToolResult, ToolState, Withdrawn,
};

use crate::presence::{InHand, Presence};

/// What a wait ended with. As long as a copy of it exists, the reply in it counts as being handed
/// over and cannot be taken back by the person.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The ask that was waited for.
    pub ask_id: AskId,
    /// How the wait ended.
    pub ended: Ended,
    /// Whether this reply had reached an agent before.
    pub repeated: bool,
    _in_hand: Option<Arc<InHand>>,
}

/// How a wait ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The person replied.
    Replied {
        /// Their reply.
        reply: Reply,
        /// When they gave it. No other turn of any ask has the same moment.
        at: Timestamp,
    },
    /// The agent took the ask back.
    Withdrawn {
        /// Why, in its words.
        reason: String,
        /// When it did.
        at: Timestamp,
    },
}

/// How a wait ended, and whether an agent had heard of it before.
pub(crate) type Ending = (Ended, bool);

impl Outcome {
    pub(crate) fn new(presence: &Arc<Presence>, ask: &AskId, (ended, repeated): Ending) -> Self {
        let in_hand = match &ended {
            Ended::Replied { at, .. } => Some(Arc::new(presence.hand(ask, *at))),
            Ended::Withdrawn { .. } => None,
        };
        Self {
            ask_id: ask.clone(),
            ended,
            repeated,
            _in_hand: in_hand,
        }
    }

    /// The outcome as the contract writes it. What the agent does next is said by whoever tells it.
    #[must_use]
    pub fn tool_result(&self) -> ToolResult {
        let (state, reply, reason) = match &self.ended {
            Ended::Replied { reply, .. } => (ToolState::Replied, Some(reply.clone()), None),
            Ended::Withdrawn { reason, .. } => (ToolState::Withdrawn, None, Some(reason.clone())),
        };
        ToolResult {
            ask_id: self.ask_id.clone(),
            state,
            reply,
            reason,
            next: None,
        }
    }
}

/// What a call gets that waits for the first reply at place `turn` of the thread or later; nothing if
/// it has to wait on.
///
/// Where several turns of the person stand in a row, as when a briefing is dismissed on the agent's
/// turn, the call gets the last of them.
pub(crate) fn ended(ask: &Ask, turn: usize) -> Option<Ending> {
    let later = ask.thread().iter().skip(turn);
    let from_first = later.skip_while(|entry| matches!(entry, Entry::Agent(_)));
    let in_a_row = from_first.map_while(|entry| match entry {
        Entry::Human(human) => Some(human),
        Entry::Agent(_) => None,
    });
    match (in_a_row.last(), ask.withdrawn()) {
        (Some(human), _) => Some(replied(human)),
        (None, Some(back)) => Some(withdrawn(back)),
        (None, None) => None,
    }
}

/// Whether some call has waited, or could, for the reply at place `turn` of the thread: a wait begins where an
/// ask is opened, and where its agent has answered.
pub(crate) fn may_be_waited_for(ask: &Ask, turn: usize) -> bool {
    let before = turn.checked_sub(1).map(|before| ask.thread().get(before));
    matches!(before, None | Some(Some(Entry::Agent(_))))
}

/// The place in the thread of the turn of the person that stands: the first of those in a row.
pub(crate) fn standing_turn(ask: &Ask) -> usize {
    let in_a_row = ask.thread().iter().rev();
    let turns = in_a_row.take_while(|entry| matches!(entry, Entry::Human(_)));
    ask.thread().len() - turns.count()
}

/// The ending with this turn of the person.
pub(crate) fn replied(human: &HumanEntry) -> Ending {
    let ended = Ended::Replied {
        reply: human.reply.clone(),
        at: human.at,
    };
    (ended, human.delivered_at.is_some())
}

/// The ending with the ask taken back.
pub(crate) fn withdrawn(withdrawn: &Withdrawn) -> Ending {
    let ended = Ended::Withdrawn {
        reason: withdrawn.reason.clone(),
        at: withdrawn.at,
    };
    (ended, false)
}
