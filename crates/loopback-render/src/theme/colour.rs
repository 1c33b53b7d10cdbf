//! Colours as numbers: how they mix, and how well one reads on another.
//!
//! Owns the contrast of WCAG 2.2. Knows nothing of what is coloured.

use std::fmt;

/// A colour without transparency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const BLACK: Rgb = Rgb(0, 0, 0);
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// From `#rrggbb`; for constants, so anything else fails to compile.
    pub(crate) const fn hex(text: &str) -> Self {
        const fn digit(byte: u8) -> u8 {
            match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                _ => panic!("no digit"),
            }
        }
        let bytes = text.as_bytes();
        assert!(bytes.len() == 7 && bytes[0] == b'#', "no colour");
        Self(
            digit(bytes[1]) << 4 | digit(bytes[2]),
            digit(bytes[3]) << 4 | digit(bytes[4]),
            digit(bytes[5]) << 4 | digit(bytes[6]),
        )
    }

    /// This colour with `percent` of `other` in it.
    pub(crate) fn mixed(self, other: Self, percent: u16) -> Self {
        let channel = |one: u8, two: u8| {
            let mixed = u16::from(one) * (100 - percent) + u16::from(two) * percent;
            u8::try_from((mixed + 50) / 100).unwrap_or(u8::MAX)
        };
        Self(
            channel(self.0, other.0),
            channel(self.1, other.1),
            channel(self.2, other.2),
        )
    }

    fn luminance(self) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    pub(crate) fn is_dark(self) -> bool {
        self.luminance() < 0.18
    }

    /// From 1 for the same to 21 for black on white.
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The colour nearest to this one that reads on every one of `backgrounds`, which are all dark or all light.
    pub(crate) fn readable_on(self, backgrounds: &[Self]) -> Self {
        let towards = if backgrounds.first().is_some_and(|back| back.is_dark()) {
            WHITE
        } else {
            BLACK
        };
        (0..=100)
            .map(|percent| self.mixed(towards, percent))
            .find(|colour| {
                backgrounds
                    .iter()
                    .all(|back| colour.contrast(*back) >= READABLE)
            })
            .unwrap_or(towards)
    }
}

/// What WCAG 2.2 AA asks of text of any size.
pub(crate) const READABLE: f64 = 4.5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_goes_from_one_to_twenty_one() {
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 0.01);
        assert!((BLACK.contrast(BLACK) - 1.0).abs() < 0.01);
    }

    #[test]
    fn a_colour_that_reads_stays_and_another_goes_no_further_than_it_must() {
        let dark = Rgb::hex("#0d1117");
        assert_eq!(WHITE.readable_on(&[dark]), WHITE);
        let grey = Rgb::hex("#505050").readable_on(&[dark]);
        assert!(grey.contrast(dark) >= READABLE && grey.contrast(dark) < READABLE + 0.3);
        assert_eq!(WHITE.readable_on(&[WHITE]).to_string(), "#757575");
    }
}
