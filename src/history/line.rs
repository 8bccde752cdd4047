//! The line of undo and redo by index: any of its steps, without a walk from the base.
//!
//! A commit knows its neighbours, but not its index. A list that shows a few of a hundred thousand
//! steps asks for them by index, again and again. So some commits are marked while they are passed, at
//! regular distances. To find a commit is to walk on from the mark before it. There are at most
//! [`MOST`] marks: when they become more, every other one is dropped, and the distance doubles.
//!
//! A mark's place is counted from the first commit that the history ever had, so dropping the
//! oldest commits moves none of them.
//!
//! The invariant: the commit of a mark is on the line, at the mark's place. Commits and merges change the line
//! from the current commit on only, and marks from there on are dropped when the tree changes.

use super::tree::NONE;
use super::{Arena, Commit, CommitId, History};

/// Maximum number of marks.
const MOST: usize = 512;

/// Distance of marks as long as there are few commits.
const NEAR: u64 = 64;

/// Commits of the line by their places.
#[derive(Debug)]
pub(super) struct Marks {
    /// Number of commits from one mark to the next.
    distance: u64,
    /// Places and numbers of commits, by ascending place.
    list: Vec<(u64, u64)>,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks { distance: NEAR, list: Vec::new() }
    }
}

impl Marks {
    /// Drops the marks from a place on.
    #[inline]
    pub(super) fn cut(&mut self, from: u64) {
        while self.list.last().is_some_and(|(place, _)| *place >= from) {
            self.list.pop();
        }
    }

    /// Returns the last mark in a range of places that ends with `to`.
    fn last_in(&self, from: u64, to: u64) -> Option<(u64, u64)> {
        let behind = self.list.partition_point(|(place, _)| *place <= to);
        self.list[..behind].last().copied().filter(|(place, _)| *place >= from)
    }

    /// Marks a commit that is passed, if its place is one for a mark. `first` is the place of the line's first commit.
    fn pass(&mut self, place: u64, id: u64, first: u64) {
        let behind = self.list.last().is_none_or(|(last, _)| *last < place);
        // Without the memory for a mark, the next walk is longer.
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
}

impl<A: Arena> History<A> {
    /// Returns the commits of the [`line`](History::line) from an index on, oldest first.
    ///
    /// Takes a walk of a few hundred commits at most to find the first of them, if there was one beyond it before.
    ///
    /// ```
    /// use undoodle::history::{Header, History};
    /// use undoodle::memory::Region;
    /// let mut history = History::new(vec![0u8; 8]);
    /// for value in 1..=5 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new(format!("Set {value}")))?;
    /// }
    /// history.undo()?;
    /// let labels: Vec<_> = history.line_from(3).map(|commit| commit.header().label).collect();
    /// assert_eq!(labels, ["Set 4", "Set 5"]);
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub fn line_from(&mut self, index: usize) -> impl Iterator<Item = Commit<'_>> {
        let first = self.seek(index);
        let this = &*self;
        let first = first.and_then(|id| this.commit_at(id));
        std::iter::successors(first, |commit| this.commit_at(commit.node.child))
    }

    /// Returns the number of the commit at an index of the line.
    fn seek(&mut self, index: usize) -> Option<u64> {
        if index >= self.depth + self.ahead {
            return None;
        }
        let first = self.dropped;
        let to = first + index as u64;
        let (mut place, mut id) =
            self.marks.last_in(first, to).unwrap_or((first, self.tree.child(self.tree.base)));
        loop {
            self.marks.pass(place, id, first);
            if place == to {
                return Some(id).filter(|id| *id != NONE);
            }
            (place, id) = (place + 1, self.tree.child(id));
        }
    }

    /// Returns the commits on branches that leave a commit, or the base, in the order of a walk that follows each
    /// branch to its end, at most `most` of them.
    ///
    /// Empty if there is no such commit.
    pub fn branches_at(&self, at: CommitId, most: usize) -> Vec<CommitId> {
        let CommitId(at) = at;
        let mut found = Vec::new();
        if most == 0 || self.tree.get(at).is_none() && at != self.tree.base {
            return found;
        }
        // The first child continues the line that the commit is on.
        for root in self.tree.children(at).skip(1) {
            let room = self.tree.all_below(root, |id, _| {
                found.push(CommitId(id));
                found.len() < most
            });
            if !room {
                break;
            }
        }
        found
    }

    /// Drops the marks that a change of the tree may have made wrong: those from the current commit on.
    #[inline]
    pub(super) fn cut_marks(&mut self) {
        self.cut_marks_from(self.depth);
    }

    /// Drops the marks from a number of steps above the base on.
    #[inline]
    pub(super) fn cut_marks_from(&mut self, depth: usize) {
        self.marks.cut((self.dropped + depth as u64).saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Header, Limits};
    use super::*;
    use crate::memory::Region;

    fn set(history: &mut History<Vec<u8>>, at: u64, value: u8) {
        history.begin(1).unwrap();
        history.write(Region::new(at, 1)).unwrap()[0] = value;
        history.commit(Header::new("Set")).unwrap();
    }

    /// Compares the line by index with the line that is walked.
    fn check(history: &mut History<Vec<u8>>, from: usize) {
        let walked: Vec<_> = history.line().skip(from).take(70).map(|commit| commit.id()).collect();
        let found: Vec<_> = history.line_from(from).take(70).map(|commit| commit.id()).collect();
        assert_eq!(found, walked, "from {from}");
    }

    #[test]
    fn steps_are_found_whatever_becomes_of_the_line() {
        let mut chance = fastrand::Rng::with_seed(2);
        let limits = Limits { budget: 400_000, depth: 1, ..Limits::default() };
        let mut history = History::with_limits(vec![0u8; 1000], limits);
        let (mut dropped, mut most) = (false, 0);
        for round in 0..9000u32 {
            match chance.u32(0..100) {
                0..70 => set(&mut history, chance.u64(0..1000), round as u8 | 1),
                70..80 => (0..chance.u32(0..40)).for_each(|_| _ = history.undo().unwrap()),
                80..88 => (0..chance.u32(0..40)).for_each(|_| _ = history.redo().unwrap()),
                88..91 => {
                    let ids: Vec<_> = history.commits().map(|commit| commit.id()).collect();
                    let to = if ids.is_empty() { history.base() } else { ids[chance.usize(0..ids.len())] };
                    history.goto(to, |_, _| ()).unwrap();
                }
                91..93 => {
                    history.begin(2).unwrap();
                    history.write(Region::new(chance.u64(0..1000), 1)).unwrap()[0] = round as u8;
                    history.commit_merging(Header::new("Nudge"), 1000).unwrap();
                }
                93..96 => {
                    history.begin(3).unwrap();
                    history.write(Region::new(chance.u64(0..1000), 1)).unwrap()[0] = round as u8;
                    history.commit_carrying(Header::new("Look")).unwrap();
                }
                _ => {
                    if let Some((tip, _)) = history.aside() {
                        // Without room for copies, it brings back what it can.
                        _ = history.bring_back(tip, |_| ());
                    }
                }
            }
            dropped |= history.dropped > 0;
            most = most.max(history.marks.list.len());
            let steps = history.depth + history.ahead;
            for from in [0, chance.usize(0..steps + 2), steps.saturating_sub(5)] {
                check(&mut history, from);
            }
        }
        assert!(dropped && most > 3, "the oldest were dropped: {dropped}; at most {most} marks were used");
    }

    #[test]
    fn finding_steps_takes_a_short_walk_however_many_there_are() {
        const STEPS: usize = 50_000;
        let limits = Limits { budget: 256 << 20, ..Limits::default() };
        let mut history = History::with_limits(vec![0u8; 1000], limits);
        (0..STEPS).for_each(|step| set(&mut history, step as u64 % 1000, (step / 1000 % 255) as u8 + 1));
        assert_eq!(history.position(), STEPS);
        let cost = |history: &mut History<Vec<u8>>, from: usize| {
            history.tree.ring.looked.set(0);
            assert_eq!(history.line_from(from).take(20).count(), 20.min(STEPS - from));
            history.tree.ring.looked.get()
        };
        assert!(cost(&mut history, STEPS - 1) >= STEPS, "the first time, the line is walked");
        let mut chance = fastrand::Rng::with_seed(4);
        for _ in 0..200 {
            let from = chance.usize(0..STEPS);
            assert!(cost(&mut history, from) < 200, "from {from}");
        }
        // A new step costs no other walk, nor does undo, nor a step that sets a part of the line aside.
        set(&mut history, 3, 77);
        assert!(cost(&mut history, STEPS - 20) < 200);
        (0..100).for_each(|_| _ = history.undo().unwrap());
        assert!(cost(&mut history, STEPS - 20) < 200);
        set(&mut history, 3, 78);
        assert!(history.position() < STEPS && history.marks.list.len() <= MOST);
        assert!(cost(&mut history, STEPS / 2) < 200);
        history.goto(history.base(), |_, _| ()).unwrap();
        assert!(cost(&mut history, STEPS / 3) < 200);
    }

    #[test]
    fn branches_are_listed_where_they_leave_as_far_as_they_are_wanted() {
        let mut history = History::new(vec![0u8; 100]);
        set(&mut history, 0, 1);
        let fork = history.here();
        (1..=3).for_each(|at| set(&mut history, at, 1));
        let first: Vec<_> = history.line().skip(1).map(|commit| commit.id()).collect();
        history.goto(first[1], |_, _| ()).unwrap();
        set(&mut history, 9, 9);
        let nested = history.here();
        history.goto(fork, |_, _| ()).unwrap();
        set(&mut history, 10, 1);
        // The nested branch is its parent's first child, as it was made last.
        let all = [first[0], first[1], nested, first[2]];
        assert_eq!(history.branches_at(fork, 99), all);
        assert_eq!(history.branches_at(fork, 2), all[..2]);
        assert_eq!(history.branches_at(first[1], 99), all[3..]);
        for none in [history.base(), history.here(), CommitId(999)] {
            assert_eq!(history.branches_at(none, 99), []);
        }
        assert_eq!(history.branches_at(fork, 0), []);
    }
}
