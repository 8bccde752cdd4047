//! Device pixels as the page shows them: crisp squares, checkerboard and grid.

use undoodle::color::{Color, distance, luma};
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::render::{Quality, View, Zoom, render};

/// A 3×2 document: red, transparent, half black; and nothing below.
fn document() -> Document {
    let mut document = Document::new(3, 2).unwrap();
    document.begin(1).unwrap();
    document.fill_span(Cel::default(), 0, 0..1, Color::rgba(255, 0, 0, 255)).unwrap();
    document.fill_span(Cel::default(), 0, 2..3, Color::rgba(0, 0, 0, 128)).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    document
}

/// Renders a viewport and names each device pixel by a letter.
fn check(view: &View, expected: &[&str]) {
    let mut out = Vec::new();
    render(&document(), 0, view, view.bounds(), Quality::Sampled, &mut out).unwrap();
    let name = |pixel: &[u8]| match pixel {
        [_, _, _, 0] => ' ',
        [255, 0, 0, 255] => 'R',
        [0xe9, 0xeb, 0xee, 255] => 'w',
        [0xdf, 0xe2, 0xe6, 255] => 'g',
        [0x74, 0x75, 0x77, 255] => 'h',
        _ => '?',
    };
    let rows = out.chunks_exact(view.width as usize * 4);
    let rows: Vec<String> = rows.map(|row| row.chunks_exact(4).map(name).collect()).collect();
    assert_eq!(rows, expected);
}

#[test]
fn a_pixel_is_a_square_of_device_pixels() {
    let mut view = View::new(9, 6);
    view.zoom = Zoom::times(2);
    view.origin = Point::new(1, 1);
    check(&view, &["         ", " RRwwhh  ", " RRwwhh  ", " wwwwww  ", " wwwwww  ", "         "]);
}

#[test]
fn zoomed_out_a_device_pixel_shows_the_middle_pixel() {
    let mut view = View::new(3, 2);
    view.zoom = Zoom::part(2);
    // Two columns and a row: pixels (1, 1) and, as there is no fourth column, (2, 1).
    check(&view, &["ww ", "   "]);
}

#[test]
fn checkerboard_cells_are_whole_pixels_and_at_least_sixteen_device_pixels() {
    let mut document = Document::new(8, 1).unwrap();
    document.mark_saved().unwrap();
    let mut view = View::new(64, 1);
    view.grid = false;
    for (zoom, cell) in [(5, 20), (8, 16), (16, 16), (20, 20)] {
        view.zoom = Zoom::times(zoom);
        let mut out = Vec::new();
        render(&document, 0, &view, Rect::new(0, 0, cell * 2, 1), Quality::Sampled, &mut out).unwrap();
        let shown = out.chunks_exact(4).take((zoom * 8).min(cell * 2) as usize);
        for (x, pixel) in shown.enumerate() {
            let grey = x as i32 / cell == 1;
            assert_eq!(pixel[0], if grey { 0xdf } else { 0xe9 }, "zoom {zoom}, x {x}");
        }
    }
}

#[test]
fn the_grid_lies_on_the_first_row_and_column_from_twelve_on() {
    for (zoom, lined) in [(11, false), (12, true)] {
        let mut view = View::new(24, 16);
        view.zoom = Zoom::times(zoom);
        let mut out = Vec::new();
        render(&document(), 0, &view, view.bounds(), Quality::Sampled, &mut out).unwrap();
        let red = |x: i32, y: i32| {
            let at = ((y * 24 + x) * 4) as usize;
            out[at..at + 4] == [255, 0, 0, 255]
        };
        assert!(red(1, 1) && red(zoom - 1, zoom - 1), "the square itself is clear");
        assert_eq!((red(0, 3), red(3, 0)), (!lined, !lined), "zoom {zoom}");
    }
}

#[test]
fn the_lines_of_the_documents_own_grid_lie_where_its_cells_begin() {
    let mut document = Document::new(4, 4).unwrap();
    document.begin(1).unwrap();
    document.fill_rect(Cel::default(), Rect::new(0, 0, 4, 4), Color::rgba(255, 255, 255, 255)).unwrap();
    document.commit("Fill", Color::ADDED, 0).unwrap();
    // The first device pixel of each column, in the middle of a row.
    let columns = |document: &Document, zoom: i32, grid: bool| {
        let view = View { zoom: Zoom::times(zoom), grid, ..View::new(4 * zoom, zoom) };
        let mut out = Vec::new();
        render(document, 0, &view, view.bounds(), Quality::Sampled, &mut out).unwrap();
        [0, 1, 2, 3].map(|x| {
            let at = ((zoom / 2 * view.width + x * zoom) * 4) as usize;
            [out[at], out[at + 1], out[at + 2]]
        })
    };
    // 26 darker than white, and 128 of 255 parts of #2f81f7 over it.
    let (white, pixel, cell) = ([255, 255, 255], [229, 229, 229], [151, 192, 251]);
    assert_eq!(columns(&document, 12, true), [pixel; 4], "at first every pixel has the same line");
    document.begin(1).unwrap();
    document.set_grid(2, 2).unwrap();
    document.commit("Grid size", Color::ADDED, 0).unwrap();
    assert_eq!(columns(&document, 12, true), [cell, pixel, cell, pixel]);
    assert_eq!(columns(&document, 8, true), [cell, white, cell, white]);
    assert_eq!(columns(&document, 12, false), [white; 4]);
    document.undo().unwrap();
    assert_eq!(columns(&document, 12, true), [pixel; 4]);
}

#[test]
fn grid_lines_are_seen_on_every_colour() {
    let steps = (0..=255).step_by(15).map(|v| v as u8);
    let mut grounds: Vec<_> = (0..=255).map(|v| Color::rgba(v, v, v, 255)).collect();
    for (r, g, b) in
        steps.clone().flat_map(|r| steps.clone().flat_map(move |g| [0, 127, 247, 255].map(|b| (r, g, b))))
    {
        grounds.push(Color::rgba(r, g, b, 255));
    }
    // The colour of the stronger lines themselves.
    grounds.push(Color::rgba(0x2f, 0x81, 0xf7, 255));
    for row in grounds.chunks(32) {
        let mut document = Document::new(64, 1).unwrap();
        document.begin(1).unwrap();
        document.set_grid(2, 1).unwrap();
        for (x, ground) in (0..).zip(row) {
            document.fill_rect(Cel::default(), Rect::new(2 * x, 0, 2, 1), *ground).unwrap();
        }
        document.commit("Fill", Color::ADDED, 0).unwrap();
        let view = View { zoom: Zoom::times(12), ..View::new(64 * 12, 12) };
        let mut out = Vec::new();
        render(&document, 0, &view, view.bounds(), Quality::Sampled, &mut out).unwrap();
        let at = |x: usize| Color { bytes: out[(6 * 64 * 12 + x) * 4..][..4].try_into().unwrap() };
        for (i, ground) in row.iter().enumerate() {
            let [cell, pixel] = [24 * i, 24 * i + 12].map(at);
            assert_eq!(at(24 * i + 18), *ground);
            let apart = luma(pixel).abs_diff(luma(*ground));
            assert!((18..=26).contains(&apart), "{pixel} on {ground}");
            assert!(distance(cell, *ground) >= 52 && distance(cell, pixel) >= 26, "{cell} on {ground}");
        }
    }
}

#[test]
fn a_picture_does_not_depend_on_the_rectangle_asked_for() {
    for zoom in [Zoom::part(2), Zoom::times(1), Zoom::times(3), Zoom::times(9)] {
        let mut view = View::new(31, 23);
        (view.zoom, view.origin) = (zoom, Point::new(2, -1));
        let (mut whole, mut part) = (Vec::new(), Vec::new());
        render(&document(), 0, &view, view.bounds(), Quality::Sampled, &mut whole).unwrap();
        for rect in [Rect::new(0, 0, 5, 5), Rect::new(3, 1, 20, 4), Rect::new(11, 9, 20, 14)] {
            render(&document(), 0, &view, rect, Quality::Sampled, &mut part).unwrap();
            for (row, line) in part.chunks_exact(rect.width as usize * 4).enumerate() {
                let start = ((rect.y as usize + row) * 31 + rect.x as usize) * 4;
                assert_eq!(line, &whole[start..start + line.len()], "{zoom} {rect:?} row {row}");
            }
        }
    }
}

#[test]
fn a_tile_is_shown_on_all_sides_of_itself() {
    let mut view = View::new(9, 5);
    (view.origin, view.repeated) = (Point::new(3, 1), true);
    // Red, nothing, half black; nothing: three times three of it, cut at the viewport's edges.
    check(&view, &["wwwwwwwww", "RwhRwhRwh", "wwwwwwwww", "RwhRwhRwh", "wwwwwwwww"]);
    let (mut whole, mut part) = (Vec::new(), Vec::new());
    render(&document(), 0, &view, view.bounds(), Quality::Sampled, &mut whole).unwrap();
    render(&document(), 0, &view, Rect::new(2, 2, 4, 2), Quality::Sampled, &mut part).unwrap();
    let rows: Vec<u8> = (2..4).flat_map(|y| whole[(y * 9 + 2) * 4..(y * 9 + 6) * 4].to_vec()).collect();
    assert_eq!(part, rows);
}

#[test]
fn a_viewport_of_any_size_is_cut_to_what_can_be_rendered() {
    let mut editor = Editor::new().unwrap();
    let sides = [(i32::MAX, i32::MAX, 16384, 16384), (i32::MIN, -1, 0, 0), (800, 20000, 800, 16384)];
    for (width, height, across, down) in sides {
        editor.resize(width, height);
        assert_eq!(editor.view().bounds(), Rect::new(0, 0, across, down));
        while let Some((rect, _)) = editor.next_patch() {
            assert_eq!(rect.intersect(editor.view().bounds()), rect);
        }
    }
    let mut out = Vec::new();
    let said = editor.render(Rect::new(0, 0, 65536, 65536), Quality::Averaged, &mut out).unwrap_err();
    assert_eq!(said.to_string(), "width of a view must be from 0 to 16384, not 65536");
    assert_eq!(out.capacity(), 0, "nothing was allocated");
}

#[test]
fn a_wheel_that_turns_absurdly_far_zooms_as_far_as_there_are_steps() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 480);
    editor.new_document(32768, 8).unwrap();
    for (notches, zoom) in [(1e10, Zoom::times(128)), (-1e10, Zoom::part(512)), (f64::MAX, Zoom::times(128))]
    {
        editor.wheel(3.0, 5.0, notches);
        assert_eq!(editor.view().zoom, zoom, "{notches}");
    }
    assert_eq!(Zoom::times(7).stepped(i32::MIN), Zoom::part(512));
    assert_eq!(Zoom::times(7).stepped(i32::MAX), Zoom::times(128));
}

#[test]
fn what_was_painted_coarsely_is_not_refined_before_the_canvas_is_shifted_and_painted() {
    let mut editor = Editor::new().unwrap();
    editor.resize(500, 500);
    editor.new_document(2000, 2000).unwrap();
    editor.run("view.fit", &[], 0).unwrap();
    while editor.next_patch().is_some() {}
    assert!(editor.is_coarse());
    editor.scroll(0.0, 0.0, 0.0, -20.0);
    assert_eq!(editor.next_finer_patch(), None, "the shift comes first");
    editor.take_shift().unwrap();
    assert_eq!(editor.next_finer_patch(), None, "then what has come into view");
    while editor.next_patch().is_some() {}
    assert!(editor.next_finer_patch().is_some());
}

#[test]
fn zoomed_out_a_line_of_one_pixel_is_seen_all_along() {
    let mut editor = Editor::new().unwrap();
    editor.resize(500, 500);
    editor.new_document(4000, 4000).unwrap();
    editor.run("view.fit", &[], 0).unwrap();
    editor.run("image.background", &[("color".into(), "#ffffff".into())], 0).unwrap();
    editor.set_tool("line", &[]).unwrap();
    let [from, to] = [(301.0, 203.0), (3005.0, 3301.0)].map(|(x, y)| editor.view().device_center(x, y));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_move(to.0, to.1, 0);
    editor.pointer_up(to.0, to.1, 0);
    let all = editor.view().bounds();
    let mut out = Vec::new();
    editor.render(all, Quality::Averaged, &mut out).unwrap();
    let green = |x: i32, y: i32| out[((y * all.width + x) * 4 + 1) as usize];
    for part in 0..=100 {
        let along = |from: f64, to: f64| (from + (to - from) * f64::from(part) / 100.0) as i32;
        let (x, y) = (along(from.0, to.0), along(from.1, to.1));
        let darkest = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let darkest = darkest.map(|(dx, dy)| green(x + dx, y + dy)).min().unwrap();
        assert!(darkest < 245, "{darkest} at {part} hundredths, ({x}, {y})");
    }
}

#[test]
fn a_picture_that_is_not_scaled_down_is_painted_once() {
    let mut editor = Editor::new().unwrap();
    editor.resize(900, 900);
    editor.run("view.zoom.5", &[], 0).unwrap();
    editor.repaint();
    while editor.next_patch().is_some() {}
    assert!(!editor.is_coarse());
}

/// The patches that a move of the pencil leaves to be painted.
fn patches_of_a_move(editor: &mut Editor) -> Vec<Rect> {
    editor.pointer_down(100.0, 100.0, 0, 0);
    while editor.next_patch().is_some() {}
    editor.pointer_move(109.0, 104.0, 0);
    let patches = std::iter::from_fn(|| editor.next_patch()).map(|(rect, _)| rect).collect();
    editor.pointer_up(109.0, 104.0, 0);
    patches
}

#[test]
fn a_slanting_move_is_painted_in_one_patch_and_its_mirror_image_in_another() {
    let mut editor = Editor::new().unwrap();
    editor.resize(1500, 512);
    editor.new_document(1500, 512).unwrap();
    editor.run("view.zoom.1", &[], 0).unwrap();
    while editor.next_patch().is_some() {}
    assert_eq!(patches_of_a_move(&mut editor), [Rect::new(100, 100, 10, 5)], "five rows");
    editor.run("symmetry.vertical", &[], 0).unwrap();
    // What lies between is more than is painted while a patch is handed on.
    assert_eq!(patches_of_a_move(&mut editor), [Rect::new(100, 100, 10, 5), Rect::new(1390, 100, 10, 5)]);
}

#[test]
fn zoomed_out_a_slanting_line_is_averaged_at_once() {
    let mut editor = Editor::new().unwrap();
    editor.resize(500, 500);
    editor.new_document(2000, 2000).unwrap();
    editor.run("view.fit", &[], 0).unwrap();
    while editor.next_patch().is_some() {}
    editor.pointer_down(50.0, 50.0, 0, 0);
    editor.pointer_move(250.0, 250.0, 0);
    // Its boxes have more pixels than are averaged at once; its rows have not.
    let patches: Vec<_> = std::iter::from_fn(|| editor.next_patch()).collect();
    assert!(
        patches.len() > 8 && patches.iter().all(|(_, quality)| *quality == Quality::Averaged),
        "{patches:?}"
    );
}

#[test]
fn fingers_scroll_by_fractions_that_add_up_in_any_view() {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 400);
    editor.run("view.zoom.5", &[], 0).unwrap();
    let origin = |editor: &Editor| editor.view().origin;
    let before = origin(&editor);
    (0..8).for_each(|_| editor.scroll(3.0, 5.0, 0.25, -1.5));
    assert_eq!((origin(&editor).x - before.x, origin(&editor).y - before.y), (2, -12));
    editor.scroll(3.0, 5.0, f64::NAN, f64::INFINITY);
    assert_eq!((origin(&editor).x - before.x, origin(&editor).y - before.y), (2, -12));
    for far in [1e300, -1e300] {
        editor.scroll(3.0, 5.0, far, far);
        let shown = editor.view().device_rect(editor.document().bounds());
        assert!(!shown.intersect(Rect::new(0, 0, 400, 400)).is_empty(), "the picture stays in sight");
    }
    editor.run("view.turn-right", &[], 0).unwrap();
    let at = |editor: &Editor| editor.view().device_rect(editor.document().bounds());
    editor.run("view.fit", &[], 0).unwrap();
    let before = at(&editor);
    editor.scroll(3.0, 5.0, 10.0, 4.0);
    assert_eq!((at(&editor).x - before.x, at(&editor).y - before.y), (10, 4), "as it is seen");
}

#[test]
fn a_fitted_view_stays_fitted_until_somebody_moves_it() {
    let mut editor = Editor::new().unwrap();
    let checkers = [Color::rgba(10, 20, 30, 255), Color::rgba(40, 50, 60, 255)];
    editor.resize(700, 700);
    editor.surround(24, checkers);
    assert_eq!((editor.view().zoom, editor.view().checkers), (Zoom::times(10), checkers));
    editor.resize(400, 700);
    assert_eq!((editor.view().zoom, editor.view().origin.x), (Zoom::times(5), 40));
    editor.run("view.zoom.in", &[], 0).unwrap();
    editor.resize(700, 700);
    assert_eq!(editor.view().zoom, Zoom::times(6), "it was zoomed by hand");
    editor.run("view.fit", &[], 0).unwrap();
    editor.resize(400, 400);
    assert_eq!(editor.view().zoom, Zoom::times(5));
    let choices = editor.choices();
    let mut other = Editor::new().unwrap();
    other.resize(900, 900);
    other.run("view.zoom.1", &[], 0).unwrap();
    other.choose_again(&choices);
    assert_eq!(other.view().zoom, Zoom::times(14), "a fitted view fits another window, too");
}

#[test]
fn keys_zoom_by_steps_and_to_sizes_and_fit() {
    let mut editor = Editor::new().unwrap();
    editor.resize(800, 800);
    editor.new_document(128, 128).unwrap();
    let fitted = editor.view().zoom;
    let mut press = |key: &str| {
        let digit = ("1"..="6").contains(&key);
        let key = if digit { undoodle::editor::Key::plain(key) } else { undoodle::editor::Key::ctrl(key) };
        let command = undoodle::editor::commands().find(|command| command.keys.contains(&key)).unwrap();
        assert!(editor.run(command.id, &[], 0).unwrap());
        editor.view().zoom
    };
    assert_eq!((press("+"), press("-")), (Zoom::times(8), fitted));
    assert_eq!((press("1"), press("-").to_string()), (Zoom::times(1), "1/2×".to_owned()));
    assert_eq!((press("5"), press("0")), (Zoom::times(16), fitted));
}
