//! Lets Tauri read its configuration and icons at build time.

fn main() {
    tauri_build::build();
}
