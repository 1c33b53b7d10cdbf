//! The comments of a reply on single places of what the agent showed.
//!
//! They are kept beside the words, which repeat them for the agent, so that a next version can show
//! where each line stands now. Whether a place is there, and what it holds, is not looked up: an agent
//! reads the words, and a comment whose place is not there any more still says what it says.

use loopback_contract::{LineComment, Reply};

use crate::words::need_words;
use crate::{Code, Refusal};

/// The comments that go with a reply.
#[must_use]
pub fn comments(reply: &Reply) -> &[LineComment] {
    let comments = match reply {
        Reply::Answered(reply) => &reply.comments,
        Reply::Approved(reply) => &reply.comments,
        Reply::ChangesRequested(reply) => &reply.comments,
        Reply::FollowUp(reply) => &reply.comments,
        Reply::Dismissed(_) | Reply::Responded(_) => &None,
    };
    comments.as_deref().unwrap_or_default()
}

/// Refuses a comment that points nowhere or says nothing.
pub(crate) fn check_comments(reply: &Reply) -> Result<(), Refusal> {
    for (i, comment) in comments(reply).iter().enumerate() {
        if !is_pointer(&comment.place) {
            return Err(Refusal::at(
                Code::ReplyCommentPlace,
                format_args!("/comments/{i}/place"),
                "this is no JSON pointer; one reads like /prompt/content/0",
            ));
        }
        if let Some(last) = comment.end_line
            && comment.line.is_none_or(|first| last < first)
        {
            return Err(Refusal::at(
                Code::ReplyCommentLines,
                format_args!("/comments/{i}/endLine"),
                "the last line needs a first one at /line that does not come after it",
            ));
        }
        let place = format_args!("/comments/{i}/text");
        need_words(Code::ReplyBlank, place, &comment.text)?;
    }
    Ok(())
}

/// Whether a text is a JSON pointer to something within a message: RFC 6901 writes `~` only as `~0`,
/// and `/` within a name as `~1`.
fn is_pointer(text: &str) -> bool {
    let escapes_well = |rest: &str| rest.starts_with(['0', '1']);
    text.starts_with('/') && text.split('~').skip(1).all(escapes_well)
}
