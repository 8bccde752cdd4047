//! What each tool draws, pixel by pixel: a picture, what the hand does, and the picture after it.
//! Lines are Bresenham's, ellipses the midpoint algorithm's, fills by regions of equal colour,
//! patterns Bayer's; the modules of `raster` name their sources and have grids of their own.

use crate::grid::{check, drag, drag_held, editor, picture, press, run, steps, tool};
use undoodle::editor::{Editor, Effect};
use undoodle::value::Value;

fn on(value: bool) -> Value {
    value.into()
}

const EMPTY: [&str; 5] = [".......", ".......", ".......", ".......", "......."];

#[test]
fn the_pencil_leaves_out_corners_where_that_is_wanted() {
    let path = [(0, 0), (2, 0), (2, 2), (4, 2), (4, 4)];
    let draw = |perfect: bool| {
        move |editor: &mut Editor| {
            tool(editor, "pencil", &[("perfect", on(perfect))]);
            drag(editor, &path);
        }
    };
    check(&EMPTY, draw(false), &["KKK....", "..K....", "..KKK..", "....K..", "....K.."]);
    check(&EMPTY, draw(true), &["KK.....", "..K....", "...K...", "....K..", "....K.."]);
    // What lay under a corner is there again.
    let ground = ["WWWWWWW", "WWWWWWW", "WWWWWWW", "WWWWWWW", "WWWWWWW"];
    check(&ground, draw(true), &["KKWWWWW", "WWKWWWW", "WWWKWWW", "WWWWKWW", "WWWWKWW"]);
}

#[test]
fn the_pencil_goes_on_from_its_last_stroke_while_shift_is_held() {
    let draw = |editor: &mut Editor| {
        drag(editor, &[(0, 0), (1, 0)]);
        drag_held(editor, true, false, &[(6, 0)]);
        drag_held(editor, true, false, &[(6, 4)]);
    };
    check(&EMPTY, draw, &["KKKKKKK", "......K", "......K", "......K", "......K"]);
}

#[test]
fn a_line_is_drawn_anew_with_every_sample_and_shift_holds_its_angle() {
    let free = |editor: &mut Editor| {
        tool(editor, "line", &[]);
        drag(editor, &[(0, 0), (6, 0), (0, 4), (6, 2)]);
    };
    check(&EMPTY, free, &["KK.....", "..KKK..", ".....KK", ".......", "......."]);
    let held = |editor: &mut Editor| {
        tool(editor, "line", &[]);
        drag_held(editor, true, false, &[(0, 0), (4, 3)]);
    };
    // The diagonal is nearer than 2:1, and (3.5, 3.5) on it is nearest to the pointer.
    check(&EMPTY, held, &["K......", ".K.....", "..K....", "...K...", "....K.."]);
}

#[test]
fn a_key_that_goes_down_or_up_in_the_middle_shapes_at_once() {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "rectangle", &[]);
    let (from, to) = (crate::grid::at((1, 1)), crate::grid::at((2, 3)));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_move(to.0, to.1, 0);
    let (free, square) = (
        [".......", ".KK....", ".KK....", ".KK....", "......."],
        [".......", ".KKK...", ".K.K...", ".KKK...", "......."],
    );
    let shift = undoodle::tools::Held { shift: true, ..Default::default() };
    for (held, shown) in [(shift, square), (Default::default(), free), (shift, square)] {
        editor.hold(held);
        assert_eq!(picture(&editor), shown);
    }
    editor.pointer_up(to.0, to.1, 0);
    assert_eq!(picture(&editor), square);
}

#[test]
fn a_line_goes_on_from_the_last_one() {
    let draw = |editor: &mut Editor| {
        tool(editor, "line", &[]);
        drag(editor, &[(0, 4), (0, 2)]);
        drag_held(editor, true, false, &[(4, 2)]);
    };
    check(&EMPTY, draw, &[".......", ".......", "KKKKK..", "K......", "K......"]);
}

#[test]
fn rectangles_are_outlined_or_filled_from_a_corner_or_the_centre() {
    let draw = |options: &'static [(&str, bool)], path: [(i32, i32); 2]| {
        move |editor: &mut Editor| {
            let options: Vec<_> = options.iter().map(|(name, value)| (*name, on(*value))).collect();
            tool(editor, "rectangle", &options);
            drag(editor, &path);
        }
    };
    let corner = [(5, 3), (1, 1)];
    check(&EMPTY, draw(&[], corner), &[".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."]);
    check(
        &EMPTY,
        draw(&[("filled", true)], corner),
        &[".......", ".KKKKK.", ".KKKKK.", ".KKKKK.", "......."],
    );
    let centre = [(3, 2), (5, 3)];
    check(
        &EMPTY,
        draw(&[("centre", true)], centre),
        &[".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."],
    );
    let square = |editor: &mut Editor| {
        tool(editor, "rectangle", &[]);
        drag_held(editor, true, false, &[(1, 1), (2, 4)]);
    };
    check(&EMPTY, square, &[".......", ".KKKK..", ".K..K..", ".K..K..", ".KKKK.."]);
    let from_centre = |editor: &mut Editor| {
        tool(editor, "rectangle", &[]);
        drag_held(editor, false, true, &[(3, 2), (4, 3)]);
    };
    check(&EMPTY, from_centre, &[".......", "..KKK..", "..K.K..", "..KKK..", "......."]);
}

#[test]
fn ellipses_have_even_and_odd_diameters() {
    let draw = |filled: bool, to: (i32, i32)| {
        move |editor: &mut Editor| {
            tool(editor, "ellipse", &[("filled", on(filled))]);
            drag(editor, &[(0, 0), to]);
        }
    };
    // One row from the middle the half width is 3·√(1 − 1/4) = 2.6, so that row is as wide as the middle one.
    check(&EMPTY, draw(false, (6, 4)), &["..KKK..", "KK...KK", "K.....K", "KK...KK", "..KKK.."]);
    check(&EMPTY, draw(true, (3, 3)), &[".KK....", "KKKK...", "KKKK...", ".KK....", "......."]);
    check(&EMPTY, draw(false, (3, 3)), &[".KK....", "K..K...", "K..K...", ".KK....", "......."]);
}

#[test]
fn wide_outlines_put_the_brush_down_all_along() {
    let draw = |editor: &mut Editor| {
        tool(editor, "rectangle", &[("size", 3u32.into()), ("shape", "square".into())]);
        drag(editor, &[(1, 1), (5, 3)]);
    };
    check(&EMPTY, draw, &["KKKKKKK", "KKKKKKK", "KKKKKKK", "KKKKKKK", "KKKKKKK"]);
}

const FENCED: [&str; 5] = ["..R....", "..R.R..", "RRRR...", "...R...", "RR....."];

#[test]
fn fill_takes_what_is_joined_or_everything_of_that_colour() {
    let draw = |contiguous: bool, diagonal: bool, at: (i32, i32)| {
        move |editor: &mut Editor| {
            tool(editor, "fill", &[("contiguous", on(contiguous)), ("diagonal", on(diagonal))]);
            drag(editor, &[at]);
        }
    };
    check(&FENCED, draw(true, false, (0, 0)), &["KKR....", "KKR.R..", "RRRR...", "...R...", "RR....."]);
    check(&FENCED, draw(false, false, (0, 0)), &["KKRKKKK", "KKRKRKK", "RRRRKKK", "KKKRKKK", "RRKKKKK"]);
    // (3, 1) and (4, 2) touch by a corner, as do nothing else here.
    check(&FENCED, draw(true, false, (2, 0)), &["..K....", "..K.R..", "KKKK...", "...K...", "RR....."]);
    check(&FENCED, draw(true, true, (2, 0)), &["..K....", "..K.K..", "KKKK...", "...K...", "RR....."]);
}

#[test]
fn fill_has_a_tolerance_and_looks_at_the_layer_or_the_picture() {
    let near = |tolerance: u32| {
        move |editor: &mut Editor| {
            tool(editor, "fill", &[("tolerance", tolerance.into())]);
            drag(editor, &[(0, 0)]);
        }
    };
    // Opaque red and half red differ by 127 in their alpha.
    check(&["Rr.R"], near(126), &["Kr.R"]);
    check(&["Rr.R"], near(127), &["KK.R"]);
    let look = |sample: &'static str| {
        move |editor: &mut Editor| {
            run(editor, "layer.add", &[]);
            tool(editor, "fill", &[("sample", sample.into())]);
            drag(editor, &[(0, 0)]);
        }
    };
    check(&["..R.."], look("layer"), &["KKKKK"]);
    check(&["..R.."], look("picture"), &["KKR.."]);
}

#[test]
fn gradients_are_dithered_in_order() {
    let draw = |dither: &'static str| {
        move |editor: &mut Editor| {
            editor.set_secondary("#ffffff").unwrap();
            tool(editor, "gradient", &[("dither", dither.into())]);
            drag(editor, &[(0, 0), (7, 0)]);
        }
    };
    // At column x the share of white is x/7; Bayer's 2×2 thresholds are 1/8, 5/8 in even rows, 7/8, 3/8 in odd ones.
    check(&["........", "........"], draw("2x2"), &["KKWKWWWW", "KKKWKWKW"]);
}

#[test]
fn gradients_are_mirrored_and_repeated_too() {
    let draw = |option: &'static str| {
        move |editor: &mut Editor| {
            run(editor, "image.tile", &[("width", 4u32.into())]);
            editor.set_secondary("#ffffff").unwrap();
            tool(editor, "gradient", &[(option, on(true))]);
            drag(editor, &[(0, 0), (1, 0)]);
        }
    };
    // From black to white within two columns: the axis of eight columns lies behind the fourth.
    check(&["........"], draw("vertical"), &["KWWWWWWK"]);
    check(&["........"], draw("wrap"), &["KWWWKWWW"]);
}

#[test]
fn inks_lock_alpha_shade_and_alternate() {
    let lock = |editor: &mut Editor| {
        tool(editor, "pencil", &[("ink", "lock-alpha".into())]);
        drag(editor, &[(0, 0), (3, 0)]);
    };
    check(&["Rr.R"], lock, &["Kk.K"]);
    let shade = |secondary: bool| {
        move |editor: &mut Editor| {
            for (index, letter) in "KRGB".chars().enumerate() {
                let args = [("index", (index as u32).into()), ("color", crate::grid::color(letter).into())];
                run(editor, "palette.set", &args);
            }
            run(editor, "palette.range", &[("from", 0u32.into()), ("to", 3u32.into())]);
            tool(editor, "pencil", &[("ink", "shade".into())]);
            // Over the same pixels twice in one stroke: each goes one step.
            press(editor, if secondary { 2 } else { 0 }, &[(0, 0), (5, 0), (0, 0)]);
        }
    };
    check(&["KRGBW."], shade(false), &["RGBBW."]);
    check(&["KRGBW."], shade(true), &["KKRGW."]);
    let mut odd = editor(&["W..."]);
    shade(false)(&mut odd);
    let said = |editor: &mut Editor, from: (i32, i32)| {
        editor.take_effects();
        press(editor, 0, &[from]);
        let said = editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(text) => Some(text.to_string()),
            _ => None,
        });
        said.collect::<Vec<_>>()
    };
    run(&mut odd, "palette.range", &[("from", 1u32.into()), ("to", 2u32.into())]);
    let run_of = "Nothing to shade: this colour is not among the chosen colours of the palette";
    assert_eq!(said(&mut odd, (0, 0)), [run_of]);
    assert!(said(&mut odd, (2, 0)).is_empty(), "there is no colour");
    let dither = |editor: &mut Editor| {
        tool(editor, "rectangle", &[("ink", "dither".into()), ("filled", on(true))]);
        drag(editor, &[(0, 0), (3, 1)]);
    };
    check(&["....", "WWWW"], dither, &["K.K.", "WKWK"]);
}

#[test]
fn strokes_are_mirrored_at_axes_that_move() {
    let draw = |options: &'static [(&str, f64)]| {
        move |editor: &mut Editor| {
            let value = |name: &str, number: f64| {
                if name.starts_with("axis") { Value::Number(number) } else { on(number != 0.0) }
            };
            let options: Vec<_> =
                options.iter().map(|(name, number)| (*name, value(name, *number))).collect();
            tool(editor, "pencil", &options);
            drag(editor, &[(0, 0), (1, 1)]);
        }
    };
    let vertical = &[("vertical", 1.0)];
    check(&EMPTY, draw(vertical), &["K.....K", ".K...K.", ".......", ".......", "......."]);
    let both = &[("vertical", 1.0), ("horizontal", 1.0)];
    check(&EMPTY, draw(both), &["K.....K", ".K...K.", ".......", ".K...K.", "K.....K"]);
    let moved = &[("vertical", 1.0), ("axisX", 2.0)];
    check(&EMPTY, draw(moved), &["K..K...", ".KK....", ".......", ".......", "......."]);
}

#[test]
fn an_axis_is_moved_by_its_end_beside_the_canvas() {
    let mut editor = editor(&EMPTY);
    run(&mut editor, "symmetry.vertical", &[]);
    run(&mut editor, "view.zoom.4", &[]);
    editor.resize(120, 120);
    let (Some(x), None) = editor.axes() else { panic!("one axis") };
    editor.pointer_down(x, -3.0, 0, 0);
    editor.pointer_move(x - 16.0, -3.0, 0);
    editor.pointer_up(x - 16.0, -3.0, 0);
    // Two pixels of eight device pixels to the left of the middle of seven.
    assert_eq!(editor.options().get("axisX"), Some(Value::Number(1.5)));
    assert_eq!(steps(&editor), 0, "an axis is not the drawing's");
}

#[test]
fn strokes_go_on_at_the_other_side_of_the_tile() {
    let draw = |editor: &mut Editor| {
        tool(editor, "pencil", &[("wrap", on(true))]);
        drag(editor, &[(5, 1), (8, 1)]);
        drag(editor, &[(3, 3), (3, 6)]);
    };
    check(&EMPTY, draw, &["...K...", "KK.K.KK", ".......", "...K...", "...K..."]);
    let beside = |editor: &mut Editor| {
        tool(editor, "pencil", &[("wrap", on(true))]);
        assert!(editor.view().repeated, "the canvas's neighbours are seen");
        drag(editor, &[(-2, -1), (0, -1)]);
    };
    check(&EMPTY, beside, &[".......", ".......", ".......", ".......", "K....KK"]);
    let tile = |editor: &mut Editor| {
        run(editor, "image.tile", &[("width", 3u32.into()), ("height", 2u32.into())]);
        tool(editor, "pencil", &[("wrap", on(true))]);
        // It began in the tile of columns 3 to 5 and rows 2 and 3, and stays there.
        drag(editor, &[(5, 2), (6, 2), (6, 3)]);
    };
    check(&EMPTY, tile, &[".......", ".......", "...K.K.", "...K...", "......."]);
}

#[test]
fn the_eyedropper_takes_up_colours_and_alt_does_with_any_tool() {
    let mut editor = editor(&["RGB"]);
    tool(&mut editor, "eyedropper", &[]);
    press(&mut editor, 0, &[(1, 0)]);
    press(&mut editor, 2, &[(2, 0)]);
    assert_eq!(
        (editor.colors().0.to_string(), editor.colors().1.to_string()),
        ("#00ff00ff".into(), "#0000ffff".into())
    );
    for id in ["pencil", "fill", "select-rectangle", "move"] {
        tool(&mut editor, id, &[]);
        editor.set_primary("#123456").unwrap();
        editor.hold(undoodle::tools::Held { alt: true, ..Default::default() });
        drag(&mut editor, &[(0, 0)]);
        editor.hold(Default::default());
        assert_eq!(editor.colors().0.to_string(), "#ff0000ff", "{id}");
    }
    assert_eq!(picture(&editor), ["RGB"]);
}

#[test]
fn a_brush_is_cut_out_of_a_selection_with_its_colours() {
    let draw = |editor: &mut Editor| {
        tool(editor, "select-rectangle", &[]);
        drag(editor, &[(0, 0), (1, 1)]);
        run(editor, "brush.from-selection", &[]);
        run(editor, "select.none", &[]);
        tool(editor, "pencil", &[]);
        // The brush's pixel right and below of its middle lies under the pointer.
        drag(editor, &[(5, 3)]);
    };
    let before = ["RG.....", ".B.....", ".......", ".......", "......."];
    check(&before, draw, &["RG.....", ".B.....", "....RG.", ".....B.", "......."]);
}
