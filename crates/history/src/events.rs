//! What happened to a history, told in the order in which it happened.
//!
//! A journal has to know of every change: steps, moves, what was carried, brought back,
//! dropped or pinned. If it compared states to find out, it would be slow, and it would
//! guess. So the engine itself notes an [`Event`] at each of the few places where it
//! changes something, and somebody takes the list. Nobody is called back.
//!
//! A list that nobody takes must not grow without a bound, and some changes can't be told as
//! a list: what was done behind a [`barrier`](History::barrier) was not remembered. The list
//! is then *stale*: it is empty, and whoever keeps a journal begins it anew from the whole
//! state.
//!
//! The invariant: the state at the last taking, and the events since, give the present state,
//! unless the list is stale.
//!
//! ```
//! use undoodle_history::{Event, Header, History, Region};
//! let mut history = History::new(vec![0u8; 16]);
//! history.record(true);
//! history.begin(1)?;
//! history.write(Region::new(0, 1))?[0] = 7;
//! history.commit(Header::new("Set"))?;
//! history.undo()?;
//! let events = history.take_events().unwrap();
//! assert!(matches!(events[..], [Event::Committed { .. }, Event::Moved { .. }]));
//! assert!(history.take_events().unwrap().is_empty());
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::CommitId;
use crate::memory::Region;
use crate::node::Node;
use crate::saved::Mark;
use std::collections::BTreeSet;
use std::ops::Range;

/// Number of bytes of an area: what was changed is noted by areas, so that a checkpoint writes only those.
pub const AREA: u64 = 1 << 20;

/// The most events that wait to be taken.
const MOST: usize = 1 << 12;

/// The most areas that are noted.
const MOST_AREAS: usize = 1 << 16;

/// A change of a history.
#[derive(Debug)]
pub enum Event {
    /// A commit was made on top of the current one and became the current one.
    Committed {
        /// The commit.
        id: CommitId,
        /// First commit of the redo line that was moved on top of it, if one was.
        carried: Option<CommitId>,
    },
    /// An action was merged into the current commit.
    Merged {
        /// The commit that it was merged into, which is gone.
        from: CommitId,
        /// The commit that both are now, or `None` if they cancelled each other out.
        id: Option<CommitId>,
        /// What the action has changed.
        part: Addition,
    },
    /// Undo, redo or a travel has led to another commit.
    Moved {
        /// The current commit.
        to: CommitId,
    },
    /// Redo now leads to a commit, from the nearest common ancestor of it and the current commit on.
    Chosen {
        /// The commit.
        to: CommitId,
    },
    /// A line was moved onto another commit.
    Carried {
        /// First commit of the line.
        root: CommitId,
        /// The new parent of it, where the line stands first.
        onto: CommitId,
    },
    /// Another line counts as the one that was set aside last.
    Aside {
        /// First commit of the line, or `None` if it was brought back.
        root: Option<CommitId>,
    },
    /// The last commit of a line was dropped.
    Dropped {
        /// The commit.
        id: CommitId,
    },
    /// The oldest commit was dropped, and the state after it is the base.
    Advanced,
    /// The current state was pinned.
    Pinned {
        /// Number of the pin.
        id: CommitId,
    },
    /// A pin was removed.
    Unpinned {
        /// Number of the pin.
        id: CommitId,
    },
    /// The saved mark was set.
    Marked(SavedMark),
}

/// What an action changed that was merged into a commit.
#[derive(Debug)]
pub struct Addition(pub(crate) Box<Node>);

/// A saved mark.
#[derive(Clone, Copy, Debug)]
pub struct SavedMark(pub(crate) Mark);

/// The pages that the last commit has touched, while the arena holds what it has left.
#[derive(Debug)]
pub(crate) struct Touched {
    pub(crate) id: u64,
    /// Runs of the capture's groups, by ascending number.
    pub(crate) runs: Vec<Range<u64>>,
}

/// The events that wait to be taken.
#[derive(Debug, Default)]
pub(crate) struct Events {
    on: bool,
    stale: bool,
    list: Vec<Event>,
    /// Bytes of the parts in the list.
    bytes: usize,
    /// Numbers of the areas that were touched since they were taken last.
    areas: BTreeSet<u64>,
    /// The area that was noted last.
    last: Option<u64>,
    /// The pages that the last commit has touched, while the arena holds what it has left.
    touched: Option<Touched>,
}

impl Events {
    /// Makes the list stale, after a change that it can't tell.
    pub(crate) fn spoil(&mut self) {
        (self.stale, self.bytes, self.list, self.touched) = (self.on, 0, Vec::new(), None);
        self.areas.clear();
        self.last = None;
    }

    /// Notes an event, if events are recorded.
    #[inline(always)]
    pub(crate) fn note(&mut self, event: Event) {
        if self.on && !self.stale {
            self.append(event);
        }
    }

    fn append(&mut self, event: Event) {
        if let Event::Committed { .. } | Event::Merged { .. } | Event::Moved { .. } = event {
            self.touched = None;
        }
        match (&event, self.list.last_mut()) {
            // Nobody needs to know the way of a key that is held.
            (Event::Moved { to }, Some(Event::Moved { to: last })) => return *last = *to,
            (Event::Marked(mark), Some(Event::Marked(last))) => return *last = *mark,
            (Event::Merged { part, .. }, _) => self.bytes += part.0.bytes_held(),
            _ => {}
        }
        if self.list.len() == MOST || self.list.try_reserve(1).is_err() {
            return self.spoil();
        }
        self.list.push(event);
    }

    /// Notes that bytes may have changed.
    #[inline]
    pub(crate) fn touch(&mut self, region: Region) {
        let (first, last) = (region.start / AREA, region.end().saturating_sub(1) / AREA);
        if !self.on || self.stale || first == last && self.last == Some(last) {
            return;
        }
        self.last = Some(last);
        self.areas.extend(first..=last);
        if self.areas.len() > MOST_AREAS {
            self.spoil();
        }
    }

    /// Sets the runs of pages that the last commit has touched, of which its after-image can be taken.
    pub(crate) fn set_touched(&mut self, id: u64, runs: Option<Vec<Range<u64>>>) {
        self.touched = runs.filter(|_| self.on && !self.stale).map(|runs| Touched { id, runs });
    }

    /// Forgets these pages, before their bytes may change.
    #[inline]
    pub(crate) fn forget_touched(&mut self) {
        self.touched = None;
    }

    /// Returns the pages that the last commit has touched.
    pub(crate) fn touched(&self) -> Option<&Touched> {
        self.touched.as_ref()
    }

    /// Returns the number of bytes on the heap that parts and the list of touched pages take.
    #[inline]
    pub(crate) fn bytes_held(&self) -> usize {
        let runs = self.touched.as_ref().map_or(0, |touched| touched.runs.capacity());
        self.bytes + runs * size_of::<Range<u64>>()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// Begins or ends recording. The list is empty then.
    pub(crate) fn record(&mut self, on: bool) {
        *self = Events { on, ..Events::default() };
    }

    /// Takes the events since the last call, or returns `None` if the list was stale.
    pub(crate) fn take_list(&mut self) -> Option<Vec<Event>> {
        self.bytes = 0;
        let list = std::mem::take(&mut self.list);
        (!std::mem::take(&mut self.stale)).then_some(list)
    }

    /// Returns the events that wait to be taken, or `None` if the list is stale.
    #[inline]
    pub(crate) fn list(&self) -> Option<&[Event]> {
        if self.stale { None } else { Some(&self.list) }
    }

    /// Takes the numbers of the areas whose bytes may have changed since the last call.
    pub(crate) fn take_areas(&mut self) -> BTreeSet<u64> {
        self.last = None;
        std::mem::take(&mut self.areas)
    }
}
