//! Files in and out: what saves a drawing, what an export leaves out, and what opening says.
//!
//! The project file holds all of a drawing, so saving means that file. Its history is in it
//! by choice, as it shows what was undone, and is as large as the work was long; a file that
//! holds it goes on holding it. Steps that can't be read are left out, which is told. A picture's file, such as PNG, holds what is seen of one frame:
//! it is an *export*. Whoever exports a drawing is told what the file leaves out, and the
//! drawing does not count as saved by it.
//!
//! A file takes a while to reach a disk, and the person paints on. So what counts as saved
//! is the state that was encoded, once the page says that its file has arrived.
//!
//! The invariant: a drawing that counts as saved is, when its file is opened, the same, and
//! so is its history if the file holds it.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!(editor.left_out("png")?, "the division into 2 layers");
//! let file = editor.encode_project(Some(true))?;
//! assert!(editor.document().history().is_dirty(), "nobody has the file yet");
//! assert!(editor.mark_saved() && !editor.document().history().is_dirty());
//! assert_eq!(editor.open(&file, "sky.undoodle")?, "with its history of 1 step");
//! assert_eq!((editor.name(), editor.document().layers()), ("sky", 2));
//! editor.run("edit.undo", &[], 0)?;
//! assert_eq!(editor.document().layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::keeping::Keeping;
use crate::document::{Document, Drawing, HISTORY, MAX_SIDE};
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result, in_range};
use crate::formats;
use crate::journal::{EntryKey, decode_history, encode_history};
use std::io::Read;

/// Says how long the history is that came with a file, and how much of it had no room; nothing of an empty one.
fn told(steps: usize, left: usize) -> Message {
    match (steps, left) {
        (0, 0) => Message::default(),
        (_, 0) => Message::new("with its history of {n} step | with its history of {n} steps").with(steps),
        _ => {
            let code = "with its history of {n} step, without {left} for which there is no room \
                        | with its history of {n} steps, without {left} for which there is no room";
            Message::new(code).with(steps).with(left)
        }
    }
}

impl Session {
    /// Encodes the active frame as a small PNG, at most `side` pixels wide and high.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the file cannot be allocated.
    pub(in crate::editor) fn thumbnail(&self, side: u32) -> Result<Vec<u8>> {
        formats::preview(&self.document, self.cel().frame, side)
    }

    /// Returns the number of steps that the file that was encoded last does not hold, as they can't be read or lie beyond one
    /// that can't.
    pub(in crate::editor) fn steps_left_out(&self) -> usize {
        self.keeping.unread
    }

    /// Supplies an entry of the store for the next file, or `None` if the store does not have it. The steps of one that is
    /// missing or broken are left out of the file.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if all entries together are longer than a file's history may be.
    pub(in crate::editor) fn supply_for_file(&mut self, key: EntryKey, bytes: Option<Vec<u8>>) -> Result<()> {
        let Keeping { journal, said_wall, .. } = &mut self.keeping;
        let Some(journal) = journal else { return Ok(()) };
        let whole = journal.examine(&mut self.document, key, bytes.as_deref());
        if !whole {
            // Whoever saves is told of it.
            *said_wall = true;
            self.state_changed();
        }
        let Some(bytes) = bytes.filter(|_| whole) else { return Ok(()) };
        let before: usize = self.keeping.for_file.values().map(Vec::len).sum();
        let (all, limit) = ((before + bytes.len()) as u64, HISTORY.budget as u64);
        if all > limit {
            self.keeping.for_file.clear();
            return Err(Error::OutOfMemory { what: "history in a file", bytes: all, limit });
        }
        self.keeping.for_file.insert(key, bytes);
        Ok(())
    }

    /// Marks the state that was encoded last as saved, as its file has arrived, whatever was done since.
    /// Returns `false` if none was encoded of this drawing.
    pub(in crate::editor) fn mark_saved(&mut self) -> bool {
        let marked = self.document.finish_saving();
        if marked {
            self.desk.with_history = self.keeping.saves_history;
        }
        self.state_changed();
        marked
    }

    /// Returns `true` if the drawing's file holds its history.
    pub(in crate::editor) fn holds_history(&self) -> bool {
        self.desk.with_history
    }

    /// Returns what a file of a format leaves out of the drawing, as phrases in a row; empty for nothing.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such format, and
    /// [`Error::OutOfMemory`].
    pub(in crate::editor) fn left_out(&self, format: &str) -> Result<Message> {
        let parts = formats::left_out(&self.document, self.formats.named(format)?)?;
        Ok(Message::row_ending(parts, "{first}, {rest}", "{first} and {last}"))
    }

    /// Renames the drawing, as the file was that it was saved to.
    pub(in crate::editor) fn rename(&mut self, name: &str) {
        self.name = readable(name);
        self.state_changed();
    }
}

impl Editor {
    /// Replaces the document with a transparent one that has the palette of this one, and a history of its own.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if a side is outside `1..=32768`. Nothing has changed
    /// then.
    pub fn new_document(&mut self, width: i64, height: i64) -> Result<()> {
        let side = i64::from(MAX_SIDE);
        in_range("width", width, 1, side)?;
        in_range("height", height, 1, side)?;
        let mut drawing = Drawing::new(width as u32, height as u32)?;
        self.preview_end();
        let palette = self.session.document.palette();
        if palette != drawing.palette() {
            drawing.set_palette(&palette)?;
        }
        self.replace(Document::open(drawing)?, "untitled");
        Ok(())
    }

    /// Replaces the document with a file's picture, and with its history, if the file holds it. Returns notes
    /// on that and on what was left out or changed, empty if there are none, and shows them as a message.
    ///
    /// # Errors
    /// Returns the decoder's error if the file cannot be read, and [`Error::Stopped`] if the work is stopped. Nothing has
    /// changed then. A history that is damaged is left out.
    pub fn open(&mut self, bytes: &[u8], name: &str) -> Result<Message> {
        let (_, file) = self.session.formats.open(bytes)?;
        let (others, drawing) = (file.others()?, file.drawing()?);
        let (mut notes, history) = (file.notes(), file.history().transpose());
        let with_history = history.is_some();
        let document = match history {
            None => Document::open(drawing)?,
            Some(history) => match history.and_then(|bytes| decode_history(drawing.into_door(), &bytes)) {
                Ok((document, left)) => {
                    notes = told(document.history().stats().commits, left);
                    document
                }
                Err(Error::Stopped) => return Err(Error::Stopped),
                Err(error) => {
                    notes = Message::new("its history is left out: {why}").with(error.message());
                    Document::open(file.drawing()?)?
                }
            },
        };
        self.turn_to(document, name);
        self.session.desk.with_history = with_history;
        self.session.keeping.others = others;
        if !notes.is_empty() {
            self.session.emit(Effect::Message(
                Message::new("Opened “{name}”: {notes}").with(name).with(notes.clone()),
            ));
        }
        Ok(notes)
    }

    /// Replaces the document with the drawing that another module has read from a file, as a [copy](formats::project::read_copy).
    ///
    /// # Errors
    /// As [`open`](Editor::open).
    pub fn open_copy(&mut self, from: impl Read, name: &str) -> Result<()> {
        let document = Document::open(formats::project::read_copy(from)?)?;
        self.turn_to(document, name);
        self.session.desk.with_history = false;
        self.session.keeping.others = Vec::new();
        Ok(())
    }

    /// Replaces the document, and names the drawing after its file.
    fn turn_to(&mut self, document: Document, name: &str) {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.replace(document, if stem.is_empty() { "untitled" } else { stem });
    }

    /// Encodes the drawing as a file of a format. Ends a preview and a game first, since they are no part of
    /// the drawing.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such format, [`Error::Refused`] while a stroke is under way, and
    /// [`Error::OutOfMemory`] if the file cannot be allocated.
    pub fn encode(&mut self, format: &str) -> Result<Vec<u8>> {
        let format = self.session.formats.named(format)?;
        self.end_for_file()?;
        formats::write(format, &self.session.document, &formats::Export::new(self.session.cel().frame))
    }

    /// Encodes the drawing as a project file that is quick to make, for another module to write in some format. Ends a
    /// preview and a game first.
    ///
    /// # Errors
    /// As [`encode`](Editor::encode).
    pub fn copy_for_export(&mut self) -> Result<Vec<u8>> {
        self.end_for_file()?;
        formats::project::encode_for_reading(&self.session.document)
    }

    /// Ends what is no part of the drawing.
    pub(super) fn end_for_file(&mut self) -> Result<()> {
        self.settle_presses();
        if self.hand.is_painting() {
            let name = self.session.desk.tool.id.to_owned();
            return Err(Error::Refused { what: "tool", name: name.into(), why: "end its stroke first" });
        }
        self.keep_transform(false, None)?;
        self.preview_end();
        self.leave_game();
        Ok(())
    }

    /// Encodes the drawing as a project file, and notes which state that was. `history` says whether its
    /// history is to be in it; by default it is if it was the last time.
    ///
    /// # Errors
    /// As [`encode`](Editor::encode), and [`Error::Away`] if a step has to be [supplied](Editor::supply_for_file) first.
    pub fn encode_project(&mut self, history: Option<bool>) -> Result<Vec<u8>> {
        let volumes: Vec<Vec<u8>> =
            std::mem::take(&mut self.session.keeping.for_file).into_values().collect();
        self.end_for_file()?;
        let with = history.unwrap_or(self.session.desk.with_history);
        let packed = with.then(|| encode_history(&self.session.document, &volumes)).transpose()?;
        let (packed, unread) = packed.unzip();
        let (frame, others) = (self.session.cel().frame, &self.session.keeping.others);
        let file = formats::project::encode_with(&self.session.document, frame, packed.as_deref(), others)?;
        self.session.document.begin_saving()?;
        self.session.keeping.saves_history = with;
        self.session.keeping.unread = unread.unwrap_or(0);
        Ok(file)
    }

    /// Returns the keys of the entries that have to be supplied before the drawing can be encoded with its history, and
    /// were not yet. Ends first what is no part of the drawing, as that may put steps away.
    ///
    /// # Errors
    /// As [`encode`](Editor::encode).
    pub fn wanted_for_file(&mut self, history: Option<bool>) -> Result<Vec<EntryKey>> {
        self.end_for_file()?;
        let Keeping { journal, for_file, .. } = &self.session.keeping;
        let journal = journal.as_ref().filter(|_| history.unwrap_or(self.session.desk.with_history));
        let away = journal.map_or(Vec::new(), |journal| journal.volumes_away(&self.session.document));
        Ok(away.into_iter().filter(|key| !for_file.contains_key(key)).collect())
    }
}

/// Returns a name without characters that show nothing but change how others read: control characters, and those that turn
/// the direction of writing, by which `exe` can look like `png`.
pub(super) fn readable(name: &str) -> String {
    let turns = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.chars().filter(|c| !c.is_control() && !turns(*c)).collect()
}
