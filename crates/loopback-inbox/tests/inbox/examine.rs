//! Looking at an inbox without serving it.

use loopback_inbox::{Condition, Hub, StartError, examine};

use crate::support::{Inbox, config, question};

#[tokio::test]
async fn an_inbox_is_absent_served_or_sound_and_stays_as_it_was() {
    let temp = tempfile::tempdir().unwrap();
    let none = temp.path().join("none");
    assert_eq!(examine(&none, "0.1.0").unwrap(), Condition::Absent);
    assert!(!none.exists());

    let inbox = Inbox::new();
    let Condition::Served(Some(holder)) = examine(&inbox.dir(), "0.1.0").unwrap() else {
        panic!("it is served")
    };
    assert_eq!(holder.pid, std::process::id());
    let id = inbox.opened(question("Deploy?")).await;
    inbox.hub.stop().await;
    assert_eq!(examine(&inbox.dir(), "0.1.0").unwrap(), Condition::Sound);
    let next = Hub::start(config(&inbox.dir())).unwrap();
    next.read(&id).await.unwrap();
}

#[tokio::test]
async fn a_damaged_or_newer_database_is_told_as_a_start_would_meet_it() {
    let inbox = Inbox::new();
    inbox.hub.stop().await;
    let path = inbox.dir().join("inbox.db");
    inbox
        .database()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let newer = examine(&inbox.dir(), "0.1.0");
    assert!(
        matches!(newer, Err(StartError::Newer { found: 99, .. })),
        "{newer:?}"
    );
    std::fs::write(&path, vec![b'x'; 8192]).unwrap();
    let damaged = examine(&inbox.dir(), "0.1.0");
    assert!(
        matches!(damaged, Err(StartError::Damaged { .. })),
        "{damaged:?}"
    );
}
