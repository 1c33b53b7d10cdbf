//! The points of a briefing as they stand: which there are, which are resolved, which the agent owes
//! an answer.
//!
//! Nothing of this is stored. It is computed from the prompt and the thread, by playing the turns in
//! order, so it cannot disagree with them. What may be said on a point, and by whom, is decided in
//! `reply` and `answer`.

use std::collections::BTreeMap;

use loopback_contract::{AskStatus, BriefingAsk, BriefingPoint, Entry, Point, PointReply, Reply};

use crate::PointNumber;
use crate::words::has_words;

/// All points of a briefing, in the order a reader meets them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    states: BTreeMap<PointNumber, PointState>,
}

/// What has become of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointState {
    /// The person is done with it, and so with all beneath it.
    pub resolved: bool,

    /// The person wrote on it in their last turn and left it open, and the agent is to answer.
    pub owed: bool,
}

impl Points {
    /// The points of a briefing as its thread leaves them.
    #[must_use]
    pub fn of(briefing: &BriefingAsk) -> Self {
        let mut points = Self {
            states: BTreeMap::new(),
        };
        for section in &briefing.prompt.sections {
            points.add(&section.points);
        }
        for entry in &briefing.thread {
            match entry {
                Entry::Human(turn) => {
                    if let Reply::Responded(round) = &turn.reply {
                        points.take_round(&round.points);
                    }
                }
                Entry::Agent(turn) => points.add(turn.points.as_deref().unwrap_or_default()),
            }
        }
        // What the newest round left to answer is owed until the move is given back.
        if briefing.status != AskStatus::AwaitingAgent {
            points.owe_nothing();
        }
        points
    }

    /// Every point with its number.
    pub fn iter(&self) -> impl Iterator<Item = (PointNumber, PointState)> + '_ {
        self.states.iter().map(|(&number, &state)| (number, state))
    }

    /// What has become of one point, if there is one with this number.
    #[must_use]
    pub fn get(&self, number: PointNumber) -> Option<PointState> {
        self.states.get(&number).copied()
    }

    /// How many points there are, on all levels.
    #[must_use]
    pub fn total(&self) -> usize {
        self.states.len()
    }

    /// How many points are not resolved.
    #[must_use]
    pub fn open(&self) -> usize {
        self.states.values().filter(|state| !state.resolved).count()
    }

    /// The points the agent has to answer now, in order. Only on the agent's turn are there any.
    pub fn owed(&self) -> impl Iterator<Item = PointNumber> + '_ {
        self.iter()
            .filter(|(_, state)| state.owed)
            .map(|(number, _)| number)
    }

    /// The point that a text names, if it names one.
    pub(crate) fn find(&self, id: &str) -> Option<(PointNumber, PointState)> {
        let number = id.parse().ok()?;
        Some((number, self.get(number)?))
    }

    /// The numbers that points added beneath `parent` get, one after the other. On the last level
    /// there are none.
    pub(crate) fn free_beneath(
        &self,
        parent: PointNumber,
    ) -> Option<impl Iterator<Item = PointNumber>> {
        let taken = self
            .states
            .range(parent.with_all_beneath())
            .filter(|(number, _)| number.parent() == Some(parent))
            .map(|(number, _)| number.last_part())
            .max()
            .unwrap_or(0);
        let first = parent.child(taken + 1)?;
        Some((first.last_part()..).map_while(move |n| parent.child(n)))
    }

    /// Plays one turn of the person. The parts of the round act together, whatever their order: what
    /// was resolved before is reopened first, then everything ticked is resolved.
    pub(crate) fn take_round(&mut self, round: &[PointReply]) {
        self.owe_nothing();
        for part in round {
            let reopens = says_something(part) || part.resolved == Some(false);
            if reopens && let Ok(number) = part.point.parse() {
                self.reopen(number);
            }
        }
        for part in round {
            if part.resolved == Some(true)
                && let Ok(number) = part.point.parse()
            {
                self.resolve(number);
            }
        }
        for part in round {
            if says_something(part)
                && let Ok(number) = part.point.parse()
                && let Some(state) = self.states.get_mut(&number)
            {
                state.owed = !state.resolved;
            }
        }
    }

    /// Adds points as they stand in a prompt or an answer, open.
    fn add(&mut self, points: &[Point]) {
        for point in points {
            // Numbers are always our own, so every one of them reads.
            if let Ok(number) = point.id.parse() {
                let state = PointState {
                    resolved: false,
                    owed: false,
                };
                self.states.insert(number, state);
            }
        }
    }

    fn owe_nothing(&mut self) {
        for state in self.states.values_mut() {
            state.owed = false;
        }
    }

    /// Opens a point again, and with it all it stands beneath: an open point is never hidden under one
    /// that counts as done. On a point that is open already this changes nothing.
    fn reopen(&mut self, number: PointNumber) {
        let mut next = Some(number);
        while let Some(number) = next {
            if let Some(state) = self.states.get_mut(&number) {
                state.resolved = false;
            }
            next = number.parent();
        }
    }

    fn resolve(&mut self, number: PointNumber) {
        for (_, state) in self.states.range_mut(number.with_all_beneath()) {
            state.resolved = true;
        }
    }
}

/// Whether the person put something on the point for the agent to answer: words, or a picture.
pub(crate) fn says_something(part: &PointReply) -> bool {
    has_words(part.text.as_deref())
        || part
            .images
            .as_ref()
            .is_some_and(|images| !images.is_empty())
}

/// A point together with its number.
pub(crate) fn numbered(point: BriefingPoint, number: PointNumber) -> Point {
    Point {
        id: number.to_string(),
        title: point.title,
        detail: point.detail,
        content: point.content,
    }
}
