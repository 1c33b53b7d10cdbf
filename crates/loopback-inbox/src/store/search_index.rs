//! What is looked up when something is searched: an index of words, one of trigrams, and the decisions.
//!
//! All of it is derived from the asks. A change of an ask only puts it into a queue, in the same commit;
//! what is derived is brought up to date afterwards, in small steps, and before anything is looked up. So
//! no agent and no reply ever waits for an index, and a process that dies leaves its work to the next.

use std::collections::BTreeSet;

use loopback_contract::{Ask, AskSummary, Timestamp};
use rusqlite::{Connection, Transaction};

use super::{asks, decisions, instant, rows, summary};
use crate::error::StoreError;
use crate::seek::{self, Folded};

/// How much text one step takes on. A step holds the desk, so it has to be over in a few milliseconds.
const STEP_BYTES: usize = 64 << 10;

/// How many asks one step takes on.
const STEP_ASKS: usize = 64;

/// How many pages of each index one step merges: a quarter of a megabyte.
const STEP_PAGES: usize = 64;

/// How many parts of an index of one size are merged at once, whatever they weigh. `FTS5` does that within the change that
/// wrote one too many, and our steps see to it that there are never so many.
const CRISIS: usize = 512;

/// Stands between texts, so that no words are found across their border. No word has this character.
const BORDER: &str = " \u{e000} ";

/// How far the derived tables have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// They hold everything, in as few parts as they should.
    UpToDate,
    /// They hold everything, and something of it is to be merged.
    Scattered,
    /// There is more to be put into them.
    Behind,
}

/// Has the indexes merged by our steps, and not by `FTS5` when it likes: a change that wrote little would now and then
/// rewrite most of an index, with the desk held all the while.
pub(crate) fn prepare(db: &Connection) -> Result<(), StoreError> {
    for index in INDEXES {
        for (key, value) in [("automerge", 0), ("crisismerge", CRISIS)] {
            let set =
                format!("select exists (select 1 from {index}_config where k = ?1 and v = ?2)");
            if !db.query_row(&set, (key, value), |row| row.get(0))? {
                let set = format!("insert into {index} ({index}, rank) values (?1, ?2)");
                db.execute(&set, (key, value))?;
            }
        }
    }
    Ok(())
}

const INDEXES: [&str; 2] = ["search_words", "search_grams"];

/// Notes that an ask is there whose texts are in no index yet.
pub(crate) fn note_opened(change: &Transaction<'_>, ask: &AskSummary) -> Result<(), StoreError> {
    change
        .prepare_cached("insert or ignore into search_queue (created_at) values (?1)")?
        .execute((ask.created_at.as_millisecond(),))?;
    Ok(())
}

/// Notes that an ask is about to become what `ask` says, if that changes its texts: they change with the
/// turns, and when the ask is taken back.
pub(crate) fn note_update(change: &Transaction<'_>, ask: &AskSummary) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "insert or ignore into search_queue (created_at)
             select created_at from asks where id = ?1 and (turns <> ?2 or withdrawn <> ?3)",
        )?
        .execute((
            ask.id.as_str(),
            ask.turns,
            ask.withdrawn.unwrap_or_default(),
        ))?;
    Ok(())
}

/// How far the derived tables have come.
pub(crate) fn progress(db: &Connection) -> Result<Progress, StoreError> {
    let behind: bool = db
        .prepare_cached("select exists (select 1 from search_queue)")?
        .query_row((), |row| row.get(0))?;
    Ok(if behind {
        Progress::Behind
    } else {
        Progress::UpToDate
    })
}

/// Takes one step: puts some asks of the queue into the derived tables, the newest first, and merges a part of what is
/// there.
pub(crate) fn step(db: &mut Connection) -> Result<Progress, StoreError> {
    let change = super::begin(db)?;
    let mut bytes = 0;
    for created_at in queued(&change)? {
        if bytes >= STEP_BYTES {
            break;
        }
        // What is damaged cannot be shown either, and must not keep all others from being found.
        let ask = rows::unless_damaged(asks::opened_at(&change, created_at), || {
            format!("opened at {created_at}")
        })?;
        if let Some(ask) = ask.flatten() {
            bytes += derive(&change, &ask)?;
        }
        change
            .prepare_cached("delete from search_queue where created_at = ?1")?
            .execute((created_at.as_millisecond(),))?;
    }
    let merged = merge(&change)?;
    let progress = match progress(&change)? {
        Progress::UpToDate if merged == Merged::Some => Progress::Scattered,
        progress => progress,
    };
    // Nothing has happened that has a moment of its own, so the clock stays as it is.
    change.commit()?;
    Ok(progress)
}

/// Whether there was something to merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Merged {
    Some,
    Nothing,
}

/// Merges a part of what is scattered over the indexes, if there is anything.
fn merge(change: &Transaction<'_>) -> Result<Merged, StoreError> {
    let mut merged = Merged::Nothing;
    for index in INDEXES {
        let before = change.total_changes();
        change
            .prepare_cached(&format!(
                "insert into {index} ({index}, rank) values ('merge', ?1)"
            ))?
            .execute((STEP_PAGES,))?;
        // The order itself counts as one change.
        if change.total_changes() - before > 1 {
            merged = Merged::Some;
        }
    }
    Ok(merged)
}

fn queued(db: &Connection) -> Result<Vec<Timestamp>, StoreError> {
    let mut query =
        db.prepare_cached("select created_at from search_queue order by created_at desc limit ?1")?;
    let rows = query.query_map((STEP_ASKS,), |row| instant::get(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Derives everything anew from one ask, and says how much text it has.
fn derive(change: &Transaction<'_>, ask: &Ask) -> Result<usize, StoreError> {
    decisions::replace(change, ask)?;
    let title = summary::of(ask).title;
    let (mut words, mut grams) = (String::new(), String::new());
    let (mut names, mut signs) = (BTreeSet::new(), BTreeSet::new());
    for (_, text) in seek::texts(ask, &title) {
        let folded = Folded::of(text);
        names.append(&mut folded.names());
        let folded = folded.text;
        for word in seek::tokens(&folded) {
            words.push_str(word);
            words.push(' ');
        }
        words.push_str(BORDER);
        seek::signs(&folded, &mut signs);
        grams.push_str(&folded);
        // A folded text has no other blank than the plain one, so no trigram with this is ever looked up.
        grams.push('\n');
    }
    // The parts of names are words too, though not beside what stands around the name.
    for name in &names {
        words.push_str(name);
        words.push_str(BORDER);
    }
    for sign in &signs {
        grams.extend(sign);
        grams.push('\n');
    }
    let place = ask.created_at().as_millisecond();
    for (sql, text) in [
        ("delete from search_words where rowid = ?1", None),
        (
            "insert into search_words (rowid, text) values (?1, ?2)",
            Some(&words),
        ),
        ("delete from search_grams where rowid = ?1", None),
        (
            "insert into search_grams (rowid, text) values (?1, ?2)",
            Some(&grams),
        ),
    ] {
        let mut statement = change.prepare_cached(sql)?;
        match text {
            Some(text) => statement.execute((place, text))?,
            None => statement.execute((place,))?,
        };
    }
    Ok(grams.len())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::clock::Clock;
    use crate::store;

    /// Stores a question of some size, in which hardly a word is that of another.
    fn insert(db: &Connection, n: i64) {
        let mut number = u64::try_from(n).unwrap();
        let words = std::iter::repeat_with(|| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            format!("{:x} ", number >> 24)
        });
        let at = Timestamp::from_millisecond(n).unwrap();
        let body = json!({
            "kind": "question",
            "id": format!("a{n}"),
            "prompt": { "question": words.take(1_000).collect::<String>(), "options": [], "multiple": false },
            "status": "awaiting_human",
            "waiting": false,
            "thread": [],
            "createdAt": at,
            "updatedAt": at,
        });
        db.execute(
            "insert into asks (id, session, kind, status, title, created_at, updated_at, withdrawn, turns, revision, body)
             values (?1, 's1', 'question', 'awaiting_human', 'A title', ?2, ?2, 0, 0, 2, ?3)",
            (format!("a{n}"), n, body.to_string()),
        )
        .unwrap();
        db.execute("insert into search_queue (created_at) values (?1)", (n,))
            .unwrap();
    }

    #[test]
    fn no_step_rewrites_an_index_and_in_the_end_it_is_merged() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("inbox.db");
        let mut db = store::open(&path, "0.1.0", &Clock::system()).unwrap();
        // The log then grows by what each step writes.
        db.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
        let written = || {
            fs::metadata(temp.path().join("inbox.db-wal"))
                .unwrap()
                .len()
        };
        let mut most = 0;
        let mut step = |db: &mut Connection| {
            let before = written();
            let progress = step(db).unwrap();
            most = most.max(written() - before);
            progress
        };
        for n in 1..=200 {
            insert(&db, n);
            while step(&mut db) == Progress::Behind {}
        }
        while step(&mut db) != Progress::UpToDate {}
        let mut size = 0;
        for index in INDEXES {
            let count = |what: &str| -> u64 {
                let count = format!("select {what}");
                db.query_row(&count, (), |row| row.get(0)).unwrap()
            };
            size += count(&format!("sum(length(block)) from {index}_data"));
            let parts = count(&format!("count(distinct segid) from {index}_idx"));
            assert!(parts < 20, "{index} is in {parts} parts");
        }
        assert!(
            most < size / 4,
            "{most} of {size} bytes written in one step"
        );
    }
}
