//! Edits of TOML. Owns that a table of ours is put at the end, where it changes the meaning of nothing, and that it can be
//! taken out byte by byte.

use std::ops::Range;

use toml_edit::{Item, Table, TableLike, Value as Found};

use crate::error::ConnectError;
use crate::lines;
use crate::splice::Splices;
use crate::value::{Value, toml_key};

/// A text and what stands where in it.
pub(crate) struct Document<'a> {
    text: &'a str,
    /// The text without its byte order mark is what was parsed.
    mark: usize,
    parsed: toml_edit::Document<&'a str>,
}

impl<'a> Document<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, ConnectError> {
        let body = text.strip_prefix(lines::BYTE_ORDER_MARK).unwrap_or(text);
        let mark = text.len() - body.len();
        let parsed = toml_edit::Document::parse(body).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let (line, column) = lines::position(text, mark + at);
            let why: Vec<_> = error.message().lines().map(str::trim).collect();
            let why = why.join(", ");
            ConnectError::Unreadable { line, column, why }
        })?;
        Ok(Self { text, mark, parsed })
    }

    /// What stands at this path, if anything does.
    pub(crate) fn get(&self, path: &[&str]) -> Option<Value> {
        self.find(path).map(read)
    }

    fn find(&self, path: &[&str]) -> Option<&Item> {
        let root = self.parsed.as_item();
        path.iter()
            .try_fold(root, |item, key| item.as_table_like()?.get(key))
    }

    fn span(&self, span: Option<Range<usize>>) -> Option<Range<usize>> {
        span.map(|span| self.mark + span.start..self.mark + span.end)
    }

    /// Where the entry of this name begins and its value ends.
    fn entry(&self, table: &dyn TableLike, name: &str) -> Option<Range<usize>> {
        let (key, item) = table.get_key_value(name)?;
        let key = self.span(key.span())?;
        Some(key.start..self.span(item.span())?.end)
    }

    /// Where the lines of this table end, its tables apart.
    fn lines_end(&self, table: &Table) -> Option<usize> {
        let header = self.span(table.span())?.end;
        let values = table.iter().filter(|(_, item)| item.is_value());
        let ends = values.filter_map(|(_, item)| Some(self.span(item.span())?.end));
        Some(lines::line_end(self.text, ends.fold(header, usize::max)))
    }

    fn other_kind(&self, item: &Item, path: &[&str], wanted: &'static str) -> ConnectError {
        let at = self.span(item.span()).map_or(0, |span| span.start);
        let (line, column) = lines::position(self.text, at);
        let path = path.join(".");
        ConnectError::OtherKind {
            line,
            column,
            path,
            wanted,
        }
    }
}

/// The text with this value at this path. A table that is new gets a header of its own at the end.
pub(crate) fn set(text: &str, path: &[&str], value: &Value) -> Result<String, ConnectError> {
    let document = Document::parse(text)?;
    let mut splices = Splices::of(text);
    if let Some(found) = document.find(path) {
        if read(found) == *value {
            return Ok(text.to_owned());
        }
        return match document.span(found.as_value().and_then(Found::span)) {
            Some(span) => {
                splices.replace(span, value.toml());
                Ok(splices.made())
            }
            None => Err(document.other_kind(found, path, "a plain value")),
        };
    }
    let Some((key, outer)) = path.split_last() else {
        return Ok(text.to_owned());
    };
    let around = document.find(outer);
    match (around, value) {
        (Some(Item::Value(Found::InlineTable(table))), _) => {
            let span = document.span(table.span()).unwrap_or_default();
            let last = table.iter().last();
            let end = last.and_then(|(name, _)| document.entry(table, name));
            let entry = format!("{} = {}", toml_key(key), value.toml());
            match end {
                Some(entry_span) => splices.insert(entry_span.end, format!(", {entry}")),
                None => splices.insert(span.start + 1, format!(" {entry}")),
            }
        }
        (Some(Item::Table(_)) | None, Value::Table(entries)) => {
            splices.insert(text.len(), section(text, path, entries));
        }
        (Some(found @ Item::Table(table)), value) => {
            if table.is_dotted() || table.is_implicit() {
                return Err(document.other_kind(found, outer, "a table with a header of its own"));
            }
            let at = document.lines_end(table).unwrap_or(text.len());
            let newline = lines::newline(text);
            let entry = format!("{newline}{} = {}", toml_key(key), value.toml());
            splices.insert(at, entry);
        }
        (Some(found), _) => return Err(document.other_kind(found, outer, "a table")),
        (None, _) => splices.insert(
            text.len(),
            section(text, outer, &[((*key).to_owned(), value.clone())]),
        ),
    }
    Ok(splices.made())
}

/// The text without the table or value at this path.
pub(crate) fn remove(text: &str, path: &[&str]) -> Result<String, ConnectError> {
    let document = Document::parse(text)?;
    let (Some(found), Some((key, outer))) = (document.find(path), path.split_last()) else {
        return Ok(text.to_owned());
    };
    let mut splices = Splices::of(text);
    match (found, document.find(outer)) {
        (Item::Table(table), _) => document.take_table_out(table, &mut splices),
        (Item::Value(_), Some(Item::Value(Found::InlineTable(around)))) => {
            document.take_inline_out(around, key, &mut splices);
        }
        (Item::Value(_), Some(Item::Table(around))) => {
            if let Some(entry) = document.entry(around, key) {
                splices.delete(document.whole_lines(entry));
            }
        }
        _ => return Err(document.other_kind(found, path, "a table")),
    }
    Ok(splices.made())
}

impl Document<'_> {
    fn take_table_out(&self, table: &Table, splices: &mut Splices<'_>) {
        if table.is_dotted() || table.is_implicit() {
            for (name, item) in table {
                match item {
                    Item::Table(inner) => self.take_table_out(inner, splices),
                    _ => {
                        if let Some(entry) = self.entry(table, name) {
                            splices.delete(self.whole_lines(entry));
                        }
                    }
                }
            }
            return;
        }
        if let (Some(header), Some(end)) = (self.span(table.span()), self.lines_end(table)) {
            splices.delete(self.section_lines(header.start, end));
        }
        for (_, item) in table {
            if let Item::Table(inner) = item
                && !inner.is_dotted()
            {
                self.take_table_out(inner, splices);
            }
        }
    }

    /// The lines of an entry, with what stands before its key on them.
    fn whole_lines(&self, entry: Range<usize>) -> Range<usize> {
        let start = lines::line_start(self.text, entry.start).max(self.mark);
        let end = lines::line_end(self.text, entry.end);
        start..self.after_line_end(end)
    }

    /// The lines of a section and, as it was put in, the blank line before it; at the end of a text whose last line had no
    /// end, the line ends before it instead of the one after it.
    fn section_lines(&self, header: usize, end: usize) -> Range<usize> {
        let start = lines::line_start(self.text, header).max(self.mark);
        let after = self.after_line_end(end);
        let Some(line) = lines::end_before(self.text, start) else {
            return start..after;
        };
        let blank = lines::end_before(self.text, line);
        match blank {
            // Two line ends came before a section that itself ends without one.
            Some(last) if after == end => last.max(self.mark)..after,
            Some(_) => line..after,
            None => start..after,
        }
    }

    fn after_line_end(&self, end: usize) -> usize {
        let rest = &self.text[end..];
        let length = if rest.starts_with("\r\n") {
            2
        } else {
            usize::from(rest.starts_with('\n'))
        };
        end + length
    }

    fn take_inline_out(
        &self,
        around: &toml_edit::InlineTable,
        key: &str,
        splices: &mut Splices<'_>,
    ) {
        let names: Vec<_> = around.iter().map(|(name, _)| name).collect();
        let (Some(index), Some(entry)) = (
            names.iter().position(|name| *name == key),
            self.entry(around, key),
        ) else {
            return;
        };
        let previous = index
            .checked_sub(1)
            .and_then(|at| self.entry(around, names[at]));
        let next = names
            .get(index + 1)
            .and_then(|name| self.entry(around, name));
        match (previous, next) {
            (Some(previous), _) => splices.delete(previous.end..entry.end),
            (None, Some(next)) => splices.delete(entry.start..next.start),
            (None, None) => {
                let open = self
                    .span(around.span())
                    .map_or(entry.start, |span| span.start + 1);
                splices.delete(open..entry.end);
            }
        }
    }
}

/// A section to put at the end of a text.
fn section(text: &str, path: &[&str], entries: &[(String, Value)]) -> String {
    let newline = lines::newline(text);
    let path: Vec<_> = path.iter().map(|key| toml_key(key)).collect();
    let body = text.strip_prefix(lines::BYTE_ORDER_MARK).unwrap_or(text);
    let mut written = vec![format!("[{}]", path.join("."))];
    let entries = entries.iter();
    written.extend(entries.map(|(key, value)| format!("{} = {}", toml_key(key), value.toml())));
    let written = written.join(newline);
    if body.is_empty() {
        format!("{written}{newline}")
    } else if text.ends_with('\n') {
        format!("{newline}{written}{newline}")
    } else {
        format!("{newline}{newline}{written}")
    }
}

fn read(item: &Item) -> Value {
    match item {
        Item::None => Value::Other(String::new()),
        Item::Value(value) => read_value(value),
        Item::Table(table) => read_table(table),
        Item::ArrayOfTables(tables) => {
            Value::List(tables.iter().map(|table| read_table(table)).collect())
        }
    }
}

fn read_table(table: &dyn TableLike) -> Value {
    let entries = table.iter();
    Value::Table(
        entries
            .map(|(key, item)| (key.to_owned(), read(item)))
            .collect(),
    )
}

fn read_value(value: &Found) -> Value {
    match value {
        Found::String(text) => Value::text(text.value()),
        Found::Boolean(flag) => Value::Flag(*flag.value()),
        Found::Integer(number) => Value::number(&number.value().to_string()),
        Found::Float(number) => Value::number(&number.value().to_string()),
        Found::Datetime(time) => Value::Other(time.value().to_string()),
        Found::Array(items) => Value::List(items.iter().map(read_value).collect()),
        Found::InlineTable(table) => read_table(table),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &[&str] = &["mcp_servers", "loopback"];

    fn entry() -> Value {
        Value::table([
            ("command", Value::text("/l")),
            ("args", Value::List(vec![Value::text("mcp")])),
        ])
    }

    /// What becomes of the text; and that it can be taken back.
    fn connected(text: &str) -> String {
        let connected = set(text, PATH, &entry()).unwrap();
        let document = Document::parse(&connected).unwrap();
        assert_eq!(document.get(PATH), Some(entry()));
        assert_eq!(set(&connected, PATH, &entry()).unwrap(), connected);
        assert_eq!(remove(&connected, PATH).unwrap(), text);
        connected
    }

    #[test]
    fn an_entry_comes_at_the_end_after_a_blank_line() {
        assert_eq!(
            connected("# mine\r\nx = 1\r\n"),
            "# mine\r\nx = 1\r\n\r\n[mcp_servers.loopback]\r\ncommand = \"/l\"\r\nargs = [\"mcp\"]\r\n"
        );
        for text in [
            "",
            "\n",
            "\n\n",
            "x = 1",
            "x = 1\n\n\n",
            "\u{feff}",
            "\u{feff}x=1\r\n",
            "# only a comment",
            "[mcp_servers]\nother = { command = \"x\" }\n",
            "mcp_servers.other.command = \"x\"\n",
            "[[a]]\nb = '''\n[mcp_servers.loopback]\n'''\n",
        ] {
            connected(text);
        }
    }

    #[test]
    fn an_entry_comes_into_a_table_on_one_line() {
        assert_eq!(
            connected("mcp_servers = { a = { command = \"x\" } } # mine\n"),
            "mcp_servers = { a = { command = \"x\" }, loopback = { command = \"/l\", args = [\"mcp\"] } } # mine\n"
        );
        connected("mcp_servers = {}\n");
    }

    #[test]
    fn what_came_after_ours_stays_when_ours_goes() {
        let text = "a = 1\n\n[mcp_servers.loopback]\ncommand = \"/l\" # new\n\n[mcp_servers.loopback.env]\nA = \"1\"\n\n# about b\n[b]\nc = 2\n";
        assert_eq!(
            remove(text, PATH).unwrap(),
            "a = 1\n\n# about b\n[b]\nc = 2\n"
        );
        let inline = "[mcp_servers]\nloopback = { command = \"/l\" }\nb = {}\n";
        assert_eq!(remove(inline, PATH).unwrap(), "[mcp_servers]\nb = {}\n");
        let dotted = "mcp_servers.loopback.command = \"/l\"\nx = 1\n";
        assert_eq!(remove(dotted, PATH).unwrap(), "x = 1\n");
    }

    #[test]
    fn an_entry_that_is_there_is_changed_where_it_stands() {
        let text = "[mcp_servers.loopback]\ncommand = \"/old\" # here\n\n[b]\n";
        let command = [PATH, &["command"]].concat();
        let changed = set(text, &command, &Value::text("/l")).unwrap();
        assert_eq!(
            changed,
            "[mcp_servers.loopback]\ncommand = \"/l\" # here\n\n[b]\n"
        );
        let limit = [PATH, &["tool_timeout_sec"]].concat();
        assert_eq!(
            set(&changed, &limit, &Value::Number(3600)).unwrap(),
            "[mcp_servers.loopback]\ncommand = \"/l\" # here\ntool_timeout_sec = 3600\n\n[b]\n"
        );
    }

    #[test]
    fn what_is_no_toml_is_refused_with_its_place() {
        let refusal = set("a = 1\nb = x\n", PATH, &entry())
            .unwrap_err()
            .to_string();
        assert!(refusal.starts_with("line 2, column 5: "), "{refusal}");
        let refusal = set("mcp_servers = 1\n", PATH, &entry()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "line 1, column 15: mcp_servers is not a table"
        );
    }
}
