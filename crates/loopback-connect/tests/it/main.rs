//! Config files as people have them: connected, connected again, and taken back. The first word of a file's name is the
//! client whose file it is.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod random;

use std::fs;
use std::path::Path;

use loopback_connect::{
    Asking, CLIENTS, Change, Client, Door, Part, Scope, State, Wish, files, find, plan,
    same_but_for_us, state, time_out, undo,
};

fn door() -> Door {
    Door::Stdio {
        command: "/opt/loopback/bin/loopback".to_owned(),
        args: vec!["mcp".to_owned()],
    }
}

fn everything(scope: Scope, door: Door) -> Wish {
    let mut parts = vec![Part::Server, Part::Allow, Part::Rules];
    if matches!(door, Door::Stdio { .. }) {
        parts.push(Part::Hooks);
    }
    let asking = Asking::Usual;
    Wish {
        scope,
        door,
        parts,
        asking,
    }
}

/// Every file under `tests/configs`, with its client.
fn configs() -> Vec<(String, &'static Client, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/configs");
    let mut configs: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let client = find(name.split('.').next().unwrap()).unwrap();
            (name, client, fs::read_to_string(path).unwrap())
        })
        .collect();
    configs.sort_by(|one, other| one.0.cmp(&other.0));
    configs
}

/// The parts that lie in the file of the entry.
fn parts(client: &Client) -> Vec<Part> {
    let files = files(client, Scope::User).unwrap();
    let place = files[0].place;
    let here = files.into_iter().filter(|file| file.place == place);
    here.map(|file| file.part).collect()
}

fn connected(client: &Client, wish: &Wish, text: &str) -> String {
    parts(client)
        .into_iter()
        .fold(text.to_owned(), |text, part| {
            match plan(client, part, wish, Some(&text)).unwrap() {
                Change::Write(text) => text,
                Change::Nothing => text,
                Change::Remove => panic!("connecting removes a file"),
            }
        })
}

/// The text after Loopback was taken out, empty if the file goes.
fn taken_out(client: &Client, text: &str, before: Option<&str>) -> String {
    parts(client)
        .into_iter()
        .fold(text.to_owned(), |text, part| {
            match undo(client, part, Scope::User, Some(&text), before).unwrap() {
                Change::Write(text) => text,
                Change::Nothing => text,
                Change::Remove => String::new(),
            }
        })
}

/// The pieces of `text` that are no longer one after the other in `new`.
fn lost<'a>(text: &'a str, new: &str) -> Vec<&'a str> {
    let mut rest = new;
    text.split_inclusive([' ', '\n', ',', '{', '}'])
        .filter(|piece| match rest.find(piece) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                false
            }
            None => true,
        })
        .collect()
}

#[test]
fn there_are_twenty_config_files_and_more() {
    assert!(configs().len() >= 20, "{}", configs().len());
}

#[test]
fn every_config_file_is_connected_and_nothing_else_in_it_changes() {
    let wish = everything(Scope::User, door());
    for (name, client, text) in configs() {
        assert_eq!(
            state(client, &wish, Some(&text)),
            Ok(State::Absent),
            "{name}"
        );
        let connected = connected(client, &wish, &text);
        assert_eq!(
            state(client, &wish, Some(&connected)),
            Ok(State::Connected),
            "{name}: {connected}"
        );
        assert_eq!(
            lost(&text, &connected),
            Vec::<&str>::new(),
            "{name}: {connected}"
        );
        // What is allowed tool by tool changes the rest on purpose.
        if client.id != "zed" {
            assert!(
                same_but_for_us(client, &text, &connected),
                "{name}: {connected}"
            );
        }
    }
}

#[test]
fn connecting_again_changes_nothing() {
    let wish = everything(Scope::User, door());
    for (name, client, text) in configs() {
        let once = connected(client, &wish, &text);
        assert_eq!(connected(client, &wish, &once), once, "{name}");
    }
}

#[test]
fn taking_out_gives_every_config_file_back_byte_by_byte() {
    let wish = everything(Scope::User, door());
    for (name, client, text) in configs() {
        let connected = connected(client, &wish, &text);
        assert_eq!(taken_out(client, &connected, Some(&text)), text, "{name}");
    }
}

#[test]
fn without_a_backup_no_more_than_empty_tables_and_blanks_are_lost() {
    let wish = everything(Scope::User, door());
    for (name, client, text) in configs() {
        let connected = connected(client, &wish, &text);
        let back = taken_out(client, &connected, None);
        assert_eq!(
            state(client, &wish, Some(&back)),
            Ok(State::Absent),
            "{name}"
        );
        assert!(same_but_for_us(client, &text, &back), "{name}: {back}");
    }
}

#[test]
fn what_the_person_changed_since_stays_when_loopback_is_taken_out() {
    let wish = everything(Scope::User, door());
    for (name, client, text) in configs() {
        let connected = connected(client, &wish, &text);
        // As an editor would: at the very end, and in the first line.
        let comment = if client.id == "codex" {
            "# later\n"
        } else {
            "// later\n"
        };
        let changed = format!("{}\n{comment}", connected.trim_end());
        let back = taken_out(client, &changed, Some(&text));
        assert!(back.contains(comment.trim_end()), "{name}: {back}");
        assert_eq!(
            state(client, &wish, Some(&back)),
            Ok(State::Absent),
            "{name}"
        );
    }
}

#[test]
fn another_command_is_said_and_then_replaced_where_it_stands() {
    let wish = everything(Scope::User, door());
    let moved = Door::Stdio {
        command: "/new/loopback".to_owned(),
        args: vec!["mcp".to_owned()],
    };
    let moved = everything(Scope::User, moved);
    for (name, client, text) in configs() {
        let old = connected(client, &wish, &text);
        let Ok(State::Otherwise(differs)) = state(client, &moved, Some(&old)) else {
            panic!("{name}: it does not differ");
        };
        assert!(differs[0].starts_with("command is "), "{name}: {differs:?}");
        let new = connected(client, &moved, &old);
        assert_eq!(
            new,
            old.replace("/opt/loopback/bin/loopback", "/new/loopback"),
            "{name}"
        );
        assert_eq!(taken_out(client, &new, Some(&text)), text, "{name}");
    }
}

#[test]
fn a_time_out_is_raised_but_never_lowered() {
    let wish = everything(Scope::User, door());
    let codex = find("codex").unwrap();
    let config = |limit: u64| {
        format!(
            "[mcp_servers.loopback]\ncommand = \"/old\"\nargs = [\"mcp\"]\ntool_timeout_sec = {limit}\n"
        )
    };
    for (limit, then) in [(60, 3600), (7200, 7200)] {
        let connected = connected(codex, &wish, &config(limit));
        assert_eq!(time_out(codex, &connected), Ok(Some(then)));
    }
    let claude = find("claude-code").unwrap();
    let connected = connected(claude, &wish, "");
    assert_eq!(time_out(claude, &connected), Ok(Some(604_800)));
}

#[test]
fn what_a_person_set_in_our_entry_stays() {
    let wish = everything(Scope::User, door());
    let gemini = find("gemini-cli").unwrap();
    let text = "{\"mcpServers\": {\"loopback\": {\"command\": \"/old\", \"args\": [\"mcp\"], \"description\": \"mine\"}}}";
    let connected = connected(gemini, &wish, text);
    assert_eq!(
        connected,
        "{\"mcpServers\": {\"loopback\": {\"command\": \"/opt/loopback/bin/loopback\", \"args\": [\"mcp\"], \
         \"description\": \"mine\", \"timeout\": 3600000, \"trust\": true}}}"
    );
}

#[test]
fn an_entry_over_http_becomes_one_that_starts_the_bridge_and_the_reverse() {
    let http = Door::Http {
        url: "http://127.0.0.1:4127/mcp".to_owned(),
        token_file: None,
    };
    let (stdio, http) = (
        everything(Scope::User, door()),
        everything(Scope::User, http),
    );
    for client in CLIENTS {
        let Ok(Change::Write(over_http)) = plan(client, Part::Server, &http, None) else {
            continue;
        };
        assert_ne!(
            state(client, &stdio, Some(&over_http)),
            Ok(State::Connected)
        );
        let started = connected(client, &stdio, &over_http);
        assert_eq!(state(client, &stdio, Some(&started)), Ok(State::Connected));
        for trace in ["127.0.0.1", "TOKEN", "oauth", "\"http\""] {
            assert!(!started.contains(trace), "{}: {started}", client.id);
        }
        let back = connected(client, &http, &started);
        assert_eq!(state(client, &http, Some(&back)), Ok(State::Connected));
        assert!(!back.contains("/opt/loopback"), "{}: {back}", client.id);
    }
}

#[test]
fn an_entry_that_is_turned_off_is_not_called_connected() {
    let wish = everything(Scope::User, door());
    let windsurf = find("windsurf").unwrap();
    let text = "{\"mcpServers\": {\"loopback\": {\"command\": \"/opt/loopback/bin/loopback\", \"args\": [\"mcp\"], \"disabled\": true}}}";
    assert_eq!(
        state(windsurf, &wish, Some(text)),
        Ok(State::Otherwise(vec![
            "it is turned off: disabled is true".to_owned()
        ]))
    );
}

#[test]
fn a_file_that_was_made_for_loopback_goes_with_it() {
    for scope in [Scope::User, Scope::Project] {
        let wish = everything(scope, door());
        for client in CLIENTS {
            let Ok(files) = files(client, scope) else {
                continue;
            };
            for file in files {
                let Change::Write(text) = plan(client, file.part, &wish, None).unwrap() else {
                    continue;
                };
                let undone = undo(client, file.part, scope, Some(&text), None).unwrap();
                assert!(
                    undone == Change::Remove
                        || (file.part, undone.clone()) == (Part::Allow, Change::Nothing),
                    "{} {:?}: {undone:?}",
                    client.id,
                    file.part
                );
            }
        }
    }
}

#[test]
fn only_what_is_wished_is_done() {
    let wish = Wish {
        parts: vec![Part::Server],
        ..everything(Scope::User, door())
    };
    for client in CLIENTS {
        for file in files(client, Scope::User).unwrap() {
            let planned = plan(client, file.part, &wish, None).unwrap();
            match file.part {
                Part::Server => {
                    let Change::Write(text) = planned else {
                        panic!("{}", client.id)
                    };
                    assert!(
                        !text.contains("trust") && !text.contains("approv"),
                        "{text}"
                    );
                }
                Part::Allow | Part::Rules | Part::Hooks => assert_eq!(planned, Change::Nothing),
            }
        }
    }
}

#[test]
fn cursors_list_of_allowed_tools_is_only_added_to() {
    let wish = everything(Scope::User, door());
    let cursor = find("cursor").unwrap();
    let planned = |text| plan(cursor, Part::Allow, &wish, text).unwrap();
    // A list of ours would replace the one in Cursor's settings.
    assert_eq!(planned(None), Change::Nothing);
    assert_eq!(
        planned(Some("{\"mcpAllowlist\": [\"a:*\"]}")),
        Change::Write("{\"mcpAllowlist\": [\"a:*\", \"loopback:*\"]}".to_owned())
    );
}

#[test]
fn no_project_file_names_a_file_of_the_persons_or_a_token() {
    let http = Door::Http {
        url: "http://127.0.0.1:4127/mcp".to_owned(),
        token_file: Some("/home/ada/.local/share/loopback/agent-token".to_owned()),
    };
    let wish = everything(Scope::Project, http);
    for client in CLIENTS {
        let Ok(files) = files(client, Scope::Project) else {
            continue;
        };
        match plan(client, files[0].part, &wish, None) {
            Ok(Change::Write(text)) => {
                assert!(text.contains("LOOPBACK_AGENT_TOKEN"), "{text}");
                assert!(!text.contains("/home/ada"), "{text}");
            }
            Ok(other) => panic!("{}: {other:?}", client.id),
            Err(refusal) => assert!(refusal.to_string().contains("--http"), "{refusal}"),
        }
    }
}
