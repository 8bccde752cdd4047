//! What a person may choose for tools: brush, ink, symmetry and the rest.
//!
//! One set of options serves all tools, so that a brush chosen for the pencil is the
//! eraser's too; each tool's row says which of them it minds. But a large eraser goes with a small pencil: each tool has a
//! value of its [`OWN`] for some of them, which is put into the set when the tool is taken in hand. A stroke copies what it
//! needs when it begins: changes meanwhile count from the next stroke on.
//!
//! An option is one line of the table below: the typed field where it lands, its value at the
//! start, and the [`Param`] from which the option bar, scripts, tests and the reference are made.
//!
//! ```
//! use undoodle::{tools::Options, value::Value};
//! let mut options = Options::default();
//! options.set("size", &Value::from(9))?;
//! options.set("shape", &Value::from("square"))?;
//! assert_eq!((options.size, options.get("shape")), (9, Some(Value::from("square"))));
//! assert_eq!(options.set("size", &Value::from(65)).unwrap_err().to_string(), "size must be from 1 to 64, not 65");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::pressure::Dynamics;
use crate::document::Mode;
use crate::error::{Error, Result, one_of};
use crate::geometry::Rect;
use crate::named::Named;
use crate::params::{Kind, Param};
use crate::raster::{Brush, Dither, Face, Font, GradientShape, MAX_BRUSH, MAX_SCALE, Shape, Symmetry};
use crate::value::Value;

/// Makes [`Options`] and [`OPTIONS`] of one line for each option: field, type and first value;
/// then name, label, kind and tooltip of its [`Param`]; then, for an option that has
/// an effect only sometimes, when that is: people are asked for it only then.
macro_rules! options {
    ($($field:ident: $type:ty = $first:expr; $name:literal, $label:literal, $kind:expr, $hint:literal
        $(, if $shown:expr)?;)+) => {
        /// Everything that may be chosen for tools.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Options {
            $(#[doc = $hint] pub $field: $type,)+
            /// The brush that was cut out of a picture.
            pub custom: Option<Brush>,
            /// The font that was cut out of a picture.
            pub letters: Option<Font>,
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($field: $first,)+ custom: None, letters: None }
            }
        }

        /// The one table of options, in the order in which people see them.
        pub static OPTIONS: &[ToolOption] = &[$(ToolOption {
            param: Param::new($name, $label, $kind, |options: &Options| options.$field.to_value())
                .hint($hint)$(.shown_if($shown))?,
            set: |options, value| {
                options.$field = Setting::from_value($name, value)?;
                Ok(())
            },
        }),+];
    };
}

options! {
    size: u32 = 1; "size", "Size", Kind::Whole(1, MAX_BRUSH as i64), "Width of the brush in pixels";
    shape: Option<Shape> = Some(Shape::Round); "shape", "Brush", Kind::choice::<Option<Shape>>(), "Shape of the brush";
    font: Face = Face::Small; "font", "Font", Kind::choice::<Face>(), "Form of the letters";
    scale: u32 = 1; "scale", "Pixel size", Kind::Whole(1, MAX_SCALE as i64), "Width of its pixels in pixels of the drawing";
    density: u32 = 10; "density", "Density", Kind::Whole(1, 100), "Share of the brush filled every 0.1 s, in per cent";
    ink: InkKind = InkKind::Normal; "ink", "Ink", Kind::choice::<InkKind>(), "How painted pixels combine with those below";
    pattern: Dither = Dither::Bayer2; "pattern", "Pattern", Kind::Choice(patterns), "Pattern that mixes the two colours", if |o| o.ink == InkKind::Dither || o.pressure == Dynamics::Dither;
    pressure: Dynamics = Dynamics::None; "pressure", "Pressure", Kind::choice::<Dynamics>(), "What pen pressure changes; a mouse has full pressure";
    perfect: bool = false; "perfect", "Pixel-perfect", Kind::Flag, "Removes doubled corner pixels from one-pixel lines", if |o| o.size == 1;
    filled: bool = false; "filled", "Filled", Kind::Flag, "Fill the shape";
    centre: bool = false; "centre", "From centre", Kind::Flag, "Draw from the centre (or hold Ctrl)";
    radius: u32 = 4; "radius", "Radius", Kind::Whole(0, 64), "Radius of the corners in pixels";
    gradient: GradientShape = GradientShape::Linear; "gradient", "Shape", Kind::choice::<GradientShape>(), "Shape of the gradient";
    dither: Dither = Dither::None; "dither", "Dither pattern", Kind::choice::<Dither>(), "Ordered dithering";
    lock_alpha: bool = false; "lockAlpha", "Lock alpha", Kind::Flag, "Keeps transparent pixels transparent";
    mode: Mode = Mode::Replace; "mode", "Mode", Kind::choice::<Mode>(), "How a new selection combines with the current one";
    contiguous: bool = true; "contiguous", "Contiguous", Kind::Flag, "Only connected pixels";
    tolerance: u8 = 0; "tolerance", "Tolerance", Kind::Whole(0, 255), "How far a colour channel may differ and still match";
    diagonal: bool = false; "diagonal", "Diagonal", Kind::Flag, "Pixels that touch at corners are connected, too", if |o| o.contiguous;
    sample: LookAt = LookAt::Layer; "sample", "Sample", Kind::choice::<LookAt>(), "Where colours are read from";
    vertical: bool = false; "vertical", "Mirror ↔", Kind::Flag, "Mirror strokes left and right";
    axis_x: Half = Half(64); "axisX", "at", Kind::Number(-FAR, FAR), "Column of the vertical axis", if |o| o.vertical;
    horizontal: bool = false; "horizontal", "Mirror ↕", Kind::Flag, "Mirror strokes top and bottom";
    axis_y: Half = Half(64); "axisY", "at", Kind::Number(-FAR, FAR), "Row of the horizontal axis", if |o| o.horizontal;
    wrap: bool = false; "wrap", "Wrap", Kind::Flag, "Wraps strokes and moved pixels around the tile, for seamless patterns";
}

/// The options of which each tool, or each group of tools that share them, has its own value.
pub const OWN: &[&str] = &["size", "ink", "pattern", "filled"];

/// The values of [`OWN`], as one tool has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    size: u32,
    ink: InkKind,
    pattern: Dither,
    filled: bool,
}

/// Returns the patterns in which two colours can take turns: all that are one.
fn patterns() -> Vec<(&'static str, &'static str)> {
    let all = Dither::NAMES.iter().filter(|(dither, ..)| *dither != Dither::None);
    all.map(|(_, id, label)| (*id, *label)).collect()
}

/// How far away an axis may be, in pixels.
const FAR: f64 = 65536.0;

/// One of the [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct ToolOption {
    /// What can be chosen; its default is what is chosen now.
    pub param: Param<Options>,
    set: fn(&mut Options, &Value) -> Result<()>,
}

crate::named! {
    /// What a painted pixel does to what was there.
    #[derive(Default)]
    pub enum InkKind, "ink" {
        /// It takes its place, alpha and all.
        #[default]
        Normal = "normal", "Normal";
        /// It changes the colour and keeps the alpha.
        LockAlpha = "lock-alpha", "Lock alpha";
        /// It goes one step along the chosen part of the palette.
        Shade = "shade", "Shade";
        /// It alternates between the two colours in an ordered pattern.
        Dither = "dither", "Dither";
    }
}

crate::named! {
    /// Where a tool that looks for colours looks.
    #[derive(Default)]
    pub enum LookAt, "look" {
        /// At the active layer.
        #[default]
        Layer = "layer", "Layer";
        /// At all layers, as they are seen.
        Picture = "picture", "Picture";
    }
}

/// A place in half pixels from the canvas's corner, so that it can lie between two pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half(pub i32);

/// A type that an option can have. What is read was checked against the option's kind before.
trait Setting: Sized {
    fn to_value(&self) -> Value;
    fn from_value(name: &'static str, value: &Value) -> Result<Self>;
}

impl Setting for bool {
    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(name: &'static str, value: &Value) -> Result<bool> {
        value.flag(name)
    }
}

impl Setting for u32 {
    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(name: &'static str, value: &Value) -> Result<u32> {
        Ok(value.whole(name, 0, u32::MAX.into())? as u32)
    }
}

impl Setting for u8 {
    fn to_value(&self) -> Value {
        u32::from(*self).into()
    }

    fn from_value(name: &'static str, value: &Value) -> Result<u8> {
        Ok(value.whole(name, 0, u8::MAX.into())? as u8)
    }
}

impl Setting for Half {
    fn to_value(&self) -> Value {
        Value::Number(f64::from(self.0) / 2.0)
    }

    fn from_value(name: &'static str, value: &Value) -> Result<Half> {
        Ok(Half((value.number(name, -FAR, FAR)? * 2.0).round() as i32))
    }
}

/// Lets options have types whose values have names.
macro_rules! settings {
    ($($type:ty),+) => {
        $(impl Setting for $type {
            fn to_value(&self) -> Value {
                Named::id(*self).into()
            }

            fn from_value(name: &'static str, value: &Value) -> Result<$type> {
                let id = value.text(name)?;
                let expected = || one_of(<$type>::NAMES.iter().map(|(_, id, _)| *id));
                Named::find(id).ok_or_else(|| Error::unknown(name, id, expected()))
            }
        })+
    };
}

settings!(Option<Shape>, Face, InkKind, Dither, Dynamics, GradientShape, Mode, LookAt);

impl Own {
    /// Returns them as a text of four words.
    pub fn to_text(self) -> String {
        let filled = if self.filled { "filled" } else { "outlined" };
        [&self.size.to_string(), " ", self.ink.id(), " ", self.pattern.id(), " ", filled].concat()
    }

    /// Returns what [`to_text`](Own::to_text) has written, or `None` if a word is not understood.
    pub fn from_text(text: &str) -> Option<Own> {
        let mut words = text.split(' ');
        let mut options = Options::default();
        options.set("size", &words.next()?.parse::<u32>().ok()?.into()).ok()?;
        options.set("ink", &words.next()?.into()).ok()?;
        options.set("pattern", &words.next()?.into()).ok()?;
        options.filled = words.next()? == "filled";
        words.next().is_none().then(|| options.own())
    }
}

impl Options {
    /// Returns the value of an option, or `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<Value> {
        OPTIONS.iter().find(|option| option.param.name == name).map(|option| (option.param.default)(self))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] or [`Error::Range`] if there is no such option, or it can't have that
    /// value. Nothing has changed then.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        let Some(option) = OPTIONS.iter().find(|option| option.param.name == name) else {
            let names = one_of(OPTIONS.iter().map(|option| option.param.name));
            return Err(Error::unknown("option", name, names));
        };
        option.param.check(value)?;
        let mut chosen = self.clone();
        (option.set)(&mut chosen, value)?;
        if chosen.shape.is_none() && chosen.custom.is_none() {
            return Err(Error::unknown(
                "shape",
                "custom",
                "round or square, until a brush is made from a selection",
            ));
        }
        if chosen.font == Face::Picture && chosen.letters.is_none() {
            return Err(Error::unknown(
                "font",
                "picture",
                "5×7 or 8×8, until a font is made from a selection",
            ));
        }
        *self = chosen;
        Ok(())
    }

    /// Returns the brush to paint with.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if the size is none that [`set`](Options::set) accepts.
    pub fn brush(&self) -> Result<Brush> {
        match (&self.custom, self.shape) {
            (Some(custom), None) => Ok(custom.clone()),
            (_, shape) => Brush::shaped(self.size, shape.unwrap_or(Shape::Round)),
        }
    }

    /// Returns the font to write with.
    pub fn written(&self) -> Font {
        match (&self.letters, self.font) {
            (Some(letters), Face::Picture) => letters.clone(),
            (_, face) => Font::of(face),
        }
    }

    /// Returns what the tool in hand has for itself.
    pub fn own(&self) -> Own {
        Own { size: self.size, ink: self.ink, pattern: self.pattern, filled: self.filled }
    }

    /// Sets what the tool in hand has for itself.
    pub fn set_own(&mut self, Own { size, ink, pattern, filled }: Own) {
        (self.size, self.ink, self.pattern, self.filled) = (size, ink, pattern, filled);
    }

    /// Returns how strokes are mirrored: column x to `a - x`, since an axis between two columns mirrors them.
    pub fn symmetry(&self) -> Symmetry {
        let axis = |on: bool, Half(at): Half| on.then_some(at.saturating_sub(1));
        Symmetry {
            vertical: axis(self.vertical, self.axis_x),
            horizontal: axis(self.horizontal, self.axis_y),
        }
    }

    /// Returns where the vertical and the horizontal axis are.
    pub fn axes(&self) -> (Half, Half) {
        (self.axis_x, self.axis_y)
    }

    /// Moves both axes.
    pub fn set_axes(&mut self, axes: (Half, Half)) {
        (self.axis_x, self.axis_y) = axes;
    }

    /// Puts the axes into the middle of a canvas.
    pub fn center_axes(&mut self, canvas: Rect) {
        (self.axis_x, self.axis_y) = (Half(canvas.width), Half(canvas.height));
    }
}
