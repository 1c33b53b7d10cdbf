//! What runs the commands that do one thing and end.

use anyhow::Context as _;
use tokio::runtime::{Builder, Runtime};

/// Everything on the thread that waits for it: such a command starts none.
pub(crate) fn small() -> anyhow::Result<Runtime> {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")
}
