//! What hooks remember from one run to the next: which asks an agent was told of at the end of its turn, which of its
//! permission prompts the person asked back about, and which plan they wanted changed. What it holds is ids and hashes; it
//! allows nothing, as the app itself knows what was asked and answered.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// How many things are remembered; the oldest are forgotten.
const MOST: usize = 500;

/// The most bytes that are read of it.
const LARGEST: u64 = 1024 * 1024;

/// The memory of one conversation.
pub(super) struct Memory {
    file: PathBuf,
    session: String,
}

/// What is remembered, of an ask or of the call that opened it, by their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum About {
    /// The agent was told that it is open.
    Told,
    /// The person wanted this plan changed.
    Changes,
    /// The person asked back about it, and the agent may have answered: it is not the hook's alone any more.
    Talked,
    /// The person asked back about this very prompt, which its fingerprint names: the call's id.
    AskedBack(String),
}

impl About {
    fn word(&self) -> String {
        match self {
            Self::Told => "told".to_owned(),
            Self::Changes => "changes".to_owned(),
            Self::Talked => "talked".to_owned(),
            Self::AskedBack(fingerprint) => format!("asked-back:{fingerprint}"),
        }
    }
}

impl Memory {
    pub(super) fn new(data_dir: &Path, session: &str) -> Self {
        Self {
            file: data_dir.join("hooks.json"),
            session: session.to_owned(),
        }
    }

    /// The ids of which this is remembered, the latest last.
    pub(super) fn ids(&self, about: &About) -> Vec<String> {
        let all = self.all().into_iter();
        all.filter(|it| self.is(it, about))
            .map(|[_, _, id]| id)
            .collect()
    }

    /// The latest of them.
    pub(super) fn latest(&self, about: &About) -> Option<String> {
        self.ids(about).pop()
    }

    /// Whether this is remembered of an id in any conversation.
    pub(super) fn has(&self, about: &About, id: &str) -> bool {
        let word = about.word();
        let mut all = self.all().into_iter();
        all.any(|[_, about, of]| about == word && of == id)
    }

    fn all(&self) -> Vec<[String; 3]> {
        let Ok(mut file) = File::open(&self.file) else {
            return Vec::new();
        };
        let all = file.lock_shared().map(|()| read(&mut file));
        all.unwrap_or_default()
    }

    /// Remembers this of these ids.
    ///
    /// # Errors
    ///
    /// If it cannot be written down.
    pub(super) fn add(
        &self,
        about: &About,
        ids: impl IntoIterator<Item = String>,
    ) -> std::io::Result<()> {
        self.change(|all| {
            let one = |id| [self.session.clone(), about.word(), id];
            all.extend(ids.into_iter().map(one));
        })
    }

    /// Forgets this of all ids.
    ///
    /// # Errors
    ///
    /// If that cannot be written down.
    pub(super) fn forget(&self, about: &About) -> std::io::Result<()> {
        self.change(|all| all.retain(|it| !self.is(it, about)))
    }

    fn is(&self, [session, word, _]: &[String; 3], about: &About) -> bool {
        *session == self.session && *word == about.word()
    }

    fn change(&self, change: impl FnOnce(&mut Vec<[String; 3]>)) -> std::io::Result<()> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&self.file)?;
        file.lock()?;
        let mut all = read(&mut file);
        change(&mut all);
        all.drain(..all.len().saturating_sub(MOST));
        file.rewind()?;
        file.set_len(0)?;
        file.write_all(json!(all).to_string().as_bytes())
    }
}

/// What was written; nothing if that cannot be read, as it is only a memory.
fn read(file: &mut File) -> Vec<[String; 3]> {
    let mut text = String::new();
    let read = file.take(LARGEST).read_to_string(&mut text);
    let all = read.ok().and_then(|_| serde_json::from_str(&text).ok());
    all.and_then(|all: Value| serde_json::from_value(all).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_belongs_to_one_conversation_and_is_forgotten_alone() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (Memory::new(dir.path(), "s1"), Memory::new(dir.path(), "s2"));
        let asked = About::AskedBack("f".to_owned());
        assert!(one.ids(&About::Told).is_empty());
        one.add(&About::Told, ["a1", "a2"].map(str::to_owned))
            .unwrap();
        one.add(&asked, ["a3".to_owned()]).unwrap();
        assert_eq!(one.ids(&About::Told), ["a1", "a2"]);
        assert!(other.ids(&About::Told).is_empty());
        one.forget(&asked).unwrap();
        assert!(one.ids(&asked).is_empty());
        assert!(other.has(&About::Told, "a2") && !other.has(&About::Told, "a3"));
        assert_eq!(one.ids(&About::Told).len(), 2);
    }

    #[test]
    fn it_does_not_grow_without_end_and_starts_over_if_it_is_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let memory = Memory::new(dir.path(), "s");
        let many: Vec<String> = (0..MOST + 3).map(|n| n.to_string()).collect();
        memory.add(&About::Told, many.clone()).unwrap();
        assert_eq!(memory.ids(&About::Told), many[3..]);
        std::fs::write(dir.path().join("hooks.json"), "[[\"half").unwrap();
        assert!(memory.ids(&About::Told).is_empty());
        memory.add(&About::Told, ["a".to_owned()]).unwrap();
        assert_eq!(memory.ids(&About::Told), ["a"]);
    }
}
