//! JSON as clients' settings have it: with comments and trailing commas, if the person wrote some.
//!
//! Owns reading a text and finding places in it. What is changed there is `edit`'s.

mod edit;

use std::ops::Range;

use jsonc_parser::ast::{self, ObjectProp};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions};

use crate::error::ConnectError;
use crate::lines;
use crate::value::Value;

pub(crate) use edit::{exclude, exclude_all, include, include_one, remove, set};

/// Everything a client of ours might read, and no more.
const DIALECT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// A text and what stands where in it. All places are those of the whole text.
pub(crate) struct Document<'a> {
    text: &'a str,
    /// The text without its byte order mark is what was parsed.
    mark: usize,
    root: Option<ast::Value<'a>>,
    commas: Vec<usize>,
}

/// What stands between two brackets.
struct Between {
    open: usize,
    close: usize,
    items: Vec<Range<usize>>,
}

impl<'a> Document<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, ConnectError> {
        let body = text.strip_prefix(lines::BYTE_ORDER_MARK).unwrap_or(text);
        let mark = text.len() - body.len();
        let collect = CollectOptions {
            comments: CommentCollectionStrategy::Off,
            tokens: true,
        };
        let parsed = jsonc_parser::parse_to_ast(body, &collect, &DIALECT).map_err(|error| {
            let (line, column) = lines::position(text, mark + error.range().start);
            let why = error.kind().to_string();
            ConnectError::Unreadable { line, column, why }
        })?;
        let tokens = parsed.tokens.unwrap_or_default();
        let commas = tokens
            .iter()
            .filter(|token| matches!(token.token, Token::Comma));
        let document = Self {
            text,
            mark,
            commas: commas.map(|token| mark + token.range.start).collect(),
            root: parsed.value,
        };
        if let Some(root) = &document.root
            && root.as_object().is_none()
        {
            return Err(document.other_kind(root, &[], "an object"));
        }
        Ok(document)
    }

    /// What stands at this path, if anything does.
    pub(crate) fn get(&self, path: &[&str]) -> Option<Value> {
        self.find(path).map(read)
    }

    /// Whether nothing stands in the text but blanks and comments, or an object without anything in it.
    pub(crate) fn is_empty(&self) -> bool {
        let root = self.root.as_ref().and_then(ast::Value::as_object);
        root.is_none_or(|root| root.properties.is_empty())
    }

    fn find(&self, path: &[&str]) -> Option<&ast::Value<'a>> {
        let root = self.root.as_ref()?;
        path.iter().try_fold(root, |value, key| {
            Some(&property(value.as_object()?, key)?.value)
        })
    }

    fn properties(&self, object: &ast::Object<'_>) -> Between {
        let items = object.properties.iter();
        Between {
            open: self.mark + object.range.start,
            close: self.mark + object.range.end - 1,
            items: items.map(|item| self.range(item)).collect(),
        }
    }

    fn elements(&self, array: &ast::Array<'_>) -> Between {
        let items = array.elements.iter();
        Between {
            open: self.mark + array.range.start,
            close: self.mark + array.range.end - 1,
            items: items.map(|item| self.range(item)).collect(),
        }
    }

    fn range(&self, node: &impl jsonc_parser::common::Ranged) -> Range<usize> {
        self.mark + node.range().start..self.mark + node.range().end
    }

    /// The comma between these two places.
    fn comma(&self, between: Range<usize>) -> Option<usize> {
        let comma = self.commas.iter().find(|at| **at >= between.start);
        comma.copied().filter(|at| *at < between.end)
    }

    fn other_kind(
        &self,
        value: &ast::Value<'_>,
        path: &[&str],
        wanted: &'static str,
    ) -> ConnectError {
        let (line, column) = lines::position(self.text, self.range(value).start);
        let path = if path.is_empty() {
            "what stands there".to_owned()
        } else {
            path.join(".")
        };
        ConnectError::OtherKind {
            line,
            column,
            path,
            wanted,
        }
    }
}

/// Of properties with one name, clients see the last.
fn property<'o, 'a>(object: &'o ast::Object<'a>, key: &str) -> Option<&'o ObjectProp<'a>> {
    let mut properties = object.properties.iter().rev();
    properties.find(|property| property.name.as_str() == key)
}

fn read(value: &ast::Value<'_>) -> Value {
    match value {
        ast::Value::StringLit(text) => Value::Text(text.value.to_string()),
        ast::Value::BooleanLit(flag) => Value::Flag(flag.value),
        ast::Value::NullKeyword(_) => Value::Other("null".to_owned()),
        ast::Value::NumberLit(number) => Value::number(number.value),
        ast::Value::Array(array) => Value::List(array.elements.iter().map(read).collect()),
        ast::Value::Object(object) => {
            let mut entries: Vec<(String, Value)> = Vec::new();
            for entry in &object.properties {
                entries.retain(|(key, _)| key != entry.name.as_str());
                entries.push((entry.name.as_str().to_owned(), read(&entry.value)));
            }
            Value::Table(entries)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        match Document::parse(text) {
            Ok(_) => panic!("it was read"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let text = "\u{feff}// hi\n{ \"a\": { \"b\": [1, 2,], /* c */ }, }";
        let document = Document::parse(text).unwrap();
        let list = Value::List(vec![Value::Number(1), Value::Number(2)]);
        assert_eq!(document.get(&["a", "b"]), Some(list));
        assert_eq!(document.get(&["b"]), None);
    }

    #[test]
    fn the_last_of_two_properties_of_one_name_is_the_one_clients_see() {
        let document = Document::parse(r#"{"a": 1, "a": 2}"#).unwrap();
        assert_eq!(document.get(&["a"]), Some(Value::Number(2)));
    }

    #[test]
    fn what_no_client_reads_is_refused_with_its_place() {
        assert_eq!(
            refusal("{\n  \"a\": 1\n  \"b\": 2\n}"),
            "line 2, column 9: Expected comma"
        );
        assert_eq!(
            refusal("\u{feff}{'a': 1}"),
            "line 1, column 2: Single-quoted strings are not allowed"
        );
        assert_eq!(
            refusal("[1]"),
            "line 1, column 1: what stands there is not an object"
        );
    }
}
