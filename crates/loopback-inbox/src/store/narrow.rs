//! The filters of a query as conditions on an ask's columns.

use loopback_contract::{AskKind, Timestamp};
use rusqlite::Statement;
use rusqlite::types::Value;

use crate::error::StoreError;
use crate::query::Filters;

/// Holds for the asks `a` of the projects, agents and kinds that are looked for. `LIKE` knows case in
/// ASCII only, which is what names of projects and agents are written in; others have to match exactly.
pub(super) const WHOSE: &str = "
    (:projects is null or exists (
        select 1 from json_each(:projects) p where a.project like p.value escape '\\'))
    and (:agents is null or exists (
        select 1 from json_each(:agents) g where a.client like g.value escape '\\'))
    and (:kinds is null or a.kind in (select k.value from json_each(:kinds) k))";

/// What a query's conditions are bound to. A parameter that a statement does not have is left out.
#[derive(Debug, Default)]
pub(super) struct Parameters(Vec<(&'static str, Value)>);

impl Parameters {
    /// The filters, with a page's end as one more.
    pub(super) fn of(filters: &Filters, before: Option<Timestamp>) -> Self {
        let until = match (filters.until, before) {
            (Some(until), Some(before)) => Some(until.min(before)),
            (until, before) => until.or(before),
        };
        let moment = |moment: Option<Timestamp>, otherwise| {
            Value::Integer(moment.map_or(otherwise, Timestamp::as_millisecond))
        };
        let kinds = filters
            .kinds
            .iter()
            .map(|&kind| AskKind::as_str(kind).to_owned());
        let outcomes = filters.outcomes.iter().map(|&outcome| outcome.to_owned());
        let agents = filters.agents.iter().map(|agent| pattern(agent) + "%");
        Self(vec![
            (":from", moment(filters.from, i64::MIN)),
            (":until", moment(until, i64::MAX)),
            (
                ":projects",
                any_of(filters.projects.iter().map(|name| pattern(name))),
            ),
            (":agents", any_of(agents)),
            (":kinds", any_of(kinds)),
            (":outcomes", any_of(outcomes)),
        ])
    }

    pub(super) fn and(mut self, name: &'static str, value: Option<String>) -> Self {
        self.0.push((name, value.map_or(Value::Null, Value::Text)));
        self
    }

    pub(super) fn bind(&self, statement: &mut Statement<'_>) -> Result<(), StoreError> {
        for (name, value) in &self.0 {
            if let Some(index) = statement.parameter_index(name)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        Ok(())
    }
}

/// The values as a JSON array; nothing, which means all, if there are none.
fn any_of(values: impl Iterator<Item = String>) -> Value {
    let values: Vec<_> = values.map(serde_json::Value::String).collect();
    if values.is_empty() {
        return Value::Null;
    }
    Value::Text(serde_json::Value::Array(values).to_string())
}

/// A pattern that matches just this text.
fn pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}
