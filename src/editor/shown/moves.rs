//! Moves as one row of the history: a piece is picked up, nudged a few times, and placed.
//!
//! Problem: to move a leg by two pixels takes four steps, and a history that lists each of them is one of selections and nudges.
//! Idea: the steps while something is moved, up to the one that places it, are a [`Fold`], which a list shows as one row.
//! Undo still passes through them step by step. What a step does is known by its kind (see [`StepKind`]), and whether it
//! picks something up by the floating pixels that it changes.
//!
//! The invariant: each step of the line is read once, however often somebody asks. The line is compared with what is known of
//! it, and only what is new at its end is read. A fold hides no step that is marked: one that branches leave, that is pinned,
//! or that was saved.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! for command in ["select.all", "edit.fill", "edit.nudge-right", "edit.land"] {
//!     editor.run(command, &[], 0)?;
//! }
//! let folds = editor.folds();
//! assert_eq!((folds.len(), folds[0].first, folds[0].last), (1, 3, 4));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::document::{StepKind, Trace};
use crate::editor::session::Session;
use crate::editor::shown::Shown;
use crate::history::CommitId;

/// Steps of the line that a list shows as one row, by their rows: 1 is the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The step that picks something up, or pastes it.
    pub first: usize,
    /// The step that places it, or the last one of these.
    pub last: usize,
    /// Whether it was pasted.
    pub pasted: bool,
    /// Width and height of what is placed, or `None` while it is still moved.
    pub size: Option<(i32, i32)>,
}

/// What is known of the line.
#[derive(Debug, Default)]
pub(in crate::editor) struct Moves {
    line: Vec<CommitId>,
    runs: Vec<Fold>,
}

impl Moves {
    /// Forgets what is known from an index on, and the runs that reach there.
    fn cut(&mut self, from: usize) {
        let mut from = from;
        // Rows begin at 1; a run that ends where the line was cut may go on.
        while let Some(run) = self.runs.pop_if(|run| run.last >= from) {
            from = from.min(run.first - 1);
        }
        self.line.truncate(from);
    }

    /// Adds the next step of the line.
    fn add(&mut self, commit: CommitId, (kind, lifts, size): (StepKind, bool, (i32, i32))) {
        self.line.push(commit);
        let row = self.line.len();
        let open = self.runs.last_mut().filter(|run| run.last + 1 == row && run.size.is_none());
        match (kind, open) {
            (StepKind::Places, Some(run)) => (run.last, run.size) = (row, Some(size)),
            (StepKind::Moves, Some(run)) if !lifts => run.last = row,
            (StepKind::Moves | StepKind::Pastes, _) if lifts => {
                self.runs.push(Fold { first: row, last: row, pasted: kind == StepKind::Pastes, size: None });
            }
            _ => {}
        }
    }
}

impl Shown {
    /// Returns the steps of the line of undo and redo that a list shows as one row each, by ascending rows.
    pub(in crate::editor) fn folds(&mut self, session: &mut Session) -> Vec<Fold> {
        self.read_moves(session);
        let history = session.document().history();
        let pins: Vec<_> = history.pins().map(|(id, _)| id).collect();
        let marked = |id: &CommitId| {
            pins.contains(id) || history.saved() == Some(*id) || !history.branches_at(*id, 1).is_empty()
        };
        let hidden = |run: &Fold| &self.moves.line[run.first - 1..run.last - 1];
        let folds = self.moves.runs.iter().filter(|run| run.last > run.first);
        folds.filter(|run| !hidden(run).iter().any(marked)).copied().collect()
    }

    /// Reads what is new of the line.
    fn read_moves(&mut self, session: &mut Session) {
        let history = session.document().history();
        let steps = history.position() + history.ahead();
        let mut moves = std::mem::take(&mut self.moves);
        if session.line_from(0, 1).first() != moves.line.first() {
            // The oldest steps were forgotten, or it is another drawing.
            moves = Moves::default();
        }
        let (mut same, mut end) = (0, moves.line.len().min(steps));
        while same < end {
            let middle = same + (end - same) / 2;
            let known = session.line_from(middle, 1).first() == moves.line.get(middle);
            (same, end) = if known { (middle + 1, end) } else { (same, middle) };
        }
        if same < moves.line.len() || same < steps {
            moves.cut(same);
        }
        let from = moves.line.len();
        for id in session.line_from(from, steps.saturating_sub(from)) {
            let step = session.document().history().commit_of(id).ok().map(|commit| {
                let Trace { kind, rect, .. } = Trace::of(&commit.header());
                let lifts =
                    matches!(kind, StepKind::Moves | StepKind::Pastes) && session.document().lifts(&commit);
                (kind, lifts, (rect.width, rect.height))
            });
            moves.add(id, step.unwrap_or((StepKind::Plain, false, (0, 0))));
        }
        self.moves = moves;
    }
}
