//! A region as it was then: the selected pixels, or the active cel, as they were at a state that one scrubs to.
//!
//! Problem: who liked the left eye better an hour ago would go back, copy it, come forth again and paste it. Idea: the pixels that the active
//! cel had at a state are read from the [past as a view](crate::document::Then) and painted over those of now, within the selection and the layer's locks. Nothing is
//! travelled to, so a form can show it while a slider runs over the steps.
//!
//! The invariant: it is an edit like any other, one step, which undo takes back. Of one that is refused nothing is left.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! let dab = |editor: &mut Editor, x: f64| {
//!     editor.pointer_down(x, 105.0, 0, 0);
//!     editor.pointer_up(x, 105.0, 0);
//! };
//! dab(&mut editor, 105.0);
//! let first = editor.document().history().here().0;
//! editor.set_tool("eraser", &[])?;
//! dab(&mut editor, 105.0);
//! editor.run("history.as-it-was", &[("commit".into(), (first as i64).into())], 0)?;
//! assert_eq!(editor.pixel(10, 10)?.to_string(), "#000000ff");
//! assert_eq!(editor.document().history().position(), 3);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::edit::Edit;
use super::params::Args;
use super::probe::{KEPT, NOTED};
use crate::document::{Needs, Then};
use crate::editor::Effect;
use crate::error::{Error, Message, Result};
use crate::history::CommitId;

impl Session {
    /// Looks up what the active cel was at the state that a command is told, as far as that may be painted now.
    ///
    /// # Errors
    /// As [`Document::then`](crate::document::Document::then). A step that is on the disk is fetched then.
    pub(in crate::editor) fn look_up_then(&mut self, args: &Args) -> Result<()> {
        let (at, cel) = (CommitId(args.whole("commit")? as u64), self.cel());
        let region = self.document.selection().unwrap_or(self.document.bounds());
        self.document.index_steps(NOTED);
        let known = self.then.take();
        let looked = match known {
            Some(then) => then.turn(&self.document, at, cel),
            None => self.document.then(at, cel),
        };
        let looked = looked.and_then(|mut then| then.ask(&self.document, region).map(|()| then));
        if let Err(error @ Error::Away { .. }) = &looked {
            // All that the look needs is to stay in memory until it is there.
            _ = self.document.await_past(at, cel.frame, region);
            self.lacks(error);
        }
        self.then = Some(looked?);
        Ok(())
    }

    /// Says what the region is like now.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn say_then(&mut self, args: &Args) -> Result<()> {
        let (words, _) = self.state_words(CommitId(args.whole("commit")? as u64));
        self.document.meet_newest();
        let done = Message::new("This region is as it was {words}").with_key(words);
        let message = [done].into_iter().chain(self.extent(self.cel()));
        self.emit(Effect::Message(Message::row(message, "{first}, {rest}")));
        Ok(())
    }

    /// Forgets what was looked up, if it takes much.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn keep_then(&mut self, then: Option<Then>) {
        self.then = then.filter(|then| then.bytes() <= KEPT);
    }
}

impl Edit<'_> {
    /// Gives the selected pixels of the active cel, or all of it, the colours that were looked up.
    pub(in crate::editor) fn as_it_was(&mut self) -> Result<()> {
        let cel = self.cel();
        self.document.land()?;
        self.document.check(cel, Needs::Colors)?;
        let region = self.document.selection().unwrap_or(self.document.bounds());
        let (picture, mut differs) = (self.then.ok_or(Error::Idle)?.picture(), false);
        let mut old = Vec::new();
        self.document.edit_rows(cel, region, &mut |x, y, row| {
            old.clear();
            old.extend_from_slice(row);
            picture.read(x as u32, y as u32, 1, row);
            differs |= old != row;
        })?;
        if !differs {
            self.after.said = Some(Message::from("It looks now as it did then"));
        }
        Ok(())
    }
}
