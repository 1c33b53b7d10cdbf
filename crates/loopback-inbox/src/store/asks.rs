//! Asks as rows: the whole of each as the contract's JSON, beside the columns that lists ask for.

use loopback_contract::{Ask, AskId, AskSummary, Held, REVISION, Timestamp, upgrade};
use rusqlite::{Connection, OptionalExtension as _, Params, Transaction, named_params};
use serde_json::Value;

use super::{held, instant, rows, search_index, summary};
use crate::error::StoreError;
use crate::session::Known;

/// What is kept of how an ask was opened, beside the ask.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opened<'a> {
    /// The session of the agent.
    pub(crate) session: &'a str,
    /// The name of its client.
    pub(crate) caller: &'a str,
    /// SHA-256 of the tool and its input.
    pub(crate) opening: &'a str,
}

/// Records an ask that was just opened.
pub(crate) fn insert(
    change: &Transaction<'_>,
    ask: &Ask,
    opened: &Opened<'_>,
) -> Result<(), StoreError> {
    let (row, body) = (summary::of(ask), body(ask)?);
    change
        .prepare_cached(
            "insert into asks (
                 id, session, kind, status, title, project, client, origin, revises,
                 created_at, updated_at, closed_at, outcome, delivered_at, withdrawn,
                 points_open, points_total, turns, revision, body, caller, opening, batch
             ) values (
                 :id, :session, :kind, :status, :title, :project, :client, :origin, :revises,
                 :created_at, :updated_at, :closed_at, :outcome, :delivered_at, :withdrawn,
                 :points_open, :points_total, :turns, :revision, :body, :caller, :opening, :batch
             )",
        )?
        .execute(named_params! {
            ":id": row.id.as_str(),
            ":session": opened.session,
            ":caller": opened.caller,
            ":opening": opened.opening,
            ":batch": batch(&row)?,
            ":kind": row.kind.as_str(),
            ":status": row.status.as_str(),
            ":title": row.title,
            ":project": row.project,
            ":client": row.client,
            ":origin": origin(&row)?,
            ":revises": row.revises.as_ref().map(AskId::as_str),
            ":created_at": row.created_at.as_millisecond(),
            ":updated_at": row.updated_at.as_millisecond(),
            ":closed_at": row.closed_at.map(Timestamp::as_millisecond),
            ":outcome": row.outcome,
            ":delivered_at": row.delivered_at.map(Timestamp::as_millisecond),
            ":withdrawn": row.withdrawn.unwrap_or_default(),
            ":points_open": row.points_open,
            ":points_total": row.points_total,
            ":turns": row.turns,
            ":revision": REVISION,
            ":body": body,
        })?;
    search_index::note_opened(change, &row)
}

/// Records what an ask is now. Its opening never changes, so neither do the columns that hold it.
pub(crate) fn update(change: &Transaction<'_>, ask: &Ask) -> Result<(), StoreError> {
    let (row, body) = (summary::of(ask), body(ask)?);
    search_index::note_update(change, &row)?;
    let changed = change
        .prepare_cached(
            "update asks set
                 status = :status, updated_at = :updated_at, closed_at = :closed_at,
                 outcome = :outcome, delivered_at = :delivered_at, withdrawn = :withdrawn,
                 points_open = :points_open, points_total = :points_total, turns = :turns,
                 revision = :revision, body = :body
             where id = :id",
        )?
        .execute(named_params! {
            ":id": row.id.as_str(),
            ":status": row.status.as_str(),
            ":updated_at": row.updated_at.as_millisecond(),
            ":closed_at": row.closed_at.map(Timestamp::as_millisecond),
            ":outcome": row.outcome,
            ":delivered_at": row.delivered_at.map(Timestamp::as_millisecond),
            ":withdrawn": row.withdrawn.unwrap_or_default(),
            ":points_open": row.points_open,
            ":points_total": row.points_total,
            ":turns": row.turns,
            ":revision": REVISION,
            ":body": body,
        })?;
    debug_assert_eq!(changed, 1, "an ask that is updated was inserted");
    Ok(())
}

/// One ask, unless it is damaged: then it is as if there were none.
pub(crate) fn read_sound(db: &Connection, id: &AskId) -> Result<Option<Ask>, StoreError> {
    Ok(rows::unless_damaged(read(db, id), || id.to_string())?.flatten())
}

/// One ask.
pub(crate) fn read(db: &Connection, id: &AskId) -> Result<Option<Ask>, StoreError> {
    let row = db
        .prepare_cached(
            "select asks.id, asks.revision, body, held.reply, held.until
             from asks left join held on held.ask = asks.id where asks.id = ?1",
        )?
        .query_row((id.as_str(),), Row::read)
        .optional()?;
    row.map(Row::into_ask).transpose()
}

/// The ask that was opened at this moment.
pub(crate) fn opened_at(db: &Connection, moment: Timestamp) -> Result<Option<Ask>, StoreError> {
    let row = db
        .prepare_cached(
            "select asks.id, asks.revision, body, held.reply, held.until
             from asks left join held on held.ask = asks.id where created_at = ?1",
        )?
        .query_row((moment.as_millisecond(),), Row::read)
        .optional()?;
    row.map(Row::into_ask).transpose()
}

/// Asks opened after a moment, or of all, the oldest first.
pub(crate) fn oldest(
    db: &Connection,
    after: Option<Timestamp>,
    limit: u32,
) -> Result<Vec<Ask>, StoreError> {
    let after = after.map_or(i64::MIN, Timestamp::as_millisecond);
    most(
        db,
        "select asks.id, asks.revision, body, held.reply, held.until
         from asks left join held on held.ask = asks.id
         where created_at > ?1 order by created_at",
        (after,),
        limit,
    )
}

/// An ask that was opened with the same words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Twin {
    pub(crate) id: AskId,
    /// The session of the agent that opened it.
    pub(crate) session: Known,
    /// The directory it worked in, if that is known.
    pub(crate) cwd: Option<String>,
}

/// The asks that clients of this name opened with these words and nobody took back, the likeliest to be joined
/// first: those that are open, or were replied to after `since` and that reply was not had; of these the ones of
/// the session named; and then the newest. Only the first few count.
pub(crate) fn twins(
    db: &Connection,
    opening: &str,
    caller: &str,
    session: &str,
    since: Timestamp,
) -> Result<Vec<Twin>, StoreError> {
    let mut query = db.prepare_cached(
        "select id, session,
             exists (select 1 from ended_sessions where ended_sessions.session = asks.session),
             case when json_valid(origin) then json_extract(origin, '$.cwd') end,
             closed_at is null or (delivered_at is null and closed_at > ?4) as owed
         from asks where opening = ?1 and caller = ?2 and withdrawn = 0
         order by owed desc, owed and session = ?3 desc, created_at desc limit 20",
    )?;
    let found = query.query((opening, caller, session, since.as_millisecond()))?;
    rows::sound(found, usize::MAX, |row| {
        Ok(Twin {
            id: AskId::new(row.get::<_, String>(0)?),
            session: Known {
                name: row.get(1)?,
                ended: row.get(2)?,
            },
            cwd: row.get(3)?,
        })
    })
}

/// The question of a batch that was opened with these words.
pub(crate) fn of_batch(
    db: &Connection,
    opening: &str,
    batch: &str,
) -> Result<Option<AskId>, StoreError> {
    let id = db
        .prepare_cached(
            "select id from asks where opening = ?1 and json_valid(batch) and json_extract(batch, '$.id') = ?2
             order by created_at desc limit 1",
        )?
        .query_row((opening, batch), |row| row.get::<_, String>(0))
        .optional()?;
    Ok(id.map(AskId::new))
}

/// Where an ask stands among those the person is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// How many were asked before it.
    pub before: u32,
    /// How many there are, with it.
    pub of: u32,
}

/// The place of an ask among those the person is to answer, if it is one of them.
pub(crate) fn place(db: &Connection, id: &AskId) -> Result<Option<Place>, StoreError> {
    let place = db
        .prepare_cached(
            "select count(*) filter (where asks.created_at < this.created_at), count(*)
             from asks, (select created_at from asks
                         where id = ?1 and closed_at is null and status = 'awaiting_human') as this
             where asks.closed_at is null and asks.status = 'awaiting_human'
             having count(*) > 0",
        )?
        .query_row((id.as_str(),), |row| {
            Ok(Place {
                before: row.get(0)?,
                of: row.get(1)?,
            })
        })
        .optional()?;
    Ok(place)
}

/// All open asks, the newest first.
pub(crate) fn open(db: &Connection) -> Result<Vec<Ask>, StoreError> {
    most(
        db,
        "select asks.id, asks.revision, body, held.reply, held.until
         from asks left join held on held.ask = asks.id
         where closed_at is null order by created_at desc",
        (),
        u32::MAX,
    )
}

/// The asks closed last before a moment, the newest first.
pub(crate) fn closed(
    db: &Connection,
    before: Option<Timestamp>,
    limit: u32,
) -> Result<Vec<Ask>, StoreError> {
    let before = before.map_or(i64::MAX, Timestamp::as_millisecond);
    most(
        db,
        "select asks.id, asks.revision, body, held.reply, held.until
         from asks left join held on held.ask = asks.id
         where closed_at is not null and closed_at < ?1 order by closed_at desc",
        (before,),
        limit,
    )
}

/// Whether an ask has this id.
pub(crate) fn exists(db: &Connection, id: &AskId) -> Result<bool, StoreError> {
    let exists = db
        .prepare_cached("select exists (select 1 from asks where id = ?1)")?
        .query_row((id.as_str(),), |row| row.get(0))?;
    Ok(exists)
}

/// Whether some review is the next version of this one. One that was taken back is not: else a review
/// whose next version its agent withdrew could never be revised.
pub(crate) fn is_revised(db: &Connection, id: &AskId) -> Result<bool, StoreError> {
    let revised = db
        .prepare_cached("select exists (select 1 from asks where revises = ?1 and withdrawn = 0)")?
        .query_row((id.as_str(),), |row| row.get(0))?;
    Ok(revised)
}

/// When each client last opened an ask.
pub(crate) fn last_by_caller(db: &Connection) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let mut query = db.prepare_cached(
        "select caller, max(created_at) from asks where caller is not null group by caller",
    )?;
    let found = query.query_map((), |row| Ok((row.get(0)?, instant::get(row, 1)?)))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// How many asks are open.
pub(crate) fn count_open(db: &Connection) -> Result<usize, StoreError> {
    let count = db
        .prepare_cached("select count(*) from asks where closed_at is null")?
        .query_row((), |row| row.get(0))?;
    Ok(count)
}

/// How many asks of one agent session are open.
pub(crate) fn count_open_in(db: &Connection, session: &str) -> Result<usize, StoreError> {
    let count = db
        .prepare_cached("select count(*) from asks where session = ?1 and closed_at is null")?
        .query_row((session,), |row| row.get(0))?;
    Ok(count)
}

/// The columns an ask is read from, with those of the reply that is held for it: one statement reads
/// both, so that no ask is seen that has neither the held reply any more nor the given one yet.
struct Row {
    id: AskId,
    revision: u32,
    body: String,
    held: Option<Held>,
}

impl Row {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: AskId::new(row.get::<_, String>(0)?),
            revision: row.get(1)?,
            body: row.get(2)?,
            held: held::shown(row, 3, 4)?,
        })
    }

    fn into_ask(self) -> Result<Ask, StoreError> {
        let unreadable = |why: String| StoreError::Unreadable {
            what: "body",
            ask: self.id.clone(),
            why,
        };
        let value: Value =
            serde_json::from_str(&self.body).map_err(|error| unreadable(error.to_string()))?;
        let mut ask =
            upgrade::ask(self.revision, value).map_err(|error| unreadable(error.to_string()))?;
        *ask.common_mut().held = self.held;
        Ok(ask)
    }
}

/// The asks that can be read, as many as are wanted: of one that cannot, the others know nothing.
fn most(
    db: &Connection,
    sql: &str,
    params: impl Params,
    limit: u32,
) -> Result<Vec<Ask>, StoreError> {
    let mut query = db.prepare_cached(sql)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    rows::sound(query.query(params)?, limit, |row| {
        Row::read(row)?.into_ask()
    })
}

/// The ask as it is stored. Who waits for it is presence and no part of that, and what is held is kept
/// beside it.
fn body(ask: &Ask) -> Result<String, StoreError> {
    let present = ask.waiting() || ask.renewed().is_some();
    let stored = if present || ask.held().is_some() {
        let mut ask = ask.clone();
        ask.set_following(None, None);
        *ask.common_mut().held = None;
        serde_json::to_string(&ask)
    } else {
        serde_json::to_string(ask)
    };
    stored.map_err(|error| unwritable("body", ask.id(), &error))
}

fn batch(row: &AskSummary) -> Result<Option<String>, StoreError> {
    let json = row.batch.as_ref().map(serde_json::to_string).transpose();
    json.map_err(|error| unwritable("batch", &row.id, &error))
}

fn origin(row: &AskSummary) -> Result<Option<String>, StoreError> {
    let json = row.origin.as_ref().map(serde_json::to_string).transpose();
    json.map_err(|error| unwritable("origin", &row.id, &error))
}

fn unwritable(what: &'static str, ask: &AskId, error: &serde_json::Error) -> StoreError {
    StoreError::Unreadable {
        what,
        ask: ask.clone(),
        why: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use loopback_contract::{AskStatus, Following, QuestionAsk, QuestionPrompt};

    use super::*;
    use crate::clock::Clock;
    use crate::store;

    fn ask(at: Timestamp) -> Ask {
        Ask::Question(QuestionAsk {
            prompt: QuestionPrompt {
                question: "Deploy?".to_owned(),
                options: Vec::new(),
                multiple: false,
                context: None,
            },
            id: AskId::new("a1"),
            status: AskStatus::AwaitingHuman,
            waiting: true,
            project: Some("engine".to_owned()),
            client: None,
            raised_by: None,
            thread: Vec::new(),
            created_at: at,
            updated_at: at,
            closed_at: None,
            withdrawn: None,
            origin: None,
            held: None,
            batch: None,
            following: Some(Following::Call),
            renewed: Some(2),
            answered_before: None,
        })
    }

    fn stored() -> (tempfile::TempDir, Connection, Ask) {
        let temp = tempfile::tempdir().unwrap();
        let clock = Clock::system();
        let mut db = store::open(&temp.path().join("inbox.db"), "0.1.0", &clock).unwrap();
        let mut ask = ask(clock.tick());
        let change = store::begin(&mut db).unwrap();
        let opened = Opened {
            session: "s1",
            caller: "claude-code",
            opening: "digest",
        };
        insert(&change, &ask, &opened).unwrap();
        change.commit().unwrap();
        ask.set_following(None, None);
        (temp, db, ask)
    }

    fn revision(db: &Connection) -> u32 {
        db.query_row("select revision from asks", [], |row| row.get(0))
            .unwrap()
    }

    #[test]
    fn who_waits_for_an_ask_is_not_stored() {
        let (_temp, db, ask) = stored();
        assert_eq!(read(&db, ask.id()).unwrap(), Some(ask));
    }

    #[test]
    fn an_ask_of_an_older_revision_is_read_and_written_back_in_the_newest() {
        let (_temp, mut db, ask) = stored();
        db.execute("update asks set revision = 1", ()).unwrap();
        let found = read(&db, ask.id()).unwrap().unwrap();
        assert_eq!(found, ask);
        let change = store::begin(&mut db).unwrap();
        update(&change, &found).unwrap();
        change.commit().unwrap();
        assert_eq!(revision(&db), REVISION);
    }

    #[test]
    fn an_ask_that_cannot_be_read_is_an_error_that_names_it_and_does_not_repeat_it() {
        let (_temp, db, ask) = stored();
        for damage in [
            "update asks set revision = 99",
            "update asks set body = replace(body, 'question', 'secret')",
            "update asks set body = substr(body, 1, 40)",
        ] {
            db.execute(damage, ()).unwrap();
            let error = read(&db, ask.id()).unwrap_err().to_string();
            assert!(
                error.starts_with("the stored body of ask a1 cannot be read: "),
                "{error}"
            );
            assert!(!error.contains("Deploy?"), "{error}");
        }
    }
}
