//! A press of the pointer and all that follows, for every tool that changes the drawing.
//!
//! A stroke is a state machine over samples: it begins, goes on, and is finished, and
//! it writes into the document's open action. Freehand strokes add to what they have
//! painted. Shapes are drawn anew with every sample: the action is taken back and
//! begun again, so what is seen is exactly what will stay, and no tool has to know how
//! to rub out its own preview.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Point};
//! use undoodle::tools::{Held, Options, Setup, Stroke, Tool};
//! let mut document = Document::new(16, 16)?;
//! let setup = Setup {
//!     tool: Tool::Rectangle, options: Options::default(), cel: Cel::default(), colors: (Color::BLACK, Color::TRANSPARENT),
//!     ramp: Vec::new(), erasing: false, secondary: false, last: None,
//! };
//! document.begin(Stroke::TAG)?;
//! let mut stroke = Stroke::begin(&mut document, setup, Point::new(2, 2), Held::default())?;
//! stroke.extend(&mut document, Point::new(9, 5), Held::default())?;
//! stroke.extend(&mut document, Point::new(5, 5), Held::default())?;
//! stroke.finish(&mut document)?;
//! document.commit(stroke.label(), stroke.color(), 0)?;
//! assert_eq!(document.cel_pixel(Cel::default(), 9, 5)?, Color::TRANSPARENT, "only the last shape stays");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::area::area;
use super::freehand::Freehand;
use super::ink::Ink;
use super::options::{InkKind, Options};
use super::pen::Pen;
use super::{Held, Tool};
use crate::color::Color;
use crate::document::{Cel, Document, Mode};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{
    Gradient, Span, corners, ellipse, ellipse_outline, line, polygon, rectangle_outline, snap,
};

/// What a stroke begins with and keeps.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The tool.
    pub tool: Tool,
    /// What is chosen for it.
    pub options: Options,
    /// The cel that it works on.
    pub cel: Cel,
    /// The pressed button's colour, and the other one.
    pub colors: (Color, Color),
    /// The part of the palette that shading goes along.
    pub ramp: Vec<Color>,
    /// Whether a pen's eraser was put down.
    pub erasing: bool,
    /// Whether it was the right button.
    pub secondary: bool,
    /// Where the last stroke ended.
    pub last: Option<Point>,
}

/// What a stroke is doing.
#[derive(Clone, Debug)]
enum State {
    Freehand(Freehand),
    /// A shape between two corners, drawn anew with every sample; the pen as it was before.
    Shape(Box<Pen>),
    /// A colour was filled.
    Filled,
    /// A rectangle or an ellipse is selected.
    Marquee,
    /// What the hand goes round is selected.
    Lasso(Vec<Point>),
    /// An area was selected.
    Picked,
    /// Pixels are moved; whether they have left their place.
    Moving(bool),
}

/// A stroke under way.
#[derive(Clone, Debug)]
pub struct Stroke {
    setup: Setup,
    state: State,
    from: Point,
    to: Point,
    /// What was held when it began.
    held: Held,
    /// What was held when it was drawn last.
    drawn: Held,
}

impl Setup {
    fn ink(&self) -> Ink {
        let (color, other) = self.colors;
        if self.tool == Tool::Eraser || self.erasing {
            return Ink::Plain(Color::TRANSPARENT);
        }
        match self.options.ink {
            InkKind::Normal => Ink::Plain(color),
            InkKind::LockAlpha => Ink::LockAlpha(color),
            InkKind::Shade => Ink::Shade { ramp: self.ramp.clone(), forward: !self.secondary },
            InkKind::Dither => Ink::Dither { color, other, pattern: self.options.dither },
        }
    }

    /// What a selection does to the one that is there, by what is held and which button it is.
    fn mode(&self, held: Held) -> Mode {
        match (held.shift, held.ctrl || self.secondary || self.erasing) {
            (true, true) => Mode::Intersect,
            (true, false) => Mode::Add,
            (false, true) => Mode::Subtract,
            (false, false) => self.options.mode,
        }
    }
}

impl Stroke {
    /// The tag of a stroke's action.
    pub const TAG: u32 = 1;

    /// Begins a stroke at a pixel, which may lie anywhere, within an open action.
    ///
    /// # Errors
    /// When the cel may not change, or memory can't be had; the caller cancels the action then.
    pub fn begin(document: &mut Document, setup: Setup, at: Point, held: Held) -> Result<Stroke> {
        document.about(setup.cel);
        let from = setup.last.filter(|_| held.shift && setup.tool.continues()).unwrap_or(at);
        if setup.tool.paints() {
            document.land()?;
            document.check(setup.cel, false)?;
        }
        let state = match setup.tool {
            Tool::Pencil | Tool::Eraser => {
                let pen = Pen::new(document, &setup.options, setup.cel, setup.ink(), from)?;
                State::Freehand(Freehand::begin(document, pen, setup.options.perfect, from)?)
            }
            Tool::Line | Tool::Rectangle | Tool::Ellipse | Tool::Gradient => {
                State::Shape(Box::new(Pen::new(document, &setup.options, setup.cel, setup.ink(), from)?))
            }
            Tool::Fill => State::Filled,
            Tool::SelectRectangle | Tool::SelectEllipse | Tool::Lasso | Tool::Move
                if setup.grabs(document, at, held) =>
            {
                document.check(setup.cel, true)?;
                State::Moving(false)
            }
            Tool::SelectRectangle | Tool::SelectEllipse => State::Marquee,
            Tool::Lasso => State::Lasso(vec![at]),
            Tool::Wand => State::Picked,
            Tool::Move | Tool::Eyedropper | Tool::Hand | Tool::Zoom => State::Moving(false),
        };
        let mut stroke = Stroke { setup, state, from, to: at, held, drawn: held };
        stroke.first(document)?;
        Ok(stroke)
    }

    fn first(&mut self, document: &mut Document) -> Result<()> {
        match &mut self.state {
            State::Freehand(freehand) => freehand.extend(document, self.to),
            State::Shape(_) => self.draw(document, self.held),
            State::Filled => self.fill(document),
            State::Picked => self.pick(document),
            State::Marquee | State::Lasso(_) | State::Moving(_) => Ok(()),
        }
    }

    /// Goes on to a pixel.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn extend(&mut self, document: &mut Document, to: Point, held: Held) -> Result<()> {
        let moved = (to.x.saturating_sub(self.to.x), to.y.saturating_sub(self.to.y));
        if moved == (0, 0) && held == self.drawn {
            return Ok(());
        }
        (self.to, self.drawn) = (to, held);
        match &mut self.state {
            State::Freehand(freehand) => freehand.extend(document, to),
            State::Shape(_) => {
                self.again(document)?;
                self.draw(document, held)
            }
            State::Marquee => {
                self.again(document)?;
                self.mark(document, held)
            }
            State::Lasso(points) => {
                if points.last() != Some(&to) {
                    points.push(to);
                }
                let rects: Vec<Rect> = polygon(points).into_iter().map(rect).collect();
                self.again(document)?;
                document.select(&rects, self.setup.mode(self.held))
            }
            State::Moving(begun) if moved != (0, 0) => {
                if !*begun {
                    document.lift(self.setup.cel)?;
                    *begun = true;
                }
                document.move_floating(moved.0, moved.1)
            }
            State::Moving(_) | State::Filled | State::Picked => Ok(()),
        }
    }

    /// The pointer went up: what is left to be done.
    ///
    /// # Errors
    /// As [`begin`](Stroke::begin).
    pub fn finish(&mut self, document: &mut Document) -> Result<()> {
        let clicked = self.from == self.to;
        match &self.state {
            // A click that draws nothing takes the selection away.
            State::Marquee if clicked && self.setup.mode(self.held) == Mode::Replace => document.deselect(),
            State::Marquee if clicked => self.mark(document, self.held),
            State::Lasso(points) if points.len() == 1 && self.setup.mode(self.held) == Mode::Replace => {
                document.deselect()
            }
            // What was moved without being selected has arrived.
            State::Moving(true) if document.selection().is_none() => document.land(),
            _ => Ok(()),
        }
    }

    /// Takes back what was drawn and begins anew, so that only the latest shape is there.
    fn again(&mut self, document: &mut Document) -> Result<()> {
        document.cancel();
        document.begin(Stroke::TAG)?;
        document.about(self.setup.cel);
        if self.setup.tool.paints() { document.land() } else { Ok(()) }
    }

    fn draw(&mut self, document: &mut Document, held: Held) -> Result<()> {
        let State::Shape(pen) = &self.state else { return Ok(()) };
        let mut pen = pen.clone();
        let options = &self.setup.options;
        let round = self.setup.tool == Tool::Ellipse;
        match self.setup.tool {
            Tool::Line => {
                let continued = self.held.shift && self.setup.last.is_some();
                let to = if held.shift && !continued { snap(self.from, self.to) } else { self.to };
                let way: Vec<_> = line(self.from, to).collect();
                pen.dabs(document, &way)
            }
            Tool::Gradient => self.grade(document, &pen, held),
            _ => {
                let around = corners(self.from, self.to, held.shift, options.centre || held.ctrl);
                if options.filled {
                    let rows = (around.y..around.bottom()).map(|y| (y, around.x..around.right()));
                    let spans = if round { ellipse(around) } else { rows.collect() };
                    return pen.spans(document, spans);
                }
                let points = if round { ellipse_outline(around) } else { rectangle_outline(around) };
                pen.dabs(document, &points)
            }
        }
    }

    fn grade(&self, document: &mut Document, pen: &Pen, held: Held) -> Result<()> {
        let options = &self.setup.options;
        let to = if held.shift { snap(self.from, self.to) } else { self.to };
        let gradient = Gradient { from: self.from, to, shape: options.gradient };
        let (first, second) = self.setup.colors;
        let around = document.selection().unwrap_or(document.bounds());
        if self.from == to {
            return Ok(());
        }
        document.edit(self.setup.cel, around, &mut |x, y, old| {
            let at = pen.original(Point::new(x, y), self.from);
            let color = options.dither.mix(gradient.at(at.x, at.y), x, y, first, second);
            match options.ink {
                InkKind::LockAlpha => Ink::LockAlpha(color).apply(x, y, old),
                _ => color,
            }
        })
    }

    fn fill(&mut self, document: &mut Document) -> Result<()> {
        let Setup { ref options, cel, .. } = self.setup;
        let mut pen = Pen::new(document, options, cel, self.setup.ink(), self.to)?;
        // All areas are found before any is painted, or the second would find the first one's colour.
        let mut areas = Vec::new();
        for at in pen.images(self.to) {
            let known = areas.iter().any(|area: &crate::raster::TileMask| area.contains(at.x, at.y));
            if !known {
                areas.extend(area(document, cel, options, at));
            }
        }
        for found in areas {
            for rect in found.rects() {
                pen.area(document, rect)?;
            }
        }
        Ok(())
    }

    fn pick(&mut self, document: &mut Document) -> Result<()> {
        let mode = self.setup.mode(self.held);
        let found = area(document, self.setup.cel, &self.setup.options, self.to);
        let rects: Vec<Rect> = found.iter().flat_map(|area| area.rects()).collect();
        document.select(&rects, mode)
    }

    fn mark(&mut self, document: &mut Document, held: Held) -> Result<()> {
        // What was held at the press chose the mode; held later, the same keys shape.
        let square = held.shift && !self.held.shift;
        let centre = self.setup.options.centre || (held.ctrl && !self.held.ctrl);
        let around = corners(self.from, self.to, square, centre);
        let mode = self.setup.mode(self.held);
        if self.setup.tool == Tool::SelectEllipse {
            let rects: Vec<Rect> = ellipse(around).into_iter().map(rect).collect();
            document.select(&rects, mode)
        } else {
            document.select(&[around], mode)
        }
    }

    /// What its step is called.
    pub fn label(&self) -> &'static str {
        match self.state {
            State::Moving(_) => "Move",
            State::Freehand(_) if self.setup.erasing => "Eraser",
            _ => self.setup.tool.label(),
        }
    }

    /// The colour of its step.
    pub fn color(&self) -> Color {
        if self.setup.tool.paints() { self.setup.ink().commit_color() } else { Color::ADDED }
    }

    /// Where the next one goes on from; `None` for tools that do not.
    pub fn last(&self) -> Option<Point> {
        self.setup.tool.continues().then_some(self.to)
    }
}

impl Setup {
    /// Whether a press takes hold of what is selected instead of selecting anew.
    fn grabs(&self, document: &Document, at: Point, held: Held) -> bool {
        let plain = self.mode(held) == Mode::Replace;
        self.tool == Tool::Move || (plain && document.is_selected(at.x, at.y))
    }
}

fn rect((y, columns): Span) -> Rect {
    Rect::new(columns.start, y, columns.end.saturating_sub(columns.start), 1)
}
