//! What OpenRaster calls blend modes.
//!
//! Its names are those of SVG and are all that others have to know. It has none for *exclusion*, *subtraction* and *divide*;
//! Krita writes its own names, which are read.

use crate::color::Blend;
use crate::names::Names;

/// The names that are written.
pub const MODES: Names<Blend, &str> = Names(&[
    (Blend::Normal, "svg:src-over"),
    (Blend::Multiply, "svg:multiply"),
    (Blend::Screen, "svg:screen"),
    (Blend::Overlay, "svg:overlay"),
    (Blend::Darken, "svg:darken"),
    (Blend::Lighten, "svg:lighten"),
    (Blend::ColorDodge, "svg:color-dodge"),
    (Blend::ColorBurn, "svg:color-burn"),
    (Blend::HardLight, "svg:hard-light"),
    (Blend::SoftLight, "svg:soft-light"),
    (Blend::Difference, "svg:difference"),
    (Blend::Hue, "svg:hue"),
    (Blend::Saturation, "svg:saturation"),
    (Blend::Color, "svg:color"),
    (Blend::Luminosity, "svg:luminosity"),
    (Blend::Addition, "svg:plus"),
]);

/// Names that others write.
pub const OTHERS: Names<Blend, &str> = Names(&[
    (Blend::Exclusion, "svg:exclusion"),
    (Blend::Exclusion, "krita:exclusion"),
    (Blend::Subtraction, "krita:subtract"),
    (Blend::Divide, "krita:divide"),
    (Blend::Addition, "svg:add"),
    (Blend::Addition, "krita:add"),
]);

/// Returns the blend mode with a name, or `None` if it is unknown.
pub fn blend(name: &str) -> Option<Blend> {
    MODES.value(name).or_else(|| OTHERS.value(name))
}
