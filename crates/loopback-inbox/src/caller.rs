//! Which agent calls, and which of its calls this is.

use loopback_contract::{Block, Origin, QuestionsInput};
use loopback_rules::{AnswerInput, AskInput};
use serde::Serialize;

use crate::hex::sha256;

/// The agent that makes a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Its session: asks with the same value count together towards the limit of one session.
    pub session: String,
    /// The name of its MCP client, never that of our bridge.
    pub client_name: String,
    /// The version of that client; empty where it tells none.
    pub client_version: String,
    /// Where it runs, if it came through the bridge.
    pub origin: Option<Origin>,
}

impl Caller {
    /// Name and version as an ask shows them.
    pub(crate) fn client(&self) -> Option<String> {
        let both = format!("{} {}", self.client_name, self.client_version);
        let shown = both.trim();
        (!shown.is_empty()).then(|| shown.to_owned())
    }
}

/// The id that a client, or the bridge, gave one call. A repeat of the call joins the first. Ids of
/// clients of different names are different ids.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallId {
    id: String,
    giver: Giver,
}

/// Who gave a call its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Giver {
    /// The bridge: no two calls have the same, and only repeats of the one are ever made under it.
    Bridge,
    /// The client: of another session the same id is another call, and some clients count anew with every turn.
    Client,
}

impl CallId {
    /// An id that the bridge gave a call. No other call ever has it.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        let (id, giver) = (id.into(), Giver::Bridge);
        Self { id, giver }
    }

    /// An id that a client gave a call. It means something within the client's session only, with the same words
    /// only, and until 10 minutes after the reply was had.
    #[must_use]
    pub fn of_client(id: impl Into<String>) -> Self {
        let (id, giver) = (id.into(), Giver::Client);
        Self { id, giver }
    }

    /// The id as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.id
    }

    pub(crate) const fn giver(&self) -> Giver {
        self.giver
    }

    /// The id of one of several questions that a call asks together.
    fn of_question(&self, index: usize) -> Self {
        Self {
            id: format!("{}#{index}", self.id),
            giver: self.giver,
        }
    }
}

/// What was read from disk, without when.
fn undated(mut block: Block) -> Block {
    let read = match &mut block {
        Block::Markdown(block) => &mut block.read,
        Block::Code(block) => &mut block.read,
        Block::Diff(block) => &mut block.read,
        Block::Image(block) => &mut block.read,
    };
    *read = None;
    block
}

/// A call's ids, and what the call says, so that another call with the same id is told apart, and the same
/// words of another call are known again.
#[derive(Debug, Clone)]
pub(crate) struct Fingerprint {
    /// The call's own ids, if it has any.
    pub(crate) ids: Vec<CallId>,
    pub(crate) content: String,
}

impl Fingerprint {
    /// Of a call that opens an ask, with what was read from the agent's disk for it.
    pub(crate) fn of_opening(ids: Vec<CallId>, input: &AskInput, attached: &[Block]) -> Self {
        match input {
            AskInput::Question(input) => Self::of(ids, "ask_question", input),
            AskInput::Review(input) if attached.is_empty() => {
                Self::of(ids, "request_review", input)
            }
            AskInput::Review(input) => {
                let attached: Vec<_> = attached.iter().cloned().map(undated).collect();
                Self::of(ids, "request_review", &(input, attached))
            }
            AskInput::Briefing(input) => Self::of(ids, "present_briefing", input),
        }
    }

    /// Of one of the questions that a call asks together.
    pub(crate) fn of_batch(ids: &[CallId], input: &QuestionsInput, index: usize) -> Self {
        let ids = ids.iter().map(|id| id.of_question(index)).collect();
        Self::of(ids, "ask_questions", &(input, index))
    }

    /// Of a call that answers one.
    pub(crate) fn of_answer(ids: Vec<CallId>, input: &AnswerInput) -> Self {
        match input {
            AnswerInput::FollowUp(input) => Self::of(ids, "answer_follow_up", input),
            AnswerInput::Briefing(input) => Self::of(ids, "answer_briefing", input),
        }
    }

    fn of(ids: Vec<CallId>, tool: &str, input: &impl Serialize) -> Self {
        let json = serde_json::to_vec(&(tool, input))
            .expect("messages of the contract have string keys only");
        Self {
            ids,
            content: sha256(&json),
        }
    }
}
