//! Looks at an inbox without serving it: who does, and whether its database is sound.

use std::path::Path;

use rusqlite::OpenFlags;

use crate::directory::{self, Holder, Lock, Mode};
use crate::error::{StartError, StoreError};
use crate::store;

/// How an inbox was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// There is none yet.
    Absent,
    /// A process serves it, which looks after the database.
    Served(Option<Holder>),
    /// Nobody serves it, and its database is sound.
    Sound,
}

/// Looks at a data directory. Nothing in it is changed; while its database is checked no process can serve it.
///
/// # Errors
///
/// [`StartError`], as a start would meet it: something others could reach, a database of a newer program or
/// another one, or a damaged one.
pub fn examine(data_dir: &Path, program_version: &str) -> Result<Condition, StartError> {
    if !data_dir.exists() {
        return Ok(Condition::Absent);
    }
    let dir = directory::open(data_dir)?;
    if !dir.database().exists() {
        return Ok(Condition::Absent);
    }
    let _lock = match Lock::take(&dir, Mode::Headless) {
        Ok(lock) => lock,
        Err(StartError::Locked { holder, .. }) => return Ok(Condition::Served(holder)),
        Err(error) => return Err(error),
    };
    store::check_known(&dir.database(), program_version)?;
    quick_check(&dir.database())?;
    Ok(Condition::Sound)
}

fn quick_check(path: &Path) -> Result<(), StartError> {
    let check = || -> Result<String, StoreError> {
        let db = store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        Ok(db.query_row("pragma quick_check(1)", [], |row| row.get(0))?)
    };
    let found = check().map_err(|error| store::damaged(path, error.into()))?;
    if found == "ok" {
        return Ok(());
    }
    Err(StartError::Damaged {
        path: path.to_owned(),
        why: found,
    })
}
