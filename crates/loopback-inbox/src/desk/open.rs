//! Agents open asks, and what becomes of one that was opened before.

use loopback_contract::{
    AnsweredBefore, Ask, AskId, Batch, Block, Following, HumanEntry, QuestionInput,
};
use loopback_rules::{
    AskChange, AskInput, OpenFacts, Opener, Standing, UploadsNamed, open, standing, uploads_named,
};

use super::agent::remember;
use super::{Begun, Desk, Wait, existing};
use crate::caller::{Caller, Fingerprint};
use crate::error::HubError;
use crate::outcome;
use crate::presence::Seat;
use crate::store;
use crate::store::asks::Opened;
use crate::store::marks::Marks;

/// For how many milliseconds a reply that no agent has had is given to whoever asks the same again.
pub(crate) const FRESH: i64 = 10 * 60 * 1_000;

/// What the same words came to before.
enum Before {
    /// They were not asked before, or nothing came of it.
    Nothing,
    /// The ask is open, or has a reply that nobody has had.
    Join(Box<Ask>),
    /// They were answered, and the agent has had that.
    Answered(AnsweredBefore),
}

/// An ask that is about to be committed.
struct Opening {
    ask: Ask,
    seat: Seat,
    woken: tokio::sync::oneshot::Receiver<crate::outcome::Outcome>,
}

impl Desk {
    /// Opens an ask, or joins the one that the same call, or the same words of the same agent, opened
    /// before. `attached` is what was read from the agent's disk for it.
    pub(crate) fn open(
        &mut self,
        caller: &Caller,
        call: &Fingerprint,
        input: AskInput,
        attached: Vec<Block>,
    ) -> Result<Begun, HubError> {
        if let Some(joined) = self.rejoin(caller, call)? {
            return Ok(joined);
        }
        let answered_before = match self.before(caller, call)? {
            Before::Nothing => None,
            Before::Answered(before) => Some(before),
            Before::Join(ask) => return self.join(caller, call, &ask),
        };
        let opener = Opener {
            attached,
            answered_before,
            ..self.opener(caller)
        };
        let mut begun = self.open_all(caller, vec![(call.clone(), input, opener)])?;
        Ok(begun.swap_remove(0))
    }

    /// Opens several questions together, or joins those that were opened so before. All of them are
    /// there, or none is.
    pub(crate) fn open_batch(
        &mut self,
        caller: &Caller,
        questions: Vec<(Fingerprint, QuestionInput)>,
    ) -> Result<(String, Vec<Begun>), HubError> {
        let mut joined = Vec::new();
        for (call, _) in &questions {
            let known = match self.rejoin(caller, call)? {
                Some(begun) => Some(begun),
                None => match self.before(caller, call)? {
                    Before::Join(ask) => Some(self.join(caller, call, &ask)?),
                    Before::Nothing | Before::Answered(_) => None,
                },
            };
            joined.extend(known);
        }
        if joined.len() == questions.len()
            && let Some(first) = joined.first()
            && let Some(batch) = existing(&self.db, &first.ask)?.batch()
        {
            return Ok((batch.id.clone(), joined));
        }
        drop(joined);
        let id = self.clock.id(self.clock.look());
        let size = i32::try_from(questions.len()).unwrap_or(i32::MAX);
        let mut inputs = Vec::new();
        for (index, (call, input)) in (0..).zip(questions) {
            let answered_before = match self.before(caller, &call)? {
                Before::Answered(before) => Some(before),
                Before::Nothing | Before::Join(_) => None,
            };
            let opener = Opener {
                batch: Some(Batch {
                    id: id.clone(),
                    index,
                    size,
                }),
                answered_before,
                ..self.opener(caller)
            };
            inputs.push((call, AskInput::Question(input), opener));
        }
        Ok((id, self.open_all(caller, inputs)?))
    }

    fn opener(&self, caller: &Caller) -> Opener {
        Opener {
            raised_by: self.person.clone(),
            client: caller.client(),
            origin: caller.origin.clone(),
            attached: Vec::new(),
            batch: None,
            answered_before: None,
        }
    }

    /// Opens asks in one commit.
    fn open_all(
        &mut self,
        caller: &Caller,
        inputs: Vec<(Fingerprint, AskInput, Opener)>,
    ) -> Result<Vec<Begun>, HubError> {
        let times: Vec<_> = inputs.iter().map(|_| self.clock.tick()).collect();
        let change = store::begin(&mut self.db)?;
        let mut opened = Vec::new();
        for (now, (call, input, opener)) in times.iter().copied().zip(inputs) {
            let id = AskId::new(self.clock.id(now));
            let revised = match input.revises() {
                Some(revised) => store::asks::read(&change, revised)?,
                None => None,
            };
            let mut named = uploads_named(&input);
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
            let place = opener.batch.as_ref().map(|batch| batch.index);
            let ask =
                open(input, opener, &facts, id.clone(), now).map_err(|refusal| match place {
                    Some(index) => refusal.within(format_args!("/questions/{index}")),
                    None => refusal,
                })?;
            named.extend(
                ask.images()
                    .into_iter()
                    .map(|image| image.upload.to_owned()),
            );
            let record = Opened {
                session: &caller.session,
                caller: &caller.client_name,
                opening: &call.content,
            };
            store::asks::insert(&change, &ask, &record)?;
            store::uploads::insert_uses(&change, &id, &named)?;
            remember(&change, caller, &call, &id, 0)?;
            // Seated before anyone can read the ask, so that nobody ever reads it as not waited for.
            let (seat, woken) = self.presence.seat(&id, 0, Following::Call);
            opened.push(Opening { ask, seat, woken });
        }
        let last = times.last().copied().unwrap_or_else(|| self.clock.look());
        store::commit(change, last)?;
        let begun = opened.into_iter().map(|Opening { ask, seat, woken }| {
            let ask = self.announce(AskChange::Opened, ask, Marks::default());
            Begun {
                ask: ask.id().clone(),
                rejoined: false,
                wait: Wait::Seated(seat, woken),
            }
        });
        Ok(begun.collect())
    }

    /// What came of the same words of the same agent: of its own session, or of one that is over.
    fn before(&self, caller: &Caller, call: &Fingerprint) -> Result<Before, HubError> {
        let same = store::asks::opened_with(&self.db, &call.content, &caller.client_name)?;
        let ours = same
            .into_iter()
            .find(|(_, session)| *session == caller.session || !self.presence.is_there(session));
        let Some((id, _)) = ours else {
            return Ok(Before::Nothing);
        };
        let ask = existing(&self.db, &id)?;
        Ok(match standing(&ask) {
            Standing::Withdrawn(_) => Before::Nothing,
            Standing::Replied(human) if ask.is_closed() && !self.is_owed(human) => {
                Before::Answered(AnsweredBefore {
                    ask_id: id,
                    reply: human.reply.clone(),
                    at: human.at,
                })
            }
            Standing::Replied(_) | Standing::Waiting => Before::Join(Box::new(ask)),
        })
    }

    /// Whether a reply is still to be given to whoever asks the same again.
    fn is_owed(&self, human: &HumanEntry) -> bool {
        human.delivered_at.is_none() && self.clock.look().ms_since(human.at) < FRESH
    }

    /// Joins an ask that was opened with the same words.
    fn join(&mut self, caller: &Caller, call: &Fingerprint, ask: &Ask) -> Result<Begun, HubError> {
        let mut begun = self.begin(ask);
        begun.rejoined = true;
        let turn = match &begun.wait {
            Wait::Seated(..) => ask.thread().len(),
            Wait::Over(_) => outcome::standing_turn(ask),
        };
        if call.id.is_some() {
            let change = store::begin(&mut self.db)?;
            remember(&change, caller, call, ask.id(), turn)?;
            let now = self.clock.tick();
            store::commit(change, now)?;
        }
        if matches!(begun.wait, Wait::Seated(..)) {
            self.presence.renew(ask.id());
        }
        self.announce_presence(ask.id())?;
        Ok(begun)
    }
}
