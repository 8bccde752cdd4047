//! What has to be touched to add a tool, an option, a blend mode, a property, a format or a panel, as
//! CONTRIBUTING.md lists it: each list is counted on something that is there, so that it can't grow unseen.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use undoodle::editor::{Editor, Key, command, commands};
use undoodle::tools::{OPTIONS, TOOLS};

/// The files of a folder that people write, without the Lab, whose tools are its own.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(".").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None if !path.ends_with("lab") => folders.push(path),
                Some(end) if end == "rs" || end == "js" => found.push(path),
                _ => {}
            }
        }
    }
    found
}

/// The code of all sources in small letters, without comments, by the files' names.
static CODE: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let places = [
        "src",
        "crates/history/src",
        "crates/drawing/src",
        "crates/formats/src",
        "crates/formats/worker/src",
        "www",
    ];
    let root = Path::new(".");
    let comment = |line: &&str| ["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        let code: Vec<_> = text.lines().filter(|line| !comment(line)).collect();
        (path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"), code.join("\n"))
    };
    let mut code: Vec<_> = places.map(sources).concat().into_iter().map(read).collect();
    assert!(code.len() > 100, "the sources are found");
    code.sort();
    code
});

/// The files whose code has a word, by their names. Comments don't count.
fn mentions(word: &str) -> Vec<String> {
    CODE.iter().filter(|(_, code)| code.contains(word)).map(|(name, _)| name.clone()).collect()
}

#[test]
fn a_tool_is_a_row_a_file_and_an_icon() {
    assert_eq!(mentions("spray"), ["src/tools/mod.rs", "src/tools/spray.rs", "www/icons.js"]);
}

#[test]
fn an_option_is_a_line_in_the_table_and_in_the_gesture_that_minds_it() {
    assert_eq!(mentions("density"), ["src/tools/mod.rs", "src/tools/options.rs", "src/tools/spray.rs"]);
    assert_eq!(mentions("perfect"), ["src/tools/freehand.rs", "src/tools/mod.rs", "src/tools/options.rs"]);
}

#[test]
fn no_tool_is_named_outside_of_the_table() {
    // Words that mean something else as well are looked for as the ids of elements and commands.
    for tool in TOOLS {
        assert_eq!(mentions(&format!("\"{}\"", tool.command)), [""; 0], "{}", tool.id);
        assert!(
            !mentions(&format!("\"#{}\"", tool.id)).iter().any(|path| path.starts_with("www")),
            "{}",
            tool.id
        );
    }
}

#[test]
fn every_row_has_all_that_a_button_needs() {
    let icons = fs::read_to_string("www/icons.js").unwrap();
    for tool in TOOLS {
        assert!(icons.contains(&format!("/{}.svg\"", tool.icon)), "www/icons.js lacks {}", tool.icon);
        assert_eq!(TOOLS.iter().filter(|other| other.id == tool.id || other.icon == tool.icon).count(), 1);
        let command = command(tool.command).unwrap();
        assert_eq!((command.label, command.menu, command.keys), (tool.label, "Tool", tool.keys));
        assert!(!tool.keys.is_empty(), "{} has a key", tool.id);
        let mut editor = Editor::new().unwrap();
        assert!(editor.run(tool.command, &[], 0).unwrap());
        assert_eq!(editor.tool().id, tool.id);
        for key in tool.keys {
            assert_eq!(editor.command_for(*key), Some(tool.command), "{key} is its own");
        }
    }
    let names = || OPTIONS.iter().map(|option| option.param.name);
    assert!(names().all(|name| names().filter(|other| *other == name).count() == 1));
}

#[test]
fn keys_that_repeat_are_marked_in_the_table() {
    let repeating: Vec<_> = commands().filter(|command| command.repeats).map(|command| command.id).collect();
    assert!(repeating.contains(&"edit.undo") && repeating.contains(&"edit.nudge-left"));
    let editor = Editor::new().unwrap();
    assert_eq!(editor.command_for(Key::ctrl("z")), Some("edit.undo"));
    let one_shot = commands().filter(|command| command.asks && command.repeats).count();
    assert_eq!(one_shot, 0, "nothing that asks is run again and again");
}

/// The files whose code has a word, without those of file formats, which say what each thing is called elsewhere.
fn mentions_here(word: &str) -> Vec<String> {
    let format = |path: &String| path.starts_with("crates/formats/src/") || path == "www/io/psdlosses.js";
    mentions(word).into_iter().filter(|path| !format(path)).collect()
}

#[test]
fn a_blend_mode_is_a_row_and_a_formula_in_one_file() {
    assert_eq!(mentions_here("exclusion"), ["crates/drawing/src/color/blend.rs"]);
}

#[test]
fn a_property_is_a_row_a_command_and_what_shows_it() {
    let note = ["layer.note", "info.note", "note: "].map(mentions_here).concat();
    let known = [
        // A group has one, too.
        "crates/drawing/src/document/drawing/groups.rs",
        "crates/drawing/src/document/drawing/layers.rs",
        // Of layers that become one the lowest note stays.
        "crates/drawing/src/document/drawing/merging.rs",
        "crates/drawing/src/document/drawing/property.rs",
        "src/editor/commands/layer.rs",
        "src/editor/shown/panels.rs",
        "www/panels/contextlists.js",
        "www/panels/layers.js",
    ];
    assert!(note.iter().all(|path| known.contains(&path.as_str())), "{note:?}");
}

#[test]
fn a_format_is_known_by_name_in_its_own_folder_and_the_list() {
    let named = mentions_here("png");
    let known = [
        ("crates/formats/worker/src/sheets.rs", "the picture of a sprite sheet"),
        ("src/editor/session/clipboard.rs", "what systems' clipboards take"),
        ("src/web/clipboard.rs", "the same, for the page"),
        ("www/io/converting.js", "the picture of a sprite sheet, on its way"),
        ("www/io/opening.js", "whether the editor's own module reads a file"),
        ("www/io/outside.js", "what systems' clipboards take"),
        ("www/io/sheets.js", "which of two files is a sheet's picture"),
        ("www/io/unpacked.js", "the picture in a sheet's archive"),
        ("www/panels/drawings.js", "the media type of thumbnails"),
        ("www/panels/export.js", "what an image element shows"),
        ("www/panels/samples.js", "the samples' pictures"),
        ("www/panels/sheet.js", "the picture of a sprite sheet"),
        ("www/scripting.js", "a default for scripts"),
    ];
    assert_eq!(named, known.map(|(file, _)| file), "{known:?}");
    assert_eq!(mentions("png::format"), ["crates/formats/src/lib.rs"]);
}

#[test]
fn a_panel_is_a_file_and_two_lines_where_panels_are_wired() {
    let root = Path::new(".");
    let wired = [("layers", "around"), ("palette", "around"), ("timeline", "around"), ("status", "main")];
    for (name, wires) in wired {
        let wires = format!("www/{wires}.js");
        let text = fs::read_to_string(root.join(&wires)).unwrap();
        let called = text.lines().filter(|line| line.contains(&format!("{name}Panel"))).count();
        assert_eq!(called, 2, "{name}: an import and a call");
        assert!(root.join(format!("www/panels/{name}.js")).exists());
        let mut others: Vec<_> = mentions(&format!("{name}panel"));
        let mut expected = [wires, format!("www/panels/{name}.js")];
        expected.sort();
        others.sort();
        assert_eq!(others, expected);
    }
}
