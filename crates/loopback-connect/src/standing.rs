//! How a client and Loopback stand, by the text of the file the entry lies in. Owns the comparisons; changes nothing.

use crate::clients::{Client, Format, other_doors};
use crate::error::ConnectError;
use crate::plan::{Wish, entry_path, get};
use crate::value::Value;
use crate::{json, toml};

/// How a client and Loopback stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// The client knows nothing of Loopback.
    Absent,
    /// It is connected as wished.
    Connected,
    /// It is connected in another way: how, a line for each setting.
    Otherwise(Vec<String>),
}

/// How a client and Loopback stand, by the text of the entry's file.
///
/// # Errors
///
/// If the text is not what the client could read, or the client cannot be connected so.
pub fn state(client: &Client, wish: &Wish, existing: Option<&str>) -> Result<State, ConnectError> {
    let Some(Value::Table(found)) = get(client, existing.unwrap_or_default(), &entry_path(client))?
    else {
        return Ok(State::Absent);
    };
    let is = |key: &str| {
        found
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    };
    let wanted = client.entry(wish.scope, &wish.door)?;
    let mut differs: Vec<_> = wanted
        .iter()
        .filter(|(key, value)| is(key) != Some(value))
        // An entry without a kind is one that is started.
        .filter(|(key, value)| key != "type" || is(key).is_some() || *value != Value::text("stdio"))
        .filter(|(key, value)| key != "enabled" || is(key).is_some() || *value != Value::Flag(true))
        .map(|(key, value)| match is(key) {
            Some(found) => format!("{key} is {}, not {}", shown(key, found), value.json()),
            None => format!("{key} is missing"),
        })
        .collect();
    let others = other_doors(&found, &wanted).into_iter();
    differs.extend(others.map(|key| format!("{key} belongs to another way")));
    let off = [("enabled", false), ("disabled", true)];
    let off = off
        .iter()
        .filter(|(key, flag)| is(key) == Some(&Value::Flag(*flag)));
    differs.extend(off.map(|(key, flag)| format!("it is turned off: {key} is {flag}")));
    Ok(if differs.is_empty() {
        State::Connected
    } else {
        State::Otherwise(differs)
    })
}

/// How long the client lets a call of ours wait by the text of the entry's file, in seconds, if that says so.
///
/// # Errors
///
/// If the text is not what the client could read.
pub fn time_out(client: &Client, existing: &str) -> Result<Option<u64>, ConnectError> {
    let Some(time_out) = client.time_out else {
        return Ok(None);
    };
    let path = [&entry_path(client)[..], &[time_out.key]].concat();
    Ok(match get(client, existing, &path)? {
        Some(Value::Number(number)) => Some(number / time_out.per_second),
        _ => None,
    })
}

/// After how many seconds the client gives up a call of ours that shows a sign of life every `signs` seconds, by the texts
/// of the files its entry may lie in, the one that counts first. The first that has the entry decides; `None` if none has,
/// if it does not say how long, or if the signs put that off for ever.
///
/// # Errors
///
/// If that text is not what the client could read.
pub fn gives_up_after(
    client: &Client,
    texts: &[&str],
    signs: u64,
) -> Result<Option<u64>, ConnectError> {
    let put_off = client.time_out.is_some_and(|it| it.put_off_by_progress);
    for text in texts {
        if get(client, text, &entry_path(client))?.is_some() {
            // A sign may come late.
            let ends = |limit: &u64| !put_off || *limit < 2 * signs;
            return Ok(time_out(client, text)?.filter(ends));
        }
    }
    Ok(None)
}

/// Whether two texts of the entry's file say the same but for our entry, however they are laid out. A client's own command
/// may lay the whole file out anew.
#[must_use]
pub fn same_but_for_us(client: &Client, one: &str, other: &str) -> bool {
    let rest = |text: &str| -> Option<Value> {
        let path = entry_path(client);
        let removed = match client.format {
            Format::Json => json::remove(text, &path, None),
            Format::Toml => toml::remove(text, &path),
        };
        let all = get(client, &removed.ok()?, &[]).ok()?;
        Some(sorted(
            all.unwrap_or(Value::Table(Vec::new())),
            client.container[0],
        ))
    };
    rest(one).is_some_and(|one| rest(other) == Some(one))
}

/// What a setting says, unless it may be a secret.
fn shown(key: &str, value: &Value) -> String {
    match key {
        "headers" | "bearer_token_env_var" => "something else".to_owned(),
        _ => value.json(),
    }
}

/// With the entries of all tables in one order, and without the table around our entry if it is empty.
fn sorted(value: Value, container: &str) -> Value {
    match value {
        Value::Table(entries) => {
            let entries = entries.into_iter();
            let mut entries: Vec<_> = entries
                .map(|(key, value)| (key, sorted(value, "")))
                .filter(|(key, value)| key != container || *value != Value::Table(Vec::new()))
                .collect();
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Table(entries)
        }
        Value::List(items) => Value::List(items.into_iter().map(|item| sorted(item, "")).collect()),
        plain => plain,
    }
}
