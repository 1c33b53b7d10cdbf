//! An ask as one row of a list, computed from the ask.

use loopback_contract::{Ask, AskSummary};
use loopback_render::plain_title;
use loopback_rules::Points;

/// The row of an ask, without the person's marks on it.
pub(crate) fn of(ask: &Ask) -> AskSummary {
    let points = match ask {
        Ask::Briefing(briefing) => Some(Points::of(briefing)),
        Ask::Question(_) | Ask::Review(_) => None,
    };
    let newest = ask.last_human();
    AskSummary {
        id: ask.id().clone(),
        kind: ask.kind(),
        status: ask.status(),
        waiting: ask.waiting(),
        following: ask.following(),
        renewed: ask.renewed(),
        batch: ask.batch().cloned(),
        title: title(ask),
        project: ask.project().map(str::to_owned),
        client: ask.client().map(str::to_owned),
        origin: ask.origin().cloned(),
        revises: ask.revises().cloned(),
        created_at: ask.created_at(),
        updated_at: ask.updated_at(),
        closed_at: ask.closed_at(),
        outcome: newest.map(|turn| turn.reply.tag().to_owned()),
        delivered_at: newest.and_then(|turn| turn.delivered_at),
        withdrawn: ask.withdrawn().map(|_| true),
        points_open: points.as_ref().map(|points| count(points.open())),
        points_total: points.as_ref().map(|points| count(points.total())),
        turns: count(ask.thread().len()),
        held: ask.held().cloned(),
        unread: None,
        snoozed_until: None,
        drafted: None,
    }
}

/// One plain line. A question is markdown and loses its markup; a title never was.
fn title(ask: &Ask) -> String {
    match ask {
        Ask::Question(question) => {
            let title = plain_title(&question.prompt.question);
            if title.is_empty() {
                one_line(ask.title())
            } else {
                title
            }
        }
        Ask::Review(_) | Ask::Briefing(_) => one_line(ask.title()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn count(of: usize) -> i32 {
    i32::try_from(of).unwrap_or(i32::MAX)
}
