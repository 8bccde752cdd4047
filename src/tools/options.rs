//! What a person may choose for tools: brush, ink, symmetry and the rest.
//!
//! One set of options serves all tools, so that a brush chosen for the pencil is the
//! eraser's too; each tool says which of them it minds. A stroke copies what it needs
//! when it begins: changes meanwhile count from the next stroke on.
//!
//! ```
//! use undoodle::{tools::Options, value::Value};
//! let mut options = Options::default();
//! options.set("size", &Value::from(9))?;
//! options.set("shape", &Value::from("square"))?;
//! assert_eq!(options.get("size"), Some(Value::from(9)));
//! assert_eq!(options.set("size", &Value::from(65)).unwrap_err().to_string(), "size 65: expected 1..=64");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::document::Mode;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::raster::{Brush, Dither, GradientShape, MAX_BRUSH, Shape, Symmetry};
use crate::value::Value;

/// What a painted pixel does to what was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InkKind {
    /// It takes its place, alpha and all.
    #[default]
    Normal,
    /// It changes the colour and keeps the alpha.
    LockAlpha,
    /// It goes one step along the chosen part of the palette.
    Shade,
    /// It alternates between the two colours in an ordered pattern.
    Dither,
}

impl InkKind {
    const ALL: [(InkKind, &'static str); 4] = [
        (InkKind::Normal, "normal"),
        (InkKind::LockAlpha, "lock-alpha"),
        (InkKind::Shade, "shade"),
        (InkKind::Dither, "dither"),
    ];
}

/// Everything that may be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The brush's width in pixels.
    pub size: u32,
    /// The brush's shape; `None` for the one that was cut out of a picture.
    pub shape: Option<Shape>,
    /// The brush that was cut out of a picture.
    pub custom: Option<Brush>,
    /// Whether lines of one pixel leave out the corners of their steps.
    pub perfect: bool,
    /// What painted pixels do.
    pub ink: InkKind,
    /// Whether rectangles and ellipses are filled.
    pub filled: bool,
    /// Whether they are drawn from their centre.
    pub centre: bool,
    /// Whether fill and wand take only what is joined.
    pub contiguous: bool,
    /// The greatest difference of a channel that fill and wand take as equal.
    pub tolerance: u8,
    /// Whether pixels are joined by their corners as well.
    pub diagonal: bool,
    /// Whether fill, wand and eyedropper look at the picture rather than at the layer.
    pub picture: bool,
    /// The gradient's shape.
    pub gradient: GradientShape,
    /// The gradient's and the dithering ink's pattern.
    pub dither: Dither,
    /// What a new selection does to the one that is there.
    pub mode: Mode,
    /// Whether strokes are mirrored at the vertical and at the horizontal axis.
    pub mirrored: (bool, bool),
    /// Where the axes are, in half pixels from the canvas's corner.
    pub axes: (i32, i32),
    /// Whether strokes go on at the other side of the tile.
    pub wrap: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: 1,
            shape: Some(Shape::Round),
            custom: None,
            perfect: false,
            ink: InkKind::Normal,
            filled: false,
            centre: false,
            contiguous: true,
            tolerance: 0,
            diagonal: false,
            picture: false,
            gradient: GradientShape::Linear,
            dither: Dither::None,
            mode: Mode::Replace,
            mirrored: (false, false),
            axes: (64, 64),
            wrap: false,
        }
    }
}

/// The names of all options.
pub const NAMES: [&str; 18] = [
    "size",
    "shape",
    "perfect",
    "ink",
    "filled",
    "centre",
    "contiguous",
    "tolerance",
    "diagonal",
    "sample",
    "gradient",
    "dither",
    "mode",
    "vertical",
    "horizontal",
    "axisX",
    "axisY",
    "wrap",
];

/// As far as an axis may be away, in pixels.
const FAR: f64 = 65536.0;

impl Options {
    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<Value> {
        Some(match name {
            "size" => self.size.into(),
            "shape" => self.shape.map_or("custom", Shape::id).into(),
            "perfect" => self.perfect.into(),
            "ink" => InkKind::ALL.iter().find(|(kind, _)| *kind == self.ink)?.1.into(),
            "filled" => self.filled.into(),
            "centre" => self.centre.into(),
            "contiguous" => self.contiguous.into(),
            "tolerance" => u32::from(self.tolerance).into(),
            "diagonal" => self.diagonal.into(),
            "sample" => if self.picture { "picture" } else { "layer" }.into(),
            "gradient" => self.gradient.id().into(),
            "dither" => self.dither.id().into(),
            "mode" => self.mode.id().into(),
            "vertical" => self.mirrored.0.into(),
            "horizontal" => self.mirrored.1.into(),
            "axisX" => Value::Number(f64::from(self.axes.0) / 2.0),
            "axisY" => Value::Number(f64::from(self.axes.1) / 2.0),
            "wrap" => self.wrap.into(),
            _ => return None,
        })
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, or it can't have that value; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        let axis = |what| value.number(what, -FAR, FAR).map(|at| (at * 2.0).round() as i32);
        match name {
            "size" => self.size = value.whole("size", 1, MAX_BRUSH.into())? as u32,
            "shape" => {
                self.shape = match value.text("shape")? {
                    "custom" if self.custom.is_some() => None,
                    "custom" => {
                        return Err(Error::unknown(
                            "shape",
                            "custom",
                            "a brush cut out of a selection before",
                        ));
                    }
                    id => Some(Shape::named(id)?),
                }
            }
            "perfect" => self.perfect = value.flag("perfect")?,
            "ink" => {
                let id = value.text("ink")?;
                let found = InkKind::ALL.iter().find(|(_, name)| *name == id);
                let expected = "normal, lock-alpha, shade or dither";
                self.ink = found.ok_or_else(|| Error::unknown("ink", id, expected))?.0;
            }
            "filled" => self.filled = value.flag("filled")?,
            "centre" => self.centre = value.flag("centre")?,
            "contiguous" => self.contiguous = value.flag("contiguous")?,
            "tolerance" => self.tolerance = value.whole("tolerance", 0, 255)? as u8,
            "diagonal" => self.diagonal = value.flag("diagonal")?,
            "sample" => {
                self.picture = match value.text("sample")? {
                    "picture" => true,
                    "layer" => false,
                    other => return Err(Error::unknown("sample", other, "layer or picture")),
                }
            }
            "gradient" => self.gradient = GradientShape::named(value.text("gradient")?)?,
            "dither" => self.dither = Dither::named(value.text("dither")?)?,
            "mode" => self.mode = Mode::named(value.text("mode")?)?,
            "vertical" => self.mirrored.0 = value.flag("vertical")?,
            "horizontal" => self.mirrored.1 = value.flag("horizontal")?,
            "axisX" => self.axes.0 = axis("axisX")?,
            "axisY" => self.axes.1 = axis("axisY")?,
            "wrap" => self.wrap = value.flag("wrap")?,
            _ => return Err(Error::unknown("option", name, "one that setTool's documentation names")),
        }
        Ok(())
    }

    /// The brush to paint with.
    ///
    /// # Errors
    /// Never for a size that was set here.
    pub fn brush(&self) -> Result<Brush> {
        match (&self.custom, self.shape) {
            (Some(custom), None) => Ok(custom.clone()),
            (_, shape) => Brush::shaped(self.size, shape.unwrap_or(Shape::Round)),
        }
    }

    /// How strokes are mirrored: column x to `a - x`, since an axis between two columns mirrors them.
    pub fn symmetry(&self) -> Symmetry {
        let axis = |on: bool, at: i32| on.then_some(at.saturating_sub(1));
        Symmetry {
            vertical: axis(self.mirrored.0, self.axes.0),
            horizontal: axis(self.mirrored.1, self.axes.1),
        }
    }

    /// Puts the axes into the middle of a canvas.
    pub fn center_axes(&mut self, canvas: Rect) {
        self.axes = (canvas.width, canvas.height);
    }
}
