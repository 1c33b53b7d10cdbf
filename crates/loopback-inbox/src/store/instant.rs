//! Moments as the database keeps them: milliseconds since 1970 began.

use loopback_contract::Timestamp;
use rusqlite::Row;
use rusqlite::types::{FromSqlError, Type};

/// The moment in a column.
pub(crate) fn get(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    read(column, row.get(column)?)
}

/// The moment in a column that may have none.
pub(crate) fn get_optional(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    let millisecond: Option<i64> = row.get(column)?;
    millisecond.map(|at| read(column, at)).transpose()
}

fn read(column: usize, millisecond: i64) -> rusqlite::Result<Timestamp> {
    Timestamp::from_millisecond(millisecond).ok_or_else(|| {
        let why = FromSqlError::OutOfRange(millisecond);
        rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, Box::new(why))
    })
}
