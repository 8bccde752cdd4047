//! Images at their own resolution: a model of 300 pixels a side that a canvas of 64 shows small, and can show large again.
//!
//! Problem: a cel has the pixels that are seen. Who scales them to a tenth and back gets a tenth of what there was. Idea: the drawing
//! [carries](super::carried) the image as it came, packed, and the cel's [record](super::celrecords) says which one it shows, in which
//! rectangle and which way round: its [`Original`]. What scales, flips or turns the cel draws the image again, by other bounds.
//!
//! Nothing else knows of it. Whoever wants the image asks whether the cel still [shows](Drawing::original) it: it is drawn, and compared with
//! the cel's pixels, wherever these were moved to. So painting needs no line here, nor does undo, a merge or a copy.
//!
//! The invariant: the bounds that [`Drawing::original`] returns give just the cel's pixels.
//!
//! ```
//! use undoodle_drawing::{document::{Bounds, Cel, Drawing, Original}, geometry::Rect};
//! let (mut drawing, cel) = (Drawing::new(8, 8)?, Cel::default());
//! // One opaque pixel, deflated without compression.
//! let packed = [0x78, 1, 1, 4, 0, 0xfb, 0xff, 7, 7, 7, 255, 1, 0x42, 1, 0x15];
//! let original = Original { image: 1, bounds: Bounds::of(Rect::new(2, 2, 4, 4)), ..Original::default() };
//! assert!(drawing.carry_image(1, 1, (1, 1), original.bounds, &packed)?);
//! assert!(drawing.show_original(cel, &original)?);
//! assert_eq!(drawing.extent(cel), Rect::new(2, 2, 4, 4));
//! assert_eq!(drawing.original(cel), Some(original));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::beyond::kept;
use super::carried::{Carried, Origin};
use super::celrecords::CelProperties;
use super::door::Door;
use super::plane::Plane;
use super::property::{Codec, Label};
use super::stamp::shifted;
use super::{Cel, Drawing};
use crate::color::Color;
use crate::error::{Message, Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use crate::raster::{Image, flip_horizontal, flip_vertical, rotate_right};
use flate2::bufread::ZlibDecoder;
use std::io::Read;

/// One pixel.
const PIXEL: i64 = 1 << 16;

/// Maximum number of pixels of an image that is kept at its own resolution, and of what is seen of it.
pub const MAX_ORIGINAL: u64 = 1 << 24;

/// Maximum number of bytes that one byte of deflated data can unpack to.
const MAX_RATIO: u64 = 1032;

/// Number of bytes before the packed pixels: the bounds that the image came with.
const HEAD: usize = 16;

/// By how much bounds that were scaled there and back may miss those of before, in parts of a pixel.
const NEAR: i64 = PIXEL / 1024;

/// A rectangle of the canvas whose left, top, width and height have 16 bits behind the point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bounds(pub [i32; 4]);

/// Which way round an image is shown: its columns and rows exchanged first, then mirrored, then turned upside down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation(u8);

/// What a cel shows of an image that is kept at its own resolution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Original {
    /// Number of the image, 0 for none.
    pub image: u64,
    /// Where it is seen.
    pub bounds: Bounds,
    /// Which way round.
    pub turn: Orientation,
}

/// An image as it is carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Number of its columns and rows.
    pub size: (u32, u32),
    /// The bounds that it came with.
    pub bounds: Bounds,
    /// Its pixels row by row, four bytes each, deflated with a header and a checksum.
    pub bytes: Vec<u8>,
}

impl Bounds {
    /// Returns the bounds of an image that is shown as it is.
    pub fn of(rect: Rect) -> Bounds {
        // A side of 32768 pixels is 2⁻¹⁶ of a pixel more than the numbers hold.
        let fixed = |side: i32| (i64::from(side) * PIXEL).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Bounds([rect.x, rect.y, rect.width, rect.height].map(fixed))
    }

    /// Returns the bounds of some numbers, if they hold them and there is anything within.
    fn new(sides: [i64; 4]) -> Option<Bounds> {
        let mut bounds = [0; 4];
        for (to, side) in bounds.iter_mut().zip(sides) {
            *to = i32::try_from(side).ok()?;
        }
        (bounds[2] > 0 && bounds[3] > 0).then_some(Bounds(bounds))
    }

    /// Returns the first pixel in a direction (0 across, 1 down), and their number, of those whose middles are within the bounds.
    pub fn span(self, direction: usize) -> (i32, u64) {
        let (start, length) = self.side(direction);
        let from = |edge: i64| (edge - PIXEL / 2 + PIXEL - 1).div_euclid(PIXEL);
        let (first, end) = (from(start), from(start + length));
        (first as i32, (end - first).max(0) as u64)
    }

    /// Returns which of an image's columns (0) or rows (1) a pixel within the bounds shows.
    pub fn shown(self, direction: usize, pixel: i32, count: u32) -> u32 {
        let (start, length) = self.side(direction);
        let middle = i64::from(pixel) * PIXEL + PIXEL / 2 - start;
        let at = middle * i64::from(count) / length.max(1);
        at.clamp(0, (i64::from(count) - 1).max(0)) as u32
    }

    fn side(self, direction: usize) -> (i64, i64) {
        let [left, top, width, height] = self.0.map(i64::from);
        if direction == 0 { (left, width) } else { (top, height) }
    }

    /// Returns the pixels whose middles are within.
    fn rect(self) -> Rect {
        let ((x, width), (y, height)) = (self.span(0), self.span(1));
        Rect::new(x, y, width as i32, height as i32)
    }

    fn moved(self, (dx, dy): (i32, i32)) -> Option<Bounds> {
        let [left, top, width, height] = self.0.map(i64::from);
        Bounds::new([left + i64::from(dx) * PIXEL, top + i64::from(dy) * PIXEL, width, height])
    }

    /// Returns the bounds after a turn by which what is seen in one rectangle comes to lie in another.
    fn turned(self, by: Orientation, from: Rect, to: Rect) -> Option<Bounds> {
        let [left, top, width, height] = self.0.map(i64::from);
        let edge = |side: i32| i64::from(side) * PIXEL;
        let mut across = [left - edge(from.x), edge(from.right()) - left - width];
        let mut down = [top - edge(from.y), edge(from.bottom()) - top - height];
        let mut size = (width, height);
        if by.is_transposed() {
            (across, down, size) = (down, across, (height, width));
        }
        let [before, after] = across;
        let left = if by.0 & Orientation::MIRRORED.0 == 0 { before } else { after };
        let [before, after] = down;
        let top = if by.0 & Orientation::UPSIDE_DOWN.0 == 0 { before } else { after };
        Bounds::new([edge(to.x) + left, edge(to.y) + top, size.0, size.1])
    }

    /// Returns the bounds on a canvas that was scaled from one size to another.
    fn stretched(self, from: (u32, u32), to: (u32, u32)) -> Option<Bounds> {
        let [left, top, width, height] = self.0.map(i64::from);
        let across = |side: i64| rounded(side * i64::from(to.0), from.0.into());
        let down = |side: i64| rounded(side * i64::from(to.1), from.1.into());
        Bounds::new([across(left), down(top), across(width), down(height)])
    }

    /// Returns the bounds without what rounding added: as large as `first` if they nearly are, with whole pixels if they nearly have.
    fn settled(self, first: Bounds) -> Bounds {
        let near = |side: i32, like: i64| {
            let off = i64::from(side) - like;
            let rest = (off + PIXEL / 2).rem_euclid(PIXEL) - PIXEL / 2;
            (rest.abs() <= NEAR).then_some(i64::from(side) - rest)
        };
        let [left, top, width, height] = self.0;
        let sides = first.0.map(i64::from);
        let alike = [width, height]
            .iter()
            .zip(&sides[2..])
            .all(|(side, like)| (i64::from(*side) - like).abs() <= NEAR);
        if alike && let (Some(left), Some(top)) = (near(left, sides[0]), near(top, sides[1])) {
            return Bounds::new([left, top, sides[2], sides[3]]).unwrap_or(self);
        }
        let whole = |side: i32| near(side, 0).unwrap_or(side.into());
        Bounds::new([left, top, width, height].map(whole)).unwrap_or(self)
    }
}

/// Divides, and rounds to the nearest number.
fn rounded(value: i64, by: i64) -> i64 {
    (2 * value + by).div_euclid((2 * by).max(1))
}

impl Orientation {
    const TRANSPOSED: Orientation = Orientation(1);
    /// Left and right exchanged.
    pub const MIRRORED: Orientation = Orientation(2);
    /// Top and bottom exchanged.
    pub const UPSIDE_DOWN: Orientation = Orientation(4);
    /// Turned by a quarter clockwise.
    pub const RIGHT: Orientation = Orientation(1 | 2);
    /// Turned by a quarter counterclockwise.
    pub const LEFT: Orientation = Orientation(1 | 4);
    /// Turned by half.
    pub const HALF: Orientation = Orientation(2 | 4);

    /// Returns the turn by degrees clockwise, if these are quarters.
    pub fn rotated(degrees: f64) -> Option<Orientation> {
        let quarters = [Orientation::default(), Orientation::RIGHT, Orientation::HALF, Orientation::LEFT];
        let degrees = degrees.rem_euclid(360.0);
        quarters
            .into_iter()
            .zip([0.0, 90.0, 180.0, 270.0])
            .find(|(_, of)| *of == degrees)
            .map(|(turn, _)| turn)
    }

    fn is_transposed(self) -> bool {
        self.0 & Orientation::TRANSPOSED.0 != 0
    }

    /// Returns `true` if the image is shown the way it came.
    pub fn is_upright(self) -> bool {
        self.0 == 0
    }

    /// Returns the orientation of what is turned once more.
    #[must_use]
    pub fn then(self, by: Orientation) -> Orientation {
        let Orientation(mut own) = self;
        if by.is_transposed() {
            own = own & 1 ^ 1 | (own & 2) << 1 | (own & 4) >> 1;
        }
        Orientation(own ^ by.0 & 6)
    }

    /// Turns an image from the way it came.
    fn turn(self, image: Image) -> Result<Image> {
        let transposed = match self.is_transposed() {
            true => flip_horizontal(&rotate_right(&image)?)?,
            false => image,
        };
        let mirrored = match self.0 & Orientation::MIRRORED.0 != 0 {
            true => flip_horizontal(&transposed)?,
            false => transposed,
        };
        if self.0 & Orientation::UPSIDE_DOWN.0 != 0 { flip_vertical(&mirrored) } else { Ok(mirrored) }
    }
}

impl Original {
    /// No image.
    pub const NONE: Original = Original { image: 0, bounds: Bounds([0; 4]), turn: Orientation(0) };

    /// Returns what is shown after a turn by which what is seen in one rectangle comes to lie in another. Returns `None` if it is too far away.
    pub fn turned(self, by: Orientation, from: Rect, to: Rect) -> Option<Original> {
        Some(Original { bounds: self.bounds.turned(by, from, to)?, turn: self.turn.then(by), ..self })
    }
}

/// Returns the smallest rectangle around an image's visible pixels.
fn content(image: &Image) -> Rect {
    let (mut left, mut right, mut top, mut bottom) = (i32::MAX, 0, i32::MAX, 0);
    for y in 0..image.size().1 {
        let row = image.row(y);
        let Some(first) = row.iter().position(|color| !color.is_transparent()) else { continue };
        let last = row.iter().rposition(|color| !color.is_transparent()).unwrap_or(first);
        (left, right) = (left.min(first as i32), right.max(last as i32 + 1));
        (top, bottom) = (top.min(y as i32), y as i32 + 1);
    }
    if right == 0 { Rect::EMPTY } else { Rect::new(left, top, right - left, bottom - top) }
}

/// Draws what of an image is seen within a rectangle. Returns `None` if that is too much, and no image if it is nothing.
fn draw(image: &Image, bounds: Bounds, within: Rect) -> Option<(Rect, Option<Image>)> {
    let rect = bounds.rect().intersect(within);
    if rect.is_empty() {
        return Some((Rect::EMPTY, None));
    }
    if rect.width as u64 * rect.height as u64 > MAX_ORIGINAL {
        return None;
    }
    let (width, height) = image.size();
    let columns: Vec<_> = (rect.x..rect.right()).map(|x| bounds.shown(0, x, width) as i32).collect();
    let rows: Vec<_> = (rect.y..rect.bottom()).map(|y| bounds.shown(1, y, height) as i32).collect();
    let color = |x: i32, y: i32| match (columns.get(x as usize), rows.get(y as usize)) {
        (Some(column), Some(row)) => image.get(*column, *row),
        _ => Color::TRANSPARENT,
    };
    Some((rect, Some(Image::drawn(rect.width as u32, rect.height as u32, color).ok()?)))
}

/// Returns where visible pixels of an image are seen within a rectangle, and `None` if that is too much.
fn seen(image: &Image, bounds: Bounds, within: Rect) -> Option<Rect> {
    let (rect, drawn) = draw(image, bounds, within)?;
    Some(drawn.map_or(Rect::EMPTY, |drawn| shifted(content(&drawn), (rect.x, rect.y))))
}

impl Packed {
    /// Unpacks the pixels. Returns `None` for bytes that are too few or no deflated data.
    pub fn unpack(&self) -> Option<Image> {
        let (width, height) = self.size;
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MAX_ORIGINAL || 4 * pixels / MAX_RATIO > self.bytes.len() as u64 {
            return None;
        }
        let mut image = Image::new(width, height).ok()?;
        let (mut reader, mut row) = (ZlibDecoder::new(&self.bytes[..]), vec![0; 4 * width as usize]);
        for y in 0..height {
            pause::point(row.len()).ok()?;
            reader.read_exact(&mut row).ok()?;
            for (color, bytes) in image.row_mut(y).iter_mut().zip(row.chunks_exact(4)) {
                if let [r, g, b, a] = *bytes
                    && a > 0
                {
                    *color = Color::rgba(r, g, b, a);
                }
            }
        }
        Some(image)
    }
}

impl<D: Door> Drawing<D> {
    /// Carries an image for a layer, by its id, with the bounds that it came with. Its number must be another one than that of any other image, and
    /// not 0. Returns `false` and changes nothing if there is no room for it.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn carry_image(
        &mut self,
        layer: u16,
        number: u64,
        (width, height): (u32, u32),
        bounds: Bounds,
        packed: &[u8],
    ) -> Result<bool> {
        let sides = 1..=super::MAX_SIDE;
        let small = u64::from(width) * u64::from(height) <= MAX_ORIGINAL;
        if !small || number == 0 || !sides.contains(&width) || !sides.contains(&height) {
            return Ok(false);
        }
        let mut bytes = bounds.0.map(i32::to_le_bytes).as_flattened().to_vec();
        bytes.extend(packed);
        let (kind, origin) = (width | height << 16, Origin::Image);
        self.carry(&Carried { origin, kind, layer, digest: number, bytes, ..Carried::default() })
    }

    /// Returns an image by its number, as it is carried for a layer or, if none is, for another one.
    pub fn packed_image(&self, layer: u32, number: u64) -> Option<Packed> {
        let id = self.layer_id(layer).unwrap_or(0);
        let Carried { kind, bytes, .. } = self.carried_image(id, number)?;
        let head: [u8; HEAD] = bytes.first_chunk().copied()?;
        let bounds =
            [0, 4, 8, 12].map(|at| i32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        let size = (kind & 0xffff, kind >> 16);
        Some(Packed { size, bounds: Bounds(bounds), bytes: bytes.get(HEAD..)?.to_vec() })
    }

    /// Returns the image that a cel of a layer shows, turned the way it is shown.
    pub fn original_image(&self, layer: u32, original: &Original) -> Option<Image> {
        original.turn.turn(self.packed_image(layer, original.image)?.unpack()?).ok()
    }

    /// Returns what a cel shows of an image that is kept at its own resolution, where it is now. Returns `None` if it shows none, or no longer.
    pub fn original(&self, at: Cel) -> Option<Original> {
        let own = self.cel_properties(at).original;
        if own == Original::NONE {
            return None;
        }
        let image = self.original_image(at.layer, &own)?;
        let (rect, drawn) = draw(&image, own.bounds, self.kept())?;
        let around = self.whole_extent(at);
        let Some(drawn) = drawn else { return around.is_empty().then_some(own) };
        let inner = content(&drawn);
        if (inner.width, inner.height) != (around.width, around.height) {
            return None;
        }
        if inner.is_empty() {
            return Some(own);
        }
        let by = (around.x - rect.x - inner.x, around.y - rect.y - inner.y);
        let bounds = own.bounds.moved(by)?;
        // What is cut at the end of all that is kept would be seen again elsewhere.
        let uncut = |bounds: Bounds| bounds.rect().intersect(self.kept()) == bounds.rect();
        if by != (0, 0) && !(uncut(own.bounds) && uncut(bounds)) {
            return None;
        }
        let mut row = vec![Color::TRANSPARENT; around.width as usize];
        let same = (0..inner.height).all(|y| {
            self.read_whole(at, around.x, around.y + y, &mut row);
            let pixels = drawn.row((inner.y + y) as u32).iter().skip(inner.x as usize);
            row.iter()
                .zip(pixels)
                .all(|(one, other)| one == other || one.is_transparent() && other.is_transparent())
        });
        same.then_some(Original { bounds, ..own })
    }

    /// Returns what a cel of a layer shows when its visible pixels are scaled into a rectangle. They depend on nothing but that, so scaling back gives the
    /// picture of before. Returns `None` if that can't be.
    pub fn scaled_original(&self, layer: u32, original: &Original, to: Rect) -> Option<Original> {
        let packed = self.packed_image(layer, original.image)?;
        let image = packed.unpack()?;
        let turned = |rect: Rect| match original.turn.is_transposed() {
            true => (rect.height, rect.width),
            false => (rect.width, rect.height),
        };
        // At the size at which it came it is as it came.
        let first = seen(&image, packed.bounds, kept(self.size()))
            .filter(|first| turned(*first) == (to.width, to.height));
        let bounds = match first {
            Some(first) => packed.bounds.turned(original.turn, first, to)?,
            None => {
                let image = original.turn.turn(image).ok()?;
                let (inner, (width, height)) = (content(&image), image.size());
                if inner.is_empty() || to.is_empty() {
                    return None;
                }
                let scaled =
                    |side: i64, to: i32, from: i32| rounded(side * i64::from(to) * PIXEL, from.into());
                Bounds::new([
                    i64::from(to.x) * PIXEL - scaled(inner.x.into(), to.width, inner.width),
                    i64::from(to.y) * PIXEL - scaled(inner.y.into(), to.height, inner.height),
                    scaled(width.into(), to.width, inner.width),
                    scaled(height.into(), to.height, inner.height),
                ])?
            }
        };
        Some(Original { bounds, ..*original })
    }

    /// Returns what a cel of a layer shows on a canvas that is scaled from one size to another. Returns `None` if it is too far away.
    pub fn stretched_original(
        &self,
        layer: u32,
        original: &Original,
        from: (u32, u32),
        to: (u32, u32),
    ) -> Option<Original> {
        let first = self.packed_image(layer, original.image)?.bounds;
        let first = first.turned(original.turn, Rect::EMPTY, Rect::EMPTY)?;
        Some(Original { bounds: original.bounds.stretched(from, to)?.settled(first), ..*original })
    }

    /// Draws an image in the place of all that a cel has, in all frames that show it. Returns `false` and changes nothing if there is no such image,
    /// or it can't be drawn so.
    ///
    /// Locks are not heeded: whoever calls has done so.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such cel.
    pub fn show_original(&mut self, at: Cel, original: &Original) -> Result<bool> {
        let (plane, frames) = (self.plane_of(at)?, self.linked(at)?);
        let drawn = self
            .original_image(at.layer, original)
            .and_then(|image| draw(&image, original.bounds, self.kept()));
        let Some((rect, drawn)) = drawn else { return Ok(false) };
        self.mark_dirty(self.extent(at));
        let mut pixels = Plane::new(&mut self.door, plane);
        pixels.clear()?;
        for y in 0..rect.height {
            let row = drawn.as_ref().map_or(&[][..], |drawn| drawn.row(y as u32));
            pixels.put_beyond(rect.x, rect.y + y, row)?;
        }
        self.door.compact(plane)?;
        self.mark_dirty(rect);
        for frame in frames {
            let cel = Cel { frame, ..at };
            let own = self.cel_properties(cel);
            self.put_cel(cel, &CelProperties { original: *original, ..own })?;
        }
        Ok(true)
    }
}

/// What a cel shows of an image, or zeros for none.
pub(super) struct Placed;

/// Number of bytes of a record that say it.
const SIZE: usize = 25;

impl Codec for Placed {
    type Value = Original;
    type Bytes = [u8; SIZE];

    fn decode(bytes: &[u8; SIZE]) -> Original {
        let mut image = [0; 8];
        image.copy_from_slice(&bytes[..8]);
        let image = u64::from_le_bytes(image);
        if image == 0 {
            return Original::NONE;
        }
        let side = |at: usize| i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Original { image, bounds: Bounds([8, 12, 16, 20].map(side)), turn: Orientation(bytes[SIZE - 1] & 7) }
    }

    fn encode(label: Label, value: &Original) -> Result<[u8; SIZE]> {
        let mut bytes = [0; SIZE];
        if value.image == 0 {
            return Ok(bytes);
        }
        let Bounds(sides @ [_, _, width, height]) = value.bounds;
        for side in [width, height] {
            in_range(label.of, side.into(), 1, i32::MAX.into())?;
        }
        bytes[..8].copy_from_slice(&value.image.to_le_bytes());
        bytes[8..SIZE - 1].copy_from_slice(sides.map(i32::to_le_bytes).as_flattened());
        bytes[SIZE - 1] = value.turn.0;
        Ok(bytes)
    }

    fn told(bytes: &[u8; SIZE]) -> Message {
        let sides = Self::decode(bytes).bounds.0.map(|side| i64::from(side) / PIXEL);
        Message::new("{width} × {height}").with(sides[2] as u32).with(sides[3] as u32)
    }

    fn unusual() -> Vec<Original> {
        let bounds = Bounds([i32::MIN, i32::MAX, 1, i32::MAX]);
        let far = Original { image: u64::MAX, bounds, turn: Orientation(7) };
        vec![Original { image: 1, bounds: Bounds::of(Rect::new(0, 0, 1, 1)), ..Original::default() }, far]
    }
}
