//! What must hold after every step.

use super::{SIZE, Twin};
use undoodle_lab::history::CommitId;

impl Twin {
    /// Sets the saved mark at once, or in two steps with other actions between them.
    pub fn save(&mut self) {
        self.saves += 1;
        if let Some(written) = self.writing.take() {
            assert!(self.counted(|h| h.finish_saving()));
            self.saved = written;
        } else if self.saves.is_multiple_of(2) {
            let noted = self.counted(|h| h.begin_saving());
            assert_eq!(noted.is_ok(), self.open.is_none());
            self.writing = noted.is_ok().then(|| self.now.clone());
        } else {
            let saved = self.counted(|h| h.mark_saved());
            assert_eq!(saved.is_ok(), self.open.is_none());
            if saved.is_ok() {
                self.saved = self.now.clone();
            }
        }
    }

    /// Everything that must hold after every step.
    pub fn check(&self) {
        assert_eq!(self.history.arena(), &self.now);
        assert_eq!(self.history.validate(), Ok(()), "{:?} open {:?}", self.history.stats(), self.open);
        assert_eq!(self.history.is_dirty(), self.now != self.saved, "clean means equal to what was saved");
        let passed = self.history.is_past_barrier();
        assert_eq!(self.history.here().0, if passed { self.history.base().0 } else { self.here });
        assert!(self.history.looks_dirty() || !self.history.is_dirty(), "what looks clean is");
        assert_eq!(self.history.open(), self.open);
        let stats = self.history.stats();
        assert!(stats.undo <= stats.redo && stats.redo <= stats.temp);
        let (counted, allowed) = (stats.bytes + stats.touched, stats.budget + stats.working);
        assert!(self.held <= counted as i64, "{} held, {counted} counted", self.held);
        assert!(self.peak <= allowed as i64, "{} at the peak, {allowed} allowed", self.peak);
    }

    /// Compares the regions of every commit with what differs between its states.
    pub fn compare(&self) {
        for commit in self.history.commits() {
            let (parent, after) = (&self.states[&commit.parent().0].1, &self.states[&commit.id().0].1);
            let differing: Vec<u64> =
                (0..SIZE).filter(|i| parent[*i] != after[*i]).map(|i| i as u64).collect();
            let regions = commit.regions().unwrap();
            let touched: Vec<u64> = regions.into_iter().flat_map(|r| r.start..r.end()).collect();
            assert_eq!(touched, differing, "what undo of {:?} touches is exact", commit.id());
        }
    }

    /// Goes to everything that is claimed, and looks whether it is there.
    pub fn sweep(&mut self) {
        if self.open.is_some() {
            return;
        }
        self.compare();
        let ids: Vec<u64> = self.history.commits().map(|c| c.id().0).collect();
        let home = self.here;
        for id in ids {
            self.goto(id);
            self.check();
        }
        self.goto(home);
        let claimed: Vec<u64> = self.history.commits().map(|c| c.id().0).collect();
        let base = self.history.base().0;
        self.states.retain(|id, _| *id == base || claimed.binary_search(id).is_ok());
    }
}
