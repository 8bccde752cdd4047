//! Strokes as plainly as they can be said: every pixel of every dab, with every image of it, by itself.

use std::collections::HashSet;
use undoodle::color::Color;
use undoodle::geometry::{Point, Rect};
use undoodle::raster::{Brush, Ellipse, Gradient, corners, is_corner};
use undoodle::tools::{Ink, Setup};

/// A canvas that a stroke is drawn on.
#[derive(Clone)]
pub struct Canvas {
    pub width: i32,
    pub height: i32,
    pub pixels: Vec<Color>,
    /// What may change.
    pub open: Vec<bool>,
    /// Whether pixels keep their alpha.
    pub keeps: bool,
    /// The size of the tile that strokes wrap around in.
    pub tile: (i32, i32),
}

/// Bresenham's line as textbooks have it.
pub fn line(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
    let (mut at, mut error, mut points) = (from, dx + dy, vec![from]);
    while at != to {
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            at.x += (to.x - from.x).signum();
        }
        if twice <= dx {
            error += dx;
            at.y += (to.y - from.y).signum();
        }
        points.push(at);
    }
    points
}

/// A stroke under way.
pub struct Naive {
    setup: Setup,
    ink: Ink,
    brush: Brush,
    tile: Option<Rect>,
    before: Canvas,
    pub now: Canvas,
    from: Point,
    last: Point,
    visited: HashSet<(i32, i32)>,
    /// Of a stroke without corners: the pixel before the last, and what lay under the last.
    trail: (Option<Point>, Vec<(usize, Color)>),
}

impl Naive {
    pub fn begin(setup: Setup, ink: Ink, canvas: Canvas, at: Point) -> Naive {
        let (width, height) = canvas.tile;
        let first = |at: i32, side: i32, tile: i32| at.rem_euclid(side).div_euclid(tile) * tile;
        let corner = (first(at.x, canvas.width, width), first(at.y, canvas.height, height));
        let tile = Rect::new(corner.0, corner.1, width, height);
        let mut naive = Naive {
            brush: setup.options.brush().unwrap(),
            tile: setup.options.wrap.then_some(tile),
            ink,
            before: canvas.clone(),
            now: canvas,
            from: at,
            last: at,
            visited: HashSet::new(),
            trail: (None, Vec::new()),
            setup,
        };
        match naive.setup.tool.id {
            "pencil" | "eraser" if naive.is_thin() => naive.step(at),
            "pencil" | "eraser" => naive.dab(at),
            _ => naive.shape(at),
        }
        naive
    }

    fn is_thin(&self) -> bool {
        self.setup.options.perfect && self.brush.size() == 1 && !self.brush.is_custom()
    }

    pub fn extend(&mut self, to: Point) {
        match self.setup.tool.id {
            "pencil" | "eraser" => {
                for at in line(self.last, to).into_iter().skip(1) {
                    if self.is_thin() { self.step(at) } else { self.dab(at) }
                }
            }
            _ => self.shape(to),
        }
        self.last = to;
    }

    /// A pixel of a stroke that leaves out the corners of its steps.
    fn step(&mut self, to: Point) {
        let (before, under) = std::mem::take(&mut self.trail);
        let first = before.is_none() && under.is_empty() && to == self.from;
        let mut next = if first { None } else { Some(self.last) };
        if let Some(before) = before.filter(|before| is_corner(*before, self.last, to)) {
            for (index, color) in under {
                self.now.pixels[index] = color;
                let (x, y) = (index as i32 % self.now.width, index as i32 / self.now.width);
                self.visited.remove(&(x, y));
            }
            next = Some(before);
        }
        let under = self.images(to).into_iter().filter_map(|at| self.index(at));
        let under = under.map(|index| (index, self.now.pixels[index])).collect();
        self.trail = (next, under);
        self.last = to;
        self.dab(to);
    }

    /// All places that a pixel stands for.
    fn images(&self, at: Point) -> Vec<Point> {
        let symmetry = self.setup.options.symmetry();
        let mut images = vec![at];
        if let Some(axis) = symmetry.vertical {
            images.extend(images.clone().iter().map(|p| Point::new(axis - p.x, p.y)));
        }
        if let Some(axis) = symmetry.horizontal {
            images.extend(images.clone().iter().map(|p| Point::new(p.x, axis - p.y)));
        }
        if let Some(tile) = self.tile {
            for p in &mut images {
                *p = Point::new(
                    tile.x + (p.x - tile.x).rem_euclid(tile.width),
                    tile.y + (p.y - tile.y).rem_euclid(tile.height),
                );
            }
        }
        images
    }

    fn index(&self, at: Point) -> Option<usize> {
        let inside = Rect::new(0, 0, self.now.width, self.now.height).contains(at);
        inside.then(|| (at.y * self.now.width + at.x) as usize)
    }

    fn change(&mut self, at: Point, change: impl Fn(Color) -> Color) {
        let Some(index) = self.index(at).filter(|index| self.now.open[*index]) else { return };
        let old = self.now.pixels[index];
        let new = change(old);
        let [r, g, b, a] = new.bytes;
        self.now.pixels[index] = match self.now.keeps {
            true if a == 0 || old.is_transparent() => old,
            true => Color::rgba(r, g, b, old.bytes[3]),
            false => new,
        };
    }

    /// A pixel of a shape, with its images.
    fn pixel(&mut self, at: Point) {
        for at in self.images(at) {
            let shading = matches!(self.ink, Ink::Shade { .. });
            if !shading || self.visited.insert((at.x, at.y)) {
                let ink = self.ink.clone();
                self.change(at, |old| ink.apply(at.x, at.y, old));
            }
        }
    }

    fn dab(&mut self, at: Point) {
        let colorful = self.brush.is_custom() && matches!(self.ink, Ink::Plain(c) if !c.is_transparent());
        for (y, columns) in self.brush.spans(at) {
            for x in columns {
                if colorful {
                    let color = self.brush.pixel(at, x, y).unwrap();
                    for at in self.images(Point::new(x, y)) {
                        self.change(at, |_| color);
                    }
                } else {
                    self.pixel(Point::new(x, y));
                }
            }
        }
    }

    /// A shape between two corners, on what was there before the stroke.
    fn shape(&mut self, to: Point) {
        self.now = self.before.clone();
        self.visited.clear();
        let options = &self.setup.options;
        let around = corners(self.from, to, false, options.centre);
        let all =
            || (around.y..around.bottom()).flat_map(|y| (around.x..around.right()).map(move |x| (x, y)));
        let spans = |spans: &mut dyn Iterator<Item = (i32, std::ops::Range<i32>)>| {
            spans.flat_map(|(y, columns)| columns.map(move |x| (x, y))).collect()
        };
        let ellipse = Ellipse::new(around);
        let points: Vec<(i32, i32)> = match (self.setup.tool.id, options.filled) {
            ("gradient", _) => return self.grade(to),
            ("line", _) => line(self.from, to).iter().map(|p| (p.x, p.y)).collect(),
            ("rectangle", true) => all().collect(),
            ("rectangle", false) => {
                let (right, bottom) = (around.right() - 1, around.bottom() - 1);
                let edge =
                    |(x, y): &(i32, i32)| *x == around.x || *x == right || *y == around.y || *y == bottom;
                all().filter(edge).collect()
            }
            (_, true) => spans(&mut ellipse.spans(i32::MIN..i32::MAX)),
            (_, false) => spans(&mut ellipse.outline(i32::MIN..i32::MAX)),
        };
        let filled = options.filled && self.setup.tool.id != "line";
        for (x, y) in points {
            if filled { self.pixel(Point::new(x, y)) } else { self.dab(Point::new(x, y)) }
        }
    }

    fn grade(&mut self, to: Point) {
        if self.from == to {
            return;
        }
        let Setup { options, colors: (first, second), .. } = self.setup.clone();
        let gradient = Gradient { from: self.from, to, shape: options.gradient };
        let symmetry = options.symmetry();
        let folded = |at: i32, from: i32, axis: Option<i32>| match axis {
            Some(axis) if (2 * at - axis).signum() * (2 * from - axis).signum() < 0 => axis - at,
            _ => at,
        };
        let (width, height) = (self.now.width, self.now.height);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let within = |at: i32, first: i32, side: i32| first + (at - first).rem_euclid(side);
            let (a, b) = match self.tile {
                Some(tile) => (within(x, tile.x, tile.width), within(y, tile.y, tile.height)),
                None => (x, y),
            };
            let a = folded(a, self.from.x, symmetry.vertical);
            let b = folded(b, self.from.y, symmetry.horizontal);
            let color = options.dither.mix(gradient.at(a, b), x, y, first, second);
            self.change(Point::new(x, y), |old| match options.lock_alpha {
                true => Ink::LockAlpha(color).apply(x, y, old),
                false => color,
            });
        }
    }
}
