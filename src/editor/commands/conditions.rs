//! Conditions: when a command can be run, and what people are told where it can't.
//!
//! A menu that only turns an entry grey leaves people to guess. So each condition is a row of one table, with its sentence of
//! two to five words; a row without one does not compile. A command names the conditions that all have to hold, and the
//! first that doesn't says why.

use super::Editor;
use crate::color::Blend;
use crate::document::Layer;

/// Makes the type of conditions from their table: a name, what is said where it doesn't hold, and whether it holds.
macro_rules! conditions {
    ($($name:ident, $why:literal, $holds:expr;)*) => {
        /// A condition that a command needs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::editor) enum Condition {
            $(#[doc = $why] $name,)*
        }

        /// All conditions, in the order in which they are asked for.
        const ALL: &[Condition] = &[$(Condition::$name),*];

        /// What is said where one doesn't hold, in the same order.
        const WHY: &str = concat!($($why, "|"),*);

        impl Condition {
            fn holds(self, editor: &Editor) -> bool {
                match self {
                    $(Condition::$name => {
                        let holds: fn(&Editor) -> bool = $holds;
                        holds(editor)
                    })*
                }
            }
        }
    };
}

conditions! {
    // What waits for the end of a stroke ends one that only waits for its next press.
    Rest, "a stroke is under way", |e| !e.is_painting() || e.is_waiting();
    Still, "a stroke is under way", |e| !e.is_painting();
    Waiting, "no point is set", Editor::is_waiting;
    Points, "no point is set", |e| e.hand.takes_points();
    NoPreview, "a preview is open", |e| !e.is_previewing();
    Undo, "nothing to undo", |e| {
        let under_way = e.is_painting() || e.is_previewing() || e.game().is_some();
        under_way || e.document().history().position() > 0
    };
    Redo, "nothing to redo", |e| e.document().history().ahead() > 0;
    Undoable, "older steps can't be read", |e| {
        let under_way = e.is_painting() || e.is_previewing() || e.game().is_some();
        under_way || !e.document().history().done().next().is_some_and(|commit| commit.is_lost())
    };
    Redoable, "later steps can't be read", |e| {
        !e.document().history().undone().next().is_some_and(|commit| commit.is_lost())
    };
    Selection, "nothing is selected", |e| e.document().selection().is_some();
    Selected, "nothing is selected", selected;
    Movable, "nothing is selected", |e| {
        e.document().floating().is_some() || (!e.is_by_keys() && (selected(e) || e.tool().id == "move"))
    };
    Floating, "nothing is being moved", |e| e.document().floating().is_some();
    Transform, "nothing is being moved", Editor::is_transforming;
    Merging, "no merge is under way", Editor::is_merging;
    UnderWay, "nothing to cancel", |e| e.is_painting() || e.is_previewing() || e.is_playing();
    Clipboard, "nothing was copied", |e| e.session.may_paste();
    Layers, "only one layer", |e| e.document().layers() > 1;
    Background, "no background layer", |e| e.document().has_background();
    NoBackground, "a background is there", |e| !e.document().has_background();
    NotGround, "the background stays lowest", |e| {
        let (document, layers) = (e.document(), e.desk().layers(e.document()));
        document.background_layer().is_none_or(|ground| ground != e.cel().layer && !layers.contains(&ground))
    };
    Faint, "the background stays opaque", |e| may_change(e, |layer| layer.opacity < 255);
    Blended, "the background stays opaque", |e| may_change(e, |layer| layer.blend != Blend::Normal);
    Below, "no layer below it", |e| e.cel().layer > 0 || e.desk().layers(e.document()).len() > 1;
    Clippable, "no layer right below it", |e| {
        let (document, layer) = (e.document(), e.cel().layer);
        let clipped = document.layer(layer).is_ok_and(|layer| layer.clipped);
        clipped || document.base_below(layer).is_some()
    };
    Exported, "a reference layer lies below", |e| {
        let (document, layer) = (e.document(), e.cel().layer);
        document.layer(layer).is_ok_and(|layer| layer.clipped) || !super::layer::on_reference(document, layer)
    };
    Baseless, "layers are clipped to it", |e| {
        let (document, layer) = (e.document(), e.cel().layer);
        document.layer(layer).is_ok_and(|layer| layer.reference) || !document.is_clip_base(layer)
    };
    Higher, "already at the top", |e| can_step(e, true);
    OverGround, "the background stays lowest", |e| {
        let (document, cel) = (e.document(), e.cel());
        let lowest = document.background_layer().is_some() && cel.layer == 1;
        !lowest || document.group_of(cel.layer).is_some() || e.desk().layers(document).len() > 1
    };
    Lower, "already at the bottom", |e| can_step(e, false);
    GroupHigher, "already at the top", |e| can_step_group(e, true);
    GroupLower, "already at the bottom", |e| can_step_group(e, false);
    Groups, "no groups", |e| !e.document().groups().is_empty();
    Grouped, "layer in no group", |e| e.document().group_of(e.cel().layer).is_some();
    Frames, "only one frame", |e| e.document().frames() > 1;
    Tags, "no tags", |e| !e.document().tags().is_empty();
    HeldSlice, "no slice is chosen", |e| e.tool().id == "slice" && e.chosen_slice().is_some();
    Slices, "no slices", |e| !e.document().slices().is_empty();
    Linked, "the cel is not linked", |e| e.document().is_linked(e.cel());
    Aside, "no steps are set aside", |e| e.document().history().aside().is_some();
    Branches, "no steps are set aside", |e| e.document().history().stats().branched > 0;
    Steps, "no step yet", |e| e.document().history().line().next().is_some();
    Source, "no step is chosen", |e| e.desk().source.is_some();
    Pins, "no pinned states", |e| e.document().history().pins().next().is_some();
    Colors, "only one colour", |e| e.document().palette().len() > 1;
    Size, "this tool has no size", |e| e.tool().has("size");
    NotPainting, "this tool already paints", |e| !e.tool().paints;
    Turned, "the view is not turned", |e| e.view().turn != crate::render::Turn::NONE;
    Game, "no game is running", |e| e.game().is_some();
    ByKeys, "not painting with the keyboard", Editor::is_by_keys;
    NoGame, "a game is running", |e| e.game().is_none();
    Probed, "no pixel is probed", |e| e.probed().is_some_and(|probed| probed.kept);
    Searched, "nothing is searched", |e| e.searched().is_some();
}

/// Returns the sentences of all conditions, in the order of the table.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    WHY.split_terminator('|')
}

fn selected(editor: &Editor) -> bool {
    editor.document().selection().is_some() || editor.document().floating().is_some()
}

/// Returns `true` if the active layer is not the background, or is one of which a file says something else already.
fn may_change(editor: &Editor, other: fn(&Layer) -> bool) -> bool {
    let (document, layer) = (editor.document(), editor.cel().layer);
    document.background_layer() != Some(layer) || document.layer(layer).is_ok_and(|layer| other(&layer))
}

/// Returns `true` if one of the layers that are chosen has room for a step.
fn can_step(editor: &Editor, up: bool) -> bool {
    let (document, cel) = (editor.document(), editor.cel());
    let layers = editor.desk().layers(document);
    if layers.len() > 1 {
        return document.can_step_layers(&layers, up);
    }
    // A layer at the edge of a group leaves it.
    let edge = if up { document.layers() - 1 } else { 0 };
    cel.layer != edge || document.group_of(cel.layer).is_some()
}

/// Returns `true` if the group of the active layer has room for a step.
fn can_step_group(editor: &Editor, up: bool) -> bool {
    super::group::meant(editor).is_none_or(|group| editor.document().can_step_group(group, up))
}

/// Conditions that all have to hold, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions(u64);

impl Conditions {
    /// No condition.
    pub(super) const NONE: Conditions = Conditions(0);

    /// Adds conditions.
    pub(super) const fn and(self, all: &[Condition]) -> Conditions {
        let (mut bits, mut place) = (self.0, 0);
        while place < all.len() {
            bits |= 1 << all[place] as u32;
            place += 1;
        }
        Conditions(bits)
    }

    /// Returns `true` if a condition is one of them.
    pub(in crate::editor) const fn has(self, one: Condition) -> bool {
        self.0 >> one as u32 & 1 == 1
    }

    /// Returns the first that doesn't hold.
    fn first_unmet(self, editor: &Editor) -> Option<Condition> {
        ALL.iter().copied().find(|one| self.has(*one) && !one.holds(editor))
    }

    /// Returns `true` if all hold.
    pub(in crate::editor) fn hold(self, editor: &Editor) -> bool {
        self.first_unmet(editor).is_none()
    }

    /// Returns why they don't all hold, in a few words, or `None` if they do.
    pub(in crate::editor) fn why_not(self, editor: &Editor) -> Option<&'static str> {
        self.first_unmet(editor).and_then(|one| WHY.split('|').nth(one as usize))
    }
}
