//! Pictures that came with a reply, as models take them: still, of at most 1,568 pixels a side and 1 MB each. What is
//! so already is handed over byte for byte.
//!
//! Owns how a picture is made smaller. Which pictures there are and where they lie is the inbox's.

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngDecoder, PngEncoder};
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::{
    AnimationDecoder as _, DynamicImage, GenericImageView as _, ImageFormat, ImageReader,
    ImageResult, Limits, RgbImage,
};
use loopback_contract::{ImageType, Reply};
use loopback_inbox::{Hub, StoredFile};
use rmcp::model::ContentBlock;
use tokio::sync::Semaphore;

/// The longest side a picture has. Models make larger ones smaller themselves, and take longer for it.
const LONGEST_SIDE: u32 = 1568;

/// The most bytes a picture has.
const MOST_BYTES: usize = 1_000_000;

/// The most bytes all pictures of one result have together, before they are encoded as text. A longer line the bridge
/// would not read.
const MOST_TOGETHER: usize = 8_000_000;

/// More memory than any picture needs that was stored, and less than would hurt.
const MOST_MEMORY: u64 = 512 << 20;

/// The ids of the pictures that came with a reply, in the order in which its text names them, each once.
pub(super) fn named(reply: &Reply) -> Vec<&str> {
    let mut ids = Vec::new();
    match reply {
        Reply::Answered(reply) => ids.extend(reply.images.iter().flatten()),
        Reply::Approved(reply) => ids.extend(reply.images.iter().flatten()),
        Reply::ChangesRequested(reply) => ids.extend(reply.images.iter().flatten()),
        Reply::FollowUp(reply) => ids.extend(reply.images.iter().flatten()),
        Reply::Responded(reply) => {
            ids.extend(
                reply
                    .points
                    .iter()
                    .filter_map(|point| point.images.as_ref())
                    .flatten(),
            );
        }
        Reply::Dismissed(_) => {}
    }
    let mut once = Vec::new();
    for id in ids {
        if !once.contains(&id.as_str()) {
            once.push(id.as_str());
        }
    }
    once
}

/// The pictures of a reply, each as a block of its own. One that cannot be had is named in words instead.
///
/// `turn` lets one picture at a time be made smaller: a large one needs hundreds of megabytes for that.
pub(super) async fn blocks(hub: &Hub, turn: &Semaphore, reply: &Reply) -> Vec<ContentBlock> {
    let mut blocks = Vec::new();
    let mut together = 0;
    for id in named(reply) {
        let picture = if together < MOST_TOGETHER {
            picture(hub, turn, id).await
        } else {
            None
        };
        match picture {
            Some((kind, bytes)) if together + bytes.len() <= MOST_TOGETHER => {
                together += bytes.len();
                blocks.push(ContentBlock::image(STANDARD.encode(&bytes), kind.as_str()));
            }
            Some(_) => {
                together = MOST_TOGETHER;
                blocks.push(left_out(id));
            }
            None => blocks.push(left_out(id)),
        }
    }
    blocks
}

fn left_out(id: &str) -> ContentBlock {
    ContentBlock::text(format!("The picture {id} could not be included here."))
}

async fn picture(hub: &Hub, turn: &Semaphore, id: &str) -> Option<(ImageType, Bytes)> {
    let _turn = turn.acquire().await.ok()?;
    let file = match hub.file(id).await {
        Ok(file) => file,
        Err(error) => {
            tracing::warn!(upload = id, %error, "a reply's picture cannot be read");
            return None;
        }
    };
    // A decoder that panics has found no picture in it.
    let made = tokio::task::spawn_blocking(move || handy(file)).await;
    let made = made.ok().and_then(Result::ok);
    if made.is_none() {
        tracing::warn!(upload = id, "a reply's picture cannot be made smaller");
    }
    made
}

/// The picture in a size that is handed over.
fn handy(file: StoredFile) -> ImageResult<(ImageType, Bytes)> {
    let StoredFile {
        content_type,
        bytes,
    } = file;
    let moving = is_moving(content_type, &bytes)?;
    let mut reader = ImageReader::with_format(Cursor::new(&bytes), format(content_type));
    reader.limits(limits());
    let (width, height) = reader.into_dimensions()?;
    let small = width.max(height) <= LONGEST_SIDE;
    if small && !moving && bytes.len() <= MOST_BYTES {
        return Ok((content_type, bytes));
    }
    let mut picture = first_frame(content_type, &bytes)?;
    drop(bytes);
    if !small {
        picture = picture.resize(LONGEST_SIDE, LONGEST_SIDE, FilterType::CatmullRom);
    }
    encoded(picture, content_type, MOST_BYTES)
}

/// The picture in at most so many bytes: without loss if it came so and that is enough.
fn encoded(
    mut picture: DynamicImage,
    was: ImageType,
    most: usize,
) -> ImageResult<(ImageType, Bytes)> {
    loop {
        if was != ImageType::Jpeg {
            let png = png(&picture)?;
            if png.len() <= most {
                return Ok((ImageType::Png, png.into()));
            }
        }
        let opaque = on_white(&picture);
        for quality in [85, 70, 50] {
            let mut jpeg = Vec::new();
            JpegEncoder::new_with_quality(&mut jpeg, quality).encode_image(&opaque)?;
            if jpeg.len() <= most {
                return Ok((ImageType::Jpeg, jpeg.into()));
            }
        }
        let (width, height) = picture.dimensions();
        picture = picture.resize(
            (width / 2).max(1),
            (height / 2).max(1),
            FilterType::CatmullRom,
        );
    }
}

fn png(picture: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut png = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut png, CompressionType::Default, PngFilter::Adaptive);
    picture.write_with_encoder(encoder)?;
    Ok(png)
}

/// A JPEG has no transparency; what was written on nothing is written on paper.
fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let picture = picture.to_rgba8();
    let mut opaque = RgbImage::new(picture.width(), picture.height());
    for (to, from) in opaque.pixels_mut().zip(picture.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u32::from);
        let over = |colour: u32| u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255);
        to.0 = [red, green, blue].map(|colour| over(colour).unwrap_or(u8::MAX));
    }
    opaque
}

/// A picture that moves, of which only the first frame is handed over.
fn is_moving(kind: ImageType, bytes: &Bytes) -> ImageResult<bool> {
    let bytes = Cursor::new(bytes);
    Ok(match kind {
        ImageType::Jpeg => false,
        ImageType::Png => PngDecoder::with_limits(bytes, limits())?.is_apng()?,
        ImageType::Webp => WebPDecoder::new(bytes)?.has_animation(),
        ImageType::Gif => GifDecoder::new(bytes)?.into_frames().take(2).count() > 1,
    })
}

fn first_frame(kind: ImageType, bytes: &Bytes) -> ImageResult<DynamicImage> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(kind));
    reader.limits(limits());
    reader.decode()
}

const fn format(kind: ImageType) -> ImageFormat {
    match kind {
        ImageType::Png => ImageFormat::Png,
        ImageType::Jpeg => ImageFormat::Jpeg,
        ImageType::Webp => ImageFormat::WebP,
        ImageType::Gif => ImageFormat::Gif,
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}

#[cfg(test)]
mod tests {
    use image::codecs::gif::GifEncoder;
    use image::{Frame, Rgba, RgbaImage};

    use super::*;

    /// Pixels that no format makes small.
    fn noise(width: u32, height: u32) -> DynamicImage {
        let mut state = 1_u32;
        RgbImage::from_fn(width, height, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [_, red, green, blue] = state.to_le_bytes();
            image::Rgb([red, green, blue])
        })
        .into()
    }

    fn stored(picture: &DynamicImage, kind: ImageType) -> StoredFile {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format(kind)).unwrap();
        StoredFile {
            content_type: kind,
            bytes: bytes.into_inner().into(),
        }
    }

    /// What is handed over of a picture: its type, its size, and the picture.
    fn handed(file: StoredFile) -> (ImageType, usize, DynamicImage) {
        let (kind, bytes) = handy(file).unwrap();
        let picture = image::load_from_memory_with_format(&bytes, format(kind)).unwrap();
        (kind, bytes.len(), picture)
    }

    #[test]
    fn a_small_picture_is_handed_over_byte_for_byte() {
        for kind in [
            ImageType::Png,
            ImageType::Jpeg,
            ImageType::Webp,
            ImageType::Gif,
        ] {
            let file = stored(&DynamicImage::new_rgb8(LONGEST_SIDE, 2), kind);
            assert_eq!(handy(file.clone()).unwrap(), (kind, file.bytes));
        }
    }

    #[test]
    fn a_large_one_is_scaled_down_and_keeps_its_shape() {
        let (kind, _, picture) =
            handed(stored(&DynamicImage::new_rgb8(4704, 1568), ImageType::Png));
        assert_eq!((kind, picture.dimensions()), (ImageType::Png, (1568, 523)));
        let (kind, _, picture) = handed(stored(&DynamicImage::new_rgb8(10, 3136), ImageType::Jpeg));
        assert_eq!((kind, picture.dimensions()), (ImageType::Jpeg, (5, 1568)));
    }

    #[test]
    fn a_heavy_one_is_compressed() {
        let file = stored(&noise(620, 620), ImageType::Png);
        assert!(file.bytes.len() > MOST_BYTES);
        let (kind, size, picture) = handed(file);
        assert_eq!((kind, picture.dimensions()), (ImageType::Jpeg, (620, 620)));
        assert!(size <= MOST_BYTES);
    }

    #[test]
    fn one_that_is_still_too_heavy_is_shrunk_until_it_is_not() {
        let (kind, bytes) = encoded(noise(100, 60), ImageType::Png, 1_500).unwrap();
        assert!(bytes.len() <= 1_500);
        let picture = image::load_from_memory_with_format(&bytes, format(kind)).unwrap();
        assert!(picture.width() < 100, "{kind} {:?}", picture.dimensions());
        let (width, height) = picture.dimensions();
        assert_eq!(100 / width, 60 / height, "its shape stays");
    }

    #[test]
    fn what_was_drawn_on_nothing_lies_on_white_if_it_cannot_stay_so() {
        let clear = RgbaImage::from_pixel(2, 2, Rgba([0, 0, 0, 0]));
        assert_eq!(on_white(&clear.into()).get_pixel(0, 0).0, [255; 3]);
        let black = RgbaImage::from_pixel(2, 2, Rgba([0, 0, 0, 255]));
        assert_eq!(on_white(&black.into()).get_pixel(0, 0).0, [0; 3]);
    }

    #[test]
    fn of_a_picture_that_moves_the_first_frame_is_handed_over() {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        for colour in [[255, 0, 0, 255], [0, 0, 255, 255]] {
            let frame = RgbaImage::from_pixel(4, 4, Rgba(colour));
            encoder.encode_frame(Frame::new(frame)).unwrap();
        }
        drop(encoder);
        let (kind, _, picture) = handed(StoredFile {
            content_type: ImageType::Gif,
            bytes: bytes.into(),
        });
        assert_eq!(kind, ImageType::Png);
        assert_eq!(picture.to_rgb8().get_pixel(1, 1).0, [255, 0, 0]);
    }

    #[test]
    fn pictures_are_named_in_the_order_of_the_text_each_once() {
        let reply = serde_json::json!({ "outcome": "responded", "points": [
            { "point": "1", "text": "a", "images": ["x", "y"] },
            { "point": "2", "text": "b", "images": ["y", "z"] },
        ]});
        let reply = serde_json::from_value(reply).unwrap();
        assert_eq!(named(&reply), ["x", "y", "z"]);
    }
}
