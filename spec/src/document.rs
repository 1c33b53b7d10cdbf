//! The emitted OpenAPI documents on disk, one per revision.
//!
//! Knows where they are; must not know what is made of them.

use std::collections::BTreeMap;
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
    for (name, text) in texts(&folder)? {
        let path = folder.join(&name);
        let revision = name.trim_end_matches(".json").parse();
        documents.push(Document {
            revision: revision.map_err(|_| Error::NotARevision(path.clone()))?,
            openapi: serde_json::from_str(&text).map_err(|source| Error::Json { path, source })?,
        });
    }
    if documents.is_empty() {
        return Err(Error::NoRevision(folder));
    }
    documents.sort_by_key(|document| document.revision);
    Ok(documents)
}

/// Every JSON file in a folder of emitted documents, by its name.
pub(crate) fn texts(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|source| file(folder, source))? {
        let entry = entry.map_err(|source| file(folder, source))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            texts.insert(name, read_text(&entry.path())?);
        }
    }
    Ok(texts)
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
