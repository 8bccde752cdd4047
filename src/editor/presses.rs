//! Gestures of several presses: a stroke that stays open while no button is down.
//!
//! Problem: between two presses of a polygon the pointer is free, and anything may happen: a look around, undo, another
//! tool, a command, a file that is saved. Idea: the stroke leaves the pointer and waits beside it, with its action open. So
//! panning and zooming need not know of it, the next press takes it up again, and whatever would wait for the end
//! of a stroke ends it first and keeps what is set. A single press that was left alone is no shape yet: it is cancelled.
//!
//! The invariant: a stroke waits only while its action is open, and never while another is under way.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("tool.polygon", &[], 0)?;
//! for (x, y) in [(105.0, 105.0), (205.0, 105.0)] {
//!     editor.pointer_down(x, y, 0, 0);
//!     editor.pointer_up(x, y, 0);
//! }
//! assert!(editor.is_waiting() && editor.is_painting());
//! editor.run("edit.end-shape", &[], 0)?;
//! assert_eq!((editor.pixel(15, 10)?.to_string(), editor.document().history().position()), ("#000000ff".into(), 1));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::input::{Painting, Pointing};
use super::{Editor, Effect};
use crate::tools::Sample;

/// How far beside a point a press still means it, in device pixels.
const NEAR: f64 = 3.0;

/// Number of points from which on a shape is kept when something else is done.
const SHAPE: usize = 2;

impl Editor {
    /// Returns `true` if a stroke waits for its next press.
    pub fn is_waiting(&self) -> bool {
        self.hand.waiting.is_some()
    }

    /// Returns how far beside a point a press still means it, in pixels of the drawing.
    pub(super) fn near(&self) -> u32 {
        (NEAR / self.window.view.zoom.scale()) as u32
    }

    /// Lets a stroke wait for its next press, and says once how it goes on.
    #[cold]
    #[inline(never)]
    pub(super) fn wait(&mut self, painting: Painting) {
        self.hand.waiting = Some(Box::new(painting));
        self.show_changes();
        if !std::mem::replace(&mut self.hand.told_presses, true) {
            let text = "Click for the next point; Enter ends the shape, Backspace removes the last point";
            self.emit(Effect::Message(text.into()));
        }
    }

    /// Goes on with the stroke that waits, by another press.
    #[cold]
    #[inline(never)]
    pub(super) fn press_again(&mut self, to: Sample) {
        let Some(painting) = self.hand.waiting.take() else { return };
        self.hand.pointing = Pointing::Painting(*painting);
        let near = self.near();
        self.drive(|stroke, document| stroke.press(document, to, near));
    }

    /// Ends the stroke that waits, and keeps what is set of it. Returns `false` if that was refused, which was said then.
    #[inline(never)]
    pub(super) fn end_presses(&mut self) -> bool {
        self.hand.waiting.take().is_none_or(|painting| self.keep_stroke(*painting))
    }

    /// Ends the stroke that waits before something else is done. Returns `false` if it could not be kept, which was
    /// said then.
    #[inline(never)]
    pub(super) fn settle_presses(&mut self) -> bool {
        if self.hand.waiting.as_ref().is_some_and(|waiting| waiting.stroke.points() < SHAPE) {
            self.cancel_stroke();
        }
        self.end_presses()
    }

    /// Takes the last point of a stroke of several presses back, or the press that goes on. Returns `false` if
    /// nothing would be left of it, or there is none.
    #[inline(never)]
    pub(super) fn take_point_back(&mut self) -> bool {
        let Some(painting) = self.hand.painting_mut() else { return false };
        if !painting.stroke.back() {
            return false;
        }
        // The button may still be down; its release means nothing any more.
        if let Pointing::Painting(_) = &self.hand.pointing
            && let Pointing::Painting(painting) = std::mem::replace(&mut self.hand.pointing, Pointing::Done)
        {
            self.hand.waiting = Some(Box::new(painting));
        }
        self.drive(|stroke, document| stroke.draw_again(document));
        self.state_changed();
        true
    }

    /// Ends a stroke's press that the system has taken away. Returns `true` if the stroke waits again, without it.
    #[inline(never)]
    pub(super) fn lose_press(&mut self) -> bool {
        let pressed = matches!(self.hand.pointing, Pointing::Painting(_));
        pressed && self.take_point_back()
    }
}
