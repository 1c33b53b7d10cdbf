//! Where clients keep their files, by platform. Owns the conventions; who calls says what the home directory is.

use std::path::PathBuf;

/// A kind of system, as far as clients' files lie elsewhere on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and its like.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl Platform {
    /// The one this program was built for.
    #[must_use]
    pub const fn here() -> Self {
        if cfg!(target_os = "macos") {
            Self::MacOs
        } else if cfg!(windows) {
            Self::Windows
        } else {
            Self::Linux
        }
    }
}

/// The directory a client's file lies under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// The home directory.
    Home,
    /// What this variable names, else this directory in the home directory.
    Variable(&'static str, &'static str),
    /// `$XDG_CONFIG_HOME`, else `~/.config`, on every platform but Windows.
    Config,
    /// Where the platform has programs keep their settings.
    Programs,
    /// The project.
    Project,
}

/// A file of a client. If there are several names, the first that exists is meant, else the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The directory it lies under.
    pub root: Root,
    /// The names it may have there, with `/` between directories.
    pub names: &'static [&'static str],
}

impl Place {
    pub(crate) const fn new(root: Root, names: &'static [&'static str]) -> Self {
        Self { root, names }
    }
}

/// Whose files, and on what platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The platform.
    pub platform: Platform,
    /// The home directory the clients use.
    pub home: PathBuf,
    /// The root of the project, for files of [`Root::Project`].
    pub project: PathBuf,
    /// The variables of the environment that name directories, as far as they are set to something.
    pub variables: Vec<(String, PathBuf)>,
}

impl Places {
    /// The variables whose values matter here.
    pub const VARIABLES: &'static [&'static str] = &[
        "XDG_CONFIG_HOME",
        "APPDATA",
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "GEMINI_CLI_HOME",
    ];

    /// The paths the file may have, best first.
    #[must_use]
    pub fn paths(&self, place: Place) -> Vec<PathBuf> {
        let root = self.root(place.root);
        place.names.iter().map(|name| root.join(name)).collect()
    }

    fn root(&self, root: Root) -> PathBuf {
        let config = || {
            self.variable("XDG_CONFIG_HOME")
                .unwrap_or_else(|| self.home.join(".config"))
        };
        let windows = || {
            self.variable("APPDATA")
                .unwrap_or_else(|| self.home.join("AppData/Roaming"))
        };
        match (root, self.platform) {
            (Root::Home, _) => self.home.clone(),
            (Root::Project, _) => self.project.clone(),
            (Root::Variable(name, usual), _) => {
                self.variable(name).unwrap_or_else(|| self.home.join(usual))
            }
            (Root::Config | Root::Programs, Platform::Windows) => windows(),
            (Root::Config, _) | (Root::Programs, Platform::Linux) => config(),
            (Root::Programs, Platform::MacOs) => self.home.join("Library/Application Support"),
        }
    }

    fn variable(&self, name: &str) -> Option<PathBuf> {
        let found = self.variables.iter().find(|(set, _)| set == name);
        found
            .map(|(_, path)| path.clone())
            .filter(|path| path.is_absolute())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(platform: Platform, variables: &[(&str, &str)]) -> Places {
        let variables = variables.iter();
        Places {
            platform,
            home: "/home/ada".into(),
            project: "/work".into(),
            variables: variables
                .map(|(name, path)| ((*name).to_owned(), path.into()))
                .collect(),
        }
    }

    #[test]
    fn a_file_lies_where_the_platform_has_it() {
        let place = Place::new(Root::Programs, &["Code/User/mcp.json"]);
        for (platform, path) in [
            (Platform::Linux, "/home/ada/.config/Code/User/mcp.json"),
            (
                Platform::MacOs,
                "/home/ada/Library/Application Support/Code/User/mcp.json",
            ),
            (
                Platform::Windows,
                "/home/ada/AppData/Roaming/Code/User/mcp.json",
            ),
        ] {
            assert_eq!(places(platform, &[]).paths(place), [PathBuf::from(path)]);
        }
    }

    #[test]
    fn a_variable_moves_it_if_it_names_a_directory() {
        let place = Place::new(Root::Variable("CODEX_HOME", ".codex"), &["config.toml"]);
        let moved = places(Platform::Linux, &[("CODEX_HOME", "/c")]);
        assert_eq!(moved.paths(place), [PathBuf::from("/c/config.toml")]);
        let relative = places(Platform::Linux, &[("CODEX_HOME", "c")]);
        assert_eq!(
            relative.paths(place),
            [PathBuf::from("/home/ada/.codex/config.toml")]
        );
    }
}
