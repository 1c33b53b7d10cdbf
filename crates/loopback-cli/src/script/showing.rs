//! What a review of a script shows: files, stdin, and what changed in a repository.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use loopback_contract::{Attachment, Block, DiffBlock, GitRange, MarkdownBlock, Origin};

use super::stdin;
use crate::arguments::script::ReviewArguments;
use crate::attach::{Reach, Reader, UNREACHABLE, Unread, of_text};
use crate::door::link::Link;

/// What is shown, and what it is called if nobody says.
pub(super) struct Shown {
    pub(super) title: String,
    /// A review has some content of its own: says what follows.
    pub(super) content: Vec<Block>,
    pub(super) attached: Vec<Block>,
}

/// Reads everything the command line names, in its order.
pub(super) async fn read(
    arguments: &ReviewArguments,
    origin: &Origin,
    link: &Link,
) -> anyhow::Result<Shown> {
    let mut reader = Reader::new(origin, Reach::Anywhere, link).await;
    let mut attached = Vec::new();
    let mut names = Vec::new();
    let mut was_stdin = false;
    for file in &arguments.files {
        let name = file.display().to_string();
        if name == "-" {
            if std::mem::replace(&mut was_stdin, true) {
                bail!("stdin can be shown only once");
            }
            let text = stdin()?;
            let said = |unread| unshown("stdin", &unread);
            reader.takes(&text).map_err(said)?;
            attached.push(of_stdin(text, arguments.stdin_name.as_deref()));
            names.push(
                arguments
                    .stdin_name
                    .clone()
                    .unwrap_or_else(|| "stdin".to_owned()),
            );
            continue;
        }
        let path = file
            .to_str()
            .with_context(|| format!("{name} is no name in UTF-8"))?;
        let file = Attachment {
            git: None,
            file: Some(path.to_owned()),
        };
        let said = |unread| unshown(&name, &unread);
        attached.push(reader.block(&file).await.map_err(said)?);
        names.push(name);
    }
    if let Some(range) = range(arguments, origin)? {
        let name = match &range.head {
            Some(head) => format!("git diff {}..{head}", range.base),
            None => format!("git diff {}", range.base),
        };
        let changes = Attachment {
            git: Some(range),
            file: None,
        };
        let said = |unread| unshown(&name, &unread);
        attached.push(reader.block(&changes).await.map_err(said)?);
        names.push(name);
    }
    let listed: Vec<_> = names
        .iter()
        .map(|name| loopback_server::ink::code(name))
        .collect();
    Ok(Shown {
        title: title(&names),
        content: vec![Block::Markdown(MarkdownBlock {
            text: format!("Shown here: {}", listed.join(", ")),
            read: None,
        })],
        attached,
    })
}

/// Nobody is there to whom anything could be shown.
#[derive(Debug, thiserror::Error)]
#[error("nobody can be asked")]
pub(super) struct Unreachable;

fn unshown(name: &str, unread: &Unread) -> anyhow::Error {
    if unread.code == UNREACHABLE {
        return Unreachable.into();
    }
    anyhow!("{name}: {}", unread.words)
}

/// The longest title a review may have, in characters.
const LONGEST: usize = 200;

fn title(names: &[String]) -> String {
    let title = match names {
        [one] => one.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
        [] => String::new(),
    };
    title.chars().take(LONGEST).collect()
}

fn of_stdin(text: String, name: Option<&str>) -> Block {
    match name {
        Some(name) => of_text(text, name.to_owned(), None),
        None if looks_like_a_diff(&text) => Block::Diff(DiffBlock {
            diff: text,
            filename: None,
            read: None,
        }),
        None => Block::Markdown(MarkdownBlock { text, read: None }),
    }
}

/// Whether it begins as a diff, or a mail with one, does. Markdown may hold one further down.
fn looks_like_a_diff(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default();
    if first.starts_with("--- ") {
        return text.lines().any(|line| line.starts_with("+++ "));
    }
    let is_commit = first.starts_with("commit ") || first.starts_with("From ");
    first.starts_with("diff ")
        || first.starts_with("Index: ")
        || is_commit && text.lines().any(|line| line.starts_with("diff --git "))
}

/// The commits to show, with the paths from the root of the repository, as a command line names them from where it is.
fn range(arguments: &ReviewArguments, origin: &Origin) -> anyhow::Result<Option<GitRange>> {
    let Some(base) = arguments.git.clone() else {
        return Ok(None);
    };
    let top = Path::new(origin.repository.as_ref().unwrap_or(&origin.cwd));
    let cwd = Path::new(&origin.cwd);
    let paths: Vec<_> = arguments
        .paths
        .iter()
        .map(|path| from_root(top, cwd, path))
        .collect::<anyhow::Result<_>>()?;
    Ok(Some(GitRange {
        base,
        head: arguments.head.clone(),
        paths: (!paths.is_empty()).then_some(paths),
    }))
}

/// The path as seen from the root. What it names may be gone, so the disk is not asked.
fn from_root(top: &Path, cwd: &Path, path: &Path) -> anyhow::Result<String> {
    let mut whole = PathBuf::new();
    for component in cwd.join(path).components() {
        match component {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    let outside = || format!("{} lies outside of the repository", path.display());
    let inside = whole.strip_prefix(top).with_context(outside)?;
    let inside = inside
        .to_str()
        .with_context(|| format!("{} is no name in UTF-8", path.display()))?;
    Ok(if inside.is_empty() {
        ".".to_owned()
    } else {
        inside.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stdin_is_a_diff_if_it_begins_like_one() {
        for text in [
            "diff --git a/x b/x\n",
            "\n--- a/x\n+++ b/x\n",
            "Index: x\n",
            "commit 1234\nAuthor: A\n\ndiff --git a/x b/x\n",
        ] {
            assert!(looks_like_a_diff(text), "{text}");
        }
        for text in [
            "# Plan\n\n```diff\ndiff --git a/x b/x\n```",
            "--- \n# Front matter",
            "From here on\n",
            "",
        ] {
            assert!(!looks_like_a_diff(text), "{text}");
        }
    }

    #[test]
    fn a_path_is_named_from_where_the_command_is_given() {
        let (top, cwd) = (Path::new("/r/shop"), Path::new("/r/shop/web"));
        let check = |path: &str| from_root(top, cwd, Path::new(path)).ok();
        assert_eq!(check("a.ts").as_deref(), Some("web/a.ts"));
        assert_eq!(check("../lib/./b.rs").as_deref(), Some("lib/b.rs"));
        assert_eq!(check("/r/shop/c").as_deref(), Some("c"));
        assert_eq!(check("..").as_deref(), Some("."));
        assert_eq!(check("../../other"), None);
    }
}
