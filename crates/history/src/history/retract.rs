//! Taking steps back for good: undone, dropped, and redo as it was before them.
//!
//! Problem: what somebody asks for once may be two steps, and the second of them may be refused after the first was
//! committed. Undo alone would leave the first as a step to be redone, in front of what redo led to before. Idea: a
//! [`Bookmark`] says where the history stood, and returning to it drops the steps that were made since. A new commit is
//! its parent's first child, so without it the others are in their order again.
//!
//! What was cancelled, such as a paste, is undone in the same way but can be redone until something else is done. Then it is
//! dropped and not set aside: nobody wants back what they have thrown away.
//!
//! The invariant: after a return, undo and redo lead where they led when the bookmark was set. What was forgotten to make
//! room for the steps stays forgotten.
//!
//! ```
//! use undoodle_history::{Header, History, Region};
//! let mut history = History::new(vec![0u8; 16]);
//! let mut set = |history: &mut History<Vec<u8>>, value| {
//!     history.begin(1)?;
//!     history.write(Region::new(0, 1))?[0] = value;
//!     history.commit(Header::new("Set")).map(drop)
//! };
//! set(&mut history, 1)?;
//! history.undo()?;
//! let before = history.bookmark();
//! set(&mut history, 2)?;
//! set(&mut history, 3)?;
//! history.return_to(before)?;
//! assert_eq!((history.arena()[0], history.ahead(), history.commits().count()), (0, 1, 1));
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::error::Result;
use crate::node::NONE;
use crate::{Arena, CommitId, History};

/// Maximum number of steps of a line that is dropped.
const LONGEST: usize = 1 << 10;

/// Where a history stood, and which line was set aside last.
#[derive(Clone, Copy, Debug)]
pub struct Bookmark {
    here: u64,
    aside: Option<u64>,
}

impl<A: Arena> History<A> {
    /// Returns a bookmark at the current commit.
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { here: self.line.here(), aside: self.line.aside() }
    }

    /// Undoes the steps since a bookmark and drops them.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) while an action is open; else as [`undo`](History::undo): the steps that
    /// could be undone are gone then.
    pub fn return_to(&mut self, mark: Bookmark) -> Result<()> {
        self.action.check_idle()?;
        while self.line.here() != mark.here
            && self.line.depth() > 0
            && self.tree.child(self.line.here()) == NONE
        {
            let id = self.line.here();
            self.cross(id, true, &mut Vec::new(), &mut |_| ())?;
            self.note_move();
            self.drop_leaf(id);
            self.line.reshape();
            self.line.count_ahead(&self.tree);
        }
        if self.line.aside() != mark.aside {
            self.set_aside(mark.aside);
        }
        Ok(())
    }

    /// Drops the line that was set aside last, if it begins with a commit and neither branches nor holds a pinned state. What was
    /// set aside when the bookmark was made counts as set aside last again. Returns `true` if the line is gone.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 16]);
    /// let mut set = |history: &mut History<Vec<u8>>, value| {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     Ok::<_, undoodle_history::Error>(history.commit(Header::new("Set"))?.map(|commit| commit.id()))
    /// };
    /// let cancelled = set(&mut history, 1)?.unwrap();
    /// history.undo()?;
    /// let before = history.bookmark();
    /// set(&mut history, 2)?;
    /// assert!(history.drop_aside(cancelled, before));
    /// assert_eq!((history.aside(), history.commits().count()), (None, 1));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn drop_aside(&mut self, CommitId(root): CommitId, mark: Bookmark) -> bool {
        if self.action.check_idle().is_err()
            || self.line.aside() != Some(root)
            || self.tree.get(root).is_none()
        {
            return false;
        }
        let mut line = vec![root];
        while let Some(last) = line.last() {
            let mut children = self.tree.children(*last);
            let child = children.next();
            if children.next().is_some() || line.len() > LONGEST {
                return false;
            }
            let Some(child) = child else { break };
            line.push(child);
        }
        if line.contains(&self.line.here()) || self.pins().any(|(CommitId(id), _)| line.contains(&id)) {
            return false;
        }
        line.into_iter().rev().for_each(|id| self.drop_leaf(id));
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        self.set_aside(mark.aside);
        true
    }
}
