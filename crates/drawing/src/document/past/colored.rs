//! The colours that steps gave to pixels, one step after the other.
//!
//! Problem: a step's bytes say where it changed something, and not which colour was there then. To look at the past at each of a hundred thousand steps would
//! take minutes. Idea: whoever goes back from the newest step to the oldest carries along how that state differs from the present one: a
//! page for each tile that a step on the way has changed. A pixel's colour then is its colour now, XORed by the four words of that difference.
//!
//! The invariant: after [`Colored::pass`] of a step, the difference is the one before it. Steps are passed in their order, without a gap, newest first; those that
//! are undone come first, as they lead to the newest state of the line. When anything was done meanwhile, it begins anew.
//!
//! Of a rectangle with more than [`MOST`] pixels a grid of that many is looked at.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Colored}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! for color in [Color::ADDED, Color::BLACK] {
//!     document.begin(1)?;
//!     document.fill_rect(Cel::default(), Rect::new(3, 3, 9, 9), color)?;
//!     document.commit("Fill", color, 0)?;
//! }
//! let steps: Vec<_> = document.history().done().map(|step| step.id()).collect();
//! let mut colored = Colored::default();
//! let gave: Result<Vec<_>, _> = steps.iter().map(|step| colored.pass(&document, *step, Color::ADDED)).collect();
//! assert_eq!(gave?, [false, true]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::color::Color;
use crate::document::Document;
use crate::document::Subject;
use crate::document::drawing::info::{cel_plane, is_records};
use crate::document::drawing::tiles::{TILE, read_row, tile_of, xor};
use crate::document::drawing::window::Sight;
use crate::document::patch::marks::is_image;
use crate::document::patch::pages::{Pages, Room};
use crate::document::patch::reading;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::{Commit, CommitId, Place};
use crate::memory::{PAGE, PageAddress};

/// The most pixels of a rectangle that are looked at.
pub const MOST: i32 = 1 << 12;

/// How the state after a step differs from the present one.
#[derive(Debug, Default)]
pub struct Colored {
    pages: Pages,
    taken: usize,
}

/// Returns the distance of the pixels that are looked at in a rectangle.
fn distance(rect: Rect) -> usize {
    let (mut step, area) = (1, i64::from(rect.width) * i64::from(rect.height));
    while area / (step * step) > i64::from(MOST) {
        step += 1;
    }
    step as usize
}

impl Colored {
    /// Goes forth over a step that is undone: the newest state of the line comes before it is gone back from there.
    ///
    /// # Errors
    /// As [`pass`](Colored::pass).
    pub fn forth(&mut self, document: &Document, step: CommitId) -> Result<()> {
        let commit = self.readable(document, step)?;
        self.cross(document, &commit)
    }

    /// Returns `true` if a step gave its colour to a pixel of any image, and goes back over it.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Away`] or [`Error::Unreadable`] if its bytes are not in memory,
    /// [`Error::OverBudget`] if the difference has become larger than the history has room for, and [`Error::OutOfMemory`].
    pub fn pass(&mut self, document: &Document, step: CommitId, color: Color) -> Result<bool> {
        let commit = self.readable(document, step)?;
        let mut gave = false;
        for plane in document.exact(&commit)?.planes {
            let Subject::Image { layer, name } = plane.subject else { continue };
            let tree = cel_plane(layer, name);
            gave = gave || plane.rects.iter().any(|rect| self.holds(document, tree, *rect, color));
        }
        self.cross(document, &commit)?;
        Ok(gave)
    }

    fn readable<'a>(&self, document: &'a Document, step: CommitId) -> Result<Commit<'a>> {
        let history = document.history();
        let commit = history.commit_of(step)?;
        match history.wall_at(step) {
            Some(wall) => Err(wall.into()),
            None if commit.place() == Place::Disk => Err(Error::Away { commit: step.0 }),
            None => Ok(commit),
        }
    }

    /// XORs what a step changed in images into the difference.
    fn cross(&mut self, document: &Document, commit: &Commit<'_>) -> Result<()> {
        let mut room = Room { budget: document.history().spare() / 2, taken: self.taken };
        let image = |place: PageAddress| !is_records(place.tree) && is_image(place.tree);
        let added = reading::stream(commit, &mut |run| self.pages.add(run, &mut room, &image));
        self.taken = room.taken;
        added
    }

    /// Returns `true` if a pixel of a rectangle of a plane had a colour.
    fn holds(&self, document: &Document, tree: u32, rect: Rect, color: Color) -> bool {
        let (step, plane, corner) = (distance(rect), Sight::of(document.memory(), tree), document.corner());
        let mut row = vec![Color::TRANSPARENT; rect.width as usize];
        (rect.y..rect.bottom()).step_by(step).any(|y| {
            read_row(plane, (rect.x as u32, y as u32), 1, &mut row);
            let mut columns = (rect.x..rect.right()).zip(&row).step_by(step);
            columns.any(|(x, now)| xor(*now, self.at(tree, corner.place(x as u32, y as u32))) == color)
        })
    }

    /// Returns how a pixel of a plane differed.
    fn at(&self, tree: u32, (x, y): (u32, u32)) -> Color {
        let tile = tile_of(x, y);
        let word = |level: u8, index: u32, at: u32| {
            let page = self.pages.pages.get(&PageAddress { tree, level, index });
            let bytes: Option<&[u8; PAGE]> = page.map(|page| bytemuck::cast_ref(&**page));
            let word = bytes.and_then(|bytes| bytes[at as usize * 4..].first_chunk::<4>());
            Color { bytes: word.copied().unwrap_or_default() }
        };
        let bases = xor(
            xor(word(1, tile >> 9, tile & 511), word(2, tile >> 18, tile >> 9 & 511)),
            word(3, 0, tile >> 18),
        );
        xor(bases, word(0, tile, y % TILE * TILE + x % TILE))
    }
}
