//! The web boundary inside a real browser: values, errors and the canvas.
#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Reflect, Uint8Array};
use undoodle::web::Editor;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap()
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap()
}

fn arguments(values: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in values {
        Reflect::set(&object, &JsValue::from_str(name), value).unwrap();
    }
    object.into()
}

/// A file as scripts and the page hand it over.
fn file(bytes: &[u8]) -> Uint8Array {
    Uint8Array::from(bytes)
}

/// Replaces the drawing with a file's, and returns the notes on it.
fn open(editor: &mut Editor, bytes: &[u8], name: &str) -> Result<JsValue, JsValue> {
    editor.plan_open(file(bytes), name);
    editor.perform_at_once()?;
    Ok(editor.opened().into())
}

/// Performs what was planned.
fn perform(editor: &mut Editor) {
    assert!(editor.perform_at_once().unwrap());
}

/// An editor at 8 device pixels a pixel, with a red stroke from (1, 1) to (3, 1).
fn painted() -> Editor {
    let mut editor = Editor::new(0.0).unwrap();
    editor.resize(512, 512);
    editor.set_color("#ff0000").unwrap();
    editor.plan_down(12.0, 12.0, 0, 5.0);
    perform(&mut editor);
    editor.plan_up(28.0, 12.0, 9.0);
    perform(&mut editor);
    editor
}

#[wasm_bindgen_test]
fn tools_and_their_options_cross_the_boundary() {
    let mut editor = Editor::new(0.0).unwrap();
    let tools: Array = editor.tools().unchecked_into();
    let spray = tools.iter().find(|tool| get(tool, "id") == "spray").unwrap();
    assert_eq!((get(&spray, "command"), get(&spray, "icon")), ("tool.spray".into(), "spray-can".into()));
    let options: Array = editor.tool_options().unchecked_into();
    let density = options.iter().find(|option| get(option, "name") == "density").unwrap();
    assert_eq!(
        (get(&density, "kind"), number(&density, "max"), number(&density, "start")),
        ("number".into(), 100.0, 10.0)
    );
    editor.set_tool("spray", arguments(&[("vertical", true.into())])).unwrap();
    let state: JsValue = editor.state().into();
    let shown = Array::from(&get(&state, "toolOptions"));
    assert!(shown.includes(&"axisX".into(), 0) && !shown.includes(&"axisY".into(), 0), "one axis is there");
    let idle = Array::from(&get(&state, "idleOptions"));
    assert!(idle.includes(&"axisY".into(), 0) && !idle.includes(&"axisX".into(), 0), "and the other is idle");
    assert_eq!(get(&get(&state, "options"), "vertical"), true);
    editor.resize(512, 512);
    editor.plan_down(12.0, 12.0, 0, 5.0);
    perform(&mut editor);
    assert!(editor.tick(500.0), "a spray goes on");
    assert_eq!(get(&editor.state().into(), "ticking"), true);
    editor.plan_up(12.0, 12.0, 600.0);
    perform(&mut editor);
    assert!(!editor.tick(700.0));
}

#[wasm_bindgen_test]
fn a_stroke_and_its_undo_cross_the_boundary() {
    let mut editor = painted();
    assert_eq!(editor.pixel(2, 1).unwrap(), "#ff0000ff");
    editor.happened();
    editor.effects();
    assert!(editor.run("edit.undo", JsValue::UNDEFINED, 0.0).unwrap());
    assert_eq!(editor.pixel(2, 1).unwrap(), "#00000000");
    assert_eq!(editor.happened(), 1 | 2 | 8, "dirty rectangles, a state, and effects");
    let effects: Array = editor.effects().unchecked_into();
    let kinds: Vec<_> = effects.iter().map(|effect| get(&effect, "type").as_string().unwrap()).collect();
    assert!(kinds.contains(&"highlight".into()), "{kinds:?}");
    let highlight: JsValue = editor.highlight().into();
    assert_eq!(get(&highlight, "kind"), "undo");
    assert_eq!(get(&highlight, "color"), "#935bf2ff");
    assert_eq!(number(&get(&highlight, "rect"), "width"), 3.0);
    let history: JsValue = editor.history().into();
    assert_eq!((number(&history, "undo"), number(&history, "position")), (0.0, 0.0));
    assert_eq!(Array::from(&get(&history, "steps")).length(), 1);
}

#[wasm_bindgen_test]
fn damage_lands_on_the_canvas_and_nowhere_else() {
    let mut editor = painted();
    let document = web_sys::window().unwrap().document().unwrap();
    let canvas: HtmlCanvasElement = document.create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(512);
    canvas.set_height(512);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").unwrap().unwrap().unchecked_into();
    editor.paint(&context, f64::MAX).unwrap();
    let pixel = |x: f64, y: f64| context.get_image_data(x, y, 1.0, 1.0).unwrap().data().0;
    assert_eq!(pixel(20.0, 12.0), [255, 0, 0, 255]);
    context.clear_rect(0.0, 0.0, 512.0, 512.0);
    editor.run("edit.undo", JsValue::UNDEFINED, 0.0).unwrap();
    editor.paint(&context, f64::MAX).unwrap();
    assert_eq!(pixel(20.0, 12.0)[3], 255, "the stroke's place is painted");
    assert_eq!(pixel(200.0, 200.0)[3], 0, "the rest is left alone");
}

#[wasm_bindgen_test]
fn refusals_are_errors_of_one_sentence() {
    let mut editor = painted();
    let message = |result: Result<(), JsValue>| {
        result.unwrap_err().unchecked_into::<js_sys::Error>().message().as_string().unwrap()
    };
    assert_eq!(message(editor.new_document(0.0, 9.0)), "width must be from 1 to 32768, not 0");
    let empty = open(&mut editor, b"", "x.png").map(|_| ());
    assert_eq!(message(empty), "this file can't be opened: it is empty");
    assert_eq!(
        message(editor.set_options(arguments(&[("size", 1e9.into())]))),
        "size must be from 1 to 64, not 1000000000"
    );
    let wrong = editor.run("layer.opacity", arguments(&[("opacity", JsValue::NULL)]), 0.0).map(|_| ());
    assert_eq!(message(wrong), "argument must be a number, a text, true or false, not \"opacity\"");
    assert!(editor.pixel(64, 0).is_err());
    assert_eq!(editor.pixel(2, 1).unwrap(), "#ff0000ff", "nothing has changed");
}

#[wasm_bindgen_test]
fn arguments_that_fail_while_they_are_read_leave_the_editor_usable() {
    let mut editor = painted();
    let hostile = [
        "({ get size() { throw new Error('no'); } })",
        "new Proxy({}, { ownKeys() { throw new Error('no'); } })",
        "[1, 2]",
        "5",
        "null",
        "({ size: Symbol() })",
        "({ [Symbol()]: 1 })",
    ];
    for script in hostile {
        let given = js_sys::eval(script).unwrap();
        assert!(editor.set_options(given.clone()).is_err(), "{script}");
        assert!(editor.set_tool("eraser", given.clone()).is_err(), "{script}");
        assert!(editor.run("layer.opacity", given.clone(), 0.0).is_err(), "{script}");
        assert!(editor.preview("layer.opacity", given).is_err(), "{script}");
    }
    let state: JsValue = editor.state().into();
    assert_eq!((get(&state, "tool"), number(&get(&state, "options"), "size")), ("pencil".into(), 1.0));
    assert!(editor.cel_pixel(-1, 0, 0, 0).is_err() && editor.cel_pixel(0, -1, 0, 0).is_err());
    assert!(editor.run("edit.undo", JsValue::UNDEFINED, 0.0).unwrap());
}

#[wasm_bindgen_test]
fn a_refused_file_leaves_the_module_as_small_as_it_was() {
    const MIB: usize = 1 << 20;
    let mut editor = painted();
    // An interlaced header of 8192×8192 pixels without data: a buffer for them would take 256 MiB.
    let bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x20\0\0\0\x20\0\x08\x06\0\0\x01\x05\xad\xfa\xcf";
    let before = core::arch::wasm32::memory_size(0);
    for _ in 0..3 {
        assert!(open(&mut editor, bomb, "bomb.png").is_err());
        assert!(editor.paste(&file(bomb), 0.0).is_err());
    }
    let grown = (core::arch::wasm32::memory_size(0) - before) * 65536;
    assert!(grown < 8 * MIB, "grown by {grown} bytes");
}

#[wasm_bindgen_test]
fn memory_grows_in_idle_moments_and_not_in_a_large_action() {
    let mut editor = Editor::new(0.0).unwrap();
    editor.resize(1024, 1024);
    editor.new_document(1024.0, 1024.0).unwrap();
    editor.set_tool("gradient", JsValue::UNDEFINED).unwrap();
    while editor.idle() {}
    let before = core::arch::wasm32::memory_size(0);
    editor.plan_down(0.0, 0.0, 0, 0.0);
    perform(&mut editor);
    editor.plan_up(1000.0, 900.0, 5.0);
    perform(&mut editor);
    assert_ne!(editor.pixel(500, 500).unwrap(), editor.pixel(700, 700).unwrap());
    assert_eq!(core::arch::wasm32::memory_size(0), before);
}

#[wasm_bindgen_test]
fn commands_take_arguments_and_the_drawing_is_told() {
    let mut editor = painted();
    let commands: Array = editor.commands(None, None).unchecked_into();
    assert_eq!(commands.length() as usize, editor.enabled().len());
    let opacity = commands.iter().find(|command| get(command, "id") == "layer.opacity").unwrap();
    let params = Array::from(&get(&opacity, "params"));
    assert_eq!((get(&params.get(1), "name"), number(&params.get(1), "max")), ("opacity".into(), 255.0));
    assert!(editor.run("layer.opacity", arguments(&[("opacity", 128.into())]), 0.0).unwrap());
    assert_eq!(editor.pixel(2, 1).unwrap(), "#ff000080");
    assert_eq!(editor.cel_pixel(0, 0, 2, 1).unwrap(), "#ff0000ff");
    let drawing: JsValue = editor.drawing().into();
    let layer = Array::from(&get(&drawing, "layers")).get(0);
    assert_eq!((number(&layer, "opacity"), get(&layer, "name")), (128.0, "Layer 1".into()));
    assert!(editor.run("select.all", JsValue::UNDEFINED, 0.0).unwrap());
    assert_eq!(editor.outline().len(), 16, "four lines of two ends");
}

#[wasm_bindgen_test]
fn changed_keys_are_known_with_and_without_the_editor() {
    let mut editor = painted();
    assert_eq!(Editor::bound("n", false, false, false), None);
    editor.set_keys(arguments(&[("tool.pencil", "N".into())])).unwrap();
    for (key, id) in [("n", Some("tool.pencil")), ("b", None), ("e", Some("tool.eraser"))] {
        assert_eq!(editor.key(key, false, false, false).as_deref(), id);
        assert_eq!(Editor::bound(key, false, false, false).as_deref(), id);
    }
    let commands: Array = editor.commands(None, None).unchecked_into();
    let pencil = commands.iter().find(|command| get(command, "id") == "tool.pencil").unwrap();
    assert_eq!(Array::from(&get(&pencil, "keys")).get(0), "N");
    assert!(editor.set_keys(arguments(&[("tool.pencil", "Ctrl+W".into())])).is_err());
    assert_eq!(Editor::bound("n", false, false, false).as_deref(), Some("tool.pencil"));
    assert_eq!(editor.why_disabled("edit.redo").as_deref(), Some("nothing to redo"));
    assert_eq!(editor.why_disabled("layer.add"), None);
    editor.set_keys(arguments(&[])).unwrap();
    assert_eq!(Editor::bound("b", false, false, false).as_deref(), Some("tool.pencil"));
}

#[wasm_bindgen_test]
fn a_picture_survives_its_file() {
    let mut editor = painted();
    let saved = editor.encode("png").unwrap();
    editor.new_document(9.0, 9.0).unwrap();
    assert_eq!(open(&mut editor, &saved, "red.png").unwrap(), "");
    assert_eq!(editor.pixel(3, 1).unwrap(), "#ff0000ff");
    let state: JsValue = editor.state().into();
    assert_eq!(get(&state, "name"), "red");
    assert_eq!(get(&state, "dirty"), false);
}
