//! A press of the pointer and all that follows, for every tool that changes the drawing.
//!
//! A stroke is a state machine over samples: it begins, goes on, and is finished, and
//! it writes into the document's open action. Freehand strokes add to what they have
//! painted. Shapes are drawn anew with every sample: the action is taken back and
//! begun again, so what is seen is exactly what will stay, and no tool has to know how
//! to rub out its own preview. A lasso's path is filled when the hand lets go.
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
use super::stencil::areas;
use super::{Held, Tool};
use crate::color::Color;
use crate::document::{Cel, Document, Mode, Needs};
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::{Ellipse, Gradient, Line, Mixer, Span, corners, polygon, rectangle_edges, snap};

/// The most corners of a lasso's path; from then on the last one follows the hand.
const MOST_CORNERS: usize = 1 << 16;

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

/// What a stroke between two ends can be made from again: see [`Stroke::ends`].
pub type Ends = (Setup, Point, Point, (Held, Held));

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
            document.check(setup.cel, Needs::Colors)?;
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
                document.check(setup.cel, Needs::Alpha)?;
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
                if !self.covers_itself(document) {
                    self.again(document)?;
                }
                self.draw(document, held)
            }
            State::Marquee => {
                self.again(document)?;
                self.mark(document, held)
            }
            // While the hand moves only the path is shown; it is filled once, at the end.
            State::Lasso(points) => {
                if points.len() >= MOST_CORNERS {
                    points.pop();
                }
                points.push(to);
                Ok(())
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
            State::Lasso(points) if points.len() > 1 => {
                let around = polygon(points, document.bounds())?;
                document.select_areas(areas(around), self.setup.mode(self.held))
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
                pen.lines(document, [Line::new(self.from, to)])
            }
            Tool::Gradient => self.grade(document, &pen, held),
            _ => {
                let around = corners(self.from, self.to, held.shift, options.centre || held.ctrl);
                match (round, options.filled) {
                    (true, true) => pen.ellipse(document, Ellipse::new(around)),
                    (false, true) => pen.rect(document, around),
                    (false, false) => pen.lines(document, rectangle_edges(around)),
                    (true, false) => {
                        let rows = pen.way(document).rows();
                        let spans = rows.into_iter().flat_map(|rows| Ellipse::new(around).outline(rows));
                        let edge = |(y, columns): Span| {
                            Line::new(Point::new(columns.start, y), Point::new(columns.end - 1, y))
                        };
                        pen.lines(document, spans.map(edge))
                    }
                }
            }
        }
    }

    /// Whether drawing once more hides what the sample before drew, so that nothing need be taken back.
    ///
    /// A gradient covers the same pixels each time. Only on a layer that keeps its alpha a colour
    /// without any leaves what is there, which must be what was there at the beginning.
    fn covers_itself(&self, document: &Document) -> bool {
        let (first, second) = self.setup.colors;
        let seen = !first.is_transparent() && !second.is_transparent();
        let keeps = document.layer(self.setup.cel.layer).is_ok_and(|layer| layer.alpha_locked);
        self.setup.tool == Tool::Gradient && self.from != self.to && (seen || !keeps)
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
        // Axes and tiles fold columns and rows each by themselves.
        let place = |x: i32, y: i32| {
            let at = pen.original(Point::new(x, y), self.from);
            (f64::from(at.x) - f64::from(self.from.x), f64::from(at.y) - f64::from(self.from.y))
        };
        let columns: Vec<f64> = (around.x..around.right()).map(|x| place(x, around.y).0).collect();
        let mut mixer = Mixer::new(gradient, options.dither, first, second);
        let locked = options.ink == InkKind::LockAlpha;
        document.edit_rows(self.setup.cel, around, &mut |x, y, row| {
            let columns = &columns[(x - around.x) as usize..][..row.len()];
            mixer.row(columns, place(around.x, y).1, (x, y), |i, color| {
                row[i] = if locked { Ink::LockAlpha(color).apply(x, y, row[i]) } else { color };
            });
        })
    }

    fn fill(&mut self, document: &mut Document) -> Result<()> {
        let Setup { ref options, cel, .. } = self.setup;
        let pen = Pen::new(document, options, cel, self.setup.ink(), self.to)?;
        // All areas are found before any is painted, or the second would find the first one's colour.
        let mut areas = Vec::new();
        for at in pen.images(self.to) {
            let known = areas.iter().any(|area: &crate::raster::TileMask| area.contains(at.x, at.y));
            if !known {
                areas.extend(area(document, cel, options, at)?);
            }
        }
        pen.areas(document, areas.iter().flat_map(|area| area.areas()))
    }

    fn pick(&mut self, document: &mut Document) -> Result<()> {
        let mode = self.setup.mode(self.held);
        let found = area(document, self.setup.cel, &self.setup.options, self.to)?;
        document.select_areas(found.iter().flat_map(|area| area.areas()), mode)
    }

    fn mark(&mut self, document: &mut Document, held: Held) -> Result<()> {
        // What was held at the press chose the mode; held later, the same keys shape.
        let square = held.shift && !self.held.shift;
        let centre = self.setup.options.centre || (held.ctrl && !self.held.ctrl);
        let around = corners(self.from, self.to, square, centre);
        let mode = self.setup.mode(self.held);
        if self.setup.tool == Tool::SelectEllipse {
            let canvas = document.bounds();
            let spans = Ellipse::new(around).spans(0..canvas.height);
            let seen = spans.map(|(y, columns)| (y, columns.start.max(0)..columns.end.min(canvas.width)));
            document.select_areas(areas(seen.filter(|(_, columns)| !columns.is_empty())), mode)
        } else {
            document.select(&[around], mode)
        }
    }

    /// Returns the corners of a lasso's path so far; other strokes have none.
    pub fn path(&self) -> &[Point] {
        if let State::Lasso(points) = &self.state { points } else { &[] }
    }

    /// Returns `true` if its step only chooses: a selection was drawn.
    pub fn looks(&self) -> bool {
        matches!(self.state, State::Marquee | State::Lasso(_) | State::Picked)
    }

    /// Returns all that the same stroke could be made from again: its setup, its two ends, and what was
    /// held there. `None` for strokes that two ends do not tell.
    pub fn ends(&self) -> Option<Ends> {
        let told = !matches!(self.state, State::Freehand(_) | State::Lasso(_));
        told.then(|| (self.setup.clone(), self.from, self.to, (self.held, self.drawn)))
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
