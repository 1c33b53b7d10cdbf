//! What is true of every ask, and of every move on one.

use std::collections::{BTreeMap, BTreeSet};

use loopback_contract::{Ask, AskStatus, Entry, Point, Reply, Timestamp, check, read_value};
use loopback_rules::{AnswerInput, MAX_LEVELS, MAX_POINTS, Points, Refusal, Standing, standing};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::moves::{Move, PRIVATE, owed, play};
use super::oracle;
use crate::given::as_briefing;

/// Checks one move: what it was made on, what it was, and what came of it.
pub(crate) fn check_laws(
    before: &Ask,
    attempt: &Move,
    result: &Result<Option<Ask>, Refusal>,
    now: Timestamp,
) -> TestCaseResult {
    prop_assert_eq!(
        result,
        &play(before, attempt, now),
        "the same move gives the same result"
    );
    match result {
        Err(refusal) => prop_assert!(
            !refusal.message.contains(PRIVATE),
            "a refusal repeats what somebody wrote: {}",
            refusal
        ),
        Ok(None) => {
            prop_assert!(before.is_closed());
            prop_assert_eq!(before.last_reply().map(Reply::tag), Some("dismissed"));
        }
        Ok(Some(after)) => {
            prop_assert!(!before.is_closed(), "a closed ask never changes");
            check_ask(after)?;
            check_step(before, attempt, after, now)?;
        }
    }
    Ok(())
}

/// Checks what is true of an ask at any time.
pub(crate) fn check_ask(ask: &Ask) -> TestCaseResult {
    check_message(ask)?;
    check_status_and_thread(ask)?;
    check_someone_can_move(ask)?;
    if let Ask::Briefing(_) = ask {
        check_points(ask)?;
    }
    Ok(())
}

fn check_message(ask: &Ask) -> TestCaseResult {
    let json = serde_json::to_value(ask).expect("JSON");
    prop_assert_eq!(check::<Ask>(&json), Ok(()));
    prop_assert_eq!(&read_value::<Ask>(&json).expect("readable"), ask);
    Ok(())
}

/// Status, closing and standing follow from the thread and the withdrawal.
fn check_status_and_thread(ask: &Ask) -> TestCaseResult {
    let by_thread = match ask.thread().last() {
        None | Some(Entry::Agent(_)) => AskStatus::AwaitingHuman,
        Some(Entry::Human(turn)) => match &turn.reply {
            Reply::FollowUp(_) => AskStatus::AwaitingAgent,
            Reply::Responded(_) if Points::of(as_briefing(ask)).open() > 0 => {
                AskStatus::AwaitingAgent
            }
            _ => AskStatus::Closed,
        },
    };
    let expected = if ask.withdrawn().is_some() {
        prop_assert_ne!(
            by_thread,
            AskStatus::Closed,
            "what is over is not taken back"
        );
        AskStatus::Closed
    } else {
        by_thread
    };
    prop_assert_eq!(ask.status(), expected);
    let closed_at = ask.is_closed().then(|| ask.updated_at());
    prop_assert_eq!(ask.closed_at(), closed_at);
    let waited_for = matches!(standing(ask), Standing::Waiting);
    prop_assert_eq!(waited_for, ask.status() == AskStatus::AwaitingHuman);
    Ok(())
}

/// Whoever is to move has a move that is allowed, and one that does not end the ask by dismissal.
fn check_someone_can_move(ask: &Ask) -> TestCaseResult {
    let now = ask.updated_at().plus_ms(1);
    if let Some(held) = ask.held() {
        prop_assert!(!ask.is_closed(), "what is over holds nothing");
        let sent = play(ask, &Move::Send, now);
        prop_assert!(matches!(sent, Ok(Some(_))), "cannot be sent: {:?}", sent);
        let undone = play(ask, &Move::Undo, now);
        prop_assert!(
            matches!(undone, Ok(Some(_))),
            "cannot be undone: {:?}",
            held
        );
        return Ok(());
    }
    let tried = match ask.status() {
        AskStatus::Closed => return Ok(()),
        AskStatus::AwaitingAgent => [Move::least_answer(ask), Move::Close],
        AskStatus::AwaitingHuman => [Move::decision(ask), Move::Dismiss],
    };
    for attempt in tried {
        let result = play(ask, &attempt, now);
        prop_assert!(
            matches!(result, Ok(Some(_))),
            "stuck: {:?} gives {:?}",
            attempt,
            result
        );
    }
    Ok(())
}

fn check_points(ask: &Ask) -> TestCaseResult {
    let points = Points::of(as_briefing(ask));
    let told: BTreeMap<String, (bool, bool)> = points
        .iter()
        .map(|(number, state)| (number.to_string(), (state.resolved, state.owed)))
        .collect();
    prop_assert_eq!(&told, &oracle::points(as_briefing(ask)));
    prop_assert!(points.total() <= MAX_POINTS);
    prop_assert_eq!(
        points.total(),
        written_points(ask).len(),
        "every number is given once"
    );
    for (number, state) in points.iter() {
        prop_assert!(number.level() <= MAX_LEVELS);
        if let Some(parent) = number.parent() {
            let parent = points.get(parent);
            prop_assert!(parent.is_some(), "{} stands beneath nothing", number);
            let hidden = !state.resolved && parent.is_some_and(|parent| parent.resolved);
            prop_assert!(!hidden, "{} is open beneath a resolved point", number);
        }
    }
    if ask.status() == AskStatus::AwaitingAgent {
        prop_assert!(
            !owed(ask).is_empty(),
            "the agent is to move and owes nothing"
        );
    } else {
        prop_assert!(owed(ask).is_empty());
    }
    Ok(())
}

fn check_step(before: &Ask, attempt: &Move, after: &Ask, now: Timestamp) -> TestCaseResult {
    check_held(before, attempt, after, now)?;
    if matches!(attempt, Move::Hold(_) | Move::Undo) {
        let mut same = after.clone();
        *same.common_mut().held = before.held().cloned();
        prop_assert_eq!(&same, before, "holding changes the ask");
        return Ok(());
    }
    prop_assert_eq!(after.updated_at(), now);
    check_opening_kept(before, after)?;
    let (old, new) = (before.thread(), after.thread());
    match attempt {
        Move::TakeBack(_) => {
            prop_assert_eq!(new, &old[..old.len() - 1]);
        }
        Move::Withdraw(_) => prop_assert_eq!(new, old),
        _ => {
            prop_assert!(
                new.len() > old.len() && new.starts_with(old),
                "the past is rewritten"
            );
            let made_now = new[old.len()..].iter().all(|entry| match entry {
                Entry::Human(turn) => turn.at == now,
                Entry::Agent(turn) => turn.at == now,
            });
            prop_assert!(made_now);
        }
    }
    let written = written_points(after);
    for (id, title) in written_points(before) {
        prop_assert_eq!(written.get(&id), Some(&title), "point {} changed", id);
    }
    let given = match attempt {
        Move::Send => before.held().map(|held| held.reply.clone()),
        _ => attempt.reply(before),
    };
    if let Some(Reply::Responded(round)) = given {
        prop_assert!(after.is_closed() || !owed(after).is_empty());
        let known = oracle::points(as_briefing(before));
        let named: BTreeSet<_> = round.points.iter().map(|part| &part.point).collect();
        prop_assert_eq!(named.len(), round.points.len(), "a point is named twice");
        prop_assert!(
            named.iter().all(|id| known.contains_key(*id)),
            "a point is made up"
        );
    }
    if let Some(AnswerInput::Briefing(input)) = attempt.answer(before) {
        let known = oracle::points(as_briefing(before));
        let open = |id: &String| known.get(id).is_some_and(|(resolved, _)| !resolved);
        let named: BTreeSet<_> = input.answers.iter().map(|given| &given.point).collect();
        prop_assert_eq!(
            named.len(),
            input.answers.len(),
            "a point is answered twice"
        );
        prop_assert!(
            named.iter().all(|id| open(id)),
            "a point that is not open is answered"
        );
        prop_assert!(
            owed(before).iter().all(|id| named.contains(id)),
            "a point is left out"
        );
    }
    Ok(())
}

/// A reply is held until it is given, once, or taken back, and nothing else is done by the person.
fn check_held(before: &Ask, attempt: &Move, after: &Ask, now: Timestamp) -> TestCaseResult {
    let held = after.held().map(|held| &held.reply);
    match attempt {
        Move::Hold(reply) => {
            let given = reply.reply(before);
            prop_assert_eq!(held, given.as_ref());
            let given = play(before, reply, now);
            prop_assert!(
                matches!(given, Ok(Some(_))),
                "held, and could not be given: {:?}",
                given
            );
            let sent = play(after, &Move::Send, now);
            prop_assert_eq!(sent, given, "sent later it is another reply");
        }
        Move::Undo | Move::Withdraw(_) => prop_assert_eq!(held, None),
        Move::AnswerFollowUp(_) | Move::AnswerPoints { .. } => {
            prop_assert_eq!(
                after.held(),
                before.held(),
                "an answer takes a held reply away"
            );
        }
        Move::Send => {
            prop_assert_eq!(held, None);
            let sent = before.held().map(|held| &held.reply);
            prop_assert_eq!(after.last_reply(), sent, "another reply is given");
        }
        _ => {
            prop_assert_eq!(held, None);
            prop_assert_eq!(before.held(), None, "another move beside it");
        }
    }
    Ok(())
}

/// Everything but thread, status and times is as it was at the opening.
fn check_opening_kept(before: &Ask, after: &Ask) -> TestCaseResult {
    let mut rest = serde_json::to_value(after).expect("JSON");
    let mut expected = serde_json::to_value(before).expect("JSON");
    for json in [&mut rest, &mut expected] {
        for changing in [
            "thread",
            "status",
            "updatedAt",
            "closedAt",
            "withdrawn",
            "held",
        ] {
            json.as_object_mut().expect("an object").remove(changing);
        }
    }
    prop_assert_eq!(rest, expected);
    Ok(())
}

/// All points an ask shows, by number, with their titles. Empty if a number is given twice.
fn written_points(ask: &Ask) -> BTreeMap<String, String> {
    let mut written: Vec<&Point> = Vec::new();
    if let Ask::Briefing(briefing) = ask {
        written.extend(
            briefing
                .prompt
                .sections
                .iter()
                .flat_map(|section| &section.points),
        );
    }
    for entry in ask.thread() {
        if let Entry::Agent(turn) = entry {
            written.extend(turn.points.iter().flatten());
        }
    }
    let numbers: BTreeSet<&str> = written.iter().map(|point| point.id.as_str()).collect();
    if numbers.len() < written.len() {
        return BTreeMap::new();
    }
    written
        .iter()
        .map(|point| (point.id.clone(), point.title.clone()))
        .collect()
}
