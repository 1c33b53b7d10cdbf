//! Asks as rows of a list, read from the columns alone.

use loopback_contract::{AskId, AskKind, AskStatus, AskSummary, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Params, Row};

use super::marks::Marks;
use super::{columns, held, instant, rows};
use crate::caller::Caller;
use crate::error::StoreError;
use crate::session::Known;

const OPEN: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns,
        held.reply, held.until, marks.seen, marks.snoozed_until, marks.drafted,
        batch
    from asks left join held on held.ask = asks.id left join marks on marks.ask = asks.id
    where closed_at is null order by created_at desc";

const CLOSED: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns,
        held.reply, held.until, marks.seen, marks.snoozed_until, marks.drafted,
        batch
    from asks left join held on held.ask = asks.id left join marks on marks.ask = asks.id
    where closed_at is not null and closed_at < ?1 order by closed_at desc";

const ONE: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns,
        held.reply, held.until, marks.seen, marks.snoozed_until, marks.drafted,
        batch
    from asks left join held on held.ask = asks.id left join marks on marks.ask = asks.id
    where id = ?1";

const OF_AGENT: &str = "
    select id, kind, status, title, project, client, origin, revises, created_at, updated_at,
        closed_at, outcome, delivered_at, withdrawn, points_open, points_total, turns,
        held.reply, held.until, marks.seen, marks.snoozed_until, marks.drafted,
        batch, session,
        exists (select 1 from ended_sessions where ended_sessions.session = asks.session)
    from asks left join held on held.ask = asks.id left join marks on marks.ask = asks.id
    where asks.id in (
            select id from asks where closed_at is null
            union all select id from asks
                where outcome is not null and withdrawn = 0 and delivered_at is null
            union all select id from asks
                where outcome is not null and withdrawn = 0 and delivered_at > ?5)
        and (session = ?1 or (caller = ?2 and (project = ?3 or json_extract(origin, '$.cwd') = ?4)))
        and (?3 is null or project = ?3)
    order by created_at desc limit 200";

/// The row of one ask.
pub(crate) fn read(db: &Connection, id: &AskId) -> Result<Option<AskSummary>, StoreError> {
    let mut query = db.prepare_cached(ONE)?;
    Ok(query.query_row((id.as_str(),), row).optional()?)
}

/// The rows of all open asks, the newest first.
pub(crate) fn open(db: &Connection) -> Result<Vec<AskSummary>, StoreError> {
    most(db, OPEN, (), u32::MAX)
}

/// The rows of the asks closed last before a moment, the newest first.
pub(crate) fn closed(
    db: &Connection,
    before: Option<Timestamp>,
    limit: u32,
) -> Result<Vec<AskSummary>, StoreError> {
    let before = before.map_or(i64::MAX, Timestamp::as_millisecond);
    most(db, CLOSED, (before,), limit)
}

/// The rows of an agent's asks that are open, whose reply no agent has had, or was handed over after a
/// moment, the newest first: of the caller's session, and of other sessions of the same client on the same machine that are over,
/// in the same working directory or the project named. Of a project that is named, nothing else is listed.
pub(crate) fn of_agent(
    db: &Connection,
    caller: &Caller,
    project: Option<&str>,
    since: Timestamp,
    is_left: impl Fn(&Known) -> bool,
) -> Result<Vec<AskSummary>, StoreError> {
    let cwd = caller.origin.as_ref().map(|origin| origin.cwd.as_str());
    let mut query = db.prepare_cached(OF_AGENT)?;
    let found = query.query((
        &caller.session,
        &caller.client_name,
        project,
        cwd,
        since.as_millisecond(),
    ))?;
    let found = rows::sound(found, usize::MAX, |found| {
        let known = Known {
            name: found.get(23)?,
            ended: found.get(24)?,
        };
        Ok((row(found)?, known))
    })?;
    let ours = |(_, known): &(AskSummary, Known)| known.name == caller.session || is_left(known);
    Ok(found.into_iter().filter(ours).map(|(row, _)| row).collect())
}

/// The rows that can be read, as many as are wanted.
fn most(
    db: &Connection,
    sql: &str,
    params: impl Params,
    limit: u32,
) -> Result<Vec<AskSummary>, StoreError> {
    let mut query = db.prepare_cached(sql)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    rows::sound(query.query(params)?, limit, |found| Ok(row(found)?))
}

fn row(row: &Row<'_>) -> rusqlite::Result<AskSummary> {
    let withdrawn: bool = row.get(13)?;
    let marks = Marks {
        seen: instant::get_optional(row, 19)?,
        snoozed_until: instant::get_optional(row, 20)?,
        drafted: row.get::<_, Option<bool>>(21)?.unwrap_or_default(),
    };
    Ok(marks.on(AskSummary {
        id: AskId::new(row.get::<_, String>(0)?),
        kind: columns::word(row, 1, AskKind::ALL, AskKind::as_str)?,
        status: columns::word(row, 2, AskStatus::ALL, AskStatus::as_str)?,
        waiting: false,
        following: None,
        renewed: None,
        batch: columns::json(row, 22)?,
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
        held: held::shown(row, 17, 18)?,
        unread: None,
        snoozed_until: None,
        drafted: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::store;

    #[test]
    fn lists_are_read_along_an_index_and_never_sorted() {
        for (sql, index) in [(OPEN, "asks_open"), (CLOSED, "asks_closed")] {
            let plan = plan(sql).join("; ");
            assert!(plan.contains(&format!("INDEX {index}")), "{plan}");
            assert!(!plan.contains("TEMP B-TREE"), "{plan}");
        }
    }

    #[test]
    fn an_agents_asks_are_found_without_going_through_the_history() {
        let plan = plan(OF_AGENT);
        assert!(plan.join("; ").contains("INDEX asks_replied"), "{plan:?}");
        assert!(!plan.iter().any(|step| step == "SCAN asks"), "{plan:?}");
    }

    /// The steps by which a query is answered.
    fn plan(sql: &str) -> Vec<String> {
        let temp = tempfile::tempdir().unwrap();
        let db = store::open(&temp.path().join("inbox.db"), "0.1.0", &Clock::system()).unwrap();
        let mut query = db.prepare(&format!("explain query plan {sql}")).unwrap();
        let parameters = vec![1; query.parameter_count()];
        let steps = query.query_map(rusqlite::params_from_iter(parameters), |row| {
            row.get("detail")
        });
        steps.unwrap().map(Result::unwrap).collect()
    }
}
