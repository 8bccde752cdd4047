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

use super::Editor;
use crate::geometry::{Point, Rect};

/// How far Shift moves the cursor where there is no grid, in pixels.
const LEAP: i32 = 8;

/// The hand that paints by keys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    /// Whether arrows move the cursor and the space bar paints.
    on: bool,
    /// Where it was last, in document pixels.
    at: Option<Point>,
    pub(super) pen: Pen,
}

/// What the space bar does with the pen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pen {
    #[default]
    Up,
    /// It is held down; the pointer is ignored.
    Down,
    /// It acts in the place of the pointer.
    Acting,
}

impl Editor {
    /// Returns `true` while arrows move a cursor and the space bar paints.
    pub fn is_by_keys(&self) -> bool {
        self.hand.keys.on
    }

    /// Returns `true` while the space bar holds the pen down.
    pub fn is_pen_down(&self) -> bool {
        self.hand.keys.pen == Pen::Down
    }

    /// Begins or ends painting by keys. The cursor begins where the pointer is, where it was last, or in the middle of
    /// what is seen.
    pub(super) fn set_by_keys(&mut self, on: bool) {
        self.hand.keys.on = on;
        if on {
            self.place_cursor(self.keyed_at(), 0);
        } else {
            self.window.hover = None;
        }
        self.state_changed();
    }

    /// Returns where the cursor is.
    fn keyed_at(&self) -> Point {
        let canvas = self.document.bounds();
        let known = [self.window.hover, self.hand.keys.at];
        let seen = self.window.view.visible(canvas);
        let middle = Point::new(seen.x + seen.width / 2, seen.y + seen.height / 2);
        within(known.into_iter().flatten().find(|at| canvas.contains(*at)).unwrap_or(middle), canvas)
    }

    /// Puts the cursor on a pixel, and scrolls it into view.
    fn place_cursor(&mut self, at: Point, time: u64) {
        self.hand.keys.at = Some(at);
        self.window.bring_into_view(Rect::pixel(at), self.document.bounds());
        self.act(time, Editor::pointer_move);
    }

    /// Moves the cursor by pixels, at a time in milliseconds, as far as the canvas goes.
    pub(super) fn step_cursor(&mut self, across: i32, down: i32, time: u64) {
        let (from, canvas) = (self.keyed_at(), self.document.bounds());
        // What is right on the screen may lie elsewhere in the drawing.
        let (across, down) = self.window.view.turn.plain((across, down), (0, 0));
        let at = Point::new(from.x.saturating_add(across), from.y.saturating_add(down));
        self.place_cursor(within(at, canvas), time);
    }

    /// Moves the cursor by cells of the drawing's grid, or by eight pixels if it has none.
    pub(super) fn leap_cursor(&mut self, across: i32, down: i32, time: u64) {
        let (width, height) = self.window.view.turn.size(self.document.grid());
        let leap = |cell: u32| if cell > 1 { cell as i32 } else { LEAP };
        self.step_cursor(across * leap(width), down * leap(height), time);
    }

    /// Holds the space bar or lets it go, at a time in milliseconds. While one paints by keys it is the pen; else a drag
    /// pans the view while it is held.
    pub fn hold_space(&mut self, held: bool, time: u64) {
        let down = self.hand.keys.pen == Pen::Down;
        if held && self.hand.keys.on && !down {
            self.hand.keys.at = Some(self.keyed_at());
            self.act(time, |editor, x, y, time| editor.pointer_down(x, y, 0, time));
            self.hand.keys.pen = Pen::Down;
        } else if !held && down {
            self.act(time, Editor::pointer_up);
            self.hand.keys.pen = Pen::Up;
        } else if !self.hand.keys.on && self.hand.space != held {
            self.hand.space = held;
        }
        self.state_changed();
    }

    /// Does what the pointer would do in the middle of the cursor's pixel.
    fn act(&mut self, time: u64, action: impl FnOnce(&mut Editor, f64, f64, u64)) {
        let Some(at) = self.hand.keys.at else { return };
        let (x, y) = self.window.view.device_center(f64::from(at.x), f64::from(at.y));
        let pen = std::mem::replace(&mut self.hand.keys.pen, Pen::Acting);
        action(self, x, y, time);
        self.hand.keys.pen = pen;
    }
}

/// Returns the pixel of a canvas that is nearest to a point.
fn within(at: Point, canvas: Rect) -> Point {
    Point::new(at.x.clamp(canvas.x, canvas.right() - 1), at.y.clamp(canvas.y, canvas.bottom() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::TOOLS;
    use crate::value::Value;

    const STEPS: [(&str, (i32, i32)); 4] =
        [("cursor.right", (1, 0)), ("cursor.down", (0, 1)), ("cursor.left", (-1, 0)), ("cursor.up", (0, -1))];

    fn editor(side: i64) -> Editor {
        let mut editor = Editor::new().unwrap();
        editor.resize(400, 300);
        editor.new_document(side, side).unwrap();
        editor
    }

    fn run(editor: &mut Editor, id: &str, time: u64) {
        assert!(editor.run(id, &[], time).unwrap(), "{id} is enabled");
    }

    #[test]
    fn a_stroke_by_keys_is_that_of_the_pointer_with_any_tool_and_zoom() {
        for (tool, side) in TOOLS.iter().flat_map(|tool| [(tool, 40), (tool, 800)]) {
            if matches!(tool.id, "hand" | "zoom") {
                continue;
            }
            let mut hands = [editor(side), editor(side)];
            for editor in &mut hands {
                editor.set_tool("fill", &[]).unwrap();
                let (x, y) = editor.view().device_center(20.0, 20.0);
                editor.pointer_down(x, y, 0, 0);
                editor.pointer_up(x, y, 1);
                editor.set_tool(tool.id, &[]).unwrap();
                run(editor, "color.swap", 2);
            }
            let [keys, pointer] = &mut hands;
            run(keys, "view.by-keys", 3);
            let mut at = keys.cursor().unwrap();
            let place = |editor: &Editor, at: Point| editor.view().device_center(at.x.into(), at.y.into());
            keys.hold_space(true, 10);
            let (x, y) = place(pointer, at);
            pointer.pointer_down(x, y, 0, 10);
            for i in 0..13 {
                let (id, (across, down)) = STEPS[i * i % 3 % 2 + i / 7];
                run(keys, id, 11 + i as u64);
                at = Point::new(at.x + across, at.y + down);
                let (x, y) = place(pointer, at);
                pointer.pointer_move(x, y, 11 + i as u64);
            }
            keys.hold_space(false, 50);
            let (x, y) = place(pointer, at);
            pointer.pointer_up(x, y, 50);
            assert_eq!(keys.cursor(), Some(at));
            assert_eq!(keys.document().history().position(), pointer.document().history().position());
            for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x + at.x - 20, y + at.y - 20))) {
                let pixel = |editor: &Editor| editor.pixel(x, y).ok();
                assert_eq!(pixel(keys), pixel(pointer), "{} at {side}: {x}, {y}", tool.id);
            }
            assert_eq!(keys.document().selection(), pointer.document().selection(), "{}", tool.id);
        }
    }

    #[test]
    fn the_cursor_goes_where_the_screen_says_stays_on_the_canvas_and_is_followed() {
        for turn in ["", "view.mirror", "view.turn-left", "view.turn-right"] {
            let mut editor = editor(96);
            for id in [turn, "view.zoom.5", "view.by-keys"].into_iter().filter(|id| !id.is_empty()) {
                run(&mut editor, id, 0);
            }
            let canvas = editor.document().bounds();
            for i in 0..400 {
                let (id, (across, down)) = STEPS[i / 100];
                let (before, seen) = (editor.cursor().unwrap(), *editor.view());
                run(&mut editor, id, 0);
                let at = editor.cursor().unwrap();
                let from = seen.device_center(before.x.into(), before.y.into());
                let to = seen.device_center(at.x.into(), at.y.into());
                let moved = ((to.0 - from.0).round() as i32, (to.1 - from.1).round() as i32);
                assert!(at == before || moved == (16 * across, 16 * down), "{turn} {id}: {moved:?}");
                assert!(canvas.contains(at));
                let shown = editor.view().device_rect(Rect::pixel(at));
                assert_eq!(shown.intersect(editor.view().bounds()), shown, "the view follows");
            }
            let corner = editor.cursor().unwrap();
            run(&mut editor, "cursor.up", 0);
            assert_eq!(editor.cursor(), Some(corner), "there is nothing beyond the edge");
        }
    }

    #[test]
    fn shift_leaps_by_the_grid_in_a_turned_view_too() {
        let mut editor = editor(96);
        run(&mut editor, "view.by-keys", 0);
        let from = editor.cursor().unwrap();
        run(&mut editor, "cursor.far-left", 0);
        assert_eq!(editor.cursor(), Some(Point::new(from.x - 8, from.y)), "there is no grid");
        let grid = [("width".to_owned(), Value::from(12)), ("height".to_owned(), Value::from(4))];
        editor.run("image.grid", &grid, 0).unwrap();
        let from = editor.cursor().unwrap();
        run(&mut editor, "cursor.far-right", 0);
        assert_eq!(editor.cursor(), Some(Point::new(from.x + 12, from.y)));
        run(&mut editor, "view.turn-right", 0);
        run(&mut editor, "cursor.far-right", 0);
        assert_eq!(editor.cursor(), Some(Point::new(from.x + 12, from.y - 4)));
    }

    #[test]
    fn while_the_pen_is_down_the_pointer_changes_nothing() {
        let mut editor = editor(64);
        run(&mut editor, "view.by-keys", 0);
        let at = editor.cursor().unwrap();
        editor.hold_space(true, 1);
        editor.pointer_move(10.0, 10.0, 2);
        editor.pointer_down(10.0, 10.0, 0, 3);
        editor.pointer_up(10.0, 10.0, 4);
        editor.pointer_leave();
        assert!(editor.is_painting() && editor.is_pen_down());
        editor.hold_space(false, 5);
        assert_eq!((editor.cursor(), editor.document().history().position()), (Some(at), 1));
        let painted = (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
        let painted = painted.filter(|&(x, y)| !editor.pixel(x, y).unwrap().is_transparent());
        assert_eq!(painted.collect::<Vec<_>>(), [(at.x, at.y)]);
    }

    #[test]
    fn escape_unwinds_the_stroke_before_the_mode() {
        let mut editor = editor(64);
        run(&mut editor, "view.by-keys", 0);
        editor.hold_space(true, 1);
        let escape = |editor: &mut Editor| {
            let id = editor.command_for(crate::editor::Key::plain("Escape")).unwrap();
            run(editor, id, 2);
        };
        escape(&mut editor);
        editor.hold_space(false, 3);
        assert_eq!((editor.document().history().position(), editor.is_by_keys()), (0, true));
        escape(&mut editor);
        assert!(!editor.is_by_keys() && editor.cursor().is_none());
        editor.hold_space(true, 4);
        assert!(editor.is_grabbing(), "Space pans again");
    }
}
