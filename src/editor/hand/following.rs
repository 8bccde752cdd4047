//! Following: where undo leads the view and the hand, and where the hand goes on.
//!
//! Undo shows the layer and the frame of what it changes by making them active. Then somebody paints, and it has to be
//! clear where that goes. Two wishes oppose each other: to do again, better, what was just undone, and to go on where the
//! hand was before. Who undoes a stroke on another layer has mostly only corrected something on the way. So the next stroke
//! returns to where the hand was, and says so in the status line. Who would rather paint where undo has led, as panels show
//! it, chooses [`Paints::Led`].
//!
//! A layer that was locked or hidden meanwhile can't be painted on. The stroke stays where undo has led then, which the status
//! line says, too.
//!
//! The invariant: who has chosen a layer, a frame or a step since is not led anywhere.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("layer.add", &[], 0)?;
//! let dab = |editor: &mut Editor| {
//!     editor.pointer_down(105.0, 105.0, 0, 0);
//!     editor.pointer_up(105.0, 105.0, 0);
//! };
//! dab(&mut editor);
//! editor.run("layer.below", &[], 0)?;
//! editor.run("edit.undo", &[], 0)?;
//! assert_eq!(editor.cel().layer, 1, "where undo has led");
//! dab(&mut editor);
//! assert_eq!(editor.cel().layer, 0, "where the hand was");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::document::{Cel, Needs};
use crate::editor::{Editor, Effect};
use crate::error::Message;

crate::named! {
    /// Where the next stroke goes after undo or redo has led to another layer or frame.
    #[derive(Default)]
    pub(in crate::editor) enum Paints, "paints" {
        /// To where the person was before.
        #[default]
        Left = "left", "Where I was before";
        /// To where undo has led, which is shown as active.
        Led = "led", "Where undo has led";
    }
}

/// Who leads to another cel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum Led {
    /// Undo or redo, which the person may not have meant as going there.
    ByUndo,
    /// The person, who went to a step of the history.
    ByChoice,
}

impl Editor {
    /// Goes back to the layer and the frame that undo and redo have led away from, if strokes go on there and they exist.
    pub(super) fn return_to_hand(&mut self) {
        self.hand.back = None;
        let Some((layer, frame)) =
            self.session.desk().left.filter(|_| self.session.desk().paints == Paints::Left)
        else {
            return;
        };
        let (before, places) = (
            self.session.cel(),
            (self.session.document().layer_at(layer), self.session.document().frame_at(frame)),
        );
        self.session.take_left();
        let (Some(layer), Some(frame)) = places else { return };
        self.go_back(before, Cel { layer, frame });
    }

    /// Makes a cel the active one, unless it can't be painted on and the active one can. Never inlined, as nobody needs
    /// it to paint.
    #[cold]
    #[inline(never)]
    fn go_back(&mut self, before: Cel, to: Cel) {
        let Cel { layer, frame } = to;
        let name_of =
            |layer| self.session.document().layer(layer).map(|layer| layer.name).unwrap_or_default();
        let (name, here) = (name_of(layer), name_of(before.layer));
        let closed = |cel| self.session.document().check(cel, Needs::Colors).is_err();
        if closed(to) && !closed(before) {
            let code = match self.session.document().is_visible(layer) {
                true => "{layer} is locked: painted on {layer2} instead",
                false => "{layer} is hidden: painted on {layer2} instead",
            };
            return self.say_back(Message::new(code).with(name).with(here));
        }
        self.session.choose(to);
        self.say_back(match (before.layer != layer, before.frame != frame) {
            (true, false) => Message::new("Back on {layer}").with(name),
            (false, _) => Message::new("Back on frame {frame}").with(frame + 1),
            (true, true) => Message::new("Back on {layer}, frame {frame}").with(name).with(frame + 1),
        });
        self.document_changed();
    }

    /// Says where the stroke goes, now and in what is said when it has ended.
    fn say_back(&mut self, words: Message) {
        self.session.emit(Effect::Message(words.clone()));
        self.hand.back = Some(words);
    }
}
