//! Takes the person's token out of the environment before anything else happens.
//!
//! A variable that was merely unset would still stand in the process's initial environment, where
//! other programs of the user can read it, and any child started before would inherit it. So the
//! program starts itself anew, in the same process, without the variable; the token goes along in a
//! pipe that is read once.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context as _, bail};

/// The variable that may hold the person's token.
pub(crate) const VARIABLE: &str = "LOOPBACK_PERSON_TOKEN";

/// The longest token that is taken; a pipe holds more than this without anyone reading.
const LONGEST: usize = 4096;

/// Starts the program anew without the variable, if it is set. Returns only if it is not.
pub(crate) fn leave_the_environment() -> anyhow::Result<()> {
    let Some(token) = std::env::var_os(VARIABLE) else {
        return Ok(());
    };
    let token = token.into_encoded_bytes();
    if token.len() > LONGEST {
        bail!("{VARIABLE} is longer than {LONGEST} characters");
    }
    let (reader, mut writer) = std::io::pipe().context("cannot make a pipe")?;
    writer.write_all(&token).context("cannot write to a pipe")?;
    drop(writer);
    rustix::io::fcntl_setfd(&reader, rustix::io::FdFlags::empty())
        .context("cannot pass a pipe on")?;
    let program = std::env::current_exe().context("cannot find this program")?;
    let error = Command::new(program)
        .args(std::env::args_os().skip(1))
        .arg("--person-token-fd")
        .arg(reader.as_raw_fd().to_string())
        .env_remove(VARIABLE)
        .exec();
    Err(error).context("cannot start without the token in the environment")
}

/// Reads the token that [`leave_the_environment`] passed on.
pub(crate) fn receive(descriptor: u32) -> anyhow::Result<String> {
    let mut token = String::new();
    let pipe = File::open(format!("/dev/fd/{descriptor}"));
    pipe.and_then(|mut pipe| pipe.read_to_string(&mut token))
        .with_context(|| format!("cannot read the token of {VARIABLE}"))?;
    Ok(token)
}
