//! Columns that hold a word or a message of the contract.

use rusqlite::Row;
use rusqlite::types::{FromSqlError, Type};
use serde::de::DeserializeOwned;

/// The value of an enum whose word stands in a column.
pub(crate) fn word<T: Copy>(
    row: &Row<'_>,
    column: usize,
    all: &[T],
    as_str: impl Fn(T) -> &'static str,
) -> rusqlite::Result<T> {
    let found = row.get_ref(column)?.as_str()?;
    let value = all.iter().copied().find(|&value| as_str(value) == found);
    value.ok_or_else(|| unreadable(column))
}

/// The message whose JSON stands in a column, if any does.
pub(crate) fn json<T: DeserializeOwned>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    let Some(text) = row.get_ref(column)?.as_str_or_null()? else {
        return Ok(None);
    };
    let read = serde_json::from_str(text);
    read.map(Some).map_err(|_| unreadable(column))
}

/// Errors are logged, and what cannot be read may be what somebody wrote: so only its place is told.
fn unreadable(column: usize) -> rusqlite::Error {
    let why = Box::new(FromSqlError::InvalidType);
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why)
}
