//! Whole copies of documents, which travel where an editor only looks: what it says of the past is compared with them.

use crate::law::chance::{self, Chance};
use undoodle::document::Document;
use undoodle::editor::Editor;
use undoodle::history::CommitId;
use undoodle::journal::{decode_history, encode_history};

/// A document with the history of another, which can be travelled.
pub fn copy(document: &Document) -> Document {
    let (bytes, _) = encode_history(document, &[]).unwrap();
    decode_history(document.history().arena().clone(), &bytes).unwrap().0
}

/// An editor with a random document in which nothing floats.
pub struct Random {
    pub chance: Chance,
    pub editor: Editor,
    /// Its copy.
    pub travelling: Document,
    /// All states: those after each step, and the oldest.
    pub states: Vec<CommitId>,
    /// Ids of the active layer and frame.
    pub ids: [u16; 2],
}

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut chance = Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        if editor.document().floating().is_some() {
            editor.run("edit.land", &[], 0).unwrap();
        }
        let travelling = copy(editor.document());
        let history = editor.document().history();
        let states = history.commits().map(|step| step.id()).chain([history.base()]).collect();
        let cel = editor.cel();
        let ids = [editor.document().layer_id(cel.layer), editor.document().frame_id(cel.frame)]
            .map(Option::unwrap);
        Random { chance, editor, travelling, states, ids }
    }
}
