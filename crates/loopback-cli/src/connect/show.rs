//! What a person sees of clients and of what would change. Owns the words and the form of differences.

use std::path::Path;

use loopback_connect::{Client, Door, Part, State, TOKEN_VARIABLE, Wish};
use loopback_server::clients::{Done, Presence, Standing, Step, Surroundings, Work};
use similar::TextDiff;

/// The clients and how they stand.
pub(super) fn standings(standings: &[Standing], surroundings: &Surroundings) {
    let widest = standings.iter().map(|it| it.client.name.len()).max();
    for standing in standings {
        let name = standing.client.name;
        let state = match &standing.state {
            Ok(State::Absent) => "not connected",
            Ok(State::Connected) => "connected",
            Ok(State::Otherwise(_)) => "connected in another way",
            Err(_) => "cannot be read",
        };
        let found = match standing.presence {
            Presence::Installed => "",
            Presence::NotFound => " (not found here)",
        };
        let file = short(&standing.file, surroundings);
        say!(
            "{name:width$}  {state}{found}  {file}",
            width = widest.unwrap_or_default()
        );
        if let Ok(State::Otherwise(differs)) = &standing.state {
            for line in differs {
                say!("{:width$}  {line}", "", width = widest.unwrap_or_default());
            }
        }
    }
}

/// What would be done to a client.
pub(super) fn work(work: &Work, surroundings: &Surroundings) {
    say!("\n{}", work.client.name);
    if let Some(words) = &work.own_command {
        say!("runs: {}", words.join(" "));
    }
    for step in &work.steps {
        difference(step, step.before.as_deref(), surroundings);
    }
}

/// What would be done beside what was agreed to already.
pub(super) fn more(agreed: &Work, with: &Work, surroundings: &Surroundings) {
    say!("");
    for step in &with.steps {
        let known = agreed.steps.iter().find(|known| known.file == step.file);
        let before = known.map_or(step.before.as_deref(), |known| known.after.as_deref());
        if before != step.after.as_deref() {
            difference(step, before, surroundings);
        }
    }
}

/// How it was done.
pub(super) fn done(done: Done, own_command: Option<&[String]>) {
    match (done, own_command) {
        (Done::InSpiteOfOwnCommand, Some([program, ..])) => {
            say!("{program} could not do it by itself; the file was edited instead.");
        }
        (Done::Edited | Done::ByOwnCommand | Done::InSpiteOfOwnCommand, _) => {}
    }
}

/// What is left for the person to do.
pub(super) fn remaining(client: &Client, wish: &Wish) {
    if wish.parts.contains(&Part::Allow)
        && let Some(words) = client.allow_by_hand
    {
        say!("So that its first ask does not wait for you there: {words}.");
    }
    if let Door::Http {
        token_file: Some(file),
        ..
    } = &wish.door
        && client.needs_variable(wish.scope, &wish.door)
    {
        say!(
            "It takes the agents' token from its environment. Where it is started, say:\n  \
             export {TOKEN_VARIABLE}=\"$(cat '{file}')\""
        );
    }
}

fn difference(step: &Step, before: Option<&str>, surroundings: &Surroundings) {
    let file = short(&step.file, surroundings);
    let (old, new) = (
        before.unwrap_or_default(),
        step.after.as_deref().unwrap_or_default(),
    );
    let nothing = "(no file)";
    let name = |text: Option<&str>| text.map_or(nothing, |_| file.as_str()).to_owned();
    let diff = TextDiff::from_lines(old, new);
    let mut shown = diff.unified_diff();
    let shown = shown
        .context_radius(2)
        .missing_newline_hint(false)
        .header(&name(before), &name(step.after.as_deref()));
    // Line ends of other systems would send the cursor about.
    say!("{}", shown.to_string().replace('\r', "").trim_end());
}

/// A path as people write it.
fn short(path: &Path, surroundings: &Surroundings) -> String {
    match path.strip_prefix(&surroundings.places.home) {
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => path.display().to_string(),
    }
}
