//! The blocks of a GIF file.

use super::{Cursor, Malformed, Walk};

const IMAGE: u8 = 0x2c;
const EXTENSION: u8 = 0x21;
const TRAILER: u8 = 0x3b;

const CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;
const PLAIN_TEXT: u8 = 0x01;

/// What programs add that matters to the picture: how often it repeats, and its colours.
const LOOKS: &[&[u8]] = &[b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"];

pub(super) fn walk(bytes: &[u8]) -> Result<Walk, Malformed> {
    let mut walk = Walk::default();
    let mut cursor = Cursor { bytes, at: 0 };
    let header = cursor.take(13)?;
    walk.width = u16::from_le_bytes([header[6], header[7]]).into();
    walk.height = u16::from_le_bytes([header[8], header[9]]).into();
    skip_colours(&mut cursor, header[10])?;
    walk.keep(0..cursor.at);
    // How the next image is shown stands before it, and goes where that goes.
    let mut control = None;
    loop {
        let start = cursor.at;
        match cursor.byte()? {
            TRAILER => {
                walk.keep(start..cursor.at);
                return Ok(walk);
            }
            IMAGE => {
                let image = cursor.take(9)?;
                // An image may be larger than the canvas it says it is for.
                let (width, height) = (
                    u16::from_le_bytes([image[4], image[5]]),
                    u16::from_le_bytes([image[6], image[7]]),
                );
                walk.width = walk.width.max(width.into());
                walk.height = walk.height.max(height.into());
                walk.frames += 1;
                skip_colours(&mut cursor, image[8])?;
                cursor.byte()?;
                skip_sub_blocks(&mut cursor)?;
                walk.keep(control.take().unwrap_or(start)..cursor.at);
            }
            EXTENSION => {
                let label = cursor.byte()?;
                let name = cursor.bytes.get(cursor.at + 1..cursor.at + 12);
                skip_sub_blocks(&mut cursor)?;
                match label {
                    CONTROL => control = Some(start),
                    // What was said of how to show the text goes with it.
                    PLAIN_TEXT => control = None,
                    APPLICATION if name.is_some_and(|name| LOOKS.contains(&name)) => {
                        walk.keep(start..cursor.at);
                    }
                    _ => {}
                }
            }
            _ => return Err(Malformed),
        }
    }
}

fn skip_colours(cursor: &mut Cursor<'_>, flags: u8) -> Result<(), Malformed> {
    if flags & 0x80 != 0 {
        cursor.take(3 << ((flags & 7) + 1))?;
    }
    Ok(())
}

fn skip_sub_blocks(cursor: &mut Cursor<'_>) -> Result<(), Malformed> {
    loop {
        match cursor.byte()? {
            0 => return Ok(()),
            length => cursor.take(length.into())?,
        };
    }
}
