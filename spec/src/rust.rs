//! The contract as Rust types for serde.
//!
//! Writes plain text; rustfmt gives it its final form.

use crate::Error;
use crate::model::{Field, Kind, Model, Object, Shape, Union};
use crate::names::{camel, field, pascal, snake};
use crate::rustfmt;

/// `crates/loopback-contract/src/generated.rs`.
pub(crate) fn types(head: &str, model: &Model) -> Result<String, Error> {
    let mut out = format!(
        "{head}
        //! The messages of the contract's newest revision.

        use serde::{{Deserialize, Serialize}};

        use crate::{{AskId, Message, Timestamp}};

        pub(crate) mod tables;
        "
    );
    for named in &model.types {
        out += "\n";
        out += &docs(named.doc.as_deref());
        out += &match &named.shape {
            Shape::Object(object) => structure(&named.name, object),
            Shape::Literals(literals) => literal_enum(&named.name, literals),
            Shape::Union(union) => tagged_enum(&named.name, union),
        };
        if named.stands_alone {
            out += &message(&named.name);
        }
    }
    rustfmt::format(&out)
}

fn message(name: &str) -> String {
    format!("\nimpl Message for {name} {{\nconst SCHEMA: &'static str = \"{name}\";\n}}\n")
}

fn structure(name: &str, object: &Object) -> String {
    let fields: Vec<&Field> = object
        .fields
        .iter()
        .filter(|field| !matches!(field.kind, Kind::Tag(_)))
        .collect();
    let camel_case = fields.iter().any(|field| snake(&field.name) != field.name);
    let mut serde = Vec::new();
    if camel_case {
        serde.push("rename_all = \"camelCase\"");
    }
    if object.accepted {
        serde.push("deny_unknown_fields");
    }
    let defaults = if fields.iter().all(|field| has_default(field)) {
        "Default, "
    } else {
        ""
    };
    let mut out =
        format!("#[derive(Debug, Clone, {defaults}PartialEq, Eq, Serialize, Deserialize)]\n");
    if !serde.is_empty() {
        out += &format!("#[serde({})]\n", serde.join(", "));
    }
    out += &format!("pub struct {name} {{\n");
    for member in fields {
        out += &docs(member.doc.as_deref());
        assert!(
            !camel_case || camel(&snake(&member.name)) == member.name,
            "{name}.{}: not spelled in camel case",
            member.name
        );
        let kind = rust_type(&member.kind);
        let ident = field(&member.name);
        if member.required {
            out += &format!("pub {ident}: {kind},\n");
        } else {
            out += "#[serde(skip_serializing_if = \"Option::is_none\")]\n";
            out += &format!("pub {ident}: Option<{kind}>,\n");
        }
    }
    out + "}\n"
}

/// Whether there is a value for it that says nothing. No moment, id, enum or object has one.
fn has_default(field: &Field) -> bool {
    !field.required
        || matches!(
            field.kind,
            Kind::Text | Kind::Flag | Kind::Int32 | Kind::Int64 | Kind::List(_)
        )
}

fn rust_type(kind: &Kind) -> String {
    match kind {
        Kind::Text => "String".to_owned(),
        Kind::Moment => "Timestamp".to_owned(),
        Kind::AskId => "AskId".to_owned(),
        Kind::Flag => "bool".to_owned(),
        Kind::Int32 => "i32".to_owned(),
        Kind::Int64 => "i64".to_owned(),
        Kind::List(of) => format!("Vec<{}>", rust_type(of)),
        Kind::Ref(name) => name.clone(),
        Kind::Tag(_) => unreachable!("the union holds the tag"),
    }
}

fn literal_enum(name: &str, literals: &[String]) -> String {
    let mut variants = String::new();
    let mut arms = String::new();
    let mut all = String::new();
    for literal in literals {
        let variant = pascal(literal);
        variants += &format!("/// `{literal}`\n#[serde(rename = \"{literal}\")]\n{variant},\n");
        arms += &format!("Self::{variant} => \"{literal}\",\n");
        all += &format!("Self::{variant}, ");
    }
    format!(
        "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum {name} {{
            {variants}
        }}

        impl {name} {{
            /// Every value, in the contract's order.
            pub const ALL: &'static [Self] = &[{all}];

            /// The value as it stands in a message.
            #[must_use]
            pub const fn as_str(self) -> &'static str {{
                match self {{
                    {arms}
                }}
            }}
        }}

        impl std::fmt::Display for {name} {{
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
                f.write_str(self.as_str())
            }}
        }}
        "
    )
}

fn tagged_enum(name: &str, union: &Union) -> String {
    let tag = &union.tag;
    let mut variants = String::new();
    let mut arms = String::new();
    for variant in &union.variants {
        let (literal, option) = (&variant.literal, &variant.option);
        let ident = pascal(literal);
        variants += &format!(
            "/// `{tag}` is `{literal}`.\n#[serde(rename = \"{literal}\")]\n{ident}({option}),\n"
        );
        arms += &format!("Self::{ident}(_) => \"{literal}\",\n");
    }
    format!(
        "#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = \"{tag}\")]
        pub enum {name} {{
            {variants}
        }}

        impl {name} {{
            /// The value of `{tag}`, which tells the options apart.
            #[must_use]
            pub const fn tag(&self) -> &'static str {{
                match self {{
                    {arms}
                }}
            }}
        }}
        "
    )
}

fn docs(doc: Option<&str>) -> String {
    let lines = doc.into_iter().flat_map(str::lines);
    lines
        .map(|line| format!("/// {line}").trim_end().to_owned() + "\n")
        .collect()
}
