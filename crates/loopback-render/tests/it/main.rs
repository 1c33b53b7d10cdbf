//! What this crate promises to the rest of the program, tried from outside.

mod allowed;
mod attacks;
mod diffs;
mod diffs_by_git;
mod diffs_by_others;
mod diffs_of_history;
mod markdown_shapes;
mod properties;
mod size;
