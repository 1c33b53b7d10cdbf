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
    value.ok_or_else(|| unreadable(column, FromSqlError::InvalidType))
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
    read.map(Some).map_err(|error| unreadable(column, error))
}

fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
