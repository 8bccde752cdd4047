//! Pointer, wheel and Space: what the hand does to the document and the view.
//!
//! A press begins one gesture, a stroke or a pan, and only its own release ends
//! it: other buttons meanwhile change nothing. A stroke that is cancelled leaves
//! the pointer idle, so the rest of a held drag paints nothing.

use super::{Editor, Effect};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::render::Zoom;
use crate::tools::{Freehand, Ink, Tool};

/// The tag of a freehand stroke's action.
const STROKE: u32 = 1;

/// Buttons by the browser's numbers.
const MIDDLE: i16 = 1;
const RIGHT: i16 = 2;
const PEN_ERASER: i16 = 5;

/// What the pointer is doing.
#[derive(Clone, Debug)]
pub(super) enum Gesture {
    Idle,
    /// The view follows the pointer; where it was last, in device pixels.
    Panning {
        x: f64,
        y: f64,
    },
    /// A stroke, and when it began.
    Painting {
        stroke: Freehand,
        time: u64,
    },
}

impl Editor {
    /// Whether a stroke is under way.
    pub fn is_painting(&self) -> bool {
        matches!(self.gesture, Gesture::Painting { .. })
    }

    /// Whether the view is being moved, or would be by the next press.
    pub fn is_grabbing(&self) -> bool {
        self.space || matches!(self.gesture, Gesture::Panning { .. })
    }

    /// The document pixel under the cursor, if it is on the canvas.
    pub fn cursor(&self) -> Option<Point> {
        self.hover.filter(|at| self.document.bounds().contains(*at))
    }

    /// The pixels that a dab would cover where the cursor is.
    pub fn brush_outline(&self) -> Option<Rect> {
        self.hover.filter(|_| !self.is_grabbing()).map(|at| self.brush.rect(at))
    }

    fn ink(&self, button: i16) -> Ink {
        match (self.tool, button) {
            (Tool::Eraser, _) | (_, PEN_ERASER) => Ink { label: "Eraser", color: Color::TRANSPARENT },
            (Tool::Pencil, RIGHT) => Ink { label: "Pencil", color: self.secondary },
            (Tool::Pencil, _) => Ink { label: "Pencil", color: self.primary },
        }
    }

    /// A button went down at (x, y), in device pixels of the viewport, at a time in milliseconds.
    pub fn pointer_down(&mut self, x: f64, y: f64, button: i16, time: u64) {
        let at = self.hovered(x, y);
        if !matches!(self.gesture, Gesture::Idle) {
            return;
        }
        if self.space || button == MIDDLE {
            self.gesture = Gesture::Panning { x, y };
            self.changed();
        } else if matches!(button, 0 | RIGHT | PEN_ERASER) {
            let ink = self.ink(button);
            let begun = self
                .document
                .begin(STROKE)
                .and_then(|()| Freehand::begin(&mut self.document, self.brush.clone(), ink, at));
            let begun = begun.map(|(stroke, damage)| {
                self.gesture = Gesture::Painting { stroke, time };
                damage
            });
            self.painted(begun);
        }
    }

    /// The pointer is at (x, y) now.
    pub fn pointer_move(&mut self, x: f64, y: f64) {
        let at = self.hovered(x, y);
        match &mut self.gesture {
            Gesture::Idle => {}
            Gesture::Panning { x: last_x, y: last_y } => {
                let (dx, dy) = ((x - *last_x).round(), (y - *last_y).round());
                (*last_x, *last_y) = (*last_x + dx, *last_y + dy);
                self.view.pan(dx as i32, dy as i32, self.document.bounds());
                self.repaint_all();
            }
            Gesture::Painting { stroke, .. } => {
                let damage = stroke.extend(&mut self.document, at);
                self.painted(damage);
            }
        }
    }

    /// The gesture's button went up at (x, y).
    pub fn pointer_up(&mut self, x: f64, y: f64) {
        self.pointer_move(x, y);
        let ended = std::mem::replace(&mut self.gesture, Gesture::Idle);
        if let Gesture::Painting { stroke, time } = ended {
            let ink = stroke.ink();
            let committed = self.document.commit(ink.label, ink.commit_color(), time).map(|_| ());
            if let Err(error) = committed {
                self.repaint_all();
                self.emit(Effect::Failure(error.to_string()));
            }
        }
        self.changed();
    }

    /// The browser took the pointer away: what the gesture painted is taken back.
    pub fn pointer_cancel(&mut self) {
        self.cancel_stroke();
        self.gesture = Gesture::Idle;
        self.hover = None;
        self.changed();
    }

    /// The cursor left the viewport.
    pub fn pointer_leave(&mut self) {
        self.hover = None;
        self.changed();
    }

    /// Space went down or up: while it is held, a drag moves the view.
    pub fn hold_space(&mut self, held: bool) {
        if self.space != held {
            self.space = held;
            self.changed();
        }
    }

    /// The wheel turned by notches at (x, y): in by positive ones, out by negative.
    pub fn wheel(&mut self, x: f64, y: f64, notches: f64) {
        self.wheel += if notches.is_finite() { notches } else { 0.0 };
        let whole = self.wheel.trunc();
        self.wheel -= whole;
        if whole != 0.0 {
            self.zoom_at(x, y, self.view.zoom.stepped(whole as i32));
            self.hovered(x, y);
        }
    }

    pub(super) fn zoom_at(&mut self, x: f64, y: f64, zoom: Zoom) {
        self.view.zoom_at(x, y, zoom, self.document.bounds());
        self.repaint_all();
    }

    /// Takes back a stroke under way; whether there was one.
    pub(super) fn cancel_stroke(&mut self) -> bool {
        let painting = self.is_painting();
        if painting {
            self.gesture = Gesture::Idle;
            let damage = self.document.cancel().unwrap_or(Rect::EMPTY);
            self.damage(damage);
            self.changed();
        }
        painting
    }

    /// Notes where the cursor is, for the panels.
    fn hovered(&mut self, x: f64, y: f64) -> Point {
        let at = self.view.document_point(x, y);
        if self.hover != Some(at) {
            self.hover = Some(at);
            self.changed();
        }
        at
    }

    /// Shows what a stroke has painted, or takes it all back if it could not go on.
    fn painted(&mut self, damage: Result<Rect>) {
        match damage {
            Ok(damage) => self.damage(damage),
            Err(error) => {
                self.gesture = Gesture::Idle;
                self.document.cancel();
                self.repaint_all();
                self.emit(Effect::Failure(error.to_string()));
            }
        }
        self.changed();
    }
}
