//! Where a hook runs and for which agent, and what the app says of that agent's asks.

use std::path::{Path, PathBuf};

use loopback_contract::{AskList, ListedAsk, Origin};
use rmcp::model::CallToolResult;

use super::event::Event;
use crate::door::{origin, session};

/// The number of the process of the Claude Code that runs this hook.
const PROCESS: &str = "CLAUDE_PID";

/// Where that Claude Code was started; the agent may have gone elsewhere since.
const STARTED_IN: &str = "CLAUDE_PROJECT_DIR";

/// How far up the processes it may be: a shell stands between.
const GENERATIONS: usize = 4;

/// Where the agent works, as its bridge says it too. The session is for whoever calls to name.
pub(super) async fn origin(event: &Event) -> Origin {
    let started = std::env::var_os(STARTED_IN).map(PathBuf::from);
    let usable = |dir: &Path| dir.is_absolute() && dir.is_dir();
    let dir = started
        .filter(|dir| usable(dir))
        .or_else(|| Some(event.cwd.clone()).filter(|dir| usable(dir)))
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_default();
    let dir = dir.canonicalize().unwrap_or(dir);
    origin::look(origin::at(&dir, "")).await
}

/// The session of the agent, which is that of its bridge.
pub(super) fn agent() -> Option<String> {
    let wanted: i32 = std::env::var(PROCESS).ok()?.parse().ok()?;
    // The variable may come from further up than the Claude Code that runs this.
    let mut process = rustix::process::getpid().as_raw_nonzero().get();
    for _ in 0..GENERATIONS {
        process = session::parent_of(process)?;
        if process == wanted {
            return session::of_process(process);
        }
    }
    None
}

/// The asks in a list.
pub(super) fn listed(result: &CallToolResult) -> Vec<ListedAsk> {
    let list = result.structured_content.clone();
    let list = list.and_then(|list| serde_json::from_value::<AskList>(list).ok());
    list.map(|list| list.asks).unwrap_or_default()
}
