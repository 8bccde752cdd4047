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
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!((document.moved().pixels, document.moved().balance), (Some(10), Some(Ordering::Less)), "ten went");
//! assert_eq!(document.touched(0)?, [Rect::new(10, 3, 10, 1)]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::drawing::info::SELECTION;
use super::drawing::tiles::{area_of, tile_of};
use super::patch::conflicts::plane;
use super::patch::exact::{Sink, runs};
use super::patch::marks::{is_image, join, push};
use super::patch::sift::Rows;
use super::{Document, MarkedPixels, Subject, Trace};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::history::{Commit, CommitId, Place};
use std::cmp::Ordering;

/// Maximum number of bytes of a step, as it is held and as it covers pixels, of which no more is repainted than
/// boxes around its pixels; for a larger one it is its header's rectangle.
pub(super) const LARGE: u64 = 1 << 20;
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
        self.rect = self.rect.union(Trace::of(&commit.header()).rect);
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

impl Document {
    /// Returns the exact pixels of a frame, and of the selection, that the last undo, redo or travel
    /// changed, as rectangles. Empty if finding them would take long.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub fn touched(&self, frame: u32) -> Result<Vec<Rect>> {
        self.touched_by(&self.moved.commits, frame)?.into_rects()
    }

    /// Returns the exact pixels of a frame, and of the selection, that steps changed, like [`touched`](Document::touched).
    /// Steps that are gone are passed over.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub fn touched_by(&self, ids: &[CommitId], frame: u32) -> Result<Mask> {
        let commits = || ids.iter().filter_map(|id| self.history().commit_of(*id).ok());
        let size = |commit: Commit<'_>| commit.covered().max(commit.bytes() as u64);
        let known = commits().all(|commit| commit.place() != Place::Disk);
        let mut mask = Mask::default();
        if !known || ids.len() > STEPS || commits().map(size).sum::<u64>() > TOUCHED {
            return Ok(mask);
        }
        for commit in commits() {
            let (tiles, rects) = (mask.tiles.len(), mask.rects.len());
            let (_, links) = self.read_exact(&commit, &mut Seen::new(self, frame, &mut mask))?;
            if links {
                mask.tiles.truncate(tiles);
                mask.rects.truncate(rects);
                self.mark_relinked(&commit, frame, &mut mask)?;
            }
        }
        Ok(mask)
    }

    /// Returns those of some pixels of planes that a frame, or the selection, shows, as pixels of the canvas.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the list can't be allocated.
    pub fn mask_of(&self, planes: &[(Subject, Vec<MarkedPixels>)], frame: u32) -> Result<Mask> {
        let mut mask = Mask::default();
        let mut seen = Seen::new(self, frame, &mut mask);
        for (subject, marked) in planes {
            let tree = plane(*subject);
            for marked in marked {
                match marked {
                    MarkedPixels::Area(rect, _) => seen.area(tree, *rect)?,
                    MarkedPixels::Tile(rect, rows, _) => {
                        seen.tile(tree, tile_of(rect.x as u32, rect.y as u32), rows)?;
                    }
                }
            }
        }
        Ok(mask)
    }

    /// Tells what the newest step has changed, as after a redo of it, so that it can be shown.
    pub fn meet_newest(&mut self) {
        let mut moved = Moved::default();
        if let Some(newest) = self.history().done().next() {
            moved.cross(&newest);
            let before = self.before(Some(newest));
            moved.pixels = before.pixels;
            if let Some(boxes) = before.marks.and_then(|marks| marks.boxes(self.window())) {
                moved.rect = boxes.into_iter().fold(Rect::EMPTY, Rect::union);
            }
        }
        self.moved = moved;
    }

    /// Adds the pixels of a frame that a step changed by changing links, too.
    fn mark_relinked(&self, commit: &Commit<'_>, frame: u32, mask: &mut Mask) -> Result<()> {
        let relinked = self.relinked(commit, frame)?;
        for layer in &relinked {
            self.redrawn(commit, *layer, &mut Seen::new(self, frame, mask))?;
        }
        // Of a layer that shows another image here, what that image looks like counts.
        let passed = relinked.iter().map(|layer| layer.layer).collect();
        self.read_exact(commit, &mut Seen { passed, ..Seen::new(self, frame, mask) })?;
        Ok(())
    }
}

/// Pixels of a canvas: those of tiles by a bit for each, and rectangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// The left upper pixel of each tile, which may lie left of or above the canvas, and its rows, of which bit x stands for pixel x.
    pub tiles: Vec<(Point, Rows)>,
    /// The rectangles, which may overlap.
    pub rects: Vec<Rect>,
}

impl Mask {
    /// Returns the pixels as rectangles.
    fn into_rects(self) -> Result<Vec<Rect>> {
        let mut rects = self.rects;
        for (place, rows) in &self.tiles {
            runs(*place, rows, |rect| join(&mut rects, rect))?;
        }
        Ok(rects)
    }
}

/// Takes of what a step changed what is seen in a frame.
struct Seen<'a> {
    document: &'a Document,
    frame: u32,
    mask: &'a mut Mask,
    /// The plane that was met last, and whether the frame shows it.
    plane: Option<(u32, bool)>,
    /// Ids of layers that are passed over.
    passed: Vec<u16>,
}

impl Seen<'_> {
    fn new<'a>(document: &'a Document, frame: u32, mask: &'a mut Mask) -> Seen<'a> {
        Seen { document, frame, mask, plane: None, passed: Vec::new() }
    }

    /// Returns `true` if the frame shows an image.
    fn shows(&mut self, tree: u32) -> bool {
        let cels = || self.document.cels_of_plane(tree).iter().any(|cel| cel.frame == self.frame);
        match self.plane {
            Some((known, shown)) if known == tree => shown,
            _ => {
                let shown = is_image(tree) && !self.passed.contains(&((tree >> 16) as u16)) && cels();
                self.plane = Some((tree, shown));
                shown
            }
        }
    }
}

impl Sink for Seen<'_> {
    fn area(&mut self, tree: u32, rect: Rect) -> Result<()> {
        if tree == SELECTION {
            let (dx, dy) = self.document.offset();
            return join(&mut self.mask.rects, Rect { x: rect.x + dx, y: rect.y + dy, ..rect });
        }
        if !self.shows(tree) {
            return Ok(());
        }
        self.document.window().seen(rect).try_for_each(|rect| join(&mut self.mask.rects, rect))
    }

    fn tile(&mut self, tree: u32, tile: u32, rows: &Rows) -> Result<()> {
        if tree == SELECTION {
            let Rect { x, y, .. } = area_of(0, tile);
            // It may be moved by less than a tile.
            return runs(Point { x, y }, rows, |rect| self.area(tree, rect));
        }
        if !self.shows(tree) {
            return Ok(());
        }
        let mut rows = *rows;
        let canvas = self.document.window();
        canvas.clip(tile, &mut rows);
        let empty = rows.iter().all(|row| *row == 0);
        if empty { Ok(()) } else { push(&mut self.mask.tiles, (canvas.corner.tile_at(tile), rows)) }
    }
}
