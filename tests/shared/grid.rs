//! Pictures as letters: what a small drawing is and is expected to be.
#![allow(dead_code)]

use undoodle::color::{Blend, Color};
use undoodle::editor::Editor;
use undoodle::tools::Held;
use undoodle::value::Value;

/// The colours that letters stand for.
pub const COLORS: [(char, &str); 9] = [
    ('.', "#00000000"),
    ('K', "#000000ff"),
    ('R', "#ff0000ff"),
    ('G', "#00ff00ff"),
    ('B', "#0000ffff"),
    ('W', "#ffffffff"),
    ('Y', "#ffff00ff"),
    ('r', "#ff000080"),
    ('k', "#00000080"),
];

pub fn color(letter: char) -> &'static str {
    COLORS.iter().find(|(of, _)| *of == letter).unwrap_or_else(|| panic!("no colour {letter}")).1
}

pub fn letter(color: Color) -> char {
    let text = color.to_string();
    COLORS.iter().find(|(_, of)| *of == text).map_or('?', |(letter, _)| *letter)
}

/// An editor on a drawing; each pixel is 8 device pixels a side, and the first begins at (0, 0).
pub fn editor(rows: &[&str]) -> Editor {
    let mut editor = Editor::new().unwrap();
    let (width, height) = (rows[0].chars().count(), rows.len());
    editor.resize(width as i32 * 8, height as i32 * 8);
    editor.new_document(width as i64, height as i64).unwrap();
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            editor.set_primary(color(letter)).unwrap();
            press(&mut editor, 0, &[(x as i32, y as i32)]);
        }
    }
    editor.set_primary(color('K')).unwrap();
    editor
}

/// Where a pixel's middle is in the viewport.
pub fn at((x, y): (i32, i32)) -> (f64, f64) {
    (f64::from(x) * 8.0 + 4.0, f64::from(y) * 8.0 + 4.0)
}

/// A press with a button, a drag along pixels, and the release.
pub fn press(editor: &mut Editor, button: i16, path: &[(i32, i32)]) {
    let (x, y) = at(path[0]);
    editor.pointer_down(x, y, button, 0);
    for point in &path[1..] {
        let (x, y) = at(*point);
        editor.pointer_move(x, y, 0);
    }
    let (x, y) = at(path[path.len() - 1]);
    editor.pointer_up(x, y, 0);
}

pub fn drag(editor: &mut Editor, path: &[(i32, i32)]) {
    press(editor, 0, path);
}

/// Drags along a path while keys are held.
pub fn drag_held(editor: &mut Editor, shift: bool, ctrl: bool, path: &[(i32, i32)]) {
    editor.hold(Held { shift, ctrl, alt: false });
    drag(editor, path);
    editor.hold(Held::default());
}

pub fn tool(editor: &mut Editor, id: &str, options: &[(&str, Value)]) {
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.set_tool(id, &options).unwrap();
}

/// Runs a command that must be there and must succeed.
pub fn run(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert!(editor.run(id, &args, 0).unwrap(), "{id} can't be run now");
    editor.document().validate().unwrap();
}

/// The sentence that a command fails with.
pub fn refused(editor: &mut Editor, id: &str, args: &[(&str, Value)]) -> String {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.run(id, &args, 0).unwrap_err().to_string()
}

/// The active frame as it is seen.
pub fn picture(editor: &Editor) -> Vec<String> {
    let (width, height) = editor.document().size();
    let row = |y| (0..width as i32).map(|x| letter(editor.pixel(x, y).unwrap())).collect();
    (0..height as i32).map(row).collect()
}

/// What is selected.
pub fn selection(editor: &Editor) -> Vec<String> {
    let (width, height) = editor.document().size();
    let sign = |x, y| if editor.document().is_selected(x, y) { '#' } else { '.' };
    (0..height as i32).map(|y| (0..width as i32).map(|x| sign(x, y)).collect()).collect()
}

pub fn steps(editor: &Editor) -> usize {
    editor.document().history().position()
}

/// Draws with a tool, undoes and redoes it.
pub fn check(before: &[&str], draw: impl FnOnce(&mut Editor), after: &[&str]) {
    let mut editor = editor(before);
    let made = steps(&editor);
    draw(&mut editor);
    assert_eq!(picture(&editor), after);
    editor.document().validate().unwrap();
    let drawn = steps(&editor) - made;
    (0..drawn).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), before, "undone");
    (0..drawn).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert_eq!(picture(&editor), after, "redone");
}

/// Returns what a pixel of a layer is after an edit that made it a colour: on the background it lies over the secondary one, or over
/// white where that is transparent.
pub fn grounded(editor: &Editor, layer: u32, color: Color) -> Color {
    if editor.document().background_layer() != Some(layer) {
        return color;
    }
    let [r, g, b, a] = editor.colors().1.bytes;
    let ground = if a == 0 { Color::rgba(255, 255, 255, 255) } else { Color::rgba(r, g, b, 255) };
    Blend::Normal.composite(color, 255, ground)
}
