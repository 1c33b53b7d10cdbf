//! Dates as they are typed: a year, a month, a day, or a moment.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use loopback_contract::Timestamp;

/// When what was typed begins; nothing if it is no date.
pub(super) fn beginning(typed: &str, zone: &TimeZone) -> Option<Timestamp> {
    match day(typed) {
        Some(day) => Some(day.to_zoned_datetime(zone.clone()).ok()?.timestamp().into()),
        None => typed.parse().ok(),
    }
}

/// `2026`, `2026-11`, `2026-11-30`
fn day(typed: &str) -> Option<Date> {
    let mut numbers = typed.split('-');
    let year = number(numbers.next()?, 4)?;
    let month = numbers.next().map_or(Some(1), |month| number(month, 2));
    let day = numbers.next().map_or(Some(1), |day| number(day, 2));
    let (month, day) = (i8::try_from(month?).ok()?, i8::try_from(day?).ok()?);
    let rest = numbers.next();
    rest.is_none().then(|| Date::new(year, month, day).ok())?
}

fn number(typed: &str, most_digits: usize) -> Option<i16> {
    let digits = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    let whole = typed.len() <= most_digits && (most_digits != 4 || typed.len() == 4);
    (digits && whole).then(|| typed.parse().ok())?
}
