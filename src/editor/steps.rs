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

use super::Editor;
use crate::color::Color;
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
    pub label: String,
    /// Colour of the step: whether it added or removed.
    pub color: Color,
    /// Name of the layer that the step was made on, or `None` if the layer is gone.
    pub layer: Option<String>,
    /// Index of the frame that the step was made on, or `None` if the frame is gone.
    pub frame: Option<u32>,
    /// Number of bytes that the step takes.
    pub bytes: usize,
    /// Where the bytes lie.
    pub place: Place,
    /// Number of steps on branches that leave here, [`MOST_ASIDE`] at most.
    pub aside: usize,
    /// Whether the step begins a branch: the step before it in a list is not its parent.
    pub begins: bool,
    /// Whether this is the state that was saved to a file last.
    pub saved: bool,
    /// When the step was made, in milliseconds as the caller counts them.
    pub time: u64,
}

impl Editor {
    /// Returns at most `count` rows of the line of undo and redo, from an index on.
    pub fn step_rows(&mut self, from: usize, count: usize) -> Vec<StepRow> {
        let count = count.min(MOST);
        let base = self.document.history().base();
        let first = (from == 0 && count > 0).then(|| StepRow {
            commit: base,
            label: "Beginning".into(),
            color: Color::ADDED,
            layer: None,
            frame: None,
            bytes: 0,
            place: Place::Memory,
            aside: self.document.history().branches_at(base, MOST_ASIDE).len(),
            begins: false,
            // A new drawing counts as saved, and is in no file.
            saved: false,
            time: 0,
        });
        let left = count - usize::from(first.is_some());
        let ids = self.document.line_from(from.saturating_sub(1), left);
        first.into_iter().chain(self.rows(&ids)).collect()
    }

    /// Returns rows of the steps on branches that leave a commit or the base, at most `count` of them.
    pub fn aside_rows(&self, commit: CommitId, count: usize) -> Vec<StepRow> {
        let ids = self.document.history().branches_at(commit, count.min(MOST));
        let mut rows: Vec<_> = self.rows(&ids).collect();
        let parent =
            |id: &CommitId| self.document.history().commit_of(*id).ok().map(|commit| commit.parent());
        for (at, row) in rows.iter_mut().enumerate() {
            row.begins = at == 0 || parent(&ids[at]) != Some(ids[at - 1]);
        }
        rows
    }

    /// Returns rows of the last steps of branches, the newest first. The number of the first one for
    /// `history.branch` is that command's default; they count down from there.
    pub fn branch_rows(&self) -> Vec<StepRow> {
        let mut tips: Vec<_> = self.document.history().branches().map(|tip| tip.id()).collect();
        tips.reverse();
        tips.truncate(MOST);
        self.rows(&tips).collect()
    }

    fn rows(&self, ids: &[CommitId]) -> impl Iterator<Item = StepRow> {
        ids.iter()
            .filter_map(|id| self.document.history().commit_of(*id).ok())
            .map(|commit| self.row(&commit))
    }

    fn row(&self, commit: &Commit<'_>) -> StepRow {
        let (header, history) = (commit.header(), self.document.history());
        let (layer, frame) = self.document.layer_and_frame_of(&header);
        StepRow {
            commit: commit.id(),
            layer: layer.and_then(|layer| Some(self.document.layer(layer).ok()?.name)),
            frame,
            color: header.color,
            label: header.label.into_owned(),
            time: header.time,
            bytes: commit.bytes(),
            place: commit.place(),
            aside: history.branches_at(commit.id(), MOST_ASIDE).len(),
            begins: false,
            saved: history.saved() == Some(commit.id()),
        }
    }

    /// Draws the pixels that a step changed into a thumbnail, as RGBA of the step's colour; see
    /// [`Document::silhouette`](crate::document::Document::silhouette).
    ///
    /// Returns `None` if there is nothing to draw, if the step is gone, or if there is no memory for it.
    pub fn step_thumbnail(&self, commit: CommitId, width: u32, height: u32) -> Option<Thumbnail> {
        let (width, height) = (width.clamp(1, 256), height.clamp(1, 256));
        let commit = self.document.history().commit_of(commit).ok()?;
        let [red, green, blue, _] = commit.header().color.bytes;
        let cells = self.document.silhouette(&commit, (width, height)).ok()??;
        let pixels = cells.into_iter().flat_map(|alpha| [red, green, blue, alpha]).collect();
        Some(Thumbnail { width, height, pixels })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    /// Returns an editor with a stroke along each of these rows of pixels.
    fn painted(rows: &[i32]) -> Editor {
        let mut editor = Editor::new().unwrap();
        editor.resize(640, 640);
        rows.iter().for_each(|y| stroke(&mut editor, *y));
        editor
    }

    fn stroke(editor: &mut Editor, y: i32) {
        let y = f64::from(y) * 10.0 + 5.0;
        editor.pointer_down(105.0, y, 0, 0);
        editor.pointer_up(305.0, y, 1);
    }

    fn labels(rows: &[StepRow]) -> Vec<&str> {
        rows.iter().map(|row| row.label.as_str()).collect()
    }

    #[test]
    fn rows_say_where_and_what_a_step_was() {
        let mut editor = painted(&[3, 6]);
        editor.run("layer.add", &[], 0).unwrap();
        editor.run("layer.rename", &[("name".into(), Value::Text("Sky".into()))], 1).unwrap();
        stroke(&mut editor, 9);
        let rows = editor.step_rows(0, 99);
        assert_eq!(labels(&rows), ["Beginning", "Pencil", "Pencil", "New layer", "Rename layer", "Pencil"]);
        assert_eq!(labels(&editor.step_rows(3, 2)), ["New layer", "Rename layer"]);
        assert!(editor.step_rows(6, 9).is_empty() && editor.step_rows(0, 0).is_empty());
        let layers: Vec<_> = rows.iter().map(|row| row.layer.as_deref()).collect();
        assert_eq!(layers[..2], [None, Some("Layer 1")]);
        assert_eq!((layers[5], rows[5].frame), (Some("Sky"), Some(0)));
        assert!(rows[1].bytes > 0 && rows.iter().all(|row| !row.saved && row.aside == 0));
        editor.run("layer.delete", &[], 2).unwrap();
        assert_eq!(editor.step_rows(5, 1)[0].layer, None, "the layer is gone");
    }

    #[test]
    fn rows_count_and_list_what_was_set_aside() {
        let mut editor = painted(&[3, 6, 9]);
        let gone: Vec<_> = editor.step_rows(2, 2).iter().map(|row| row.commit).collect();
        (0..2).for_each(|_| _ = editor.run("edit.undo", &[], 0).unwrap());
        stroke(&mut editor, 20);
        let rows = editor.step_rows(0, 9);
        assert_eq!(rows.iter().map(|row| row.aside).collect::<Vec<_>>(), [0, 2, 0]);
        let aside = editor.aside_rows(rows[1].commit, 9);
        assert_eq!(aside.iter().map(|row| row.commit).collect::<Vec<_>>(), gone);
        assert_eq!(aside.iter().map(|row| row.begins).collect::<Vec<_>>(), [true, false]);
        assert_eq!(editor.aside_rows(rows[1].commit, 1).len(), 1);
        assert!(editor.aside_rows(rows[2].commit, 9).is_empty());
    }

    #[test]
    fn branches_are_listed_by_their_last_steps_the_newest_first() {
        let mut editor = painted(&[3, 6, 9]);
        let undo = |editor: &mut Editor| _ = editor.run("edit.undo", &[], 0).unwrap();
        let old = editor.step_rows(3, 1)[0].commit;
        (0..2).for_each(|_| undo(&mut editor));
        editor.run("layer.add", &[], 0).unwrap();
        undo(&mut editor);
        stroke(&mut editor, 20);
        let rows = editor.branch_rows();
        assert_eq!(labels(&rows), ["New layer", "Pencil"]);
        assert_eq!(rows[1].commit, old);
        assert_eq!(editor.defaults("history.branch")[0].1, 1.into(), "the newest");
        editor.run("history.branch", &[], 0).unwrap();
        assert_eq!((editor.document().layers(), editor.document().history().here()), (2, rows[0].commit));
        assert_eq!(editor.branch_rows().len(), 2, "what was left is a branch now");
    }

    #[test]
    fn the_saved_state_is_marked() {
        let mut editor = painted(&[3, 6]);
        editor.encode_project(None).unwrap();
        assert!(editor.mark_saved());
        stroke(&mut editor, 9);
        let saved: Vec<_> = editor.step_rows(0, 9).iter().map(|row| row.saved).collect();
        assert_eq!(saved, [false, false, true, false]);
    }

    #[test]
    fn a_thumbnail_has_the_steps_colour_where_it_changed_pixels() {
        let mut editor = painted(&[3]);
        let commit = editor.step_rows(1, 1)[0].commit;
        let pixels = editor.step_thumbnail(commit, 28, 20).unwrap().pixels;
        assert_eq!(pixels.len(), 28 * 20 * 4);
        let drawn: Vec<_> = pixels.chunks(4).filter(|pixel| pixel[3] > 0).collect();
        assert!(drawn.len() >= 21 && drawn.iter().all(|pixel| pixel[..3] == Color::ADDED.bytes[..3]));
        editor.run("layer.add", &[], 0).unwrap();
        let commit = editor.step_rows(2, 1)[0].commit;
        assert_eq!(editor.step_thumbnail(commit, 28, 20), None, "it changed no pixel");
        assert_eq!(editor.step_thumbnail(CommitId(99), 28, 20), None);
    }

    #[test]
    fn the_memory_that_is_chosen_holds_for_later_drawings_too() {
        let mut editor = painted(&[3]);
        let choose = |editor: &mut Editor, megabytes: i64| {
            editor.run("history.memory", &[("megabytes".into(), megabytes.into())], 0)
        };
        let budget = |editor: &Editor| editor.document().history().stats().budget >> 20;
        assert_eq!((budget(&editor), editor.defaults("history.memory")[0].1.clone()), (256, 256.into()));
        assert!(
            choose(&mut editor, 16).unwrap()
                && choose(&mut editor, 0).is_err()
                && choose(&mut editor, 5000).is_err()
        );
        assert_eq!((budget(&editor), editor.document().history().position()), (16, 1), "what fits is kept");
        editor.new_document(8, 8).unwrap();
        assert_eq!(budget(&editor), 16);
        let choices = editor.choices();
        let mut later = Editor::new().unwrap();
        later.choose_again(&choices);
        assert_eq!(budget(&later), 16);
    }
}
