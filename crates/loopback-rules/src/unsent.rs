//! What becomes of a reply that was never given: a draft, in which nothing the person put together is
//! missing and nothing stands twice.
//!
//! Beside a reply there may be a draft already: the one it was made of, an older one, or one that is
//! about something else. Only what they say tells them apart.

use loopback_contract::{DraftComment, DraftContent, DraftPoint, LineComment, Reply};

use crate::comments::comments;
use crate::words::has_words;

/// The most pictures, and the most comments, of one draft.
const MOST_IMAGES: usize = 10;
const MOST_COMMENTS: usize = 200;

/// The draft that a reply which was not given leaves, together with the draft that was `kept` beside it.
#[must_use]
pub fn unsent(reply: &Reply, kept: Option<&DraftContent>) -> DraftContent {
    let of_reply = draft_of(reply);
    let Some(kept) = kept else {
        return of_reply;
    };
    let picked = of_reply.selected.filter(|picked| !picked.is_empty());
    DraftContent {
        text: both_texts(reply, kept),
        selected: picked.or_else(|| kept.selected.clone()),
        outcome: of_reply.outcome,
        points: some(both_points(
            of_reply.points.unwrap_or_default(),
            kept.points.as_deref().unwrap_or_default(),
        )),
        comments: some(both_comments(reply, kept)),
        images: some(both_images(
            of_reply.images.unwrap_or_default(),
            kept.images.as_deref(),
        )),
    }
}

/// Whether a draft holds nothing anybody would miss. An action that was armed is no loss by itself.
#[must_use]
pub fn says_nothing(draft: &DraftContent) -> bool {
    let DraftContent {
        text,
        selected,
        outcome: _,
        points,
        comments,
        images,
    } = draft;
    let ticked = |point: &DraftPoint| point.resolved.is_some();
    !has_words(text.as_deref())
        && is_empty(selected.as_ref())
        && is_empty(images.as_ref())
        && points.iter().flatten().all(|point| {
            !has_words(point.text.as_deref()) && !ticked(point) && is_empty(point.images.as_ref())
        })
        && comments.iter().flatten().all(|comment| !written(comment))
}

/// Whether a reply says everything a draft does, so that nothing is lost if the draft is dropped.
#[must_use]
pub fn is_said(draft: &DraftContent, reply: &Reply) -> bool {
    let said = draft_of(reply);
    let words = said.text.as_deref().unwrap_or_default();
    let in_words = |text: Option<&str>| contains(words, text);
    let picks = match reply {
        // Only an answer takes picks; beside any other reply they were thought better of.
        Reply::Answered(_) => draft.selected.as_deref().unwrap_or_default(),
        _ => &[],
    };
    let points = said.points.as_deref().unwrap_or_default();
    let mut drafted = draft.comments.iter().flatten();
    in_words(draft.text.as_deref())
        && all_in(picks, said.selected.as_deref())
        && all_in(
            draft.images.as_deref().unwrap_or_default(),
            said.images.as_deref(),
        )
        && drafted.all(|comment| !written(comment) || is_among(comment, comments(reply)))
        && draft.points.iter().flatten().all(|point| {
            let same = points.iter().find(|part| part.point == point.point);
            match same {
                Some(part) => point_is_said(point, part),
                None => point_is_said(point, &DraftPoint::default()),
            }
        })
}

fn point_is_said(point: &DraftPoint, part: &DraftPoint) -> bool {
    contains(
        part.text.as_deref().unwrap_or_default(),
        point.text.as_deref(),
    ) && (point.resolved.is_none() || point.resolved == part.resolved)
        && all_in(
            point.images.as_deref().unwrap_or_default(),
            part.images.as_deref(),
        )
}

/// A reply taken apart again.
fn draft_of(reply: &Reply) -> DraftContent {
    let mut draft = DraftContent {
        outcome: Some(reply.tag().to_owned()),
        comments: some(comments(reply).iter().map(draft_comment).collect()),
        ..DraftContent::default()
    };
    match reply {
        Reply::Answered(answered) => {
            draft.text.clone_from(&answered.text);
            draft.selected = some(answered.selected.clone());
            draft.images.clone_from(&answered.images);
        }
        Reply::Approved(approved) => {
            draft.text.clone_from(&approved.note);
            draft.images.clone_from(&approved.images);
        }
        Reply::ChangesRequested(changes) => {
            draft.text = Some(changes.feedback.clone());
            draft.images.clone_from(&changes.images);
        }
        Reply::FollowUp(back) => {
            draft.text = Some(back.question.clone());
            draft.images.clone_from(&back.images);
        }
        Reply::Dismissed(_) => {}
        Reply::Responded(round) => {
            let part = |part: &loopback_contract::PointReply| DraftPoint {
                point: part.point.clone(),
                text: part.text.clone(),
                resolved: part.resolved,
                images: part.images.clone(),
            };
            draft.points = some(round.points.iter().map(part).collect());
        }
    }
    draft
}

/// The words of the draft if the reply was made of them, and else those of both.
fn both_texts(reply: &Reply, kept: &DraftContent) -> Option<String> {
    let words = draft_of(reply).text;
    if words
        .as_deref()
        .is_some_and(|words| was_made_of(words, reply, kept))
    {
        return kept.text.clone();
    }
    joined(words, kept.text.as_deref())
}

/// Whether the words of a reply are those of the draft, with its comments joined to them if it has any.
fn was_made_of(words: &str, reply: &Reply, kept: &DraftContent) -> bool {
    let text = kept.text.as_deref().unwrap_or_default().trim();
    let comments = comments(reply);
    let drafted = kept.comments.iter().flatten();
    let drafted: Vec<_> = drafted.filter(|comment| written(comment)).collect();
    if comments.is_empty() {
        return drafted.is_empty() && words.trim() == text;
    }
    let Some(rest) = words.strip_prefix(text) else {
        return false;
    };
    // Two comments may say the same of one line, so each side is looked for in the other.
    drafted.len() == comments.len()
        && drafted.iter().all(|comment| is_among(comment, comments))
        && comments.iter().all(|said| {
            let is_drafted = drafted
                .iter()
                .any(|comment| is_among(comment, std::slice::from_ref(said)));
            is_drafted && repeats(rest, said)
        })
}

/// Whether words repeat a comment as the window joins it to them: with what it is on.
fn repeats(words: &str, comment: &LineComment) -> bool {
    words.contains(comment.text.trim())
        && comment
            .quote
            .lines()
            .all(|line| words.contains(line.trim()))
}

/// What the draft said comes first, as the comments of the reply are looked for at the end of its words.
fn joined(words: Option<String>, kept: Option<&str>) -> Option<String> {
    match (words, kept) {
        (Some(words), kept) if contains(&words, kept) => Some(words),
        (Some(words), Some(kept)) => Some(format!("{}\n\n{words}", kept.trim_end())),
        (words, kept) => words.or_else(|| kept.map(str::to_owned)),
    }
}

fn both_points(mut parts: Vec<DraftPoint>, kept: &[DraftPoint]) -> Vec<DraftPoint> {
    for point in kept {
        match parts.iter_mut().find(|part| part.point == point.point) {
            Some(part) => {
                part.text = joined(part.text.take(), point.text.as_deref());
                part.resolved = part.resolved.or(point.resolved);
                part.images = some(both_images(
                    part.images.take().unwrap_or_default(),
                    point.images.as_deref(),
                ));
            }
            None => parts.push(point.clone()),
        }
    }
    parts
}

fn both_comments(reply: &Reply, kept: &DraftContent) -> Vec<DraftComment> {
    let said = comments(reply);
    let more = kept.comments.iter().flatten();
    let more = more.filter(|comment| !is_among(comment, said)).cloned();
    let all = said.iter().map(draft_comment).chain(more);
    all.take(MOST_COMMENTS).collect()
}

fn both_images(mut images: Vec<String>, kept: Option<&[String]>) -> Vec<String> {
    for image in kept.unwrap_or_default() {
        if !images.contains(image) {
            images.push(image.clone());
        }
    }
    images.truncate(MOST_IMAGES);
    images
}

fn draft_comment(comment: &LineComment) -> DraftComment {
    DraftComment {
        place: comment.place.clone(),
        file: comment.file.clone(),
        side: comment.side,
        line: comment.line,
        end_line: comment.end_line,
        quote: comment.quote.clone(),
        text: comment.text.clone(),
    }
}

fn written(comment: &DraftComment) -> bool {
    has_words(Some(&comment.text))
}

/// Whether one of the comments says the same on the same lines. White space around it says nothing.
fn is_among(comment: &DraftComment, comments: &[LineComment]) -> bool {
    comments.iter().any(|other| {
        other.place == comment.place
            && other.file == comment.file
            && other.side == comment.side
            && other.line == comment.line
            && other.text.trim() == comment.text.trim()
    })
}

/// Whether some words hold a text, white space around it apart.
fn contains(words: &str, text: Option<&str>) -> bool {
    text.is_none_or(|text| words.contains(text.trim()))
}

fn all_in(some: &[String], all: Option<&[String]>) -> bool {
    let all = all.unwrap_or_default();
    some.iter().all(|one| all.contains(one))
}

fn is_empty(list: Option<&Vec<String>>) -> bool {
    list.is_none_or(Vec::is_empty)
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}
