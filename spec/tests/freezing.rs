//! What is generated follows the contract, and a revision that has shipped stays as it is.

use std::fs;
use std::path::{Path, PathBuf};

use loopback_spec::Error;
use tempfile::TempDir;

/// A copy of everything the generator reads and writes.
fn workspace() -> TempDir {
    let here = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let copy = tempfile::tempdir().expect("a folder");
    for name in [
        "spec/main.tsp",
        "spec/openapi/1.json",
        "spec/openapi/2.json",
        "revisions/frozen",
    ] {
        let target = copy.path().join(name);
        fs::create_dir_all(target.parent().expect("a parent")).expect("a folder");
        fs::copy(here.join(name), target).expect("a copy");
    }
    loopback_spec::write_from_openapi(copy.path()).expect("generated files");
    copy
}

fn edit(root: &Path, name: &str, from: &str, to: &str) {
    let path = root.join(name);
    let text = fs::read_to_string(&path).expect("the file");
    assert!(text.contains(from), "{name} holds {from}");
    fs::write(path, text.replace(from, to)).expect("written");
}

fn stale(root: &Path) -> Vec<PathBuf> {
    match loopback_spec::check(root) {
        Ok(()) => Vec::new(),
        Err(Error::Stale(paths)) => paths,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_was_just_written_is_up_to_date() {
    let workspace = workspace();
    assert_eq!(stale(workspace.path()), Vec::<PathBuf>::new());
    assert_eq!(
        loopback_spec::write_from_openapi(workspace.path()).unwrap(),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_contract_that_was_edited_and_not_generated_again_is_caught_without_node() {
    let workspace = workspace();
    edit(
        workspace.path(),
        "spec/main.tsp",
        "model MarkdownBlock",
        "model  MarkdownBlock",
    );
    let stale = stale(workspace.path());
    assert!(stale.contains(&PathBuf::from("crates/loopback-contract/src/generated.rs")));
    assert!(stale.contains(&PathBuf::from("ui/src/contract.ts")));
}

#[test]
fn generated_code_that_was_edited_is_caught() {
    let workspace = workspace();
    let name = "ui/src/contract.ts";
    edit(
        workspace.path(),
        name,
        "outcome: \"approved\"",
        "outcome: \"accepted\"",
    );
    assert_eq!(stale(workspace.path()), [PathBuf::from(name)]);
}

#[test]
fn the_newest_revision_may_change_until_it_is_frozen() {
    let workspace = workspace();
    edit(
        workspace.path(),
        "spec/openapi/2.json",
        "\"maxLength\": 1000",
        "\"maxLength\": 900",
    );
    loopback_spec::write_from_openapi(workspace.path()).unwrap();

    loopback_spec::freeze(workspace.path(), 2).unwrap();
    edit(
        workspace.path(),
        "spec/openapi/2.json",
        "\"maxLength\": 900",
        "\"maxLength\": 800",
    );
    let refused = loopback_spec::write_from_openapi(workspace.path());
    assert!(matches!(refused, Err(Error::Shipped(2))), "{refused:?}");
}

#[test]
fn words_may_be_mended_in_a_frozen_revision() {
    let workspace = workspace();
    edit(
        workspace.path(),
        "spec/openapi/1.json",
        "\"description\": \"",
        "\"description\": \"Well: ",
    );
    loopback_spec::check(workspace.path()).unwrap();
}

#[test]
fn a_frozen_revision_is_never_frozen_again() {
    let workspace = workspace();
    assert!(matches!(
        loopback_spec::freeze(workspace.path(), 1),
        Err(Error::Frozen(1))
    ));
    loopback_spec::freeze(workspace.path(), 2).unwrap();
    assert!(matches!(
        loopback_spec::freeze(workspace.path(), 2),
        Err(Error::Frozen(2))
    ));
}

#[test]
fn revisions_are_frozen_in_order_and_only_those_there_are() {
    let workspace = workspace();
    assert!(matches!(
        loopback_spec::freeze(workspace.path(), 3),
        Err(Error::NotNext(3))
    ));
    fs::remove_file(workspace.path().join("revisions/frozen")).unwrap();
    assert!(matches!(
        loopback_spec::freeze(workspace.path(), 2),
        Err(Error::NotNext(2))
    ));
    loopback_spec::freeze(workspace.path(), 1).unwrap();
}

#[test]
fn a_list_of_frozen_revisions_that_cannot_be_read_stops_everything() {
    let workspace = workspace();
    fs::write(workspace.path().join("revisions/frozen"), "one\n").unwrap();
    let refused = loopback_spec::generate(workspace.path());
    assert!(matches!(refused, Err(Error::FrozenList(1))), "{refused:?}");
}

#[test]
fn without_an_emitted_contract_the_way_to_one_is_named() {
    let workspace = workspace();
    for revision in ["1", "2"] {
        fs::remove_file(
            workspace
                .path()
                .join(format!("spec/openapi/{revision}.json")),
        )
        .unwrap();
    }
    let refused = loopback_spec::check(workspace.path()).unwrap_err();
    assert!(
        refused.to_string().ends_with("run `cargo xtask gen`"),
        "{refused}"
    );
}
