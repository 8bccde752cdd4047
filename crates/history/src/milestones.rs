//! Milestones: some steps of the line by index, so that any of its steps is found without a walk from the base.
//!
//! A commit knows its neighbours, but not its index. A list that shows a few of a hundred thousand
//! steps asks for them by index, again and again. So some commits are marked while they are passed, at
//! regular distances. To find a commit is to walk on from the milestone before it. There are at most
//! [`MOST`] of them: when they become more, every other one is dropped, and the distance doubles.
//!
//! A milestone's place is counted from the first commit that the history ever had, so dropping the
//! oldest commits moves none of them.
//!
//! The invariant: the commit of a milestone is on the line, at the milestone's place. Commits and merges change the line
//! from the current commit on only, and milestones from there on are dropped when the tree changes.

/// Maximum number of milestones.
const MOST: usize = 512;

/// Distance of milestones as long as there are few commits.
const NEAR: u64 = 64;

/// Commits of the line by their places.
#[derive(Debug)]
pub(crate) struct Milestones {
    /// Number of commits from one milestone to the next.
    distance: u64,
    /// Places and numbers of commits, by ascending place.
    list: Vec<(u64, u64)>,
}

impl Default for Milestones {
    fn default() -> Milestones {
        Milestones { distance: NEAR, list: Vec::new() }
    }
}

impl Milestones {
    /// Drops the milestones from a place on.
    #[inline]
    pub(crate) fn cut(&mut self, from: u64) {
        while self.list.last().is_some_and(|(place, _)| *place >= from) {
            self.list.pop();
        }
    }

    /// Returns the last milestone in a range of places that ends with `to`.
    pub(crate) fn last_in(&self, from: u64, to: u64) -> Option<(u64, u64)> {
        let behind = self.list.partition_point(|(place, _)| *place <= to);
        self.list[..behind].last().copied().filter(|(place, _)| *place >= from)
    }

    /// Milestones a commit that is passed, if its place is one for a milestone. `first` is the place of the line's first commit.
    pub(crate) fn pass(&mut self, place: u64, id: u64, first: u64) {
        let behind = self.list.last().is_none_or(|(last, _)| *last < place);
        // Without the memory for a milestone, the next walk is longer.
        if !behind || !place.is_multiple_of(self.distance) || self.list.try_reserve(1).is_err() {
            return;
        }
        self.list.push((place, id));
        if self.list.len() > MOST {
            self.list.retain(|(place, _)| *place >= first);
        }
        if self.list.len() > MOST {
            self.distance *= 2;
            self.list.retain(|(place, _)| place.is_multiple_of(self.distance));
        }
    }

    /// Returns the number of milestones.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}
