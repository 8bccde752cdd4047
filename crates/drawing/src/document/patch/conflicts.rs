//! What a patch could do, and what it had to leave.
//!
//! Pixels are told by plane and tile with a bit for each, everything else part by part. Of what was left both sides are known: how it is
//! now, and what the patch would have made of it.

use super::sift::{Marked, Sifted};
use crate::color::Color;
use crate::document::drawing::info::{FLOATING, SELECTION, cel_plane};
use crate::document::{Clash, Part, Subject};
use crate::geometry::{Bits, Rect};

/// Outcome of [`Patch::apply`](super::Patch::apply).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts {
    /// The pixels that were changed, by plane.
    pub taken: Vec<(Subject, Vec<Marked>)>,
    /// The pixels that were left, by plane: somebody else has changed them since, or they have no place any more.
    pub left: Vec<(Subject, Vec<Marked>)>,
    /// The pixels that were as the patch would have made them, by plane; those of areas of one colour are not among them.
    pub met: Vec<(Subject, Vec<Bits>)>,
    /// The parts of records that were changed.
    pub parts: Vec<Part>,
    /// The parts of records that were left.
    pub clashes: Vec<Clash>,
    /// Images of which pixels were left since their layer is locked, if these are [spared](super::Patch::sparing_locked).
    pub locked: Vec<Subject>,
}

/// Returns what a plane is.
pub(in crate::document) fn subject(tree: u32) -> Subject {
    match tree {
        SELECTION => Subject::Selection,
        FLOATING => Subject::Floating,
        _ => Subject::Image { layer: (tree >> 16) as u16, name: tree as u16 },
    }
}

/// Returns the plane that something lies in.
pub(in crate::document) fn plane(subject: Subject) -> u32 {
    match subject {
        Subject::Selection => SELECTION,
        Subject::Floating => FLOATING,
        Subject::Image { layer, name } => cel_plane(layer, name),
    }
}

fn count(planes: &[(Subject, Vec<Marked>)]) -> u64 {
    planes.iter().flat_map(|(_, marked)| marked).map(Marked::count).sum()
}

impl Conflicts {
    /// Returns the number of pixels that were changed.
    pub fn taken(&self) -> u64 {
        count(&self.taken)
    }

    /// Returns the number of pixels that were left.
    pub fn left(&self) -> u64 {
        count(&self.left)
    }

    /// Returns the number of pixels that were left since their layer is locked.
    pub fn left_locked(&self) -> u64 {
        let locked = self.left.iter().filter(|(subject, _)| self.locked.contains(subject));
        locked.flat_map(|(_, marked)| marked).map(Marked::count).sum()
    }

    /// Returns `true` if nothing was left.
    pub fn is_whole(&self) -> bool {
        self.left.is_empty() && self.clashes.is_empty()
    }

    /// Returns `true` if nothing was changed.
    pub fn is_idle(&self) -> bool {
        self.taken.is_empty() && self.parts.is_empty()
    }

    /// Returns the colour that the patch would have given a pixel that was left, by the colour that it has now. Returns `None` for any
    /// other pixel.
    pub fn theirs(&self, plane: Subject, (x, y): (i32, i32), now: Color) -> Option<Color> {
        let (_, marked) = self.left.iter().find(|(subject, _)| *subject == plane)?;
        let by = marked.iter().find_map(|marked| marked.by(x, y))?;
        Some(Color { bytes: (u32::from_ne_bytes(now.bytes) ^ by).to_ne_bytes() })
    }

    /// Adds what became of a plane.
    pub(super) fn add(&mut self, tree: u32, sifted: &mut Sifted) {
        let [taken, left] = [&mut sifted.taken, &mut sifted.left].map(std::mem::take);
        for (list, marked) in [(&mut self.taken, taken), (&mut self.left, left)] {
            if !marked.is_empty() {
                list.push((subject(tree), marked));
            }
        }
        if !sifted.met.is_empty() {
            self.met.push((subject(tree), std::mem::take(&mut sifted.met)));
        }
    }

    /// Returns the rectangle around all pixels of images that were changed.
    pub(super) fn around(&self) -> Rect {
        let images = self.taken.iter().filter(|(subject, _)| matches!(subject, Subject::Image { .. }));
        images.flat_map(|(_, marked)| marked).fold(Rect::EMPTY, |all, marked| all.union(marked.around()))
    }
}
