//! Edits of JSON in the manner of the text around them. Owns that each can be taken back byte by byte: what is put in is
//! put after what is there, in one piece beside at most one comma, and taking it out removes that piece and that comma.

use std::ops::Range;

use jsonc_parser::ast;

use super::{Between, Document, property};
use crate::error::ConnectError;
use crate::lines;
use crate::splice::Splices;
use crate::value::{Value, quoted};

/// How an item is written: on a line of its own with this indent, or on the line of the others.
enum Layout {
    Line(String),
    Inline,
}

/// The text with this value at this path.
pub(crate) fn set(text: &str, path: &[&str], value: &Value) -> Result<String, ConnectError> {
    let document = Document::parse(text)?;
    let Some(root) = &document.root else {
        return Ok(document.begun(&value.clone().under(path)));
    };
    let (mut at, mut depth) = (root, 0);
    while depth < path.len() {
        let Some(object) = at.as_object() else {
            return Err(document.other_kind(at, &path[..depth], "an object"));
        };
        match property(object, path[depth]) {
            Some(found) => at = &found.value,
            None => break,
        }
        depth += 1;
    }
    if depth == path.len() {
        if super::read(at) == *value {
            return Ok(text.to_owned());
        }
        let mut splices = Splices::of(text);
        let range = document.range(at);
        let indent = lines::indent(text, range.start);
        let new = document.written(value, &Layout::Line(indent.to_owned()));
        splices.replace(range, new);
        return Ok(splices.made());
    }
    let Some(object) = at.as_object() else {
        return Err(document.other_kind(at, &path[..depth], "an object"));
    };
    let value = value.clone().under(&path[depth + 1..]);
    let key = quoted(path[depth]);
    Ok(document.insert(&document.properties(object), |layout| {
        format!("{key}: {}", document.written(&value, layout))
    }))
}

/// The text with this item in the list at this path.
pub(crate) fn include(text: &str, path: &[&str], item: &Value) -> Result<String, ConnectError> {
    include_one(text, path, item, |found| found == item)
}

/// The text with this item in the list at this path, in the place of the one that is ours already.
pub(crate) fn include_one(
    text: &str,
    path: &[&str],
    item: &Value,
    ours: impl Fn(&Value) -> bool,
) -> Result<String, ConnectError> {
    let document = Document::parse(text)?;
    let Some(found) = document.find(path) else {
        return set(text, path, &Value::List(vec![item.clone()]));
    };
    let Some(array) = found.as_array() else {
        return Err(document.other_kind(found, path, "a list"));
    };
    let mut elements = array.elements.iter();
    if let Some(element) = elements.find(|element| ours(&super::read(element))) {
        if super::read(element) == *item {
            return Ok(text.to_owned());
        }
        let mut splices = Splices::of(text);
        splices.replace(document.range(element), item.json());
        return Ok(splices.made());
    }
    Ok(document.insert(&document.elements(array), |layout| {
        document.written(item, layout)
    }))
}

/// The text without what stands at this path, and without what was made around it: `before` is the text as it was when
/// nothing of ours stood in it, if that is known.
pub(crate) fn remove(
    text: &str,
    path: &[&str],
    before: Option<&str>,
) -> Result<String, ConnectError> {
    let before = before.and_then(|before| Document::parse(before).ok());
    let mut text = text.to_owned();
    // There may be several of the name.
    while let Some(shorter) = Document::parse(&text)?.without(path, before.as_ref()) {
        text = shorter;
    }
    if let Some(before) = before
        && before.root.is_none()
        && let Some(rest) = Document::parse(&text)?.without_root()
    {
        let same = rest.split_whitespace().eq(before.text.split_whitespace());
        return Ok(if same { before.text.to_owned() } else { rest });
    }
    Ok(text)
}

/// The text without this item in the list at this path, and without what was made around it.
pub(crate) fn exclude(
    text: &str,
    path: &[&str],
    item: &Value,
    before: Option<&str>,
) -> Result<String, ConnectError> {
    let once = exclude_one(text, path, |found| found == item, before)?;
    Ok(once.unwrap_or_else(|| text.to_owned()))
}

/// The text without all items in the list at this path that are ours, and without what was made around them.
pub(crate) fn exclude_all(
    text: &str,
    path: &[&str],
    ours: impl Fn(&Value) -> bool,
    before: Option<&str>,
) -> Result<String, ConnectError> {
    let mut text = text.to_owned();
    while let Some(shorter) = exclude_one(&text, path, &ours, before)? {
        text = shorter;
    }
    Ok(text)
}

fn exclude_one(
    text: &str,
    path: &[&str],
    ours: impl Fn(&Value) -> bool,
    before: Option<&str>,
) -> Result<Option<String>, ConnectError> {
    let document = Document::parse(text)?;
    let Some(array) = document.find(path).and_then(ast::Value::as_array) else {
        return Ok(None);
    };
    let ours = |element: &ast::Value<'_>| ours(&super::read(element));
    let Some(index) = array.elements.iter().position(ours) else {
        return Ok(None);
    };
    let parsed = before.and_then(|before| Document::parse(before).ok());
    let there_before = parsed.as_ref().and_then(|before| before.find(path));
    if array.elements.len() == 1 && there_before.is_none() {
        return remove(text, path, before).map(Some);
    }
    let bare = parsed.as_ref().and_then(|before| {
        let array = there_before?.as_array()?;
        before.bare(&before.elements(array))
    });
    Ok(Some(document.take_out(
        &document.elements(array),
        index,
        bare,
    )))
}

impl Document<'_> {
    /// The text with a first value: nothing but blanks and comments stood there.
    fn begun(&self, value: &Value) -> String {
        let newline = lines::newline(self.text);
        let gap = match self.text[self.mark..].trim_end_matches([' ', '\t']) {
            "" => "",
            text if text.ends_with('\n') => "",
            _ => newline,
        };
        let value = value.json_lines("", lines::unit(self.text), newline);
        format!("{}{gap}{value}{newline}", self.text)
    }

    fn written(&self, value: &Value, layout: &Layout) -> String {
        match layout {
            Layout::Inline => value.json(),
            Layout::Line(indent) => {
                value.json_lines(indent, lines::unit(self.text), lines::newline(self.text))
            }
        }
    }

    fn insert(&self, into: &Between, item: impl Fn(&Layout) -> String) -> String {
        let mut splices = Splices::of(self.text);
        let newline = lines::newline(self.text);
        let (Some(first), Some(last)) = (into.items.first(), into.items.last()) else {
            self.insert_first(&mut splices, into, item);
            return splices.made();
        };
        let comma = self.comma(last.end..into.close);
        let from = comma.map_or(last.end, |at| at + 1);
        let trailing = if comma.is_some() { "," } else { "" };
        if comma.is_none() {
            splices.insert(last.end, ",");
        }
        if self.text[into.open..first.start].contains('\n') {
            let indent = lines::indent(self.text, first.start).to_owned();
            // A comment beside the last item is that item's.
            let at = end_of_comments(self.text, from..lines::line_end(self.text, from));
            let item = item(&Layout::Line(indent.clone()));
            splices.insert(at, format!("{newline}{indent}{item}{trailing}"));
        } else {
            splices.insert(from, format!(" {}{trailing}", item(&Layout::Inline)));
        }
        splices.made()
    }

    fn insert_first(
        &self,
        splices: &mut Splices<'_>,
        into: &Between,
        item: impl Fn(&Layout) -> String,
    ) {
        let newline = lines::newline(self.text);
        let outer = lines::indent(self.text, into.open);
        let indent = format!("{outer}{}", lines::unit(self.text));
        let at = end_of_comments(self.text, into.open + 1..into.close);
        if self.text.as_bytes()[into.open] == b'[' {
            splices.insert(at, item(&Layout::Inline));
            return;
        }
        let item = item(&Layout::Line(indent.clone()));
        if self.text[at..into.close].contains('\n') {
            splices.insert(at, format!("{newline}{indent}{item}"));
        } else {
            splices.insert(
                into.close,
                format!("{newline}{indent}{item}{newline}{outer}"),
            );
        }
    }

    fn without(&self, path: &[&str], before: Option<&Document<'_>>) -> Option<String> {
        self.find(path)?;
        let (mut inner, mut outer) = path.split_last().map(|(key, outer)| (*key, outer))?;
        // An object that was made for ours alone goes with it.
        while let Some((key, around)) = outer.split_last() {
            let object = self.find(outer)?.as_object()?;
            let there_before = before.is_some_and(|before| before.find(outer).is_some());
            if object.properties.len() > 1 || there_before || self.has_comments(object) {
                break;
            }
            (inner, outer) = (key, around);
        }
        let object = self.find(outer)?.as_object()?;
        let named = |property: &ast::ObjectProp<'_>| property.name.as_str() == inner;
        let index = object.properties.iter().rposition(named)?;
        let bare = before
            .and_then(|before| before.bare(&before.properties(before.find(outer)?.as_object()?)));
        Some(self.take_out(&self.properties(object), index, bare))
    }

    /// The text without its one object, if nothing stands in that.
    fn without_root(&self) -> Option<String> {
        let root = self.root.as_ref()?.as_object()?;
        let items = self.properties(root);
        let bare = self.bare(&items)?;
        let (before, after) = (&self.text[..items.open], &self.text[items.close + 1..]);
        bare.trim().is_empty().then(|| format!("{before}{after}"))
    }

    fn has_comments(&self, object: &ast::Object<'_>) -> bool {
        let items = self.properties(object);
        let ends = items.items.first().zip(items.items.last());
        ends.is_some_and(|(first, last)| {
            let gaps = [items.open + 1..first.start, last.end..items.close];
            gaps.into_iter().any(|gap| self.text[gap].contains('/'))
        })
    }

    /// What stands between brackets that hold nothing.
    fn bare(&self, items: &Between) -> Option<String> {
        let bare = items.items.is_empty();
        bare.then(|| self.text[items.open + 1..items.close].to_owned())
    }

    /// The text without one of the items. `bare` is what stood between the brackets before anything did.
    fn take_out(&self, from: &Between, index: usize, bare: Option<String>) -> String {
        let text = self.text;
        let item = &from.items[index];
        let next = from
            .items
            .get(index + 1)
            .map_or(from.close, |next| next.start);
        let comma = self.comma(item.end..next);
        let blank = text[..item.start].trim_end_matches([' ', '\t']).len();
        let start = lines::end_before(text, item.start).unwrap_or(blank);
        let end = comma.map_or(item.end, |at| at + 1);
        let mut splices = Splices::of(text);
        if from.items.len() == 1 {
            let rest = [
                &text[from.open + 1..start.max(from.open + 1)],
                &text[end..from.close],
            ]
            .concat();
            let rest = match bare {
                // Ours may have begun a line after a comment.
                Some(bare) if bare.split_whitespace().eq(rest.split_whitespace()) => bare,
                None if rest.trim().is_empty() => String::new(),
                _ => rest,
            };
            splices.replace(from.open + 1..from.close, rest);
        } else if comma.is_some() && index == 0 && start == blank {
            let after = text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
            splices.delete(item.start..end + after);
        } else {
            if comma.is_none()
                && let Some(previous) = index.checked_sub(1)
                && let Some(at) = self.comma(from.items[previous].end..item.start)
            {
                splices.delete(at..at + 1);
            }
            splices.delete(start..end);
        }
        splices.made()
    }
}

/// Where the last comment in this range ends; where the range begins if there is none. Only blanks and comments stand in
/// it before anything else does.
fn end_of_comments(text: &str, range: Range<usize>) -> usize {
    let mut end = range.start;
    let mut rest = &text[range.clone()];
    loop {
        let skipped = rest.trim_start();
        let length = if skipped.starts_with("//") {
            skipped.find('\n').map_or(skipped.len(), |at| {
                skipped[..at].trim_end_matches('\r').len()
            })
        } else if skipped.starts_with("/*") {
            match text[range.end - skipped.len()..].find("*/") {
                Some(at) => at + 2,
                None => return end,
            }
        } else {
            return end;
        };
        end = range.end - skipped.len() + length;
        if end >= range.end {
            return end;
        }
        rest = &text[end..range.end];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &[&str] = &["mcpServers", "loopback"];

    fn entry() -> Value {
        Value::table([("command", Value::text("/l"))])
    }

    /// What becomes of the text; and that it can be taken back.
    fn connected(text: &str) -> String {
        let connected = set(text, PATH, &entry()).unwrap();
        assert_eq!(set(&connected, PATH, &entry()).unwrap(), connected);
        assert_eq!(remove(&connected, PATH, Some(text)).unwrap(), text);
        connected
    }

    #[test]
    fn an_entry_comes_after_the_last_in_the_manner_of_the_others() {
        insta::assert_snapshot!(connected("{\n\t\"mcpServers\": {\n\t\t\"a\": {} // mine\n\t}\n}\n"), @r#"
        {
        	"mcpServers": {
        		"a": {}, // mine
        		"loopback": {
        			"command": "/l"
        		}
        	}
        }
        "#);
        assert_eq!(
            connected(r#"{"mcpServers": {"a": {}}}"#),
            r#"{"mcpServers": {"a": {}, "loopback": { "command": "/l" }}}"#
        );
    }

    #[test]
    fn a_trailing_comma_stays_one() {
        insta::assert_snapshot!(connected("{\n  \"mcpServers\": {\n    \"a\": {}, /* b\n    c */\n  },\n}"), @r#"
        {
          "mcpServers": {
            "a": {}, /* b
            c */
            "loopback": {
              "command": "/l"
            },
          },
        }
        "#);
        assert_eq!(
            connected(r#"{"mcpServers": {"a": {}, }, }"#),
            r#"{"mcpServers": {"a": {}, "loopback": { "command": "/l" }, }, }"#
        );
    }

    #[test]
    fn what_was_empty_is_empty_again() {
        for text in [
            "{}",
            "{ }",
            "{\n}\n",
            "{ // nothing yet\n}",
            "{\"mcpServers\": {}}",
            "{\n  \"mcpServers\": {\n  }\n}",
            "{ \"mcpServers\": { /* none */ } }",
        ] {
            connected(text);
        }
    }

    #[test]
    fn what_was_made_for_ours_alone_goes_with_it_if_nothing_is_known() {
        let connected = set("{\n  \"a\": 1\n}", PATH, &entry()).unwrap();
        assert_eq!(remove(&connected, PATH, None).unwrap(), "{\n  \"a\": 1\n}");
    }

    #[test]
    fn what_came_after_ours_stays_when_ours_goes() {
        let text = "{\"mcpServers\": {\"a\": 1, \"loopback\": {}, \"b\": 2}}";
        assert_eq!(
            remove(text, PATH, None).unwrap(),
            "{\"mcpServers\": {\"a\": 1, \"b\": 2}}"
        );
        let first = "{\"mcpServers\": {\"loopback\": {}, \"b\": 2}}";
        assert_eq!(
            remove(first, PATH, None).unwrap(),
            "{\"mcpServers\": {\"b\": 2}}"
        );
    }

    #[test]
    fn another_value_is_replaced_where_it_stands() {
        let text =
            "{\"mcpServers\": {\"loopback\": {\"command\": /* old */ \"/old\", \"x\": 1e3}}}";
        assert_eq!(
            set(
                text,
                &["mcpServers", "loopback", "command"],
                &Value::text("/l")
            )
            .unwrap(),
            "{\"mcpServers\": {\"loopback\": {\"command\": /* old */ \"/l\", \"x\": 1e3}}}"
        );
    }

    #[test]
    fn an_item_is_put_into_a_list_and_taken_out_again() {
        let path = ["permissions", "allow"];
        let item = Value::text("mcp__loopback");
        for (text, wanted) in [
            (
                "{\"permissions\": {\"allow\": []}}",
                "{\"permissions\": {\"allow\": [\"mcp__loopback\"]}}",
            ),
            (
                "{\"permissions\": {\"allow\": [\"a\"]}}",
                "{\"permissions\": {\"allow\": [\"a\", \"mcp__loopback\"]}}",
            ),
            (
                "{\n  \"permissions\": {\n    \"allow\": [\n      \"a\"\n    ]\n  }\n}",
                "{\n  \"permissions\": {\n    \"allow\": [\n      \"a\",\n      \"mcp__loopback\"\n    ]\n  }\n}",
            ),
            (
                "{\n  \"x\": 1\n}",
                "{\n  \"x\": 1,\n  \"permissions\": {\n    \"allow\": [\"mcp__loopback\"]\n  }\n}",
            ),
        ] {
            let included = include(text, &path, &item).unwrap();
            assert_eq!(included, wanted);
            assert_eq!(include(&included, &path, &item).unwrap(), included);
            assert_eq!(exclude(&included, &path, &item, Some(text)).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_object_or_list_is_not_written_over() {
        let refusal = set("{\n \"mcpServers\": null}", PATH, &entry()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "line 2, column 16: mcpServers is not an object"
        );
        let refusal = include("{\"a\": 1}", &["a"], &entry()).unwrap_err();
        assert_eq!(refusal.to_string(), "line 1, column 7: a is not a list");
    }
}
