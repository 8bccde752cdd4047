//! Which part of the document the viewport shows, and how large.
//!
//! All of it is whole device pixels: the zoom is a whole number of device
//! pixels for a pixel, or one device pixel for a whole number of pixels, and the
//! origin lies on a device pixel. That is what keeps pixels crisp at every zoom
//! and every device pixel ratio. A view may be [turned](Turn): then zoom and origin are those of the
//! plain view that it is a mirror image or a rotation of.
//!
//! ```
//! use undoodle_drawing::{geometry::{Point, Rect}, render::{View, Zoom}};
//! let mut view = View::new(640, 480);
//! view.fit(Rect::new(0, 0, 64, 64));
//! assert_eq!(view.zoom, Zoom::times(7));
//! assert_eq!(view.document_point(320.0, 240.0), Point::new(32, 32));
//! ```

use super::Turn;
use crate::color::Color;
use crate::geometry::{Point, Rect};
use std::fmt;

/// Zooms that the wheel and the keys step through. The first shows the largest canvas in 64 device pixels.
const STEPS: [i32; 35] = [
    -512, -384, -256, -192, -128, -96, -64, -48, -32, -24, -16, -12, -8, -6, -4, -3, -2, 1, 2, 3, 4, 5, 6, 8,
    10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128,
];

/// Maximum number of document pixels per device pixel along a side: those of the largest canvas.
const MOST_PIXELS: i32 = crate::document::MAX_SIDE as i32;

/// Minimum number of device pixels of a document that stay in the viewport.
const KEPT: i32 = 48;

/// Maximum distance of one pan, in device pixels: no document is wider at any zoom.
const FAR: i32 = 1 << 24;

/// Device pixels per document pixel: a whole number, or one over a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zoom(i32);

impl Zoom {
    /// Returns the zoom of `n` device pixels for a pixel, 1 to 128.
    pub fn times(n: i32) -> Zoom {
        Zoom(n.clamp(1, 128))
    }

    /// Returns the zoom of one device pixel for `n` pixels, 1 to 32768: the largest canvas fits into any
    /// viewport.
    pub fn part(n: i32) -> Zoom {
        if n <= 1 { Zoom(1) } else { Zoom(-n.min(MOST_PIXELS)) }
    }

    /// Returns the device pixels per pixel, 1 when zoomed out.
    pub fn up(self) -> i32 {
        self.0.max(1)
    }

    /// Returns the pixels per device pixel, 1 when zoomed in.
    pub fn down(self) -> i32 {
        (-self.0).max(1)
    }

    /// Returns the zoom that is a number of steps larger, or smaller if it is negative. A zoom below the
    /// smallest step gets no smaller.
    pub fn stepped(self, steps: i32) -> Zoom {
        if self.0 < STEPS[0] && steps <= 0 {
            return self;
        }
        let at = STEPS.partition_point(|step| *step < self.0) as i32;
        let exact = STEPS.get(at as usize) == Some(&self.0);
        let start = if exact || steps <= 0 { at } else { at - 1 };
        Zoom(STEPS[start.saturating_add(steps).clamp(0, STEPS.len() as i32 - 1) as usize])
    }

    /// Returns the step nearest to a factor. Stays at this zoom unless the factor is clearly nearer to another.
    pub fn towards(self, factor: f64) -> Zoom {
        let mut zoom = self;
        // The factor is beyond the middle between two steps, as ratios go, by a twentieth.
        let nears = |from: Zoom, to: Zoom, up: bool| {
            let middle = from.scale() * to.scale();
            if up { factor * factor > middle * 1.1 } else { factor * factor * 1.1 < middle }
        };
        for (step, up) in [(1, true), (-1, false)] {
            while zoom.stepped(step) != zoom && nears(zoom, zoom.stepped(step), up) {
                zoom = zoom.stepped(step);
            }
        }
        zoom
    }

    /// Returns the device pixels per pixel as a factor.
    pub fn scale(self) -> f64 {
        f64::from(self.up()) / f64::from(self.down())
    }
}

impl fmt::Display for Zoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, "{}×", self.0) } else { write!(f, "1/{}×", -self.0) }
    }
}

/// A viewport onto the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The zoom.
    pub zoom: Zoom,
    /// Device pixel of the document's top-left corner in the plain view.
    pub origin: Point,
    /// Width of the viewport in device pixels.
    pub width: i32,
    /// Height of the viewport in device pixels.
    pub height: i32,
    /// How the view is turned.
    pub turn: Turn,
    /// Whether the grid is shown.
    pub grid: bool,
    /// The two colours of the checkerboard behind the document.
    pub checkers: [Color; 2],
    /// Room that [`fit`](View::fit) leaves on each side of the document, in device pixels.
    pub margin: i32,
    /// Whether the document is repeated on all sides, like a tile.
    pub repeated: bool,
    /// Whether what lies beyond the document's edge is seen faintly.
    pub beyond: bool,
    /// The document's rectangle when it was fitted last.
    pub document: Rect,
}

/// How far inside of a device pixel its edge is thought to be, in device pixels, where a turn exchanges its edges.
const EDGE_WIDTH: f64 = 1e-6;

/// The two colours of the checkerboard at the start.
const CHECKERS: [Color; 2] = [Color::rgba(0xe9, 0xeb, 0xee, 255), Color::rgba(0xdf, 0xe2, 0xe6, 255)];

/// Maximum coordinate of a device rectangle, so that the difference of two of them does not overflow.
const EDGE: i64 = 1 << 30;

impl View {
    /// Creates a viewport of a size in device pixels, at zoom 1.
    pub fn new(width: i32, height: i32) -> View {
        View {
            zoom: Zoom::times(1),
            origin: Point::default(),
            width,
            height,
            turn: Turn::NONE,
            grid: true,
            checkers: CHECKERS,
            margin: 0,
            repeated: false,
            beyond: false,
            document: Rect::EMPTY,
        }
    }

    /// Returns the rectangle of all device pixels of the viewport.
    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Returns the size of the plain viewport.
    fn plain_size(&self) -> (i32, i32) {
        self.turn.size((self.width, self.height))
    }

    /// Returns the place in the plain viewport of a point of the viewport.
    fn plain_point(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = self.plain_size();
        self.turn.plain((x, y), (width.into(), height.into()))
    }

    /// Returns the point of the viewport at a place in the plain viewport.
    fn turned_point(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = self.plain_size();
        self.turn.turned((x, y), (width.into(), height.into()))
    }

    /// Returns the rectangle of the plain viewport that is seen in a rectangle of the viewport.
    pub(super) fn plain_rect(&self, rect: Rect) -> Rect {
        self.turn.plain_rect(rect, self.plain_size())
    }

    /// Returns how far something moves on the screen that moves by a vector in the plain viewport.
    pub fn turned_by(&self, by: (i32, i32)) -> (i32, i32) {
        self.turn.turned(by, (0, 0))
    }

    /// Returns where the viewport's corner (0, 0) is seen after the plain viewport was scaled by a factor and moved.
    pub fn corner_after(&self, scale: f64, by: (f64, f64)) -> (f64, f64) {
        let (x, y) = self.plain_point(0.0, 0.0);
        self.turned_point(scale * x + by.0, scale * y + by.1)
    }

    /// Returns the document pixel under a point of the viewport. It may lie outside the document.
    pub fn document_point(&self, x: f64, y: f64) -> Point {
        // A device pixel has its left and its upper edge, which a turn may make its right or its lower one.
        let (right, down) = self.turn.plain((0.0, 0.0), (1.0, 1.0));
        let (x, y) = self.plain_point(x, y);
        let (x, y) = (x - right * EDGE_WIDTH, y - down * EDGE_WIDTH);
        let scale = self.zoom.scale();
        let to = |at: f64, origin: i32| ((at - f64::from(origin)) / scale).floor() as i32;
        Point::new(to(x, self.origin.x), to(y, self.origin.y))
    }

    /// Converts a point of the viewport into document coordinates; (0.5, 0.5) is the centre of the first
    /// pixel.
    pub fn document_place(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = self.plain_point(x, y);
        let to = |at: f64, origin: i32| (at - f64::from(origin)) / self.zoom.scale();
        (to(x, self.origin.x), to(y, self.origin.y))
    }

    /// Converts document coordinates into a point of the viewport; (0.5, 0.5) is the centre of the first
    /// pixel.
    pub fn device_point(&self, x: f64, y: f64) -> (f64, f64) {
        let to = |at: f64, origin: i32| f64::from(origin) + at * self.zoom.scale();
        self.turned_point(to(x, self.origin.x), to(y, self.origin.y))
    }

    /// Returns a view for each copy of the document: this one, and its eight neighbours if it is
    /// repeated.
    pub fn copies(&self, document: Rect) -> impl Iterator<Item = View> + use<> {
        let shown = self.shown(document);
        let around = if self.repeated { -1..=1 } else { 0..=0 };
        let view = *self;
        around.clone().flat_map(move |j| {
            around.clone().map(move |i| {
                let origin = Point::new(view.origin.x + i * shown.width, view.origin.y + j * shown.height);
                View { origin, ..view }
            })
        })
    }

    /// Returns the rectangle of the document's pixels that are visible at least in part.
    pub fn visible(&self, document: Rect) -> Rect {
        let (up, down) = (i64::from(self.zoom.up()), i64::from(self.zoom.down()));
        let place = |at: i64| at.clamp(-EDGE, EDGE) as i32;
        let low = |origin: i32| place((-i64::from(origin) * down).div_euclid(up));
        let high =
            |side: i32, origin: i32| place(-(-(i64::from(side) - i64::from(origin)) * down).div_euclid(up));
        let (x, y) = (low(self.origin.x), low(self.origin.y));
        let (width, height) = self.plain_size();
        let (right, bottom) = (high(width, self.origin.x), high(height, self.origin.y));
        Rect::new(x, y, right - x, bottom - y).intersect(document)
    }

    /// Returns the document column that a device column shows: when zoomed out, the middle one of several.
    pub(super) fn sample_x(&self, x: i32) -> i32 {
        self.sample(x - self.origin.x)
    }

    /// Returns the document row that a device row shows.
    pub(super) fn sample_y(&self, y: i32) -> i32 {
        self.sample(y - self.origin.y)
    }

    fn sample(&self, offset: i32) -> i32 {
        let down = self.zoom.down();
        offset.div_euclid(self.zoom.up()) * down + down / 2
    }

    /// Returns the device pixels that show a rectangle of the document.
    pub fn device_rect(&self, rect: Rect) -> Rect {
        self.turn.turned_rect(self.shown(rect), self.plain_size())
    }

    /// Returns the point of the viewport at a corner of a document pixel.
    pub fn device_corner(&self, x: i32, y: i32) -> (i32, i32) {
        let Rect { x, y, .. } = self.shown(Rect::new(x, y, 1, 1));
        self.turn.turned((x, y), self.plain_size())
    }

    /// Returns the pixels of the plain viewport that show a rectangle of the document.
    pub fn shown(&self, rect: Rect) -> Rect {
        let (up, down) = (i64::from(self.zoom.up()), i64::from(self.zoom.down()));
        // Coordinates that would overflow are far outside the viewport.
        let place = |at: i64, origin: i32| (at + i64::from(origin)).clamp(-EDGE, EDGE) as i32;
        let low = |at: i32, origin: i32| place((i64::from(at) * up).div_euclid(down), origin);
        let high = |at: i32, origin: i32| place(-((-i64::from(at) * up).div_euclid(down)), origin);
        let (x, y) = (low(rect.x, self.origin.x), low(rect.y, self.origin.y));
        let (right, bottom) = (high(rect.right(), self.origin.x), high(rect.bottom(), self.origin.y));
        Rect::new(x, y, right - x, bottom - y)
    }

    /// Returns the point of the viewport at a document pixel's centre.
    pub fn device_center(&self, x: f64, y: f64) -> (f64, f64) {
        self.device_point(x + 0.5, y + 0.5)
    }

    /// Centres the whole document, at the largest zoom at which it fits with a margin around it.
    pub fn fit(&mut self, document: Rect) {
        self.document = document;
        let (width, height) = self.plain_size();
        // In a small viewport the margin would take more room than the document.
        let room = |side: i32| side - 2 * self.margin.min(side / 8);
        // Of a tile's neighbours, half is to be seen.
        let part = if self.repeated { 2 } else { 1 };
        let (across, upright) = (room(width) / part, room(height) / part);
        let up = (across / document.width).min(upright / document.height);
        let over = |side: i32, room: i32| (side + room.max(1) - 1) / room.max(1);
        let down = over(document.width, across).max(over(document.height, upright));
        self.zoom = if up >= 1 { Zoom::times(up) } else { Zoom::part(down) };
        self.origin = Point::default();
        let shown = self.shown(document);
        self.origin = Point::new((width - shown.width) / 2, (height - shown.height) / 2);
    }

    /// Sets the zoom, and shows a place of the document in the middle of the viewport.
    pub fn center_on(&mut self, zoom: Zoom, (x, y): (f64, f64), document: Rect) {
        let (width, height) = self.plain_size();
        let first = |side: i32, at: f64| (f64::from(side) / 2.0 - at * zoom.scale()).round() as i32;
        (self.zoom, self.origin) = (zoom, Point::new(first(width, x), first(height, y)));
        self.document = document;
        self.keep(document);
    }

    /// Turns the view another way, with what is in the middle of the viewport left there.
    pub fn turn(&mut self, turn: Turn, document: Rect) {
        let middle = self.document_place(f64::from(self.width) / 2.0, f64::from(self.height) / 2.0);
        self.turn = turn;
        self.center_on(self.zoom, middle, document);
    }

    /// Sets the size of the viewport, with what is in its middle left there.
    pub fn resize(&mut self, width: i32, height: i32, document: Rect) {
        let before = self.plain_size();
        (self.width, self.height) = (width, height);
        let now = self.plain_size();
        self.origin.x += (now.0 - before.0) / 2;
        self.origin.y += (now.1 - before.1) / 2;
        self.keep(document);
    }

    /// Sets the zoom, keeping the document point at (x, y) of the viewport in place.
    pub fn zoom_at(&mut self, x: f64, y: f64, zoom: Zoom, document: Rect) {
        let ratio = zoom.scale() / self.zoom.scale();
        let (x, y) = self.plain_point(x, y);
        let to = |at: f64, origin: i32| (at - (at - f64::from(origin)) * ratio).round() as i32;
        self.origin = Point::new(to(x, self.origin.x), to(y, self.origin.y));
        self.zoom = zoom;
        self.keep(document);
    }

    /// Moves the document by device pixels, but never wholly out of the viewport.
    pub fn pan(&mut self, dx: i32, dy: i32, document: Rect) {
        let [dx, dy] = [dx, dy].map(|by| by.clamp(-FAR, FAR));
        let (dx, dy) = self.turn.plain((dx, dy), (0, 0));
        self.origin = Point::new(self.origin.x + dx, self.origin.y + dy);
        self.keep(document);
    }

    /// Moves the origin so that part of the document stays in the viewport.
    fn keep(&mut self, document: Rect) {
        let shown = self.shown(document);
        let (width, height) = self.plain_size();
        let kept = |at: i32, side: i32, room: i32| {
            let rest = KEPT.min(side).min(room.max(1));
            at.clamp(rest - side, (room - rest).max(rest - side))
        };
        self.origin.x = kept(self.origin.x, shown.width, width);
        self.origin.y = kept(self.origin.y, shown.height, height);
    }
}
