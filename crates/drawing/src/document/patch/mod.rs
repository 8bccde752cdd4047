//! Patches: what a step means, and how it is done where it was not made.
//!
//! A commit is bytes. A [`Patch`] is what they mean: pixels of planes, fields of records, members and order of lists, the
//! canvas's rectangle, links, the selection and what floats, each as it was *before* and as it was *after*. It holds no byte itself: it names
//! two states, and reads from the [past](crate::history::History::way_between), page by page, what is asked of it.
//!
//! [`apply`](Patch::apply) does a patch to the drawing as it is now: what still is as it was before becomes what it was after, what is
//! so already is left, and everything else is a conflict, left as it is and returned. So one step of many can be taken back, a step of
//! another branch can be brought here, and two branches can be merged, and none of that knows a tool or a property by its name.
//!
//! The invariant: what `apply` leaves is a valid drawing, and one step once it is committed. Where nothing has happened since, it is the state
//! after the patch, byte for byte; applying a patch twice changes nothing more; and patches without a pixel, field or place in common
//! give the same in either order.
//!
//! ```
//! use undoodle_drawing::document::{Cel, Document, Finish, Patch};
//! use undoodle_drawing::{color::Color, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! for rect in [Rect::new(0, 0, 9, 9), Rect::new(5, 5, 20, 3)] {
//!     document.begin(1)?;
//!     document.fill_rect(cel, rect, Color::BLACK)?;
//!     document.commit("Fill", Color::ADDED, 0)?;
//! }
//! let first = document.history().done().last().map(|commit| Patch::of(&commit)).unwrap();
//! let draft = document.draft(1, cel)?;
//! let conflicts = first.reversed().apply(&mut document, &draft)?;
//! assert_eq!((conflicts.taken(), conflicts.left()), (81, 0), "the first alone has painted these");
//! document.keep(draft, "Take back", Color::REMOVED, 0, Finish::Step)?;
//! assert_eq!(document.pixel(0, 2, 2)?, Color::TRANSPARENT);
//! assert_eq!(document.pixel(0, 20, 6)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod apply;
mod asking;
pub(super) mod beside;
mod bringing;
mod choices;
pub(super) mod conflicts;
pub(super) mod crossing;
mod elsewhere;
pub(super) mod exact;
mod ground;
mod last;
pub(super) mod marks;
mod met;
pub(super) mod pages;
mod places;
pub(super) mod reading;
mod relinked;
pub(super) mod sift;
mod standing;
mod tint;
mod told;

pub use bringing::Brought;
pub use choices::{Choices, Side};
pub use conflicts::Conflicts;
pub use exact::{Exact, Subject, Touched};
pub use places::Place;
pub(in crate::document) use reading::CELS;
pub use sift::Marked as MarkedPixels;
pub(in crate::document) use sift::Rows;
pub use told::Told;

use self::pages::{Pages, Room};
use super::{Document, Drawing, Footprint};
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId};
use crate::memory::{Memory, PAGE, PageAddress};
use std::ops::Range;

/// What leads from one state of a drawing to another.
#[derive(Clone, Copy, Debug)]
pub struct Patch<'a> {
    ends: Ends<'a>,
    /// If footprints of later steps are minded, the steps whose footprints are not.
    minds: Option<&'a [CommitId]>,
    /// Whether pixels of locked layers are left alone.
    spares: bool,
    /// Whether pixels are noted that have their colour already.
    paints: bool,
}

/// The two states.
#[derive(Clone, Copy, Debug)]
enum Ends<'a> {
    /// States after commits of the document's history, or its base.
    Steps(CommitId, CommitId),
    /// States that are at hand.
    Drawings(&'a Memory, &'a Memory),
}

/// What has happened since.
#[derive(Debug, Default)]
struct Since {
    /// How the drawing differs.
    pages: Pages,
    /// The pixels that were painted in the colour that they had, if these are minded: words that are not zero.
    painted: Pages,
}

impl Patch<'static> {
    /// Returns what a commit means.
    pub fn of(commit: &Commit<'_>) -> Patch<'static> {
        Patch::between(commit.parent(), commit.id())
    }

    /// Returns what leads from the state after one commit to that after another, on any branches; the base is a state as well.
    pub fn between(from: CommitId, to: CommitId) -> Patch<'static> {
        Patch { ends: Ends::Steps(from, to), minds: None, spares: false, paints: false }
    }
}

impl<'a> Patch<'a> {
    /// Returns what leads from one drawing to another, which have their ids in common.
    pub fn between_drawings(from: &'a Drawing<Memory>, to: &'a Drawing<Memory>) -> Patch<'a> {
        Patch { ends: Ends::Drawings(from.door(), to.door()), minds: None, spares: false, paints: false }
    }

    /// Returns what leads back.
    pub fn reversed(self) -> Patch<'a> {
        let ends = match self.ends {
            Ends::Steps(from, to) => Ends::Steps(to, from),
            Ends::Drawings(from, to) => Ends::Drawings(to, from),
        };
        Patch { ends, ..self }
    }

    /// Leaves pixels alone, too, that a later step painted in the colour that they had already, unless that step is one of some. The
    /// patch begins at a state that the current one stands on.
    pub fn minding(self, except: &'a [CommitId]) -> Patch<'a> {
        Patch { minds: Some(except), ..self }
    }

    /// Leaves the pixels of layers alone that are locked, as whoever paints does. Undo and redo don't mind locks, and neither does a
    /// patch that is not told to.
    pub fn sparing_locked(self) -> Patch<'a> {
        Patch { spares: true, ..self }
    }

    /// Notes pixels, as a brush does, that have the colour already which it gives them: whoever takes back an earlier step leaves them then.
    pub fn painting(self) -> Patch<'a> {
        Patch { paints: true, ..self }
    }

    /// Returns what this and then another patch lead to together, or `None` if the other one does not begin where this one ends.
    pub fn then(self, next: Patch<'a>) -> Option<Patch<'a>> {
        let ends = match (self.ends, next.ends) {
            (Ends::Steps(from, by), Ends::Steps(also, to)) if by == also => Ends::Steps(from, to),
            (Ends::Drawings(from, by), Ends::Drawings(also, to)) if std::ptr::eq(by, also) || by == also => {
                Ends::Drawings(from, to)
            }
            _ => return None,
        };
        Some(Patch { ends, ..self })
    }

    /// Returns its difference, `before XOR after`.
    fn exchange(&self, document: &Document, room: &mut Room) -> Result<Pages> {
        let mut pages = Pages::default();
        match self.ends {
            Ends::Steps(from, to) => {
                document.known(from)?;
                document.known(to)?;
                for step in document.history().way_between(from, to) {
                    crate::pause::point(PAGE)?;
                    reading::within(&step, 0..reading::TREES, u64::MAX, &mut |run| {
                        pages.add(run, room, &|_| true)
                    })?;
                }
            }
            Ends::Drawings(from, to) => {
                for memory in [from, to] {
                    memory.trees().into_iter().try_for_each(|tree| pages.add_tree(memory, tree, room))?;
                }
            }
        }
        pages.trim();
        Ok(pages)
    }

    /// Returns how the drawing differs now from what it was before, in the pages of some trees that matter to the patch's difference: those
    /// of records, and of pixels that it may change. Of the latter pages, only the words that say how these pixels differ are right.
    fn since(&self, document: &Document, trees: Range<u32>, patch: &Pages, room: &mut Room) -> Result<Since> {
        let (mut pages, mut painted) = (Pages::default(), Pages::default());
        let wanted = &|place: PageAddress| place.tree < reading::CELS || patch.reaches(place);
        match self.ends {
            Ends::Steps(from, _) => {
                document.known(from)?;
                // Nearly all bytes of a long way lie elsewhere, and are not even looked at.
                let (ranges, mut fresh) = (patch.reach(trees.clone()), Vec::new());
                let touching = document.touching(from, || patch.wanted(&trees))?;
                let touches =
                    |step: &Commit<'_>| touching.as_ref().is_none_or(|touching| touching.has(step.id()));
                for step in document.history().way_to(from).filter(touches) {
                    crate::pause::point(PAGE)?;
                    if self.minds.is_some_and(|except| !except.contains(&step.id())) {
                        painted.add_footprint(&Footprint::of(&step.header()), patch, room)?;
                    }
                    reading::inside(&step, &ranges, &mut fresh, &mut |run| pages.add(run, room, wanted))?;
                }
                reading::open(document.history(), trees, &mut |run| pages.add(run, room, wanted))?;
            }
            Ends::Drawings(from, _) => {
                for memory in [from, document.memory()] {
                    for tree in memory.trees().into_iter().filter(|tree| trees.contains(tree)) {
                        for place in memory.places(tree).filter(|place| wanted(*place)) {
                            memory.page(place).map_or(Ok(()), |page| pages.add_page(place, page, room))?;
                        }
                    }
                }
            }
        }
        pages.trim();
        Ok(Since { pages, painted })
    }
}

impl Document {
    /// Visits the planes of images in which a commit changes anything, by their numbers; one maybe more than once.
    ///
    /// # Errors
    /// Returns [`Error::Away`] for a commit whose bytes lie on a disk, and [`Error::OutOfMemory`] when it can't be unpacked.
    pub fn visit_images(&self, commit: &Commit<'_>, mut visit: impl FnMut(u32)) -> Result<()> {
        reading::stream(commit, &mut |run| {
            if run.place.tree >= reading::CELS && run.changes() {
                visit(run.place.tree);
            }
            Ok(())
        })
    }

    /// Returns an error if a state is not, or no longer, in the history.
    pub(super) fn known(&self, id: CommitId) -> Result<()> {
        if self.history().has_state(id) { Ok(()) } else { Err(Error::Gone { commit: id.0 }) }
    }

    /// Waits until all bytes are in memory that a patch between two states of the history is read from.
    ///
    /// # Errors
    /// Returns [`Error::Away`] for a step that has to be supplied first, [`Error::Unreadable`] for one that can't be read,
    /// [`Error::Gone`] when there is no such state, and [`Error::OverBudget`].
    pub fn await_patch(&mut self, patch: &Patch<'_>) -> Result<()> {
        match patch.ends {
            Ends::Steps(from, to) => Ok(self.store().history.await_ways(from, to)?),
            Ends::Drawings(..) => Ok(()),
        }
    }
}
