//! `agents` and `soak`: run agents and their clients, and print how each of them waited.
//!
//! The runs are tests (`programs` and `soak` in `tests/tests/agents`); here stands only the table of what they wrote
//! down, in Markdown, as docs/clients.md has it.

use crate::test::black_box;
use anyhow::Result;
use serde_json::Value;

const COLUMNS: [(&str, &str); 5] = [
    ("client", "client"),
    ("protocol", "protocol"),
    ("waiting", "way of waiting"),
    ("when", "reply came"),
    ("outcome", "calls"),
];

/// `agents`: the agents themselves, offline, against a scripted model.
pub(crate) fn agents() -> Result<()> {
    tabulated(&["programs::", "--", "--test-threads=2"])
}

/// `soak`: waits of twelve minutes, all at the same time.
pub(crate) fn soak() -> Result<()> {
    tabulated(&["soak::", "--", "--ignored", "--test-threads=16"])
}

/// Runs tests, and prints what they wrote into their table.
fn tabulated(tests: &[&str]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let table = folder.path().join("table.jsonl");
    let end = black_box::run_tabulated(&table, tests);
    let text = std::fs::read_to_string(table).unwrap_or_default();
    let mut rows = Vec::new();
    for line in text.lines() {
        let run: Value = serde_json::from_str(line)?;
        rows.push(COLUMNS.map(|(key, _)| run[key].as_str().unwrap_or("?").to_owned()));
    }
    rows.sort();
    println!();
    print(&COLUMNS.map(|(_, title)| title.to_owned()));
    print(&COLUMNS.map(|_| "---".to_owned()));
    rows.iter().for_each(print);
    end
}

fn print(row: &[String; COLUMNS.len()]) {
    println!("| {} |", row.join(" | "));
}
