//! The shapes of documents that are measured: ordinary ones, and the slowest that were found.

use loopback_render::{Budget, Colour, Rendered};

use crate::documents::{fence, fill, many_fences, patch, prose, repetitive, source, varied};
use crate::renderers::{
    as_changes, as_cpp, as_diff, as_html, as_javascript, as_line_now, as_markdown,
    as_markdown_source, as_other_code, as_reversed_code, as_rust, as_shell, as_split_diff, as_sql,
    as_typescript, as_yaml,
};

/// Renders a text in full colour or none.
pub(crate) type Render = fn(&str, Colour, &mut Budget) -> Rendered;

/// A kind of document: its name, how it is made up to a size in bytes, how it is rendered.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// The ordinary document it is compared with in full colour; itself where it is one.
    pub(crate) ordinary: &'static str,
    pub(crate) make: fn(usize) -> String,
    pub(crate) render: Render,
}

pub(crate) const SHAPES: &[Shape] = &[
    shape("markdown", "markdown", prose, as_markdown),
    shape("code", "code", source, as_rust),
    shape("diff", "diff", patch, as_diff),
    shape("diff-split", "diff", patch, as_split_diff),
    shape("diff-changes", "diff", patch, as_changes),
    shape("md-code-fence", "code", fence, as_markdown),
    shape("md-many-fences", "code", many_fences, as_markdown),
    shape(
        "md-links",
        "markdown",
        |size| fill(size, "[a](https://a.example/x) https://b.example "),
        as_markdown,
    ),
    shape(
        "md-emphasis",
        "markdown",
        |size| fill(size, "*a **b _c "),
        as_markdown,
    ),
    shape(
        "md-brackets",
        "markdown",
        |size| fill(size, "[a][b](c"),
        as_markdown,
    ),
    shape(
        "md-table",
        "markdown",
        |size| format!("|a|b|\n|-|-|\n{}", fill(size, "|x|*y*|\n")),
        as_markdown,
    ),
    shape(
        "md-quotes",
        "markdown",
        |size| fill(size, "> > > - a\n\n"),
        as_markdown,
    ),
    shape(
        "md-raw-tables",
        "markdown",
        |size| fill(size, "\u{200b}<table>x\n>a*b*"),
        as_markdown,
    ),
    shape(
        "md-controls",
        "markdown",
        |size| fill(size, "\u{1b}\"\0 "),
        as_markdown,
    ),
    shape(
        "md-note-links",
        "markdown",
        |size| format!("{}\n\n[^1]: a\n", fill(size, "[^1]")),
        as_markdown,
    ),
    shape(
        "md-html",
        "markdown",
        |size| fill(size, "<b><i>x</i></b><!-- y --><div>\n\n"),
        as_markdown,
    ),
    shape(
        "md-entities",
        "markdown",
        |size| fill(size, "&amp;&lt;&#x41;&nbsp;"),
        as_markdown,
    ),
    shape(
        "md-hidden",
        "markdown",
        |size| fill(size, "a\u{200b}b\u{202e}p\u{430}y "),
        as_markdown,
    ),
    shape(
        "md-footnotes",
        "markdown",
        |size| fill(size, "a[^1] b[^2]\n\n[^1]: c\n\n"),
        as_markdown,
    ),
    shape(
        "code-short-lines",
        "code",
        |size| varied(size, "x\n"),
        as_rust,
    ),
    shape("code-empty-lines", "code", |size| fill(size, "\n"), as_rust),
    shape(
        "code-long-lines",
        "code",
        |size| varied(size, &format!("{}\n", "a(b[c]);".repeat(450))),
        as_rust,
    ),
    shape(
        "code-one-line",
        "code",
        |size| fill(size, "let x = 1; "),
        as_rust,
    ),
    shape(
        "code-brackets",
        "code",
        |size| varied(size, &format!("{}\n", "(".repeat(99))),
        as_rust,
    ),
    shape(
        "code-tokens",
        "code",
        |size| varied(size, "1+a-\"b\"*c;\n"),
        as_rust,
    ),
    shape(
        "code-hidden",
        "code",
        |size| fill(size, "\u{200b}a\u{202e}\n"),
        as_rust,
    ),
    shape(
        "code-javascript",
        "code",
        |size| {
            varied(
                size,
                "const f = async (a) => { return `x ${a[0] / 2}`.replace(/[a-z]+/g, ''); };\n",
            )
        },
        as_javascript,
    ),
    shape(
        "code-typescript",
        "code",
        |size| {
            varied(
                size,
                "export type F<T extends A> = { [K in keyof T]?: (a: T[K]) => Promise<void> };\n",
            )
        },
        as_typescript,
    ),
    shape(
        "code-regexes",
        "code",
        |size| varied(size, &format!("/{}/;\n", "(a|b)*[^c]".repeat(20))),
        as_javascript,
    ),
    shape("code-markdown", "code", prose, as_markdown_source),
    shape(
        "code-markdown-brackets",
        "code",
        |size| varied(size, &format!("{}\n", "[a](b *c _d `e ".repeat(60))),
        as_markdown_source,
    ),
    shape(
        "code-html",
        "code",
        |size| varied(size, "<a href=\"x\" onclick='y()'>z &amp; <b>c</b></a>\n"),
        as_html,
    ),
    shape(
        "code-cpp",
        "code",
        |size| {
            varied(
                size,
                "template <class T> std::vector<std::pair<int, T>> f(const T& a) { return {{1, a}}; }\n",
            )
        },
        as_cpp,
    ),
    shape(
        "code-shell",
        "code",
        |size| {
            varied(
                size,
                "for f in \"${a[@]}\"; do echo \"$(cat \"$f\" | sed 's/a/b/')\"; done\n",
            )
        },
        as_shell,
    ),
    shape(
        "code-yaml",
        "code",
        |size| varied(size, "- a: {b: [c, \"d\"], e: 'f'} # g\n"),
        as_yaml,
    ),
    shape(
        "code-sql",
        "code",
        |size| {
            varied(
                size,
                "SELECT a, COUNT(*) FROM b JOIN c ON b.d = c.d WHERE e LIKE 'f%' GROUP BY a;\n",
            )
        },
        as_sql,
    ),
    shape(
        "diff-all-changed",
        "diff",
        |size| {
            format!(
                "@@ -1,99999 +1,99999 @@\n{}{}",
                fill(size / 2, "-a b c d\n"),
                fill(size / 2, "+a b e d\n")
            )
        },
        as_diff,
    ),
    shape(
        "diff-alternating",
        "diff",
        |size| {
            format!(
                "@@ -1,99999 +1,99999 @@\n{}",
                fill(size, "-let a = b;\n+let a = c;\n")
            )
        },
        as_diff,
    ),
    shape(
        "diff-unpaired",
        "diff",
        |size| {
            format!(
                "@@ -1,99999 +1,99999 @@\n{}",
                fill(
                    size,
                    &format!(
                        "{}{}",
                        "-a b c d e f\n".repeat(23),
                        "+a c e b d g\n".repeat(24)
                    )
                )
            )
        },
        as_diff,
    ),
    shape(
        "diff-many-words",
        "diff",
        |size| {
            format!(
                "@@ -1,99999 +1,99999 @@\n{}",
                fill(
                    size,
                    &format!("-{}\n+{}\n", "a b c ".repeat(60), "b a d ".repeat(60))
                )
            )
        },
        as_diff,
    ),
    shape(
        "diff-many-hunks",
        "diff",
        |size| {
            format!(
                "--- a/x.rs\n+++ b/x.rs\n{}",
                fill(size, "@@ -1 +1 @@\n-a\n+b\n")
            )
        },
        as_diff,
    ),
    shape(
        "diff-many-files",
        "diff",
        |size| fill(size, "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-a\n+b\n"),
        as_diff,
    ),
    shape(
        "diff-headers",
        "diff",
        |size| fill(size, "diff --git a/x b/x\n"),
        as_diff,
    ),
    shape(
        "diff-coloured",
        "diff",
        |size| {
            fill(
                size,
                "\u{1b}[1m--- a/x\u{1b}[m\n\u{1b}[1m+++ b/x\u{1b}[m\n\u{1b}[36m@@ -1 +1 @@\u{1b}[m\n\u{1b}[31m-a\u{1b}[m\n\u{1b}[32m+b\u{1b}[m\n",
            )
        },
        as_diff,
    ),
    shape(
        "diff-none",
        "diff",
        |size| fill(size, "+a\n-b\nc\n"),
        as_diff,
    ),
    shape(
        "changes-nothing-alike",
        "diff",
        |size| fill(size, "let a = b;\n"),
        as_other_code,
    ),
    shape("changes-repetitive", "diff", repetitive, as_reversed_code),
    shape(
        "changes-many-files",
        "diff",
        |size| fill(size, "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-a\n+b\n"),
        as_changes,
    ),
    shape("line-now", "diff", patch, as_line_now),
];

const fn shape(
    name: &'static str,
    ordinary: &'static str,
    make: fn(usize) -> String,
    render: Render,
) -> Shape {
    Shape {
        name,
        ordinary,
        make,
        render,
    }
}
