//! Tests of `src/document/silhouette.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Finish};

/// Commits what `act` does and returns the silhouette as rows of signs: `#` covered, `+` in part.
fn drawn(document: &mut Document, size: (u32, u32), act: impl FnOnce(&mut Document)) -> Vec<String> {
    document.begin(1).unwrap();
    act(document);
    document.finish("Step", Color::ADDED, 0, Finish::Step).unwrap();
    rows(document, size)
}

fn rows(document: &Document, size: (u32, u32)) -> Vec<String> {
    let commit = document.history().line().last().unwrap();
    let cells = document.silhouette(&commit, size).unwrap();
    let sign = |cell: &Color| match cell {
        Color { bytes: [.., 0] } => '.',
        Color { bytes: [.., 255] } => '#',
        _ => '+',
    };
    let row = |row: &[Color]| row.iter().map(sign).collect();
    cells.map_or(Vec::new(), |cells| cells.chunks(size.0 as usize).map(row).collect())
}

#[test]
fn pixels_are_enlarged_into_the_middle_and_a_dot_stays_small() {
    let mut document = Document::new(64, 64).unwrap();
    let dot = drawn(&mut document, (16, 8), |d| {
        d.fill_span(Cel::default(), 7, 3..4, Color::BLACK).unwrap();
    });
    let empty = "................";
    assert_eq!(dot, [empty, empty, empty, ".......##.......", ".......##.......", empty, empty, empty]);
    let hook = drawn(&mut document, (8, 4), |d| {
        d.fill_span(Cel::default(), 20, 30..33, Color::BLACK).unwrap();
        d.fill_span(Cel::default(), 21, 32..33, Color::BLACK).unwrap();
    });
    assert_eq!(hook, ["........", "..###...", "....#...", "........"]);
    document.undo().unwrap();
    assert_eq!(rows(&document, (8, 4)), hook, "it is the same when it is undone");
}

#[test]
fn a_thin_line_stays_visible_when_it_is_made_small() {
    let mut document = Document::new(640, 320).unwrap();
    let line = drawn(&mut document, (8, 4), |d| {
        d.fill_span(Cel::default(), 0, 0..640, Color::BLACK).unwrap();
        d.fill_span(Cel::default(), 319, 639..640, Color::BLACK).unwrap();
    });
    assert_eq!(line, ["++++++++", "........", "........", ".......+"]);
}

#[test]
fn what_changes_no_pixel_has_no_silhouette() {
    let mut document = Document::new(64, 64).unwrap();
    assert!(drawn(&mut document, (8, 4), |d| d.add_layer(1).unwrap()).is_empty());
}

#[test]
fn a_large_step_is_drawn_as_its_rectangle() {
    let mut document = Document::new(800, 400).unwrap();
    let large = drawn(&mut document, (8, 4), |d| {
        // Neighbours have different colours. A gap in the middle is not drawn.
        for y in (0..400).filter(|y| !(180..220).contains(y)) {
            for x in 0..800 {
                let color = Color::rgba(x as u8, y as u8, (x / 7) as u8, 255);
                d.fill_span(Cel::default(), y, x..x + 1, color).unwrap();
            }
        }
    });
    assert_eq!(large, ["########"; 4]);
}
