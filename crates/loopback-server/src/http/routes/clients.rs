//! The programs agents run in: how they stand, and connecting them from the settings page.

use std::path::PathBuf;

use axum::{Json, extract::State};
use http::StatusCode;
use loopback_connect::{
    Asking, CLIENTS, Client, Door, Part, Scope, State as Standing, Wish, find, introduced_as,
};
use loopback_contract::{
    AgentClient, AgentClientList, ClientFileChange, ClientGoal, ClientPlan, ClientState, Timestamp,
};
use similar::TextDiff;

use crate::{
    App,
    access::PersonAccess,
    clients::{self, ClientsError, Presence, Surroundings, Work},
    http::{Goal, Named, Problem},
    places,
};

/// What is connected from here: everything that nobody has to ask for.
const PARTS: [Part; 3] = [Part::Server, Part::Allow, Part::Rules];

pub(super) async fn list(
    _: PersonAccess,
    State(app): State<App>,
) -> Result<Json<AgentClientList>, Problem> {
    let asked = last_asked(&app).await?;
    let door = door(&app);
    let items = blocking(move || {
        let surroundings = surroundings();
        let all = CLIENTS
            .iter()
            .map(|client| look(&surroundings, client, door.as_ref().ok(), &asked));
        let mut items: Vec<_> = all.collect();
        items.sort_by_key(|client| (!client.installed, client.name.to_lowercase()));
        Ok(items)
    })
    .await?;
    Ok(Json(AgentClientList { items }))
}

pub(super) async fn plan(
    _: PersonAccess,
    Named(id): Named<String>,
    Goal(goal): Goal,
    State(app): State<App>,
) -> Result<Json<ClientPlan>, Problem> {
    let client = known(&id)?;
    let wish = wish(&app)?;
    blocking(move || {
        let surroundings = surroundings();
        let work = work(&surroundings, client, &wish, goal)?;
        let left = matches!(goal, ClientGoal::Connected) && !work.is_nothing();
        Ok(Json(ClientPlan {
            files: work.steps.iter().map(change).collect(),
            own_command: work.own_command.clone(),
            by_hand: client.allow_by_hand.filter(|_| left).map(str::to_owned),
        }))
    })
    .await
}

pub(super) async fn connect(
    _: PersonAccess,
    Named(id): Named<String>,
    State(app): State<App>,
) -> Result<Json<AgentClient>, Problem> {
    carry_out(&app, &id, ClientGoal::Connected).await
}

pub(super) async fn disconnect(
    _: PersonAccess,
    Named(id): Named<String>,
    State(app): State<App>,
) -> Result<Json<AgentClient>, Problem> {
    carry_out(&app, &id, ClientGoal::Disconnected).await
}

async fn carry_out(app: &App, id: &str, goal: ClientGoal) -> Result<Json<AgentClient>, Problem> {
    let client = known(id)?;
    let wish = wish(app)?;
    let asked = last_asked(app).await?;
    blocking(move || {
        let surroundings = surroundings();
        let work = work(&surroundings, client, &wish, goal)?;
        if !work.is_nothing() {
            work.carry_out(&surroundings)
                .map_err(|error| refused(&error))?;
            tracing::info!(
                client = client.id,
                goal = goal.as_str(),
                "a client was connected or disconnected"
            );
        }
        Ok(Json(look(&surroundings, client, Some(&wish.door), &asked)))
    })
    .await
}

fn work(
    surroundings: &Surroundings,
    client: &'static Client,
    wish: &Wish,
    goal: ClientGoal,
) -> Result<Work, Problem> {
    match goal {
        ClientGoal::Connected => clients::connect(surroundings, client, wish),
        ClientGoal::Disconnected => clients::disconnect(surroundings, client, Scope::User),
    }
    .map_err(|error| refused(&error))
}

/// The person's own settings: of a project nothing is known here.
fn surroundings() -> Surroundings {
    Surroundings::here(PathBuf::from("/"))
}

fn known(id: &str) -> Result<&'static Client, Problem> {
    find(id).ok_or_else(|| Problem::not_found("client.unknown", "There is no such client."))
}

fn wish(app: &App) -> Result<Wish, Problem> {
    Ok(Wish {
        scope: Scope::User,
        door: door(app)?,
        parts: PARTS.to_vec(),
        asking: Asking::Usual,
    })
}

/// How clients are given the bridge: the command that lies beside this program.
fn door(app: &App) -> Result<Door, Problem> {
    let here = std::env::current_exe().ok();
    let command = here.map(|here| here.with_file_name("loopback"));
    let command = command.filter(|command| command.is_file()).ok_or_else(|| {
        Problem::unfit(
            "client.refused",
            "The command `loopback` does not lie beside this program, so there is nothing to give to a client. Run \
             `loopback connect` from where it is.",
        )
    })?;
    // As `loopback connect` has it: the account's own directory is found without being named.
    let elsewhere = (app.data_dir() != places::account_data_dir()).then_some(app.data_dir());
    Ok(clients::bridge(&command, elsewhere))
}

/// When an agent of each client last asked, by the client's id.
async fn last_asked(app: &App) -> Result<Vec<(&'static str, Timestamp)>, Problem> {
    let asked = app.hub().last_asked().await?;
    let known =
        |(name, at): (String, Timestamp)| introduced_as(&name).map(|client| (client.id, at));
    Ok(asked.into_iter().filter_map(known).collect())
}

fn look(
    surroundings: &Surroundings,
    client: &'static Client,
    door: Option<&Door>,
    asked: &[(&'static str, Timestamp)],
) -> AgentClient {
    // Without a command of our own, whatever leads to Loopback leads there otherwise.
    let nothing = clients::bridge(std::path::Path::new(""), None);
    let found = clients::standing(surroundings, client, Scope::User, door.unwrap_or(&nothing));
    let (file, state) = match found {
        Some(found) => (found.file, found.state.map_err(|error| error.to_string())),
        None => (PathBuf::new(), Ok(Standing::Absent)),
    };
    let (state, details) = match state {
        Ok(Standing::Absent) => (ClientState::Absent, Vec::new()),
        Ok(Standing::Connected) => (ClientState::Connected, Vec::new()),
        Ok(Standing::Otherwise(how)) => (ClientState::Otherwise, how),
        Err(why) => (ClientState::Unreadable, vec![why]),
    };
    let times = asked.iter().filter(|(id, _)| *id == client.id);
    AgentClient {
        id: client.id.to_owned(),
        name: client.name.to_owned(),
        installed: surroundings.presence(client) == Presence::Installed,
        state,
        file: file.display().to_string(),
        details,
        last_asked_at: times.map(|(_, at)| *at).max(),
    }
}

fn change(step: &clients::Step) -> ClientFileChange {
    let [before, after] =
        [&step.before, &step.after].map(|text| text.as_deref().unwrap_or_default());
    let name = step.file.display().to_string();
    let [old, new] = [&step.before, &step.after].map(|text| match text {
        Some(_) => name.as_str(),
        None => "/dev/null",
    });
    let diff = TextDiff::from_lines(before, after);
    let diff = diff
        .unified_diff()
        .context_radius(2)
        .header(old, new)
        .to_string();
    ClientFileChange { file: name, diff }
}

fn refused(error: &ClientsError) -> Problem {
    match error {
        ClientsError::Changed(_) => {
            Problem::new(StatusCode::CONFLICT, "client.changed", error.to_string())
        }
        error => Problem::unfit("client.refused", error.to_string()),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    // A panic in there is a defect of ours, and goes on being one here.
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
}
