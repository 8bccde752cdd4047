//! A screen on which only damage is painted, held against a whole render.

use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::render::Quality;

/// What somebody sees: the viewport as it was painted so far.
pub struct Screen {
    pixels: Vec<u8>,
    size: (i32, i32),
}

/// Renders a rectangle into what is seen.
fn paint(editor: &Editor, rect: Rect, quality: Quality, width: i32, pixels: &mut [u8]) {
    if rect.is_empty() {
        return;
    }
    let mut out = Vec::new();
    editor.render(rect, quality, &mut out).unwrap();
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
        self.glance(editor, usize::MAX, what);
    }

    /// Paints so many patches of what is damaged. If that was all, holds it against all of it.
    pub fn glance(&mut self, editor: &mut Editor, stop: usize, what: &str) {
        let size = (editor.view().width, editor.view().height);
        if size != self.size {
            (self.size, self.pixels) = (size, vec![0; (size.0 * size.1 * 4) as usize]);
        }
        // A page may refine at any time, before it hears of a shift, too.
        if let Some(rect) = editor.next_finer_patch() {
            paint(editor, rect, Quality::Averaged, size.0, &mut self.pixels);
        }
        if let Some(shift) = editor.take_shift()
            && shift.scale == 1.0
        {
            self.scroll((shift.x as i32, shift.y as i32));
        }
        let mut patches = Vec::new();
        while let Some((rect, quality)) = editor.next_patch() {
            assert_eq!(rect.intersect(editor.view().bounds()), rect, "{what}: beyond the viewport");
            paint(editor, rect, quality, size.0, &mut self.pixels);
            patches.push((rect, quality));
            if patches.len() >= stop {
                return;
            }
        }
        while let Some(rect) = editor.next_finer_patch() {
            paint(editor, rect, Quality::Averaged, size.0, &mut self.pixels);
            patches.push((rect, Quality::Averaged));
            if patches.len() >= stop {
                return;
            }
        }
        assert!(!editor.is_coarse());
        let mut truth = vec![0; self.pixels.len()];
        paint(editor, editor.view().bounds(), Quality::Averaged, size.0, &mut truth);
        let wrong = self.pixels.chunks_exact(4).zip(truth.chunks_exact(4)).position(|(seen, is)| seen != is);
        let place = wrong.map(|at| (at as i32 % size.0, at as i32 / size.0));
        assert_eq!(place, None, "{what}: not as it is, outside of {patches:?}");
    }

    /// Moves what is seen, as the page's canvas does.
    fn scroll(&mut self, (dx, dy): (i32, i32)) {
        let (width, height) = self.size;
        let before = std::mem::replace(&mut self.pixels, vec![0; (width * height * 4) as usize]);
        let all = Rect::new(0, 0, width, height);
        let to = Rect::new(dx, dy, width, height).intersect(all);
        for y in to.y..to.bottom() {
            let at = |x: i32, y: i32| ((y * width + x) * 4) as usize;
            let (from, to, len) = (at(to.x - dx, y - dy), at(to.x, y), (to.width * 4) as usize);
            self.pixels[to..to + len].copy_from_slice(&before[from..from + len]);
        }
    }
}
