//! Slicing: makes a slice, moves it, or drags one of its edges.
//!
//! Problem: rectangles are easier to drag than to type, and one tool should do for making and for changing them. Idea, as Aseprite's: the place
//! of the press decides. Within a slice it takes hold of the slice, near the slice's border of what lies there; anywhere else a drag
//! makes a new slice. Where slices lie over each other, the smallest one is meant, so that one within another can be reached.
//!
//! A new slice is there in all frames and is clipped to the canvas. What is changed is the key that holds for the active frame, as by the form.
//! The corners of a nine-patch keep their size, and a pivot keeps its place on the canvas, while an edge is dragged.
//!
//! The invariant: each sample makes the change anew from what was there at the press, so that the whole gesture is one step.

use super::gesture::{Drag, Gesture};
use crate::document::{Document, Drawing, FARTHEST, Slice, SliceKey, StepKind, Store};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::corners;

/// Labels of the steps that change a slice: moved, and resized.
pub const SLICED: [&str; 2] = ["Move slice", "Resize slice"];

/// The label of the step that makes one, as the command's.
const MADE: &str = "New slice";

/// Which edges of a slice a press takes hold of along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// Left or top.
    Low,
    /// None: the press lies between them.
    None,
    /// Right or bottom.
    High,
}

/// What of which slice a press takes hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grip {
    /// The slice's id.
    pub(crate) slice: u16,
    across: Edge,
    down: Edge,
}

/// Returns which edge of a stretch is meant by a place, or `None` if the place lies beside it. A border within the stretch is that of an edge, `near` places
/// wide as long as half of the stretch is left between both; a shorter stretch has its borders outside.
fn edge((start, length): (i32, i32), at: i32, near: i32) -> Option<Edge> {
    let within = near.max(1).min(length / 4);
    let beside = i32::from(within == 0);
    let (start, end, at) = (i64::from(start), i64::from(start) + i64::from(length), i64::from(at));
    match at {
        _ if at < start - i64::from(beside) || at >= end + i64::from(beside) => None,
        _ if at < start + i64::from(within) => Some(Edge::Low),
        _ if at >= end - i64::from(within) => Some(Edge::High),
        _ => Some(Edge::None),
    }
}

/// Returns what a press at a pixel of a frame takes hold of. `near` is how far from an edge it is still meant, in pixels.
pub(crate) fn grip(drawing: &Drawing<Store>, frame: u32, at: Point, near: u32) -> Option<Grip> {
    let near = near.min(FARTHEST as u32) as i32;
    let held = |id: &u16| {
        let bounds = drawing.slice_at(*id, frame)?.bounds;
        let across = edge((bounds.x, bounds.width), at.x, near)?;
        let down = edge((bounds.y, bounds.height), at.y, near)?;
        let area = i64::from(bounds.width) * i64::from(bounds.height);
        (area > 0).then_some((area, Grip { slice: *id, across, down }))
    };
    // Of slices that are as large the later one lies above.
    drawing.slices().iter().rev().filter_map(held).min_by_key(|(area, _)| *area).map(|(_, grip)| grip)
}

impl Grip {
    fn moves(self) -> bool {
        (self.across, self.down) == (Edge::None, Edge::None)
    }

    /// Returns what the pointer looks like over it, as a keyword of CSS.
    pub(crate) fn pointer(self) -> &'static str {
        match (self.across, self.down) {
            (Edge::None, Edge::None) => "move",
            (_, Edge::None) => "ew-resize",
            (Edge::None, _) => "ns-resize",
            (across, down) if across == down => "nwse-resize",
            _ => "nesw-resize",
        }
    }

    /// Returns a key as it becomes when what is held is dragged by so many pixels.
    fn dragged(self, key: SliceKey, (dx, dy): (i64, i64)) -> SliceKey {
        let bounds = key.bounds;
        let along = |edge, start, length, by| {
            if self.moves() { shifted(start, length, by) } else { pulled(edge, start, length, by) }
        };
        let (x, width) = along(self.across, bounds.x, bounds.width, dx);
        let (y, height) = along(self.down, bounds.y, bounds.height, dy);
        if self.moves() {
            return SliceKey { bounds: Rect { x, y, ..bounds }, ..key };
        }
        let center = key.center;
        let (left, wide) = kept((center.x, center.width), bounds.width, width);
        let (top, high) = kept((center.y, center.height), bounds.height, height);
        let center = if center.is_empty() { center } else { Rect::new(left, top, wide, high) };
        let limit = |at: i64| at.clamp((-FARTHEST).into(), FARTHEST.into()) as i32;
        let stays =
            |at: i32, before: i32, now: i32| limit(i64::from(at) + i64::from(before) - i64::from(now));
        let pivot = key.pivot.map(|at| Point::new(stays(at.x, bounds.x, x), stays(at.y, bounds.y, y)));
        SliceKey { bounds: Rect::new(x, y, width, height), center, pivot, ..key }
    }
}

/// Moves a stretch as far as a slice may lie.
fn shifted(start: i32, length: i32, by: i64) -> (i32, i32) {
    let at = (i64::from(start) + by).clamp((-FARTHEST).into(), (FARTHEST - length).into());
    (at as i32, length)
}

/// Moves one end of a stretch, of which one pixel stays.
fn pulled(edge: Edge, start: i32, length: i32, by: i64) -> (i32, i32) {
    let end = start + length;
    match edge {
        Edge::None => (start, length),
        Edge::Low => {
            let at = (i64::from(start) + by).clamp((-FARTHEST).into(), (end - 1).into()) as i32;
            (at, end - at)
        }
        Edge::High => {
            let at = (i64::from(end) + by).clamp((start + 1).into(), FARTHEST.into()) as i32;
            (start, at - start)
        }
    }
}

/// Returns the centre of a stretch whose length has changed, with the same margins as far as there is room for them.
fn kept((start, length): (i32, i32), before: i32, now: i32) -> (i32, i32) {
    let start = start.min(now - 1);
    // A centre that reached beyond the slice stays as long as it is.
    let room = if i64::from(start) + i64::from(length) > i64::from(before) {
        i64::MAX
    } else {
        (now - start).into()
    };
    let length = (i64::from(length) + i64::from(now) - i64::from(before)).min(room).max(1);
    (start, length.min(FARTHEST.into()) as i32)
}

/// A slice that is made or changed, anew with every sample.
#[derive(Debug)]
pub(super) struct Slicing {
    grip: Option<Grip>,
    /// The id of the slice that was made.
    made: Option<u16>,
}

impl Slicing {
    /// Makes a slice between the press and the pointer, as far as the canvas goes.
    fn make(document: &mut Document, drag: &Drag) -> Result<Option<u16>> {
        let held = drag.now.held;
        let bounds = corners(drag.from, drag.now.at, held.shift, held.ctrl).intersect(document.bounds());
        if drag.is_click() || bounds.is_empty() {
            return Ok(None);
        }
        let name = document.free_slice_name();
        let id = document.add_slice(&Slice::new(name))?;
        document.set_slice_key(&SliceKey::new(id, 0, bounds))?;
        Ok(Some(id))
    }
}

impl Gesture for Slicing {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let Drag { setup, now, .. } = drag;
        Ok(Box::new(Slicing { grip: grip(document, setup.cel.frame, now.at, setup.near), made: None }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        drag.begin_again(document)?;
        let Some(grip) = self.grip else {
            self.made = Slicing::make(document, drag)?;
            return Ok(());
        };
        let (from, to) = (drag.from, drag.now.at);
        let by = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        match document.slice_at(grip.slice, drag.setup.cel.frame) {
            Some(key) => document.set_slice_key(&grip.dragged(key, by)),
            None => Ok(()),
        }
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }

    fn kind(&self) -> StepKind {
        StepKind::Slices
    }

    fn slice(&self) -> Option<u16> {
        self.grip.map(|grip| grip.slice).or(self.made)
    }

    fn label(&self, _: &Drag) -> &'static str {
        let [moved, resized] = SLICED;
        self.grip.map_or(MADE, |grip| if grip.moves() { moved } else { resized })
    }
}
