//! Doing a step again on another layer or frame.
//!
//! What was painted on one frame is often wanted on the next, in the same place. Copying it would take along what was there before;
//! a step's [patch](crate::document::Patch) has the pixels that it changed and no others. On the active cel those of them change that look
//! there as they did where the step was made; the others are left, and the person is told how many, unless they are to be painted over. It is painting like any other: locks
//! hold, and so does the selection.
//!
//! ```
//! use undoodle::{document::Cel, editor::Editor};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 1);
//! let dot = editor.document().history().here();
//! editor.run("frame.add", &[], 2)?;
//! editor.run("history.do-again", &[("commit".into(), (dot.0 as i64).into())], 3)?;
//! assert_eq!(editor.document().cel_pixel(Cel { layer: 0, frame: 1 }, 10, 10)?.to_string(), "#000000ff");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::color::Color;
use crate::document::{Cel, Conflicts, Draft, Finish, Needs, Patch, Subject};
use crate::editor::hand::following::Led;
use crate::editor::{Direction, Editor};
use crate::error::{Error, Message, Result};
use crate::geometry::Area;
use crate::history::CommitId;

/// What the step is called.
pub const DONE_AGAIN: &str = "Do step again";

/// Tag of the action.
const TAG: u32 = 0x7b00_0002;

impl Session {
    /// Returns the image whose pixels are meant, if a patch changes any: one of the active layer rather than one of the active
    /// frame, and that rather than another.
    fn image_for(&self, cel: Cel, patch: &Patch<'_>) -> Result<Option<Subject>> {
        let [layer, frame] = [self.document.layer_id(cel.layer), self.document.frame_id(cel.frame)];
        let images = patch.images(&self.document)?;
        let rank = |image: &&Subject| match image {
            Subject::Image { layer: of, .. } if Some(*of) == layer => 0,
            Subject::Image { name, .. } if Some(*name) == frame => 1,
            _ => 2,
        };
        Ok(images.iter().min_by_key(rank).copied())
    }

    /// Paints the pixels that fit, or all.
    fn paint_again(&mut self, draft: &Draft, cel: Cel, fits: &Conflicts, over: bool) -> Result<()> {
        let drawing = self.document.drawing_mut(draft)?;
        let more = fits.left.iter().filter(|_| over);
        for marked in fits.taken.iter().chain(more).flat_map(|(_, marked)| marked) {
            drawing.edit(cel, marked.around(), &mut |x, y, old| match marked.by(x, y) {
                Some(by) => Color { bytes: (u32::from_ne_bytes(old.bytes) ^ by).to_ne_bytes() },
                None => old,
            })?;
        }
        // What has the colour already is painted, too: it stays then when an earlier step that painted it is taken back.
        let mut brush = drawing.brush(cel)?;
        let met = fits.met.iter().flat_map(|(_, met)| met);
        met.copied().map(Area::Bits).try_for_each(|area| brush.paint(&area, &mut |_, _, _| {}))
    }
}

impl Editor {
    /// Does on the active cel what a step on any branch did where it was made; if `over`, also to pixels that look different here.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if nothing of it fits here or the layer is hidden or locked, and the errors of
    /// [`take_back`](Editor::take_back). Nothing has changed then.
    pub(in crate::editor) fn do_again(&mut self, commit: u64, over: bool, time: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        self.keep_transform(false, Some(time))?;
        let (patch, label) = {
            let commit = self.session.document.history().commit_of(CommitId(commit))?;
            (Patch::of(&commit), commit.header().label.to_string())
        };
        self.session.document.await_patch(&patch)?;
        let (cel, refused) =
            (self.session.cel(), |why| Error::Refused { what: "step", name: label.clone().into(), why });
        self.session.document.check(cel, Needs::Colors)?;
        let image = self.session.image_for(cel, &patch)?.ok_or_else(|| refused("it changed no pixels"))?;
        let fits = patch.foresee_on(&self.session.document, image, cel)?;
        let (all, same) = (fits.taken() + fits.left(), fits.left() == 0);
        if fits.taken() == 0 && (same || !over) {
            return Err(refused(if same { "it is here already" } else { "what is here looks different" }));
        }
        let draft = self.session.document.draft(TAG, cel)?;
        if let Err(error) = self.session.paint_again(&draft, cel, &fits, over) {
            self.session.document.discard(draft);
            return Err(error);
        }
        self.stop_playing();
        let ground = self.session.desk().ground();
        self.session.fill_background(&draft, ground)?;
        let kept = self.keep(draft, DONE_AGAIN, Color::ADDED, time, Finish::Step);
        self.session.document.release();
        self.document_changed();
        if !kept? {
            return Err(refused("all of it is outside the selection, or its alpha is locked"));
        }
        self.session.document.meet_newest();
        let message = match self.session.document.moved().pixels {
            Some(pixels) if pixels < all => Message::new(
                "Done again: {count} of {count2} pixels of {label}; the others look different here or are protected",
            )
            .with(pixels)
            .with(all)
            .with_key(label.clone()),
            _ => {
                let done = Message::new("Done again: {label}").with_key(label.clone());
                Message::row([done].into_iter().chain(self.session.extent(cel)), "{first}, {rest}")
            }
        };
        self.show_step(Direction::Redo, message, label, Color::ADDED, (cel, Led::ByChoice));
        Ok(())
    }
}
