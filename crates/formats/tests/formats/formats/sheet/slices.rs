//! Slices in the JSON of sheets, as Aseprite writes them and reads them nowhere: engines do.

use super::{format, named, read, unpacked};
use serde_json::{Value, json};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Document, Slice, SliceKey};
use undoodle_formats::geometry::{Point, Rect};
use undoodle_formats::sheet::read_with;
use undoodle_formats::{Export, Frames, Opened};

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
