//! The selection: a plane that is white where pixels may change.
//!
//! It is bytes like everything else, so choosing what to select is undone like
//! painting. While nothing is selected everything may change. Being a plane, it
//! costs what its shape needs: all of a huge canvas is one entry.
//!
//! ```
//! use undoodle::{color::Color, document::{Document, Mode}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.select(&[Rect::new(0, 0, 9, 9)], Mode::Replace)?;
//! document.select(&[Rect::new(0, 0, 5, 9)], Mode::Subtract)?;
//! document.commit("Select", Color::ADDED, 0)?;
//! assert_eq!(document.selection(), Some(Rect::new(5, 0, 4, 9)));
//! assert!(!document.may_change(3, 3));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Document;
use super::info::{SELECTION, SPARE, change};
use super::plane::Plane;
use super::stamp::shifted;
use super::tiles::{Piece, bounds, pieces, read_row};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::memory::Memory;

/// What marks a selected pixel.
pub(super) const SELECTED: Color = Color::rgba(255, 255, 255, 255);

/// What a new shape does to the selection that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It takes its place.
    #[default]
    Replace,
    /// It is added.
    Add,
    /// It is taken away.
    Subtract,
    /// Only what lies in both stays.
    Intersect,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [Mode::Replace, Mode::Add, Mode::Subtract, Mode::Intersect];

    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Mode::Replace => "replace",
            Mode::Add => "add",
            Mode::Subtract => "subtract",
            Mode::Intersect => "intersect",
        }
    }

    /// The mode of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<Mode> {
        let found = Mode::ALL.into_iter().find(|mode| mode.id() == id);
        found.ok_or_else(|| Error::unknown("selection mode", id, "replace, add, subtract or intersect"))
    }
}

/// The rectangles of a mask's plane that are set within one; each at most one block, or one row of a tile.
pub(super) fn set_within(memory: &Memory, plane: u64, rect: Rect, out: &mut Vec<Rect>) {
    for Piece { rect, solid } in pieces(memory, plane, rect) {
        match solid {
            Some(color) if color == SELECTED => out.push(rect),
            Some(_) => {}
            None => {
                let mut row = [Color::TRANSPARENT; 32];
                let row = &mut row[..rect.width as usize];
                for y in rect.y..rect.bottom() {
                    read_row(memory, plane, (rect.x as u32, y as u32), 1, row);
                    let mut x = 0;
                    for run in row.chunk_by(|a, b| a == b) {
                        if run[0] == SELECTED {
                            out.push(Rect::new(rect.x + x, y, run.len() as i32, 1));
                        }
                        x += run.len() as i32;
                    }
                }
            }
        }
    }
}

/// A rectangle in bands of a block's height, so that what is gathered of each stays small.
pub(super) fn bands(rect: Rect) -> impl Iterator<Item = Rect> {
    let tall = super::tiles::BLOCK.1 as i32;
    let first = rect.y.div_euclid(tall) * tall;
    let rows = (first..rect.bottom()).step_by(tall as usize);
    rows.map(move |y| Rect::new(rect.x, y, rect.width, tall).intersect(rect)).filter(|band| !band.is_empty())
}

impl Document {
    /// The rectangle around what is selected, on the canvas; `None` while nothing is.
    pub fn selection(&self) -> Option<Rect> {
        let info = self.info();
        let [x, y, width, height] = info.bounds;
        let around = shifted(Rect::new(x, y, width, height), (info.offset[0], info.offset[1]));
        (info.selected == 1).then_some(around)
    }

    /// Whether a pixel is selected.
    pub fn is_selected(&self, x: i32, y: i32) -> bool {
        let info = self.info();
        let at = Point::new(x - info.offset[0], y - info.offset[1]);
        let [left, top, width, height] = info.bounds;
        if info.selected != 1 || !Rect::new(left, top, width, height).contains(at) {
            return false;
        }
        let mut color = [Color::TRANSPARENT];
        read_row(self.memory(), SELECTION, (at.x as u32, at.y as u32), 1, &mut color);
        color[0] == SELECTED
    }

    /// Whether every `step`-th pixel to the right of (x, y) is selected; they may lie anywhere.
    pub fn selected_row(&self, x: i32, y: i32, step: i32, out: &mut [bool]) {
        out.fill(false);
        let Some(around) = self.selection() else { return };
        let (dx, dy) = self.offset();
        if y < around.y || y >= around.bottom() {
            return;
        }
        let first = (around.x - x).max(0).div_euclid(step) + i32::from((around.x - x).max(0) % step > 0);
        let last = (around.right() - 1 - x).div_euclid(step).min(out.len() as i32 - 1);
        if first > last {
            return;
        }
        let mut row = vec![Color::TRANSPARENT; (last - first) as usize + 1];
        let place = ((x + first * step - dx) as u32, (y - dy) as u32);
        read_row(self.memory(), SELECTION, place, step as u32, &mut row);
        for (out, color) in out[first as usize..].iter_mut().zip(row) {
            *out = color == SELECTED;
        }
    }

    /// Whether painting may change a pixel: it is selected, or nothing is.
    pub fn may_change(&self, x: i32, y: i32) -> bool {
        self.selection().is_none() || self.is_selected(x, y)
    }

    /// The rectangles that painting may change within one, disjoint; all of it where nothing is selected.
    pub fn changeable(&self, rect: Rect) -> Vec<Rect> {
        let rect = rect.intersect(self.bounds());
        let Some(around) = self.selection() else { return if rect.is_empty() { vec![] } else { vec![rect] } };
        let (dx, dy) = self.offset();
        let mut found = Vec::new();
        let part = shifted(rect.intersect(around), (-dx, -dy));
        if !part.is_empty() {
            set_within(self.memory(), SELECTION, part, &mut found);
        }
        found.iter_mut().for_each(|part| *part = shifted(*part, (dx, dy)));
        found
    }

    /// Where the planes' (0, 0) lies on the canvas.
    pub(super) fn offset(&self) -> (i32, i32) {
        let [dx, dy] = self.info().offset;
        (dx, dy)
    }

    /// Selects a shape, given by disjoint rectangles; what lies outside the canvas is left out.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had.
    pub fn select(&mut self, shape: &[Rect], mode: Mode) -> Result<()> {
        self.land()?;
        if let Some(around) = self.selection() {
            self.cover(around);
        }
        let canvas = self.bounds();
        let shape = shape.iter().map(|rect| rect.intersect(canvas)).filter(|rect| !rect.is_empty());
        let kept: Vec<Rect> = match mode {
            Mode::Intersect if self.selection().is_none() => Vec::new(),
            Mode::Intersect => shape.flat_map(|rect| self.changeable(rect)).collect(),
            _ => shape.collect(),
        };
        if matches!(mode, Mode::Replace | Mode::Intersect) || self.selection().is_none() {
            Plane::new(&mut self.store, SELECTION).clear()?;
        }
        let color = if mode == Mode::Subtract { Color::TRANSPARENT } else { SELECTED };
        for rect in kept {
            Plane::new(&mut self.store, SELECTION).fill_rect(rect, color)?;
        }
        self.measure_selection()
    }

    /// Selects what is not selected, and the other way round.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had.
    pub fn select_inverse(&mut self) -> Result<()> {
        self.land()?;
        let canvas = self.bounds();
        self.cover(canvas);
        if self.selection().is_none() {
            Plane::new(&mut self.store, SELECTION).clear()?;
        }
        let invert = &mut |color| if color == SELECTED { Color::TRANSPARENT } else { SELECTED };
        Plane::new(&mut self.store, SELECTION).map(canvas, invert)?;
        self.measure_selection()
    }

    /// Selects nothing, so that everything may change.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had.
    pub fn deselect(&mut self) -> Result<()> {
        self.land()?;
        if let Some(around) = self.selection() {
            self.cover(around);
        }
        self.drop_selection()
    }

    /// Settles the selection's tiles and notes its rectangle; an empty one is none.
    pub(super) fn measure_selection(&mut self) -> Result<()> {
        self.settle(SELECTION)?;
        let around = bounds(self.memory(), SELECTION);
        if around.is_empty() {
            return self.drop_selection();
        }
        let place = [around.x, around.y, around.width, around.height];
        change(&mut self.store, |info| (info.selected, info.bounds) = (1, place))?;
        self.cover(shifted(around, self.offset()));
        Ok(())
    }

    pub(super) fn drop_selection(&mut self) -> Result<()> {
        Plane::new(&mut self.store, SELECTION).clear()?;
        change(&mut self.store, |info| {
            (info.selected, info.bounds, info.offset) = (0, [0; 4], [0; 2]);
        })
    }

    /// Puts the mask where it is seen, cut at the canvas's edge, so that its offset is 0 again.
    pub(super) fn normalize_selection(&mut self) -> Result<()> {
        let info = self.info();
        if info.selected != 1 || info.offset == [0, 0] {
            return Ok(());
        }
        let by = self.offset();
        let [x, y, width, height] = info.bounds;
        let seen = shifted(Rect::new(x, y, width, height), by).intersect(self.bounds());
        let mut rects = Vec::new();
        for band in bands(shifted(seen, (-by.0, -by.1))) {
            rects.clear();
            set_within(self.memory(), SELECTION, band, &mut rects);
            for rect in &rects {
                Plane::new(&mut self.store, SPARE).fill_rect(shifted(*rect, by), SELECTED)?;
            }
        }
        self.settle(SPARE)?;
        Plane::new(&mut self.store, SELECTION).take_from(SPARE)?;
        change(&mut self.store, |info| info.offset = [0; 2])?;
        self.measure_selection()
    }
}
