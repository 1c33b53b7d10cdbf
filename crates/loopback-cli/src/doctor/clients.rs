//! The agents' clients: whether those that are installed start this Loopback.

use std::path::Path;

use anyhow::Context as _;
use loopback_connect::{Scope, State};
use loopback_server::clients::{self, Presence, Surroundings, survey};
use loopback_server::places;

use super::finding::Finding;

/// Looks at the clients that are installed.
pub(super) fn look(data_dir: &Path) -> anyhow::Result<Vec<Finding>> {
    let here = std::env::current_dir().context("the current directory cannot be used")?;
    let program = std::env::current_exe().context("this program cannot be found")?;
    let other = (data_dir != places::account_data_dir()).then_some(data_dir);
    let door = clients::bridge(&program, other);
    let surroundings = Surroundings::here(here);
    let standings = survey(&surroundings, Scope::User, &door).into_iter();
    let installed = standings.filter(|it| it.presence == Presence::Installed);
    let mut findings: Vec<_> = installed
        .map(|it| {
            let (id, name) = (it.client.id, it.client.name);
            let connect = format!("loopback connect {id}");
            match it.state {
                Ok(State::Connected) => Finding::fine("client", format!("{name} is connected")),
                Ok(State::Absent) => {
                    Finding::note("client", format!("{name} is not connected"), connect)
                }
                Ok(_) => Finding::note(
                    "client",
                    format!("{name} starts Loopback in another way than this one would have it"),
                    connect,
                ),
                Err(error) => Finding::wrong("client", format!("{name}: {error}")),
            }
        })
        .collect();
    if findings.is_empty() {
        findings.push(Finding::remark("client", "no agent's client was found"));
    }
    Ok(findings)
}
