//! What is cut out of a picture, and that nothing else is.

use super::samples::{
    animated_gif, apng, drawn, jpeg_segment, place, png_chunk, spliced, webp, webp_chunk,
};
use super::*;

/// What no picture may carry into the inbox.
const SECRET: &[u8] = b"GPS 51.5 -0.12 by Ada";

fn has_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET)
}

/// The picture with metadata becomes the picture without, to the byte.
#[track_caller]
fn becomes(with: Vec<u8>, format: ImageType, without: &[u8]) {
    assert!(has_secret(&with), "the test puts the secret in");
    let clean = cleaned(with.into(), format).unwrap();
    assert!(!has_secret(&clean));
    assert_eq!(clean, without);
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

#[test]
fn an_animated_png_is_taken_whole_and_decoded_to_its_last_frame() {
    stays(&apng(), ImageType::Png);
    let mut broken = apng();
    let second = place(&broken, b"fdAT");
    // The frame's data is no longer what its checksum says, nor a picture.
    broken[second + 12..second + 20].fill(0xaa);
    assert_eq!(refused(broken, ImageType::Png), "upload.not_an_image");
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
