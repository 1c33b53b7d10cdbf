//! Generates code from the contract.
//!
//! `main.tsp` declares the contract; TypeSpec turns it into one OpenAPI document per revision under
//! `openapi/`; this crate turns those into Rust, TypeScript and the frozen shape of each revision.
//! Only compiling TypeSpec needs Node: everything else here works from the committed documents.

#![expect(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "templates read best whole, and a file is generated in milliseconds"
)]

mod canonical;
mod compile;
mod document;
mod error;
mod frozen;
mod model;
mod names;
mod operations;
mod rust;
mod rustfmt;
mod stamp;
mod tables;
mod typescript;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub use error::Error;

/// What the MCP tools take: accepted from agents although no request body names it.
const TOOL_INPUTS: &[&str] = &[
    "QuestionInput",
    "ReviewInput",
    "BriefingInput",
    "FollowUpInput",
    "BriefingAnswerInput",
    "WaitInput",
    "WithdrawInput",
    "UploadRequest",
    "InboxRequest",
];

/// Every generated file of the workspace at `root`, by its path from there. Writes nothing.
///
/// # Errors
///
/// When the emitted contract cannot be read, when rustfmt fails, and when the shape of a shipped
/// revision would change.
///
/// # Panics
///
/// On a contract that cannot be expressed as types, such as a union without a tag.
pub fn generate(root: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let documents = document::read_all(root)?;
    let frozen = frozen::read(root)?;
    let contract = stamp::contract(root)?;
    let newest = documents.last().expect("read_all gives at least one");
    let head = |generator| stamp::head(&contract, generator, newest.revision);
    let model = model::model(&canonical::normal(&newest.openapi), TOOL_INPUTS);
    let operations = operations::operations(&documents);

    let mut files = vec![
        (
            PathBuf::from("crates/loopback-contract/src/generated.rs"),
            rust::types(&head("rust.rs"), &model)?,
        ),
        (
            PathBuf::from("crates/loopback-contract/src/generated/tables.rs"),
            tables::tables(&head("tables.rs"), &documents, &model, &operations)?,
        ),
        (
            PathBuf::from("ui/src/contract.ts"),
            typescript::types(&head("typescript.rs"), newest.revision, &model),
        ),
    ];
    for document in &documents {
        let shape = canonical::text(&canonical::shape(&document.openapi));
        frozen::check(&frozen, document.revision, &shape)?;
        files.push((shape_path(document.revision), shape));
    }
    Ok(files)
}

/// Compiles the contract, then writes every generated file that differs, and names those.
///
/// # Errors
///
/// As [`generate`] and [`write_from_openapi`], and when Node, npm or the compiler fail.
pub fn write(root: &Path) -> Result<Vec<PathBuf>, Error> {
    compile::compile(root)?;
    write_from_openapi(root)
}

/// Writes every generated file that differs from the emitted contract, and names those. No Node.
///
/// # Errors
///
/// As [`generate`], and when a file cannot be written.
pub fn write_from_openapi(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let files = stale(root)?;
    for (path, text) in &files {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| document::file(folder, source))?;
        }
        fs::write(&path, text).map_err(|source| document::file(&path, source))?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

/// Compares what is committed with what [`generate`] says. No Node.
///
/// # Errors
///
/// [`Error::Stale`] naming the files that differ, and as [`generate`].
pub fn check(root: &Path) -> Result<(), Error> {
    let stale: Vec<PathBuf> = stale(root)?.into_iter().map(|(path, _)| path).collect();
    if stale.is_empty() {
        Ok(())
    } else {
        Err(Error::Stale(stale))
    }
}

/// Compiles the contract into a folder of its own and compares that with the committed documents,
/// then does what [`check`] does.
///
/// # Errors
///
/// As [`check`], and when Node, npm or the compiler fail.
pub fn check_compiled(root: &Path) -> Result<(), Error> {
    let temporary = std::env::temp_dir();
    let folder = tempfile::tempdir().map_err(|source| document::file(&temporary, source))?;
    compile::compile_into(root, folder.path())?;
    let committed = document::texts(&root.join("spec/openapi"))?;
    let compiled = document::texts(folder.path())?;
    let names: BTreeSet<&String> = committed.keys().chain(compiled.keys()).collect();
    let stale: Vec<PathBuf> = names
        .into_iter()
        .filter(|name| committed.get(*name) != compiled.get(*name))
        .map(|name| PathBuf::from("spec/openapi").join(name))
        .collect();
    if stale.is_empty() {
        check(root)
    } else {
        Err(Error::Stale(stale))
    }
}

/// Declares a revision shipped: writes its shape and lists it in `revisions/frozen`. From then on
/// [`generate`] refuses to change it.
///
/// # Errors
///
/// [`Error::Frozen`] for a revision that is frozen already, [`Error::NotNext`] for one the contract
/// does not have or that would leave an older one open.
pub fn freeze(root: &Path, revision: u32) -> Result<(), Error> {
    let documents = document::read_all(root)?;
    let document = documents
        .iter()
        .find(|document| document.revision == revision)
        .ok_or(Error::NotNext(revision))?;
    let shape = canonical::text(&canonical::shape(&document.openapi));
    frozen::add(root, revision, &shape)?;
    let path = root.join(shape_path(revision));
    fs::write(&path, shape).map_err(|source| document::file(&path, source))
}

fn shape_path(revision: u32) -> PathBuf {
    PathBuf::from(format!("revisions/{revision}.json"))
}

fn stale(root: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut files = generate(root)?;
    files.retain(|(path, text)| {
        let committed = fs::read_to_string(root.join(path)).unwrap_or_default();
        committed.replace("\r\n", "\n") != *text
    });
    Ok(files)
}
