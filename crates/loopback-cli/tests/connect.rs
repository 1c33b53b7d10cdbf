//! `loopback connect` and `loopback disconnect`: the real command on files of clients in a home of its own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_loopback");

/// A config of Codex as its person likes it.
const CODEX: &str = "# mine\r\nmodel = \"o3\"   # the best\r\n\r\n[mcp_servers]\r\nother = { command = \"x\", args = [\"a\",\r\n  \"b\"] }\r\n";
/// One of Cursor.
const CURSOR: &str = "{\n\t// the team's\n\t\"mcpServers\": {\n\t\t\"db\": { \"command\": \"db\", \"n\": 1e3 }, // slow\n\t},\n}\n";

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        fs::create_dir(home.path("bin")).unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// A program of a client, as a script.
    fn install(&self, name: &str, script: &str) {
        let path = self.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    /// Every file and what it says, our own data apart.
    fn files(&self) -> BTreeMap<String, String> {
        let (mut files, mut dirs) = (BTreeMap::new(), vec![self.0.path().to_owned()]);
        while let Some(dir) = dirs.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    dirs.push(path);
                } else {
                    let name = path
                        .strip_prefix(self.0.path())
                        .unwrap()
                        .display()
                        .to_string();
                    files.insert(name, fs::read_to_string(path).unwrap());
                }
            }
        }
        files
    }

    fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .env_clear()
            .env("HOME", self.0.path())
            .env(
                "PATH",
                format!("{}:/usr/bin:/bin", self.path("bin").display()),
            )
            .env("XDG_CONFIG_HOME", self.path(".config"))
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Runs it, which must succeed, and returns what it said.
    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs it, which must fail, and returns what it complained of.
    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn clients_that_are_found_are_connected_and_taken_out_again_byte_by_byte() {
    let home = Home::new();
    home.write(".codex/config.toml", CODEX);
    home.write(".cursor/mcp.json", CURSOR);
    home.write(".config/zed/settings.json", "\u{feff}{}");
    home.write(
        ".config/opencode/opencode.jsonc",
        "// see AGENTS.md\n{ \"mcp\": {}, }",
    );
    home.write(".config/Claude/claude_desktop_config.json", "");
    let before = home.files();

    let said = home.ok(&["connect", "--yes"]);
    for line in [
        "Codex is connected.",
        "Cursor is connected.",
        "Zed is connected.",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(!said.contains("Windsurf"), "{said}");
    let codex = home.read(".codex/config.toml");
    assert!(codex.starts_with(CODEX), "{codex}");
    assert!(
        codex.contains(&format!("command = \"{PROGRAM}\"\r\nargs = [\"mcp\"]\r\n")),
        "{codex}"
    );
    let connected = home.files();

    assert!(
        home.ok(&["connect", "--yes"])
            .ends_with("Nothing to change.\n")
    );
    assert_eq!(home.files(), connected);

    home.ok(&["disconnect", "--yes"]);
    assert_eq!(home.files(), before);
    assert!(
        home.ok(&["disconnect", "--yes"])
            .contains("Nothing to change.")
    );
}

#[test]
fn hooks_come_only_when_they_are_asked_for_and_go_with_the_rest() {
    let home = Home::new();
    let own = "{\n  // mine\n  \"hooks\": { \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"beep\" }] }] }\n}\n";
    home.write(".claude/settings.json", own);
    home.write(".claude.json", "{}");
    let before = home.files();

    home.ok(&["connect", "--yes"]);
    assert!(!home.read(".claude/settings.json").contains("claude-code"));

    let shown = home.ok(&["connect", "claude-code", "--hooks", "--dry-run"]);
    assert!(shown.contains("\"PermissionRequest\""), "{shown}");
    assert!(!home.read(".claude/settings.json").contains("claude-code"));

    home.ok(&["connect", "claude-code", "--hooks", "--yes"]);
    let settings = home.read(".claude/settings.json");
    let command = format!("{PROGRAM} hook claude-code");
    assert_eq!(settings.matches(&command).count(), 4, "{settings}");
    assert!(settings.contains("beep"), "{settings}");
    let again = home.ok(&["connect", "claude-code", "--hooks", "--yes"]);
    assert!(again.ends_with("Nothing to change.\n"), "{again}");
    // Connecting without them leaves those that are there.
    home.ok(&["connect", "--yes"]);
    assert_eq!(home.read(".claude/settings.json"), settings);

    home.ok(&["disconnect", "--yes"]);
    assert_eq!(home.files(), before);
}

#[test]
fn the_doctor_says_whether_hooks_are_on_and_as_they_should_be() {
    let home = Home::new();
    home.write(".claude.json", "{}");
    let says = |words: &str| {
        let said = home.run(&["doctor"]).stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(words), "{said}");
    };
    says("asks for approval in its terminal only");
    home.ok(&["connect", "claude-code", "--hooks", "--yes"]);
    says("Claude Code puts its plans and permission prompts into the inbox");
    let settings = home.read(".claude/settings.json");
    home.write(
        ".claude/settings.json",
        &settings.replacen('{', "{\n  \"disableAllHooks\": true,", 1),
    );
    says("disableAllHooks is true");
}

#[test]
fn hooks_are_printed_and_refused_where_there_are_none() {
    let home = Home::new();
    let said = home.ok(&["connect", "claude-code", "--hooks", "--print"]);
    let file = home.path(".claude/settings.json").display().to_string();
    assert!(
        said.contains(&file) && said.contains("SessionStart"),
        "{said}"
    );
    assert_eq!(home.files().len(), 0);
    let refused = home.fails(&["connect", "codex", "--hooks", "--yes"]);
    assert!(refused.contains("only Claude Code has hooks"), "{refused}");
}

#[test]
fn without_a_terminal_and_without_yes_nothing_is_written() {
    let home = Home::new();
    home.write(".codex/config.toml", CODEX);
    let before = home.files();
    let output = home.run(&["connect"]);
    assert_eq!(output.status.code(), Some(1));
    let (said, complaint) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert!(said.contains("+[mcp_servers.loopback]"), "{said}");
    assert!(complaint.contains("add --yes"), "{complaint}");
    let rehearsed = home.ok(&["connect", "--dry-run"]);
    assert!(
        rehearsed.contains("+tool_timeout_sec = 3600"),
        "{rehearsed}"
    );
    assert_eq!(home.files(), before);
}

#[test]
fn at_a_terminal_each_thing_is_asked_for() {
    let home = Home::new();
    home.write(".codex/config.toml", CODEX);
    let mut command = Command::new("script");
    let mut child = command
        .args(["-qec", &format!("{PROGRAM} connect"), "/dev/null"])
        .env("HOME", home.0.path())
        .env("PATH", "/usr/bin:/bin")
        .env("SHELL", "/bin/sh")
        .env_remove("CODEX_HOME")
        .env_remove("LOOPBACK_DATA_DIR")
        .env("XDG_CONFIG_HOME", home.path(".config"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"y\nyes\nn\n")
        .unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("Connect Codex? [y/N]"), "{said}");
    assert!(said.contains("without asking you first? [y/N]"), "{said}");
    assert!(said.contains("says when to ask? [y/N]"), "{said}");
    let codex = home.read(".codex/config.toml");
    assert!(
        codex.contains("default_tools_approval_mode = \"approve\""),
        "{codex}"
    );
    assert!(!home.path(".codex/AGENTS.md").exists());
}

#[test]
fn a_linked_dotfile_is_written_where_it_leads() {
    let home = Home::new();
    let real = home.write("dotfiles/codex.toml", CODEX);
    fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
    fs::create_dir(home.path(".codex")).unwrap();
    let link = home.path(".codex/config.toml");
    symlink("../dotfiles/codex.toml", &link).unwrap();
    home.ok(&["connect", "codex", "--yes"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(
        home.read("dotfiles/codex.toml")
            .contains("[mcp_servers.loopback]")
    );
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(home.read(".codex/config.toml.loopback-backup"), CODEX);
    home.ok(&["disconnect", "codex", "--yes"]);
    assert_eq!(home.read("dotfiles/codex.toml"), CODEX);
}

#[test]
fn a_read_only_file_is_refused_and_no_file_of_that_client_is_written() {
    let home = Home::new();
    let file = home.write(".codex/config.toml", CODEX);
    home.write(".cursor/mcp.json", CURSOR);
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    let complaint = home.fails(&["connect", "--yes"]);
    assert!(
        complaint.contains("Codex: ") && complaint.contains("config.toml is read-only"),
        "{complaint}"
    );
    assert_eq!(home.read(".codex/config.toml"), CODEX);
    assert_eq!(fs::read_dir(home.path(".codex")).unwrap().count(), 1);
    // Another client is not kept from it.
    assert!(home.read(".cursor/mcp.json").contains("\"loopback\""));
}

#[test]
fn a_file_in_a_read_only_directory_is_refused() {
    let home = Home::new();
    let file = home.write(".codex/config.toml", CODEX);
    let dir = file.parent().unwrap();
    fs::set_permissions(dir, Permissions::from_mode(0o555)).unwrap();
    let complaint = home.fails(&["connect", "codex", "--yes"]);
    fs::set_permissions(dir, Permissions::from_mode(0o755)).unwrap();
    assert!(complaint.contains(".codex is read-only"), "{complaint}");
    assert_eq!(home.read(".codex/config.toml"), CODEX);
}

#[test]
fn a_file_that_cannot_be_read_is_left_as_it_is_and_the_place_is_said() {
    let home = Home::new();
    home.write(
        ".cursor/mcp.json",
        "{\n  \"mcpServers\": {\n    \"a\": oops\n  }\n}\n",
    );
    let before = home.files();
    let complaint = home.fails(&["connect", "cursor", "--yes"]);
    assert!(
        complaint.contains("mcp.json was left as it is: line 3, column 10: "),
        "{complaint}"
    );
    assert_eq!(home.files(), before);
}

#[test]
fn the_backup_is_of_the_file_before_loopback_and_stays_so() {
    let home = Home::new();
    home.write(".codex/config.toml", CODEX);
    home.ok(&[
        "connect",
        "codex",
        "--yes",
        "--without",
        "allow",
        "--without",
        "rules",
    ]);
    assert!(!home.read(".codex/config.toml").contains("approve"));
    home.ok(&["connect", "codex", "--yes", "--data-dir", "/elsewhere"]);
    assert!(
        home.read(".codex/config.toml")
            .contains("args = [\"mcp\", \"--data-dir\", \"/elsewhere\"]")
    );
    assert_eq!(home.read(".codex/config.toml.loopback-backup"), CODEX);
    // What the person changes meanwhile stays.
    let changed = home.read(".codex/config.toml") + "\r\n[history]\r\n";
    home.write(".codex/config.toml", &changed);
    home.ok(&["disconnect", "codex", "--yes"]);
    assert_eq!(
        home.read(".codex/config.toml"),
        format!("{CODEX}\r\n[history]\r\n")
    );
}

#[test]
fn another_command_is_shown_before_it_is_replaced() {
    let home = Home::new();
    home.write(
        ".cursor/mcp.json",
        "{\"mcpServers\": {\"loopback\": {\"command\": \"/old\", \"args\": [\"mcp\"]}}}",
    );
    let said = home.ok(&["connect", "cursor", "--yes"]);
    assert!(said.contains("connected in another way"), "{said}");
    assert!(said.contains("command is \"/old\", not "), "{said}");
    assert!(home.read(".cursor/mcp.json").contains(PROGRAM));
}

#[test]
fn a_clients_own_command_is_used_and_what_it_laid_out_anew_is_put_back() {
    let home = Home::new();
    home.write(".codex/config.toml", CODEX);
    // As Codex does: other line ends, arrays on one line.
    home.install(
        "codex",
        "echo \"$@\" >> \"$HOME/calls\"; printf '# mine\\nmodel = \"o3\"\\n[mcp_servers]\\nother = { command = \"x\", args = [\"a\", \"b\"] }\\n' > \"$HOME/.codex/config.toml\"
         test \"$2\" = add && printf '[mcp_servers.loopback]\\ncommand = \"%s\"\\nargs = [\"mcp\"]\\n' \"$5\" >> \"$HOME/.codex/config.toml\"",
    );
    home.ok(&["connect", "codex", "--yes"]);
    assert_eq!(
        home.read("calls"),
        format!("mcp add loopback -- {PROGRAM} mcp\n")
    );
    let codex = home.read(".codex/config.toml");
    assert!(
        codex.starts_with(CODEX) && codex.contains("tool_timeout_sec"),
        "{codex}"
    );
    fs::remove_file(home.path("calls")).unwrap();
    let rehearsed = home.ok(&["disconnect", "codex", "--dry-run"]);
    assert!(
        rehearsed.contains("runs: codex mcp remove loopback"),
        "{rehearsed}"
    );
    home.run(&["disconnect", "codex", "--yes"]);
    assert_eq!(home.read("calls"), "mcp remove loopback\n");
    assert_eq!(home.read(".codex/config.toml"), CODEX);
}

#[test]
fn what_a_clients_own_command_says_besides_stays() {
    let home = Home::new();
    home.install(
        "claude",
        "printf '{\"machineID\": \"m\", \"mcpServers\": {\"loopback\": {\"type\": \"stdio\", \"command\": \"%s\", \"args\": [\"mcp\"], \"env\": {}}}}' \"$7\" > \"$HOME/.claude.json\"",
    );
    home.ok(&["connect", "claude-code", "--yes"]);
    assert_eq!(
        home.read(".claude.json"),
        format!(
            "{{\"machineID\": \"m\", \"mcpServers\": {{\"loopback\": {{\"type\": \"stdio\", \"command\": \"{PROGRAM}\", \
             \"args\": [\"mcp\"], \"env\": {{}}, \"timeout\": 604800000}}}}}}"
        )
    );
    assert!(
        home.read(".claude/settings.json")
            .contains("\"mcp__loopback\"")
    );
}

#[test]
fn a_clients_own_command_that_fails_is_no_obstacle() {
    let home = Home::new();
    home.install("gemini", "exit 3");
    let said = home.ok(&["connect", "gemini-cli", "--yes"]);
    assert!(said.contains("gemini could not do it by itself"), "{said}");
    assert!(
        home.read(".gemini/settings.json")
            .contains("\"trust\": true")
    );
}

#[test]
fn no_token_is_written_into_a_project() {
    let home = Home::new();
    let token = "the-agents-token-0123456789abcdefghijklmnop";
    home.write("data/agent-token", &format!("{token}\n"));
    fs::create_dir_all(home.path("project/.git")).unwrap();
    let data = home.path("data");
    let mut command = home.command();
    command
        .args(["connect", "--project", "--http", "--yes", "--data-dir"])
        .arg(&data)
        .args([
            "claude-code",
            "codex",
            "gemini-cli",
            "opencode",
            "cursor",
            "vscode",
            "zed",
        ])
        .current_dir(home.path("project"));
    let output = command.output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.contains("Zed cannot take a token from the environment"),
        "{complaint}"
    );
    let files = home.files();
    let project: Vec<_> = files
        .iter()
        .filter(|(name, _)| name.starts_with("project/"))
        .collect();
    let refers = project
        .iter()
        .filter(|(_, text)| text.contains("LOOPBACK_AGENT_TOKEN"));
    assert_eq!(refers.count(), 6, "{project:?}");
    for (name, text) in project {
        assert!(
            !text.contains(token) && !text.contains(data.to_str().unwrap()),
            "{name}: {text}"
        );
    }
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("export LOOPBACK_AGENT_TOKEN=\"$(cat '") && !said.contains(token),
        "{said}"
    );
}

#[test]
fn nor_into_the_persons_own_files() {
    let home = Home::new();
    let token = "the-agents-token-0123456789abcdefghijklmnop";
    let file = home.write("data/agent-token", &format!("{token}\n"));
    let data = home.path("data");
    let data = data.to_str().unwrap();
    home.ok(&[
        "connect",
        "claude-code",
        "opencode",
        "--http",
        "--yes",
        "--data-dir",
        data,
    ]);
    let holding: Vec<_> = home
        .files()
        .into_iter()
        .filter(|(_, text)| text.contains(token))
        .collect();
    assert_eq!(holding.len(), 1, "{holding:?}");
    let opencode = home.read(".config/opencode/opencode.json");
    assert!(
        opencode.contains(&format!("Bearer {{file:{}}}", file.display())),
        "{opencode}"
    );
}

#[test]
fn rules_that_two_clients_read_stay_while_one_of_them_is_connected() {
    let home = Home::new();
    fs::create_dir_all(home.path(".git")).unwrap();
    home.write("AGENTS.md", "# Ours\n");
    home.ok(&["connect", "codex", "opencode", "--project", "--yes"]);
    let with = home.read("AGENTS.md");
    assert_eq!(with.matches("loopback:begin").count(), 1, "{with}");
    home.ok(&["disconnect", "codex", "--project", "--yes"]);
    assert_eq!(home.read("AGENTS.md"), with);
    home.ok(&["disconnect", "opencode", "--project", "--yes"]);
    assert_eq!(home.read("AGENTS.md"), "# Ours\n");
    assert_eq!(home.files().len(), 1);
}

#[test]
fn one_file_under_two_names_keeps_the_rules_while_one_client_is_connected() {
    let home = Home::new();
    fs::create_dir_all(home.path(".git")).unwrap();
    home.write("AGENTS.md", "# Ours\n");
    symlink("AGENTS.md", home.path("CLAUDE.md")).unwrap();
    home.ok(&["connect", "codex", "claude-code", "--project", "--yes"]);
    let text = home.read("AGENTS.md");
    assert_eq!(text.matches("loopback:begin").count(), 1, "{text}");
    home.ok(&["disconnect", "claude-code", "--project", "--yes"]);
    assert_eq!(home.read("AGENTS.md"), text);
    home.ok(&["disconnect", "codex", "--project", "--yes"]);
    assert_eq!(home.read("AGENTS.md"), "# Ours\n");
}

#[test]
fn a_projects_link_to_a_file_of_the_persons_is_not_followed() {
    let home = Home::new();
    fs::create_dir_all(home.path("project/.git")).unwrap();
    home.write("notes.md", "mine\n");
    fs::create_dir(home.path("elsewhere")).unwrap();
    symlink("../notes.md", home.path("project/AGENTS.md")).unwrap();
    symlink("../elsewhere", home.path("project/.vscode")).unwrap();
    for client in ["codex", "vscode"] {
        let mut command = home.command();
        command.args(["connect", client, "--project", "--yes"]);
        let output = command.current_dir(home.path("project")).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(
            complaint.contains("a link that leads out of the project"),
            "{complaint}"
        );
    }
    assert_eq!(home.read("notes.md"), "mine\n");
    assert_eq!(fs::read_dir(home.path("elsewhere")).unwrap().count(), 0);
    assert!(!home.path("project/.codex").exists());
}

#[test]
fn a_client_without_settings_of_a_project_is_refused_for_one() {
    let home = Home::new();
    let complaint = home.fails(&["connect", "windsurf", "--project", "--yes"]);
    assert!(
        complaint.contains("Windsurf has no settings for a project"),
        "{complaint}"
    );
}

#[test]
fn what_to_put_where_is_printed_for_doing_it_by_hand() {
    let home = Home::new();
    let said = home.ok(&["connect", "--print", "codex", "vscode"]);
    assert!(
        said.contains(&format!(
            "# Codex: {}",
            home.path(".codex/config.toml").display()
        )),
        "{said}"
    );
    assert!(
        said.contains("[mcp_servers.loopback]") && said.contains("\"servers\": {"),
        "{said}"
    );
    assert_eq!(home.files().len(), 0);
}

#[test]
fn the_persons_token_in_the_environment_is_complained_of_and_passed_to_nobody() {
    let home = Home::new();
    home.install("gemini", "env > \"$HOME/environment\"; exit 1");
    let mut command = home.command();
    command.args(["connect", "gemini-cli", "--yes"]).env(
        "LOOPBACK_PERSON_TOKEN",
        "the-persons-token-0123456789abcdefgh",
    );
    let output = command.output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.contains("LOOPBACK_PERSON_TOKEN is set here"),
        "{complaint}"
    );
    for (name, text) in home.files() {
        assert!(!text.contains("the-persons-token"), "{name}");
    }
    assert!(Path::new(&home.path("environment")).exists());
}

#[test]
fn with_no_client_in_sight_the_ones_there_are_are_named() {
    let home = Home::new();
    let complaint = home.fails(&["connect"]);
    assert!(
        complaint.contains("no client was found here; name one of: claude-code, codex"),
        "{complaint}"
    );
    let output = home.run(&["connect", "emacs"]);
    assert_eq!(output.status.code(), Some(2));
}
