//! Gestures of several presses: a stroke that stays open while no button is down.
//!
//! Problem: between two presses of a polygon the pointer is free, and anything may happen: a look around, undo, another
//! tool, a command, a file that is saved. Idea: the stroke leaves the pointer and waits beside it, with its action open. So
//! panning and zooming need not know of it, the next press takes it up again, and whatever would wait for the end
//! of a stroke ends it first and keeps what is set. A single press that was left alone is no shape yet: it is cancelled.
//! Neither is a text without letters; and a press beside a text lands it and begins another.
//!
//! Backspace takes point after point back, and without a shape it deletes. Who holds it, or presses once too often, must not
//! lose what is painted: after the last point the key does nothing until something else is done.
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

use super::Hand;
use super::input::{PEN_ERASER, Painting, Pointing, RIGHT};
use crate::editor::shown::window::Window;
use crate::editor::{Editor, Effect};
use crate::geometry::{Point, Rect};
use crate::tools::Sample;

/// How far beside a point a press still means it, in device pixels.
const NEAR: f64 = 3.0;

/// Number of points from which on a shape is kept when something else is done.
const SHAPE: usize = 2;

/// Whether the last point of a shape was taken back just now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::editor) enum Emptied {
    /// Something else was done since.
    #[default]
    No,
    /// It was, and the key was not pressed again.
    Yes,
    /// It was, and who pressed the key again was told that it does nothing.
    Told,
}

/// Returns how far beside a point a press still means it, in pixels of the drawing.
pub(super) fn near(window: &Window) -> u32 {
    (NEAR / window.view().zoom.scale()) as u32
}

impl Hand {
    /// Returns `true` if the key that takes points back is theirs: a point is set, or the last one was taken back just now.
    pub(in crate::editor) fn takes_points(&self) -> bool {
        self.is_waiting() || self.emptied != Emptied::No
    }

    /// Returns `true` if a stroke waits for its next press.
    pub(in crate::editor) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Returns the letters of the text that is set but not placed yet, and the box around them.
    pub(in crate::editor) fn text(&self) -> Option<(&str, Rect)> {
        self.painting().and_then(|painting| painting.stroke.text())
    }

    /// Returns `true` if a press at a pixel goes on with a stroke that waits.
    #[cold]
    #[inline(never)]
    pub(super) fn is_taken(&self, window: &Window, at: Point) -> bool {
        self.waiting.as_ref().is_some_and(|waiting| waiting.stroke.takes(at, near(window)))
    }
}

impl Editor {
    /// Takes the last point of the shape back; the shape is cancelled with its first one.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn point_back(&mut self) {
        if self.take_point_back() {
            return;
        }
        if self.take_stroke_back() {
            self.hand.emptied = Emptied::Yes;
        } else if std::mem::replace(&mut self.hand.emptied, Emptied::Told) == Emptied::Yes {
            self.session.emit(Effect::Message("No point is left; Delete clears what is painted".into()));
        }
    }

    /// Lets a stroke wait for its next press, and says once how it goes on.
    #[cold]
    #[inline(never)]
    pub(super) fn wait(&mut self, painting: Painting) {
        self.hand.waiting = Some(Box::new(painting));
        self.show_changes();
        let tool = self.session.desk().tool;
        if !self.hand.told_presses.contains(&tool.id) {
            self.hand.told_presses.push(tool.id);
            self.session.emit(Effect::Message(tool.goes_on.into()));
        }
    }

    /// Replaces the letters of the text that is set but not placed yet.
    #[inline(never)]
    pub(in crate::editor) fn write_text(&mut self, letters: &str) {
        self.drive(|stroke, document| stroke.write(document, letters));
        self.session.state_changed();
    }

    /// Draws the text that is not placed yet with what is chosen now.
    pub(in crate::editor) fn choose_for_text(&mut self) {
        if self.hand.is_painting() {
            self.draw_chosen();
        }
    }

    #[cold]
    #[inline(never)]
    fn draw_chosen(&mut self) {
        let Some(painting) = self.hand.painting() else { return };
        let setup = self.hand.setup(
            &self.session,
            &self.shown.window,
            match painting.stroke.button() {
                (_, true) => PEN_ERASER,
                (secondary, _) => i16::from(secondary) * RIGHT,
            },
        );
        if painting.stroke.differs(&setup) {
            self.drive(|stroke, document| stroke.choose(document, setup));
        }
    }

    /// Goes on with the stroke that waits, by another press.
    #[cold]
    #[inline(never)]
    pub(super) fn press_again(&mut self, to: Sample) {
        let Some(painting) = self.hand.waiting.take() else { return };
        self.hand.pointing = Pointing::Painting(*painting);
        let near = near(&self.shown.window);
        self.drive(|stroke, document| stroke.press(document, to, near));
    }

    /// Ends the stroke that waits, and keeps what is set of it. Returns `false` if that was refused, which was said then.
    #[inline(never)]
    pub(in crate::editor) fn end_presses(&mut self) -> bool {
        let is_blank =
            |waiting: &Painting| waiting.stroke.text().is_some() && waiting.stroke.points() < SHAPE;
        if self.hand.waiting.as_deref().is_some_and(is_blank) {
            self.cancel_stroke();
        }
        self.hand.waiting.take().is_none_or(|painting| self.keep_stroke(*painting))
    }

    /// Ends the stroke that waits before something else is done. Returns `false` if it could not be kept, which was
    /// said then.
    #[inline(never)]
    pub(in crate::editor) fn settle_presses(&mut self) -> bool {
        if self.hand.waiting.as_ref().is_some_and(|waiting| waiting.stroke.points() < SHAPE) {
            self.cancel_stroke();
        }
        self.end_presses()
    }

    /// Takes the last point of a stroke of several presses back, or the press that goes on. Returns `false` if
    /// nothing would be left of it, or there is none.
    #[inline(never)]
    pub(in crate::editor) fn take_point_back(&mut self) -> bool {
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
        self.session.state_changed();
        true
    }

    /// Ends a stroke's press that the system has taken away. Returns `true` if the stroke waits again, without it.
    #[inline(never)]
    pub(super) fn lose_press(&mut self) -> bool {
        let pressed = matches!(self.hand.pointing, Pointing::Painting(_));
        pressed && self.take_point_back()
    }
}
