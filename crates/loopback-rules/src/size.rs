//! How large an input of an agent may be.

use std::io::{self, Write};

use serde::Serialize;

use crate::{Code, Refusal};

/// The most bytes an agent's input may have as compact UTF-8 JSON.
pub const MAX_INPUT_BYTES: usize = 262_144;

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
