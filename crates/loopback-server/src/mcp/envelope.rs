//! Finds `id` and `method` of a JSON-RPC message without keeping the message: for a line so long
//! that it is not read, but whose sender must still get an answer.
//!
//! The bytes come in pieces. Only what stands at the top of the object counts, so an `id` among the
//! arguments is never taken for the message's own.

use rmcp::model::RequestId;
use serde_json::Value;

/// A key or a value longer than this is not one we look for.
const LONGEST: usize = 256;

/// What has been found so far.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    depth: u32,
    in_string: bool,
    escaped: bool,
    /// The last scalar at depth 1, as JSON text; emptied when it is too long.
    scalar: Vec<u8>,
    overflowed: bool,
    key: Option<String>,
    id: Option<Value>,
    method: Option<Value>,
}

impl Envelope {
    /// Takes the next bytes of the message.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// The message's id, if it had a usable one.
    pub(super) fn id(&self) -> Option<RequestId> {
        serde_json::from_value(self.id.clone()?).ok()
    }

    /// The message's method.
    pub(super) fn method(&self) -> Option<String> {
        Some(self.method.as_ref()?.as_str()?.to_owned())
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match (self.escaped, byte) {
                (true, _) => self.escaped = false,
                (false, b'\\') => self.escaped = true,
                (false, b'"') => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth += 1;
                self.clear();
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.value_ended();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => {
                self.key = self.scalar().and_then(|key| Some(key.as_str()?.to_owned()));
                self.clear();
            }
            b',' if self.depth == 1 => self.value_ended(),
            byte if byte.is_ascii_whitespace() => {}
            byte => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth != 1 {
            return;
        }
        if self.scalar.len() < LONGEST {
            self.scalar.push(byte);
        } else {
            self.overflowed = true;
        }
    }

    fn value_ended(&mut self) {
        let value = self.scalar();
        match self.key.take().as_deref() {
            Some("id") => self.id = value,
            Some("method") => self.method = value,
            _ => {}
        }
        self.clear();
    }

    fn scalar(&self) -> Option<Value> {
        if self.overflowed {
            return None;
        }
        serde_json::from_slice(&self.scalar).ok()
    }

    fn clear(&mut self) {
        self.scalar.clear();
        self.overflowed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, id: Option<&RequestId>, method: Option<&str>) {
        // Byte by byte, so that no state is lost between pieces.
        let mut envelope = Envelope::default();
        for byte in message.bytes() {
            envelope.feed(&[byte]);
        }
        assert_eq!(envelope.id().as_ref(), id, "{message}");
        assert_eq!(envelope.method().as_deref(), method, "{message}");
    }

    #[test]
    fn id_and_method_are_found_first_or_last_and_only_at_the_top() {
        check(
            r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"id":1,"method":"x"}}"#,
            Some(&RequestId::Number(5)),
            Some("tools/call"),
        );
        check(
            r#"{"params":{"a":["}","\"id\":3"],"id":1},"method":"ping", "id" : "a\"b"}"#,
            Some(&RequestId::String("a\"b".into())),
            Some("ping"),
        );
    }

    #[test]
    fn a_message_without_a_usable_id_has_none() {
        check(r#"{"method":"x","id":null}"#, None, Some("x"));
        check(r#"{"method":"x","id":{"id":4}}"#, None, Some("x"));
        check(r#"[{"id":1}]"#, None, None);
        check(&format!(r#"{{"id":"{}"}}"#, "y".repeat(300)), None, None);
    }
}
