//! Which step has touched a place last.
//!
//! Undo goes back step by step, wherever these were made. Somebody who means the eye and not the hat wants to go back there alone: by the
//! newest step that left something in the selection, or on the layer. A step is passed over whose pages are elsewhere, which is seen
//! without looking at its bytes, and so is one of which nothing is left there, as it was taken back or painted over. A step
//! that only takes back another one is no work of the person's, and is passed over as well: so asking again leads further back, as
//! undo does.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! for x in [0, 40] {
//!     document.begin(1)?;
//!     document.fill_rect(cel, Rect::new(x, 0, 9, 9), Color::BLACK)?;
//!     document.commit("Fill", Color::ADDED, 0)?;
//! }
//! document.begin(2)?;
//! document.select(&[Rect::new(3, 3, 2, 2)], undoodle_drawing::document::Mode::Replace)?;
//! document.commit("Select", Color::ADDED, 0)?;
//! let first = document.history().done().last().map(|commit| commit.id());
//! assert_eq!(document.last_touching(cel)?, first);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::conflicts::{Conflicts, plane};
use super::exact::area_of_words;
use super::reading::{CELS, touched};
use super::{Document, MarkedPixels, Patch};
use crate::document::drawing::records::LAYER;
use crate::document::drawing::window::Corner;
use crate::document::{Cel, Part, StepKind, Subject, Thing, Trace};
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Commit, CommitId};
use crate::pause;

/// Bytes whose reading takes as long as looking at where a step lies.
const LOOK: usize = 64;

/// The selected pixels of an image, or all of a layer.
struct Here {
    /// Id of the layer.
    layer: u16,
    /// The image's plane, and the rectangle around what is selected.
    selected: Option<(u32, Rect)>,
}

impl Here {
    /// Returns `true` if a step may have touched it, by where its bytes lie.
    fn may_be_touched(&self, step: &Commit<'_>, corner: Corner) -> Result<bool> {
        let mut meets = false;
        touched(step, &mut |place, range| {
            let Some(place) = place else { return };
            meets |= match self.selected {
                Some((plane, rect)) => {
                    place.tree == plane
                        && corner.seen(area_of_words(place, range.start, range.end), rect).next().is_some()
                }
                None => place.tree < CELS || (place.tree >> 16) as u16 == self.layer,
            };
        })?;
        Ok(meets)
    }

    /// Returns `true` if any of the pixels or parts that would be taken lie here.
    fn holds(&self, document: &Document, conflicts: &Conflicts) -> bool {
        let mut images = conflicts.taken.iter();
        let Some((tree, _)) = self.selected else {
            let painted = |(subject, _): &(Subject, Vec<MarkedPixels>)| match subject {
                Subject::Image { layer, .. } => *layer == self.layer,
                _ => false,
            };
            return images.any(painted) || conflicts.parts.iter().any(|part| self.is_of(part));
        };
        let mut marked = images.filter(|(subject, _)| plane(*subject) == tree).flat_map(|(_, marked)| marked);
        marked.any(|marked| any_selected(document, marked))
    }

    /// Returns `true` if a part is one of the layer.
    fn is_of(&self, part: &Part) -> bool {
        let own = |thing: &Thing| *thing == LAYER.of(self.layer);
        match part {
            Part::Member(thing) | Part::Place(thing) | Part::Field(thing, _) => own(thing),
            Part::Link(layer, _) => *layer == self.layer,
            _ => false,
        }
    }
}

/// Returns `true` if any of the pixels is selected.
fn any_selected(document: &Document, marked: &MarkedPixels) -> bool {
    marked.on(document.window()).any(|marked| {
        document.changeable(marked.around()).any(|rect| match marked {
            MarkedPixels::Area(..) => true,
            MarkedPixels::Tile(..) => {
                (rect.y..rect.bottom()).any(|y| (rect.x..rect.right()).any(|x| marked.by(x, y).is_some()))
            }
        })
    })
}

impl Document {
    /// Returns the newest step that has left something in the selected pixels of a cel, or on its layer where nothing is selected.
    ///
    /// # Errors
    /// As [`Patch::apply`], and [`Error::Range`](crate::Error::Range) when there is no such cel.
    pub fn last_touching(&self, cel: Cel) -> Result<Option<CommitId>> {
        let plane = self.plane_of(cel)?;
        let layer = self.layer_id(cel.layer).unwrap_or(0);
        let here = Here { layer, selected: self.selection().map(|rect| (plane, rect)) };
        for step in self.history().done() {
            pause::point(LOOK)?;
            if Trace::of(&step.header()).kind == StepKind::TakesBack
                || !here.may_be_touched(&step, self.corner())?
            {
                continue;
            }
            if here.holds(self, &Patch::of(&step).reversed().minding(&[]).sparing_locked().foresee(self)?) {
                return Ok(Some(step.id()));
            }
        }
        Ok(None)
    }
}
