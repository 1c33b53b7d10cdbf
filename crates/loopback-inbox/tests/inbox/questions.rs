//! Several questions that are asked together.

use loopback_contract::{Ask, QuestionItem, QuestionsInput};

use crate::support::{Inbox, answered, call, caller};

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
        let ids = |all: &[loopback_inbox::Waiter]| {
            all.iter()
                .map(|one| one.ask_id().clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(&waiters), ids(&first));
    }
    assert_eq!(inbox.hub.snapshot().await.unwrap().open.len(), 2);
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
