//! Sprite sheets: one picture of many, and JSON that says where each of them is.
//!
//! Game engines read the JSON that Aseprite writes, as an object by names or as a list; TexturePacker's
//! differs in that it has no durations. What is written here is Aseprite's, with the animations that PixiJS reads, in
//! a zip of a JSON file and a PNG picture that have the drawing's name. All numbers are pixels of the sheet, so the scale
//! that is said is always 1.
//!
//! A sheet without JSON has no more than a grid: [`cut`] takes a picture apart by the size of its cells. A picture and a JSON
//! file that lie beside each other are read by [`read_with`].
//!
//! ```
//! use undoodle_formats::{document::Drawing, Opened, png, sheet::{self, Cells}};
//! let picture = png::encode(&Drawing::new(32, 16)?, 0)?;
//! let file = sheet::cut(&picture, &Cells { keep_empty: true, ..Cells::new(16, 16) })?;
//! assert_eq!((file.size(), file.drawing()?.frames()), ((16, 16), 2));
//! let json = br#"{"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 8, "h": 9}, "duration": 40}}}"#;
//! assert_eq!(sheet::read_with(&picture, json)?.size(), (8, 9));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod animations;
mod cells;
mod describe;
mod read;
mod slices;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod pack;
#[doc(hidden)]
pub mod words;

pub use cells::{Cells, cut};
pub use read::read_with;

use super::kinds::{Kind, kind};
use super::{Format, Part};
use crate::error::Error;

/// Name of the format for people.
const LABEL: &str = "sprite sheet";

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "sheet",
    label: LABEL,
    mime: "application/zip",
    endings: &["zip"],
    is: |bytes| kind(bytes) == Some(Kind::Sheet),
    read: Some(|bytes| Ok(Box::new(read::read_sheet(bytes)?))),
    write: Some(write::write_sheet),
    lacks: &[
        Part::Layers,
        Part::LayerProperties,
        Part::CelProperties,
        Part::Links,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Beyond,
        Part::Floating,
        Part::Selection,
        Part::Carried,
    ],
    options: &[
        "frames",
        "scale",
        "background",
        "layout",
        "columns",
        "powers",
        "padding",
        "inner",
        "extrude",
        "trim",
        "merge",
        "nonempty",
        "split",
        "names",
        "file",
        "list",
    ],
    losses: Some(write::losses),
    names: Some(write::names),
};

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: LABEL, why }
}
