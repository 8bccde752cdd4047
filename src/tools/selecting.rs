//! Selecting: by rectangle, ellipse, lasso, or by colour.
//!
//! What is held at the press decides what happens to the selection that is there; held later,
//! those keys shape the new one. A plain press inside the selection takes hold of it instead,
//! and a plain click that encloses nothing takes it away.

use super::area::area;
use super::gesture::{Drag, Gesture};
use super::moving::Move;
use super::shapes::{Boxed, Round};
use super::stencil::areas;
use crate::document::{Document, Mode, StepKind};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Ellipse, corners, polygon};
use std::fmt;
use std::marker::PhantomData;

/// The most corners of a lasso's path; from then on the last one follows the hand.
const MOST_CORNERS: usize = 1 << 16;

/// Returns `true` if a press takes hold of what is selected instead of selecting anew.
fn grabs(document: &Document, drag: &Drag) -> bool {
    drag.mode() == Mode::Replace && document.is_selected(drag.now.at.x, drag.now.at.y)
}

/// A rectangle or an ellipse that is selected, anew with every sample.
#[derive(Debug)]
pub(super) struct Marquee<F> {
    figure: PhantomData<F>,
}

/// What a [`Marquee`] selects within its box.
pub(super) trait Enclose: fmt::Debug + 'static {
    fn select(document: &mut Document, around: Rect, mode: Mode) -> Result<()>;
}

impl Enclose for Boxed {
    fn select(document: &mut Document, around: Rect, mode: Mode) -> Result<()> {
        document.select(&[around], mode)
    }
}

impl Enclose for Round {
    fn select(document: &mut Document, around: Rect, mode: Mode) -> Result<()> {
        let canvas = document.bounds();
        let spans = Ellipse::new(around).spans(0..canvas.height);
        let seen = spans.map(|(y, columns)| (y, columns.start.max(0)..columns.end.min(canvas.width)));
        document.select_areas(areas(seen.filter(|(_, columns)| !columns.is_empty())), mode)
    }
}

impl<F: Enclose> Marquee<F> {
    fn mark(document: &mut Document, drag: &Drag) -> Result<()> {
        let (pressed, now) = (drag.pressed.held, drag.now.held);
        let square = now.shift && !pressed.shift;
        let centre = drag.setup.options.centre || (now.ctrl && !pressed.ctrl);
        F::select(document, corners(drag.from, drag.now.at, square, centre), drag.mode())
    }
}

impl<F: Enclose> Gesture for Marquee<F> {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        if grabs(document, drag) {
            return Move::begin(document, drag);
        }
        Ok(Box::new(Marquee { figure: PhantomData::<F> }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        drag.begin_again(document)?;
        Self::mark(document, drag)
    }

    fn finish(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        match drag.is_click() {
            true if drag.mode() == Mode::Replace => document.deselect(),
            true => Self::mark(document, drag),
            false => Ok(()),
        }
    }

    fn kind(&self) -> StepKind {
        StepKind::Selects
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }
}

/// A lasso: what the hand goes round. While it moves only the path is shown; it is filled once, at the end.
#[derive(Debug)]
pub(super) struct Lasso {
    path: Vec<Point>,
}

impl Gesture for Lasso {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        if grabs(document, drag) {
            return Move::begin(document, drag);
        }
        Ok(Box::new(Lasso { path: vec![drag.now.at] }))
    }

    fn extend(&mut self, _: &mut Document, drag: &Drag) -> Result<()> {
        if self.path.len() >= MOST_CORNERS {
            self.path.pop();
        }
        self.path.push(drag.now.at);
        Ok(())
    }

    fn finish(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        if self.path.len() > 1 {
            let around = polygon(&self.path, document.bounds())?;
            return document.select_areas(areas(around), drag.mode());
        }
        if drag.mode() == Mode::Replace { document.deselect() } else { Ok(()) }
    }

    fn kind(&self) -> StepKind {
        StepKind::Selects
    }

    fn path(&self) -> &[Point] {
        &self.path
    }
}

/// The magic wand: an area of a colour, which is selected with the press.
#[derive(Debug)]
pub(super) struct Wand;

impl Gesture for Wand {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let found = area(document, drag.setup.cel, &drag.setup.options, drag.now.at)?;
        document.select_areas(found.iter().flat_map(|area| area.areas()), drag.mode())?;
        Ok(Box::new(Wand))
    }

    fn extend(&mut self, _: &mut Document, _: &Drag) -> Result<()> {
        Ok(())
    }

    fn kind(&self) -> StepKind {
        StepKind::Selects
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }
}
