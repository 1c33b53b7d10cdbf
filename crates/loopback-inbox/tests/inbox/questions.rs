//! Several questions that are asked together.

use loopback_contract::{Ask, AskId, QuestionItem, QuestionsInput};
use loopback_inbox::{CallId, Ended, Waiter};

use crate::support::{Inbox, answered, call, caller, reply_in, soon, withdrawal};

fn three() -> QuestionsInput {
    let item = |question: &str| QuestionItem {
        question: question.to_owned(),
        ..QuestionItem::default()
    };
    QuestionsInput {
        questions: vec![item("One?"), item("Two?"), item("Three?")],
        project: "engine".to_owned(),
        wait: None,
    }
}

#[tokio::test]
async fn they_are_asks_of_one_batch_each_in_its_place() {
    let inbox = Inbox::new();
    let (id, waiters) = inbox
        .hub
        .open_batch(&caller("s1"), None, three())
        .await
        .unwrap();
    for (index, waiter) in (0..).zip(&waiters) {
        let ask = inbox.hub.read(waiter.ask_id()).await.unwrap();
        let batch = ask.batch().unwrap();
        assert_eq!((&batch.id, batch.index, batch.size), (&id, index, 3));
        assert!(matches!(ask, Ask::Question(_)));
        let row = inbox.hub.row(waiter.ask_id()).await.unwrap();
        assert_eq!(row.batch.as_ref(), Some(batch));
        assert!(row.waiting);
    }
}

#[tokio::test]
async fn the_same_questions_again_join_the_batch_also_when_one_was_answered() {
    let inbox = Inbox::new();
    let (id, first) = inbox
        .hub
        .open_batch(&caller("s1"), Some(call("c1")), three())
        .await
        .unwrap();
    inbox.reply(first[1].ask_id(), answered("Yes")).await;
    for again in [Some(call("c1")), Some(call("c2")), None] {
        let (joined, waiters) = inbox
            .hub
            .open_batch(&caller("s1"), again, three())
            .await
            .unwrap();
        assert_eq!(joined, id);
        assert_eq!(ids(&waiters), ids(&first));
    }
    assert_eq!(inbox.hub.snapshot().await.unwrap().open.len(), 2);
}

fn ids(all: &[Waiter]) -> Vec<AskId> {
    all.iter().map(|one| one.ask_id().clone()).collect()
}

async fn asks(inbox: &Inbox, call: Option<CallId>) -> (String, Vec<Waiter>) {
    let s1 = caller("s1");
    inbox.hub.open_batch(&s1, call, three()).await.unwrap()
}

/// The person answers, and the agent has it.
async fn settled(inbox: &Inbox, waiter: &mut Waiter, words: &str) {
    let id = waiter.ask_id().clone();
    inbox.reply(&id, answered(words)).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    inbox.hub.delivered(&outcome).await.unwrap();
}

#[tokio::test]
async fn the_same_questions_again_join_what_is_open_and_have_what_is_settled() {
    let inbox = Inbox::new();
    let (id, mut first) = asks(&inbox, Some(call("c1"))).await;
    settled(&inbox, &mut first[0], "Yes").await;
    let hub = &inbox.hub;
    let taken_back = withdrawal(first[2].ask_id());
    hub.withdraw(&caller("s1"), taken_back).await.unwrap();
    for again in [
        None,
        Some(call("c2")),
        Some(call("c2")),
        Some(call("c1")),
        None,
    ] {
        let (joined, mut waiters) = asks(&inbox, again).await;
        assert_eq!((&joined, ids(&waiters)), (&id, ids(&first)));
        let had = soon(waiters[0].outcome()).await.unwrap();
        assert_eq!(reply_in(&had), &answered("Yes"));
        assert!(had.repeated && !waiters[1].is_over());
        let gone = soon(waiters[2].outcome()).await.unwrap();
        assert!(matches!(gone.ended, Ended::Withdrawn { .. }));
    }
    assert_eq!(inbox.hub.snapshot().await.unwrap().open.len(), 1);
}

#[tokio::test]
async fn questions_that_were_all_answered_and_had_are_asked_anew_and_say_so() {
    let inbox = Inbox::new();
    let (id, mut first) = asks(&inbox, None).await;
    for waiter in &mut first {
        settled(&inbox, waiter, "Yes").await;
    }
    let (next, second) = asks(&inbox, Some(call("c2"))).await;
    assert_ne!(next, id);
    for (old, new) in first.iter().zip(&second) {
        let ask = inbox.hub.read(new.ask_id()).await.unwrap();
        let before = ask.answered_before().unwrap();
        assert_eq!(&before.ask_id, old.ask_id());
    }
    // The new batch is the one that counts from now on.
    assert_eq!(asks(&inbox, None).await.0, next);
}

#[tokio::test]
async fn a_question_that_is_damaged_is_asked_again_in_its_place() {
    let inbox = Inbox::new();
    let (id, first) = asks(&inbox, Some(call("c1"))).await;
    inbox.hub.stop().await;
    let damage = "update asks set body = '{' where id = ?1";
    let database = inbox.database();
    let damaged = first[1].ask_id().as_str();
    database.execute(damage, [damaged]).unwrap();
    drop(database);
    let inbox = inbox.restarted().await;
    for again in [Some(call("c1")), None] {
        let (joined, waiters) = asks(&inbox, again).await;
        assert_eq!(joined, id);
        let [one, two, three] = &*ids(&waiters) else {
            panic!("{waiters:?}")
        };
        assert_eq!([one, three], [first[0].ask_id(), first[2].ask_id()]);
        assert_ne!(two, first[1].ask_id());
        let batch = inbox.hub.read(two).await.unwrap().batch().cloned().unwrap();
        assert_eq!((batch.id, batch.index, batch.size), (id.clone(), 1, 3));
    }
    assert_eq!(inbox.hub.snapshot().await.unwrap().open.len(), 3);
}

#[tokio::test]
async fn one_that_is_refused_names_its_place_and_none_is_asked() {
    let inbox = Inbox::new();
    let mut input = three();
    input.questions[2].question = " ".to_owned();
    let refused = inbox.hub.open_batch(&caller("s1"), None, input).await;
    let (code, words) = match refused {
        Err(loopback_inbox::HubError::Refused(refusal)) => (refusal.code, refusal.message),
        other => panic!("{other:?}"),
    };
    assert_eq!(code, "ask.blank");
    assert!(words.starts_with("/questions/2/question: "), "{words}");
    assert!(inbox.hub.snapshot().await.unwrap().open.is_empty());
}
