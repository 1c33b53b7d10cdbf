//! Data directories as they should not be.

use std::fs::Permissions;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use super::*;

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn data_dir() -> (tempfile::TempDir, std::path::PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("inbox");
    open(&path).unwrap();
    (temp, path)
}

fn sentence(path: &Path) -> String {
    open(path).unwrap_err().to_string()
}

#[test]
fn a_missing_directory_is_made_for_its_owner_alone() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("a/b/inbox");
    let dir = open(&path).unwrap();
    for made in [&path, &dir.files()] {
        let mode = fs::metadata(made).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode, 0o700, "{}", made.display());
    }
}

#[test]
fn a_directory_open_to_others_is_refused_with_the_command_that_mends_it() {
    let (_temp, path) = data_dir();
    mode(&path, 0o755);
    let sentence = sentence(&path);
    assert!(sentence.contains("has mode 0755"), "{sentence}");
    assert!(
        sentence.ends_with(&format!("chmod 700 '{}'", path.display())),
        "{sentence}"
    );
    mode(&path, 0o700);
    open(&path).unwrap();
}

#[test]
fn a_file_open_to_others_is_refused_in_the_directory_and_among_the_images() {
    for name in ["inbox.db", "agent-token", "files/0193"] {
        let (_temp, path) = data_dir();
        let file = path.join(name);
        fs::write(&file, "x").unwrap();
        mode(&file, 0o640);
        let sentence = sentence(&path);
        assert!(sentence.contains("has mode 0640"), "{sentence}");
        assert!(
            sentence.ends_with(&format!("chmod 600 '{}'", file.display())),
            "{sentence}"
        );
        mode(&file, 0o600);
        open(&path).unwrap();
    }
}

#[test]
fn a_file_its_owner_cannot_write_is_refused() {
    let (_temp, path) = data_dir();
    fs::write(path.join("inbox.db"), "x").unwrap();
    mode(&path.join("inbox.db"), 0o400);
    assert!(sentence(&path).contains("has mode 0400"));
}

#[test]
fn somebody_elses_directory_is_refused() {
    let (_temp, path) = data_dir();
    let error = open_as(&path, own_uid() + 1).unwrap_err();
    assert!(
        matches!(error, StartError::Unsafe { fault: Fault::Owner(uid), .. } if uid == own_uid())
    );
    assert!(error.to_string().contains("sudo chown"), "{error}");
}

#[test]
fn a_symbolic_link_is_refused_wherever_it_stands() {
    let (_temp, path) = data_dir();
    for name in ["inbox.db", "lock", "files/0193"] {
        let link = path.join(name);
        symlink("/dev/null", &link).unwrap();
        let error = open(&path).unwrap_err();
        assert!(
            matches!(&error, StartError::Unsafe { fault: Fault::Symlink, path } if *path == link),
            "{error}"
        );
        fs::remove_file(&link).unwrap();
    }
    fs::remove_dir(path.join("files")).unwrap();
    symlink("/tmp", path.join("files")).unwrap();
    assert!(sentence(&path).contains("is a symbolic link"));
}

#[test]
fn a_data_directory_that_is_a_symbolic_link_is_refused() {
    let (temp, path) = data_dir();
    let link = temp.path().join("link");
    symlink(&path, &link).unwrap();
    assert!(sentence(&link).contains("is a symbolic link"));
}

#[test]
fn a_named_pipe_is_refused_and_not_waited_for() {
    let (_temp, path) = data_dir();
    let pipe = path.join("inbox.db");
    let made = std::process::Command::new("mkfifo")
        .arg("-m")
        .arg("600")
        .arg(&pipe)
        .status();
    assert!(made.unwrap().success());
    assert!(sentence(&path).contains("is a named pipe"));
}

#[test]
fn a_socket_has_its_place_in_the_directory() {
    let (_temp, path) = data_dir();
    let _socket = UnixListener::bind(path.join("agent.sock")).unwrap();
    open(&path).unwrap();
}

#[test]
fn a_file_where_the_directory_should_be_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("inbox");
    fs::write(&path, "x").unwrap();
    assert!(sentence(&path).contains("is not a directory"));
}

#[test]
fn a_path_with_a_quote_in_it_stays_one_word_of_the_command() {
    assert_eq!(quoted(Path::new("/a'b c")), r"'/a'\''b c'");
}
