//! Gestures: what a tool does from a press of the pointer to its release.
//!
//! Each family of tools is one type in one file that implements [`Gesture`]: it begins,
//! extends, rests and finishes, always within the document's open action. All that several
//! families need to know of the press lies in the [`Drag`] that is handed to each of them, so
//! a gesture holds only what it adds.
//!
//! Time comes with every sample, and with [`rest`](Gesture::rest) while the pointer does not
//! move. The invariant: what a gesture has done depends on the samples and their times, never
//! on how often it was told the time between two of them.

use super::pressure::Pressure;
use super::stroke::Setup;
use super::text::Text;
use crate::document::{Document, Mode, StepKind};
use crate::error::Result;
use crate::geometry::Point;
use std::fmt;

/// Which keys are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Holds angles, makes squares, goes on from the last stroke, adds to the selection.
    pub shift: bool,
    /// Draws from the centre, takes away from the selection.
    pub ctrl: bool,
    /// Picks a colour, whatever the tool.
    pub alt: bool,
}

/// Where the pointer is, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The pixel, which may lie anywhere.
    pub at: Point,
    /// The keys that are held.
    pub held: Held,
    /// Time in milliseconds, from whatever moment on.
    pub time: u64,
    /// How hard a pen is pressed.
    pub pressure: Pressure,
}

impl Sample {
    /// Creates a sample of a mouse or a finger, which press fully.
    pub fn new(at: Point, held: Held, time: u64) -> Sample {
        Sample { at, held, time, pressure: Pressure::FULL }
    }
}

/// A press of the pointer and where it has come since.
#[derive(Clone, Debug)]
pub struct Drag {
    /// What the stroke began with.
    pub setup: Setup,
    /// Where the stroke begins: at the press, or where the last one ended.
    pub from: Point,
    /// The press.
    pub pressed: Sample,
    /// The latest sample. Its time goes on while the pointer rests, and never back.
    pub now: Sample,
}

impl Drag {
    /// Takes back what the gesture has done so far and begins the action anew.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) or
    /// [`Error::OverBudget`](crate::Error::OverBudget) if floating pixels can't land again.
    pub fn begin_again(&self, document: &mut Document) -> Result<()> {
        document.restart()?;
        document.about(self.setup.cel);
        if self.setup.tool.paints { document.land() } else { Ok(()) }
    }

    /// Returns what a selection does to the one that is there: what was held at the press decides,
    /// then the button.
    pub fn mode(&self) -> Mode {
        let Held { shift, ctrl, .. } = self.pressed.held;
        match (shift, ctrl || self.setup.secondary || self.setup.erasing) {
            (true, true) => Mode::Intersect,
            (true, false) => Mode::Add,
            (false, true) => Mode::Subtract,
            (false, false) => self.setup.options.mode,
        }
    }

    /// Returns `true` if the pointer is where the stroke began.
    pub fn is_click(&self) -> bool {
        self.from == self.now.at
    }
}

/// What a tool does from a press to its release. After an error the caller cancels the action.
pub trait Gesture: fmt::Debug {
    /// Begins at `drag.from`, and goes on to `drag.now`.
    ///
    /// # Errors
    /// Returns an error if the cel may not change, or memory or the budget don't suffice; so do all others.
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>>
    where
        Self: Sized;

    /// Goes on to `drag.now`: to another pixel, or with other keys held.
    ///
    /// # Errors
    /// As [`begin`](Gesture::begin).
    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()>;

    /// Lets time pass up to `drag.now.time`, while the pointer stays where it was.
    ///
    /// # Errors
    /// As [`begin`](Gesture::begin).
    fn rest(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let _ = (document, drag);
        Ok(())
    }

    /// Notes that a button was pressed again at a pixel; [`extend`](Gesture::extend) follows if that is another one than before.
    fn press(&mut self, at: Point) {
        let _ = at;
    }

    /// Notes that the button has gone up at `drag.now`. Returns `true` if the gesture waits for another press: then its
    /// action stays open, and it goes on with the pointer meanwhile.
    fn release(&mut self, drag: &Drag) -> bool {
        let _ = drag;
        false
    }

    /// Takes back what the button that is down would set, or else the last point; it is drawn with the next
    /// [`extend`](Gesture::extend). Returns `false` if nothing would be left.
    fn back(&mut self) -> bool {
        false
    }

    /// Returns the number of points that are set of a gesture of several presses; 0 for any other.
    fn points(&self) -> usize {
        0
    }

    /// Does what is left to be done when the gesture ends. What only follows the pointer is left out.
    ///
    /// # Errors
    /// As [`begin`](Gesture::begin).
    fn finish(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let _ = (document, drag);
        Ok(())
    }

    /// Returns `true` if it goes on while the pointer rests.
    fn is_timed(&self) -> bool {
        false
    }

    /// Returns the kind of its step.
    fn kind(&self) -> StepKind {
        StepKind::Plain
    }

    /// Returns `true` if its first and its last sample are enough to make it again.
    fn is_told_by_ends(&self) -> bool {
        false
    }

    /// Returns `true` if each sample draws it anew, so that those between need not be drawn.
    fn is_redrawn(&self) -> bool {
        self.is_told_by_ends()
    }

    /// Returns the text that is set, if it is one.
    fn text(&self) -> Option<&Text> {
        None
    }

    /// Returns the text that is set, to be changed.
    fn text_mut(&mut self) -> Option<&mut Text> {
        None
    }

    /// Returns the path to show while it goes on; empty for most.
    fn path(&self) -> &[Point] {
        &[]
    }

    /// Returns the id of the slice that it makes or has taken hold of, if it has one.
    fn slice(&self) -> Option<u16> {
        None
    }

    /// Returns the label of its step.
    fn label(&self, drag: &Drag) -> &'static str {
        drag.setup.tool.label
    }
}
