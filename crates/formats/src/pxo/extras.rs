//! What a Pixelorama project says beside its pictures, and a drawing has no place for.
//!
//! Everything that its source writes is listed here: what is read elsewhere, what is told, and what says only how the program
//! shows a project. So what a later version writes in addition is met as unknown, and told too.

use super::layers::kind;
use super::palettes::color;
use super::{Json, counted};
use crate::color::Color;
use crate::document::Drawing;
use crate::error::{Message, Result};
use crate::memory::Memory;
use crate::unknown::Unknown;

/// The mode in which pixels are colours; in any other they are numbers of a palette.
const RGBA: f64 = 5.0;

/// Lists of things that are left out, and what is said of them.
const LISTS: [(&str, &str); 5] = [
    ("guides", "{n} guide left out | {n} guides left out"),
    ("brushes", "{n} brush tip left out | {n} brush tips left out"),
    ("reference_images", "{n} reference image left out | {n} reference images left out"),
    ("tilesets", "{n} tileset left out | {n} tilesets left out"),
    ("vanishing_points", "{n} vanishing point left out | {n} vanishing points left out"),
];

/// Names that a project's author goes by, and what is allowed with the project.
const AUTHOR: [&str; 5] =
    ["license", "author_display_name", "author_real_name", "author_contact", "author_company"];

/// Names that are read, or say only how the program shows and saves a project.
const PROJECT: [&str; 25] = [
    "size_x",
    "size_y",
    "layers",
    "frames",
    "tags",
    "fps",
    "frame_duration",
    "palettes",
    "project_current_palette_name",
    "color_mode",
    "tile_mode_x_basis_x",
    "tile_mode_x_basis_y",
    "tile_mode_y_basis_x",
    "tile_mode_y_basis_y",
    "pixelorama_version",
    "pxo_version",
    "name",
    "save_path",
    "symmetry_points",
    "current_frame",
    "current_layer",
    "export_directory_path",
    "export_file_name",
    "export_file_format",
    "export_profile",
];
const LAYER: [&str; 23] = [
    "name",
    "visible",
    "locked",
    "blend_mode",
    "clipping_mask",
    "opacity",
    "ui_color",
    "parent",
    "effects",
    "animated_params",
    "link_sets",
    "linked_cels",
    "type",
    "new_cels_linked",
    "expanded",
    "tileset_index",
    "place_only_mode",
    "tile_size",
    "tile_shape",
    "tile_layout",
    "tile_offset_axis",
    "playback_frame",
    "audio_type",
];
const FRAME: [&str; 2] = ["cels", "duration"];
const CEL: [&str; 5] = ["opacity", "z_index", "ui_color", "cell_data", "offset"];
const TAG: [&str; 4] = ["name", "color", "from", "to"];

/// Notes for whoever reads the project, and for extensions of the program.
const DATA: [&str; 2] = ["user_data", "metadata"];

/// Returns `true` if a text is not empty, or an object has values.
fn says(json: &Json) -> bool {
    json.text().is_some_and(|text| !text.trim().is_empty()) || !json.entries().is_empty()
}

/// Returns `true` if something is marked by a colour that can be seen.
fn colored(json: &Json) -> bool {
    let mark = json.get("ui_color");
    says(mark) && mark.text().and_then(color).is_none_or(|color| !color.is_transparent())
}

/// Returns `true` if a layer's properties change from frame to frame: there is a value behind the name of one.
fn moves(layer: &Json) -> bool {
    let text: String = layer.get("animated_params").text().unwrap_or_default().split_whitespace().collect();
    text.match_indices(":{").any(|(at, found)| !text[at + found.len()..].starts_with('}'))
}

/// Sets the drawing's tile from the project's tile mode, and returns the note on one that is no upright rectangle.
pub(super) fn tile(drawing: &mut Drawing<Memory>, json: &Json) -> Result<Option<Message>> {
    let axis =
        |name| [format!("{name}_basis_x"), format!("{name}_basis_y")].map(|name| json.get(&name).whole());
    let ([Some(width), Some(up)], [Some(across), Some(height)]) = (axis("tile_mode_x"), axis("tile_mode_y"))
    else {
        let any = json.entries().iter().any(|(name, _)| name.starts_with("tile_mode_"));
        return Ok(any.then(|| "the slanted tile mode left out".into()));
    };
    if (up, across) != (0, 0) {
        return Ok(Some("the slanted tile mode left out".into()));
    }
    if (width, height) != drawing.size() && drawing.set_tile(width, height).is_err() {
        return Ok(Some("the tile mode left out".into()));
    }
    Ok(None)
}

/// Lists what is not kept of a project.
pub(super) fn notes(json: &Json) -> Vec<Message> {
    let [layers, frames, tags] = ["layers", "frames", "tags"].map(|name| json.get(name).list());
    let cels = || frames.iter().flat_map(|frame| frame.get("cels").list());
    let things = || [json].into_iter().chain(layers).chain(frames).chain(tags).chain(cels());
    let data: usize = DATA.iter().map(|name| things().filter(|thing| says(thing.get(name))).count()).sum();
    let count = |count: usize, code| counted(count as u32, code);
    let mark = |tag: &&Json| tag.get("color").text().is_some_and(|text| text.parse::<Color>().is_err());
    let colors = tags.iter().filter(mark).count();
    let marks = layers.iter().chain(cels()).filter(|thing| colored(thing)).count();
    let animated = layers.iter().filter(|layer| moves(layer)).count();
    let indexed = json.get("color_mode").number().is_some_and(|mode| mode != RGBA);
    let author = AUTHOR.iter().any(|name| says(json.get(name)));
    let mut notes: Vec<_> = [
        count(colors, "the colour of {n} tag left out | the colour of {n} tags left out"),
        count(
            marks,
            "{n} colour mark of layers and cels left out \
             | {n} colour marks of layers and cels left out",
        ),
        count(
            animated,
            "the animated properties of {n} layer left out \
             | the animated properties of {n} layers left out",
        ),
        count(data, "{n} piece of user data left out | {n} pieces of user data left out"),
        indexed.then(|| "its indexed colours became RGB".into()),
        author.then(|| "the author and the licence left out".into()),
    ]
    .into_iter()
    .flatten()
    .collect();
    notes.extend(LISTS.iter().filter_map(|(name, code)| count(json.get(name).list().len(), code)));
    let mut unknown = Unknown::default();
    let lists: Vec<_> = LISTS.iter().map(|(name, _)| *name).collect();
    unknown.look(json, &[&PROJECT[..], &AUTHOR, &DATA, &lists].concat());
    // Layers of other kinds are left out whole, with their cels.
    let painted: Vec<_> = layers.iter().map(|row| matches!(kind(row), 0 | 1 | 3)).collect();
    let known = |names: &[&'static str]| [names, &DATA].concat();
    let (layer, cel, frame, tag) = (known(&LAYER), known(&CEL), known(&FRAME), known(&TAG));
    for (json, _) in layers.iter().zip(&painted).filter(|(_, painted)| **painted) {
        unknown.look(json, &layer);
        let sets = json.get("link_sets").list();
        sets.iter().for_each(|json| unknown.look(json, &["cels", "hue"]));
    }
    for json in frames {
        unknown.look(json, &frame);
        let cels = json.get("cels").list().iter().zip(&painted);
        cels.filter(|(_, painted)| **painted).for_each(|(json, _)| unknown.look(json, &cel));
    }
    tags.iter().for_each(|json| unknown.look(json, &tag));
    notes.extend(unknown.note());
    notes
}
