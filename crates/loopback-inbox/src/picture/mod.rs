//! Whether uploaded bytes are the picture they are said to be, and the same picture without what a
//! camera or a program wrote beside it.
//!
//! Nothing is encoded again: metadata is cut out of the file, and a file without any stays as it is,
//! byte for byte. What can be cut and how big a picture is are read by a walker per format, before
//! anything is decoded.

mod decode;
mod gif;
mod jpeg;
mod png;
mod webp;

use std::ops::Range;

use bytes::Bytes;
use loopback_contract::ImageType;
use loopback_rules::{Refusal, RefusalKind};

/// The most pixels all frames of a picture may have together.
const MOST_PIXELS: u64 = 50_000_000;

/// The picture without its metadata.
///
/// # Errors
///
/// `upload.wrong_type` if the bytes begin like another format than the declared one;
/// `upload.too_many_pixels`; `upload.not_an_image` if they do not decode.
pub(crate) fn cleaned(bytes: Bytes, declared: ImageType) -> Result<Bytes, Refusal> {
    match signature(&bytes) {
        Some(found) if found == declared => {}
        found => return Err(wrong_type(declared, found)),
    }
    let walk = match declared {
        ImageType::Png => png::walk(&bytes),
        ImageType::Jpeg => jpeg::walk(&bytes),
        ImageType::Webp => webp::walk(&bytes),
        ImageType::Gif => gif::walk(&bytes),
    };
    let walk = walk.map_err(|Malformed| not_an_image(declared))?;
    let pixels = walk.pixels();
    if pixels > MOST_PIXELS {
        return Err(too_many_pixels(pixels));
    }
    let clean = walk.cut(bytes);
    if decode::decodes(&clean, declared) {
        Ok(clean)
    } else {
        Err(not_an_image(declared))
    }
}

/// The bytes do not follow their format, or end before it does.
#[derive(Debug, PartialEq, Eq)]
struct Malformed;

/// What a walk through a file found.
#[derive(Debug, Default)]
struct Walk {
    width: u32,
    height: u32,
    /// How often the whole canvas is painted.
    frames: u64,
    /// What stays of the file, in order.
    kept: Vec<Range<usize>>,
    /// Bytes that change because others are cut: their place in the old file, and their new value.
    patches: Vec<(usize, u8)>,
}

impl Walk {
    fn pixels(&self) -> u64 {
        let canvas = u64::from(self.width) * u64::from(self.height);
        canvas.saturating_mul(self.frames.max(1))
    }

    /// Keeps a part of the file.
    fn keep(&mut self, part: Range<usize>) {
        match self.kept.last_mut() {
            Some(last) if last.end == part.start => last.end = part.end,
            _ => self.kept.push(part),
        }
    }

    fn kept_bytes(&self) -> usize {
        self.kept.iter().map(ExactSizeIterator::len).sum()
    }

    /// The file without what was not kept.
    fn cut(&self, bytes: Bytes) -> Bytes {
        if self.kept_bytes() == bytes.len() {
            return bytes;
        }
        let mut patched = bytes.to_vec();
        for &(place, value) in &self.patches {
            patched[place] = value;
        }
        let kept = self.kept.iter().flat_map(|part| &patched[part.clone()]);
        kept.copied().collect()
    }
}

/// Reads a file from the front, and never beyond its end.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let end = self.at.checked_add(count).ok_or(Malformed)?;
        let taken = self.bytes.get(self.at..end).ok_or(Malformed)?;
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }
}

/// The format a file begins like.
pub(crate) fn signature(bytes: &[u8]) -> Option<ImageType> {
    if bytes.starts_with(png::SIGNATURE) {
        Some(ImageType::Png)
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some(ImageType::Jpeg)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(ImageType::Webp)
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some(ImageType::Gif)
    } else {
        None
    }
}

/// It begins like none of the formats.
pub(crate) fn unknown_format() -> Refusal {
    Refusal {
        kind: RefusalKind::Unfit,
        code: "upload.not_an_image",
        message: "This is no PNG, JPEG, WebP or GIF.".to_owned(),
    }
}

fn wrong_type(declared: ImageType, found: Option<ImageType>) -> Refusal {
    let found = found.map_or("none of the image types that are taken", ImageType::as_str);
    unfit(
        "upload.wrong_type",
        format!(
            "The ticket is for {}, and the bytes are {found}.",
            declared.as_str()
        ),
    )
}

fn not_an_image(declared: ImageType) -> Refusal {
    unfit(
        "upload.not_an_image",
        format!(
            "The bytes begin like {} and cannot be read as such to their end.",
            declared.as_str()
        ),
    )
}

fn too_many_pixels(pixels: u64) -> Refusal {
    unfit(
        "upload.too_many_pixels",
        format!(
            "All frames together have {pixels} pixels, and {MOST_PIXELS} are the most that is taken. \
             Scale the image down."
        ),
    )
}

fn unfit(code: &'static str, message: String) -> Refusal {
    Refusal {
        kind: RefusalKind::Unfit,
        code,
        message,
    }
}

#[cfg(test)]
mod tests;
