//! Changes from outside: a cel that something else plays with while the history waits.
//!
//! A game changes pixels without asking anybody, so it gets a copy of the drawing. While it
//! plays, the copy is what is seen and the history refuses everything. Then the drawing
//! comes back as it was, or what the copy has become is one step.
//!
//! The rules of painting hold in the copy too: one cel, whose layer is seen and not locked,
//! and only where the selection lets it.
//!
//! The invariant: until [`resume_with`](Document::resume_with), no byte of the drawing
//! changes.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(8, 8)?;
//! document.suspend(Cel::default())?;
//! document.play(Rect::new(2, 2, 1, 1), |_| &[Color::BLACK])?;
//! assert_eq!(document.pixel(0, 2, 2)?, Color::BLACK);
//! assert!(document.begin(1).is_err());
//! document.resume();
//! assert_eq!(document.pixel(0, 2, 2)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::drawing::plane::Plane;
use super::drawing::tiles::{TILE, read_row};
use super::trace::{Trace, ids};
use super::{Cel, Document, Needs};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::Header;
use crate::memory::Memory;

/// The copy of the drawing that is played with.
#[derive(Debug)]
pub(super) struct Suspended {
    pub(super) memory: Memory,
    cel: Cel,
    plane: u32,
    /// Union of all changed rectangles.
    rect: Rect,
}

impl Suspended {
    /// Sets pixels of a row. Returns the rectangle around those that differ from before.
    fn put(&mut self, x: i32, y: i32, old: &mut [Color], row: &[Color]) -> Result<Rect> {
        read_row(self.memory.tree(self.plane), (x as u32, y as u32), 1, old);
        let differs = || old.iter().zip(row).map(|(old, new)| old != new);
        let Some(first) = differs().position(|differs| differs) else { return Ok(Rect::EMPTY) };
        let last = differs().rposition(|differs| differs).unwrap_or(first);
        let changed = Rect::new(x + first as i32, y, (last - first) as i32 + 1, 1);
        self.rect = self.rect.union(changed);
        Plane::new(&mut self.memory, self.plane).put_row(changed.x as u32, y as u32, &row[first..=last])?;
        Ok(changed)
    }
}

impl Document {
    /// Suspends the history, so that a cel can be played with until the drawing is resumed.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when the cel may not change or something floats, [`Error::Busy`] while
    /// an action is open, [`Error::Suspended`] if it is suspended, and [`Error::OutOfMemory`] when the
    /// copy can't be allocated.
    pub fn suspend(&mut self, cel: Cel) -> Result<()> {
        let plane = self.writable(cel, Needs::Alpha)?;
        if self.floating().is_some() {
            let why = "a selection is being moved above it: place it first (Enter)";
            return Err(Error::Refused { what: "layer", name: self.layer(cel.layer)?.name.into(), why });
        }
        let memory = self.store().history.suspend()?;
        self.store().suspended = Some(Suspended { memory, cel, plane, rect: Rect::EMPTY });
        Ok(())
    }

    /// Returns the cel that is played with while the history is suspended.
    pub fn suspended(&self) -> Option<Cel> {
        self.drawing.door.suspended.as_ref().map(|suspended| suspended.cel)
    }

    /// Sets the changeable pixels of a rectangle of the suspended cel. `row` returns those of a row,
    /// counted from the rectangle's top.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when nothing is suspended, and [`Error::OutOfMemory`] when the copy can't
    /// grow. Some rows may have changed then.
    pub fn play<'r>(&mut self, rect: Rect, row: impl Fn(i32) -> &'r [Color]) -> Result<()> {
        let (width, _) = self.size();
        let canvas = rect.intersect(self.bounds());
        let mut old = vec![Color::TRANSPARENT; canvas.width as usize];
        let mut band = Rect::EMPTY;
        for y in canvas.y..canvas.bottom() {
            // A row has at most as many parts as pixels.
            let parts: Vec<Rect> = self.changeable(Rect::new(canvas.x, y, canvas.width, 1)).collect();
            for part in parts {
                let suspended = self.drawing.door.suspended.as_mut().ok_or(Error::Idle)?;
                let (first, count) = ((part.x - rect.x) as usize, part.width as usize);
                let row = row(y - rect.y).get(first..first + count).unwrap_or_default();
                let changed = suspended.put(part.x, y, &mut old[..row.len()], row)?;
                band = band.union(changed);
            }
            let last = y + 1 == canvas.bottom() || (y + 1) % TILE as i32 == 0;
            if let Some(suspended) = self.drawing.door.suspended.as_mut().filter(|_| last && !band.is_empty())
            {
                Plane::new(&mut suspended.memory, suspended.plane).compact_row(y as u32 / TILE, width)?;
                self.store().damage.add(std::mem::take(&mut band));
            }
        }
        let suspended = self.drawing.door.suspended.as_mut().ok_or(Error::Idle)?;
        suspended.memory.trim_tree(suspended.plane);
        Ok(())
    }

    /// Discards the copy and resumes with the drawing as it was. Returns `true` if it was suspended.
    pub fn resume(&mut self) -> bool {
        let Some(suspended) = self.store().suspended.take() else { return false };
        self.store().damage.add(suspended.rect);
        self.store().history.resume()
    }

    /// Resumes with the copy, as one step. Returns `false` if the copy equals the drawing.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when nothing is suspended, and [`Error::OverBudget`] or
    /// [`Error::OutOfMemory`] when the step can't be kept. The drawing stays suspended then.
    pub fn resume_with(&mut self, label: &'static str, color: Color, time: u64) -> Result<bool> {
        let cel = self.drawing.door.suspended.as_ref().ok_or(Error::Idle)?.cel;
        let ids = ids(self, cel);
        let store = &mut self.drawing.door;
        let suspended = store.suspended.as_ref().ok_or(Error::Idle)?;
        let extra = Trace { before: ids, after: ids, ..Trace::new(suspended.rect, color) }.extra();
        let header = Header::new(label).timed(time).with(&extra);
        let kept = store.history.resume_with(&suspended.memory, header)?.is_some();
        store.suspended = None;
        Ok(kept)
    }
}
