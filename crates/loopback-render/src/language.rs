//! Which grammar a piece of source belongs to.
//!
//! Owns the loaded grammars and the names people give to languages. Knows nothing of colouring.

use std::sync::LazyLock;

use syntect::parsing::{SyntaxReference, SyntaxSet};

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// Every grammar we know.
pub(crate) fn syntaxes() -> &'static SyntaxSet {
    &SYNTAXES
}

/// The grammar by the language's name or alias, else by the file name, else by the first line; `None` means plain text.
///
/// A language that is named but unknown to us still falls back to the file name.
pub(crate) fn find(
    language: Option<&str>,
    filename: Option<&str>,
    text: &str,
) -> Option<&'static SyntaxReference> {
    if let Some(named) = language.map(str::trim).filter(|name| !name.is_empty()) {
        if is_plain(named) {
            return None;
        }
        if let Some(syntax) = by_name(named) {
            return not_plain(syntax);
        }
    }
    if let Some(syntax) = filename.and_then(by_filename) {
        return not_plain(syntax);
    }
    by_first_line(text).and_then(not_plain)
}

/// The grammar for a file of this name.
pub(crate) fn by_filename(path: &str) -> Option<&'static SyntaxReference> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if let Some((_, language)) = FILE_NAMES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
    {
        return by_name(language);
    }
    let set = syntaxes();
    if let Some(syntax) = set.find_syntax_by_extension(name) {
        return Some(syntax);
    }
    // `.env.local`, `foo.test.ts`, `Dockerfile.dev`: the last part first, then the first.
    let (first, last) = (name.split('.').next()?, name.rsplit_once('.')?.1);
    by_extension(last).or_else(|| set.find_syntax_by_extension(first))
}

fn by_name(name: &str) -> Option<&'static SyntaxReference> {
    let set = syntaxes();
    let name = name.strip_prefix("language-").unwrap_or(name);
    if let Some((_, known)) = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name))
    {
        return set.find_syntax_by_name(known);
    }
    set.find_syntax_by_token(name)
}

fn by_extension(extension: &str) -> Option<&'static SyntaxReference> {
    let extension = extension.to_ascii_lowercase();
    if let Some((_, language)) = EXTENSIONS.iter().find(|(known, _)| *known == extension) {
        return by_name(language);
    }
    syntaxes().find_syntax_by_extension(&extension)
}

/// A first line longer than this is no shebang and no prolog.
const FIRST_LINE_AT_MOST: usize = 200;

fn by_first_line(text: &str) -> Option<&'static SyntaxReference> {
    let line = text.lines().next()?;
    if line.len() > FIRST_LINE_AT_MOST || !line.starts_with(['#', '<', '%', '{', '-', '/']) {
        return None;
    }
    syntaxes().find_syntax_by_first_line(line)
}

fn is_plain(name: &str) -> bool {
    ["text", "txt", "plain", "plaintext", "none", "raw", "output"]
        .iter()
        .any(|plain| plain.eq_ignore_ascii_case(name))
}

fn not_plain(syntax: &'static SyntaxReference) -> Option<&'static SyntaxReference> {
    (syntax.name != "Plain Text").then_some(syntax)
}

/// Names people write in fences that no grammar lists.
const ALIASES: &[(&str, &str)] = &[
    ("bash", "Bourne Again Shell (bash)"),
    ("c++", "C++"),
    ("c#", "C#"),
    ("console", "Bourne Again Shell (bash)"),
    ("csharp", "C#"),
    ("docker", "Dockerfile"),
    ("dotenv", "DotENV"),
    ("golang", "Go"),
    ("hcl", "Terraform"),
    ("js", "JavaScript (Babel)"),
    ("javascript", "JavaScript (Babel)"),
    ("json5", "JSON"),
    ("jsonc", "JSON"),
    ("jsonl", "JSON"),
    ("jsx", "JavaScript (Babel)"),
    ("make", "Makefile"),
    ("node", "JavaScript (Babel)"),
    ("objc", "Objective-C"),
    ("objective-c", "Objective-C"),
    ("patch", "Diff"),
    ("posh", "PowerShell"),
    ("proto", "Protocol Buffer"),
    ("protobuf", "Protocol Buffer"),
    ("pwsh", "PowerShell"),
    ("shell", "Bourne Again Shell (bash)"),
    ("shell-session", "Bourne Again Shell (bash)"),
    ("shellscript", "Bourne Again Shell (bash)"),
    ("sh", "Bourne Again Shell (bash)"),
    ("tf", "Terraform"),
    ("ts", "TypeScript"),
    ("tsx", "TypeScriptReact"),
    ("vim", "VimL"),
    ("viml", "VimL"),
    ("vimscript", "VimL"),
    ("zsh", "Bourne Again Shell (bash)"),
];

/// Extensions that no grammar lists.
const EXTENSIONS: &[(&str, &str)] = &[
    ("cjs", "js"),
    ("cts", "ts"),
    ("json5", "json"),
    ("jsonc", "json"),
    ("jsonl", "json"),
    ("mjs", "js"),
    ("mts", "ts"),
    ("ndjson", "json"),
];

/// Files whose whole name says what they are.
const FILE_NAMES: &[(&str, &str)] = &[
    ("Cargo.lock", "toml"),
    ("composer.lock", "json"),
    ("Containerfile", "Dockerfile"),
    ("flake.lock", "json"),
    ("Gemfile.lock", "yaml"),
    ("go.sum", "text"),
    ("package-lock.json", "json"),
    ("Pipfile.lock", "json"),
    ("poetry.lock", "toml"),
    ("pnpm-lock.yaml", "yaml"),
    ("uv.lock", "toml"),
    (".babelrc", "json"),
    (".eslintrc", "json"),
    (".prettierrc", "json"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn named(language: Option<&str>, filename: Option<&str>, text: &str) -> &'static str {
        find(language, filename, text).map_or("plain", |syntax| syntax.name.as_str())
    }

    #[test]
    fn a_language_is_known_by_its_usual_names() {
        for (name, expected) in [
            ("rust", "Rust"),
            ("rs", "Rust"),
            ("Python", "Python"),
            ("py", "Python"),
            ("ts", "TypeScript"),
            ("typescript", "TypeScript"),
            ("tsx", "TypeScriptReact"),
            ("js", "JavaScript (Babel)"),
            ("golang", "Go"),
            ("c++", "C++"),
            ("cpp", "C++"),
            ("csharp", "C#"),
            ("sh", "Bourne Again Shell (bash)"),
            ("console", "Bourne Again Shell (bash)"),
            ("yml", "YAML"),
            ("toml", "TOML"),
            ("dockerfile", "Dockerfile"),
            ("sql", "SQL"),
            ("html", "HTML"),
            ("svelte", "Svelte"),
            ("language-json", "JSON"),
            ("kotlin", "Kotlin"),
            ("swift", "Swift"),
            ("diff", "Diff"),
        ] {
            assert_eq!(named(Some(name), None, ""), expected, "{name}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_name() {
        for (path, expected) in [
            ("src/main.rs", "Rust"),
            ("a/b/Dockerfile", "Dockerfile"),
            ("Dockerfile.dev", "Dockerfile"),
            ("Makefile", "Makefile"),
            ("Cargo.lock", "TOML"),
            ("x.test.ts", "TypeScript"),
            ("lib/x.mjs", "JavaScript (Babel)"),
            ("C:\\src\\Main.CS", "C#"),
            ("unknown.zzz", "plain"),
            ("notes.txt", "plain"),
        ] {
            assert_eq!(named(None, Some(path), ""), expected, "{path}");
        }
    }

    #[test]
    fn a_script_is_known_by_its_first_line() {
        assert_eq!(named(None, None, "#!/usr/bin/env python3\nx = 1"), "Python");
        assert_eq!(
            named(None, Some("run"), "#!/bin/bash\nls"),
            "Bourne Again Shell (bash)"
        );
        assert_eq!(named(None, None, "just words"), "plain");
    }

    #[test]
    fn an_unknown_language_is_plain_unless_the_file_name_tells() {
        assert_eq!(named(Some("klingon"), None, ""), "plain");
        assert_eq!(named(Some("klingon"), Some("a.rs"), ""), "Rust");
        assert_eq!(named(Some("text"), Some("a.rs"), ""), "plain");
    }

    #[test]
    fn every_alias_names_a_grammar_we_have() {
        for (alias, name) in ALIASES {
            assert!(
                syntaxes().find_syntax_by_name(name).is_some(),
                "{alias}: {name}"
            );
        }
    }
}
