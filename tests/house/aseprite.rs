//! Which of Aseprite's default keys do here what they do there: docs/aseprite-keys.md, and what it says counted.
//!
//! The keys are those of its `data/gui.xml` of 2023. A row without a command of ours says why the key does nothing here.

use crate::reference::check_written;
use std::fmt::Write;
use undoodle::editor::command;

/// What Aseprite calls it, its key, and the command here.
const SAME: &[(&str, &str, &str)] = &[
    ("Open file", "Ctrl+O", "file.open"),
    ("Save", "Ctrl+S", "file.save"),
    ("Save as", "Ctrl+Shift+S", "file.save-as"),
    ("Import sprite sheet", "Ctrl+I", "file.open-sheet"),
    ("Export sprite sheet", "Ctrl+E", "file.export"),
    ("Repeat last export", "Ctrl+Shift+X", "file.export-again"),
    ("Cancel", "Escape", "edit.cancel"),
    ("Undo", "Ctrl+Z", "edit.undo"),
    ("Redo", "Ctrl+Y", "edit.redo"),
    ("Redo", "Ctrl+Shift+Z", "edit.redo"),
    ("Cut", "Ctrl+X", "edit.cut"),
    ("Cut", "Shift+Delete", "edit.cut"),
    ("Copy", "Ctrl+C", "edit.copy"),
    ("Copy", "Ctrl+Insert", "edit.copy"),
    ("Copy merged", "Ctrl+Shift+C", "edit.copy-merged"),
    ("Paste", "Ctrl+V", "edit.paste"),
    ("Paste", "Shift+Insert", "edit.paste"),
    ("Clear", "Delete", "edit.delete"),
    ("Clear", "Backspace", "edit.delete"),
    ("Fill", "F", "edit.fill"),
    ("Flip horizontally", "Shift+H", "edit.flip-horizontal"),
    ("Flip vertically", "Shift+V", "edit.flip-vertical"),
    ("Replace colour", "Shift+R", "edit.replace-color"),
    ("Hue and saturation", "Ctrl+U", "edit.hue"),
    ("Outline", "Shift+O", "edit.outline"),
    ("Canvas size", "C", "image.resize"),
    ("Layer properties", "Shift+P", "layer.rename"),
    ("Layer visible", "Shift+X", "layer.visible"),
    ("Open group", "Shift+E", "group.fold"),
    ("New layer", "Shift+N", "layer.add"),
    ("New group", "Shift+Alt+N", "group.add"),
    ("Layer below", "ArrowDown", "layer.below"),
    ("Layer above", "ArrowUp", "layer.above"),
    ("New frame, a copy", "Alt+N", "frame.duplicate"),
    ("New empty frame", "Alt+B", "frame.add"),
    ("New frame of linked cels", "Alt+M", "frame.add-linked"),
    ("New frame of copied cels", "Alt+D", "frame.duplicate"),
    ("New frame of linked cels", "Shift+Alt+D", "frame.add-linked"),
    ("Remove frame", "Alt+C", "frame.delete"),
    ("Frame properties", "P", "frame.duration"),
    ("First frame", "Home", "frame.first"),
    ("Previous frame", "ArrowLeft", "frame.previous"),
    ("Next frame", "ArrowRight", "frame.next"),
    ("Previous frame", ",", "frame.previous"),
    ("Next frame", ".", "frame.next"),
    ("Last frame", "End", "frame.last"),
    ("Play", "Enter", "frame.play"),
    ("Select all", "Ctrl+A", "select.all"),
    ("Deselect", "Ctrl+D", "select.none"),
    ("Invert selection", "Ctrl+Shift+I", "select.invert"),
    ("Grid", "Ctrl+'", "view.grid"),
    ("Onion skin", "F3", "view.onion"),
    ("Edit colour", "F4", "palette.set"),
    ("Swap colours", "X", "color.swap"),
    ("Previous colour", "9", "palette.previous"),
    ("Next colour", "0", "palette.next"),
    ("Previous colour", "[", "palette.previous"),
    ("Next colour", "]", "palette.next"),
    ("Larger brush", "+", "brush.larger"),
    ("Larger brush", "=", "brush.larger"),
    ("Smaller brush", "-", "brush.smaller"),
    ("Zoom 100 %", "1", "view.zoom.1"),
    ("Zoom 200 %", "2", "view.zoom.2"),
    ("Zoom 400 %", "3", "view.zoom.3"),
    ("Zoom 800 %", "4", "view.zoom.4"),
    ("Zoom 1600 %", "5", "view.zoom.5"),
    ("Zoom 3200 %", "6", "view.zoom.6"),
    ("Zoom in", "Ctrl++", "view.zoom.in"),
    ("Zoom in", "Ctrl+=", "view.zoom.in"),
    ("Zoom out", "Ctrl+-", "view.zoom.out"),
    ("Fit on screen", "Ctrl+0", "view.fit"),
    ("Move pixels left", "ArrowLeft", "edit.nudge-left"),
    ("Move pixels right", "ArrowRight", "edit.nudge-right"),
    ("Move pixels up", "ArrowUp", "edit.nudge-up"),
    ("Move pixels down", "ArrowDown", "edit.nudge-down"),
    ("Move pixels far left", "Shift+ArrowLeft", "edit.jump-left"),
    ("Move pixels far right", "Shift+ArrowRight", "edit.jump-right"),
    ("Move pixels far up", "Shift+ArrowUp", "edit.jump-up"),
    ("Move pixels far down", "Shift+ArrowDown", "edit.jump-down"),
    ("New brush", "Ctrl+B", "brush.from-selection"),
    ("Rectangular marquee", "M", "tool.select-rectangle"),
    ("Elliptical marquee", "Shift+M", "tool.select-ellipse"),
    ("Lasso", "Q", "tool.lasso"),
    ("Magic wand", "W", "tool.wand"),
    ("Pencil", "B", "tool.pencil"),
    ("Spray", "Shift+B", "tool.spray"),
    ("Eraser", "E", "tool.eraser"),
    ("Eyedropper", "I", "tool.eyedropper"),
    ("Hand", "H", "tool.hand"),
    ("Move", "V", "tool.move"),
    ("Zoom", "Z", "tool.zoom"),
    ("Paint bucket", "G", "tool.fill"),
    ("Gradient", "Shift+G", "tool.gradient"),
    ("Line", "L", "tool.line"),
    ("Curve", "Shift+L", "tool.curve"),
    ("Rectangle", "U", "tool.rectangle"),
    ("Ellipse", "Shift+U", "tool.ellipse"),
    ("Polygon", "Shift+D", "tool.polygon"),
    ("Insert text", "T", "tool.text"),
    ("Slice", "Shift+C", "tool.slice"),
];

/// What is here as well, and not by that key: what Aseprite calls it, its key, and how it is done here.
const OTHERWISE: &[(&str, &str, &str)] = &[
    ("New file", "Ctrl+N", "the browser opens a window by it; the first of Ctrl+K"),
    ("Redo", "Ctrl+R", "the browser loads the page anew by it; Ctrl+Y"),
    ("Transform", "Ctrl+T", "the browser opens a tab by it; Shift+T"),
    ("Sprite size", "Ctrl+Alt+I", "Ctrl with Alt is AltGr on many keyboards; Image ▸ Scale image"),
    ("Keyboard shortcuts", "Ctrl+Alt+Shift+K", "the same; ?"),
    ("Options", "Ctrl+K", "finds any command; View ▸ Appearance… and Pen and touch…"),
    ("Advanced mode", "Ctrl+F", "\\ hides the panels"),
    ("Preview", "F7", "the same: a key of the page, which no command has"),
    ("Play the preview", "Shift+Enter", "the button in it"),
    ("Layer opacity 25 %", "Shift+1", "a sign on most keyboards; the slider of the layer"),
    ("Layer opacity 50 %", "Shift+2", "the same"),
    ("Layer opacity 75 %", "Shift+3", "the same"),
    ("Layer opacity 100 %", "Shift+4", "the same"),
];

fn keys_of(id: &str) -> Vec<String> {
    command(id).unwrap_or_else(|| panic!("{id}")).keys.iter().map(ToString::to_string).collect()
}

#[test]
fn aseprites_keys_do_what_the_document_says_and_it_counts_them() {
    for (what, key, id) in SAME {
        assert!(keys_of(id).iter().any(|own| own == key), "{what}: {id} has {:?}, not {key}", keys_of(id));
    }
    let mut text = format!(
        "# Aseprite's keys\n\nOf Aseprite's default keys whose function is here, {} of {} do the same: those of its key file \
         of 2023. Space with arrows scrolls, too. `tests/house/aseprite.rs` holds this table. Keys whose function is not here do nothing, and can \
         be given to any command.\n\n| there | key | here |\n|---|---|---|\n",
        SAME.len(),
        SAME.len() + OTHERWISE.len()
    );
    for (what, key, id) in SAME {
        let _ = writeln!(text, "| {what} | {key} | `{id}` |");
    }
    text.push_str("\n## By another key\n\n| there | key | here |\n|---|---|---|\n");
    for (what, key, how) in OTHERWISE {
        let _ = writeln!(text, "| {what} | {key} | {how} |");
    }
    check_written("docs/aseprite-keys.md", "aseprite", &text);
}
