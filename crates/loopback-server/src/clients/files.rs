//! Clients' files on disk. Owns that each is replaced as a whole or not at all, at the end of every link, with its mode and
//! owner, and that one copy of what it was stays beside it.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, Gid, Uid};

use super::error::ClientsError;

/// The largest file that is read. Claude Code keeps its history beside its settings.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Who may read a file that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Its owner.
    Owner,
    /// Whoever the person's mask lets.
    Usual,
}

/// Whether this is a program that may be run.
pub(super) fn runs(program: &Path) -> bool {
    fs::metadata(program).is_ok_and(|it| it.is_file() && it.mode() & 0o111 != 0)
}

/// The text of the file, or `None` if there is none.
pub(super) fn read(file: &Path) -> Result<Option<String>, ClientsError> {
    let no_text = |what| ClientsError::NoText {
        file: file.to_owned(),
        what,
    };
    let metadata = match fs::metadata(file) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return match fs::symlink_metadata(file) {
                Ok(_) => Err(no_text("a link that leads nowhere")),
                Err(_) => Ok(None),
            };
        }
        Err(error) => return Err(ClientsError::io(file)(error)),
    };
    // A pipe would be waited for.
    if !metadata.is_file() {
        return Err(no_text("not a regular file"));
    }
    if metadata.len() > LARGEST {
        return Err(no_text("too large"));
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(ClientsError::io(file))?;
    let read = opened.take(LARGEST).read_to_end(&mut bytes);
    read.map_err(ClientsError::io(file))?;
    let text = String::from_utf8(bytes).map_err(|_| no_text("not text in UTF-8"))?;
    Ok(Some(text))
}

/// Refuses a file that must not be written, or that lies in a directory where nothing can be replaced.
pub(super) fn check_writable(file: &Path) -> Result<(), ClientsError> {
    let file = target(file)?;
    let read_only = || ClientsError::ReadOnly(file.clone());
    if let Ok(metadata) = fs::metadata(&file)
        && (metadata.permissions().readonly() || !accessible(&file))
    {
        return Err(read_only());
    }
    // The nearest directory there is.
    let mut dirs = file.ancestors().skip(1);
    if let Some(dir) = dirs.find(|dir| dir.exists()) {
        let metadata = fs::metadata(dir).map_err(ClientsError::io(dir))?;
        if metadata.permissions().readonly() || !accessible(dir) {
            return Err(ClientsError::ReadOnly(dir.to_owned()));
        }
    }
    Ok(())
}

/// Refuses a file that does not lie in this directory once all links are followed.
pub(super) fn check_inside(file: &Path, dir: &Path) -> Result<(), ClientsError> {
    let mut there = file.ancestors().filter(|path| path.exists());
    let target = there.next().unwrap_or(dir);
    let inside = fs::canonicalize(target)
        .and_then(|target| Ok(target.starts_with(fs::canonicalize(dir)?)))
        .map_err(ClientsError::io(file))?;
    if inside {
        Ok(())
    } else {
        Err(ClientsError::NoText {
            file: file.to_owned(),
            what: "reached by a link that leads out of the project",
        })
    }
}

/// Whether both are one file.
pub(super) fn same(one: &Path, other: &Path) -> bool {
    one == other
        || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

fn accessible(path: &Path) -> bool {
    rustix::fs::access(path, Access::WRITE_OK).is_ok()
}

/// Puts the text into the file's place, if the file still says what it said `before`.
pub(super) fn replace(
    file: &Path,
    before: Option<&str>,
    after: &str,
    readers: Readers,
) -> Result<(), ClientsError> {
    check_writable(file)?;
    let target = target(file)?;
    let failed = || ClientsError::io(&target);
    let dir = target.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(dir).map_err(ClientsError::io(dir))?;
    let new = beside(&target, ".loopback-new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed()(error)),
        _ => {}
    }
    let written = write(&new, after, readers, fs::metadata(&target).ok().as_ref());
    let placed = match written {
        Ok(()) if read(file)?.as_deref() != before => Err(ClientsError::Changed(target.clone())),
        Ok(()) => fs::rename(&new, &target).map_err(failed()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Err(ClientsError::Foreign(target.clone()))
        }
        Err(error) => Err(failed()(error)),
    };
    if placed.is_err() {
        let _ = fs::remove_file(&new);
    }
    placed?;
    // A name that does not last is no file.
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.map_err(ClientsError::io(dir))
}

fn write(new: &Path, text: &str, readers: Readers, old: Option<&fs::Metadata>) -> io::Result<()> {
    let mode = match readers {
        Readers::Owner => 0o600,
        Readers::Usual => 0o666,
    };
    // Nobody else reads it before it is what it shall be.
    let first = if old.is_some() { 0o600 } else { mode };
    let mut options = OpenOptions::new();
    let mut out = options.write(true).create_new(true).mode(first).open(new)?;
    out.write_all(text.as_bytes())?;
    if let Some(old) = old {
        let ours = out.metadata()?;
        if (ours.uid(), ours.gid()) != (old.uid(), old.gid()) {
            let (uid, gid) = (Uid::from_raw(old.uid()), Gid::from_raw(old.gid()));
            rustix::fs::fchown(&out, Some(uid), Some(gid))?;
        }
        out.set_permissions(Permissions::from_mode(old.mode() & 0o7777))?;
    }
    out.sync_all()
}

/// Takes the file away, and the directories that were only there for it, up to `keep`.
pub(super) fn remove(file: &Path, before: Option<&str>, keep: &Path) -> Result<(), ClientsError> {
    check_writable(file)?;
    if read(file)?.as_deref() != before {
        return Err(ClientsError::Changed(file.to_owned()));
    }
    fs::remove_file(target(file)?).map_err(ClientsError::io(file))?;
    let dirs = file.ancestors().skip(1);
    for dir in dirs.take_while(|dir| *dir != keep && dir.starts_with(keep)) {
        // One that holds something else stays.
        if fs::remove_dir(dir).is_err() {
            break;
        }
    }
    Ok(())
}

/// The copy beside a file.
pub(super) fn backup(file: &Path) -> PathBuf {
    beside(file, ".loopback-backup")
}

/// Keeps a copy of what the file says beside it; `None` takes an older copy away.
pub(super) fn keep_backup(file: &Path, text: Option<&str>) -> Result<(), ClientsError> {
    let copy = backup(file);
    let there = read(&copy).ok().flatten();
    match text {
        Some(text) if there.as_deref() == Some(text) => Ok(()),
        // What is private in the file is private in its copy.
        Some(text) => {
            let was = there.as_deref();
            replace(&copy, was, text, Readers::Owner)
        }
        None if there.is_none() => Ok(()),
        None => fs::remove_file(&copy).map_err(ClientsError::io(&copy)),
    }
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    file.with_file_name(name)
}

/// The file at the end of all links.
fn target(file: &Path) -> Result<PathBuf, ClientsError> {
    match fs::canonicalize(file) {
        Ok(target) => Ok(target),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(file.to_owned()),
        Err(error) => Err(ClientsError::io(file)(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn dir() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_file_is_replaced_at_the_end_of_its_links_with_its_mode() {
        let dir = dir();
        let (file, link) = (dir.path().join("real.json"), dir.path().join("link.json"));
        fs::write(&file, "{}").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("real.json", &link).unwrap();
        replace(&link, Some("{}"), "{ }", Readers::Owner).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "{ }");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_new_file_is_made_with_its_directories_for_its_owner() {
        let dir = dir();
        let file = dir.path().join("a/b/new.json");
        replace(&file, None, "{}", Readers::Owner).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        remove(&file, Some("{}"), dir.path()).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_read_only_file_and_a_file_in_a_read_only_directory_are_refused() {
        let dir = dir();
        let file = dir.path().join("f.json");
        fs::write(&file, "{}").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        let refusal = replace(&file, Some("{}"), "{ }", Readers::Owner).unwrap_err();
        assert!(
            refusal.to_string().contains("f.json is read-only"),
            "{refusal}"
        );
        fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o555)).unwrap();
        assert!(replace(&file, Some("{}"), "{ }", Readers::Owner).is_err());
        assert!(check_writable(&dir.path().join("none/new.json")).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "{}");
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn what_another_program_wrote_meanwhile_is_not_written_over() {
        let dir = dir();
        let file = dir.path().join("f.json");
        fs::write(&file, "theirs").unwrap();
        let refusal = replace(&file, Some("{}"), "ours", Readers::Owner).unwrap_err();
        assert!(matches!(refusal, ClientsError::Changed(_)), "{refusal}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "theirs");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_to_nowhere_a_directory_and_other_bytes_are_refused() {
        let dir = dir();
        let file = dir.path().join("f.json");
        symlink("nowhere", &file).unwrap();
        assert!(
            read(&file)
                .unwrap_err()
                .to_string()
                .ends_with("a link that leads nowhere")
        );
        assert!(
            read(dir.path())
                .unwrap_err()
                .to_string()
                .ends_with("not a regular file")
        );
        fs::remove_file(&file).unwrap();
        fs::write(&file, b"\xff\xfe{\0").unwrap();
        assert!(
            read(&file)
                .unwrap_err()
                .to_string()
                .ends_with("not text in UTF-8")
        );
    }
}
