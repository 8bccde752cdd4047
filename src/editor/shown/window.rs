//! The window: the view of the drawing, and everything that the page has yet to show.
//!
//! The view, the dirty rectangles that wait to be painted, the marching ants, the pixel
//! under the cursor, and the effects that the page has not taken yet. Like the desk it is
//! no part of the drawing. Unlike the desk it follows the drawing: what changes there makes
//! rectangles dirty here.
//!
//! The invariant: while the [backlog](super::backlog) has something to be painted,
//! [`Effect::Repaint`] waits for the page.

use super::backlog::Backlog;
use super::miniature::Miniature;
use super::sights::Sight;
use super::skin::Displayed;
use crate::color::Color;
use crate::document::MAX_SIDE;
use crate::editor::effects::{Effect, Highlight, Outbox};
use crate::geometry::{Point, Rect};
use crate::render::{MAX_VIEW, Turn, View, Zoom};
use crate::value::Value;

/// The smallest longer side of a drawing to which it can be zoomed out below 1×, in device pixels.
const SMALLEST: i32 = 48;

/// Room around a rectangle that is scrolled into view, in device pixels.
const AROUND: i32 = 24;

/// The view of a drawing, its dirty rectangles, and the effects for the page.
#[derive(Debug)]
pub struct Window {
    pub(super) view: View,
    /// Views of canvases of other sizes, to be restored with the size.
    pub(super) sights: Vec<Sight>,
    /// What is to be painted.
    pub(super) backlog: Backlog,
    /// Cached lines of the marching ants, in device pixels; `None` when stale.
    pub(super) ants: Option<Vec<i32>>,
    /// Document pixel under the cursor, or `None` while the cursor is not over the viewport.
    pub(super) hover: Option<Point>,
    /// What is known of the small canvas beside the picture.
    pub(super) miniature: Miniature,
    /// Whether slices are shown over the picture.
    slices: bool,
    /// Whether rulers are shown along the picture.
    pub(super) rulers: bool,
    /// The highlight that undo or redo showed last.
    pub(super) highlight: Option<Highlight>,
    outbox: Outbox,
    /// The frame that is shown, and its ghosts.
    shown: Displayed,
    /// Whether the view was fitted, and not moved since: then it stays fitted when the viewport changes its size.
    fitted: bool,
    /// The view to begin with once the window has a size, instead of one that fits.
    wish: Option<Sighted>,
}

/// A zoom, and the place of the drawing in the middle of the viewport.
#[derive(Clone, Copy, Debug)]
struct Sighted {
    zoom: Zoom,
    middle: (f64, f64),
}

impl Window {
    /// Creates a window without a size.
    pub(in crate::editor) fn new() -> Window {
        Window {
            view: View::new(0, 0),
            sights: Vec::new(),
            backlog: Backlog::new(),
            ants: None,
            hover: None,
            miniature: Miniature::default(),
            slices: true,
            rulers: false,
            highlight: None,
            outbox: Outbox::default(),
            shown: Displayed::default(),
            fitted: true,
            wish: None,
        }
    }

    /// Returns the view of the drawing.
    pub(in crate::editor) fn view(&self) -> &View {
        &self.view
    }

    /// Returns the part of a canvas that is seen, and how it is turned.
    pub(in crate::editor) fn sight(&self, canvas: Rect) -> (Rect, Turn) {
        (self.view.visible(canvas), self.view.turn)
    }

    /// Returns the document pixel under the cursor, or `None` while the cursor is not over the viewport.
    pub(in crate::editor) fn hover(&self) -> Option<Point> {
        self.hover
    }

    /// Sets the document pixel under the cursor.
    pub(in crate::editor) fn set_hover(&mut self, at: Option<Point>) {
        self.hover = at;
    }

    /// Has the marching ants and the path of a lasso drawn anew.
    pub(in crate::editor) fn forget_ants(&mut self) {
        self.ants = None;
    }

    /// Shows the grid of pixels, or no longer.
    pub(in crate::editor) fn toggle_grid(&mut self) {
        self.view.grid = !self.view.grid;
        self.repaint();
    }

    /// Shows what lies beyond the canvas's edge, or no longer.
    pub(in crate::editor) fn toggle_beyond(&mut self) {
        self.view.beyond = !self.view.beyond;
        self.repaint();
    }

    /// Returns `true` if rulers are shown along the picture.
    pub(in crate::editor) fn has_rulers(&self) -> bool {
        self.rulers
    }

    /// Returns `true` if slices are shown over the picture.
    pub(in crate::editor) fn shows_slices(&self) -> bool {
        self.slices
    }

    /// Shows slices over the picture, or no longer.
    pub(in crate::editor) fn toggle_slices(&mut self) {
        self.slices = !self.slices;
    }

    /// Shows rulers along the picture, or no longer.
    pub(in crate::editor) fn toggle_rulers(&mut self) {
        self.rulers = !self.rulers;
    }

    /// Marks the whole viewport and all of the miniature dirty.
    pub(in crate::editor) fn render_anew(&mut self) {
        self.miniature.forget();
        self.repaint();
    }

    /// Adds an effect for the page.
    pub(in crate::editor) fn emit(&mut self, effect: Effect) {
        self.outbox.emit(effect);
    }

    /// Takes the effects that have gathered since the last call.
    pub(in crate::editor) fn take_effects(&mut self) -> Vec<Effect> {
        self.outbox.take()
    }

    /// Marks a rectangle of a canvas dirty, wherever the view shows it.
    pub(in crate::editor) fn mark_dirty(&mut self, canvas: Rect, rect: Rect) {
        // What changes beyond the edge is told by the pixels at the edge.
        let inner = Rect::new(canvas.x + 1, canvas.y + 1, canvas.width - 2, canvas.height - 2);
        if self.view.beyond && rect.intersect(inner) != rect {
            self.backlog.add(self.view.bounds());
            self.emit(Effect::Repaint);
        }
        for view in self.view.copies(canvas) {
            let shown = view.device_rect(rect).intersect(view.bounds());
            if !shown.is_empty() {
                self.backlog.add(shown);
                self.emit(Effect::Repaint);
            }
        }
    }

    /// Sets what is shown, and marks the canvas dirty if it is something else than before.
    pub(super) fn show(&mut self, shown: Displayed, canvas: Rect) {
        self.backlog.weight = shown.weight();
        if self.shown != shown {
            self.shown = shown;
            self.mark_dirty(canvas, canvas);
        }
    }

    /// Marks the whole viewport dirty.
    pub(in crate::editor) fn repaint(&mut self) {
        self.backlog.forget(&self.view);
        self.view_changed();
    }

    /// Tells the page of another view.
    fn view_changed(&mut self) {
        self.ants = None;
        self.emit(Effect::Repaint);
        self.emit(Effect::State);
    }

    /// Sets the viewport's size in device pixels. The first call fits the canvas into it.
    pub(in crate::editor) fn resize(&mut self, width: i32, height: i32, canvas: Rect) {
        let first = self.view.width == 0 || self.view.height == 0;
        let (width, height) = (width.clamp(0, MAX_VIEW), height.clamp(0, MAX_VIEW));
        self.view.resize(width, height, canvas);
        if first || self.fitted {
            self.view.fit(canvas);
            self.wish.take().into_iter().for_each(|wish| self.look_at(wish, canvas));
        }
        self.repaint();
    }

    /// Sets the zoom, keeping the point at (x, y) of the viewport where it is.
    pub(in crate::editor) fn zoom_at(&mut self, x: f64, y: f64, zoom: Zoom, canvas: Rect) {
        let before = self.view;
        self.fitted = false;
        // Zoomed out further, a small drawing would be a dot.
        let least = (canvas.width.max(canvas.height) / SMALLEST).max(1);
        let mut zoom = zoom;
        while zoom.down() > least && zoom.down() > before.zoom.down() {
            zoom = zoom.stepped(1);
        }
        self.view.zoom_at(x, y, zoom, canvas);
        self.backlog.zoom(&before, &self.view);
        self.view_changed();
    }

    /// Sets the zoom, keeping the middle of the viewport where it is.
    pub(in crate::editor) fn zoom(&mut self, zoom: Zoom, canvas: Rect) {
        let (x, y) = (f64::from(self.view.width) / 2.0, f64::from(self.view.height) / 2.0);
        self.zoom_at(x, y, zoom, canvas);
    }

    /// Moves the view by device pixels.
    pub(in crate::editor) fn pan(&mut self, dx: i32, dy: i32, canvas: Rect) {
        let before = self.view;
        self.fitted = false;
        self.view.pan(dx, dy, canvas);
        self.backlog.pan(&before, &self.view);
        self.view_changed();
    }

    /// Scrolls a rectangle of the canvas into view. Keeps the zoom, unless the rectangle doesn't fit.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn bring_into_view(&mut self, rect: Rect, canvas: Rect) {
        let (bounds, shown) = (self.view.bounds(), self.view.device_rect(rect));
        if bounds.is_empty() || shown.intersect(bounds) == shown {
            return;
        }
        let side = |side: i32| side - 2 * AROUND.min(side / 8);
        let fits = |view: &View| {
            let shown = view.device_rect(rect);
            shown.width <= side(bounds.width) && shown.height <= side(bounds.height)
        };
        let mut view = self.view;
        while !fits(&view) && view.zoom.stepped(-1) != view.zoom {
            view.zoom = view.zoom.stepped(-1);
        }
        if view.zoom != self.view.zoom {
            let middle = |from: i32, length: i32| f64::from(from) + f64::from(length) / 2.0;
            let middle = (middle(rect.x, rect.width), middle(rect.y, rect.height));
            self.look_at(Sighted { zoom: view.zoom, middle }, canvas);
            return;
        }
        let by = |from: i32, to: i32, whole: i32| {
            let edge = (whole - side(whole)) / 2;
            (edge - from).max(0) + (whole - edge - to).min(0)
        };
        let across = by(shown.x, shown.right(), bounds.width);
        self.pan(across, by(shown.y, shown.bottom(), bounds.height), canvas);
    }

    /// Returns the view as names and values.
    pub(in crate::editor) fn choices(&self) -> Vec<(String, Value)> {
        let View { zoom, width, height, grid, .. } = self.view;
        if width == 0 || height == 0 {
            return Vec::new();
        }
        let (x, y) = self.view.document_place(f64::from(width) / 2.0, f64::from(height) / 2.0);
        let zoom = if zoom.up() > 1 { zoom.up() } else { -zoom.down() };
        vec![
            ("zoom".into(), Value::Number(f64::from(zoom))),
            ("middleX".into(), Value::Number(x)),
            ("middleY".into(), Value::Number(y)),
            ("grid".into(), Value::Flag(grid)),
            ("rulers".into(), Value::Flag(self.rulers)),
            ("slices".into(), Value::Flag(self.slices)),
            ("beyond".into(), Value::Flag(self.view.beyond)),
            ("fitted".into(), Value::Flag(self.fitted)),
        ]
    }

    /// Sets the view again, as far as it is understood.
    pub(in crate::editor) fn choose_again(&mut self, choices: &[(String, Value)], canvas: Rect) {
        let given = |name: &str| choices.iter().find(|(other, _)| other == name).map(|(_, value)| value);
        let far = f64::from(MAX_SIDE) * 2.0;
        let number = |name| given(name).and_then(|value| value.number("choice", -far, far).ok());
        if let Some(Ok(grid)) = given("grid").map(|value| value.flag("choice")) {
            self.view.grid = grid;
        }
        if let Some(Ok(slices)) = given("slices").map(|value| value.flag("choice")) {
            self.slices = slices;
        }
        if let Some(Ok(rulers)) = given("rulers").map(|value| value.flag("choice")) {
            self.rulers = rulers;
        }
        if let Some(Ok(beyond)) = given("beyond").map(|value| value.flag("choice")) {
            self.view.beyond = beyond;
        }
        if let Some(Ok(true)) = given("fitted").map(|value| value.flag("choice")) {
            return self.fit(canvas);
        }
        let (Some(zoom), Some(x), Some(y)) = (number("zoom"), number("middleX"), number("middleY")) else {
            return;
        };
        let zoom = if zoom > 1.0 { Zoom::times(zoom as i32) } else { Zoom::part(-(zoom as i32)) };
        let wish = Sighted { zoom, middle: (x, y) };
        if self.view.width == 0 || self.view.height == 0 {
            self.wish = Some(wish);
        } else {
            self.look_at(wish, canvas);
        }
    }

    fn look_at(&mut self, Sighted { zoom, middle }: Sighted, canvas: Rect) {
        self.fitted = false;
        self.view.center_on(zoom, middle, canvas);
        self.repaint();
    }

    /// Turns the view, with what is in its middle left there.
    pub(in crate::editor) fn turn(&mut self, turn: Turn, canvas: Rect) {
        self.view.turn(turn, canvas);
        if self.fitted {
            self.view.fit(canvas);
        }
        self.repaint();
    }

    /// Fits the canvas into the viewport.
    pub(in crate::editor) fn fit(&mut self, canvas: Rect) {
        self.fitted = true;
        self.view.fit(canvas);
        self.repaint();
    }

    /// Sets what is around and behind the canvas: the margin that a fitted view keeps, in device pixels, and the
    /// colours of the checkerboard.
    pub(super) fn surround(&mut self, margin: i32, checkers: [Color; 2], canvas: Rect) {
        (self.view.margin, self.view.checkers) = (margin.clamp(0, MAX_VIEW), checkers);
        if self.fitted && self.view.width > 0 && self.view.height > 0 {
            self.view.fit(canvas);
        }
        self.repaint();
    }

    /// Returns `true` if the view was fitted, and not moved since.
    pub(in crate::editor) fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// Shows what a view has shown before, unless that is so.
    pub(in crate::editor) fn look_again(&mut self, (view, fitted): (View, bool)) {
        if (view.zoom, view.origin) != (self.view.zoom, self.view.origin) {
            (self.view.zoom, self.view.origin, self.fitted) = (view.zoom, view.origin, fitted);
            self.repaint();
        }
    }

    /// Restores a zoom and an origin from before the view was fitted.
    pub(super) fn restore(&mut self, zoom: Zoom, origin: Point) {
        self.fitted = false;
        (self.view.zoom, self.view.origin) = (zoom, origin);
    }
}
