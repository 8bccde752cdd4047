//! Zooming by hand: the wheel, and two fingers that hold the drawing.
//!
//! Problem: fingers spread evenly, but a drawing is shown at few zooms, so that its pixels stay crisp. Idea: the place of the
//! drawing that was between the fingers at first is kept between them, and the zoom is the one that comes nearest to their
//! distance. A zoom is left only when another one is clearly nearer, so that fingers which rest between two do not make the
//! picture flicker.
//!
//! The invariant: as far as the viewport allows it, that place lies between the fingers to half a device pixel after each move.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pinch(320.0, 320.0, 100.0, true);
//! editor.pinch(330.0, 300.0, 200.0, false);
//! assert_eq!((editor.view().zoom.to_string(), editor.view().document_point(330.0, 300.0).x), ("20×".into(), 32));
//! editor.pinch_end(true);
//! assert_eq!(editor.view().zoom.to_string(), "10×");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::input::Pointing;
use crate::editor::Editor;
use crate::render::View;

/// What two fingers hold.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) struct Grip {
    /// The place of the drawing between them.
    place: (f64, f64),
    /// Zoom for each unit of their distance.
    scale: f64,
    /// The view before they came, and whether it was fitted.
    before: (View, bool),
}

impl Editor {
    /// Zooms at (x, y) by notches of the wheel: positive ones zoom in, negative ones out.
    pub fn wheel(&mut self, x: f64, y: f64, notches: f64) {
        self.hand.wheel += if notches.is_finite() { notches } else { 0.0 };
        let whole = self.hand.wheel.trunc();
        self.hand.wheel -= whole;
        if whole != 0.0 {
            let zoom = self.shown.window.view().zoom.stepped(whole as i32);
            self.shown.window.zoom_at(x, y, zoom, self.session.document().bounds());
            self.hovered(x, y);
        }
    }

    /// Scrolls the view by device pixels, as two fingers on a trackpad do, with the pointer at (x, y). Fractions add up.
    pub fn scroll(&mut self, x: f64, y: f64, dx: f64, dy: f64) {
        let mut whole = [dx, dy];
        for (by, left) in whole.iter_mut().zip(&mut self.hand.scrolled) {
            *left += if by.is_finite() { *by } else { 0.0 };
            *by = left.trunc();
            *left -= *by;
        }
        if whole != [0.0, 0.0] {
            self.shown.window.pan(whole[0] as i32, whole[1] as i32, self.session.document().bounds());
            self.hovered(x, y);
        }
    }

    /// Follows two fingers, with (x, y) in the middle between them, in device pixels. `anew` says that they have just taken
    /// hold of the drawing there. Does nothing while a stroke or another gesture goes on.
    pub fn pinch(&mut self, x: f64, y: f64, distance: f64, anew: bool) {
        // Fingers can't be at one place, but what says so may be a script.
        let distance = if distance.is_finite() { distance.max(1.0) } else { 1.0 };
        let canvas = self.session.document().bounds();
        let view = *self.shown.window.view();
        let before = match (&self.hand.pointing, anew) {
            (Pointing::Pinching(grip), false) => {
                let Grip { place, scale, .. } = *grip;
                let zoom = view.zoom.towards(scale * distance);
                if zoom != view.zoom {
                    self.shown.window.zoom_at(x, y, zoom, canvas);
                }
                let (from_x, from_y) = self.shown.window.view().device_point(place.0, place.1);
                let (dx, dy) = ((x - from_x).round() as i32, (y - from_y).round() as i32);
                if (dx, dy) != (0, 0) {
                    self.shown.window.pan(dx, dy, canvas);
                }
                return;
            }
            (Pointing::Pinching(grip), true) => grip.before,
            (Pointing::Idle, true) => (view, self.shown.window.is_fitted()),
            _ => return,
        };
        let place = view.document_place(x, y);
        self.hand.pointing = Pointing::Pinching(Grip { place, scale: view.zoom.scale() / distance, before });
        self.pointer_leave();
    }

    /// Lets go of the drawing that two fingers hold. With `back`, shows it as it was before: they have only tapped it.
    pub fn pinch_end(&mut self, back: bool) {
        let Pointing::Pinching(Grip { before, .. }) = self.hand.pointing else { return };
        self.hand.pointing = Pointing::Idle;
        if back {
            self.shown.window.look_again(before);
        }
        self.session.state_changed();
    }
}
