//! Which colours of the palette the drawing uses.
//!
//! Who tidies a palette wants to know which colours can go. To tell that, every pixel of every cel may have to be looked at,
//! which takes seconds for a large drawing. So the drawing is looked through a slice at a time, in idle moments of the
//! page, and again from the start when it or its palette has changed.
//!
//! The invariant: once [`survey`](Editor::survey) has returned `false`, [`used`](Editor::used) is exact.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("palette.choose", &[("index".into(), 3.into())], 0)?;
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! while editor.survey() {}
//! assert_eq!(editor.used().iter().position(|used| *used), Some(3));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Shown;
use crate::color::Color;
use crate::document::Survey;
use crate::editor::session::Session;
use crate::history::CommitId;

/// Tiles that one slice looks at: less than a millisecond's work.
const SLICE: usize = 512;

/// What the drawing was when it was begun to be looked through.
#[derive(Debug, PartialEq)]
struct Seen {
    serial: u32,
    here: CommitId,
    position: usize,
    bytes: usize,
    palette: Vec<Color>,
}

/// A survey under way or done.
#[derive(Debug, Default)]
pub(in crate::editor) struct Used(Option<(Seen, Survey)>);

impl Shown {
    /// Returns for each colour of the palette whether it was found in the drawing so far.
    pub(in crate::editor) fn used(&self) -> &[bool] {
        self.used.0.as_ref().map_or(&[], |(_, survey)| survey.found())
    }

    /// Looks through a slice of the drawing for the colours of its palette. Returns `true` if there is more to look at.
    pub(in crate::editor) fn survey(&mut self, session: &Session) -> bool {
        let history = session.document().history();
        let seen = Seen {
            serial: session.serial(),
            here: history.here(),
            position: history.position(),
            bytes: history.stats().bytes,
            palette: session.document().palette(),
        };
        let (_, survey) = match self.used.0.take() {
            Some(used) if used.0 == seen => self.used.0.insert(used),
            _ => {
                let survey = session.document().survey(&seen.palette);
                self.used.0.insert((seen, survey))
            }
        };
        session.document().go_on(survey, SLICE)
    }
}
