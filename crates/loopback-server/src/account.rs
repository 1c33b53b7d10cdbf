//! Who the person is to the operating system. Owns the look-up by uid; never asks the environment, which clients strip.

use std::path::PathBuf;

use loopback_contract::Actor;
use nix::unistd::User;

/// The user id this process runs as.
#[must_use]
pub fn uid() -> u32 {
    rustix::process::getuid().as_raw()
}

/// The home directory of this process's user, by the account database.
#[must_use]
pub fn home() -> Option<PathBuf> {
    let account = account()?;
    (!account.dir.as_os_str().is_empty()).then_some(account.dir)
}

/// The person as asks and replies name them: always the id `local`, and the account's full name, or else its login name.
#[must_use]
pub fn person() -> Actor {
    let name = account().map(|account| {
        let full_name = account
            .gecos
            .to_string_lossy()
            .split(',')
            .next()
            .unwrap_or("")
            .trim()
            .to_owned();
        if full_name.is_empty() {
            account.name
        } else {
            full_name
        }
    });
    Actor {
        id: "local".to_owned(),
        name,
    }
}

fn account() -> Option<User> {
    User::from_uid(nix::unistd::getuid()).ok().flatten()
}
