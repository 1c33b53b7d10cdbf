//! The one place that reads the clock and makes ids.
//!
//! Time here never stands still and never goes back: every [`Clock::tick`] is at least a millisecond
//! after the one before, across restarts too, because the hub seeds the clock with the newest moment
//! its database knows. What the moments and ids are for is not known here.

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::tz::TimeZone;
use loopback_contract::Timestamp;

/// Where the hub gets its time and its ids from.
#[derive(Clone)]
pub struct Clock {
    source: Arc<dyn Source>,
    newest: Arc<AtomicI64>,
}

/// The hand on a clock that only moves when told to.
#[derive(Debug, Clone)]
pub struct ManualClock {
    hands: Arc<Hands>,
}

/// What a clock that is moved by hand shows.
#[derive(Default)]
struct Hands {
    wall: AtomicI64,
    steady: AtomicI64,
    listeners: Mutex<Vec<Listener>>,
}

/// What is told that a clock was moved.
pub(crate) type Listener = Box<dyn Fn() + Send + Sync>;

/// What a clock is made of.
trait Source: Send + Sync {
    /// Milliseconds since 1970 began, as the machine believes.
    fn wall(&self) -> i64;

    /// Where days begin and end.
    fn zone(&self) -> TimeZone;

    /// Milliseconds since some moment, by a clock that nobody sets and that goes on while the machine
    /// sleeps.
    fn steady(&self) -> i64;

    /// Tells the listener whenever the clock is moved by hand.
    fn on_move(&self, _listener: Listener) {}

    /// Fills the buffer with bytes nobody can guess.
    fn random(&self, buffer: &mut [u8]);
}

impl Clock {
    /// The machine's clock and the machine's randomness.
    #[must_use]
    pub fn system() -> Self {
        Self::of(Arc::new(System))
    }

    /// A clock that stands at `start` until it is moved, in UTC, with ids that come out the same every time.
    #[must_use]
    pub fn manual(start: Timestamp) -> (Self, ManualClock) {
        let hands = Arc::new(Hands::default());
        hands.wall.store(start.as_millisecond(), Ordering::SeqCst);
        let clock = Self::of(Arc::new(Manual {
            hands: Arc::clone(&hands),
            state: AtomicU64::new(0),
        }));
        (clock, ManualClock { hands })
    }

    fn of(source: Arc<dyn Source>) -> Self {
        Self {
            source,
            newest: Arc::new(AtomicI64::new(i64::MIN)),
        }
    }

    /// Makes sure that every tick from now on is after `newest`.
    pub(crate) fn seed(&self, newest: Timestamp) {
        self.newest
            .fetch_max(newest.as_millisecond(), Ordering::SeqCst);
    }

    /// The moment of a commit: now, or a millisecond after the moment before, whichever is later.
    pub(crate) fn tick(&self) -> Timestamp {
        let wall = self.source.wall();
        let after = |newest: i64| wall.max(newest.saturating_add(1));
        let before = self
            .newest
            .update(Ordering::SeqCst, Ordering::SeqCst, after);
        moment(after(before))
    }

    /// The moment to compare deadlines with. It is never before the newest commit.
    pub(crate) fn look(&self) -> Timestamp {
        moment(self.source.wall().max(self.newest.load(Ordering::SeqCst)))
    }

    /// Milliseconds since some moment, for measuring how long something takes: whatever happens to the
    /// machine's idea of the time of day, they go on evenly, also while the machine sleeps.
    pub(crate) fn steady(&self) -> i64 {
        self.source.steady()
    }

    /// Tells the listener whenever the clock is moved by hand, so that nobody sleeps through it.
    pub(crate) fn on_move(&self, listener: Listener) {
        self.source.on_move(listener);
    }

    /// The zone whose days the person means.
    pub(crate) fn zone(&self) -> TimeZone {
        self.source.zone()
    }

    /// A `UUIDv7` of this moment: ids made later sort later, and 74 bits of each are random.
    pub(crate) fn id(&self, now: Timestamp) -> String {
        let mut random = [0; 10];
        self.source.random(&mut random);
        let millisecond = u64::try_from(now.as_millisecond()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millisecond, &random)
            .into_uuid()
            .to_string()
    }

    /// 256 random bits in hex: a name that is a credential.
    pub(crate) fn secret(&self) -> String {
        let mut random = [0; 32];
        self.source.random(&mut random);
        crate::hex::hex(&random)
    }
}

/// A moment so far off that the contract cannot write it is the last one it can.
fn moment(millisecond: i64) -> Timestamp {
    let epoch = Timestamp::from_millisecond(0).unwrap_or_else(|| unreachable!("1970 is a moment"));
    epoch.plus_ms(millisecond)
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").finish_non_exhaustive()
    }
}

impl ManualClock {
    /// What the clock shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        moment(self.hands.wall.load(Ordering::SeqCst))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.hands.pass(by);
        self.hands.put(|wall| wall.saturating_add(by));
    }

    /// Puts the clock to a moment, earlier ones included. Forwards, the time in between passes; back, as
    /// when somebody sets a clock, none does.
    pub fn set(&self, to: Timestamp) {
        let to = to.as_millisecond();
        let passed = to.saturating_sub(self.hands.wall.load(Ordering::SeqCst));
        self.hands.pass(passed.max(0));
        self.hands.put(|_| to);
    }
}

impl Hands {
    fn pass(&self, milliseconds: i64) {
        self.steady.fetch_add(milliseconds, Ordering::SeqCst);
    }

    fn put(&self, to: impl Fn(i64) -> i64) {
        self.wall.update(Ordering::SeqCst, Ordering::SeqCst, to);
        let listeners = self.listeners.lock();
        for listener in &*listeners.unwrap_or_else(PoisonError::into_inner) {
            listener();
        }
    }
}

impl fmt::Debug for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hands").finish_non_exhaustive()
    }
}

struct System;

impl Source for System {
    fn wall(&self) -> i64 {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is where the clock is read, and nowhere else"
        )]
        let now = std::time::SystemTime::now();
        match now.duration_since(std::time::UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
            Err(_) => 0,
        }
    }

    fn zone(&self) -> TimeZone {
        TimeZone::system()
    }

    fn steady(&self) -> i64 {
        #[cfg(target_os = "linux")]
        let clock = rustix::time::ClockId::Boottime;
        // Elsewhere the plain one goes on while the machine sleeps.
        #[cfg(not(target_os = "linux"))]
        let clock = rustix::time::ClockId::Monotonic;
        let now = rustix::time::clock_gettime(clock);
        now.tv_sec
            .saturating_mul(1_000)
            .saturating_add(now.tv_nsec / 1_000_000)
    }

    fn random(&self, buffer: &mut [u8]) {
        getrandom::fill(buffer).expect("the operating system gives random bytes");
    }
}

/// A clock for tests. Its bytes come from a counter (`SplitMix64`), so they differ and repeat.
struct Manual {
    hands: Arc<Hands>,
    state: AtomicU64,
}

impl Source for Manual {
    fn wall(&self) -> i64 {
        self.hands.wall.load(Ordering::SeqCst)
    }

    fn steady(&self) -> i64 {
        self.hands.steady.load(Ordering::SeqCst)
    }

    fn on_move(&self, listener: Listener) {
        let listeners = self.hands.listeners.lock();
        listeners
            .unwrap_or_else(PoisonError::into_inner)
            .push(listener);
    }

    fn zone(&self) -> TimeZone {
        TimeZone::UTC
    }

    fn random(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            let step = self
                .state
                .fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::SeqCst);
            let mut mixed = (step ^ (step >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_be_bytes()[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests;
