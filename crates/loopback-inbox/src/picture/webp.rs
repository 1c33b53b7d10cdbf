//! The chunks of a WebP file.

use super::{Cursor, Malformed, Walk};

/// The chunks that say how the picture looks. All others (EXIF, XMP, whatever programs leave) are cut.
const LOOKS: &[&[u8; 4]] = &[
    b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];

/// The bits of an extended header that announce EXIF and XMP.
const METADATA: u8 = 0x08 | 0x04;

pub(super) fn walk(bytes: &[u8]) -> Result<Walk, Malformed> {
    let mut walk = Walk::default();
    let mut cursor = Cursor { bytes, at: 0 };
    let header = cursor.take(12)?;
    let declared = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let end = usize::try_from(declared).map_err(|_| Malformed)?;
    let end = end.checked_add(8).ok_or(Malformed)?;
    cursor.bytes = bytes.get(..end).ok_or(Malformed)?;
    walk.keep(0..12);
    let mut flags = None;
    while !cursor.is_at_end() {
        let start = cursor.at;
        let kind = cursor.take(4)?;
        let length = cursor.take(4)?;
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        let data = cursor.take(usize::try_from(length).map_err(|_| Malformed)?)?;
        if length % 2 == 1 {
            cursor.byte()?;
        }
        match kind {
            b"VP8X" => {
                flags = Some((start + 8, *data.first().ok_or(Malformed)?));
                let size = data.get(4..10).ok_or(Malformed)?;
                walk.width = u32::from_le_bytes([size[0], size[1], size[2], 0]) + 1;
                walk.height = u32::from_le_bytes([size[3], size[4], size[5], 0]) + 1;
            }
            b"VP8 " => {
                let size = data.get(6..10).ok_or(Malformed)?;
                grow(
                    &mut walk,
                    u16::from_le_bytes([size[0], size[1]]) & 0x3fff,
                    0,
                );
                grow(
                    &mut walk,
                    0,
                    u16::from_le_bytes([size[2], size[3]]) & 0x3fff,
                );
            }
            b"VP8L" => {
                let size = data.get(1..5).ok_or(Malformed)?;
                let bits = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
                walk.width = walk.width.max((bits & 0x3fff) + 1);
                walk.height = walk.height.max(((bits >> 14) & 0x3fff) + 1);
            }
            b"ANMF" => walk.frames += 1,
            _ => {}
        }
        if LOOKS.iter().any(|known| kind == *known) {
            walk.keep(start..cursor.at);
        }
    }
    if walk.kept_bytes() != bytes.len() {
        let size = u32::try_from(walk.kept_bytes() - 8).map_err(|_| Malformed)?;
        let places = (4..).zip(size.to_le_bytes());
        walk.patches.extend(places);
        if let Some((place, flags)) = flags {
            walk.patches.push((place, flags & !METADATA));
        }
    }
    Ok(walk)
}

fn grow(walk: &mut Walk, width: u16, height: u16) {
    walk.width = walk.width.max(width.into());
    walk.height = walk.height.max(height.into());
}
