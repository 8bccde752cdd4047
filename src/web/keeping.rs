//! What the page writes to its store and reads from it: entries, batches, choices.

use super::Editor;
use super::value::{JsMessage, array, message, object, text, thrown};
use super::values::{bytes, entries};
use super::work::Work;
use crate::journal::{Batch, EntryKey, EntryKind, unknown};
use crate::pause;
use js_sys::{Array, JSON, Reflect, Uint8Array};
use std::ops::Range;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The key of an entry of a drawing's store. Entries of kind 3 are read only when they are wanted. */
export type EntryKey = {kind: number, number: number};
export type Entry = {kind: number, number: number, bytes: Uint8Array<ArrayBuffer>};
/**
 * Changes that have to be written together: ranges of keys that are removed first, and entries, which were handed over
 * before. `whole` is a checkpoint; one is `due` when the log has become long.
 */
export type Changes = {
  turn: number, whole: boolean, due: boolean, bytes: number,
  drops: {kind: number, from: number, to: number}[],
};
"#;

/// The most bytes of an entry that are looked at within a moment.
pub(super) const SMALL: u32 = 256 << 10;

/// The most bytes that are handed to the page at a time.
const PART: usize = 1 << 20;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "EntryKey[]")]
    pub type JsKeys;
    #[wasm_bindgen(typescript_type = "Entry[]")]
    pub type JsEntries;
    #[wasm_bindgen(typescript_type = "Changes | undefined")]
    pub type JsChanges;

    /// Gives the page a part of an entry of the batch that is being made, behind the parts before it.
    #[wasm_bindgen(js_name = undoodlePut)]
    fn put(kind: f64, number: f64, part: &[u8], last: bool);
}

fn number(number: u64) -> JsValue {
    JsValue::from_f64(number as f64)
}

fn kind_of(kind: EntryKind) -> f64 {
    EntryKind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as f64
}

fn kind(kind: EntryKind) -> JsValue {
    JsValue::from_f64(kind_of(kind))
}

fn key(of: EntryKey) -> JsValue {
    object(&[("kind", kind(of.kind)), ("number", number(of.number))])
}

/// Reads a key, or returns `None` for what is none.
fn key_of(kind: f64, number: f64) -> Option<EntryKey> {
    let whole = |number: f64| {
        (number >= 0.0 && number.fract() == 0.0 && number < (1u64 << 53) as f64).then_some(number as u64)
    };
    let kind = EntryKind::ALL.get(usize::try_from(whole(kind)?).ok()?)?;
    Some(EntryKey::new(*kind, whole(number)?))
}

/// What a batch changes, without the entries that it puts.
#[derive(Debug)]
pub(super) struct Changes {
    turn: u64,
    whole: bool,
    due: bool,
    bytes: usize,
    drops: Vec<Range<EntryKey>>,
}

/// Hands the entries of a batch to the page, a part at a time, and returns the rest. Each entry is freed as soon as
/// the page has it.
pub(super) fn hand_over(batch: Batch) -> Changes {
    let bytes = batch.bytes();
    for (key, bytes) in batch.puts {
        let parts = bytes.len().div_ceil(PART).max(1);
        for index in 0..parts {
            let part = &bytes[index * PART..bytes.len().min((index + 1) * PART)];
            put(kind_of(key.kind), key.number as f64, part, index + 1 == parts);
            pause::only(part.len());
        }
    }
    Changes { turn: batch.turn, whole: batch.whole, due: batch.due, bytes, drops: batch.drops }
}

fn changes(of: &Changes) -> JsValue {
    let drops = of.drops.iter().map(|range| {
        object(&[
            ("kind", kind(range.start.kind)),
            ("from", number(range.start.number)),
            ("to", number(range.end.number)),
        ])
    });
    object(&[
        ("turn", number(of.turn)),
        ("whole", JsValue::from_bool(of.whole)),
        ("due", JsValue::from_bool(of.due)),
        ("bytes", number(of.bytes as u64)),
        ("drops", array(drops)),
    ])
}

/// Reads the keys and the bytes of entries. What is none is left out; an entry of a kind that isn't known is refused.
fn entries_of(given: &JsValue) -> Result<Vec<(EntryKey, Vec<u8>)>, JsValue> {
    let mut found = Vec::new();
    for entry in given.dyn_ref::<Array>().into_iter().flat_map(|list| list.iter()) {
        let property = |name: &str| Reflect::get(&entry, &text(name));
        let (kind, number) = (property("kind")?.as_f64(), property("number")?.as_f64());
        let (Some((kind, number)), Some(content)) =
            (kind.zip(number), property("bytes")?.dyn_ref::<Uint8Array>().cloned())
        else {
            continue;
        };
        let key = key_of(kind, number).ok_or_else(|| thrown(unknown()))?;
        found.push((key, bytes(&content)?));
    }
    Ok(found)
}

fn keys(keys: impl IntoIterator<Item = EntryKey>) -> JsKeys {
    array(keys.into_iter().map(key)).unchecked_into()
}

#[wasm_bindgen]
impl Editor {
    /// Begins to record the drawing; the next batch holds all of it. Returns the number of steps that are lost, as they lay in
    /// entries of kind 3 alone that are gone.
    pub fn keep(&mut self) -> usize {
        self.editor.begin_keeping()
    }

    /// Returns `true` while a command waits for the disk.
    pub fn is_fetching(&self) -> bool {
        self.editor.is_fetching()
    }

    /// Takes the batch that was made of what has to be written since the one before, or `undefined` if there is
    /// nothing. The page has its entries already.
    pub fn batch(&mut self) -> Result<JsChanges, JsValue> {
        let made = std::mem::replace(&mut self.batch, Ok(None)).map_err(thrown)?;
        Ok(made.map_or(JsValue::UNDEFINED, |made| changes(&made)).unchecked_into())
    }

    /// Asks that the next batch be a checkpoint, which takes the log's place, if the log has become long.
    pub fn checkpoint(&mut self) {
        self.editor.checkpoint();
    }

    /// Plans to note that the batch of this turn and all before it are written.
    pub fn plan_kept(&mut self, turn: f64) {
        self.planned = Some(Work::Kept { turn: turn as u64 });
    }

    /// Notes that a batch was not written, nor any after it: the next one holds all.
    pub fn batch_lost(&mut self) {
        self.editor.batch_lost();
    }

    /// Forgets the steps that lie in entries of kind 3 below this number. Returns how many those were.
    pub fn forget_before(&mut self, number: f64) -> usize {
        self.editor.forget_before(number as u64)
    }

    /// Takes the key of an entry that the editor wants to have now.
    pub fn wanted(&mut self) -> JsKeys {
        keys(self.editor.wanted())
    }

    /// Plans to supply an entry that was wanted, or `undefined` if there is none.
    pub fn plan_supply(&mut self, kind: f64, number: f64, content: Option<Uint8Array>) {
        self.planned = key_of(kind, number).map(|key| Work::Supply { key, content });
    }

    /// Notes that an entry that was wanted could not be read, though it may be there.
    pub fn not_read(&mut self, kind: f64, number: f64) {
        key_of(kind, number).into_iter().for_each(|key| self.editor.not_read(key));
    }

    /// Returns the keys of the entries that have to be supplied before the drawing can be encoded with its history, and were
    /// not yet.
    pub fn wanted_for_file(&mut self, history: Option<bool>) -> Result<JsKeys, JsValue> {
        self.editor.wanted_for_file(history).map(keys).map_err(thrown)
    }

    /// Supplies an entry for the next file, or `undefined` if there is none.
    pub fn supply_for_file(
        &mut self,
        kind: f64,
        number: f64,
        content: Option<Uint8Array>,
    ) -> Result<bool, JsValue> {
        let Some(key) = key_of(kind, number) else { return Ok(false) };
        let content = content.as_ref().map(bytes).transpose()?;
        self.editor.supply_for_file(key, content).map(|()| true).map_err(thrown)
    }

    /// Returns the number of steps that the file that was encoded last does not hold, as they can't be read.
    pub fn steps_left_out(&self) -> usize {
        self.editor.steps_left_out()
    }

    /// Returns `true` if the drawing's file holds a newer version by another program that is undone here.
    pub fn is_behind_file(&self) -> bool {
        self.editor.is_behind_file()
    }

    /// Begins to bring a drawing back from its entries, without those of kind 3. Returns the keys of those that
    /// are needed for it; if there is none, it can be finished.
    pub fn restore_begin(&mut self, entries: JsEntries) -> Result<JsKeys, JsValue> {
        let entries = entries_of(&entries)?;
        let entries = entries.iter().map(|(key, bytes)| (*key, &bytes[..]));
        self.editor.restore_begin(entries).map(keys).map_err(thrown)
    }

    /// Supplies an entry that the recovery needs, and returns the keys of those that it needs then.
    pub fn restore_supply(
        &mut self,
        kind: f64,
        number: f64,
        content: Option<Uint8Array>,
    ) -> Result<JsKeys, JsValue> {
        let Some(key) = key_of(kind, number) else { return Ok(keys(None)) };
        let content = content.as_ref().map(bytes).transpose()?;
        self.editor.restore_supply(key, content.as_deref()).map(keys).map_err(thrown)
    }

    /// Returns what of the drawing can't be read, as phrases in a row; empty if all can.
    pub fn restore_damage(&self) -> JsMessage {
        message(&self.editor.restore_damage()).unchecked_into()
    }

    /// Ends bringing a drawing back. The one that is open stays.
    pub fn restore_drop(&mut self) {
        self.editor.restore_drop();
    }

    /// Replaces the drawing with the one that was brought back, and goes on recording it. If anything of it can't be read,
    /// this is refused.
    pub fn restore_finish(&mut self, name: &str) -> Result<(), JsValue> {
        self.editor.restore_finish(name).map_err(thrown)
    }

    /// Replaces the drawing with what can be read of it, and records that as another drawing, whose entries have to be
    /// copies of those that were read.
    pub fn restore_readable(&mut self, name: &str) -> Result<(), JsValue> {
        self.editor.restore_readable(name).map_err(thrown)
    }

    /// Encodes what can be read of the drawing as a project file, without its steps.
    pub fn restore_encode(&mut self) -> Result<Vec<u8>, JsValue> {
        self.editor.restore_encode().map_err(thrown)
    }

    /// Returns what the person has chosen, and the view, as text in JSON.
    pub fn desk(&self) -> String {
        // Building the object in JavaScript takes a multiple of the time, and it is asked for with each stroke.
        crate::value::object(&self.editor.choices())
    }

    /// Chooses again what [`desk`](Editor::desk) has told. What is not understood is left alone.
    pub fn set_desk(&mut self, desk: &str) {
        let choices = JSON::parse(desk).ok().and_then(|values| entries(&values).ok());
        self.editor.choose_again(&choices.unwrap_or_default());
    }

    /// Encodes the shown frame as a small PNG, at most `side` pixels wide and high.
    pub fn thumbnail(&self, side: u32) -> Result<Vec<u8>, JsValue> {
        self.editor.thumbnail(side.clamp(1, 1024)).map_err(thrown)
    }
}
