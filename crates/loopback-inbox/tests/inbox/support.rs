//! An inbox to test with, and short words for what agents and the person do.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use loopback_contract::{
    Actor, Answered, Ask, AskId, Block, BriefingAnswerInput, BriefingInput, BriefingPoint,
    BriefingSection, ChangesRequested, CodeBlock, Dismissed, FollowUp, FollowUpInput, PointAnswer,
    PointReply, QuestionInput, Reply, Responded, ReviewInput, Timestamp, WithdrawInput,
};
use loopback_inbox::{
    CallId, Caller, Clock, Door, Ended, Event, Frame, Hub, HubError, InboxConfig, Listing,
    ManualClock, Outcome, StartError, Subscription, Waiter,
};
use loopback_rules::{AnswerInput, AskInput, RefusalKind};

/// An inbox whose clock stands still until it is moved.
pub(crate) struct Inbox {
    pub(crate) hub: Hub,
    pub(crate) clock: ManualClock,
    temp: tempfile::TempDir,
}

/// Noon, when every test's clock starts.
pub(crate) fn noon() -> Timestamp {
    "2026-11-30T12:00:00Z".parse().unwrap()
}

pub(crate) fn config(dir: &Path) -> InboxConfig {
    let person = Actor {
        id: "local".to_owned(),
        name: Some("Ada Lovelace".to_owned()),
    };
    InboxConfig::new(dir, "0.1.0", person)
}

impl Inbox {
    pub(crate) fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let (clock, hand) = Clock::manual(noon());
        let hub = start(&temp.path().join("inbox"), clock);
        Self {
            hub,
            clock: hand,
            temp,
        }
    }

    pub(crate) fn dir(&self) -> PathBuf {
        self.temp.path().join("inbox")
    }

    /// The database of an inbox that has stopped, to look into and to tamper with.
    pub(crate) fn database(&self) -> rusqlite::Connection {
        #[expect(
            clippy::disallowed_methods,
            reason = "a test puts there what would take long to come about"
        )]
        rusqlite::Connection::open(self.dir().join("inbox.db")).unwrap()
    }

    /// The same inbox in the next run of the program.
    pub(crate) async fn restarted(self) -> Self {
        self.restarted_after(Duration::ZERO).await
    }

    /// The same inbox in the next run of the program, so long after noon.
    pub(crate) async fn restarted_after(self, passed: Duration) -> Self {
        self.hub.stop().await;
        let (clock, hand) = Clock::manual(noon());
        hand.advance(passed);
        let hub = start(&self.dir(), clock);
        Self {
            hub,
            clock: hand,
            ..self
        }
    }

    /// The same inbox after its process died, as far as one can die and be tested: nothing is stopped,
    /// and nobody is told.
    pub(crate) async fn revived(self) -> Self {
        let Self { hub, clock, temp } = self;
        drop(hub);
        let dir = temp.path().join("inbox");
        let (next, hand) = Clock::manual(clock.now());
        // A thread that is just looking keeps the lock for as long as it takes.
        let hub = soon(async {
            loop {
                let config = InboxConfig {
                    clock: next.clone(),
                    ..config(&dir)
                };
                match Hub::start(config) {
                    Ok(hub) => return hub,
                    Err(StartError::Locked { .. }) => tokio::task::yield_now().await,
                    Err(error) => panic!("{error}"),
                }
            }
        })
        .await;
        Self {
            hub,
            clock: hand,
            temp,
        }
    }

    /// Opens an ask for an agent that leaves at once.
    pub(crate) async fn opened(&self, input: AskInput) -> AskId {
        self.waiting(input).await.ask_id().clone()
    }

    /// Opens an ask for an agent that waits for it.
    pub(crate) async fn waiting(&self, input: AskInput) -> Waiter {
        self.hub.open(&caller("s1"), None, input).await.unwrap()
    }

    pub(crate) async fn reply(&self, id: &AskId, reply: Reply) -> Ask {
        self.hub.reply(id, reply, Door::Window).await.unwrap()
    }

    pub(crate) async fn answer(&self, id: &AskId, words: &str) -> Waiter {
        let input = follow_up_answer(id, words);
        self.hub.answer(&caller("s1"), None, input).await.unwrap()
    }
}

fn start(dir: &Path, clock: Clock) -> Hub {
    let config = InboxConfig {
        clock,
        ..config(dir)
    };
    Hub::start(config).unwrap()
}

pub(crate) fn caller(session: &str) -> Caller {
    Caller {
        session: session.to_owned(),
        client_name: "claude-code".to_owned(),
        client_version: "2.1.0".to_owned(),
        origin: None,
    }
}

pub(crate) fn call(id: &str) -> CallId {
    CallId::new(id)
}

pub(crate) fn question(text: &str) -> AskInput {
    AskInput::Question(QuestionInput {
        question: text.to_owned(),
        options: None,
        multiple: None,
        context: None,
        project: "engine".to_owned(),
        wait: None,
    })
}

pub(crate) fn review(title: &str, revises: Option<&AskId>) -> AskInput {
    AskInput::Review(ReviewInput {
        title: title.to_owned(),
        content: vec![Block::Code(CodeBlock {
            code: "fn main() {}".to_owned(),
            language: None,
            filename: None,
            read: None,
        })],
        summary: None,
        revises: revises.cloned(),
        project: "engine".to_owned(),
        attach: None,
        wait: None,
    })
}

pub(crate) fn briefing(title: &str, points: usize) -> AskInput {
    let point = |n: usize| BriefingPoint {
        title: format!("Point {n}"),
        detail: None,
        content: None,
    };
    AskInput::Briefing(BriefingInput {
        title: title.to_owned(),
        summary: None,
        sections: vec![BriefingSection {
            title: None,
            points: (1..=points).map(point).collect(),
        }],
        project: "engine".to_owned(),
        wait: None,
    })
}

pub(crate) fn answered(text: &str) -> Reply {
    Reply::Answered(Answered {
        text: Some(text.to_owned()),
        ..Answered::default()
    })
}

pub(crate) fn follow_up(question: &str) -> Reply {
    Reply::FollowUp(FollowUp {
        question: question.to_owned(),
        ..FollowUp::default()
    })
}

pub(crate) fn changes(feedback: &str) -> Reply {
    Reply::ChangesRequested(ChangesRequested {
        feedback: feedback.to_owned(),
        ..ChangesRequested::default()
    })
}

pub(crate) fn dismissed() -> Reply {
    Reply::Dismissed(Dismissed::default())
}

/// The person writes on a point.
pub(crate) fn responded(point: &str, text: &str) -> Reply {
    Reply::Responded(Responded {
        points: vec![PointReply {
            point: point.to_owned(),
            text: Some(text.to_owned()),
            ..PointReply::default()
        }],
        stop_asking: None,
    })
}

pub(crate) fn follow_up_answer(id: &AskId, words: &str) -> AnswerInput {
    AnswerInput::FollowUp(FollowUpInput {
        ask_id: id.clone(),
        answer: words.to_owned(),
        content: None,
        wait: None,
    })
}

pub(crate) fn point_answer(id: &AskId, point: &str, words: &str) -> AnswerInput {
    AnswerInput::Briefing(BriefingAnswerInput {
        ask_id: id.clone(),
        answers: vec![PointAnswer {
            point: point.to_owned(),
            answer: words.to_owned(),
            content: None,
            points: None,
        }],
        wait: None,
    })
}

pub(crate) fn withdrawal(id: &AskId) -> WithdrawInput {
    WithdrawInput {
        ask_id: id.clone(),
        reason: "found it myself".to_owned(),
    }
}

/// The reply an outcome holds.
pub(crate) fn reply_in(outcome: &Outcome) -> &Reply {
    match &outcome.ended {
        Ended::Replied { reply, .. } => reply,
        Ended::Withdrawn { .. } => panic!("withdrawn, where a reply was expected"),
    }
}

/// The code and sort of a refusal.
#[track_caller]
pub(crate) fn refusal<T: std::fmt::Debug>(
    result: Result<T, HubError>,
) -> (RefusalKind, &'static str) {
    match result {
        Err(HubError::Refused(refusal)) => (refusal.kind, refusal.code),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// What comes of `future`. A test that would wait for ever fails instead.
#[track_caller]
pub(crate) fn soon<T>(future: impl Future<Output = T>) -> impl Future<Output = T> {
    let place = std::panic::Location::caller();
    async move {
        let done = tokio::time::timeout(Duration::from_secs(30), future).await;
        done.unwrap_or_else(|_| panic!("nothing came of what is waited for at {place}"))
    }
}

/// The next event, where an event is what has to come.
pub(crate) async fn event<S: Listing + std::fmt::Debug>(listener: &mut Subscription<S>) -> Event {
    match soon(listener.next()).await.unwrap() {
        Some(Frame::Event(event)) => event,
        other => panic!("expected an event, got {other:?}"),
    }
}

/// The next snapshot and its number, where a snapshot is what has to come.
pub(crate) async fn snapshot<S: Listing + std::fmt::Debug>(
    listener: &mut Subscription<S>,
) -> (u64, S) {
    match soon(listener.next()).await.unwrap() {
        Some(Frame::Snapshot { seq, snapshot }) => (seq, snapshot),
        other => panic!("expected a snapshot, got {other:?}"),
    }
}
