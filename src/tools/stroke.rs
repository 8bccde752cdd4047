//! Strokes: a press of the pointer and all that follows, for every tool that changes the drawing.
//!
//! A stroke hands its samples to the tool's [`Gesture`], which writes into the document's open
//! action. What all tools share is here and nowhere else: floating pixels land before a tool
//! paints, a locked layer refuses, time never goes back, a sample that changes nothing is passed
//! over. So what is seen is exactly what will stay, and no tool has to know how it is undone.
//!
//! ```
//! use undoodle::{document::{Cel, Document}, color::Color, geometry::Point};
//! use undoodle::tools::{Held, Sample, Setup, Stroke, tool};
//! let mut document = Document::new(16, 16)?;
//! let at = |x, y| Sample::new(Point::new(x, y), Held::default(), 0);
//! document.begin(Stroke::TAG)?;
//! let mut stroke = Stroke::begin(&mut document, Setup::new(tool("rectangle")?), at(2, 2))?;
//! stroke.extend(&mut document, at(9, 5))?;
//! stroke.extend(&mut document, at(5, 5))?;
//! stroke.finish(&mut document)?;
//! document.commit(stroke.label(), stroke.color(), 0)?;
//! assert_eq!(document.cel_pixel(Cel::default(), 5, 3)?, Color::BLACK);
//! assert_eq!(document.cel_pixel(Cel::default(), 9, 5)?, Color::TRANSPARENT, "only the last shape stays");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::gesture::{Drag, Gesture, Held, Sample};
use super::ink::Ink;
use super::options::{InkKind, Options};
use super::pressure::{Dynamics, Pressure};
use super::text::Text;
use super::tool::{Press, Tool};
use crate::color::Color;
use crate::document::{Cel, Document, Needs, StepKind};
use crate::error::{Error, Message, Result};
use crate::geometry::{Point, Rect};
use crate::history::CommitId;

/// What a stroke begins with and keeps. [`Setup::new`] fills in what a caller leaves out.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The tool.
    pub tool: &'static Tool,
    /// What is chosen for it.
    pub options: Options,
    /// The cel that it works on.
    pub cel: Cel,
    /// The pressed button's colour, and the other one.
    pub colors: (Color, Color),
    /// The part of the palette that shading goes along.
    pub ramp: Vec<Color>,
    /// Whether a pen's eraser was put down.
    pub erasing: bool,
    /// What erasing leaves: nothing, or the colour of a background.
    pub ground: Color,
    /// Whether it was the right button.
    pub secondary: bool,
    /// The state of the history that a tool paints from which restores; the oldest one if none is said.
    pub source: Option<CommitId>,
    /// Where the last stroke ended.
    pub last: Option<Point>,
    /// How far beside a point a press still means it, in pixels.
    pub near: u32,
    /// What a tool that sprays takes its chance from.
    pub seed: u64,
}

impl Setup {
    /// Creates the setup of a stroke by the left button with everything as it is at the start.
    pub fn new(tool: &'static Tool) -> Setup {
        Setup {
            tool,
            options: Options::default(),
            cel: Cel::default(),
            colors: (Color::BLACK, Color::TRANSPARENT),
            ramp: Vec::new(),
            erasing: false,
            ground: Color::TRANSPARENT,
            secondary: false,
            source: None,
            last: None,
            near: 0,
            seed: 0,
        }
    }

    /// Returns `true` if the stroke paints with the pixels of a state of the history: a pen's eraser does not.
    pub fn restores(&self) -> bool {
        self.tool.restores && !self.erasing
    }

    /// Returns what the stroke paints with. Where it restores, the ink's colour is of no account.
    pub fn ink(&self) -> Ink {
        let (erases, dense) = (self.tool.erases || self.erasing, self.dynamics() == Dynamics::Dither);
        let (color, other) = match self.restores() {
            true => (Color::BLACK, Color::TRANSPARENT),
            false if erases => (self.ground, self.ground),
            false => self.colors,
        };
        let dither = |other: Color| {
            let level = if dense { Pressure::FULL } else { Pressure::HALF };
            Ink::Dither { color, other, pattern: self.options.pattern, level }
        };
        match self.options.ink {
            InkKind::Normal if dense => dither(Color::TRANSPARENT),
            _ if self.restores() && dense => dither(Color::TRANSPARENT),
            _ if self.restores() && self.options.lock_alpha => Ink::LockAlpha(color),
            _ if erases && dense => dither(Color::TRANSPARENT),
            _ if erases => Ink::Plain(color),
            // An ink that another tool has is none of this one's business.
            _ if !self.tool.has("ink") => Ink::Plain(color),
            InkKind::Normal => Ink::Plain(color),
            InkKind::LockAlpha => Ink::LockAlpha(color),
            InkKind::Shade => Ink::Shade { ramp: self.ramp.clone(), forward: !self.secondary },
            InkKind::Dither => dither(other),
        }
    }
}

/// What a stroke between two ends can be made from again: see [`Stroke::ends`].
pub type Ends = (Setup, Point, Point, (Held, Held));

/// A stroke under way.
#[derive(Debug)]
pub struct Stroke {
    drag: Drag,
    gesture: Box<dyn Gesture>,
    /// Whether it follows the pressure.
    pressed: bool,
}

impl Stroke {
    /// The tag of a stroke's action.
    pub const TAG: u32 = 1;

    /// Begins a stroke within an open action.
    ///
    /// # Errors
    /// Returns an error if the tool doesn't change drawings, the cel may not change, or memory or the budget
    /// don't suffice. The caller cancels the action then.
    pub fn begin(document: &mut Document, setup: Setup, pressed: Sample) -> Result<Stroke> {
        let follows = setup.dynamics() != Dynamics::None;
        let pressed = if follows { pressed } else { Sample { pressure: Pressure::FULL, ..pressed } };
        let tool = setup.tool;
        let Press::Stroke(begin) = tool.press else {
            let why = "it does not change the drawing";
            return Err(Error::Refused { what: "tool", name: Message::from(tool.label).into(), why });
        };
        document.about(setup.cel);
        if tool.paints {
            document.land()?;
            document.check(setup.cel, Needs::Colors)?;
        }
        let from = setup.last.filter(|_| pressed.held.shift && tool.continues).unwrap_or(pressed.at);
        let drag = Drag { setup, from, pressed, now: pressed };
        Ok(Stroke { gesture: begin(document, &drag)?, drag, pressed: follows })
    }

    /// Goes on to a sample.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn extend(&mut self, document: &mut Document, to: Sample) -> Result<()> {
        self.rest(document, to.time)?;
        let before = self.drag.now;
        let pressure = if self.pressed { to.pressure } else { before.pressure };
        if (to.at, to.held, pressure) == (before.at, before.held, before.pressure) {
            return Ok(());
        }
        self.drag.now = Sample { time: before.time, pressure, ..to };
        self.gesture.extend(document, &self.drag)
    }

    /// Lets time pass while the pointer stays where it is. A time before the last one changes nothing.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn rest(&mut self, document: &mut Document, time: u64) -> Result<()> {
        if time <= self.drag.now.time {
            return Ok(());
        }
        self.drag.now.time = time;
        self.gesture.rest(document, &self.drag)
    }

    /// Goes on with another press, which means points that are so near.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn press(&mut self, document: &mut Document, pressed: Sample, near: u32) -> Result<()> {
        self.drag.setup.near = near;
        self.gesture.press(pressed.at);
        self.extend(document, pressed)
    }

    /// Notes that the button has gone up. Returns `true` if the stroke waits for another press.
    pub fn release(&mut self) -> bool {
        self.gesture.release(&self.drag)
    }

    /// Takes back the press that goes on, or else the last point; [`draw_again`](Stroke::draw_again) shows it. Returns
    /// `false` if nothing would be left, as of strokes of one press.
    pub fn back(&mut self) -> bool {
        self.gesture.back()
    }

    /// Returns the number of points that are set of a stroke of several presses; 0 for any other.
    pub fn points(&self) -> usize {
        self.gesture.points()
    }

    /// Returns the letters of a text that is set, and the box around them; `None` for any other stroke.
    pub fn text(&self) -> Option<(&str, Rect)> {
        self.gesture.text().map(Text::shown)
    }

    /// Replaces the letters of a text that is set, and draws it anew. Does nothing for any other stroke.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn write(&mut self, document: &mut Document, letters: &str) -> Result<()> {
        let Some(text) = self.gesture.text_mut() else { return Ok(()) };
        text.write(letters);
        self.draw_again(document)
    }

    /// Returns `true` if a press at a pixel goes on with a stroke that waits; for a text, if it is on or near its letters.
    pub fn takes(&self, at: Point, near: u32) -> bool {
        self.gesture.text().is_none_or(|text| text.takes(at, near))
    }

    /// Returns `true` if it is a text that would look otherwise with what a setup has chosen.
    pub fn differs(&self, setup: &Setup) -> bool {
        let looks = |setup: &Setup| (setup.options.clone(), setup.colors, setup.ramp.clone());
        let own = &self.drag.setup;
        self.gesture.text().is_some() && own.tool == setup.tool && looks(own) != looks(setup)
    }

    /// Draws a text with what is chosen now.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn choose(&mut self, document: &mut Document, setup: Setup) -> Result<()> {
        let Some(text) = self.gesture.text_mut() else { return Ok(()) };
        text.renew();
        let Setup { options, colors, ramp, .. } = setup;
        self.drag.setup = Setup { options, colors, ramp, ..self.drag.setup.clone() };
        self.draw_again(document)
    }

    /// Returns `true` if it is of the secondary button, and if a pen's eraser was put down.
    pub fn button(&self) -> (bool, bool) {
        (self.drag.setup.secondary, self.drag.setup.erasing)
    }

    /// Draws a stroke of several presses once more.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn draw_again(&mut self, document: &mut Document) -> Result<()> {
        self.gesture.extend(document, &self.drag)
    }

    /// Does what is left to be done when the stroke ends.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn finish(&mut self, document: &mut Document) -> Result<()> {
        self.gesture.finish(document, &self.drag)
    }

    /// Returns `true` if it goes on while the pointer rests, and wants to be told the time.
    pub fn is_timed(&self) -> bool {
        self.gesture.is_timed()
    }

    /// Returns the corners of a lasso's path so far; other strokes have none.
    pub fn path(&self) -> &[Point] {
        self.gesture.path()
    }

    /// Returns `true` if its step only chooses: a selection was drawn.
    pub fn chooses(&self) -> bool {
        self.kind() == StepKind::Selects
    }

    /// Returns the slice that a stroke about slices means: its id, or `None` if there is none where it began. Any other
    /// stroke returns `None` for all.
    pub fn slice(&self) -> Option<Option<u16>> {
        self.drag.setup.tool.slices.then(|| self.gesture.slice())
    }

    /// Returns the kind of its step.
    pub fn kind(&self) -> StepKind {
        self.gesture.kind()
    }

    /// Returns `true` if its first and its last sample are enough to make it again.
    pub fn is_told_by_ends(&self) -> bool {
        self.gesture.is_told_by_ends()
    }

    /// Returns `true` if each sample draws it anew, so that those between need not be drawn.
    pub fn is_redrawn(&self) -> bool {
        self.gesture.is_redrawn()
    }

    /// Returns all that the stroke could be made from again: its setup, its two ends, and what was
    /// held there. Returns `None` for strokes that two ends do not tell.
    pub fn ends(&self) -> Option<Ends> {
        let Drag { setup, from, pressed, now } = &self.drag;
        self.gesture.is_told_by_ends().then(|| (setup.clone(), *from, now.at, (pressed.held, now.held)))
    }

    /// Returns the latest sample.
    pub fn now(&self) -> Sample {
        self.drag.now
    }

    /// Returns the label of its step.
    pub fn label(&self) -> &'static str {
        self.gesture.label(&self.drag)
    }

    /// Returns the colour of its step.
    pub fn color(&self) -> Color {
        let Setup { tool, .. } = self.drag.setup;
        if tool.paints { self.drag.setup.ink().commit_color() } else { Color::ADDED }
    }

    /// Returns what it leaves where pixels become transparent: nothing, or the colour of a background.
    pub fn ground(&self) -> Color {
        self.drag.setup.ground
    }

    /// Returns what it paints with, whether the tool has an ink or not.
    pub fn ink(&self) -> Ink {
        self.drag.setup.ink()
    }

    /// Returns the chosen colours that it paints with: the other one first, if it paints with both.
    pub fn painted(&self) -> [Option<Color>; 2] {
        let Setup { tool, colors: (color, other), .. } = &self.drag.setup;
        let mixes = tool.has("gradient");
        match self.drag.setup.ink() {
            _ if !tool.paints || self.drag.setup.restores() => [None, None],
            Ink::Shade { .. } => [None, None],
            Ink::Plain(painted) if painted != *color => [None, None],
            Ink::Dither { color: painted, .. } if painted != *color => [None, None],
            Ink::Dither { other, .. } => [Some(other), Some(*color)],
            Ink::Plain(_) | Ink::LockAlpha(_) => [Some(*other).filter(|_| mixes), Some(*color)],
        }
    }

    /// Returns where the next one goes on from, or `None` for tools that do not.
    pub fn last(&self) -> Option<Point> {
        self.drag.setup.tool.continues.then_some(self.drag.now.at)
    }
}
