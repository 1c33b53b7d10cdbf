//! The session of an agent whose client starts one bridge for itself and hooks beside it: both are the same agent, and
//! know each other by the process that started them.

use std::fs;

use rustix::process::getppid;

/// In the environment of the servers that Claude Code starts, and of nothing else it starts.
const STARTED_BY_CLAUDE_CODE: &str = "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS";

/// The session of the client that started this bridge, if it is one whose hooks are to know it.
pub(crate) fn of_client() -> Option<String> {
    std::env::var_os(STARTED_BY_CLAUDE_CODE)?;
    of_process(getppid()?.as_raw_nonzero().get())
}

/// The session of the client that is this process. The same in the bridge and in every hook it starts, and another once the
/// process is another, though its number may come again. `None` where the system does not tell when processes began.
pub(crate) fn of_process(process: i32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(format!(
        "{}.{process}.{}",
        boot.trim(),
        field(&stat, STARTED)?
    ))
}

/// The process that started this one, if it is known.
pub(crate) fn parent_of(process: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    field(&stat, PARENT)?
        .parse()
        .ok()
        .filter(|parent| *parent > 1)
}

/// Places in `/proc/N/stat` after the program's name, which may hold anything.
const PARENT: usize = 1;
const STARTED: usize = 19;

fn field(stat: &str, index: usize) -> Option<&str> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_a_process_are_found_whatever_its_name_is() {
        let fields: Vec<_> = (2..40).map(|n| n.to_string()).collect();
        let stat = format!("10 (a) b (c) S {}", fields.join(" "));
        assert_eq!(field(&stat, PARENT), Some("2"));
        assert_eq!(field(&stat, STARTED), Some("20"));
        assert_eq!(field("10 (cut", STARTED), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_one_session_and_its_parent_another() {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        let session = of_process(own).unwrap();
        assert_eq!(of_process(own), Some(session.clone()));
        let parent = parent_of(own).unwrap();
        assert_ne!(of_process(parent), Some(session));
    }
}
