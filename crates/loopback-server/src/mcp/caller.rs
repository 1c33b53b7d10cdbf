//! Who calls: the agent's identity and the bridge's additions, read from a request.
//!
//! A client's own words about itself are kept short and free of characters that are not seen or turn the
//! others around, since people see them. What only the bridge may say is believed only on `agent.sock`.

use std::time::Duration;

use http::HeaderMap;
use http::request::Parts;
use loopback_contract::{Block, Origin, read_value};
use loopback_inbox::{CallId, Caller, session};
use loopback_rules::is_unseen;
use rmcp::RoleServer;
use rmcp::model::RequestMetaObject;
use rmcp::service::RequestContext;
use serde_json::Value;

use super::wire;

/// The longest name or version of a client that is kept, in characters.
const LONGEST: usize = 100;

/// Under which keys clients name their own calls: Claude Code, and Codex.
const BY_CLIENT: [&str; 2] = ["claudecode/toolUseId", "callId"];

/// The header that names a session of the protocol's older revisions.
const SESSION_HEADER: &str = "mcp-session-id";

/// What the bridge says about a call.
#[derive(Debug, Clone, Default)]
pub(super) struct FromBridge {
    /// The bridge's id of the call.
    pub(super) call_id: Option<String>,

    /// How long the call has been waiting on connections that broke.
    pub(super) waited: Duration,

    /// After how long the client gives the call up by its own settings, where it could read them.
    pub(super) client_limit: Option<Duration>,

    /// What it read from the agent's disk for a review.
    pub(super) attached: Vec<Block>,

    /// Whether the session ends with the connection.
    pub(super) ends_session: bool,

    /// Whether the client's own request takes a task.
    pub(super) takes_task: bool,

    origin: Option<Origin>,
}

impl FromBridge {
    /// Reads it from a request that came in on `agent.sock`.
    pub(super) fn read(meta: &RequestMetaObject) -> Self {
        let origin = meta.get(wire::ORIGIN);
        let time = |key: &str| Some(Duration::from_millis(meta.get(key)?.as_u64()?));
        Self {
            call_id: meta
                .get(wire::CALL_ID)
                .and_then(|id| id.as_str())
                .filter(|id| !id.is_empty() && id.len() <= LONGEST)
                .map(str::to_owned),
            waited: time(wire::WAITED_MS).unwrap_or_default(),
            client_limit: time(wire::CLIENT_LIMIT_MS),
            attached: meta.get(wire::ATTACHED).map(attached).unwrap_or_default(),
            ends_session: meta.get(wire::ENDS_SESSION).and_then(Value::as_bool) == Some(true),
            takes_task: meta.get(wire::TAKES_TASK).and_then(Value::as_bool) == Some(true),
            origin: origin.and_then(|origin| read_value::<Origin>(origin).ok()),
        }
    }

    /// The id by which a repeat of the call joins its ask.
    fn call(&self) -> Option<CallId> {
        self.call_id.clone().map(CallId::new)
    }
}

/// The ids of a call by which a repeat of it is known: the bridge's, and that of a client that gives its calls any.
pub(super) fn call_ids(bridge: &FromBridge, meta: &RequestMetaObject) -> Vec<CallId> {
    let by_client = BY_CLIENT.iter().filter_map(|key| {
        let id = meta.get(*key)?.as_str()?;
        let usable = !id.is_empty() && id.len() <= LONGEST;
        usable.then(|| CallId::of_client(format!("{key} {id}")))
    });
    bridge.call().into_iter().chain(by_client).collect()
}

/// The caller of a request on `agent.sock`. `connection` is the session of callers that name none; `machine`, the other
/// machine the connection comes from, whatever is said on it.
pub(super) fn on_socket(
    context: &RequestContext<RoleServer>,
    bridge: &FromBridge,
    connection: &str,
    machine: Option<&str>,
) -> Caller {
    let (client_name, client_version) = client(context);
    let session = match (&bridge.origin, machine) {
        (Some(origin), None) => session::of_bridge(&origin.session),
        (Some(origin), Some(name)) => {
            session::on_machine(name, &session::of_bridge(&origin.session))
        }
        (None, _) => connection.to_owned(),
    };
    Caller {
        session,
        client_name,
        client_version,
        origin: origin(bridge, connection, machine),
    }
}

fn origin(bridge: &FromBridge, connection: &str, machine: Option<&str>) -> Option<Origin> {
    let Some(name) = machine else {
        return bridge.origin.clone().map(|origin| Origin {
            remote: None,
            ..origin
        });
    };
    let told = bridge.origin.clone().unwrap_or_else(|| Origin {
        cwd: String::new(),
        repository: None,
        branch: None,
        host: None,
        remote: None,
        session: connection.to_owned(),
    });
    Some(Origin {
        host: Some(name.to_owned()),
        remote: Some(true),
        ..told
    })
}

/// The caller of a request over HTTP: its session, or where the protocol knows none, the client.
pub(super) fn over_http(context: &RequestContext<RoleServer>) -> Caller {
    let (client_name, client_version) = client(context);
    let parts = context.extensions.get::<Parts>();
    let session = match parts.and_then(|parts| protocol_session(&parts.headers)) {
        Some(id) => session::of_protocol(id),
        None => session::of_client(&client_name, &client_version),
    };
    Caller {
        session,
        client_name,
        client_version,
        origin: None,
    }
}

/// The id of the protocol's session that a request is in.
pub(super) fn protocol_session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_HEADER)?.to_str().ok()
}

/// The blocks that the bridge read. One that is no block is left out, as the bridge would not send it.
fn attached(blocks: &Value) -> Vec<Block> {
    let blocks = blocks.as_array().into_iter().flatten();
    blocks.filter_map(|block| read_value(block).ok()).collect()
}

fn client(context: &RequestContext<RoleServer>) -> (String, String) {
    let client = context.client_info();
    client.map_or_else(
        || ("unknown".to_owned(), String::new()),
        |client| (tidy(&client.name), tidy(&client.version)),
    )
}

fn tidy(text: &str) -> String {
    let plain = text.chars().filter(|&c| !c.is_control() && !is_unseen(c));
    let plain = plain.take(LONGEST);
    plain.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_the_ids_that_bridge_and_client_gave_it() {
        let check = |meta: Value, expect: &[CallId]| {
            let Value::Object(meta) = meta else {
                unreachable!("an object")
            };
            let meta = meta.into();
            assert_eq!(call_ids(&FromBridge::read(&meta), &meta), expect);
        };
        let claude = CallId::of_client("claudecode/toolUseId toolu_1");
        check(
            serde_json::json!({ "loopback/callId": "c1", "claudecode/toolUseId": "toolu_1" }),
            &[CallId::new("c1"), claude],
        );
        let codex = CallId::of_client("callId call_1");
        check(serde_json::json!({ "callId": "call_1" }), &[codex]);
        check(
            serde_json::json!({ "callId": 1, "claudecode/toolUseId": "" }),
            &[],
        );
        check(serde_json::json!({ "callId": "x".repeat(101) }), &[]);
    }

    #[test]
    fn what_a_client_calls_itself_is_kept_short_and_printable() {
        assert_eq!(tidy(" claude\u{1b}[31m-code\n"), "claude[31m-code");
        assert_eq!(tidy("\u{202e}edualc\u{200b}-\u{2066}code"), "edualc-code");
        assert_eq!(tidy(&"x".repeat(5000)).len(), LONGEST);
    }

    #[test]
    fn an_unusable_word_of_the_bridge_is_left_out() {
        let meta = serde_json::json!({
            "loopback/callId": "",
            "loopback/waitedMs": "soon",
            "loopback/origin": {"cwd": 5},
        });
        let serde_json::Value::Object(meta) = meta else {
            unreachable!("an object")
        };
        let bridge = FromBridge::read(&meta.into());
        assert!(bridge.call_id.is_none() && bridge.origin.is_none());
        assert_eq!(bridge.waited, Duration::ZERO);
    }
}
