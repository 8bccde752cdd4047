//! Tests of `src/render/beyond.rs`: what is seen around the canvas is clipped and blended as it is on it.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Door, Drawing};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;
use undoodle_drawing::render::{Quality, View, render};

const NONE: [u8; 4] = [0; 4];
const RED: [u8; 4] = [255, 0, 0, 85];
const BLUE: [u8; 4] = [0, 0, 255, 85];

/// A canvas of the left two columns of four; each row of letters is a layer's only row, from the bottom up.
fn cropped(layers: [&str; 2]) -> Drawing<Memory> {
    let mut drawing = Drawing::new(4, 1).unwrap();
    drawing.add_layer(1).unwrap();
    for (layer, row) in (0..).zip(layers) {
        let color = |letter: char| match letter {
            'R' => Color::rgba(255, 0, 0, 255),
            'B' => Color::rgba(0, 0, 255, 255),
            _ => Color::TRANSPARENT,
        };
        let row: Vec<_> = row.chars().map(color).collect();
        drawing.pixels_mut(Cel { layer, frame: 0 }).unwrap().put_row(0, 0, &row).unwrap();
    }
    drawing.resize(Rect::new(0, 0, 2, 1)).unwrap();
    drawing
}

/// The two columns right of the canvas.
fn seen(drawing: &Drawing<impl Door>) -> [[u8; 4]; 2] {
    let mut view = View::new(4, 1);
    view.beyond = true;
    let mut out = Vec::new();
    render(drawing, 0, &view, view.bounds(), Quality::Averaged, &mut out).unwrap();
    let canvas = view.shown(drawing.bounds());
    assert_eq!((canvas.x, canvas.width), (0, 2));
    [2, 3].map(|x| out[4 * x..4 * x + 4].try_into().unwrap())
}

#[test]
fn a_clipped_layer_is_seen_where_its_base_is() {
    let mut drawing = cropped(["RRR.", "BBBB"]);
    assert_eq!(seen(&drawing), [BLUE, BLUE]);
    drawing.change_layer(1, |layer| layer.clipped = true).unwrap();
    assert_eq!(seen(&drawing), [BLUE, NONE]);
    drawing.change_layer(0, |layer| layer.visible = false).unwrap();
    assert_eq!(seen(&drawing), [NONE, NONE], "it is hidden with its base");
    // A base that has nothing there lets nothing be seen.
    let mut drawing = cropped(["RR..", "BBBB"]);
    drawing.change_layer(1, |layer| layer.clipped = true).unwrap();
    assert_eq!(seen(&drawing), [NONE, NONE]);
}

#[test]
fn a_group_is_blended_as_a_whole() {
    let mut drawing = cropped(["RRRR", "..B."]);
    assert_eq!(seen(&drawing), [BLUE, RED]);
    let group = drawing.group_layers(&[0, 1]).unwrap();
    drawing.change_group(group, |group| group.opacity = 102).unwrap();
    assert_eq!(seen(&drawing), [[0, 0, 255, 34], [255, 0, 0, 34]], "no red shines through the blue");
}
