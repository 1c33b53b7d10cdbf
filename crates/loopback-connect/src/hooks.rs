//! The hooks of Claude Code: at which of its moments it runs `loopback hook claude-code`, and for how long it lets that run.
//! Owns what is put into its settings and how ours are known again there; what the hooks do is not known here.

use crate::clients::{Client, Door};
use crate::error::ConnectError;
use crate::json;
use crate::standing::State;
use crate::value::Value;

/// How long the person has to answer a plan or a permission prompt in the inbox, in seconds: a day. The terminal shows its
/// own prompt all the while.
pub const ANSWERED_WITHIN: u64 = 24 * 60 * 60;

/// How long a hook may run that asks nobody.
const AT_ONCE: u64 = 10;

const AT: &str = "hooks";

/// The moments at which it is run.
const EVENTS: &[(&str, u64)] = &[
    ("PermissionRequest", ANSWERED_WITHIN),
    ("SessionStart", AT_ONCE),
    ("UserPromptSubmit", AT_ONCE),
    ("Stop", AT_ONCE),
];

/// The text with our hooks in it.
pub(crate) fn put(client: &Client, door: &Door, text: &str) -> Result<String, ConnectError> {
    let command = command(client, door)?;
    let mut text = text.to_owned();
    for (event, seconds) in EVENTS {
        text = json::include_one(&text, &[AT, event], &item(&command, *seconds), is_ours)?;
    }
    Ok(text)
}

/// The text without our hooks.
pub(crate) fn take_out(text: &str, before: Option<&str>) -> Result<String, ConnectError> {
    let text = text.to_owned();
    // The last that was put in goes first, so that what was made around all of them goes with the last.
    EVENTS.iter().rev().try_fold(text, |text, (event, _)| {
        json::exclude_all(&text, &[AT, event], is_ours, before)
    })
}

/// Whether a client runs our hooks, by the text of the file that would name them. `None`: it knows no hooks.
///
/// # Errors
///
/// If the text is not what the client could read, or the hooks cannot go this way to Loopback.
pub fn hooks_state(
    client: &Client,
    door: &Door,
    existing: Option<&str>,
) -> Result<Option<State>, ConnectError> {
    if !client.has_hooks() {
        return Ok(None);
    }
    let document = json::Document::parse(existing.unwrap_or_default())?;
    let found = |event: &str| match document.get(&[AT, event]) {
        Some(Value::List(items)) => items.into_iter().find(is_ours),
        _ => None,
    };
    if EVENTS.iter().all(|(event, _)| found(event).is_none()) {
        return Ok(Some(State::Absent));
    }
    let command = command(client, door)?;
    let mut differs: Vec<_> = EVENTS
        .iter()
        .filter_map(|(event, seconds)| match found(event) {
            None => Some(format!("{event} is missing")),
            Some(found) => {
                (found != item(&command, *seconds)).then(|| format!("{event} is another"))
            }
        })
        .collect();
    if document.get(&["disableAllHooks"]) == Some(Value::Flag(true)) {
        differs.push("all hooks are turned off: disableAllHooks is true".to_owned());
    }
    Ok(Some(if differs.is_empty() {
        State::Connected
    } else {
        State::Otherwise(differs)
    }))
}

fn item(command: &str, seconds: u64) -> Value {
    // It cannot know how long it is given but by being told.
    let command = if seconds == AT_ONCE {
        command.to_owned()
    } else {
        format!("{command} --limit {seconds}")
    };
    let hook = Value::table([
        ("type", Value::text("command")),
        ("command", Value::text(command)),
        ("timeout", Value::Number(seconds)),
    ]);
    Value::table([(AT, Value::List(vec![hook]))])
}

/// Whether an item of an event runs our hook and nothing else.
fn is_ours(item: &Value) -> bool {
    let Some(Value::List(hooks)) = entry(item, AT) else {
        return false;
    };
    let ours = |hook: &Value| match entry(hook, "command") {
        Some(Value::Text(command)) => {
            command.contains("loopback") && command.contains(" hook claude-code")
        }
        _ => false,
    };
    !hooks.is_empty() && hooks.iter().all(ours)
}

fn entry<'a>(table: &'a Value, key: &str) -> Option<&'a Value> {
    let Value::Table(entries) = table else {
        return None;
    };
    entries
        .iter()
        .find(|(name, _)| name == key)
        .map(|(_, value)| value)
}

/// What the client's shell is to run: the program that is the bridge, told the same of where the inbox is.
fn command(client: &Client, door: &Door) -> Result<String, ConnectError> {
    let Door::Stdio { command, args } = door else {
        return Err(ConnectError::NoHooks {
            client: client.name,
        });
    };
    let rest = args.iter().skip(1).map(String::as_str);
    let words = [command.as_str(), "hook", client.id]
        .into_iter()
        .chain(rest);
    Ok(words.map(for_shell).collect::<Vec<_>>().join(" "))
}

/// A word as a POSIX shell reads it back.
fn for_shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::find;

    fn door(program: &str) -> Door {
        Door::Stdio {
            command: program.to_owned(),
            args: vec!["mcp".to_owned()],
        }
    }

    fn connected(text: &str) -> String {
        let client = find("claude-code").unwrap();
        let text_with = put(client, &door("/opt/loopback"), text).unwrap();
        let again = put(client, &door("/opt/loopback"), &text_with).unwrap();
        assert_eq!(again, text_with);
        let state = hooks_state(client, &door("/opt/loopback"), Some(&text_with));
        assert_eq!(state, Ok(Some(State::Connected)));
        assert_eq!(take_out(&text_with, Some(text)).unwrap(), text);
        text_with
    }

    #[test]
    fn hooks_come_beside_the_persons_own_and_go_without_a_trace() {
        insta::assert_snapshot!(connected(
            "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"beep\" }] } // mine\n    ]\n  }\n}\n"
        ), @r#"
        {
          "hooks": {
            "Stop": [
              { "hooks": [{ "type": "command", "command": "beep" }] }, // mine
              {
                "hooks": [{ "type": "command", "command": "/opt/loopback hook claude-code", "timeout": 10 }]
              }
            ],
            "PermissionRequest": [{ "hooks": [{ "type": "command", "command": "/opt/loopback hook claude-code --limit 86400", "timeout": 86400 }] }],
            "SessionStart": [{ "hooks": [{ "type": "command", "command": "/opt/loopback hook claude-code", "timeout": 10 }] }],
            "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": "/opt/loopback hook claude-code", "timeout": 10 }] }]
          }
        }
        "#);
    }

    #[test]
    fn what_had_no_hooks_has_none_again() {
        for text in [
            "",
            "{}",
            "{\n  \"model\": \"x\"\n}\n",
            "{ \"hooks\": {} }",
            "{\"hooks\": {\"Stop\": []}}",
        ] {
            connected(text);
        }
        let client = find("claude-code").unwrap();
        let with = put(client, &door("/opt/loopback"), "{\n  \"a\": 1\n}").unwrap();
        assert_eq!(take_out(&with, None).unwrap(), "{\n  \"a\": 1\n}");
    }

    #[test]
    fn a_program_that_moved_is_put_in_the_place_of_the_old_one() {
        let client = find("claude-code").unwrap();
        let old = put(client, &door("/old/loopback"), "").unwrap();
        let state = hooks_state(client, &door("/new/loopback"), Some(&old)).unwrap();
        assert!(matches!(state, Some(State::Otherwise(differs)) if differs.len() == EVENTS.len()));
        let new = put(client, &door("/new/loopback"), &old).unwrap();
        assert_eq!(new, put(client, &door("/new/loopback"), "").unwrap());
    }

    #[test]
    fn a_path_is_quoted_for_the_shell() {
        let client = find("claude-code").unwrap();
        let door = Door::Stdio {
            command: "/my apps/loopback".to_owned(),
            args: ["mcp", "--data-dir", "/it's"].map(str::to_owned).into(),
        };
        assert_eq!(
            command(client, &door).unwrap(),
            r"'/my apps/loopback' hook claude-code --data-dir '/it'\''s'"
        );
    }

    #[test]
    fn hooks_that_are_turned_off_or_go_by_http_are_told() {
        let client = find("claude-code").unwrap();
        let text = put(client, &door("/loopback"), "{\"disableAllHooks\": true}").unwrap();
        let state = hooks_state(client, &door("/loopback"), Some(&text)).unwrap();
        assert!(matches!(state, Some(State::Otherwise(_))));
        let http = Door::Http {
            url: String::new(),
            token_file: None,
        };
        assert!(put(client, &http, "").is_err());
        assert_eq!(hooks_state(find("zed").unwrap(), &http, None), Ok(None));
    }
}
