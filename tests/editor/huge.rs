//! A canvas of 16384×16384 with four layers: what is done costs what it paints, not what the canvas
//! is. Pages of 4096 bytes are counted and worked out: a tile of 32×32 pixels has one where its
//! pixels differ, a block of 1024×512 one for the base colours of its tiles if any has one, the
//! quadrant one for those of its blocks, and the root one for those of the quadrants.

use crate::grid::{refused, run, steps, tool};
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::memory::Arena;

const SIDE: i32 = 16384;
const CANVAS: Rect = Rect { x: 0, y: 0, width: SIDE, height: SIDE };

/// The pages of an empty document: the first record, the lists of layers, frames and colours, and the
/// records of each; those of sixteen layers share a page.
const EMPTY: usize = 1 + 3 + 3;

/// An editor on a huge canvas of four layers, the top one active, a pixel as large as the screen's.
fn huge() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(1024, 1024);
    editor.new_document(SIDE.into(), SIDE.into()).unwrap();
    (0..3).for_each(|_| run(&mut editor, "layer.add", &[]));
    run(&mut editor, "view.zoom.1", &[]);
    editor
}

/// A press, a drag along pixels, which may lie beyond the viewport, and the release.
fn drag(editor: &mut Editor, path: &[(i32, i32)]) {
    let place = |editor: &Editor, (x, y): (i32, i32)| editor.view().device_center(x.into(), y.into());
    let (x, y) = place(editor, path[0]);
    editor.pointer_down(x, y, 0, 0);
    for at in &path[1..] {
        let (x, y) = place(editor, *at);
        editor.pointer_move(x, y, 0);
    }
    let (x, y) = place(editor, path[path.len() - 1]);
    editor.pointer_up(x, y, 0);
    editor.document().validate().unwrap();
}

fn choose(editor: &mut Editor, layer: u32) {
    run(editor, "layer.choose", &[("layer", layer.into())]);
}

fn fill(editor: &mut Editor, layer: u32, color: &str) {
    choose(editor, layer);
    editor.set_primary(color).unwrap();
    tool(editor, "fill", &[]);
    drag(editor, &[(9, 5)]);
}

/// The line from corner to corner.
fn diagonal(editor: &mut Editor) {
    tool(editor, "pencil", &[]);
    drag(editor, &[(0, 0), (SIDE - 1, SIDE - 1)]);
}

/// The pages of the diagonal: one pixel in each row lies in 512 tiles.
const DIAGONAL: usize = 512;

/// The pages of bases where all right of the diagonal is of one colour: those of the 32 blocks that it
/// crosses, as a block's 512 rows lie in one block's columns, and that of the quadrant.
const RIGHT: usize = 32 + 1;

/// Pages that are held. None of them is all zero.
fn used(editor: &Editor) -> usize {
    editor.document().history().arena().present().count()
}

/// Bytes that are held, inner nodes included.
fn bytes(editor: &Editor) -> u64 {
    editor.document().history().arena().bytes()
}

/// Bytes of the commits.
fn live(editor: &Editor) -> usize {
    editor.document().history().stats().live
}

/// Checks the steps since a document of some steps: undone to the byte, and redone.
fn travel(editor: &mut Editor, to: usize, before: &undoodle::memory::Memory) {
    let after = editor.document().history().arena().clone();
    let made = steps(editor) - to;
    (0..made).for_each(|_| assert!(editor.run("edit.undo", &[], 0).unwrap()));
    editor.document().validate().unwrap();
    assert!(editor.document().history().arena() == before, "undone");
    (0..made).for_each(|_| assert!(editor.run("edit.redo", &[], 0).unwrap()));
    editor.document().validate().unwrap();
    assert!(*editor.document().history().arena() == after, "redone");
}

fn seen(editor: &Editor, x: i32, y: i32) -> String {
    editor.pixel(x, y).unwrap().to_string()
}

#[test]
fn strokes_take_pages_for_the_tiles_they_touch() {
    let mut editor = huge();
    assert_eq!(used(&editor), EMPTY, "layers without pixels are records on one page");
    let before = editor.document().history().arena().clone();
    let empty = bytes(&editor);
    drag(&mut editor, &[(5000, 5000)]);
    assert_eq!(used(&editor), EMPTY + 1, "a tile");
    // The tile's page, and above it the 512 entries of its block and those of its quadrant.
    assert_eq!(bytes(&editor) - before.bytes(), 4096 + 512 * 16 + 512 * 32);
    drag(&mut editor, &[(1000, 100), (1999, 100)]);
    // Columns 1000 to 1999 lie in the tiles 31 to 62, that is 32.
    assert_eq!(used(&editor), EMPTY + 1 + 32);
    let made = live(&editor);
    diagonal(&mut editor);
    // The dab's tile was there.
    assert_eq!(used(&editor), EMPTY + 1 + 32 + DIAGONAL - 1);
    let held = bytes(&editor);
    // No two pixels lie in one cell of 64 bytes: that, and ten to find it, until they are packed; and a
    // little for each page.
    let bound = SIDE as usize * 74 + DIAGONAL * 8;
    assert!(live(&editor) - made < bound, "{} bytes", live(&editor) - made);
    assert_eq!(
        (seen(&editor, 7777, 7777), seen(&editor, 7777, 7778)),
        ("#000000ff".into(), "#00000000".into())
    );
    travel(&mut editor, 3, &before);
    assert_eq!(bytes(&editor), held, "there and back takes no more");
    while editor.run("edit.undo", &[], 0).unwrap() {}
    assert_eq!((used(&editor), bytes(&editor)), (EMPTY, empty), "what is undone is given back");
}

#[test]
fn a_fill_of_the_whole_canvas_is_one_base() {
    let mut editor = huge();
    let before = editor.document().history().arena().clone();
    let empty = used(&editor);
    fill(&mut editor, 0, "#ff0000");
    assert_eq!(used(&editor), empty + 1);
    let made = live(&editor);
    fill(&mut editor, 1, "#00ff0080");
    assert_eq!(used(&editor), empty + 2);
    assert!(live(&editor) - made < 256, "{} bytes", live(&editor) - made);
    // 128 of 255 parts are green, 127 are left of the red.
    for (x, y) in [(0, 0), (SIDE - 1, SIDE - 1), (9999, 1)] {
        assert_eq!(seen(&editor, x, y), "#7f8000ff");
    }
    fill(&mut editor, 0, "#0000ff");
    fill(&mut editor, 1, "#00000000");
    assert_eq!(used(&editor), empty + 1, "an empty cel has no page");
    assert_eq!(seen(&editor, 9999, 1), "#0000ffff");
    travel(&mut editor, 3, &before);
}

#[test]
fn a_canvas_of_one_block_is_filled_and_emptied_to_the_byte() {
    // A block is filled at once, and the page of its quadrant must go when the block is empty again.
    let mut editor = Editor::new().unwrap();
    editor.resize(1024, 512);
    editor.new_document(1024, 512).unwrap();
    let before = editor.document().history().arena().clone();
    fill(&mut editor, 0, "#ff0000");
    fill(&mut editor, 0, "#00000000");
    assert_eq!(used(&editor), EMPTY);
    travel(&mut editor, 0, &before);
}

#[test]
fn a_wand_and_what_it_selects_cost_their_border() {
    let mut editor = huge();
    diagonal(&mut editor);
    let before = editor.document().history().arena().clone();
    let painted = used(&editor);
    assert_eq!(painted, EMPTY + DIAGONAL);
    tool(&mut editor, "wand", &[]);
    drag(&mut editor, &[(9, 5)]);
    // Right of the diagonal; the mask is as uneven as the drawing is.
    assert_eq!(editor.document().selection(), Some(Rect::new(1, 0, SIDE - 1, SIDE - 1)));
    assert!(editor.document().is_selected(8001, 8000) && !editor.document().is_selected(8000, 8000));
    assert_eq!(used(&editor), painted + DIAGONAL + RIGHT);
    editor.set_primary("#ff0000").unwrap();
    run(&mut editor, "edit.fill", &[]);
    // Only the tiles of the diagonal differ in themselves, before and after.
    assert_eq!(used(&editor), painted + RIGHT + DIAGONAL + RIGHT);
    assert_eq!(seen(&editor, SIDE - 1, 0), "#ff0000ff");
    assert_eq!(
        (seen(&editor, 8000, 8000), seen(&editor, 7999, 8000)),
        ("#000000ff".into(), "#00000000".into())
    );
    run(&mut editor, "select.all", &[]);
    assert_eq!(editor.document().selection(), Some(CANVAS));
    assert_eq!(used(&editor), painted + RIGHT + 1, "all of the canvas is one base");
    run(&mut editor, "select.invert", &[]);
    assert_eq!(editor.document().selection(), None);
    run(&mut editor, "select.invert", &[]);
    assert_eq!(editor.document().selection(), Some(CANVAS));
    let made = live(&editor);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "select.all", &[]);
    assert!(live(&editor) - made < 1024, "{} bytes", live(&editor) - made);
    travel(&mut editor, 4, &before);
}

/// The pages of a square of 64 from (100, 100): in each direction it lies in three tiles, of which the
/// middle one is covered; so eight differ in themselves, and the ninth has a base in their block's page.
const SQUARE: usize = 8 + 1;

#[test]
fn a_small_selection_moves_across_the_canvas_for_little() {
    let mut editor = huge();
    fill(&mut editor, 0, "#ff0000");
    fill(&mut editor, 1, "#00ff00");
    let before = editor.document().history().arena().clone();
    let (filled, made) = (used(&editor), live(&editor));
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(100, 100), (163, 163)]);
    assert_eq!(used(&editor), filled + SQUARE);
    tool(&mut editor, "move", &[]);
    drag(&mut editor, &[(120, 120), (8000, 9000)]);
    let there = Rect::new(7980, 8980, 64, 64);
    assert_eq!(editor.document().floating().map(|(_, around)| around), Some(there));
    // The hole, what floats and the selection are such squares.
    assert_eq!(used(&editor), filled + 3 * SQUARE);
    assert_eq!(seen(&editor, 100, 100), "#ff0000ff", "the layer below");
    run(&mut editor, "edit.nudge-right", &[("step", 4096.into())]);
    run(&mut editor, "edit.land", &[]);
    // Green on green is nothing new. The selection is cut the same way: 12076 and 8980 are not on tiles' edges
    // either, 63 more are within the third tile, and in the same block.
    assert_eq!(used(&editor), filled + 2 * SQUARE);
    assert_eq!(editor.document().selection(), Some(Rect::new(12076, 8980, 64, 64)));
    // What a plane's page changed by is remembered: the tiles' pages at most, and little beside.
    let bound = (3 * SQUARE) * 4096;
    assert!(live(&editor) - made < bound, "{} bytes", live(&editor) - made);
    travel(&mut editor, 5, &before);
}

#[test]
fn a_copied_layer_takes_the_pages_of_its_pixels_and_merging_gives_them_back() {
    let mut editor = huge();
    diagonal(&mut editor);
    fill(&mut editor, 0, "#ff0000");
    fill(&mut editor, 1, "#00ff00");
    let before = editor.document().history().arena().clone();
    let painted = used(&editor);
    run(&mut editor, "layer.duplicate", &[("layer", 3.into())]);
    assert_eq!((used(&editor), editor.cel().layer), (painted + DIAGONAL, 4));
    let copied = bytes(&editor);
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!(used(&editor), painted, "the copy lies on what it is a copy of");
    run(&mut editor, "layer.duplicate", &[("layer", 1.into())]);
    assert_eq!(used(&editor), painted + 1, "a plain layer's copy is one base");
    run(&mut editor, "layer.merge-down", &[]);
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!(used(&editor), painted - 1, "a plain layer on a plain layer");
    assert_eq!((editor.document().layers(), seen(&editor, 5, 9)), (3, "#00ff00ff".into()));
    choose(&mut editor, 2);
    run(&mut editor, "layer.merge-down", &[]);
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!(used(&editor), EMPTY + 1 + DIAGONAL, "all of it is one layer");
    assert_eq!((seen(&editor, 9, 9), seen(&editor, 5, 9)), ("#000000ff".into(), "#00ff00ff".into()));
    assert!(bytes(&editor) < copied, "{} bytes", bytes(&editor));
    travel(&mut editor, 6, &before);
}

#[test]
fn a_long_session_is_undone_and_redone_to_the_byte() {
    let mut editor = huge();
    let before = editor.document().history().arena().clone();
    fill(&mut editor, 0, "#ff0000");
    fill(&mut editor, 2, "#0000ff40");
    choose(&mut editor, 3);
    tool(&mut editor, "pencil", &[("size", 9.into())]);
    for i in 0..40 {
        drag(&mut editor, &[(i * 400, i * 300), (i * 400 + 300, i * 300 + 200)]);
    }
    // A stroke of 300 columns and 200 rows with a brush of 9 lies in a box of 309 by 209, that is in at most
    // 11 by 8 tiles, and crosses 10 and 7 of their borders: at most 18 tiles, and 18 more by its breadth.
    // Two layers are filled.
    let (painted, strokes) = (used(&editor), 40);
    assert!(painted <= EMPTY + 2 + strokes * (18 + 18), "{painted} pages");
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.invert", &[]);
    // All of it as an image would take four bytes a pixel.
    let state = (editor.document().history().arena().clone(), steps(&editor));
    let sentence = "image may take at most 256 MB, not 1 GB";
    assert_eq!(refused(&mut editor, "edit.flip-horizontal", &[]), sentence);
    assert!((editor.document().history().arena().clone(), steps(&editor)) == state);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "layer.merge-down", &[]);
    travel(&mut editor, 3, &before);
    let stats = editor.document().history().stats();
    assert!(stats.bytes <= stats.budget);
    while editor.idle() {}
    travel(&mut editor, 3, &before);
}
