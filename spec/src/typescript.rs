//! The contract as TypeScript types for the window.
//!
//! Unions are discriminated by their literal tag. Types are open: a reader meets properties of a
//! newer revision and leaves them alone.

use crate::model::{Kind, Model, Object, Shape, Union};

/// `ui/src/contract.ts`.
pub(crate) fn types(head: &str, revision: u32, model: &Model) -> String {
    let mut out = format!(
        "{head}
/** The revision of the contract these types are of. */
export const REVISION = {revision};

/** A moment in UTC with milliseconds, such as `2026-11-30T17:03:33.123Z`. */
export type Timestamp = string;

/** The id of an ask. */
export type AskId = string;
"
    );
    for named in &model.types {
        out += "\n";
        out += &doc(named.doc.as_deref(), "");
        out += &match &named.shape {
            Shape::Object(object) => interface(&named.name, object),
            Shape::Literals(literals) => {
                format!("export type {} = {};\n", named.name, literal_type(literals))
            }
            Shape::Union(union) => union_type(&named.name, union),
        };
    }
    out
}

fn interface(name: &str, object: &Object) -> String {
    let mut out = format!("export interface {name} {{\n");
    for field in &object.fields {
        out += &doc(field.doc.as_deref(), "  ");
        let optional = if field.required { "" } else { "?" };
        out += &format!("  {}{optional}: {};\n", field.name, field_type(&field.kind));
    }
    out + "}\n"
}

fn union_type(name: &str, union: &Union) -> String {
    let mut options: Vec<&str> = union
        .variants
        .iter()
        .map(|variant| variant.option.as_str())
        .collect();
    options.dedup();
    format!("export type {name} = {};\n", options.join(" | "))
}

fn field_type(kind: &Kind) -> String {
    match kind {
        Kind::Text => "string".to_owned(),
        Kind::Moment => "Timestamp".to_owned(),
        Kind::AskId => "AskId".to_owned(),
        Kind::Flag => "boolean".to_owned(),
        Kind::Int32 | Kind::Int64 => "number".to_owned(),
        Kind::List(of) => format!("{}[]", field_type(of)),
        Kind::Ref(name) => name.clone(),
        Kind::Tag(literals) => literal_type(literals),
    }
}

fn literal_type(literals: &[String]) -> String {
    let literals: Vec<String> = literals
        .iter()
        .map(|literal| format!("{literal:?}"))
        .collect();
    literals.join(" | ")
}

fn doc(doc: Option<&str>, indent: &str) -> String {
    let Some(doc) = doc else {
        return String::new();
    };
    let doc = doc.replace("*/", "*\\/");
    let lines: Vec<&str> = doc.lines().collect();
    if let [line] = lines[..] {
        return format!("{indent}/** {line} */\n");
    }
    let mut out = format!("{indent}/**\n");
    for line in lines {
        out += format!("{indent} * {line}").trim_end();
        out += "\n";
    }
    out + indent + " */\n"
}
