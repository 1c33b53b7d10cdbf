//! Whether a prompt was answered in the terminal. Claude Code lets a hook run on then, and tells it nothing; but it writes the
//! call and later its result into the file of the conversation. Where that cannot be understood, the hook only waits longer.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value};

use super::event::{PLAN, Permission};

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(500);

/// How much of it is read at its end, at first: the call was written a moment ago.
const LAST: u64 = 2 * 1024 * 1024;

/// Ready when the call that is to be permitted has a result. Perhaps never.
pub(super) async fn answered(transcript: Option<&Path>, permission: &Permission) {
    let Some(transcript) = transcript else {
        return std::future::pending().await;
    };
    let mut reader = Reader::default();
    let mut calls = Calls::default();
    loop {
        calls.hear(&reader.lines(transcript), permission);
        if calls.have_results() {
            return;
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// The calls that may be the one that is asked about. Of several that are alike, the last that has a result tells.
#[derive(Debug, Default)]
struct Calls {
    open: HashSet<String>,
    /// Whether one was open at some time, or was both made and answered since the first look.
    was_open: bool,
    /// Whether there was a first look. What had its result by then was the same call long before.
    looked: bool,
}

impl Calls {
    /// Hears what was written since the last time.
    fn hear(&mut self, lines: &[String], permission: &Permission) {
        for line in lines {
            let Ok(entry) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let blocks = entry["message"]["content"].as_array();
            for block in blocks.into_iter().flatten() {
                match block["type"].as_str() {
                    Some("tool_use") if is_it(block, permission) => {
                        let id = block["id"].as_str().map(str::to_owned);
                        self.open.extend(id);
                        // It may have its result in the very next line: the file is written in pieces.
                        self.was_open |= self.looked;
                    }
                    Some("tool_result") => {
                        let id = block["tool_use_id"].as_str();
                        id.map(|id| self.open.remove(id));
                    }
                    _ => {}
                }
            }
        }
        self.was_open |= !self.open.is_empty();
        self.looked = true;
    }

    fn have_results(&self) -> bool {
        self.was_open && self.open.is_empty()
    }
}

fn is_it(block: &Value, permission: &Permission) -> bool {
    // The plan is put into the input only after the call was written down.
    let input = block["input"].as_object();
    let same = |input: &Map<String, Value>| permission.tool == PLAN || *input == permission.input;
    block["name"] == *permission.tool && input.is_some_and(same)
}

/// Reads a growing file by whole lines.
#[derive(Debug, Default)]
struct Reader {
    at: Option<u64>,
    rest: Vec<u8>,
}

impl Reader {
    fn lines(&mut self, path: &Path) -> Vec<String> {
        let read = || -> std::io::Result<(Vec<u8>, u64)> {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            let from = self.at.unwrap_or(length.saturating_sub(LAST));
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = Vec::new();
            file.take(LAST).read_to_end(&mut bytes)?;
            let end = from + bytes.len() as u64;
            Ok((bytes, end))
        };
        let Ok((bytes, end)) = read() else {
            return Vec::new();
        };
        self.at = Some(end);
        self.rest.extend(bytes);
        let Some(last) = self.rest.iter().rposition(|byte| *byte == b'\n') else {
            return Vec::new();
        };
        let rest = self.rest.split_off(last + 1);
        let whole = std::mem::replace(&mut self.rest, rest);
        String::from_utf8_lossy(&whole)
            .lines()
            .map(str::to_owned)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn permission() -> Permission {
        let Value::Object(input) = json!({ "command": "ls" }) else {
            unreachable!("an object");
        };
        Permission {
            tool: "Bash".to_owned(),
            input,
            suggestions: Vec::new(),
        }
    }

    fn call(id: &str, command: &str) -> String {
        let block = json!({ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } });
        json!({ "type": "assistant", "message": { "content": [block] } }).to_string()
    }

    fn result(id: &str) -> String {
        let block = json!({ "type": "tool_result", "tool_use_id": id, "content": "done" });
        json!({ "type": "user", "message": { "content": [block] } }).to_string()
    }

    #[test]
    fn the_result_of_this_very_call_is_what_counts() {
        let mut calls = Calls::default();
        let mut hear = |lines: &[String]| {
            calls.hear(lines, &permission());
            calls.have_results()
        };
        let before = [call("t0", "ls"), result("t0"), "half a".to_owned()];
        assert!(!hear(&before), "the same was called and answered before");
        assert!(!hear(&[call("t1", "pwd"), call("t2", "ls"), result("t1")]));
        assert!(!hear(&[
            json!({ "type": "user", "message": { "content": "hi" } }).to_string()
        ]));
        assert!(hear(&[result("t2")]));
    }

    #[test]
    fn a_call_and_its_result_may_be_written_at_once() {
        let mut calls = Calls::default();
        calls.hear(&[], &permission());
        calls.hear(&[call("t0", "pwd"), result("t0")], &permission());
        assert!(!calls.have_results());
        calls.hear(&[call("t1", "ls"), result("t1")], &permission());
        assert!(calls.have_results());
    }

    #[test]
    fn a_growing_file_is_read_by_whole_lines() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut reader = Reader::default();
        std::fs::write(file.path(), "one\ntw").unwrap();
        assert_eq!(reader.lines(file.path()), ["one"]);
        std::fs::write(file.path(), "one\ntwo\n").unwrap();
        assert_eq!(reader.lines(file.path()), ["two"]);
        assert!(reader.lines(file.path()).is_empty());
    }
}
