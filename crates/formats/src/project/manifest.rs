//! The manifest of a project file: what it holds, for people and for other programs.
//!
//! It is JSON, and it is written and never read: whatever it says stands in the drawing's
//! bytes too, so believing it could only go wrong.

use super::pages::VERSION;
use crate::document::{Door, Drawing};
use crate::error::Result;
use crate::value::quoted;

fn list(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<_> = texts.into_iter().map(|text| quoted(&text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Describes a drawing: the file's version, the canvas, the number of frames, and the names of layers, the
/// lowest first, and of tags.
///
/// # Errors
/// Those of [`Drawing::layer`].
pub(super) fn manifest(drawing: &Drawing<impl Door>) -> Result<String> {
    let (width, height) = drawing.size();
    let layers: Result<Vec<_>> = (0..drawing.layers()).map(|layer| Ok(drawing.layer(layer)?.name)).collect();
    let (layers, tags) = (list(layers?), list(drawing.tags().into_iter().map(|tag| tag.name)));
    let frames = drawing.frames();
    Ok(format!(
        "{{\n  \"format\": {VERSION},\n  \"width\": {width},\n  \"height\": {height},\n  \"frames\": {frames},\n  \
         \"layers\": {layers},\n  \"tags\": {tags}\n}}\n"
    ))
}
