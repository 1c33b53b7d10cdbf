//! Pictures as encoders write them, with and without metadata, whole and broken.

use std::io::Cursor as Seek;

use ::image::codecs::gif::GifEncoder;
use ::image::{Delay, Frame, ImageFormat, RgbImage, RgbaImage};
use proptest::prelude::*;

use super::*;

/// What no picture may carry into the inbox.
const SECRET: &[u8] = b"GPS 51.5 -0.12 by Ada";

fn drawn(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Seek::new(Vec::new());
    RgbImage::from_fn(16, 9, |x, y| ::image::Rgb([x, y, 3].map(shade)))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

fn shade(of: u32) -> u8 {
    u8::try_from(of % 16 * 15).unwrap()
}

fn animated_gif(frames: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder
        .set_repeat(::image::codecs::gif::Repeat::Infinite)
        .unwrap();
    for n in 0..frames {
        let picture = RgbaImage::from_pixel(4, 4, ::image::Rgba([n * 40, 9, 9, 255]));
        let delay = Delay::from_numer_denom_ms(100, 1);
        encoder
            .encode_frame(Frame::from_parts(picture, 0, 0, delay))
            .unwrap();
    }
    drop(encoder);
    bytes
}

fn has_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET)
}

#[track_caller]
fn stays(bytes: &[u8], format: ImageType) {
    let clean = cleaned(bytes.to_vec().into(), format).unwrap();
    assert_eq!(clean, bytes);
}

/// The picture with metadata becomes the picture without, to the byte.
#[track_caller]
fn becomes(with: Vec<u8>, format: ImageType, without: &[u8]) {
    assert!(has_secret(&with), "the test puts the secret in");
    let clean = cleaned(with.into(), format).unwrap();
    assert!(!has_secret(&clean));
    assert_eq!(clean, without);
}

#[track_caller]
fn refused(bytes: Vec<u8>, format: ImageType) -> &'static str {
    let refusal = cleaned(bytes.into(), format).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Unfit);
    refusal.code
}

fn png_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(&kind);
    chunk.extend_from_slice(data);
    let mut crc = u32::MAX;
    for byte in &chunk[4..] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    chunk.extend_from_slice(&(!crc).to_be_bytes());
    chunk
}

fn spliced(bytes: &[u8], at: usize, more: &[&[u8]]) -> Vec<u8> {
    let mut spliced = bytes[..at].to_vec();
    spliced.extend(more.concat());
    spliced.extend_from_slice(&bytes[at..]);
    spliced
}

fn place(bytes: &[u8], of: &[u8]) -> usize {
    bytes
        .windows(of.len())
        .position(|window| window == of)
        .unwrap()
}

#[test]
fn a_picture_without_metadata_stays_as_it_is() {
    stays(&drawn(ImageFormat::Png), ImageType::Png);
    stays(&drawn(ImageFormat::Jpeg), ImageType::Jpeg);
    stays(&drawn(ImageFormat::WebP), ImageType::Webp);
    stays(&drawn(ImageFormat::Gif), ImageType::Gif);
    stays(&animated_gif(3), ImageType::Gif);
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

#[test]
fn a_png_loses_its_texts_and_keeps_its_looks() {
    let plain = drawn(ImageFormat::Png);
    let after_header = 8 + 25;
    let looks = [
        png_chunk(*b"gAMA", &45455_u32.to_be_bytes()),
        png_chunk(*b"pHYs", &[0, 0, 11, 19, 0, 0, 11, 19, 1]),
    ]
    .concat();
    let expected = spliced(&plain, after_header, &[&looks]);
    stays(&expected, ImageType::Png);
    for kind in [
        b"tEXt", b"iTXt", b"zTXt", b"eXIf", b"tIME", b"caBX", b"prVt",
    ] {
        let secret = png_chunk(*kind, SECRET);
        let with = spliced(&expected, after_header, &[&secret, &secret]);
        becomes(with, ImageType::Png, &expected);
        let before_end = expected.len() - 12;
        becomes(
            spliced(&expected, before_end, &[&secret]),
            ImageType::Png,
            &expected,
        );
    }
    becomes([&expected, SECRET].concat(), ImageType::Png, &expected);
}

/// A PNG whose second frame is its first once more.
fn apng() -> Vec<u8> {
    let plain = drawn(ImageFormat::Png);
    let image = place(&plain, b"IDAT") - 4;
    let length = u32::from_be_bytes(plain[image..image + 4].try_into().unwrap()) as usize;
    let data = &plain[image + 8..image + 8 + length];
    let frame = |seq: u32| {
        let mut control = seq.to_be_bytes().to_vec();
        for number in [16_u32, 9, 0, 0] {
            control.extend(number.to_be_bytes());
        }
        control.extend([0, 1, 0, 10, 0, 0]);
        png_chunk(*b"fcTL", &control)
    };
    let second = [2_u32.to_be_bytes().to_vec(), data.to_vec()].concat();
    let with_second = spliced(
        &plain,
        image + 12 + length,
        &[&frame(1), &png_chunk(*b"fdAT", &second)],
    );
    let control = png_chunk(*b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    spliced(&with_second, image, &[&control, &frame(0)])
}

#[test]
fn an_animated_png_is_taken_whole_and_decoded_to_its_last_frame() {
    stays(&apng(), ImageType::Png);
    let mut broken = apng();
    let second = place(&broken, b"fdAT");
    // The frame's data is no longer what its checksum says, nor a picture.
    broken[second + 12..second + 20].fill(0xaa);
    assert_eq!(refused(broken, ImageType::Png), "upload.not_an_image");
}

fn jpeg_segment(marker: u8, data: &[&[u8]]) -> Vec<u8> {
    let data = data.concat();
    let length = u16::try_from(data.len() + 2).unwrap();
    [&[0xff, marker][..], &length.to_be_bytes(), &data].concat()
}

#[test]
fn a_jpeg_loses_exif_comments_and_what_follows_it_and_keeps_its_colours() {
    let plain = drawn(ImageFormat::Jpeg);
    let profile = jpeg_segment(0xe2, &[b"ICC_PROFILE\0", &[1, 1], b"profile"]);
    let expected = spliced(&plain, 2, &[&profile]);
    for secret in [
        jpeg_segment(0xe1, &[b"Exif\0\0", SECRET]),
        jpeg_segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", SECRET]),
        jpeg_segment(0xe2, &[b"MPF\0", SECRET]),
        jpeg_segment(0xed, &[b"Photoshop 3.0\0", SECRET]),
        jpeg_segment(0xe0, &[b"JFXX\0", SECRET]),
        jpeg_segment(0xef, &[SECRET]),
        jpeg_segment(0xfe, &[SECRET]),
    ] {
        becomes(
            spliced(&expected, 2, &[&secret]),
            ImageType::Jpeg,
            &expected,
        );
    }
    becomes([&expected, SECRET].concat(), ImageType::Jpeg, &expected);
}

fn webp_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap();
    let mut chunk = [&kind, &length.to_le_bytes()[..], data].concat();
    if data.len() % 2 == 1 {
        chunk.push(0);
    }
    chunk
}

fn webp(chunks: &[&[u8]]) -> Vec<u8> {
    let chunks = chunks.concat();
    let size = u32::try_from(chunks.len() + 4).unwrap();
    [b"RIFF", &size.to_le_bytes()[..], b"WEBP", &chunks].concat()
}

#[test]
fn a_webp_loses_exif_and_xmp_and_no_longer_announces_them() {
    let image = &drawn(ImageFormat::WebP)[12..];
    let header = |flags: u8| webp_chunk(*b"VP8X", &[flags, 0, 0, 0, 15, 0, 0, 8, 0, 0]);
    let expected = webp(&[&header(0), image]);
    stays(&expected, ImageType::Webp);
    let exif = webp_chunk(*b"EXIF", SECRET);
    let xmp = webp_chunk(*b"XMP ", SECRET);
    let own = webp_chunk(*b"OWN ", SECRET);
    let with = webp(&[&header(0x08 | 0x04), image, &exif, &xmp]);
    becomes(with, ImageType::Webp, &expected);
    becomes(webp(&[&header(0), &own, image]), ImageType::Webp, &expected);
    becomes([&expected, SECRET].concat(), ImageType::Webp, &expected);
}

#[test]
fn a_gif_loses_comments_and_texts_and_keeps_its_loop() {
    let plain = animated_gif(2);
    assert!(plain.windows(11).any(|window| window == b"NETSCAPE2.0"));
    let length = u8::try_from(SECRET.len()).unwrap();
    let block = [&[length][..], SECRET, &[0]].concat();
    let comment = [&[0x21, 0xfe][..], &block].concat();
    let xmp = [&[0x21, 0xff, 11][..], b"XMP DataXMP", &block].concat();
    let text = [
        &[0x21, 0xf9, 4, 0, 0, 0, 0, 0][..],
        &[0x21, 0x01, 12],
        &[0; 12],
        &block,
    ]
    .concat();
    let colours = 3 << ((plain[10] & 7) + 1);
    let first = 13 + if plain[10] & 0x80 == 0 { 0 } else { colours };
    for secret in [&comment, &xmp, &text] {
        becomes(spliced(&plain, first, &[secret]), ImageType::Gif, &plain);
        becomes(
            spliced(&plain, plain.len() - 1, &[secret]),
            ImageType::Gif,
            &plain,
        );
    }
    becomes([&plain, SECRET].concat(), ImageType::Gif, &plain);
}

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
