//! Clocks that stand, go back and are moved by hand.

use std::sync::atomic::AtomicUsize;

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

#[test]
fn time_passes_steadily_also_for_a_clock_that_is_set_back() {
    let (clock, hand) = Clock::manual(at(10_000));
    let began = clock.steady();
    hand.advance(Duration::from_secs(2));
    hand.set(at(1_000));
    assert_eq!(clock.steady() - began, 2_000);
    hand.set(at(4_000));
    assert_eq!(clock.steady() - began, 5_000);
    let machine = Clock::system();
    let before = machine.steady();
    assert!(machine.steady() >= before);
}

#[test]
fn whoever_sleeps_until_a_moment_hears_when_the_clock_is_moved() {
    let (clock, hand) = Clock::manual(at(0));
    let heard = Arc::new(AtomicUsize::new(0));
    let listener = Arc::clone(&heard);
    clock.on_move(Box::new(move || {
        listener.fetch_add(1, Ordering::SeqCst);
    }));
    hand.advance(Duration::from_secs(1));
    hand.set(at(0));
    assert_eq!(heard.load(Ordering::SeqCst), 2);
}
