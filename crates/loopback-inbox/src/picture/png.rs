//! The chunks of a PNG file.

use super::{Cursor, Malformed, Walk};

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks that say how the picture looks. All others (text, EXIF, times, whatever programs leave)
/// are cut.
const LOOKS: &[&[u8; 4]] = &[
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"mDCV", b"cLLI", b"bKGD", b"pHYs", b"hIST", b"sPLT", b"acTL", b"fcTL", b"fdAT",
];

pub(super) fn walk(bytes: &[u8]) -> Result<Walk, Malformed> {
    let mut walk = Walk::default();
    let mut cursor = Cursor { bytes, at: 0 };
    if cursor.take(SIGNATURE.len())? != SIGNATURE {
        return Err(Malformed);
    }
    walk.keep(0..cursor.at);
    let mut frames_before_image = None;
    loop {
        let start = cursor.at;
        let length = number(cursor.take(4)?)?;
        let kind = cursor.take(4)?;
        let data = cursor.take(usize::try_from(length).map_err(|_| Malformed)?)?;
        cursor.take(4)?;
        let is_first = start == SIGNATURE.len();
        if is_first != (kind == b"IHDR") {
            return Err(Malformed);
        }
        match kind {
            b"IHDR" => {
                walk.width = number(data.get(0..4).ok_or(Malformed)?)?;
                walk.height = number(data.get(4..8).ok_or(Malformed)?)?;
            }
            b"IDAT" if frames_before_image.is_none() => frames_before_image = Some(walk.frames),
            b"fcTL" => walk.frames += 1,
            _ => {}
        }
        if LOOKS.iter().any(|known| kind == *known) {
            walk.keep(start..cursor.at);
        }
        if kind == b"IEND" {
            break;
        }
    }
    // The picture for viewers that do not animate is one more if it is none of the frames.
    if frames_before_image.is_none_or(|before| before == 0) {
        walk.frames += 1;
    }
    Ok(walk)
}

fn number(bytes: &[u8]) -> Result<u32, Malformed> {
    let bytes = bytes.try_into().map_err(|_| Malformed)?;
    Ok(u32::from_be_bytes(bytes))
}
