//! Doing a patch to the drawing as it is now.
//!
//! All is decided before anything is written, so what is refused changes nothing. First come the records, which say which planes there are and
//! how large the canvas is; they are [merged](crate::document::drawing::threeway) part by part. Then each plane is
//! [sifted](super::sift), on the canvas and beyond its edge. A layer, a frame or a link only goes if the planes that nobody would show any
//! more become empty by the patch: if not, what was painted since stands on it.
//!
//! The selection and what floats are one part, with their planes: half of a selection is none.

use super::choices::Choices;
use super::conflicts::{Conflicts, subject};
use super::pages::{Pages, Room, words, words_mut};
use super::reading::CELS;
use super::sift::{adopt_bases, sift};
use super::{Document, Patch, Since};
use crate::document::drawing::info::{FLOATING, LINKS, RECORDS, SELECTION, info};
use crate::document::drawing::plane::Plane;
use crate::document::drawing::threeway::{self, Merged, Shows, Sides, Verdict, selects_alike};
use crate::document::drawing::window::Corner;
use crate::document::drawing::{Door, Drawing};
use crate::document::{Draft, Part};
use crate::error::Result;
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region};

/// Number of bytes in a cell, which is written as a whole.
const CELL: usize = 64;

/// What applying a patch will do.
#[derive(Debug)]
pub(super) struct Plan {
    /// The records as they will be, or `None` if they stay.
    records: Option<Memory>,
    /// What is exchanged of planes.
    exchange: Pages,
    pub(super) conflicts: Conflicts,
}

/// Returns a copy of the records and links of a memory.
pub(super) fn records_of(memory: &Memory) -> Result<Memory> {
    let mut copy = Memory::new(u64::MAX);
    for place in [RECORDS, LINKS].into_iter().flat_map(|tree| memory.places(tree)) {
        let region = Region::new(place.address(), PAGE);
        copy.provide(region)?;
        if let (Some(to), Some(from)) = (copy.get_mut(region), memory.get(region)) {
            to.copy_from_slice(from);
        }
    }
    Ok(copy)
}

/// Returns records XORed by the pages of a difference.
pub(super) fn exchanged(records: &Memory, pages: &Pages) -> Result<Memory> {
    let mut made = records.clone();
    exchange_records(&mut made, pages)?;
    Ok(made)
}

/// XORs records by the pages of a difference.
pub(super) fn exchange_records(records: &mut Memory, pages: &Pages) -> Result<()> {
    for (place, page) in [RECORDS, LINKS].into_iter().flat_map(|tree| pages.of(tree)) {
        let region = Region::new(place.address(), PAGE);
        records.provide(region)?;
        let by: &[u8; PAGE] = bytemuck::cast_ref(&**page);
        records
            .get_mut(region)
            .into_iter()
            .for_each(|live| live.iter_mut().zip(by).for_each(|(a, b)| *a ^= b));
        records.trim(region);
    }
    Ok(())
}

/// What decides whether records go together with pixels.
struct Fit<'a> {
    memory: &'a Memory,
    patch: &'a Pages,
    choices: &'a Choices,
    room: Room,
}

impl Fit<'_> {
    /// Returns `true` if the patch leaves nothing of a plane.
    fn takes(&self, tree: u32) -> Result<bool> {
        let (mut room, mut pages) = (self.room, Pages::default());
        pages.add_tree(self.memory, tree, &mut room)?;
        Ok(pages.is_taken_by(self.patch, tree))
    }

    /// Returns `true` if no pixel would be left where none may be.
    fn fits(&self, records: &Memory) -> Result<bool> {
        let mut shows = Shows::default();
        for tree in self.memory.trees().into_iter().filter(|tree| *tree >= CELS) {
            if !shows.has(records, tree) && !self.choices.removes(tree) && !self.takes(tree)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Patch<'_> {
    /// Does the patch to the drawing within the open action of a draft: what still is as it was before becomes what it was after, what
    /// is so already stays, and everything else is left as it is and returned.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) when the draft's action has ended, [`Error::Gone`](crate::Error::Gone) when one of
    /// its states is not in the history, [`Error::Away`](crate::Error::Away) for bytes that lie on a disk,
    /// [`Error::OverBudget`](crate::Error::OverBudget) when it takes more memory than the history has to spare,
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory), and [`Error::Invalid`](crate::Error::Invalid) when a stranger's step leads to no
    /// drawing. The first three change nothing; after another one the draft is to be dropped.
    pub fn apply(&self, document: &mut Document, draft: &Draft) -> Result<Conflicts> {
        self.apply_choosing(document, draft, &Choices::default())
    }

    /// Does the patch like [`apply`](Patch::apply), and takes those of its conflicts, too, that were chosen. Those that can't be taken are
    /// returned with the others.
    ///
    /// # Errors
    /// As [`apply`](Patch::apply).
    pub fn apply_choosing(
        &self,
        document: &mut Document,
        draft: &Draft,
        choices: &Choices,
    ) -> Result<Conflicts> {
        document.drawing_mut(draft)?;
        let plan = self.plan(document, choices)?;
        let conflicts = plan.write(document.drawing_mut(draft)?)?;
        if self.paints {
            document.note_met(&conflicts.met);
        }
        // A stranger's step may have had bytes that mean nothing.
        if document.is_distrusted() {
            Document::check_state(document.memory())?;
        }
        Ok(conflicts)
    }

    /// Returns what [`apply`](Patch::apply) would do, without doing it.
    ///
    /// # Errors
    /// As [`apply`](Patch::apply).
    pub fn foresee(&self, document: &Document) -> Result<Conflicts> {
        Ok(self.plan(document, &Choices::default())?.conflicts)
    }

    fn plan(&self, document: &Document, choices: &Choices) -> Result<Plan> {
        let memory = document.memory();
        let mut room = document.room();
        let patch = self.exchange(document, &mut room)?;
        let trees = patch.trees();
        let end = trees.last().map_or(CELS, |last| CELS.max(last + 1));
        let Since { pages: since, painted } = self.since(document, 0..end, &patch, &mut room)?;
        let now = records_of(memory)?;
        let before = exchanged(&now, &since)?;
        let after = exchanged(&before, &patch)?;
        let selection = selection_of(&patch, &since, [&before, &after, &now], &mut room)?;
        let fit = Fit { memory, patch: &patch, choices, room };
        let sides = Sides { before: &before, after: &after, now: &now };
        let Merged { records, taken: parts, clashes } =
            threeway::merge(sides, selection, &choices.parts, |records| fit.fits(records))?;
        let mut conflicts = Conflicts { parts, clashes, ..Conflicts::default() };
        let refused = conflicts.clashes.iter().any(|clash| clash.part == Part::Canvas);
        let mut exchange = Pages::default();
        let (mut shows, mut showed) = (Shows::default(), Shows::default());
        for tree in trees.into_iter().filter(|tree| *tree >= CELS) {
            let shown = shows.has(&records, tree) && !refused;
            let freed = !shown && !refused && showed.has(&now, tree);
            let locked = shown && self.spares && is_locked(document, tree);
            let mut sifted = if freed {
                exchange.add_tree(memory, tree, &mut room)?;
                let mut sifted = sift(tree, &patch, [&since, &Pages::default()], true, &mut room)?;
                choices.clear(tree, &mut sifted);
                sifted
            } else {
                let open = shown && !locked;
                sift(tree, &patch, [&since, &painted], open, &mut room)?
            };
            if shown {
                exchange.pages.append(&mut sifted.exchange(tree, &patch, &mut room)?.pages);
                if locked && !sifted.left.is_empty() {
                    conflicts.locked.push(subject(tree));
                } else {
                    choices.take(tree, &mut sifted, &mut exchange, &mut room)?;
                }
            }
            conflicts.add(tree, &mut sifted);
        }
        for tree in choices.removed(memory, &patch) {
            if !shows.has(&records, tree) && showed.has(&now, tree) {
                exchange.add_tree(memory, tree, &mut room)?;
            }
        }
        self.select(&patch, &mut conflicts, &mut exchange, &mut room)?;
        // A patch that would change nothing but how colours lie in memory is taken only where nothing has happened since.
        let exact = patch.pages.keys().all(|place| !since.pages.contains_key(place));
        if conflicts.is_idle() && !(exact && conflicts.is_whole()) {
            exchange.pages.clear();
        }
        for tree in exchange.trees().into_iter().filter(|tree| *tree >= CELS) {
            adopt_bases(tree, memory, &patch, &since, &mut exchange, &mut room)?;
        }
        let records = (records != now).then_some(records);
        Ok(Plan { records, exchange, conflicts })
    }

    /// Adds the planes of the selection and of what floats, if they are taken.
    fn select(
        &self,
        patch: &Pages,
        conflicts: &mut Conflicts,
        exchange: &mut Pages,
        room: &mut Room,
    ) -> Result<()> {
        let taken = conflicts.parts.contains(&Part::Selection);
        let left = conflicts.clashes.iter().any(|clash| clash.part == Part::Selection);
        for tree in [SELECTION, FLOATING].into_iter().filter(|_| taken || left) {
            let mut sifted = sift(tree, patch, [&Pages::default(); 2], taken, room)?;
            if taken {
                exchange.pages.append(&mut sifted.exchange(tree, patch, room)?.pages);
            }
            conflicts.add(tree, &mut sifted);
        }
        Ok(())
    }
}

/// Returns `true` if an image's layer is locked, by itself or by its group.
fn is_locked(document: &Document, tree: u32) -> bool {
    document.layer_at((tree >> 16) as u16).is_some_and(|layer| !document.is_unlocked(layer))
}

/// Returns what can be done with the selection and what floats, or `None` if the patch does not change them.
fn selection_of(
    patch: &Pages,
    since: &Pages,
    [before, after, now]: [&Memory; 3],
    room: &mut Room,
) -> Result<Option<Verdict>> {
    let planes = [SELECTION, FLOATING];
    if selects_alike(before, after) && planes.iter().all(|tree| patch.is_blank(*tree)) {
        return Ok(None);
    }
    if selects_alike(before, now) && planes.iter().all(|tree| since.is_blank(*tree)) {
        // What is selected and what floats has its place on the canvas, which may be seen elsewhere now.
        let stays = Corner::of(info(before)) == Corner::of(info(now));
        return Ok(Some(if stays { Verdict::Take } else { Verdict::Leave }));
    }
    for tree in planes {
        let mut both = since.tree(tree);
        patch.of(tree).try_for_each(|(place, page)| both.add_page(*place, page, room))?;
        if !both.is_blank(tree) {
            return Ok(Some(Verdict::Leave));
        }
    }
    Ok(Some(if selects_alike(after, now) { Verdict::Same } else { Verdict::Leave }))
}

impl Plan {
    /// Writes what was decided.
    fn write<D: Door>(self, drawing: &mut Drawing<D>) -> Result<Conflicts> {
        let Plan { records, exchange, conflicts } = self;
        let around = conflicts.around(drawing.window());
        drawing.mark_dirty(around);
        if !conflicts.parts.is_empty() {
            let all = drawing.bounds();
            drawing.mark_dirty(all);
        }
        if let Some(records) = records {
            write_records(&mut drawing.door, &records)?;
            let all = drawing.bounds();
            drawing.mark_dirty(all);
        }
        for (place, page) in &exchange.pages {
            write_page(&mut drawing.door, *place, bytemuck::cast_ref(&**page))?;
        }
        for tree in exchange.trees() {
            // Each page with the first tile below it, so that it is seen whether it can be collapsed.
            let mut tiles: Vec<u64> = Vec::new();
            for (place, _) in exchange.of(tree) {
                let quadrants = if place.level == 3 { 0..4 } else { 0..1 };
                let first = u64::from(place.index) << (9 * u32::from(place.level.min(2)));
                tiles.extend(quadrants.map(|quadrant| first | quadrant << 18));
            }
            tiles.sort_unstable();
            tiles.dedup();
            Plane::new(&mut drawing.door, tree).compact(&tiles)?;
        }
        Ok(conflicts)
    }
}

/// XORs a page into a drawing's, in those cells that change.
fn write_page(door: &mut impl Door, place: PageAddress, by: &[u8; PAGE]) -> Result<()> {
    let mut at = 0;
    for run in by.chunks(CELL).collect::<Vec<_>>().chunk_by(|a, b| is_zero(a) == is_zero(b)) {
        let len = run.len() * CELL;
        if !is_zero(run[0]) {
            let region = Region::new(place.address() + at as u64, len);
            door.write(region)?.iter_mut().zip(&by[at..]).for_each(|(live, by)| *live ^= by);
        }
        at += len;
    }
    let page = door.arena().page(place);
    if page.is_some_and(|page| words(page).iter().all(|word| *word == 0)) {
        door.zeroed(Region::new(place.address(), PAGE));
    }
    Ok(())
}

fn is_zero(cell: &[u8]) -> bool {
    cell.iter().all(|byte| *byte == 0)
}

/// Writes the records that differ.
fn write_records(door: &mut impl Door, records: &Memory) -> Result<()> {
    for tree in [RECORDS, LINKS] {
        let mut places: Vec<PageAddress> = records.places(tree).chain(door.arena().places(tree)).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let mut by = [0; PAGE / 8];
            for memory in [records, door.arena()] {
                let page = memory.page(place);
                page.into_iter().for_each(|page| by.iter_mut().zip(page).for_each(|(by, word)| *by ^= word));
            }
            if words_mut(&mut by).iter().any(|word| *word != 0) {
                write_page(door, place, bytemuck::cast_ref(&by))?;
            }
        }
    }
    Ok(())
}
