//! Files of diffs that are ticked off.

use loopback_contract::{AskId, ViewedInput};
use loopback_rules::RefusalKind;

use crate::support::{Inbox, changes, refusal, review};

fn digest(n: usize) -> String {
    format!("{n:064x}")
}

impl Inbox {
    async fn view(&self, id: &AskId, n: usize, viewed: bool) -> Vec<String> {
        let input = ViewedInput {
            digest: digest(n),
            viewed,
        };
        self.hub.view(id, input).await.unwrap().digests
    }

    async fn viewed(&self, id: &AskId) -> Vec<String> {
        self.hub.viewed(id).await.unwrap().digests
    }
}

#[tokio::test]
async fn ticks_are_set_and_taken_away_and_outlive_a_restart() {
    let inbox = Inbox::new();
    let id = inbox.opened(review("Parser", None)).await;
    assert!(inbox.viewed(&id).await.is_empty());
    inbox.view(&id, 1, true).await;
    inbox.view(&id, 1, true).await;
    assert_eq!(inbox.view(&id, 2, true).await, [digest(1), digest(2)]);
    assert_eq!(inbox.view(&id, 1, false).await, [digest(2)]);
    assert_eq!(inbox.view(&id, 1, false).await, [digest(2)]);
    let inbox = inbox.restarted().await;
    assert_eq!(inbox.viewed(&id).await, [digest(2)]);
    let unknown = inbox.hub.viewed(&"nobody".into()).await;
    assert_eq!(refusal(unknown), (RefusalKind::Unknown, "ask.unknown"));
}

#[tokio::test]
async fn a_tick_counts_for_every_later_version_and_for_no_earlier_one() {
    let inbox = Inbox::new();
    let first = inbox.opened(review("Parser", None)).await;
    inbox.view(&first, 1, true).await;
    inbox.reply(&first, changes("Not yet.")).await;
    let second = inbox.opened(review("Parser", Some(&first))).await;
    inbox.view(&second, 2, true).await;
    inbox.reply(&second, changes("Nearly.")).await;
    let third = inbox.opened(review("Parser", Some(&second))).await;
    assert_eq!(inbox.viewed(&third).await, [digest(1), digest(2)]);
    assert_eq!(inbox.viewed(&first).await, [digest(1)]);
    // What is not viewed any more is not viewed by way of an older version either.
    assert_eq!(inbox.view(&third, 1, false).await, [digest(2)]);
    let other = inbox.opened(review("Lexer", None)).await;
    assert!(inbox.viewed(&other).await.is_empty());
}

#[tokio::test]
async fn five_thousand_files_may_be_ticked_off_and_no_more() {
    let inbox = Inbox::new();
    let id = inbox.opened(review("Parser", None)).await;
    inbox.hub.stop().await;
    {
        let db = inbox.database();
        db.execute_batch("begin").unwrap();
        for n in 0..5_000 {
            db.execute(
                "insert into viewed (ask, digest) values (?1, ?2)",
                (id.as_str(), digest(n)),
            )
            .unwrap();
        }
        db.execute_batch("commit").unwrap();
    }
    let inbox = inbox.restarted().await;
    let input = |n: usize| ViewedInput {
        digest: digest(n),
        viewed: true,
    };
    let more = inbox.hub.view(&id, input(5_000)).await;
    assert_eq!(refusal(more), (RefusalKind::Unfit, "viewed.too_many"));
    inbox.hub.view(&id, input(1)).await.unwrap();
    inbox.view(&id, 1, false).await;
    inbox.hub.view(&id, input(5_000)).await.unwrap();
}
