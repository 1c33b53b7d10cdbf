//! The process dies between any two steps of a move, the disk refuses one, a held reply's time comes.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use loopback_contract::{FollowUp, QuestionInput};
use loopback_rules::AskInput;
use rustix::process::{Signal, getpid, kill_process};

use super::*;
use crate::caller::{CallId, Caller, Fingerprint};
use crate::clock::ManualClock;
use crate::door::Door;

const DATABASE: &str = "LOOPBACK_TEST_DATABASE";
const DIES: &str = "LOOPBACK_TEST_DIES";

fn desk(path: &Path) -> Desk {
    desk_by(Clock::system(), path)
}

fn desk_by(clock: Clock, path: &Path) -> Desk {
    let db = store::open(path, "0.1.0", &clock).unwrap();
    let person = Actor {
        id: "local".to_owned(),
        name: None,
    };
    let notes = mpsc::channel().0;
    Desk::new(
        db,
        clock.clone(),
        Presence::new(notes.clone(), clock),
        person,
        notes,
    )
}

fn opens(desk: &mut Desk) -> Result<Begun, HubError> {
    let input = AskInput::Question(QuestionInput {
        question: "Deploy?".to_owned(),
        options: None,
        multiple: None,
        context: None,
        project: "engine".to_owned(),
        wait: None,
    });
    let caller = Caller {
        session: "s1".to_owned(),
        client_name: "claude-code".to_owned(),
        client_version: "2.1.0".to_owned(),
        origin: None,
    };
    let call = Fingerprint::of_opening(vec![CallId::new("c1")], &input, &[]);
    desk.open(&caller, &call, input, Vec::new())
}

fn die() {
    kill_process(getpid(), Signal::KILL).unwrap();
}

#[test]
#[ignore = "the process that dies in the tests beside it"]
fn the_dying_process() {
    let (Some(path), Ok(dies)) = (std::env::var_os(DATABASE), std::env::var(DIES)) else {
        return;
    };
    let mut desk = desk(Path::new(&path));
    match dies.as_str() {
        "before the commit" => {
            let hook = || {
                die();
                false
            };
            desk.db.commit_hook(Some(hook)).unwrap();
        }
        "after the commit" => {
            // Runs as soon as the commit is on the disk, and before it returns to the desk.
            let hook = |_: &mut rusqlite::hooks::Wal, _| {
                die();
                Ok(())
            };
            desk.db.wal_hook(Some(hook)).unwrap();
        }
        other => panic!("nothing dies {other}"),
    }
    let _ = opens(&mut desk);
    unreachable!("it dies in the middle of its move");
}

fn dies(path: &Path, when: &str) {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["desk::tests::the_dying_process", "--exact", "--ignored"])
        .env(DATABASE, path)
        .env(DIES, when)
        .output()
        .unwrap()
        .status;
    assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
}

#[test]
fn killed_before_its_commit_a_move_was_never_made() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("inbox.db");
    dies(&path, "before the commit");
    let mut desk = desk(&path);
    assert!(store::asks::open(&desk.db).unwrap().is_empty());
    let begun = opens(&mut desk).unwrap();
    assert!(!begun.rejoined);
}

#[test]
fn killed_between_commit_and_announcement_a_move_was_made_and_its_call_finds_it() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("inbox.db");
    dies(&path, "after the commit");
    let mut desk = desk(&path);
    let open = store::asks::open(&desk.db).unwrap();
    let [ask] = &open[..] else {
        panic!("one ask is open");
    };
    let begun = opens(&mut desk).unwrap();
    assert_eq!((&begun.ask, begun.rejoined), (ask.id(), true));
    assert_eq!(store::asks::open(&desk.db).unwrap().len(), 1);
}

#[test]
fn a_commit_that_fails_leaves_nothing_done_and_nothing_announced() {
    let temp = tempfile::tempdir().unwrap();
    let mut desk = desk(&temp.path().join("inbox.db"));
    let (before, mut events, _) = desk.listen();
    // A commit hook that says so makes the commit fail at the last moment.
    desk.db.commit_hook(Some(|| true)).unwrap();
    let failed = opens(&mut desk);
    assert!(matches!(failed, Err(HubError::Store(_))), "{failed:?}");
    desk.db.commit_hook(None::<fn() -> bool>).unwrap();
    assert!(store::asks::open(&desk.db).unwrap().is_empty());
    assert!(matches!(
        events.try_recv(),
        Err(broadcast::error::TryRecvError::Empty)
    ));
    assert_eq!(desk.listen().0, before);
    assert!(
        desk.listen().2.is_empty(),
        "nobody waits for what is not there"
    );

    let begun = opens(&mut desk).unwrap();
    assert!(!begun.rejoined, "the failed call left no id behind");
    assert_eq!(events.try_recv().unwrap().ask.id(), &begun.ask);
}

#[test]
fn a_full_disk_refuses_one_move_and_the_next_is_made_when_there_is_room() {
    let temp = tempfile::tempdir().unwrap();
    let mut desk = desk(&temp.path().join("inbox.db"));
    let pages: u32 = desk
        .db
        .query_row("pragma page_count", [], |row| row.get(0))
        .unwrap();
    let limit = |desk: &Desk, pages: u32| {
        let sql = format!("pragma max_page_count = {pages}");
        desk.db.query_row(&sql, [], |_| Ok(())).unwrap();
    };
    limit(&desk, pages);
    let mut opened = 0;
    let error = loop {
        match fills(&mut desk) {
            Ok(_) => opened += 1,
            Err(error) => break error,
        }
        assert!(opened < 1000, "the disk never fills");
    };
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert!(matches!(&error, HubError::Store(error) if error.is_disk_full()));
    assert_eq!(store::asks::open(&desk.db).unwrap().len(), opened);
    limit(&desk, pages * 100);
    fills(&mut desk).unwrap();
    assert_eq!(store::asks::open(&desk.db).unwrap().len(), opened + 1);
}

fn fills(desk: &mut Desk) -> Result<Begun, HubError> {
    let input = AskInput::Question(QuestionInput {
        question: "Why? ".repeat(2_000),
        options: None,
        multiple: None,
        context: None,
        project: "engine".to_owned(),
        wait: None,
    });
    let caller = Caller {
        session: "s1".to_owned(),
        client_name: "codex".to_owned(),
        client_version: String::new(),
        origin: None,
    };
    let call = Fingerprint::of_opening(Vec::new(), &input, &[]);
    desk.open(&caller, &call, input, Vec::new())
}

/// A desk whose clock is moved by hand, with a reply that is held for five seconds.
fn holding(path: &Path) -> (Desk, ManualClock, AskId) {
    let (clock, hand) = Clock::manual("2026-11-30T12:00:00Z".parse().unwrap());
    let mut desk = desk_by(clock, path);
    let id = opens(&mut desk).unwrap().ask;
    let reply = Reply::FollowUp(FollowUp {
        question: "Why?".to_owned(),
        ..FollowUp::default()
    });
    desk.hold(&id, reply, Door::Window, 5_000).unwrap();
    (desk, hand, id)
}

#[test]
fn a_held_reply_is_sent_in_its_millisecond() {
    let temp = tempfile::tempdir().unwrap();
    let (mut desk, hand, id) = holding(&temp.path().join("inbox.db"));
    hand.advance(Duration::from_millis(4_999));
    assert!(desk.send_due().is_empty());
    assert_eq!(desk.next_to_send(), Some(1));
    hand.advance(Duration::from_millis(1));
    let sent = desk.send_due();
    assert!(matches!(&sent[..], [(ask, Ok(Sent::Given("follow_up")))] if *ask == id));
    assert_eq!(desk.next_to_send(), None);
    assert!(desk.send_due().is_empty(), "once");
}

#[test]
fn a_held_reply_the_disk_refuses_is_held_on_and_sent_when_there_is_room() {
    let temp = tempfile::tempdir().unwrap();
    let (mut desk, hand, id) = holding(&temp.path().join("inbox.db"));
    hand.advance(Duration::from_secs(5));
    desk.db.commit_hook(Some(|| true)).unwrap();
    let failed = desk.send_due();
    let refused = matches!(&failed[..], [(_, Err(HubError::Store(_)))]);
    assert!(refused, "{failed:?}");
    assert!(desk.send_due().is_empty(), "not again at once");
    assert!(existing(&desk.db, &id).unwrap().held().is_some());
    desk.db.commit_hook(None::<fn() -> bool>).unwrap();
    hand.advance(Duration::from_secs(5));
    let sent = desk.send_due();
    assert!(matches!(&sent[..], [(_, Ok(Sent::Given(_)))]), "{sent:?}");
    assert_eq!(existing(&desk.db, &id).unwrap().thread().len(), 1);
}

#[test]
fn a_held_reply_that_fits_no_more_is_a_draft_that_was_never_sent() {
    let temp = tempfile::tempdir().unwrap();
    let (mut desk, hand, id) = holding(&temp.path().join("inbox.db"));
    // No move leads here today; whatever does so tomorrow loses no reply.
    let change = store::begin(&mut desk.db).unwrap();
    let ask = existing(&change, &id).unwrap();
    let withdrawn = loopback_rules::withdraw(&ask, "found it", ask.updated_at()).unwrap();
    store::asks::update(&change, &withdrawn.ask).unwrap();
    change.commit().unwrap();
    hand.advance(Duration::from_secs(5));
    let sent = desk.send_due();
    let unsent = matches!(&sent[..], [(_, Ok(Sent::Unsent("ask.closed")))]);
    assert!(unsent, "{sent:?}");
    let draft = drafts::read(&desk.db, &id).unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Why?"));
    assert_eq!(draft.unsent, Some(true));
    assert!(store::held::all(&desk.db).unwrap().is_empty());
}

#[test]
fn a_session_that_ended_before_its_coming_was_heard_of_has_ended() {
    let dir = tempfile::tempdir().unwrap();
    let mut desk = desk(&dir.path().join("inbox.db"));
    opens(&mut desk).unwrap();
    let ended = |desk: &Desk| store::sessions::has_ended(&desk.db, "s1").unwrap();
    drop(desk.presence.attend("s1".to_owned()));
    desk.session_ended("s1").unwrap();
    desk.session_came("s1").unwrap();
    assert!(ended(&desk));
    let _there = desk.presence.attend("s1".to_owned());
    desk.session_came("s1").unwrap();
    assert!(!ended(&desk));
}
