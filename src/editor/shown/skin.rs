//! The onion skin of the active frame, and when all of it is to be painted anew.
//!
//! Ghosts are composed anew from the drawing whenever they are painted. So a change of their pixels makes the same
//! rectangles dirty as it would in their own frames. What else decides how they are seen is gathered in
//! [`Displayed`]: which frames they are, the [`Stack`] of layers, and the settings. If any of
//! that has changed, the whole canvas is dirty.
//!
//! While an animation or a game plays there are no ghosts: they would hide the movement.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect};
//! let mut editor = Editor::new()?;
//! editor.resize(64, 64);
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! editor.run("select.none", &[], 0)?;
//! editor.run("frame.add", &[], 0)?;
//! let shown = |editor: &Editor| {
//!     let mut out = Vec::new();
//!     editor.render(Rect::new(32, 32, 1, 1), undoodle::render::Quality::Averaged, &mut out).map(|()| out)
//! };
//! assert_eq!(shown(&editor)?, [0xe9, 0xeb, 0xee, 255], "the second frame is empty");
//! editor.run("view.onion", &[], 0)?;
//! assert_ne!(shown(&editor)?, [0xe9, 0xeb, 0xee, 255], "the first one shows through");
//! assert_eq!(editor.pixel(32, 32)?.to_string(), "#00000000", "no pixel has changed");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::Stack;
use crate::editor::Effect;
use crate::editor::session::Session;
use crate::editor::shown::Shown;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::render::{MAX_GHOSTS, Onion, Quality, Skin, render_with};
use crate::value::Value;

/// All that decides which pixels of the drawing a view shows, beside these.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Displayed {
    frame: u32,
    skin: Option<Ground>,
}

/// What a skin depends on beside pixels.
#[derive(Clone, Debug, PartialEq)]
struct Ground {
    skin: Skin,
    /// Ids of the frames that the ghosts show, and of the layer if they show one.
    frames: Vec<Option<u16>>,
    layer: Option<u16>,
    stack: Stack,
}

impl Displayed {
    /// Returns how many frames are shown together.
    pub(super) fn weight(&self) -> i64 {
        self.skin.as_ref().map_or(1, |Ground { skin, .. }| {
            // Where they may lie between layers, they are composed for both places.
            let places = if skin.ground > 0 && !skin.front && skin.layer.is_none() { 2 } else { 1 };
            places * skin.ghosts.len() as i64 + 1
        })
    }
}

impl Session {
    /// Returns the ghosts around the active frame, or `None` if there are none.
    pub(in crate::editor) fn skin(&self) -> Option<Skin> {
        if !self.desk().shows_onion || self.is_playing() || self.game().is_some() {
            return None;
        }
        let (onion, cel) = (self.desk().onion, self.cel());
        let round = if onion.tag { self.round() } else { None };
        let ghosts = onion.ghosts(cel.frame, self.document().frames(), round.as_deref());
        let layer = onion.layer.then_some(cel.layer);
        (!ghosts.is_empty()).then_some(Skin { ghosts, front: onion.front, layer, ground: cel.layer })
    }

    /// Says why an onion skin that was just turned on shows nothing, if it does not.
    // Inlined, it would be in the part of the module that painting needs.
    #[inline(never)]
    pub(in crate::editor) fn tell_missing_ghosts(&mut self) {
        if self.is_playing() || self.game().is_some() || self.skin().is_some() {
            return;
        }
        let is_alone = self.desk().onion.tag && self.round().is_some_and(|round| round.len() == 1);
        let why = match self.document().frames() {
            1 => "Onion skin on: it shows once there is a second frame",
            _ if is_alone => {
                "Onion skin on, but the tag has no other frame: its settings can show frames outside the tag"
            }
            _ => "Onion skin on, but its settings show no frames before or after this one",
        };
        self.emit(Effect::Message(why.into()));
    }

    /// Returns what decides which pixels are shown.
    pub(super) fn shown(&self) -> Displayed {
        let document = &self.document();
        let skin = self.skin().map(|skin| Ground {
            frames: skin.ghosts.iter().map(|ghost| document.frame_id(ghost.frame)).collect(),
            layer: skin.layer.and_then(|layer| document.layer_id(layer)),
            stack: document.stack(),
            skin,
        });
        Displayed { frame: self.cel().frame, skin }
    }

    /// Returns the name of what edits apply to unless they are told.
    pub(in crate::editor) fn reach(&self) -> &'static str {
        self.desk().reach.id()
    }

    /// Returns the settings of the onion skin, and whether it is shown.
    pub(in crate::editor) fn onion(&self) -> (Onion, bool) {
        (self.desk().onion, self.desk().shows_onion)
    }
}

impl Shown {
    /// Renders a rectangle of the viewport as RGBA.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the pixels cannot be allocated.
    pub(in crate::editor) fn render(
        &self,
        session: &Session,
        rect: Rect,
        quality: Quality,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        if let Some((drawing, frame)) = session.look() {
            return render_with(drawing, frame, None, &self.window.view, rect, quality, out);
        }
        let (frame, skin) = (session.cel().frame, session.skin());
        render_with(session.document(), frame, skin.as_ref(), &self.window.view, rect, quality, out)
    }
}

/// Returns the settings of an onion skin by their names, as they are kept.
pub(in crate::editor) fn values(onion: &Onion) -> [(&'static str, Value); 8] {
    let color = |color: Color| Value::Text(color.to_string());
    [
        ("before", onion.before.into()),
        ("after", onion.after.into()),
        ("opacity", onion.opacity.into()),
        ("tintBefore", color(onion.tint_before)),
        ("tintAfter", color(onion.tint_after)),
        ("front", onion.front.into()),
        ("layer", onion.layer.into()),
        ("tag", onion.tag.into()),
    ]
}

/// Sets one of the settings of an onion skin by its name.
///
/// # Errors
/// Returns [`Error::Unknown`] or [`Error::Range`] if there is no such setting, or the value is not accepted.
pub(in crate::editor) fn set(onion: &mut Onion, name: &str, value: &Value) -> Result<()> {
    let count = |most: u32| value.whole("onion skin", 0, most.into()).map(|count| count as u32);
    match name {
        "before" => onion.before = count(MAX_GHOSTS)?,
        "after" => onion.after = count(MAX_GHOSTS)?,
        "opacity" => onion.opacity = count(100)?.max(1),
        "tintBefore" => onion.tint_before = value.color("onion skin")?,
        "tintAfter" => onion.tint_after = value.color("onion skin")?,
        "front" => onion.front = value.flag("onion skin")?,
        "layer" => onion.layer = value.flag("onion skin")?,
        "tag" => onion.tag = value.flag("onion skin")?,
        _ => return Err(Error::unknown("onion skin", name, "one of its settings")),
    }
    Ok(())
}
