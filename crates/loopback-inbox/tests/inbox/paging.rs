//! Lists: the snapshot, and closed asks page by page.

use std::time::Duration;

use loopback_contract::{Ask, Timestamp};

use crate::support::{Inbox, answered, question};

#[tokio::test]
async fn a_snapshot_holds_every_open_ask_and_the_fifty_closed_last() {
    let inbox = Inbox::new();
    let mut open = Vec::new();
    for n in 0..60 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        open.push(id);
    }
    // Closed in another order than opened, so that the two orders cannot be mistaken.
    let mut closed = Vec::new();
    for n in (0..60).rev().filter(|n| n % 12 != 0) {
        inbox.reply(&open[n], answered("Yes")).await;
        closed.push(open[n].clone());
    }
    let snapshot = inbox.hub.snapshot().await.unwrap();
    let ids: Vec<_> = snapshot.open.iter().map(Ask::id).collect();
    assert_eq!(ids, [&open[48], &open[36], &open[24], &open[12], &open[0]]);
    let recent: Vec<_> = snapshot.recent.iter().map(Ask::id).collect();
    let expected: Vec<_> = closed.iter().rev().take(50).collect();
    assert_eq!(recent, expected);
    let rows = inbox.hub.summaries().await.unwrap();
    assert_eq!(
        rows.recent.iter().map(|row| &row.id).collect::<Vec<_>>(),
        expected
    );
    assert_eq!(rows.open.len(), 5);
}

#[tokio::test]
async fn pages_hold_every_closed_ask_once_though_the_clock_stood_still_and_went_back() {
    let inbox = Inbox::new();
    let mut expected = Vec::new();
    for n in 0..23 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        if n == 11 {
            inbox.clock.set(crate::support::noon().plus_ms(-3_600_000));
        }
        if n == 17 {
            inbox.clock.advance(Duration::from_hours(2));
        }
        inbox.reply(&id, answered("Yes")).await;
        expected.insert(0, id);
    }
    for limit in [1, 5, 22, 23, 24, 100] {
        let (mut whole, mut rows) = (Vec::new(), Vec::new());
        let mut before: Option<Timestamp> = None;
        loop {
            let page = inbox.hub.list(before, limit).await.unwrap();
            let row_page = inbox.hub.list_summaries(before, limit).await.unwrap();
            assert_eq!(page.next_before, row_page.next_before);
            assert!(page.items.len() <= limit as usize);
            whole.extend(page.items.iter().map(|ask| ask.id().clone()));
            rows.extend(row_page.items.into_iter().map(|row| row.id));
            before = page.next_before;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(whole, expected, "limit {limit}");
        assert_eq!(rows, expected, "limit {limit}");
    }
}

#[tokio::test]
async fn no_two_moments_of_an_inbox_are_the_same() {
    let inbox = Inbox::new();
    let one = inbox.opened(question("One?")).await;
    let two = inbox.opened(question("Two?")).await;
    inbox.reply(&one, answered("Yes")).await;
    let inbox = inbox.restarted().await;
    inbox.clock.set(crate::support::noon().plus_ms(-86_400_000));
    inbox.reply(&two, answered("Yes")).await;
    let page = inbox.hub.list(None, 10).await.unwrap();
    let [second, first] = &page.items[..] else {
        panic!("two asks are closed");
    };
    let moments = [
        first.created_at(),
        second.created_at(),
        first.closed_at().unwrap(),
        second.closed_at().unwrap(),
    ];
    assert!(moments.is_sorted_by(|a, b| a < b), "{moments:?}");
}

#[tokio::test]
async fn an_absurd_limit_is_taken_as_the_nearest_sensible_one() {
    let inbox = Inbox::new();
    for n in 0..3 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        inbox.reply(&id, answered("Yes")).await;
    }
    assert_eq!(inbox.hub.list(None, 0).await.unwrap().items.len(), 1);
    assert_eq!(inbox.hub.list(None, u32::MAX).await.unwrap().items.len(), 3);
}
