//! The committed files are what the contract says, and revision 1 is what it always was.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn the_committed_files_are_what_the_contract_generates() {
    loopback_spec::check(root()).unwrap();
}

#[test]
fn revision_1_has_the_shape_it_began_with() {
    let files = loopback_spec::generate(root()).unwrap();
    let (_, shape) = files
        .iter()
        .find(|(path, _)| path == Path::new("revisions/1.json"))
        .unwrap();
    assert_eq!(shape, include_str!("r1-shape.json"));
}
