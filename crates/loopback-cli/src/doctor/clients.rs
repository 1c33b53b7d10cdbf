//! The agents' clients: whether those that are installed start this Loopback.

use std::path::Path;

use anyhow::Context as _;
use loopback_connect::{Client, Scope, State};
use loopback_server::clients::{self, ClientsError, Presence, Surroundings, survey};
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
        .flat_map(|it| {
            let (id, name) = (it.client.id, it.client.name);
            let connect = format!("loopback connect {id}");
            let hooks = clients::hooks(&surroundings, it.client, &door);
            let entry = match it.state {
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
            };
            [Some(entry), hooks_finding(it.client, hooks)]
        })
        .flatten()
        .collect();
    if findings.is_empty() {
        findings.push(Finding::remark("client", "no agent's client was found"));
    }
    Ok(findings)
}

/// What its hooks do. They are the person's choice: none is nothing wrong.
fn hooks_finding(client: &Client, hooks: Result<Option<State>, ClientsError>) -> Option<Finding> {
    let (id, name) = (client.id, client.name);
    let connect = format!("loopback connect {id} --hooks");
    Some(match hooks {
        Ok(None) => return None,
        Ok(Some(State::Connected)) => Finding::fine(
            "hooks",
            format!("{name} puts its plans and permission prompts into the inbox"),
        ),
        Ok(Some(State::Absent)) => Finding::remark(
            "hooks",
            format!("{name} asks for approval in its terminal only; {connect} changes that"),
        ),
        Ok(Some(State::Otherwise(differs))) => {
            let what = format!(
                "{name}'s hooks are not as they should be: {}",
                differs.join("; ")
            );
            Finding::note("hooks", what, connect)
        }
        Err(error) => Finding::wrong("hooks", format!("{name}: {error}")),
    })
}
