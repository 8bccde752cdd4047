//! Layers become one, and the picture stays what it was.
//!
//! Problem: a layer's opacity and blend mode are of the layer. If the upper one's pixels are just laid over the lower
//! one's, they get the lower one's opacity and mode, too, and what the upper one did to the layers further down is
//! lost. Idea: look first, then choose the [`Way`] that keeps most:
//!
//! - only one of them has pixels: the merged layer is that one, with its mode, opacity and links;
//! - all have one mode, and one layer of that mode looks alike: the opacities go into the pixels, and the mode stays;
//! - nothing of them blends with what is below: they are laid over each other, in normal mode;
//! - else each pixel becomes the colour that is seen there, as transparent as it is ([`frozen`]).
//!
//! So the picture never changes but for rounding, where translucent colours lie over others: exchanging the order in which they
//! are laid exchanges the order in which they are rounded. That is told ([`Loss::Rounding`]). In the last way the merged layer blends with the layers below no longer, which is told
//! ([`Loss::Blending`]). Layers between those that are merged are passed where they overlap with none of them.
//! Where they do, no single place is right, which is told, too ([`Loss::Order`]).
//!
//! A layer and those that are clipped to it are seen as one, so they count as one of them; where they alone are merged, all but the lowest
//! one's colours stays as it is, mode and opacity and what else is clipped to it. What is merged with others of its run alone stays clipped. Where a layer
//! is clipped to another one afterwards, that is told ([`Loss::Clipping`]).
//!
//! The merged layer has the lowest label colour and note that there are, and so have its cels. If there are others, that is told ([`Loss::Words`]).
//!
//! A group that is blended as a whole counts as one of them, and what has become of its layers lies outside of it.
//!
//! The invariant: [`merge_loss`](Drawing::merge_loss) says before what [`merge_layers`](Drawing::merge_layers) is going
//! to lose. What it has no time to look at, it takes for lost.
//!
//! ```
//! use undoodle_drawing::{color::{Blend, Color}, document::{Cel, Drawing}};
//! let mut drawing = Drawing::new(1, 1)?;
//! drawing.add_layer(1)?;
//! drawing.pixels_mut(Cel::default())?.put_row(0, 0, &[Color::rgba(0, 0, 255, 255)])?;
//! drawing.pixels_mut(Cel { layer: 1, frame: 0 })?.put_row(0, 0, &[Color::rgba(255, 0, 0, 255)])?;
//! drawing.change_layer(0, |layer| layer.opacity = 128)?;
//! drawing.merge_down(1)?;
//! assert_eq!(drawing.pixel(0, 0, 0)?, Color::rgba(255, 0, 0, 255), "not half transparent");
//! assert_eq!(drawing.layer(0)?.opacity, 255);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod clipped;
mod plan;
mod words;

use super::beyond::around;
use super::door::Door;
use super::looking::{pixels, solid};
use super::picture::CELLS;
use super::plane::Plane;
use super::stamp::stamp;
use super::tiles::{TILE, cells};
use super::{Cel, Drawing, Layer};
use crate::color::{Blend, Color};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use clipped::Run;
pub use plan::Loss;
use plan::{Plan, Way};
use std::ops::ControlFlow;

/// What has come of merging layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The position of the merged layer.
    pub layer: u32,
    /// What was lost.
    pub lost: Vec<Loss>,
}

impl<D: Door> Drawing<D> {
    /// Merges a layer with the one below.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when it is the lowest, and as [`merge_layers`](Drawing::merge_layers).
    pub fn merge_down(&mut self, layer: u32) -> Result<()> {
        let below = self.below(layer)?;
        self.merge_layers(&[below, layer]).map(drop)
    }

    /// Returns the layer with which the one above it is merged.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer, and [`Error::Refused`] when it is the lowest.
    pub fn below(&self, layer: u32) -> Result<u32> {
        let Layer { name, .. } = self.layer(layer)?;
        let why = "there is no layer below it to merge it with";
        layer.checked_sub(1).ok_or(Error::Refused { what: "layer", name: name.into(), why })
    }

    /// Merges layers, given from the bottom up. The merged one has the name of the lowest. It takes that one's place, unless
    /// only that of the topmost leaves the picture as it is.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer or none is given, and
    /// [`Error::Refused`] and [`Error::Grouped`] when only one is given, one of them is locked or hidden or the lowest keeps its alpha.
    pub fn merge_layers(&mut self, layers: &[u32]) -> Result<Merged> {
        self.land()?;
        let plan = self.plan(layers, i64::MAX)?;
        let (ids, at) = (self.layer_ids(layers.iter().copied())?, layers[0]);
        let (lowest, topmost) = (ids[0], ids[ids.len() - 1]);
        let ((words, _), (of_cels, _)) = (self.words_of_layers(layers), self.words_of_cels(layers));
        let (keeps, unclipped) = (matches!(plan.way, Way::Alone(_) | Way::Based), self.unclipped());
        let (blend, opacity) = match plan.way {
            Way::Alone(one) => {
                let one = one.unwrap_or(at);
                if one != at {
                    self.mark_layer_dirty(at);
                    self.leave_images(at)?;
                    self.copy_images(one, at)?;
                }
                let Layer { blend, opacity, .. } = self.layer(one)?;
                (blend, opacity)
            }
            way => {
                // Those above are marked when they are removed.
                self.mark_layer_dirty(at);
                self.lay_together(at, &plan)?;
                let Layer { blend, opacity, .. } = self.layer(at)?;
                match way {
                    Way::Based => (blend, opacity),
                    Way::Kept(blend) => (blend, 255),
                    _ => (Blend::Normal, 255),
                }
            }
        };
        self.change_layer(at, |layer| {
            (layer.blend, layer.opacity) = (blend, opacity);
            layer.clipped = matches!(plan.run, Some(Run::Within(_)));
            (layer.label, layer.note) = (words.label, words.text);
        })?;
        if !keeps {
            // The opacities are in the pixels now, and so is the order.
            (0..self.frames()).try_for_each(|frame| self.drop_cel_properties(Cel { layer: at, frame }))?;
        }
        if plan.rises {
            self.raise(lowest, topmost)?;
        }
        self.lift_out(lowest, plan.within, plan.rises)?;
        for id in &ids[1..] {
            self.remove_layer(self.layer_at(*id).unwrap_or(0))?;
        }
        self.restack(&unclipped, |drawing| drawing.release(&unclipped))?;
        let layer = self.layer_at(lowest).unwrap_or(0);
        self.give_words(layer, &of_cels)?;
        Ok(Merged { layer, lost: plan.lost() })
    }

    /// Merges the layers of a group, which the merged one leaves with the group's name, and with its label colour and note if no layer has any.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group, and [`Error::Refused`] and [`Error::Grouped`] when
    /// one of its layers or the group itself is locked or hidden.
    pub fn merge_group(&mut self, id: u16) -> Result<Merged> {
        let name = self.group(id)?.name;
        let members: Vec<u32> = self.members(id).collect();
        let (words, loses) = self.words_with_group(&members, id)?;
        let mut merged = match members[..] {
            [layer] => Merged { layer, lost: Vec::new() },
            _ => self.merge_layers(&members)?,
        };
        for inner in self.groups_of(merged.layer).into_iter().take_while(|inner| *inner != id) {
            self.ungroup(inner)?;
        }
        self.ungroup(id)?;
        self.change_layer(merged.layer, |layer| {
            (layer.name, layer.label, layer.note) = (name, words.label, words.text);
        })?;
        if loses && !merged.lost.contains(&Loss::Words) {
            merged.lost.push(Loss::Words);
        }
        Ok(merged)
    }

    /// Merges all visible layers; hidden ones and reference layers stay. A group of which no other layer is left goes.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] and [`Error::Grouped`] when only one is visible, one of
    /// them is locked or the lowest keeps its alpha, and [`Error::Range`] when none is visible.
    pub fn flatten(&mut self) -> Result<Merged> {
        let merged = self.merge_layers(&self.exported_layers())?;
        for group in self.groups_of(merged.layer) {
            if self.members(group).len() == 1 {
                self.ungroup(group)?;
            }
        }
        Ok(merged)
    }

    /// Returns the layers that are visible, and whose groups are and what they are clipped to is, from the bottom up.
    pub fn visible_layers(&self) -> Vec<u32> {
        let with_base = |layer: &u32| self.clip_base(*layer).is_none_or(|base| self.is_visible(base));
        (0..self.layers()).filter(|layer| self.is_visible(*layer)).filter(with_base).collect()
    }

    /// Returns the layers that exports show, from the bottom up.
    pub fn exported_layers(&self) -> Vec<u32> {
        (0..self.layers()).filter(|layer| self.is_exported(*layer)).collect()
    }

    /// Lays the pixels of layers together onto the lowest.
    fn lay_together(&mut self, lowest: u32, plan: &Plan) -> Result<()> {
        let first = plan.seen.first().and_then(|top| top.layers.first());
        if let Some(first) = first.filter(|first| **first != lowest) {
            self.leave_images(lowest)?;
            self.copy_images(*first, lowest)?;
        }
        let groups = self.frames_by(plan, plan.way == Way::Frozen);
        groups.values().try_for_each(|frames| self.part(lowest, frames))?;
        for frames in groups.values() {
            let (all, plan) = (plan.faded(self, frames[0]), &plan.in_frame(self, frames[0]));
            // Nothing of an opaque layer changes but what others are laid over.
            let opaque = plan.way == Way::Laid && plan.seen[0].is_opaque(lowest);
            let around = plan.around(self, frames[0], usize::from(opaque));
            let at = Cel { layer: lowest, frame: frames[0] };
            self.lay_cells(plan, at, around, CELLS)?;
            self.lay_beyond(&all, at)?;
        }
        Ok(())
    }

    /// Lays what the layers have beyond the canvas's edge together onto a cel of the lowest, which has what the first of them has there.
    fn lay_beyond(&mut self, plan: &Plan, at: Cel) -> Result<()> {
        let (to, canvas) = (self.plane_of(at)?, self.bounds());
        for (i, (layer, over)) in plan.apart(self, at.frame).into_iter().enumerate() {
            let cel = if i == 0 { at } else { Cel { layer, ..at } };
            if !self.is_beyond(cel) {
                continue;
            }
            let from = self.plane_of(cel)?;
            for part in around(self.extent(cel), canvas) {
                if i > 0 {
                    stamp(&mut self.door, from, to, part, (0, 0), over)?;
                } else if over.opacity < 255 {
                    let mut faded = |color| over.composite(color, Color::TRANSPARENT);
                    Plane::new(&mut self.door, to).map(part, &mut faded)?;
                }
            }
        }
        Ok(())
    }

    /// Lays the pixels of layers together onto a cel of the lowest, within a rectangle: whole cells where all have one colour.
    fn lay_cells(&mut self, plan: &Plan, at: Cel, rect: Rect, sizes: &[(u32, u32)]) -> Result<()> {
        let Some(((width, height), finer)) = sizes.split_first() else {
            return self.lay_rows(plan, at, rect);
        };
        for (part, _) in cells(rect, *width, *height) {
            match solid(&self.seen(plan, at.frame), part) {
                None => self.lay_cells(plan, at, part, finer)?,
                Some(colors) => {
                    let (color, plane) = (plan.one(&colors), self.plane_of(at)?);
                    Plane::new(&mut self.door, plane).fill_rect(part, color)?;
                }
            }
        }
        Ok(())
    }

    /// Lays the pixels of layers together onto a cel of the lowest, within a tile.
    fn lay_rows(&mut self, plan: &Plan, at: Cel, rect: Rect) -> Result<()> {
        let mut made: Vec<Color> = Vec::with_capacity((rect.width * rect.height) as usize);
        let (pictures, mut last) = (self.seen(plan, at.frame), Vec::new());
        let _ = pixels(&pictures, rect, &mut |colors| {
            // Neighbours are often alike.
            match made.last().filter(|_| last == colors) {
                Some(color) => made.push(*color),
                None => {
                    made.push(plan.one(colors));
                    last.clear();
                    last.extend_from_slice(colors);
                }
            }
            ControlFlow::Continue(())
        });
        let plane = self.plane_of(at)?;
        let mut old = [Color::TRANSPARENT; TILE as usize];
        for (y, row) in (rect.y..).zip(made.chunks(rect.width as usize)) {
            let old = &mut old[..row.len()];
            self.read_row(at, rect.x as u32, y as u32, old);
            if old != row {
                Plane::new(&mut self.door, plane).put_row(rect.x as u32, y as u32, row)?;
            }
        }
        Ok(())
    }

    /// Moves a layer, by its id, out of the groups within another one or 0 that are blended as a whole: what has been merged was.
    fn lift_out(&mut self, layer: u16, within: u16, above: bool) -> Result<()> {
        match self.layer_at(layer).and_then(|at| self.whole_within(at, within)) {
            Some(group) => self.arrange(&[layer], |order| order.lift(layer, group, above)),
            None => Ok(()),
        }
    }

    /// Moves a layer, by its id, to right below another one, into its group.
    fn raise(&mut self, layer: u16, above: u16) -> Result<()> {
        self.arrange(&[layer], |order| order.put_below(layer, above))
    }
}
