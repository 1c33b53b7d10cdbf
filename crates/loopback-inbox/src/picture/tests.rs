//! Pictures as encoders write them, with and without metadata, whole and broken.

mod metadata;
mod refusals;
mod samples;

use std::io::Cursor as Seek;

use ::image::{ImageFormat, RgbImage};
use proptest::prelude::*;

use super::*;
use samples::{animated_gif, apng, drawn};

#[track_caller]
fn stays(bytes: &[u8], format: ImageType) {
    let clean = cleaned(bytes.to_vec().into(), format).unwrap();
    assert_eq!(clean, bytes);
}

#[track_caller]
fn refused(bytes: Vec<u8>, format: ImageType) -> &'static str {
    let refusal = cleaned(bytes.into(), format).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Unfit);
    refusal.code
}

#[test]
fn a_long_strip_is_taken_as_long_as_its_pixels_are_few() {
    for (format, declared) in [
        (ImageFormat::Png, ImageType::Png),
        (ImageFormat::Jpeg, ImageType::Jpeg),
    ] {
        let mut bytes = Seek::new(Vec::new());
        RgbImage::new(4, 20_000)
            .write_to(&mut bytes, format)
            .unwrap();
        stays(&bytes.into_inner(), declared);
    }
}

proptest! {
    #[test]
    fn no_damage_makes_a_walker_panic_and_what_is_clean_stays_so(
        which in 0..6_usize,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let (mut bytes, declared) = match which {
            0 => (drawn(ImageFormat::Png), ImageType::Png),
            1 => (drawn(ImageFormat::Jpeg), ImageType::Jpeg),
            2 => (drawn(ImageFormat::WebP), ImageType::Webp),
            3 => (drawn(ImageFormat::Gif), ImageType::Gif),
            4 => (animated_gif(3), ImageType::Gif),
            _ => (apng(), ImageType::Png),
        };
        for (place, value) in edits {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Ok(clean) = cleaned(bytes.into(), declared) {
            prop_assert_eq!(cleaned(clean.clone(), declared), Ok(clean));
        }
    }

    #[test]
    fn no_bytes_make_a_walker_panic(tail in proptest::collection::vec(any::<u8>(), 0..400)) {
        let starts = [
            (png::SIGNATURE, ImageType::Png),
            (&[0xff, 0xd8, 0xff][..], ImageType::Jpeg),
            (b"RIFF\x40\x00\x00\x00WEBP", ImageType::Webp),
            (b"GIF89a", ImageType::Gif),
        ];
        for (start, declared) in starts {
            let _ = cleaned([start, &tail].concat().into(), declared);
        }
    }
}
