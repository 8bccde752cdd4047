//! The reach of an edit: which cels it applies to.
//!
//! What is done to one cel is often meant for all frames of an animation, for all layers of a picture, or for the frames
//! of a tag. So an edit of a cel is run for each cel within its reach, as one step, and once for those that share an
//! image. Cels of hidden and locked layers are left as they are.
//!
//! The invariant: what an edit does to a cel does not depend on the others within its reach.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! editor.run("frame.duplicate", &[], 0)?;
//! let steps = editor.document().history().position();
//! editor.run("edit.invert", &[("reach".into(), "frames".into())], 0)?;
//! let seen = [0, 1].map(|frame| editor.document().pixel(frame, 5, 5).unwrap().to_string());
//! assert_eq!(seen, ["#ffffffff", "#ffffffff"]);
//! assert_eq!(editor.document().history().position(), steps + 1, "one step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::edit::Edit;
use super::params::{Args, Kind, Param};
use crate::document::{Cel, Needs};
use crate::editor::Editor;
use crate::error::{Error, Message, Result};
use crate::named::Named;

crate::named! {
    /// The cels that an edit applies to, as seen from the active one.
    #[derive(Default)]
    pub(in crate::editor) enum Reach, "reach" {
        /// The active cel.
        #[default]
        Cel = "cel", "This cel";
        /// The cels of the chosen layers in the chosen frames.
        Chosen = "chosen", "Chosen cels";
        /// The active layer in all frames.
        Frames = "frames", "All frames";
        /// The active layer in the frames of the first tag around the active one; without one, in that frame.
        Tag = "tag", "Frames of the tag";
        /// All layers of the active frame.
        Layers = "layers", "All layers";
        /// All layers of all frames.
        All = "all", "Everything";
    }
}

/// The reach of an edit; by default what was chosen for all edits.
pub(in crate::editor) const REACH: Param =
    Param::new("reach", "Apply to", Kind::choice::<Reach>(), |e| e.desk().reach.id().into())
        .shown_if(|e: &Editor| e.document().frames() > 1 || e.document().layers() > 1);

impl Reach {
    /// Returns the reach that an argument names.
    pub(in crate::editor) fn of(args: &Args) -> Result<Reach> {
        Reach::named(args.text("reach")?)
    }

    /// Returns the cels around the active one.
    fn cels(self, edit: &Edit<'_>, at: Cel) -> Vec<Cel> {
        let document = &edit.document;
        let (layers, frames) = match self {
            Reach::Cel => (at.layer..at.layer + 1, at.frame..at.frame + 1),
            Reach::Chosen => return edit.meant_cels(at),
            Reach::Frames => (at.layer..at.layer + 1, 0..document.frames()),
            Reach::Tag => {
                let tag = document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&at.frame));
                (at.layer..at.layer + 1, tag.map_or(at.frame..at.frame + 1, |tag| tag.from..tag.to + 1))
            }
            Reach::Layers => (0..document.layers(), at.frame..at.frame + 1),
            Reach::All => (0..document.layers(), 0..document.frames()),
        };
        layers.flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame })).collect()
    }
}

impl Edit<'_> {
    /// Returns the reach that an argument names. Where one cel alone is chosen, the chosen cels are that one.
    pub(in crate::editor) fn reach(&self, args: &Args) -> Result<Reach> {
        let reach = Reach::of(args)?;
        let one = reach == Reach::Chosen && self.desk.chooses_one(self.document);
        Ok(if one { Reach::Cel } else { reach })
    }

    /// Returns the cels within an edit's reach that may change. For the active cel alone, whether it may is
    /// for the edit to find out.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is none.
    pub(in crate::editor) fn reached(&mut self, reach: Reach, needs: Needs) -> Result<Vec<Cel>> {
        let at = self.cel();
        if reach == Reach::Cel {
            return Ok(vec![at]);
        }
        self.document.land()?;
        // What frames share is edited once.
        let mut cels = self.document.once_per_image(reach.cels(self, at));
        cels.retain(|cel| self.document.check(*cel, needs).is_ok());
        if cels.is_empty() {
            self.document.check(at, needs)?;
        }
        Ok(cels)
    }

    /// Runs an edit of the active cel for each cel within its reach.
    ///
    /// # Errors
    /// Returns the edit's own error, and [`Error::Refused`] if no cel may change.
    pub(in crate::editor) fn each(
        &mut self,
        args: &Args,
        mut run: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        for cel in self.reached(self.reach(args)?, Needs::Colors)? {
            self.at = Some(cel);
            run(self)?;
        }
        self.at = None;
        Ok(())
    }

    /// Runs a transform for each cel within its reach. Selected pixels can be transformed in one cel alone, since they
    /// take the selection along.
    ///
    /// # Errors
    /// As [`each`](Edit::each), and [`Error::Refused`] if something is selected and the reach is wider.
    pub(in crate::editor) fn each_whole(
        &mut self,
        args: &Args,
        mut run: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let reach = self.reach(args)?;
        if reach == Reach::Cel {
            return run(self);
        }
        self.check_unselected(reach)?;
        for cel in self.reached(reach, Needs::Alpha)? {
            if !self.document.extent(cel).is_empty() {
                self.at = Some(cel);
                run(self)?;
            }
        }
        self.at = None;
        Ok(())
    }

    /// Checks that nothing is selected, for a transform of several cels.
    pub(in crate::editor) fn check_unselected(&self, reach: Reach) -> Result<()> {
        if self.document.selection().is_none() && self.document.floating().is_none() {
            return Ok(());
        }
        let label = Reach::NAMES.iter().find(|(one, ..)| *one == reach).map_or("", |(_, _, label)| label);
        Err(Error::Refused {
            what: "reach",
            name: Message::from(label).into(),
            why: "deselect first to transform several cels",
        })
    }
}
