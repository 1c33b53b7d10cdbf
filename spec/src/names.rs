//! How a name of the contract is spelled in each language.

/// `createdAt` → `created_at`.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// `created_at` → `createdAt`, as serde's `rename_all = "camelCase"` does it.
pub(crate) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let mut letters = pascal.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_lowercase().to_string() + letters.as_str()
    })
}

/// `changes_requested` → `ChangesRequested`, `ask.opened` → `AskOpened`, `askId` → `AskId`.
/// Of a media type only what follows the slash counts: `image/png` → `Png`.
pub(crate) fn pascal(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.split(|letter: char| !letter.is_ascii_alphanumeric())
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_ascii_uppercase().to_string() + letters.as_str()
            })
        })
        .collect()
}

/// A Rust field name, raw where it is a keyword.
pub(crate) fn field(name: &str) -> String {
    let name = snake(name);
    match name.as_str() {
        "as" | "box" | "else" | "enum" | "final" | "fn" | "for" | "if" | "in" | "loop"
        | "match" | "move" | "override" | "priv" | "ref" | "static" | "struct" | "trait"
        | "try" | "type" | "use" | "where" | "while" | "yield" => format!("r#{name}"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_each_language_spells_them() {
        assert_eq!(snake("createdAt"), "created_at");
        assert_eq!(camel("created_at"), "createdAt");
        assert_eq!(pascal("changes_requested"), "ChangesRequested");
        assert_eq!(pascal("ask.opened"), "AskOpened");
        assert_eq!(pascal("image/png"), "Png");
        assert_eq!(field("type"), "r#type");
    }
}
