//! A settings file as values of their kinds. Owns how a value that is of another kind or out of range is reported: by
//! its line, and without repeating it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use toml_edit::{Item, TableLike, TomlError};

use super::error::{Complaint, SettingsError};

/// What a value must be that stands under no name.
const NAMED: &str = "under a name that is not blank";

/// A settings file that is TOML.
pub(super) struct Document<'a> {
    file: &'a Path,
    text: &'a str,
    parsed: toml_edit::Document<&'a str>,
    complaints: RefCell<Vec<Complaint>>,
}

impl<'a> Document<'a> {
    /// Reads the text of the file.
    pub(super) fn parse(file: &'a Path, text: &'a str) -> Result<Self, SettingsError> {
        let parsed =
            toml_edit::Document::parse(text).map_err(|error| broken(file, text, &error))?;
        Ok(Self {
            file,
            text,
            parsed,
            complaints: RefCell::default(),
        })
    }

    /// The table of that name. If there is none, every value in it is the usual one.
    pub(super) fn section(&self, name: &'static str) -> Section<'_> {
        let item = self.parsed.get(name);
        let table = item.and_then(Item::as_table_like);
        let section = Section {
            document: self,
            name,
            table,
        };
        if let Some(item) = item
            && table.is_none()
        {
            section.complain("", item, "a table");
        }
        section
    }

    /// Everything that could not be used so far.
    pub(super) fn complaints(self) -> Vec<Complaint> {
        self.complaints.into_inner()
    }
}

/// One table of a settings file.
pub(super) struct Section<'a> {
    document: &'a Document<'a>,
    name: &'static str,
    table: Option<&'a dyn TableLike>,
}

impl Section<'_> {
    /// A whole number within a range.
    pub(super) fn whole<T>(&self, key: &str, range: RangeInclusive<T>, usual: T) -> T
    where
        T: TryFrom<i64> + PartialOrd + Display,
    {
        let read = |item: &Item| {
            let number = T::try_from(item.as_integer()?).ok()?;
            range.contains(&number).then_some(number)
        };
        let wanted = || format!("a whole number from {} to {}", range.start(), range.end());
        self.value(key, read, wanted).unwrap_or(usual)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, key: &str, usual: bool) -> bool {
        let wanted = || "true or false".to_owned();
        self.value(key, Item::as_bool, wanted).unwrap_or(usual)
    }

    /// One of some words.
    pub(super) fn word<T: Copy + Display>(&self, key: &str, all: &[T], usual: T) -> T {
        let read = |item: &Item| {
            let word = item.as_str()?;
            all.iter().copied().find(|known| known.to_string() == word)
        };
        let wanted = || {
            let words: Vec<_> = all.iter().map(|word| format!("\"{word}\"")).collect();
            format!("one of {}", words.join(", "))
        };
        self.value(key, read, wanted).unwrap_or(usual)
    }

    /// A list of up to `most` texts, each of which passes `fits`.
    pub(super) fn texts(
        &self,
        key: &str,
        most: usize,
        fits: impl Fn(&str) -> bool,
        wanted: &str,
    ) -> Option<Vec<String>> {
        let read = |item: &Item| {
            let array = item.as_array()?;
            let texts: Option<Vec<_>> = array
                .iter()
                .map(|text| text.as_str().filter(|text| fits(text)).map(str::to_owned))
                .collect();
            texts.filter(|texts| texts.len() <= most)
        };
        self.value(key, read, || wanted.to_owned())
    }

    /// A table within this one, of whatever keys that are not blank, with the values that `read` makes something of.
    pub(super) fn map<T>(
        &self,
        key: &str,
        read: impl Fn(&Item) -> Option<T>,
        wanted: &str,
    ) -> BTreeMap<String, T> {
        let Some(item) = self.table.and_then(|table| table.get(key)) else {
            return BTreeMap::new();
        };
        let Some(table) = item.as_table_like() else {
            self.complain(&format!(".{key}"), item, "a table");
            return BTreeMap::new();
        };
        let mut values = BTreeMap::new();
        for (name, item) in table.iter() {
            if name.trim().is_empty() {
                self.complain(&format!(".{key}.\"{name}\""), item, NAMED);
                continue;
            }
            match read(item) {
                Some(value) => drop(values.insert(name.to_owned(), value)),
                None => self.complain(&format!(".{key}.{name}"), item, wanted),
            }
        }
        values
    }

    fn value<T>(
        &self,
        key: &str,
        read: impl FnOnce(&Item) -> Option<T>,
        wanted: impl FnOnce() -> String,
    ) -> Option<T> {
        let item = self.table?.get(key)?;
        let value = read(item);
        if value.is_none() {
            self.complain(&format!(".{key}"), item, &wanted());
        }
        value
    }

    fn complain(&self, key: &str, item: &Item, wanted: &str) {
        let Document { file, text, .. } = *self.document;
        self.document.complaints.borrow_mut().push(Complaint {
            file: file.to_owned(),
            line: line(text, item.span()),
            key: format!("{}{key}", self.name),
            wanted: wanted.to_owned(),
        });
    }
}

/// What is wrong with a text that is no TOML, on one line.
pub(super) fn broken(file: &Path, text: &str, error: &TomlError) -> SettingsError {
    let line = line(text, error.span()).map(|line| format!("line {line}: "));
    let why: Vec<_> = error.message().lines().map(str::trim).collect();
    SettingsError::Broken {
        file: file.to_owned(),
        why: format!("{}{}", line.unwrap_or_default(), why.join(", ")),
    }
}

fn line(text: &str, at: Option<Range<usize>>) -> Option<usize> {
    let before = text.get(..at?.start)?;
    Some(before.matches('\n').count() + 1)
}
