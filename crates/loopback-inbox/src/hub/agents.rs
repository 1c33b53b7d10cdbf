//! What agents do.

use loopback_contract::{
    Ask, AskId, AskStatus, AskSummary, Block, QuestionInput, QuestionsInput, ToolResult, ToolState,
    UploadRequest, WithdrawInput,
};
use loopback_rules::{AnswerInput, AskInput, Refusal, check_questions};

use super::{Hub, Waiter};
use crate::caller::{CallId, Caller, Fingerprint};
use crate::desk::{FRESH, IssuedTicket};
use crate::error::HubError;
use crate::outcome::{Ended, Outcome, may_be_waited_for};
use crate::presence::Attending;
use crate::store;
use crate::store::asks::Place;

impl Hub {
    /// Opens an ask, and waits for it. It is committed before this returns, and stays whatever becomes
    /// of the caller. A repeat with one of the same call ids joins the ask that the first call opened, and so does
    /// the same agent that says the same again: while the ask is open, or within 10 minutes of a reply that
    /// no agent has had.
    ///
    /// # Errors
    ///
    /// The refusals of [`loopback_rules::open`], and `call.conflict` (409) for the bridge's id of a call that
    /// came with other content before; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn open(
        &self,
        caller: &Caller,
        calls: impl IntoIterator<Item = CallId>,
        input: AskInput,
    ) -> Result<Waiter, HubError> {
        self.open_with(caller, calls, input, Vec::new()).await
    }

    /// Opens an ask like [`Self::open`], a review with what was read from the agent's disk for it.
    ///
    /// # Errors
    ///
    /// Those of [`Self::open`].
    pub async fn open_with(
        &self,
        caller: &Caller,
        calls: impl IntoIterator<Item = CallId>,
        input: AskInput,
        attached: Vec<Block>,
    ) -> Result<Waiter, HubError> {
        let caller = caller.clone();
        let call = Fingerprint::of_opening(calls.into_iter().collect(), &input, &attached);
        self.at_desk(move |desk| desk.open(&caller, &call, input, attached))
            .await
            .map(Waiter::new)
    }

    /// Opens several questions in one commit, and waits for each. A repeat, while one of them is open or has a
    /// reply that is still to be given, joins them all, those that are settled too. The id is theirs together.
    ///
    /// # Errors
    ///
    /// The refusals of [`loopback_rules::open`], with the place of the question, and then none is opened;
    /// `call.conflict` (409); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn open_batch(
        &self,
        caller: &Caller,
        calls: impl IntoIterator<Item = CallId>,
        input: QuestionsInput,
    ) -> Result<(String, Vec<Waiter>), HubError> {
        check_questions(&input)?;
        let caller = caller.clone();
        let ids: Vec<_> = calls.into_iter().collect();
        let questions = (0..input.questions.len())
            .zip(&input.questions)
            .map(|(index, item)| {
                let question = QuestionInput {
                    question: item.question.clone(),
                    options: item.options.clone(),
                    multiple: item.multiple,
                    context: item.context.clone(),
                    project: input.project.clone(),
                    wait: None,
                };
                let call = Fingerprint::of_batch(&ids, &input, index);
                (call, question)
            })
            .collect();
        let (id, begun) = self
            .at_desk(move |desk| desk.open_batch(&caller, questions))
            .await?;
        Ok((id, begun.into_iter().map(Waiter::new).collect()))
    }

    /// The asks of this agent that are open, and those whose reply no agent has had or was handed over within
    /// the last 10 minutes, as a client may have given up in the very moment, the newest first: of its session,
    /// and of sessions that are over of the same client in the same working directory or, if one is named, the
    /// same project. Over HTTP no directory is known: whose asks these are without a project, nobody can say. At
    /// most 200.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn asks_of(
        &self,
        caller: &Caller,
        project: Option<String>,
    ) -> Result<Vec<AskSummary>, HubError> {
        let caller = caller.clone();
        let since = self.now().plus_ms(-FRESH);
        self.reading(move |db, shared| {
            let is_left = |left: &_| shared.presence.is_left_to(&caller.session, left);
            let project = project.as_deref();
            let mut rows = store::summaries::of_agent(db, &caller, project, since, is_left)?;
            shared.mark_rows(&mut rows);
            Ok(rows)
        })
        .await
    }

    /// The replies to this agent's asks that no agent has had and none is just being handed, as
    /// [`Self::asks_of`] finds them.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn undelivered(&self, caller: &Caller) -> Result<Vec<AskSummary>, HubError> {
        let mut rows = self.asks_of(caller, None).await?;
        let presence = &self.shared.presence;
        rows.retain(|row| {
            let replied = row.outcome.is_some() && row.delivered_at.is_none();
            replied
                && row.status != AskStatus::AwaitingHuman
                && !presence.is_in_hand(&row.id, row.updated_at)
        });
        Ok(rows)
    }

    /// One of this agent's own asks, as far as it is an agent's to see: of its session, or of one that is over of the same
    /// client on the same machine. A reply that is still held is not in it.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404), also if it is another agent's; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn ask_of(&self, caller: &Caller, ask: &AskId) -> Result<Ask, HubError> {
        let (caller, id) = (caller.clone(), ask.clone());
        self.reading(move |db, shared| {
            let opener = store::sessions::of_ask(db, &id)?.ok_or_else(Refusal::ask_unknown)?;
            let is_left = || shared.presence.is_left_to(&caller.session, &opener.session);
            if opener.session.name != caller.session
                && !(opener.client.as_ref() == Some(&caller.client_name) && is_left())
            {
                return Err(Refusal::ask_unknown().into());
            }
            let mut ask = store::asks::read(db, &id)?.ok_or_else(Refusal::ask_unknown)?;
            *ask.common_mut().held = None;
            shared.mark_asks(std::slice::from_mut(&mut ask));
            Ok(ask)
        })
        .await
    }

    /// Where an ask stands among those the person is to answer, the oldest first. Nothing if it is not
    /// one of them.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn place(&self, ask: &AskId) -> Result<Option<Place>, HubError> {
        let id = ask.clone();
        self.reading(move |db, _| Ok(store::asks::place(db, &id)?))
            .await
    }

    /// Notes that an agent's session is there, for as long as what is returned exists. What an agent says
    /// again after its session is over joins what it said before; two sessions that are both there, or may be,
    /// are two agents. A session that is not there any more may be, for as long as its kind takes to come back
    /// ([`crate::session`]), unless it was seen to end.
    #[must_use]
    pub fn attend(&self, session: String) -> Attending {
        self.shared.presence.attend(session)
    }

    /// Records that a session was seen to end. It is over now, also for the next run of the program; if it is
    /// there all the same, or comes back, it is not.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn session_ended(&self, session: String) -> Result<(), HubError> {
        self.at_desk(move |desk| desk.session_ended(&session)).await
    }

    /// Notes that an agent could not be heard. No session that is away counts as over before its kind had time
    /// to come back from now on.
    pub fn did_not_hear(&self) {
        self.shared.presence.did_not_hear();
    }

    /// An id that no other session has, in this run of the program or another.
    #[must_use]
    pub fn new_session_id(&self) -> String {
        let clock = &self.shared.clock;
        clock.id(clock.look())
    }

    /// Answers what the person asked back, and waits for what they say next. On an ask they have
    /// dismissed meanwhile it ends with that reply.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::answer`]; `call.conflict` (409);
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn answer(
        &self,
        caller: &Caller,
        calls: impl IntoIterator<Item = CallId>,
        input: AnswerInput,
    ) -> Result<Waiter, HubError> {
        let caller = caller.clone();
        let call = Fingerprint::of_answer(calls.into_iter().collect(), &input);
        self.at_desk(move |desk| desk.answer(&caller, &call, input))
            .await
            .map(Waiter::new)
    }

    /// Waits for an ask: it ends with the newest reply if the move is not the person's, and else with
    /// their next one. Whoever names the id may wait, from any session.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn wait(&self, caller: &Caller, ask: &AskId) -> Result<Waiter, HubError> {
        let id = ask.clone();
        let begun = self.at_desk(move |desk| desk.wait(&id)).await?;
        tracing::debug!(%ask, client = caller.client_name, "an agent comes for a reply");
        Ok(Waiter::new(begun))
    }

    /// The waiting call goes on as a task that is polled, which the person is told.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn follow_as_task(&self, waiter: &Waiter) -> Result<(), HubError> {
        waiter.become_task();
        let id = waiter.ask_id().clone();
        self.at_desk(move |desk| desk.announce_presence(&id)).await
    }

    /// Polls for the reply at place `turn` of an ask's thread, or after it. Where there is none, the ask
    /// counts as followed for as long as what is returned exists.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404), also if the ask has no such turn; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn poll(&self, ask: &AskId, turn: usize) -> Result<Waiter, HubError> {
        let id = ask.clone();
        let begun = self.at_desk(move |desk| desk.poll(&id, turn)).await?;
        Ok(Waiter::new(begun))
    }

    /// Makes sure that an ask has this turn to wait for, without waiting.
    ///
    /// # Errors
    ///
    /// Those of [`Self::poll`].
    pub async fn check_turn(&self, ask: &AskId, turn: usize) -> Result<(), HubError> {
        let ask = self.read(ask).await?;
        if may_be_waited_for(&ask, turn) {
            Ok(())
        } else {
            Err(Refusal::ask_unknown().into())
        }
    }

    /// Takes an ask back. A held reply that closes it was there first: it is sent and given back, and the
    /// ask is not withdrawn.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::withdraw`]; [`HubError::Stopping`];
    /// [`HubError::Store`].
    pub async fn withdraw(
        &self,
        caller: &Caller,
        input: WithdrawInput,
    ) -> Result<ToolResult, HubError> {
        let result = self.at_desk(move |desk| desk.withdraw(&input)).await?;
        let (ask, client) = (&result.ask_id, &caller.client_name);
        if result.state == ToolState::Replied {
            tracing::info!(%ask, client, "a held reply came before its ask was taken back");
        } else {
            tracing::info!(%ask, client, "an agent took its ask back");
        }
        Ok(result)
    }

    /// Issues a ticket for one image.
    ///
    /// # Errors
    ///
    /// `ticket.too_many` (409) while 32 are open, or while 100 images or 256 MiB of them are stored and in
    /// no ask; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn request_upload(&self, request: UploadRequest) -> Result<IssuedTicket, HubError> {
        self.at_desk(move |desk| desk.issue_ticket(request.content_type))
            .await
    }

    /// Records that a reply reached the client. The first time counts, and is announced; an ask that
    /// was withdrawn has no reply to record.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`]. The reply then counts as not delivered, and is
    /// handed over again to whoever comes for it.
    pub async fn delivered(&self, outcome: &Outcome) -> Result<(), HubError> {
        let Ended::Replied { at, .. } = outcome.ended else {
            return Ok(());
        };
        // Held until it is recorded: in between, the reply must not count as free to be taken back.
        let outcome = outcome.clone();
        self.at_desk(move |desk| desk.delivered(&outcome.ask_id, at))
            .await
    }
}
