//! Pointer and keys that are held: what the hand does to the document and the view.
//!
//! A press begins one gesture, a stroke, a pan, a look at a colour, and only its own
//! release ends it: other buttons meanwhile change nothing. A stroke of several presses waits
//! beside the pointer between them (see [`presses`](super::presses)). A stroke that is cancelled
//! leaves the pointer idle, so the rest of a held drag paints nothing.

use super::asking::Pending;
use super::keeping::Asked;
use super::keyed::{Keys, Pen};
use super::landing::{Landed, Landing};
use super::params::Args;
use super::presses::Emptied;
use super::transform::Pull;
use super::zooming::Grip;
use super::{Editor, Effect, command};
use crate::document::{Document, Draft, Finish};
use crate::error::{Error, Message, Result};
use crate::geometry::Point;
use crate::history::CommitId;
use crate::tools::{Ends, Half, Held, LookAt, Press, Pressure, Sample, Setup, Stroke};

/// Buttons by the browser's numbers.
const MIDDLE: i16 = 1;
pub(super) const RIGHT: i16 = 2;
pub(super) const PEN_ERASER: i16 = 5;

/// Distance within which the pointer grabs an axis, in device pixels.
const NEAR: f64 = 8.0;

/// Length of an axis's handles at the edges of the viewport, in device pixels.
const END: f64 = 14.0;

/// The state of the pointer and of the held keys.
#[derive(Debug, Default)]
pub(super) struct Hand {
    pub(super) pointing: Pointing,
    /// The stroke that waits for its next press, while no button is down on it.
    pub(super) waiting: Option<Box<Painting>>,
    /// The tools of which people were told how such a stroke goes on.
    pub(super) told_presses: Vec<&'static str>,
    /// Whether the last point was taken back, and nothing else was done since.
    pub(super) emptied: Emptied,
    /// Held modifier keys.
    held: Held,
    /// How hard the pen is pressed; a mouse presses fully.
    pressure: Pressure,
    /// Whether the space bar is held, and pans.
    pub(super) space: bool,
    /// The hand that paints by keys.
    pub(super) keys: Keys,
    /// The pull at the transform box.
    pub(super) pull: Option<Pull>,
    /// The landing before the stroke that is being kept.
    pub(super) landed: Option<Landed>,
    /// First of the steps that were undone as a move or a paste was cancelled.
    pub(super) cancelled: Option<CommitId>,
    /// Words for where the stroke under way has returned to, or why it could not.
    pub(super) back: Option<Message>,
    /// Fraction of a notch that the wheel has turned since the last zoom step.
    pub(super) wheel: f64,
    /// Fractions of device pixels that were scrolled, across and down.
    pub(super) scrolled: [f64; 2],
    /// Seed of the next stroke's random numbers.
    pub(super) seed: u64,
}

impl Hand {
    /// Returns the held modifier keys.
    pub(super) fn held(&self) -> Held {
        self.held
    }

    /// Ends the gesture; keys stay held.
    pub(super) fn let_go(&mut self) {
        (self.pointing, self.waiting) = (Pointing::Idle, None);
        (self.pull, self.back, self.pressure) = (None, None, Pressure::FULL);
    }

    /// Returns the stroke under way, which may wait for its next press.
    pub(super) fn painting(&self) -> Option<&Painting> {
        match &self.pointing {
            Pointing::Painting(painting) => Some(painting),
            _ => self.waiting.as_deref(),
        }
    }

    /// Returns the stroke under way, to be changed.
    pub(super) fn painting_mut(&mut self) -> Option<&mut Painting> {
        match &mut self.pointing {
            Pointing::Painting(painting) => Some(painting),
            _ => self.waiting.as_deref_mut(),
        }
    }
}

/// A stroke under way.
#[derive(Debug)]
pub(super) struct Painting {
    pub(super) stroke: Box<Stroke>,
    pub(super) draft: Draft,
    /// When it began, in milliseconds.
    pub(super) time: u64,
    pub(super) landing: Option<Box<Landing>>,
}

/// The most pixels that a line around conflicts goes through.
const LINE: usize = 1 << 12;

/// What the pointer is doing.
#[derive(Debug, Default)]
pub(super) enum Pointing {
    /// None; the next press begins one.
    #[default]
    Idle,
    /// The view follows the pointer, which was last at (x, y), in device pixels.
    Panning { x: f64, y: f64 },
    /// A stroke, while its button is down.
    Painting(Painting),
    /// Two fingers hold the drawing.
    Pinching(Grip),
    /// The pointer picks the primary or the secondary colour.
    Picking { secondary: bool },
    /// The pointer drags an axis of symmetry, the vertical or the horizontal one.
    Axis { vertical: bool },
    /// The pointer has come along these pixels, to decide about conflicts of a merge.
    Deciding(Vec<Point>),
    /// The press has done its work; the rest of the drag is ignored.
    Done,
}

impl Editor {
    /// Returns `true` if a stroke is under way, with a button down or between two presses.
    pub fn is_painting(&self) -> bool {
        self.hand.painting().is_some()
    }

    /// Returns `true` while a stroke goes on that each sample draws anew, so that those between need not be drawn.
    pub fn is_redrawing(&self) -> bool {
        self.hand.painting().is_some_and(|painting| painting.stroke.is_redrawn())
    }

    /// Returns `true` if the view is being panned, or the next press would pan it.
    pub fn is_grabbing(&self) -> bool {
        self.hand.space
            || matches!(self.desk.tool.press, Press::Pan)
            || matches!(self.hand.pointing, Pointing::Panning { .. })
    }

    /// Returns the document pixel under the cursor, or `None` if the cursor is not over the canvas.
    pub fn cursor(&self) -> Option<Point> {
        self.window.hover.filter(|at| self.document.bounds().contains(*at))
    }

    /// Sets which modifier keys are held. A shape under way changes its form at once.
    pub fn hold(&mut self, held: Held) {
        if self.hand.held == held {
            return;
        }
        self.hold_probe(held);
        self.hand.held = held;
        if let (Some(painting), Some(at)) = (self.hand.painting(), self.window.hover) {
            self.extend(at, painting.stroke.now().time);
        }
        self.state_changed();
    }

    /// Returns the setup of a stroke that a press of a button begins.
    pub(super) fn setup(&self, button: i16) -> Setup {
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
            last: self.last_end(),
            near: self.near(),
            seed: self.hand.seed,
            ..Setup::new(self.desk.tool)
        }
    }

    /// Begins a gesture with a button pressed at (x, y), in device pixels of the viewport, at a time in
    /// milliseconds. Other buttons are ignored until it ends.
    pub fn pointer_down(&mut self, x: f64, y: f64, button: i16, time: u64) {
        if self.is_pen_down() {
            return;
        }
        let at = self.hovered(x, y);
        self.hand.emptied = Emptied::No;
        if !matches!(self.hand.pointing, Pointing::Idle) || !matches!(button, 0 | MIDDLE | RIGHT | PEN_ERASER)
        {
            return;
        }
        self.peek_end();
        // A transform stays while one looks around.
        if !self.is_transforming() && !self.is_merging() {
            self.preview_end();
        }
        if self.play.take().is_some() {
            // The ghosts of an onion skin are back.
            self.show_changes();
        }
        let secondary = button == RIGHT;
        if self.is_grabbing() || button == MIDDLE {
            self.hand.pointing = Pointing::Panning { x, y };
        } else if self.is_merging() && !matches!(self.desk.tool.press, Press::Zoom) {
            self.hand.pointing = Pointing::Deciding(vec![at]);
        } else if (self.hand.held.alt && !self.copies(at)) || matches!(self.desk.tool.press, Press::Pick) {
            self.hand.pointing = Pointing::Picking { secondary };
            self.look(at);
        } else if self.hand.waiting.is_some() && self.is_taken(at) {
            self.press_again(self.sample(at, time));
        } else if matches!(self.desk.tool.press, Press::Zoom) {
            let out = secondary || self.hand.held.ctrl || self.hand.held.shift;
            self.hand.pointing = Pointing::Done;
            let zoom = self.window.view.zoom.stepped(if out { -1 } else { 1 });
            self.window.zoom_at(x, y, zoom, self.document.bounds());
        } else if matches!(self.desk.tool.press, Press::Probe) {
            self.hand.pointing = Pointing::Done;
            self.keep_probe(at);
        } else if let Some(vertical) = self.axis_at(x, y, at) {
            self.hand.pointing = Pointing::Axis { vertical };
        } else if let Err(error) = self.check_game() {
            self.hand.pointing = Pointing::Done;
            self.emit(Effect::failure(&error));
        } else if self.hand.waiting.is_some() && !self.end_presses() {
            self.hand.pointing = Pointing::Done;
        } else {
            self.pending = None;
            self.end_probe();
            self.end_waiting();
            self.settle_transform(Some(time));
            self.return_to_hand();
            let (setup, pressed) = (self.setup(button), self.sample(at, time));
            let setup = if setup.restores() { self.with_source(setup) } else { Ok(setup) };
            let setup = match setup {
                Ok(setup) => setup,
                Err(error) => return self.failed(error, None, time),
            };
            let lands = self.desk.tool.paints && self.document.floating().is_some();
            let landing = lands.then(|| Landing::begin(&setup, pressed));
            self.hand.seed = self.hand.seed.wrapping_add(1);
            let begun = self
                .document
                .draft(Stroke::TAG, self.cel())
                .and_then(|draft| Ok((Stroke::begin(&mut self.document, setup.clone(), pressed)?, draft)));
            match begun {
                Ok((stroke, draft)) => {
                    self.hand.pointing =
                        Pointing::Painting(Painting { stroke: Box::new(stroke), draft, time, landing });
                    self.show_changes();
                }
                Err(error) => {
                    self.failed(error, Some((setup, at, at, (self.hand.held, self.hand.held))), time)
                }
            }
        }
        self.state_changed();
    }

    /// Returns which axis a press would grab, `true` for the vertical one. Axes are grabbed beside the
    /// canvas, or by their handles at the edges of the viewport.
    fn axis_at(&self, x: f64, y: f64, at: Point) -> Option<bool> {
        let (width, height) = (f64::from(self.window.view.width), f64::from(self.window.view.height));
        let edge = x < END || y < END || x >= width - END || y >= height - END;
        let by_keys = self.hand.keys.pen == Pen::Acting;
        if by_keys || !self.desk.tool.paints || (self.document.bounds().contains(at) && !edge) {
            return None;
        }
        let (vertical, horizontal) = self.axes();
        if vertical.is_some_and(|axis| (axis - x).abs() <= NEAR) {
            return Some(!self.window.view.turn.is_upright());
        }
        let near = horizontal.filter(|axis| (axis - y).abs() <= NEAR);
        near.map(|_| self.window.view.turn.is_upright())
    }

    /// Picks the colour at a pixel; does nothing outside the canvas.
    fn look(&mut self, at: Point) {
        let Pointing::Picking { secondary } = self.hand.pointing else { return };
        let picks = matches!(self.desk.tool.press, Press::Pick);
        let color = if self.desk.options.sample == LookAt::Picture || !picks {
            self.pixel(at.x, at.y)
        } else {
            self.document.cel_pixel(self.cel(), at.x, at.y)
        };
        if let Ok(color) = color {
            *(if secondary { &mut self.desk.secondary } else { &mut self.desk.primary }) = color;
            self.choose_for_text();
        }
    }

    /// Moves the pointer to (x, y), in device pixels, at a time in milliseconds.
    pub fn pointer_move(&mut self, x: f64, y: f64, time: u64) {
        if self.is_pen_down() {
            return;
        }
        let at = self.hovered(x, y);
        match &mut self.hand.pointing {
            // A shape is shown as a press here would leave it.
            Pointing::Idle if self.hand.waiting.is_some() => self.extend(at, time),
            Pointing::Idle | Pointing::Done | Pointing::Pinching(_) => {}
            Pointing::Panning { x: last_x, y: last_y } => {
                let (dx, dy) = ((x - *last_x).round(), (y - *last_y).round());
                (*last_x, *last_y) = (*last_x + dx, *last_y + dy);
                self.window.pan(dx as i32, dy as i32, self.document.bounds());
            }
            Pointing::Painting(_) => self.extend(at, time),
            Pointing::Deciding(line) => {
                if line.last() != Some(&at) && line.len() < LINE {
                    line.push(at);
                    self.state_changed();
                }
            }
            Pointing::Picking { .. } => {
                self.look(at);
                self.state_changed();
            }
            Pointing::Axis { vertical } => {
                let vertical = *vertical;
                let (across, down) = self.window.view.document_place(x, y);
                // A pointer may be anywhere, an axis only where a canvas can be.
                let half = |at: f64| Half((at * 2.0).round().clamp(-131_072.0, 131_072.0) as i32);
                let axes = self.desk.options.axes();
                let axes = if vertical { (half(across), axes.1) } else { (axes.0, half(down)) };
                self.desk.options.set_axes(axes);
                self.choose_for_text();
                self.state_changed();
            }
        }
    }

    /// Sets how hard a pen is pressed, from 0 to 1, until the gesture ends.
    pub fn set_pressure(&mut self, pressure: f64) {
        if !self.is_pen_down() {
            self.hand.pressure = pressure.into();
        }
    }

    fn sample(&self, at: Point, time: u64) -> Sample {
        Sample { pressure: self.hand.pressure, ..Sample::new(at, self.hand.held, time) }
    }

    /// Extends the stroke under way to a pixel.
    fn extend(&mut self, at: Point, time: u64) {
        let to = self.sample(at, time);
        self.note_sample(to);
        self.drive(|stroke, document| stroke.extend(document, to));
    }

    /// Continues the stroke under way, and cancels it if that fails.
    pub(super) fn drive(&mut self, go_on: impl FnOnce(&mut Stroke, &mut Document) -> Result<()>) {
        if let Some(Painting { stroke, time, .. }) = self.hand.painting_mut() {
            let corners = stroke.path().len();
            match go_on(stroke, &mut self.document) {
                Ok(()) => {
                    let grown = stroke.path().len() > corners;
                    self.show_damage();
                    self.emit(Effect::Moved);
                    if grown {
                        self.grow_path();
                    }
                }
                Err(error) => {
                    let (ends, time) = (stroke.ends(), *time);
                    self.failed(error, ends, time);
                }
            }
        }
    }

    /// Ends the gesture at (x, y), in device pixels, and commits its stroke.
    pub fn pointer_up(&mut self, x: f64, y: f64, time: u64) {
        if self.is_pen_down() {
            return;
        }
        self.pointer_move(x, y, time);
        let ended = std::mem::take(&mut self.hand.pointing);
        self.hand.pressure = Pressure::FULL;
        match ended {
            Pointing::Painting(mut painting) => {
                if painting.stroke.release() {
                    self.wait(painting);
                } else {
                    self.keep_stroke(painting);
                }
            }
            Pointing::Deciding(line) => self.decide_pressed(&line),
            _ => {}
        }
        self.state_changed();
    }

    /// Finishes a stroke and commits it. Returns `false` if it was refused, which was said then.
    pub(super) fn keep_stroke(&mut self, painting: Painting) -> bool {
        let Painting { mut stroke, mut draft, time, landing } = painting;
        self.window.ants = None;
        let landed = match landing {
            None => Ok(()),
            Some(landing) => self.land_before(*landing, &mut stroke, &mut draft),
        };
        let finished = landed.and_then(|()| stroke.finish(&mut self.document));
        let finish = if stroke.chooses() { Finish::Carrying } else { Finish::Step };
        let done = finished
            .and_then(|()| self.keep(draft.of(stroke.kind()), stroke.label(), stroke.color(), time, finish));
        let whole = done.is_ok();
        match done {
            Ok(kept) => {
                self.say_landed();
                if kept && !stroke.chooses() && self.document.frames() > 1 {
                    self.say_linked();
                }
                let colors = stroke.painted().into_iter().flatten();
                if !kept {
                    self.say_unshaded(&stroke);
                }
                colors.filter(|_| kept).for_each(|color| self.desk.note_painted(color));
                if let Some(at) = stroke.last() {
                    if !kept && !stroke.chooses() {
                        self.say_outside(at);
                    }
                    self.desk.ends.note(self.document.history().here(), self.document.bounds(), at);
                }
            }
            Err(error) => self.failed(error, stroke.ends(), time),
        }
        self.document_changed();
        whole
    }

    /// Ends the gesture without its button being released, and cancels its stroke. Of a stroke of several presses only
    /// this press is lost.
    pub fn pointer_cancel(&mut self) {
        if !self.lose_press() && matches!(self.hand.pointing, Pointing::Painting(_)) {
            self.cancel_stroke();
        }
        (self.hand.pointing, self.hand.pressure) = (Pointing::Idle, Pressure::FULL);
        self.window.hover = None;
        self.state_changed();
    }

    /// Notes that the cursor has left the viewport.
    pub fn pointer_leave(&mut self) {
        // The cursor by keys stays.
        if !self.is_by_keys() {
            self.window.hover = None;
        }
        self.state_changed();
    }

    /// Cancels the stroke under way. Returns `true` if there was one.
    pub(super) fn cancel_stroke(&mut self) -> bool {
        let painting = self.is_painting();
        if painting {
            self.hand.waiting = None;
            if matches!(self.hand.pointing, Pointing::Painting(_)) {
                self.hand.pointing = Pointing::Idle;
            }
            self.window.ants = None;
            self.document.cancel();
            self.document_changed();
        }
        painting
    }

    /// Cancels a stroke that failed, and says why. If it was too large for the history, asks whether to do it
    /// without undo.
    fn failed(&mut self, error: Error, ends: Option<Ends>, time: u64) {
        (self.hand.pointing, self.hand.waiting) = (Pointing::Idle, None);
        self.window.ants = None;
        self.document.cancel();
        self.take_landing_back();
        let too_large = matches!(error, Error::OverBudget { .. });
        match ends.filter(|_| too_large) {
            // A stroke lands the floating selection first. If that is too large, ask about landing instead.
            _ if too_large && self.document.floating().is_some() => match command("edit.land") {
                Some(command) => {
                    let asked = Asked { command, args: Args::default(), time, times: 1 };
                    if let Some(Asked { command, args, time, .. }) = self.wait_for_room(asked) {
                        self.ask(Pending::Command { command, args, time });
                    }
                }
                None => self.emit(Effect::failure(&error)),
            },
            Some(_) if self.keeps_first() => {
                let wait = "The last steps are still being stored: draw this again in a moment";
                self.emit(Effect::Message(wait.into()));
            }
            Some((setup, from, to, held)) => {
                self.ask(Pending::Stroke { setup: Box::new(setup), from, to, held, time });
            }
            None => self.emit(Effect::failure(&error)),
        }
        self.show_changes();
    }
}
