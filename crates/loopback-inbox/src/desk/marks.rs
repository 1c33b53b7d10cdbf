//! What the person has seen, and what they have put off.

use loopback_contract::{Ask, AskId, AskStatus, AskSummary, Timestamp};
use loopback_rules::{AskChange, Code, Refusal, RefusalKind};

use super::{Desk, existing};
use crate::error::HubError;
use crate::store;
use crate::store::marks::Marks;
use crate::store::summary;

/// For how long an ask may be put off: a year, leap or not.
const LONGEST: i64 = 366 * 24 * 60 * 60 * 1_000;

impl Desk {
    /// Puts an ask off until a moment. Who does so has seen it.
    pub(crate) fn snooze(&mut self, id: &AskId, until: Timestamp) -> Result<AskSummary, HubError> {
        self.remark(id, |ask, marks, now| {
            check_persons_move(ask)?;
            if until <= now || until.ms_since(now) > LONGEST {
                return Err(not_until());
            }
            Ok(Marks {
                seen: Some(ask.updated_at()),
                snoozed_until: Some(until),
                ..marks
            })
        })
    }

    /// Has an ask back that was put off: it is like new.
    pub(crate) fn wake(&mut self, id: &AskId) -> Result<AskSummary, HubError> {
        self.remark(id, |_, marks, _| {
            Ok(match marks.snoozed_until {
                Some(_) => Marks {
                    seen: None,
                    snoozed_until: None,
                    ..marks
                },
                None => marks,
            })
        })
    }

    /// Notes that the person saw an ask when it had been updated at this moment. What they had seen
    /// before they have not forgotten, and what is to come they have not seen.
    pub(crate) fn see(
        &mut self,
        id: &AskId,
        updated_at: Timestamp,
    ) -> Result<AskSummary, HubError> {
        self.remark(id, |ask, marks, _| {
            let seen = updated_at.min(ask.updated_at());
            Ok(Marks {
                seen: Some(marks.seen.map_or(seen, |before| before.max(seen))),
                ..marks
            })
        })
    }

    /// Marks an ask as not seen.
    pub(crate) fn unsee(&mut self, id: &AskId) -> Result<AskSummary, HubError> {
        self.remark(id, |_, marks, _| {
            Ok(Marks {
                seen: None,
                ..marks
            })
        })
    }

    /// Has all asks back whose time has come, and says when the next one's comes.
    pub(crate) fn wake_due(&mut self) -> Result<Option<Timestamp>, HubError> {
        while let Some((ask, until)) = store::marks::next_to_wake(&self.db)? {
            if until > self.clock.look() {
                return Ok(Some(until));
            }
            match self.wake(&ask) {
                Ok(_) => {}
                // It is shown to nobody, and the others come back at their time.
                Err(HubError::Store(error)) if error.is_damaged_row() => {
                    store::rows::report(&ask);
                    store::marks::forget_snooze(&self.db, &ask)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Puts other marks on an ask. Nothing is announced of marks that are the same.
    fn remark(
        &mut self,
        id: &AskId,
        rule: impl FnOnce(&Ask, Marks, Timestamp) -> Result<Marks, Refusal>,
    ) -> Result<AskSummary, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let mut ask = existing(&change, id)?;
        let before = store::marks::read(&change, id)?;
        let marks = rule(&ask, before, now)?;
        if marks == before {
            drop(change);
            self.presence.attention(id).mark(&mut ask);
            return Ok(marks.on(summary::of(&ask)));
        }
        store::marks::write(&change, id, marks)?;
        store::commit(change, now)?;
        // Also of use to whoever waits until the next ask comes back.
        let _ = self.notes.send(crate::housekeeping::Note::Look);
        let ask = self.announce(AskChange::Updated, ask, marks);
        Ok(marks.on(summary::of(&ask)))
    }
}

fn check_persons_move(ask: &Ask) -> Result<(), Refusal> {
    match ask.status() {
        AskStatus::AwaitingHuman => Ok(()),
        AskStatus::AwaitingAgent => Err(Refusal::new(
            Code::AskNotYourTurn,
            "It is the agent's move: there is nothing to put off.",
        )),
        AskStatus::Closed => Err(Refusal::new(
            Code::AskClosed,
            "This ask is closed: there is nothing to put off.",
        )),
    }
}

fn not_until() -> Refusal {
    Refusal {
        kind: RefusalKind::Unfit,
        code: "snooze.until",
        message: "/until: an ask is put off to a moment that is to come, within a year".to_owned(),
    }
}
