//! What the look of all frames depends on beside their pixels: the background, the visible layers, and the groups around them.
//!
//! Whoever repaints, renews thumbnails or draws an onion skin compares stacks before and after a change, and a picture is composed by one.
//! Only groups that are blended as a whole matter for that: a picture knows them as spans of its layers, each before those within it.
//!
//! The invariant: two equal stacks show equal pixels alike.
//!
//! ```
//! use undoodle_drawing::document::Drawing;
//! let mut drawing = Drawing::new(8, 8)?;
//! let (group, before) = (drawing.group_layers(&[0])?, drawing.stack());
//! drawing.change_group(group, |group| group.locked = true)?;
//! assert_eq!(drawing.stack(), before);
//! drawing.change_group(group, |group| group.opacity = 128)?;
//! assert_ne!(drawing.stack(), before);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::records::{FRAME, LAYER};
use super::{Drawing, frames, groups, layers};
use crate::color::{Blend, Color};
use crate::named::Named;
use std::hash::Hash;

/// A group that is blended as a whole: which of the layers are in it, and how it is blended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) blend: Blend,
    pub(super) opacity: u8,
}

/// The background and the visible layers from the bottom up: all that the look of frames depends on beside
/// pixels, as the tables of properties say it. Two equal stacks show equal pixels alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    pub(super) background: Color,
    pub(super) layers: Vec<Level>,
    /// The groups around them, in the order of their lowest layers, each before those within it.
    pub(super) groups: Vec<Held>,
    /// Ids of the frames of which something is seen beside their cels, and what.
    pub(super) frames: Vec<(u16, frames::Seen)>,
}

/// A visible layer in a stack, and all of its look but its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    pub(super) id: u16,
    pub(super) seen: layers::Seen,
}

/// A group in a stack: which of the visible layers it has, and all of its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Held {
    from: usize,
    to: usize,
    seen: groups::Seen,
}

impl Held {
    /// Returns the group if it is blended as a whole.
    pub(super) fn span(&self) -> Option<Span> {
        let groups::Seen { opacity, blend, isolated, .. } = self.seen;
        let [opacity, blend] = [255 - opacity, blend];
        let whole = isolated != 0 || opacity < 255 || blend != Blend::Normal.byte();
        whole.then(|| Span { from: self.from, to: self.to, blend: Blend::from_byte(blend), opacity })
    }
}

impl Level {
    /// Returns the id of the layer.
    pub fn id(&self) -> u16 {
        self.id
    }
}

impl Stack {
    /// Returns the visible layers from the bottom up.
    pub fn levels(&self) -> &[Level] {
        &self.layers
    }

    /// Returns what is seen of a frame, by its id, beside its cels.
    pub fn ground(&self, frame: u16) -> impl Hash + PartialEq + use<> {
        let seen = self.frames.iter().find(|(id, _)| *id == frame).map(|(_, seen)| *seen);
        (self.background, self.groups.clone(), seen)
    }

    /// Keeps some of the layers, by their ids, and the groups that have any of them.
    pub(super) fn retain(&mut self, keep: impl Fn(u16) -> bool) {
        let kept: Vec<bool> = self.layers.iter().map(|level| keep(level.id)).collect();
        let place = |at: usize| kept[..at].iter().filter(|kept| **kept).count();
        for held in &mut self.groups {
            (held.from, held.to) = (place(held.from), place(held.to));
        }
        self.groups.retain(|held| held.from < held.to);
        self.layers.retain(|level| keep(level.id));
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the background and the visible layers.
    pub fn stack(&self) -> Stack {
        let memory = self.memory();
        let layer = |id: &u16| {
            let record = layers::record(memory, *id);
            let visible = self.shows(*id) && record.opacity > 0;
            visible.then(|| Level { id: *id, seen: record.seen() })
        };
        let layers: Vec<Level> = LAYER.ids(memory).iter().filter_map(layer).collect();
        let frames = FRAME.ids(memory).iter().map(|id| (*id, frames::record(memory, *id).seen()));
        let frames = frames.filter(|(_, seen)| *seen != frames::Seen::default()).collect();
        Stack { background: self.background(), groups: self.held(&layers), layers, frames }
    }

    /// Returns the groups around visible layers, each before those within it.
    fn held(&self, levels: &[Level]) -> Vec<Held> {
        let (memory, mut held) = (self.memory(), Vec::new());
        if self.groups().is_empty() {
            return held;
        }
        // The groups around the layer, each with its place among those that were found.
        let mut open: Vec<(u16, usize)> = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            let mut around: Vec<u16> = groups::around(memory, level.id).collect();
            around.reverse();
            let common = open.iter().zip(&around).take_while(|((one, _), other)| one == *other).count();
            open.truncate(common);
            for group in &around[common..] {
                open.push((*group, held.len()));
                held.push(Held { from: at, to: at, seen: groups::record(memory, *group).seen() });
            }
            open.iter().for_each(|(_, place)| held[*place].to = at + 1);
        }
        held
    }
}

/// Returns the groups of a picture that need a row of their own. `places` says for each layer of its stack, and for the end, how many layers of the
/// picture come before it.
pub(super) fn spans(groups: impl Iterator<Item = Span>, places: &[usize], background: Color) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for span in groups {
        let span = Span { from: places[span.from], to: places[span.to], ..span };
        // What lies over nothing is laid over what is below it only once.
        let around = spans.iter().rev().find(|outer| span.from < outer.to).map(|outer| outer.from);
        let lowest =
            around.map_or(background == Color::TRANSPARENT && span.from == 0, |from| from == span.from);
        let changes = span.blend != Blend::Normal || span.opacity < 255;
        if span.from < span.to && (changes || !lowest) {
            spans.push(span);
        }
    }
    spans
}

/// Takes the first group: it and those within it that have the same layers, the others within it, and those that come behind it.
pub(super) fn first(groups: &[Span]) -> Option<(&[Span], &[Span], &[Span])> {
    let Span { from, to, .. } = *groups.first()?;
    let alike = groups.iter().take_while(|span| (span.from, span.to) == (from, to)).count();
    let (alike, others) = groups.split_at(alike);
    let (inner, rest) = others.split_at(others.partition_point(|span| span.from < to));
    Some((alike, inner, rest))
}

/// Returns a colour as it lies in the outermost of some groups that are each the only thing in the one before it.
pub(super) fn within(alike: &[Span], color: Color) -> Color {
    let inner = alike[1..].iter().rev();
    inner.fold(color, |color, span| span.blend.composite(color, span.opacity, Color::TRANSPARENT))
}
