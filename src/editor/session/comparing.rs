//! Comparing two states: both seen at once, pixel by pixel, and how many pixels differ.
//!
//! Problem: whoever chooses between two colourings goes back and forth between them, and forgets one while looking at the other. Idea: both are read
//! through the [past as a view](crate::document::Past), and the page shows them side by side or as a wipe. Nothing moves: the
//! drawing stays where it is, and no panel changes.
//!
//! The pixels that differ are counted strip by strip, so that no frame waits for it. What is read of a
//! state beyond its canvas is transparent. The invariant: a comparison changes nothing and holds a bounded part of either state, however large the canvas is.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect, value::Value};
//! let mut editor = Editor::new()?;
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! let base = editor.document().history().base().0;
//! editor.run("history.compare", &[("commit".into(), Value::from(base as u32))], 0)?;
//! while editor.compare_more()? {}
//! assert_eq!(editor.compared().map(|compared| compared.pixels), Some(64 * 64));
//! assert_eq!(editor.compare_read(0, Rect::new(3, 3, 1, 1), 1)?[0].to_string(), "#00000000", "the older one");
//! assert_eq!(editor.compare_read(1, Rect::new(3, 3, 1, 1), 1)?[0].to_string(), "#000000ff");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::color::Color;
use crate::document::{Mask, Past, TILE};
use crate::editor::{Ask, Editor, Effect};
use crate::error::{Error, Message, Result, in_range};
use crate::geometry::{Point, Rect};
use crate::history::CommitId;

/// The most pixels that are counted at once, and read at once.
const MOST: i32 = 1 << 18;

/// The most pixels that are read for the page at once.
const SHOWN: usize = 1 << 23;

/// The most bytes of a view that is kept for the next look.
const KEPT: usize = 32 << 20;

/// The most tiles whose differing pixels are kept for outlines.
const OUTLINED: usize = 1 << 16;

/// Number of rows that are read with one look.
const ROWS: i32 = 128;

/// Two states that are compared.
#[derive(Debug)]
pub(in crate::editor) struct Comparing {
    sides: [CommitId; 2],
    labels: [Message; 2],
    sizes: [(u32, u32); 2],
    /// Id of the frame that is compared.
    frame: u16,
    views: [Option<Past>; 2],
    /// Number of rows that were counted, and of the pixels in them that differ.
    rows: i32,
    pixels: u64,
    differing: Mask,
}

/// What a comparison says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The states, by the steps that they are after.
    pub states: [CommitId; 2],
    /// The states' names.
    pub labels: [Message; 2],
    /// Number of columns and rows that at least one of them has.
    pub size: (u32, u32),
    /// Number of pixels that differ, of those that were counted.
    pub pixels: u64,
    /// Whether all were counted.
    pub counted: bool,
}

impl Comparing {
    fn size(&self) -> (i32, i32) {
        let [one, other] = self.sizes;
        (one.0.max(other.0) as i32, one.1.max(other.1) as i32)
    }
}

impl Session {
    /// Begins to compare two states: those after steps on any branch, the oldest, or pinned ones. Nothing moves.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such state, [`Error::Refused`] if both are one or the active frame is in neither,
    /// and [`Error::Away`] or [`Error::Unreadable`] if a step that matters is not in memory.
    pub(in crate::editor) fn compare(&mut self, sides: [u64; 2]) -> Result<()> {
        let sides = sides.map(CommitId);
        let labels = [self.state_name(sides[0]), self.state_name(sides[1])];
        let refused = |why| Error::Refused { what: "step", name: labels[0].clone().into(), why };
        if sides[0] == sides[1] {
            return Err(refused("it is the one that it is compared with"));
        }
        let frame = self.cel().frame;
        let seen = self.document.bounds();
        for at in sides {
            if self.document.history().has_state(at) {
                self.document.await_past(at, frame, seen)?;
            }
        }
        let id = self.document.frame_id(frame).unwrap_or(0);
        let views = [self.document.past(sides[0])?, self.document.past(sides[1])?];
        if views.iter().all(|view| view.drawing().frame_at(id).is_none()) {
            return Err(refused("the active frame is in neither state"));
        }
        let [one, other] = views;
        let sizes = [one.drawing().size(), other.drawing().size()];
        let (views, differing) = ([Some(one), Some(other)], Mask::default());
        self.comparing =
            Some(Comparing { sides, labels, sizes, frame: id, views, rows: 0, pixels: 0, differing });
        self.emit(Effect::Ask(Ask::Compare));
        Ok(())
    }

    /// Ends a comparison.
    pub(in crate::editor) fn compare_end(&mut self) {
        if self.comparing.take().is_some() {
            self.document.release();
        }
    }

    /// Returns what the comparison says, or `None` if there is none.
    pub(in crate::editor) fn compared(&self) -> Option<Compared> {
        let comparing = self.comparing.as_ref()?;
        let (width, height) = comparing.size();
        Some(Compared {
            states: comparing.sides,
            labels: comparing.labels.clone(),
            size: (width as u32, height as u32),
            pixels: comparing.pixels,
            counted: comparing.rows >= height,
        })
    }

    /// Counts in one more strip which pixels differ. Returns `true` if work remains.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if a state is forgotten by now, and [`Error::Away`], [`Error::OverBudget`] or [`Error::OutOfMemory`].
    pub(in crate::editor) fn compare_more(&mut self) -> Result<bool> {
        let Some(mut comparing) = self.comparing.take() else { return Ok(false) };
        let counted = self.count_strip(&mut comparing);
        let (_, height) = comparing.size();
        let remains = comparing.rows < height;
        self.comparing = Some(comparing);
        counted.map(|()| remains)
    }

    fn count_strip(&self, comparing: &mut Comparing) -> Result<()> {
        let (width, height) = comparing.size();
        let side = TILE as i32;
        let rows = (MOST / width / side * side).max(side).min(height - comparing.rows);
        if rows <= 0 {
            return Ok(());
        }
        let strip = Rect::new(0, comparing.rows, width, rows);
        let mut found = [Vec::new(), Vec::new()];
        for (at, colors) in found.iter_mut().enumerate() {
            // A view of its own, which goes with the strip.
            let mut view = None;
            self.read_side(comparing, at, &mut view, strip, 1, colors)?;
        }
        let [one, other] = found;
        for top in (0..rows).step_by(TILE as usize) {
            for left in (0..width).step_by(TILE as usize) {
                let mut marks = [0_u32; TILE as usize];
                for (line, mark) in (top..rows.min(top + side)).zip(&mut marks) {
                    let at = (line * width + left) as usize;
                    let end = (line * width + width.min(left + side)) as usize;
                    let pairs = one[at..end].iter().zip(&other[at..end]).enumerate();
                    *mark = pairs.fold(0, |mark, (x, (one, other))| mark | u32::from(one != other) << x);
                }
                let count: u64 = marks.iter().map(|mark| u64::from(mark.count_ones())).sum();
                comparing.pixels += count;
                if count > 0 && comparing.differing.tiles.len() < OUTLINED {
                    comparing.differing.tiles.push((Point::new(left, strip.y + top), marks));
                }
            }
        }
        comparing.rows += rows;
        Ok(())
    }

    /// Returns the colours of every `step`-th pixel of a rectangle at one of the two states, row by row.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if there is no such side or the rectangle has too many pixels, and the errors of [`compare_more`](Editor::compare_more).
    pub(in crate::editor) fn compare_read(
        &mut self,
        side: usize,
        rect: Rect,
        step: u32,
    ) -> Result<Vec<Color>> {
        in_range("side", side as i64, 0, 1)?;
        in_range("step", step.into(), 1, 1 << 15)?;
        let Some(mut comparing) = self.comparing.take() else { return Ok(Vec::new()) };
        let mut view = comparing.views[side].take();
        let mut colors = Vec::new();
        let read = self.read_side(&comparing, side, &mut view, rect, step, &mut colors);
        comparing.views[side] = view.filter(|view| view.bytes() <= KEPT);
        self.comparing = Some(comparing);
        read.map(|()| colors)
    }

    fn read_side(
        &self,
        comparing: &Comparing,
        side: usize,
        view: &mut Option<Past>,
        rect: Rect,
        step: u32,
        out: &mut Vec<Color>,
    ) -> Result<()> {
        let along = |size: i32| (size.max(0) as usize).div_ceil(step as usize);
        let (columns, rows) = (along(rect.width), along(rect.height));
        let count = columns.saturating_mul(rows);
        in_range("number of pixels", count as i64, 0, SHOWN as i64)?;
        let bytes = 4 * count as u64;
        out.try_reserve_exact(count).map_err(|_| Error::OutOfMemory { what: "image", bytes, limit: 0 })?;
        out.resize(count, Color::TRANSPARENT);
        let (width, height) = comparing.sizes[side];
        let canvas = Rect::new(0, 0, width as i32, height as i32);
        let step = step as i32;
        // The first column that lies on the canvas, and how many do.
        let first = (-rect.x).max(0).div_euclid(step) + i32::from((-rect.x).max(0) % step != 0);
        let left = rect.x + first * step;
        let inside = (canvas.right().min(rect.right()) - left + step - 1).div_euclid(step).max(0) as usize;
        if inside == 0 {
            return Ok(());
        }
        for strip in (0..rows as i32).collect::<Vec<_>>().chunks((ROWS / step).max(1) as usize) {
            let lines = strip.iter().map(|line| (*line, rect.y + line * step));
            let lines: Vec<_> = lines.filter(|(_, y)| (0..canvas.height).contains(y)).collect();
            let [Some((_, top)), Some((_, bottom))] = [lines.first(), lines.last()] else { continue };
            let seen = Rect::new(left, *top, rect.right() - left, bottom + 1 - top);
            if view.as_ref().is_some_and(|view| view.bytes() > KEPT) {
                *view = None;
            }
            if view.is_none() {
                *view = Some(self.document.past(comparing.sides[side])?);
            }
            let Some(past) = view else { continue };
            let Some(frame) = past.drawing().frame_at(comparing.frame) else { return Ok(()) };
            past.show(&self.document, frame, seen.intersect(canvas))?;
            let picture = past.drawing().picture(frame);
            for (line, y) in lines {
                let at = line as usize * columns + first as usize;
                picture.read(left as u32, y as u32, step as u32, &mut out[at..at + inside]);
            }
        }
        Ok(())
    }

    /// Returns what people call the state after a commit, at the base, or pinned.
    fn state_name(&self, at: CommitId) -> Message {
        let history = self.document.history();
        let pinned = || history.pins().find(|(id, _)| *id == at).map(|(_, header)| header.label.to_string());
        let label =
            pinned().or_else(|| history.commit_of(at).ok().map(|step| step.header().label.to_string()));
        label.map_or("Beginning".into(), Message::from)
    }
}

impl Editor {
    /// Returns the outlines of the pixels that differ, of those that were counted, within a rectangle, in cells of some pixels: for each closed loop its number of
    /// corners, then their x and y.
    pub fn compare_outlines(&self, rect: Rect, step: u32) -> Vec<i32> {
        let Some(comparing) = &self.session.comparing else { return Vec::new() };
        let (width, height) = comparing.size();
        self.shown.outlined(&comparing.differing, Rect::new(0, 0, width, height), rect, step.max(1) as i32)
    }
}
