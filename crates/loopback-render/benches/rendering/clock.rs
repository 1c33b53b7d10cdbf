//! What a process has used so far, as far as the system tells.

use std::time::{Duration, Instant};

/// The processor time of this process where the system tells it, so that what else runs does not count; else the time
/// of day.
pub(crate) enum Clock {
    Processor(Duration),
    Wall(Instant),
}

impl Clock {
    pub(crate) fn now() -> Self {
        spent().map_or_else(|| Self::Wall(Instant::now()), Self::Processor)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => spent().unwrap_or_default().saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

/// Only Linux has it.
fn spent() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds = told.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// A line of `/proc/self/status` in KiB; only Linux has it.
pub(crate) fn resident(line: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|told| told.strip_prefix(line))?;
    value.trim().trim_end_matches(" kB").parse().ok()
}
