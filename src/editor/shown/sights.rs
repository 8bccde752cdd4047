//! Where one looked on canvases of other sizes.
//!
//! When the canvas changes its size, the view is fitted to it and the axes of symmetry
//! go to its middle. Undoing that must not cost where one was: zoomed in on an eye, with
//! an axis through the nose. So the view of a canvas is kept when its size changes, and
//! restored when that size comes back.
//!
//! The invariant: there is one sight for each size, and few of them.

use crate::color::Color;
use crate::editor::Editor;
use crate::geometry::{Point, Rect};
use crate::render::{Turn, Zoom};
use crate::tools::Half;

/// Maximum number of sizes that are remembered.
const MOST: usize = 16;

/// The view of a canvas of one size.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) struct Sight {
    canvas: Rect,
    /// Width and height of the viewport at that time, in device pixels, and how it was turned.
    viewport: (i32, i32, Turn),
    zoom: Zoom,
    origin: Point,
    axes: (Half, Half),
}

impl Editor {
    /// Sets the margin that a fitted view keeps around the canvas, in device pixels, and the colours of the
    /// checkerboard behind it.
    pub fn surround(&mut self, margin: i32, checkers: [Color; 2]) {
        self.shown.window.surround(margin, checkers, self.session.document().bounds());
    }

    /// Remembers the view and the axes of the canvas `before`, and restores those of its new size.
    pub(in crate::editor) fn canvas_resized(&mut self, before: Rect) {
        let viewport =
            (self.shown.window.view.width, self.shown.window.view.height, self.shown.window.view.turn);
        let (zoom, origin, axes) =
            (self.shown.window.view.zoom, self.shown.window.view.origin, self.session.desk().options.axes());
        self.shown.window.sights.retain(|sight| sight.canvas != before);
        if self.shown.window.sights.len() == MOST {
            self.shown.window.sights.remove(0);
        }
        self.shown.window.sights.push(Sight { canvas: before, viewport, zoom, origin, axes });
        let canvas = self.session.document().bounds();
        self.session.center_axes();
        self.shown.window.fit(canvas);
        if let Some(sight) = self.shown.window.sights.iter().find(|sight| sight.canvas == canvas) {
            self.session.set_axes(sight.axes);
            if sight.viewport == viewport {
                self.shown.window.restore(sight.zoom, sight.origin);
            }
        }
        self.repaint();
    }
}
