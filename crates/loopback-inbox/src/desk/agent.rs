//! The moves of agents, and how their calls wait.

use loopback_contract::{Ask, AskId, AskStatus, ToolResult, ToolState, WithdrawInput};
use loopback_rules::{
    AnswerInput, AnswerOutcome, AskChange, AskInput, OpenFacts, Opener, Refusal, RefusalKind,
    Standing, answer, open, standing, uploads_named, withdraw,
};
use rusqlite::Transaction;

use super::{Begun, Desk, Wait, existing};
use crate::caller::{Caller, Fingerprint};
use crate::error::{HubError, StoreError};
use crate::outcome::{self, Ending, Outcome};
use crate::store;
use crate::store::calls::Call;

impl Desk {
    /// Opens an ask, or joins the one that the same call opened before.
    pub(crate) fn open(
        &mut self,
        caller: &Caller,
        call: Option<&Fingerprint>,
        input: AskInput,
    ) -> Result<Begun, HubError> {
        if let Some(joined) = self.rejoin(caller, call)? {
            return Ok(joined);
        }
        let now = self.clock.tick();
        let id = AskId::new(self.clock.id(now));
        let opener = Opener {
            raised_by: self.person.clone(),
            client: caller.client(),
            origin: caller.origin.clone(),
        };
        let change = store::begin(&mut self.db)?;
        let revised = match input.revises() {
            Some(revised) => store::asks::read(&change, revised)?,
            None => None,
        };
        let named = uploads_named(&input);
        let facts = OpenFacts {
            revised: revised.as_ref(),
            already_revised: match input.revises() {
                Some(revised) => store::asks::is_revised(&change, revised)?,
                None => false,
            },
            uploads: &store::uploads::stored(&change, named.clone())?,
            open_in_session: store::asks::count_open_in(&change, &caller.session)?,
            open_count: store::asks::count_open(&change)?,
        };
        let ask = open(input, opener, &facts, id.clone(), now)?;
        store::asks::insert(&change, &ask, &caller.session)?;
        store::uploads::insert_uses(&change, &id, &named)?;
        remember(&change, caller, call, &id, 0)?;
        // Seated before anyone can read the ask, so that nobody ever reads it as not waited for.
        let (seat, woken) = self.presence.seat(&id, 0);
        store::commit(change, now)?;
        self.announce(AskChange::Opened, ask);
        Ok(Begun {
            ask: id,
            rejoined: false,
            wait: Wait::Seated(seat, woken),
        })
    }

    /// Answers what the person asked back, or joins the wait of the same call before.
    pub(crate) fn answer(
        &mut self,
        caller: &Caller,
        call: Option<&Fingerprint>,
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
        let (seat, woken) = self.presence.seat(&id, turn);
        store::commit(change, now)?;
        self.announce(turned.event, turned.ask);
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
        self.announce_presence(id)?;
        Ok(begun)
    }

    /// Takes an ask back.
    pub(crate) fn withdraw(&mut self, input: &WithdrawInput) -> Result<ToolResult, HubError> {
        let WithdrawInput { ask_id, reason } = input;
        self.change(ask_id, |ask, now| withdraw(ask, reason, now), |_| Ok(()))?;
        Ok(ToolResult {
            ask_id: ask_id.clone(),
            state: ToolState::Withdrawn,
            reply: None,
            reason: Some(reason.clone()),
            next: None,
        })
    }

    /// Joins what a call with this id began, if there was one.
    fn rejoin(
        &mut self,
        caller: &Caller,
        call: Option<&Fingerprint>,
    ) -> Result<Option<Begun>, HubError> {
        let Some(call) = call else {
            return Ok(None);
        };
        let Some(known) = store::calls::read(&self.db, &caller.client_name, call.id.as_str())?
        else {
            return Ok(None);
        };
        if known.content != call.content {
            return Err(conflict().into());
        }
        let ask = existing(&self.db, &known.ask)?;
        let wait = match outcome::ended(&ask, known.turn) {
            Some(ending) => self.over(&ask, ending),
            None => self.seat(&ask, known.turn),
        };
        let begun = Begun {
            ask: known.ask,
            rejoined: true,
            wait,
        };
        self.announce_presence(&begun.ask)?;
        Ok(Some(begun))
    }

    /// Begins a wait: for what stands, or for the person's next turn.
    fn begin(&self, ask: &Ask) -> Begun {
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
        let (seat, woken) = self.presence.seat(ask.id(), turn);
        Wait::Seated(seat, woken)
    }
}

/// Records the call's id in the same change as what it did, so that neither is ever there alone.
fn remember(
    change: &Transaction<'_>,
    caller: &Caller,
    call: Option<&Fingerprint>,
    ask: &AskId,
    turn: usize,
) -> Result<(), StoreError> {
    let Some(call) = call else {
        return Ok(());
    };
    let record = Call {
        content: call.content.clone(),
        ask: ask.clone(),
        turn,
    };
    store::calls::insert(change, &caller.client_name, call.id.as_str(), &record)
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
