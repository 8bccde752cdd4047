//! The backlog: what a page's canvas lacks until it shows the drawing.
//!
//! A viewport is large, and a zoomed out one shows more pixels than can be read between two
//! frames. So what is to be painted is handed out in *patches*, each of which takes a few
//! milliseconds at the most, and the page paints as many in a frame as it has time for:
//!
//! 1. What the canvas shows is *shifted*: moved by what the view was panned, or scaled by what it
//!    was zoomed, so that something right is seen at once.
//! 2. Dirty rectangles are painted. Where many pixels of the drawing share one of the canvas,
//!    they are [sampled](Quality::Sampled) first.
//! 3. What was sampled is [averaged](Quality::Averaged) when the page has time, so that no thin line
//!    stays unseen.
//!
//! The invariant: a pixel of the canvas that, once shifted, does not show the drawing's average
//! lies in a patch that is still to come, and no patch is handed out before the canvas is shifted.
//!
//! The example below pans, and only the columns that come into view are to be painted.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect};
//! let mut editor = Editor::new()?;
//! editor.resize(70, 70);
//! while editor.next_patch().is_some() {}
//! editor.pointer_down(20.0, 20.0, 1, 0);
//! editor.pointer_move(23.0, 20.0, 0);
//! let shift = editor.take_shift().unwrap();
//! assert_eq!((shift.scale, shift.x, shift.y), (1.0, 3.0, 0.0));
//! assert_eq!(editor.next_patch().unwrap().0, Rect::new(0, 0, 3, 70));
//! assert_eq!(editor.next_patch(), None);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::document::Damage;
use crate::geometry::Rect;
use crate::render::{Quality, View};
use std::collections::VecDeque;

/// The most pixels of the canvas, and of the drawing, that a patch shows.
const PATCH: i64 = 1 << 16;

/// The most dirty pixels of the drawing that are averaged without being sampled first.
const AT_ONCE: i64 = 1 << 16;

/// Pixels of the canvas, and of the drawing, that are painted in the time that it takes to hand a patch on.
const SMALL: (i64, i64) = (1 << 12, 1 << 15);

/// How what a canvas shows is to be moved: a point is multiplied by the scale, then the distance is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// Factor; 1 while the zoom is what it was.
    pub scale: f64,
    /// Distance in device pixels to the right, whole if the scale is 1.
    pub x: f64,
    /// Distance in device pixels downwards, whole if the scale is 1.
    pub y: f64,
}

impl Shift {
    const NONE: Shift = Shift { scale: 1.0, x: 0.0, y: 0.0 };
}

/// What a canvas lacks.
#[derive(Debug)]
pub(in crate::editor) struct Backlog {
    shift: Shift,
    /// Rectangles that became dirty, in device pixels.
    damage: Damage,
    /// Dirty rectangles in patches, the next one first.
    patches: VecDeque<(Rect, Quality)>,
    /// Rectangles that are only sampled.
    sampled: Damage,
    /// Sampled rectangles in patches, the next one first.
    finer: VecDeque<Rect>,
    /// How many frames a patch shows, each over the other: with onion skin it takes as many times as long.
    pub(super) weight: i64,
}

impl Backlog {
    pub(in crate::editor) fn new() -> Backlog {
        Backlog {
            shift: Shift::NONE,
            damage: Damage::default(),
            patches: VecDeque::new(),
            sampled: Damage::default(),
            finer: VecDeque::new(),
            weight: 1,
        }
    }

    /// Adds a dirty rectangle of the canvas.
    pub(in crate::editor) fn add(&mut self, rect: Rect) {
        self.damage.add(rect);
    }

    /// Returns how many pixels of the drawing a pixel of the canvas shows.
    fn each(&self, view: &View) -> i64 {
        i64::from(view.zoom.down()).pow(2) * self.weight
    }

    /// Makes all of the canvas dirty.
    fn add_all(&mut self, view: &View) {
        self.patches.clear();
        self.finer.clear();
        (self.damage, self.sampled) = (Damage::default(), Damage::default());
        self.damage.add(view.bounds());
    }

    /// Follows a view that was panned: all moves, and what comes into view is dirty.
    pub(in crate::editor) fn pan(&mut self, before: &View, view: &View) {
        let by = view.turned_by((view.origin.x - before.origin.x, view.origin.y - before.origin.y));
        self.shift.x += f64::from(by.0);
        self.shift.y += f64::from(by.1);
        let all = view.bounds();
        if by.0.abs() >= all.width || by.1.abs() >= all.height {
            return self.add_all(view);
        }
        self.damage.shift(by);
        self.sampled.shift(by);
        let rects = self.patches.iter_mut().map(|(rect, _)| rect).chain(&mut self.finer);
        rects.for_each(|rect| (rect.x, rect.y) = (rect.x + by.0, rect.y + by.1));
        let (x, width) = if by.0 > 0 { (0, by.0) } else { (all.width + by.0, -by.0) };
        let (y, height) = if by.1 > 0 { (0, by.1) } else { (all.height + by.1, -by.1) };
        self.damage.add(Rect { x, width, ..all });
        self.damage.add(Rect { y, height, ..all });
    }

    /// Follows a view that was zoomed: all is scaled, and dirty.
    pub(in crate::editor) fn zoom(&mut self, before: &View, view: &View) {
        let scale = view.zoom.scale() / before.zoom.scale();
        let moved = |from: i32, to: i32| f64::from(to) - scale * f64::from(from);
        let by = (moved(before.origin.x, view.origin.x), moved(before.origin.y, view.origin.y));
        let (x, y) = view.corner_after(scale, by);
        let Shift { scale: first, x: left, y: top } = self.shift;
        self.shift = Shift { scale: scale * first, x: scale * left + x, y: scale * top + y };
        self.add_all(view);
    }

    /// Notes that what the canvas shows has nothing to do with what it is to show.
    pub(in crate::editor) fn forget(&mut self, view: &View) {
        self.shift = Shift::NONE;
        self.add_all(view);
    }

    /// Takes how what the canvas shows is to be moved, if it is, before any patch is painted.
    pub(in crate::editor) fn take_shift(&mut self) -> Option<Shift> {
        let shift = std::mem::replace(&mut self.shift, Shift::NONE);
        (shift != Shift::NONE).then_some(shift)
    }

    /// Takes the next patch that is dirty.
    pub(in crate::editor) fn next(&mut self, view: &View) -> Option<(Rect, Quality)> {
        loop {
            let (rect, quality) = match self.patches.pop_front() {
                Some(patch) => patch,
                None if self.split_damage(view) => continue,
                None => return None,
            };
            // Others have been moved out of view.
            let rect = rect.intersect(view.bounds());
            if !rect.is_empty() {
                return Some((rect, quality));
            }
        }
    }

    /// Returns `true` if something is only sampled.
    pub(in crate::editor) fn is_coarse(&self) -> bool {
        !self.finer.is_empty() || !self.sampled.is_empty()
    }

    /// Takes the next patch that is only sampled, to be averaged; `None` as long as something is dirty. While the canvas still has to be
    /// shifted, a patch painted at its new place would be moved along.
    pub(super) fn next_finer(&mut self, view: &View) -> Option<Rect> {
        if self.shift != Shift::NONE || !self.damage.is_empty() || !self.patches.is_empty() {
            return None;
        }
        loop {
            let rect = match self.finer.pop_front() {
                Some(rect) => rect.intersect(view.bounds()),
                None if self.split_sampled(view) => continue,
                None => return None,
            };
            if !rect.is_empty() {
                return Some(rect);
            }
        }
    }

    /// Returns how rectangles are painted first.
    fn quality(&self, view: &View, rects: &[Rect]) -> Quality {
        let pixels: i64 = rects.iter().copied().map(area).sum();
        // Where a pixel of the canvas shows one of the drawing, or a part of one, there is nothing to average.
        let at_once = view.zoom.down() == 1 || pixels * self.each(view) <= AT_ONCE;
        if at_once { Quality::Averaged } else { Quality::Sampled }
    }

    /// Takes the dirty rectangles, in which those that are small and near each other, such as the rows of a slanting stroke, are one, unless
    /// all would only be sampled for that.
    fn take_damage(&mut self, view: &View) -> Vec<Rect> {
        let apart: Vec<Rect> = self.damage.take().iter().map(|rect| rect.intersect(view.bounds())).collect();
        let mut near = Damage::default();
        near.join_up_to(SMALL.0.min(SMALL.1 / self.each(view)));
        apart.iter().for_each(|rect| near.add(*rect));
        let near = near.take();
        if self.quality(view, &near) == self.quality(view, &apart) { near } else { apart }
    }

    /// Splits the dirty rectangles into patches. Returns `false` if there are none.
    fn split_damage(&mut self, view: &View) -> bool {
        let rects = self.take_damage(view);
        let quality = self.quality(view, &rects);
        for rect in rects.iter().copied() {
            if quality == Quality::Sampled {
                self.sampled.add(rect);
            }
            self.patches.extend(bands(rect, PATCH / self.weight).map(|band| (band, quality)));
        }
        !rects.is_empty()
    }

    /// Splits what was sampled into patches. Returns `false` if there is nothing.
    fn split_sampled(&mut self, view: &View) -> bool {
        let rects = self.sampled.take();
        let each = self.each(view);
        for rect in &rects {
            // A row may be too long for a patch, if a pixel shows many.
            let width = (PATCH / each).clamp(1, i64::from(rect.width).max(1)) as i32;
            for x in (rect.x..rect.right()).step_by(width as usize) {
                let column = Rect { x, width, ..*rect }.intersect(*rect);
                self.finer.extend(bands(column, PATCH / each));
            }
        }
        !rects.is_empty()
    }
}

fn area(rect: Rect) -> i64 {
    i64::from(rect.width) * i64::from(rect.height)
}

/// Splits a rectangle into bands of at most so many pixels, or of one row.
fn bands(rect: Rect, most: i64) -> impl Iterator<Item = Rect> {
    let rows = (most / i64::from(rect.width.max(1))).max(1) as i32;
    let starts = (rect.y..rect.bottom()).step_by(rows as usize);
    starts.map(move |y| Rect { y, height: rows, ..rect }.intersect(rect))
}
