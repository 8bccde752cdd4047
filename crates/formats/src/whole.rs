//! A file that was read whole, as a drawing and what could not be kept of it.
//!
//! A project file or a large PNG is looked through first and read later, as it may be huge. Files of
//! other programs are small, and telling their size takes reading most of them: such a reader
//! makes the drawing at once, and hands it on as this.
//!
//! ```
//! use undoodle_formats::document::Drawing;
//! use undoodle_formats::{Opened, Whole};
//! let whole = Whole::new(Drawing::new(3, 2)?, vec!["3 slices were left out".into()]);
//! assert_eq!((whole.size(), whole.notes().to_string()), ((3, 2), "3 slices were left out".to_owned()));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::Opened;
use crate::document::Drawing;
use crate::error::{Message, Result};
use crate::memory::Memory;
use crate::raster::Image;

/// A drawing that was read from a file, and notes on what was left out or changed.
#[derive(Debug)]
pub struct Whole {
    drawing: Drawing<Memory>,
    notes: Vec<Message>,
}

impl Whole {
    /// Creates a read file. Each note is a phrase such as "3 slices were left out".
    pub fn new(drawing: Drawing<Memory>, notes: Vec<Message>) -> Whole {
        Whole { drawing, notes }
    }
}

impl Opened for Whole {
    fn size(&self) -> (u32, u32) {
        self.drawing.size()
    }

    fn notes(&self) -> Message {
        Message::row(self.notes.iter().cloned(), "{first}; {rest}")
    }

    fn drawing(&self) -> Result<Drawing<Memory>> {
        Ok(self.drawing.clone())
    }

    fn into_drawing(self: Box<Self>) -> Result<Drawing<Memory>> {
        Ok(self.drawing)
    }

    fn image(&self) -> Result<Image> {
        let (width, height) = self.drawing.size();
        let mut image = Image::new(width, height)?;
        let picture = self.drawing.exported_picture(0);
        for y in 0..height {
            picture.read(0, y, 1, image.row_mut(y));
        }
        Ok(image)
    }
}
