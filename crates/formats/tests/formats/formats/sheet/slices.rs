//! Slices in the JSON of sheets, as Aseprite writes them and reads them nowhere: engines do.

use super::{Pixels, format, losses, named, read, rect, unpacked};
use serde_json::{Value, json};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Slice, SliceKey, Tag, TagDirection};
use undoodle_formats::geometry::{Point, Rect};
use undoodle_formats::sheet::read_with;
use undoodle_formats::{self as formats, Export, Frames, Opened, Split};

/// Four frames with a slice that is there from the second on and gone in the last, and one that is always there.
fn sliced() -> Document {
    let mut document = Document::new(16, 12).unwrap();
    document.begin(1).unwrap();
    (1..4).try_for_each(|at| document.add_frame(at)).unwrap();
    let color = Color::rgba(255, 0, 0, 128);
    let face = Slice { color, text: "a \"text\"".into(), ..Slice::new("face") };
    let id = document.add_slice(&face).unwrap();
    let key = SliceKey::new(id, 1, Rect::new(2, 3, 5, 6));
    let key = SliceKey { center: Rect::new(1, 1, 2, 3), pivot: Some(Point::new(-1, 4)), ..key };
    document.set_slice_key(&key).unwrap();
    // What is said once more is no key of a list.
    document.set_slice_key(&SliceKey { frame: 2, ..key }).unwrap();
    document.set_slice_key(&SliceKey::new(id, 3, Rect::EMPTY)).unwrap();
    let id = document.add_slice(&Slice::new("all")).unwrap();
    document.set_slice_key(&SliceKey::new(id, 0, Rect::new(-1, 0, 18, 12))).unwrap();
    document.commit("Slices", Color::ADDED, 0).unwrap();
    document
}

/// The slices in the JSON of a sheet.
fn listed(document: &Document, export: &Export) -> Value {
    let export = Export { name: "hero".into(), ..export.clone() };
    let json = unpacked(&format().write.unwrap()(document, &export).unwrap()).1;
    json["meta"]["slices"].clone()
}

#[test]
fn they_are_listed_as_aseprite_lists_them() {
    let expected = json!([
        {"name": "face", "color": "#ff000080", "data": "a \"text\"", "keys": [
            {"frame": 1, "bounds": {"x": 2, "y": 3, "w": 5, "h": 6}, "center": {"x": 1, "y": 1, "w": 2, "h": 3},
             "pivot": {"x": -1, "y": 4}},
            {"frame": 3, "bounds": {"x": 0, "y": 0, "w": 0, "h": 0}}]},
        {"name": "all", "keys": [{"frame": 0, "bounds": {"x": -1, "y": 0, "w": 18, "h": 12}}]}]);
    assert_eq!(listed(&sliced(), &Export::new(0)), expected);
    let scaled = Export { scale: 3, inner: 1, frames: Frames::Range(1, 2), ..Export::new(0) };
    let expected = json!([
        {"name": "face", "color": "#ff000080", "data": "a \"text\"", "keys": [
            {"frame": 0, "bounds": {"x": 7, "y": 10, "w": 15, "h": 18}, "center": {"x": 3, "y": 3, "w": 6, "h": 9},
             "pivot": {"x": -3, "y": 12}}]},
        {"name": "all", "keys": [{"frame": 0, "bounds": {"x": -2, "y": 1, "w": 54, "h": 36}}]}]);
    assert_eq!(listed(&sliced(), &scaled), expected, "in pixels of the sprites that are listed");
}

#[test]
fn they_come_back_and_what_does_not_is_told() {
    let document = sliced();
    let export = named();
    let bytes = format().write.unwrap()(&document, &export).unwrap();
    let file = read(&bytes).unwrap();
    let drawing = file.drawing().unwrap();
    assert_eq!((file.notes().to_string().as_str(), drawing.slices().len()), ("", 2));
    for (one, other) in document.slices().iter().zip(drawing.slices()) {
        assert_eq!(document.slice(*one), drawing.slice(*other));
        for frame in 0..4 {
            let at = |key: Option<SliceKey>| key.map(|key| (key.bounds, key.center, key.pivot));
            assert_eq!(at(document.slice_at(*one, frame)), at(drawing.slice_at(*other, frame)));
        }
    }
    let strange = json!({"frames": [{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}], "meta": {"slices": [
        {"keys": []}, {"name": "a", "color": "reddish", "keys": [
            {"frame": 1, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}, {"frame": 0},
            {"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1e9, "h": 1}}]},
        {"name": "b", "data": "two\nlines"}]}});
    let whole = read_with(&unpacked(&bytes).0, strange.to_string().as_bytes()).unwrap();
    let said = "1 slice left out; 3 keys of slices left out; the colour of 1 slice left out; \
                1 text was changed to fit";
    assert_eq!(whole.notes(), said);
}

/// Four frames each of whose pixels has a colour of its own, with the slices of [`sliced`].
fn painted() -> (Document, impl Fn(u32, i32, i32) -> Color) {
    let color = |frame: u32, x: i32, y: i32| Color::rgba(frame as u8 + 1, x as u8 + 1, y as u8 + 1, 255);
    let mut document = sliced();
    document.begin(1).unwrap();
    for (frame, x, y) in (0..4).flat_map(|at| (0..16).flat_map(move |x| (0..12).map(move |y| (at, x, y)))) {
        let cel = Cel { layer: 0, frame };
        document.fill_rect(cel, Rect::new(x, y, 1, 1), color(frame, x, y)).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    (document, color)
}

#[test]
fn each_slice_has_pictures_of_its_own_where_it_is() {
    let (document, color) = painted();
    for (scale, inner, trim) in [(1, 0, false), (2, 0, true), (1, 2, false)] {
        let split = Export { split: Split::Slices, scale, inner, trim, ..named() };
        let (png, json) = unpacked(&formats::write(format(), &document, &split).unwrap());
        let (pixels, frames) = (Pixels::of(&png), json["frames"].as_object().unwrap());
        // The face is there in two frames, and the other slice reaches beyond the canvas.
        let face = (0..2).map(|at| (format!("hero (face) {at}"), at + 1, Rect::new(2, 3, 5, 6)));
        let all = (0..4).map(|at| (format!("hero (all) {at}"), at, Rect::new(0, 0, 16, 12)));
        assert_eq!(frames.len(), 6);
        for (name, frame, around) in face.chain(all) {
            let (said, by) = (&frames[&name], scale as i32);
            let [x, y, w, h] = rect(&said["frame"]).map(|side| side as i32);
            let (wide, high) = (by * around.width + 2 * inner as i32, by * around.height + 2 * inner as i32);
            assert_eq!((w, h), (wide, high), "{name}");
            assert_eq!(said["sourceSize"], json!({"w": wide, "h": high}), "{name}");
            assert_eq!(said["spriteSourceSize"], json!({"x": 0, "y": 0, "w": wide, "h": high}), "{name}");
            assert_eq!(said["trimmed"], false, "{name}");
            for (dx, dy) in (0..around.width).flat_map(|dx| (0..around.height).map(move |dy| (dx, dy))) {
                let (left, top) = (x + inner as i32 + by * dx, y + inner as i32 + by * dy);
                let found = pixels.at(left as u32, top as u32);
                assert_eq!(found, color(frame, around.x + dx, around.y + dy), "{name} at {dx}, {dy}");
            }
        }
    }
}

#[test]
fn a_picture_of_a_slice_has_that_slice_alone_and_its_frames_are_an_animation() {
    let (mut document, _) = painted();
    let split = Export { split: Split::Slices, ..named() };
    let (_, json) = unpacked(&formats::write(format(), &document, &split).unwrap());
    let nowhere = json!({"x": 0, "y": 0, "w": 0, "h": 0});
    let expected = json!([
        {"name": "face", "color": "#ff000080", "data": "a \"text\"", "keys": [
            {"frame": 0, "bounds": {"x": 0, "y": 0, "w": 5, "h": 6}, "center": {"x": 1, "y": 1, "w": 2, "h": 3},
             "pivot": {"x": -1, "y": 4}},
            {"frame": 2, "bounds": nowhere}]},
        {"name": "all", "keys": [{"frame": 2, "bounds": {"x": -1, "y": 0, "w": 18, "h": 12}}]}]);
    assert_eq!(json["meta"]["slices"], expected);
    let face = ["hero (face) 0", "hero (face) 1"];
    let all = ["hero (all) 0", "hero (all) 1", "hero (all) 2", "hero (all) 3"];
    assert_eq!(json["animations"], json!({"face": face, "all": all}));
    document.begin(1).unwrap();
    document.add_tag(&Tag::new("walk", 2, 3, TagDirection::Reverse)).unwrap();
    document.commit("Tag", Color::ADDED, 0).unwrap();
    let (_, json) = unpacked(&formats::write(format(), &document, &split).unwrap());
    assert_eq!(json["animations"], json!({"face walk": [face[1]], "all walk": [all[3], all[2]]}));
    let tags = json["meta"]["frameTags"].as_array().unwrap();
    let runs: Vec<_> = tags.iter().map(|tag| (tag["from"].as_u64(), tag["to"].as_u64())).collect();
    assert_eq!(runs, [(Some(1), Some(1)), (Some(4), Some(5))]);
    let second = Export { frames: Frames::Range(0, 0), names: "{slice}".into(), ..split };
    let (_, json) = unpacked(&formats::write(format(), &document, &second).unwrap());
    assert_eq!(json["frames"].as_object().unwrap().keys().collect::<Vec<_>>(), ["all"]);
}

#[test]
fn trimmed_pictures_of_slices_say_where_they_were_and_what_has_no_slice_is_told() {
    let mut document = sliced();
    document.begin(1).unwrap();
    document.fill_rect(Cel { layer: 0, frame: 1 }, Rect::new(4, 5, 1, 2), Color::BLACK).unwrap();
    document.fill_rect(Cel { layer: 0, frame: 1 }, Rect::new(9, 9, 1, 1), Color::BLACK).unwrap();
    let gone = document.slices()[1];
    document.remove_slice(gone).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    let split = Export { split: Split::Slices, trim: true, nonempty: true, ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &split).unwrap());
    let only = &json["frames"]["hero (face) 0"];
    assert_eq!(json["frames"].as_object().unwrap().len(), 1);
    assert_eq!(only["spriteSourceSize"], json!({"x": 2, "y": 2, "w": 1, "h": 2}));
    assert_eq!((&only["sourceSize"], &only["trimmed"]), (&json!({"w": 5, "h": 6}), &json!(true)));
    let [x, y, ..] = rect(&only["frame"]);
    assert_eq!(Pixels::of(&png).at(x, y), Color::BLACK);
    let whole = Export { nonempty: false, ..split.clone() };
    assert_eq!(losses(&document, &whole).unwrap(), ["2 frames without a slice"]);
    document.begin(1).unwrap();
    let gone = document.slices()[0];
    document.remove_slice(gone).unwrap();
    document.commit("Remove", Color::ADDED, 0).unwrap();
    let (_, json) = unpacked(&formats::write(format(), &document, &whole).unwrap());
    assert_eq!(json["frames"].as_object().unwrap().len(), 4, "without a slice there are frames still");
    assert!(losses(&document, &whole).unwrap().is_empty());
}
