//! The pixels of a frame that a step changed by linking and unlinking cels.
//!
//! Such a step lets a frame show another image. The images may stay as they are, and the frame looks different; or an
//! image is copied as a whole, and the frame looks as before. So the pixels of the images that the step changed don't tell, and the
//! image that the frame shows now is compared with the one that it shows on the step's other side. One that is gone on this
//! side is known by its shape alone: if what is shown now has the same, it was a copy, and otherwise the shapes of both
//! are what changed.
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
use super::drawing::info::cel_plane;
use super::drawing::links::{cel_of, image};
use super::drawing::tiles::{bounds, read_row};
use super::exact::{Exact, Subject};
use super::patch::reading::Reading;
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::Commit;
use crate::memory::{PAGE, PageAddress, Tree};
use std::collections::BTreeMap;

/// The most pixels that are compared; a larger change is its rectangle.
const COMPARED: u64 = 1 << 22;

/// A layer whose image in a frame is another one on the step's other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relinked {
    /// Id of the layer.
    pub(super) layer: u16,
    /// Names of the image that is shown now, and of the other one.
    images: [u16; 2],
}

/// Returns the runs of pixels in which two images differ.
fn differences(one: Option<&Tree>, other: Option<&Tree>) -> Vec<Rect> {
    let around = bounds(one).union(bounds(other));
    if around.width as u64 * around.height as u64 > COMPARED {
        return vec![around];
    }
    let mut rects = Vec::new();
    let mut rows = [(); 2].map(|()| vec![Color::TRANSPARENT; around.width as usize]);
    for y in around.y..around.bottom() {
        for (row, tree) in rows.iter_mut().zip([one, other]) {
            read_row(tree, (around.x as u32, y as u32), 1, row);
        }
        let differs: Vec<bool> = rows[0].iter().zip(&rows[1]).map(|(one, other)| one != other).collect();
        let mut x = around.x;
        for run in differs.chunk_by(|a, b| a == b) {
            if run[0] {
                rects.push(Rect::new(x, y, run.len() as i32, 1));
            }
            x += run.len() as i32;
        }
    }
    rects
}

fn area(rects: &[Rect]) -> u64 {
    rects.iter().map(|rect| rect.width as u64 * rect.height as u64).sum()
}

impl Document {
    /// Returns the layers in which a commit lets a frame show another image.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(super) fn relinked(&self, commit: &Commit<'_>, frame: u32) -> Result<Vec<Relinked>> {
        let mut entries: BTreeMap<u64, [u8; 2]> = BTreeMap::new();
        Reading::of(commit, &mut Vec::new())?.visit(&mut |run| {
            for (at, byte) in (run.at..).zip(run.bytes).filter(|_| run.is_links()) {
                entries.entry(at / 2).or_default()[(at % 2) as usize] = *byte;
            }
            Ok(())
        })?;
        let shown = self.frame_id(frame);
        let of = entries.into_iter().filter_map(|(entry, exchange)| {
            let place = PageAddress::of(entry * 2)?;
            let (layer, id) = cel_of(place.index, (entry * 2 % PAGE as u64) as usize / 2);
            let exchange = u16::from_le_bytes(exchange);
            if Some(id) != shown || exchange == 0 || self.layer_at(layer).is_none() {
                return None;
            }
            // An entry of 0 names the frame's own image.
            let name = |entry: u16| if entry == 0 { id } else { entry };
            let now = image(self.memory(), layer, id);
            let entry = if now == id { 0 } else { now };
            Some(Relinked { layer, images: [now, name(entry ^ exchange)] })
        });
        Ok(of.collect())
    }

    /// Returns the pixels in which a layer's image in a frame differs from that on the other side of a step.
    pub(super) fn redrawn(&self, Relinked { layer, images }: Relinked, exact: &Exact) -> Vec<Rect> {
        let [now, other] = images.map(|name| self.memory().tree(cel_plane(layer, name)));
        let changed = exact
            .planes
            .iter()
            .find(|plane| plane.subject == Subject::Image { layer, name: images[1] })
            .map(|plane| &plane.rects[..]);
        let Some(changed) = changed else { return differences(now, other) };
        // What it was over there is known where it is nothing here.
        let (here, over) = (differences(now, None), differences(other, None));
        let alike = changed
            .iter()
            .all(|rect| here.iter().filter_map(|run| covered(*run, *rect)).sum::<u64>() == area(&[*rect]));
        if over.is_empty() && alike && area(&here) == area(changed) {
            return Vec::new();
        }
        [&here, changed].concat()
    }
}

/// Returns the number of pixels that two rectangles share, or `None` if they share none.
fn covered(one: Rect, other: Rect) -> Option<u64> {
    let both = one.intersect(other);
    (!both.is_empty()).then(|| area(&[both]))
}
