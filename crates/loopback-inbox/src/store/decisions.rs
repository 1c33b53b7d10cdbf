//! The person's replies, one line each, over all asks.
//!
//! Derived from the asks, see [`search_index`](super::search_index). Replies are given by rules; here is
//! only what a list shows of them.

use loopback_contract::{Ask, AskId, AskKind, Decision, Entry, Reply, SearchField, Timestamp};
use rusqlite::{Connection, Row, Transaction};

use super::narrow::{Parameters, WHOSE};
use super::{columns, instant, rows};
use crate::error::StoreError;
use crate::query::Query;
use crate::seek::{self, line, shortened};

/// How many characters of a reply its line has, at most.
const ANSWER: usize = 1_000;

/// Writes the lines of an ask anew.
pub(super) fn replace(change: &Transaction<'_>, ask: &Ask) -> Result<(), StoreError> {
    change
        .prepare_cached("delete from decisions where ask = ?1")?
        .execute((ask.id().as_str(),))?;
    for (turn, entry) in ask.thread().iter().enumerate() {
        let Entry::Human(human) = entry else {
            continue;
        };
        change
            .prepare_cached(
                "insert into decisions (at, ask, outcome, answer) values (?1, ?2, ?3, ?4)",
            )?
            .execute((
                human.at.as_millisecond(),
                ask.id().as_str(),
                human.reply.tag(),
                answer(ask, turn, &human.reply),
            ))?;
    }
    Ok(())
}

/// The replies given before a moment that the query is for, the newest first. Its words are looked for in
/// the line itself. The derived tables have to be up to date.
pub(crate) fn list(
    db: &Connection,
    query: &Query,
    before: Option<Timestamp>,
    limit: usize,
) -> Result<Vec<Decision>, StoreError> {
    let parameters = Parameters::of(&query.filters, before);
    let mut statement = db.prepare_cached(&format!(
        "select d.ask, a.kind, a.project, a.client, a.title, d.outcome, d.answer, d.at
         from decisions d cross join asks a on a.id = d.ask
         where d.at >= :from and d.at < :until and {WHOSE}
             and (:outcomes is null or d.outcome in (select o.value from json_each(:outcomes) o))
         order by d.at desc"
    ))?;
    parameters.bind(&mut statement)?;
    let mut rows = statement.raw_query();
    let mut decisions = Vec::new();
    while decisions.len() < limit
        && let Some(row) = rows.next()?
    {
        let found = read(row).map_err(StoreError::from);
        let found = rows::unless_damaged(found, || row.get(0).unwrap_or_default())?;
        decisions.extend(found.filter(|decision| says(decision, query)));
    }
    Ok(decisions)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Decision> {
    Ok(Decision {
        ask_id: AskId::new(row.get::<_, String>(0)?),
        kind: columns::word(row, 1, AskKind::ALL, AskKind::as_str)?,
        project: row.get(2)?,
        client: row.get(3)?,
        title: row.get(4)?,
        outcome: row.get(5)?,
        answer: row.get(6)?,
        at: instant::get(row, 7)?,
    })
}

fn says(decision: &Decision, query: &Query) -> bool {
    let texts = [
        (SearchField::Title, decision.title.as_str()),
        (SearchField::Reply, decision.answer.as_str()),
    ];
    query.terms.is_empty() || seek::seek(&query.terms, texts).is_some()
}

/// The reply that is this turn of the ask, in one plain line.
fn answer(ask: &Ask, turn: usize, reply: &Reply) -> String {
    let words = match reply {
        Reply::Answered(reply) => {
            let labels = reply.selected.join(", ");
            match reply
                .text
                .as_deref()
                .map(line)
                .filter(|text| !text.is_empty())
            {
                Some(text) if labels.is_empty() => text,
                Some(text) => format!("{labels} – {text}"),
                None => labels,
            }
        }
        Reply::Approved(reply) => reply.note.clone().unwrap_or_default(),
        Reply::ChangesRequested(reply) => reply.feedback.clone(),
        Reply::FollowUp(reply) => reply.question.clone(),
        Reply::Dismissed(_) => String::new(),
        Reply::Responded(reply) => {
            let counts = format!("{} of {} points", reply.points.len(), points(ask, turn));
            let said = reply.points.iter().filter_map(|point| {
                let text = point.text.as_deref().map(line).unwrap_or_default();
                (!text.is_empty()).then(|| format!("{}: {text}", point.point))
            });
            let parts: Vec<_> = std::iter::once(counts).chain(said).collect();
            parts.join(", ")
        }
    };
    shortened(line(&words), ANSWER)
}

/// How many points a briefing had at one turn.
fn points(ask: &Ask, turn: usize) -> usize {
    let Ask::Briefing(briefing) = ask else {
        return 0;
    };
    let opened: usize = briefing
        .prompt
        .sections
        .iter()
        .map(|section| section.points.len())
        .sum();
    let added = briefing.thread.iter().take(turn).map(|entry| match entry {
        Entry::Agent(turn) => turn.points.as_deref().unwrap_or_default().len(),
        Entry::Human(_) => 0,
    });
    opened + added.sum::<usize>()
}
