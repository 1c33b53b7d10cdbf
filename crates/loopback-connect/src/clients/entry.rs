//! What the entry for Loopback looks like in each client. Owns that no entry ever holds a token.

use crate::clients::{Client, OwnCommand, Scope, Shape};
use crate::error::ConnectError;
use crate::value::Value;
use crate::{NAME, TOKEN_VARIABLE};

/// How a client reaches Loopback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Door {
    /// It starts the bridge.
    Stdio {
        /// The absolute path of `loopback`.
        command: String,
        /// Its arguments.
        args: Vec<String>,
    },

    /// It goes to the running Loopback, with the agents' token, to which the entry only refers.
    Http {
        /// Where Loopback listens for agents.
        url: String,
        /// The file that holds the token, for clients that can refer to a file of the user's.
        token_file: Option<String>,
    },
}

/// The settings by which an entry reaches its server, in any client.
const DOORS: &[&str] = &[
    "command",
    "args",
    "url",
    "httpUrl",
    "serverUrl",
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token_env_var",
    "oauth",
    "type",
];

/// What an entry has that belongs to another way to Loopback than the wanted one. With both, clients refuse it.
pub(crate) fn other_doors(
    found: &[(String, Value)],
    wanted: &[(String, Value)],
) -> Vec<&'static str> {
    let has = |entry: &[(String, Value)], key: &str| entry.iter().any(|(name, _)| name == key);
    // Clients that need no word for it take one that says the usual.
    let usual = ("type".to_owned(), Value::text("stdio"));
    let doors = DOORS.iter().copied();
    doors
        .filter(|key| has(found, key) && !has(wanted, key))
        .filter(|key| *key != "type" || !found.contains(&usual))
        .collect()
}

impl Client {
    /// The entry of this client, without what raises time-outs and allows tools.
    pub(crate) fn entry(
        &self,
        scope: Scope,
        door: &Door,
    ) -> Result<Vec<(String, Value)>, ConnectError> {
        let entry = match door {
            Door::Stdio { command, args } => self.stdio(command, args),
            Door::Http { url, token_file } => {
                let token_file = token_file.as_deref().filter(|_| scope == Scope::User);
                self.http(url, token_file)?
            }
        };
        let entry = entry.into_iter();
        Ok(entry.map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn stdio(&self, command: &str, args: &[String]) -> Vec<(&'static str, Value)> {
        let texts = |texts: &[String]| Value::List(texts.iter().map(Value::text).collect());
        let started = [("command", Value::text(command)), ("args", texts(args))];
        match self.shape {
            Shape::Typed => [vec![("type", Value::text("stdio"))], started.to_vec()].concat(),
            Shape::Opencode => vec![
                ("type", Value::text("local")),
                ("command", texts(&[&[command.to_owned()], args].concat())),
                ("enabled", Value::Flag(true)),
            ],
            Shape::Plain | Shape::Gemini | Shape::Codex | Shape::Windsurf | Shape::CommandOnly => {
                started.to_vec()
            }
        }
    }

    fn http(
        &self,
        url: &str,
        token_file: Option<&str>,
    ) -> Result<Vec<(&'static str, Value)>, ConnectError> {
        let client = self.name;
        let url = Value::text(url);
        let bearer = |reference: &str| {
            Value::table([("Authorization", Value::text(format!("Bearer {reference}")))])
        };
        let braces = format!("${{{TOKEN_VARIABLE}}}");
        let named = format!("${{env:{TOKEN_VARIABLE}}}");
        Ok(match self.shape {
            Shape::CommandOnly => return Err(ConnectError::NoHttp { client }),
            Shape::Plain if self.id == "zed" => return Err(ConnectError::NoReference { client }),
            Shape::Plain => vec![("url", url), ("headers", bearer(&named))],
            Shape::Windsurf => vec![("serverUrl", url), ("headers", bearer(&named))],
            Shape::Typed => {
                let reference = if self.id == "vscode" { &named } else { &braces };
                vec![
                    ("type", Value::text("http")),
                    ("url", url),
                    ("headers", bearer(reference)),
                ]
            }
            Shape::Gemini => {
                vec![
                    ("url", url),
                    ("type", Value::text("http")),
                    ("headers", bearer(&braces)),
                ]
            }
            Shape::Codex => vec![
                ("url", url),
                ("bearer_token_env_var", Value::text(TOKEN_VARIABLE)),
            ],
            Shape::Opencode => {
                let reference = match token_file {
                    Some(file) => format!("{{file:{file}}}"),
                    None => format!("{{env:{TOKEN_VARIABLE}}}"),
                };
                vec![
                    ("type", Value::text("remote")),
                    ("url", url),
                    ("headers", bearer(&reference)),
                    ("oauth", Value::Flag(false)),
                    ("enabled", Value::Flag(true)),
                ]
            }
        })
    }

    /// Whether an entry for this door makes the client look for the token in its environment.
    #[must_use]
    pub fn needs_variable(&self, scope: Scope, door: &Door) -> bool {
        let refers = |value: &Value| value.json().contains(TOKEN_VARIABLE);
        let entry = self.entry(scope, door).unwrap_or_default();
        entry.iter().any(|(_, value)| refers(value))
    }
}

impl OwnCommand {
    /// What the program is given to connect Loopback, which it can only do over stdio.
    #[must_use]
    pub fn adding(&self, door: &Door) -> Option<Vec<String>> {
        let Door::Stdio { command, args } = door else {
            return None;
        };
        let fixed = [self.add, &[NAME], self.separator].concat();
        let fixed = fixed.into_iter().map(str::to_owned);
        Some(
            fixed
                .chain([command.clone()])
                .chain(args.iter().cloned())
                .collect(),
        )
    }

    /// What the program is given to take Loopback out.
    #[must_use]
    pub fn removing(&self) -> Vec<String> {
        let words = [self.remove, &[NAME]].concat();
        words.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::CLIENTS;

    fn http() -> Door {
        Door::Http {
            url: "http://127.0.0.1:4127/mcp".to_owned(),
            token_file: Some("/data/agent-token".to_owned()),
        }
    }

    #[test]
    fn over_http_the_token_is_referred_to_or_the_client_is_refused() {
        let said = |scope| {
            let client = |client: &Client| match client.entry(scope, &http()) {
                Ok(entry) => format!("{}: {}", client.id, Value::Table(entry).json()),
                Err(error) => format!("{}: {error}", client.id),
            };
            CLIENTS.iter().map(client).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(said(Scope::User), @r#"
        claude-code: { "type": "http", "url": "http://127.0.0.1:4127/mcp", "headers": { "Authorization": "Bearer ${LOOPBACK_AGENT_TOKEN}" } }
        codex: { "url": "http://127.0.0.1:4127/mcp", "bearer_token_env_var": "LOOPBACK_AGENT_TOKEN" }
        gemini-cli: { "url": "http://127.0.0.1:4127/mcp", "type": "http", "headers": { "Authorization": "Bearer ${LOOPBACK_AGENT_TOKEN}" } }
        opencode: { "type": "remote", "url": "http://127.0.0.1:4127/mcp", "headers": { "Authorization": "Bearer {file:/data/agent-token}" }, "oauth": false, "enabled": true }
        cursor: { "url": "http://127.0.0.1:4127/mcp", "headers": { "Authorization": "Bearer ${env:LOOPBACK_AGENT_TOKEN}" } }
        vscode: { "type": "http", "url": "http://127.0.0.1:4127/mcp", "headers": { "Authorization": "Bearer ${env:LOOPBACK_AGENT_TOKEN}" } }
        zed: Zed cannot take a token from the environment, and none is written into its settings; connect it without --http
        windsurf: { "serverUrl": "http://127.0.0.1:4127/mcp", "headers": { "Authorization": "Bearer ${env:LOOPBACK_AGENT_TOKEN}" } }
        claude-desktop: Claude Desktop reaches no server over HTTP; connect it without --http
        "#);
        let project = said(Scope::Project);
        assert!(!project.contains("/data/agent-token"), "{project}");
    }

    #[test]
    fn a_clients_own_command_starts_the_bridge() {
        let door = Door::Stdio {
            command: "/l".to_owned(),
            args: vec!["mcp".to_owned()],
        };
        let said: Vec<_> = CLIENTS
            .iter()
            .filter_map(|client| {
                let own = client.own_command?;
                Some(format!("{} {}", own.program, own.adding(&door)?.join(" ")))
            })
            .collect();
        assert_eq!(
            said,
            [
                "claude mcp add --scope user loopback -- /l mcp",
                "codex mcp add loopback -- /l mcp",
                "gemini mcp add --scope user loopback /l mcp",
            ]
        );
    }
}
