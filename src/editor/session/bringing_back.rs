//! Bringing back steps that were set aside, as far as they fit.
//!
//! What was painted after them may lie where they were made. Then each of them is done pixel by pixel (see
//! [`Brought`](crate::document::Brought)), and the person is told how many were left alone, and shown where: the page draws one contour around what
//! came back, and another one around what did not. Nothing is asked, as undo takes it back.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! let mut stroke = |editor: &mut Editor, y: f64, color: &str| {
//!     editor.set_primary(color)?;
//!     editor.pointer_down(105.0, 105.0, 0, 0);
//!     editor.pointer_move(205.0, y, 1);
//!     editor.pointer_up(205.0, y, 2);
//!     Ok::<_, undoodle::Error>(())
//! };
//! stroke(&mut editor, 105.0, "#ff0000")?;
//! editor.run("edit.undo", &[], 3)?;
//! stroke(&mut editor, 205.0, "#0000ff")?;
//! editor.run("history.bring-back", &[], 4)?;
//! let brought = editor.brought_back().unwrap();
//! assert_eq!((brought.steps, brought.taken, brought.left()), (1, 10, 1), "where both begin");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::lines::set_aside;
use crate::document::{Brought, Trace};
use crate::editor::hand::following::Led;
use crate::editor::{Ask, Direction, Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::history::CommitId;

/// Says what of steps could not be brought back.
fn said(brought: &Brought, blocked: String) -> Message {
    let left = brought.left();
    if brought.resized {
        return Message::new("“{label}” was made on a canvas of another size").with_key(blocked);
    }
    if left == 0 {
        return Message::new("“{label}” conflicts with later steps").with_key(blocked);
    }
    Message::new(
        "{n} pixel left alone, which later steps have changed | {n} pixels left alone, which later steps have changed",
    )
    .with(left)
}

impl Session {
    /// Returns what came of steps that were brought back last.
    pub(in crate::editor) fn brought_back(&self) -> Option<&Brought> {
        self.brought_back.as_ref()
    }
}

impl Editor {
    /// Reapplies steps that were set aside on top of the current state: the line that ends at `commit`, each as far as it fits
    /// what was done since.
    pub(in crate::editor) fn bring_back(&mut self, commit: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        let (ahead, here) = (self.session.document.history().ahead(), self.session.document.history().here());
        let brought = self.session.document.bring_back(CommitId(commit));
        if self.session.document.history().here() != here {
            self.document_changed();
        }
        let brought = brought?;
        if brought.steps > 0 || brought.blocked.is_none() {
            self.stop_playing();
        }
        let blocked = brought.blocked.and_then(|id| self.session.document.history().commit_of(id).ok());
        let blocked = blocked.map(|commit| commit.header().label.into_owned());
        if let (0, Some(label)) = (brought.steps, &blocked) {
            let resized = "it was made on a canvas of another size";
            let why = if brought.resized { resized } else { "it conflicts with later steps" };
            return Err(Error::Refused { what: "step", name: Message::from(label.clone()).into(), why });
        }
        let Some(header) =
            self.session.document.history().done().next().map(|commit| commit.header().into_owned())
        else {
            return Ok(());
        };
        if brought.steps == 0 {
            return Ok(());
        }
        // They are a branch now, as after a stroke.
        let back = Message::new("{n} step brought back | {n} steps brought back").with(brought.steps);
        let back = Message::row(
            [Some(back), (ahead > 0).then(|| set_aside(ahead))].into_iter().flatten(),
            "{first}, {rest}",
        );
        let partly = blocked.is_some();
        let message = match blocked {
            None => back,
            Some(label) => Message::row([back, said(&brought, label)], "{first}; {rest}"),
        };
        let (cel, color) = (self.session.document.cels_of(&header).1, Trace::of(&header).color);
        let label = header.label.to_string();
        self.show_step(Direction::Redo, message, label, color, (cel, Led::ByChoice));
        self.session.brought_back = Some(brought);
        if partly {
            self.session.emit(Effect::Ask(Ask::BroughtBack));
        }
        Ok(())
    }

    /// Returns the contours of the pixels of the shown frame that the last undo, redo or travel changed, and of those that were left when
    /// steps were brought back, like [`contour`](Editor::contour).
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`], and [`Error::Away`] for steps that lie on a disk.
    pub fn contours_of_brought(&self) -> Result<[Vec<i32>; 2]> {
        let Some(brought) = &self.session.brought_back else { return Ok(Default::default()) };
        let frame = self.session.cel().frame;
        let came = self.session.document.touched_by(self.session.document.moved().commits(), frame)?;
        Ok([
            self.shown.around(&self.session, &came),
            self.shown.around(&self.session, &self.session.document.mask_of(&brought.pixels, frame)?),
        ])
    }
}
