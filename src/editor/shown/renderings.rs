//! Renderings of the miniature that are kept while frames are played, so that a film is rendered once and not in each of its rounds.
//!
//! Problem: the average of a large frame takes milliseconds, a film shows twenty frames a second for as long as it plays, and
//! from one round to the next they are the same. Idea: each frame's rendering is kept by its [stamp](super::stamps), a number that is another
//! one once the frame looks different. The invariant: what is kept is never larger than [`ROOM`], and a
//! rendering is found by the stamp, the part of the canvas and the size of the blocks that it was made of, or not at all.
//!
//! A film that is larger than the room has its first frames kept. Were the last ones kept, each of them would be gone before its
//! next turn. What no frame has any more makes room once a whole round has passed without it.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("frame.add", &[], 0)?;
//! editor.open_miniature(200, 200, false);
//! let mut pixels = Vec::new();
//! let mut again = |time: f64| editor.miniature(Some(time), &mut pixels).map(|glimpse| glimpse.again);
//! assert_eq!((again(0.0)?, again(100.0)?), (false, true), "both frames are empty: they look the same");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::geometry::Rect;

/// Maximum number of bytes of all renderings.
const ROOM: usize = 4 << 20;

/// What a frame looked like.
#[derive(Debug)]
struct Rendering {
    /// The frame's stamp.
    stamp: u64,
    pixels: Vec<u8>,
    /// When it was shown last, by the number of frames that were shown.
    shown: u64,
}

/// Renderings of frames of one part of the canvas.
#[derive(Debug, Default)]
pub(super) struct Renderings {
    /// The part, and the side of the blocks that a pixel stands for.
    of: Option<(Rect, i32)>,
    list: Vec<Rendering>,
    bytes: usize,
    /// Number of frames that were shown.
    shown: u64,
}

impl Renderings {
    /// Appends the rendering with a stamp to pixels. Returns `false` if there is none.
    pub(super) fn copy(&mut self, of: (Rect, i32), stamp: u64, out: &mut Vec<u8>) -> bool {
        self.shown += 1;
        if self.of != Some(of) {
            *self = Renderings { of: Some(of), shown: self.shown, ..Renderings::default() };
        }
        let Some(known) = self.list.iter_mut().find(|known| known.stamp == stamp) else { return false };
        if out.try_reserve_exact(known.pixels.len()).is_err() {
            return false;
        }
        known.shown = self.shown;
        out.extend_from_slice(&known.pixels);
        true
    }

    /// Keeps the rendering that was looked for last, if there is room for it. A round is so many frames long.
    pub(super) fn keep(&mut self, stamp: u64, pixels: &[u8], round: usize) {
        if self.bytes + pixels.len() > ROOM {
            let (shown, round) = (self.shown, round as u64);
            self.list.retain(|known| known.shown + round >= shown);
            self.bytes = self.list.iter().map(|known| known.pixels.len()).sum();
        }
        let mut copy = Vec::new();
        if self.bytes + pixels.len() > ROOM || copy.try_reserve_exact(pixels.len()).is_err() {
            return;
        }
        copy.extend_from_slice(pixels);
        self.bytes += copy.len();
        self.list.push(Rendering { stamp, pixels: copy, shown: self.shown });
    }
}
