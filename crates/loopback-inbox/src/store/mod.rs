//! The database: one connection that writes, several that only read, and the rows.
//!
//! What may happen to an ask is not known here, nor who waits for it: rows hold what was committed.

pub(crate) mod asking;
pub(crate) mod asks;
pub(crate) mod calls;
pub(crate) mod columns;
pub(crate) mod decisions;
pub(crate) mod drafts;
pub(crate) mod held;
pub(crate) mod instant;
pub(crate) mod lookup;
pub(crate) mod marks;
mod migrate;
mod narrow;
mod readers;
pub(crate) mod rows;
pub(crate) mod search;
pub(crate) mod search_index;
pub(crate) mod sessions;
pub(crate) mod summaries;
pub(crate) mod summary;
pub(crate) mod uploads;
pub(crate) mod viewed;

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use loopback_contract::Timestamp;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::clock::Clock;
use crate::error::{StartError, StoreError};

pub(crate) use readers::Readers;

/// How long one connection waits for another. Ours never make each other wait that long; a person
/// who looks into the database with a tool of their own may.
const BUSY: Duration = Duration::from_secs(5);

/// Opens the database for writing, makes it if there is none and brings an older one up to date. The
/// clock is seeded with the newest moment the database knows.
///
/// # Errors
///
/// [`StartError::Newer`] and [`StartError::Damaged`] leave the file as it was.
pub(crate) fn open(path: &Path, program: &str, clock: &Clock) -> Result<Connection, StartError> {
    create_private(path)?;
    migrate::refuse_unknown(path, program)
        .and_then(|()| Ok(open_known(path, program, clock)?))
        .map_err(|error| damaged(path, error))
}

/// Refuses a database that is not ours or is ahead of this program.
pub(crate) fn check_known(path: &Path, program: &str) -> Result<(), StartError> {
    migrate::refuse_unknown(path, program).map_err(|error| damaged(path, error))
}

fn open_known(path: &Path, program: &str, clock: &Clock) -> Result<Connection, StoreError> {
    let mut db = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mode: String = db.query_row("pragma journal_mode = wal", [], |row| row.get(0))?;
    debug_assert_eq!(mode, "wal");
    db.pragma_update(None, "synchronous", "full")?;
    // What a long read kept the log from being cut back to is given back to the disk afterwards.
    db.pragma_update(None, "journal_size_limit", 16 << 20)?;
    migrate::migrate(&mut db, program, clock)?;
    search_index::prepare(&db)?;
    clock.seed(newest(&db)?);
    Ok(db)
}

/// An error that says the file is no sound database is the person's to mend, not ours.
pub(crate) fn damaged(path: &Path, error: StartError) -> StartError {
    use rusqlite::ErrorCode as Code;
    match error {
        StartError::Store {
            error: StoreError::Database { error },
        } if matches!(
            error.sqlite_error_code(),
            Some(Code::DatabaseCorrupt | Code::NotADatabase)
        ) =>
        {
            StartError::Damaged {
                path: path.to_owned(),
                why: error.to_string(),
            }
        }
        other => other,
    }
}

/// Begins a change. Nothing of it stays unless it is committed.
pub(crate) fn begin(db: &mut Connection) -> Result<Transaction<'_>, StoreError> {
    Ok(db.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Makes a change stay: when this returns, it is on the disk.
pub(crate) fn commit(change: Transaction<'_>, now: Timestamp) -> Result<(), StoreError> {
    change.execute("update clock set newest = ?1", (now.as_millisecond(),))?;
    Ok(change.commit()?)
}

/// Makes a transaction that has read nothing yet see what is committed now, and nothing later.
pub(crate) fn settle(read: &Transaction<'_>) -> Result<(), StoreError> {
    newest(read).map(drop)
}

/// Folds the log into the database and closes it.
pub(crate) fn close(db: Connection) -> Result<(), StoreError> {
    db.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    db.close().map_err(|(_, error)| error.into())
}

fn newest(db: &Connection) -> Result<Timestamp, StoreError> {
    Ok(db.query_row("select newest from clock", [], |row| instant::get(row, 0))?)
}

/// `SQLite` would make the file for everybody to read, and its companions with the same mode.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::file(path)(error)),
    }
}

pub(crate) fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the store opens the database, with its settings and checks"
    )]
    let db = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    db.busy_timeout(BUSY)?;
    db.pragma_update(None, "foreign_keys", true)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}
