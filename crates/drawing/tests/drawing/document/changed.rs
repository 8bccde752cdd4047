//! Tests of `src/document/changed.rs`.

use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document};
use undoodle_drawing::geometry::Rect;

/// Returns whether a stroke over so many rows of 1024 pixels is crossed in a moment.
fn is_small(rows: i32) -> Result<bool> {
    let mut document = Document::new(1024, 1024)?;
    document.begin(1)?;
    for y in 0..rows {
        // Each row has its own colour, as a tile of one colour is a few bytes.
        document.fill_rect(Cel::default(), Rect::new(0, y, 1024, 1), Color::rgba(y as u8, 0, 0, 255))?;
    }
    document.commit("Pencil", Color::ADDED, 0)?;
    Ok(document.is_small(document.history().done().next()))
}

#[test]
fn a_step_is_crossed_in_a_moment_up_to_a_mebibyte() -> Result<()> {
    assert!(is_small(1)?);
    assert!(is_small(128)?, "512 KiB of pixels");
    assert!(!is_small(512)?, "2 MiB of pixels");
    let document = Document::new(64, 64)?;
    assert!(document.is_small(document.history().done().next()), "there is no step");
    Ok(())
}
