//! Deciding about the conflicts of a merge: walked through one after the other, each mine or theirs.
//!
//! A conflict is shown where it lies: its frame and layer are active, its pixels are in view, and the page draws their outline. It is
//! decided as a whole by a key or a button, by a press on it, or within a line that is drawn around parts of it or of several; and all of them at
//! once, or those within the selection. Each choice is seen at once.
//!
//! The invariant: a choice that can't be had changes nothing, and says so.

use super::Session;
use super::merging::stays;
use crate::document::{ConflictPlace, Mask, Side, TILE};
use crate::editor::{Editor, Effect};
use crate::error::{Message, Result};
use crate::geometry::Point;
use crate::named::Named;
use std::collections::{BTreeMap, BTreeSet};

crate::named! {
    /// Which conflicts are decided.
    pub(in crate::editor) enum Where, "place" {
        /// The one that is shown.
        Place = "place", "This place";
        /// Pixels within the selection.
        Selection = "selection", "In the selection";
        /// All.
        All = "all", "Everywhere";
    }
}

crate::named! {
    /// What a place becomes.
    pub(in crate::editor) enum Becomes, "side" {
        /// What it is here.
        Mine = "mine", "Mine";
        /// What it is on the branch.
        Theirs = "theirs", "Theirs";
        /// The other one.
        Other = "other", "The other one";
    }
}

impl Session {
    /// Returns the number of the conflict that has a pixel, if it is seen in the active frame.
    pub(in crate::editor) fn conflict_at(&self, x: i32, y: i32) -> Option<usize> {
        let (merging, frame) = (self.merging.as_ref()?, self.cel().frame);
        let has = |place: &ConflictPlace| match place {
            ConflictPlace::Pixels { mask, around, .. } => {
                around.contains(Point::new(x, y))
                    && mask.tiles.iter().any(|(at, rows)| {
                        let (column, row) = (x - at.x, y - at.y);
                        (0..32).contains(&column)
                            && (0..32).contains(&row)
                            && rows[row as usize] >> column & 1 == 1
                    })
                    && self.is_seen(place, frame)
            }
            ConflictPlace::Part { .. } => false,
        };
        merging.places.iter().position(has)
    }

    /// Returns `true` if a conflict is of pixels that a frame shows.
    fn is_seen(&self, place: &ConflictPlace, frame: u32) -> bool {
        match place {
            ConflictPlace::Pixels { plane, .. } => {
                self.document.cel_showing(*plane, frame).is_some_and(|cel| cel.frame == frame)
            }
            ConflictPlace::Part { .. } => false,
        }
    }

    /// Returns what the page is shown of a merge that is walked through.
    pub(in crate::editor) fn merge_shown(&self) -> Option<MergeInfo> {
        let merging = self.merging.as_ref()?;
        let (place, told) = (merging.places.get(merging.at)?, merging.told.get(merging.at)?);
        let side = |place| merging.choices.side(place);
        let label =
            self.document.history().commit_of(merging.tip).map(|commit| commit.header().label.to_string());
        Some(MergeInfo {
            label: label.unwrap_or_default().into(),
            count: merging.places.len(),
            at: merging.at,
            chosen: merging.places.iter().filter(|place| side(place) != Some(Side::Mine)).count(),
            taken: merging.conflicts.taken(),
            what: told.what.clone(),
            mine: told.mine.clone(),
            theirs: told.theirs.clone(),
            side: side(place).map_or("both", Named::id),
            can: place.can(),
            pixels: !place.around().is_empty(),
        })
    }
}

impl Editor {
    /// Goes to the next conflict, or to the one before.
    pub(in crate::editor) fn walk(&mut self, by: isize) {
        let Some(merging) = &self.session.merging else { return };
        let count = merging.places.len() as isize;
        self.show_conflict((merging.at as isize + by).rem_euclid(count.max(1)) as usize);
    }

    /// Shows a conflict: its frame and layer are active, and its pixels in view.
    pub fn show_conflict(&mut self, at: usize) {
        let Some(merging) = &mut self.session.merging else { return };
        let Some(place) = merging.places.get(at) else { return };
        merging.at = at;
        let rect = place.around();
        if let ConflictPlace::Pixels { plane, .. } = place {
            let frame = self.session.desk.cel(&self.session.document).frame;
            if let Some(cel) = self.session.document.cel_showing(*plane, frame) {
                self.session.desk.choose(&self.session.document, cel);
            }
            self.shown.window.bring_into_view(rect, self.session.document.bounds());
        }
        self.document_changed();
    }

    /// Decides conflicts, and shows what comes of it.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if what is shown leaves no choice, and the errors of [`merge_branch`](Editor::merge_branch). Nothing has changed
    /// then.
    pub(in crate::editor) fn decide(&mut self, place: Where, becomes: Becomes) -> Result<()> {
        match place {
            Where::Place => self.decide_within(becomes, &|at, shown| at == shown, &|_, _| true),
            Where::All => self.decide_within(becomes, &|_, _| true, &|_, _| true),
            Where::Selection => {
                // Noted for the conflicts alone, however large the selection is.
                let Some(merging) = &self.session.merging else { return Ok(()) };
                let (corner, side) = (self.session.document.corner(), TILE as i32);
                let mut selected: BTreeMap<(i32, i32), [u32; TILE as usize]> = BTreeMap::new();
                let pixels = merging.places.iter().filter_map(|place| match place {
                    ConflictPlace::Pixels { mask, .. } => Some(&mask.tiles),
                    ConflictPlace::Part { .. } => None,
                });
                for (at, rows) in pixels.flatten() {
                    let marks = selected.entry((at.x, at.y)).or_default();
                    for ((y, row), mark) in (at.y..).zip(rows).zip(marks) {
                        let inside =
                            |x: &i32| row >> x & 1 == 1 && self.session.document.is_selected(at.x + x, y);
                        *mark = (0..32).filter(inside).fold(*mark, |mark, x| mark | 1 << x);
                    }
                }
                let inside = |x: i32, y: i32| {
                    // Tiles are those of the planes.
                    let (column, row) = corner.place(x as u32, y as u32);
                    let (column, row) = (column as i32 % side, row as i32 % side);
                    let tile = selected.get(&(x - column, y - row));
                    tile.is_some_and(|rows| rows[row as usize] >> column & 1 == 1)
                };
                self.decide_within(becomes, &|_, _| true, &inside)
            }
        }
    }

    /// Decides what a press and a drag over the picture mean: a press goes to the conflict under it, or turns the one that is shown to the
    /// other side; a closed line turns what it surrounds.
    pub(in crate::editor) fn decide_pressed(&mut self, line: &[Point]) {
        let [first, ..] = line else { return };
        let near = |at: &Point| (at.x - first.x).abs().max((at.y - first.y).abs()) <= 1;
        let done = if line.iter().all(near) {
            match self.session.conflict_at(first.x, first.y) {
                Some(at) if self.session.merging.as_ref().is_some_and(|merging| merging.at == at) => {
                    self.decide(Where::Place, Becomes::Other)
                }
                at => {
                    at.into_iter().for_each(|at| self.show_conflict(at));
                    Ok(())
                }
            }
        } else {
            self.decide_lasso(line)
        };
        if let Err(error) = done {
            self.session.emit(Effect::failure(&error));
        }
    }

    /// Turns those pixels of conflicts in the shown frame that lie within a closed line to the branch's side, or back if all of them are on it.
    ///
    /// # Errors
    /// As [`merge_branch`](Editor::merge_branch). Nothing has changed then.
    pub fn decide_lasso(&mut self, corners: &[Point]) -> Result<()> {
        let frame = self.session.cel().frame;
        let Some(merging) = &self.session.merging else { return Ok(()) };
        let seen: Vec<bool> = merging.places.iter().map(|place| self.session.is_seen(place, frame)).collect();
        let within = Within::of(corners);
        let (places, region) = (|at: usize, _| seen[at], |x, y| within.has(x, y));
        let before = merging.choices.clone();
        self.decide_within(Becomes::Theirs, &places, &region)?;
        let same = self.session.merging.as_ref().is_some_and(|merging| merging.choices == before);
        if same { self.decide_within(Becomes::Mine, &places, &region) } else { Ok(()) }
    }

    fn decide_within(
        &mut self,
        becomes: Becomes,
        places: &dyn Fn(usize, usize) -> bool,
        region: &dyn Fn(i32, i32) -> bool,
    ) -> Result<()> {
        let Some(merging) = &self.session.merging else { return Ok(()) };
        let mut choices = merging.choices.clone();
        let mut stuck = None;
        for (at, place) in merging.places.iter().enumerate().filter(|(at, _)| places(*at, merging.at)) {
            let side = match becomes {
                Becomes::Mine => Side::Mine,
                Becomes::Theirs => Side::Theirs,
                Becomes::Other if choices.side(place) == Some(Side::Theirs) => Side::Mine,
                Becomes::Other => Side::Theirs,
            };
            if !place.can() && side == Side::Theirs {
                stuck = Some(at);
            }
            choices.choose_within(place, region, side);
        }
        if choices == merging.choices {
            let only = stuck.filter(|at| *at == merging.at);
            return only.map_or(Ok(()), |at| Err(stays(&merging.told[at])));
        }
        self.take_choices(choices)
    }

    /// Returns the contours of the conflict that is shown, and of all others in the shown frame, like [`contour`](Editor::contour).
    pub fn merge_contours(&self) -> [Vec<i32>; 2] {
        let Some(merging) = &self.session.merging else { return Default::default() };
        let frame = self.session.cel().frame;
        let mut masks = [Mask::default(), Mask::default()];
        for (at, place) in merging.places.iter().enumerate() {
            if let ConflictPlace::Pixels { mask, .. } = place
                && self.session.is_seen(place, frame)
            {
                masks[usize::from(at != merging.at)].tiles.extend(mask.tiles.iter().copied());
            }
        }
        masks.map(|mask| self.shown.around(&self.session, &mask))
    }

    /// Returns the line that is being drawn around conflicts, as one closed loop: the number of its corners, then their x and y.
    pub fn merge_line(&self) -> Vec<i32> {
        let line = self.hand.deciding();
        let corners = line.iter().flat_map(|at| [at.x, at.y]);
        if line.len() < 3 { Vec::new() } else { [line.len() as i32].into_iter().chain(corners).collect() }
    }
}

crate::fields! {
    /// A merge that is walked through.
    MergeInfo {
        /// The label of the branch's last step.
        label: Message,
        /// Number of conflicts.
        count: usize,
        /// Index of the one that is shown.
        at: usize,
        /// Number of those of which something is decided for the branch.
        chosen: usize,
        /// Number of pixels that are taken.
        taken: u64,
        /// What the shown one is about.
        what: Message,
        /// What it is here.
        mine: Message,
        /// What it is on the branch.
        theirs: Message,
        /// What it is decided for: `mine`, `theirs` or `both`.
        side: &'static str,
        /// Whether the branch's side can be chosen.
        can: bool,
        /// Whether it is pixels.
        pixels: bool,
    }
}

/// The pixels within a closed line through pixels, and the corners of that line.
struct Within {
    /// Where the line crosses each row.
    rows: BTreeMap<i32, Vec<i32>>,
    corners: BTreeSet<(i32, i32)>,
}

impl Within {
    fn of(corners: &[Point]) -> Within {
        let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for (at, one) in corners.iter().enumerate() {
            let other = &corners[(at + 1) % corners.len()];
            let (top, bottom) = if one.y < other.y { (one, other) } else { (other, one) };
            let (dx, dy) = (i64::from(bottom.x - top.x), i64::from(bottom.y - top.y));
            for y in top.y..bottom.y {
                let along = dx * i64::from(y - top.y);
                let crossing = i64::from(top.x) - (-along).div_euclid(dy);
                rows.entry(y).or_default().push(crossing as i32);
            }
        }
        rows.values_mut().for_each(|row| row.sort_unstable());
        Within { rows, corners: corners.iter().map(|at| (at.x, at.y)).collect() }
    }

    fn has(&self, x: i32, y: i32) -> bool {
        let beyond = self.rows.get(&y).map_or(0, |row| row.len() - row.partition_point(|at| *at <= x));
        beyond % 2 == 1 || self.corners.contains(&(x, y))
    }
}
