//! What is not taken, and how it is told.

use super::samples::{drawn, webp, webp_chunk};
use super::*;

#[test]
fn a_picture_of_another_type_than_declared_is_refused_and_so_is_none_at_all() {
    for (bytes, declared) in [
        (drawn(ImageFormat::Png), ImageType::Jpeg),
        (drawn(ImageFormat::Jpeg), ImageType::Png),
        (drawn(ImageFormat::Gif), ImageType::Webp),
        (drawn(ImageFormat::WebP), ImageType::Gif),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            ImageType::Png,
        ),
        (Vec::new(), ImageType::Gif),
    ] {
        assert_eq!(refused(bytes, declared), "upload.wrong_type");
    }
}

#[test]
fn a_picture_that_is_cut_off_anywhere_is_refused() {
    for (format, declared) in [
        (ImageFormat::Png, ImageType::Png),
        (ImageFormat::Jpeg, ImageType::Jpeg),
        (ImageFormat::WebP, ImageType::Webp),
        (ImageFormat::Gif, ImageType::Gif),
    ] {
        let whole = drawn(format);
        for length in 16..whole.len() {
            assert_eq!(
                refused(whole[..length].to_vec(), declared),
                "upload.not_an_image",
                "{declared} of {length} bytes"
            );
        }
    }
}

#[test]
fn pixels_are_counted_before_anything_is_decoded() {
    // Each says it is large and holds nothing, so only the count can refuse it by this name.
    let mut png = drawn(ImageFormat::Png);
    png[16..20].copy_from_slice(&10_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&5_001_u32.to_be_bytes());
    assert_eq!(refused(png, ImageType::Png), "upload.too_many_pixels");

    let mut jpeg = drawn(ImageFormat::Jpeg);
    let frame = jpeg
        .windows(2)
        .position(|window| window == [0xff, 0xc0])
        .unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(refused(jpeg, ImageType::Jpeg), "upload.too_many_pixels");

    let huge = webp_chunk(*b"VP8X", &[0, 0, 0, 0, 255, 255, 0, 255, 255, 0]);
    assert_eq!(
        refused(
            webp(&[&huge, &drawn(ImageFormat::WebP)[12..]]),
            ImageType::Webp
        ),
        "upload.too_many_pixels"
    );

    let mut gif = drawn(ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(refused(gif, ImageType::Gif), "upload.too_many_pixels");
}

#[test]
fn the_pixels_of_all_frames_count_together() {
    let frame = [0x2c, 0, 0, 0, 0, 0xe8, 3, 0xe8, 3, 0, 2, 1, 0, 0];
    let gif = |frames: usize| {
        let header = *b"GIF89a\xe8\x03\xe8\x03\0\0\0";
        [&header[..], &frame.repeat(frames), &[0x3b]].concat()
    };
    assert_eq!(gif::walk(&gif(50)).unwrap().pixels(), 50_000_000);
    assert_eq!(refused(gif(51), ImageType::Gif), "upload.too_many_pixels");

    let header = webp_chunk(*b"VP8X", &[2, 0, 0, 0, 0xe7, 3, 0, 0xe7, 3, 0]);
    let frames = webp_chunk(*b"ANMF", &[0; 16]).repeat(51);
    assert_eq!(
        refused(webp(&[&header, &frames]), ImageType::Webp),
        "upload.too_many_pixels"
    );
}
