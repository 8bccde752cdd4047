//! What panels are shown: the list of all fields, by kinds.
//!
//! A field is a row here, and nowhere else: [`fields!`](crate::fields!) makes of the list the structs, the types for scripts, what
//! the [news](super::news) compare, and what the page is sent. A panel names the kinds that it shows, and gets their fields.
//!
//! The state is what changes all the time. The drawing is what changes with the document alone, and takes long to look at: the
//! news do so only then.
//!
//! ```
//! use undoodle::editor::{Editor, State};
//! let editor = Editor::new()?;
//! assert_eq!((State::of(&editor).undo, State::of(&editor).tool), (0, "pencil"));
//! assert!(State::TYPESCRIPT.contains("  undo: number,\n"));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{CelProperties, Document, Frame, Group, Layer, Slice, SliceKey, Tag};
use crate::editor::session::deciding::MergeInfo;
use crate::editor::{Editor, HeatBy, Probed, Searched};
use crate::error::Message;
use crate::fields::{Arguments, joined, text};
use crate::geometry::{Point, Rect};
use crate::history::CommitId;
use crate::render::Onion;
use crate::tools::{OPTIONS, Options, ToolOption};

fn options(options: &Options) -> Arguments {
    Arguments(OPTIONS.iter().map(|option| (option.param.name, (option.param.default)(options))).collect())
}

/// Returns the names of options of the chosen tool: those that it shows now, or the others.
fn named_options(editor: &Editor, shown: bool) -> Vec<&'static str> {
    let chosen = |option: &&ToolOption| (option.param.shown)(editor.session.options()) == shown;
    editor.session.tool().options().filter(chosen).map(|option| option.param.name).collect()
}

fn selection(document: &Document) -> Option<Selected> {
    let floating = document.floating().map(|(_, around)| around);
    let rect = floating.or(document.selection())?;
    Some(Selected { rect, floating: floating.is_some() })
}

#[cold]
#[inline(never)]
fn written(editor: &Editor) -> Option<Written> {
    editor.hand.text().map(|(letters, rect)| Written { letters: letters.to_owned(), rect })
}

fn onion(editor: &Editor) -> OnionInfo {
    let (Onion { before, after, opacity, tint_before, tint_after, front, layer, tag }, shown) =
        editor.session.onion();
    OnionInfo { shown, before, after, opacity, tint_before, tint_after, front, layer, tag }
}

fn layers(document: &Document) -> Vec<LayerInfo> {
    let unusual = document.unusual_cels();
    let info = |index: u32| {
        let own = unusual.iter().filter(|(cel, _)| cel.layer == index);
        let cels = own.filter(|(_, own)| own.says_any()).cloned().map(|(cel, own)| {
            let CelProperties { opacity, z_index, label, text, .. } = own;
            CelInfo { frame: cel.frame, opacity, z_index, label, text }
        });
        let cels = cels.collect();
        let Layer {
            name,
            opacity,
            blend,
            visible,
            locked,
            alpha_locked,
            note,
            group,
            clipped,
            label,
            reference,
            background,
        } = document.layer(index).ok()?;
        let (links, group) = (document.links(index), (group != 0).then_some(group));
        Some(LayerInfo {
            name,
            visible,
            locked,
            alpha_locked,
            clipped,
            reference,
            background,
            opacity,
            blend: blend.id(),
            note,
            label,
            links,
            cels,
            group,
        })
    };
    (0..document.layers()).filter_map(info).collect()
}

fn groups(document: &Document) -> Vec<GroupInfo> {
    let info = |id: &u16| {
        let Group { name, visible, locked, opacity, blend, isolated, label, note, .. } =
            document.group(*id).ok()?;
        let (parent, blend) = (document.parent_of(*id), blend.id());
        Some(GroupInfo { id: *id, name, visible, locked, parent, opacity, blend, isolated, label, note })
    };
    document.groups().iter().filter_map(info).collect()
}

fn frames(document: &Document) -> Vec<FrameInfo> {
    let info = |index| document.frame(index).ok().map(|Frame { duration }| FrameInfo { duration });
    (0..document.frames()).filter_map(info).collect()
}

fn tags(document: &Document) -> Vec<TagInfo> {
    let info = |Tag { name, from, to, direction, color, repeat, text }| TagInfo {
        name,
        from,
        to,
        direction: direction.id(),
        color: if color.is_transparent() { Color::BLACK } else { color },
        repeat,
        text,
    };
    document.tags().into_iter().map(info).collect()
}

fn slices(document: &Document) -> Vec<SliceInfo> {
    let key = |SliceKey { frame, bounds, center, pivot, .. }| SliceKeyInfo { frame, bounds, center, pivot };
    let info = |id: &u16| {
        let Slice { name, color, text } = document.slice(*id).ok()?;
        let keys = document.slice_keys(*id).into_iter().map(key).collect();
        Some(SliceInfo { name, color, text, keys })
    };
    document.slices().iter().filter_map(info).collect()
}

fn size((width, height): (u32, u32)) -> Size {
    Size { width, height }
}

crate::fields! {
    /// The state that panels draw.
    State of Editor:
    "canvas" {
        /// Number of columns of pixels.
        width: u32 = |e| e.document().size().0;
        /// Number of rows of pixels.
        height: u32 = |e| e.document().size().1;
    }
    "file" {
        /// The file's name without its ending.
        name: String = |e| e.name().to_owned();
        /// Number of drawings that were open before this one.
        serial: u32 = Editor::serial;
        /// Whether the drawing may differ from its file.
        dirty: bool = |e| e.document().history().looks_dirty();
        /// Whether the drawing's file holds its history.
        with_history: bool = Editor::holds_history;
    }
    "history" {
        /// Number of entries of the undo stack.
        undo: usize = |e| e.document().history().stats().undo;
        /// Number of entries of the redo stack.
        redo: usize = |e| e.document().history().stats().redo;
        /// Number of entries of the temp stack.
        [moves] temp: usize = |e| e.document().history().stats().temp;
        /// Number of bytes that the history takes.
        bytes: usize = |e| {
            let stats = e.document().history().stats();
            stats.bytes - stats.slack
        };
    }
    "steps" {
        /// Number of steps that can be undone.
        position: usize = |e| e.standing().position;
        /// Number of steps that can be redone.
        ahead: usize = |e| e.standing().ahead;
        /// Number of steps on the line that was set aside last.
        aside: usize = |e| e.standing().aside;
        /// Label of the step that undo takes back, or empty.
        undo_label: String = |e| e.standing().undo;
        /// Label of the step that redo brings back, or empty.
        redo_label: String = |e| e.standing().redo;
        /// Name of the state that is shown while one only looks at it.
        looking: Option<Message> = |e| e.standing().looking;
        /// Where the history stands, and which commits are its base and the saved one.
        [quiet] standing: Vec<u64> = |e| {
            let history = e.document().history();
            let commits = [Some(history.here()), Some(history.base()), history.saved()];
            commits.map(|commit| commit.map_or(u64::MAX, |CommitId(id)| id)).into()
        };
        /// Numbers of commits and pins, of bytes, and the budget.
        [quiet] figures: Vec<usize> = |e| {
            let stats = e.document().history().stats();
            vec![stats.commits, stats.pins, stats.bytes, stats.budget]
        };
        /// Rows of the history beneath which branches are listed.
        [quiet] unfolded: Vec<u64> = |e| e.desk().unfolded().iter().flat_map(|(row, commit)| [*row, *commit]).collect();
    }
    "found" {
        /// The pixel whose makers are listed.
        [moves] probed: Option<Probed> = Editor::probed;
        /// What of the history is searched.
        searched: Option<Searched> = Editor::searched;
    }
    "heat" {
        /// What heat over the picture means, or `null` while there is none.
        heat: Option<&'static str> = |e| e.heat_by().map(HeatBy::id);
    }
    "cursor" {
        /// The pixel under the pointer.
        [moves] cursor: Option<Point> = Editor::cursor;
        /// What the pointer does where it is.
        [moves] pointer: &'static str = Editor::pointer;
    }
    "zoom" {
        /// The zoom and the turn of the view, for people.
        zoom: String = |e| format!("{}{}", e.view().zoom, e.view().turn);
        /// Whether the view is mirrored.
        mirrored: bool = |e| e.view().turn.is_mirrored();
        /// Number of quarter turns of the view.
        quarters: u32 = |e| e.view().turn.quarters().into();
    }
    "tool" {
        /// Id of the chosen tool.
        tool: &'static str = |e| e.tool().id;
        /// Names of the options that the chosen tool shows now.
        tool_options: Vec<&'static str> = |e| named_options(e, true);
        /// Names of the options of the chosen tool that have no effect now.
        idle_options: Vec<&'static str> = |e| named_options(e, false);
        /// Values of all options.
        options: Arguments = |e| options(e.options());
        /// What the history brush paints from, while it is in hand.
        source: Option<SourceInfo> = |e| e.session.source_info();
        /// Whether a brush was cut out.
        custom_brush: bool = |e| e.options().custom.is_some();
        /// Whether a font was cut out.
        custom_font: bool = |e| e.options().letters.is_some();
    }
    "colors" {
        /// The primary colour.
        primary: Color = |e| e.colors().0;
        /// The secondary colour.
        secondary: Color = |e| e.colors().1;
    }
    "recent" {
        /// Colours that were painted with.
        [quiet] recent: Vec<Color> = |e| e.desk().recent().to_vec();
    }
    "cel" {
        /// The active layer.
        layer: u32 = |e| e.cel().layer;
        /// The active frame.
        [moves] frame: u32 = |e| e.cel().frame;
        /// The chosen layers.
        layers: Vec<u32> = |e| e.desk().layers(e.document());
        /// The chosen frames.
        [moves] frames: Vec<u32> = |e| e.desk().frames(e.document());
        /// Ids of the groups that lists fold.
        folded: Vec<u16> = |e| e.desk().folded().to_vec();
        /// What edits apply to.
        reach: &'static str = Editor::reach;
    }
    "slice" {
        /// The chosen slice.
        slice: Option<u32> = Editor::chosen_slice;
    }
    "onion" {
        /// The onion skin.
        onion: OnionInfo = onion;
    }
    "selection" {
        /// What is selected, or floats.
        [moves] selection: Option<Selected> = |e| selection(e.document());
    }
    "swatch" {
        /// The chosen run of the palette.
        swatch: Option<Run> = |e| e.swatch().map(|(from, to)| Run { from, to });
    }
    "playing" {
        /// Whether the animation plays.
        playing: bool = Editor::is_playing;
        /// The game that plays.
        game: Option<GameInfo> = |e| e.game().map(|rule| GameInfo { id: rule.id(), label: rule.label() });
    }
    "stroke" {
        /// Whether a stroke is under way.
        active: bool = Editor::is_painting;
        /// Whether it waits for its next press.
        waiting: bool = Editor::is_waiting;
        /// Whether something needs calls of `tick`.
        ticking: bool = Editor::is_ticking;
        /// Whether a preview is shown.
        previewing: bool = Editor::is_previewing;
        /// Whether a drag moves the view.
        grabbing: bool = Editor::is_grabbing;
        /// The text that is set but not placed yet.
        text: Option<Written> = |e| if e.is_redrawing() { written(e) } else { None };
    }
    "merging" {
        /// The merge that is walked through.
        merging: Option<MergeInfo> = |e| e.session.merge_shown();
    }
    "question" {
        /// The question that waits for `answer`.
        asked: Option<Message> = Editor::asked;
    }
}

crate::fields! {
    /// The document's properties.
    Drawing of Document:
    "canvas" {
        /// The colour below all layers.
        background: Color = |d| d.background();
        /// The cell of the grid.
        grid: Size = |d| size(d.grid());
        /// The tile that wrap-around repeats.
        tile: Size = |d| size(d.tile());
        /// Number of columns and rows of pixels.
        [quiet] size: Size = |d| size(d.size());
    }
    "layers" {
        /// The layers from the bottom up.
        layers: Vec<LayerInfo> = layers;
        /// The groups of layers.
        groups: Vec<GroupInfo> = groups;
    }
    "frames" {
        /// The frames in their order.
        frames: Vec<FrameInfo> = frames;
        /// The tags of frames.
        tags: Vec<TagInfo> = tags;
    }
    "slices" {
        /// The slices of the canvas.
        slices: Vec<SliceInfo> = slices;
    }
    "palette" {
        /// The palette's colours.
        palette: Vec<Color> = |d| d.palette();
    }
}

crate::fields! {
    /// A layer.
    LayerInfo {
        /// Its name.
        name: String,
        /// Whether it is visible.
        visible: bool,
        /// Whether it is protected from every change.
        locked: bool,
        /// Whether its pixels keep their alpha.
        alpha_locked: bool,
        /// Whether it is shown only where the layer below it is.
        clipped: bool,
        /// Whether exports leave it out.
        reference: bool,
        /// Whether it is the background.
        background: bool,
        /// Its opacity, 0 to 255.
        opacity: u8,
        /// Id of its blend mode.
        blend: &'static str,
        /// A note on it.
        note: String,
        /// The colour of its row in lists; a transparent one is none.
        label: Color,
        /// The groups of frames that share one image, at least two in each.
        links: Vec<Vec<u32>>,
        /// Its cels that have properties of their own.
        cels: Vec<CelInfo>,
        /// Id of its group.
        group: Option<u16>,
    }
}

crate::fields! {
    /// A cel that has properties of its own.
    CelInfo {
        /// Its frame.
        frame: u32,
        /// Its opacity, 0 to 255, by which that of its layer is multiplied.
        opacity: u8,
        /// Number of layers by which it is moved up in its frame, or down if negative.
        z_index: i16,
        /// The colour that it has in the timeline; a transparent one is none.
        label: Color,
        /// Its text.
        text: String,
    }
}

crate::fields! {
    /// A group of layers.
    GroupInfo {
        /// Its id, by which layers name it.
        id: u16,
        /// Its name.
        name: String,
        /// Whether its layers are visible.
        visible: bool,
        /// Whether its layers are protected from every change.
        locked: bool,
        /// Id of the group around it.
        parent: Option<u16>,
        /// Its opacity: 0 is invisible, 255 opaque.
        opacity: u8,
        /// The id of its blend mode.
        blend: &'static str,
        /// Whether it is blended as a whole even if it is opaque and of normal mode.
        isolated: bool,
        /// The colour of its row in lists; a transparent one is none.
        label: Color,
        /// A note on it.
        note: String,
    }
}

crate::fields! {
    /// A frame.
    FrameInfo {
        /// Its display time in milliseconds.
        duration: u32,
    }
}

crate::fields! {
    /// A name for a run of frames.
    TagInfo {
        /// Its name.
        name: String,
        /// Its first frame.
        from: u32,
        /// Its last frame.
        to: u32,
        /// Order in which its frames are played.
        direction: &'static str,
        /// Its colour; black is none.
        color: Color,
        /// How often it is played before the frames behind it, or 0 for over and over.
        repeat: u16,
        /// Its text.
        text: String,
    }
}

crate::fields! {
    /// A named rectangle of the canvas.
    SliceInfo {
        /// Its name.
        name: String,
        /// The colour that it is drawn in; a transparent one is none.
        color: Color,
        /// Its text.
        text: String,
        /// Where it lies, by frames.
        keys: Vec<SliceKeyInfo>,
    }
}

crate::fields! {
    /// Where a slice lies from a frame on.
    SliceKeyInfo {
        /// The first frame that it holds for.
        frame: u32,
        /// The slice's rectangle on the canvas; it is not there if that is empty.
        bounds: Rect,
        /// The centre of a nine-patch, told from the rectangle's corner; empty for none.
        center: Rect,
        /// The pivot, told from the rectangle's corner.
        pivot: Option<Point>,
    }
}

crate::fields! {
    /// The settings of the onion skin.
    OnionInfo {
        /// Whether it is shown.
        shown: bool,
        /// Number of frames before the active one.
        before: u32,
        /// Number of frames after it.
        after: u32,
        /// Opacity of the nearest ghosts, in per cent.
        opacity: u32,
        /// Tint of the frames before.
        tint_before: Color,
        /// Tint of the frames after.
        tint_after: Color,
        /// Whether ghosts lie in front.
        front: bool,
        /// Whether they show the active layer alone.
        layer: bool,
        /// Whether they stay within the tag.
        tag: bool,
    }
}

crate::fields! {
    /// What is selected, or floats.
    Selected {
        /// The rectangle around it.
        rect: Rect,
        /// Whether it floats.
        floating: bool,
    }
}

crate::fields! {
    /// A run of the palette.
    Run {
        /// Its first index.
        from: u32,
        /// Its last index.
        to: u32,
    }
}

crate::fields! {
    /// A game.
    GameInfo {
        /// Its name for scripts.
        id: &'static str,
        /// Its name for people.
        label: &'static str,
    }
}

crate::fields! {
    /// A state that the history brush paints from.
    SourceInfo {
        /// Number of the step that led to it.
        id: u64,
        /// Words for it.
        words: Message,
        /// Whether it was chosen for the brush, and is not the last pin or the newest step by itself.
        chosen: bool,
        /// When that step was made, in milliseconds since 1970; 0 if that is not said.
        time: u64,
    }
}

crate::fields! {
    /// A text that is set but not placed yet.
    Written {
        /// Its letters.
        letters: String,
        /// The rectangle around it.
        rect: Rect,
    }
}

crate::fields! {
    /// A size in pixels.
    Size {
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    }
}

/// The declarations of all of these in TypeScript.
pub const TYPESCRIPT: &str = {
    const ALL: &[&str] = &[
        State::TYPESCRIPT,
        Drawing::TYPESCRIPT,
        LayerInfo::TYPESCRIPT,
        GroupInfo::TYPESCRIPT,
        FrameInfo::TYPESCRIPT,
        TagInfo::TYPESCRIPT,
        SliceInfo::TYPESCRIPT,
        SliceKeyInfo::TYPESCRIPT,
        OnionInfo::TYPESCRIPT,
        Selected::TYPESCRIPT,
        Run::TYPESCRIPT,
        SourceInfo::TYPESCRIPT,
        GameInfo::TYPESCRIPT,
        Written::TYPESCRIPT,
        Probed::TYPESCRIPT,
        Searched::TYPESCRIPT,
        MergeInfo::TYPESCRIPT,
        Size::TYPESCRIPT,
    ];
    const LENGTH: usize = joined::<0>(ALL).length;
    const BYTES: [u8; LENGTH] = joined(ALL).bytes;
    text(&BYTES)
};
