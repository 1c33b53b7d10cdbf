//! Databases that are new, older, newer, damaged and not ours.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use loopback_contract::{
    Ask, AskId, AskStatus, Dismissed, Entry, HumanEntry, QuestionAsk, QuestionPrompt, Reply,
    Timestamp,
};

use super::super::search_index::{self, Progress};
use super::super::{decisions, search};
use super::*;
use crate::query::Query;

fn clock() -> Clock {
    Clock::manual(Timestamp::from_millisecond(1_000).unwrap()).0
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("in box?#%.db");
    (temp, path)
}

fn opened(path: &Path) -> Connection {
    super::super::open(path, "0.1.0", &clock()).unwrap()
}

/// Every file beside the database, by name and content.
fn bytes(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

fn step(db: &Connection) -> usize {
    db.query_row("pragma user_version", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn a_new_database_is_private_durable_and_strict() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_temp, path) = place();
    let db = opened(&path);
    let pragma = |name: &str| -> String {
        db.query_row(&format!("select {name} from pragma_{name}"), [], |row| {
            row.get::<_, rusqlite::types::Value>(0)
        })
        .map(|value| format!("{value:?}"))
        .unwrap()
    };
    assert_eq!(pragma("journal_mode"), r#"Text("wal")"#);
    assert_eq!(pragma("synchronous"), "Integer(2)");
    assert_eq!(pragma("foreign_keys"), "Integer(1)");
    let loose: u32 = db
        .query_row(
            "select count(*) from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite%'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(loose, 0);
    for file in bytes(&path).keys() {
        let mode = fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
    }
}

#[test]
fn the_program_that_migrated_last_is_named() {
    let (_temp, path) = place();
    drop(opened(&path));
    let db = super::super::open(&path, "0.2.0", &clock()).unwrap();
    let version: String = db
        .query_row("select version from program", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, "0.1.0", "nothing was migrated the second time");
    assert_eq!(step(&db), STEPS.len());
}

#[test]
fn a_step_that_fails_leaves_the_database_at_the_step_before() {
    let (_temp, path) = place();
    let mut db = opened(&path);
    let next = [
        STEPS,
        &["create table extra (id integer primary key) strict; create table asks (id text);"],
    ]
    .concat();
    migrate_by(&next, &mut db, "0.2.0", &clock()).unwrap_err();
    assert_eq!(step(&db), STEPS.len());
    let extra: u32 = db
        .query_row(
            "select count(*) from sqlite_schema where name = 'extra'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(extra, 0);
}

#[test]
fn a_next_step_is_taken_once_and_keeps_what_was_there() {
    let (_temp, path) = place();
    let mut db = opened(&path);
    db.execute("update clock set newest = 77", ()).unwrap();
    let next = [
        STEPS,
        &["create table extra (id integer primary key) strict;"],
    ]
    .concat();
    migrate_by(&next, &mut db, "0.2.0", &clock()).unwrap();
    migrate_by(&next, &mut db, "0.3.0", &clock()).unwrap();
    assert_eq!(step(&db), STEPS.len() + 1);
    let (newest, version): (i64, String) = db
        .query_row("select newest, version from clock, program", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert_eq!((newest, version.as_str()), (77, "0.2.0"));
}

/// Takes a database back to how it was before there was a search.
fn without_search(db: &Connection) {
    db.execute_batch(
        "drop index uploads_by_source; alter table uploads drop column source;
         drop table client_calls; drop table ended_sessions; drop index asks_by_session;
         drop table asking; drop index asks_opening; drop index asks_replied;
         alter table asks drop column caller; alter table asks drop column opening;
         alter table asks drop column batch;
         drop table search_queue; drop table search_words; drop table search_grams;
         drop table decisions; drop index asks_created; pragma user_version = 2;",
    )
    .unwrap();
}

fn question(n: i64) -> Ask {
    let at = Timestamp::from_millisecond(n).unwrap();
    Ask::Question(QuestionAsk {
        id: AskId::new(format!("a{n}")),
        prompt: QuestionPrompt {
            question: format!("Zeppelin {n}?"),
            ..QuestionPrompt::default()
        },
        status: AskStatus::AwaitingAgent,
        waiting: false,
        project: None,
        client: None,
        raised_by: None,
        thread: vec![Entry::Human(HumanEntry {
            reply: Reply::Dismissed(Dismissed::default()),
            by: None,
            at,
            delivered_at: None,
            shown: None,
            door: None,
        })],
        created_at: at,
        updated_at: at,
        closed_at: None,
        withdrawn: None,
        origin: None,
        held: None,
        answered_before: None,
        batch: None,
        following: None,
        renewed: None,
    })
}

#[test]
fn what_was_asked_before_there_was_a_search_is_found_and_listed_and_one_broken_ask_does_not_hinder_it()
 {
    let (_temp, path) = place();
    let mut db = opened(&path);
    let change = super::super::begin(&mut db).unwrap();
    for n in 1..=200 {
        let opened = super::super::asks::Opened {
            session: "s1",
            caller: "claude-code",
            opening: "digest",
        };
        super::super::asks::insert(&change, &question(n), &opened).unwrap();
    }
    change.commit().unwrap();
    db.execute("update asks set body = '{' where id = 'a7'", ())
        .unwrap();
    without_search(&db);
    drop(db);

    let mut db = opened(&path);
    let mut steps = 1;
    while search_index::step(&mut db).unwrap() == Progress::Behind {
        steps += 1;
    }
    assert_eq!(steps, 4, "the desk is free between steps");
    let query = Query::parse("zeppelin", &TimeZone::UTC).unwrap();
    let hits = search::find(&db, &query, None, 1_000).unwrap();
    let ids: Vec<_> = hits.iter().map(|hit| hit.ask.id.to_string()).collect();
    let all = (1..=200).rev().filter(|&n| n != 7).map(|n| format!("a{n}"));
    assert_eq!(ids, all.collect::<Vec<_>>());
    let nothing = Query::default();
    let decisions = decisions::list(&db, &nothing, None, 1_000).unwrap();
    assert_eq!(decisions.len(), 199);
}

#[test]
fn drafts_of_the_first_release_are_marked_as_begun_replies() {
    let (_temp, path) = place();
    fs::write(&path, "").unwrap();
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let mut db = super::super::connect(&path, flags).unwrap();
    migrate_by(&STEPS[..1], &mut db, "0.1.0", &clock()).unwrap();
    for (ask, content) in [
        ("a1", Some(r#"{"text":"Yes"}"#)),
        ("a2", Some("{}")),
        ("a3", None),
    ] {
        db.execute(
            "insert into asks (id, session, kind, status, title, created_at, updated_at, withdrawn,
                 turns, revision, body)
             values (?1, 's1', 'question', 'awaiting_human', 'Deploy?', 1, 1, 0, 0, 2, '{}')",
            (ask,),
        )
        .unwrap();
        db.execute("update asks set created_at = rowid", ())
            .unwrap();
        db.execute(
            "insert into drafts (ask, version, updated_at, revision, content)
             values (?1, 1, 1, 2, ?2)",
            (ask, content),
        )
        .unwrap();
    }
    migrate_by(STEPS, &mut db, "0.2.0", &clock()).unwrap();
    let drafted = |ask: &str| super::super::marks::read(&db, &ask.into()).unwrap().drafted;
    assert_eq!(["a1", "a2", "a3"].map(drafted), [true, false, false]);
}

#[test]
fn a_newer_database_is_refused_by_name_and_not_a_byte_of_it_changes() {
    let (_temp, path) = place();
    let mut db = opened(&path);
    let next = [
        STEPS,
        &["create table extra (id integer primary key) strict;"],
    ]
    .concat();
    migrate_by(&next, &mut db, "9.0.0", &clock()).unwrap();
    drop(db);
    let before = bytes(&path);
    let error = super::super::open(&path, "0.1.0", &clock()).unwrap_err();
    assert_eq!(bytes(&path), before);
    assert!(matches!(&error, StartError::Newer { written_by, .. } if written_by == "9.0.0"));
    assert!(
        error
            .to_string()
            .ends_with("nothing was changed, start Loopback 9.0.0 or a newer one"),
        "{error}"
    );
}

#[test]
fn a_newer_database_whose_newest_step_is_still_in_the_log_is_refused_untouched() {
    let (temp, path) = place();
    let mut db = opened(&path);
    let next = [
        STEPS,
        &["create table extra (id integer primary key) strict;"],
    ]
    .concat();
    migrate_by(&next, &mut db, "9.0.0", &clock()).unwrap();
    // What a killed process leaves: the files as they are while it has them open.
    let copy = temp.path().join("copy");
    fs::create_dir(&copy).unwrap();
    let copied = copy.join(path.file_name().unwrap());
    for suffix in ["", "-wal"] {
        fs::copy(beside(&path, suffix), beside(&copied, suffix)).unwrap();
    }
    let before = bytes(&copied);
    assert_eq!(before.len(), 2);
    let error = super::super::open(&copied, "0.1.0", &clock()).unwrap_err();
    assert!(matches!(error, StartError::Newer { .. }), "{error}");
    assert_eq!(bytes(&copied), before);
}

#[test]
fn what_is_no_database_or_somebody_elses_is_refused_untouched() {
    let (_temp, path) = place();
    fs::write(&path, "Dear diary,\n".repeat(1000)).unwrap();
    let before = bytes(&path);
    let error = super::super::open(&path, "0.1.0", &clock()).unwrap_err();
    assert!(matches!(error, StartError::Damaged { .. }), "{error}");
    assert_eq!(bytes(&path), before);

    fs::remove_file(&path).unwrap();
    create_foreign(&path);
    let before = bytes(&path);
    let error = super::super::open(&path, "0.1.0", &clock()).unwrap_err();
    assert!(
        error.to_string().contains("belongs to another program"),
        "{error}"
    );
    assert_eq!(bytes(&path), before);
}

fn create_foreign(path: &Path) {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let db = super::super::connect(path, flags).unwrap();
    db.execute_batch("create table recipes (name text)")
        .unwrap();
}
