//! The palette's commands, and the limits of everything there is a number of: as many as may be are
//! there, one more is refused in a sentence, and nothing has changed then.

use crate::grid::{color, drag, editor, letter, picture, refused, run, steps};
use undoodle::color::Color;
use undoodle::editor::{Editor, commands};
use undoodle::value::Value;

type Args<'a> = &'a [(&'a str, Value)];

fn palette(editor: &Editor) -> String {
    editor.document().palette().into_iter().map(letter).collect()
}

/// An editor with a palette of letters, made through the commands.
fn colored(letters: &str) -> Editor {
    let mut editor = editor(&["...."]);
    let list: String = letters.chars().map(color).collect();
    run(&mut editor, "palette.paste", &[("list", list.as_str().into())]);
    assert_eq!(palette(&editor), letters);
    editor
}

/// Runs a command on a palette, undoes and redoes it.
fn check(before: &str, id: &str, args: Args, after: &str) {
    let mut editor = colored(before);
    let made = steps(&editor);
    run(&mut editor, id, args);
    assert_eq!((palette(&editor).as_str(), steps(&editor)), (after, made + 1), "{id} {args:?}");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(palette(&editor), before, "undone");
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(palette(&editor), after, "redone");
}

fn from_to(from: u32, to: u32) -> [(&'static str, Value); 2] {
    [("from", from.into()), ("to", to.into())]
}

#[test]
fn colours_come_go_and_move() {
    let red = ("color", color('R').into());
    check("RW", "palette.add", &[], "RWK");
    check("KW", "palette.add", std::slice::from_ref(&red), "KWR");
    check("KWB", "palette.set", &[("index", 1.into()), red], "KRB");
    check("KWB", "palette.delete", &[("index", 1.into())], "KB");
    check("KWBG", "palette.move", &from_to(0, 2), "WBKG");
    check("KWBG", "palette.move", &from_to(3, 0), "GKWB");
    assert!(!colored("K").run("palette.delete", &[], 0).unwrap(), "the last one stays");
}

#[test]
fn colours_are_sorted() {
    let sort = |by: &str, descending: bool| [("by", by.into()), ("descending", descending.into())];
    // Red, yellow, green, blue around the wheel; greys count as red, and equals stay as they were.
    check("BKGYRW", "palette.sort", &sort("hue", false), "KRWYGB");
    check("BKGYRW", "palette.sort", &sort("hue", true), "BGYKRW");
    // By Rec. 709, of 255: blue is 18, red 54, green 182, yellow 237.
    check("YRGBWK", "palette.sort", &sort("luma", false), "KBRGYW");
    check("KWR", "palette.sort", &sort("red", true), "WRK");
    check("krKR.", "palette.sort", &sort("alpha", false), ".krKR");
}

#[test]
fn a_ramp_goes_in_even_steps() {
    let mut editor = colored("KKKKK");
    run(&mut editor, "palette.set", &[("index", 4.into()), ("color", "#ff8040".into())]);
    let mut args = from_to(4, 0).to_vec();
    args.push(("by", "rgb".into()));
    run(&mut editor, "palette.ramp", &args);
    let found: Vec<_> = editor.document().palette().iter().map(Color::to_string).collect();
    // Quarters of 255, 128 and 64, rounded; either end may be named first.
    assert_eq!(found, ["#000000ff", "#402010ff", "#804020ff", "#bf6030ff", "#ff8040ff"]);
    let mut two = colored("KRW");
    let made = steps(&two);
    run(&mut two, "palette.ramp", &from_to(0, 1));
    assert_eq!((palette(&two).as_str(), steps(&two)), ("KRW", made), "there is nothing between two");
}

#[test]
fn the_pictures_colours_become_the_palette() {
    let mut editor = editor(&["RGR.", "K.rG"]);
    run(&mut editor, "palette.from-picture", &[]);
    assert_eq!(palette(&editor), "RGKr", "in reading order, and what is transparent is none");
    run(&mut editor, "image.background", &[("color", color('W').into())]);
    run(&mut editor, "layer.visible", &[]);
    run(&mut editor, "palette.from-picture", &[]);
    assert_eq!(palette(&editor), "W", "what is seen counts");
    run(&mut editor, "image.background", &[("color", color('.').into())]);
    let made = steps(&editor);
    run(&mut editor, "palette.from-picture", &[]);
    assert_eq!((palette(&editor).as_str(), steps(&editor)), ("W", made), "nothing is seen");
}

#[test]
fn colours_are_chosen() {
    let mut editor = colored("RGBW");
    let made = steps(&editor);
    run(&mut editor, "palette.choose", &[("index", 2.into())]);
    run(&mut editor, "palette.choose-secondary", &[("index", 3.into())]);
    let chosen = |editor: &Editor| (letter(editor.colors().0), letter(editor.colors().1));
    assert_eq!((chosen(&editor), editor.swatch()), (('B', 'W'), Some((2, 2))));
    run(&mut editor, "color.swap", &[]);
    assert_eq!(chosen(&editor), ('W', 'B'));
    run(&mut editor, "palette.range", &from_to(3, 1));
    assert_eq!(editor.swatch(), Some((1, 3)));
    run(&mut editor, "color.reset", &[]);
    assert_eq!(chosen(&editor), ('K', '.'));
    for (id, args) in [
        ("palette.choose", vec![("index", 4.into())]),
        ("palette.choose-secondary", vec![("index", 4.into())]),
        ("palette.delete", vec![("index", 4.into())]),
        ("palette.set", vec![("index", 4.into())]),
    ] {
        assert_eq!(refused(&mut editor, id, &args), "index must be from 0 to 3, not 4");
    }
    for id in ["palette.range", "palette.move", "palette.ramp"] {
        assert_eq!(refused(&mut editor, id, &from_to(0, 4)), "to must be from 0 to 3, not 4");
    }
    assert_eq!((chosen(&editor), editor.swatch(), steps(&editor)), (('K', '.'), Some((1, 3)), made));
    // The last of the chosen run goes, and with it the choice.
    run(&mut editor, "palette.delete", &[("index", 0.into())]);
    assert_eq!(editor.swatch(), None);
}

/// That a command fails with a sentence, by running and by looking, and nothing has changed then.
fn over(editor: &mut Editor, id: &str, args: Args, sentence: &str) {
    let state = |editor: &Editor| {
        let history = editor.document().history();
        (history.arena().clone(), history.position(), history.ahead(), editor.cel())
    };
    let before = state(editor);
    assert_eq!(refused(editor, id, args), sentence);
    assert!(state(editor) == before, "{id} changed something");
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert_eq!(editor.preview(id, &args).unwrap_err().to_string(), sentence);
    assert!(state(editor) == before && !editor.is_previewing(), "{id} changed something");
    editor.document().validate().unwrap();
}

/// Runs a command some times, without looking at everything in between.
fn often(editor: &mut Editor, times: u32, id: &str, args: Args) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    (0..times).for_each(|_| assert!(editor.run(id, &args, 0).unwrap()));
    editor.document().validate().unwrap();
}

#[test]
fn there_are_at_most_256_layers() {
    let mut editor = editor(&["R.."]);
    often(&mut editor, 254, "layer.add", &[]);
    drag(&mut editor, &[(1, 0)]);
    often(&mut editor, 1, "layer.duplicate", &[]);
    assert_eq!((editor.document().layers(), editor.cel().layer), (256, 255));
    let sentence = "number of layers must be from 1 to 256, not 257";
    over(&mut editor, "layer.add", &[], sentence);
    over(&mut editor, "layer.duplicate", &[("layer", 0.into())], sentence);
    assert_eq!(picture(&editor), ["RK."]);
    drag(&mut editor, &[(2, 0)]);
    often(&mut editor, 255, "layer.merge-down", &[]);
    assert_eq!((editor.document().layers(), picture(&editor)), (1, vec!["RKK".to_owned()]));
    often(&mut editor, 511, "edit.undo", &[]);
    assert_eq!((editor.document().layers(), picture(&editor)), (2, vec!["R..".to_owned()]));
}

#[test]
fn there_are_at_most_1024_frames() {
    let mut editor = editor(&["R.."]);
    often(&mut editor, 1022, "frame.add", &[]);
    drag(&mut editor, &[(1, 0)]);
    often(&mut editor, 1, "frame.duplicate", &[]);
    assert_eq!((editor.document().frames(), editor.cel().frame), (1024, 1023));
    let sentence = "number of frames must be from 1 to 1024, not 1025";
    over(&mut editor, "frame.add", &[], sentence);
    over(&mut editor, "frame.duplicate", &[("frame", 0.into())], sentence);
    over(&mut editor, "frame.delete", &[("frame", 1024.into())], "frame must be from 0 to 1023, not 1024");
    assert_eq!(picture(&editor), [".K."]);
    run(&mut editor, "frame.choose", &[("frame", 500.into())]);
    often(&mut editor, 1023, "frame.delete", &[]);
    assert_eq!(editor.document().frames(), 1);
}

#[test]
fn there_are_at_most_256_colours() {
    let mut editor = editor(&["...."]);
    let list = |count: u32| (0..count).map(|blue| format!("{blue:06x}\n")).collect::<String>();
    run(&mut editor, "palette.paste", &[("list", list(256).as_str().into())]);
    assert_eq!(editor.document().colors(), 256);
    let sentence = "number of colours must be from 1 to 256, not 257";
    over(&mut editor, "palette.add", &[("color", color('R').into())], sentence);
    over(&mut editor, "palette.extend", &[("list", "#f00, 000".into())], sentence);
    over(&mut editor, "palette.paste", &[("list", list(257).as_str().into())], sentence);
    let long = "0 ".repeat(9000);
    over(
        &mut editor,
        "palette.paste",
        &[("list", long.as_str().into())],
        "the list must have at most 16384 bytes, not 18000",
    );
    // A picture of more colours gives the first of them.
    editor.resize(300 * 8, 8);
    editor.new_document(300, 1).unwrap();
    for x in 0..300 {
        editor.set_primary(&format!("#{x:06x}")).unwrap();
        drag(&mut editor, &[(x, 0)]);
    }
    run(&mut editor, "palette.from-picture", &[]);
    let expected: Vec<_> = (0..256).map(|blue| format!("#{blue:06x}ff")).collect();
    let found: Vec<_> = editor.document().palette().iter().map(Color::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn there_are_at_most_64_tags() {
    let mut editor = editor(&["R"]);
    often(&mut editor, 64, "frame.tag", &[]);
    over(&mut editor, "frame.tag", &[], "number of tags must be from 1 to 64, not 65");
    run(&mut editor, "frame.delete-tag", &[("tag", 63.into())]);
    over(&mut editor, "frame.delete-tag", &[("tag", 63.into())], "tag must be from 0 to 62, not 63");
    over(&mut editor, "frame.edit-tag", &[("tag", 63.into())], "tag must be from 0 to 62, not 63");
    assert_eq!(editor.document().tags().len(), 63);
}

#[test]
fn names_have_at_most_64_and_32_bytes() {
    let mut editor = editor(&["R"]);
    let name = |bytes: usize| ("name", Value::Text("n".repeat(bytes)));
    run(&mut editor, "layer.rename", &[name(64)]);
    assert_eq!(editor.document().layer(0).unwrap().name, "n".repeat(64));
    over(&mut editor, "layer.rename", &[name(65)], "the name must have at most 64 bytes, not 65");
    over(&mut editor, "layer.rename", &[name(0)], "the name is empty: enter 1 to 64 letters");
    // é has two bytes.
    over(
        &mut editor,
        "layer.rename",
        &[("name", "é".repeat(33).as_str().into())],
        "the name must have at most 64 bytes, not 66",
    );
    run(&mut editor, "layer.rename", &[("name", "é".repeat(32).as_str().into())]);
    // A copy's name is cut between letters: 29 of them and " copy" have 63 bytes.
    run(&mut editor, "layer.duplicate", &[]);
    assert_eq!(editor.document().layer(1).unwrap().name, format!("{} copy", "é".repeat(29)));
    run(&mut editor, "frame.tag", &[name(32)]);
    over(&mut editor, "frame.tag", &[name(33)], "the name must have at most 32 bytes, not 33");
    over(&mut editor, "frame.edit-tag", &[name(33)], "the name must have at most 32 bytes, not 33");
    over(
        &mut editor,
        "frame.tag",
        &[("name", "  ".into())],
        "the tag's name is empty: enter 1 to 32 letters",
    );
    assert_eq!(editor.document().tags()[0].name, "n".repeat(32));
}

#[test]
fn a_canvas_has_at_most_32768_a_side() {
    let mut editor = editor(&["RG"]);
    let sides = |width: u32, height: u32| [("width", width.into()), ("height", height.into())];
    over(&mut editor, "image.resize", &sides(32769, 1), "width must be from 1 to 32768, not 32769");
    over(&mut editor, "image.resize", &sides(1, 32769), "height must be from 1 to 32768, not 32769");
    over(&mut editor, "image.scale", &sides(32769, 1), "width must be from 1 to 32768, not 32769");
    let large = editor.new_document(32769, 1).unwrap_err().to_string();
    assert_eq!(large, "width must be from 1 to 32768, not 32769");
    run(&mut editor, "image.resize", &sides(32768, 32768));
    assert_eq!(editor.document().size(), (32768, 32768));
    // Of 32767 new rows the odd one is above: 16384 there and 16383 below.
    let seen = [16382, 16383, 16384, 16385].map(|x| letter(editor.pixel(x, 16384).unwrap()));
    assert_eq!(seen, ['.', 'R', 'G', '.']);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), ["RG"]);
    // All pixels of it at once are more than an image may have.
    let before = editor.document().history().arena().clone();
    let sentence = refused(&mut editor, "image.scale", &sides(32768, 32768));
    assert!(
        sentence.starts_with("scaled picture may take at most ") && sentence.ends_with("not 4 GB"),
        "{sentence}"
    );
    assert!(*editor.document().history().arena() == before);
}

#[test]
fn keys_go_through_the_palette_around_its_ends() {
    let mut editor = Editor::new().unwrap();
    editor
        .run("palette.paste", &[("list".into(), Value::Text("#ff0000\n#00ff00\n#0000ff".into()))], 0)
        .unwrap();
    let mut press = |id: &str| {
        assert!(editor.run(id, &[], 0).unwrap());
        (editor.colors().0.to_string(), editor.swatch())
    };
    let [red, green, blue] = ["#ff0000ff", "#00ff00ff", "#0000ffff"].map(str::to_owned);
    assert_eq!(press("palette.next"), (red.clone(), Some((0, 0))), "black is no colour of it");
    assert_eq!(press("palette.previous"), (blue, Some((2, 2))));
    assert_eq!(press("palette.next"), (red, Some((0, 0))));
    assert_eq!(press("palette.next"), (green, Some((1, 1))));
    let twice = "#ff0000\n#ff0000\n#0000ff";
    editor.run("palette.paste", &[("list".into(), Value::Text(twice.into()))], 0).unwrap();
    editor.run("palette.choose", &[("index".into(), 0.into())], 0).unwrap();
    let places = [(); 3].map(|()| {
        assert!(editor.run("palette.next", &[], 0).unwrap());
        editor.swatch().unwrap().0
    });
    assert_eq!(places, [1, 2, 0], "a colour that comes twice holds nobody up");
}

#[test]
fn every_command_of_colours_is_here() {
    // Those that only ask the page for a file are in editor.rs.
    let asks = ["palette.open", "palette.save"];
    let of_colours = commands().filter(|c| c.id.starts_with("palette.") || c.id.starts_with("color."));
    for command in of_colours.filter(|command| !asks.contains(&command.id)) {
        let tests = [include_str!("limits.rs"), include_str!("palettes.rs")];
        assert!(tests.concat().contains(&format!("\"{}\"", command.id)), "{}", command.id);
    }
}
