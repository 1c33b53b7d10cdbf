//! Whether a picture decodes, frame by frame, to its end.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, DynamicImage, Frames, ImageDecoder, ImageResult, Limits};
use loopback_contract::ImageType;

/// More than any picture needs whose pixels were counted before, and less than would hurt.
const MOST_MEMORY: u64 = 512 << 20;

/// Whether all of the picture can be decoded.
pub(super) fn decodes(bytes: &[u8], format: ImageType) -> bool {
    // A decoder that panics on what an agent sent has found no picture in it.
    catch_unwind(AssertUnwindSafe(|| decode(bytes, format))).is_ok_and(|decoded| decoded.is_ok())
}

fn decode(bytes: &[u8], format: ImageType) -> ImageResult<()> {
    let bytes = Cursor::new(bytes);
    match format {
        ImageType::Png => {
            let decoder = PngDecoder::with_limits(bytes, limits())?;
            if decoder.is_apng()? {
                every(decoder.apng()?.into_frames())
            } else {
                still(decoder)
            }
        }
        ImageType::Jpeg => still(JpegDecoder::new(bytes)?),
        ImageType::Webp => {
            let decoder = WebPDecoder::new(bytes)?;
            if decoder.has_animation() {
                every(decoder.into_frames())
            } else {
                still(decoder)
            }
        }
        ImageType::Gif => {
            let mut decoder = GifDecoder::new(bytes)?;
            decoder.set_limits(limits())?;
            every(decoder.into_frames())
        }
    }
}

fn still(mut decoder: impl ImageDecoder) -> ImageResult<()> {
    decoder.set_limits(limits())?;
    DynamicImage::from_decoder(decoder).map(drop)
}

/// One frame at a time, so that only one is in memory.
fn every(frames: Frames<'_>) -> ImageResult<()> {
    for frame in frames {
        frame?;
    }
    Ok(())
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}
