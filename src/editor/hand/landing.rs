//! Landing: floating pixels become a step of their own before a stroke does.
//!
//! Problem: a tool that paints lands what floats first, or it would paint below it. That is another change than the stroke,
//! perhaps on another frame, and undone it has to float again without the stroke; but a stroke that is cancelled
//! must leave it floating. Idea: while the pen is down both are one action, so cancelling it brings everything back. A stroke
//! depends on its samples alone, so when the pen is lifted the action is taken back, the landing is done and committed, and
//! the stroke is made once more from its samples.
//!
//! The stroke may be refused after the landing was committed, for want of room or because somebody stops it. The landing
//! is taken back then: what floated floats again, and redo leads where it did.
//!
//! The invariant: samples are kept only for a stroke that began while something floated, and a landing is a step only if
//! the stroke was not refused.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! for command in ["select.all", "edit.fill", "edit.cut", "edit.paste"] {
//!     editor.run(command, &[], 0)?;
//! }
//! editor.run("tool.eraser", &[], 0)?;
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! let last: Vec<_> = editor.document().history().line().skip(4).map(|step| step.header().label.to_string()).collect();
//! assert_eq!(last, ["Place selection", "Eraser"]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Hand;
use super::input::Painting;
use crate::document::Draft;
use crate::editor::{Editor, command};
use crate::error::Result;
use crate::history::Bookmark;
use crate::tools::{Sample, Setup, Stroke};

/// A stroke that lands what floats: all that it is made from.
#[derive(Debug)]
pub(in crate::editor) struct Landing {
    setup: Setup,
    samples: Vec<Sample>,
}

/// A landing that is a step, until the stroke after it is one, too.
#[derive(Debug)]
pub(in crate::editor) struct Landed {
    before: Bookmark,
    /// Number of steps that it has set aside.
    aside: usize,
}

impl Landing {
    /// Begins to note a stroke.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn begin(setup: &Setup, pressed: Sample) -> Box<Landing> {
        Box::new(Landing { setup: setup.clone(), samples: vec![pressed] })
    }

    /// Notes a sample of a stroke that is drawn anew with it, or is not.
    #[cold]
    #[inline(never)]
    fn note(&mut self, sample: Sample, anew: bool) {
        if anew {
            self.samples.truncate(1);
        }
        self.samples.push(sample);
    }

    /// Notes that time has passed while the pointer rests.
    #[cold]
    #[inline(never)]
    fn rest(&mut self, time: u64) {
        if let Some(last) = self.samples.last().copied() {
            self.samples.push(Sample { time: time.max(last.time), ..last });
        }
    }
}

impl Hand {
    /// Notes a sample of the stroke under way.
    pub(super) fn note_sample(&mut self, sample: Sample) {
        if let Some(Painting { stroke, landing: Some(landing), .. }) = self.painting_mut() {
            landing.note(sample, stroke.is_redrawn());
        }
    }

    /// Notes that time has passed while the pointer rests.
    pub(super) fn note_time(&mut self, time: u64) {
        if let Some(Painting { landing: Some(landing), .. }) = self.painting_mut() {
            landing.rest(time);
        }
    }
}

impl Editor {
    /// Lands what floats as a step of its own, and makes a stroke that has landed it again.
    ///
    /// # Errors
    /// Returns an error if the history has no room for the landing, or the stroke can't be made again.
    #[cold]
    #[inline(never)]
    pub(super) fn land_before(
        &mut self,
        landing: Landing,
        stroke: &mut Stroke,
        draft: &mut Draft,
    ) -> Result<()> {
        let Landing { setup, samples } = landing;
        let Some(pressed) = samples.first().copied() else { return Ok(()) };
        self.session.cancel();
        if let Some(((cel, _), command)) = self.session.document().floating().zip(command("edit.land")) {
            let (before, aside) =
                (self.session.document().bookmark(), self.session.document().history().ahead());
            self.session.land(cel, command, pressed.time)?;
            self.shown.note_steps(&[self.session.document().history().here()]);
            self.hand.landed = Some(Landed { before, aside });
        }
        *draft = self.session.begin(Stroke::TAG, setup.cel)?;
        // Points tell a stroke of several presses, and not its samples.
        if stroke.points() > 0 {
            return Ok(());
        }
        let document = self.session.within(draft);
        *stroke = Stroke::begin(document, setup, pressed)?;
        samples.into_iter().try_for_each(|sample| stroke.extend(document, sample))
    }

    /// Says what a landing has set aside, now that its stroke is a step, too.
    pub(super) fn say_landed(&mut self) {
        let landed = self.hand.landed.take();
        if let Some(landed) = landed.filter(|landed| landed.aside > 0)
            && self.session.document().history().ahead() == 0
        {
            self.offer_aside(landed.aside);
        }
    }

    /// Takes the landing back whose stroke was refused: what floated floats again.
    pub(super) fn take_landing_back(&mut self) {
        if let Some(landed) = self.hand.landed.take() {
            // Without the memory to undo it, it stays a step.
            _ = self.session.return_to(landed.before);
            self.shown.note_steps(&[]);
        }
    }
}
