//! Headers with rectangles that no canvas has.

use super::forge::{Forged, Node, file, header, hot, pages, pixels, sum};
use undoodle::editor::Editor;
use undoodle::history::CommitId;
use undoodle::journal::decode_history;

#[test]
fn rectangles_beyond_all_numbers_are_harmless() {
    let (pages, bytes) = (pages(), vec![1, 0, 0, 255]);
    let (low, high) = (i32::MIN, i32::MAX);
    let rects = [[low, low, high, high], [high - 1, 3, high, high], [5, 5, low, -1], [low, 0, 1, 1]];
    let sum = sum(pixels(), &bytes);
    let steps = rects.len() as u64;
    let nodes = (1..=steps).zip(rects).map(|(id, rect)| {
        let (child, lead) = (if id < steps { id + 1 } else { 0 }, header(rect));
        Node { parent: id - 1, child, lead, ..Node::new(id, vec![hot(&[(pixels(), bytes.clone())])], sum) }
    });
    let forged = Forged { next: steps + 1, child: 1, nodes: nodes.collect(), ..Forged::default() };
    let packed = forged.pack(&pages);
    let (mut found, _) = decode_history(pages.clone(), &packed).unwrap();
    for to in [steps, 0, 2, 4] {
        found.goto(CommitId(to)).unwrap();
        found.take_damage();
    }
    let mut editor = Editor::new().unwrap();
    editor.open(&file(&pages, &packed), "x.undoodle").unwrap();
    for command in ["edit.redo", "edit.undo"] {
        for _ in 0..rects.len() {
            editor.run(command, &[], 0).unwrap();
            editor.take_effects();
        }
    }
}
