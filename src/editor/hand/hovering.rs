//! What a press would paint: the brush's real outline, its colour, and the line from the last stroke.
//!
//! Problem: a square around a round brush says little of what a dab will cover, and with Shift held nobody sees
//! where the line will go. Idea: the page shows the contour of the brush's own pixels, filled with the colour that it would
//! leave, and moves it with the pointer. The contour changes with the tool and not with the pointer, so the page fetches it
//! when panels do. Only while Shift is held is there a line, and only then is it traced with each move.
//!
//! ```
//! use undoodle::{editor::Editor, tools::Held};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! assert_eq!(editor.brush_contour(), [4, 0, 0, 1, 0, 1, 1, 0, 1], "one pixel");
//! editor.pointer_move(125.0, 105.0, 1);
//! assert!(editor.line_contour().is_empty(), "Shift is not held");
//! editor.hold(Held { shift: true, ..Held::default() });
//! assert_eq!(editor.line_contour(), [4, 10, 10, 13, 10, 13, 11, 10, 11], "three pixels in a row");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::input::Pointing;
use super::presses::near;
use crate::color::Color;
use crate::editor::hand::Hand;
use crate::editor::session::Session;
use crate::editor::shown::window::Window;
use crate::editor::{Editor, Effect};
use crate::geometry::{Point, Rect};
use crate::history::CommitId;
use crate::raster::{Cells, Line};
use crate::tools::{Grip, InkKind, Outline, Press, grip};

/// Maximum number of steps whose ends are looked for, and remembered.
const ENDS: usize = 64;

/// Maximum number of pixels around a line that is traced as it will be painted; a larger one is shown as a thin line.
const TRACED: i64 = 1 << 20;

/// Where strokes ended, by the step at which the history stood then.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::editor) struct Ends(Vec<(CommitId, Rect, Point)>);

impl Ends {
    /// Notes where a stroke ended on a canvas.
    pub(in crate::editor) fn note(&mut self, step: CommitId, canvas: Rect, at: Point) {
        self.0.retain(|(other, ..)| *other != step);
        if self.0.len() == ENDS {
            self.0.remove(0);
        }
        self.0.push((step, canvas, at));
    }
}

/// Appends loops of corners: for each the number of its corners, then their x and y.
fn appended(loops: impl Iterator<Item = Vec<(i32, i32)>>, (dx, dy): (i32, i32)) -> Vec<i32> {
    let mut lines = Vec::new();
    for corners in loops {
        lines.push(corners.len() as i32);
        corners.iter().for_each(|(x, y)| lines.extend([x + dx, y + dy]));
    }
    lines
}

impl Session {
    /// Returns where the last stroke that still stands ended, or `None` if there is none on a canvas of this size.
    pub(in crate::editor) fn last_end(&self) -> Option<Point> {
        let history = self.document().history();
        let done = history.done().map(|commit| commit.id()).chain([history.base()]).take(ENDS);
        let ends = &self.desk().ends.0;
        let found = done.filter_map(|id| ends.iter().find(|(step, ..)| *step == id)).next()?;
        (found.1 == self.document().bounds()).then_some(found.2)
    }

    /// Returns the width and height of what the tool outlines, in pixels; 0 for a tool that outlines nothing.
    pub(in crate::editor) fn brush_size(&self) -> (i32, i32) {
        let outline = self.desk().tool.outlined(&self.desk().options, Point::default());
        outline.map_or((0, 0), |outline| (outline.width, outline.height))
    }

    /// Returns the contour of the pixels that the tool outlines, from the corner of [`brush_outline`](Editor::brush_outline)
    /// on: for each closed loop its number of corners, then their x and y. Empty for a tool that outlines nothing.
    pub(in crate::editor) fn brush_contour(&self) -> Vec<i32> {
        let brush = self.desk().options.brush();
        match (self.desk().tool.outline, brush) {
            (Outline::None, _) => Vec::new(),
            (Outline::Brush, Ok(brush)) => {
                let around = brush.rect(Point::default());
                let mut cells = Cells::new(around.width as usize, around.height as usize);
                for (y, x) in brush.rows() {
                    cells.fill(x.start as usize..x.end as usize, *y as usize..*y as usize + 1);
                }
                appended(cells.contour(), (0, 0))
            }
            _ => vec![4, 0, 0, 1, 0, 1, 1, 0, 1],
        }
    }

    /// Returns `true` if a press with Alt held drags a copy of what is selected, instead of picking a colour.
    pub(in crate::editor) fn copies(&self, at: Point) -> bool {
        self.desk().tool.moves && self.document().is_selected(at.x, at.y)
    }
}

impl Hand {
    /// Returns the rectangle that the tool's brush covers at the cursor, or `None` if there is nothing to
    /// outline.
    ///
    /// A single pixel has no outline while it paints: it is where the paint ends.
    pub(in crate::editor) fn brush_outline(&self, session: &Session, window: &Window) -> Option<Rect> {
        let at = window.hover().filter(|_| !self.is_grabbing(session) && !self.held().alt)?;
        let rect = session.desk().tool.outlined(&session.desk().options, at)?;
        (!self.is_painting() || rect != Rect::pixel(at)).then_some(rect)
    }

    /// Returns the colour that a dab would leave, or `None` if it has no single one, or a stroke is under way.
    pub(in crate::editor) fn brush_color(&self, session: &Session) -> Option<Color> {
        let (tool, options) = (session.desk().tool, &session.desk().options);
        let custom = options.brush().is_ok_and(|brush| brush.is_custom()) && tool.outline == Outline::Brush;
        let plain = !tool.has("ink") || matches!(options.ink, InkKind::Normal | InkKind::LockAlpha);
        (tool.paints && !tool.erases && !tool.restores && plain && !custom && !self.is_painting())
            .then_some(session.desk().primary)
    }

    /// Returns what a press would do where the pointer is, as a keyword of CSS for the cursor; "pick" and "fill" have none.
    pub(in crate::editor) fn pointer(&self, session: &Session, window: &Window) -> &'static str {
        let (tool, held) = (session.desk().tool, self.held());
        let selected = window.hover().is_some_and(|at| session.document().is_selected(at.x, at.y));
        match tool.press {
            _ if self.is_grabbing(session) => "grab",
            Press::Stroke(_) if tool.moves && selected && held.alt => "copy",
            _ if held.alt => "pick",
            _ if tool.slices => self.slice_pointer(session, window).unwrap_or(tool.pointer),
            _ if self.waiting.is_some() && self.is_over_text(window) => "move",
            // With these keys held, a press changes the selection.
            Press::Stroke(_) if tool.moves && selected && !held.shift && !held.ctrl => "move",
            Press::Zoom if held.shift || held.ctrl => "zoom-out",
            _ => tool.pointer,
        }
    }

    /// Returns what the pointer looks like over a slice, for the tool that changes slices.
    fn slice_pointer(&self, session: &Session, window: &Window) -> Option<&'static str> {
        let at = window.hover().filter(|_| !self.is_painting())?;
        grip(session.document(), session.cel().frame, at, near(window)).map(Grip::pointer)
    }

    /// Returns `true` if a press would move the text that waits.
    #[cold]
    #[inline(never)]
    fn is_over_text(&self, window: &Window) -> bool {
        self.text().is_some() && window.hover().is_some_and(|at| self.is_taken(window, at))
    }

    /// Returns `true` while a press would draw a line from where the last stroke ended.
    pub(in crate::editor) fn has_line(&self, session: &Session) -> bool {
        let ready = matches!(self.pointing, Pointing::Idle) && !self.is_grabbing(session);
        let held = self.held();
        // With Ctrl it is a key that is being pressed, such as that of redo.
        ready && held.shift && !held.ctrl && session.desk().tool.continues && session.last_end().is_some()
    }

    /// Returns the contour of the line that a press would draw from where the last stroke ended, in document pixels:
    /// for each closed loop its number of corners, then their x and y. Empty if it would draw none.
    pub(in crate::editor) fn line_contour(&self, session: &Session, window: &Window) -> Vec<i32> {
        let (Some(from), Some(to)) = (session.last_end(), window.hover()) else {
            return Vec::new();
        };
        let Ok(brush) = session.desk().options.brush() else { return Vec::new() };
        if !self.has_line(session) {
            return Vec::new();
        }
        let around = brush.rect(from).union(brush.rect(to)).intersect(session.document().bounds());
        if i64::from(around.width) * i64::from(around.height) > TRACED {
            return vec![2, from.x, from.y, to.x, to.y];
        }
        let mut cells = Cells::new(around.width as usize, around.height as usize);
        let line = Line::new(from, to);
        let reach = Rect::new(
            around.x.saturating_sub(64),
            around.y.saturating_sub(64),
            around.width + 128,
            around.height + 128,
        );
        for at in line.points(line.within(reach)) {
            for (y, columns) in brush.spans(at) {
                if (around.y..around.bottom()).contains(&y) {
                    let column = |x: i32| (x.clamp(around.x, around.right()) - around.x) as usize;
                    let row = (y - around.y) as usize;
                    cells.fill(column(columns.start)..column(columns.end), row..row + 1);
                }
            }
        }
        appended(cells.contour(), (around.x, around.y))
    }
}

impl Editor {
    /// Notes where the cursor is, and returns the document pixel under it.
    pub(super) fn hovered(&mut self, x: f64, y: f64) -> Point {
        let at = self.shown.window.view().document_point(x, y);
        if self.shown.window.hover() != Some(at) {
            self.shown.window.set_hover(Some(at));
            self.session.emit(Effect::Moved);
        }
        at
    }
}
