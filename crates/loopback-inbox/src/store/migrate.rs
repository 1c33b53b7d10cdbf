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
const STEPS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
    include_str!("migrations/0005.sql"),
    include_str!("migrations/0006.sql"),
    include_str!("migrations/0007.sql"),
    include_str!("migrations/0008.sql"),
];

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
mod tests;
