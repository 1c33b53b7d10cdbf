//! The table of clients. Measured in November 2026 against Claude Code 2.1, Codex 0.171, Gemini CLI 0.61 and opencode 1.18;
//! of the others, as their documentation says.

use super::{Allow, Client, Format, OwnCommand, Progress, Rules, Shape, TimeOut, Word};
use crate::place::{Place, Root};

const HOUR: u64 = 60 * 60;
/// The longest a person is away who has not gone for good.
const WEEK: u64 = 7 * 24 * HOUR;

const CLAUDE: Root = Root::Variable("CLAUDE_CONFIG_DIR", ".claude");
const CODEX: Root = Root::Variable("CODEX_HOME", ".codex");
const GEMINI: Root = Root::Variable("GEMINI_CLI_HOME", "");

/// What most clients read in a project.
const AGENTS_MD: Rules = rules(Root::Project, &["AGENTS.md"]);

const fn rules(root: Root, names: &'static [&'static str]) -> Rules {
    Rules {
        place: Place::new(root, names),
        head: "",
    }
}

/// Every client that can be connected, in the order people are shown them.
pub const CLIENTS: &[Client] = &[
    Client {
        id: "claude-code",
        name: "Claude Code",
        program: Some("claude"),
        traces: &[
            Place::new(Root::Variable("CLAUDE_CONFIG_DIR", ""), &[".claude.json"]),
            Place::new(CLAUDE, &["settings.json"]),
        ],
        introduces_itself_as: &["claude-code"],
        waits_by_itself: Some(100_000),
        progress: Progress::Counts,
        own_command: Some(OwnCommand {
            program: "claude",
            add: &["mcp", "add", "--scope", "user"],
            separator: &["--"],
            remove: &["mcp", "remove", "--scope", "user"],
        }),
        allow_by_hand: None,
        format: Format::Json,
        shape: Shape::Typed,
        user: Place::new(Root::Variable("CLAUDE_CONFIG_DIR", ""), &[".claude.json"]),
        project: Some(Place::new(Root::Project, &[".mcp.json"])),
        container: &["mcpServers"],
        // A limit that progress does not move, and for a server over HTTP a minute without an answer.
        time_out: Some(TimeOut {
            key: "timeout",
            per_second: 1000,
            raised: WEEK,
        }),
        allow: Allow::Listed {
            user: Place::new(CLAUDE, &["settings.json"]),
            project: Some(Place::new(Root::Project, &[".claude/settings.json"])),
            path: &["permissions", "allow"],
            item: "mcp__loopback",
        },
        user_rules: Some(rules(CLAUDE, &["CLAUDE.md"])),
        project_rules: Some(rules(Root::Project, &["CLAUDE.md"])),
    },
    Client {
        id: "codex",
        name: "Codex",
        program: Some("codex"),
        traces: &[Place::new(CODEX, &[""])],
        introduces_itself_as: &["codex-mcp-client"],
        waits_by_itself: Some(300),
        progress: Progress::Ignored,
        own_command: Some(OwnCommand {
            program: "codex",
            add: &["mcp", "add"],
            separator: &["--"],
            remove: &["mcp", "remove"],
        }),
        allow_by_hand: None,
        format: Format::Toml,
        shape: Shape::Codex,
        user: Place::new(CODEX, &["config.toml"]),
        project: Some(Place::new(Root::Project, &[".codex/config.toml"])),
        container: &["mcp_servers"],
        time_out: Some(TimeOut {
            key: "tool_timeout_sec",
            per_second: 1,
            raised: HOUR,
        }),
        allow: Allow::InEntry("default_tools_approval_mode", Word::Text("approve")),
        user_rules: Some(rules(CODEX, &["AGENTS.md"])),
        project_rules: Some(AGENTS_MD),
    },
    Client {
        id: "gemini-cli",
        name: "Gemini CLI",
        program: Some("gemini"),
        traces: &[Place::new(GEMINI, &[".gemini"])],
        introduces_itself_as: &["gemini-cli-mcp-client"],
        waits_by_itself: Some(600),
        progress: Progress::Ignored,
        own_command: Some(OwnCommand {
            program: "gemini",
            add: &["mcp", "add", "--scope", "user"],
            separator: &[],
            remove: &["mcp", "remove", "--scope", "user"],
        }),
        allow_by_hand: None,
        format: Format::Json,
        shape: Shape::Gemini,
        user: Place::new(GEMINI, &[".gemini/settings.json"]),
        project: Some(Place::new(Root::Project, &[".gemini/settings.json"])),
        container: &["mcpServers"],
        time_out: Some(TimeOut {
            key: "timeout",
            per_second: 1000,
            raised: HOUR,
        }),
        allow: Allow::InEntry("trust", Word::Yes),
        user_rules: Some(rules(GEMINI, &[".gemini/GEMINI.md"])),
        project_rules: Some(rules(Root::Project, &["GEMINI.md"])),
    },
    Client {
        id: "opencode",
        name: "opencode",
        program: Some("opencode"),
        traces: &[Place::new(Root::Config, &["opencode"])],
        introduces_itself_as: &["opencode"],
        waits_by_itself: Some(60),
        progress: Progress::Counts,
        own_command: None,
        allow_by_hand: None,
        format: Format::Json,
        shape: Shape::Opencode,
        user: Place::new(
            Root::Config,
            &["opencode/opencode.jsonc", "opencode/opencode.json"],
        ),
        project: Some(Place::new(
            Root::Project,
            &["opencode.jsonc", "opencode.json"],
        )),
        container: &["mcp"],
        time_out: Some(TimeOut {
            key: "timeout",
            per_second: 1000,
            raised: HOUR,
        }),
        // It lets every tool run unless it is told otherwise.
        allow: Allow::Nowhere,
        user_rules: Some(rules(Root::Config, &["opencode/AGENTS.md"])),
        project_rules: Some(AGENTS_MD),
    },
    Client {
        id: "cursor",
        name: "Cursor",
        program: Some("cursor"),
        traces: &[Place::new(Root::Home, &[".cursor"])],
        introduces_itself_as: &["cursor-vscode", "cursor"],
        waits_by_itself: None,
        progress: Progress::Unknown,
        own_command: None,
        allow_by_hand: Some(
            "in Cursor's settings under Agents, add loopback:* to the MCP allowlist",
        ),
        format: Format::Json,
        shape: Shape::Plain,
        user: Place::new(Root::Home, &[".cursor/mcp.json"]),
        project: Some(Place::new(Root::Project, &[".cursor/mcp.json"])),
        container: &["mcpServers"],
        time_out: None,
        allow: Allow::ListedIfThere {
            user: Place::new(Root::Home, &[".cursor/permissions.json"]),
            path: &["mcpAllowlist"],
            item: "loopback:*",
        },
        user_rules: None,
        project_rules: Some(Rules {
            place: Place::new(Root::Project, &[".cursor/rules/loopback.mdc"]),
            head: "---\ndescription: When to ask the person\nalwaysApply: true\n---\n\n",
        }),
    },
    Client {
        id: "vscode",
        name: "VS Code",
        program: Some("code"),
        traces: &[Place::new(Root::Programs, &["Code/User"])],
        introduces_itself_as: &["Visual Studio Code", "Visual Studio Code - Insiders"],
        waits_by_itself: None,
        progress: Progress::Counts,
        own_command: None,
        allow_by_hand: Some(
            "when VS Code first asks whether a tool of loopback may run, allow all tools of this server, always",
        ),
        format: Format::Json,
        shape: Shape::Typed,
        user: Place::new(Root::Programs, &["Code/User/mcp.json"]),
        project: Some(Place::new(Root::Project, &[".vscode/mcp.json"])),
        container: &["servers"],
        time_out: None,
        allow: Allow::Nowhere,
        user_rules: None,
        project_rules: Some(AGENTS_MD),
    },
    Client {
        id: "zed",
        name: "Zed",
        program: Some("zed"),
        traces: &[Place::new(Root::Config, &["zed"])],
        introduces_itself_as: &["Zed"],
        waits_by_itself: Some(60),
        progress: Progress::Unknown,
        own_command: None,
        allow_by_hand: None,
        format: Format::Json,
        shape: Shape::Plain,
        user: Place::new(Root::Config, &["zed/settings.json"]),
        project: Some(Place::new(Root::Project, &[".zed/settings.json"])),
        container: &["context_servers"],
        time_out: Some(TimeOut {
            key: "timeout",
            per_second: 1,
            raised: HOUR,
        }),
        allow: Allow::EachTool(&["agent", "tool_permissions", "tools"]),
        user_rules: None,
        project_rules: Some(AGENTS_MD),
    },
    Client {
        id: "windsurf",
        name: "Windsurf",
        program: Some("windsurf"),
        traces: &[Place::new(Root::Home, &[".codeium/windsurf"])],
        introduces_itself_as: &["windsurf-client", "windsurf"],
        waits_by_itself: None,
        progress: Progress::Unknown,
        own_command: None,
        allow_by_hand: Some(
            "when Windsurf first asks whether a tool of loopback may run, allow it always",
        ),
        format: Format::Json,
        shape: Shape::Windsurf,
        user: Place::new(Root::Home, &[".codeium/windsurf/mcp_config.json"]),
        project: None,
        container: &["mcpServers"],
        time_out: None,
        allow: Allow::Nowhere,
        user_rules: Some(rules(
            Root::Home,
            &[".codeium/windsurf/memories/global_rules.md"],
        )),
        project_rules: Some(AGENTS_MD),
    },
    Client {
        id: "claude-desktop",
        name: "Claude Desktop",
        program: None,
        traces: &[Place::new(Root::Programs, &["Claude"])],
        introduces_itself_as: &["claude-ai"],
        waits_by_itself: None,
        progress: Progress::Unknown,
        own_command: None,
        allow_by_hand: Some(
            "when Claude first asks whether a tool of loopback may run, allow it always",
        ),
        format: Format::Json,
        shape: Shape::CommandOnly,
        user: Place::new(Root::Programs, &["Claude/claude_desktop_config.json"]),
        project: None,
        container: &["mcpServers"],
        time_out: None,
        allow: Allow::Nowhere,
        user_rules: None,
        project_rules: None,
    },
];
