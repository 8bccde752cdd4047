//! Tests of `src/render/average.rs`.

use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::document::{Cel, Document};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::render::average::{Sum, averages};
use undoodle_drawing::render::{View, Zoom};

#[test]
fn every_pixel_of_a_block_counts_as_much_as_it_is_opaque() {
    let mut document = Document::new(100, 70).unwrap();
    document.begin(1).unwrap();
    let mut paint = |rect, color| document.fill_rect(Cel::default(), rect, color).unwrap();
    paint(Rect::new(0, 0, 100, 70), Color::rgba(10, 20, 30, 255));
    // A line of one pixel, a hole, and a half opaque corner.
    paint(Rect::new(0, 33, 100, 1), Color::rgba(255, 255, 255, 255));
    paint(Rect::new(6, 0, 3, 3), Color::TRANSPARENT);
    paint(Rect::new(98, 68, 2, 2), Color::rgba(200, 100, 0, 100));
    document.commit("Paint", Color::ADDED, 0).unwrap();
    let mut view = View::new(40, 30);
    view.zoom = Zoom::part(3);
    view.origin = undoodle_drawing::geometry::Point::new(2, 1);
    let shown = view.shown(document.bounds());
    let found = averages(&document.picture(0), document.bounds(), &view, shown).unwrap();
    let at = |x: i32, y: i32| found[(y * shown.width + x) as usize];
    for (y, x) in (0..shown.height).flat_map(|y| (0..shown.width).map(move |x| (y, x))) {
        let block = Rect::new(x * 3, y * 3, 3, 3).intersect(document.bounds());
        let pixels: Vec<[f64; 4]> = (block.y..block.bottom())
            .flat_map(|y| (block.x..block.right()).map(move |x| (x, y)))
            .map(|(x, y)| document.pixel(0, x, y).unwrap().bytes.map(f64::from))
            .collect();
        let alpha: f64 = pixels.iter().map(|pixel| pixel[3]).sum();
        let mean = |i: usize| pixels.iter().map(|pixel| pixel[i] * pixel[3]).sum::<f64>() / alpha.max(1.0);
        let truth = [mean(0), mean(1), mean(2), alpha / pixels.len() as f64].map(|mean| (mean + 0.5) as u8);
        assert_eq!(at(x, y).bytes, truth, "{x} {y}");
    }
    assert_eq!((at(2, 0).bytes[3], at(33, 11).bytes[3] < 255), (0, false));
    assert!(at(5, 11).bytes[0] > 80, "the line is seen");
}

#[test]
fn layers_of_one_colour_count_as_they_are_seen_below_others_and_above() {
    let mut document = Document::new(96, 64).unwrap();
    let paint = |document: &mut Document, layer, rect, color| {
        document.fill_rect(Cel { layer, frame: 0 }, rect, color).unwrap();
    };
    document.begin(1).unwrap();
    (1..4).for_each(|at| document.add_layer(at).unwrap());
    document.change_layer(1, |layer| (layer.opacity, layer.blend) = (100, Blend::Multiply)).unwrap();
    document.change_layer(2, |layer| layer.opacity = 128).unwrap();
    // The lowest layer has one colour in some tiles; what lies above has pixels in others, and in some both have.
    paint(&mut document, 0, Rect::new(0, 0, 96, 64), Color::rgba(200, 120, 40, 180));
    paint(&mut document, 0, Rect::new(70, 3, 9, 1), Color::rgba(9, 8, 7, 255));
    paint(&mut document, 1, Rect::new(0, 0, 64, 64), Color::rgba(90, 210, 250, 255));
    paint(&mut document, 2, Rect::new(5, 5, 60, 1), Color::rgba(255, 0, 60, 255));
    paint(&mut document, 3, Rect::new(32, 0, 32, 32), Color::rgba(0, 40, 0, 77));
    document.commit("Paint", Color::ADDED, 0).unwrap();
    let mut view = View::new(50, 40);
    view.zoom = Zoom::part(2);
    let shown = view.shown(document.bounds());
    let found = averages(&document.picture(0), document.bounds(), &view, shown).unwrap();
    for (y, x) in (0..shown.height).flat_map(|y| (0..shown.width).map(move |x| (y, x))) {
        let mut sum = Sum::default();
        for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            sum.add(document.pixel(0, 2 * x + i, 2 * y + j).unwrap(), 1);
        }
        assert_eq!(found[(y * shown.width + x) as usize], sum.average(4), "{x} {y}");
    }
}
