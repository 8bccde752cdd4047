//! What an edit can't keep is said before it is done.
//!
//! Some edits have no outcome that keeps all: a merged layer can look as several did, but not go on blending as each of
//! them would. People who read it beside the command choose another way; those who read it afterwards have to undo. So
//! a command may have a function that looks at the drawing and says what it would lose, and the edit says what it did lose.
//! Neither is a question: an edit that is done every day is not asked about every day.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!(editor.loss("layer.merge-down", &[])?, None, "two layers in normal mode");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::params::Args;
use crate::document::Loss;
use crate::editor::Editor;
use crate::editor::commands::command;
use crate::error::Result;
use crate::value::Value;

/// What people are told, by what is lost.
const SAID: [(&[Loss], &str); 6] = [
    (&[Loss::Blending], "The merged layer looks alike, but no longer blends with the layers below"),
    (&[Loss::Order], "A layer in between overlaps: the picture changes there"),
    (
        &[Loss::Blending, Loss::Order],
        "The merged layer no longer blends with the layers below; where a layer in between overlaps, the picture changes",
    ),
    (&[Loss::Whole], "The group was blended as a whole: where its layers overlap, the picture may change"),
    (&[Loss::Clipping], "A layer is no longer clipped to the same layer: the picture may change there"),
    (&[Loss::Rounding], "Translucent colours may differ a little, mostly by 1 or 2 of 255"),
];

/// Returns the sentence on what is lost, or `None` if nothing is.
pub(super) fn said_of(lost: &[Loss]) -> Option<&'static str> {
    // Beside a layer that is seen where it was not, all else is little.
    let lost = if lost.contains(&Loss::Clipping) { &[Loss::Clipping] } else { lost };
    // Beside a picture that changes, or one that only looks alike, rounding is no news.
    let lost = lost.strip_suffix(&[Loss::Rounding]).filter(|more| !more.is_empty()).unwrap_or(lost);
    SAID.iter().find(|(of, _)| *of == lost).map(|(_, said)| *said)
}

/// Returns all sentences on what may be lost.
pub fn losses() -> impl Iterator<Item = &'static str> {
    SAID.iter().map(|(_, said)| *said)
}

impl Editor {
    /// Returns a sentence on what a command would lose that can't be kept, or `None` if it loses nothing or would be
    /// refused.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) or [`Error::Range`](crate::Error::Range) for a wrong argument.
    pub fn loss(&self, id: &str, args: &[(String, Value)]) -> Result<Option<&'static str>> {
        let Some((command, loses)) =
            command(id).and_then(|command| command.loses.map(|loses| (command, loses)))
        else {
            return Ok(None);
        };
        let args = Args::new(self, command.params, args)?;
        Ok(loses(self, &args).ok().and_then(|lost| said_of(&lost)))
    }
}
