//! Painting by keys: a cursor that steps from pixel to pixel, and a pen that the space bar holds down.
//!
//! Problem: who can't use a mouse, or doesn't see the pointer, can't paint. Idea: the cursor by keys is a fourth hand
//! beside mouse, pen and touch. Its steps are moves of the pointer from one pixel's centre to another's, and the space bar
//! is its button, so every tool works through the same strokes, whatever the zoom. It never leaves the canvas, and the
//! view follows it.
//!
//! The invariant: while the space bar holds the pen down, the pointer's own events change nothing.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("view.by-keys", &[], 0)?;
//! let from = editor.cursor().expect("the cursor is on the canvas");
//! editor.hold_space(true, 1);
//! editor.run("cursor.right", &[], 2)?;
//! editor.hold_space(false, 3);
//! assert_eq!(editor.pixel(from.x + 1, from.y)?.to_string(), "#000000ff");
//! assert_eq!(editor.document().history().position(), 1, "one stroke");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Hand;
use crate::editor::Editor;
use crate::editor::session::Session;
use crate::editor::shown::window::Window;
use crate::geometry::{Point, Rect};

/// How far Shift moves the cursor where there is no grid, in pixels.
const LEAP: i32 = 8;

/// The hand that paints by keys.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::editor) struct Keys {
    /// Whether arrows move the cursor and the space bar paints.
    on: bool,
    /// Where it was last, in document pixels.
    at: Option<Point>,
    pub(super) pen: Pen,
}

/// What the space bar does with the pen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::editor) enum Pen {
    #[default]
    Up,
    /// It is held down; the pointer is ignored.
    Down,
    /// It acts in the place of the pointer.
    Acting,
}

impl Hand {
    /// Returns `true` while arrows move a cursor and the space bar paints.
    pub(in crate::editor) fn is_by_keys(&self) -> bool {
        self.keys.on
    }

    /// Returns `true` while the space bar holds the pen down.
    pub(in crate::editor) fn is_pen_down(&self) -> bool {
        self.keys.pen == Pen::Down
    }

    /// Returns where the cursor is.
    fn keyed_at(&self, session: &Session, window: &Window) -> Point {
        let canvas = session.document().bounds();
        let known = [window.hover(), self.keys.at];
        let seen = window.view().visible(canvas);
        let middle = Point::new(seen.x + seen.width / 2, seen.y + seen.height / 2);
        within(known.into_iter().flatten().find(|at| canvas.contains(*at)).unwrap_or(middle), canvas)
    }
}

impl Editor {
    /// Returns the pixel that is pointed at, or where the cursor by keys is or would begin.
    pub(in crate::editor) fn pointed(&self) -> Point {
        self.hand.keyed_at(&self.session, &self.shown.window)
    }

    /// Begins or ends painting by keys. The cursor begins where the pointer is, where it was last, or in the middle of
    /// what is seen.
    pub(in crate::editor) fn set_by_keys(&mut self, on: bool) {
        self.hand.keys.on = on;
        if on {
            self.place_cursor(self.hand.keyed_at(&self.session, &self.shown.window), 0);
        } else {
            self.shown.window.set_hover(None);
        }
        self.session.state_changed();
    }

    /// Puts the cursor on a pixel, and scrolls it into view.
    fn place_cursor(&mut self, at: Point, time: u64) {
        self.hand.keys.at = Some(at);
        self.shown.window.bring_into_view(Rect::pixel(at), self.session.document().bounds());
        self.act(time, Editor::pointer_move);
    }

    /// Moves the cursor by pixels, at a time in milliseconds, as far as the canvas goes.
    pub(in crate::editor) fn step_cursor(&mut self, across: i32, down: i32, time: u64) {
        let (from, canvas) =
            (self.hand.keyed_at(&self.session, &self.shown.window), self.session.document().bounds());
        // What is right on the screen may lie elsewhere in the drawing.
        let (across, down) = self.shown.window.view().turn.plain((across, down), (0, 0));
        let at = Point::new(from.x.saturating_add(across), from.y.saturating_add(down));
        self.place_cursor(within(at, canvas), time);
    }

    /// Moves the cursor by cells of the drawing's grid, or by eight pixels if it has none.
    pub(in crate::editor) fn leap_cursor(&mut self, across: i32, down: i32, time: u64) {
        let (width, height) = self.shown.window.view().turn.size(self.session.document().grid());
        let leap = |cell: u32| if cell > 1 { cell as i32 } else { LEAP };
        self.step_cursor(across * leap(width), down * leap(height), time);
    }

    /// Holds the space bar or lets it go, at a time in milliseconds. While one paints by keys it is the pen; else a drag
    /// pans the view while it is held.
    pub fn hold_space(&mut self, held: bool, time: u64) {
        let down = self.hand.keys.pen == Pen::Down;
        if held && self.hand.keys.on && !down {
            self.hand.keys.at = Some(self.hand.keyed_at(&self.session, &self.shown.window));
            self.act(time, |editor, x, y, time| editor.pointer_down(x, y, 0, time));
            self.hand.keys.pen = Pen::Down;
        } else if !held && down {
            self.act(time, Editor::pointer_up);
            self.hand.keys.pen = Pen::Up;
        } else if !self.hand.keys.on && self.hand.space != held {
            self.hand.space = held;
        }
        self.session.state_changed();
    }

    /// Does what the pointer would do in the middle of the cursor's pixel.
    fn act(&mut self, time: u64, action: impl FnOnce(&mut Editor, f64, f64, u64)) {
        let Some(at) = self.hand.keys.at else { return };
        let (x, y) = self.shown.window.view().device_center(f64::from(at.x), f64::from(at.y));
        let pen = std::mem::replace(&mut self.hand.keys.pen, Pen::Acting);
        action(self, x, y, time);
        self.hand.keys.pen = pen;
    }
}

/// Returns the pixel of a canvas that is nearest to a point.
fn within(at: Point, canvas: Rect) -> Point {
    Point::new(at.x.clamp(canvas.x, canvas.right() - 1), at.y.clamp(canvas.y, canvas.bottom() - 1))
}
