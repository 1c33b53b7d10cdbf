//! Ends a headless server of the same user, so that the desktop app can serve in its place.
//!
//! The lock file names a process, but a file can be stale or wrong; the kernel's word on who holds
//! the other end of `agent.sock` cannot. Only a process both agree on is ended.

use std::path::Path;
use std::time::Duration;

use loopback_inbox::Holder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::mcp;

/// How long a headless server has to commit and go: it promises 5 seconds.
const PATIENCE: Duration = Duration::from_secs(8);

/// Why a headless server could not be ended.
#[derive(Debug, thiserror::Error)]
pub enum TakeoverError {
    /// No server answers on the agents' socket, or it is another one than the lock file names.
    #[error(
        "process {pid} holds the inbox but could not be recognised as Loopback; end it and start again"
    )]
    Unrecognised {
        /// The process that the lock file names.
        pid: u32,
    },
    /// The system refused the signal.
    #[error("process {pid} serves the inbox and could not be ended: {error}")]
    Signal {
        /// The process that serves the inbox.
        pid: u32,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The server did not end in time.
    #[error("process {pid} serves the inbox and did not end within 8 seconds")]
    Stuck {
        /// The process that serves the inbox.
        pid: u32,
    },
}

/// Ends the headless server that holds `data_dir`, and returns once its process is gone.
///
/// A server that is already gone is no error.
///
/// # Errors
///
/// When the process cannot be recognised, signalled, or does not end.
pub async fn end_headless(data_dir: &Path, holder: &Holder) -> Result<(), TakeoverError> {
    let pid = holder.pid;
    let process = recognise(data_dir, pid).await?;
    let refused = |error: rustix::io::Errno| TakeoverError::Signal {
        pid,
        error: error.into(),
    };
    // The descriptor stands for this very process, even if its number is given to another.
    let handle = match pidfd_open(process, PidfdFlags::empty()) {
        Ok(handle) => handle,
        Err(rustix::io::Errno::SRCH) => return Ok(()),
        Err(error) => return Err(refused(error)),
    };
    match pidfd_send_signal(&handle, Signal::TERM) {
        Ok(()) => {}
        Err(rustix::io::Errno::SRCH) => return Ok(()),
        Err(error) => return Err(refused(error)),
    }
    let ended = tokio::task::spawn_blocking(move || has_ended(&handle));
    match ended.await.map_err(|error| TakeoverError::Signal {
        pid,
        error: error.into(),
    })? {
        Ok(true) => Ok(()),
        Ok(false) => Err(TakeoverError::Stuck { pid }),
        Err(error) => Err(refused(error)),
    }
}

/// Whether the process ends before our patience does. A handle becomes readable when it has.
fn has_ended(process: &OwnedFd) -> rustix::io::Result<bool> {
    let patience = Timespec::try_from(PATIENCE).map_err(|_| rustix::io::Errno::INVAL)?;
    let mut ends = [PollFd::new(process, PollFlags::IN)];
    loop {
        match poll(&mut ends, Some(&patience)) {
            Err(rustix::io::Errno::INTR) => {}
            polled => return polled.map(|ready| ready > 0),
        }
    }
}

async fn recognise(data_dir: &Path, pid: u32) -> Result<Pid, TakeoverError> {
    let unrecognised = || TakeoverError::Unrecognised { pid };
    let stream = mcp::connect(data_dir).await.map_err(|_| unrecognised())?;
    let peer = stream.peer_cred().ok().and_then(|peer| peer.pid());
    let process = peer.and_then(Pid::from_raw).ok_or_else(unrecognised)?;
    if u32::try_from(process.as_raw_nonzero().get()) == Ok(pid) {
        Ok(process)
    } else {
        Err(unrecognised())
    }
}
