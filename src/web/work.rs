//! Work that may take long, in a form that the page can pause.
//!
//! A browser can pause a call into the module while it waits for a promise (JavaScript Promise
//! Integration), but only a call of numbers, with no JavaScript between it and the wait. So the
//! page plans what is to be done by one call, and has it performed by another, [`Editor::perform`],
//! which it can pause wherever the work passes a [`point`](crate::pause::point). Until the work is
//! done nothing else may be asked of the editor. A browser that knows nothing of this performs
//! the work in one go.
//!
//! Which plan waits, and whether it takes a moment or long, [`Editor::plan`] tells after each call. A move of a shape that is drawn
//! anew with each has a place of its own: it waits for the next frame, and gives way to the next move, a press and a release.
//!
//! A pause costs as much as thousands of pixels even if nobody has anything to do in it. So at each
//! point an ordinary call asks first whether one is due.

use super::Editor;
use super::clipboard::JsMaybeCopied;
use super::value::{JsMessage, message, thrown};
use super::{clipboard, keeping, values};
use crate::error::Message;
use crate::formats::project::are_pages;
use crate::journal::EntryKey;
use crate::pause::{Stoppable, hosted};
use crate::value::Value;
use js_sys::Uint8Array;
use std::io::BufReader;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// Returns `true` if the work has taken long enough for a pause, or is to be stopped, which it can be only if
    /// `stoppable`.
    #[wasm_bindgen(js_name = undoodleDue)]
    fn is_due(stoppable: bool) -> bool;

    /// Waits for a moment. Returns `true` if the work is to be stopped.
    #[wasm_bindgen(js_name = undoodlePause)]
    fn pause(stoppable: bool) -> bool;

    /// Hears that the work is done.
    #[wasm_bindgen(js_name = undoodlePerformed)]
    fn performed();
}

/// Pauses the work if it is time to. Returns `true` if it is to be stopped.
fn pause_if_due(stoppable: Stoppable) -> bool {
    let stoppable = stoppable == Stoppable::Yes;
    is_due(stoppable) && pause(stoppable)
}

/// Arguments of a command.
type Args = Vec<(String, Value)>;

/// What is to be done.
#[derive(Debug)]
pub(super) enum Work {
    Down { x: f64, y: f64, button: i16, time: u64 },
    Up { x: f64, y: f64, time: u64 },
    Space { held: bool, time: u64 },
    Run { id: String, args: Args, time: u64 },
    Preview { id: String, args: Args },
    Clipboard(Box<clipboard::Work>),
    File { file: Uint8Array, how: Become, time: u64 },
    Open { file: Uint8Array, name: String },
    Answer { yes: bool },
    Batch,
    Kept { turn: u64 },
    Supply { key: EntryKey, content: Option<Uint8Array> },
    Contour,
}

/// A move of the pointer that waits for the next frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    x: f64,
    y: f64,
    time: u64,
}

impl Work {
    /// Returns `true` for work that the hand does not wait for, which a move outlives.
    fn is_aside(&self) -> bool {
        matches!(self, Work::Batch | Work::Kept { .. } | Work::Supply { .. } | Work::Contour)
    }
}

/// Number of bytes of a file that are fetched at once.
const PART: usize = 1 << 16;

/// What the drawing becomes of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Become {
    /// A newer version of it.
    Newer,
    /// The picture that it was opened from, with the numbers of its colours as they are.
    Numbers,
}

/// Makes the drawing what a file holds. Never inlined, as nobody needs it to paint.
#[inline(never)]
fn become_file(
    editor: &mut crate::editor::Editor,
    file: &Uint8Array,
    how: Become,
    time: u64,
) -> crate::error::Result<bool> {
    let bytes = values::copied(file)?;
    match how {
        Become::Newer => editor.open_newer(&bytes, time),
        Become::Numbers => editor.keep_numbers(&bytes, time),
    }
}

/// Opens a file as a drawing of its own, and returns notes on it. Never inlined, as nobody needs it to paint.
#[inline(never)]
fn open(editor: &mut crate::editor::Editor, file: &Uint8Array, name: &str) -> crate::error::Result<Message> {
    let reading = values::Reading::of(file);
    if are_pages(&reading.begin()) {
        // What the worker hands over is read where it is: a copy in the module's memory would stay there as room.
        editor.open_copy(BufReader::with_capacity(PART, reading), name)?;
        return Ok(Message::default());
    }
    editor.open(&values::copied(file)?, name)
}

/// Supplies an entry from the disk. Never inlined, as nobody needs it to paint.
#[inline(never)]
fn supply(
    editor: &mut crate::editor::Editor,
    key: EntryKey,
    content: Option<&Uint8Array>,
) -> crate::error::Result<()> {
    // What memory has no room for is not read, whatever the disk has.
    let content = content.map(values::copied).transpose().inspect_err(|_| editor.not_read(key))?;
    editor.supply(key, content.as_deref())
}

impl Editor {
    /// Performs the move that waits for the next frame, if there is one.
    pub(super) fn catch_up(&mut self) {
        if let Some(Move { x, y, time }) = self.moving.take() {
            self.editor.pointer_move(x, y, time);
        }
    }

    /// Does what was planned, and returns `true` unless a command was not run. A batch comes before all else.
    fn work(&mut self) -> crate::error::Result<bool> {
        let work = if std::mem::take(&mut self.batching) { Some(Work::Batch) } else { self.planned.take() };
        if work.is_none() {
            self.catch_up();
        } else if work.as_ref().is_some_and(|work| !work.is_aside()) {
            self.moving = None;
        }
        let Editor { editor, batch, opened, contour, .. } = self;
        match work {
            None => return Ok(true),
            Some(Work::Down { x, y, button, time }) => editor.pointer_down(x, y, button, time),
            Some(Work::Up { x, y, time }) => editor.pointer_up(x, y, time),
            Some(Work::Space { held, time }) => editor.hold_space(held, time),
            Some(Work::Run { id, args, time }) => return editor.run(&id, &args, time),
            Some(Work::Preview { id, args }) => editor.preview(&id, &args)?,
            Some(Work::Clipboard(work)) => return work.perform(editor),
            Some(Work::File { file, how, time }) => return become_file(editor, &file, how, time),
            Some(Work::Open { file, name }) => *opened = open(editor, &file, &name)?,
            Some(Work::Answer { yes }) => return editor.answer(yes),
            Some(Work::Kept { turn }) => editor.batch_kept(turn),
            Some(Work::Supply { key, content }) => supply(editor, key, content.as_ref())?,
            Some(Work::Contour) => *contour = editor.contour()?,
            Some(Work::Batch) => *batch = editor.take_batch().map(|taken| taken.map(keeping::hand_over)),
        }
        Ok(true)
    }
}

#[wasm_bindgen]
impl Editor {
    /// Returns what waits to be performed: 0 if nothing does, 1 for a move, which waits for the next frame, 2 for what takes no
    /// longer than a moment, as far as that is known, and so needs no call that can be paused, and 3 for what may take long.
    pub fn plan(&self) -> u32 {
        let is_small = match &self.planned {
            None => return u32::from(self.moving.is_some()),
            Some(Work::Run { id, .. }) => self.editor.is_small(id),
            // A command may have waited for it.
            Some(Work::Kept { .. }) => !self.editor.is_fetching(),
            Some(Work::Supply { content, .. }) => {
                content.as_ref().is_none_or(|content| content.length() < keeping::SMALL)
                    && !self.editor.is_fetching()
            }
            Some(_) => false,
        };
        if is_small { 2 } else { 3 }
    }

    /// Plans a press of a button, by the DOM's number.
    pub fn plan_down(&mut self, x: f64, y: f64, button: i16, time: f64) {
        self.planned = Some(Work::Down { x, y, button, time: self.at(time) });
    }

    /// Plans a move of the pointer for the next frame, in the place of one that is planned already.
    pub fn plan_move(&mut self, x: f64, y: f64, time: f64) {
        self.moving = Some(Move { x, y, time: self.at(time) });
    }

    /// Plans the button's release.
    pub fn plan_up(&mut self, x: f64, y: f64, time: f64) {
        self.planned = Some(Work::Up { x, y, time: self.at(time) });
    }

    /// Plans to hold the space bar or to let it go: one pans by it, or paints if one paints by keys.
    pub fn plan_space(&mut self, held: bool, time: f64) {
        self.planned = Some(Work::Space { held, time: self.at(time) });
    }

    /// Plans a command.
    pub fn plan_run(&mut self, id: &str, args: JsValue, time: f64) -> Result<(), JsValue> {
        self.planned = Some(Work::Run { id: id.into(), args: values::entries(&args)?, time: self.at(time) });
        Ok(())
    }

    /// Plans a preview.
    pub fn plan_preview(&mut self, id: &str, args: JsValue) -> Result<(), JsValue> {
        self.planned = Some(Work::Preview { id: id.into(), args: values::entries(&args)? });
        Ok(())
    }

    /// Plans a command that copies; what it has copied is handed to the page by the end of the work.
    pub fn plan_copy(&mut self, id: &str, time: f64) {
        let work = clipboard::Work::Copy { id: id.into(), time: self.at(time) };
        self.planned = Some(Work::Clipboard(Box::new(work)));
    }

    /// Plans to paste what was copied last: what another tab has handed over, or else what was copied here, unless
    /// `picture`, a file from the system's clipboard, is another program's.
    pub fn plan_paste(
        &mut self,
        handed: JsMaybeCopied,
        picture: Option<Uint8Array>,
        time: f64,
    ) -> Result<(), JsValue> {
        let work = clipboard::Work::paste(&handed, picture, self.at(time))?;
        self.planned = Some(Work::Clipboard(Box::new(work)));
        Ok(())
    }

    /// Returns `true` if there is something to paste that was copied or pasted here.
    pub fn has_copied(&self) -> bool {
        self.editor.has_copied()
    }

    /// Says whether a paste may find something that was not copied here.
    pub fn offer_paste(&mut self, offered: bool) {
        self.editor.offer_paste(offered);
    }

    /// Plans to replace the drawing with a file's; [`opened`](Editor::opened) tells what was left out then.
    pub fn plan_open(&mut self, file: Uint8Array, name: &str) {
        self.planned = Some(Work::Open { file, name: name.into() });
    }

    /// Takes the notes on what was left out or changed of the file that was opened last, empty if there are none.
    pub fn opened(&mut self) -> JsMessage {
        message(&std::mem::take(&mut self.opened)).unchecked_into()
    }

    /// Plans to make the drawing what a newer version of its file holds, as one step.
    pub fn plan_newer(&mut self, file: Uint8Array, time: f64) {
        self.planned = Some(Work::File { file, how: Become::Newer, time: self.at(time) });
    }

    /// Plans to make the drawing the picture that it was opened from, with the numbers of its colours as they are, as one step.
    pub fn plan_numbers(&mut self, file: Uint8Array, time: f64) {
        self.planned = Some(Work::File { file, how: Become::Numbers, time: self.at(time) });
    }

    /// Plans an answer to the question that waits.
    pub fn plan_answer(&mut self, yes: bool) {
        self.planned = Some(Work::Answer { yes });
    }

    /// Plans to make the next batch of what has to be written, before all else that is planned: see [`batch`](Editor::batch).
    /// Returns `true` if that takes less time than a call that can be paused.
    pub fn plan_batch(&mut self) -> bool {
        self.batching = true;
        self.editor.batch_is_small()
    }

    /// Plans to find the contour of the pixels that the last undo or redo changed, which [`contour`](Editor::contour) returns then.
    pub fn plan_contour(&mut self) {
        self.planned = Some(Work::Contour);
    }

    /// Returns the contour that was found last, once: for each closed loop its number of corners, then their x and y in document
    /// pixels.
    pub fn contour(&mut self) -> Vec<i32> {
        std::mem::take(&mut self.contour)
    }

    /// Does what was planned. The page calls it in a way that lets it pause.
    pub fn perform(&mut self) {
        self.outcome = hosted(pause_if_due, || self.work());
        performed();
    }

    /// Does what was planned without asking for a pause, as nobody could wait for it. Returns `false` if a command was
    /// not run.
    pub fn perform_at_once(&mut self) -> Result<bool, JsValue> {
        self.work().map_err(thrown)
    }

    /// Returns what came of it: `false` if a command was not run.
    pub fn outcome(&mut self) -> Result<bool, JsValue> {
        std::mem::replace(&mut self.outcome, Ok(true)).map_err(thrown)
    }

    /// Returns `true` while a stroke goes on that is drawn anew with each move, so that only the last one counts.
    pub fn is_redrawing(&self) -> bool {
        self.editor.is_redrawing()
    }
}
