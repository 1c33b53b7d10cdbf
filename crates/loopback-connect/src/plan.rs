//! What becomes of a client's files when Loopback is connected or taken out. Owns which pieces are ours in each.

use crate::clients::{Allow, Client, Door, Format, Rules, Scope, other_doors};
use crate::error::ConnectError;
use crate::place::Place;
use crate::snippet::Asking;
use crate::value::Value;
use crate::{NAME, hooks, json, snippet, toml};

/// One of the things that connecting does to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The entry by which the client finds Loopback, with the time-out its calls need.
    Server,
    /// That our tools run without the client asking first.
    Allow,
    /// The rules that say when to ask.
    Rules,
    /// That the client has Loopback put its plans and permission prompts before the person. Nobody gets it unasked.
    Hooks,
}

/// A file of a client, and what of ours may stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File {
    /// Where it lies.
    pub place: Place,
    /// What part of ours it is for. A client may have several parts in one file.
    pub part: Part,
}

/// What is wanted of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// Whose settings.
    pub scope: Scope,
    /// How it reaches Loopback.
    pub door: Door,
    /// What is done; [`Part::Server`] always is.
    pub parts: Vec<Part>,
    /// How readily agents are to ask, for the rules.
    pub asking: Asking,
}

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It stays as it is.
    Nothing,
    /// It becomes this.
    Write(String),
    /// It goes: nothing but ours stood in it.
    Remove,
}

/// The files of a client in a scope that connecting may touch, the entry's first.
///
/// # Errors
///
/// If the client has no settings of this scope.
pub fn files(client: &Client, scope: Scope) -> Result<Vec<File>, ConnectError> {
    let (entry, rules) = match scope {
        Scope::User => (Some(client.user), client.user_rules),
        Scope::Project => (client.project, client.project_rules),
    };
    let none = ConnectError::NoSuchScope {
        client: client.name,
        scope,
    };
    let entry = entry.ok_or(none)?;
    let allow = match (client.allow, scope) {
        (Allow::Listed { user, .. } | Allow::ListedIfThere { user, .. }, Scope::User) => Some(user),
        (Allow::Listed { project, .. }, Scope::Project) => project,
        (Allow::InEntry(..) | Allow::EachTool(_), _) => Some(entry),
        (Allow::ListedIfThere { .. }, Scope::Project) | (Allow::Nowhere, _) => None,
    };
    let file = |place: Option<Place>, part| place.map(|place| File { place, part });
    let hooks = client.hooks.map(|hooks| match scope {
        Scope::User => hooks.user,
        Scope::Project => hooks.project,
    });
    let files = [
        file(Some(entry), Part::Server),
        file(allow, Part::Allow),
        file(rules.map(|rules| rules.place), Part::Rules),
        file(hooks, Part::Hooks),
    ];
    Ok(files.into_iter().flatten().collect())
}

/// What becomes of one file of a client when Loopback is connected as wished. `existing` is the file's text, `None` if
/// there is no file. What is wanted already is left as it is, and so is everything else in the file.
///
/// # Errors
///
/// If the text is not what the client could read, or ours has no place in it, or the client cannot be connected so.
pub fn plan(
    client: &Client,
    part: Part,
    wish: &Wish,
    existing: Option<&str>,
) -> Result<Change, ConnectError> {
    let text = existing.unwrap_or_default();
    let planned = match part {
        Part::Server => server(client, wish, text)?,
        Part::Allow if !wish.parts.contains(&Part::Allow) => return Ok(Change::Nothing),
        Part::Allow => allow(client, text)?,
        Part::Rules if !wish.parts.contains(&Part::Rules) => return Ok(Change::Nothing),
        Part::Rules => match rules(client, wish.scope) {
            Some(rules) => snippet::put(text, rules.head, wish.asking)?,
            None => return Ok(Change::Nothing),
        },
        Part::Hooks if !wish.parts.contains(&Part::Hooks) => return Ok(Change::Nothing),
        Part::Hooks => hooks::put(client, &wish.door, text)?,
    };
    Ok(changed(existing, planned))
}

/// What becomes of one file of a client when Loopback is taken out. `before` is the file's text as it was when nothing of
/// ours stood in it, if that is known: it says what was made for ours alone, which then goes too.
///
/// # Errors
///
/// If the text is not what the client could read.
pub fn undo(
    client: &Client,
    part: Part,
    scope: Scope,
    existing: Option<&str>,
    before: Option<&str>,
) -> Result<Change, ConnectError> {
    let Some(text) = existing else {
        return Ok(Change::Nothing);
    };
    let undone = match (part, client.allow) {
        (Part::Server, _) => match client.format {
            Format::Json => json::remove(text, &entry_path(client), before)?,
            Format::Toml => toml::remove(text, &entry_path(client))?,
        },
        (
            Part::Allow,
            Allow::Listed { path, item, .. } | Allow::ListedIfThere { path, item, .. },
        ) => json::exclude(text, path, &Value::text(item), before)?,
        (Part::Allow, Allow::EachTool(path)) => {
            TOOLS.iter().try_fold(text.to_owned(), |text, tool| {
                json::remove(&text, &[path, &[&tool_name(tool)]].concat(), before)
            })?
        }
        // It goes with the entry.
        (Part::Allow, Allow::InEntry(..) | Allow::Nowhere) => text.to_owned(),
        (Part::Rules, _) => match rules(client, scope) {
            Some(rules) => snippet::take_out(text, rules.head)?,
            None => text.to_owned(),
        },
        (Part::Hooks, _) => hooks::take_out(text, before)?,
    };
    if undone == text {
        return Ok(Change::Nothing);
    }
    if !nothing_left(client, part, &undone) {
        return Ok(Change::Write(undone));
    }
    match before {
        None => Ok(Change::Remove),
        Some(before) if nothing_left(client, part, before) => Ok(Change::Write(before.to_owned())),
        Some(_) => Ok(Change::Write(undone)),
    }
}

/// The entry for a person who puts it into the client's file by hand.
///
/// # Errors
///
/// If the client cannot be connected so.
pub fn printed(client: &Client, wish: &Wish) -> Result<String, ConnectError> {
    printed_part(client, Part::Server, wish)
}

/// Any part, for a person who puts it into the client's file by hand. Empty if nothing is wanted of it.
///
/// # Errors
///
/// If the client cannot be connected so.
pub fn printed_part(client: &Client, part: Part, wish: &Wish) -> Result<String, ConnectError> {
    match plan(client, part, wish, None)? {
        Change::Write(text) => Ok(text),
        Change::Nothing | Change::Remove => Ok(String::new()),
    }
}

/// The tools that are allowed one by one where a client knows no other way.
pub const TOOLS: &[&str] = &[
    "ask_question",
    "ask_questions",
    "request_review",
    "present_briefing",
    "answer_follow_up",
    "answer_briefing",
    "wait_for_reply",
    "list_asks",
    "withdraw_ask",
    "request_upload",
    "open_inbox",
];

fn tool_name(tool: &str) -> String {
    format!("mcp:{NAME}:{tool}")
}

pub(crate) fn entry_path(client: &Client) -> Vec<&'static str> {
    [client.container, &[NAME]].concat()
}

fn rules(client: &Client, scope: Scope) -> Option<Rules> {
    match scope {
        Scope::User => client.user_rules,
        Scope::Project => client.project_rules,
    }
}

fn server(client: &Client, wish: &Wish, text: &str) -> Result<String, ConnectError> {
    let path = entry_path(client);
    let mut entry = client.entry(wish.scope, &wish.door)?;
    let time_out = client.time_out;
    let raised = time_out.map(|it| (it.key.to_owned(), Value::Number(it.raised * it.per_second)));
    let allow = match client.allow {
        Allow::InEntry(key, word) if wish.parts.contains(&Part::Allow) => {
            Some((key.to_owned(), word.value()))
        }
        _ => None,
    };
    let Some(Value::Table(found)) = get(client, text, &path)? else {
        entry.extend(raised.into_iter().chain(allow));
        return set(client, text, &path, &Value::Table(entry));
    };
    let is = |key: &str| {
        found
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    };
    entry.retain(|(key, value)| {
        key != "type" || is(key).is_some() || *value != Value::text("stdio")
    });
    entry.retain(|(key, value)| {
        key != "enabled" || is(key).is_some() || *value != Value::Flag(true)
    });
    let longer = |(key, value): &(String, Value)| match (is(key), value) {
        (Some(Value::Number(found)), Value::Number(raised)) => found < raised,
        _ => true,
    };
    let others = other_doors(&found, &entry);
    entry.extend(raised.filter(longer).into_iter().chain(allow));
    let mut text = text.to_owned();
    for (key, value) in &entry {
        text = set(client, &text, &[&path[..], &[key]].concat(), value)?;
    }
    for key in others {
        let path = [&path[..], &[key]].concat();
        text = match client.format {
            Format::Json => json::remove(&text, &path, None)?,
            Format::Toml => toml::remove(&text, &path)?,
        };
    }
    Ok(text)
}

fn allow(client: &Client, text: &str) -> Result<String, ConnectError> {
    match client.allow {
        Allow::Listed { path, item, .. } => json::include(text, path, &Value::text(item)),
        Allow::ListedIfThere { path, item, .. } => {
            if json::Document::parse(text)?.get(path).is_some() {
                json::include(text, path, &Value::text(item))
            } else {
                Ok(text.to_owned())
            }
        }
        Allow::EachTool(path) => TOOLS.iter().try_fold(text.to_owned(), |text, tool| {
            let tool = tool_name(tool);
            let path = [path, &[&tool, "default"]].concat();
            json::set(&text, &path, &Value::text("allow"))
        }),
        // It comes with the entry.
        Allow::InEntry(..) | Allow::Nowhere => Ok(text.to_owned()),
    }
}

pub(crate) fn get(
    client: &Client,
    text: &str,
    path: &[&str],
) -> Result<Option<Value>, ConnectError> {
    match client.format {
        Format::Json => Ok(json::Document::parse(text)?.get(path)),
        Format::Toml => Ok(toml::Document::parse(text)?.get(path)),
    }
}

fn set(client: &Client, text: &str, path: &[&str], value: &Value) -> Result<String, ConnectError> {
    match client.format {
        Format::Json => json::set(text, path, value),
        Format::Toml => toml::set(text, path, value),
    }
}

fn changed(existing: Option<&str>, planned: String) -> Change {
    if existing.unwrap_or_default() == planned {
        Change::Nothing
    } else {
        Change::Write(planned)
    }
}

/// Whether a file says nothing any more.
fn nothing_left(client: &Client, part: Part, text: &str) -> bool {
    let is_json = part != Part::Rules && client.format == Format::Json;
    let blank = text
        .trim_start_matches(crate::lines::BYTE_ORDER_MARK)
        .trim();
    // A comment says something to the person.
    blank.is_empty()
        || (is_json
            && !blank.contains('/')
            && json::Document::parse(text).is_ok_and(|it| it.is_empty()))
}
