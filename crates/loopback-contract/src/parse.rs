//! From bytes to a JSON value, with every name in an object only once.
//!
//! JSON leaves open what a name that stands twice means, and readers differ: what one checks may not be what another
//! does. Knows nothing of messages.

use std::cell::RefCell;
use std::fmt;

use serde::de::{Deserialize as _, DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// What was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) value: Value,
    /// The JSON pointer to the first object in which a name stands twice.
    pub(crate) twice: Option<String>,
}

/// Reads JSON text.
pub(crate) fn parse(bytes: &[u8]) -> serde_json::Result<Parsed> {
    let twice = RefCell::new(None);
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = At {
        place: Place::Whole,
        twice: &twice,
    };
    let value = value.deserialize(&mut text)?;
    text.end()?;
    Ok(Parsed {
        value,
        twice: twice.into_inner(),
    })
}

/// Where a value stands.
#[derive(Clone, Copy)]
enum Place<'p> {
    Whole,
    Named(&'p Place<'p>, &'p str),
    Item(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Named(outer, name) => {
                write!(f, "{outer}/{}", name.replace('~', "~0").replace('/', "~1"))
            }
            Self::Item(outer, index) => write!(f, "{outer}/{index}"),
        }
    }
}

/// Reads the value at a place.
struct At<'p, 't> {
    place: Place<'p>,
    twice: &'t RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for At<'_, '_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, text: D) -> Result<Value, D::Error> {
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element_seed(At {
            place: Place::Item(&self.place, read.len()),
            twice: self.twice,
        })? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(name) = entries.next_key_seed(Name)? {
            let value = entries.next_value_seed(At {
                place: Place::Named(&self.place, &name),
                twice: self.twice,
            })?;
            if read.insert(name, value).is_some() {
                let mut twice = self.twice.borrow_mut();
                twice.get_or_insert_with(|| self.place.to_string());
            }
        }
        Ok(Value::Object(read))
    }
}

struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: serde::Deserializer<'de>>(self, name: D) -> Result<String, D::Error> {
        String::deserialize(name)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn twice(text: &str) -> Option<String> {
        parse(text.as_bytes()).unwrap().twice
    }

    #[test]
    fn an_object_in_which_a_name_stands_twice_is_told_by_its_place() {
        for (text, place) in [
            (r#"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#, None),
            (r#"{"a":1,"b":2,"a":1}"#, Some("")),
            (r#"{"a":1,"\u0061":2}"#, Some("")),
            (r#"{"a":[0,{"b":1,"b":1}]}"#, Some("/a/1")),
            (r#"{"a/b~":{"c":1,"c":1}}"#, Some("/a~1b~0")),
            (r#"[{"":1,"":1},{"x":1,"x":1}]"#, Some("/0")),
        ] {
            assert_eq!(twice(text).as_deref(), place, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_and_refused_is_what_the_library_reads_and_refuses(
            text in r#"[\[\]{}",:0-9.eE+\- a-c\\ntrulsf\n]{0,24}"#,
            number in any::<f64>(),
            word in any::<String>(),
        ) {
            for text in [text, number.to_string(), serde_json::to_string(&word).unwrap()] {
                let ours = parse(text.as_bytes()).map(|parsed| parsed.value);
                let theirs = serde_json::from_str::<Value>(&text);
                match (ours, theirs) {
                    (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
                    (Err(ours), Err(theirs)) => {
                        prop_assert_eq!(ours.to_string(), theirs.to_string());
                    }
                    (ours, theirs) => prop_assert!(false, "{:?} {:?}", ours, theirs),
                }
            }
        }
    }
}
