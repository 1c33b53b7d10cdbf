//! How an inbox starts, and how it ends.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use loopback_contract::Ask;
use loopback_inbox::{Holder, Hub, HubError, InboxConfig, Mode, StartError};

use crate::support::{Inbox, answered, caller, config, noon, question, snapshot, soon};

#[tokio::test]
async fn of_two_inboxes_on_one_directory_the_second_is_refused_in_a_clear_sentence() {
    let inbox = Inbox::new();
    inbox.hub.announce_port(4127).unwrap();
    let error = Hub::start(config(&inbox.dir())).unwrap_err();
    let pid = std::process::id();
    assert_eq!(
        error.to_string(),
        format!(
            "{} is served by a headless Loopback (process {pid}, port 4127) already; stop it first, or use another data directory",
            inbox.dir().display()
        )
    );
    let expected = Holder {
        pid,
        mode: Mode::Headless,
        port: Some(4127),
    };
    assert!(matches!(error, StartError::Locked { holder: Some(holder), .. } if holder == expected));
    inbox.opened(question("Still there?")).await;
}

#[tokio::test]
async fn a_stopped_inbox_lets_the_next_one_in() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.hub.stop().await;
    let next = Hub::start(InboxConfig {
        mode: Mode::Desktop,
        ..config(&inbox.dir())
    })
    .unwrap();
    next.read(&id).await.unwrap();
    let error = Hub::start(config(&inbox.dir())).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the Loopback desktop app (process"),
        "{error}"
    );
    assert!(
        !error.to_string().contains("port"),
        "the port of the one before is not repeated"
    );
}

#[tokio::test]
async fn an_inbox_that_is_dropped_without_being_stopped_lets_the_next_one_in() {
    let inbox = Inbox::new();
    let dir = inbox.dir();
    let waiter = inbox.waiting(question("Deploy?")).await;
    let Inbox { hub, .. } = &inbox;
    let clone = hub.clone();
    let id = waiter.ask_id().clone();
    drop(clone);
    let temp = tempfile::tempdir().unwrap();
    let copy = temp.path().join("inbox");
    fs::rename(&dir, &copy).unwrap();
    drop((inbox, waiter));
    // Its housekeeping may just be at it.
    let next = soon(async {
        loop {
            match Hub::start(config(&copy)) {
                Err(StartError::Locked { .. }) => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                started => break started.unwrap(),
            }
        }
    })
    .await;
    next.read(&id).await.unwrap();
}

#[tokio::test]
async fn stopping_ends_every_wait_and_every_subscription_and_refuses_what_comes_later() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let mut listener = inbox.hub.subscribe();
    snapshot(&mut listener).await;
    let mut late_listener = inbox.hub.subscribe_summaries();
    let waiting = tokio::spawn(async move {
        let outcome = waiter.outcome().await;
        (waiter, outcome)
    });
    inbox.hub.stop().await;
    let (mut waiter, outcome) = soon(waiting).await.unwrap();
    assert!(matches!(outcome, Err(HubError::Stopping)));
    assert!(matches!(
        soon(waiter.outcome()).await,
        Err(HubError::Stopping)
    ));
    assert!(soon(listener.next()).await.unwrap().is_none());
    assert!(soon(late_listener.next()).await.unwrap().is_none());
    let hub = &inbox.hub;
    assert!(matches!(hub.read(&id).await, Err(HubError::Stopping)));
    assert!(matches!(hub.snapshot().await, Err(HubError::Stopping)));
    let open = hub.open(&caller("s1"), None, question("Later?")).await;
    assert!(matches!(open, Err(HubError::Stopping)));
    hub.announce_port(1).unwrap();
    hub.stop().await;
}

#[tokio::test]
async fn a_stop_leaves_one_file_with_everything_in_it() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, answered("Yes")).await;
    inbox.hub.stop().await;
    let names: Vec<_> = fs::read_dir(inbox.dir())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.iter().all(|name| !name.contains("-wal")), "{names:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_confirmed_while_the_inbox_stopped_is_there_at_the_next_start() {
    let inbox = Inbox::new();
    let mut agents = tokio::task::JoinSet::new();
    for n in 0..20 {
        let hub = inbox.hub.clone();
        agents.spawn(async move {
            let mut confirmed = Vec::new();
            for m in 0_u32.. {
                let asked = question(&format!("Deploy {n}, {m}?"));
                match hub.open(&caller(&format!("s{n}")), None, asked).await {
                    Ok(waiter) => confirmed.push(waiter.ask_id().clone()),
                    Err(HubError::Stopping) => return confirmed,
                    Err(HubError::Refused(_)) => tokio::task::yield_now().await,
                    Err(error) => panic!("{error}"),
                }
            }
            confirmed
        });
    }
    let mut listener = inbox.hub.subscribe();
    snapshot(&mut listener).await;
    for _ in 0..50 {
        soon(listener.next()).await.unwrap();
    }
    inbox.hub.stop().await;
    let next = Hub::start(config(&inbox.dir())).unwrap();
    let mut count = 0;
    while let Some(confirmed) = soon(agents.join_next()).await {
        for id in confirmed.unwrap() {
            next.read(&id).await.unwrap();
            count += 1;
        }
    }
    assert_eq!(next.summaries().await.unwrap().open.len(), count);
}

#[tokio::test]
async fn everything_an_inbox_keeps_is_for_its_owner_alone() {
    let inbox = Inbox::new();
    inbox.opened(question("Deploy?")).await;
    let mut stack = vec![inbox.dir()];
    while let Some(path) = stack.pop() {
        let found = fs::metadata(&path).unwrap();
        let expected = if found.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(
            found.permissions().mode() & 0o777,
            expected,
            "{}",
            path.display()
        );
        if found.is_dir() {
            stack.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        }
    }
}

#[tokio::test]
async fn a_directory_open_to_others_is_not_served() {
    let inbox = Inbox::new();
    inbox.hub.stop().await;
    fs::set_permissions(inbox.dir(), fs::Permissions::from_mode(0o755)).unwrap();
    let error = Hub::start(config(&inbox.dir())).unwrap_err();
    assert!(error.to_string().contains("chmod 700"), "{error}");
}

#[tokio::test]
async fn a_damaged_database_is_reported_and_left_alone() {
    let inbox = Inbox::new();
    inbox.opened(question("Deploy?")).await;
    inbox.hub.stop().await;
    let path = inbox.dir().join("inbox.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[..16].copy_from_slice(b"not a database!!");
    fs::write(&path, &bytes).unwrap();
    let error = Hub::start(config(&inbox.dir())).unwrap_err();
    assert!(matches!(error, StartError::Damaged { .. }));
    let sentence = error.to_string();
    assert!(
        sentence.contains("is not an inbox of Loopback, or it is damaged"),
        "{sentence}"
    );
    assert!(
        sentence.contains(&format!("mv '{}'", path.display())),
        "{sentence}"
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[tokio::test]
async fn a_clock_that_went_back_between_two_runs_breaks_nothing() {
    let inbox = Inbox::new();
    let one = inbox.opened(question("One?")).await;
    let inbox = inbox.restarted().await;
    inbox.clock.set(noon().plus_ms(-86_400_000));
    let two = inbox.opened(question("Two?")).await;
    let open = inbox.hub.snapshot().await.unwrap().open;
    let ids: Vec<_> = open.iter().map(Ask::id).collect();
    assert_eq!(ids, [&two, &one], "the newest first");
    assert!(two > one, "ids sort by age");
}

#[tokio::test]
async fn a_database_damaged_in_its_middle_is_reported_with_what_to_do() {
    let inbox = Inbox::new();
    for n in 0..20 {
        inbox.opened(question(&format!("Number {n}?"))).await;
    }
    inbox.hub.stop().await;
    let path = inbox.dir().join("inbox.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4096].fill(0xee);
    fs::write(&path, &bytes).unwrap();
    let error = Hub::start(config(&inbox.dir())).unwrap_err();
    assert!(matches!(error, StartError::Damaged { .. }), "{error:?}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}
