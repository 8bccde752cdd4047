//! What the open action has changed of the background's pixels, laid over a colour.
//!
//! Who erases on the [background](crate::document::drawing::background) leaves a colour there. Only the tiles and the areas that the action
//! has changed are looked at, so that a dab costs what a dab is, whatever the size of the canvas.

use super::reading::{Run, addresses, open_in};
use crate::color::Color;
use crate::document::drawing::info::{Info, RECORDS};
use crate::document::drawing::tiles::area_of;
use crate::document::{Cel, Drawing, Store};
use crate::error::Result;
use crate::memory::{FAN, PAGE};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;
use std::ops::Range;

/// Addresses of the canvas's size, and of its corner.
const SIZE: Range<u64> = offset_of!(Info, width) as u64..offset_of!(Info, height) as u64 + 4;
const CORNER: Range<u64> = offset_of!(Info, corner) as u64..offset_of!(Info, corner) as u64 + 8;

/// Tiles and areas of planes, by their levels and indices.
type Areas = BTreeMap<u32, BTreeSet<(u8, u32)>>;

impl Drawing<Store> {
    /// Lays the pixels of the background over a colour where the open action has changed them: all of them on a canvas of another size or at another place, and in
    /// an image that is empty.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) or [`Error::OverBudget`](crate::Error::OverBudget) when the drawing or its
    /// history has no room; cancel the action then.
    pub fn fill_background(&mut self, color: Color) -> Result<()> {
        let Some(layer) = self.background_layer() else { return Ok(()) };
        let planes: BTreeSet<u32> =
            (0..self.frames()).filter_map(|frame| self.plane_of(Cel { layer, frame }).ok()).collect();
        let (changed, resized) = self.changed_in(&planes)?;
        let canvas = self.bounds();
        for plane in &planes {
            if resized || self.memory().tree(*plane).is_none() {
                self.lay_over_color(*plane, canvas, 255, color)?;
                continue;
            }
            for (level, index) in changed.get(plane).into_iter().flatten() {
                for part in self.window().seen(area_of(*level, *index)) {
                    self.lay_over_color(*plane, part, 255, color)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the tiles and the areas of some planes that the open action has changed, and whether it has
    /// changed the canvas's size or corner.
    fn changed_in(&self, planes: &BTreeSet<u32>) -> Result<(Areas, bool)> {
        let (Some(first), Some(last)) = (planes.first(), planes.last()) else {
            return Ok(Default::default());
        };
        let (mut changed, mut resized) = (Areas::new(), false);
        let mut before: Option<(u64, Vec<u8>)> = None;
        // A run is visited twice: as it was before the action, and as it is now.
        open_in(
            &self.door.history,
            &[SIZE, CORNER, addresses(*first..last + 1)],
            &mut |Run { place, at, bytes }| {
                let Some((_, old)) =
                    before.take().filter(|(start, old)| (*start, old.len()) == (at, bytes.len()))
                else {
                    before = Some((at, bytes.to_vec()));
                    return Ok(());
                };
                let page = (at % PAGE as u64) as usize;
                let all = (page..).zip(old.iter().zip(bytes));
                let mut differing = all.filter(|(_, (old, new))| old != new).map(|(at, _)| at);
                match (place.tree, place.level) {
                    (RECORDS, _) => resized |= differing.next().is_some(),
                    (tree, _) if !planes.contains(&tree) => {}
                    (tree, 0) => {
                        let changed = changed.entry(tree).or_default();
                        changed.extend(differing.next().map(|_| (0, place.index)));
                    }
                    // A page above the tiles has a base for each area of the level below.
                    (tree, level) => {
                        let area = |at: usize| (level - 1, place.index * FAN as u32 + (at / 4 % FAN) as u32);
                        changed.entry(tree).or_default().extend(differing.map(area));
                    }
                }
                Ok(())
            },
        )?;
        Ok((changed, resized))
    }
}
