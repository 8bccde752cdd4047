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
use super::groups::Nesting;
use super::records::{FRAME, LAYER};
use super::{Drawing, celrecords, frames, groups, layers};
use crate::color::{Blend, Color, product};
use crate::named::Named;
use std::hash::Hash;
use std::ops::Range;

/// A group that is blended as a whole: which of the layers are in it, and how it is blended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) blend: Blend,
    pub(super) opacity: u8,
    /// How the other layers are clipped to the first of them, or `None` if they aren't.
    pub(super) clip: Option<Clip>,
}

/// What becomes of layers that are clipped to the one that they lie on, their base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clip {
    /// They lie on the base as if it were opaque, and have its alpha: what is seen.
    Over,
    /// They have their own alpha, as far as the base has one, and the base is not seen.
    Mask,
    /// They lie on the base as if it were opaque, and stay opaque: what is below another clipped layer.
    Ground,
}

impl Clip {
    /// Returns what clipped layers are laid over, where their base has a colour.
    pub(super) fn ground(self, base: Color) -> Color {
        match self {
            Clip::Over | Clip::Ground if base.bytes[3] > 0 => with_alpha(base, 255),
            _ => Color::TRANSPARENT,
        }
    }

    /// Returns what is seen where clipped layers have come to a colour over their base.
    pub(super) fn over(self, color: Color, base: Color) -> Color {
        let alpha = match self {
            _ if base.bytes[3] == 0 => 0,
            Clip::Over => base.bytes[3],
            Clip::Mask => product(color.bytes[3], base.bytes[3]),
            Clip::Ground => 255,
        };
        with_alpha(color, alpha)
    }
}

/// The background and the visible layers from the bottom up: all that the look of frames depends on beside
/// pixels, as the tables of properties say it. Two equal stacks show equal pixels alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    pub(super) background: Color,
    pub(super) layers: Vec<Level>,
    /// The groups around them, in the order of their lowest layers, each before those within it.
    pub(super) groups: Vec<Held>,
    /// What is seen of cels that look unusual, by the ids of their frames and layers, in this order.
    pub(super) cels: Vec<([u16; 2], celrecords::Seen)>,
    /// Ids of the frames of which something is seen beside their cels, and what.
    pub(super) frames: Vec<(u16, frames::Seen)>,
}

/// A visible layer in a stack, and all of its look but its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    pub(super) id: u16,
    pub(super) seen: layers::Seen,
    /// Its place among all layers and groups, from the bottom up; 0 as long as no cel has a z-index.
    pub(super) place: u16,
    /// The id of the layer that it is clipped to, 0 for none.
    pub(super) base: u16,
}

/// What is laid over each other within a group that is blended as a whole.
enum Part<'a> {
    /// A layer with those that are clipped to it.
    Run(Range<usize>),
    /// A group that is blended as a whole, with those within it.
    Whole(Span, &'a [(u16, Span)]),
}

/// A group in a stack: which of the visible layers it has, and all of its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Held {
    from: usize,
    to: usize,
    seen: groups::Seen,
    /// Its place among all layers and groups, as a layer has one.
    place: u16,
}

impl Held {
    /// Returns the group if it is blended as a whole.
    pub(super) fn span(&self) -> Option<Span> {
        let groups::Seen { opacity, blend, isolated, .. } = self.seen;
        let [opacity, blend] = [255 - opacity, blend];
        let whole = isolated != 0 || opacity < 255 || blend != Blend::Normal.byte();
        whole.then(|| Span {
            from: self.from,
            to: self.to,
            blend: Blend::from_byte(blend),
            opacity,
            clip: None,
        })
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
        (self.background, self.groups.clone(), seen, self.cels_of(frame).to_vec())
    }

    /// Returns `true` if no frame needs to have its layers [laid](Stack::laid): no cel looks unusual, and no layer is clipped.
    pub(super) fn is_simple(&self) -> bool {
        self.cels.is_empty() && self.layers.iter().all(|level| level.base == 0)
    }

    /// Returns what is seen of the cels of a frame that look unusual.
    pub(super) fn cels_of(&self, frame: u16) -> &[([u16; 2], celrecords::Seen)] {
        let first = self.cels.partition_point(|([of, _], _)| *of < frame);
        let end = self.cels.partition_point(|([of, _], _)| *of <= frame);
        &self.cels[first..end]
    }

    /// Returns what is seen of a cel, by the id of its layer, among those of its frame that look unusual.
    pub(super) fn cel(of_frame: &[([u16; 2], celrecords::Seen)], layer: u16) -> celrecords::Seen {
        let found = of_frame.binary_search_by_key(&layer, |([_, layer], _)| *layer);
        found.map_or(celrecords::Seen::USUAL, |at| of_frame[at].1)
    }

    /// Returns the visible layers of a frame as its cels are laid over each other, from the bottom up, each with the opacity that its
    /// cel has, and the groups that are blended as a whole. A z-index moves a cel by that many places among what lies in the same such group; of
    /// two at one place, the one with the greater z-index is above.
    pub(super) fn laid(&self, frame: u16) -> (Vec<(Level, u8)>, Vec<Span>) {
        let wholes: Vec<_> = self.groups.iter().filter_map(|held| Some((held.place, held.span()?))).collect();
        let (mut laid, mut spans) = (Vec::new(), Vec::new());
        self.lay(self.cels_of(frame), 0..self.layers.len(), &wholes, (&mut laid, &mut spans));
        (laid, spans)
    }

    /// Lays some of the layers over each other, with the groups within them.
    fn lay(
        &self,
        cels: &[([u16; 2], celrecords::Seen)],
        layers: Range<usize>,
        wholes: &[(u16, Span)],
        out: (&mut Vec<(Level, u8)>, &mut Vec<Span>),
    ) {
        let (mut parts, mut next, mut left) = (Vec::new(), layers.start, wholes);
        while next < layers.end {
            match left.split_first().filter(|((_, span), _)| span.from == next) {
                Some(((place, span), rest)) => {
                    let inner = rest.partition_point(|(_, inner)| inner.from < span.to);
                    parts.push((order(*place, celrecords::Seen::USUAL), Part::Whole(*span, &rest[..inner])));
                    (next, left) = (span.to, &rest[inner..]);
                }
                None => {
                    let level = self.layers[next];
                    let seen = Stack::cel(cels, level.id);
                    let above = self.layers[next + 1..layers.end].iter();
                    let end = next + 1 + above.take_while(|above| above.base == level.id).count();
                    parts.push((order(level.place, seen), Part::Run(next..end)));
                    next = end;
                }
            }
        }
        parts.sort_by_key(|(order, _)| *order);
        for (_, part) in parts {
            match part {
                Part::Run(run) => self.lay_run(cels, run, (&mut *out.0, &mut *out.1)),
                Part::Whole(span, inner) => {
                    let (from, at) = (out.0.len(), out.1.len());
                    out.1.push(Span { from, ..span });
                    self.lay(cels, span.from..span.to, inner, (&mut *out.0, &mut *out.1));
                    out.1[at].to = out.0.len();
                }
            }
        }
    }

    /// Lays a layer, and on it those that are clipped to it: with its blend mode and its opacity they are blended as one.
    fn lay_run(
        &self,
        cels: &[([u16; 2], celrecords::Seen)],
        run: Range<usize>,
        out: (&mut Vec<(Level, u8)>, &mut Vec<Span>),
    ) {
        let looks = |level: &Level| {
            let seen = Stack::cel(cels, level.id);
            (order(level.place, seen), (*level, product(level.seen.opacity, seen.opacity)))
        };
        let Some((base, above)) = self.layers[run].split_first() else { return };
        let (_, (mut base, opacity)) = looks(base);
        let mut above: Vec<_> = above.iter().map(looks).filter(|(_, (_, opacity))| *opacity > 0).collect();
        match (opacity, above.is_empty()) {
            (0, _) => {}
            (_, true) => out.0.push((base, opacity)),
            _ => {
                let (from, blend) = (out.0.len(), Blend::from_byte(base.seen.blend));
                let to = from + 1 + above.len();
                out.1.push(Span { from, to, blend, opacity, clip: Some(Clip::Over) });
                base.seen.blend = Blend::Normal.byte();
                out.0.push((base, 255));
                above.sort_by_key(|(order, _)| *order);
                out.0.extend(above.into_iter().map(|(_, level)| level));
            }
        }
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
        for level in self.layers.iter_mut().filter(|level| !keep(level.base)) {
            level.base = 0;
        }
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the background and the visible layers.
    pub fn stack(&self) -> Stack {
        let memory = self.memory();
        let cels = if self.has_cel_properties() { celrecords::seen(memory) } else { Vec::new() };
        let places =
            if cels.iter().any(|(_, seen)| seen.rise() != 0) { self.places_in_stack() } else { Vec::new() };
        let nesting = Nesting::of(memory);
        let shown = |layer: &layers::Record| {
            let own = layer.visible != 0 && layer.opacity > 0;
            own && nesting.around(layer).all(|(_, group)| group.visible != 0)
        };
        let layer = |(at, id): (usize, &u16)| {
            let record = layers::record(memory, *id);
            let base = if record.clipped == 0 { None } else { self.clip_base(at as u32) };
            let base = base.and_then(|base| self.layer_id(base)).unwrap_or(0);
            let visible = shown(record) && (base == 0 || shown(layers::record(memory, base)));
            let place = places.get(at).copied().unwrap_or(0);
            visible.then(|| Level { id: *id, seen: record.seen(), place, base })
        };
        let layers: Vec<Level> = LAYER.ids(memory).iter().enumerate().filter_map(layer).collect();
        let frames = FRAME.ids(memory).iter().map(|id| (*id, frames::record(memory, *id).seen()));
        let frames = frames.filter(|(_, seen)| *seen != frames::Seen::default()).collect();
        let groups = self.held(&nesting, &layers, &places);
        Stack { background: self.background(), layers, groups, cels, frames }
    }

    /// Returns the place of each layer among all layers and groups, from the bottom up, as a file of Aseprite's lists them: a group
    /// comes before its layers.
    pub(super) fn places_in_stack(&self) -> Vec<u16> {
        let (mut next, mut open) = (0, Vec::new());
        let place = |id: &u16| {
            let mut around: Vec<u16> = groups::around(self.memory(), *id).collect();
            around.reverse();
            let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
            next += 1 + (around.len() - common) as u16;
            open = around;
            next
        };
        LAYER.ids(self.memory()).iter().map(place).collect()
    }

    /// Returns the place of a group by those of all layers: it and the groups within it that begin with it come right before its lowest layer.
    pub(super) fn place_of(&self, group: u16, places: &[u16]) -> u16 {
        let lowest = if places.is_empty() { return 0 } else { self.members(group).start };
        let inner = self.groups_of(lowest).iter().take_while(|id| **id != group).count() as u16;
        places.get(lowest as usize).map_or(0, |place| place - inner - 1)
    }

    /// Returns the groups around visible layers, each before those within it.
    fn held(&self, nesting: &Nesting<'_>, levels: &[Level], places: &[u16]) -> Vec<Held> {
        let (memory, mut held) = (self.memory(), Vec::new());
        if nesting.is_empty() {
            return held;
        }
        // The groups around the layer, each with its place among those that were found.
        let (mut open, mut around): (Vec<(u16, usize)>, Vec<_>) = (Vec::new(), Vec::new());
        for (at, level) in levels.iter().enumerate() {
            around.clear();
            around.extend(nesting.around(layers::record(memory, level.id)));
            around.reverse();
            let common = open.iter().zip(&around).take_while(|((one, _), (other, _))| one == other).count();
            open.truncate(common);
            for (group, record) in &around[common..] {
                open.push((*group, held.len()));
                let place = self.place_of(*group, places);
                held.push(Held { from: at, to: at, seen: record.seen(), place });
            }
            open.iter().for_each(|(_, place)| held[*place].to = at + 1);
        }
        held
    }
}

/// Returns a colour with another alpha, which is nothing if that is 0.
fn with_alpha(mut color: Color, alpha: u8) -> Color {
    color.bytes[3] = alpha;
    if alpha == 0 { Color::TRANSPARENT } else { color }
}

/// Returns what the cels of a frame are ordered by, of a layer at a place among all layers and groups.
pub(super) fn order(place: u16, seen: celrecords::Seen) -> (i32, i16) {
    (i32::from(place) + i32::from(seen.rise()), seen.rise())
}

/// Returns the groups of a picture that need a row of their own. `places` says for each layer of its stack, and for the end, how many layers of the
/// picture come before it.
pub(super) fn spans(groups: Vec<Span>, places: &[usize], background: Color) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for span in groups {
        let span = Span { from: places[span.from], to: places[span.to], ..span };
        // What lies over nothing is laid over what is below it only once.
        let around = spans.iter().rev().find(|outer| span.from < outer.to).map(|outer| outer.from);
        let lowest =
            around.map_or(background == Color::TRANSPARENT && span.from == 0, |from| from == span.from);
        let changes = span.clip.is_some() || span.blend != Blend::Normal || span.opacity < 255;
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
