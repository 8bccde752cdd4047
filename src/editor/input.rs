//! Pointer, wheel and keys that are held: what the hand does to the document and the view.
//!
//! A press begins one gesture, a stroke, a pan, a look at a colour, and only its own
//! release ends it: other buttons meanwhile change nothing. A stroke that is cancelled
//! leaves the pointer idle, so the rest of a held drag paints nothing.

use super::asking::Pending;
use super::params::Args;
use super::{Editor, Effect, command};
use crate::document::{Document, Finish};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::tools::{Ends, Half, Held, LookAt, Press, Sample, Setup, Stroke};

/// Buttons by the browser's numbers.
const MIDDLE: i16 = 1;
const RIGHT: i16 = 2;
const PEN_ERASER: i16 = 5;

/// How near to an axis the pointer takes hold of it, in device pixels.
const NEAR: f64 = 8.0;

/// How long the ends of axes are at the viewport's edge, where they can always be taken hold of.
const END: f64 = 14.0;

/// What the hand is doing.
#[derive(Debug, Default)]
pub(super) struct Hand {
    pub(super) gesture: Gesture,
    /// Keys that change what a press does.
    held: Held,
    /// Whether the space bar is held.
    space: bool,
    /// Parts of notches that the wheel has turned so far.
    wheel: f64,
    /// Seed of the next stroke's random numbers.
    pub(super) seed: u64,
}

impl Hand {
    /// Ends the gesture; keys stay held.
    pub(super) fn let_go(&mut self) {
        self.gesture = Gesture::Idle;
    }
}

/// What the pointer is doing.
#[derive(Debug, Default)]
pub(super) enum Gesture {
    /// Nothing; the next press begins a gesture.
    #[default]
    Idle,
    /// The view follows the pointer; where it was last, in device pixels.
    Panning { x: f64, y: f64 },
    /// A stroke, and when it began.
    Painting { stroke: Box<Stroke>, time: u64 },
    /// A colour is looked for, for the right button or the left.
    Picking { secondary: bool },
    /// An axis of symmetry is moved: the vertical one or the other.
    Axis { vertical: bool },
    /// The press has done all there was to do.
    Done,
}

impl Editor {
    /// Whether a stroke is under way.
    pub fn is_painting(&self) -> bool {
        matches!(self.hand.gesture, Gesture::Painting { .. })
    }

    /// Returns `true` if the view is being moved, or would be by the next press.
    pub fn is_grabbing(&self) -> bool {
        self.hand.space
            || matches!(self.desk.tool.press, Press::Pan)
            || matches!(self.hand.gesture, Gesture::Panning { .. })
    }

    /// The document pixel under the cursor, if it is on the canvas.
    pub fn cursor(&self) -> Option<Point> {
        self.window.hover.filter(|at| self.document.bounds().contains(*at))
    }

    /// Returns the pixels that a press would be about where the cursor is, as the tool outlines them.
    pub fn brush_outline(&self) -> Option<Rect> {
        let at = self.window.hover.filter(|_| !self.is_grabbing() && !self.hand.held.alt)?;
        self.desk.tool.outlined(&self.desk.options, at)
    }

    /// Shift, Ctrl or Cmd, and Alt are held or not.
    pub fn hold(&mut self, held: Held) {
        if self.hand.held == held {
            return;
        }
        self.hand.held = held;
        // A shape under way takes on its new form at once.
        if let (Gesture::Painting { stroke, .. }, Some(at)) = (&self.hand.gesture, self.window.hover) {
            self.extend(at, stroke.now().time);
        }
        self.state_changed();
    }

    /// What a press of a button would begin with.
    fn setup(&self, button: i16) -> Setup {
        let secondary = button == RIGHT;
        let colors = (self.desk.primary, self.desk.secondary);
        let palette = self.document.palette();
        let ramp = match self.swatch() {
            Some((from, to)) if from < to => palette[from as usize..=to as usize].to_vec(),
            _ => palette,
        };
        Setup {
            options: self.desk.options.clone(),
            cel: self.cel(),
            colors: if secondary { (colors.1, colors.0) } else { colors },
            ramp,
            erasing: button == PEN_ERASER,
            secondary,
            last: self.desk.last(&self.document),
            seed: self.hand.seed,
            ..Setup::new(self.desk.tool)
        }
    }

    /// A button went down at (x, y), in device pixels of the viewport, at a time in milliseconds.
    pub fn pointer_down(&mut self, x: f64, y: f64, button: i16, time: u64) {
        let at = self.hovered(x, y);
        if !matches!(self.hand.gesture, Gesture::Idle) || !matches!(button, 0 | MIDDLE | RIGHT | PEN_ERASER) {
            return;
        }
        self.preview_end();
        self.play = None;
        let secondary = button == RIGHT;
        if self.is_grabbing() || button == MIDDLE {
            self.hand.gesture = Gesture::Panning { x, y };
        } else if self.hand.held.alt || matches!(self.desk.tool.press, Press::Pick) {
            self.hand.gesture = Gesture::Picking { secondary };
            self.look(at);
        } else if matches!(self.desk.tool.press, Press::Zoom) {
            let out = secondary || self.hand.held.ctrl || self.hand.held.shift;
            self.hand.gesture = Gesture::Done;
            let zoom = self.window.view.zoom.stepped(if out { -1 } else { 1 });
            self.window.zoom_at(x, y, zoom, self.document.bounds());
        } else if let Some(vertical) = self.axis_at(x, y, at) {
            self.hand.gesture = Gesture::Axis { vertical };
        } else if let Err(error) = self.check_game() {
            self.hand.gesture = Gesture::Done;
            self.emit(Effect::Failure(error.to_string()));
        } else {
            self.pending = None;
            let (setup, pressed) = (self.setup(button), Sample::new(at, self.hand.held, time));
            self.hand.seed = self.hand.seed.wrapping_add(1);
            let begun = self
                .document
                .begin(Stroke::TAG)
                .and_then(|()| Stroke::begin(&mut self.document, setup.clone(), pressed));
            match begun {
                Ok(stroke) => {
                    self.hand.gesture = Gesture::Painting { stroke: Box::new(stroke), time };
                    self.show_changes();
                }
                Err(error) => {
                    self.failed(error, Some((setup, at, at, (self.hand.held, self.hand.held))), time)
                }
            }
        }
        self.state_changed();
    }

    /// The axis that a place takes hold of: beside the canvas, or at the axis's end at the viewport's edge.
    fn axis_at(&self, x: f64, y: f64, at: Point) -> Option<bool> {
        let (width, height) = (f64::from(self.window.view.width), f64::from(self.window.view.height));
        let edge = x < END || y < END || x >= width - END || y >= height - END;
        if !self.desk.tool.paints || (self.document.bounds().contains(at) && !edge) {
            return None;
        }
        let (vertical, horizontal) = self.axes();
        if vertical.is_some_and(|axis| (axis - x).abs() <= NEAR) {
            return Some(true);
        }
        horizontal.filter(|axis| (axis - y).abs() <= NEAR).map(|_| false)
    }

    /// Takes up the colour at a pixel.
    fn look(&mut self, at: Point) {
        let Gesture::Picking { secondary } = self.hand.gesture else { return };
        let picks = matches!(self.desk.tool.press, Press::Pick);
        let color = if self.desk.options.sample == LookAt::Picture || !picks {
            self.pixel(at.x, at.y)
        } else {
            self.document.cel_pixel(self.cel(), at.x, at.y)
        };
        // Beside the canvas there is no colour to take up.
        if let Ok(color) = color {
            *(if secondary { &mut self.desk.secondary } else { &mut self.desk.primary }) = color;
        }
    }

    /// The pointer came to (x, y), at a time in milliseconds.
    pub fn pointer_move(&mut self, x: f64, y: f64, time: u64) {
        let at = self.hovered(x, y);
        match &mut self.hand.gesture {
            Gesture::Idle | Gesture::Done => {}
            Gesture::Panning { x: last_x, y: last_y } => {
                let (dx, dy) = ((x - *last_x).round(), (y - *last_y).round());
                (*last_x, *last_y) = (*last_x + dx, *last_y + dy);
                self.window.pan(dx as i32, dy as i32, self.document.bounds());
            }
            Gesture::Painting { .. } => self.extend(at, time),
            Gesture::Picking { .. } => {
                self.look(at);
                self.state_changed();
            }
            Gesture::Axis { vertical } => {
                let vertical = *vertical;
                let (across, down) = self.window.view.document_place(x, y);
                // A pointer may be anywhere, an axis only where a canvas can be.
                let half = |at: f64| Half((at * 2.0).round().clamp(-131_072.0, 131_072.0) as i32);
                let axes = self.desk.options.axes();
                let axes = if vertical { (half(across), axes.1) } else { (axes.0, half(down)) };
                self.desk.options.set_axes(axes);
                self.state_changed();
            }
        }
    }

    fn extend(&mut self, at: Point, time: u64) {
        let to = Sample::new(at, self.hand.held, time);
        self.drive(|stroke, document| stroke.extend(document, to));
    }

    /// Lets time pass for a stroke that goes on while the pointer rests. Returns `true` if it still does.
    pub(super) fn tick_stroke(&mut self, time: u64) -> bool {
        if self.is_timed() {
            self.drive(|stroke, document| stroke.rest(document, time));
        }
        self.is_timed()
    }

    /// Returns `true` while a stroke is under way that goes on while the pointer rests.
    pub(super) fn is_timed(&self) -> bool {
        matches!(&self.hand.gesture, Gesture::Painting { stroke, .. } if stroke.is_timed())
    }

    /// Lets the stroke under way go on, and takes it back if it fails.
    fn drive(&mut self, go_on: impl FnOnce(&mut Stroke, &mut Document) -> Result<()>) {
        if let Gesture::Painting { stroke, time } = &mut self.hand.gesture {
            let corners = stroke.path().len();
            match go_on(stroke, &mut self.document) {
                Ok(()) => {
                    let grown = stroke.path().len() > corners;
                    self.show_changes();
                    if grown {
                        self.grow_path();
                    }
                }
                Err(error) => {
                    let ends = stroke.ends();
                    let time = *time;
                    self.failed(error, ends, time);
                }
            }
        }
    }

    /// The gesture's button went up at (x, y), at a time in milliseconds.
    pub fn pointer_up(&mut self, x: f64, y: f64, time: u64) {
        self.pointer_move(x, y, time);
        let ended = std::mem::replace(&mut self.hand.gesture, Gesture::Idle);
        if let Gesture::Painting { mut stroke, time } = ended {
            self.window.ants = None;
            let finished = stroke.finish(&mut self.document);
            let finish = if stroke.chooses() { Finish::Carrying } else { Finish::Step };
            match finished.and_then(|()| self.keep(stroke.label(), stroke.color(), time, finish)) {
                Ok(_) => {
                    if let Some(at) = stroke.last() {
                        self.desk.set_last(&self.document, at);
                    }
                }
                Err(error) => self.failed(error, stroke.ends(), time),
            }
            self.document_changed();
        }
        self.state_changed();
    }

    /// The browser took the pointer away: what the gesture painted is taken back.
    pub fn pointer_cancel(&mut self) {
        self.cancel_stroke();
        self.hand.gesture = Gesture::Idle;
        self.window.hover = None;
        self.state_changed();
    }

    /// The cursor left the viewport.
    pub fn pointer_leave(&mut self) {
        self.window.hover = None;
        self.state_changed();
    }

    /// Space went down or up: while it is held, a drag moves the view.
    pub fn hold_space(&mut self, held: bool) {
        if self.hand.space != held {
            self.hand.space = held;
            self.state_changed();
        }
    }

    /// The wheel turned by notches at (x, y): in by positive ones, out by negative.
    pub fn wheel(&mut self, x: f64, y: f64, notches: f64) {
        self.hand.wheel += if notches.is_finite() { notches } else { 0.0 };
        let whole = self.hand.wheel.trunc();
        self.hand.wheel -= whole;
        if whole != 0.0 {
            let zoom = self.window.view.zoom.stepped(whole as i32);
            self.window.zoom_at(x, y, zoom, self.document.bounds());
            self.hovered(x, y);
        }
    }

    /// Takes back a stroke under way; whether there was one.
    pub(super) fn cancel_stroke(&mut self) -> bool {
        let painting = self.is_painting();
        if painting {
            self.hand.gesture = Gesture::Idle;
            self.window.ants = None;
            self.document.cancel();
            self.document_changed();
        }
        painting
    }

    /// Notes where the cursor is, for the panels.
    fn hovered(&mut self, x: f64, y: f64) -> Point {
        let at = self.window.view.document_point(x, y);
        if self.window.hover != Some(at) {
            self.window.hover = Some(at);
            self.state_changed();
        }
        at
    }

    /// Takes a stroke back that could not go on, and says why, or asks whether it shall be done all the same.
    fn failed(&mut self, error: Error, ends: Option<Ends>, time: u64) {
        self.hand.gesture = Gesture::Idle;
        self.window.ants = None;
        self.document.cancel();
        let too_large = matches!(error, Error::OverBudget { .. });
        match ends.filter(|_| too_large) {
            // What floats lands first; where that is too large, it is what is asked about.
            _ if too_large && self.document.floating().is_some() => match command("edit.land") {
                Some(command) => self.ask(Pending::Command { command, args: Args::default(), time }),
                None => self.emit(Effect::Failure(error.to_string())),
            },
            Some((setup, from, to, held)) => {
                self.ask(Pending::Stroke { setup: Box::new(setup), from, to, held, time });
            }
            None => self.emit(Effect::Failure(error.to_string())),
        }
        self.show_changes();
    }
}
