//! Asks in which something was written: proposed by the indexes, then read and compared.

use std::ops::ControlFlow;

use loopback_contract::{AskId, SearchField, SearchHit, Timestamp};
use rusqlite::Connection;

use super::lookup::Lookup;
use super::narrow::{Parameters, WHOSE};
use super::{asks, rows, summaries};
use crate::error::StoreError;
use crate::query::Query;
use crate::seek;

const BY_NOTHING: &str = "asks a where a.created_at >= :from and a.created_at < :until";

// The outer table is the index, so that its rows come in the order of the asks and are never sorted. The
// plus keeps the second index from being used to look up rows of the first one by one.
const BY_WORDS: &str = "
    search_words w cross join asks a on a.created_at = w.rowid
    where w.search_words match :words and w.rowid >= :from and w.rowid < :until";

const BY_GRAMS: &str = "
    search_grams g cross join asks a on a.created_at = g.rowid
    where g.search_grams match :grams and g.rowid >= :from and g.rowid < :until";

const BY_BOTH: &str = "
    search_words w cross join asks a on a.created_at = w.rowid
    where w.search_words match :words and w.rowid >= :from and w.rowid < :until
        and +w.rowid in (select rowid from search_grams where search_grams match :grams)";

/// Asks opened before a moment in which all is there that the query looks for, the newest first. The
/// derived tables have to be up to date.
pub(crate) fn find(
    db: &Connection,
    query: &Query,
    before: Option<Timestamp>,
    limit: usize,
) -> Result<Vec<SearchHit>, StoreError> {
    let mut hits = Vec::new();
    candidates(db, query, before, |id| {
        hits.extend(hit(db, query, &id)?);
        Ok(if hits.len() < limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    })?;
    Ok(hits)
}

/// Gives the asks that may be meant, the newest first, until it is enough.
fn candidates(
    db: &Connection,
    query: &Query,
    before: Option<Timestamp>,
    mut each: impl FnMut(AskId) -> Result<ControlFlow<()>, StoreError>,
) -> Result<(), StoreError> {
    let Lookup { words, grams } = Lookup::of(&query.terms);
    let (from, place) = match (&words, &grams) {
        (None, None) => (BY_NOTHING, "a.created_at"),
        (Some(_), None) => (BY_WORDS, "w.rowid"),
        (None, Some(_)) => (BY_GRAMS, "g.rowid"),
        (Some(_), Some(_)) => (BY_BOTH, "w.rowid"),
    };
    let parameters = Parameters::of(&query.filters, before)
        .and(":words", words)
        .and(":grams", grams);
    let mut statement = db.prepare_cached(&sql(from, place))?;
    parameters.bind(&mut statement)?;
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        if each(AskId::new(row.get::<_, String>(0)?))?.is_break() {
            break;
        }
    }
    Ok(())
}

fn sql(from: &str, place: &str) -> String {
    format!(
        "select a.id from {from} and {WHOSE}
         and (:outcomes is null or a.outcome in (select o.value from json_each(:outcomes) o))
         order by {place} desc"
    )
}

/// The ask as a hit, if it is one.
fn hit(db: &Connection, query: &Query, id: &AskId) -> Result<Option<SearchHit>, StoreError> {
    let Some(row) = rows::unless_damaged(summaries::read(db, id), || id.to_string())?.flatten()
    else {
        return Ok(None);
    };
    if query.terms.is_empty() {
        let snippet = seek::whole(&row.title);
        return Ok(Some(SearchHit {
            ask: row,
            field: SearchField::Title,
            snippet,
        }));
    }
    let Some(ask) = rows::unless_damaged(asks::read(db, id), || id.to_string())?.flatten() else {
        return Ok(None);
    };
    let found = seek::seek(&query.terms, seek::texts(&ask, &row.title));
    Ok(found.map(|found| SearchHit {
        field: found.field,
        snippet: seek::snippet(&query.terms, found.text),
        ask: row.clone(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::store;

    #[test]
    fn hits_come_in_order_from_an_index_and_are_never_sorted() {
        let temp = tempfile::tempdir().unwrap();
        let db = store::open(&temp.path().join("inbox.db"), "0.1.0", &Clock::system()).unwrap();
        for (from, place, first) in [
            (
                BY_NOTHING,
                "a.created_at",
                "SEARCH a USING INDEX asks_created",
            ),
            (BY_WORDS, "w.rowid", "SCAN w VIRTUAL TABLE"),
            (BY_GRAMS, "g.rowid", "SCAN g VIRTUAL TABLE"),
            (BY_BOTH, "w.rowid", "SCAN w VIRTUAL TABLE"),
        ] {
            let sql = format!("explain query plan {}", sql(from, place));
            let mut query = db.prepare(&sql).unwrap();
            let mut steps: Vec<String> = Vec::new();
            let mut rows = query.raw_query();
            while let Some(row) = rows.next().unwrap() {
                steps.push(row.get("detail").unwrap());
            }
            let plan = steps.join("; ");
            assert!(plan.starts_with(first), "{plan}");
            assert!(!plan.contains("ORDER BY"), "{plan}");
        }
    }
}
