//! The mark in each generated file: which contract it was made from, and by what.
//!
//! Compiling TypeSpec needs Node; comparing a hash does not. A contract that was edited and not
//! generated again is therefore caught everywhere.

use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::Error;
use crate::document::read_text;

/// The hash of `spec/main.tsp`, whatever line ends the checkout has.
pub(crate) fn contract(root: &Path) -> Result<String, Error> {
    let text = read_text(&root.join("spec/main.tsp"))?;
    Ok(sha256(&text.replace("\r\n", "\n")))
}

/// The head of a generated file, in line comments, which Rust, TypeScript and Swift share.
pub(crate) fn head(contract: &str, generator: &str, revision: u32) -> String {
    format!(
        "// Generated from spec/openapi/{revision}.json by spec/src/{generator}. Do not edit: change spec/main.tsp and\n\
         // run `cargo xtask gen`.\n\
         // SHA-256 of spec/main.tsp: {contract}\n"
    )
}

pub(crate) fn sha256(text: &str) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
