//! The options of tools: each tool has some for itself, and people are asked for those that have an effect.

use undoodle::editor::Editor;
use undoodle::tools::{OWN, TOOLS};
use undoodle::value::Value;

fn set(editor: &mut Editor, name: &str, value: impl Into<Value>) {
    editor.set_options(&[(name.to_owned(), value.into())]).unwrap();
}

fn take(editor: &mut Editor, tool: &str) {
    assert!(editor.run(&format!("tool.{tool}"), &[], 0).unwrap());
}

fn get(editor: &Editor, name: &str) -> Value {
    editor.options().get(name).unwrap()
}

/// The names of the options that the tool in hand shows.
fn shown(editor: &Editor) -> Vec<&'static str> {
    let options = editor.tool().options().filter(|option| (option.param.shown)(editor.options()));
    options.map(|option| option.param.name).collect()
}

#[test]
fn each_tool_remembers_its_own_and_shapes_share_theirs() {
    let mut editor = Editor::new().unwrap();
    set(&mut editor, "size", 4);
    set(&mut editor, "ink", "dither");
    set(&mut editor, "pattern", "8x8");
    set(&mut editor, "shape", "square");
    take(&mut editor, "eraser");
    assert_eq!(get(&editor, "size"), 1.into(), "a tool's first size");
    assert_eq!(get(&editor, "shape"), "square".into(), "the brush's shape is everybody's");
    set(&mut editor, "size", 3);
    take(&mut editor, "rectangle");
    assert_eq!((get(&editor, "size"), get(&editor, "ink")), (1.into(), "normal".into()));
    set(&mut editor, "size", 2);
    set(&mut editor, "filled", true);
    for shape in ["ellipse", "line", "ellipse"] {
        take(&mut editor, shape);
        assert_eq!((get(&editor, "size"), get(&editor, "filled")), (2.into(), true.into()), "{shape}");
    }
    take(&mut editor, "wand");
    take(&mut editor, "pencil");
    let own: Vec<_> = OWN[..3].iter().map(|name| get(&editor, name)).collect();
    assert_eq!(own, [4.into(), "dither".into(), "8x8".into()]);
    take(&mut editor, "eraser");
    assert_eq!(get(&editor, "size"), 3.into());
    assert_eq!(editor.document().history().position(), 0, "none of it is a step");
}

#[test]
fn what_each_tool_has_is_remembered_with_the_drawing() {
    let mut editor = Editor::new().unwrap();
    let sizes = ["pencil", "spray", "eraser", "line"].into_iter().zip(2..);
    for (tool, size) in sizes.clone() {
        editor.set_tool(tool, &[("size".into(), size.into())]).unwrap();
    }
    let choices = editor.choices();
    let mut other = Editor::new().unwrap();
    other.set_tool("eraser", &[("size".into(), 60.into())]).unwrap();
    let mut wrong = choices.clone();
    for (tool, own) in [
        ("eraser", "65 normal 2x2 outlined"),
        ("saw", "3 normal 2x2 outlined"),
        ("line", "3 oil 2x2 filled"),
        ("eraser", ""),
        ("eraser", "3 normal none filled"),
        ("eraser", "3 normal 2x2 filled more"),
    ] {
        wrong.push((format!("own.{tool}"), own.into()));
    }
    other.choose_again(&wrong);
    for (tool, size) in sizes {
        take(&mut other, tool);
        assert_eq!(get(&other, "size"), size.into(), "{tool}");
    }
}

#[test]
fn a_wrong_option_leaves_the_tool_in_hand() {
    let mut editor = Editor::new().unwrap();
    set(&mut editor, "size", 4);
    editor.set_tool("eraser", &[("size".into(), 65.into())]).unwrap_err();
    assert_eq!((editor.tool().id, get(&editor, "size")), ("pencil", 4.into()));
}

#[test]
fn options_without_effect_are_not_shown() {
    let mut editor = Editor::new().unwrap();
    assert!(!shown(&editor).contains(&"pattern") && shown(&editor).contains(&"perfect"));
    set(&mut editor, "ink", "dither");
    assert!(shown(&editor).contains(&"pattern"));
    set(&mut editor, "size", 2);
    assert!(!shown(&editor).contains(&"perfect"), "only lines of one pixel have steps");
    take(&mut editor, "gradient");
    let gradient = shown(&editor);
    assert!(gradient.contains(&"dither") && !gradient.contains(&"ink") && !gradient.contains(&"pattern"));
    take(&mut editor, "fill");
    assert!(shown(&editor).contains(&"diagonal"));
    set(&mut editor, "contiguous", false);
    assert!(!shown(&editor).contains(&"diagonal"), "all pixels of a colour need no way to each other");
}

#[test]
fn an_ink_of_another_tool_does_not_reach_the_gradient() {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    set(&mut editor, "ink", "shade");
    take(&mut editor, "gradient");
    editor.set_secondary("#ffffff").unwrap();
    editor.pointer_down(4.0, 4.0, 0, 0);
    editor.pointer_up(500.0, 4.0, 0);
    assert_eq!(editor.pixel(0, 0).unwrap().to_string(), "#000000ff");
    assert_eq!(editor.desk().recent().len(), 2, "both colours were painted with");
}

#[test]
fn tools_share_only_with_tools_that_are_there() {
    for tool in TOOLS {
        assert!(TOOLS.iter().any(|other| other.id == tool.kin && other.kin == other.id), "{}", tool.id);
    }
}
