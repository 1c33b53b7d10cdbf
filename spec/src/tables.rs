//! The contract's tables for the runtime: its documents and its operations.

use crate::Error;
use crate::document::Document;
use crate::model::Model;
use crate::operations::{Body, Operation};
use crate::rustfmt;

/// `crates/loopback-contract/src/generated/tables.rs`.
pub(crate) fn tables(
    head: &str,
    documents: &[Document],
    model: &Model,
    operations: &[Operation],
) -> Result<String, Error> {
    let oldest = documents.first().expect("a revision").revision;
    let newest = documents.last().expect("a revision").revision;
    let mut frozen = String::new();
    for document in documents
        .iter()
        .filter(|document| document.revision != newest)
    {
        let revision = document.revision;
        frozen +=
            &format!("({revision}, include_str!(\"../../../../revisions/{revision}.json\")),\n");
    }
    let out = format!(
        "{head}
        //! What validation, upgrades and tests look up.

        #[cfg(test)]
        use serde::Serialize;
        #[cfg(test)]
        use serde::de::DeserializeOwned;
        #[cfg(test)]
        use serde_json::Value;

        use crate::operation::{{Body, Operation}};
        #[cfg(test)]
        use crate::{{Invalid, Message}};

        /// The newest revision of the contract: what this program writes.
        pub const REVISION: u32 = {newest};

        /// The oldest revision this program reads.
        pub const OLDEST_REVISION: u32 = {oldest};

        pub(crate) const OPENAPI: &str = include_str!(\"../../../../spec/openapi/{newest}.json\");

        /// The shape of every revision before the newest, oldest first.
        pub(crate) const FROZEN: &[(u32, &str)] = &[{frozen}];

        /// Every operation of the HTTP API, by path.
        pub const OPERATIONS: &[Operation] = &[{operations}];

        /// Reads a message of the schema named and writes it again: what each type makes of its JSON.
        #[cfg(test)]
        pub(crate) fn rewritten(schema: &str, value: &Value) -> Result<Value, Invalid> {{
            let found = AGAIN.iter().find(|(name, _)| *name == schema);
            let (_, again) = found.unwrap_or_else(|| panic!(\"no message is called {{schema}}\"));
            again(value)
        }}

        #[cfg(test)]
        type Again = fn(&Value) -> Result<Value, Invalid>;

        #[cfg(test)]
        const AGAIN: &[(&str, Again)] = &[{rewritten}];

        #[cfg(test)]
        fn again<T: Message + Serialize + DeserializeOwned>(value: &Value) -> Result<Value, Invalid> {{
            let message: T = crate::read_value(value)?;
            Ok(serde_json::to_value(message).unwrap())
        }}

        /// Every message that stands alone, by the name of its schema.
        #[cfg(test)]
        pub(crate) const MESSAGES: &[&str] = &[{messages}];
        ",
        rewritten = model.alone().map(|name| format!("({name:?}, again::<super::{name}>),\n")).collect::<String>(),
        messages = model.alone().map(|name| format!("{name:?}, ")).collect::<String>(),
        operations = operations.iter().map(operation).collect::<String>(),
    );
    rustfmt::format(&out)
}

fn operation(operation: &Operation) -> String {
    let responses: String = operation
        .responses
        .iter()
        .map(|(status, content)| format!("({status}, {}),", body(content)))
        .collect();
    format!(
        "Operation {{ id: {:?}, method: {:?}, path: {:?}, since: {}, request: {}, responses: &[{responses}] }},\n",
        operation.id,
        operation.method,
        operation.path,
        operation.since,
        body(&operation.request),
    )
}

fn body(body: &Body) -> String {
    match body {
        Body::Nothing => "Body::Nothing".to_owned(),
        Body::Bytes => "Body::Bytes".to_owned(),
        Body::Json(schemas) => format!("Body::Json(&{schemas:?})"),
    }
}
