//! Projects as Pixelorama writes them, made here from what its source says.

mod older;

use serde_json::{Value, json};
use std::io::{Cursor, Write};
use undoodle_formats::Result;
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Drawing, Tag, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Format, Opened};

fn format() -> &'static Format {
    formats::named("pxo").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

/// Pixels of a cel of 3 by 2: transparent but for one.
fn pixels(at: usize, color: Color) -> Vec<u8> {
    let mut bytes = vec![0; 3 * 2 * 4];
    bytes[at * 4..at * 4 + 4].copy_from_slice(&color.bytes);
    bytes
}

const RED: Color = Color::rgba(255, 0, 0, 200);

fn zipped(data: &Value, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.start_file("data.json", options).unwrap();
    writer.write_all(data.to_string().as_bytes()).unwrap();
    for (name, bytes) in files {
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn layer(name: &str, kind: u32, parent: i32) -> Value {
    json!({"name": name, "type": kind, "parent": parent, "visible": true, "locked": false, "blend_mode": 0,
        "clipping_mask": false, "opacity": 1.0, "effects": []})
}

/// A project of two frames and three layers of pixels, two of which are in groups.
fn project() -> (Value, Vec<(String, Vec<u8>)>) {
    let mut layers = [
        layer("Ground", 0, -1),
        layer("Leg", 0, 2),
        layer("Inner", 1, 4),
        layer("Arm", 0, 4),
        layer("Outer", 1, -1),
    ];
    layers[0]["blend_mode"] = 3.into();
    layers[0]["locked"] = true.into();
    layers[1]["opacity"] = 0.5.into();
    layers[2]["visible"] = false.into();
    layers[4]["locked"] = true.into();
    let cel = json!({"opacity": 1.0, "z_index": 0});
    let cels = vec![cel; 5];
    let data = json!({"pxo_version": 4, "size_x": 3, "size_y": 2, "fps": 10.0, "layers": layers,
        "frames": [{"cels": cels, "duration": 1.0}, {"cels": cels, "duration": 2.5}],
        "tags": [{"name": "walk", "color": "ff0000ff", "from": 1, "to": 2}], "guides": [], "brushes": []});
    let mut files = Vec::new();
    for (frame, number) in [1, 2].into_iter().flat_map(|frame| [1, 2, 4].map(|number| (frame, number))) {
        files.push((format!("image_data/frames/{frame}/layer_{number}"), pixels(frame + number - 2, RED)));
    }
    (data, files)
}

#[test]
fn layers_groups_frames_and_tags_are_read() {
    let (data, files) = project();
    let bytes = zipped(&data, &files);
    assert!((format().is)(&bytes));
    let whole = read(&bytes).unwrap();
    assert_eq!(whole.notes(), "");
    let drawing = whole.drawing().unwrap();
    drawing.validate().unwrap();
    assert_eq!((drawing.size(), drawing.layers(), drawing.frames()), ((3, 2), 3, 2));
    assert_eq!((drawing.duration(0), drawing.duration(1)), (Ok(100), Ok(250)));
    let tag = Tag { color: Color::rgba(255, 0, 0, 255), ..Tag::new("walk", 0, 1, TagDirection::Forward) };
    assert_eq!(drawing.tags(), [tag]);
    let layers = [0, 1, 2].map(|layer| drawing.layer(layer).unwrap());
    assert_eq!(layers.each_ref().map(|layer| layer.name.as_str()), ["Ground", "Leg", "Arm"]);
    assert_eq!(
        layers.each_ref().map(|layer| (layer.opacity, layer.visible, layer.locked)),
        [(255, true, true), (128, true, false), (255, true, false),]
    );
    assert_eq!(layers[0].blend, Blend::Multiply);
    let groups: Vec<_> = drawing.groups_of(1).iter().map(|id| drawing.group(*id).unwrap()).collect();
    let outer = drawing.groups_of(1)[1];
    assert_eq!((groups.len(), drawing.groups_of(2), drawing.members(outer)), (2, vec![outer], 1..3));
    let group = &groups[1];
    assert_eq!((group.name.as_str(), group.visible, group.locked), ("Outer", true, true));
    for (layer, frame) in (0..3).flat_map(|layer| (0..2).map(move |frame| (layer, frame))) {
        let number = [1, 2, 4][layer as usize];
        let at = frame as i32 + number - 1;
        let cel = Cel { layer, frame };
        assert_eq!(drawing.cel_bounds(cel), Rect::new(at % 3, at / 3, 1, 1));
        assert_eq!(drawing.cel_pixel(cel, at % 3, at / 3), Ok(RED));
    }
}

#[test]
fn what_is_lost_is_told() {
    let (mut data, files) = project();
    data["layers"][0]["blend_mode"] = 5.into();
    data["layers"][1]["type"] = 3.into();
    data["layers"][1]["effects"] = json!([{}]);
    data["layers"][3]["type"] = 4.into();
    data["layers"][3]["clipping_mask"] = true.into();
    data["layers"][4]["opacity"] = 0.5.into();
    data["frames"][0]["cels"][0]["opacity"] = 0.5.into();
    data["frames"][0]["cels"][1]["z_index"] = (-1).into();
    data["tags"][0]["to"] = 3.into();
    data["tags"][0]["color"] = "(reddish)".into();
    data["guides"] = json!([{}, {}]);
    data["brushes"] = json!([{}]);
    let bytes = zipped(&data, &files);
    let whole = read(&bytes).unwrap();
    let expected = [
        "1 unknown blend mode replaced by Normal",
        "1 tilemap layer read as pixels",
        "1 layer with 3D or sound left out",
        "1 clipping mask left out",
        "the effects of 1 layer left out",
        "1 tag left out",
        "the colour of 1 tag left out",
        "2 guides left out",
        "1 brush tip left out",
    ];
    assert_eq!(whole.notes(), expected.join("; "));
    let drawing = whole.drawing().unwrap();
    assert_eq!(drawing.layers(), 2);
    assert_eq!(drawing.cel_pixel(Cel { layer: 0, frame: 0 }, 0, 0), Ok(Color::rgba(255, 0, 0, 200)));
    assert_eq!(drawing.cel_properties(Cel { layer: 0, frame: 0 }).opacity, 128);
    assert_eq!(drawing.cel_pixel(Cel { layer: 0, frame: 1 }, 1, 0), Ok(RED));
    let outer = drawing.group(*drawing.groups_of(1).last().unwrap()).unwrap();
    assert_eq!((drawing.layer(1).unwrap().opacity, outer.opacity), (128, 128));
}

#[test]
fn layers_are_clipped_to_a_layer_and_not_to_a_group() {
    let (mut data, files) = project();
    // Of the rows from below: nothing is below the leg in its group, and a group is below the arm.
    for row in [0, 1, 2, 3] {
        data["layers"][row]["clipping_mask"] = true.into();
    }
    let bytes = zipped(&data, &files);
    let whole = read(&bytes).unwrap();
    assert_eq!(whole.notes(), "4 clipping masks left out");
    let clipped = |drawing: &Drawing<Memory>| [0, 1, 2].map(|layer| drawing.layer(layer).unwrap().clipped);
    assert_eq!(clipped(&whole.drawing().unwrap()), [false; 3]);
    // All in one group they are clipped to the ground; in none, the inner group is below the arm.
    for (parent, told, wanted) in
        [(4, "", [false, true, true]), (-1, "1 clipping mask left out", [false, true, false])]
    {
        let (mut data, files) = project();
        for row in [0, 1, 3] {
            data["layers"][row]["parent"] = parent.into();
            data["layers"][row]["clipping_mask"] = (row > 0).into();
        }
        data["layers"][2]["parent"] = (-1).into();
        let bytes = zipped(&data, &files);
        let whole = read(&bytes).unwrap();
        assert_eq!(whole.notes(), told);
        let drawing = whole.drawing().unwrap();
        assert_eq!(clipped(&drawing), wanted);
        assert_eq!([0, 1, 2].map(|layer| drawing.clip_base(layer) == Some(0)), wanted);
    }
}

#[test]
fn the_chosen_palette_comes_along_and_others_are_told() {
    let (mut data, files) = project();
    let colors = json!([
        {"index": 9, "color": "(0, 0.502, 1, 1)"},
        {"index": 2, "color": "(1, 0, 0, 0.5)"},
        {"index": 10, "color": "black"},
        {"index": 11, "color": "(1, 0, 0)"},
    ]);
    let palette = |colors: &Value| json!({"comment": "", "colors": colors}).to_string();
    data["palettes"] = json!([{"Cold": palette(&json!([]))}, {"Warm": palette(&colors)}]);
    data["project_current_palette_name"] = "Warm".into();
    let read_back = |data: &Value| {
        let bytes = zipped(data, &files);
        let file = read(&bytes).unwrap();
        let told = file.notes().to_string().replace("1 group within a group joined with it; ", "");
        (file.drawing().unwrap().palette(), told)
    };
    let (palette_of, told) = read_back(&data);
    let two = [Color::rgba(255, 0, 0, 128), Color::rgba(0, 128, 255, 255)];
    assert_eq!(
        (palette_of, told.as_str()),
        (two.into(), "1 other palette left out; 2 malformed colours left out")
    );
    let many: Vec<_> = (0..300).map(|at| json!({"index": at, "color": "(1, 1, 1, 1)"})).collect();
    data["palettes"] = json!({"Warm": palette(&many.into())});
    assert_eq!(read_back(&data).0.len(), 256);
    assert!(read_back(&data).1.contains("44 colours past 256 left out"));
    data["project_current_palette_name"] = "Cold".into();
    data["palettes"] = json!([{"Cold": palette(&json!([]))}]);
    assert_eq!(read_back(&data).0.len(), 24, "an empty one leaves the palette of a new drawing");
}

#[test]
fn cels_that_are_linked_stay_so_unless_they_look_different() {
    let (mut data, files) = project();
    data["layers"][0]["link_sets"] = json!([{"cels": [0, 1], "hue": 0.3}]);
    data["layers"][3]["linked_cels"] = json!([1, 0, 7, 1]);
    let links = |data: &Value| {
        let bytes = zipped(data, &files);
        let drawing = read(&bytes).unwrap().drawing().unwrap();
        drawing.validate().unwrap();
        [0, 1, 2].map(|layer| drawing.links(layer))
    };
    assert_eq!(links(&data), [vec![vec![0, 1]], vec![], vec![vec![0, 1]]]);
    data["frames"][1]["cels"][0]["opacity"] = 0.5.into();
    assert_eq!(links(&data)[0], [[0; 0]; 0]);
}

#[test]
fn a_group_is_blended_as_a_whole_unless_it_passes_through() {
    let (mut data, files) = project();
    let wholes = |data: &Value| {
        let bytes = zipped(data, &files);
        let drawing = read(&bytes).unwrap().drawing().unwrap();
        let groups = drawing.groups_of(1).into_iter().map(|id| drawing.group(id).unwrap());
        groups.map(|group| (group.blend, group.is_whole())).collect::<Vec<_>>()
    };
    assert_eq!(wholes(&data), [(Blend::Normal, true); 2]);
    data["layers"][2]["blend_mode"] = (-2).into();
    data["layers"][4]["blend_mode"] = 3.into();
    assert_eq!(wholes(&data), [(Blend::Normal, false), (Blend::Multiply, true)]);
}

#[test]
fn an_upright_tile_mode_is_the_drawings_tile() {
    let (mut data, files) = project();
    let of = |data: &Value| {
        let bytes = zipped(data, &files);
        let file = read(&bytes).unwrap();
        (file.drawing().unwrap().tile(), file.notes().to_string().contains("the slanted tile mode left out"))
    };
    for (name, side) in [("x_basis_x", 2), ("x_basis_y", 0), ("y_basis_x", 0), ("y_basis_y", 1)] {
        data[format!("tile_mode_{name}")] = side.into();
    }
    assert_eq!(of(&data), ((2, 1), false));
    data["tile_mode_x_basis_y"] = 1.into();
    assert_eq!(of(&data), ((3, 2), true));
}

#[test]
fn damaged_files_are_refused_in_a_sentence() {
    let (data, files) = project();
    let said =
        |data: &Value, files: &[(String, Vec<u8>)]| read(&zipped(data, files)).err().unwrap().to_string();
    assert_eq!(said(&data, &files[1..]), "this Pixelorama file is damaged: an entry is missing");
    let mut short = files.clone();
    short[0].1.pop();
    assert_eq!(
        said(&data, &short),
        "this Pixelorama file is damaged: a cel has fewer pixels than the canvas"
    );
    short[0].1.extend([0; 2]);
    assert_eq!(said(&data, &short), "this Pixelorama file is damaged: an entry can't be read");
    let mut odd = data.clone();
    odd["size_x"] = 40000.into();
    assert_eq!(said(&odd, &files), "width must be from 1 to 32768, not 40000");
    odd["size_x"] = 3.into();
    odd["layers"][4]["parent"] = 4.into();
    odd["layers"][2]["parent"] = 0.into();
    assert!(read(&zipped(&odd, &files)).is_ok(), "a group around itself is none");
    odd["frames"] = json!([]);
    assert_eq!(said(&odd, &files), "number of frames must be from 1 to 1024, not 0");
}
