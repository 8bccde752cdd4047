//! What a file holds does not depend on where the canvas's corner lies on the planes: a project file keeps that, and no other file knows of it.

use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Corner, Document, Door, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export, FORMATS};

/// A drawing of two layers and two frames with pixels on the canvas, and beyond each of its edges.
fn drawing() -> Drawing<Memory> {
    let mut document = Document::new(70, 50).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.add_frame(1).unwrap();
    for (n, cel) in document.all_cels().enumerate() {
        let n = n as i32;
        let colors = &mut |x: i32, y: i32, _| Color::rgba((x / 9) as u8, (y / 5) as u8, n as u8, 255);
        document.edit(cel, Rect::new(3 * n, 2, 40, 31), colors).unwrap();
        document.lift(cel).unwrap();
        document.move_floating([-30, 40, -9, 3][n as usize], [-7, 30, 2, -20][n as usize]).unwrap();
        document.land().unwrap();
        document.fill_rect(cel, Rect::new(20, 20, 9, 9), Color::BLACK).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    Drawing::from_door(document.door().arena().clone()).laid_at(Corner::default()).unwrap()
}

/// Returns all pixels of all cels.
fn pixels(drawing: &Drawing<Memory>) -> Vec<(Rect, Vec<Color>)> {
    let of = |cel: Cel| {
        let around = drawing.extent(cel);
        let mut all = vec![Color::TRANSPARENT; (around.width * around.height) as usize];
        for (y, row) in (around.y..).zip(all.chunks_mut(around.width.max(1) as usize)) {
            drawing.read_beyond(cel, around.x, y, row);
        }
        (around, all)
    };
    drawing.all_cels().map(of).collect()
}

#[test]
fn a_file_is_the_same_wherever_the_corner_lies() {
    let plain = drawing();
    for corner in [(-20, 13), (32, 64), (1000, -5), (-1, -1)] {
        let corner = Corner::at(corner.0, corner.1);
        let laid = plain.laid_at(corner).unwrap();
        assert!(pixels(&laid) == pixels(&plain), "{corner:?}");
        for format in FORMATS.iter().filter(|format| format.write.is_some()) {
            let write = |drawing: &Drawing<Memory>| {
                let document = Document::open(drawing.clone()).unwrap();
                let lost = formats::lost(&document, format, &Export::new(0)).unwrap();
                let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
                (formats::write(format, &document, &Export::new(0)).unwrap(), lost)
            };
            let [(ours, lost), (theirs, wanted)] = [write(&laid), write(&plain)];
            assert_eq!(lost, wanted, "{} {corner:?}", format.id);
            if format.id != "undoodle" {
                assert!(ours == theirs, "{} {corner:?}: the same bytes", format.id);
                continue;
            }
            let (_, file) = formats::open(&ours).unwrap();
            let back = file.drawing().unwrap();
            assert_eq!(back.corner(), corner);
            assert!(back.door() == laid.door(), "{corner:?}: all of it comes back");
        }
    }
}
