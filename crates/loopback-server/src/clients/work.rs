//! What connecting or disconnecting a client does to its files: said first, then done. Owns the order of writing, the
//! backups, and the use of a client's own command.

use std::path::{Path, PathBuf};

use loopback_connect::{
    Asking, CLIENTS, Change, Client, Door, File, OwnCommand, Part, Scope, State, Wish,
    files as files_of, plan, same_but_for_us, state, undo,
};

use super::error::ClientsError;
use super::files::{self, Readers};
use super::{Surroundings, own_command};

/// What is to be done to one client.
#[derive(Debug)]
pub struct Work {
    /// The client.
    pub client: &'static Client,
    /// The files that change, the entry's first.
    pub steps: Vec<Step>,
    /// The client's own command that is run first, as words.
    pub own_command: Option<Vec<String>>,
    direction: Direction,
    scope: Scope,
}

/// What is to be done to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The file.
    pub file: PathBuf,
    /// What is put into it or taken out of it.
    pub parts: Vec<Part>,
    /// What it says now; `None` if there is none.
    pub before: Option<String>,
    /// What it says then; `None` if it goes.
    pub after: Option<String>,
}

/// How it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// The files were edited.
    Edited,
    /// The client's own command was run, and did its part.
    ByOwnCommand,
    /// The client's own command was run and failed; the files were edited all the same.
    InSpiteOfOwnCommand,
}

#[derive(Debug)]
enum Direction {
    In(Wish),
    Out,
}

/// What connecting a client as wished would do. Nothing is written.
///
/// # Errors
///
/// If the client cannot be connected so, or one of its files cannot be read, edited or written: then none is.
pub fn connect(
    surroundings: &Surroundings,
    client: &'static Client,
    wish: &Wish,
) -> Result<Work, ClientsError> {
    let mut work = Work {
        client,
        steps: Vec::new(),
        own_command: None,
        direction: Direction::In(wish.clone()),
        scope: wish.scope,
    };
    let files = files_of(client, wish.scope)?;
    for File { place, part } in files {
        let file = surroundings.file(place);
        stay_inside(surroundings, wish.scope, &file)?;
        work.add(file, part, |text| plan(client, part, wish, text))?;
    }
    let entry = surroundings.file(files_of(client, wish.scope)?[0].place);
    let now = files::read(&entry)?;
    let absent = state(client, wish, now.as_deref()) == Ok(State::Absent);
    let adds = |own: OwnCommand| own.adding(&wish.door).filter(|_| absent);
    Ok(work.finish(surroundings, adds))
}

/// What taking Loopback out of a client would do. Nothing is written.
///
/// # Errors
///
/// If the client has no settings of this scope, or one of its files cannot be read, edited or written: then none is.
pub fn disconnect(
    surroundings: &Surroundings,
    client: &'static Client,
    scope: Scope,
) -> Result<Work, ClientsError> {
    let mut work = Work {
        client,
        steps: Vec::new(),
        own_command: None,
        direction: Direction::Out,
        scope,
    };
    for File { place, part } in files_of(client, scope)? {
        let file = surroundings.file(place);
        if part == Part::Rules && shared(surroundings, client, scope, &file) {
            continue;
        }
        stay_inside(surroundings, scope, &file)?;
        let before = original(client, scope, surroundings, &file);
        work.add(file, part, |text| {
            undo(client, part, scope, text, before.as_deref())
        })?;
    }
    Ok(work.finish(surroundings, |own| Some(own.removing())))
}

impl Work {
    /// Whether everything is as it should be already.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.steps.is_empty()
    }

    /// Does it: all files can be written, as far as that can be known, before the first is.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or another program changed it since this was planned.
    pub fn carry_out(self, surroundings: &Surroundings) -> Result<Done, ClientsError> {
        for step in &self.steps {
            files::check_writable(&step.file)?;
        }
        let mut done = Done::Edited;
        for (index, step) in self.steps.iter().enumerate() {
            if matches!(self.direction, Direction::In(_)) {
                self.keep_backup(surroundings, step)?;
            }
            let now = match &self.own_command {
                Some(words) if index == 0 => {
                    let (now, how) = by_own_command(surroundings, step, words)?;
                    done = how;
                    now
                }
                _ => step.before.clone(),
            };
            let after = self.after(surroundings, step, now.as_deref())?;
            self.write(surroundings, step, now.as_deref(), after.as_deref())?;
        }
        Ok(done)
    }

    fn add(
        &mut self,
        file: PathBuf,
        part: Part,
        change: impl FnOnce(Option<&str>) -> Result<Change, loopback_connect::ConnectError>,
    ) -> Result<(), ClientsError> {
        let known = self.steps.iter().position(|step| step.file == file);
        let text = match known {
            Some(index) => self.steps[index].after.clone(),
            None => files::read(&file)?,
        };
        let after = match change(text.as_deref()).map_err(ClientsError::edit(&file))? {
            Change::Nothing => return Ok(()),
            Change::Write(text) => Some(text),
            Change::Remove => None,
        };
        if let Some(index) = known {
            let step = &mut self.steps[index];
            step.parts.push(part);
            step.after = after;
            return Ok(());
        }
        files::check_writable(&file)?;
        self.steps.push(Step {
            file,
            parts: vec![part],
            before: text,
            after,
        });
        Ok(())
    }

    /// With the client's own command, if there is one for what is done first.
    fn finish(
        mut self,
        surroundings: &Surroundings,
        words: impl FnOnce(OwnCommand) -> Option<Vec<String>>,
    ) -> Self {
        let entry = self.steps.first();
        if let Some(own) = self.client.own_command
            && self.scope == Scope::User
            && entry.is_some_and(|step| step.parts.contains(&Part::Server))
            && surroundings.program(own.program).is_some()
            && let Some(words) = words(own)
        {
            let program = [own.program.to_owned()];
            self.own_command = Some([&program[..], &words].concat());
        }
        self
    }

    /// What the file shall say, if it says this now. The client's own command may have laid it out anew: then it gets the
    /// form back that the person was shown. If it says something else besides, that stays.
    fn after(
        &self,
        surroundings: &Surroundings,
        step: &Step,
        now: Option<&str>,
    ) -> Result<Option<String>, ClientsError> {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        if now == step.before.as_deref()
            || same_but_for_us(self.client, &text(now), &text(step.before.as_deref()))
        {
            return Ok(step.after.clone());
        }
        let before = original(self.client, self.scope, surroundings, &step.file);
        let mut after = now.map(str::to_owned);
        for part in &step.parts {
            let change = match &self.direction {
                Direction::In(wish) => plan(self.client, *part, wish, after.as_deref()),
                Direction::Out => undo(
                    self.client,
                    *part,
                    self.scope,
                    after.as_deref(),
                    before.as_deref(),
                ),
            };
            match change.map_err(ClientsError::edit(&step.file))? {
                Change::Nothing => {}
                Change::Write(text) => after = Some(text),
                Change::Remove => after = None,
            }
        }
        Ok(after)
    }

    fn write(
        &self,
        surroundings: &Surroundings,
        step: &Step,
        now: Option<&str>,
        after: Option<&str>,
    ) -> Result<(), ClientsError> {
        let (readers, keep) = match self.scope {
            Scope::User => (Readers::Owner, step.file.parent()),
            Scope::Project => (Readers::Usual, Some(&*surroundings.places.project)),
        };
        match after {
            _ if now == after => {}
            Some(after) => files::replace(&step.file, now, after, readers)?,
            None => files::remove(&step.file, now, keep.unwrap_or(Path::new("/")))?,
        }
        if matches!(self.direction, Direction::Out) {
            let backup = files::read(&files::backup(&step.file)).ok().flatten();
            // It has nothing more to say.
            if backup.is_some() && backup.as_deref() == after {
                files::keep_backup(&step.file, None)?;
            }
        }
        Ok(())
    }

    /// Keeps what the file said before anything of ours stood in it, or, if that is not known, what it says now.
    fn keep_backup(&self, surroundings: &Surroundings, step: &Step) -> Result<(), ClientsError> {
        let fresh = step.before.as_deref().is_none_or(|text| {
            without_ours(self.client, self.scope, surroundings, &step.file, text)
        });
        let there = files::backup(&step.file).exists();
        if fresh || !there {
            files::keep_backup(&step.file, step.before.as_deref())?;
        }
        Ok(())
    }
}

/// Runs the client's own command. What the file says then; and whether the command did its part.
fn by_own_command(
    surroundings: &Surroundings,
    step: &Step,
    words: &[String],
) -> Result<(Option<String>, Done), ClientsError> {
    let ran = match words.split_first() {
        Some((program, args)) => surroundings
            .program(program)
            .is_some_and(|program| own_command::run(&program, args, &surroundings.places.home)),
        None => false,
    };
    let done = if ran {
        Done::ByOwnCommand
    } else {
        Done::InSpiteOfOwnCommand
    };
    Ok((files::read(&step.file)?, done))
}

/// A project is somebody else's text as well: its links must not lead to files of the person's.
fn stay_inside(surroundings: &Surroundings, scope: Scope, file: &Path) -> Result<(), ClientsError> {
    match scope {
        Scope::User => Ok(()),
        Scope::Project => files::check_inside(file, &surroundings.places.project),
    }
}

/// What the file said before anything of ours stood in it, if its backup tells.
fn original(
    client: &Client,
    scope: Scope,
    surroundings: &Surroundings,
    file: &Path,
) -> Option<String> {
    let text = files::read(&files::backup(file)).ok().flatten()?;
    without_ours(client, scope, surroundings, file, &text).then_some(text)
}

/// Whether nothing of ours stands in a text of this file.
fn without_ours(
    client: &Client,
    scope: Scope,
    surroundings: &Surroundings,
    file: &Path,
    text: &str,
) -> bool {
    let parts = files_of(client, scope).unwrap_or_default();
    let mut parts = parts
        .into_iter()
        .filter(|it| surroundings.file(it.place) == file);
    parts.all(|it| undo(client, it.part, scope, Some(text), None) == Ok(Change::Nothing))
}

/// Whether another client that is connected reads its rules from this file too.
fn shared(surroundings: &Surroundings, client: &Client, scope: Scope, rules: &Path) -> bool {
    let nobody = Wish {
        scope,
        door: Door::Stdio {
            command: String::new(),
            args: Vec::new(),
        },
        parts: Vec::new(),
        asking: Asking::Usual,
    };
    CLIENTS
        .iter()
        .filter(|other| other.id != client.id)
        .any(|other| {
            let files = files_of(other, scope).unwrap_or_default();
            let reads = |file: &File| {
                file.part == Part::Rules && files::same(&surroundings.file(file.place), rules)
            };
            let Some(entry) = files.first().filter(|_| files.iter().any(reads)) else {
                return false;
            };
            let text = files::read(&surroundings.file(entry.place)).ok().flatten();
            state(other, &nobody, text.as_deref()).is_ok_and(|state| state != State::Absent)
        })
}
