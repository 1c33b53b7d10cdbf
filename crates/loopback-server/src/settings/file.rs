//! The settings file on disk. Owns that it is read as one regular file of the owner's alone, and that it is replaced as
//! a whole or not at all. What stands in it is not known here.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags};

use super::error::SettingsError;

/// The largest file that is read; settings are a page at most.
const LARGEST: u64 = 256 * 1024;

/// How often saving starts over because another program saved meanwhile.
const ATTEMPTS: usize = 8;

/// Checks that nobody else can reach what is in the file's directory, if there is one.
pub(super) fn check_private(file: &Path) -> Result<(), SettingsError> {
    use loopback_inbox::StartError;
    loopback_inbox::check_private(directory(file)).map_err(|error| match error {
        StartError::Store { error } => SettingsError::Directory(error),
        exposed => SettingsError::Exposed(exposed),
    })
}

/// The text of the file, or `None` if there is none.
pub(super) fn read(file: &Path) -> Result<Option<String>, SettingsError> {
    // Without blocking, or a FIFO put there would hang us; without following, or a link would lead elsewhere.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = match rustix::fs::open(file, flags, Mode::empty()) {
        Ok(opened) => File::from(opened),
        Err(rustix::io::Errno::NOENT) => return Ok(None),
        Err(rustix::io::Errno::LOOP) => return Err(SettingsError::NotAFile(file.to_owned())),
        Err(error) => return Err(failed(file)(error.into())),
    };
    if !opened.metadata().map_err(failed(file))?.is_file() {
        return Err(SettingsError::NotAFile(file.to_owned()));
    }
    let mut bytes = Vec::new();
    let mut limited = opened.take(LARGEST + 1);
    limited.read_to_end(&mut bytes).map_err(failed(file))?;
    let broken = |why: &str| SettingsError::Broken {
        file: file.to_owned(),
        why: why.to_owned(),
    };
    if bytes.len() as u64 > LARGEST {
        return Err(broken("it is larger than 256 KiB"));
    }
    let text = String::from_utf8(bytes).map_err(|_| broken("it is not text in UTF-8"))?;
    Ok(Some(text))
}

/// Replaces what the file says by what `change` makes of it. What another program saves meanwhile is what `change` is
/// given then. Nothing is written if nothing changes.
pub(super) fn change(
    file: &Path,
    change: impl Fn(&str) -> Result<String, SettingsError>,
) -> Result<(), SettingsError> {
    let dir = directory(file);
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(dir).map_err(failed(dir))?;
    check_private(file)?;
    let mut new = Replacement::begin(file)?;
    for _ in 0..ATTEMPTS {
        let before = read(file)?;
        let after = change(before.as_deref().unwrap_or_default())?;
        if before.as_deref() == Some(after.as_str()) {
            return Ok(());
        }
        new.write(&after).map_err(failed(&new.path))?;
        // An editor knows nothing of our lock.
        if read(file)? == before {
            return new.put_in_place(file).map_err(failed(file));
        }
    }
    Err(SettingsError::Busy(file.to_owned()))
}

fn directory(file: &Path) -> &Path {
    file.parent()
        .filter(|dir| !dir.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn failed(file: &Path) -> impl FnOnce(io::Error) -> SettingsError {
    let file = file.to_owned();
    move |error| SettingsError::Io { file, error }
}

/// The new file beside the old one, which only one process at a time writes. It is gone when this is dropped.
struct Replacement {
    path: PathBuf,
    out: File,
    in_place: bool,
}

impl Replacement {
    fn begin(file: &Path) -> Result<Self, SettingsError> {
        let path = file.with_extension("toml.new");
        loop {
            let out = Self::open(&path).map_err(failed(&path))?;
            rustix::fs::flock(&out, FlockOperation::LockExclusive)
                .map_err(|error| failed(&path)(error.into()))?;
            // Whoever held the lock may have put this very file in the other's place, or removed it.
            let (ours, there) = (out.metadata(), fs::symlink_metadata(&path));
            if let (Ok(ours), Ok(there)) = (ours, there)
                && (ours.dev(), ours.ino()) == (there.dev(), there.ino())
            {
                return Ok(Self {
                    path,
                    out,
                    in_place: false,
                });
            }
        }
    }

    fn open(path: &Path) -> io::Result<File> {
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?;
        Ok(File::from(opened))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.set_len(0)?;
        self.out.rewind()?;
        self.out.write_all(text.as_bytes())?;
        self.out.sync_all()
    }

    fn put_in_place(mut self, file: &Path) -> io::Result<()> {
        fs::rename(&self.path, file)?;
        self.in_place = true;
        // A name that does not last is no file.
        File::open(directory(file)).and_then(|dir| dir.sync_all())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.in_place {
            let _ = fs::remove_file(&self.path);
        }
    }
}
