//! OpenRaster: layers and groups as PNG pictures, in a zip that Krita, GIMP, MyPaint and Drawpile share.
//!
//! The draft 0.0.5 of freedesktop.org describes it. The first entry is `mimetype`, as it is; `stack.xml` lists
//! the layers from the top down, each a PNG with a place on the canvas, `mergedimage.png` is what they look like
//! together, and `Thumbnails/thumbnail.png` is that at no more than 256 pixels. `edit-locked` and `alpha-preserve`
//! are extensions that these programs know.
//!
//! There is no animation: the frame that is shown is written. Groups may be nested there; here, the layers of an inner
//! group are in the outer one.
//!
//! ```
//! use undoodle_formats::{self as formats, document::Document, Export};
//! let mut document = Document::new(3, 2)?;
//! document.begin(1)?;
//! document.add_layer(1)?;
//! let bytes = formats::write(formats::named("ora")?, &document, &Export::new(0))?;
//! assert_eq!(&bytes[30..54], b"mimetypeimage/openraster");
//! assert_eq!(formats::open(&bytes)?.1.drawing()?.layers(), 2);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod read;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod modes;
#[doc(hidden)]
pub mod stack;

use super::kinds::{Kind, kind};
use super::{Format, Part};
use crate::error::Error;

/// Name of the format for people.
const LABEL: &str = "OpenRaster";

/// Media type, and the contents of the entry `mimetype`.
const MIME: &str = "image/openraster";

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "ora",
    label: LABEL,
    mime: MIME,
    endings: &["ora"],
    is: |bytes| kind(bytes) == Some(Kind::Layers),
    read: Some(|bytes| Ok(Box::new(read::read_ora(bytes)?))),
    write: Some(write::write_ora),
    lacks: &[
        Part::CelProperties,
        Part::Frames,
        Part::Durations,
        Part::Links,
        Part::Tags,
        Part::Slices,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Floating,
        Part::Selection,
        Part::Carried,
    ],
    options: &[],
    losses: Some(write::losses),
    names: None,
};

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: LABEL, why }
}
