//! What the hand answers, with the session lent to be looked at.

use super::Editor;
use crate::color::Color;
use crate::geometry::Rect;
use crate::tools::Held;
use crate::value::Value;

asks! { hand
    /// Returns `true` if a stroke is under way, with a button down or between two presses.
    fn is_painting(&self) -> bool;

    /// Returns `true` while a stroke goes on that each sample draws anew, so that those between need not be drawn.
    fn is_redrawing(&self) -> bool;

    /// Returns `true` while arrows move a cursor and the space bar paints.
    fn is_by_keys(&self) -> bool;

    /// Returns `true` while the space bar holds the pen down.
    fn is_pen_down(&self) -> bool;

    /// Returns `true` if a stroke waits for its next press.
    fn is_waiting(&self) -> bool;

    /// Returns the letters of the text that is set but not placed yet, and the box around them.
    fn text(&self) -> Option<(&str, Rect)>;
}

tells! { hand
    /// Sets how hard a pen is pressed, from 0 to 1, until the gesture ends.
    fn set_pressure(&mut self, pressure: f64);

    /// Sets the seed of the next stroke's random numbers. Each stroke after it uses the next seed.
    fn set_seed(&mut self, seed: u64);
}

impl Editor {
    /// Returns `true` while an animation, a game or a timed stroke needs calls of [`tick`](super::Editor::tick).
    pub fn is_ticking(&self) -> bool {
        self.hand.is_ticking(&self.session)
    }

    /// Returns the rectangle that the tool's brush covers at the cursor, or `None` if there is nothing to
    /// outline.
    pub fn brush_outline(&self) -> Option<Rect> {
        self.hand.brush_outline(&self.session, &self.shown.window)
    }

    /// Returns the colour that a dab would leave, or `None` if it has no single one, or a stroke is under way.
    pub fn brush_color(&self) -> Option<Color> {
        self.hand.brush_color(&self.session)
    }

    /// Returns what a press would do where the pointer is, as a keyword of CSS for the cursor; "pick" and "fill" have none.
    pub fn pointer(&self) -> &'static str {
        self.hand.pointer(&self.session, &self.shown.window)
    }

    /// Returns `true` while a press would draw a line from where the last stroke ended.
    pub fn has_line(&self) -> bool {
        self.hand.has_line(&self.session)
    }

    /// Returns the contour of the line that a press would draw from where the last stroke ended, in document pixels:
    /// for each closed loop its number of corners, then their x and y. Empty if it would draw none.
    pub fn line_contour(&self) -> Vec<i32> {
        self.hand.line_contour(&self.session, &self.shown.window)
    }

    /// Returns `true` if the view is being panned, or the next press would pan it.
    pub fn is_grabbing(&self) -> bool {
        self.hand.is_grabbing(&self.session)
    }

    /// Begins a pull at a handle of the box, at (x, y) in device pixels. Returns `false` if there is no such handle, or no
    /// box.
    pub fn grab_box(&mut self, handle: &str, x: f64, y: f64) -> bool {
        self.hand.grab_box(&self.session, &self.shown.window, handle, x, y)
    }

    /// Returns the arguments of the transform when the pull has come to (x, y) in device pixels, or `None` if there is
    /// no pull.
    pub fn pulled(&self, x: f64, y: f64, held: Held) -> Option<Vec<(String, Value)>> {
        self.hand.pulled(&self.session, &self.shown.window, x, y, held)
    }
}
