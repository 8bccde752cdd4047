//! GIF, in and out: moving pictures that every program shows, of at most 256 colours.
//!
//! The format is of 1987 and has no half-transparent pixels, at most 256 colours for a picture and [hundredths of a second](delays). So
//! the writer looks at all pictures first: with at most 256 colours nothing is lost, and the drawing's palette stays in its
//! order; with more, they are reduced to a palette for the whole animation, so that what stands still does not flicker.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let gif = named("gif")?;
//! let file = formats::write(gif, &document, &Export::new(0))?;
//! assert!(file.starts_with(b"GIF89a"));
//! let read = formats::open(&file)?.1.drawing()?;
//! assert_eq!(read.palette(), document.palette());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod extras;
mod read;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod delays;
#[doc(hidden)]
pub mod palette;
#[doc(hidden)]
pub mod reduce;

use super::{Format, Part, begins, reel};

/// The parts of a drawing that a GIF can't hold. The palette is among them if it does not fit, which is told of each drawing.
const LACKS: &[Part] = &{
    let mut parts = [Part::Layers; reel::LACKS.len() - 1];
    let (mut from, mut to) = (0, 0);
    while from < reel::LACKS.len() {
        if !matches!(reel::LACKS[from], Part::Palette) {
            parts[to] = reel::LACKS[from];
            to += 1;
        }
        from += 1;
    }
    parts
};

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "gif",
    label: "GIF",
    mime: "image/gif",
    endings: &["gif"],
    is: |bytes| begins(bytes, b"GIF89a") || begins(bytes, b"GIF87a"),
    read: Some(read::open),
    write: Some(write::write_gif),
    lacks: LACKS,
    options: &["frames", "scale", "background", "loops", "dither"],
    losses: Some(palette::losses),
    names: None,
};
