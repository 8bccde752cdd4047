//! The past as a view: the drawing at any state of its history, as far as somebody asks for it.
//!
//! Problem: to look at a small part of an old state, travelling there and back would exchange all that lies between, and whatever is painted on would
//! move. Idea: a page of that state is the live page XORed by the exchanges of the steps between here and there that touch it. So a
//! [`Past`] has the records of its state, which are few, and gets pages of pixels when they are asked for. It is read as any drawing is: composed, as one cel,
//! or rendered. To look at another state, the pages that it has are XORed by the steps between the two, so scrubbing costs what lies
//! between two looks.
//!
//! An [index](Index) tells which steps touch which tiles, so that of a thousand steps only those few are unpacked.
//!
//! The invariant: nothing live changes, pages that were asked for are those of the state to the byte, and all others are absent. What an error
//! meets is left as it was. Pages are counted before they are made, within half of what the history has to spare.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! for color in [Color::ADDED, Color::REMOVED, Color::BLACK] {
//!     document.begin(1)?;
//!     document.fill_rect(Cel::default(), Rect::new(3, 3, 9, 9), color)?;
//!     document.commit("Fill", color, 0)?;
//! }
//! let first = document.history().done().last().map(|step| step.id()).unwrap();
//! let mut past = document.past(first)?;
//! past.show(&document, 0, Rect::new(4, 4, 1, 1))?;
//! assert_eq!(past.drawing().pixel(0, 4, 4)?, Color::ADDED);
//! past.turn(&document, document.history().base())?;
//! assert_eq!(past.drawing().pixel(0, 4, 4)?, Color::TRANSPARENT);
//! assert_eq!(document.pixel(0, 4, 4)?, Color::BLACK, "nothing has moved");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod colored;
mod index;
mod makers;
mod painted;
mod then;

pub use colored::Colored;
pub(in crate::document) use index::{Index, Touching, WHOLE, Wanted, bit};
pub use makers::Maker;
pub use painted::Painted;
pub use then::Then;

use super::drawing::info::{FLOATING, LINKS, RECORDS, SELECTION, info};
use super::drawing::tiles::{TILE, cells, way_to};
use super::drawing::validate::special;
use super::drawing::window::Window;
use super::patch::pages::{Pages, Room};
use super::patch::reading;
use super::{Cel, Document, Drawing};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::{CommitId, Origin};
use crate::memory::{Arena, Memory, PAGE, Page, PageAddress, Region};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most tiles of a plane that are asked for one by one; for more, all of the plane is.
const TILES: usize = 1 << 13;

/// Bytes that a place takes in the set of those that were asked for.
const PLACED: usize = 48;

/// Pages that were asked for.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// All pages of a tree.
    trees: BTreeSet<u32>,
    /// Pages of other trees.
    places: BTreeSet<PageAddress>,
}

impl Asked {
    fn is_empty(&self) -> bool {
        self.trees.is_empty() && self.places.is_empty()
    }

    fn has(&self, place: PageAddress) -> bool {
        self.trees.contains(&place.tree) || self.places.contains(&place)
    }

    /// Adds the pages on the way to the pixels of a plane in a rectangle of the canvas, but for those that were asked for before.
    fn plane(&mut self, tree: u32, rect: Rect, canvas: Window, before: &Asked) {
        let along = |side: i32| side as usize / TILE as usize + 2;
        if along(rect.width) * along(rect.height) > TILES {
            self.trees.extend(Some(tree).filter(|tree| !before.trees.contains(tree)));
        } else {
            let pieces = canvas.corner.pieces(rect);
            let places = pieces.flat_map(|piece| places(tree, piece.place));
            self.places.extend(places.filter(|place| !before.has(*place)));
        }
    }

    /// Returns their addresses, ascending and apart, and what the index is asked for.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] when there is no memory for them.
    fn told(&self) -> Result<(Vec<Range<u64>>, Wanted)> {
        let mut wanted = Wanted::new()?;
        let page = |place: &PageAddress| place.address()..place.address() + PAGE as u64;
        let (mut all, count) = (Vec::new(), self.places.len() + self.trees.len());
        let bytes = (count * size_of::<Range<u64>>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "list of tiles", bytes, limit: 0 };
        all.try_reserve_exact(count).map_err(refused)?;
        all.extend(self.places.iter().map(page));
        self.places.iter().for_each(|place| wanted.page(*place, WHOLE));
        for tree in &self.trees {
            all.push(reading::addresses(*tree..tree + 1));
            wanted.tree(*tree);
        }
        all.sort_unstable_by_key(|range| range.start);
        all.dedup_by(|next, last| {
            let joins = last.end == next.start;
            last.end = if joins { next.end } else { last.end };
            joins
        });
        Ok((all, wanted))
    }

    fn bytes(&self) -> usize {
        (self.places.len() + self.trees.len()) * PLACED
    }

    fn join(&mut self, other: Asked) {
        self.trees.extend(other.trees);
        self.places.extend(other.places);
    }
}

/// Returns the pages on the way to the pixels of a plane in a rectangle.
fn places(tree: u32, rect: Rect) -> impl Iterator<Item = PageAddress> {
    let way =
        move |(part, _): (Rect, bool)| way_to(tree, part.x as u32, part.y as u32).map(|(place, _)| place);
    cells(rect, TILE, TILE).flat_map(way)
}

/// The drawing at a state of a history, as far as it was asked for.
#[derive(Debug)]
pub struct Past {
    at: CommitId,
    drawing: Drawing<Memory>,
    asked: Asked,
    /// Number of times that lines were moved onto other commits when the state was looked at.
    adoptions: u64,
}

impl Document {
    /// Looks at the state after a commit, at the base, or at a pinned state.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] when there is no such state, [`Error::Away`] or [`Error::Unreadable`] when a step that matters is not in memory,
    /// [`Error::OverBudget`] when it takes more than the history has to spare, and [`Error::Invalid`] for a state of a stranger's history
    /// that is no drawing.
    pub fn past(&self, at: CommitId) -> Result<Past> {
        let drawing = Drawing::from_door(Memory::new(u64::MAX));
        let adoptions = self.history().adoptions();
        let mut past = Past { at, drawing, asked: Asked::default(), adoptions };
        let mut first = Asked { trees: BTreeSet::from([RECORDS, LINKS]), ..Asked::default() };
        if self.strange {
            first.trees.extend([SELECTION, FLOATING]);
        }
        past.ask(self, first)?;
        past.check(self)?;
        Ok(past)
    }

    /// Waits until all steps are in memory that may matter to what a frame [shows](Past::show) in a rectangle at a state, as far as the present
    /// layers tell.
    ///
    /// # Errors
    /// Returns [`Error::Away`] for a step that has to be supplied first, [`Error::Unreadable`] for one that can't be read,
    /// [`Error::Gone`] when there is no such state, and [`Error::OverBudget`].
    pub fn await_past(&mut self, at: CommitId, frame: u32, rect: Rect) -> Result<()> {
        self.known(at)?;
        let (mut asked, rect) = (Asked::default(), rect.intersect(self.bounds()));
        asked.trees.extend([RECORDS, LINKS, FLOATING]);
        self.planes_of(frame)
            .into_iter()
            .for_each(|(_, plane)| asked.plane(plane, rect, self.window(), &Asked::default()));
        let (_, wanted) = asked.told()?;
        let touching = self.index.touching(&wanted);
        let way = self.history().way_to(at).map(|step| step.id());
        let steps: Vec<CommitId> = way.filter(|id| touching.has(*id)).collect();
        Ok(self.store().history.await_steps(&steps)?)
    }

    /// Returns which steps touch which tiles.
    pub(in crate::document) fn index(&self) -> &Index {
        &self.index
    }

    /// Notes in an idle moment which steps touch which tiles: about `work` bytes of steps are looked at. Returns `true` if work remains.
    pub fn index_steps(&mut self, work: usize) -> bool {
        self.index.sync(&self.drawing.door.history, work)
    }

    /// Returns the number of bytes that the index from tiles to steps takes.
    pub fn index_bytes(&self) -> usize {
        self.index.bytes()
    }

    /// Returns how many steps the index knows, and the sum of how many pages each of them touches.
    #[doc(hidden)]
    pub fn index_counts(&self) -> (usize, usize) {
        self.index.counts()
    }

    /// Returns how a state differs in some pages from what is returned.
    fn difference(&self, at: CommitId, asked: &Asked, room: &mut Room) -> Result<(Pages, Origin)> {
        let (ranges, wanted) = asked.told()?;
        let (touching, mut pages) = (self.index.touching(&wanted), Pages::default());
        let touches = |id| touching.has(id);
        let origin =
            reading::past(self.history(), at, &ranges, &touches, &mut |run| pages.add(run, room, &|_| true))?;
        pages.trim();
        Ok((pages, origin))
    }
}

impl Past {
    /// Returns the number of the commit that led to the state.
    pub fn at(&self) -> CommitId {
        self.at
    }

    /// Returns the drawing: its records, and those pages that were asked for.
    pub fn drawing(&self) -> &Drawing<Memory> {
        &self.drawing
    }

    /// Returns the number of bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.drawing.door.bytes() as usize + self.asked.bytes()
    }

    /// Asks for all that the visible layers of a frame show in a rectangle, which is clipped to the canvas.
    ///
    /// # Errors
    /// As [`Document::past`]. Nothing has changed then.
    pub fn show(&mut self, document: &Document, frame: u32, rect: Rect) -> Result<()> {
        let planes: Vec<u32> = self.drawing.planes_of(frame).into_iter().map(|(_, plane)| plane).collect();
        self.ask_planes(document, &planes, rect)
    }

    /// Asks for the pixels of a cel in a rectangle, which is clipped to the canvas, whether its layer is visible or not.
    ///
    /// # Errors
    /// As [`Document::past`], and [`Error::Range`] when there is no such cel. Nothing has changed then.
    pub fn show_cel(&mut self, document: &Document, cel: Cel, rect: Rect) -> Result<()> {
        let plane = self.drawing.plane_of(cel)?;
        self.ask_planes(document, &[plane], rect)
    }

    /// Returns a page of the state, or `None` if it is all zeros.
    ///
    /// # Errors
    /// As [`Document::past`]. Nothing has changed then.
    pub fn page(&mut self, document: &Document, place: PageAddress) -> Result<Option<&Page>> {
        if !self.asked.has(place) {
            self.ask(document, Asked { places: BTreeSet::from([place]), ..Asked::default() })?;
        }
        Ok(self.drawing.door.page(place))
    }

    /// Goes on to another state with the pages that were asked for.
    ///
    /// # Errors
    /// As [`Document::past`]. It shows the state that it did then.
    pub fn turn(&mut self, document: &Document, to: CommitId) -> Result<()> {
        let history = document.history();
        let stays =
            history.adoptions() == self.adoptions && history.has_state(self.at) && history.has_state(to);
        match stays.then(|| self.cross(document, to)) {
            // What can't be reached from here may be reached from the live drawing, or be pinned.
            None | Some(Err(Error::Away { .. } | Error::Unreadable { .. })) => {
                let mut fresh = document.past(to)?;
                let mut asked = self.asked.clone();
                asked.trees.retain(|tree| !fresh.asked.trees.contains(tree));
                fresh.ask(document, asked)?;
                *self = fresh;
                Ok(())
            }
            Some(crossed) => crossed,
        }
    }

    /// Crosses the steps between two states.
    fn cross(&mut self, document: &Document, to: CommitId) -> Result<()> {
        let (ranges, wanted) = self.asked.told()?;
        let touching = document.index.touching(&wanted);
        let (mut pages, mut room, mut fresh) = (Pages::default(), self.room(document), Vec::new());
        let history = document.history();
        for step in history.way_between(self.at, to).filter(|step| touching.has(step.id())) {
            if let Some(wall) = history.wall_at(step.id()) {
                return Err(wall.into());
            }
            reading::inside(&step, &ranges, &mut fresh, &mut |run| pages.add(run, &mut room, &|_| true))?;
        }
        pages.trim();
        self.mix(&pages)?;
        let before = std::mem::replace(&mut self.at, to);
        if let Err(error) = self.check(document) {
            self.mix(&pages)?;
            self.at = before;
            return Err(error);
        }
        Ok(())
    }

    /// Returns an error if the state is one of a stranger's history and no drawing.
    fn check(&self, document: &Document) -> Result<()> {
        let found = if document.strange { special(&self.drawing.door) } else { Ok(()) };
        found.map_err(|why| Error::Invalid { what: "step", why })
    }

    /// Returns the room for more pages.
    fn room(&self, document: &Document) -> Room {
        Room { budget: document.history().spare() / 2, taken: self.bytes() }
    }

    fn ask_planes(&mut self, document: &Document, planes: &[u32], rect: Rect) -> Result<()> {
        let (rect, mut asked) = (rect.intersect(self.drawing.bounds()), Asked::default());
        let canvas = self.drawing.window();
        planes.iter().for_each(|plane| asked.plane(*plane, rect, canvas, &self.asked));
        if info(&self.drawing.door).floating == 1 && !self.asked.trees.contains(&FLOATING) {
            asked.trees.insert(FLOATING);
        }
        self.ask(document, asked)
    }

    /// Gets pages that were not asked for before.
    fn ask(&mut self, document: &Document, asked: Asked) -> Result<()> {
        if asked.is_empty() {
            return Ok(());
        }
        let history = document.history();
        if history.adoptions() != self.adoptions {
            return Err(Error::Gone { commit: self.at.0 });
        }
        let mut room = self.room(document);
        room.taken += asked.bytes();
        let (mut pages, origin) = document.difference(self.at, &asked, &mut room)?;
        if origin == Origin::Arena {
            let live = history.arena();
            let places =
                asked.places.iter().copied().chain(asked.trees.iter().flat_map(|tree| live.places(*tree)));
            for (place, page) in places.filter_map(|place| Some((place, live.page(place)?))) {
                pages.add_page(place, page, &mut room)?;
            }
            pages.trim();
        }
        // Single pages of a tree that is asked for as a whole are here already.
        pages.pages.retain(|place, _| !self.asked.places.contains(place));
        self.mix(&pages)?;
        self.asked.places.retain(|place| !asked.trees.contains(&place.tree));
        self.asked.join(asked);
        Ok(())
    }

    /// XORs pages into those that it has.
    fn mix(&mut self, pages: &Pages) -> Result<()> {
        let memory = &mut self.drawing.door;
        let region = |place: &PageAddress| Region::new(place.address(), PAGE);
        let had = pages.pages.keys().try_for_each(|place| memory.provide(region(place)));
        for (place, by) in pages.pages.iter().filter(|_| had.is_ok()) {
            let by: &[u8; PAGE] = bytemuck::cast_ref(&**by);
            let page = memory.get_mut(region(place)).into_iter().flatten();
            page.zip(by).for_each(|(byte, by)| *byte ^= by);
        }
        pages.pages.keys().for_each(|place| memory.trim(region(place)));
        Ok(had?)
    }
}
