//! Rows of which one may be damaged: it is logged by its id and left out, and all others are served.
//!
//! What is wrong with it is not told: it may be what somebody wrote. Whoever asks for the damaged one itself gets the
//! error.

use loopback_contract::AskId;
use rusqlite::{Row, Rows};

use crate::error::StoreError;

/// Reads as many rows as are wanted, without those that are damaged. The first column is an ask's id.
pub(super) fn sound<T>(
    mut rows: Rows<'_>,
    most: usize,
    read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut found = Vec::new();
    while found.len() < most
        && let Some(row) = rows.next()?
    {
        found.extend(unless_damaged(read(row), || {
            row.get(0).unwrap_or_default()
        })?);
    }
    Ok(found)
}

/// What was read, or nothing if that is damaged. Errors of the whole database stay errors.
pub(crate) fn unless_damaged<T>(
    read: Result<T, StoreError>,
    ask: impl FnOnce() -> String,
) -> Result<Option<T>, StoreError> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_damaged_row() => {
            report(&AskId::new(ask()));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Says that something of an ask cannot be read and was left out.
pub(crate) fn report(ask: &AskId) {
    tracing::error!(%ask, "what is stored of an ask is damaged, and it is left out");
}
