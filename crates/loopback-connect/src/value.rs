//! What is put into config files. Owns how a value is written in JSON and in TOML.

use std::fmt::Write as _;

/// A value as an entry for Loopback has it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(u64),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Value>),
    /// Named values, in this order.
    Table(Vec<(String, Value)>),
    /// Something we never write, as it was written.
    Other(String),
}

impl Value {
    /// A text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A number as it is written somewhere: one number may be written in many ways.
    pub(crate) fn number(written: &str) -> Self {
        let plain = || {
            let float: f64 = written.parse().ok()?;
            // As text, without a sign or a fraction if it has none.
            float.to_string().parse().ok()
        };
        match written.parse().ok().or_else(plain) {
            Some(number) => Self::Number(number),
            None => Self::Other(written.to_owned()),
        }
    }

    /// A table of these.
    pub(crate) fn table<const N: usize>(entries: [(&str, Value); N]) -> Self {
        let entries = entries.into_iter();
        Self::Table(
            entries
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    }

    /// This value at the end of a path of tables that hold nothing else.
    pub(crate) fn under(self, path: &[&str]) -> Self {
        path.iter().rev().fold(self, |value, key| {
            Self::Table(vec![((*key).to_owned(), value)])
        })
    }

    /// As JSON on one line.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Other(written) => written.clone(),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(Self::json).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Table(entries) if entries.is_empty() => "{}".to_owned(),
            Self::Table(entries) => {
                let entries = entries.iter();
                let entries: Vec<_> = entries
                    .map(|(key, value)| format!("{}: {}", quoted(key), value.json()))
                    .collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }

    /// As JSON whose tables have a line for each entry. `indent` is that of the line it begins on.
    pub(crate) fn json_lines(&self, indent: &str, unit: &str, newline: &str) -> String {
        let entries = match self {
            Self::Table(entries) if !entries.is_empty() => entries,
            _ => return self.json(),
        };
        let inner = format!("{indent}{unit}");
        let lines: Vec<_> = entries
            .iter()
            .map(|(key, value)| {
                let value = value.json_lines(&inner, unit, newline);
                format!("{newline}{inner}{}: {value}", quoted(key))
            })
            .collect();
        format!("{{{}{newline}{indent}}}", lines.join(","))
    }

    /// As TOML, on one line.
    pub(crate) fn toml(&self) -> String {
        match self {
            Self::Text(text) => toml_text(text),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(Self::toml).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Table(entries) => {
                let entries = entries.iter();
                let entries: Vec<_> = entries
                    .map(|(key, value)| format!("{} = {}", toml_key(key), value.toml()))
                    .collect();
                format!("{{ {} }}", entries.join(", "))
            }
            plain => plain.json(),
        }
    }
}

/// A text in JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A key in TOML.
pub(crate) fn toml_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        toml_text(key)
    }
}

fn toml_text(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(written, "\\u{:04X}", u32::from(c));
            }
            c => written.push(c),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Value {
        Value::table([
            ("command", Value::text("/a \"b\"\\c")),
            ("args", Value::List(vec![Value::text("mcp")])),
            ("trust", Value::Flag(true)),
        ])
    }

    #[test]
    fn a_value_is_written_as_json_on_one_line_or_on_many() {
        let line = r#"{ "command": "/a \"b\"\\c", "args": ["mcp"], "trust": true }"#;
        assert_eq!(entry().json(), line);
        assert_eq!(
            entry().json_lines("  ", "  ", "\r\n"),
            "{\r\n    \"command\": \"/a \\\"b\\\"\\\\c\",\r\n    \"args\": [\"mcp\"],\r\n    \"trust\": true\r\n  }"
        );
    }

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        assert_eq!(Value::number("1e3"), Value::Number(1000));
        assert_eq!(Value::number("1000.0"), Value::Number(1000));
        assert_eq!(Value::number("-1.5"), Value::Other("-1.5".to_owned()));
    }

    #[test]
    fn what_is_written_as_toml_reads_as_itself() {
        let written = format!("x = {}", entry().toml());
        let read = toml_edit::Document::parse(written.as_str()).unwrap();
        assert_eq!(read["x"]["command"].as_str(), Some("/a \"b\"\\c"));
        assert_eq!(read["x"]["args"][0].as_str(), Some("mcp"));
        assert_eq!(toml_key("a b"), "\"a b\"");
        assert_eq!(toml_key("tool_timeout_sec"), "tool_timeout_sec");
    }
}
