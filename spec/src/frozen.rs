//! Revisions that have shipped, and the promise that their shapes never change.
//!
//! `revisions/frozen` holds a line per shipped revision: its number and the SHA-256 of its shape. The
//! hash makes an edit visible even where contract and shape were both changed to match.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Error;
use crate::document::{file, read_text};
use crate::stamp::sha256;

const LIST: &str = "revisions/frozen";

/// The shipped revisions with the hashes of their shapes.
pub(crate) fn read(root: &Path) -> Result<BTreeMap<u32, String>, Error> {
    let path = root.join(LIST);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let mut frozen = BTreeMap::new();
    for (index, line) in read_text(&path)?.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let entry = match words[..] {
            [revision, hash] => revision.parse().ok().map(|revision| (revision, hash)),
            _ => None,
        };
        let (revision, hash) = entry.ok_or(Error::FrozenList(index + 1))?;
        frozen.insert(revision, hash.to_owned());
    }
    Ok(frozen)
}

/// Refuses a shape that is not the one its revision shipped with.
pub(crate) fn check(
    frozen: &BTreeMap<u32, String>,
    revision: u32,
    shape: &str,
) -> Result<(), Error> {
    match frozen.get(&revision) {
        Some(hash) if *hash != sha256(shape) => Err(Error::Shipped(revision)),
        _ => Ok(()),
    }
}

/// Adds a revision to the list.
pub(crate) fn add(root: &Path, revision: u32, shape: &str) -> Result<(), Error> {
    let mut frozen = read(root)?;
    if frozen.contains_key(&revision) {
        return Err(Error::Frozen(revision));
    }
    let next = frozen.last_key_value().map_or(1, |(last, _)| last + 1);
    if revision != next {
        return Err(Error::NotNext(revision));
    }
    frozen.insert(revision, sha256(shape));
    let text: String = frozen
        .iter()
        .map(|(revision, hash)| format!("{revision} {hash}\n"))
        .collect();
    let path = root.join(LIST);
    fs::write(&path, text).map_err(|source| file(&path, source))
}
