//! The content of another drawing in the place of this one's, such as a newer version of its file.
//!
//! Problem: who takes a newer version wants to be able to go back, and a history remembers bytes, not drawings. Idea: an
//! address is its meaning, so a drawing becomes another one by the writing of what differs at the same places. What both have
//! alike is neither written nor remembered.
//!
//! A newer version that another program wrote lies at the first pixel of its planes, and so nothing of it where a drawing has it that was cropped. So
//! its images are laid anew at the drawing's [corner](super::window) before.
//!
//! Ids come along: a newer version mostly goes on from the older one, so an id that both have names what it did before. Those
//! that only the older one has given stay given, as with any other action.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Drawing}};
//! let mut newer = Drawing::new(8, 8)?;
//! newer.fill_span(Cel::default(), 3, 0..4, Color::BLACK)?;
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.renew(&newer.checked()?)?;
//! document.commit("Newer version", Color::ADDED, 0)?;
//! assert_eq!((document.size(), document.pixel(0, 3, 3)?), ((8, 8), Color::BLACK));
//! document.undo()?;
//! assert_eq!(document.size(), (64, 64));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::info::{LINKS, set_info};
use super::plane::Plane;
use super::window::Corner;
use crate::error::{Error, Result};
use crate::memory::{Memory, Page, PageAddress, Region};
use std::borrow::Cow;

/// Number of words that are written together, which are as many as a history remembers.
const WORDS: usize = 8;

impl Drawing<Memory> {
    /// Compacts a finished drawing and checks it, which may come from a stranger.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] when its bytes break a rule, and [`Error::OutOfMemory`] when they can't be
    /// compacted.
    pub fn checked(mut self) -> Result<Drawing<Memory>> {
        self.compact()?;
        self.validate().map_err(|why| Error::Invalid { what: "drawing", why })?;
        Ok(self)
    }

    /// Returns the drawing with its images laid anew on their planes, so that the canvas's corner lies there. It looks as before.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`].
    #[doc(hidden)]
    pub fn laid_at(&self, corner: Corner) -> Result<Drawing<Memory>> {
        let (mut made, corner) = (self.clone(), corner.fitting(self.size()));
        for plane in self.memory().trees().into_iter().filter(|plane| *plane > LINKS) {
            made.relay(plane, [self.corner(), corner], self.kept())?;
        }
        set_info!(&mut made.door, corner = corner.numbers());
        Ok(made)
    }
}

impl<D: Door> Drawing<D> {
    /// Replaces all that the drawing holds by what another one does, which must be [`checked`](Drawing::checked). Marks what
    /// looks different dirty.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn renew(&mut self, newer: &Drawing<Memory>) -> Result<()> {
        let around = self.differing(newer)?;
        self.mark_dirty(around);
        let stays = newer.corner() == self.corner() || self.shares_tile(newer);
        let laid = if stays { Cow::Borrowed(newer) } else { Cow::Owned(newer.laid_at(self.corner())?) };
        let made = laid.memory();
        for tree in self.memory().trees().into_iter().filter(|tree| made.tree(*tree).is_none()) {
            Plane::new(&mut self.door, tree).clear()?;
        }
        made.trees().into_iter().try_for_each(|tree| Plane::new(&mut self.door, tree).renew(made))?;
        self.mark_dirty(around);
        self.door.mark_overlay_dirty();
        Ok(())
    }

    /// Returns `true` if a tile of an image has the same pixels at the same place of its plane in another drawing, as in one that was only cropped.
    fn shares_tile(&self, other: &Drawing<Memory>) -> bool {
        let (ours, theirs) = (self.memory(), other.memory());
        let mut images = theirs.trees().into_iter().filter(|plane| *plane > LINKS);
        images.any(|plane| {
            let mut tiles = theirs.places(plane).filter(|place| place.level == 0);
            tiles.any(|place| theirs.page(place).is_some() && theirs.page(place) == ours.page(place))
        })
    }
}

impl<D: Door> Plane<'_, D> {
    /// Makes the pages equal to those of the tree with this number in another memory.
    fn renew(&mut self, made: &Memory) -> Result<()> {
        self.drop_but(made)?;
        let mut pages = made.places(self.plane).filter_map(|place| Some((place, made.page(place)?)));
        pages.try_for_each(|(place, page)| self.renew_page(place, page))
    }

    /// Writes what differs of a page.
    fn renew_page(&mut self, place: PageAddress, page: &Page) -> Result<()> {
        let Some(old) = self.page(place).copied() else { return self.put_page(place, page) };
        let cells = old.as_chunks::<WORDS>().0.iter().zip(page.as_chunks::<WORDS>().0);
        for (at, (_, words)) in (0..).zip(cells).filter(|(_, (old, new))| old != new) {
            let bytes: &[u8] = bytemuck::cast_slice(words);
            let start = place.address() + at * bytes.len() as u64;
            self.door.write(Region::new(start, bytes.len()))?.copy_from_slice(bytes);
        }
        Ok(())
    }
}
