//! The points of a briefing a second time, told from the words of the contract's design and nothing
//! else: plain texts for numbers, and whatever is simplest. Slow, and right by inspection.

use std::collections::BTreeMap;

use loopback_contract::{AskStatus, BriefingAsk, Entry, PointReply, Reply};

/// For each point whether it is resolved and whether it is owed an answer.
pub(crate) fn points(ask: &BriefingAsk) -> BTreeMap<String, (bool, bool)> {
    let mut resolved: BTreeMap<String, bool> = BTreeMap::new();
    let mut owed: Vec<String> = Vec::new();
    for point in ask
        .prompt
        .sections
        .iter()
        .flat_map(|section| &section.points)
    {
        resolved.insert(point.id.clone(), false);
    }
    for entry in &ask.thread {
        match entry {
            Entry::Human(turn) => {
                owed.clear();
                if let Reply::Responded(round) = &turn.reply {
                    play_round(&mut resolved, &mut owed, &round.points);
                }
            }
            Entry::Agent(turn) => {
                owed.retain(|id| Some(id) != turn.point.as_ref());
                for point in turn.points.iter().flatten() {
                    resolved.insert(point.id.clone(), false);
                }
            }
        }
    }
    if ask.status != AskStatus::AwaitingAgent {
        owed.clear();
    }
    resolved
        .into_iter()
        .map(|(id, resolved)| {
            let owed = owed.contains(&id);
            (id, (resolved, owed))
        })
        .collect()
}

fn play_round(resolved: &mut BTreeMap<String, bool>, owed: &mut Vec<String>, round: &[PointReply]) {
    let before = resolved.clone();
    let speaks = |part: &PointReply| {
        part.text
            .as_ref()
            .is_some_and(|text| !text.trim().is_empty())
    };
    // "First, text or `resolved: false` on a point resolved before this reply reopens it and its
    // resolved ancestors;"
    for part in round {
        if before[&part.point] && (speaks(part) || part.resolved == Some(false)) {
            for (id, state) in &mut *resolved {
                if *id == part.point || is_beneath(&part.point, id) {
                    *state = false;
                }
            }
        }
    }
    // "then each `resolved: true` applies to its point and all beneath."
    for part in round {
        if part.resolved == Some(true) {
            for (id, state) in &mut *resolved {
                if *id == part.point || is_beneath(id, &part.point) {
                    *state = true;
                }
            }
        }
    }
    // "Points to answer: those with non-blank text in this reply that are unresolved after that."
    for part in round {
        if speaks(part) && !resolved[&part.point] {
            owed.push(part.point.clone());
        }
    }
}

pub(crate) fn is_beneath(id: &str, above: &str) -> bool {
    id.starts_with(&format!("{above}."))
}
