//! Steps to pixels that no drawing has: who undoes them must be able to save, and to come back.

use super::forge::{file, pages};
use undoodle::document::{Document, Door};
use undoodle::editor::Editor;
use undoodle::history::{Header, History};
use undoodle::journal::{Entries, encode_history};
use undoodle::memory::{PageAddress, Region};

/// Opens a file with a step in redo that puts a pixel at a place, keeps it in a store, and redoes the step.
/// Returns the editor and the store, or `None` if there is no such step.
fn redone(tree: u32, index: u32) -> Option<(Editor, Entries)> {
    let mut history = History::new(pages());
    history.begin(1).unwrap();
    let at = PageAddress { tree, level: 0, index }.address();
    history.write(Region::new(at, 4)).unwrap().copy_from_slice(&[1, 2, 3, 255]);
    history.commit(Header::new("Wrong")).unwrap();
    history.undo().unwrap();
    let document = Document::restore(history, &[]).unwrap();
    let bytes = file(document.door().arena(), &encode_history(&document, &[]).unwrap().0);
    let (mut editor, mut store) = (Editor::new().unwrap(), Entries::default());
    editor.open(&bytes, "x.undoodle").unwrap();
    editor.begin_keeping();
    store.write(editor.take_batch().unwrap().unwrap());
    editor.run("edit.redo", &[], 0).ok()?;
    // The person goes on.
    editor.run("layer.add", &[], 0).unwrap();
    store.write(editor.take_batch().unwrap()?);
    Some((editor, store))
}

/// A tree of no cel, and a tile of the first cel beyond the canvas's edge.
const PLACES: [(u32, u32); 2] = [(0x20002, 0), (0x10001, 5000)];

#[test]
fn what_is_saved_after_any_step_opens_again() {
    for (tree, index) in PLACES {
        let Some((mut editor, _)) = redone(tree, index) else { continue };
        let Ok(saved) = editor.encode_project(None) else { continue };
        let said = Editor::new().unwrap().open(&saved, "x.undoodle");
        assert!(said.is_ok(), "{said:?}");
    }
}

#[test]
fn what_is_kept_after_any_step_is_brought_back() {
    for (tree, index) in PLACES {
        let Some((editor, store)) = redone(tree, index) else { continue };
        let mut later = Editor::new().unwrap();
        let mut wanted = later.restore_begin(store.checkpoint_and_log()).unwrap();
        while let Some(key) = wanted {
            wanted = later.restore_supply(key, store.get(key)).unwrap();
        }
        assert_eq!(later.restore_finish("x"), Ok(()));
        assert_eq!(later.document().layers(), editor.document().layers());
    }
}
