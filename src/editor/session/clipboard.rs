//! The clipboard, and how pictures get from it to other programs and back.
//!
//! Problem: other programs take PNG files, and what comes back from them is not what was given. A system's clipboard
//! drops the colours of transparent pixels and rounds those of translucent ones, and nobody tells who copied last. Idea:
//! a copy is encoded once, losslessly, by the work that copies. Other tabs are handed these very bytes; and a picture
//! from the system's clipboard that looks like the last copy is taken for it, so that its exact pixels and its place
//! are pasted. Any other picture was copied later by another program.
//!
//! The invariant: a paste that fails leaves the clipboard as it was.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! let copied = editor.copy("edit.copy", &[], 0)?.expect("the selected pixels");
//! let file = copied.png.expect("it is small enough");
//! let mut other = Editor::new()?;
//! other.paste_latest(None, Some(&file), 0)?;
//! assert_eq!(other.pixel(3, 3)?.to_string(), "#000000ff");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::desk::Clip;
use crate::color::Color;
use crate::document::Needs;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::formats::png;
use crate::geometry::Point;
use crate::pause;
use crate::raster::Image;
use crate::value::Value;
use std::rc::Rc;

/// Largest number of pixels of a copy that other programs and tabs get, those of 2048×2048.
pub const MOST_COPIED: u32 = 1 << 22;

/// What was copied, for those outside of this editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Number of columns and rows.
    pub size: (u32, u32),
    /// Position of the top-left corner on the canvas.
    pub place: Option<Point>,
    /// The pixels as a PNG file, or `None` if there are more than [`MOST_COPIED`] or the file can't be allocated.
    pub png: Option<Vec<u8>>,
}

/// What another editor has copied.
#[derive(Clone, Copy, Debug)]
pub struct Handed<'a> {
    /// Its pixels as a PNG file.
    pub png: &'a [u8],
    /// Position of the top-left corner on the canvas.
    pub place: Option<Point>,
}

/// Returns `true` if two images look alike: a channel of a premultiplied colour may differ by as much as two roundings
/// make of it.
fn look_alike(one: &Image, other: &Image) -> Result<bool> {
    if one.size() != other.size() {
        return Ok(false);
    }
    for y in 0..one.size().1 {
        let (row, another) = (one.row(y), other.row(y));
        pause::point(4 * row.len())?;
        if !row.iter().zip(another).all(|(one, other)| close(*one, *other)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns `true` if one colour may be what a clipboard has made of the other.
pub fn close(one: Color, other: Color) -> bool {
    let light = |color: Color, channel: usize| u16::from(color.bytes[channel]) * u16::from(color.bytes[3]);
    let near = |channel| light(one, channel).abs_diff(light(other, channel)) <= 2 * 255;
    one == other || (one.bytes[3].abs_diff(other.bytes[3]) <= 1 && (0..3).all(near))
}

impl Session {
    /// Returns `true` if there is something to paste that was copied or pasted here.
    pub(in crate::editor) fn has_copied(&self) -> bool {
        self.desk.clipboard.is_some()
    }

    /// Says whether a paste may find something that was not copied in this editor, so that it can be run without a copy.
    pub(in crate::editor) fn offer_paste(&mut self, offered: bool) {
        self.offered = offered;
        self.state_changed();
    }
}

impl Editor {
    /// Runs a command that copies, and encodes the copy for others. Returns `None` if the command was not run.
    ///
    /// # Errors
    /// As [`run`](Editor::run).
    pub fn copy(&mut self, id: &str, args: &[(String, Value)], time: u64) -> Result<Option<Copied>> {
        if !self.run(id, args, time)? {
            return Ok(None);
        }
        let Some(Clip { image, place }) = &self.session.desk.clipboard else { return Ok(None) };
        let size = image.size();
        // A copy that can't be encoded is a copy all the same.
        let png = if size.0 * size.1 <= MOST_COPIED { png::encode_image(image).ok() } else { None };
        Ok(Some(Copied { size, place: *place, png }))
    }

    /// Pastes what was copied last: `handed` by another editor, or else by this one. If `picture`, a file from the system's
    /// clipboard, looks like neither, another program has copied it since, and it is pasted. What is pasted becomes the
    /// clipboard. Returns `false`, and says so, if there is nothing to paste.
    ///
    /// # Errors
    /// As [`paste`](Editor::paste).
    pub fn paste_latest(
        &mut self,
        handed: Option<Handed<'_>>,
        picture: Option<&[u8]>,
        time: u64,
    ) -> Result<bool> {
        self.settle_presses();
        self.check_paste()?;
        let own = self.session.desk.clipboard.clone();
        let copied = match handed {
            Some(Handed { png, place }) => {
                Some(Clip { image: Rc::new(self.session.formats.open(png)?.1.image()?), place })
            }
            None => own.clone(),
        };
        let Some(picture) = picture else {
            let Some(clip) = copied else {
                self.session.emit(Effect::Message("Nothing to paste: the clipboard holds no picture".into()));
                return Ok(false);
            };
            return self.paste_clip(clip, Message::default(), time);
        };
        let (_, file) = self.session.formats.open(picture)?;
        let image = file.image()?;
        // The system may have refused what another editor copied, and still hold what was copied here before.
        let mut known = false;
        for clip in [&copied, &own].into_iter().flatten() {
            known = known || look_alike(&clip.image, &image)?;
        }
        match copied {
            Some(clip) if known => self.paste_clip(clip, Message::default(), time),
            _ => self.paste_clip(Clip { image: Rc::new(image), place: None }, file.notes(), time),
        }
    }

    /// Reads a picture file into the clipboard and pastes it, as one step.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] while a stroke or a game is under way or if the layer may not change, and
    /// the decoder's error if the file cannot be read. The drawing and the clipboard are unchanged then.
    pub fn paste(&mut self, bytes: &[u8], time: u64) -> Result<()> {
        self.settle_presses();
        self.check_paste()?;
        let (_, file) = self.session.formats.open(bytes)?;
        let (notes, image) = (file.notes(), file.image()?);
        self.paste_clip(Clip { image: Rc::new(image), place: None }, notes, time).map(|_| ())
    }

    /// Checks that nothing under way forbids a paste.
    fn check_paste(&self) -> Result<()> {
        if self.hand.is_painting() {
            let name = self.session.tool().id.to_owned();
            return Err(Error::Refused { what: "tool", name: name.into(), why: "end its stroke first" });
        }
        self.session.check_game()
    }

    /// Puts pixels on the clipboard and pastes them, and says what was left out of their file.
    fn paste_clip(&mut self, clip: Clip, notes: Message, time: u64) -> Result<bool> {
        self.session.document.check(self.session.cel(), Needs::Alpha)?;
        let (width, height) = clip.image.size();
        let before = self.session.desk.clipboard.replace(clip);
        let pasted = self.run("edit.paste", &[], time);
        if pasted.is_err() {
            self.session.desk.clipboard = before;
        } else if !notes.is_empty() {
            self.session.emit(Effect::Message(
                Message::new("Pasted {width} × {height}: {notes}").with(width).with(height).with(notes),
            ));
        }
        pasted
    }
}
