//! Tools: small state machines over pointer samples and time.
//!
//! A tool that is idle is a row of the table below: its name, its key, its icon, the options
//! that it minds. Menus, buttons, keys, option bars, scripts, tests and the reference are made
//! from these rows. A tool at work is a [`Gesture`]: it begins, goes on, lets time pass and
//! ends, and each family of gestures is one file. It writes into the document's open action and
//! never thinks of undo: commit, cancel and everything after are the history's.
//!
//! ```
//! use undoodle::tools::{TOOLS, tool};
//! assert!(TOOLS.iter().all(|tool| !tool.icon.is_empty()));
//! assert!(tool("spray")?.options().any(|option| option.param.name == "density"));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod area;
mod curve;
mod fill;
mod freehand;
mod gesture;
mod gradient;
mod ink;
mod moving;
mod options;
mod pen;
mod polygon;
mod presses;
mod pressure;
mod rounded;
mod selecting;
mod shapes;
mod slicing;
mod spray;
mod stamps;
mod stencil;
mod stroke;
mod text;
mod tool;
mod way;

pub use area::area;
pub use gesture::{Drag, Gesture, Held, Sample};
pub use ink::Ink;
pub use options::{Half, InkKind, LookAt, OPTIONS, OWN, Options, Own, ToolOption};
pub use pen::Pen;
pub use pressure::{Dynamics, Pressure};
pub use slicing::SLICED;
pub use stroke::{Ends, Setup, Stroke};
pub use tool::{Begin, Outline, Press, Tool, tool};

pub(crate) use slicing::{Grip, grip};

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use area::Near;
#[doc(hidden)]
pub use spray::random;
#[doc(hidden)]
pub use stencil::{Stencil, areas};

use crate::keys::Key;
use curve::Bend;
use fill::Fill;
use freehand::Freehand;
use gradient::Grade;
use moving::Move;
use polygon::Polygon;
use presses::Presses;
use rounded::Softened;
use selecting::{Lasso, Marquee, Wand};
use shapes::{Boxed, Round, Shape, Straight};
use slicing::Slicing;
use spray::Spray;
use text::Text;
use tool::{AREA, BRUSH, COPIES, INK};

/// Begins a row: the tool's id, its label and what a press does.
macro_rules! tool {
    ($id:literal, $label:literal, $press:expr) => {
        Tool::new($id, concat!("tool.", $id), $label, $press)
    };
}

/// The one table of tools, in the order in which people see them; the first is chosen at the start.
pub static TOOLS: &[Tool] = &[
    tool!("pencil", "Pencil", Press::Stroke(Freehand::begin))
        .keys(&[Key::plain("b")])
        .icon("pencil")
        .minds(&[BRUSH, INK, &["pressure", "perfect"], COPIES])
        .paints(Outline::Brush)
        .continues(),
    tool!("spray", "Spray", Press::Stroke(Spray::begin))
        .keys(&[Key::shift("b")])
        .icon("spray-can")
        .minds(&[BRUSH, &["density", "pressure"], INK, COPIES])
        .paints(Outline::Brush),
    tool!("eraser", "Eraser", Press::Stroke(Freehand::begin))
        .keys(&[Key::plain("e")])
        .icon("eraser")
        .minds(&[BRUSH, &["pattern", "pressure", "perfect"], COPIES])
        .paints(Outline::Brush)
        .erases()
        .continues(),
    tool!("history-brush", "History brush", Press::Stroke(Freehand::begin))
        .keys(&[Key::plain("y")])
        .icon("history")
        .minds(&[BRUSH, &["pattern", "pressure", "perfect", "lockAlpha"], COPIES])
        .paints(Outline::Brush)
        .restores()
        .continues(),
    tool!("line", "Line", Press::Stroke(Shape::<Straight>::begin))
        .keys(&[Key::plain("l")])
        .icon("slash")
        .minds(&[BRUSH, INK, COPIES])
        .paints(Outline::Brush)
        .continues(),
    tool!("curve", "Curve", Press::Stroke(Presses::<Bend>::begin))
        .keys(&[Key::shift("l")])
        .icon("spline")
        .goes_on("Press for the next point; Enter ends the curve, Backspace takes a point back")
        .like("line")
        .minds(&[BRUSH, INK, COPIES])
        .paints(Outline::Brush),
    tool!("rectangle", "Rectangle", Press::Stroke(Shape::<Boxed>::begin))
        .keys(&[Key::plain("u")])
        .icon("square")
        .like("line")
        .minds(&[BRUSH, INK, &["filled", "centre"], COPIES])
        .paints(Outline::Brush),
    tool!("ellipse", "Ellipse", Press::Stroke(Shape::<Round>::begin))
        .keys(&[Key::shift("u")])
        .icon("circle")
        .like("line")
        .minds(&[BRUSH, INK, &["filled", "centre"], COPIES])
        .paints(Outline::Brush),
    tool!("rounded-rectangle", "Rounded rectangle", Press::Stroke(Shape::<Softened>::begin))
        .keys(&[Key::alt("u")])
        .icon("squircle")
        .like("line")
        .minds(&[BRUSH, INK, &["filled", "centre", "radius"], COPIES])
        .paints(Outline::Brush),
    tool!("polygon", "Polygon", Press::Stroke(Presses::<Polygon>::begin))
        .keys(&[Key::shift("d")])
        .icon("pentagon")
        .goes_on("Press for more points, on the first to close it; Enter ends, Backspace goes back")
        .like("line")
        .minds(&[BRUSH, INK, &["filled"], COPIES])
        .paints(Outline::Brush),
    tool!("text", "Text", Press::Stroke(Text::begin))
        .keys(&[Key::plain("t")])
        .icon("type")
        .goes_on("Type and drag the text; a press beside it or Ctrl+Enter places it")
        .pointer("text")
        .minds(&[&["font", "scale"], INK, COPIES])
        .paints(Outline::Pixel),
    tool!("fill", "Fill", Press::Stroke(Fill::begin))
        .keys(&[Key::plain("g")])
        .icon("paint-bucket")
        .pointer("fill")
        .begins()
        .minds(&[INK, AREA, COPIES])
        .paints(Outline::Pixel),
    tool!("gradient", "Gradient", Press::Stroke(Grade::begin))
        .keys(&[Key::shift("g")])
        .icon("gradient")
        .minds(&[&["gradient", "dither", "lockAlpha"], COPIES])
        .paints(Outline::Pixel),
    tool!("eyedropper", "Eyedropper", Press::Pick)
        .keys(&[Key::plain("i")])
        .icon("pipette")
        .pointer("pick")
        .minds(&[&["sample"]]),
    tool!("select-rectangle", "Select rectangle", Press::Stroke(Marquee::<Boxed>::begin))
        .keys(&[Key::plain("m")])
        .icon("square-dashed")
        .begins()
        .minds(&[&["mode", "centre"]])
        .moves(),
    tool!("select-ellipse", "Select ellipse", Press::Stroke(Marquee::<Round>::begin))
        .keys(&[Key::shift("m")])
        .icon("circle-dashed")
        .minds(&[&["mode", "centre"]])
        .moves(),
    tool!("lasso", "Lasso", Press::Stroke(Lasso::begin))
        .keys(&[Key::plain("q")])
        .icon("lasso")
        .minds(&[&["mode"]])
        .moves(),
    tool!("wand", "Magic wand", Press::Stroke(Wand::begin))
        .keys(&[Key::plain("w")])
        .icon("wand-sparkles")
        .minds(&[&["mode"], AREA]),
    tool!("move", "Move", Press::Stroke(Move::begin))
        .keys(&[Key::plain("v")])
        .icon("move")
        .pointer("move")
        .minds(&[&["wrap"]])
        .begins()
        .moves(),
    tool!("slice", "Slice", Press::Stroke(Slicing::begin)).keys(&[Key::shift("c")]).icon("slice").slices(),
    tool!("hand", "Hand", Press::Pan).keys(&[Key::plain("h")]).icon("hand").pointer("grab"),
    tool!("zoom", "Zoom", Press::Zoom).keys(&[Key::plain("z")]).icon("search").pointer("zoom-in"),
    tool!("probe", "Who made this?", Press::Probe)
        .keys(&[Key::shift("w")])
        .icon("user-search")
        .pointer("help")
        .points(),
];
