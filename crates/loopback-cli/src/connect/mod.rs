//! `loopback connect` and `loopback disconnect`: which clients are meant, what is shown, asked and said.
//!
//! What is done to their files is `loopback-server`'s, and what stands in them `loopback-connect`'s.

/// Writes a line. Whoever closed stdout does not want to read it.
macro_rules! say {
    ($($words:tt)*) => {{
        let _ = std::io::Write::write_fmt(
            &mut std::io::stdout(),
            format_args!("{}\n", format_args!($($words)*)),
        );
    }};
}

mod offer;
mod show;

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use loopback_connect::{
    Asking, CLIENTS, Client, Door, Part, Scope, State, Wish, find, printed, printed_part,
};
use loopback_server::clients::{self, Presence, Standing, Surroundings, Work};
use loopback_server::places;
use loopback_server::settings::Settings;

use crate::arguments::{ClientArguments, ConnectArguments, DisconnectArguments, Left, data_dir};
use crate::door::link::Link;
use crate::door::{origin, random, wish};
use crate::git;
use crate::handover;
use crate::runtime;

/// How long the running Loopback has to say what the person wishes.
const PATIENCE: Duration = Duration::from_secs(2);

/// How far this goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing is written: that was asked for.
    Rehearse,
    /// The person is asked first.
    Ask,
    /// It is done.
    Do,
    /// Nothing is written, because nobody can be asked.
    Refuse,
}

/// Connects the clients that are meant.
pub(crate) fn connect(arguments: &ConnectArguments) -> anyhow::Result<()> {
    complain_of_the_persons_token();
    let scope = scope(&arguments.clients);
    let surroundings = surroundings()?;
    let door = door(arguments)?;
    let wish = Wish {
        scope,
        door,
        parts: parts(arguments),
        asking: asking(arguments, scope)?,
    };
    if arguments.hooks {
        names_a_client_with_hooks(&arguments.clients.named)?;
    }
    if arguments.print {
        return print(&surroundings, &arguments.clients, &wish);
    }
    let meant = meant(&surroundings, &arguments.clients, &wish.door)?;
    show::standings(&meant, &surroundings);
    let mode = mode(&arguments.clients);
    each(&meant, mode, |standing| {
        let client = standing.client;
        let prepared = clients::connect(&surroundings, client, &wish)?;
        if prepared.is_nothing() {
            return Ok(Outcome::Nothing);
        }
        let work = match mode {
            Mode::Ask => offer::connecting(&surroundings, client, &wish)?,
            Mode::Rehearse | Mode::Do | Mode::Refuse => {
                show::work(&prepared, &surroundings);
                Some(prepared)
            }
        };
        let outcome = finish(&surroundings, work, mode)?;
        if outcome == Outcome::Done {
            say!("{} is connected.", client.name);
        }
        if matches!(outcome, Outcome::Done | Outcome::Shown) {
            show::remaining(client, &wish);
        }
        Ok(outcome)
    })
}

/// Takes Loopback out of the clients that are meant.
pub(crate) fn disconnect(arguments: &DisconnectArguments) -> anyhow::Result<()> {
    complain_of_the_persons_token();
    let scope = scope(&arguments.clients);
    let surroundings = surroundings()?;
    // Any other command is ours to take out as well.
    let door = clients::bridge(Path::new(""), None);
    let meant = meant(&surroundings, &arguments.clients, &door)?;
    let mode = mode(&arguments.clients);
    each(&meant, mode, |standing| {
        let client = standing.client;
        let work = clients::disconnect(&surroundings, client, scope)?;
        if work.is_nothing() {
            if !arguments.clients.named.is_empty() {
                say!("{} is not connected.", client.name);
            }
            return Ok(Outcome::Nothing);
        }
        show::work(&work, &surroundings);
        let question = format!("Take Loopback out of {}?", client.name);
        let agreed = mode != Mode::Ask || offer::agreed(&question)?;
        let outcome = finish(&surroundings, agreed.then_some(work), mode)?;
        if outcome == Outcome::Done {
            say!("{} is disconnected.", client.name);
        }
        Ok(outcome)
    })
}

/// What became of one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Declined,
    Shown,
    Done,
}

fn finish(surroundings: &Surroundings, work: Option<Work>, mode: Mode) -> anyhow::Result<Outcome> {
    let Some(work) = work else {
        return Ok(Outcome::Declined);
    };
    match mode {
        Mode::Rehearse | Mode::Refuse => Ok(Outcome::Shown),
        Mode::Ask | Mode::Do => {
            let own = work.own_command.clone();
            let done = work.carry_out(surroundings)?;
            show::done(done, own.as_deref());
            Ok(Outcome::Done)
        }
    }
}

/// Does it for each client; one that fails does not keep the others from it.
fn each(
    meant: &[Standing],
    mode: Mode,
    mut act: impl FnMut(&Standing) -> anyhow::Result<Outcome>,
) -> anyhow::Result<()> {
    let (mut failed, mut outcomes) = (false, Vec::new());
    for standing in meant {
        match act(standing) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                failed = true;
                eprintln!("loopback: {}: {error:#}", standing.client.name);
            }
        }
    }
    if outcomes.iter().all(|outcome| *outcome == Outcome::Nothing) && !failed {
        say!("Nothing to change.");
    }
    if failed {
        bail!("not every client could be dealt with");
    }
    if mode == Mode::Refuse && outcomes.contains(&Outcome::Shown) {
        bail!("nothing was written, because there is no terminal to ask on; add --yes to do it");
    }
    Ok(())
}

fn mode(arguments: &ClientArguments) -> Mode {
    if arguments.dry_run {
        Mode::Rehearse
    } else if arguments.yes {
        Mode::Do
    } else if stdin().is_terminal() && stdout().is_terminal() {
        Mode::Ask
    } else {
        Mode::Refuse
    }
}

/// How readily the agents of this project are to ask: the running Loopback says. Of no project, there is no such wish.
fn asking(arguments: &ConnectArguments, scope: Scope) -> anyhow::Result<Asking> {
    if scope == Scope::User {
        return Ok(Asking::Usual);
    }
    let data_dir = data_dir(arguments.data_dir.as_deref())?;
    let runtime = runtime::small()?;
    let told = runtime.block_on(async {
        let origin = origin::now(&random::id()).await;
        let link = Link::new(&data_dir, &origin);
        let told = wish::here(&link, &origin);
        tokio::time::timeout(PATIENCE, told).await.ok().flatten()
    });
    Ok(match told {
        Some(loopback_contract::Asking::Less) => Asking::Less,
        Some(loopback_contract::Asking::Normal) => Asking::Usual,
        Some(loopback_contract::Asking::More) => Asking::More,
        None => Asking::Unknown,
    })
}

fn scope(arguments: &ClientArguments) -> Scope {
    if arguments.project {
        Scope::Project
    } else {
        Scope::User
    }
}

fn parts(arguments: &ConnectArguments) -> Vec<Part> {
    let without = &arguments.without;
    let wanted = |part: &Part| match part {
        Part::Server => true,
        Part::Allow => !without.contains(&Left::Allow),
        Part::Rules => !without.contains(&Left::Rules),
        Part::Hooks => arguments.hooks,
    };
    let all = [Part::Server, Part::Allow, Part::Rules, Part::Hooks];
    all.into_iter().filter(wanted).collect()
}

/// Hooks that are asked for by name must not be passed over in silence.
fn names_a_client_with_hooks(named: &[String]) -> anyhow::Result<()> {
    let mut clients = named.iter().filter_map(|id| find(id));
    if !named.is_empty() && !clients.any(Client::has_hooks) {
        let able = CLIENTS.iter().filter(|client| client.has_hooks());
        let able: Vec<_> = able.map(|client| client.name).collect();
        bail!("only {} has hooks for Loopback", able.join(", "));
    }
    Ok(())
}

/// The clients that are named, or else those that are found here.
fn meant(
    surroundings: &Surroundings,
    arguments: &ClientArguments,
    door: &Door,
) -> anyhow::Result<Vec<Standing>> {
    let scope = scope(arguments);
    if arguments.named.is_empty() {
        let all = clients::survey(surroundings, scope, door);
        let found = |it: &Standing| {
            it.presence == Presence::Installed || !matches!(it.state, Ok(State::Absent))
        };
        let found: Vec<_> = all.into_iter().filter(found).collect();
        if found.is_empty() {
            let ids: Vec<_> = CLIENTS.iter().map(|client| client.id).collect();
            bail!("no client was found here; name one of: {}", ids.join(", "));
        }
        return Ok(found);
    }
    let named = arguments.named.iter().filter_map(|id| find(id));
    named
        .map(|client| {
            clients::standing(surroundings, client, scope, door)
                .with_context(|| format!("{} has no settings for {scope}", client.name))
        })
        .collect()
}

fn print(
    surroundings: &Surroundings,
    arguments: &ClientArguments,
    wish: &Wish,
) -> anyhow::Result<()> {
    let meant = meant(surroundings, arguments, &wish.door)?;
    each(&meant, Mode::Rehearse, |standing| {
        let client: &Client = standing.client;
        let entry = printed(client, wish)?;
        say!(
            "# {}: {}\n{}",
            client.name,
            standing.file.display(),
            entry.trim_end()
        );
        if let Some(file) = clients::hooks_file(surroundings, client, wish.scope) {
            let hooks = printed_part(client, Part::Hooks, wish)?;
            if !hooks.is_empty() {
                say!(
                    "# {}: {}\n{}",
                    client.name,
                    file.display(),
                    hooks.trim_end()
                );
            }
        }
        show::remaining(client, wish);
        say!("");
        Ok(Outcome::Shown)
    })
}

fn surroundings() -> anyhow::Result<Surroundings> {
    let here = std::env::current_dir().context("cannot find this directory")?;
    let project = git::nearest(&here).unwrap_or(&here);
    Ok(Surroundings::here(project.to_owned()))
}

fn door(arguments: &ConnectArguments) -> anyhow::Result<Door> {
    let data_dir = data_dir(arguments.data_dir.as_deref())?;
    if arguments.http {
        let port = Settings::load(&places::settings_file())?.server.port;
        let token_file = data_dir.join("agent-token");
        return Ok(Door::Http {
            url: format!("http://127.0.0.1:{port}/mcp"),
            token_file: Some(token_file.display().to_string()),
        });
    }
    let program = program()?;
    // Clients strip the environment, so that the bridge finds the account's own directory by itself and no other.
    let elsewhere = (data_dir != places::account_data_dir()).then_some(&*data_dir);
    Ok(clients::bridge(&program, elsewhere))
}

fn program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find this program")
}

fn complain_of_the_persons_token() {
    if std::env::var_os(handover::VARIABLE).is_some() {
        eprintln!(
            "loopback: {} is set here; an agent that is started from here could act as you; remove it from the \
             environment agents run in",
            handover::VARIABLE
        );
    }
}
