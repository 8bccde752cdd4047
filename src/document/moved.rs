//! What undo, redo or travel changed, for people to be told and shown.
//!
//! A step's bytes say which pixels it changes, in either direction. Whether pixels came or went they don't say: the
//! undo of a stroke takes what it painted away, and the undo of erasing brings it back. So the visible pixels
//! among those are counted before and after.
//!
//! The invariant: what is counted is what the step changed and nothing else, so counting takes no longer than
//! the exchange, and a step that is too large for it is not counted at all.
//!
//! ```
//! use std::cmp::Ordering;
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!((document.moved().pixels, document.moved().balance), (Some(10), Some(Ordering::Less)), "ten went");
//! assert_eq!(document.touched(0)?, [Rect::new(10, 3, 10, 1)]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Document;
use super::drawing::info::cel_plane;
use super::drawing::tiles::{Found, colors, find, patches};
use super::exact::{Exact, Subject, Touched};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::history::{Commit, CommitId, Place};
use crate::memory::Tree;
use std::cmp::Ordering;

/// Maximum number of bytes of a step, as it is held and as it covers pixels, of which no more is repainted than
/// boxes around its pixels; for a larger one it is its header's rectangle.
pub(super) const LARGE: u64 = 1 << 20;
/// Maximum number of these bytes of a step whose pixels are counted.
const COUNTED: u64 = 128 << 10;
/// Number of pixels in a rectangle above which areas of one colour in it are counted as one.
const SMALL: u64 = 1 << 12;
/// Maximum number of bytes of all steps whose exact pixels are found after a travel.
const TOUCHED: u64 = 20 << 20;
/// Maximum number of steps whose exact pixels are found after a travel.
const STEPS: usize = 64;

/// What the last undo, redo or travel changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The rectangle around all changes.
    pub rect: Rect,
    /// Number of pixels of cels that changed, or `None` if the step is too large to be counted.
    pub pixels: Option<u64>,
    /// Whether more became visible or selected than vanished (`Greater`), fewer (`Less`), or as many. `None` if
    /// the step is too large to be counted.
    pub balance: Option<Ordering>,
    /// Whether it changed which frames share an image, as far as it was counted.
    pub links: bool,
    /// The commits that were crossed; empty if they were too many.
    pub(super) commits: Vec<CommitId>,
}

impl Moved {
    /// Returns the commits that were crossed; empty if they were too many.
    pub fn commits(&self) -> &[CommitId] {
        &self.commits
    }
}

impl Default for Moved {
    fn default() -> Moved {
        Moved { rect: Rect::EMPTY, pixels: None, balance: None, links: false, commits: Vec::new() }
    }
}

impl Moved {
    /// Adds a commit that is crossed. After too many of them nothing but the rectangle is known.
    pub(super) fn cross(&mut self, commit: &Commit<'_>) {
        self.rect = self.rect.union(commit.header().rect);
        if self.commits.len() <= STEPS {
            self.commits.push(commit.id());
        }
    }
}

/// Returns the number of bytes that a step covers or holds, whichever are more.
pub(super) fn size(commit: &Commit<'_>) -> u64 {
    match commit.place() {
        Place::Disk => u64::MAX,
        _ => commit.covered().max(commit.bytes() as u64),
    }
}

/// What a step is about to change, before it is undone or redone.
#[derive(Debug)]
pub(super) struct Before {
    /// The pixels, or `None` if the step is too large for them to be counted.
    pub exact: Option<Exact>,
    visible: u64,
    selected: i64,
}

/// Returns the number of pixels in a rectangle.
fn area(rect: Rect) -> u64 {
    rect.width.max(0) as u64 * rect.height.max(0) as u64
}

/// Counts pixels that are not transparent. Most rectangles of a stroke are a few pixels within the tile of the one before, so
/// the map is followed anew only where the next one lies elsewhere.
struct Counter<'a> {
    tree: Option<&'a Tree>,
    last: Found<'a>,
    count: u64,
}

impl<'a> Counter<'a> {
    fn new(tree: Option<&'a Tree>) -> Counter<'a> {
        Counter { tree, last: find(tree, 0, 0), count: 0 }
    }

    /// Counts those of a rectangle, row by row.
    fn add(&mut self, rect: Rect) {
        for y in rect.y..rect.bottom() {
            let mut x = rect.x;
            while x < rect.right() {
                if !self.last.area.contains(Point::new(x, y)) {
                    self.last = find(self.tree, x as u32, y as u32);
                }
                let Found { page, base, area } = self.last;
                let end = area.right().min(rect.right());
                self.count += match page {
                    None => u64::from(base.bytes[3] > 0) * (end - x) as u64,
                    Some(page) => {
                        let from = ((y - area.y) * area.width + x - area.x) as usize;
                        let pixels = &colors(page)[from..from + (end - x) as usize];
                        // A pixel is its base XOR its word.
                        pixels.iter().filter(|pixel| pixel.bytes[3] != base.bytes[3]).count() as u64
                    }
                };
                x = end;
            }
        }
    }
}

impl Before {
    /// Returns the number of changed pixels of cels.
    pub fn pixels(&self) -> Option<u64> {
        let cels = |plane: &&Touched| matches!(plane.subject, Subject::Image { .. });
        self.exact.as_ref().map(|exact| {
            exact.planes.iter().filter(cels).flat_map(|plane| &plane.rects).copied().map(area).sum()
        })
    }
}

impl Document {
    /// Looks at what a commit is about to change.
    pub(super) fn before(&self, commit: Option<Commit<'_>>) -> Before {
        let exact =
            commit.filter(|commit| size(commit) <= COUNTED).and_then(|commit| self.exact(&commit).ok());
        let visible = exact.as_ref().map_or(0, |exact| self.visible(exact));
        Before { exact, visible, selected: self.selected_area() }
    }

    /// Returns `true` if the step that undo crosses next, if there is one, takes no longer than a moment.
    pub fn undo_is_small(&self) -> bool {
        !self.strange && self.history().done().next().is_none_or(|commit| size(&commit) <= COUNTED)
    }

    /// Returns `true` if the step that redo crosses next, if there is one, takes no longer than a moment.
    pub fn redo_is_small(&self) -> bool {
        !self.strange && self.history().undone().next().is_none_or(|commit| size(&commit) <= COUNTED)
    }

    /// Compares what is visible and selected with what it was before.
    pub(super) fn balance_since(&self, before: &Before) -> Option<Ordering> {
        let exact = before.exact.as_ref()?;
        Some(self.visible(exact).cmp(&before.visible).then(self.selected_area().cmp(&before.selected)))
    }

    fn selected_area(&self) -> i64 {
        self.selection().map_or(0, |rect| i64::from(rect.width) * i64::from(rect.height))
    }

    /// Counts the pixels that are not transparent among those of cels that a step changes.
    fn visible(&self, exact: &Exact) -> u64 {
        let mut count = 0;
        for plane in &exact.planes {
            let Subject::Image { layer, name } = plane.subject else { continue };
            let tree = self.memory().tree(cel_plane(layer, name));
            let mut counter = Counter::new(tree);
            for rect in plane.rects.iter().map(|rect| rect.intersect(self.bounds())) {
                if area(rect) <= SMALL {
                    counter.add(rect);
                    continue;
                }
                // A fill covers far more pixels than it takes bytes.
                for patch in patches(tree, rect) {
                    match patch.solid {
                        Some(color) => count += u64::from(color.bytes[3] > 0) * area(patch.rect),
                        None => counter.add(patch.rect),
                    }
                }
            }
            count += counter.count;
        }
        count
    }

    /// Returns the exact pixels of a frame, and of the selection, that the last undo, redo or travel
    /// changed, as rectangles. Empty if finding them would take long.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub fn touched(&self, frame: u32) -> Result<Vec<Rect>> {
        self.touched_by(&self.moved.commits, frame)
    }

    /// Returns the exact pixels of a frame, and of the selection, that steps changed, like [`touched`](Document::touched).
    /// Steps that are gone are passed over.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub fn touched_by(&self, ids: &[CommitId], frame: u32) -> Result<Vec<Rect>> {
        let commits = || ids.iter().filter_map(|id| self.history().commit_of(*id).ok());
        let size = |commit: Commit<'_>| commit.covered().max(commit.bytes() as u64);
        let known = commits().all(|commit| commit.place() != Place::Disk);
        if !known || ids.len() > STEPS || commits().map(size).sum::<u64>() > TOUCHED {
            return Ok(Vec::new());
        }
        let (dx, dy) = self.offset();
        let mut rects = Vec::new();
        for commit in commits() {
            let exact = self.exact(&commit)?;
            let relinked = if exact.links { self.relinked(&commit, frame)? } else { Vec::new() };
            for layer in &relinked {
                rects.extend(self.redrawn(*layer, &exact));
            }
            for plane in exact.planes {
                match plane.subject {
                    // Of a layer that shows another image here, what that image looks like counts.
                    Subject::Image { layer, .. } if relinked.iter().any(|one| one.layer == layer) => {}
                    Subject::Image { .. } if plane.cels.iter().any(|cel| cel.frame == frame) => {
                        rects.extend(plane.rects)
                    }
                    Subject::Selection => {
                        rects.extend(plane.rects.iter().map(|rect| Rect {
                            x: rect.x + dx,
                            y: rect.y + dy,
                            ..*rect
                        }));
                    }
                    _ => {}
                }
            }
        }
        Ok(rects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::document::Cel;

    #[test]
    fn areas_of_one_colour_are_counted_like_their_pixels() {
        let (mut document, cel) = (Document::new(1100, 600).unwrap(), Cel::default());
        let all = document.bounds();
        let fill = |document: &mut Document, rect: Rect, color: Color| {
            document.begin(1).unwrap();
            document.fill_rect(cel, rect, color).unwrap();
            document.commit("Fill", Color::ADDED, 0).unwrap();
            let commit = document.history().done().next().unwrap();
            let exact = document.exact(&commit).unwrap();
            let rects = exact.planes.iter().flat_map(|plane| &plane.rects);
            let points =
                rects.flat_map(|r| (r.y..r.bottom()).flat_map(|y| (r.x..r.right()).map(move |x| (x, y))));
            let seen = points.filter(|&(x, y)| !document.cel_pixel(cel, x, y).unwrap().is_transparent());
            assert_eq!(document.visible(&exact), seen.count() as u64, "{rect:?}");
        };
        fill(&mut document, all, Color::BLACK);
        fill(&mut document, Rect::new(30, 31, 500, 300), Color::TRANSPARENT);
        fill(&mut document, Rect::new(7, 9, 1, 1), Color::TRANSPARENT);
        fill(&mut document, Rect::new(1000, 100, 90, 450), Color::TRANSPARENT);
        fill(&mut document, Rect::new(25, 25, 100, 60), Color::REMOVED);
        document.undo().unwrap();
        assert_eq!(document.moved().balance, Some(Ordering::Less), "the holes are back");
        document.redo().unwrap();
        assert_eq!(document.moved().balance, Some(Ordering::Greater));
    }

    #[test]
    fn a_fill_of_the_largest_canvas_is_counted_by_its_areas() {
        let (mut document, cel) = (Document::new(32768, 32768).unwrap(), Cel::default());
        let all = document.bounds();
        document.begin(1).unwrap();
        document.fill_rect(cel, all, Color::BLACK).unwrap();
        document.commit("Fill", Color::ADDED, 0).unwrap();
        document.undo().unwrap();
        assert_eq!(
            (document.moved().pixels, document.moved().balance),
            (Some(1 << 30), Some(Ordering::Less))
        );
    }
}
