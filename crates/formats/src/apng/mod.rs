//! Animated PNG, in and out: every frame and its duration, with all colours and alpha.
//!
//! An animated PNG is a PNG whose later pictures lie in parts that other programs skip. Browsers show it, and nothing is
//! lost of a picture; it is what GIF would be without its limits. Its ending is `apng` here, but many such files are called
//! `png`, so files are told by their contents.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let file = formats::write(named("apng")?, &document, &Export::new(0))?;
//! let (format, read) = formats::open(&file)?;
//! assert_eq!((format.id, read.size(), read.notes().to_string().as_str()), ("apng", (3, 2), ""));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod read;
mod write;

use super::png::chunks::{SIGNATURE, is_animated};
use super::{Format, begins, reel};

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "apng",
    label: "animated PNG",
    mime: "image/apng",
    endings: &["apng"],
    is: |bytes| begins(bytes, &SIGNATURE) && is_animated(bytes),
    read: Some(read::open),
    write: Some(write::write_apng),
    lacks: reel::LACKS,
    options: &["frames", "scale", "background", "loops"],
    losses: None,
    names: None,
};
