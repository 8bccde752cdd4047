//! The steps as a list: what the history panel shows of them, a few rows at a time.
//!
//! A history may have a hundred thousand steps, of which a panel shows twenty. So rows are asked for by
//! index, and what a row takes does not grow with the history. Row 0 is the oldest state that can
//! be reached, row n the state after the n-th step of the line of undo and redo.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! editor.run("layer.add", &[], 1)?;
//! let labels: Vec<_> = editor.step_rows(0, 2).into_iter().map(|row| row.label).collect();
//! assert_eq!(labels, ["Beginning", "New layer"]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{StepKind, Trace};
use crate::editor::session::Session;
use crate::error::Message;
use crate::history::{Commit, CommitId, Place};
use crate::render::Thumbnail;

/// Maximum number of rows that are returned at once.
const MOST: usize = 500;

/// Maximum number of steps set aside that a row counts.
pub const MOST_ASIDE: usize = 100;

/// A state that the history can go to.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRow {
    /// Number of the commit that led to it, or of the base.
    pub commit: CommitId,
    /// Label of the step.
    pub label: Message,
    /// Colour of the step: whether it added or removed.
    pub color: Color,
    /// Name of the layer that the step was made on, or `None` if the layer is gone, or the step is on none.
    pub layer: Option<String>,
    /// Index of the frame that the step was made on, or `None` if the frame is gone.
    pub frame: Option<u32>,
    /// Number of bytes that the step takes.
    pub bytes: usize,
    /// Where the bytes lie.
    pub place: Place,
    /// Whether undo and redo end here, as the step can't be read any more, or those before the oldest state are lost.
    pub unreadable: bool,
    /// Number of steps on branches that leave here, [`MOST_ASIDE`] at most.
    pub aside: usize,
    /// Whether the step begins a branch: the step before it in a list is not its parent.
    pub begins: bool,
    /// Whether this is the state that was saved to a file last.
    pub saved: bool,
    /// Whether the step only selected, and changed no picture.
    pub selects: bool,
    /// What it did, if it took back another step or merged a branch.
    pub about: Option<Box<Message>>,
    /// When the step was made, in milliseconds as the caller counts them.
    pub time: u64,
}

impl Session {
    /// Returns at most `count` rows of the line of undo and redo, from an index on.
    pub(in crate::editor) fn step_rows(&mut self, from: usize, count: usize) -> Vec<StepRow> {
        let count = count.min(MOST);
        let base = self.document().history().base();
        let first = (from == 0 && count > 0).then(|| StepRow {
            commit: base,
            label: match self.steps_lost() {
                0 => "Beginning".into(),
                steps => {
                    let code = "{n} step before this is lost | {n} steps before this are lost";
                    Message::new(code).with(steps)
                }
            },
            color: Color::ADDED,
            layer: None,
            frame: None,
            bytes: 0,
            place: Place::Memory,
            unreadable: self.steps_lost() > 0,
            aside: self.document().history().branches_at(base, MOST_ASIDE).len(),
            begins: false,
            // A new drawing counts as saved, and is in no file.
            saved: false,
            selects: false,
            about: None,
            time: 0,
        });
        let left = count - usize::from(first.is_some());
        let ids = self.line_from(from.saturating_sub(1), left);
        first.into_iter().chain(self.rows(&ids)).collect()
    }

    /// Returns rows of the steps on branches that leave a commit or the base, at most `count` of them.
    pub(in crate::editor) fn aside_rows(&self, commit: CommitId, count: usize) -> Vec<StepRow> {
        let ids = self.document().history().branches_at(commit, count.min(MOST));
        let mut rows: Vec<_> = self.rows(&ids).collect();
        let parent =
            |id: &CommitId| self.document().history().commit_of(*id).ok().map(|commit| commit.parent());
        for (at, row) in rows.iter_mut().enumerate() {
            row.begins = at == 0 || parent(&ids[at]) != Some(ids[at - 1]);
        }
        rows
    }

    /// Returns rows of the last steps of branches, the newest first. The number of the first one for
    /// `history.branch` is that command's default; they count down from there.
    pub(in crate::editor) fn branch_rows(&self) -> Vec<StepRow> {
        let mut tips: Vec<_> = self.document().history().branches().map(|tip| tip.id()).collect();
        tips.reverse();
        tips.truncate(MOST);
        self.rows(&tips).collect()
    }

    pub(in crate::editor) fn rows(&self, ids: &[CommitId]) -> impl Iterator<Item = StepRow> {
        ids.iter()
            .filter_map(|id| self.document().history().commit_of(*id).ok())
            .map(|commit| self.row(&commit))
    }

    /// Returns what a step did, if it was about another one: that it took it back, or merged the branch that it ends. Who takes back a step
    /// that took back another one brings that one back.
    fn about(&self, trace: &Trace) -> Option<Message> {
        let (history, mut id, mut back) = (self.document().history(), trace.about?, true);
        let label = loop {
            let Ok(about) = history.commit_of(id) else { break None };
            let header = about.header();
            let inner = Trace::of(&header);
            // Of a file, a step may be about itself.
            match inner.about.filter(|next| *next < id && inner.kind != StepKind::Merges) {
                Some(next) if trace.kind != StepKind::Merges => (id, back) = (next, !back),
                _ => break Some(header.label.to_string()),
            }
        };
        let codes = match (trace.kind, back) {
            (StepKind::Merges, _) => ["Merge “{label}”", "Merge steps forgotten since"],
            (_, true) => ["Take back “{label}”", "Take back a step forgotten since"],
            (_, false) => ["Bring back “{label}”", "Bring back a step forgotten since"],
        };
        Some(match label {
            Some(label) => Message::new(codes[0]).with_key(label),
            None => codes[1].into(),
        })
    }

    pub(in crate::editor) fn row(&self, commit: &Commit<'_>) -> StepRow {
        let (header, history) = (commit.header(), self.document().history());
        let trace = Trace::of(&header);
        let (layer, frame) = self.document().layer_and_frame_of(&header);
        StepRow {
            commit: commit.id(),
            layer: layer.and_then(|layer| Some(self.document().layer(layer).ok()?.name)),
            frame,
            color: trace.color,
            selects: trace.kind == StepKind::Selects,
            about: self.about(&trace).map(Box::new),
            label: header.label.into_owned().into(),
            time: header.time,
            bytes: commit.bytes(),
            place: commit.place(),
            unreadable: history.is_lost(commit.id()),
            aside: history.branches_at(commit.id(), MOST_ASIDE).len(),
            begins: false,
            saved: history.saved() == Some(commit.id()),
        }
    }

    /// Draws the pixels that a step changed into a thumbnail, as RGBA in their own colours; see
    /// [`Document::silhouette`](crate::document::Document::silhouette).
    ///
    /// Returns `None` if there is nothing to draw, if the step is gone, or if there is no memory for it.
    pub(in crate::editor) fn step_thumbnail(
        &self,
        commit: CommitId,
        width: u32,
        height: u32,
    ) -> Option<Thumbnail> {
        let (width, height) = (width.clamp(1, 256), height.clamp(1, 256));
        let commit = self.document().history().commit_of(commit).ok()?;
        let cells = self.document().silhouette(&commit, (width, height)).ok()??;
        let pixels = cells.into_iter().flat_map(|color| color.bytes).collect();
        Some(Thumbnail { width, height, pixels })
    }
}
