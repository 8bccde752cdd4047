//! Piskel's files: JSON, with the frames of each layer side by side in PNG pictures.
//!
//! Its own source is the only description: `Serializer.js` and `Deserializer.js` of
//! piskelapp/piskel. A file has a version; the
//! present one is 2. In it a layer is a *text* of JSON within the JSON, and its frames are in
//! chunks: a PNG as a data URL, and a layout that lists the frames of each column. Older files have one PNG for each
//! layer, or no PNG but the colours of pixels, column by column.
//!
//! All frames are shown equally long, as a number of frames per second says. Layers have a name and an opacity, and
//! nothing else. So a layer that is hidden is written with an opacity of 0, which looks alike.
//!
//! ```
//! use undoodle_formats::{self as formats, document::Document, Export};
//! let document = Document::new(3, 2)?;
//! let bytes = formats::write(formats::named("piskel")?, &document, &Export::new(0))?;
//! assert!(bytes.starts_with(br#"{"modelVersion":2,"piskel":{"name":"#));
//! assert_eq!(formats::open(&bytes)?.1.size(), (3, 2));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod read;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod grids;

use super::{Format, Part};
use crate::error::Error;

/// Name of the format for people.
const LABEL: &str = "Piskel";

/// What stands in front of a picture's bytes in a data URL.
const DATA_URL: &str = "data:image/png;base64,";

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "piskel",
    label: LABEL,
    mime: "application/json",
    endings: &["piskel"],
    is,
    read: Some(|bytes| Ok(Box::new(read::read_piskel(bytes)?))),
    write: Some(write::write_piskel),
    lacks: &[
        Part::CelProperties,
        Part::Links,
        Part::Tags,
        Part::Slices,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Beyond,
        Part::Floating,
        Part::Selection,
        Part::Carried,
    ],
    options: &[],
    losses: Some(write::losses),
    names: None,
};

/// Returns `true` if bytes begin as such a file: as an object that says so in its first line, or as a list of frames
/// of columns of colours.
fn is(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut begin = bytes.iter().take(1024).copied().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    if begin.peek() != Some(&b'{') {
        return begin.take(4).eq(*b"[[[\"");
    }
    let begin: Vec<u8> = begin.collect();
    ["{\"modelVersion\":", "{\"piskel\":"].iter().any(|name| begin.starts_with(name.as_bytes()))
}

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: LABEL, why }
}
