//! A diff as git makes it.

use std::path::Path;

use loopback_contract::{Block, DiffBlock, GitRange, ReadFrom, Untracked};

use super::{Here, Left, Unread, now};
use crate::git::{line, output, plain_git, why_none};

/// The most that is read of the names of a repository's settings or files.
const MOST_NAMES: usize = 4 * 1024 * 1024;

/// How many untracked files are named.
const NAMED: usize = 10;

/// The block for a range of commits, or for what lies in the files since a commit.
pub(super) async fn block(here: &Here, range: &GitRange, left: &mut Left) -> Result<Block, Unread> {
    let Some(top) = &here.top else {
        let words = why_none(&here.cwd).await;
        return Err(Unread::new("unreadable", "/git", words));
    };
    let base = known(top, &range.base, "/git/base").await?;
    let head = match &range.head {
        Some(head) => Some(known(top, head, "/git/head").await?),
        None => None,
    };
    // To compare files as they lie there, git runs the filters that the repository's settings name.
    if head.is_none() && has_filters(top).await {
        let words = "this repository's settings name filters that git would run; name a head";
        return Err(Unread::new("unreadable", "/git", words));
    }
    let mut git = plain_git(top);
    git.args([
        "diff",
        "--ignore-submodules=all",
        "--no-ext-diff",
        "--no-textconv",
    ])
    .args(["--no-color", "--find-renames"])
    .args(["--src-prefix=a/", "--dst-prefix=b/", &base])
    .args(&head)
    .arg("--")
    .args(pathspecs(range));
    let failed = || Unread::new("unreadable", "/git", "git could not make this diff");
    let diff = output(git, left.bytes).await.ok_or_else(failed)?;
    let untracked = match head {
        None => untracked(top, range).await,
        Some(_) => None,
    };
    if diff.is_empty() {
        let words = match &untracked {
            None => "there is no difference to show".to_owned(),
            Some(untracked) => format!(
                "there is no difference to show but {} that git does not track, such as {}; `git add` it first",
                if untracked.count == 1 {
                    "a file".to_owned()
                } else {
                    format!("{} files", untracked.count)
                },
                untracked.files[0],
            ),
        };
        return Err(Unread::new("empty", "/git", words));
    }
    let diff_size = diff.len();
    let diff = String::from_utf8_lossy(&diff).into_owned();
    left.takes(&diff, diff_size, "/git")?;
    let worktree = head.is_none().then_some(true);
    let read = ReadFrom {
        path: None,
        base: Some(base),
        head: head.or_else(|| here.head.clone()),
        worktree,
        untracked,
        at: now(),
    };
    Ok(Block::Diff(DiffBlock {
        diff,
        filename: None,
        read: Some(read),
    }))
}

/// The commit a name stands for, in hex. A name is never taken for an option.
pub(super) async fn commit(top: &Path, name: &str) -> Option<String> {
    let mut git = plain_git(top);
    let named = format!("{name}^{{commit}}");
    git.args([
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &named,
    ]);
    let hash = line(git).await?;
    let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(hash)
}

async fn known(top: &Path, name: &str, place: &'static str) -> Result<String, Unread> {
    let unknown = || Unread::new("unreadable", place, "git knows no commit of this name");
    commit(top, name).await.ok_or_else(unknown)
}

/// The paths as they are spelled: a `*` is a `*`.
fn pathspecs(range: &GitRange) -> impl Iterator<Item = String> {
    let paths = range.paths.iter().flatten();
    paths.map(|path| format!(":(top,literal){path}"))
}

/// The files that a diff of what lies there leaves out, as git does not know them. What it ignores is none.
async fn untracked(top: &Path, range: &GitRange) -> Option<Untracked> {
    let mut git = plain_git(top);
    git.args(["ls-files", "--others", "--exclude-standard", "-z", "--"])
        .args(pathspecs(range));
    let names = output(git, MOST_NAMES).await?;
    let names: Vec<_> = names
        .split(|byte| *byte == 0)
        .filter(|it| !it.is_empty())
        .collect();
    let shown = names.iter().take(NAMED);
    let files = shown
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    (!names.is_empty()).then(|| Untracked {
        count: i32::try_from(names.len()).unwrap_or(i32::MAX),
        files,
    })
}

/// Whether the repository's settings name a program that git runs over files. Settings that cannot be read may.
async fn has_filters(top: &Path) -> bool {
    let mut git = plain_git(top);
    git.args(["config", "--includes", "--name-only", "--list"]);
    let Some(names) = output(git, MOST_NAMES).await else {
        return true;
    };
    let names = String::from_utf8_lossy(&names).to_lowercase();
    names.lines().any(|name| name.starts_with("filter."))
}
