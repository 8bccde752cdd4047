//! Lines that are carried along or brought back: what that must come to, told by whole copies.

use super::{SIZE, Twin};
use undoodle_lab::history::Error;
use undoodle_lab::history::{CommitId, Header};

impl Twin {
    /// The addresses at which a state differs from its parent.
    fn changed(&self, id: u64) -> Vec<usize> {
        let (parent, after) = &self.states[&id];
        differing(&self.states[parent].1, after)
    }

    /// A commit and all that the history says grew from it.
    fn below(&self, root: u64) -> Vec<u64> {
        let mut found = vec![root];
        // A parent need not be older than its children, so it is looked for until nothing is new.
        loop {
            let more: Vec<u64> = self
                .history
                .commits()
                .filter(|commit| found.contains(&commit.parent().0) && !found.contains(&commit.id().0))
                .map(|commit| commit.id().0)
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// Ends the action and carries what could be redone, as far as bytes allow.
    pub(super) fn carry(&mut self) {
        let next = self.history.line().nth(self.history.position()).map(|commit| commit.id().0);
        let line = next.map_or(Vec::new(), |next| self.below(next));
        let (from, before) = (self.here, self.states[&self.here].1.clone());
        let kept = self
            .counted(|h| h.commit_carrying(Header::new("Look")).map(|c| c.map(|c| (c.id().0, c.parent().0))));
        let made = matches!(kept, Ok(Some(_)));
        let now = self.now.clone();
        self.committed(kept);
        let (true, Some(next)) = (made, next) else { return };
        let ours = differing(&before, &now);
        let mut line: Vec<u64> = line.into_iter().filter(|id| self.states.contains_key(id)).collect();
        let free = |line: &[u64]| {
            let apart = |id| self.changed(id).iter().all(|at| !ours.contains(at));
            line.iter().all(|id| !self.pins.contains_key(id) && apart(*id))
        };
        let all_free = free(&line);
        let there = |id: &u64| self.history.commit_of(CommitId(*id)).is_ok();
        if self.history.ahead() == 0 {
            // Room may have been made of it, or there was none for comparing; otherwise it had to be cut.
            let told = self.history.limits().working >= 400_000;
            assert!(!(told && all_free && there(&next)), "a line that touches nothing of it was cut");
            return;
        }
        // Making room for the commit may have dropped steps before they were compared. Nothing can redo them,
        // so they don't hinder the rest.
        line.retain(there);
        assert!(free(&line), "a line was carried over what it touches");
        for id in line {
            let (_, state) = self.states.get_mut(&id).unwrap();
            ours.iter().for_each(|at| state[*at] = now[*at]);
        }
        self.states.get_mut(&next).unwrap().0 = self.here;
        let here = self.here;
        self.preferred.insert(here, next);
        self.preferred.insert(from, here);
    }

    /// Brings some line there is onto here.
    pub(super) fn bring_back(&mut self, pick: usize) {
        let ids: Vec<u64> = self.history.commits().map(|commit| commit.id().0).collect();
        let Some(to) = ids.get(pick % ids.len().max(1)).copied() else { return };
        let way = |mut id: u64| {
            let mut way = Vec::new();
            while let Ok(commit) = self.history.commit_of(CommitId(id)) {
                way.push(id);
                id = commit.parent().0;
            }
            way
        };
        let (done, mut line) = (way(self.here), way(to));
        line.retain(|id| !done.contains(id));
        line.reverse();
        let on_line = way(to);
        let since: Vec<u64> = done.into_iter().filter(|id| !on_line.contains(id)).collect();
        let ours: Vec<usize> = since.iter().flat_map(|id| self.changed(*id)).collect();
        let meets = |id: &u64| self.changed(*id).iter().any(|at| ours.contains(at));
        let free = line.iter().position(meets).unwrap_or(line.len());
        let blocked = line.get(free).map(|id| CommitId(*id));
        let whole = blocked.is_none()
            && line.first().is_some_and(|root| {
                !self.below(*root).iter().any(|id| meets(id) || self.pins.contains_key(id))
            });
        let tree: Vec<u64> = line.first().map_or(Vec::new(), |root| self.below(*root));
        let changes: Vec<Vec<usize>> = line.iter().map(|id| self.changed(*id)).collect();
        // What the twin itself writes down is not the history's.
        let mut crossed = Vec::with_capacity(line.len());
        let result = self.counted(|h| {
            h.bring_back(CommitId(to), |commit| crossed.push((commit.id().0, commit.parent().0)))
        });
        match result {
            Err(Error::Busy { .. }) => return assert!(self.open.is_some()),
            // Copies of steps may have no room, or room may be made of what is still to be brought.
            Err(error) => {
                assert!(matches!(error, Error::OverBudget { .. } | Error::Gone { .. }), "{error}");
                assert!(crossed.len() < free || free == 0);
            }
            Ok(brought) => assert_eq!((brought.steps, brought.blocked), (free, blocked)),
        }
        if whole && !since.is_empty() && !crossed.is_empty() {
            // The line moved, and all its states with it.
            let now = self.now.clone();
            for id in tree {
                let (_, state) = self.states.get_mut(&id).unwrap();
                ours.iter().for_each(|at| state[*at] = now[*at]);
            }
            self.states.get_mut(&line[0]).unwrap().0 = self.here;
        }
        for (i, (id, parent)) in crossed.into_iter().enumerate() {
            assert_eq!(parent, self.here, "step by step");
            let after = self.states[&line[i]].1.clone();
            changes[i].iter().for_each(|at| self.now[*at] = after[*at]);
            self.states.insert(id, (parent, self.now.clone()));
            self.preferred.insert(parent, id);
            self.here = id;
        }
    }
}

fn differing(one: &[u8], other: &[u8]) -> Vec<usize> {
    (0..SIZE).filter(|at| one[*at] != other[*at]).collect()
}
