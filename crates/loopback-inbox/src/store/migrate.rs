//! The form of the database: numbered steps, each in a transaction of its own, and the refusal of a
//! database that a newer program has taken further.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use crate::clock::Clock;
use crate::error::{StartError, StoreError};

/// The steps, oldest first. One that has shipped is never edited; a change is a new step.
const STEPS: &[&str] = &[include_str!("migrations/0001.sql")];

/// Marks a database as ours (`pragma application_id`): "Lpbk".
const APPLICATION: i32 = 0x4c70_626b;

/// Takes the database through the steps it has not been through.
pub(super) fn migrate(db: &mut Connection, program: &str, clock: &Clock) -> Result<(), StoreError> {
    migrate_by(STEPS, db, program, clock)
}

/// Refuses, without a byte changed, a database that is not ours or is ahead of this program.
pub(super) fn refuse_unknown(path: &Path, program: &str) -> Result<(), StartError> {
    let found = look(path)?;
    if found.application != 0 && found.application != APPLICATION || found.is_foreign() {
        return Err(StartError::Damaged {
            path: path.to_owned(),
            why: "it belongs to another program".to_owned(),
        });
    }
    if found.step <= known() {
        return Ok(());
    }
    Err(StartError::Newer {
        path: path.to_owned(),
        found: found.step,
        known: known(),
        written_by: found
            .written_by
            .unwrap_or_else(|| "of a later version".to_owned()),
        program: program.to_owned(),
    })
}

fn migrate_by(
    steps: &[&str],
    db: &mut Connection,
    program: &str,
    clock: &Clock,
) -> Result<(), StoreError> {
    let done: usize = db.query_row("pragma user_version", [], |row| row.get(0))?;
    for (index, step) in steps.iter().enumerate().skip(done) {
        let change = super::begin(db)?;
        change.execute_batch(step)?;
        change.execute(
            "insert into program (one, version, migrated_at) values (1, ?1, ?2)
             on conflict (one) do update set version = excluded.version, migrated_at = excluded.migrated_at",
            (program, clock.look().as_millisecond()),
        )?;
        change.pragma_update(None, "application_id", APPLICATION)?;
        change.pragma_update(None, "user_version", index + 1)?;
        change.commit()?;
    }
    Ok(())
}

fn known() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

/// What a database says of itself.
struct Found {
    application: i32,
    step: u32,
    written_by: Option<String>,
    tables: u32,
}

impl Found {
    /// Whether it has tables although no step of ours made any.
    fn is_foreign(&self) -> bool {
        self.step == 0 && self.tables > 0
    }
}

/// Reads what a database says of itself and leaves it, and what lies beside it, as they were.
fn look(path: &Path) -> Result<Found, StoreError> {
    if is_empty(path)? {
        return Ok(Found {
            application: 0,
            step: 0,
            written_by: None,
            tables: 0,
        });
    }
    let log = beside(path, "-wal");
    let has_log = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    if !has_log {
        // Without a log everything stands in the file, and `immutable` keeps SQLite from making one.
        let uri = format!("file:{}?immutable=1", percent_encoded(path));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        return ask_it(&super::connect(Path::new(&uri), flags)?);
    }
    let index = beside(path, "-shm");
    let had_index = index.exists();
    let db = super::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let found = ask_it(&db);
    drop(db);
    if !had_index {
        // Only the holder of the directory's lock comes here, so nobody uses the index just made.
        match fs::remove_file(&index) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StoreError::file(index)(error));
            }
            _ => {}
        }
    }
    found
}

fn ask_it(db: &Connection) -> Result<Found, StoreError> {
    let tables = db.query_row(
        "select count(*) from sqlite_schema where type = 'table'",
        [],
        |row| row.get(0),
    )?;
    let has_program: bool = db.query_row(
        "select exists (select 1 from sqlite_schema where type = 'table' and name = 'program')",
        [],
        |row| row.get(0),
    )?;
    let written_by = if has_program {
        db.query_row("select version from program", [], |row| row.get(0))
            .optional()?
    } else {
        None
    };
    Ok(Found {
        application: db.query_row("pragma application_id", [], |row| row.get(0))?,
        step: db.query_row("pragma user_version", [], |row| row.get(0))?,
        written_by,
        tables,
    })
}

fn is_empty(path: &Path) -> Result<bool, StoreError> {
    let mut byte = [0];
    let mut file = fs::File::open(path).map_err(StoreError::file(path))?;
    Ok(file.read(&mut byte).map_err(StoreError::file(path))? == 0)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A path for a `file:` address: everything but the plainest characters as `%` and two digits.
fn percent_encoded(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let bytes = path.as_os_str().as_bytes();
    bytes
        .iter()
        .map(|&byte| match byte {
            b'/' | b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
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
}
