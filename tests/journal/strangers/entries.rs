//! Entries that mean nothing here, and what becomes of a file that is saved with them.

use undoodle::document::Drawing;
use undoodle::editor::Editor;
use undoodle::formats::{self, Other, project};

/// A file with entries of these names, which are written whatever they are.
fn with(names: &[&str]) -> Vec<u8> {
    // First under names of the same length that the archive's writer leaves alone.
    let plain = |at: usize| char::from(b'A' + at as u8).to_string().repeat(names[at].len());
    let others: Vec<Other> =
        (0..names.len()).map(|at| Other { name: plain(at), bytes: vec![at as u8; 3] }).collect();
    let mut bytes = project::encode_with(&Drawing::new(8, 8).unwrap(), 0, None, &others).unwrap();
    for (other, name) in others.iter().zip(names) {
        for at in 0..bytes.len() - name.len() {
            if bytes[at..].starts_with(other.name.as_bytes()) {
                bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
            }
        }
    }
    bytes
}

/// The entries of a file that mean nothing here.
fn others(bytes: &[u8]) -> Vec<Other> {
    formats::open(bytes).unwrap().1.others().unwrap()
}

#[test]
fn a_file_with_entries_of_any_names_opens_again_once_it_is_saved() {
    let cases = [
        &["../pages"][..],
        &["/pages"],
        &["./mimetype"],
        &["disk:history"],
        &["sub/one", "sub\\one", "sub//one", "../sub/one"],
        &[".."],
    ];
    for names in cases {
        let bytes = with(names);
        let mut editor = Editor::new().unwrap();
        assert_eq!(editor.open(&bytes, "x.undoodle").unwrap(), "");
        let again = editor.encode_project(None).unwrap();
        let said = Editor::new().unwrap().open(&again, "x.undoodle");
        assert_eq!(said.unwrap(), "", "{names:?}");
        assert_eq!(others(&again), others(&bytes), "{names:?}");
        assert_eq!(others(&again).len(), names.len());
    }
}

#[test]
fn a_file_with_as_many_entries_as_may_be_opens_again_once_it_is_saved() {
    for count in 1015..1025 {
        let others: Vec<Other> =
            (0..count).map(|at| Other { name: format!("n{at}"), bytes: Vec::new() }).collect();
        let bytes = project::encode_with(&Drawing::new(8, 8).unwrap(), 0, None, &others).unwrap();
        let mut editor = Editor::new().unwrap();
        if editor.open(&bytes, "x.undoodle").is_err() {
            assert!(count > 1019);
            continue;
        }
        for history in [None, Some(true)] {
            let again = editor.encode_project(history).unwrap();
            Editor::new().unwrap().open(&again, "x.undoodle").unwrap();
        }
    }
}
