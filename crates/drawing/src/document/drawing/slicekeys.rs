//! Keys of slices: where a [slice](super::slices) lies from a frame on.
//!
//! A key has the rectangle on the canvas, and may have the centre of a nine-patch and a pivot, both told from the corner of
//! the rectangle. An empty rectangle says that the slice is not there from this frame on; an empty centre is none.

use super::property::{Codec, Id, Label, Whole, properties};
use super::records::{KEY, id_at, place_at, view};
use crate::error::{Message, Result, in_range};
use crate::geometry::{Point, Rect};
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Largest distance of a slice's edges from the canvas's corner, in pixels.
pub const FARTHEST: i32 = 1 << 20;

/// A rectangle; one without pixels is all zeros.
pub(super) struct Area;

impl Codec for Area {
    type Value = Rect;
    type Bytes = [i32; 4];

    fn decode([x, y, width, height]: &[i32; 4]) -> Rect {
        let rect = Rect::new(*x, *y, *width, *height);
        if rect.is_empty() { Rect::EMPTY } else { rect }
    }

    fn encode(label: Label, rect: &Rect) -> Result<[i32; 4]> {
        if rect.is_empty() {
            return Ok([0; 4]);
        }
        for end in [rect.x, rect.y, rect.right(), rect.bottom()] {
            in_range(label.of, end.into(), (-FARTHEST).into(), FARTHEST.into())?;
        }
        Ok([rect.x, rect.y, rect.width, rect.height])
    }

    fn told(bytes: &[i32; 4]) -> Message {
        let Rect { x, y, width, height } = Self::decode(bytes);
        Message::new("{size} at {place}").with(format!("{width}×{height}")).with(format!("{x}, {y}"))
    }

    fn unusual() -> Vec<Rect> {
        let far = FARTHEST;
        vec![
            Rect::EMPTY,
            Rect::new(-3, -2, 5, 4),
            Rect::new(1, 2, 3, 4),
            Rect::new(far - 1, -far, 1, 2 * far),
        ]
    }
}

/// A point, or none.
pub(super) struct Spot;

impl Codec for Spot {
    type Value = Option<Point>;
    type Bytes = [i32; 3];

    fn decode([is, x, y]: &[i32; 3]) -> Option<Point> {
        (*is != 0).then_some(Point::new(*x, *y))
    }

    fn encode(label: Label, point: &Option<Point>) -> Result<[i32; 3]> {
        let Some(Point { x, y }) = *point else { return Ok([0; 3]) };
        in_range(label.of, x.into(), (-FARTHEST).into(), FARTHEST.into())?;
        in_range(label.of, y.into(), (-FARTHEST).into(), FARTHEST.into())?;
        Ok([1, x, y])
    }

    fn told(bytes: &[i32; 3]) -> Message {
        Self::decode(bytes).map_or("none".into(), |Point { x, y }| format!("{x}, {y}").into())
    }

    fn unusual() -> Vec<Option<Point>> {
        vec![None, Some(Point::new(0, 0)), Some(Point::new(-7, FARTHEST))]
    }
}

properties! {
    /// Where a slice lies from a frame on.
    "slice key" SliceKey, kept in 64 bytes:
    /// The first frame that it holds for, counted from 0.
    frame: u32 as Whole<0, { u32::MAX }>,
    /// The slice's rectangle on the canvas, empty if it is not there.
    bounds: Rect as Area,
    /// The centre of a nine-patch, told from the rectangle's corner; empty for none.
    center: Rect as Area,
    /// The pivot, told from the rectangle's corner.
    pivot: Option<Point> as Spot,
    /// The id of its slice.
    slice: u16 as Id,
}

// No picture asks for what is seen of it.
const _: fn(&Record) -> Seen = Record::seen;
const _: () = assert!(size_of::<Seen>() == 0, "no property of a slice's key may show");

/// Addresses of a key's slice and of its frame in its record.
pub(super) const SLICE_OF: Range<u64> = id_at(offset_of!(Record, slice));
pub(super) const FRAME_OF: Range<u64> = place_at(offset_of!(Record, frame));

/// Returns the record of a key by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, KEY.address(id))
}

/// Returns the id of a key's slice.
pub(super) fn owner(key: &Record) -> u16 {
    u16::from_le_bytes(key.slice)
}

/// Returns a rectangle as near to another one as a slice may lie.
fn near(rect: Rect) -> Rect {
    let clamp = |at: i32| at.clamp(-FARTHEST, FARTHEST);
    let (x, y) = (clamp(rect.x), clamp(rect.y));
    Rect::new(x, y, clamp(rect.right()) - x, clamp(rect.bottom()) - y)
}

impl SliceKey {
    /// Returns a key without a nine-patch and without a pivot.
    pub fn new(slice: u16, frame: u32, bounds: Rect) -> SliceKey {
        SliceKey { frame, bounds, center: Rect::EMPTY, pivot: None, slice }
    }

    /// Returns the key of a canvas whose rectangles have come to other places.
    pub(super) fn placed(&self, place: impl Fn(Rect) -> Rect) -> SliceKey {
        if self.bounds.is_empty() {
            return self.clone();
        }
        let bounds = near(place(self.bounds));
        let from = |rect: Rect| Rect { x: rect.x - bounds.x, y: rect.y - bounds.y, ..rect };
        let within = |rect: Rect| {
            let on_canvas = Rect { x: rect.x + self.bounds.x, y: rect.y + self.bounds.y, ..rect };
            near(from(place(on_canvas)))
        };
        let center = if self.center.is_empty() { Rect::EMPTY } else { within(self.center) };
        let pivot = self.pivot.map(|pivot| within(Rect::pixel(pivot))).map(|rect| Point::new(rect.x, rect.y));
        SliceKey { bounds, center, pivot, ..*self }
    }
}
