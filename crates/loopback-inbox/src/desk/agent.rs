//! The moves of agents, and how their calls wait.

use loopback_contract::{
    Ask, AskId, AskStatus, Entry, Following, ToolResult, ToolState, WithdrawInput,
};
use loopback_rules::{
    AnswerInput, AnswerOutcome, Refusal, RefusalKind, Standing, answer, standing, uploads_named,
    withdraw,
};
use rusqlite::Transaction;

use super::{Begun, Desk, FRESH, Wait, drafts, existing};
use crate::caller::{CallId, Caller, Fingerprint, Giver};
use crate::error::{HubError, StoreError};
use crate::outcome::{self, Ended, Ending, Outcome};
use crate::store;
use crate::store::calls::Call;
use crate::store::marks::Marks;

impl Desk {
    /// Answers what the person asked back, or joins the wait of the same call before.
    pub(crate) fn answer(
        &mut self,
        caller: &Caller,
        call: &Fingerprint,
        input: AnswerInput,
    ) -> Result<Begun, HubError> {
        if let Some(joined) = self.rejoin(caller, call)? {
            return Ok(joined);
        }
        let id = input.ask_id().clone();
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, &id)?;
        let named = uploads_named(&input);
        let stored = store::uploads::stored(&change, named.clone())?;
        let turned = match answer(&ask, input, &stored, now)? {
            AnswerOutcome::Turned(turned) => turned,
            AnswerOutcome::AlreadyOver(_) => {
                drop(change);
                return Ok(self.begin(&ask));
            }
        };
        let turn = turned.ask.thread().len();
        store::asks::update(&change, &turned.ask)?;
        store::uploads::insert_uses(&change, &id, &named)?;
        remember(&change, caller, call, &id, turn)?;
        let marks = Marks {
            snoozed_until: None,
            ..store::marks::read(&change, &id)?
        };
        store::marks::write(&change, &id, marks)?;
        let (seat, woken) = self.presence.seat(&id, turn, Following::Call);
        store::commit(change, now)?;
        self.announce(turned.event, turned.ask, marks);
        Ok(Begun {
            ask: id,
            rejoined: false,
            wait: Wait::Seated(seat, woken),
        })
    }

    /// Waits for the newest reply if the move is not the person's, and else for their next.
    pub(crate) fn wait(&mut self, id: &AskId) -> Result<Begun, HubError> {
        let ask = existing(&self.db, id)?;
        let begun = self.begin(&ask);
        if matches!(begun.wait, Wait::Seated(..)) {
            self.presence.renew(id);
        }
        self.announce_presence(id)?;
        Ok(begun)
    }

    /// Polls for the reply at place `turn` of the thread, or after it.
    pub(crate) fn poll(&mut self, id: &AskId, turn: usize) -> Result<Begun, HubError> {
        let ask = existing(&self.db, id)?;
        if !outcome::may_be_waited_for(&ask, turn) {
            return Err(Refusal::ask_unknown().into());
        }
        let wait = if let Some(ending) = outcome::ended(&ask, turn) {
            self.over(&ask, ending)
        } else {
            let (seat, woken) = self.presence.seat(id, turn, Following::Task);
            Wait::Seated(seat, woken)
        };
        self.announce_presence(id)?;
        Ok(Begun {
            ask: id.clone(),
            rejoined: false,
            wait,
        })
    }

    /// Takes an ask back. A reply that is held and closes the ask goes first, and there is nothing to take
    /// back any more; any other is kept as a draft.
    pub(crate) fn withdraw(&mut self, input: &WithdrawInput) -> Result<ToolResult, HubError> {
        let WithdrawInput { ask_id, reason } = input;
        if let Some(reply) = self.send_if_it_closes(ask_id)? {
            return Ok(ToolResult {
                ask_id: ask_id.clone(),
                state: ToolState::Replied,
                reply: Some(reply),
                reason: None,
                next: None,
            });
        }
        self.change(
            ask_id,
            |ask, now| withdraw(ask, reason, now),
            |change, _, ask, marks| drafts::unsend(change, ask_id, marks, ask.updated_at()),
        )?;
        self.holds.remove(ask_id);
        Ok(ToolResult {
            ask_id: ask_id.clone(),
            state: ToolState::Withdrawn,
            reply: None,
            reason: Some(reason.clone()),
            next: None,
        })
    }

    /// Joins what a call with this id began, if there was one.
    pub(super) fn rejoin(
        &mut self,
        caller: &Caller,
        call: &Fingerprint,
    ) -> Result<Option<Begun>, HubError> {
        let Some((turn, ask)) = self.called(caller, call)? else {
            return Ok(None);
        };
        let wait = match outcome::ended(&ask, turn) {
            Some(ending) => self.over(&ask, ending),
            None => self.seat(&ask, turn),
        };
        self.announce_presence(ask.id())?;
        Ok(Some(Begun {
            ask: ask.id().clone(),
            rejoined: true,
            wait,
        }))
    }

    /// What a call with this id began, and at which place of its thread the reply stands that it waits for. If
    /// that is damaged, the call is as if it were made for the first time.
    pub(super) fn called(
        &self,
        caller: &Caller,
        call: &Fingerprint,
    ) -> Result<Option<(usize, Ask)>, HubError> {
        for id in &call.ids {
            let Some(known) = store::calls::read(&self.db, caller, id)? else {
                continue;
            };
            match id.giver() {
                _ if known.content == call.content => {}
                Giver::Bridge => return Err(conflict().into()),
                Giver::Client => continue,
            }
            let ask = store::asks::read_sound(&self.db, &known.ask)?;
            if let Some(ask) = ask.filter(|ask| self.may_be_repeated(id, ask, known.turn)) {
                return Ok(Some((known.turn, ask)));
            }
        }
        Ok(None)
    }

    /// Whether a call of this id can still be the one that waited for this turn. A client repeats a call within
    /// moments of its end; later, the id may be that of another call, which an old reply must not answer.
    fn may_be_repeated(&self, id: &CallId, ask: &Ask, turn: usize) -> bool {
        match (id.giver(), outcome::ended(ask, turn)) {
            (Giver::Bridge, _) | (Giver::Client, None) => true,
            (Giver::Client, Some((Ended::Withdrawn { .. }, _))) => false,
            (Giver::Client, Some((Ended::Replied { at, .. }, _))) => {
                let had = ask.thread().iter().find_map(|entry| match entry {
                    Entry::Human(human) if human.at == at => human.delivered_at,
                    Entry::Human(_) | Entry::Agent(_) => None,
                });
                self.clock.look().ms_since(had.unwrap_or(at)) < FRESH
            }
        }
    }

    /// Begins a wait: for what stands, or for the person's next turn.
    pub(super) fn begin(&self, ask: &Ask) -> Begun {
        let wait = match standing(ask) {
            Standing::Replied(human) => self.over(ask, outcome::replied(human)),
            Standing::Withdrawn(withdrawn) => self.over(ask, outcome::withdrawn(withdrawn)),
            Standing::Waiting => self.seat(ask, ask.thread().len()),
        };
        Begun {
            ask: ask.id().clone(),
            rejoined: false,
            wait,
        }
    }

    fn over(&self, ask: &Ask, ending: Ending) -> Wait {
        Wait::Over(Outcome::new(&self.presence, ask.id(), ending))
    }

    fn seat(&self, ask: &Ask, turn: usize) -> Wait {
        debug_assert_eq!(
            ask.status(),
            AskStatus::AwaitingHuman,
            "only the person is waited for"
        );
        let (seat, woken) = self.presence.seat(ask.id(), turn, Following::Call);
        Wait::Seated(seat, woken)
    }
}

/// Records the call's id in the same change as what it did, so that neither is ever there alone.
pub(super) fn remember(
    change: &Transaction<'_>,
    caller: &Caller,
    call: &Fingerprint,
    ask: &AskId,
    turn: usize,
) -> Result<(), StoreError> {
    let record = Call {
        content: call.content.clone(),
        ask: ask.clone(),
        turn,
    };
    let mut ids = call.ids.iter();
    ids.try_for_each(|id| store::calls::insert(change, caller, id, &record))
}

fn conflict() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        code: "call.conflict",
        message: "A call with this id was made before, with another tool or other arguments. \
                  Give every call an id of its own."
            .to_owned(),
    }
}
