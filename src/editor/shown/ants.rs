//! The selection's border, and a lasso's path, as lines in device pixels for the page to draw.
//!
//! Only the visible part of the mask is traced, at the resolution of the view. Lines are as
//! long as they can be, so a rectangle is four of them. The path of a lasso grows by a line
//! with each sample, so following the hand costs the same however long the path is.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("tool.lasso", &[], 0)?;
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_move(205.0, 105.0, 0);
//! assert_eq!(editor.outline(), [105, 105, 205, 105], "the path: nothing is selected yet");
//! editor.pointer_up(205.0, 105.0, 0);
//! assert_eq!(editor.outline().len(), 4 * 4, "the border of a row of pixels");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Shown;
use crate::editor::hand::Hand;
use crate::editor::session::Session;
use crate::editor::shown::window::Window;
use crate::geometry::Point;
use crate::tools::Half;

/// Maximum number of lines; a border of more lines is drawn as its bounding rectangle.
const MOST: usize = 20_000;

impl Shown {
    /// Appends a line between the centres of two pixels, unless the path has too many lines already.
    fn push_path(&self, lines: &mut Vec<i32>, from: Point, to: Point) {
        let middle = |at: Point| {
            let (x, y) = self.window.view.device_point(f64::from(at.x) + 0.5, f64::from(at.y) + 0.5);
            (x as i32, y as i32)
        };
        if lines.len() < 2 * MOST * 4 {
            push(lines, middle(from), middle(to));
        }
    }

    /// Returns the lines of the marching ants and of a lasso's path, x0, y0, x1, y1 each. Empty while nothing
    /// is selected and no lasso is drawn.
    pub(in crate::editor) fn outline(&mut self, session: &Session, hand: &Hand) -> &[i32] {
        if self.window.ants.is_none() {
            let mut lines = self.border(session);
            for ends in hand.path().windows(2) {
                self.push_path(&mut lines, ends[0], ends[1]);
            }
            self.window.ants = Some(lines);
        }
        self.window.ants.as_deref().unwrap_or_default()
    }

    /// Appends the newest line of a lasso's path to the cached lines.
    pub(in crate::editor) fn grow_path(&mut self, hand: &Hand) {
        let Some(mut lines) = self.window.ants.take() else { return };
        if let [.., from, to] = *hand.path() {
            self.push_path(&mut lines, from, to);
        }
        self.window.ants = Some(lines);
    }

    /// Traces the border of the visible part of the selection mask.
    fn border(&self, session: &Session) -> Vec<i32> {
        let Some(around) = session.document().selection() else { return Vec::new() };
        let canvas = session.document().bounds();
        let whole = self.window.view.device_rect(around);
        // One more cell on every side, so that borders at the edge of the visible part are found.
        let step = self.window.view.zoom.down();
        let seen = self.window.view.visible(canvas);
        let (x, y) = (seen.x / step * step, seen.y / step * step);
        let columns = (seen.right() - x).div_euclid(step).max(0) as usize + 2;
        let rows = (seen.bottom() - y).div_euclid(step).max(0) as usize + 2;
        let device = |x: i32, y: i32| self.window.view.device_corner(x, y);
        let mut lines = Vec::new();
        // For each column, the top of the left border that is still being traced.
        let mut open: Vec<Option<i32>> = vec![None; columns];
        let mut above = vec![false; columns];
        let mut row = above.clone();
        for j in 0..rows as i32 {
            let top = y + (j - 1) * step;
            session.document().selected_row(x - step, top, step, &mut row);
            if j as usize == rows - 1 {
                row.fill(false);
            }
            let mut from = None;
            for i in 0..columns {
                let left = x + (i as i32 - 1) * step;
                let edge = row[i] != above[i];
                match (edge, from) {
                    (true, None) => from = Some(left),
                    (false, Some(start)) => {
                        push(&mut lines, device(start, top), device(left, top));
                        from = None;
                    }
                    _ => {}
                }
                let side = row[i] != (i > 0 && row[i - 1]);
                match (side, open[i]) {
                    (true, None) => open[i] = Some(top),
                    (false, Some(start)) => {
                        push(&mut lines, device(left, start), device(left, top));
                        open[i] = None;
                    }
                    _ => {}
                }
            }
            if let Some(start) = from {
                push(&mut lines, device(start, top), device(x + (columns as i32 - 1) * step, top));
            }
            std::mem::swap(&mut above, &mut row);
            if lines.len() > MOST * 4 {
                let (l, t, r, b) = (whole.x, whole.y, whole.right(), whole.bottom());
                return vec![l, t, r, t, r, t, r, b, r, b, l, b, l, b, l, t];
            }
        }
        lines
    }
}

impl Window {
    /// Returns x of the axis of symmetry that is seen upright and y of the one that is seen level, in device pixels of the
    /// viewport. `None` for an axis that is off.
    pub(in crate::editor) fn axes(&self, session: &Session) -> (Option<f64>, Option<f64>) {
        let (vertical, horizontal) = (session.desk().options.vertical, session.desk().options.horizontal);
        let (Half(x), Half(y)) = session.desk().options.axes();
        let (x, y) = self.view.device_point(f64::from(x) / 2.0, f64::from(y) / 2.0);
        // In a view that stands on its side, what is vertical in the drawing lies level.
        let turned = self.view.turn.is_upright();
        let (upright, level) = if turned { (horizontal, vertical) } else { (vertical, horizontal) };
        (upright.then_some(x), level.then_some(y))
    }
}

fn push(lines: &mut Vec<i32>, from: (i32, i32), to: (i32, i32)) {
    lines.extend([from.0, from.1, to.0, to.1]);
}
