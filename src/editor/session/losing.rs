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

/// Makes the table of what people are told, by what is lost: each sentence alone, and with words that are lost beside it.
macro_rules! said {
    ($count:literal: $([$($of:ident),+], $said:literal;)*) => {
        const SAID: [(&[Loss], &str, &str); $count] = [$((
            &[$(Loss::$of),+],
            $said,
            concat!($said, "; of several notes or label colours the lowest are kept"),
        )),*];
    };
}

said! { 6:
    [Blending], "The merged layer looks alike, but no longer blends with the layers below";
    [Order], "A layer in between overlaps: the picture changes there";
    [Blending, Order], "The merged layer no longer blends with the layers below; where a layer in between overlaps, the picture changes";
    [Whole], "The group was blended as a whole: where its layers overlap, the picture may change";
    [Clipping], "A layer is no longer clipped to the same layer: the picture may change there";
    [Rounding], "Translucent colours may differ a little, mostly by 1 or 2 of 255";
}

/// What people are told if nothing is lost but words.
const WORDS: &str = "Of several notes or label colours the lowest are kept";

/// Returns the sentence on what is lost, or `None` if nothing is.
pub(super) fn said_of(lost: &[Loss]) -> Option<&'static str> {
    let (words, lost) = match lost.strip_suffix(&[Loss::Words]) {
        Some([]) => return Some(WORDS),
        Some(lost) => (true, lost),
        None => (false, lost),
    };
    // Beside a layer that is seen where it was not, all else is little.
    let lost = if lost.contains(&Loss::Clipping) { &[Loss::Clipping] } else { lost };
    // Beside a picture that changes, or one that only looks alike, rounding is no news.
    let lost = lost.strip_suffix(&[Loss::Rounding]).filter(|more| !more.is_empty()).unwrap_or(lost);
    let (_, alone, with) = SAID.iter().find(|(of, ..)| *of == lost)?;
    Some(if words { with } else { alone })
}

/// Returns all sentences on what may be lost.
pub fn losses() -> impl Iterator<Item = &'static str> {
    // Ungrouping, which is all that a whole group is lost by, leaves words alone.
    let with = SAID.iter().filter(|(of, ..)| *of != [Loss::Whole]).map(|(.., with)| *with);
    SAID.iter().map(|(_, alone, _)| *alone).chain(with).chain([WORDS])
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
