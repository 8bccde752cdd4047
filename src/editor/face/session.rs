//! What the session answers alone.

use crate::color::Color;
use crate::document::{Brought, Cel, Document};
use crate::editor::{
    Bindings, Compared, Desk, Foreseen, FoundRow, Heat, HeatBy, Made, MergeConflict, Searched, Standing,
    StepRow, TransformBox,
};
use crate::error::{Message, Result};
use crate::geometry::{Point, Rect};
use crate::history::{CommitId, Limits};
use crate::journal::{Batch, EntryKey};
use crate::raster::Automaton;
use crate::render::{Onion, Thumbnail};
use crate::tools::{Options, Tool};

asks! { session
    /// Returns where the last stroke that still stands ended, or `None` if there is none on a canvas of this size.
    fn last_end(&self) -> Option<Point>;

    /// Returns the width and height of what the tool outlines, in pixels; 0 for a tool that outlines nothing.
    fn brush_size(&self) -> (i32, i32);

    /// Returns the contour of the pixels that the tool outlines, from the corner of [`brush_outline`](super::Editor::brush_outline)
    /// on: for each closed loop its number of corners, then their x and y. Empty for a tool that outlines nothing.
    fn brush_contour(&self) -> Vec<i32>;

    /// Returns the box around what a transform would change, or `None` if nothing floats above the active cel and no
    /// transform is under way.
    fn transform_box(&self) -> Option<TransformBox>;

    /// Returns `true` while a transform is under way, which Enter commits and Escape cancels.
    fn is_transforming(&self) -> bool;

    /// Returns the drawing and its history.
    fn document(&self) -> &Document;

    /// Returns the person's choices: the tool, its options, the colours, the active cel.
    fn desk(&self) -> &Desk;

    /// Returns the number of drawings that were open before this one: who does something for a drawing that
    /// takes a while can tell by it whether that drawing is still open.
    fn serial(&self) -> u32;

    /// Returns the file's name without its ending.
    fn name(&self) -> &str;

    /// Returns the active cel.
    fn cel(&self) -> Cel;

    /// Returns the colour that all layers together show at a pixel of the active frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the pixel lies outside the canvas.
    fn pixel(&self, x: i32, y: i32) -> Result<Color>;

    /// Returns the tool that the next press uses.
    fn tool(&self) -> &'static Tool;

    /// Returns the options of all tools.
    fn options(&self) -> &Options;

    /// Returns the primary and the secondary colour.
    fn colors(&self) -> (Color, Color);

    /// Returns the first and the last index of the chosen run of the palette, if there is one.
    fn swatch(&self) -> Option<(u32, u32)>;

    /// Returns the place of the chosen slice in the list of slices, or `None` if none is chosen.
    fn chosen_slice(&self) -> Option<u32>;

    /// Returns the question that waits for an answer, or `None` if there is none.
    fn asked(&self) -> Option<Message>;

    /// Returns `true` if a question waits for an answer.
    fn is_asking(&self) -> bool;

    /// Returns which keys commands have.
    fn bindings(&self) -> &Bindings;

    /// Returns `true` if there is something to paste that was copied or pasted here.
    fn has_copied(&self) -> bool;

    /// Encodes the active frame as a small PNG, at most `side` pixels wide and high.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the file cannot be allocated.
    fn thumbnail(&self, side: u32) -> Result<Vec<u8>>;

    /// Returns the number of steps that the file that was encoded last does not hold, as they can't be read or lie beyond one
    /// that can't.
    fn steps_left_out(&self) -> usize;

    /// Returns `true` if the drawing's file holds its history.
    fn holds_history(&self) -> bool;

    /// Returns what a file of a format leaves out of the drawing, as phrases in a row; empty for nothing.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such format, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn left_out(&self, format: &str) -> Result<Message>;

    /// Returns what taking back a step would do.
    ///
    /// # Errors
    /// As [`take_back`](super::Editor::take_back).
    fn foresee(&self, commit: u64) -> Result<Foreseen>;

    /// Returns the later steps that have to go with a step so that all of it goes, newest first: those that stand on it, those that
    /// stand on these, and so on.
    ///
    /// # Errors
    /// As [`take_back`](super::Editor::take_back), and [`Error::Refused`](crate::Error::Refused) if they are more than a hundred.
    fn all_standing_on(&self, foreseen: &Foreseen) -> Result<Vec<CommitId>>;

    /// Returns the step that a person was asked about last whether what later steps have changed of it shall go, too.
    fn asked_back(&self) -> Option<CommitId>;

    /// Returns the rule of the game under way, or `None` if there is none.
    fn game(&self) -> Option<Automaton>;

    /// Returns the number of steps that were lost as the browser's data was cleared.
    fn steps_lost(&self) -> usize;

    /// Returns `true` if the next batch takes no time to make.
    fn batch_is_small(&self) -> bool;

    /// Returns `true` while a command waits for the disk.
    fn is_fetching(&self) -> bool;

    /// Returns `true` if the drawing is older than its file: the file holds a newer version that was opened as a step, or what
    /// came after it, and that step is undone. Saving would lose what others have done.
    fn is_behind_file(&self) -> bool;

    /// Returns `true` while the drawing is shown as it was before a step.
    fn is_peeking(&self) -> bool;

    /// Returns where the drawing stands on its line of undo and redo. A peek does not move it.
    fn standing(&self) -> Standing;

    /// Returns `true` if the animation is playing.
    fn is_playing(&self) -> bool;

    /// Returns `true` if the open action is a preview.
    fn is_previewing(&self) -> bool;

    /// Returns what of the drawing that is brought back can't be read, as phrases in a row; empty
    /// if all can.
    fn restore_damage(&self) -> Message;

    /// Returns `true` if a command takes no longer than a moment, as far as that is known before.
    fn is_small(&self, id: &str) -> bool;

    /// Returns the name of what edits apply to unless they are told.
    fn reach(&self) -> &'static str;

    /// Returns the settings of the onion skin, and whether it is shown.
    fn onion(&self) -> (Onion, bool);

    /// Draws a cel, over transparency. Returns `None` while a stroke, a preview or a game is under way.
    fn cel_thumbnail(&self, cel: Cel, room: (u32, u32)) -> Option<Thumbnail>;

    /// Draws a frame. Returns `None` while a stroke, a preview or a game is under way.
    fn frame_thumbnail(&self, frame: u32, room: (u32, u32)) -> Option<Thumbnail>;

    /// Returns rows of the steps on branches that leave a commit or the base, at most `count` of them.
    fn aside_rows(&self, commit: CommitId, count: usize) -> Vec<StepRow>;

    /// Returns rows of the last steps of branches, the newest first. The number of the first one for
    /// `history.branch` is that command's default; they count down from there.
    fn branch_rows(&self) -> Vec<StepRow>;

    /// Draws the pixels that a step changed into a thumbnail, as RGBA in their own colours; see
    /// [`Document::silhouette`](crate::document::Document::silhouette).
    fn step_thumbnail(&self, commit: CommitId, width: u32, height: u32) -> Option<Thumbnail>;

    /// Returns what came of steps that were brought back last.
    fn brought_back(&self) -> Option<&Brought>;

    /// Returns what the comparison says, or `None` if there is none.
    fn compared(&self) -> Option<Compared>;

    /// Returns the number of the conflict that has a pixel, if it is seen in the active frame.
    fn conflict_at(&self, x: i32, y: i32) -> Option<usize>;

    /// Returns what heat means while it is shown.
    fn heat_by(&self) -> Option<HeatBy>;

    /// Returns the heat that is shown.
    fn heat(&self) -> Option<&Heat>;

    /// Returns `true` while a merge is walked through.
    fn is_merging(&self) -> bool;

    /// Returns the number of pixels that the merge takes as it is now.
    fn merge_taken(&self) -> u64;

    /// Returns what both lines have changed.
    fn merge_conflicts(&self) -> Vec<MergeConflict>;

    /// Returns what is searched, or `None` if nothing is.
    fn searched(&self) -> Option<Searched>;

    /// Returns how many steps were found so far, how many of the line were looked at, and how many of these could not be read.
    fn found(&self) -> (usize, usize, usize);

    /// Returns rows of the steps that were found so far, newest first, at most `count` of them from one on.
    fn found_rows(&self, from: usize, count: usize) -> Vec<FoundRow>;

    /// Returns the state that the history brush paints from.
    fn source(&self) -> CommitId;

    /// Returns the number of steps that lead to a state on the line of undo and redo, or `None` if it lies on another branch or is gone.
    fn place_of(&self, state: CommitId) -> Option<usize>;

    /// Returns words for a state, and when the step that led to it was made.
    fn state_words(&self, state: CommitId) -> (Message, u64);
}

tells! { session
    /// Compresses cold commits for a short time slice. Returns `true` if work remains.
    fn idle(&mut self) -> bool;

    /// Compresses all commits for a short time slice, once nothing has happened for a while. Returns `true` if work remains.
    fn rest(&mut self) -> bool;

    /// Sets the limits of the document's history. A document that is created or opened later
    /// starts with [`HISTORY`](crate::document::HISTORY) again, but for the memory that was chosen by a command.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`](crate::Error::OverBudget) if an open action or the pins take
    /// more than the new budget. Nothing has changed then.
    fn set_history_limits(&mut self, limits: Limits) -> Result<()>;

    /// Says whether a paste may find something that was not copied in this editor, so that it can be run without a copy.
    fn offer_paste(&mut self, offered: bool);

    /// Supplies an entry of the store for the next file, or `None` if the store does not have it. The steps of one that is
    /// missing or broken are left out of the file.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if all entries together are longer than a file's history may be.
    fn supply_for_file(&mut self, key: EntryKey, bytes: Option<Vec<u8>>) -> Result<()>;

    /// Marks the state that was encoded last as saved, as its file has arrived, whatever was done since.
    /// Returns `false` if none was encoded of this drawing.
    fn mark_saved(&mut self) -> bool;

    /// Renames the drawing, as the file was that it was saved to.
    fn rename(&mut self, name: &str);

    /// Takes what has to be written since the last call, or `None` if there is nothing, or the drawing is not
    /// recorded. While an earlier state is only looked at it waits, so that nobody comes back to that one.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the batch can't be allocated. The next one holds all then.
    fn take_batch(&mut self) -> Result<Option<Batch>>;

    /// Asks that the next batch be a checkpoint, if the log has become long.
    fn checkpoint(&mut self);

    /// Forgets the steps that lie in volumes before this one, as the person gives the disk no more room for
    /// them. Returns how many those were.
    fn forget_before(&mut self, volume: u64) -> usize;

    /// Takes the keys of the entries that are wanted and were not asked for yet: that which a command waits for, or else
    /// the one with the nearest step that memory has free room for.
    fn wanted(&mut self) -> Option<EntryKey>;

    /// Notes that an entry that was wanted could not be read, though it may be there: nothing is known of it. The command
    /// that waited for it is not run, and nothing is read ahead from here.
    fn not_read(&mut self, key: EntryKey);

    /// Returns the steps done so far that changed a pixel of a visible layer in the active frame, newest first, at most `most` of them.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the pixel lies outside the canvas, and [`Error::Away`](crate::Error::Away) or [`Error::Unreadable`](crate::Error::Unreadable) if a step that may have
    /// changed it is not in memory. A step that is away is fetched then.
    fn probe(&mut self, x: i32, y: i32, most: usize) -> Result<Vec<Made>>;

    /// Returns the colours that all layers together showed in a rectangle of the active frame at the state after a step, at the oldest
    /// state, or at a pinned one, row by row.
    ///
    /// # Errors
    /// Returns [`Error::Gone`](crate::Error::Gone) if there is no such state, [`Error::Refused`](crate::Error::Refused) if the frame did not exist then, [`Error::Range`](crate::Error::Range) if the
    /// rectangle leaves the canvas of that time, [`Error::Away`](crate::Error::Away) or [`Error::Unreadable`](crate::Error::Unreadable) if a step that matters is not in memory, and
    /// [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory). A step that is away is fetched then.
    fn past(&mut self, commit: u64, rect: Rect) -> Result<Vec<Color>>;

    /// Supplies a volume that a recovery needs, and returns the key of the next one.
    ///
    /// # Errors
    /// As [`Recovery::advance`](crate::journal::Recovery::advance).
    fn restore_supply(&mut self, key: EntryKey, bytes: Option<&[u8]>) -> Result<Option<EntryKey>>;

    /// Ends bringing a drawing back, and gives back the memory that it takes.
    fn restore_drop(&mut self);

    /// Encodes what can be read of the drawing that is brought back as a project file, without its steps.
    ///
    /// # Errors
    /// As [`restore_readable`](super::Editor::restore_readable), and [`Error::OutOfMemory`](crate::Error::OutOfMemory) if there is no room for the file.
    fn restore_encode(&mut self) -> Result<Vec<u8>>;

    /// Returns at most `count` rows of the line of undo and redo, from an index on.
    fn step_rows(&mut self, from: usize, count: usize) -> Vec<StepRow>;

    /// Ends a comparison.
    fn compare_end(&mut self);

    /// Counts in one more strip which pixels differ. Returns `true` if work remains.
    ///
    /// # Errors
    /// Returns [`Error::Gone`](crate::Error::Gone) if a state is forgotten by now, and [`Error::Away`](crate::Error::Away), [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn compare_more(&mut self) -> Result<bool>;

    /// Returns the colours of every `step`-th pixel of a rectangle at one of the two states, row by row.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if there is no such side or the rectangle has too many pixels, and the errors of [`compare_more`](super::Editor::compare_more).
    fn compare_read(&mut self, side: usize, rect: Rect, step: u32) -> Result<Vec<Color>>;

    /// Goes through the next steps: about `work` of them, or fewer that changed much. Returns `true` if steps remain.
    ///
    /// While a stroke is under way, or an earlier state is looked at, nothing is done.
    fn heat_on(&mut self, work: usize) -> bool;

    /// Sets whether the pixel under the pointer is probed while Alt is held.
    fn probe_by_alt(&mut self, probes: bool);

    /// Tells what steps are called in the person's language, by their labels: words are searched in these names, too.
    fn call_steps(&mut self, names: Vec<(String, String)>);

    /// Looks at the next steps of a search: about `work` of them, or an eighth of that if their bytes are read. Returns `true` if steps remain.
    ///
    /// While a stroke is under way, or an earlier state is looked at, nothing is done.
    fn search_on(&mut self, work: usize) -> bool;
}
