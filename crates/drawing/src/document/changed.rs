//! The pixels that undo or redo is about to change, counted.
//!
//! Problem: a stroke over a large canvas is thousands of runs of pixels, and to list, count and repaint each of them takes longer
//! than its exchange. Idea: the step's patch [marks](super::patch::marks) them as bits, a word for each row of a tile, and as areas,
//! of which numbers and boxes come by counting bits. What is visible of them is counted before and after.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(30, 5, 4, 2), Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!((document.moved().pixels, document.moved().rect), (Some(8), Rect::new(30, 5, 4, 2)), "in two tiles");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::drawing::tiles::{Found, Segment, TILE, area_of, colors, find, read_row, segments};
use super::drawing::window::{Sight, Window};
use super::moved::{LARGE, size};
use super::patch::exact::Cover;
use super::patch::marks::{Marked, Marks, Shape, is_image, join};
use super::patch::sift::Rows;
use super::travel::gathered;
use super::{Document, Trace};
use crate::color::Color;
use crate::geometry::Rect;
use crate::history::Commit;
use crate::memory::Region;
use std::cmp::Ordering;

/// Maximum number of bytes of a step, as it is held and as it covers pixels, whose pixels are counted.
const COUNTED: u64 = 128 << 10;

/// Maximum number of bytes of a step that is crossed in a moment: in a few milliseconds, which is less than work goes on before its
/// first pause.
const MOMENT: u64 = 1 << 20;

/// Number of pixels in a rectangle above which areas of one colour in it are counted as one.
const SMALL: u64 = 1 << 10;

/// What a step is about to change, before it is undone or redone.
#[derive(Debug)]
pub(super) struct Before {
    /// The pixels, or `None` if the step is too large for them to be counted.
    pub marks: Option<Marks>,
    /// Gathers what covers them instead, if the step is not so large that even that would be a pause.
    pub cover: Option<Cover>,
    /// Number of those of cels.
    pub pixels: Option<u64>,
    visible: u64,
    selected: i64,
}

impl Before {
    /// Adds what lies in a region that is exchanged.
    pub(super) fn meet(&mut self, region: Region) {
        if let Some(cover) = &mut self.cover {
            cover.add_region(region);
        }
    }
}

impl Marks {
    /// Returns the changed pixels of cels.
    fn of_cels(&self) -> impl Iterator<Item = &Marked> {
        self.all.iter().filter(|marked| is_image(marked.tree))
    }

    /// Returns few boxes of the canvas around all changed pixels, or `None` if anything else than pixels of cels changes.
    pub(super) fn boxes(&self, canvas: Window) -> Option<Vec<Rect>> {
        let cels = !self.records && self.all.iter().all(|marked| is_image(marked.tree));
        let mut boxes = Vec::new();
        let mut seen = self.of_cels().filter(|_| cels).flat_map(|marked| canvas.seen(marked.around()));
        seen.try_for_each(|rect| join(&mut boxes, rect)).ok()?;
        cels.then(|| gathered(boxes.into_iter()))
    }
}

/// Counts the pixels of a rectangle that are not transparent.
fn visible_within(tree: Sight<'_>, rect: Rect, row: &mut Vec<Color>) -> u64 {
    if rect.width as u64 * rect.height as u64 > SMALL {
        // A fill covers far more pixels than it takes bytes.
        let count = |Segment { rect, solid }| match solid {
            Some(color) => u64::from(color.bytes[3] > 0) * rect.width as u64 * rect.height as u64,
            None => visible_in_rows(tree, rect, row),
        };
        return segments(tree, rect).map(count).sum();
    }
    visible_in_rows(tree, rect, row)
}

/// Counts the pixels of a rectangle that are not transparent, row by row.
fn visible_in_rows(tree: Sight<'_>, rect: Rect, row: &mut Vec<Color>) -> u64 {
    row.resize(rect.width.max(0) as usize, Color::TRANSPARENT);
    let mut count = 0;
    for y in rect.y..rect.bottom() {
        read_row(tree, (rect.x as u32, y as u32), 1, row);
        count += row.iter().filter(|color| color.bytes[3] > 0).count() as u64;
    }
    count
}

/// Counts the pixels of a tile that are marked and not transparent.
fn visible_marked(tree: Sight<'_>, tile: u32, rows: &Rows) -> u64 {
    let Rect { x, y, .. } = area_of(0, tile);
    let Found { page, base, .. } = find(tree, x as u32, y as u32);
    let Some(page) = page else {
        let marked: u32 = rows.iter().map(|row| row.count_ones()).sum();
        return u64::from(base.bytes[3] > 0) * u64::from(marked);
    };
    let mut count = 0;
    for (pixels, row) in colors(page).chunks_exact(TILE as usize).zip(rows) {
        let mut rest = *row;
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
        let counted = commit.filter(|commit| size(commit) <= COUNTED);
        let marks = counted.and_then(|commit| self.marks(&commit).ok());
        let covered = commit.filter(|commit| marks.is_none() && size(commit) <= LARGE);
        let cover = covered.map(|commit| {
            let canvas = self.bounds();
            // A stranger's header may say anything.
            let within =
                if self.strange { canvas } else { Trace::of(&commit.header()).rect.intersect(canvas) };
            Cover::new(self.corner(), within)
        });
        let visible = marks.as_ref().map_or(0, |marks| self.visible_while(marks, |_, _| true));
        let pixels = marks.as_ref().map(|marks| marks.of_cels().map(Marked::count).sum());
        Before { marks, cover, pixels, visible, selected: self.selected_area() }
    }

    /// Returns `true` if crossing a step, if there is one, takes no longer than a moment.
    pub fn is_small(&self, step: Option<Commit<'_>>) -> bool {
        !self.strange && step.is_none_or(|commit| size(&commit) <= MOMENT)
    }

    /// Compares what is visible and selected with what it was before.
    pub(super) fn balance_since(&self, before: &Before) -> Option<Ordering> {
        let (marks, all) = (before.marks.as_ref()?, before.pixels?);
        // Where all pixels were visible, or none was, the first one that is otherwise tells.
        let visible = self.visible_while(marks, |visible, counted| match before.visible {
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
    fn visible_while(&self, marks: &Marks, on: impl Fn(u64, u64) -> bool) -> u64 {
        let (mut visible, mut counted, mut row) = (0, 0, Vec::new());
        for marked in marks.of_cels() {
            if !on(visible, counted) {
                break;
            }
            let tree = Sight::plain(self.memory().tree(marked.tree));
            visible += match &marked.shape {
                Shape::Area(rect) => visible_within(tree, *rect, &mut row),
                Shape::Tile(tile, rows) => visible_marked(tree, *tile, rows),
            };
            counted += marked.count();
        }
        visible
    }

    /// Counts the pixels of cels that a commit changes and that are not transparent.
    #[doc(hidden)]
    pub fn visible(&self, commit: &Commit<'_>) -> u64 {
        self.marks(commit).map_or(0, |marks| self.visible_while(&marks, |_, _| true))
    }
}
