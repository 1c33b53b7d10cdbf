//! Where the agent runs: its working directory, and the repository and branch that git knows there.

use std::path::Path;
use std::time::Duration;

use loopback_contract::Origin;

use crate::git;

/// How long git may take; an ask does not wait for a slow disk.
const PATIENCE: Duration = Duration::from_secs(1);

/// The origin of a call made now. `session` names this run of the agent.
pub(crate) async fn now(session: &str) -> Origin {
    look(of_session(session)).await
}

/// What is known, and what git says of the directory.
pub(crate) async fn look(known: Origin) -> Origin {
    let cwd = Path::new(&known.cwd);
    let look = async {
        let mut branch = git::git(cwd);
        branch.args(["symbolic-ref", "--quiet", "--short", "HEAD"]);
        tokio::join!(git::top(cwd), git::line(branch))
    };
    let (repository, branch) = tokio::time::timeout(PATIENCE, look)
        .await
        .unwrap_or_default();
    Origin {
        repository: repository.map(|top| top.to_string_lossy().into_owned()),
        branch,
        ..known
    }
}

/// What is known of a session without asking git.
pub(crate) fn of_session(session: &str) -> Origin {
    // A directory that is gone has no name; the agent still is who it is.
    at(&std::env::current_dir().unwrap_or_default(), session)
}

/// The same for an agent that works in this directory.
pub(crate) fn at(cwd: &Path, session: &str) -> Origin {
    Origin {
        cwd: cwd.to_string_lossy().into_owned(),
        repository: None,
        branch: None,
        host: rustix::system::uname()
            .nodename()
            .to_str()
            .ok()
            .map(str::to_owned),
        remote: None,
        session: session.to_owned(),
    }
}

/// What agents call the project they work in.
pub(crate) fn project(origin: &Origin) -> String {
    let root = origin.repository.as_deref().unwrap_or(&origin.cwd);
    let name = Path::new(root).file_name();
    name.map_or_else(
        || root.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}
