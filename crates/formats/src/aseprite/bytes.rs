//! Numbers and texts of an Aseprite file, taken from the front of its bytes.
//!
//! A file is little-endian, and its lengths are claims. So each value is taken from a slice that
//! ends where the chunk or the frame around it ends, and taking more than there is is damage.

use super::damaged;
use crate::error::Result;

/// Bytes that are taken from the front.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Takes so many bytes.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if there are fewer, as all methods do.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let (taken, rest) =
            self.0.split_at_checked(len).ok_or_else(|| damaged("a part of it is cut short"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// Takes an array.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let taken = self.take(N)?;
        Ok(std::array::from_fn(|i| taken.get(i).copied().unwrap_or(0)))
    }

    /// Takes a number of 8 bits.
    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Takes a number of 16 bits.
    pub fn word(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Takes a signed number of 16 bits.
    pub fn short(&mut self) -> Result<i16> {
        Ok(i16::from_le_bytes(self.array()?))
    }

    /// Takes a number of 32 bits.
    pub fn long(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Takes a text behind its length of 16 bits; bytes that are not UTF-8 are replaced.
    pub fn text(&mut self) -> Result<String> {
        let len = self.word()?;
        Ok(String::from_utf8_lossy(self.take(len.into())?).into_owned())
    }
}

/// Returns a text of at most so many bytes without control characters and blanks at its ends, and whether it was changed
/// for that.
pub fn plain(text: &str, most: usize) -> (String, bool) {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    let plain: String = text.chars().map(blank).collect();
    let plain = plain.trim();
    let cut = plain[..plain.floor_char_boundary(most)].trim_end();
    (cut.to_owned(), cut != text)
}
