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

use super::Document;
use super::Trace;
use super::changed::Changed;
use super::drawing::info::{SELECTION, cel_plane};
use super::drawing::tiles::{Found, TILE, area_of, colors, find, patches, read_row, tile_of};
use super::exact::{Exact, Marked, Sink, Subject, is_image, join, push, runs};
use super::patch::MarkedPixels;
use super::patch::conflicts::plane;
use crate::color::Color;
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

/// What a step is about to change, before it is undone or redone.
#[derive(Debug)]
pub(super) struct Before {
    /// The pixels, or `None` if the step is too large for them to be counted.
    pub changed: Option<Changed>,
    /// Number of those of cels.
    pub pixels: Option<u64>,
    visible: u64,
    selected: i64,
}

/// Returns the number of pixels in a rectangle.
pub(super) fn area(rect: Rect) -> u64 {
    rect.width.max(0) as u64 * rect.height.max(0) as u64
}

/// Counts the pixels of a rectangle that are not transparent, row by row.
fn visible_within(tree: Option<&Tree>, rect: Rect, row: &mut Vec<Color>) -> u64 {
    row.resize(rect.width.max(0) as usize, Color::TRANSPARENT);
    let mut count = 0;
    for y in rect.y..rect.bottom() {
        read_row(tree, (rect.x as u32, y as u32), 1, row);
        count += row.iter().filter(|color| color.bytes[3] > 0).count() as u64;
    }
    count
}

/// Counts the pixels of a tile that are marked and not transparent.
fn visible_marked(tree: Option<&Tree>, marked: &Marked) -> u64 {
    let Rect { x, y, .. } = area_of(0, marked.tile);
    let Found { page, base, .. } = find(tree, x as u32, y as u32);
    let Some(page) = page else { return u64::from(base.bytes[3] > 0) * marked.count() };
    let mut count = 0;
    for (pixels, row) in colors(page).chunks_exact(TILE as usize).zip(marked.rows) {
        let mut rest = row;
        while rest != 0 {
            // A pixel is its base XOR its word.
            count += u64::from(pixels[rest.trailing_zeros() as usize].bytes[3] != base.bytes[3]);
            rest &= rest - 1;
        }
    }
    count
}

impl Document {
    /// Looks at what a commit is about to change.
    pub(super) fn before(&self, commit: Option<Commit<'_>>) -> Before {
        let find = |commit: &Commit<'_>| -> Result<Changed> {
            Ok(match self.marks(commit)? {
                Some(marks) => Changed::Tiles(marks),
                None => Changed::Rects(self.exact(commit)?),
            })
        };
        let counted = commit.filter(|commit| size(commit) <= COUNTED);
        let changed = counted.and_then(|commit| find(&commit).ok());
        let visible = changed.as_ref().map_or(0, |changed| self.visible_while(changed, |_, _| true));
        let pixels = changed.as_ref().map(Changed::pixels);
        Before { changed, pixels, visible, selected: self.selected_area() }
    }

    /// Returns `true` if crossing a step, if there is one, takes no longer than a moment.
    pub fn is_small(&self, step: Option<Commit<'_>>) -> bool {
        !self.strange && step.is_none_or(|commit| size(&commit) <= COUNTED)
    }

    /// Compares what is visible and selected with what it was before.
    pub(super) fn balance_since(&self, before: &Before) -> Option<Ordering> {
        let (changed, all) = (before.changed.as_ref()?, before.pixels?);
        // Where all pixels were visible, or none was, the first one that is otherwise tells.
        let visible = self.visible_while(changed, |visible, counted| match before.visible {
            0 => visible == 0,
            before if before == all => visible == counted,
            _ => true,
        });
        Some(visible.cmp(&before.visible).then(self.selected_area().cmp(&before.selected)))
    }

    fn selected_area(&self) -> i64 {
        self.selection().map_or(0, |rect| i64::from(rect.width) * i64::from(rect.height))
    }

    /// Counts the pixels that are not transparent among those of cels that a step changes, while a function says so of
    /// them and of all that were counted.
    fn visible_while(&self, changed: &Changed, on: impl Fn(u64, u64) -> bool) -> u64 {
        let (mut visible, mut counted) = (0, 0);
        match changed {
            Changed::Tiles(marks) => {
                for marked in marks.tiles.iter().filter(|marked| is_image(marked.tree)) {
                    if !on(visible, counted) {
                        break;
                    }
                    visible += visible_marked(self.memory().tree(marked.tree), marked);
                    counted += marked.count();
                }
            }
            Changed::Rects(exact) => visible = self.visible(exact),
        }
        visible
    }

    /// Counts the pixels that are not transparent among those of cels.
    #[doc(hidden)]
    pub fn visible(&self, exact: &Exact) -> u64 {
        let mut row = Vec::new();
        let mut count = 0;
        for plane in &exact.planes {
            let Subject::Image { layer, name } = plane.subject else { continue };
            let tree = self.memory().tree(cel_plane(layer, name));
            for rect in plane.rects.iter().map(|rect| rect.intersect(self.bounds())) {
                if area(rect) <= SMALL {
                    count += visible_within(tree, rect, &mut row);
                    continue;
                }
                // A fill covers far more pixels than it takes bytes.
                for patch in patches(tree, rect) {
                    count += match patch.solid {
                        Some(color) => u64::from(color.bytes[3] > 0) * area(patch.rect),
                        None => visible_within(tree, patch.rect, &mut row),
                    };
                }
            }
        }
        count
    }

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

    /// Returns those of some pixels of planes that a frame, or the selection, shows.
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
            if let Some(boxes) = before.changed.and_then(|changed| changed.boxes()) {
                moved.rect = boxes.into_iter().fold(Rect::EMPTY, Rect::union);
            }
        }
        self.moved = moved;
    }

    /// Adds the pixels of a frame that a step changed by changing links, too.
    fn mark_relinked(&self, commit: &Commit<'_>, frame: u32, mask: &mut Mask) -> Result<()> {
        let ((dx, dy), exact) = (self.offset(), self.exact(commit)?);
        let relinked = self.relinked(commit, frame)?;
        for layer in &relinked {
            mask.rects.extend(self.redrawn(*layer, &exact));
        }
        for plane in exact.planes {
            match plane.subject {
                // Of a layer that shows another image here, what that image looks like counts.
                Subject::Image { layer, .. } if relinked.iter().any(|one| one.layer == layer) => {}
                Subject::Image { .. } if plane.cels.iter().any(|cel| cel.frame == frame) => {
                    mask.rects.extend(plane.rects);
                }
                Subject::Selection => {
                    mask.rects.extend(plane.rects.iter().map(|rect| Rect {
                        x: rect.x + dx,
                        y: rect.y + dy,
                        ..*rect
                    }));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Pixels of a canvas: those of tiles by a bit for each, and rectangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// The left upper pixel of each tile, and its rows, of which bit x stands for pixel x.
    pub tiles: Vec<(Point, [u32; TILE as usize])>,
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
}

impl Seen<'_> {
    fn new<'a>(document: &'a Document, frame: u32, mask: &'a mut Mask) -> Seen<'a> {
        Seen { document, frame, mask, plane: None }
    }

    /// Returns `true` if the frame shows an image.
    fn shows(&mut self, tree: u32) -> bool {
        let cels = || self.document.cels_of_plane(tree).iter().any(|cel| cel.frame == self.frame);
        match self.plane {
            Some((known, shown)) if known == tree => shown,
            _ => {
                let shown = is_image(tree) && cels();
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
        let rect = rect.intersect(self.document.bounds());
        if rect.is_empty() || !self.shows(tree) { Ok(()) } else { join(&mut self.mask.rects, rect) }
    }

    fn tile(&mut self, tree: u32, tile: u32, rows: &[u32; TILE as usize]) -> Result<()> {
        let Rect { x, y, .. } = area_of(0, tile);
        if tree == SELECTION {
            // It may be moved by less than a tile.
            return runs(Point { x, y }, rows, |rect| self.area(tree, rect));
        }
        if !self.shows(tree) {
            return Ok(());
        }
        let mut marked = Marked { tree, tile, rows: *rows };
        marked.clip(self.document.bounds());
        let empty = marked.rows.iter().all(|row| *row == 0);
        if empty { Ok(()) } else { push(&mut self.mask.tiles, (Point { x, y }, marked.rows)) }
    }
}
