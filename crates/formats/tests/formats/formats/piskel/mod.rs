//! What is written is read by others and by us, and what others wrote is read.

mod grids;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use undoodle_formats::Result;
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Document, Drawing, Store, Tag, TagDirection};
use undoodle_formats::error::Message;
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, Format, Opened, left_out};

fn format() -> &'static Format {
    formats::named("piskel").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    format().losses.unwrap()(document, export)
}

/// Creates a drawing of three layers and three frames, 5 by 4, each cel with a pixel of its own.
fn drawing() -> Document {
    let mut document = Document::new(5, 4).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.add_layer(2).unwrap();
    document.set_duration(0, 70).unwrap();
    document.add_frame(1).unwrap();
    document.add_frame(2).unwrap();
    for (layer, frame) in (0..3).flat_map(|layer| (0..3).map(move |frame| (layer, frame))) {
        let at = Rect::new(layer as i32 + 1, frame as i32, 1, 1);
        document.fill_rect(Cel { layer, frame }, at, color(layer, frame)).unwrap();
    }
    document.change_layer(1, |layer| (layer.name, layer.opacity) = ("\"Ink\" \\ é".into(), 77)).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

fn color(layer: u32, frame: u32) -> Color {
    Color::rgba(200 + layer as u8, 100 + frame as u8, 7, 255 - layer as u8 * 60)
}

fn written(drawing: &Drawing<Store>) -> Vec<u8> {
    formats::write(format(), drawing, &Export::new(0)).unwrap()
}

#[test]
fn what_is_written_is_read_again_as_it_was() {
    let document = drawing();
    let bytes = written(&document);
    assert!(left_out(&document, format()).unwrap().is_empty());
    assert!(losses(&document, &Export::new(0)).unwrap().is_empty());
    let file = read(&bytes).unwrap();
    assert_eq!(file.notes(), "");
    let again = file.drawing().unwrap();
    again.validate().unwrap();
    assert_eq!((again.size(), again.layers(), again.frames()), ((5, 4), 3, 3));
    for (layer, frame) in (0..3).flat_map(|layer| (0..3).map(move |frame| (layer, frame))) {
        assert_eq!(again.layer(layer), document.layer(layer));
        assert_eq!(again.duration(frame), Ok(70));
        for (x, y) in (0..5).flat_map(|x| (0..4).map(move |y| (x, y))) {
            let cel = Cel { layer, frame };
            assert_eq!(again.cel_pixel(cel, x, y), document.cel_pixel(cel, x, y));
        }
    }
}

#[test]
fn what_is_written_is_what_piskel_reads() {
    let file: serde_json::Value = serde_json::from_slice(&written(&drawing())).unwrap();
    assert_eq!(file["modelVersion"], 2);
    let piskel = &file["piskel"];
    assert_eq!((&piskel["width"], &piskel["height"]), (&5.into(), &4.into()));
    assert_eq!((1000.0 / piskel["fps"].as_f64().unwrap()).round(), 70.0);
    for (at, layer) in piskel["layers"].as_array().unwrap().iter().enumerate() {
        let layer: serde_json::Value = serde_json::from_str(layer.as_str().unwrap()).unwrap();
        assert_eq!((&layer["frameCount"], layer["chunks"].as_array().unwrap().len()), (&3.into(), 1));
        assert_eq!(layer["opacity"].as_f64().unwrap() * 255.0, if at == 1 { 77.0 } else { 255.0 });
        let chunk = &layer["chunks"][0];
        assert_eq!(chunk["layout"], serde_json::from_str::<serde_json::Value>("[[0],[1],[2]]").unwrap());
        let url = chunk["base64PNG"].as_str().unwrap().strip_prefix("data:image/png;base64,").unwrap();
        let png = STANDARD.decode(url).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; 15 * 4 * 4];
        reader.next_frame(&mut pixels).unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height, info.color_type), (15, 4, ::png::ColorType::Rgba));
        for frame in 0..3 {
            let pixel = (frame * 15 + frame * 5 + at + 1) * 4;
            assert_eq!(pixels[pixel..pixel + 4], color(at as u32, frame as u32).bytes);
        }
    }
}

#[test]
fn long_animations_are_in_several_pictures() {
    let mut document = Document::new(3000, 2).unwrap();
    document.begin(1).unwrap();
    for frame in 0..5 {
        document
            .fill_rect(Cel { layer: 0, frame }, Rect::new(frame as i32, 1, 1, 1), color(0, frame))
            .unwrap();
        document.add_frame(frame + 1).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    let bytes = written(&document);
    let pictures = String::from_utf8(bytes.clone()).unwrap().matches("base64PNG").count();
    assert_eq!(pictures, 3, "two frames of 3000 columns are beside each other");
    let again = read(&bytes).unwrap().drawing().unwrap();
    assert_eq!(again.frames(), 6);
    for frame in 0..5 {
        assert_eq!(again.cel_bounds(Cel { layer: 0, frame }), Rect::new(frame as i32, 1, 1, 1));
        assert_eq!(again.pixel(frame, frame as i32, 1), Ok(color(0, frame)));
    }
}

#[test]
fn what_piskel_can_not_hold_is_told() {
    let mut document = drawing();
    document.begin(1).unwrap();
    document.set_duration(1, 500).unwrap();
    document.group_layers(&[0, 1]).unwrap();
    document.change_layer(0, |layer| (layer.blend, layer.note) = (Blend::Multiply, "a".into())).unwrap();
    document.change_layer(1, |layer| (layer.visible, layer.locked) = (false, true)).unwrap();
    let tag = Tag::new("walk", 0, 1, TagDirection::Forward);
    document.add_tag(&tag).unwrap();
    document.commit("Change", Color::ADDED, 0).unwrap();
    assert_eq!(left_out(&document, format()).unwrap(), ["1 tag"]);
    let expected = [
        "1 group",
        "the blend mode of 1 layer",
        "the locks of 1 layer",
        "the opacity, which becomes 0, of 1 layer",
        "the duration of 1 frame, which becomes 70 ms",
        "the note of 1 layer",
    ];
    assert_eq!(losses(&document, &Export::new(0)).unwrap(), expected);
    let again = read(&written(&document)).unwrap().drawing().unwrap();
    assert_eq!([0, 1, 2].map(|layer| again.layer(layer).unwrap().opacity), [255, 0, 255]);
}

#[test]
fn older_files_are_read() {
    let grid = |red: &str| format!("[[\"{red}\",\"TRANSPARENT\"],[\"#00ff00\",\"#0000ff\"]]");
    let check = |bytes: String| {
        assert!((format().is)(bytes.as_bytes()), "{bytes}");
        let drawing = read(bytes.as_bytes()).unwrap().drawing().unwrap();
        drawing.validate().unwrap();
        assert_eq!((drawing.size(), drawing.frames(), drawing.duration(0)), ((2, 2), 2, Ok(83)));
        let red = Color::rgba(255, 0, 0, 255);
        assert_eq!((drawing.pixel(0, 0, 0), drawing.pixel(0, 0, 1)), (Ok(red), Ok(Color::TRANSPARENT)));
        assert_eq!(drawing.pixel(1, 0, 0), Ok(Color::rgba(0, 1, 2, 255)));
        assert_eq!(drawing.pixel(1, 1, 1), Ok(Color::rgba(0, 0, 255, 255)));
    };
    check(format!("[{}, {}]", grid("#ff0000"), grid("#000102")));
    let frames =
        [grid("rgb(255,0,0)"), grid("#000102")].map(|grid| serde_json::Value::from(grid).to_string());
    let layer = format!(r#"{{"name":"a","frames":[{}]}}"#, frames.join(","));
    let layer = serde_json::Value::from(layer);
    check(format!(r#"{{"modelVersion":1,"piskel":{{"width":2,"height":2,"layers":[{layer}]}}}}"#));
}

#[test]
fn an_opacity_may_be_a_text_as_piskel_reads_it() {
    let opacity = |json: &str| {
        let bytes = String::from_utf8(written(&Document::new(2, 1).unwrap())).unwrap();
        let from = "\\\"opacity\\\":1,";
        assert!(bytes.contains(from), "{bytes}");
        let bytes = bytes.replace(from, &format!("\\\"opacity\\\":{},", json.replace('"', "\\\"")));
        let file = read(bytes.as_bytes()).unwrap();
        file.drawing().unwrap().layer(0).unwrap().opacity
    };
    assert_eq!(["\"0\"", "\"1\"", "\"0.5\"", "0", "0.5"].map(opacity), [0, 255, 128, 0, 128]);
    // As JavaScript's `parseFloat` reads them.
    assert_eq!(["\" 0.2rest\"", "\"1e-1\"", "\".4.5\""].map(opacity), [51, 26, 102]);
    // What is no opacity leaves the layer opaque.
    assert_eq!(["\"\"", "\"x\"", "\"2\"", "-1", "null", "true", "\"NaN\""].map(opacity), [255; 7]);
}

#[test]
fn a_layout_may_have_rows_and_any_order() {
    let mut sheet = Drawing::new(4, 2).unwrap();
    for x in 0..4 {
        sheet.fill_rect(Cel::default(), Rect::new(x, 0, 1, 1), color(0, x as u32)).unwrap();
        sheet.fill_rect(Cel::default(), Rect::new(x, 1, 1, 1), color(1, x as u32)).unwrap();
    }
    let png = STANDARD.encode(undoodle_formats::png::encode(&sheet, 0).unwrap());
    let file = |layout: &str, extra: &str| {
        let chunk = format!(r#"{{"layout":{layout},"base64PNG":"data:image/png;base64,{png}"}}"#);
        let layer = format!(r#"{{"name":"\n","opacity":0.5,"frameCount":4,"chunks":[{chunk}]}}"#);
        let layer = serde_json::Value::from(layer);
        format!(
            r#"{{"modelVersion":2,"piskel":{{"fps":25,"width":2,"height":1,"layers":[{layer}]{extra}}}}}"#
        )
    };
    let bytes = file("[[2,0],[1,3]]", r#","hiddenFrames":[1,2],"description":"a cat""#);
    let whole = read(bytes.as_bytes()).unwrap();
    assert_eq!(
        whole.notes(),
        "2 hidden frames will be shown; the description was left out; 1 name changed to fit"
    );
    let drawing = whole.drawing().unwrap();
    let first = |frame| drawing.cel_pixel(Cel { layer: 0, frame }, 0, 0).unwrap();
    assert_eq!([0, 1, 2, 3].map(first), [color(1, 0), color(0, 2), color(0, 0), color(1, 2)]);
    let layer = drawing.layer(0).unwrap();
    assert_eq!((layer.name.as_str(), layer.opacity, drawing.duration(0)), ("Layer 1", 128, Ok(40)));
    let said = |layout: &str| read(file(layout, "").as_bytes()).err().unwrap().to_string();
    assert_eq!(
        said("[[0],[1],[2]]"),
        "this Piskel file is damaged: a picture has another size than its frames have together"
    );
    assert_eq!(said("[[0,1],[2,1e9]]"), "number of frames must be from 1 to 1024, not 1000000001");
    assert_eq!(said("[[],[]]"), "this Piskel file is damaged: a layout lists no frames");
    assert_eq!(
        said("[[0,\"1\"]]"),
        "this Piskel file is damaged: a layout lists something that is not a frame"
    );
}
