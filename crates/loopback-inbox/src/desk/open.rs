//! Agents open asks, and what becomes of one that was opened before.

use loopback_contract::{
    AnsweredBefore, Ask, AskId, Batch, Block, Following, HumanEntry, QuestionInput,
};
use loopback_rules::{
    AskChange, AskInput, OpenFacts, Opener, Standing, UploadsNamed, open, standing, uploads_named,
};

use super::agent::remember;
use super::{Begun, Desk, Wait};
use crate::caller::{Caller, Fingerprint};
use crate::error::HubError;
use crate::outcome;
use crate::presence::Seat;
use crate::store;
use crate::store::asks::{Opened, Twin};
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

impl Before {
    /// What a new ask is to say of it.
    fn answered(self) -> Option<AnsweredBefore> {
        match self {
            Self::Answered(before) => Some(before),
            Self::Nothing | Self::Join(_) => None,
        }
    }
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
            Before::Join(ask) => return self.join(caller, call, &ask),
            before => before.answered(),
        };
        let opener = Opener {
            attached,
            answered_before,
            ..self.opener(caller)
        };
        let mut begun = self.open_all(caller, vec![(call.clone(), input, opener)])?;
        Ok(begun.swap_remove(0))
    }

    /// Opens several questions together, or joins those that were opened so before: all of them, also the
    /// ones that are settled, for as long as one is not. All of them are there, or none is.
    pub(crate) fn open_batch(
        &mut self,
        caller: &Caller,
        questions: Vec<(Fingerprint, QuestionInput)>,
    ) -> Result<(String, Vec<Begun>), HubError> {
        let id = match self.batch_before(caller, &questions)? {
            Some(id) => id,
            None => self.clock.id(self.clock.look()),
        };
        let size = i32::try_from(questions.len()).unwrap_or(i32::MAX);
        let mut all = Vec::new();
        // Of a batch that is joined, only what is damaged is missing.
        let mut missing = Vec::new();
        for (index, (call, input)) in (0..).zip(questions) {
            let joined = self.join_in_batch(caller, &call, &id)?;
            if joined.is_none() {
                let opener = Opener {
                    batch: Some(Batch {
                        id: id.clone(),
                        index,
                        size,
                    }),
                    answered_before: self.before(caller, &call)?.answered(),
                    ..self.opener(caller)
                };
                missing.push((call, AskInput::Question(input), opener));
            }
            all.push(joined);
        }
        let mut opened = self.open_all(caller, missing)?.into_iter();
        let all = all.into_iter();
        let all = all.filter_map(|joined| joined.or_else(|| opened.next()));
        Ok((id, all.collect()))
    }

    /// The batch that the same call, or the same words of the same agent, opened before, if one of its
    /// questions is open or has a reply that is still to be given.
    fn batch_before(
        &mut self,
        caller: &Caller,
        questions: &[(Fingerprint, QuestionInput)],
    ) -> Result<Option<String>, HubError> {
        let batch = |ask: &Ask| ask.batch().map(|batch| batch.id.clone());
        for (call, _) in questions {
            if let Some((_, ask)) = self.called(caller, call)? {
                return Ok(batch(&ask));
            }
        }
        for (call, _) in questions {
            if let Before::Join(ask) = self.before(caller, call)? {
                return Ok(batch(&ask));
            }
        }
        Ok(None)
    }

    /// Joins the question of a batch that the same call, or the same words, opened.
    fn join_in_batch(
        &mut self,
        caller: &Caller,
        call: &Fingerprint,
        batch: &str,
    ) -> Result<Option<Begun>, HubError> {
        if let Some(joined) = self.rejoin(caller, call)? {
            return Ok(Some(joined));
        }
        let member = match store::asks::of_batch(&self.db, &call.content, batch)? {
            Some(id) => store::asks::read_sound(&self.db, &id)?,
            None => None,
        };
        let joined = member.map(|ask| self.join(caller, call, &ask));
        joined.transpose()
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
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let times: Vec<_> = inputs.iter().map(|_| self.clock.tick()).collect();
        let change = store::begin(&mut self.db)?;
        let mut opened = Vec::new();
        for (now, (call, input, opener)) in times.iter().copied().zip(inputs) {
            let id = AskId::new(self.clock.id(now));
            let revised = match input.revises() {
                Some(revised) => store::asks::read_sound(&change, revised)?,
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
        let since = self.clock.look().plus_ms(-FRESH);
        let (client, session) = (&caller.client_name, &caller.session);
        for twin in store::asks::twins(&self.db, &call.content, client, session, since)? {
            if twin.session.name != *session && !self.is_left_by_one_like(caller, &twin) {
                continue;
            }
            let Some(ask) = store::asks::read_sound(&self.db, &twin.id)? else {
                continue;
            };
            return Ok(match standing(&ask) {
                Standing::Withdrawn(_) => continue,
                Standing::Replied(human) if ask.is_closed() && !self.is_owed(human) => {
                    Before::Answered(AnsweredBefore {
                        ask_id: twin.id,
                        reply: human.reply.clone(),
                        at: human.at,
                    })
                }
                Standing::Replied(_) | Standing::Waiting => Before::Join(Box::new(ask)),
            });
        }
        Ok(Before::Nothing)
    }

    /// Whether an ask was opened by a session that is over, and for all that is known where this agent works:
    /// agents of one project often work in several copies of it at once. An agent on another machine is another.
    fn is_left_by_one_like(&self, caller: &Caller, twin: &Twin) -> bool {
        let cwd = caller.origin.as_ref().map(|origin| &origin.cwd);
        let elsewhere = matches!((cwd, &twin.cwd), (Some(here), Some(there)) if here != there);
        !elsewhere && self.presence.is_left_to(&caller.session, &twin.session)
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
        if !call.ids.is_empty() {
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
