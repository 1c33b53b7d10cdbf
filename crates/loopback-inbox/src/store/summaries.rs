//! Asks as rows of a list, read from the columns alone.

use loopback_contract::{AskId, AskKind, AskStatus, AskSummary, Timestamp};
use rusqlite::{Connection, Params, Row};

use super::{columns, instant};
use crate::error::StoreError;

const OPEN: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns
    from asks where closed_at is null order by created_at desc";

const CLOSED: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns
    from asks where closed_at is not null and closed_at < ?1 order by closed_at desc limit ?2";

/// The rows of all open asks, the newest first.
pub(crate) fn open(db: &Connection) -> Result<Vec<AskSummary>, StoreError> {
    many(db, OPEN, ())
}

/// The rows of the asks closed last before a moment, the newest first.
pub(crate) fn closed(
    db: &Connection,
    before: Option<Timestamp>,
    limit: u32,
) -> Result<Vec<AskSummary>, StoreError> {
    let before = before.map_or(i64::MAX, Timestamp::as_millisecond);
    many(db, CLOSED, (before, limit))
}

fn many(db: &Connection, sql: &str, params: impl Params) -> Result<Vec<AskSummary>, StoreError> {
    let mut query = db.prepare_cached(sql)?;
    let rows = query.query_map(params, read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<AskSummary> {
    let withdrawn: bool = row.get(13)?;
    Ok(AskSummary {
        id: AskId::new(row.get::<_, String>(0)?),
        kind: columns::word(row, 1, AskKind::ALL, AskKind::as_str)?,
        status: columns::word(row, 2, AskStatus::ALL, AskStatus::as_str)?,
        waiting: false,
        title: row.get(3)?,
        project: row.get(4)?,
        client: row.get(5)?,
        origin: columns::json(row, 6)?,
        revises: row.get::<_, Option<String>>(7)?.map(AskId::new),
        created_at: instant::get(row, 8)?,
        updated_at: instant::get(row, 9)?,
        closed_at: instant::get_optional(row, 10)?,
        outcome: row.get(11)?,
        delivered_at: instant::get_optional(row, 12)?,
        withdrawn: withdrawn.then_some(true),
        points_open: row.get(14)?,
        points_total: row.get(15)?,
        turns: row.get(16)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::store;

    #[test]
    fn lists_are_read_along_an_index_and_never_sorted() {
        let temp = tempfile::tempdir().unwrap();
        let db = store::open(&temp.path().join("inbox.db"), "0.1.0", &Clock::system()).unwrap();
        for (sql, index) in [(OPEN, "asks_open"), (CLOSED, "asks_closed")] {
            let mut query = db.prepare(&format!("explain query plan {sql}")).unwrap();
            let parameters = vec![1; query.parameter_count()];
            let steps: Vec<String> = query
                .query_map(rusqlite::params_from_iter(parameters), |row| {
                    row.get("detail")
                })
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let plan = steps.join("; ");
            assert!(plan.contains(&format!("INDEX {index}")), "{plan}");
            assert!(!plan.contains("TEMP B-TREE"), "{plan}");
        }
    }
}
