//! Which notifications should be on screen: a pure state machine over what happens to asks.
//!
//! It must not know how a notification is shown, nor the clock. One notification per agent at most:
//! the first ask of an agent notifies; while it stands, further ones of that agent replace it,
//! silently and with a count; it is closed when nothing of the agent waits for the person any more.

use std::collections::BTreeMap;

use loopback_contract::{AskId, AskStatus, AskSummary};
use loopback_rules::is_unseen;

/// What the desktop should do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Show the agent's notification, or replace the one that stands.
    Show(Notice),
    /// Close the agent's notification.
    Close(AgentKey),
}

/// One agent: a run of it where the bridge told, else its client in its project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AgentKey(String);

/// One notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    /// Whose notification it is; a new one of the same agent replaces it.
    pub(crate) agent: AgentKey,
    /// The ask that its default action opens.
    pub(crate) opens: AskId,
    /// The first line.
    pub(crate) summary: String,
    /// The lines beneath, as plain text.
    pub(crate) body: String,
    /// Whether it may make a sound.
    pub(crate) loud: bool,
}

/// The asks that wait for the person, by agent, as far as notifications go.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// Every ask that is the person's move, announced or not.
    awaiting: BTreeMap<AskId, Awaiting>,
    /// What each agent's notification stands for, the oldest first.
    shown: BTreeMap<AgentKey, Vec<AskSummary>>,
}

/// An ask that is the person's move.
#[derive(Debug)]
struct Awaiting {
    agent: AgentKey,
    waits: Waits,
    /// The questions it was asked with, which are shown as one form.
    batch: Option<String>,
}

/// Whether an ask that is the person's move wants anything of them now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Waits {
    /// It wants a reply.
    Now,
    /// A reply is given and held. Undone, it is back without a word: who undid it is looking at it.
    Held,
    /// It was put off, and is announced when it comes back.
    Later,
}

impl Waits {
    fn of(ask: &AskSummary) -> Option<Self> {
        if ask.status != AskStatus::AwaitingHuman {
            None
        } else if ask.held.is_some() {
            Some(Self::Held)
        } else if ask.snoozed_until.is_some() {
            Some(Self::Later)
        } else {
            Some(Self::Now)
        }
    }
}

impl Notices {
    /// Takes over a state that is already there: at the start, nothing of it is announced one by one.
    pub(crate) fn start(&mut self, open: &[AskSummary]) {
        for ask in open {
            if let Some(waits) = Waits::of(ask) {
                self.note(ask, waits);
            }
        }
    }

    /// Catches up with a snapshot after events were missed.
    pub(crate) fn catch_up(
        &mut self,
        open: &[AskSummary],
        on_screen: Option<&AskId>,
    ) -> Vec<Effect> {
        let still_open: Vec<&AskId> = open.iter().map(|ask| &ask.id).collect();
        let gone: Vec<AskId> = self
            .awaiting
            .keys()
            .filter(|id| !still_open.contains(id))
            .cloned()
            .collect();
        let mut effects: Vec<Effect> = gone.iter().filter_map(|id| self.settle(id)).collect();
        // The snapshot has the newest first; notices are told in the order things happened.
        for ask in open.iter().rev() {
            effects.extend(self.changed(ask, on_screen));
        }
        effects
    }

    /// An ask was opened or changed.
    pub(crate) fn changed(
        &mut self,
        ask: &AskSummary,
        on_screen: Option<&AskId>,
    ) -> Option<Effect> {
        let Some(waits) = Waits::of(ask) else {
            return self.settle(&ask.id);
        };
        let agent = agent_of(ask);
        let before = self.note(ask, waits);
        if waits != Waits::Now {
            return self.take_from_group(&agent, &ask.id);
        }
        let news = match before {
            None => true,
            // The person may have had it back before its time; then they have seen it.
            Some(Waits::Later) => ask.unread == Some(true),
            Some(Waits::Now | Waits::Held) => false,
        };
        if !news || on_screen.is_some_and(|id| self.is_shown_with(id, &ask.id)) {
            return None;
        }
        let group = self.shown.entry(agent.clone()).or_default();
        group.push(ask.clone());
        let loud = group.len() == 1;
        Some(Effect::Show(notice(agent, group, loud)))
    }

    /// The person looked at an ask, or put its notification away.
    pub(crate) fn seen(&mut self, id: &AskId) -> Option<Effect> {
        let agent = self.awaiting.get(id)?.agent.clone();
        let group = self.shown.get(&agent)?.iter().map(|ask| ask.id.clone());
        let seen: Vec<_> = group
            .filter(|other| self.is_shown_with(id, other))
            .collect();
        self.take_all_from_group(&agent, &seen)
    }

    /// Whether whoever has one of these asks before them has the other too.
    fn is_shown_with(&self, one: &AskId, other: &AskId) -> bool {
        let batch = |id| self.awaiting.get(id).and_then(|ask| ask.batch.as_ref());
        one == other || batch(one).is_some_and(|batch_of| batch(other) == Some(batch_of))
    }

    /// The agent's notification is gone from the screen: what it stood for counts as seen.
    pub(crate) fn put_away(&mut self, agent: &AgentKey) {
        self.shown.remove(agent);
    }

    /// How many asks want a reply now.
    pub(crate) fn waiting_count(&self) -> usize {
        let now = |ask: &&Awaiting| ask.waits == Waits::Now;
        self.awaiting.values().filter(now).count()
    }

    /// Notes how an ask waits, and says how it did before.
    fn note(&mut self, ask: &AskSummary, waits: Waits) -> Option<Waits> {
        let awaiting = Awaiting {
            agent: agent_of(ask),
            waits,
            batch: batch_of(ask).map(str::to_owned),
        };
        let before = self.awaiting.insert(ask.id.clone(), awaiting);
        before.map(|before| before.waits)
    }

    fn settle(&mut self, id: &AskId) -> Option<Effect> {
        let agent = self.awaiting.remove(id)?.agent;
        self.take_from_group(&agent, id)
    }

    fn take_from_group(&mut self, agent: &AgentKey, id: &AskId) -> Option<Effect> {
        self.take_all_from_group(agent, std::slice::from_ref(id))
    }

    fn take_all_from_group(&mut self, agent: &AgentKey, ids: &[AskId]) -> Option<Effect> {
        let group = self.shown.get_mut(agent)?;
        let before = group.len();
        group.retain(|ask| !ids.contains(&ask.id));
        if group.len() == before {
            return None;
        }
        if group.is_empty() {
            self.shown.remove(agent);
            return Some(Effect::Close(agent.clone()));
        }
        Some(Effect::Show(notice(agent.clone(), group, false)))
    }
}

fn agent_of(ask: &AskSummary) -> AgentKey {
    let session = ask.origin.as_ref().map_or("", |origin| &origin.session);
    let client = ask.client.as_deref().unwrap_or("");
    let project = ask.project.as_deref().unwrap_or("");
    AgentKey(format!("{session}\u{0}{client}\u{0}{project}"))
}

/// `group` is never empty.
fn notice(agent: AgentKey, group: &[AskSummary], loud: bool) -> Notice {
    let newest = &group[group.len() - 1];
    let who = newest
        .client
        .as_deref()
        .and_then(|client| client.split_whitespace().next())
        .unwrap_or("An agent");
    let project = newest.project.as_deref().unwrap_or("no project");
    let title = plain(&newest.title);
    let summary = plain(&format!("{who} · {project}"));
    let first = first_of_one_batch(group);
    let body = match (group.len(), first) {
        (1, _) => title,
        (many, Some(first)) => format!("{many} questions. The first: {}", plain(&first.title)),
        (many, None) => format!("{many} asks wait for you. The newest: {title}"),
    };
    Notice {
        agent,
        opens: first.unwrap_or(newest).id.clone(),
        summary,
        body,
        loud,
    }
}

/// The batch of an ask that was asked together with others.
fn batch_of(ask: &AskSummary) -> Option<&str> {
    let batch = ask.batch.as_ref().filter(|batch| batch.size > 1);
    batch.map(|batch| batch.id.as_str())
}

/// The first question, if all of them were asked together.
fn first_of_one_batch(group: &[AskSummary]) -> Option<&AskSummary> {
    let batch = batch_of(&group[0])?;
    let together = group.iter().all(|ask| batch_of(ask) == Some(batch));
    let index = |ask: &&AskSummary| ask.batch.as_ref().map(|batch| batch.index);
    group.iter().filter(|_| together).min_by_key(index)
}

/// What is not seen and what turns text around have no place in a notification, and it has no lines of its own.
fn plain(text: &str) -> String {
    let clean: String = text
        .chars()
        .filter(|&c| c.is_control() || !is_unseen(c))
        .map(|c| {
            if c.is_control() || c.is_whitespace() {
                ' '
            } else {
                c
            }
        })
        .collect();
    let mut short: String = clean.chars().take(160).collect();
    if short.len() < clean.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
