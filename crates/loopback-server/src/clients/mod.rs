//! The agents' clients on this machine: which are installed, how Loopback and they stand, and what connecting changes.
//!
//! Owns the way from the pure edits of `loopback-connect` to files: [`survey`] looks, [`connect`] and [`disconnect`] say what
//! would be done, and [`Work::carry_out`] does it. The command line and the window's settings both go this way. What stands
//! in the files is not known here, and no token ever goes into one.

mod error;
mod files;
mod own_command;
mod work;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use loopback_connect::{
    Asking, CLIENTS, Client, Door, File, Part, Place, Places, Platform, Scope, State, Wish,
};

use crate::account;
pub use error::ClientsError;
pub use work::{Done, Step, Work, connect, disconnect};

/// Whose clients these are: what a client started by the person would see.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Where the clients' files lie.
    pub places: Places,
    /// Where programs are looked for.
    pub path: Option<OsString>,
}

/// A client and how it and Loopback stand.
#[derive(Debug)]
pub struct Standing {
    /// The client.
    pub client: &'static Client,
    /// Whether it is there.
    pub presence: Presence,
    /// The file its entry lies in, or would.
    pub file: PathBuf,
    /// How they stand; an error if the file cannot be read.
    pub state: Result<State, ClientsError>,
}

/// Whether a client is on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Its program is on the path, or it left files.
    Installed,
    /// Nothing shows it.
    NotFound,
}

impl Surroundings {
    /// Those of this process. The home is the one the clients use: `$HOME`, else the account's.
    #[must_use]
    pub fn here(project: PathBuf) -> Self {
        let named = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name)?);
            path.is_absolute().then_some(path)
        };
        let home = named("HOME").or_else(account::home);
        let variables = Places::VARIABLES.iter();
        Self {
            places: Places {
                platform: Platform::here(),
                home: home.unwrap_or_else(|| PathBuf::from("/")),
                project,
                variables: variables
                    .filter_map(|name| Some(((*name).to_owned(), named(name)?)))
                    .collect(),
            },
            path: std::env::var_os("PATH"),
        }
    }

    /// Whether a client is there.
    #[must_use]
    pub fn presence(&self, client: &Client) -> Presence {
        let program = client.program.and_then(|program| self.program(program));
        let exists = |place: &Place| self.places.paths(*place).iter().any(|path| path.exists());
        if program.is_some() || client.traces.iter().any(exists) {
            Presence::Installed
        } else {
            Presence::NotFound
        }
    }

    /// The program of this name on the path.
    fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.path.as_ref()?;
        let programs = std::env::split_paths(path).map(|dir| dir.join(name));
        programs.into_iter().find(|program| files::runs(program))
    }

    /// The file that is meant by a place.
    fn file(&self, place: Place) -> PathBuf {
        let mut paths = self.places.paths(place);
        let last = paths.pop().unwrap_or_default();
        paths.into_iter().find(|path| path.exists()).unwrap_or(last)
    }
}

/// Every client that has settings of this scope, and how it and Loopback stand.
#[must_use]
pub fn survey(surroundings: &Surroundings, scope: Scope, door: &Door) -> Vec<Standing> {
    let clients = CLIENTS.iter();
    clients
        .filter_map(|client| standing(surroundings, client, scope, door))
        .collect()
}

/// How one client and Loopback stand. `None` if it has no settings of this scope.
#[must_use]
pub fn standing(
    surroundings: &Surroundings,
    client: &'static Client,
    scope: Scope,
    door: &Door,
) -> Option<Standing> {
    let File { place, .. } = *loopback_connect::files(client, scope).ok()?.first()?;
    let file = surroundings.file(place);
    let wish = Wish {
        scope,
        door: door.clone(),
        parts: vec![Part::Server],
        asking: Asking::Usual,
    };
    let state = files::read(&file).and_then(|text| {
        loopback_connect::state(client, &wish, text.as_deref()).map_err(ClientsError::edit(&file))
    });
    Some(Standing {
        client,
        presence: surroundings.presence(client),
        file,
        state,
    })
}

/// After how long a client gives up a call of ours that shows a sign of life every `signs`, by its own settings: the
/// project's, if they have our entry, else the person's. `name` is what it introduces itself by. `None` if it is not known,
/// if its settings cannot be read or do not say, or if signs of life put that off.
#[must_use]
pub fn gives_up_after(
    surroundings: &Surroundings,
    name: &str,
    signs: Duration,
) -> Option<Duration> {
    let client = loopback_connect::introduced_as(name)?;
    let scopes = [Scope::Project, Scope::User].into_iter();
    let texts: Vec<_> = scopes
        .filter_map(|scope| {
            let files = loopback_connect::files(client, scope).ok()?;
            files::read(&surroundings.file(files.first()?.place)).ok()?
        })
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let after = loopback_connect::gives_up_after(client, &texts, signs.as_secs());
    after.ok()?.map(Duration::from_secs)
}

/// The file that names the programs a client runs at certain moments. `None` if it knows none of ours.
#[must_use]
pub fn hooks_file(surroundings: &Surroundings, client: &Client, scope: Scope) -> Option<PathBuf> {
    let files = loopback_connect::files(client, scope).ok()?;
    let hooks = files.into_iter().find(|file| file.part == Part::Hooks)?;
    Some(surroundings.file(hooks.place))
}

/// Whether a client of the person's runs our hooks. `None` if it knows none.
///
/// # Errors
///
/// If the file cannot be read.
pub fn hooks(
    surroundings: &Surroundings,
    client: &Client,
    door: &Door,
) -> Result<Option<State>, ClientsError> {
    let Some(file) = hooks_file(surroundings, client, Scope::User) else {
        return Ok(None);
    };
    let text = files::read(&file)?;
    loopback_connect::hooks_state(client, door, text.as_deref()).map_err(ClientsError::edit(&file))
}

/// How a client is given the bridge: this program, and the data directory unless it is the account's own.
#[must_use]
pub fn bridge(program: &Path, data_dir: Option<&Path>) -> Door {
    let text = |path: &Path| path.display().to_string();
    let mut args = vec!["mcp".to_owned()];
    if let Some(dir) = data_dir {
        args.extend(["--data-dir".to_owned(), text(dir)]);
    }
    Door::Stdio {
        command: text(program),
        args,
    }
}

#[cfg(test)]
mod tests {
    use loopback_connect::TOOLS;

    use super::*;

    fn surroundings(home: &Path) -> Surroundings {
        Surroundings {
            places: Places {
                platform: Platform::Linux,
                home: home.to_owned(),
                project: home.join("project"),
                variables: Vec::new(),
            },
            path: None,
        }
    }

    #[test]
    fn every_tool_there_is_can_be_allowed() {
        for tool in crate::mcp::tools::list().tools {
            assert!(TOOLS.contains(&&*tool.name), "{}", tool.name);
        }
    }

    #[test]
    fn the_limit_a_client_was_given_is_read_from_the_entry_that_counts_for_it() {
        let home = tempfile::tempdir().unwrap();
        let surroundings = surroundings(home.path());
        let signs = Duration::from_secs(15);
        let limit = |name: &str| gives_up_after(&surroundings, name, signs).map(|it| it.as_secs());
        let write = |file: &str, text: &str| {
            let file = home.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        assert_eq!(limit("codex-mcp-client"), None);
        write(
            ".codex/config.toml",
            "[mcp_servers.loopback]\ncommand = \"/l\"\ntool_timeout_sec = 3600\n",
        );
        assert_eq!(limit("codex-mcp-client"), Some(3600));
        assert_eq!(limit("gemini-cli-mcp-client"), None);
        let gemini = ".gemini/settings.json";
        let ours = |rest: &str| format!("{{\"mcpServers\": {{\"loopback\": {{{rest}}}}}}}");
        write(gemini, &ours("\"timeout\": 90000"));
        assert_eq!(limit("gemini-cli-mcp-client"), Some(90));
        // The project's entry counts before the person's, even if it says nothing of time.
        write(
            "project/.gemini/settings.json",
            &ours("\"command\": \"/l\""),
        );
        assert_eq!(limit("gemini-cli-mcp-client"), None);
        write("project/.gemini/settings.json", "{}");
        assert_eq!(limit("gemini-cli-mcp-client"), Some(90));
        let opencode = |timeout: u64| {
            let text = format!("{{\"mcp\": {{\"loopback\": {{\"timeout\": {timeout}}}}}}}");
            write(".config/opencode/opencode.json", &text);
            limit("opencode")
        };
        // Signs of life put it off, if they come in time.
        assert_eq!((opencode(60_000), opencode(6000)), (None, Some(6)));
        write(gemini, "{ broken");
        assert_eq!(limit("gemini-cli-mcp-client"), None);
        assert_eq!(limit("somebody-else"), None);
    }

    #[test]
    fn a_client_is_installed_if_it_left_files_and_stands_as_its_file_says() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join(".codex")).unwrap();
        let surroundings = surroundings(home.path());
        let door = bridge(Path::new("/l"), None);
        let states = || -> Vec<_> {
            let standings = survey(&surroundings, Scope::User, &door).into_iter();
            let installed = standings.filter(|it| it.presence == Presence::Installed);
            installed
                .map(|it| (it.client.id, it.state.unwrap()))
                .collect()
        };
        assert_eq!(states(), [("codex", State::Absent)]);
        let wish = Wish {
            scope: Scope::User,
            door: door.clone(),
            parts: vec![Part::Server],
            asking: Asking::Usual,
        };
        let codex = loopback_connect::find("codex").unwrap();
        let work = connect(&surroundings, codex, &wish).unwrap();
        assert_eq!(work.carry_out(&surroundings).unwrap(), Done::Edited);
        assert_eq!(states(), [("codex", State::Connected)]);
        let work = disconnect(&surroundings, codex, Scope::User).unwrap();
        work.carry_out(&surroundings).unwrap();
        assert_eq!(states(), [("codex", State::Absent)]);
    }
}
