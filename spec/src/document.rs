//! The emitted OpenAPI documents on disk, one per revision.
//!
//! Knows where they are; must not know what is made of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Error;

/// One revision of the contract as the TypeSpec emitter wrote it.
pub(crate) struct Document {
    pub(crate) revision: u32,
    pub(crate) openapi: Value,
}

/// Every revision under `spec/openapi`, oldest first.
pub(crate) fn read_all(root: &Path) -> Result<Vec<Document>, Error> {
    let folder = root.join("spec/openapi");
    let mut documents = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|source| file(&folder, source))? {
        let path = entry.map_err(|source| file(&folder, source))?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let Some(revision) = stem.and_then(|stem| stem.parse().ok()) {
            documents.push(Document {
                revision,
                openapi: read(&path)?,
            });
        }
    }
    if documents.is_empty() {
        return Err(Error::NoRevision(folder));
    }
    documents.sort_by_key(|document| document.revision);
    Ok(documents)
}

pub(crate) fn read_text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| file(path, source))
}

pub(crate) fn file(path: &Path, source: std::io::Error) -> Error {
    Error::File {
        path: PathBuf::from(path),
        source,
    }
}

fn read(path: &Path) -> Result<Value, Error> {
    serde_json::from_str(&read_text(path)?).map_err(|source| Error::Json {
        path: PathBuf::from(path),
        source,
    })
}
