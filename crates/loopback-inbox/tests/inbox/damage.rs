//! What one damaged row keeps from the person: itself, and nothing else.

use std::time::Duration;

use loopback_contract::{Ask, AskId, Snapshot, SummarySnapshot, Timestamp};
use loopback_inbox::{Door, Hub, Listing, Subscription};

use crate::support::{Inbox, answered, event, question, snapshot};

/// What the disk or a hand may do to an ask: SQL that ends in what names the ask.
const DAMAGES: [&str; 9] = [
    "update asks set body = '{' where id = ?1",
    "update asks set body = '{\"kind\": \"riddle\"}' where id = ?1",
    "update asks set kind = 'riddle' where id = ?1",
    "update asks set status = 'puzzled' where id = ?1",
    "update asks set origin = '[' where id = ?1",
    "update asks set updated_at = 9000000000000000000 where id = ?1",
    "update asks set title = cast(x'ff' as text) where id = ?1",
    "update asks set revision = 9000000000 where id = ?1",
    "update held set reply = '{' where ask = ?1",
];

/// The words of all asks that are listed in some way, without those of the damaged ones.
fn sound(titles: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut titles: Vec<_> = titles
        .into_iter()
        .filter(|title| title.contains("sound"))
        .collect();
    titles.sort();
    titles
}

fn words(ask: &Ask) -> String {
    match ask {
        Ask::Question(ask) => ask.prompt.question.clone(),
        _ => String::new(),
    }
}

async fn first<S: Listing + std::fmt::Debug>(mut listener: Subscription<S>) -> S {
    snapshot(&mut listener).await.1
}

#[tokio::test]
async fn the_same_words_can_be_asked_again_whatever_is_damaged() {
    let sessions = "update asks set session = cast(x'ff' as text) where id = ?1";
    for damage in DAMAGES.into_iter().chain([sessions]) {
        let inbox = Inbox::new();
        let bad = inbox.opened(question("Deploy?")).await;
        let hold = inbox.hub.hold(&bad, answered("Yes"), Door::Window, 5);
        hold.await.unwrap();
        let inbox = damaged(inbox, damage, &[bad]).await;
        let again = inbox.opened(question("Deploy?")).await;
        let read = inbox.hub.read(&again).await;
        assert!(read.is_ok(), "{damage}: {read:?}");
    }
}

#[tokio::test]
async fn everything_else_is_listed_found_and_told_whatever_is_damaged() {
    for damage in DAMAGES {
        let inbox = Inbox::new();
        let (mut bad, mut closed) = (Vec::new(), Vec::new());
        for n in 0..4 {
            let sound = inbox.opened(question(&format!("A sound one {n}?"))).await;
            let broken = inbox.opened(question(&format!("A broken one {n}?"))).await;
            if n % 2 == 0 {
                inbox.reply(&sound, answered("soundly")).await;
                inbox.reply(&broken, answered("soundly")).await;
                closed.push(sound);
            }
            bad.push(broken);
        }
        let hold = inbox.hub.hold(&bad[1], answered("Yes"), Door::Window, 5);
        hold.await.unwrap();
        let inbox = damaged(inbox, damage, &bad).await;
        let hub = &inbox.hub;

        let all = [
            "A sound one 0?",
            "A sound one 1?",
            "A sound one 2?",
            "A sound one 3?",
        ];
        let (odd, even) = ([all[1], all[3]], [all[0], all[2]]);
        let whole = hub.snapshot().await.unwrap();
        assert_eq!(sound(whole.open.iter().map(words)), odd, "{damage}");
        assert_eq!(sound(whole.recent.iter().map(words)), even, "{damage}");
        let rows = hub.summaries().await.unwrap();
        let titles = |rows: &SummarySnapshot| {
            let all = rows.open.iter().chain(&rows.recent);
            sound(all.map(|row| row.title.clone()))
        };
        assert_eq!(titles(&rows), all, "{damage}");
        assert_eq!(
            titles(&first(hub.subscribe_summaries()).await),
            all,
            "{damage}"
        );
        let told: Snapshot = first(hub.subscribe()).await;
        let told = told.open.iter().chain(&told.recent).map(words);
        assert_eq!(sound(told), all, "{damage}");

        assert_eq!(pages(hub).await, even, "{damage}");
        assert_eq!(pages_of_rows(hub).await, even, "{damage}");
        assert_eq!(from_the_beginning(hub).await, all, "{damage}");
        let found = hub.search("one", None, 100).await.unwrap().items;
        assert_eq!(
            sound(found.into_iter().map(|hit| hit.ask.title)),
            all,
            "{damage}"
        );
        let filtered = hub.search("project:engine", None, 100).await.unwrap().items;
        assert_eq!(
            sound(filtered.into_iter().map(|hit| hit.ask.title)),
            all,
            "{damage}"
        );
        let decisions = hub.decisions(None, None, 100).await.unwrap().items;
        let decided = sound(decisions.into_iter().map(|decision| decision.title));
        assert_eq!(decided, even, "{damage}");
        assert!(hub.read(&closed[0]).await.is_ok(), "{damage}");
    }
}

#[tokio::test]
async fn a_damaged_draft_keeps_its_pictures_and_the_inbox_from_nothing() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Why?")).await;
    inbox.hub.stop().await;
    let db = inbox.database();
    for upload in ["named", "forgotten"] {
        let sql = "insert into uploads (id, content_type, size, stored_at) values (?1, 'image/png', 1, 0)";
        db.execute(sql, (upload,)).unwrap();
    }
    let sql = "insert into drafts (ask, version, updated_at, revision, unsent, content)
               values (?1, 1, 0, 2, 0, '{\"images\":[\"named')";
    db.execute(sql, (id.as_str(),)).unwrap();
    drop(db);
    let inbox = inbox.restarted().await;
    inbox.hub.stop().await;
    let db = inbox.database();
    let kept: String = db
        .query_row("select group_concat(id) from uploads", (), |row| row.get(0))
        .unwrap();
    assert_eq!(kept, "named");
}

#[tokio::test]
async fn what_was_put_off_comes_back_though_something_before_it_is_damaged() {
    let inbox = Inbox::new();
    let broken = inbox.opened(question("A broken one?")).await;
    let sound = inbox.opened(question("A sound one?")).await;
    for (ask, seconds) in [(&broken, 10), (&sound, 20)] {
        let until = after(inbox.clock.now(), seconds);
        inbox.hub.snooze(ask, until).await.unwrap();
    }
    let inbox = damaged(inbox, DAMAGES[0], &[broken]).await;
    let mut listener = inbox.hub.subscribe();
    snapshot(&mut listener).await;
    inbox.clock.advance(Duration::from_mins(1));
    assert_eq!(event(&mut listener).await.ask.id(), &sound);
}

fn after(now: Timestamp, seconds: i64) -> Timestamp {
    Timestamp::from_millisecond(now.as_millisecond() + seconds * 1_000).unwrap()
}

/// The inbox in its next run, with some asks damaged in between. A held reply is put beside each ask where there is none.
async fn damaged(inbox: Inbox, damage: &str, asks: &[AskId]) -> Inbox {
    inbox.hub.stop().await;
    let db = inbox.database();
    for ask in asks {
        db.execute(
            "insert or ignore into held (ask, until, door, draft, revision, reply)
             values (?1, 0, 'window', 0, 2, '{}')",
            (ask.as_str(),),
        )
        .unwrap();
        let changed = db.execute(damage, (ask.as_str(),)).unwrap();
        assert_eq!(changed, 1, "{damage}");
    }
    drop(db);
    inbox.restarted().await
}

async fn pages(hub: &Hub) -> Vec<String> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = hub.list(before, 1).await.unwrap();
        all.extend(page.items.iter().map(words));
        before = page.next_before;
        if before.is_none() {
            return sound(all);
        }
    }
}

async fn pages_of_rows(hub: &Hub) -> Vec<String> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = hub.list_summaries(before, 1).await.unwrap();
        all.extend(page.items.into_iter().map(|row| row.title));
        before = page.next_before;
        if before.is_none() {
            return sound(all);
        }
    }
}

async fn from_the_beginning(hub: &Hub) -> Vec<String> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let asks = hub.oldest_asks(after, 1).await.unwrap();
        let Some(last) = asks.last() else {
            return sound(all);
        };
        after = Some(last.created_at());
        all.extend(asks.iter().map(words));
    }
}
