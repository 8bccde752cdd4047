//! What is chosen together: several layers, several frames, and the cels where they cross.
//!
//! Problem: poses are timed and rearranged by the handful, and what is done to one of them is meant for all. Idea: the desk
//! has a set of ids for the layers and one for the frames. A command that is told one of the chosen ones means all of them,
//! and one that is told another means that one alone. The chosen cels are those of a chosen layer in a chosen frame, so
//! no third set has to agree with the two.
//!
//! The invariant: the active layer and the active frame are always chosen.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! (0..3).try_for_each(|_| editor.run("frame.add", &[], 0).map(drop))?;
//! editor.run("frame.choose", &[("frame".into(), 2.into()), ("how".into(), "range".into())], 0)?;
//! assert_eq!(editor.desk().frames(editor.document()), [2, 3]);
//! editor.run("frame.duration", &[("milliseconds".into(), 40.into())], 0)?;
//! let durations = [0, 1, 2, 3].map(|frame| editor.document().duration(frame).unwrap());
//! assert_eq!(durations, [100, 100, 40, 40]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::edit::Edit;
use crate::document::{Cel, Drawing, Store};
use crate::editor::Desk;
use crate::error::Result;
use std::collections::BTreeSet;
use std::ops::Range;

crate::named! {
    /// How a layer or a frame is chosen, for several to be chosen together.
    pub(in crate::editor) enum Pick, "how" {
        /// It becomes the only one.
        Only = "only", "Only this one";
        /// It becomes chosen too, and the active one; or if it was chosen, it is no more.
        Toggle = "toggle", "Add or remove this one";
        /// All from the active one to it are chosen.
        Range = "range", "All up to this one";
        /// All layers of its group are chosen, or all frames of its tag.
        Group = "group", "All in the same group or tag";
    }
}

/// Returns which entry of a list is active and which are chosen after one was picked. `group` is what is chosen with it.
fn picked(active: u32, mut chosen: Vec<u32>, entry: u32, how: Pick, group: Range<u32>) -> (u32, Vec<u32>) {
    let mut next = active;
    match how {
        Pick::Only => (next, chosen) = (entry, vec![entry]),
        Pick::Range => chosen = (entry.min(active)..=entry.max(active)).collect(),
        Pick::Group => {
            chosen = group.collect();
            if !chosen.contains(&next) {
                next = chosen.last().copied().unwrap_or(entry);
            }
        }
        Pick::Toggle if !chosen.contains(&entry) => {
            chosen.push(entry);
            next = entry;
        }
        Pick::Toggle => {
            // The last one stays: something is always active.
            chosen.retain(|other| *other != entry);
            if next == entry {
                next = chosen.last().copied().unwrap_or(entry);
            }
        }
    }
    (next, chosen)
}

/// Returns the positions of what is chosen together with the active entry, in their order.
fn together(ids: &[u16], at: impl Fn(u16) -> Option<u32>, active: u32) -> Vec<u32> {
    let mut all: Vec<_> = ids.iter().filter_map(|id| at(*id)).chain([active]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Desk {
    /// Returns the chosen layers from the bottom up: the active one, and those that were chosen with it.
    pub fn layers(&self, document: &Drawing<Store>) -> Vec<u32> {
        together(&self.with_layer, |id| document.layer_at(id), self.cel(document).layer)
    }

    /// Returns the chosen frames in their order: the active one, and those that were chosen with it.
    pub fn frames(&self, document: &Drawing<Store>) -> Vec<u32> {
        together(&self.with_frame, |id| document.frame_at(id), self.cel(document).frame)
    }

    /// Returns `true` if no other layer and no other frame is chosen together with the active ones.
    pub(super) fn chooses_one(&self, document: &Drawing<Store>) -> bool {
        self.layers(document).len() == 1 && self.frames(document).len() == 1
    }

    /// Chooses a layer as `how` says; see [`Pick`]. Its group is the innermost one around it, or the one that is `outer` groups out.
    pub(in crate::editor) fn pick_layer(
        &mut self,
        document: &Drawing<Store>,
        layer: u32,
        how: Pick,
        outer: u32,
    ) {
        let active = self.cel(document);
        let around = document.groups_of(layer);
        let group = around.get((outer as usize).clamp(1, around.len().max(1)) - 1);
        let group = group.map_or(layer..layer + 1, |group| document.members(*group));
        let (next, layers) = picked(active.layer, self.layers(document), layer, how, group);
        self.choose(document, Cel { layer: next, ..active });
        let id = |layer: &u32| document.layer_id(*layer);
        self.with_layer = layers.iter().filter(|other| **other != next).filter_map(id).collect();
    }

    /// Chooses a frame as `how` says; see [`Pick`].
    pub(in crate::editor) fn pick_frame(&mut self, document: &Drawing<Store>, frame: u32, how: Pick) {
        let active = self.cel(document);
        let tag = document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&frame));
        let tagged = tag.map_or(frame..frame + 1, |tag| tag.from..tag.to + 1);
        let (next, frames) = picked(active.frame, self.frames(document), frame, how, tagged);
        self.choose(document, Cel { frame: next, ..active });
        let id = |frame: &u32| document.frame_id(*frame);
        self.with_frame = frames.iter().filter(|other| **other != next).filter_map(id).collect();
    }
}

/// Returns the layers that a command on a layer means, from the bottom up: all chosen ones if it is one of them.
pub(in crate::editor) fn meant_layers(desk: &Desk, document: &Drawing<Store>, layer: u32) -> Vec<u32> {
    let chosen = desk.layers(document);
    if chosen.contains(&layer) { chosen } else { vec![layer] }
}

impl Edit<'_> {
    /// Returns the layers that a command on a layer means, from the bottom up: all chosen ones if it is one of them.
    pub(in crate::editor) fn meant(&self, layer: u32) -> Vec<u32> {
        meant_layers(self.desk, self.document, layer)
    }

    /// Returns the frames that a command on a frame means, in their order: all chosen ones if it is one of them.
    pub(in crate::editor) fn meant_frames(&self, frame: u32) -> Vec<u32> {
        let chosen = self.desk.frames(self.document);
        if chosen.contains(&frame) { chosen } else { vec![frame] }
    }

    /// Returns the cels that a command on a cel means, layer by layer: all chosen ones if its layer and its frame are chosen.
    pub(in crate::editor) fn meant_cels(&self, at: Cel) -> Vec<Cel> {
        let (layers, frames) = (self.desk.layers(self.document), self.desk.frames(self.document));
        if !layers.contains(&at.layer) || !frames.contains(&at.frame) {
            return vec![at];
        }
        layers
            .into_iter()
            .flat_map(|layer| frames.iter().map(move |frame| Cel { layer, frame: *frame }))
            .collect()
    }

    /// Moves the cels that a command on a cel means, so that this one comes to another place. They stay chosen.
    ///
    /// # Errors
    /// As [`move_cels`](crate::document::Drawing::move_cels).
    pub(in crate::editor) fn move_cels(&mut self, from: Cel, to: Cel, keep: bool) -> Result<()> {
        let cels = self.meant_cels(from);
        let by = (i64::from(to.layer) - i64::from(from.layer), i64::from(to.frame) - i64::from(from.frame));
        self.document.move_cels(&cels, by, keep)?;
        let moved = |of: u32, by: i64| (i64::from(of) + by) as u32;
        let all = |of: fn(&Cel) -> u32, by: i64| {
            let all: BTreeSet<u32> = cels.iter().map(|cel| moved(of(cel), by)).collect();
            all.into_iter().collect()
        };
        let active = if cels.contains(&self.cel()) { self.cel() } else { from };
        self.after.cel = Some(Cel { layer: moved(active.layer, by.0), frame: moved(active.frame, by.1) });
        (self.after.layers, self.after.frames) = (all(|cel| cel.layer, by.0), all(|cel| cel.frame, by.1));
        Ok(())
    }
}
