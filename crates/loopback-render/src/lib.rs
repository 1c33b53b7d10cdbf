//! Turns what an agent writes (markdown, code, diffs) into HTML that is safe to put on the page.
//!
//! Everything that comes in is hostile. No class, id, style, name, handler or address of the input survives unless
//! this crate wrote it or checked it; what cannot be shown as markup is shown as text, so that nothing is lost.
//! Every function here is pure but for one thing: highlighting watches the clock and stops when its budget is spent.
//!
//! This crate knows no ask, no page, no disk and no network. It must not learn of them.
//!
//! ```
//! use loopback_render::{Budget, MarkdownOptions, markdown};
//!
//! let text = "**Ship it?** <script>alert(1)</script>";
//! let rendered = markdown(text, &MarkdownOptions::default(), &mut Budget::default());
//! assert_eq!(
//!     rendered.html.as_str(),
//!     "<p data-line=\"1\" data-end=\"1\"><strong>Ship it?</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
//! );
//! assert!(rendered.warnings.is_empty());
//! ```

mod code;
mod compare;
mod diff;
mod guard;
mod hidden;
mod highlight;
mod language;
mod markdown;
mod options;
mod pen;
mod rendered;
mod scopes;
mod source;
mod text;
mod theme;
mod title;

pub use code::{CodeLines, code, code_changes};
pub use diff::{
    Change, Content, DiffFile, DiffLine, DiffLines, DiffModel, Hunk, LineKind, Side, diff,
    diff_changes,
};
pub use markdown::{MarkdownOptions, markdown, markdown_changes};
pub use options::{Budget, CodeOptions, Colour, DiffOptions, Layout};
pub use rendered::{Rendered, SafeHtml, Warning};
pub use theme::{CodeTheme, USUAL_CODE_THEME, code_themes, theme_css};
pub use title::plain_title;
