//! What a patch could do, and what it had to leave.
//!
//! Pixels are told by plane and tile, in coordinates of their plane, with a bit for each, everything else part by part. Of what was left both sides are known: how it is
//! now, and what the patch would have made of it.

use super::sift::{Marked, Sifted};
use crate::color::Color;
use crate::document::drawing::info::{FLOATING, SELECTION, cel_plane};
use crate::document::drawing::tiles::tile_of;
use crate::document::drawing::window::Window;
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

    /// Returns the colour that the patch would have given a pixel of a plane that was left, by the colour that it has now. Returns `None` for any
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

    /// Returns the pixels as they are seen on the canvas, to be painted there.
    pub(super) fn on(&self, canvas: Window) -> Conflicts {
        let seen = |planes: &[(Subject, Vec<Marked>)]| {
            let marked = |all: &[Marked]| all.iter().flat_map(|marked| marked.on(canvas)).collect();
            planes.iter().map(|(subject, all)| (*subject, marked(all))).collect()
        };
        let bits = |bits: &Bits| {
            let at = canvas.corner.tile_at(tile_of(bits.at.x as u32, bits.at.y as u32));
            Bits { at, ..*bits }
        };
        let met = self.met.iter().map(|(subject, all)| (*subject, all.iter().map(bits).collect()));
        Conflicts { taken: seen(&self.taken), left: seen(&self.left), met: met.collect(), ..self.clone() }
    }

    /// Returns the rectangle of the canvas around all pixels of images that were changed.
    pub(super) fn around(&self, canvas: Window) -> Rect {
        let images = self.taken.iter().filter(|(subject, _)| matches!(subject, Subject::Image { .. }));
        let seen = images.flat_map(|(_, marked)| marked).flat_map(|marked| canvas.seen(marked.around()));
        seen.fold(Rect::EMPTY, Rect::union)
    }
}
