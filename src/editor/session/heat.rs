//! Heat: how often each part of the picture was changed, or how lately.
//!
//! Problem: where was most of the work, and where was nobody for a thousand steps? Idea: the steps that are done are gone through from the newest on, some at a
//! time, and each counts once for every cell of which it changed a pixel, by its exact difference. A cell is a pixel as long as the canvas has no more than
//! [`CELLS`] of them, and a square of several on a larger one, so the work of a step and the memory are bounded.
//!
//! It is looked at and nothing else: no pixel of the drawing, no export and no thumbnail has it, it is off at first, and it is not remembered.
//!
//! Both scales are logarithmic: the tenth change and the hundredth are as far apart as the first and the tenth, and so are the last step, the tenth and the
//! hundredth before it.
//!
//! The invariant: once all steps were gone through, a cell's number is that of the done steps that changed a pixel of it in the active frame's visible layers. When the drawing
//! stands elsewhere, it begins anew.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! for _ in 0..2 {
//!     editor.pointer_down(105.0, 105.0, 0, 0);
//!     editor.pointer_up(105.0, 105.0, 1);
//!     editor.set_primary("#ff0000")?;
//! }
//! editor.run("view.heat-often", &[], 2)?;
//! while editor.heat_on(100) {}
//! let heat = editor.heat().expect("it is shown");
//! assert_eq!((heat.often(10, 10), heat.often(11, 10), heat.most()), (2, 0, 2));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::color::Color;
use crate::document::{Mask, Painted};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::CommitId;

/// The most cells.
pub const CELLS: i64 = 1 << 18;

/// Steps that are looked up on the line at a time.
const AT_ONCE: usize = 256;

/// Cells whose counting takes as long as looking at a step.
const COUNTED: usize = 512;

/// What lies over parts that no step has changed, so that the others stand out.
const COLD: Color = Color::rgba(10, 12, 24, 150);

/// Colours from the coldest to the hottest, the brighter the hotter, so that they are told apart without seeing colours.
pub const RAMP: [Color; 6] = [
    Color::rgba(40, 20, 95, 235),
    Color::rgba(106, 23, 110, 235),
    Color::rgba(178, 42, 90, 235),
    Color::rgba(229, 92, 48, 235),
    Color::rgba(251, 164, 24, 235),
    Color::rgba(252, 250, 160, 235),
];

crate::named! {
    /// What heat means.
    pub enum HeatBy, "heat" {
        /// How often something was changed.
        Often = "often";
        /// How lately it was changed.
        Lately = "lately";
    }
}

/// Heat of the cells of a canvas.
#[derive(Debug)]
pub struct Heat {
    by: HeatBy,
    /// What it was counted for: where the drawing stands, the frame, the adoptions of the history, and the canvas.
    of: (CommitId, Option<u16>, u64, Rect),
    /// Side of a cell in pixels.
    side: i32,
    width: usize,
    /// Number of steps that changed a cell, and the age of the newest and of the oldest one, from 1 on.
    cells: Vec<(u32, u32, u32)>,
    /// Number of steps that are still to be gone through, and of those that were.
    left: usize,
    age: u32,
    /// Number of steps that could not be read.
    unread: usize,
}

/// Returns the side of cells on a canvas.
fn side_for(canvas: Rect) -> i32 {
    let cells =
        |side: i32| i64::from((canvas.width - 1) / side + 1) * i64::from((canvas.height - 1) / side + 1);
    let mut side = 1;
    while cells(side) > CELLS {
        side *= 2;
    }
    side
}

/// Returns the colour of heat from 0 to 1.
fn colored(heat: f64) -> Color {
    let place = heat.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let (first, part) = (place as usize, place.fract());
    let next = (first + 1).min(RAMP.len() - 1);
    let mix = |at: usize| {
        let (a, b) = (f64::from(RAMP[first].bytes[at]), f64::from(RAMP[next].bytes[at]));
        (a + (b - a) * part).round() as u8
    };
    Color { bytes: [mix(0), mix(1), mix(2), mix(3)] }
}

/// Returns how far a number is from 1 to another one, by their logarithms.
fn part(number: u32, most: u32) -> f64 {
    if most <= 1 { 0.0 } else { f64::from(number).ln() / f64::from(most).ln() }
}

impl Heat {
    fn new(by: HeatBy, of: (CommitId, Option<u16>, u64, Rect), steps: usize) -> Result<Heat> {
        let (canvas, side) = (of.3, side_for(of.3));
        let along = |length: i32| ((length - 1) / side + 1) as usize;
        let (width, height) = (along(canvas.width), along(canvas.height));
        let mut cells = Vec::new();
        let bytes = (width * height * size_of::<(u32, u32, u32)>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "map of heat", bytes, limit: 0 };
        cells.try_reserve_exact(width * height).map_err(refused)?;
        cells.resize(width * height, (0, 0, 0));
        Ok(Heat { by, of, side, width, cells, left: steps, age: 0, unread: 0 })
    }

    /// Returns what it means.
    pub fn by(&self) -> HeatBy {
        self.by
    }

    /// Returns the numbers of columns and rows of cells.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.cells.len() / self.width)
    }

    /// Returns the side of a cell in pixels.
    pub fn side(&self) -> i32 {
        self.side
    }

    /// Returns how many steps were gone through so far, and how many of these could not be read.
    pub fn steps(&self) -> (usize, usize) {
        (self.age as usize, self.unread)
    }

    /// Returns how many steps have changed the cell that a pixel lies in.
    pub fn often(&self, x: i32, y: i32) -> u32 {
        self.cells[(y / self.side) as usize * self.width + (x / self.side) as usize].0
    }

    /// Returns the age of the newest step that has changed the cell that a pixel lies in: 1 is the newest of all, and 0 none.
    pub fn lately(&self, x: i32, y: i32) -> u32 {
        self.cells[(y / self.side) as usize * self.width + (x / self.side) as usize].1
    }

    /// Returns the most of what it means that a cell has: steps, or the age of the newest one.
    pub fn most(&self) -> u32 {
        let number =
            |(often, newest, _): &(u32, u32, u32)| if self.by == HeatBy::Often { *often } else { *newest };
        self.cells.iter().map(number).max().unwrap_or(0)
    }

    /// Writes the cells' colours as RGBA, row by row.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is no memory for them.
    pub fn draw(&self, pixels: &mut Vec<u8>) -> Result<()> {
        let (most, bytes) = (self.most(), 4 * self.cells.len());
        pixels.clear();
        let refused = |_| Error::OutOfMemory { what: "map of heat", bytes: bytes as u64, limit: 0 };
        pixels.try_reserve(bytes).map_err(refused)?;
        pixels.extend(self.cells.iter().flat_map(|(often, newest, _)| {
            let color = match self.by {
                _ if *often == 0 => COLD,
                HeatBy::Often => colored(part(*often, most)),
                HeatBy::Lately => colored(1.0 - part(*newest, most)),
            };
            color.bytes
        }));
        Ok(())
    }

    /// Counts a step in all cells that its pixels lie in. Returns the number of them.
    fn count(&mut self, mask: &Mask) -> usize {
        let mut counted = 0;
        for rect in &mask.rects {
            counted += self.count_rect(*rect);
        }
        for (at, rows) in &mask.tiles {
            for (y, row) in (at.y..).zip(rows) {
                let (mut rest, mut from) = (*row, 0);
                while rest != 0 {
                    from += rest.trailing_zeros() as i32;
                    rest >>= rest.trailing_zeros();
                    let length = rest.trailing_ones();
                    counted += self.count_rect(Rect::new(at.x + from, y, length as i32, 1));
                    rest = rest.checked_shr(length).unwrap_or(0);
                    from += length as i32;
                }
            }
        }
        counted
    }

    fn count_rect(&mut self, rect: Rect) -> usize {
        let (side, age) = (self.side, self.age);
        let columns = (rect.x / side) as usize..((rect.right() - 1) / side + 1) as usize;
        for y in rect.y / side..=(rect.bottom() - 1) / side {
            let row = y as usize * self.width;
            for (often, newest, last) in &mut self.cells[row + columns.start..row + columns.end] {
                // Once for each step, however many of its pixels lie here.
                *often += u32::from(*last != age);
                *last = age;
                *newest = if *newest == 0 { age } else { *newest };
            }
        }
        columns.len() * ((rect.bottom() - 1) / side - rect.y / side + 1) as usize
    }
}

impl Session {
    /// Shows heat, or none if what it means is shown already.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is no memory for it.
    pub(in crate::editor) fn toggle_heat(&mut self, by: HeatBy) -> Result<()> {
        self.heat = match self.heat.take() {
            Some(heat) if heat.by == by => None,
            // The same numbers tell both.
            Some(heat) => Some(Heat { by, ..heat }),
            None => Some(self.new_heat(by)?),
        };
        self.state_changed();
        Ok(())
    }

    /// Returns what heat means while it is shown.
    pub(in crate::editor) fn heat_by(&self) -> Option<HeatBy> {
        self.heat.as_ref().map(|heat| heat.by)
    }

    /// Returns the heat that is shown.
    pub(in crate::editor) fn heat(&self) -> Option<&Heat> {
        self.heat.as_ref()
    }

    fn new_heat(&self, by: HeatBy) -> Result<Heat> {
        let history = self.document.history();
        Heat::new(by, self.heat_of(), history.position())
    }

    /// Returns what heat is counted for.
    fn heat_of(&self) -> (CommitId, Option<u16>, u64, Rect) {
        let (history, frame) = (self.document.history(), self.document.frame_id(self.cel().frame));
        (history.here(), frame, history.adoptions(), self.document.bounds())
    }

    /// Goes through the next steps: about `work` of them, or fewer that changed much. Returns `true` if steps remain.
    ///
    /// While a stroke is under way, or an earlier state is looked at, nothing is done.
    pub(in crate::editor) fn heat_on(&mut self, work: usize) -> bool {
        let busy = self.document.history().open().is_some() || self.game.is_some() || self.is_peeking();
        let Some(mut heat) = (if busy { None } else { self.heat.take() }) else { return false };
        if heat.of != self.heat_of() {
            match self.new_heat(heat.by) {
                Ok(fresh) => heat = fresh,
                Err(_) => return false,
            }
        }
        let (mut painted, mut coming) = (Painted::new(&self.document, self.cel().frame), Vec::new());
        let mut work = work;
        while work > 0 && heat.left > 0 {
            if coming.is_empty() {
                let from = heat.left.saturating_sub(AT_ONCE.min(work));
                coming = self.document.line_from(from, heat.left - from);
            }
            let Some(id) = coming.pop() else { break };
            (heat.left, heat.age) = (heat.left - 1, heat.age + 1);
            work = work.saturating_sub(1 + self.count_step(&mut heat, &mut painted, id) / COUNTED);
        }
        let remains = heat.left > 0;
        self.heat = Some(heat);
        remains
    }

    /// Counts a step. Returns the number of cells that it changed.
    fn count_step(&self, heat: &mut Heat, painted: &mut Painted, id: CommitId) -> usize {
        match painted.by(&self.document, id) {
            Ok(mask) => heat.count(mask),
            Err(_) => {
                heat.unread += 1;
                0
            }
        }
    }
}
