//! What asks of every kind have in common, without asking which kind it is.

use crate::{
    Actor, AnsweredBefore, Ask, AskId, AskKind, AskStatus, Batch, Entry, Following, Held,
    HumanEntry, Origin, Reply, Timestamp, Withdrawn,
};

/// The same expression for whichever kind of ask it is.
macro_rules! of_any_kind {
    ($ask:expr, $inner:ident => $value:expr) => {
        match $ask {
            Ask::Question($inner) => $value,
            Ask::Review($inner) => $value,
            Ask::Briefing($inner) => $value,
        }
    };
}

impl Ask {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &AskId {
        of_any_kind!(self, ask => &ask.id)
    }

    /// What the agent asks for.
    #[must_use]
    pub const fn kind(&self) -> AskKind {
        match self {
            Self::Question(_) => AskKind::Question,
            Self::Review(_) => AskKind::Review,
            Self::Briefing(_) => AskKind::Briefing,
        }
    }

    /// Its title, or the first line of its question that has words.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Question(ask) => {
                let mut lines = ask.prompt.question.lines().map(str::trim);
                lines.find(|line| !line.is_empty()).unwrap_or_default()
            }
            Self::Review(ask) => &ask.prompt.title,
            Self::Briefing(ask) => &ask.prompt.title,
        }
    }

    /// Whose move it is, or that it is closed.
    #[must_use]
    pub const fn status(&self) -> AskStatus {
        of_any_kind!(self, ask => ask.status)
    }

    /// Whether it is closed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        matches!(self.status(), AskStatus::Closed)
    }

    /// Whether an agent follows it now. Presence, not state: only the hub knows.
    #[must_use]
    pub const fn waiting(&self) -> bool {
        of_any_kind!(self, ask => ask.waiting)
    }

    /// The project the agent works in.
    #[must_use]
    pub fn project(&self) -> Option<&str> {
        of_any_kind!(self, ask => ask.project.as_deref())
    }

    /// Name and version of the MCP client that asked.
    #[must_use]
    pub fn client(&self) -> Option<&str> {
        of_any_kind!(self, ask => ask.client.as_deref())
    }

    /// Whose agent asked.
    #[must_use]
    pub const fn raised_by(&self) -> Option<&Actor> {
        of_any_kind!(self, ask => ask.raised_by.as_ref())
    }

    /// Where the agent runs.
    #[must_use]
    pub const fn origin(&self) -> Option<&Origin> {
        of_any_kind!(self, ask => ask.origin.as_ref())
    }

    /// The review this one revises.
    #[must_use]
    pub const fn revises(&self) -> Option<&AskId> {
        match self {
            Self::Review(ask) => ask.revises.as_ref(),
            Self::Question(_) | Self::Briefing(_) => None,
        }
    }

    /// Every turn after the opening, oldest first.
    #[must_use]
    pub fn thread(&self) -> &[Entry] {
        of_any_kind!(self, ask => &ask.thread)
    }

    /// The newest turn of the person, whatever came after it.
    #[must_use]
    pub fn last_human(&self) -> Option<&HumanEntry> {
        self.thread().iter().rev().find_map(|entry| match entry {
            Entry::Human(human) => Some(human),
            Entry::Agent(_) => None,
        })
    }

    /// The newest reply of the person, whatever came after it.
    #[must_use]
    pub fn last_reply(&self) -> Option<&Reply> {
        self.last_human().map(|human| &human.reply)
    }

    /// When it was opened.
    #[must_use]
    pub const fn created_at(&self) -> Timestamp {
        of_any_kind!(self, ask => ask.created_at)
    }

    /// When the newest turn was.
    #[must_use]
    pub const fn updated_at(&self) -> Timestamp {
        of_any_kind!(self, ask => ask.updated_at)
    }

    /// When it was closed.
    #[must_use]
    pub const fn closed_at(&self) -> Option<Timestamp> {
        of_any_kind!(self, ask => ask.closed_at)
    }

    /// That its agent took it back.
    #[must_use]
    pub const fn withdrawn(&self) -> Option<&Withdrawn> {
        of_any_kind!(self, ask => ask.withdrawn.as_ref())
    }

    /// The reply that is held, to be sent when its time has come.
    #[must_use]
    pub const fn held(&self) -> Option<&Held> {
        of_any_kind!(self, ask => ask.held.as_ref())
    }

    /// The reply its agent had to the same words before.
    #[must_use]
    pub const fn answered_before(&self) -> Option<&AnsweredBefore> {
        of_any_kind!(self, ask => ask.answered_before.as_ref())
    }

    /// What changes in the life of an ask, for those who may change it.
    pub const fn common_mut(&mut self) -> CommonMut<'_> {
        of_any_kind!(self, ask => CommonMut {
            status: &mut ask.status,
            thread: &mut ask.thread,
            updated_at: &mut ask.updated_at,
            closed_at: &mut ask.closed_at,
            withdrawn: &mut ask.withdrawn,
            held: &mut ask.held,
        })
    }

    /// Its place among the questions that were asked together.
    #[must_use]
    pub const fn batch(&self) -> Option<&Batch> {
        match self {
            Self::Question(ask) => ask.batch.as_ref(),
            Self::Review(_) | Self::Briefing(_) => None,
        }
    }

    /// How an agent follows it now. Presence, like [`Self::waiting`].
    #[must_use]
    pub const fn following(&self) -> Option<Following> {
        of_any_kind!(self, ask => ask.following)
    }

    /// How often an agent came back to wait on. Presence, like [`Self::waiting`].
    #[must_use]
    pub const fn renewed(&self) -> Option<i32> {
        of_any_kind!(self, ask => ask.renewed)
    }

    /// Says how an agent follows it now, and how often one has come back to.
    pub const fn set_following(&mut self, following: Option<Following>, renewed: Option<i32>) {
        of_any_kind!(self, ask => {
            ask.waiting = following.is_some();
            ask.following = following;
            ask.renewed = renewed;
        });
    }
}

/// The parts of an ask that change, whatever its kind. Id, prompt and opening never do.
#[derive(Debug)]
pub struct CommonMut<'a> {
    /// Whose move it is.
    pub status: &'a mut AskStatus,
    /// Every turn after the opening, oldest first.
    pub thread: &'a mut Vec<Entry>,
    /// When the newest turn was.
    pub updated_at: &'a mut Timestamp,
    /// When it was closed.
    pub closed_at: &'a mut Option<Timestamp>,
    /// That its agent took it back.
    pub withdrawn: &'a mut Option<Withdrawn>,
    /// The reply that is held.
    pub held: &'a mut Option<Held>,
}
