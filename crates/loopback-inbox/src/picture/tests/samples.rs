//! Pictures as encoders write them, and the pieces to put more into them.

use std::io::Cursor as Seek;

use ::image::codecs::gif::{GifEncoder, Repeat};
use ::image::{Delay, Frame, ImageFormat, RgbImage, RgbaImage};

pub(super) fn drawn(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Seek::new(Vec::new());
    RgbImage::from_fn(16, 9, |x, y| ::image::Rgb([x, y, 3].map(shade)))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

pub(super) fn shade(of: u32) -> u8 {
    u8::try_from(of % 16 * 15).unwrap()
}

pub(super) fn animated_gif(frames: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.set_repeat(Repeat::Infinite).unwrap();
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

pub(super) fn png_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
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

pub(super) fn spliced(bytes: &[u8], at: usize, more: &[&[u8]]) -> Vec<u8> {
    let mut spliced = bytes[..at].to_vec();
    spliced.extend(more.concat());
    spliced.extend_from_slice(&bytes[at..]);
    spliced
}

pub(super) fn place(bytes: &[u8], of: &[u8]) -> usize {
    bytes
        .windows(of.len())
        .position(|window| window == of)
        .unwrap()
}

/// A PNG whose second frame is its first once more.
pub(super) fn apng() -> Vec<u8> {
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

pub(super) fn jpeg_segment(marker: u8, data: &[&[u8]]) -> Vec<u8> {
    let data = data.concat();
    let length = u16::try_from(data.len() + 2).unwrap();
    [&[0xff, marker][..], &length.to_be_bytes(), &data].concat()
}

pub(super) fn webp_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap();
    let mut chunk = [&kind, &length.to_le_bytes()[..], data].concat();
    if data.len() % 2 == 1 {
        chunk.push(0);
    }
    chunk
}

pub(super) fn webp(chunks: &[&[u8]]) -> Vec<u8> {
    let chunks = chunks.concat();
    let size = u32::try_from(chunks.len() + 4).unwrap();
    [b"RIFF", &size.to_le_bytes()[..], b"WEBP", &chunks].concat()
}
