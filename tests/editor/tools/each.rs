//! What each tool of the table is for, and what its options, the buttons and the keys that are held change
//! about it: a picture, what the hand does, and the picture after it.

use crate::grid::{check, color, drag, drag_held, editor, picture, press, run, selection, steps, tool};
use undoodle::editor::{Editor, Key, commands};
use undoodle::geometry::{Point, Rect};
use undoodle::tools::{Held, TOOLS};
use undoodle::value::Value;

const EMPTY: [&str; 5] = [".......", ".......", ".......", ".......", "......."];
const GROUND: [&str; 6] = ["........", ".RR.....", ".RR.....", "....G...", "........", "........"];
const NOTHING: [&str; 6] = ["........"; 6];

/// Right and down; what a lasso does is closed by a diagonal.
const WAY: [(i32, i32); 3] = [(1, 1), (4, 1), (4, 4)];

fn on(value: bool) -> Value {
    value.into()
}

/// What differs after a drag.
enum Does {
    Paints([&'static str; 6]),
    Selects([&'static str; 6]),
    Picks(&'static str),
    /// Device pixels.
    Pans(i32, i32),
    ZoomsTo(&'static str),
    Probes((i32, i32)),
    /// The rectangle of a new slice.
    Slices(Rect),
}

/// A tool, its key, the way of a drag, and what that does.
type Row = (&'static str, Key<'static>, Vec<(i32, i32)>, Does);

/// Each tool of the table.
fn every_tool() -> Vec<Row> {
    use Does::{Paints, Pans, Picks, Probes, Selects, Slices, ZoomsTo};
    let (key, shift, way) = (Key::plain, Key::shift, WAY.to_vec());
    let along = ["........", ".KKKK...", ".RR.K...", "....K...", "....K...", "........"];
    let erased = ["........", "........", ".RR.....", "........", "........", "........"];
    let undone = ["........", ".RR.....", ".RR.....", "........", "........", "........"];
    let line = ["........", ".KR.....", ".RK.....", "...KG...", "....K...", "........"];
    let rectangle = ["........", ".KKKK...", ".KR.K...", ".K..K...", ".KKKK...", "........"];
    let ellipse = ["........", ".RKK....", ".KR.K...", ".K..K...", "..KK....", "........"];
    let rounded = ["........", ".RKK....", ".KR.K...", ".K..K...", "..KK....", "........"];
    let square = ["........", ".####...", ".####...", ".####...", ".####...", "........"];
    let disc = ["........", "..##....", ".####...", ".####...", "..##....", "........"];
    let triangle = ["........", ".####...", "..###...", "...##...", "....#...", "........"];
    let dash = ["........", ".RR.....", ".RR.....", "....G...", "..KKK...", "........"];
    let filled = ["........", ".KK.....", ".KK.....", "....G...", "........", "........"];
    let joined = ["........", ".##.....", ".##.....", "........", "........", "........"];
    let moved = ["........", "........", "....RR..", "....RR..", ".......G", "........"];
    vec![
        ("pencil", key("b"), way.clone(), Paints(along)),
        // A brush of one pixel sprays one dot at each step.
        ("spray", shift("b"), way.clone(), Paints(along)),
        ("eraser", key("e"), way.clone(), Paints(erased)),
        // Before the newest step there was no green dot.
        ("history-brush", key("y"), way.clone(), Paints(undone)),
        ("line", key("l"), way.clone(), Paints(line)),
        ("curve", shift("l"), way.clone(), Paints(line)),
        ("rectangle", key("u"), way.clone(), Paints(rectangle)),
        ("ellipse", shift("u"), way.clone(), Paints(ellipse)),
        ("rounded-rectangle", Key::alt("u"), way.clone(), Paints(rounded)),
        // One drag sets two points, and Enter ends it there.
        ("polygon", shift("d"), way.clone(), Paints(line)),
        // A drag moves where it begins.
        ("text", key("t"), vec![(1, 1), (2, 1)], Paints(dash)),
        ("fill", key("g"), way.clone(), Paints(filled)),
        // Between neighbours a gradient is an edge: black up to the first, transparent from the second on.
        ("gradient", shift("g"), vec![(3, 2), (4, 2)], Paints(["KKKK...."; 6])),
        ("eyedropper", key("i"), vec![(1, 1), (4, 3)], Picks("#00ff00ff")),
        ("select-rectangle", key("m"), way.clone(), Selects(square)),
        ("select-ellipse", shift("m"), way.clone(), Selects(disc)),
        ("lasso", key("q"), way.clone(), Selects(triangle)),
        ("wand", key("w"), way.clone(), Selects(joined)),
        ("move", key("v"), vec![(1, 1), (4, 2)], Paints(moved)),
        ("slice", shift("c"), way.clone(), Slices(Rect::new(1, 1, 4, 4))),
        ("hand", key("h"), way, Pans(24, 24)),
        ("zoom", key("z"), vec![(1, 1)], ZoomsTo("10×")),
        // A drag probes where it begins.
        ("probe", shift("w"), vec![(1, 1), (4, 3)], Probes((1, 1))),
    ]
}

/// Drags over the middles of pixels, wherever the view shows them.
fn drag_seen(editor: &mut Editor, button: i16, way: &[(i32, i32)]) {
    // The view may move on the way, and the hand does not.
    let view = *editor.view();
    let place = |(x, y): (i32, i32)| view.device_center(f64::from(x), f64::from(y));
    let (x, y) = place(way[0]);
    editor.pointer_down(x, y, button, 0);
    for (x, y) in way[1..].iter().copied().map(place) {
        editor.pointer_move(x, y, 0);
    }
    let (x, y) = place(way[way.len() - 1]);
    editor.pointer_up(x, y, 0);
    if editor.text().is_some() {
        run(editor, "edit.set-text", &[("text", "-".into())]);
    }
    if editor.is_waiting() {
        run(editor, "edit.end-shape", &[]);
    }
}

#[test]
fn each_tool_of_the_table_has_its_key_and_does_what_it_is_for() {
    let table = every_tool();
    let known: Vec<_> = TOOLS.iter().map(|tool| tool.id).collect();
    assert_eq!(table.iter().map(|row| row.0).collect::<Vec<_>>(), known, "each tool of the table is tried");
    for (id, key, way, does) in table {
        let mut editor = editor(&GROUND);
        editor.resize(400, 400);
        run(&mut editor, "view.zoom.4", &[]);
        // Away from the pencil, so that the pencil has to be chosen as well.
        tool(&mut editor, "hand", &[]);
        let command = editor.command_for(key).unwrap();
        assert_eq!(command, format!("tool.{id}"));
        assert!(commands().any(|known| known.id == command));
        run(&mut editor, command, &[]);
        assert_eq!(editor.tool().id, id);
        let (made, before) = (steps(&editor), *editor.view());
        drag_seen(&mut editor, 0, &way);
        let (mut shown, mut selected, mut primary) = (GROUND, NOTHING, "#000000ff");
        let (mut moved, mut zoom, mut probed, mut sliced) = ((0, 0), "8×", None, None);
        match does {
            Does::Paints(rows) => shown = rows,
            Does::Selects(rows) => selected = rows,
            Does::Picks(color) => primary = color,
            Does::Pans(across, down) => moved = (across, down),
            Does::ZoomsTo(text) => zoom = text,
            Does::Probes(at) => probed = Some(at),
            Does::Slices(rect) => sliced = Some(rect),
        }
        assert_eq!((picture(&editor), selection(&editor)), (rows(shown), rows(selected)), "{id}");
        assert_eq!(editor.colors().0.to_string(), primary, "{id}");
        let kept = editor.probed().filter(|probed| probed.kept).map(|probed| (probed.at.x, probed.at.y));
        assert_eq!(kept, probed, "{id}");
        let view = *editor.view();
        assert_eq!(view.zoom.to_string(), zoom, "{id}");
        if view.zoom == before.zoom {
            let by = Point::new(view.origin.x - before.origin.x, view.origin.y - before.origin.y);
            assert_eq!((by.x, by.y), moved, "{id}");
        }
        assert_eq!(slice(&editor), sliced, "{id}");
        let left = usize::from(shown != GROUND || selected != NOTHING || sliced.is_some());
        assert_eq!(steps(&editor) - made, left, "{id} leaves {left} steps");
        if left == 1 {
            run(&mut editor, "edit.undo", &[]);
            assert_eq!((picture(&editor), selection(&editor)), (rows(GROUND), rows(NOTHING)), "{id}, undone");
            assert_eq!(slice(&editor), None, "{id}, undone");
            run(&mut editor, "edit.redo", &[]);
            assert_eq!((picture(&editor), selection(&editor)), (rows(shown), rows(selected)), "{id}, redone");
            assert_eq!(slice(&editor), sliced, "{id}, redone");
        }
    }
}

/// The rectangle of the first slice.
fn slice(editor: &Editor) -> Option<Rect> {
    let document = editor.document();
    document.slices().first().and_then(|id| document.slice_at(*id, 0)).map(|key| key.bounds)
}

fn rows(rows: [&str; 6]) -> Vec<String> {
    rows.map(String::from).to_vec()
}

#[test]
fn the_right_button_draws_with_the_secondary_colour_whatever_the_tool() {
    for (id, after) in [
        ("pencil", ["GGG", "R.G"]),
        ("eraser", ["...", "R.."]),
        ("line", ["GR.", "RGG"]),
        ("rectangle", ["GGG", "GGG"]),
        ("fill", ["GG.", "G.."]),
    ] {
        let draw = |editor: &mut Editor| {
            editor.set_secondary(color('G')).unwrap();
            tool(editor, id, &[]);
            press(editor, 2, &[(0, 0), (2, 0), (2, 1)]);
        };
        check(&["RR.", "R.."], draw, &after);
    }
    let gradient = |editor: &mut Editor| {
        editor.set_secondary(color('W')).unwrap();
        tool(editor, "gradient", &[("dither", "2x2".into())]);
        press(editor, 2, &[(0, 0), (7, 0)]);
    };
    // From white to black, so that at column x the share of black is x/7.
    check(&["........", "........"], gradient, &["WWKWKKKK", "WWWKWKWK"]);
}

#[test]
fn shapes_are_drawn_from_the_centre_and_square_where_that_is_wanted() {
    let draw = |id: &'static str, centre: bool, (shift, ctrl): (bool, bool), way: [(i32, i32); 2]| {
        move |editor: &mut Editor| {
            tool(editor, id, &[("centre", on(centre))]);
            drag_held(editor, shift, ctrl, &way);
        }
    };
    let (free, shift, ctrl, both) = ((false, false), (true, false), (false, true), (true, true));
    let wide = [".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."];
    check(&EMPTY, draw("rectangle", true, free, [(3, 2), (5, 3)]), &wide);
    check(&EMPTY, draw("rectangle", false, ctrl, [(3, 2), (5, 3)]), &wide);
    let square = [".......", ".KKKK..", ".K..K..", ".K..K..", ".KKKK.."];
    check(&EMPTY, draw("rectangle", false, shift, [(1, 1), (2, 4)]), &square);
    // A circle of five: its first row reaches 1.5 to each side, as 2.5² − 2² = 2.25.
    let disc = ["..KKK..", ".K...K.", ".K...K.", ".K...K.", "..KKK.."];
    check(&EMPTY, draw("ellipse", true, free, [(3, 2), (5, 4)]), &disc);
    check(&EMPTY, draw("ellipse", false, shift, [(1, 0), (3, 4)]), &disc);
    check(&EMPTY, draw("ellipse", false, both, [(3, 2), (4, 4)]), &disc);
    let mut editor = editor(&EMPTY);
    draw("select-rectangle", true, free, [(3, 2), (5, 3)])(&mut editor);
    assert_eq!(selection(&editor), [".......", ".#####.", ".#####.", ".#####.", "......."]);
}

#[test]
fn gradients_are_rings_around_the_press_and_smooth_without_a_pattern() {
    let rings = |editor: &mut Editor| {
        editor.set_secondary(color('W')).unwrap();
        tool(editor, "gradient", &[("dither", "2x2".into()), ("gradient", "radial".into())]);
        drag(editor, &[(2, 2), (2, 4)]);
    };
    // One off the middle is 1/2, a diagonal one √½ = 0.71; two off, and all beyond, 1. In even rows the
    // thresholds are 1/8 and 5/8, in odd ones 7/8 and 3/8.
    check(&["....."; 5], rings, &["WWWWW", "WWKWW", "WKKKW", "WWKWW", "WWWWW"]);
    let mut editor = editor(&["....."]);
    editor.set_secondary(color('W')).unwrap();
    tool(&mut editor, "gradient", &[]);
    drag(&mut editor, &[(0, 0), (4, 0)]);
    let found = [0, 1, 2, 3, 4].map(|x| editor.pixel(x, 0).unwrap().to_string());
    // Quarters of 255, rounded.
    assert_eq!(found, ["#000000ff", "#404040ff", "#808080ff", "#bfbfbfff", "#ffffffff"]);
}

#[test]
fn a_pattern_alternates_with_the_secondary_colour_unless_that_is_transparent() {
    let draw = |secondary: char| {
        move |editor: &mut Editor| {
            editor.set_secondary(color(secondary)).unwrap();
            tool(editor, "rectangle", &[("ink", "dither".into()), ("filled", on(true))]);
            drag(editor, &[(0, 0), (3, 1)]);
        }
    };
    check(&["....", "WWWW"], draw('.'), &["K.K.", "WKWK"]);
    check(&["....", "WWWW"], draw('G'), &["KGKG", "GKGK"]);
}

#[test]
fn a_moved_axis_mirrors_at_half_pixels_and_in_both_directions() {
    let draw = |options: &'static [(&str, f64)], way: &'static [(i32, i32)]| {
        move |editor: &mut Editor| {
            let value = |name: &str, number: f64| {
                if name.starts_with("axis") { Value::Number(number) } else { on(number != 0.0) }
            };
            let options: Vec<_> = options.iter().map(|(name, of)| (*name, value(name, *of))).collect();
            tool(editor, "pencil", &options);
            // Near its edge a viewport without room beside the canvas has the ends of the axes.
            editor.resize(400, 400);
            run(editor, "view.zoom.4", &[]);
            drag_seen(editor, 0, way);
        }
    };
    // Through the middle of the third column: 0 and 4 are each other's image.
    let upright = &[("vertical", 1.0), ("axisX", 2.5)];
    let mirrored = ["K...K..", ".K.K...", ".......", ".......", "......."];
    check(&EMPTY, draw(upright, &[(0, 0), (1, 1)]), &mirrored);
    // Through the middles of the second column and the second row.
    let both = &[("vertical", 1.0), ("horizontal", 1.0), ("axisX", 1.5), ("axisY", 1.5)];
    let rows = ["KKKK...", ".......", "KKKK...", ".......", "......."];
    check(&EMPTY, draw(both, &[(0, 0), (3, 0)]), &rows);
}

#[test]
fn an_axis_is_moved_by_its_end_beside_the_canvas() {
    for (id, option, level, moved) in
        [("symmetry.horizontal", "axisY", true, 1.5), ("symmetry.vertical", "axisX", false, 2.5)]
    {
        let mut editor = editor(&EMPTY);
        run(&mut editor, id, &[]);
        run(&mut editor, "view.zoom.4", &[]);
        editor.resize(120, 120);
        let (x, y) = editor.axes();
        let end = if level { y } else { x }.expect("the axis");
        let beside = |along: f64| if level { (-3.0, along) } else { (along, -3.0) };
        let (from, to) = (beside(end), beside(end - 8.0));
        editor.pointer_down(from.0, from.1, 0, 0);
        editor.pointer_move(to.0, to.1, 0);
        editor.pointer_up(to.0, to.1, 0);
        // A pixel of eight device pixels above or to the left of the middle of five rows and seven columns.
        assert_eq!(editor.options().get(option), Some(Value::Number(moved)), "{id}");
        assert_eq!(
            (steps(&editor), picture(&editor)),
            (0, EMPTY.map(str::to_owned).to_vec()),
            "an axis is not the drawing's"
        );
    }
}

#[test]
fn what_is_chosen_in_the_middle_of_a_shape_counts_from_the_next_one_on() {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "rectangle", &[]);
    let [from, by, to] = [(1, 1), (3, 2), (5, 3)].map(crate::grid::at);
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_move(by.0, by.1, 0);
    tool(&mut editor, "ellipse", &[("filled", on(true)), ("wrap", on(true)), ("vertical", on(true))]);
    for id in ["brush.larger", "color.swap"] {
        run(&mut editor, id, &[]);
    }
    editor.pointer_move(to.0, to.1, 0);
    editor.pointer_up(to.0, to.1, 0);
    let outlined = [".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."];
    assert_eq!(picture(&editor), outlined, "drawn anew, as it was begun");
    assert_eq!((editor.tool().id, editor.options().get("filled")), ("ellipse", Some(on(true))));
}

#[test]
fn a_fill_samples_the_picture_at_each_press() {
    for (sample, row) in [("layer", "KKKKK"), ("picture", "KKRKK")] {
        let draw = |editor: &mut Editor| {
            run(editor, "layer.add", &[]);
            tool(editor, "fill", &[("sample", sample.into())]);
            drag(editor, &[(0, 0)]);
            drag(editor, &[(4, 0)]);
        };
        check(&["..R.."], draw, &[row]);
    }
}

#[test]
fn the_eyedropper_takes_up_the_last_pixel_of_a_drag_from_the_layer_or_the_picture() {
    let mut editor = editor(&["RGB"]);
    let made = steps(&editor);
    tool(&mut editor, "eyedropper", &[]);
    drag(&mut editor, &[(0, 0), (1, 0)]);
    assert_eq!(editor.colors().0.to_string(), color('G'));
    run(&mut editor, "layer.add", &[]);
    for (sample, letter) in [("layer", '.'), ("picture", 'G')] {
        tool(&mut editor, "eyedropper", &[("sample", sample.into())]);
        drag(&mut editor, &[(1, 0)]);
        assert_eq!(editor.colors().0.to_string(), color(letter), "{sample}");
    }
    assert_eq!((picture(&editor), steps(&editor)), (vec!["RGB".to_owned()], made + 1));
}

#[test]
fn the_zoom_tool_goes_in_by_a_press_and_out_by_the_right_button_or_with_ctrl() {
    let mut editor = editor(&EMPTY);
    editor.resize(400, 400);
    run(&mut editor, "view.zoom.5", &[]);
    tool(&mut editor, "zoom", &[]);
    let ctrl = Held { ctrl: true, ..Held::default() };
    let free = Held::default();
    for (button, held, zoom) in
        [(0, free, "20×"), (0, free, "24×"), (2, free, "20×"), (0, ctrl, "16×"), (0, ctrl, "12×")]
    {
        editor.hold(held);
        let (x, y) = editor.view().device_center(2.0, 1.0);
        editor.pointer_down(x, y, button, 0);
        editor.pointer_up(x, y, 1);
        assert_eq!(editor.view().zoom.to_string(), zoom);
        let after = editor.view().device_center(2.0, 1.0);
        // A pixel's middle may move by half of what its side has changed.
        assert!(
            (after.0 - x).abs() <= 3.0 && (after.1 - y).abs() <= 3.0,
            "the pixel stays under the pointer"
        );
    }
    assert_eq!(steps(&editor), 0);
}

#[test]
fn the_size_of_a_brush_is_stepped_within_its_limits() {
    let mut editor = editor(&EMPTY);
    let size = |editor: &Editor| editor.options().get("size").unwrap();
    let [smaller, larger] = ["-", "+"].map(|key| editor.command_for(Key::plain(key)).unwrap());
    run(&mut editor, larger, &[]);
    assert_eq!(size(&editor), 2.into());
    (0..2).for_each(|_| run(&mut editor, smaller, &[]));
    assert_eq!(size(&editor), 1.into());
    tool(&mut editor, "pencil", &[("size", 64.into())]);
    run(&mut editor, larger, &[]);
    assert_eq!(size(&editor), 64.into());
    run(&mut editor, smaller, &[]);
    assert_eq!(size(&editor), 63.into());
}
