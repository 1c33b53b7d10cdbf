//! How the fuzz targets judge what was rendered: exactly as the tests do.

#[path = "../../tests/it/allowed.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod allowed;

use loopback_render::{Rendered, Warning};

/// Panics where `rendered` is not fit for a page.
pub fn judge(rendered: &Rendered) {
    allowed::assert_safe(rendered.html.as_str());
    for warning in &rendered.warnings {
        assert_ne!(*warning, Warning::NotRendered, "the last resort");
    }
}
