//! What a frame looks like: its visible layers laid over each other and the background.
//!
//! Rows are composed only where layers have something: a stretch that is empty in a
//! layer is passed over in one step. Zoomed out, only the pixels that are shown are
//! read. What floats is seen as if it had landed.
//!
//! Layers pass through most groups as if there were none. What is in a group that is blended [as a whole](super::Group::is_whole) is
//! composed into a row of its own, which is then laid over what is below as a layer's is. Groups that have nothing but one such group in them share
//! its row, and one at the bottom of the picture that changes nothing of its layers needs none.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.set_background(Color::rgba(255, 255, 255, 255))?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 2, 2), Color::rgba(0, 0, 0, 128))?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! assert_eq!(document.pixel(0, 1, 1)?, Color::rgba(127, 127, 127, 255));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::FLOATING;
use super::places::{Place, Places};
use super::records::LAYER;
use super::stack::{Clip, Held, Level, Span, Stack, first, order, spans, within};
use super::tiles::{BLOCK, Found, QUADRANT, Stretch, TILE, along, cells, find, read_row, xor};
use super::window::Sight;
use super::{Cel, Drawing};
use super::{layers, links};
use crate::color::{Blend, Color, product};
use crate::geometry::Rect;
use crate::named::Named;
use std::ops::Range;

/// Number of pixels that groups are composed of at a time.
const ROW: usize = 128;

/// A visible layer.
#[derive(Clone, Copy, Debug)]
struct Shown<'a> {
    /// Pixels of its cel.
    sight: Sight<'a>,
    blend: Blend,
    opacity: u8,
    /// Whether pixels float above its cel.
    floating: bool,
}

/// A composed frame, or one cel, to be read row by row.
#[derive(Debug)]
pub struct Picture<'a> {
    background: Color,
    layers: Vec<Shown<'a>>,
    /// The groups that are blended as a whole, in the order of their lowest layers, each before those within it.
    groups: Vec<Span>,
    /// Floating pixels, and where they are seen.
    lifted: Sight<'a>,
    places: Places,
}

/// A frame by its id, under a stack of layers.
pub(super) type Look<'a> = (&'a Stack, u16);

impl<D: Door> Drawing<D> {
    /// Returns the visible layers that lie below a layer in a frame, or the others, by ids. What is clipped lies where its base does.
    fn beside(&self, stack: &Stack, frame: u16, layer: u32, below: bool) -> Vec<u16> {
        let (ids, cels) = (LAYER.ids(self.memory()), stack.cels_of(frame));
        let layer = self.clip_base(layer).unwrap_or(layer);
        if cels.iter().all(|(_, seen)| seen.rise() == 0) {
            let (under, over) = ids.split_at_checked(layer as usize).unwrap_or((ids, &[]));
            return if below { under } else { over }.to_vec();
        }
        let places = self.places_in_stack();
        let of = |id: &u16, place: &u16| order(*place, Stack::cel(cels, *id));
        let Some(edge) = ids.get(layer as usize).zip(places.get(layer as usize)) else { return ids.to_vec() };
        let edge = of(edge.0, edge.1);
        let is_below = |at: &u32| {
            let carrier = self.clip_base(*at).unwrap_or(*at) as usize;
            ids.get(carrier).zip(places.get(carrier)).is_some_and(|(id, place)| of(id, place) < edge)
        };
        let side = (0..self.layers()).filter(|at| is_below(at) == below);
        side.filter_map(|at| self.layer_id(at)).collect()
    }

    /// Returns the visible layers of a frame from the bottom up, each with the plane of its cel.
    pub(in crate::document) fn planes_of(&self, frame: u32) -> Vec<(u16, u32)> {
        let Some(frame) = self.frame_id(frame) else { return Vec::new() };
        let plane = |level: &Level| (level.id, links::plane(self.memory(), level.id, frame));
        let stack = self.stack();
        if stack.is_simple() {
            return stack.layers.iter().map(plane).collect();
        }
        stack.laid(frame).0.into_iter().map(|(level, _)| plane(&level)).collect()
    }

    /// Returns a frame composed of its visible layers.
    pub fn picture(&self, frame: u32) -> Picture<'_> {
        self.look((&self.stack(), self.frame_id(frame).unwrap_or(0)))
    }

    /// Returns a frame composed of its visible layers without reference layers, as exports show it.
    pub fn exported_picture(&self, frame: u32) -> Picture<'_> {
        let (mut stack, memory) = (self.stack(), self.memory());
        let refers = |id: u16| layers::record(memory, id).reference != 0;
        // What is clipped to a reference layer is hidden with it.
        let hidden: Vec<u16> =
            stack.layers.iter().filter(|l| refers(l.id) || refers(l.base)).map(Level::id).collect();
        if !hidden.is_empty() {
            stack.retain(|id| !hidden.contains(&id));
        }
        self.look((&stack, self.frame_id(frame).unwrap_or(0)))
    }

    /// Returns a frame composed of its visible layers, without the background.
    pub fn bare_picture(&self, frame: u32) -> Picture<'_> {
        self.picture_from(frame, 0)
    }

    /// Returns a frame composed of the background and its visible layers below the layer with an index, or below the base that this one is clipped to.
    pub fn picture_below(&self, frame: u32, layer: u32) -> Picture<'_> {
        let (mut stack, id) = (self.stack(), self.frame_id(frame).unwrap_or(0));
        let below = self.beside(&stack, id, layer, true);
        stack.retain(|id| below.contains(&id));
        self.look((&stack, id))
    }

    /// Returns a frame composed of its visible layers from the one with an index upwards, or from the base that this one is clipped to, without the background.
    pub fn picture_from(&self, frame: u32, layer: u32) -> Picture<'_> {
        let mut stack = Stack { background: Color::TRANSPARENT, ..self.stack() };
        let id = self.frame_id(frame).unwrap_or(0);
        if layer > 0 {
            let above = self.beside(&stack, id, layer, false);
            stack.retain(|id| above.contains(&id));
        }
        self.look((&stack, id))
    }

    /// Returns a frame composed of the visible ones of some layers, as they lie in a group, 0 for none: neither it nor those
    /// around it are blended. What is in no group lies over the background.
    pub(super) fn picture_of(&self, layers: &[u32], frame: u32, within: u16) -> Picture<'_> {
        let ids: Vec<_> = layers.iter().filter_map(|layer| self.layer_id(*layer)).collect();
        let mut stack = self.stack();
        stack.retain(|id| ids.contains(&id));
        if within != 0 {
            // The first groups are the ones around all of these layers.
            let outer = self.groups_of(self.members(within).start);
            let depth = outer.iter().rev().position(|id| *id == within).map_or(0, |depth| depth + 1);
            stack.background = Color::TRANSPARENT;
            stack.groups.drain(..depth.min(stack.groups.len()));
        }
        self.look((&stack, self.frame_id(frame).unwrap_or(0)))
    }

    /// Returns a frame composed of the visible ones of some layers, as they lie in a group, 0 for none, without the background.
    pub(super) fn bare_picture_of(&self, layers: &[u32], frame: u32, within: u16) -> Picture<'_> {
        self.picture_of(layers, frame, within).bare()
    }

    /// Returns a frame composed of a layer and of others that are clipped to it, as if it were in normal mode and opaque.
    pub(super) fn run_picture(&self, base: u32, above: &[u32], frame: u32, clip: Clip) -> Picture<'_> {
        let places = if self.has_cel_properties() { self.places_in_stack() } else { Vec::new() };
        let look = |layer: &u32| {
            let (opacity, rise) = self.looks_of(Cel { layer: *layer, frame });
            let place = places.get(*layer as usize).map_or(0, |place| i32::from(*place));
            let seen = self.layer_record(*layer).seen();
            let opacity = product(seen.opacity, opacity);
            ((place + i32::from(rise), rise), (*layer, Blend::from_byte(seen.blend), opacity))
        };
        let mut above: Vec<_> = above.iter().map(look).filter(|(_, (.., opacity))| *opacity > 0).collect();
        above.sort_by_key(|(order, _)| *order);
        self.clipped_picture(base, above.into_iter().map(|(_, level)| level), frame, clip)
    }

    /// Returns one cel with its own pixels, as transparent as another layer that it is clipped to.
    pub(super) fn masked_picture(&self, base: u32, cel: Cel) -> Picture<'_> {
        self.clipped_picture(base, [(cel.layer, Blend::Normal, 255)], cel.frame, Clip::Mask)
    }

    fn clipped_picture(
        &self,
        base: u32,
        above: impl IntoIterator<Item = (u32, Blend, u8)>,
        frame: u32,
        clip: Clip,
    ) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.add(self, self.ids_of(Cel { layer: base, frame }), Blend::Normal, 255);
        if picture.layers.is_empty() {
            return picture;
        }
        for (layer, blend, opacity) in above {
            picture.add(self, self.ids_of(Cel { layer, frame }), blend, opacity);
        }
        let to = picture.layers.len();
        picture.groups = vec![Span { from: 0, to, blend: Blend::Normal, opacity: 255, clip: Some(clip) }];
        picture
    }

    /// Returns a frame composed of a stack of layers.
    fn look(&self, (stack, frame): Look<'_>) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.background = stack.background;
        let (mut places, mut groups) = (Vec::new(), Vec::new());
        if stack.is_simple() {
            for Level { id, seen, .. } in &stack.layers {
                if !stack.groups.is_empty() {
                    places.push(picture.layers.len());
                }
                picture.add(self, [*id, frame], Blend::from_byte(seen.blend), seen.opacity);
            }
            groups.extend(stack.groups.iter().filter_map(Held::span));
        } else {
            let laid;
            (laid, groups) = stack.laid(frame);
            let mut hidden = 0;
            for (at, (Level { id, seen, .. }, opacity)) in laid.into_iter().enumerate() {
                let depth = picture.layers.len();
                places.push(depth);
                if at < hidden {
                    continue;
                }
                picture.add(self, [id, frame], Blend::from_byte(seen.blend), opacity);
                // What is clipped to nothing is not seen.
                if picture.layers.len() == depth
                    && let Some(run) = groups.iter().find(|span| span.clip.is_some() && span.from == at)
                {
                    hidden = run.to;
                }
            }
        }
        places.push(picture.layers.len());
        picture.groups = spans(groups, &places, picture.background);
        picture
    }

    /// Returns one cel as [`cel_picture`](Drawing::cel_picture) does, at the opacity that it has for itself.
    pub fn cel_look(&self, cel: Cel) -> Picture<'_> {
        let (mut picture, (opacity, _)) = (self.empty_picture(), self.looks_of(cel));
        if opacity > 0 {
            picture.add(self, self.ids_of(cel), Blend::Normal, opacity);
        }
        picture
    }

    /// Returns the pixels of one cel with those that float above it, over transparency.
    pub fn cel_picture(&self, cel: Cel) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.add(self, self.ids_of(cel), Blend::Normal, 255);
        picture
    }

    fn empty_picture(&self) -> Picture<'_> {
        let places = if self.floating().is_some() { self.places() } else { Places::default() };
        let (lifted, background) = (Sight::of(self.memory(), FLOATING), Color::TRANSPARENT);
        Picture { background, layers: Vec::new(), groups: Vec::new(), lifted, places }
    }

    /// Returns `true` if a cel looks different from before the pixels that float above it were moved from some
    /// places, or if there are too many pixels to know.
    pub(super) fn looks_moved(&self, cel: Cel, from: Places) -> bool {
        let (after, mut before) = (self.cel_picture(cel), self.cel_picture(cel));
        before.places = from;
        let around = before.places.around().union(after.places.around()).intersect(self.bounds());
        // A move is one of many while the pointer is dragged: less is compared than for a command.
        differ(&before, &after, around, CELLS, &mut (COMPARED / 16))
    }

    /// Returns `true` if two cels have different pixels, or if there are too many pixels to know.
    pub(super) fn cels_differ(&self, one: Cel, other: Cel) -> bool {
        let around = self.cel_bounds(one).union(self.cel_bounds(other));
        differ(&self.cel_picture(one), &self.cel_picture(other), around, CELLS, &mut { COMPARED })
    }

    /// Marks rectangles dirty in which a frame looks different from before.
    ///
    /// Both looks are compared, up to a number of pixels; rectangles that are left then are marked
    /// unseen.
    pub(super) fn mark_looks<'a>(&mut self, looks: impl IntoIterator<Item = (Look<'a>, Look<'a>, Rect)>) {
        let (mut left, canvas) = (COMPARED, self.bounds());
        let mut dirty = Rect::EMPTY;
        for (before, after, around) in looks {
            let around = around.intersect(canvas);
            let known = around.intersect(dirty) == around;
            if !known && differ(&self.look(before), &self.look(after), around, CELLS, &mut left) {
                dirty = dirty.union(around);
                self.mark_dirty(around);
            }
        }
    }
}

/// Sizes of the cells that are compared as a whole where both pictures have one colour.
pub(super) const CELLS: &[(u32, u32)] = &[(QUADRANT, QUADRANT), BLOCK, (TILE, TILE)];

/// Maximum number of pixels that are compared; a cell counts as some.
const COMPARED: i64 = 1 << 20;

/// Returns `true` if two pictures differ within a rectangle, or if there are too many pixels to know.
fn differ(
    before: &Picture<'_>,
    after: &Picture<'_>,
    rect: Rect,
    sizes: &[(u32, u32)],
    left: &mut i64,
) -> bool {
    let Some(((width, height), finer)) = sizes.split_first() else {
        *left -= i64::from(rect.width) * i64::from(rect.height);
        let mut rows = [[Color::TRANSPARENT; TILE as usize]; 2];
        let [old, new] = rows.each_mut().map(|row| &mut row[..rect.width as usize]);
        return *left < 0
            || (rect.y..rect.bottom()).any(|y| {
                before.read(rect.x as u32, y as u32, 1, old);
                after.read(rect.x as u32, y as u32, 1, new);
                old != new
            });
    };
    cells(rect, *width, *height).any(|(part, _)| {
        *left -= 16;
        match before.solid_in(part).zip(after.solid_in(part)) {
            Some((old, new)) => old != new,
            None => *left < 0 || differ(before, after, part, finer, left),
        }
    })
}

impl<'a> Picture<'a> {
    /// Returns the picture without its background.
    #[must_use]
    pub fn bare(self) -> Picture<'a> {
        Picture { background: Color::TRANSPARENT, ..self }
    }

    fn add<D: Door>(&mut self, drawing: &'a Drawing<D>, ids: [u16; 2], blend: Blend, opacity: u8) {
        let (memory, info) = (drawing.memory(), drawing.info());
        let plane = |[layer, frame]: [u16; 2]| links::plane(memory, layer, frame);
        let sight = Sight::of(memory, plane(ids));
        let floating = info.floating == 1 && plane(info.above) == plane(ids);
        if sight.tree.is_some() || floating {
            self.layers.push(Shown { sight, blend, opacity, floating });
        }
    }

    /// Returns the number of cels that are laid over each other.
    pub fn depth(&self) -> usize {
        self.layers.len()
    }

    /// Reads every `step`-th pixel from (x, y) to the right; all of them must lie on the canvas.
    pub fn read(&self, x: u32, y: u32, step: u32, out: &mut [Color]) {
        if !self.groups.is_empty() {
            return self.compose(0..self.layers.len(), &self.groups, self.background, ((x, y), step), out);
        }
        let mut layers = self.layers.iter();
        if self.is_grounded() {
            // The lowest layer alone is what was painted, to the bit, invisible colours included.
            read_row(layers.next().map_or(Sight::default(), |layer| layer.sight), (x, y), step, out);
        } else {
            out.fill(self.background);
        }
        for layer in layers {
            self.lay_over(*layer, (x, y), step, out);
        }
    }

    /// Blends a layer's row, with what floats above it, onto what is below.
    fn lay_over(&self, layer: Shown<'a>, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
        let (first, last) = (x as i32, (x + (out.len() as u32).saturating_sub(1) * step) as i32);
        let row = Rect::new(first, y as i32, last - first + 1, 1);
        if layer.floating && self.places.iter().any(|place| !place.rect.intersect(row).is_empty()) {
            self.read_floating(layer, (x, y), step, out);
        } else if layer.sight.tree.is_some() {
            lay(layer, (x, y), step, out);
        }
    }

    /// Reads a row of some of the layers over a ground, with the groups that are blended as a whole within them. Never inlined, as most
    /// drawings have none.
    #[inline(never)]
    fn compose(
        &self,
        layers: Range<usize>,
        groups: &[Span],
        ground: Color,
        ((x, y), step): ((u32, u32), u32),
        out: &mut [Color],
    ) {
        for (x, part) in (x..).step_by(ROW * step as usize).zip(out.chunks_mut(ROW)) {
            self.compose_part(layers.clone(), groups, ground, ((x, y), step), part);
        }
    }

    /// Reads up to [`ROW`] pixels as [`compose`](Picture::compose) does. Rows of groups lie on the stack: there are many, and they are short.
    fn compose_part(
        &self,
        layers: Range<usize>,
        mut groups: &[Span],
        ground: Color,
        (at, step): ((u32, u32), u32),
        out: &mut [Color],
    ) {
        let mut next = layers.start;
        if ground == Color::TRANSPARENT
            && self.is_plain(next)
            && groups.first().is_none_or(|span| span.from > next)
        {
            read_row(self.layers[next].sight, at, step, out);
            next += 1;
        } else {
            out.fill(ground);
        }
        let mut row = [Color::TRANSPARENT; ROW];
        while next < layers.end {
            let Some((alike, inner, rest)) = first(groups).filter(|(alike, ..)| alike[0].from == next) else {
                self.lay_over(self.layers[next], at, step, out);
                next += 1;
                continue;
            };
            let row = &mut row[..out.len()];
            if let Some(clip) = alike.last().and_then(|span| span.clip) {
                self.compose_clipped(next..alike[0].to, clip, (at, step), row);
            } else {
                self.compose_part(next..alike[0].to, inner, Color::TRANSPARENT, (at, step), row);
            }
            let mut laying = Laying { blend: alike[0].blend, opacity: alike[0].opacity, last: None };
            let mut last = [Color::TRANSPARENT; 2];
            for (top, below) in row.iter().zip(out.iter_mut()).filter(|(top, _)| !top.is_transparent()) {
                // Neighbours are often alike.
                if last[0] != *top {
                    last = [*top, within(alike, *top)];
                }
                laying.lay(last[1], below);
            }
            (next, groups) = (alike[0].to, rest);
        }
    }

    /// Lays layers that are clipped to the first of them over its pixels, as far as it has some: up to [`ROW`] of them.
    fn compose_clipped(
        &self,
        layers: Range<usize>,
        clip: Clip,
        ((x, y), step): ((u32, u32), u32),
        row: &mut [Color],
    ) {
        row.fill(Color::TRANSPARENT);
        let (base, above) = (self.layers[layers.start], &self.layers[layers.start + 1..layers.end]);
        self.lay_over(base, (x, y), step, row);
        let shown = |color: &Color| !color.is_transparent();
        let Some(first) = row.iter().position(shown) else { return };
        let end = row.iter().rposition(shown).map_or(row.len(), |last| last + 1);
        let (x, row) = (x + first as u32 * step, &mut row[first..end]);
        let mut bases = [Color::TRANSPARENT; ROW];
        bases[..row.len()].copy_from_slice(row);
        row.iter_mut().for_each(|color| *color = clip.ground(*color));
        for layer in above {
            self.lay_over(*layer, (x, y), step, row);
        }
        for (color, base) in row.iter_mut().zip(bases) {
            *color = clip.over(*color, base);
        }
    }

    /// Returns `true` if a layer's pixels over nothing are what was painted.
    fn is_plain(&self, layer: usize) -> bool {
        let plain = |first: &Shown<'_>| {
            first.sight.tree.is_some()
                && first.blend == Blend::Normal
                && first.opacity == 255
                && !first.floating
        };
        self.layers.get(layer).is_some_and(plain)
    }

    /// Returns `true` if the lowest layer's pixels can be copied without blending.
    fn is_grounded(&self) -> bool {
        self.background == Color::TRANSPARENT && self.is_plain(0)
    }

    /// Blends a layer's row, with the floating pixels laid over it, onto what is below. Never inlined, as nobody needs it to
    /// paint.
    #[inline(never)]
    fn read_floating(&self, layer: Shown<'_>, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
        let mut row = vec![Color::TRANSPARENT; out.len()];
        read_row(layer.sight, (x, y), step, &mut row);
        let index = |column: i32| (column.max(x as i32) as u32 - x).div_ceil(step) as usize;
        let landed = Shown { sight: self.lifted, blend: Blend::Normal, opacity: 255, floating: false };
        for Place { rect, offset: (dx, dy) } in self.places.iter() {
            // Of the row's pixels, those from `first` up to `end` lie under what floats.
            let (first, end) = (index(rect.x), index(rect.right()).min(row.len()));
            let across = rect.y <= y as i32 && (y as i32) < rect.bottom();
            if let Some(under) = row.get_mut(first..end).filter(|under| across && !under.is_empty()) {
                let place = (x + first as u32 * step) as i32 - dx;
                lay(landed, (place as u32, (y as i32 - dy) as u32), step, under);
            }
        }
        let mut laying = Laying { blend: layer.blend, opacity: layer.opacity, last: None };
        row.iter().zip(out).for_each(|(top, below)| laying.lay(*top, below));
    }

    /// Returns the colour of a pixel, which must lie on the canvas.
    pub fn pixel(&self, x: u32, y: u32) -> Color {
        let mut color = [Color::TRANSPARENT];
        self.read(x, y, 1, &mut color);
        color[0]
    }

    /// Returns the picture as it is within a part of the canvas: the lowest layers, as far as each has one
    /// colour there, are its background. What is invisible may have another colour.
    pub fn within(&self, part: Rect) -> Picture<'a> {
        let mut background = self.background;
        let mut layers = &self.layers[..];
        let ungrouped = self.groups.first().map_or(layers.len(), |span| span.from);
        while let [layer, above @ ..] = layers
            && !layer.floating
            && self.layers.len() - layers.len() < ungrouped
        {
            let plain = |x, y| {
                let Found { page, base, area } = find(layer.sight, x, y);
                page.is_none().then_some((base, area))
            };
            let Some(color) = solid_in(part, plain) else { break };
            background = layer.blend.composite(color, layer.opacity, background);
            layers = above;
        }
        let gone = self.layers.len() - layers.len();
        let groups =
            self.groups.iter().map(|span| Span { from: span.from - gone, to: span.to - gone, ..*span });
        Picture { background, layers: layers.to_vec(), groups: groups.collect(), ..*self }
    }

    /// Returns the colour around a pixel of the canvas and an aligned area that has it, or `None` where
    /// pixels may differ within a tile.
    pub fn solid(&self, x: u32, y: u32) -> Option<(Color, Rect)> {
        self.solid_of(0..self.layers.len(), &self.groups, self.background, (x, y))
    }

    /// Returns the colour of all pixels of a part of the canvas, or `None` where they may differ.
    pub fn solid_in(&self, part: Rect) -> Option<Color> {
        solid_in(part, |x, y| self.solid(x, y))
    }

    fn solid_of(
        &self,
        layers: Range<usize>,
        mut groups: &[Span],
        ground: Color,
        (x, y): (u32, u32),
    ) -> Option<(Color, Rect)> {
        let mut area = Rect::new(0, 0, i32::MAX, i32::MAX);
        let (mut color, mut next) = (ground, layers.start);
        while next < layers.end {
            if let Some((alike, inner, rest)) = first(groups).filter(|(alike, ..)| alike[0].from == next) {
                let (top, around) = if let Some(clip) = alike.last().and_then(|span| span.clip) {
                    let (base, area) = self.solid_of(next..next + 1, &[], Color::TRANSPARENT, (x, y))?;
                    let (top, around) =
                        self.solid_of(next + 1..alike[0].to, &[], clip.ground(base), (x, y))?;
                    (clip.over(top, base), area.intersect(around))
                } else {
                    self.solid_of(next..alike[0].to, inner, Color::TRANSPARENT, (x, y))?
                };
                color = alike[0].blend.composite(within(alike, top), alike[0].opacity, color);
                area = area.intersect(around);
                (next, groups) = (alike[0].to, rest);
                continue;
            }
            let layer = &self.layers[next];
            if layer.floating {
                return None;
            }
            let found = find(layer.sight, x, y);
            if found.page.is_some() {
                return None;
            }
            area = area.intersect(found.area);
            let grounded = next == layers.start && ground == Color::TRANSPARENT && self.is_plain(next);
            color =
                if grounded { found.base } else { layer.blend.composite(found.base, layer.opacity, color) };
            next += 1;
        }
        Some((color, area))
    }
}

/// Returns the colour of all pixels of a part, given the colour around a pixel and the cell of a grid that has it, or `None` where they may differ.
///
/// The grid of the planes need not be that of the canvas, so a part may lie across cells. No cell that is as large as the part has room between two of its
/// corners, and if those at all four corners are that large, the part lies in them.
fn solid_in(part: Rect, around: impl Fn(u32, u32) -> Option<(Color, Rect)>) -> Option<Color> {
    let (color, area) = around(part.x as u32, part.y as u32)?;
    if area.intersect(part) == part {
        return Some(color);
    }
    let (right, bottom) = (part.right() - 1, part.bottom() - 1);
    let wide = |area: Rect| area.width >= part.width && area.height >= part.height;
    let mut others = [(right, part.y), (part.x, bottom), (right, bottom)].into_iter();
    let alike = |(x, y): (i32, i32)| {
        around(x as u32, y as u32).is_some_and(|(other, area)| other == color && wide(area))
    };
    (wide(area) && others.all(alike)).then_some(color)
}

/// Blends colours of a layer onto those below, and remembers the last result: neighbours are often alike.
struct Laying {
    blend: Blend,
    opacity: u8,
    /// The last colour, what was below, and what came of it.
    last: Option<[Color; 3]>,
}

impl Laying {
    fn lay(&mut self, top: Color, below: &mut Color) {
        *below = match self.last {
            Some([color, under, result]) if color == top && under == *below => result,
            _ => {
                let result = self.blend.composite(top, self.opacity, *below);
                self.last = Some([top, *below, result]);
                result
            }
        };
    }
}

/// Blends a layer's row onto what is below.
fn lay(layer: Shown<'_>, at: (u32, u32), step: u32, out: &mut [Color]) {
    let Shown { sight, blend, opacity, .. } = layer;
    let (count, mut laying) = (out.len(), Laying { blend, opacity, last: None });
    along(sight, at, step, count, |from, length, stretch| {
        let part = &mut out[from..from + length];
        match stretch {
            Stretch::Solid(color) if color.is_transparent() => {}
            Stretch::Solid(color) => part.iter_mut().for_each(|below| laying.lay(color, below)),
            Stretch::Tile { row, first, base } => {
                let picked = row[first..].iter().step_by(step as usize);
                let plain = blend == Blend::Normal && opacity == 255;
                for (below, pixel) in part.iter_mut().zip(picked) {
                    let top = xor(base, *pixel);
                    match top.bytes[3] {
                        0 => {}
                        255 if plain => *below = top,
                        _ => laying.lay(top, below),
                    }
                }
            }
        }
    });
}
