//! What a review attaches, read from the disk of the agent's machine: diffs as git makes them, and files.
//!
//! The agent names things; what is shown of them is what lies there. Nothing outside of the agent's repository is
//! read, and nothing in it is run.

use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use loopback_contract::{
    Attachment, Block, CodeBlock, DiffBlock, GitRange, MarkdownBlock, Origin, ReadFrom,
    ReviewInput, Timestamp, read_value,
};
use rmcp::model::JsonObject;
use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// The most bytes that are read for one review.
const MOST: usize = 4 * 1024 * 1024;

/// How long git may take over one diff.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why something could not be read, as a refusal with its code and place.
pub(super) type Refused = String;

/// The blocks for everything a call's arguments attach; none if they attach nothing. Arguments that are no
/// review are left to the app to refuse.
pub(super) async fn read(
    arguments: Option<&JsonObject>,
    origin: &Origin,
) -> Result<Vec<Block>, Refused> {
    let Some(arguments) = arguments.filter(|arguments| arguments.contains_key("attach")) else {
        return Ok(Vec::new());
    };
    let Ok(input) = read_value::<ReviewInput>(&Value::Object(arguments.clone())) else {
        return Ok(Vec::new());
    };
    let here = Here::of(origin).await;
    let mut blocks = Vec::new();
    let mut left = MOST;
    for (n, attachment) in input.attach.iter().flatten().enumerate() {
        let at = |words: Unread| words.at(n);
        let (block, bytes) = match attachment {
            Attachment {
                git: Some(range),
                file: None,
            } => here.diff(range, left).await.map_err(at)?,
            Attachment {
                git: None,
                file: Some(path),
            } => here.file(path, left).map_err(at)?,
            Attachment { .. } => {
                return Err(at(Unread::new("invalid", "", "name one of git and file")));
            }
        };
        left -= bytes;
        blocks.push(block);
    }
    Ok(blocks)
}

/// Where the agent works.
struct Here {
    cwd: PathBuf,
    /// The root of its repository.
    top: Option<PathBuf>,
    /// The commit that is checked out.
    head: Option<String>,
}

/// What was not read, and why.
struct Unread {
    code: &'static str,
    place: &'static str,
    words: String,
}

impl Unread {
    fn new(code: &'static str, place: &'static str, words: impl Into<String>) -> Self {
        Self {
            code,
            place,
            words: words.into(),
        }
    }

    fn at(self, n: usize) -> Refused {
        let Self { code, place, words } = self;
        format!("attach.{code}: /attach/{n}{place}: {words}; nothing was asked")
    }

    fn too_large(place: &'static str) -> Self {
        let words = "all that is attached is more than 4 MiB; attach only what is to be judged";
        Self::new("too_large", place, words)
    }
}

impl Here {
    async fn of(origin: &Origin) -> Self {
        let cwd = PathBuf::from(&origin.cwd);
        let top = origin.repository.as_ref().map(PathBuf::from);
        let head = match &top {
            Some(top) => commit(top, "HEAD").await,
            None => None,
        };
        Self { cwd, top, head }
    }

    async fn diff(&self, range: &GitRange, left: usize) -> Result<(Block, usize), Unread> {
        let Some(top) = &self.top else {
            let words = "there is no git repository where this agent works";
            return Err(Unread::new("unreadable", "/git", words));
        };
        let unknown = |place| Unread::new("unreadable", place, "git knows no commit of this name");
        let base = commit(top, &range.base)
            .await
            .ok_or_else(|| unknown("/git/base"))?;
        let head = match &range.head {
            Some(head) => Some(
                commit(top, head)
                    .await
                    .ok_or_else(|| unknown("/git/head"))?,
            ),
            None => None,
        };
        // To compare files as they lie there, git runs the filters that the repository's settings name.
        if head.is_none() && has_filters(top).await {
            let words = "this repository's settings name filters that git would run; name a head";
            return Err(Unread::new("unreadable", "/git", words));
        }
        let mut git = git(top);
        git.args([
            "diff",
            "--ignore-submodules=all",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--find-renames",
        ])
        .args(["--src-prefix=a/", "--dst-prefix=b/", &base])
        .args(&head)
        .arg("--");
        git.args(
            range
                .paths
                .iter()
                .flatten()
                .map(|path| format!(":(top,literal){path}")),
        );
        let failed = || Unread::new("unreadable", "/git", "git could not make this diff");
        let diff = output(git, left).await.ok_or_else(failed)?;
        if diff.len() > left {
            return Err(Unread::too_large("/git"));
        }
        if diff.is_empty() {
            return Err(Unread::new(
                "empty",
                "/git",
                "there is no difference to show",
            ));
        }
        let worktree = head.is_none().then_some(true);
        let read = ReadFrom {
            path: None,
            base: Some(base),
            head: head.or_else(|| self.head.clone()),
            worktree,
            at: now(),
        };
        let block = DiffBlock {
            diff: String::from_utf8_lossy(&diff).into_owned(),
            filename: None,
            read: Some(read),
        };
        Ok((Block::Diff(block), diff.len()))
    }

    fn file(&self, path: &str, left: usize) -> Result<(Block, usize), Unread> {
        let unreadable = |words: &str| Unread::new("unreadable", "/file", words);
        let root = self.top.as_ref().unwrap_or(&self.cwd);
        let root = root
            .canonicalize()
            .map_err(|_| unreadable("the agent's directory is gone"))?;
        let real = self.cwd.join(path).canonicalize();
        let real = real.map_err(|_| unreadable("there is no such file"))?;
        let Ok(inside) = real.strip_prefix(&root) else {
            let words = "this leads out of the directory the agent works in";
            return Err(Unread::new("outside", "/file", words));
        };
        let no_file = || unreadable("this is no regular file");
        // Nothing but a regular file is opened: opening a pipe would wait for its writer.
        if !real.symlink_metadata().is_ok_and(|found| found.is_file()) {
            return Err(no_file());
        }
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        let file = std::fs::OpenOptions::new()
            .read(true)
            .custom_flags(flags.bits().cast_signed())
            .open(&real)
            .map_err(|_| unreadable("this file cannot be opened"))?;
        if !file.metadata().is_ok_and(|found| found.is_file()) {
            return Err(no_file());
        }
        let mut bytes = Vec::new();
        let limit = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        file.take(limit)
            .read_to_end(&mut bytes)
            .map_err(|_| unreadable("this file cannot be read"))?;
        let size = bytes.len();
        if size > left {
            return Err(Unread::too_large("/file"));
        }
        let text = String::from_utf8(bytes)
            .ok()
            .filter(|text| !text.contains('\0'));
        let text = text.ok_or_else(|| {
            unreadable(
                "this is no text; an image is shown by an image block, after request_upload gave it a place",
            )
        })?;
        if text.trim().is_empty() {
            return Err(Unread::new(
                "empty",
                "/file",
                "there is nothing in this file",
            ));
        }
        let name = inside.to_string_lossy().into_owned();
        let from = Some(ReadFrom {
            path: Some(name.clone()),
            base: None,
            head: self.head.clone(),
            worktree: None,
            at: now(),
        });
        let extension = real.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let is_markdown = extension.is_some_and(|it| it == "md" || it == "markdown");
        let block = if is_markdown {
            Block::Markdown(MarkdownBlock { text, read: from })
        } else {
            Block::Code(CodeBlock {
                code: text,
                language: None,
                filename: Some(name),
                read: from,
            })
        };
        Ok((block, size))
    }
}

/// The commit a name stands for, in hex. A name is never taken for an option.
async fn commit(top: &Path, name: &str) -> Option<String> {
    let mut git = git(top);
    let named = format!("{name}^{{commit}}");
    git.args([
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &named,
    ]);
    let found = String::from_utf8(output(git, 1024).await?).ok()?;
    let hash = found.trim();
    let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| hash.to_owned())
}

/// Whether the repository's settings name a program that git runs over files. Settings that cannot be read may.
async fn has_filters(top: &Path) -> bool {
    let mut git = git(top);
    git.args(["config", "--includes", "--name-only", "--list"]);
    let Some(names) = output(git, MOST).await else {
        return true;
    };
    let names = String::from_utf8_lossy(&names).to_lowercase();
    names.lines().any(|name| name.starts_with("filter."))
}

/// Git in a repository, with nothing of the person's settings, and without what would run other programs.
fn git(top: &Path) -> Command {
    let mut git = Command::new("git");
    git.env_clear();
    if let Some(path) = std::env::var_os("PATH") {
        git.env("PATH", path);
    }
    git.env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .args(["-c", "protocol.allow=never"])
        .arg("--no-pager")
        .current_dir(top)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    git
}

/// What a command prints, at most a byte more than `most`. `None` if it fails or takes too long.
async fn output(mut command: Command, most: usize) -> Option<Vec<u8>> {
    let run = async {
        let mut child = command.spawn().ok()?;
        let stdout = child.stdout.take()?;
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        let mut printed = Vec::new();
        stdout.take(limit).read_to_end(&mut printed).await.ok()?;
        if printed.len() > most {
            return Some(printed);
        }
        child.wait().await.ok()?.success().then_some(printed)
    };
    tokio::time::timeout(PATIENCE, run).await.ok()?
}

#[expect(
    clippy::disallowed_methods,
    reason = "the bridge is no part of the inbox: this says when it read, not when anything was committed"
)]
fn now() -> Timestamp {
    let passed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let milliseconds = passed
        .ok()
        .and_then(|passed| i64::try_from(passed.as_millis()).ok());
    Timestamp::from_millisecond(milliseconds.unwrap_or_default())
        .unwrap_or_else(|| unreachable!("the year is below 9999"))
}
