//! A file as it lies there.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use loopback_contract::{Block, CodeBlock, DiffBlock, MarkdownBlock, ReadFrom};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};

use super::{Here, Left, Reach, Unread, now};

/// What a file turned out to be.
pub(super) enum Found {
    /// A text, as the block that shows it.
    Text(Block),
    /// Something else, which may be an image.
    Bytes { bytes: Vec<u8>, read: ReadFrom },
}

/// What a file holds.
pub(super) fn read(
    here: &Here,
    path: &str,
    reach: Reach,
    left: &mut Left,
) -> Result<Found, Unread> {
    let root = here.top.as_ref().unwrap_or(&here.cwd);
    let root = root
        .canonicalize()
        .map_err(|_| unreadable("the agent's directory is gone"))?;
    let real = here.cwd.join(path).canonicalize();
    let real = real.map_err(|_| unreadable("there is no such file"))?;
    let (root, inside) = match (real.strip_prefix(&root), reach) {
        (Ok(inside), _) => (root.as_path(), inside),
        (Err(_), Reach::Anywhere) => {
            let slash = Path::new("/");
            (slash, real.strip_prefix(slash).unwrap_or(&real))
        }
        (Err(_), Reach::Repository) => {
            let words = "this leads out of the directory the agent works in";
            return Err(Unread::new("outside", "/file", words));
        }
    };
    let mut bytes = Vec::new();
    let limit = u64::try_from(left.bytes)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    open(root, inside)?
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|_| unreadable("this file cannot be read"))?;
    let name = if root == Path::new("/") {
        &real
    } else {
        inside
    };
    let name = name.to_string_lossy().into_owned();
    let from = ReadFrom {
        path: Some(name.clone()),
        base: None,
        head: here.head.clone(),
        worktree: None,
        untracked: None,
        at: now(),
    };
    let text = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => text,
        Ok(text) => return of_bytes(text.into_bytes(), from, left),
        Err(error) => return of_bytes(error.into_bytes(), from, left),
    };
    left.takes(&text, text.len(), "/file")?;
    if text.trim().is_empty() {
        let words = "there is nothing in this file";
        return Err(Unread::new("empty", "/file", words));
    }
    Ok(Found::Text(of_text(text, name, Some(from))))
}

fn of_bytes(bytes: Vec<u8>, read: ReadFrom, left: &mut Left) -> Result<Found, Unread> {
    left.takes_bytes(bytes.len(), "/file")?;
    Ok(Found::Bytes { bytes, read })
}

/// The block for a text, by the name of the file that holds it.
pub(crate) fn of_text(text: String, name: String, read: Option<ReadFrom>) -> Block {
    let extension = Path::new(&name).extension().map(OsStr::to_ascii_lowercase);
    let is = |names: &[&str]| {
        names
            .iter()
            .any(|name| extension.as_deref() == Some(OsStr::new(name)))
    };
    if is(&["md", "markdown"]) {
        Block::Markdown(MarkdownBlock { text, read })
    } else if is(&["diff", "patch"]) {
        Block::Diff(DiffBlock {
            diff: text,
            filename: None,
            read,
        })
    } else {
        Block::Code(CodeBlock {
            code: text,
            language: None,
            filename: Some(name),
            read,
        })
    }
}

/// Opens a regular file below `root`. `inside` has no links in it; should one be put there now, it is not followed, at
/// whatever step of the way.
fn open(root: &Path, inside: &Path) -> Result<File, Unread> {
    let step = |dir: &OwnedFd, name: &OsStr, flags: OFlags| {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        rustix::fs::openat(dir, name, flags, Mode::empty())
            .map_err(|_| unreadable("this file cannot be opened"))
    };
    let names: Option<Vec<_>> = inside
        .components()
        .map(|component| match component {
            Component::Normal(name) => Some(name),
            _ => None,
        })
        .collect();
    let names = names.ok_or_else(|| unreadable("there is no such file"))?;
    let Some((name, dirs)) = names.split_last() else {
        return Err(unreadable("this is no regular file"));
    };
    let mut dir: OwnedFd = File::open(root)
        .map_err(|_| unreadable("the agent's directory cannot be opened"))?
        .into();
    for name in dirs {
        dir = step(&dir, name, OFlags::DIRECTORY)?;
    }
    // Nothing but a regular file is opened: opening a pipe would wait for its writer, and a device may do something.
    let is_file = |mode| FileType::from_raw_mode(mode) == FileType::RegularFile;
    let found = rustix::fs::statat(&dir, *name, AtFlags::SYMLINK_NOFOLLOW);
    if !found.is_ok_and(|found| is_file(found.st_mode)) {
        return Err(unreadable("this is no regular file"));
    }
    let file = step(&dir, name, OFlags::NONBLOCK)?;
    if !rustix::fs::fstat(&file).is_ok_and(|found| is_file(found.st_mode)) {
        return Err(unreadable("this is no regular file"));
    }
    Ok(file.into())
}

fn unreadable(words: &str) -> Unread {
    Unread::new("unreadable", "/file", words)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_put_in_the_way_after_the_look_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir_all(at("root/src")).unwrap();
        std::fs::create_dir(at("elsewhere")).unwrap();
        std::fs::write(at("elsewhere/secret"), "s").unwrap();
        std::fs::write(at("root/src/file"), "f").unwrap();
        let opened = |inside: &str| open(&at("root"), Path::new(inside)).map(|_| ());
        assert!(opened("src/file").is_ok());
        symlink(at("elsewhere"), at("root/moved")).unwrap();
        assert!(opened("moved/secret").is_err());
        symlink(at("elsewhere/secret"), at("root/src/link")).unwrap();
        assert!(opened("src/link").is_err());
        assert!(opened("../elsewhere/secret").is_err());
    }
}
