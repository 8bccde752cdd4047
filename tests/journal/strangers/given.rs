//! Ids that a file says were given: a drawing must be able to get more.

use super::forge::{Forged, file, pages};
use undoodle::editor::Editor;

#[test]
fn a_drawing_gets_another_layer_whatever_ids_its_file_says_were_given() {
    let pages = pages();
    for id in [32_767, 65_535, u32::MAX] {
        let forged = Forged { next: 1, given: vec![id; 4], ..Forged::default() };
        let mut editor = Editor::new().unwrap();
        editor.open(&file(&pages, &forged.pack(&pages)), "x.undoodle").unwrap();
        for command in ["layer.add", "frame.add"] {
            let done = editor.run(command, &[], 0).map(|_| ());
            assert_eq!(done, Ok(()), "{command} after {id}");
        }
    }
}
