//! Whether a step may be exchanged as it is, beside others that were made where it was not.
//!
//! Problem: a line of steps that could be redone is to be carried on top of a new one, or a line that was set aside is to be brought back. To
//! [apply](super::apply) the patches of all of it would make each step anew, and yet most steps have nothing to do with each other.
//! Idea: two exchanges that change nothing in common are the same in either order, so the engine moves such a step without reading a
//! state. Here it is found out whether that is what the step's patch would do.
//!
//! What has happened besides is one difference *Y*, the step's own exchange is *X*. The patch would leave `now XOR X`, byte for byte, if all
//! of this holds:
//!
//! - No word of a plane is changed by both, nor a base by one above a page of the other. Then the second difference is zero in each pixel
//!   that the first changes, so [sifting](super::sift) takes all and leaves nothing, and no area is put on another base.
//! - Where pages of both lie in one tile, block or quadrant, that is not of one colour afterwards. So nothing is collapsed.
//! - The records that a three-way merge makes are `now XOR X`, with nothing left and nothing the same already. At most one changes the selection
//!   or what floats.
//! - The planes of both are shown afterwards, as is any plane that the step alone would leave shown, and neither sets the canvas's rectangle while the other paints.
//!
//! Whatever fails this may still fit, as a whole or in part: then its patch is [applied](super::bringing).
//!
//! The invariant: what is admitted leads to the state that applying its patch leads to.

use super::apply::{exchange_records, exchanged, records_of};
use super::pages::{Pages, Room, WORDS, words};
use super::reading::{self, CELS, TREES};
use crate::document::Document;
use crate::document::drawing::info::{FLOATING, LINKS, RECORDS, SELECTION, is_records};
use crate::document::drawing::threeway::{self, Shows, Sides, Verdict, all_shown, canvas_of, selects_alike};
use crate::error::Result;
use crate::history::{Commit, CommitId};
use crate::memory::{FAN, Memory, PageAddress};
use std::collections::BTreeSet;

/// What a step or several change.
#[derive(Debug, Default)]
struct Changes {
    /// The difference: of records, links, the selection and what floats, and of those images that are asked about.
    pages: Pages,
    /// All images' planes.
    images: BTreeSet<u32>,
}

impl Changes {
    /// XORs a step's exchange. `asked` says of which images the pages are wanted.
    fn add(&mut self, step: &Commit<'_>, room: &mut Room, asked: &dyn Fn(u32) -> bool) -> Result<()> {
        let Changes { pages, images } = self;
        let wanted = |place: PageAddress| place.tree < CELS || asked(place.tree);
        reading::within(step, 0..TREES, u64::MAX, &mut |run| {
            if run.place.tree >= CELS && run.changes() {
                images.insert(run.place.tree);
            }
            pages.add(run, room, &wanted)
        })?;
        pages.trim();
        Ok(())
    }

    fn has_records(&self) -> bool {
        self.pages.has(RECORDS) || self.pages.has(LINKS)
    }

    /// Returns `true` if the selection or what floats changes, given the records on both sides.
    fn selects(&self, [one, other]: [&Memory; 2]) -> bool {
        self.pages.has(SELECTION) || self.pages.has(FLOATING) || !selects_alike(one, other)
    }
}

/// A step that was admitted, and on which the next may stand.
#[derive(Debug)]
struct Stood {
    step: CommitId,
    pages: Pages,
    /// Room that was taken before it.
    taken: usize,
}

/// Steps beside which others are to be exchanged.
#[derive(Debug)]
pub(in crate::document) struct Beside {
    others: Changes,
    room: Room,
    /// The records where the step is exchanged that is asked about next, or `None` before the first.
    now: Option<Memory>,
    /// Whether the others change the selection, and whether the canvas's rectangle.
    selects: bool,
    resizes: bool,
    /// The steps from there back to the present state, and what they change together, with the room for that.
    stood: Vec<Stood>,
    before: Pages,
    held: Room,
}

impl Beside {
    /// Creates one of no steps, whose pages take at most so many bytes.
    pub(in crate::document) fn new(budget: usize) -> Beside {
        let room = Room { budget, taken: 0 };
        let (others, before) = (Changes::default(), Pages::default());
        let (stood, selects, resizes) = (Vec::new(), false, false);
        Beside { others, room, now: None, selects, resizes, stood, before, held: room }
    }

    /// Adds a step.
    ///
    /// # Errors
    /// As [`Patch::apply`](super::Patch::apply).
    pub(in crate::document) fn add(&mut self, step: &Commit<'_>) -> Result<()> {
        self.others.add(step, &mut self.room, &|_| true)
    }

    /// Returns `true` if the steps change the canvas's rectangle, once another one was asked about.
    pub(super) fn resizes(&self) -> bool {
        self.resizes
    }

    /// Returns `true` if another step may be exchanged as it is, where `memory` is as these steps left it. Others that the step stands on
    /// are asked about before it.
    ///
    /// # Errors
    /// As [`Patch::apply`](super::Patch::apply).
    pub(in crate::document) fn admits(&mut self, memory: &Memory, step: &Commit<'_>) -> Result<bool> {
        if self.now.is_none() {
            let now = records_of(memory)?;
            let before = exchanged(&now, &self.others.pages)?;
            self.selects = self.others.selects([&before, &now]);
            self.resizes = canvas_of(&before) != canvas_of(&now);
            self.now = Some(now);
        }
        while let Some(Stood { pages, taken, .. }) = self.stood.pop_if(|stood| stood.step != step.parent()) {
            self.cross(&pages)?;
            self.room.taken = taken;
        }
        let (mut changes, others, taken) = (Changes::default(), &self.others.pages, self.room.taken);
        changes.add(step, &mut self.room, &|tree| others.has(tree))?;
        let admitted =
            self.is_apart(&changes.pages) && self.is_lean(memory, &changes.pages) && self.fits(&changes)?;
        self.cross(&changes.pages)?;
        self.stood.push(Stood { step: step.id(), pages: changes.pages, taken });
        Ok(admitted)
    }

    /// Goes on to the other side of a step.
    fn cross(&mut self, pages: &Pages) -> Result<()> {
        if let Some(now) = &mut self.now {
            exchange_records(now, pages)?;
        }
        for (place, page) in pages.pages.iter().filter(|(place, _)| !is_records(place.tree)) {
            self.before.add_page(*place, page, &mut self.held)?;
        }
        Ok(())
    }

    /// Returns `true` if no word of a plane is changed by both, nor a base by one above a page of the other.
    fn is_apart(&self, pages: &Pages) -> bool {
        let others = &self.others.pages;
        let planes = |pages: &Pages| pages.trees().into_iter().filter(|tree| !is_records(*tree));
        let above = |of: &Pages, by: &Pages, tree| {
            of.of(tree).any(|(place, _)| by.total(tree, place.level, place.index) != 0)
        };
        planes(pages).filter(|tree| others.has(*tree)).all(|tree| {
            let mut both =
                pages.of(tree).filter_map(|(place, page)| Some((words(page), others.words(*place)?)));
            !above(pages, others, tree)
                && !above(others, pages, tree)
                && !both.any(|(one, other)| one.iter().zip(other).any(|(a, b)| *a != 0 && *b != 0))
        })
    }

    /// Returns `true` if no tile, block or quadrant becomes one colour in which pages of both lie.
    fn is_lean(&self, memory: &Memory, pages: &Pages) -> bool {
        let others = &self.others.pages;
        let trees = pages.trees().into_iter().filter(|tree| !is_records(*tree));
        trees.filter(|tree| others.has(*tree)).all(|tree| {
            (0..3).all(|level| {
                let [mine, theirs] = [pages, others].map(|pages| areas(pages, tree, level));
                mine.intersection(&theirs).all(|index| {
                    let place = PageAddress { tree, level, index: *index };
                    !self.is_solid(memory, pages, place)
                })
            })
        })
    }

    /// Returns `true` if the page at a place would be collapsed to a base.
    fn is_solid(&self, memory: &Memory, pages: &Pages, place: PageAddress) -> bool {
        let after = |place: PageAddress| {
            let mut all = memory.page(place).map_or([0; WORDS], |page| *words(page));
            for by in [&self.before, pages].into_iter().filter_map(|pages| pages.words(place)) {
                all.iter_mut().zip(by).for_each(|(word, by)| *word ^= by);
            }
            all
        };
        let all = after(place);
        let count = if place.level == 0 { WORDS } else { FAN };
        if all[0] == 0 || all[..count].iter().any(|word| *word != all[0]) {
            return false;
        }
        (0..place.level).all(|level| {
            let shift = 9 * u32::from(place.level - level);
            let below = place.index << shift..(place.index + 1) << shift;
            let at = |index| PageAddress { level, index, ..place };
            let held =
                memory.places(place.tree).filter(|held| held.level == level && below.contains(&held.index));
            let mut held = held.chain([&self.before, pages].into_iter().flat_map(|pages| {
                pages.pages.range(at(below.start)..at(below.end)).map(|(place, _)| *place)
            }));
            held.all(|place| after(place).iter().all(|word| *word == 0))
        })
    }

    /// Returns `true` if the records go together, and show the planes of both.
    fn fits(&self, changes: &Changes) -> Result<bool> {
        let Some(now) = &self.now else { return Ok(false) };
        let exchanged_here = changes.has_records().then(|| exchanged(now, &changes.pages)).transpose()?;
        let made = exchanged_here.as_ref().unwrap_or(now);
        let (selects, resizes) = (changes.selects([now, made]), canvas_of(now) != canvas_of(made));
        let (mine, theirs) = (&changes.images, &self.others.images);
        if selects && self.selects || resizes && !theirs.is_empty() || self.resizes && !mine.is_empty() {
            return Ok(false);
        }
        if changes.has_records() && self.others.has_records() {
            let before = exchanged(now, &self.others.pages)?;
            let after = exchanged(&before, &changes.pages)?;
            let sides = Sides { before: &before, after: &after, now };
            let merged =
                threeway::merge(sides, selects.then_some(Verdict::Take), &BTreeSet::new(), |_| Ok(true))?;
            // A plane that each leaves to the other would be shown by nobody.
            let (mut shows, mut shown) = (Shows::default(), Shows::default());
            let lost = |tree: &u32| !shows.has(made, *tree) && shown.has(&after, *tree);
            if !merged.clashes.is_empty() || merged.records != *made || all_shown(now).iter().any(lost) {
                return Ok(false);
            }
        }
        // Whoever lets go of a plane leaves it empty: nobody else may paint there.
        let (mut shows, mut showed) = (Shows::default(), Shows::default());
        let shown = mine
            .iter()
            .all(|tree| shows.has(made, *tree) || showed.has(now, *tree) && !theirs.contains(tree));
        Ok(shown
            && theirs
                .iter()
                .all(|tree| shows.has(made, *tree) || !showed.has(now, *tree) && !mine.contains(tree)))
    }
}

/// Returns the tiles (level 0), blocks or quadrants of a plane in which pages lie.
fn areas(pages: &Pages, tree: u32, level: u8) -> BTreeSet<u32> {
    let within = pages.of(tree).filter(|(place, _)| place.level <= level);
    within.map(|(place, _)| place.index >> (9 * u32::from(level - place.level))).collect()
}

impl Document {
    /// Returns the steps between the current commit and its nearest common ancestor with another.
    ///
    /// # Errors
    /// As [`Patch::apply`](super::Patch::apply).
    pub(in crate::document) fn beside(&self, to: CommitId) -> Result<Beside> {
        let history = self.history();
        let parents = |from: CommitId| {
            std::iter::successors(history.commit_of(from).ok(), |c| history.commit_of(c.parent()).ok())
        };
        let on_the_way: BTreeSet<CommitId> = parents(to).map(|commit| commit.id()).collect();
        let mut beside = Beside::new(history.spare() / 4);
        for commit in parents(history.here()).take_while(|commit| !on_the_way.contains(&commit.id())) {
            beside.add(&commit)?;
        }
        Ok(beside)
    }
}
