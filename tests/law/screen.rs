//! A screen on which only damage is painted, held against a whole render.

use undoodle::editor::Editor;
use undoodle::geometry::Rect;

/// What somebody sees: the viewport as it was painted so far.
pub struct Screen {
    pixels: Vec<u8>,
    size: (i32, i32),
}

/// Renders a rectangle into what is seen.
fn paint(editor: &Editor, rect: Rect, width: i32, pixels: &mut [u8]) {
    if rect.is_empty() {
        return;
    }
    let mut out = Vec::new();
    editor.render(rect, &mut out).unwrap();
    for (row, line) in (rect.y..).zip(out.chunks_exact((rect.width * 4) as usize)) {
        let start = ((row * width + rect.x) * 4) as usize;
        pixels[start..start + line.len()].copy_from_slice(line);
    }
}

impl Screen {
    pub fn new() -> Screen {
        Screen { pixels: Vec::new(), size: (0, 0) }
    }

    /// Paints what is damaged, and holds it against all of it.
    pub fn look(&mut self, editor: &mut Editor, what: &str) {
        let size = (editor.view().width, editor.view().height);
        if size != self.size {
            (self.size, self.pixels) = (size, vec![0; (size.0 * size.1 * 4) as usize]);
        }
        let damage = editor.take_damage();
        for rect in &damage {
            assert_eq!(rect.intersect(editor.view().bounds()), *rect, "{what}: beyond the viewport");
            paint(editor, *rect, size.0, &mut self.pixels);
        }
        let mut truth = vec![0; self.pixels.len()];
        paint(editor, editor.view().bounds(), size.0, &mut truth);
        let wrong = self.pixels.chunks_exact(4).zip(truth.chunks_exact(4)).position(|(seen, is)| seen != is);
        let place = wrong.map(|at| (at as i32 % size.0, at as i32 / size.0));
        assert_eq!(place, None, "{what}: not as it is, outside of {damage:?}");
    }
}
