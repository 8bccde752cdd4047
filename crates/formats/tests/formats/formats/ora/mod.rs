//! What is written is taken apart by others, and what others write is read.

mod modes;
mod stack;

use std::io::{Cursor, Read, Write};
use undoodle_formats::Result;
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Document, Drawing, Group, Layer};
use undoodle_formats::error::Message;
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, Format, Opened, left_out, png};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

fn format() -> &'static Format {
    formats::named("ora").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    format().losses.unwrap()(document, export)
}

/// Creates a document of four layers, two of them in a group, 300 by 20, and two frames.
fn document() -> Document {
    let mut document = Document::new(300, 20).unwrap();
    document.begin(1).unwrap();
    for layer in 0..4 {
        if layer > 0 {
            document.add_layer(layer).unwrap();
        }
        let at = Rect::new(7 * layer as i32 - 2, 3, 10, 5);
        document.fill_rect(Cel { layer, frame: 0 }, at, color(layer)).unwrap();
    }
    document.erase(Cel { layer: 3, frame: 0 }).unwrap();
    document.change_layer(1, |layer| (layer.name, layer.opacity) = ("<\"Ink\" & é>".into(), 77)).unwrap();
    document.change_layer(2, |layer| (layer.blend, layer.visible) = (Blend::SoftLight, false)).unwrap();
    document.change_layer(3, |layer| (layer.locked, layer.alpha_locked) = (true, true)).unwrap();
    let group = document.group_layers(&[1, 2]).unwrap();
    document.change_group(group, |group| (group.name, group.locked) = ("Hero".into(), true)).unwrap();
    let inner = document.group_layers(&[2]).unwrap();
    document.change_group(inner, |group| (group.opacity, group.blend) = (77, Blend::Multiply)).unwrap();
    let outer = document.group_layers(&[1, 2, 3]).unwrap();
    document.change_group(outer, |group| group.isolated = true).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

/// Returns a group without the id of the one around it.
fn alone(group: Result<Group>) -> Group {
    Group { parent: 0, ..group.unwrap() }
}

fn color(layer: u32) -> Color {
    Color::rgba(200, 60 * layer as u8, 9, 200)
}

fn written(document: &Document) -> Vec<u8> {
    formats::write(format(), document, &Export::new(0)).unwrap()
}

#[test]
fn what_is_written_is_read_again_as_it_was() {
    let document = document();
    assert!(left_out(&document, format()).unwrap().is_empty());
    assert!(losses(&document, &Export::new(0)).unwrap().is_empty());
    let bytes = written(&document);
    let whole = read(&bytes).unwrap();
    assert_eq!(whole.notes(), "");
    let again = whole.drawing().unwrap();
    again.validate().unwrap();
    assert_eq!((again.size(), again.layers()), ((300, 20), 4));
    for layer in 0..4 {
        // Groups may have other ids.
        let alone = |layer: Result<Layer>| Layer { group: 0, ..layer.unwrap() };
        assert_eq!(alone(again.layer(layer)), alone(document.layer(layer)));
        let cel = Cel { layer, frame: 0 };
        assert_eq!(again.cel_bounds(cel), document.cel_bounds(cel));
        for (x, y) in (0..40).flat_map(|x| (0..20).map(move |y| (x, y))) {
            assert_eq!(again.cel_pixel(cel, x, y), document.cel_pixel(cel, x, y));
        }
    }
    for layer in 0..4 {
        let groups = |drawing: &dyn Fn(u32) -> Vec<Group>| drawing(layer);
        let ours =
            groups(&|layer| document.groups_of(layer).iter().map(|id| alone(document.group(*id))).collect());
        let theirs =
            groups(&|layer| again.groups_of(layer).iter().map(|id| alone(again.group(*id))).collect());
        assert_eq!(theirs, ours, "around layer {layer}");
    }
    assert_eq!(again.groups_of(2).len(), 3);
}

#[test]
fn the_archive_is_what_others_expect() {
    let bytes = written(&document());
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let names: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(names[0], "mimetype");
    let mut entry = |name: &str| {
        let (mut entry, mut bytes) = (archive.by_name(name).unwrap(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        (entry.compression(), bytes)
    };
    assert_eq!(entry("mimetype"), (CompressionMethod::Stored, b"image/openraster".to_vec()));
    let size = |png: &[u8]| {
        let reader = ::png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        assert!(!reader.info().interlaced);
        reader.info().size()
    };
    assert_eq!(size(&entry("mergedimage.png").1), (300, 20));
    assert_eq!(size(&entry("Thumbnails/thumbnail.png").1), (150, 10));
    assert_eq!(size(&entry("data/layer0.png").1), (8, 5), "two columns are beyond the canvas");
    assert_eq!(size(&entry("data/layer3.png").1), (1, 1), "an empty layer has one pixel");
    let list = String::from_utf8(entry("stack.xml").1).unwrap();
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<image version=\"0.0.5\" w=\"300\" h=\"20\">\n<stack>\n\
        <stack name=\"Group 2\" opacity=\"1\" visibility=\"visible\" composite-op=\"svg:src-over\" isolation=\"isolate\">\n\
        <layer name=\"Layer 4\" src=\"data/layer3.png\" x=\"0\" y=\"0\" opacity=\"1\" visibility=\"visible\" \
        composite-op=\"svg:src-over\" edit-locked=\"true\" alpha-preserve=\"true\"/>\n\
        <stack name=\"Hero\" opacity=\"1\" visibility=\"visible\" composite-op=\"svg:src-over\" isolation=\"auto\" \
        edit-locked=\"true\">\n\
        <stack name=\"Group 1\" opacity=\"0.30196078431372547\" visibility=\"visible\" composite-op=\"svg:multiply\" \
        isolation=\"auto\">\n\
        <layer name=\"Layer 3\" src=\"data/layer2.png\" x=\"12\" y=\"3\" opacity=\"1\" visibility=\"hidden\" \
        composite-op=\"svg:soft-light\"/>\n</stack>\n\
        <layer name=\"&lt;&quot;Ink&quot; &amp; é&gt;\" src=\"data/layer1.png\" x=\"5\" y=\"3\" \
        opacity=\"0.30196078431372547\" visibility=\"visible\" composite-op=\"svg:src-over\"/>\n</stack>\n</stack>\n\
        <layer name=\"Layer 1\" src=\"data/layer0.png\" x=\"0\" y=\"3\" opacity=\"1\" visibility=\"visible\" \
        composite-op=\"svg:src-over\"/>\n</stack>\n</image>\n";
    assert_eq!(list, expected);
}

#[test]
fn the_merged_picture_is_what_is_seen_without_the_background() {
    let mut document = document();
    document.begin(1).unwrap();
    document.set_background(Color::rgba(255, 255, 255, 255)).unwrap();
    document.add_frame(0).unwrap();
    document.change_layer(0, |layer| (layer.blend, layer.note) = (Blend::Exclusion, "a".into())).unwrap();
    document.commit("Change", Color::ADDED, 0).unwrap();
    assert_eq!(left_out(&document, format()).unwrap(), ["1 other frame", "the background"]);
    let expected = ["the blend mode of 1 layer, which becomes Normal", "the note of 1 layer"];
    assert_eq!(losses(&document, &Export::new(1)).unwrap(), expected);
    let bytes = formats::write(format(), &document, &Export::new(1)).unwrap();
    let mut merged = Vec::new();
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    archive.by_name("mergedimage.png").unwrap().read_to_end(&mut merged).unwrap();
    let (merged, shown) = (png::decode(&merged).unwrap(), document.bare_picture(1));
    for (x, y) in (0..300).flat_map(|x| (0..20).map(move |y| (x, y))) {
        assert_eq!(merged.pixel(0, x as i32, y as i32), Ok(shown.pixel(x, y)));
    }
    assert!(formats::write(format(), &document, &Export::new(2)).is_err());
}

#[test]
fn what_others_mix_otherwise_is_told() {
    let mut document = Document::new(4, 4).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.change_layer(1, |layer| layer.blend = Blend::Multiply).unwrap();
    document.fill_rect(Cel { layer: 1, frame: 0 }, Rect::new(0, 0, 2, 2), color(1)).unwrap();
    document.fill_rect(Cel { layer: 0, frame: 0 }, Rect::new(1, 1, 3, 3), color(0)).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    let lost = "the look of 1 layer over half transparent pixels, which other programs mix differently from Aseprite";
    assert_eq!(losses(&document, &Export::new(0)).unwrap(), [lost]);
    let note = "half transparent pixels below 1 layer mixed as in Aseprite";
    assert_eq!(read(&written(&document)).unwrap().notes(), note);
    // Over what is opaque, all agree.
    document.begin(1).unwrap();
    document.fill_rect(Cel { layer: 0, frame: 0 }, Rect::new(0, 0, 4, 4), Color::BLACK).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    assert!(losses(&document, &Export::new(0)).unwrap().is_empty());
    assert_eq!(read(&written(&document)).unwrap().notes(), "");
}

/// Zips a list of layers and pictures, as other programs do.
fn zipped(list: &str, files: &[(&str, &[u8])], mime: bool) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    if mime {
        writer.start_file("mimetype", stored).unwrap();
        writer.write_all(b"image/openraster").unwrap();
    }
    for (name, bytes) in files.iter().chain(&[("stack.xml", list.as_bytes())]) {
        writer.start_file(*name, packed).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn files_of_others_are_read_and_what_is_lost_is_told() {
    let mut drawing = Drawing::new(4, 4).unwrap();
    drawing.fill_rect(Cel::default(), drawing.bounds(), color(1)).unwrap();
    let png = png::encode(&drawing, 0).unwrap();
    let list = "<image w='6' h='5'><stack><layer src='data/v.svg'/><stack opacity='0.5'><stack>\
        <layer name='top' src='a.png' x='-2' y='3' composite-op='krita:burn'/></stack></stack>\
        <layer src='a.png' x='1' y='1' name='&#9;'/></stack></image>";
    for mime in [true, false] {
        let bytes = zipped(list, &[("a.png", &png)], mime);
        assert!((format().is)(&bytes));
        let whole = read(&bytes).unwrap();
        let notes = [
            "1 layer without a PNG picture left out",
            "1 unknown blend mode replaced by Normal",
            "1 name changed to fit",
        ];
        assert_eq!(whole.notes(), notes.join("; "));
        let drawing = whole.drawing().unwrap();
        drawing.validate().unwrap();
        let layer = |at| drawing.layer(at).map(|layer| (layer.name, layer.opacity)).unwrap();
        assert_eq!((layer(0), layer(1)), (("Layer 1".into(), 255), ("top".into(), 255)));
        assert_eq!(drawing.cel_bounds(Cel { layer: 0, frame: 0 }), Rect::new(1, 1, 4, 4));
        let top = Cel { layer: 1, frame: 0 };
        assert_eq!(drawing.cel_bounds(top), Rect::new(0, 3, 2, 2));
        assert_eq!(drawing.extent(top), Rect::new(-2, 3, 4, 4), "beyond the edge, it is kept");
        assert_eq!((drawing.groups_of(1).len(), drawing.group_of(0)), (2, None));
        let outer = drawing.group(drawing.groups_of(1)[1]).unwrap();
        assert_eq!((outer.opacity, outer.isolated), (128, false));
    }
}

#[test]
fn layers_that_reach_beyond_the_canvas_come_and_go() {
    let png = png::encode(&Drawing::new(4, 4).unwrap(), 0).unwrap();
    let mut drawing = Drawing::new(4, 4).unwrap();
    drawing.fill_rect(Cel::default(), drawing.bounds(), color(1)).unwrap();
    let opaque = png::encode(&drawing, 0).unwrap();
    let list = "<image w='6' h='5'><stack><layer src='a.png' x='-3' y='-9'/><layer src='a.png' x='-20000' y='0'/>\
        <layer src='b.png' x='-20000' y='0'/></stack></image>";
    let bytes = zipped(list, &[("a.png", &opaque), ("b.png", &png)], true);
    let whole = read(&bytes).unwrap();
    assert_eq!(whole.notes(), "1 layer cut off too far from the canvas");
    let document = Document::open(whole.drawing().unwrap()).unwrap();
    let top = Cel { layer: 2, frame: 0 };
    assert_eq!((document.extent(top), document.beyond()), (Rect::new(-3, -9, 4, 4), 1));
    let bytes = written(&document);
    let again = read(&bytes).unwrap().drawing().unwrap();
    assert_eq!(again.extent(top), Rect::new(-3, -9, 4, 4));
}

#[test]
fn what_no_reader_has_heard_of_is_told() {
    let png = png::encode(&Drawing::new(4, 4).unwrap(), 0).unwrap();
    let said = |layer: &str, group: &str| {
        let list = format!(
            "<image w='6' h='5'><stack><stack {group}><layer src='a.png' {layer}/></stack></stack></image>"
        );
        let bytes = zipped(&list, &[("a.png", &png)], true);
        read(&bytes).unwrap().notes()
    };
    assert_eq!(said("tint='7' mood='blue'", "fold='1'"), "unknown data left out: fold, mood, tint");
    let known = "name='a' x='1' y='0' opacity='0.5' visibility='hidden' edit-locked='true' alpha-preserve='true' selected='true'";
    assert_eq!(said(known, "name='g' isolation='isolate'"), "");
    assert_eq!(said("composite-op='svg:multiply'", "isolation='isolate'"), "");
}

#[test]
fn damaged_files_are_refused_in_a_sentence() {
    let said = |list: &str| read(&zipped(list, &[("a.png", b"GIF")], true)).err().unwrap().to_string();
    let missing = said("<image w='6' h='5'><stack><layer src='b.png'/></stack></image>");
    assert_eq!(missing, "this OpenRaster file is damaged: an entry is missing");
    let gif = said("<image w='6' h='5'><stack><layer src='a.png'/></stack></image>");
    assert_eq!(gif, "this PNG file is damaged: it does not begin like one");
    let bytes = zipped("<image w='6' h='5'><stack/></image>", &[], true);
    let empty = read(&bytes).unwrap();
    assert_eq!((empty.size(), empty.drawing().unwrap().layers()), ((6, 5), 1));
    let cut = &written(&document())[..100];
    assert!((format().is)(cut));
    assert_eq!(read(cut).err().unwrap().to_string(), "this OpenRaster file is damaged: its end is missing");
}
