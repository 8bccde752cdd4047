//! The pixels of a frame that a step painted, for whoever goes through many steps.
//!
//! Problem: a map of heat and a search for what touches the selection ask a hundred thousand steps for their exact pixels. What is outlined of a
//! step may have the selection in it, and finds out anew for each step what the frame shows. Idea: the images that the frame shows are looked up
//! once, and the list of pixels is one that is filled again and again.
//!
//! The invariant: a pixel is in the list if and only if a visible layer's image of the frame, as it is now, really changed there. What floats, what is selected,
//! and how layers are shown is not looked at.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Painted}};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_span(Cel::default(), 3, 5..9, Color::BLACK)?;
//! let step = document.commit("Pencil", Color::ADDED, 0)?.map(|commit| commit.id()).unwrap();
//! let mut painted = Painted::new(&document, 0);
//! assert_eq!(painted.by(&document, step)?.tiles[0].1[3], 0b1_1110_0000);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::document::drawing::tiles::TILE;
use crate::document::drawing::window::Window;
use crate::document::patch::exact::Sink;
use crate::document::patch::marks::{join, push};
use crate::document::{Document, Mask};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::{CommitId, Place};

/// The images that a frame shows, and the pixels of them that the step painted that was asked for last.
#[derive(Debug)]
pub struct Painted {
    /// Numbers of the planes, ascending.
    planes: Vec<u32>,
    canvas: Window,
    mask: Mask,
}

impl Painted {
    /// Looks up what a frame shows now.
    pub fn new(document: &Document, frame: u32) -> Painted {
        let mut planes: Vec<u32> = document.planes_of(frame).into_iter().map(|(_, plane)| plane).collect();
        planes.sort_unstable();
        Painted { planes, canvas: document.window(), mask: Mask::default() }
    }

    /// Returns the pixels that a step painted.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Away`] or [`Error::Unreadable`] if its bytes are not in memory, and
    /// [`Error::OutOfMemory`].
    pub fn by(&mut self, document: &Document, step: CommitId) -> Result<&Mask> {
        self.mask.tiles.clear();
        self.mask.rects.clear();
        let commit = document.history().commit_of(step)?;
        if let Some(wall) = document.history().wall_at(step) {
            return Err(wall.into());
        }
        if commit.place() == Place::Disk {
            return Err(Error::Away { commit: step.0 });
        }
        document.read_exact(&commit, self)?;
        Ok(&self.mask)
    }
}

impl Sink for Painted {
    fn area(&mut self, tree: u32, rect: Rect) -> Result<()> {
        if self.planes.binary_search(&tree).is_err() {
            return Ok(());
        }
        self.canvas.seen(rect).try_for_each(|rect| join(&mut self.mask.rects, rect))
    }

    fn tile(&mut self, tree: u32, tile: u32, rows: &[u32; TILE as usize]) -> Result<()> {
        if self.planes.binary_search(&tree).is_err() {
            return Ok(());
        }
        let mut rows = *rows;
        self.canvas.clip(tile, &mut rows);
        let empty = rows.iter().all(|row| *row == 0);
        let at = self.canvas.corner.tile_at(tile);
        if empty { Ok(()) } else { push(&mut self.mask.tiles, (at, rows)) }
    }
}
