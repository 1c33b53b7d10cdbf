//! Notices that the process which started this one has died.
//!
//! The system's own signal for this comes when the starting *thread* ends, which in many clients is
//! long before the client does. So the parent is watched by a descriptor, or where there is none, by
//! looking whether this process has another parent now.

use std::time::Duration;

use rustix::process::{Pid, getppid};

/// How often to look where the parent cannot be watched.
const EVERY: Duration = Duration::from_millis(250);

/// Ready when whoever is the parent now has died. Never, if there is none that could be known.
pub(super) fn death() -> impl Future<Output = ()> {
    let parent = getppid();
    async move {
        let Some(parent) = parent else {
            return std::future::pending().await;
        };
        if watch(parent).await.is_none() {
            while getppid() == Some(parent) {
                tokio::time::sleep(EVERY).await;
            }
        }
    }
}

#[cfg(target_os = "linux")]
async fn watch(parent: Pid) -> Option<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{PidfdFlags, pidfd_open};

    let descriptor = pidfd_open(parent, PidfdFlags::empty()).ok()?;
    if getppid() != Some(parent) {
        return Some(());
    }
    let (died, death) = tokio::sync::oneshot::channel();
    // A thread of its own, which ends with the process: it may sleep for as long as that lives.
    std::thread::spawn(move || {
        let mut descriptors = [PollFd::new(&descriptor, PollFlags::IN)];
        if poll(&mut descriptors, None).is_ok() {
            let _ = died.send(());
        }
    });
    death.await.ok()
}

#[cfg(not(target_os = "linux"))]
async fn watch(_parent: Pid) -> Option<()> {
    None
}
