//! The pixels of a frame that a step changed by linking and unlinking cels.
//!
//! Such a step lets a frame show another image. The images may stay as they are, and the frame looks different; or an
//! image is copied as a whole, and the frame looks as before. So the pixels of the images that the step changed don't tell: what does is how the
//! image that the frame shows now differs from the one that it shows on the step's other side. Of both it is known how they are here, and
//! of the other one how the step changed it, so this is one difference of pages like that of any [patch](super).
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.add_frame(1)?;
//! document.fill_span(Cel { layer: 0, frame: 0 }, 3, 10..20, Color::BLACK)?;
//! document.fill_span(Cel { layer: 0, frame: 1 }, 3, 18..25, Color::BLACK)?;
//! document.commit("Paint", Color::ADDED, 0)?;
//! document.begin(1)?;
//! document.link(Cel { layer: 0, frame: 0 }, 1..=1)?;
//! document.commit("Link cels", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!(document.touched(0)?, []);
//! assert_eq!(document.touched(1)?, [Rect::new(10, 3, 8, 1), Rect::new(20, 3, 5, 1)]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Document;
use super::exact::Sink;
use super::pages::{Pages, Room};
use super::reading;
use super::sift::sift;
use crate::document::MarkedPixels;
use crate::document::drawing::info::{LINKS, cel_plane};
use crate::document::drawing::links::{cel_of, image};
use crate::document::drawing::tiles::{bounds, tile_of};
use crate::error::{Error, Result};
use crate::history::Commit;
use crate::memory::PageAddress;

/// The most bytes of pages that are compared; a larger change is its rectangle.
const COMPARED: usize = 16 << 20;

/// A layer whose image in a frame is another one on the step's other side.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Relinked {
    /// Id of the layer.
    pub(in crate::document) layer: u16,
    /// Names of the image that is shown now, and of the other one.
    images: [u16; 2],
}

impl Document {
    /// Returns the layers in which a commit lets a frame show another image.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(in crate::document) fn relinked(&self, commit: &Commit<'_>, frame: u32) -> Result<Vec<Relinked>> {
        let (mut pages, mut room, mut found) = (Pages::default(), self.room(), Vec::new());
        let entries = |place: PageAddress| place.level == 0;
        reading::within(commit, LINKS..LINKS + 1, u64::MAX, &mut |run| pages.add(run, &mut room, &entries))?;
        let shown = self.frame_id(frame);
        for (place, page) in pages.of(LINKS) {
            let entries: &[u16] = bytemuck::cast_slice(&**page);
            for (position, exchange) in entries.iter().enumerate().filter(|(_, exchange)| **exchange != 0) {
                let (layer, id) = cel_of(place.index, position);
                if Some(id) != shown || self.layer_at(layer).is_none() {
                    continue;
                }
                // An entry of 0 names the frame's own image.
                let name = |entry: u16| if entry == 0 { id } else { entry };
                let now = image(self.memory(), layer, id);
                let entry = if now == id { 0 } else { now };
                found.push(Relinked { layer, images: [now, name(entry ^ exchange)] });
            }
        }
        Ok(found)
    }

    /// Hands out the pixels in which a layer's image in a frame differs from that on the other side of a commit.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(in crate::document) fn redrawn(
        &self,
        commit: &Commit<'_>,
        Relinked { layer, images }: Relinked,
        sink: &mut impl Sink,
    ) -> Result<()> {
        let [now, other] = images.map(|name| cel_plane(layer, name));
        let pages = match self.redrawn_pages(commit, now, other) {
            Err(Error::OverBudget { .. }) => {
                let [now, other] = [now, other].map(|tree| bounds(self.memory().tree(tree)));
                return sink.area(cel_plane(layer, images[0]), now.union(other));
            }
            pages => pages?,
        };
        let mut room = Room { budget: usize::MAX, taken: 0 };
        for marked in sift(now, &pages, [&Pages::default(); 2], true, &mut room)?.taken {
            match marked {
                MarkedPixels::Area(rect, _) => sink.area(now, rect)?,
                MarkedPixels::Tile(rect, rows, _) => {
                    sink.tile(now, tile_of(rect.x as u32, rect.y as u32), &rows)?
                }
            }
        }
        Ok(())
    }

    /// Returns how an image differs from what another one was on the other side of a commit, as pages of the first.
    fn redrawn_pages(&self, commit: &Commit<'_>, now: u32, other: u32) -> Result<Pages> {
        let mut room = Room { budget: self.room().budget.min(COMPARED), taken: 0 };
        let (mut pages, mut step) = (Pages::default(), Pages::default());
        reading::within(commit, other..other + 1, u64::MAX, &mut |run| step.add(run, &mut room, &|_| true))?;
        let memory = self.memory();
        let here = |tree| memory.places(tree).filter_map(|place| Some((place, memory.page(place)?)));
        let step = step.of(other).map(|(place, page)| (*place, &**page));
        for (place, page) in here(now).chain(here(other)).chain(step) {
            pages.add_page(PageAddress { tree: now, ..place }, page, &mut room)?;
        }
        pages.trim();
        Ok(pages)
    }
}
