//! The files of diffs that were ticked off. A tick counts for an ask and for all its later versions, as
//! long as the file's hunks, and so its digest, are the same.

use loopback_contract::AskId;
use rusqlite::{Connection, Transaction};

use crate::error::StoreError;

/// The digests ticked off in an ask or in one it revises, directly or not.
pub(crate) fn in_chain(db: &Connection, ask: &AskId) -> Result<Vec<String>, StoreError> {
    let mut query = db.prepare_cached(
        "with recursive chain (ask) as (
             select ?1
             union
             select asks.revises from asks join chain on asks.id = chain.ask
             where asks.revises is not null
         )
         select distinct digest from viewed where ask in (select ask from chain) order by digest",
    )?;
    let rows = query.query_map((ask.as_str(),), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many files of one ask are ticked off.
pub(crate) fn count(db: &Connection, ask: &AskId) -> Result<usize, StoreError> {
    let count = db
        .prepare_cached("select count(*) from viewed where ask = ?1")?
        .query_row((ask.as_str(),), |row| row.get(0))?;
    Ok(count)
}

/// Ticks a file off.
pub(crate) fn insert(
    change: &Transaction<'_>,
    ask: &AskId,
    digest: &str,
) -> Result<(), StoreError> {
    change
        .prepare_cached("insert or ignore into viewed (ask, digest) values (?1, ?2)")?
        .execute((ask.as_str(), digest))?;
    Ok(())
}

/// Takes the tick away, wherever in the chain it was set: else it would still be seen here.
pub(crate) fn delete(
    change: &Transaction<'_>,
    ask: &AskId,
    digest: &str,
) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "with recursive chain (ask) as (
                 select ?1
                 union
                 select asks.revises from asks join chain on asks.id = chain.ask
                 where asks.revises is not null
             )
             delete from viewed where digest = ?2 and ask in (select ask from chain)",
        )?
        .execute((ask.as_str(), digest))?;
    Ok(())
}
