//! What a frame looks like: its visible layers laid over each other and the background.
//!
//! Rows are composed only where layers have something: a stretch that is empty in a
//! layer is passed over in one step. Zoomed out, only the pixels that are shown are
//! read. What floats is seen as if it had landed.
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
use super::links;
use super::places::{Place, Places};
use super::records::{FRAME, LAYER};
use super::tiles::{BLOCK, Found, QUADRANT, Stretch, TILE, along, cells, find, read_row, xor};
use super::{Cel, Drawing, celrecords, frames, groups, layers};
use crate::color::{Blend, Color, product};
use crate::geometry::Rect;
use crate::memory::Tree;
use crate::named::Named;
use std::hash::Hash;

/// A visible layer.
#[derive(Clone, Copy, Debug)]
struct Shown<'a> {
    /// Pixels of its cel, or `None` if it has no pages.
    tree: Option<&'a Tree>,
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
    /// Floating pixels, and where they are seen.
    lifted: Option<&'a Tree>,
    places: Places,
}

/// The background and the visible layers from the bottom up: all that the look of frames depends on beside
/// pixels, as the tables of properties say it. Two equal stacks show equal pixels alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    background: Color,
    layers: Vec<Level>,
    /// What is seen of cels that look unusual, by the ids of their frames and layers, in this order.
    cels: Vec<([u16; 2], celrecords::Seen)>,
    /// Ids of the frames of which something is seen beside their cels, and what.
    frames: Vec<(u16, frames::Seen)>,
}

/// A visible layer in a stack, and all of its look but its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    id: u16,
    seen: layers::Seen,
    /// What is seen of its group.
    group: groups::Seen,
    /// Its place among all layers and groups, from the bottom up; 0 as long as no cel has a z-index.
    place: u16,
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
        (self.background, seen, self.cels_of(frame).to_vec())
    }

    /// Returns what is seen of the cels of a frame that look unusual.
    fn cels_of(&self, frame: u16) -> &[([u16; 2], celrecords::Seen)] {
        let first = self.cels.partition_point(|([of, _], _)| *of < frame);
        let end = self.cels.partition_point(|([of, _], _)| *of <= frame);
        &self.cels[first..end]
    }

    /// Returns what is seen of a cel, by the id of its layer, among those of its frame that look unusual.
    fn cel(of_frame: &[([u16; 2], celrecords::Seen)], layer: u16) -> celrecords::Seen {
        let found = of_frame.binary_search_by_key(&layer, |([_, layer], _)| *layer);
        found.map_or(celrecords::Seen::USUAL, |at| of_frame[at].1)
    }

    /// Returns the visible layers of a frame as its cels are laid over each other, from the bottom up, each with the opacity that its
    /// cel has. A z-index moves a cel by that many places; of two at one place, the one with the greater z-index is above.
    fn laid(&self, frame: u16) -> Vec<(Level, u8)> {
        let cels = self.cels_of(frame);
        let level = |level: &Level| {
            let seen = Stack::cel(cels, level.id);
            (order(level.place, seen), (*level, product(level.seen.opacity, seen.opacity)))
        };
        let mut laid: Vec<_> = self.layers.iter().map(level).collect();
        laid.sort_by_key(|(order, _)| *order);
        laid.into_iter().map(|(_, level)| level).collect()
    }
}

/// Returns what the cels of a frame are ordered by, of a layer at a place among all layers and groups.
fn order(place: u16, seen: celrecords::Seen) -> (i32, i16) {
    (i32::from(place) + i32::from(seen.rise()), seen.rise())
}

/// A frame by its id, under a stack of layers.
pub(super) type Look<'a> = (&'a Stack, u16);

impl<D: Door> Drawing<D> {
    /// Returns the background and the visible layers.
    pub fn stack(&self) -> Stack {
        let memory = self.memory();
        let cels = if self.has_cel_properties() { celrecords::seen(memory) } else { Vec::new() };
        let places =
            if cels.iter().any(|(_, seen)| seen.rise() != 0) { self.places_in_stack() } else { Vec::new() };
        let layer = |(at, id): (usize, &u16)| {
            let record = layers::record(memory, *id);
            let group = self.around(*id).map(groups::Record::seen).unwrap_or_default();
            let visible = self.shows(*id) && record.opacity > 0;
            let place = places.get(at).copied().unwrap_or(0);
            visible.then(|| Level { id: *id, seen: record.seen(), group, place })
        };
        let layers = LAYER.ids(memory).iter().enumerate().filter_map(layer).collect();
        let frames = FRAME.ids(memory).iter().map(|id| (*id, frames::record(memory, *id).seen()));
        let frames = frames.filter(|(_, seen)| *seen != frames::Seen::default()).collect();
        Stack { background: self.background(), layers, cels, frames }
    }

    /// Returns the place of each layer among all layers and groups, from the bottom up, as a file of Aseprite's lists them: a group
    /// comes before its layers.
    pub(super) fn places_in_stack(&self) -> Vec<u16> {
        let (mut next, mut last) = (0, 0);
        let place = |id: &u16| {
            let group = groups::of(self.memory(), *id);
            next += 1 + u16::from(group != 0 && group != last);
            last = group;
            next
        };
        LAYER.ids(self.memory()).iter().map(place).collect()
    }

    /// Returns the visible layers that lie below a layer in a frame, or the others, by ids.
    fn beside(&self, stack: &Stack, frame: u16, layer: u32, below: bool) -> Vec<u16> {
        let (ids, cels) = (LAYER.ids(self.memory()), stack.cels_of(frame));
        if cels.iter().all(|(_, seen)| seen.rise() == 0) {
            let (under, over) = ids.split_at_checked(layer as usize).unwrap_or((ids, &[]));
            return if below { under } else { over }.to_vec();
        }
        let places = self.places_in_stack();
        let of = |id: &u16, place: &u16| order(*place, Stack::cel(cels, *id));
        let Some(edge) = ids.get(layer as usize).zip(places.get(layer as usize)) else { return ids.to_vec() };
        let edge = of(edge.0, edge.1);
        let side = ids.iter().zip(&places).filter(|(id, place)| (of(id, place) < edge) == below);
        side.map(|(id, _)| *id).collect()
    }

    /// Returns the visible layers of a frame from the bottom up, each with the plane of its cel.
    pub(in crate::document) fn planes_of(&self, frame: u32) -> Vec<(u16, u32)> {
        let Some(frame) = self.frame_id(frame) else { return Vec::new() };
        let plane = |level: &Level| (level.id, links::plane(self.memory(), level.id, frame));
        let stack = self.stack();
        if stack.cels.is_empty() {
            return stack.layers.iter().map(plane).collect();
        }
        let seen = stack.laid(frame).into_iter().filter(|(_, opacity)| *opacity > 0);
        seen.map(|(level, _)| plane(&level)).collect()
    }

    /// Returns a frame composed of its visible layers.
    pub fn picture(&self, frame: u32) -> Picture<'_> {
        self.look((&self.stack(), self.frame_id(frame).unwrap_or(0)))
    }

    /// Returns a frame composed of its visible layers, without the background.
    pub fn bare_picture(&self, frame: u32) -> Picture<'_> {
        self.picture_from(frame, 0)
    }

    /// Returns a frame composed of the background and its visible layers below the layer with an index.
    pub fn picture_below(&self, frame: u32, layer: u32) -> Picture<'_> {
        let (mut stack, id) = (self.stack(), self.frame_id(frame).unwrap_or(0));
        let below = self.beside(&stack, id, layer, true);
        stack.layers.retain(|level| below.contains(&level.id));
        self.look((&stack, id))
    }

    /// Returns a frame composed of its visible layers from the one with an index upwards, without the background.
    pub fn picture_from(&self, frame: u32, layer: u32) -> Picture<'_> {
        let mut stack = Stack { background: Color::TRANSPARENT, ..self.stack() };
        let id = self.frame_id(frame).unwrap_or(0);
        if layer > 0 {
            let above = self.beside(&stack, id, layer, false);
            stack.layers.retain(|level| above.contains(&level.id));
        }
        self.look((&stack, id))
    }

    /// Returns a frame composed of the visible ones of some layers, over the background.
    pub(super) fn picture_of(&self, layers: &[u32], frame: u32) -> Picture<'_> {
        let ids: Vec<_> = layers.iter().filter_map(|layer| self.layer_id(*layer)).collect();
        let mut stack = self.stack();
        stack.layers.retain(|level| ids.contains(&level.id));
        self.look((&stack, self.frame_id(frame).unwrap_or(0)))
    }

    /// Returns a frame composed of the visible ones of some layers, without the background.
    pub(super) fn bare_picture_of(&self, layers: &[u32], frame: u32) -> Picture<'_> {
        Picture { background: Color::TRANSPARENT, ..self.picture_of(layers, frame) }
    }

    /// Returns a frame composed of a stack of layers.
    fn look(&self, (stack, frame): Look<'_>) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.background = stack.background;
        if stack.cels.is_empty() {
            for Level { id, seen, .. } in &stack.layers {
                picture.add(self, [*id, frame], Blend::from_byte(seen.blend), seen.opacity);
            }
            return picture;
        }
        for (Level { id, seen, .. }, opacity) in
            stack.laid(frame).into_iter().filter(|(_, opacity)| *opacity > 0)
        {
            picture.add(self, [id, frame], Blend::from_byte(seen.blend), opacity);
        }
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
        let (lifted, background) = (self.memory().tree(FLOATING), Color::TRANSPARENT);
        Picture { background, layers: Vec::new(), lifted, places }
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
        let plain = |picture: &Picture<'_>| {
            let found = picture.solid(part.x as u32, part.y as u32);
            found.filter(|(_, area)| area.intersect(part) == part).map(|(color, _)| color)
        };
        match plain(before).zip(plain(after)) {
            Some((old, new)) => old != new,
            None => *left < 0 || differ(before, after, part, finer, left),
        }
    })
}

impl<'a> Picture<'a> {
    fn add<D: Door>(&mut self, drawing: &'a Drawing<D>, ids: [u16; 2], blend: Blend, opacity: u8) {
        let (memory, info) = (drawing.memory(), drawing.info());
        let plane = |[layer, frame]: [u16; 2]| links::plane(memory, layer, frame);
        let tree = memory.tree(plane(ids));
        let floating = info.floating == 1 && plane(info.above) == plane(ids);
        if tree.is_some() || floating {
            self.layers.push(Shown { tree, blend, opacity, floating });
        }
    }

    /// Returns the number of cels that are laid over each other.
    pub fn depth(&self) -> usize {
        self.layers.len()
    }

    /// Reads every `step`-th pixel from (x, y) to the right; all of them must lie on the canvas.
    pub fn read(&self, x: u32, y: u32, step: u32, out: &mut [Color]) {
        let mut layers = self.layers.iter();
        if self.is_grounded() {
            // The lowest layer alone is what was painted, to the bit, invisible colours included.
            read_row(layers.next().and_then(|layer| layer.tree), (x, y), step, out);
        } else {
            out.fill(self.background);
        }
        for layer in layers {
            let (first, last) = (x as i32, (x + (out.len() as u32).saturating_sub(1) * step) as i32);
            let row = Rect::new(first, y as i32, last - first + 1, 1);
            if layer.floating && self.places.iter().any(|place| !place.rect.intersect(row).is_empty()) {
                self.read_floating(*layer, (x, y), step, out);
            } else if layer.tree.is_some() {
                lay(*layer, (x, y), step, out);
            }
        }
    }

    /// Returns `true` if the lowest layer's pixels can be copied without blending.
    fn is_grounded(&self) -> bool {
        let plain = |first: &Shown<'_>| {
            first.tree.is_some() && first.blend == Blend::Normal && first.opacity == 255 && !first.floating
        };
        self.background == Color::TRANSPARENT && self.layers.first().is_some_and(plain)
    }

    /// Blends a layer's row, with the floating pixels laid over it, onto what is below. Never inlined, as nobody needs it to
    /// paint.
    #[inline(never)]
    fn read_floating(&self, layer: Shown<'_>, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
        let mut row = vec![Color::TRANSPARENT; out.len()];
        read_row(layer.tree, (x, y), step, &mut row);
        let index = |column: i32| (column.max(x as i32) as u32 - x).div_ceil(step) as usize;
        let landed = Shown { tree: self.lifted, blend: Blend::Normal, opacity: 255, floating: false };
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

    /// Returns the picture as it is within the tile around a pixel of the canvas: the lowest layers, as far as each has one
    /// colour there, are its background. What is invisible may have another colour.
    pub fn within_tile(&self, x: u32, y: u32) -> Picture<'a> {
        let mut background = self.background;
        let mut layers = &self.layers[..];
        while let [layer, above @ ..] = layers
            && !layer.floating
        {
            let Found { page: None, base, .. } = find(layer.tree, x, y) else { break };
            background = layer.blend.composite(base, layer.opacity, background);
            layers = above;
        }
        Picture { background, layers: layers.to_vec(), ..*self }
    }

    /// Returns the colour around a pixel of the canvas and an aligned area that has it, or `None` where
    /// pixels may differ within a tile.
    pub fn solid(&self, x: u32, y: u32) -> Option<(Color, Rect)> {
        let mut area = Rect::new(0, 0, i32::MAX, i32::MAX);
        let mut color = self.background;
        for (i, layer) in self.layers.iter().enumerate() {
            if layer.floating {
                return None;
            }
            let found = find(layer.tree, x, y);
            if found.page.is_some() {
                return None;
            }
            area = area.intersect(found.area);
            let ground = i == 0 && self.is_grounded();
            color = if ground { found.base } else { layer.blend.composite(found.base, layer.opacity, color) };
        }
        Some((color, area))
    }
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
    let Shown { tree, blend, opacity, .. } = layer;
    let (count, mut laying) = (out.len(), Laying { blend, opacity, last: None });
    along(tree, at, step, count, |from, length, stretch| {
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
