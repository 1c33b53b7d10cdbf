//! The agents themselves, run whole and offline: in an empty home, connected to Loopback, with a model that follows a
//! script. What is set here beside the connection is what keeps them off the network and points them at that model.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::process::Command;

use crate::{Home, Model, program, real};

/// An agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentProgram {
    /// `@anthropic-ai/claude-code`
    ClaudeCode,
    /// `@openai/codex`
    Codex,
    /// `@google/gemini-cli`
    GeminiCli,
    /// `opencode-ai`
    OpenCode,
}

impl AgentProgram {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::GeminiCli,
        Self::OpenCode,
    ];

    /// What `loopback connect` calls it.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini-cli",
            Self::OpenCode => "opencode",
        }
    }

    /// What it calls itself to a server.
    #[must_use]
    pub const fn client_name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex-mcp-client",
            Self::GeminiCli => "gemini-cli-mcp-client",
            Self::OpenCode => "opencode",
        }
    }

    const fn executable(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini",
            Self::OpenCode => "opencode",
        }
    }

    /// Prepares a home: the model, and nothing of Loopback.
    ///
    /// # Panics
    ///
    /// If its files cannot be written.
    pub fn settles_in(self, home: &Home, model: &Model) {
        let url = model.url();
        match self {
            // Its model is named in the environment.
            Self::ClaudeCode => {}
            Self::Codex => write(
                home,
                ".codex/config.toml",
                &format!(
                    "model = \"scripted\"\nmodel_provider = \"scripted\"\n\n[model_providers.scripted]\n\
                     name = \"scripted\"\nbase_url = \"{url}/v1\"\nwire_api = \"responses\"\n\
                     env_key = \"SCRIPTED_KEY\"\n"
                ),
            ),
            Self::GeminiCli => write(
                home,
                ".gemini/settings.json",
                &json!({ "security": { "auth": { "selectedType": "gemini-api-key" } } })
                    .to_string(),
            ),
            Self::OpenCode => write(
                home,
                ".config/opencode/opencode.json",
                &json!({
                    "$schema": "https://opencode.ai/config.json",
                    "autoupdate": false,
                    "share": "disabled",
                    "model": "scripted/scripted",
                    "small_model": "scripted/scripted",
                    "provider": { "scripted": {
                        "npm": "@ai-sdk/openai-compatible",
                        "options": { "baseURL": format!("{url}/v1"), "apiKey": "scripted" },
                        "models": { "scripted": {} },
                    }},
                })
                .to_string(),
            ),
        }
    }

    /// Connects it by `loopback connect`, which also lets it ask without asking first.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub async fn is_connected(self, home: &Home) {
        self.is_connected_with(home, &[]).await;
    }

    /// Connects it by `loopback connect` with these arguments besides.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub async fn is_connected_with(self, home: &Home, more: &[&str]) {
        let connected = Command::new(program())
            .args(["connect", self.slug()])
            .args(more)
            .args(["--yes", "--data-dir"])
            .arg(home.data_dir())
            .env_clear()
            .env("PATH", path())
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path().join(".config"))
            .current_dir(site(home))
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await
            .expect("it can be run");
        let said = String::from_utf8_lossy(&connected.stdout);
        let complained = String::from_utf8_lossy(&connected.stderr);
        assert!(connected.status.success(), "{said}{complained}");
    }

    /// Sets how long Claude Code lets a hook run that waits for the person, and tells the hook.
    ///
    /// # Panics
    ///
    /// If it has not been connected with hooks.
    pub fn has_hooks_run_for(self, home: &Home, seconds: u64) {
        let file = home.path().join(HOOKS);
        let text = fs::read_to_string(&file).expect("it is connected");
        let (limit, time_out) = ("--limit 86400", "\"timeout\": 86400");
        assert!(text.contains(limit) && text.contains(time_out), "{text}");
        let text = text.replace(limit, &format!("--limit {seconds}"));
        let text = text.replace(time_out, &format!("\"timeout\": {seconds}"));
        fs::write(file, text).expect("it can be changed");
    }

    /// Claude Code at a terminal that nobody types on, planning what it is given to do.
    ///
    /// # Panics
    ///
    /// If its settings cannot be written.
    #[must_use]
    pub fn plans_at_a_terminal(self, home: &Home, model: &Model) -> Command {
        let site = site(home);
        edit(home, self.config(), |settings| {
            // What it would ask a newcomer first.
            settings["hasCompletedOnboarding"] = json!(true);
            settings["theme"] = json!("dark");
            settings["customApiKeyResponses"] = json!({ "approved": ["scripted"], "rejected": [] });
            let site = site.canonicalize().expect("the project is there");
            settings["projects"][site.display().to_string()]["hasTrustDialogAccepted"] =
                json!(true);
        });
        let plain = self.asks(home, model);
        let plain = plain.as_std();
        let program = plain.get_program().display().to_string();
        let mut command = Command::new("script");
        command
            .args(["--quiet", "--return", "--command"])
            .arg(format!("'{program}' --permission-mode plan '{TASK}'"))
            .arg("/dev/null")
            .env_clear()
            .envs(
                plain
                    .get_envs()
                    .filter_map(|(key, value)| Some((key, value?))),
            )
            .env("TERM", "xterm")
            .current_dir(site)
            // It ends when its input does.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Sets the agent's own limit of a tool call, by its own setting, which connecting has raised.
    ///
    /// # Panics
    ///
    /// If it has not been connected.
    pub fn has(self, patience: Patience, home: &Home) {
        let seconds = match patience {
            Patience::AsConnected => return,
            Patience::ByItself => None,
            Patience::Little => Some(6),
        };
        let file = self.config();
        let milliseconds = |server: &mut Value| match seconds {
            Some(seconds) => server["timeout"] = json!(seconds * 1000),
            None => drop(server.as_object_mut().map(|it| it.remove("timeout"))),
        };
        match self {
            Self::ClaudeCode | Self::GeminiCli => edit(home, file, |settings| {
                milliseconds(&mut settings["mcpServers"]["loopback"]);
            }),
            Self::OpenCode => edit(home, file, |settings| {
                milliseconds(&mut settings["mcp"]["loopback"]);
            }),
            Self::Codex => {
                let text = fs::read_to_string(home.path().join(file));
                let text = text.expect("it is connected");
                let is_raised = |line: &&str| line.starts_with("tool_timeout_sec");
                assert!(text.lines().any(|line| is_raised(&line)), "{text}");
                let limit = seconds.map(|seconds| format!("tool_timeout_sec = {seconds}"));
                let lines = text.lines().filter_map(|line| {
                    if is_raised(&line) {
                        limit.clone()
                    } else {
                        Some(line.to_owned())
                    }
                });
                write(home, file, &(lines.collect::<Vec<_>>().join("\n") + "\n"));
            }
        }
    }

    /// Puts something between the agent and the bridge that writes down what they say. Returns where.
    ///
    /// # Panics
    ///
    /// If the agent has not been connected.
    #[must_use]
    pub fn is_listened_to(self, home: &Home) -> PathBuf {
        let (between, log) = (home.path().join("between"), home.path().join("heard.jsonl"));
        let words = [
            real::node().as_std().get_program().display().to_string(),
            real::script("model/tee.mjs").display().to_string(),
            log.display().to_string(),
            program().display().to_string(),
        ];
        fs::write(
            &between,
            format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" ")),
        )
        .and_then(|()| fs::set_permissions(&between, fs::Permissions::from_mode(0o755)))
        .expect("a script can be written");
        let file = home.path().join(self.config());
        let text = fs::read_to_string(&file).expect("it is connected");
        // `connect` writes the place where it found itself.
        let program = fs::canonicalize(program()).expect("the program is there");
        let program = format!("\"{}\"", program.display());
        assert!(text.contains(&program), "{text}");
        let text = text.replace(&program, &format!("\"{}\"", between.display()));
        fs::write(file, text).expect("it can be changed");
        log
    }

    const fn config(self) -> &'static str {
        match self {
            Self::ClaudeCode => ".claude.json",
            Self::Codex => ".codex/config.toml",
            Self::GeminiCli => ".gemini/settings.json",
            Self::OpenCode => ".config/opencode/opencode.json",
        }
    }

    /// The agent, given one task, without a terminal.
    #[must_use]
    pub fn asks(self, home: &Home, model: &Model) -> Command {
        let mut command = Command::new(real::programs().join(".bin").join(self.executable()));
        command
            .env_clear()
            .env("PATH", path())
            .env("HOME", home.path())
            .env("LANG", "C.UTF-8")
            .env("TERM", "dumb")
            .env("XDG_CONFIG_HOME", home.path().join(".config"))
            .current_dir(site(home))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        match self {
            Self::ClaudeCode => {
                command
                    .args(["--print", TASK])
                    .env("ANTHROPIC_BASE_URL", model.url())
                    .env("ANTHROPIC_API_KEY", "scripted")
                    .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
                    .env("DISABLE_AUTOUPDATER", "1");
            }
            Self::Codex => {
                command
                    .args(["exec", "--skip-git-repo-check", TASK])
                    .env("SCRIPTED_KEY", "scripted");
            }
            Self::GeminiCli => {
                command
                    .args(["--prompt", TASK])
                    .env("GOOGLE_GEMINI_BASE_URL", model.url())
                    .env("GEMINI_API_KEY", "scripted")
                    // A named model needs no other one that chooses.
                    .env("GEMINI_MODEL", "gemini-2.5-flash")
                    .env("GEMINI_TELEMETRY_ENABLED", "false")
                    // Without a terminal it reads no settings in a folder that nobody has trusted.
                    .env("GEMINI_CLI_TRUST_WORKSPACE", "true");
            }
            Self::OpenCode => {
                command
                    .args(["run", TASK])
                    .env("OPENCODE_DISABLE_AUTOUPDATE", "1")
                    .env("OPENCODE_DISABLE_MODELS_FETCH", "1")
                    .env("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1")
                    .env("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
            }
        }
        command
    }
}

/// How long an agent lets a tool call take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// As connecting left it.
    AsConnected,
    /// As it is where nobody has set anything.
    ByItself,
    /// A few seconds.
    Little,
}

const HOOKS: &str = ".claude/settings.json";

const TASK: &str = "Ask which colour it shall be.";

/// The project it works in.
fn site(home: &Home) -> PathBuf {
    let site = home.path().join("site");
    fs::create_dir_all(&site).expect("a place for a project");
    site
}

/// The Node.js that some of them need comes first, and the agents' own commands next.
fn path() -> std::ffi::OsString {
    let node = PathBuf::from(real::node().as_std().get_program());
    let own = node.parent().map(Path::to_path_buf).into_iter();
    let own = own.chain([real::programs().join(".bin")]);
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let all = own.chain(std::env::split_paths(&usual));
    std::env::join_paths(all).expect("a path")
}

fn write(home: &Home, file: &str, text: &str) {
    let file = home.path().join(file);
    let folder = file.parent().expect("the file is in a folder");
    fs::create_dir_all(folder).expect("a place for settings");
    fs::write(file, text).expect("settings can be written");
}

fn edit(home: &Home, file: &str, change: impl FnOnce(&mut Value)) {
    let path = home.path().join(file);
    let text = fs::read_to_string(path).expect("it is connected");
    let mut settings = serde_json::from_str(&text).expect("its settings are JSON");
    change(&mut settings);
    write(home, file, &settings.to_string());
}
