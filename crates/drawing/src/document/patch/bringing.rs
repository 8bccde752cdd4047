//! Bringing back a line of steps that was set aside, as far as it fits.
//!
//! A step that touches nothing of what was done since is moved or copied by the engine, [beside](super::beside) that. From the first
//! one on of which this can't be said, each is done by its [patch](super): what still is as it was before the step becomes what it was after, pixel
//! by pixel and part by part, and all else stays and is told. Each is a step of its own again, with its label, its time and its place.
//!
//! Two things are all or nothing. Whoever has set the canvas's rectangle since may have moved all pixels along, so no step is brought
//! by its patch across that; and a step that sets it itself comes as a whole, or the line ends there.
//!
//! Nothing is brought of a stranger's line either that paints where no cel was shown: it leads to no drawing.
//!
//! The invariant: a pixel of a step that is brought back has the colour that the step gave it, or the one that it had before. The line stays
//! what it was, unless all of it was moved.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! let mut fill = |document: &mut Document, rect, color| {
//!     document.begin(1)?;
//!     document.fill_rect(Cel::default(), rect, color)?;
//!     document.commit("Fill", color, 0).map(|commit| commit.map(|commit| commit.id()))
//! };
//! let wide = fill(&mut document, Rect::new(0, 0, 20, 1), Color::BLACK)?.unwrap();
//! document.undo()?;
//! fill(&mut document, Rect::new(5, 0, 1, 9), Color::ADDED)?;
//! let brought = document.bring_back(wide)?;
//! assert_eq!((brought.steps, brought.blocked), (1, Some(wide)), "a part of it");
//! assert_eq!((brought.taken, brought.left()), (19, 1));
//! assert_eq!(document.pixel(0, 5, 0)?, Color::ADDED);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::conflicts::{Conflicts, plane};
use super::sift::{Marked, Rows};
use super::{Document, Patch};
use crate::document::drawing::threeway::all_shown;
use crate::document::drawing::tiles::{TILE, tile_of};
use crate::document::{Cel, Finish, Footprint, Moved, Part, Subject, Trace};
use crate::error::{Error, Result};
use crate::history::{Accept, Commit, CommitId};
use crate::memory::Memory;
use std::collections::BTreeMap;

/// Outcome of [`Document::bring_back`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// Number of steps that were made.
    pub steps: usize,
    /// The first step of which something was left, or that was not brought at all.
    pub blocked: Option<CommitId>,
    /// Number of pixels that were changed by patches.
    pub taken: u64,
    /// The pixels that were left, by plane; one maybe more than once.
    pub pixels: Vec<(Subject, Vec<Marked>)>,
    /// Number of other parts that were left.
    pub parts: usize,
    /// Whether steps were not tried, as the canvas's rectangle has changed.
    pub resized: bool,
}

impl Brought {
    /// Returns the number of pixels that were left.
    pub fn left(&self) -> u64 {
        let (mut tiles, mut areas): (BTreeMap<(u32, u32), Rows>, u64) = (BTreeMap::new(), 0);
        for (tree, marked) in self.pixels.iter().flat_map(|(of, all)| all.iter().map(|one| (plane(*of), one)))
        {
            let around = marked.around();
            let rows = match marked {
                Marked::Area(rect, _) if rect.width > TILE as i32 => {
                    areas += marked.count();
                    continue;
                }
                Marked::Area(..) => &[u32::MAX; TILE as usize],
                Marked::Tile(_, rows, _) => &**rows,
            };
            let tile = tiles.entry((tree, tile_of(around.x as u32, around.y as u32))).or_default();
            tile.iter_mut().zip(rows).for_each(|(all, row)| *all |= row);
        }
        areas + tiles.values().flatten().map(|row| u64::from(row.count_ones())).sum::<u64>()
    }

    /// Adds what became of a step.
    fn add(&mut self, step: CommitId, conflicts: Conflicts) {
        if !conflicts.is_whole() {
            self.blocked.get_or_insert(step);
        }
        self.taken += conflicts.taken();
        self.parts += conflicts.clashes.len();
        self.pixels.extend(conflicts.left);
    }
}

impl Document {
    /// Replays a line that was set aside onto the current state, each step as far as it fits; see
    /// [`History::bring_back`](crate::history::History::bring_back) for how the line is found.
    ///
    /// # Errors
    /// As [`History::bring_back`](crate::history::History::bring_back) and [`Patch::apply`], and [`Error::Invalid`] if the steps of a
    /// stranger's history lead to no drawing. The steps before it have been brought back.
    pub fn bring_back(&mut self, to: CommitId) -> Result<Brought> {
        let (mut moved, before, strange) = (Moved::default(), self.history().here(), self.is_distrusted());
        self.store().history.await_line(to)?;
        let mut beside = self.beside(to)?;
        let free = |memory: &Memory, commit: Commit<'_>| beside.admits(memory, &commit);
        let accept: Accept<'_, Memory, Error> = &Document::check_state;
        let crossed = |commit: Commit<'_>| moved.cross(&commit);
        let found = self.store().history.bring_back_if(to, free, strange.then_some(accept), crossed);
        let brought = found.and_then(|found| {
            let mut brought = Brought { steps: found.steps, ..Brought::default() };
            match found.blocked {
                Some(first) if beside.resizes() => (brought.blocked, brought.resized) = (Some(first), true),
                Some(first) => {
                    self.bring_rest([first, to], &mut moved, &mut brought)?;
                    if brought.blocked.is_none() {
                        self.store().history.settle_aside(to);
                    }
                }
                None => {}
            }
            Ok(brought)
        });
        self.release();
        if self.history().here() != before {
            self.rearranged = true;
            self.arrive(moved);
        }
        brought
    }

    /// Returns `true` if each step of a line changes only images that are shown before or after it. A stranger's may not, and no part of
    /// it is brought then.
    fn paints_where_it_may(&self, line: &[CommitId]) -> Result<bool> {
        let Some(first) = line.first() else { return Ok(true) };
        let mut past = self.past(self.history().commit_of(*first)?.parent())?;
        for step in line {
            let mut shown = all_shown(past.drawing().door());
            past.turn(self, *step)?;
            shown.extend(all_shown(past.drawing().door()));
            let mut sound = true;
            self.visit_images(&self.history().commit_of(*step)?, |plane| sound &= shown.contains(&plane))?;
            if !sound {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does the patches of a line from one step to another.
    fn bring_rest(
        &mut self,
        [first, last]: [CommitId; 2],
        moved: &mut Moved,
        brought: &mut Brought,
    ) -> Result<()> {
        let history = self.history();
        let up = std::iter::successors(Some(last), |id| {
            Some(*id).filter(|id| *id != first).and_then(|id| Some(history.commit_of(id).ok()?.parent()))
        });
        let mut line: Vec<CommitId> = up.collect();
        line.reverse();
        if self.is_distrusted() && !self.paints_where_it_may(&line)? {
            brought.blocked = Some(first);
            return Ok(());
        }
        for step in line {
            let commit = self.history().commit_of(step)?;
            let (patch, header) = (Patch::of(&commit).painting(), commit.header().into_owned());
            self.await_patch(&patch)?;
            let draft = self.draft(header.tag, Cel::default())?;
            let conflicts = match patch.apply(self, &draft) {
                Ok(conflicts) => conflicts,
                Err(error) => {
                    self.discard(draft);
                    return Err(error);
                }
            };
            if !conflicts.is_whole() && sizes(&conflicts) {
                self.discard(draft);
                (brought.blocked, brought.resized) = (brought.blocked.or(Some(step)), true);
                return Ok(());
            }
            brought.add(step, conflicts);
            let trace = Trace::of(&header);
            self.marks = [trace.before, trace.after];
            self.store().covered.add_footprint(&Footprint::of(&header));
            if let Some(made) = self.end(trace, &header.label, header.time, Finish::Step)? {
                brought.steps += 1;
                moved.cross(&made);
            }
        }
        Ok(())
    }
}

/// Returns `true` if a patch sets the canvas's rectangle, or would have.
fn sizes(conflicts: &Conflicts) -> bool {
    conflicts.parts.contains(&Part::Canvas)
        || conflicts.clashes.iter().any(|clash| clash.part == Part::Canvas)
}
