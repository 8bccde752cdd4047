//! Stamps: a number for each cel that is another one once the cel has changed.
//!
//! A page that shows hundreds of cels as thumbnails must not draw all of them anew after each stroke. So it asks for
//! stamps, and draws only what it has no thumbnail with that stamp of. Which cels have changed follows
//! from the commits that were made, undone or redone since it asked last: the addresses of their bytes name
//! the images. Frames that share an image have one stamp in common. They are looked at when the page asks, and not when a stroke ends. If they are too many, all
//! cels count as changed.
//!
//! The invariant: two cels with one stamp show the same pixels, and an empty cel has the stamp 0.
//!
//! ```
//! use undoodle::{document::Cel, editor::Editor};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("frame.add", &[], 0)?;
//! assert_eq!(editor.cel_stamps(0..1, 0..2), [0, 0]);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! let before = editor.cel_stamps(0..1, 0..2);
//! assert_eq!((before[0], before[1] > 0), (0, true));
//! editor.run("frame.move", &[("from".into(), 1.into()), ("to".into(), 0.into())], 0)?;
//! assert_eq!(editor.cel_stamps(0..1, 0..2), [before[1], 0], "a stamp goes with its frame");
//! assert_eq!(editor.cel_thumbnail(Cel { layer: 0, frame: 0 }, (32, 32)).unwrap().width, 32);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Cel, Corner, Document};
use crate::editor::session::Session;
use crate::editor::shown::Shown;
use crate::history::{CommitId, Place};
use crate::render::{Thumbnail, thumbnail};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The sum of what is shown: FNV-1a, which takes little code.
struct Sum(u64);

impl Sum {
    /// Returns a number that differs for values that differ.
    fn of(value: &impl Hash) -> u64 {
        let mut sum = Sum(0xcbf2_9ce4_8422_2325);
        value.hash(&mut sum);
        sum.0
    }
}

impl Hasher for Sum {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, add);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Lowest bit of a stamp that tells how far a cel is from being opaque. There are never so many stamps that they reach it.
const OPACITY: u32 = 44;

/// Maximum number of commits that are looked at.
const COMMITS: usize = 64;

/// Maximum number of bytes of a commit that is looked at.
const LARGE: usize = 1 << 18;

/// Maximum number of bytes that a commit covers that is looked at.
const COVERED: u64 = 2 << 20;

/// The stamps of cels, and the commits that are not accounted for yet.
#[derive(Debug, Default)]
pub(in crate::editor) struct Stamps {
    /// By the planes of images.
    stamps: HashMap<u32, u64>,
    last: u64,
    /// Commits that were made or crossed since stamps were asked for.
    commits: Vec<CommitId>,
    /// Where the history stood after these.
    here: Option<CommitId>,
    /// Whether there may be others.
    all: bool,
    /// The size of the canvas and its corner, which decide what of a cel is seen.
    canvas: ((u32, u32), Corner),
    /// The plane that something floated above.
    floating: Option<u32>,
}

impl Stamps {
    /// Notes commits that were made, undone or redone; none stands for any.
    pub(in crate::editor) fn note(&mut self, commits: &[CommitId]) {
        self.all |= commits.is_empty() || self.commits.len() + commits.len() > COMMITS;
        if !self.all {
            self.commits.extend(commits);
        }
    }

    /// Forgets all stamps, as there is another drawing now.
    pub(in crate::editor) fn forget(&mut self) {
        *self = Stamps { last: self.last, all: true, ..Stamps::default() };
    }

    /// Removes the stamps of cels that have changed.
    fn refresh(&mut self, document: &Document) {
        let here = document.history().here();
        let floating = document.floating().and_then(|(cel, _)| document.plane_of(cel).ok());
        if self.here != Some(here) || !self.commits.is_empty() || self.all {
            let known = !self.all && !self.commits.is_empty();
            let commits = std::mem::take(&mut self.commits);
            if !known || !commits.into_iter().all(|commit| self.remove(document, commit)) {
                self.stamps.clear();
            }
            // What floats is seen on its cel, and lies elsewhere.
            for plane in [self.floating, floating].into_iter().flatten() {
                self.stamps.remove(&plane);
            }
        }
        let canvas = (document.size(), document.corner());
        if std::mem::replace(&mut self.canvas, canvas) != canvas {
            self.stamps.clear();
        }
        (self.here, self.all, self.floating) = (Some(here), false, floating);
    }

    /// Removes the stamps of cels that a commit has changed. Returns `false` if it can't tell.
    fn remove(&mut self, document: &Document, commit: CommitId) -> bool {
        let Ok(commit) = document.history().commit_of(commit) else { return false };
        if commit.place() == Place::Disk || commit.bytes() > LARGE || commit.covered() > COVERED {
            return false;
        }
        document.visit_images(&commit, |plane| _ = self.stamps.remove(&plane)).is_ok()
    }

    /// Returns the stamp of a cel.
    fn of(&mut self, document: &Document, cel: Cel) -> u64 {
        let Ok(plane) = document.plane_of(cel) else { return 0 };
        if document.is_empty(cel) {
            return 0;
        }
        *self.stamps.entry(plane).or_insert_with(|| {
            self.last += 1;
            self.last
        })
    }
}

impl Session {
    /// Returns `true` while pixels are shown that may be gone in a moment: those of a stroke, a preview or a game.
    pub(super) fn is_passing(&self) -> bool {
        self.document().history().open().is_some() || self.game().is_some()
    }

    /// Draws a cel, over transparency. Returns `None` while a stroke, a preview or a game is under way.
    pub(in crate::editor) fn cel_thumbnail(&self, cel: Cel, room: (u32, u32)) -> Option<Thumbnail> {
        let picture = || self.document().cel_look(cel);
        (!self.is_passing()).then(|| thumbnail(&picture(), self.document().size(), room))
    }

    /// Draws a frame. Returns `None` while a stroke, a preview or a game is under way.
    pub(in crate::editor) fn frame_thumbnail(&self, frame: u32, room: (u32, u32)) -> Option<Thumbnail> {
        let picture = || self.document().picture(frame);
        (!self.is_passing()).then(|| thumbnail(&picture(), self.document().size(), room))
    }
}

impl Shown {
    /// Returns the stamps of cels, layer by layer, each in the order of its frames.
    pub(in crate::editor) fn cel_stamps(
        &mut self,
        session: &Session,
        layers: Range<u32>,
        frames: Range<u32>,
    ) -> Vec<u64> {
        self.stamps.refresh(session.document());
        let cels = layers.flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame }));
        let document = session.document();
        let stamp = |cel| {
            let (stamp, faint) = (self.stamps.of(document, cel), 255 - document.cel_properties(cel).opacity);
            // Another opacity is another picture of the same pixels.
            if stamp == 0 { 0 } else { stamp | u64::from(faint) << OPACITY }
        };
        cels.map(stamp).collect()
    }

    /// Returns numbers for the pictures of frames, each another one once the frame looks different: 0 if nothing is
    /// painted on it, and else at most 2⁵³.
    pub(in crate::editor) fn frame_stamps(&mut self, session: &Session, frames: Range<u32>) -> Vec<u64> {
        self.stamps.refresh(session.document());
        let (document, stack) = (session.document(), session.document().stack());
        let layers = stack.levels().iter();
        let layers: Vec<_> =
            layers.filter_map(|level| Some((document.layer_at(level.id())?, Sum::of(level)))).collect();
        let mut stamps = Vec::new();
        for frame in frames {
            let mut empty = document.background() == Color::TRANSPARENT;
            let ground = document.frame_id(frame).map(|id| stack.ground(id));
            let mut sum = Sum::of(&(document.size(), ground));
            for (layer, look) in &layers {
                let stamp = self.stamps.of(document, Cel { layer: *layer, frame });
                if stamp != 0 {
                    empty = false;
                    sum = (sum ^ stamp).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ look;
                }
            }
            stamps.push(if empty { 0 } else { (sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 12) | 1 });
        }
        stamps
    }
}
