//! What the words after a fence say about the text in it.
//!
//! Owns their many spellings. Knows nothing of languages or of how code is shown.

/// What the words after a fence say.
pub(crate) struct Fence<'a> {
    pub(crate) language: Option<&'a str>,
    pub(crate) filename: Option<&'a str>,
}

impl<'a> Fence<'a> {
    /// `rust`, `rust,ignore`, `rust:src/main.rs`, `src/main.rs`, `rust title="src/main.rs"`.
    pub(crate) fn read(words: &'a str) -> Self {
        let first = words
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{'))
            .next()
            .unwrap_or_default();
        let (language, after_colon) = match first.split_once(':') {
            Some((language, path)) if !path.is_empty() => (language, Some(path)),
            _ => (first, None),
        };
        let titled = ["title=", "filename=", "file=", "path="]
            .iter()
            .find_map(|key| {
                let value = words.split_once(key)?.1;
                match value.chars().next()? {
                    quote @ ('"' | '\'') => value[1..].split(quote).next(),
                    _ => value.split(|c: char| c.is_whitespace() || c == '}').next(),
                }
            });
        let is_path = language.contains(['.', '/']);
        Self {
            language: (!is_path).then_some(language),
            filename: titled.or(after_colon).or(is_path.then_some(language)),
        }
    }

    pub(crate) fn is_diff(&self) -> bool {
        self.is_one_of(&["diff", "patch", "udiff"])
    }

    /// Whether it is the source of a drawing.
    pub(crate) fn is_mermaid(&self) -> bool {
        self.is_one_of(&["mermaid"])
    }

    fn is_one_of(&self, names: &[&str]) -> bool {
        self.language
            .is_some_and(|language| names.iter().any(|name| name.eq_ignore_ascii_case(language)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_may_name_a_language_a_file_or_both() {
        for (words, language, filename) in [
            ("rust", Some("rust"), None),
            ("rust,ignore", Some("rust"), None),
            ("js {1,3}", Some("js"), None),
            ("rust:src/main.rs", Some("rust"), Some("src/main.rs")),
            ("src/main.rs", None, Some("src/main.rs")),
            ("ts title=\"a b.ts\"", Some("ts"), Some("a b.ts")),
            ("ts filename=a.ts", Some("ts"), Some("a.ts")),
            ("", Some(""), None),
        ] {
            let fence = Fence::read(words);
            assert_eq!(
                (fence.language, fence.filename),
                (language, filename),
                "{words}"
            );
        }
    }
}
