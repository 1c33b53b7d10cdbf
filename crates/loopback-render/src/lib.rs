//! Turns what an agent writes (markdown, code, diffs) into HTML that is safe to put on the page.
//!
//! Everything that comes in is hostile. No class, id, style, name, handler or address of the input survives unless
//! this crate wrote it or checked it; what cannot be shown as markup is shown as text, so that nothing is lost.
//! Every function here is pure but for one thing: highlighting watches the clock and stops after two seconds.
//!
//! This crate knows no ask, no page, no disk and no network. It must not learn of them.
//!
//! ```
//! use loopback_render::{MarkdownOptions, markdown};
//!
//! let rendered = markdown("**Ship it?** <script>alert(1)</script>", &MarkdownOptions::default());
//! assert_eq!(
//!     rendered.html.as_str(),
//!     "<p><strong>Ship it?</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
//! );
//! assert!(rendered.warnings.is_empty());
//! ```

mod code;
mod diff;
mod guard;
mod hidden;
mod highlight;
mod language;
mod markdown;
mod rendered;
mod scopes;
mod source;
mod text;
mod theme;
mod title;

pub use code::code;
pub use diff::{Change, Content, DiffFile, DiffLine, DiffModel, Hunk, LineKind, diff};
pub use markdown::{MarkdownOptions, markdown};
pub use rendered::{Rendered, SafeHtml, Warning};
pub use theme::theme_css;
pub use title::plain_title;
