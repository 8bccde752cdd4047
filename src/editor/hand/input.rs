//! Pointer and keys that are held: what the hand does to the document and the view.
//!
//! A press begins one gesture, a stroke, a pan, a look at a colour, and only its own
//! release ends it: other buttons meanwhile change nothing. A stroke of several presses waits
//! beside the pointer between them (see [`presses`](super::presses)). A stroke that is cancelled
//! leaves the pointer idle, so the rest of a held drag paints nothing.

use super::Hand;
use super::keyed::Pen;
use super::landing::Landing;
use super::presses::{Emptied, near};
use super::zooming::Grip;
use crate::color::Color;
use crate::document::{Document, Draft, Finish};
use crate::editor::session::Session;
use crate::editor::session::asking::Pending;
use crate::editor::shown::window::Window;
use crate::editor::{Editor, Effect, command};
use crate::error::{Error, Result};
use crate::geometry::Point;
use crate::tools::{Ends, Half, Held, LookAt, Press, Pressure, Sample, Setup, Stroke};

/// Buttons by the browser's numbers.
const MIDDLE: i16 = 1;
pub(super) const RIGHT: i16 = 2;
pub(super) const PEN_ERASER: i16 = 5;

/// Distance within which the pointer grabs an axis, in device pixels.
const NEAR: f64 = 8.0;

/// Length of an axis's handles at the edges of the viewport, in device pixels.
const END: f64 = 14.0;

/// A stroke under way.
#[derive(Debug)]
pub(in crate::editor) struct Painting {
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
pub(in crate::editor) enum Pointing {
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

impl Hand {
    /// Returns `true` if a stroke is under way, with a button down or between two presses.
    pub(in crate::editor) fn is_painting(&self) -> bool {
        self.painting().is_some()
    }

    /// Returns `true` while a stroke goes on that each sample draws anew, so that those between need not be drawn.
    pub(in crate::editor) fn is_redrawing(&self) -> bool {
        self.painting().is_some_and(|painting| painting.stroke.is_redrawn())
    }

    /// Sets how hard a pen is pressed, from 0 to 1, until the gesture ends.
    pub(in crate::editor) fn set_pressure(&mut self, pressure: f64) {
        if !self.is_pen_down() {
            self.pressure = pressure.into();
        }
    }

    pub(super) fn sample(&self, at: Point, time: u64) -> Sample {
        Sample { pressure: self.pressure, ..Sample::new(at, self.held, time) }
    }

    /// Returns `true` if the view is being panned, or the next press would pan it.
    pub(in crate::editor) fn is_grabbing(&self, session: &Session) -> bool {
        self.space
            || matches!(session.desk().tool.press, Press::Pan)
            || matches!(self.pointing, Pointing::Panning { .. })
    }

    /// Returns the setup of a stroke that a press of a button begins.
    pub(in crate::editor) fn setup(&self, session: &Session, window: &Window, button: i16) -> Setup {
        let secondary = button == RIGHT;
        let colors = (session.desk().primary, session.desk().secondary);
        let palette = session.document().palette();
        let ramp = match session.swatch() {
            Some((from, to)) if from < to => palette[from as usize..=to as usize].to_vec(),
            _ => palette,
        };
        let background = session.document().background_layer() == Some(session.cel().layer);
        Setup {
            ground: if background { session.desk().ground() } else { Color::TRANSPARENT },
            options: session.desk().options.clone(),
            cel: session.cel(),
            colors: if secondary { (colors.1, colors.0) } else { colors },
            ramp,
            erasing: button == PEN_ERASER,
            secondary,
            last: session.last_end(),
            near: near(window),
            seed: self.seed,
            ..Setup::new(session.desk().tool)
        }
    }

    /// Returns which axis a press would grab, `true` for the vertical one. Axes are grabbed beside the
    /// canvas, or by their handles at the edges of the viewport.
    fn axis_at(&self, session: &Session, window: &Window, x: f64, y: f64, at: Point) -> Option<bool> {
        let (width, height) = (f64::from(window.view().width), f64::from(window.view().height));
        let edge = x < END || y < END || x >= width - END || y >= height - END;
        let by_keys = self.keys.pen == Pen::Acting;
        if by_keys || !session.desk().tool.paints || (session.document().bounds().contains(at) && !edge) {
            return None;
        }
        let (vertical, horizontal) = window.axes(session);
        if vertical.is_some_and(|axis| (axis - x).abs() <= NEAR) {
            return Some(!window.view().turn.is_upright());
        }
        let near = horizontal.filter(|axis| (axis - y).abs() <= NEAR);
        near.map(|_| window.view().turn.is_upright())
    }
}

impl Editor {
    /// Returns the document pixel under the cursor, or `None` if the cursor is not over the canvas.
    pub fn cursor(&self) -> Option<Point> {
        self.shown.window.hover().filter(|at| self.session.document().bounds().contains(*at))
    }

    /// Sets which modifier keys are held. A shape under way changes its form at once.
    pub fn hold(&mut self, held: Held) {
        if self.hand.held == held {
            return;
        }
        self.hold_probe(held);
        self.hand.held = held;
        if let (Some(painting), Some(at)) = (self.hand.painting(), self.shown.window.hover()) {
            self.extend(at, painting.stroke.now().time);
        }
        self.session.state_changed();
    }

    /// Begins a gesture with a button pressed at (x, y), in device pixels of the viewport, at a time in
    /// milliseconds. Other buttons are ignored until it ends.
    pub fn pointer_down(&mut self, x: f64, y: f64, button: i16, time: u64) {
        if self.hand.is_pen_down() {
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
        if !self.session.is_transforming() && !self.session.is_merging() {
            self.preview_end();
        }
        if self.session.halt() {
            // The ghosts of an onion skin are back.
            self.show_changes();
        }
        let secondary = button == RIGHT;
        if self.hand.is_grabbing(&self.session) || button == MIDDLE {
            self.hand.pointing = Pointing::Panning { x, y };
        } else if self.session.is_merging() && !matches!(self.session.desk().tool.press, Press::Zoom) {
            self.hand.pointing = Pointing::Deciding(vec![at]);
        } else if (self.hand.held.alt && !self.session.copies(at))
            || matches!(self.session.desk().tool.press, Press::Pick)
        {
            self.hand.pointing = Pointing::Picking { secondary };
            self.look(at);
        } else if self.hand.waiting.is_some() && self.hand.is_taken(&self.shown.window, at) {
            self.press_again(self.hand.sample(at, time));
        } else if matches!(self.session.desk().tool.press, Press::Zoom) {
            let out = secondary || self.hand.held.ctrl || self.hand.held.shift;
            self.hand.pointing = Pointing::Done;
            let zoom = self.shown.window.view().zoom.stepped(if out { -1 } else { 1 });
            self.shown.window.zoom_at(x, y, zoom, self.session.document().bounds());
        } else if matches!(self.session.desk().tool.press, Press::Probe) {
            self.hand.pointing = Pointing::Done;
            self.session.keep_probe(at);
        } else if let Some(vertical) = self.hand.axis_at(&self.session, &self.shown.window, x, y, at) {
            self.hand.pointing = Pointing::Axis { vertical };
        } else if let Err(error) = self.session.check_game() {
            self.hand.pointing = Pointing::Done;
            self.session.emit(Effect::failure(&error));
        } else if self.hand.waiting.is_some() && !self.end_presses() {
            self.hand.pointing = Pointing::Done;
        } else {
            self.session.stop_asking();
            self.session.end_probe();
            self.session.end_waiting();
            self.settle_transform(Some(time));
            self.return_to_hand();
            let (setup, pressed) =
                (self.hand.setup(&self.session, &self.shown.window, button), self.hand.sample(at, time));
            let setup = if setup.restores() { self.session.with_source(setup) } else { Ok(setup) };
            let setup = match setup {
                Ok(setup) => setup,
                Err(error) => return self.failed(error, None, time),
            };
            let lands = self.session.desk().tool.paints && self.session.document().floating().is_some();
            let landing = lands.then(|| Landing::begin(&setup, pressed));
            self.hand.seed = self.hand.seed.wrapping_add(1);
            let begun = self.session.begin(Stroke::TAG, setup.cel).and_then(|draft| {
                Ok((Stroke::begin(self.session.within(&draft), setup.clone(), pressed)?, draft))
            });
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
        self.session.state_changed();
    }

    /// Picks the colour at a pixel; does nothing outside the canvas.
    fn look(&mut self, at: Point) {
        let Pointing::Picking { secondary } = self.hand.pointing else { return };
        let picks = matches!(self.session.desk().tool.press, Press::Pick);
        let (document, cel) = (self.session.document(), self.session.cel());
        let color = if !document.bounds().contains(at) {
            None
        } else if self.session.desk().options.sample == LookAt::Picture || !picks {
            Some(document.exported_picture(cel.frame).pixel(at.x as u32, at.y as u32))
        } else {
            document.cel_pixel(cel, at.x, at.y).ok()
        };
        if let Some(color) = color {
            self.session.pick(color, secondary);
            self.choose_for_text();
        }
    }

    /// Moves the pointer to (x, y), in device pixels, at a time in milliseconds.
    pub fn pointer_move(&mut self, x: f64, y: f64, time: u64) {
        if self.hand.is_pen_down() {
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
                self.shown.window.pan(dx as i32, dy as i32, self.session.document().bounds());
            }
            Pointing::Painting(_) => self.extend(at, time),
            Pointing::Deciding(line) => {
                if line.last() != Some(&at) && line.len() < LINE {
                    line.push(at);
                    self.session.state_changed();
                }
            }
            Pointing::Picking { .. } => {
                self.look(at);
                self.session.state_changed();
            }
            Pointing::Axis { vertical } => {
                let vertical = *vertical;
                let (across, down) = self.shown.window.view().document_place(x, y);
                // A pointer may be anywhere, an axis only where a canvas can be.
                let half = |at: f64| Half((at * 2.0).round().clamp(-131_072.0, 131_072.0) as i32);
                let axes = self.session.desk().options.axes();
                let axes = if vertical { (half(across), axes.1) } else { (axes.0, half(down)) };
                self.session.set_axes(axes);
                self.choose_for_text();
                self.session.state_changed();
            }
        }
    }

    /// Extends the stroke under way to a pixel.
    fn extend(&mut self, at: Point, time: u64) {
        let to = self.hand.sample(at, time);
        self.hand.note_sample(to);
        self.drive(|stroke, document| stroke.extend(document, to));
    }

    /// Continues the stroke under way, and cancels it if that fails.
    pub(super) fn drive(&mut self, go_on: impl FnOnce(&mut Stroke, &mut Document) -> Result<()>) {
        if let Some(Painting { stroke, draft, time, .. }) = self.hand.painting_mut() {
            let corners = stroke.path().len();
            match go_on(stroke, self.session.within(draft)) {
                Ok(()) => {
                    let (grown, slices) = (stroke.path().len() > corners, stroke.slice().is_some());
                    self.show_damage();
                    self.session.emit(Effect::Moved);
                    if slices {
                        self.shown.note_slices();
                    }
                    if grown {
                        self.shown.grow_path(&self.hand);
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
        if self.hand.is_pen_down() {
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
        self.session.state_changed();
    }

    /// Finishes a stroke and commits it. Returns `false` if it was refused, which was said then.
    pub(super) fn keep_stroke(&mut self, painting: Painting) -> bool {
        let Painting { mut stroke, mut draft, time, landing } = painting;
        self.shown.window.forget_ants();
        let landed = match landing {
            None => Ok(()),
            Some(landing) => self.land_before(*landing, &mut stroke, &mut draft),
        };
        let finished = landed.and_then(|()| stroke.finish(self.session.within(&draft)));
        let finished = finished.and_then(|()| self.session.fill_background(&draft, stroke.ground()));
        let finish = if stroke.chooses() { Finish::Carrying } else { Finish::Step };
        let done = finished
            .and_then(|()| self.keep(draft.of(stroke.kind()), stroke.label(), stroke.color(), time, finish));
        let whole = done.is_ok();
        match done {
            Ok(kept) => {
                self.say_landed();
                if let Some(slice) = stroke.slice() {
                    self.session.choose_slice(slice);
                }
                if kept
                    && !stroke.chooses()
                    && stroke.slice().is_none()
                    && self.session.document().frames() > 1
                {
                    self.say_linked();
                }
                let colors = stroke.painted().into_iter().flatten();
                if !kept {
                    self.session.say_unshaded(&stroke);
                }
                colors.filter(|_| kept).for_each(|color| self.session.note_painted(color));
                if let Some(at) = stroke.last() {
                    if !kept && !stroke.chooses() {
                        self.session.say_outside(at);
                    }
                    self.session.note_end(at);
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
        self.shown.window.set_hover(None);
        self.session.state_changed();
    }

    /// Notes that the cursor has left the viewport.
    pub fn pointer_leave(&mut self) {
        // The cursor by keys stays.
        if !self.hand.is_by_keys() {
            self.shown.window.set_hover(None);
        }
        self.session.state_changed();
    }

    /// Cancels the stroke under way. Returns `true` if there was one.
    pub(in crate::editor) fn cancel_stroke(&mut self) -> bool {
        let painting = self.hand.is_painting();
        if painting {
            self.hand.waiting = None;
            if matches!(self.hand.pointing, Pointing::Painting(_)) {
                self.hand.pointing = Pointing::Idle;
            }
            self.shown.window.forget_ants();
            self.session.cancel();
            self.document_changed();
        }
        painting
    }

    /// Cancels a stroke that failed, and says why. If it was too large for the history, asks whether to do it
    /// without undo.
    fn failed(&mut self, error: Error, ends: Option<Ends>, time: u64) {
        (self.hand.pointing, self.hand.waiting) = (Pointing::Idle, None);
        self.shown.window.forget_ants();
        self.session.cancel();
        self.take_landing_back();
        let too_large = matches!(error, Error::OverBudget { .. });
        match ends.filter(|_| too_large) {
            // A stroke lands the floating selection first. If that is too large, ask about landing instead.
            _ if too_large && self.session.document().floating().is_some() => match command("edit.land") {
                Some(command) => self.session.ask_for(command, time),
                None => self.session.emit(Effect::failure(&error)),
            },
            Some(_) if self.session.keeps_first() => {
                let wait = "The last steps are still being stored: draw this again in a moment";
                self.session.emit(Effect::Message(wait.into()));
            }
            Some((setup, from, to, held)) => {
                self.session.ask(Pending::Stroke { setup: Box::new(setup), from, to, held, time });
            }
            None => self.session.emit(Effect::failure(&error)),
        }
        self.show_changes();
    }
}
