//! An open action as a value: begun by the document, consumed by its commit, cancelled by being dropped.
//!
//! An action that somebody begins and forgets to end blocks the document for good, and a
//! flag beside the document ("a stroke is open", "a preview is open") can say something
//! else than the history does. A [`Draft`] is that flag and that duty in one: whoever
//! holds it has an action open, and whoever lets it go has none.
//!
//! A stroke lives across many events, between which the document belongs to nobody in
//! particular. So a draft does not borrow the document. It is a token that the document
//! recognises, and is handed back with every change. When a token is dropped, the document
//! cancels the action as soon as it is next asked for anything that may change it.
//!
//! The invariant: a draft can only change, commit and cancel the action that it was begun
//! with. When that has ended in another way, such as by undo, the draft is stale and
//! everything is refused to it.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Finish}};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! let draft = document.draft(1, cel)?;
//! document.drawing_mut(&draft)?.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.keep(draft, "Pencil", Color::ADDED, 0, Finish::Step)?;
//!
//! let draft = document.draft(1, cel)?;
//! document.drawing_mut(&draft)?.fill_span(cel, 3, 10..20, Color::ADDED)?;
//! drop(draft);
//! document.take_damage();
//! assert_eq!(document.pixel(0, 10, 3)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::{Cel, Document, Drawing, Finish, StepKind, Store};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId};
use std::sync::{Arc, Weak};

/// An open action; see [`Document::draft`].
#[derive(Debug)]
#[must_use = "an action is cancelled when its draft is dropped"]
pub struct Draft {
    token: Arc<()>,
    kind: StepKind,
    about: Option<CommitId>,
}

impl Draft {
    /// Sets the kind of the step that it becomes.
    pub fn of(self, kind: StepKind) -> Draft {
        Draft { kind, ..self }
    }

    /// Makes the step that it becomes one that takes another one back.
    pub fn taking_back(self, step: CommitId) -> Draft {
        Draft { kind: StepKind::TakesBack, about: Some(step), ..self }
    }

    /// Makes the step that it becomes a merge of the branch that ends at a commit.
    pub fn merging(self, tip: CommitId) -> Draft {
        Draft { kind: StepKind::Merges, about: Some(tip), ..self }
    }
}

/// What a document knows of the draft of its open action.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// The token of the draft, if the action was begun with one.
    token: Option<Weak<()>>,
}

impl Given {
    /// Returns `true` if there is a token, and nobody holds it.
    pub(super) fn is_dropped(&self) -> bool {
        self.token.as_ref().is_some_and(|token| token.strong_count() == 0)
    }

    fn is(&self, draft: &Draft) -> bool {
        self.token.as_ref().is_some_and(|token| std::ptr::eq(token.as_ptr(), Arc::as_ptr(&draft.token)))
    }
}

impl Document {
    /// Begins an action on a cel and returns it as a value; see [`History::begin`].
    ///
    /// [`History::begin`]: crate::history::History::begin
    ///
    /// # Errors
    /// Returns [`Error::Busy`] while an action is open.
    pub fn draft(&mut self, tag: u32, cel: Cel) -> Result<Draft> {
        // An action that is open goes on under the same tag, but it has an owner.
        self.sweep();
        if let Some(open) = self.history().open() {
            return Err(Error::Busy { open, asked: tag });
        }
        self.begin(tag)?;
        self.about(cel);
        let draft = Draft { token: Arc::new(()), kind: StepKind::Plain, about: None };
        self.given = Given { token: Some(Arc::downgrade(&draft.token)) };
        Ok(draft)
    }

    /// Returns `true` if a draft's action is open.
    pub fn is_open(&self, draft: &Draft) -> bool {
        self.given.is(draft) && self.history().open().is_some()
    }

    /// Lends the drawing to a draft for writing.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when the draft's action has ended.
    pub fn drawing_mut(&mut self, draft: &Draft) -> Result<&mut Drawing<Store>> {
        if self.is_open(draft) { Ok(&mut self.drawing) } else { Err(Error::Idle) }
    }

    /// Ends a draft's action as one undo step; see [`finish`](Document::finish). Returns `None` when it
    /// changed nothing.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when the draft's action has ended, or what [`finish`](Document::finish)
    /// returns: the action is then cancelled.
    pub fn keep(
        &mut self,
        draft: Draft,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<Option<Commit<'_>>> {
        if !self.is_open(&draft) {
            return Err(Error::Idle);
        }
        self.finish_of((draft.kind, draft.about), label, color, time, finish)
    }

    /// Cancels a draft's action now instead of when the document is next used. Returns `true` if it was open.
    pub fn discard(&mut self, draft: Draft) -> bool {
        self.is_open(&draft) && self.cancel()
    }
}
