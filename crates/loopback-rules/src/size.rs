//! How large an input of an agent, and a reply of the person, may be.

use std::io::{self, Write};

use loopback_contract::{QuestionsInput, Reply};
use serde::Serialize;

use crate::{Code, Refusal};

/// The most bytes an agent's input may have as compact UTF-8 JSON.
pub const MAX_INPUT_BYTES: usize = 262_144;

/// The most bytes a reply may have as compact UTF-8 JSON: twice what is kept of a draft, as its words
/// repeat its comments.
pub const MAX_REPLY_BYTES: usize = 524_288;

/// Refuses an input above [`MAX_INPUT_BYTES`].
pub(crate) fn check_size(input: &impl Serialize) -> Result<(), Refusal> {
    let bytes = compact_bytes(input);
    if bytes <= MAX_INPUT_BYTES {
        return Ok(());
    }
    Err(Refusal::new(
        Code::AskTooLarge,
        format!(
            "The input is {bytes} bytes of JSON, and {MAX_INPUT_BYTES} bytes (256 KiB) are the most \
             that is taken. Show the person only what they have to judge, or split it into several asks."
        ),
    ))
}

/// Refuses questions that together are above [`MAX_INPUT_BYTES`]. Each is looked at when it is opened.
///
/// # Errors
///
/// `ask.too_large`.
pub fn check_questions(input: &QuestionsInput) -> Result<(), Refusal> {
    check_size(input)
}

/// Refuses a reply above [`MAX_REPLY_BYTES`].
pub(crate) fn check_reply_size(reply: &Reply) -> Result<(), Refusal> {
    let bytes = compact_bytes(reply);
    if bytes <= MAX_REPLY_BYTES {
        return Ok(());
    }
    Err(Refusal::new(
        Code::ReplyTooLarge,
        format!(
            "The reply is {bytes} bytes of JSON, and {MAX_REPLY_BYTES} bytes (512 KiB) are the most \
             that is taken."
        ),
    ))
}

/// How many bytes a value has as compact JSON. They are counted, not kept.
fn compact_bytes(value: &impl Serialize) -> usize {
    let mut counter = Counter(0);
    serde_json::to_writer(&mut counter, value)
        .expect("messages of the contract have string keys only, and the counter takes every byte");
    counter.0
}

struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
