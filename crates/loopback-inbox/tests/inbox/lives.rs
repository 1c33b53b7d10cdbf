//! Whatever is done, and whenever the process ends: every reply is given once, or is still a draft.

use std::collections::BTreeMap;
use std::time::Duration;

use loopback_contract::{
    Answered, Ask, AskId, AskStatus, DraftContent, DraftInput, FollowUp, Reply,
};
use loopback_inbox::{Door, HubError};
use proptest::prelude::*;

use crate::support::{Inbox, caller, follow_up_answer, question, soon, withdrawal};

/// One thing that happens. The number picks an ask.
#[derive(Debug, Clone, Copy)]
enum Deed {
    /// Words are typed and sent at once, or held.
    Type(usize),
    Give(usize, Words, Door),
    Hold(usize, Words, Door),
    Renew(usize, u32),
    Undo(usize),
    Answer(usize),
    Withdraw(usize),
    TakeBack(usize),
    Pass(u64),
    Restart,
    Die,
}

#[derive(Debug, Clone, Copy)]
enum Words {
    Answer,
    AskBack,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let ask = || 0..3_usize;
    let words = || prop_oneof![1 => Just(Words::Answer), 3 => Just(Words::AskBack)];
    let door = || {
        prop_oneof![
            Just(Door::Window),
            Just(Door::File),
            Just(Door::Notification)
        ]
    };
    let deed = prop_oneof![
        4 => ask().prop_map(Deed::Type),
        2 => (ask(), words(), door()).prop_map(|(ask, words, door)| Deed::Give(ask, words, door)),
        6 => (ask(), words(), door()).prop_map(|(ask, words, door)| Deed::Hold(ask, words, door)),
        2 => (ask(), 0..8_u32).prop_map(|(ask, seconds)| Deed::Renew(ask, seconds)),
        2 => ask().prop_map(Deed::Undo),
        3 => ask().prop_map(Deed::Answer),
        1 => ask().prop_map(Deed::Withdraw),
        1 => ask().prop_map(Deed::TakeBack),
        4 => (0..8_u64).prop_map(Deed::Pass),
        1 => Just(Deed::Restart),
        1 => Just(Deed::Die),
    ];
    proptest::collection::vec(deed, 1..40)
}

/// All words that were ever typed or given, by the ask they were for. No two are the same.
#[derive(Default)]
struct Written {
    asks: Vec<AskId>,
    words: Vec<(AskId, String)>,
}

impl Written {
    /// Something new to say on an ask, noted once it was accepted.
    fn next(&self) -> String {
        format!("word{}.", self.words.len())
    }

    async fn does(&mut self, inbox: Inbox, deed: Deed) -> Inbox {
        let hub = inbox.hub.clone();
        let id = |n: usize| &self.asks[n];
        let done: Result<Option<(AskId, String)>, HubError> = match deed {
            Deed::Type(ask) => {
                let (id, word) = (id(ask).clone(), self.next());
                let (version, text) = match hub.draft(&id).await {
                    Ok(draft) => (draft.version, draft.content.text.unwrap_or_default()),
                    Err(_) => (0, String::new()),
                };
                let content = DraftContent {
                    text: Some(format!("{text} {word}")),
                    ..DraftContent::default()
                };
                let input = DraftInput { version, content };
                hub.put_draft(&id, input).await.map(|_| Some((id, word)))
            }
            Deed::Give(ask, words, door) => {
                let (id, word) = (id(ask).clone(), self.next());
                let reply = said(&hub, &id, words, &word, door).await;
                hub.reply(&id, reply, door).await.map(|_| Some((id, word)))
            }
            Deed::Hold(ask, words, door) => {
                let (id, word) = (id(ask).clone(), self.next());
                let reply = said(&hub, &id, words, &word, door).await;
                hub.hold(&id, reply, door, 5)
                    .await
                    .map(|_| Some((id, word)))
            }
            Deed::Renew(ask, seconds) => hub.renew(id(ask), seconds).await.map(|_| None),
            Deed::Undo(ask) => hub.undo(id(ask)).await.map(|_| None),
            Deed::Answer(ask) => {
                let answer = follow_up_answer(id(ask), "Because.");
                hub.answer(&caller("s1"), None, answer).await.map(|_| None)
            }
            Deed::Withdraw(ask) => {
                let input = withdrawal(id(ask));
                hub.withdraw(&caller("s1"), input).await.map(|_| None)
            }
            Deed::TakeBack(ask) => hub.take_back(id(ask)).await.map(|_| None),
            Deed::Pass(seconds) => {
                inbox.clock.advance(Duration::from_secs(seconds));
                Ok(None)
            }
            Deed::Restart | Deed::Die => Ok(None),
        };
        drop(hub);
        match done {
            Ok(written) => self.words.extend(written),
            Err(HubError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
        match deed {
            Deed::Restart => inbox.restarted().await,
            Deed::Die => inbox.revived().await,
            _ => inbox,
        }
    }

    async fn check(&self, inbox: &Inbox) {
        let mut asks = BTreeMap::new();
        for id in &self.asks {
            let ask = soon(settled(inbox, id)).await;
            check_status(&ask);
            let draft = inbox.hub.draft(id).await.ok();
            let draft = draft.and_then(|draft| draft.content.text);
            let held = ask.held().map(|held| text(&held.reply));
            asks.insert(
                id,
                (ask, draft.unwrap_or_default(), held.unwrap_or_default()),
            );
        }
        for (id, word) in &self.words {
            let (ask, draft, held) = &asks[id];
            let given = ask.thread().iter().filter(|entry| match entry {
                loopback_contract::Entry::Human(turn) => text(&turn.reply).contains(word),
                loopback_contract::Entry::Agent(_) => false,
            });
            let given = given.count();
            assert!(given <= 1, "{word} was given twice");
            assert!(
                given == 1 || draft.contains(word) || held.contains(word),
                "{word} is lost: {ask:?}, draft {draft:?}"
            );
        }
    }
}

/// What the person sends: out of the box, all that is in it.
async fn said(
    hub: &loopback_inbox::Hub,
    id: &AskId,
    words: Words,
    word: &str,
    door: Door,
) -> Reply {
    let text = match (door, hub.draft(id).await) {
        (Door::Window, Ok(draft)) => format!("{} {word}", draft.content.text.unwrap_or_default()),
        _ => word.to_owned(),
    };
    match words {
        Words::Answer => Reply::Answered(Answered {
            text: Some(text),
            ..Answered::default()
        }),
        Words::AskBack => Reply::FollowUp(FollowUp {
            question: text,
            ..FollowUp::default()
        }),
    }
}

fn text(reply: &Reply) -> String {
    match reply {
        Reply::Answered(answered) => answered.text.clone().unwrap_or_default(),
        Reply::FollowUp(back) => back.question.clone(),
        _ => String::new(),
    }
}

/// The ask once everything is done whose time has come.
async fn settled(inbox: &Inbox, id: &AskId) -> Ask {
    loop {
        let ask = inbox.hub.read(id).await.unwrap();
        // The clock of commits runs a little ahead of one that stands.
        let over = |until: loopback_contract::Timestamp| until.plus_ms(200) <= inbox.clock.now();
        match ask.held() {
            Some(held) if over(held.until) => tokio::task::yield_now().await,
            _ => return ask,
        }
    }
}

fn check_status(ask: &Ask) {
    use loopback_contract::Entry;
    let by_thread = match ask.thread().last() {
        _ if ask.withdrawn().is_some() => AskStatus::Closed,
        None | Some(Entry::Agent(_)) => AskStatus::AwaitingHuman,
        Some(Entry::Human(turn)) => match turn.reply {
            Reply::FollowUp(_) => AskStatus::AwaitingAgent,
            _ => AskStatus::Closed,
        },
    };
    assert_eq!(ask.status(), by_thread);
    assert_eq!(ask.is_closed(), ask.closed_at().is_some());
    assert!(ask.held().is_none() || ask.status() == AskStatus::AwaitingHuman);
}

async fn lives(deeds: Vec<Deed>) {
    let mut inbox = Inbox::new();
    let mut written = Written::default();
    for n in 0..3 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        written.asks.push(id);
    }
    for deed in deeds {
        inbox = written.does(inbox, deed).await;
        written.check(&inbox).await;
    }
    let inbox = inbox.restarted().await;
    written.check(&inbox).await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_word_is_given_once_or_still_there_to_be_sent(deeds in deeds()) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(lives(deeds));
    }
}
