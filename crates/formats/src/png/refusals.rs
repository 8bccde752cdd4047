//! Why a PNG file can't be read, in words for the person who chose it.
//!
//! The decoder's own messages are for whoever writes encoders: checksums in hexadecimal
//! and names of its types. Here each becomes the end of a sentence, "this PNG file is
//! damaged: …", and one that is not known yet says no more than that.
//!
//! ```
//! use undoodle_formats::png;
//! let said = png::decode(b"\x89PNG\r\n\x1a\n").unwrap_err();
//! assert_eq!(said.to_string(), "this PNG file is damaged: it ends too early");
//! ```

use crate::error::Error;
use png::DecodingError;

/// Beginnings of the decoder's messages, and their plain meanings.
const REASONS: [(&str, &str); 14] = [
    ("CRC error", "a checksum does not match"),
    ("Corrupt deflate stream", "its pixels can't be unpacked"),
    ("IDAT or fDAT chunk does not have enough", "it has too few pixels"),
    ("IDAT or fdAT chunk is missing", "it has no pixels"),
    ("Missing palette", "its palette is missing"),
    ("Not enough palette entries", "its palette is too short"),
    ("Invalid image dimensions", "its width or height is 0 or far too large"),
    ("Invalid color", "no PNG has such pixels"),
    ("Invalid bit depth", "no PNG has such pixels"),
    ("Unknown", "it is packed in an unknown way"),
    ("Unrecognized critical chunk", "it has an unknown part"),
    ("Chunk length wrong", "a part of it has a wrong length"),
    ("Transparency chunk found", "it has transparency twice"),
    ("Unexpected end of data", "it ends too early"),
];

/// Returns the error of a file with a known damage.
pub(crate) fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "PNG", why }
}

/// Translates the decoder's error.
pub(super) fn refused(error: DecodingError) -> Error {
    match error {
        DecodingError::IoError(_) => damaged("it ends too early"),
        DecodingError::LimitsExceeded => damaged("a part of it is far too large"),
        other => {
            let said = other.to_string();
            let known = REASONS.iter().find(|(begin, _)| said.starts_with(begin));
            damaged(known.map_or("its parts are out of order", |(_, why)| why))
        }
    }
}
