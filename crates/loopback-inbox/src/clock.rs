//! The one place that reads the clock and makes ids.
//!
//! Time here never stands still and never goes back: every [`Clock::tick`] is at least a millisecond
//! after the one before, across restarts too, because the hub seeds the clock with the newest moment
//! its database knows. What the moments and ids are for is not known here.

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
    wall: Arc<Mutex<i64>>,
}

/// What a clock is made of.
trait Source: Send + Sync {
    /// Milliseconds since 1970 began, as the machine believes.
    fn wall(&self) -> i64;

    /// Fills the buffer with bytes nobody can guess.
    fn random(&self, buffer: &mut [u8]);
}

impl Clock {
    /// The machine's clock and the machine's randomness.
    #[must_use]
    pub fn system() -> Self {
        Self::of(Arc::new(System))
    }

    /// A clock that stands at `start` until it is moved, with ids that come out the same every time.
    #[must_use]
    pub fn manual(start: Timestamp) -> (Self, ManualClock) {
        let wall = Arc::new(Mutex::new(start.as_millisecond()));
        let clock = Self::of(Arc::new(Manual {
            wall: Arc::clone(&wall),
            state: AtomicU64::new(0),
        }));
        (clock, ManualClock { wall })
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
    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let mut wall = self.wall.lock().unwrap_or_else(PoisonError::into_inner);
        *wall = wall.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX));
    }

    /// Puts the clock to a moment, earlier ones included.
    pub fn set(&self, to: Timestamp) {
        *self.wall.lock().unwrap_or_else(PoisonError::into_inner) = to.as_millisecond();
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

    fn random(&self, buffer: &mut [u8]) {
        getrandom::fill(buffer).expect("the operating system gives random bytes");
    }
}

/// A clock for tests. Its bytes come from a counter (`SplitMix64`), so they differ and repeat.
struct Manual {
    wall: Arc<Mutex<i64>>,
    state: AtomicU64,
}

impl Source for Manual {
    fn wall(&self) -> i64 {
        *self.wall.lock().unwrap_or_else(PoisonError::into_inner)
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
mod tests {
    use super::*;

    fn at(millisecond: i64) -> Timestamp {
        Timestamp::from_millisecond(millisecond).unwrap()
    }

    #[test]
    fn a_clock_that_stands_still_still_ticks() {
        let (clock, _hand) = Clock::manual(at(1_000));
        assert_eq!(clock.tick(), at(1_000));
        assert_eq!(clock.tick(), at(1_001));
        assert_eq!(clock.tick(), at(1_002));
    }

    #[test]
    fn a_clock_that_steps_back_goes_on_from_its_newest_tick() {
        let (clock, hand) = Clock::manual(at(5_000));
        assert_eq!(clock.tick(), at(5_000));
        hand.set(at(100));
        assert_eq!(clock.tick(), at(5_001));
        assert_eq!(clock.look(), at(5_001));
        hand.advance(Duration::from_secs(10));
        assert_eq!(clock.tick(), at(10_100));
    }

    #[test]
    fn a_seeded_clock_ticks_after_its_seed() {
        let (clock, _hand) = Clock::manual(at(1_000));
        clock.seed(at(9_000));
        assert_eq!(clock.tick(), at(9_001));
        clock.seed(at(50));
        assert_eq!(clock.tick(), at(9_002));
    }

    #[test]
    fn ids_are_version_7_of_their_moment_and_sort_by_it() {
        let (clock, _hand) = Clock::manual(at(1_796_058_213_123));
        let (first, second) = (clock.tick(), clock.tick());
        let (a, b) = (clock.id(first), clock.id(second));
        assert!(a < b, "{a} sorts before {b}");
        let id = uuid::Uuid::parse_str(&a).unwrap();
        assert_eq!(id.get_version_num(), 7);
        let (seconds, nanos) = id.get_timestamp().unwrap().to_unix();
        assert_eq!((seconds, nanos), (1_796_058_213, 123_000_000));
        assert_ne!(clock.id(first), clock.id(first));
    }

    #[test]
    fn secrets_differ_and_have_256_bits() {
        let clock = Clock::system();
        let (a, b) = (clock.secret(), clock.secret());
        assert_ne!(a, b);
        assert_eq!(a.len(), 64);
        assert!(a.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
