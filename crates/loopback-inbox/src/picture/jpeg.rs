//! The segments of a JPEG file.

use super::{Cursor, Malformed, Walk};

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
const COMMENT: u8 = 0xfe;

pub(super) fn walk(bytes: &[u8]) -> Result<Walk, Malformed> {
    let mut walk = Walk {
        frames: 1,
        ..Walk::default()
    };
    let mut cursor = Cursor { bytes, at: 0 };
    if cursor.take(2)? != [0xff, START] {
        return Err(Malformed);
    }
    walk.keep(0..2);
    loop {
        let start = cursor.at;
        let marker = next_marker(&mut cursor)?;
        match marker {
            END => {
                walk.keep(start..cursor.at);
                return Ok(walk);
            }
            // These stand alone.
            0x01 | 0xd0..=0xd7 => walk.keep(start..cursor.at),
            START | 0x00 => return Err(Malformed),
            _ => {
                let data = segment(&mut cursor)?;
                if is_frame_header(marker) {
                    let size = data.get(1..5).ok_or(Malformed)?;
                    // Two headers would be two pictures; the larger one counts.
                    walk.height = walk
                        .height
                        .max(u16::from_be_bytes([size[0], size[1]]).into());
                    walk.width = walk
                        .width
                        .max(u16::from_be_bytes([size[2], size[3]]).into());
                }
                if marker == SCAN {
                    skip_scan(&mut cursor)?;
                }
                if says_how_it_looks(marker, data) {
                    walk.keep(start..cursor.at);
                }
            }
        }
    }
}

/// Of the segments for applications only these matter to the picture: the JFIF header, the colour
/// profile, and how Adobe's programs store colour. EXIF, XMP, IPTC, thumbnails, further pictures and
/// comments are cut.
fn says_how_it_looks(marker: u8, data: &[u8]) -> bool {
    match marker {
        0xe0 => data.starts_with(b"JFIF\0"),
        0xe2 => data.starts_with(b"ICC_PROFILE\0"),
        0xee => data.starts_with(b"Adobe"),
        0xe1..=0xef | COMMENT => false,
        _ => true,
    }
}

fn is_frame_header(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// Any number of fill bytes may stand before a marker.
fn next_marker(cursor: &mut Cursor<'_>) -> Result<u8, Malformed> {
    if cursor.byte()? != 0xff {
        return Err(Malformed);
    }
    loop {
        match cursor.byte()? {
            0xff => {}
            marker => return Ok(marker),
        }
    }
}

fn segment<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [u8], Malformed> {
    let length = cursor.take(2)?;
    let length = u16::from_be_bytes([length[0], length[1]]);
    cursor.take(usize::from(length).checked_sub(2).ok_or(Malformed)?)
}

/// Goes to the marker that ends a scan: one that is neither stuffing nor a restart.
fn skip_scan(cursor: &mut Cursor<'_>) -> Result<(), Malformed> {
    loop {
        if cursor.byte()? != 0xff {
            continue;
        }
        let start = cursor.at - 1;
        let mut marker = cursor.byte()?;
        while marker == 0xff {
            marker = cursor.byte()?;
        }
        if !matches!(marker, 0x00 | 0xd0..=0xd7) {
            cursor.at = start;
            return Ok(());
        }
    }
}
