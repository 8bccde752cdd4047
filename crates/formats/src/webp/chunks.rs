//! The chunks of a WebP file: where its pictures lie, and how large they are.
//!
//! The crate that unpacks a picture believes the sizes in it and would put an animation together itself. So the file is walked
//! here, which is little work: a list of chunks, in one of which there may be another list. Sizes are compared with those that the
//! packed pixels say, before anything is unpacked, and every picture is handed on as a small file of its own.
//!
//! The invariant: nothing is copied but one picture's packed pixels, whatever lengths a file claims.
//!
//! Source: "WebP Container Specification", <https://developers.google.com/speed/webp/docs/riff_container>, and RFC 9649.
//!
//! ```
//! use undoodle_formats as formats;
//! let cut = b"RIFF\x20\0\0\0WEBPVP8L\xff\0\0\0\x2f";
//! let said = formats::open(cut).err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this WebP file is damaged: it ends too early"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::MAX_SIDE;
use crate::error::{Error, Result};

pub(super) fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "WebP", why }
}

fn early() -> Error {
    damaged("it ends too early")
}

/// A chunk: its type and its data.
pub(super) type Chunk<'a> = ([u8; 4], &'a [u8]);

/// Splits off the first chunk of a list, which must be whole.
pub(super) fn chunk<'a>(list: &mut &'a [u8]) -> Result<Option<Chunk<'a>>> {
    let Some((kind, rest)) = list.split_first_chunk::<4>() else { return Ok(None) };
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(early)?;
    let (data, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(early)?;
    // A byte fills up odd lengths; at the end of a file it may be missing.
    *list = if data.len() % 2 == 1 { rest.get(1..).unwrap_or_default() } else { rest };
    Ok(Some((*kind, data)))
}

/// Returns the number of 3 bytes at a place of a chunk.
pub(super) fn number(data: &[u8], at: usize) -> Result<u32> {
    match data.get(at..at + 3) {
        Some([a, b, c]) => Ok(u32::from_le_bytes([*a, *b, *c, 0])),
        _ => Err(early()),
    }
}

/// A picture's packed pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<'a> {
    /// Alpha of a picture that is packed with loss.
    alpha: Option<&'a [u8]>,
    pixels: Chunk<'a>,
}

impl<'a> Packed<'a> {
    /// Finds the packed pixels in a list of chunks.
    pub(super) fn find(mut list: &'a [u8]) -> Result<Packed<'a>> {
        let mut alpha = None;
        while let Some((kind, data)) = chunk(&mut list)? {
            match &kind {
                b"ALPH" => alpha = Some(data),
                b"VP8 " => return Ok(Packed { alpha, pixels: (kind, data) }),
                b"VP8L" => return Ok(Packed { alpha: None, pixels: (kind, data) }),
                _ => {}
            }
        }
        Err(damaged("it has no pixels"))
    }

    /// Returns the number of columns and rows that the pixels say they have.
    pub(super) fn size(&self) -> Result<(u32, u32)> {
        let (width, height) = match self.pixels {
            ([_, _, _, b'L'], [0x2f, a, b, c, d, ..]) => {
                let header = u32::from_le_bytes([*a, *b, *c, *d]);
                ((header & 0x3fff) + 1, (header >> 14 & 0x3fff) + 1)
            }
            ([_, _, _, b' '], [_, _, _, 0x9d, 0x01, 0x2a, a, b, c, d, ..]) => {
                let side = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
                (side(*a, *b), side(*c, *d))
            }
            _ => return Err(damaged("its pixels can't be unpacked")),
        };
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(damaged("its width or height is 0 or far too large"));
        }
        Ok((width, height))
    }

    /// Returns the picture as a file of its own.
    pub(super) fn file(&self) -> Result<Vec<u8>> {
        let (width, height) = self.size()?;
        let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
        if let Some(alpha) = self.alpha {
            let mut header = vec![0x10, 0, 0, 0];
            [width, height].iter().for_each(|side| header.extend_from_slice(&(side - 1).to_le_bytes()[..3]));
            add(&mut file, *b"VP8X", &header);
            add(&mut file, *b"ALPH", alpha);
        }
        let at = file.len() + 8;
        add(&mut file, self.pixels.0, self.pixels.1);
        if self.pixels.0 == *b"VP8L" {
            // Whether alpha is used is a hint that must not change pixels, but the crate drops alpha without it.
            file[at + 4] |= 0x10;
        }
        let length = (file.len() - 8) as u32;
        file[4..8].copy_from_slice(&length.to_le_bytes());
        Ok(file)
    }
}

fn add(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend_from_slice(&kind);
    file.extend_from_slice(&(data.len() as u32).to_le_bytes());
    file.extend_from_slice(data);
    if data.len() % 2 == 1 {
        file.push(0);
    }
}
