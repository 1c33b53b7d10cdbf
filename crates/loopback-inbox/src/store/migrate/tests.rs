//! Databases that are new, older, newer, damaged and not ours.

use std::collections::BTreeMap;

use loopback_contract::Timestamp;

use super::*;

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
