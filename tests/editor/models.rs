//! Reference images of files that Aseprite might have made, under anything that a hand can do: what a saved file shows is what is seen, and an image is whole
//! or told as lost.

use crate::grid::{drag, run, tool};
use crate::law::chance::{Chance, arguments};
use crate::share;
use std::collections::BTreeMap;
use undoodle::color::Color;
use undoodle::document::{Bounds, Cel, Original};
use undoodle::editor::{Editor, command};
use undoodle::geometry::Rect;
use undoodle::raster::Image;
use undoodle_formats as formats;

/// What is done to a model, and what a model is not spared by.
const EDITS: [&str; 60] = [
    "edit.scale",
    "edit.scale",
    "edit.flip-horizontal",
    "edit.flip-horizontal",
    "edit.flip-vertical",
    "edit.flip-vertical",
    "edit.rotate-left",
    "edit.rotate-right",
    "edit.rotate-half",
    "edit.transform",
    "edit.rotate",
    "edit.nudge-left",
    "edit.nudge-up",
    "edit.nudge-right",
    "edit.center",
    "edit.invert",
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.land",
    "edit.delete",
    "select.all",
    "select.content",
    "select.none",
    "image.rotate-left",
    "image.rotate-right",
    "image.rotate-half",
    "image.scale",
    "image.scale",
    "image.resize",
    "image.resize",
    "image.offset",
    "image.trim",
    "image.crop-content",
    "layer.duplicate",
    "layer.reference",
    "layer.reference",
    "layer.choose",
    "layer.choose",
    "layer.delete",
    "layer.merge-down",
    "layer.up",
    "layer.down",
    "layer.locked",
    "layer.clone",
    "layer.add",
    "frame.duplicate",
    "frame.add-linked",
    "frame.choose",
    "frame.choose",
    "frame.move",
    "frame.delete",
    "frame.link",
    "frame.unlink",
    "frame.copy-cels",
    "frame.move-cels",
    "frame.clear-cels",
    "edit.undo",
    "edit.redo",
    "edit.undo-here",
];

fn chunk(kind: u16, contents: &[u8]) -> Vec<u8> {
    let size = (6 + contents.len() as u32).to_le_bytes();
    [&size[..], &kind.to_le_bytes(), contents].concat()
}

fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| (*word as u16).to_le_bytes()).collect()
}

fn layer(flags: i32) -> Vec<u8> {
    chunk(0x2004, &[words(&[flags, 0, 0, 0, 0, 0]), vec![255, 0, 0, 0], words(&[1]), b"m".to_vec()].concat())
}

/// Bounds in halves of a pixel.
fn bounds(sides: [i32; 4]) -> Vec<u8> {
    let sides = sides.map(|side| (side << 15).to_le_bytes());
    chunk(0x2006, &[&1_u32.to_le_bytes()[..], sides.as_flattened(), &[0; 16]].concat())
}

fn cel(at: [i32; 2], kind: i32, more: &[u8]) -> Vec<u8> {
    let head = [words(&[1, at[0], at[1]]), vec![255], words(&[kind, 0]), vec![0; 5]].concat();
    chunk(0x2005, &[&head, more].concat())
}

/// Deflates bytes without making them fewer.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let (len, mut sums) = (bytes.len() as u16, (1, 0));
    for byte in bytes {
        sums.0 = (sums.0 + u32::from(*byte)) % 65521;
        sums.1 = (sums.1 + sums.0) % 65521;
    }
    let head = [&[0x78, 1, 1][..], &len.to_le_bytes(), &(!len).to_le_bytes()].concat();
    [&head, bytes, &(sums.1 << 16 | sums.0).to_be_bytes()].concat()
}

/// A file of four frames, by chance: an image, two links to it, mostly at other bounds, and another image.
fn file(chance: &mut Chance) -> Vec<u8> {
    let (indexed, few) = (chance.one_in(4), chance.one_in(2));
    let mut image = || {
        let [width, height] = [0; 2].map(|_| chance.within(1, 9));
        let mut pixels = Vec::new();
        for _ in 0..width * height {
            // Pixels that are alike, or transparent, so that what is seen is so as well.
            let any = if few { chance.within(0, 3) } else { chance.within(0, 15) } as u8;
            let color = [any * 16, 255 - any * 9, any, if any == 0 { 0 } else { 255 }];
            pixels.extend(if indexed { vec![any] } else { color.to_vec() });
        }
        let size = words(&[width, height]);
        match chance.one_in(4) {
            true => cel([0, 0], 0, &[size, pixels].concat()),
            false => cel([0, 0], 2, &[size, stored(&pixels)].concat()),
        }
    };
    let [first, second] = [image(), image()];
    let mut bounded = |cel: Vec<u8>| match chance.one_in(5) {
        true => cel,
        false => {
            let [x, y] = [0; 2].map(|_| chance.within(-12, 20));
            let [width, height] = [0; 2].map(|_| chance.within(1, 12) * chance.within(1, 4));
            [cel, bounds([x, y, width, height])].concat()
        }
    };
    let link = cel([0, 0], 1, &words(&[0]));
    let palette: Vec<u8> = (0..16).flat_map(|at| [0, 0, at * 15, 255 - at * 7, at, 255]).collect();
    let sizes = [16_u32, 0, 15].map(u32::to_le_bytes);
    let palette = chunk(0x2019, &[sizes.as_flattened(), &[0; 8], &palette].concat());
    let first = [palette, layer(3), layer(3 | 64), bounded(first)].concat();
    let frames = [first, bounded(link.clone()), bounded(link), bounded(second)];
    let mut all = Vec::new();
    for frame in &frames {
        let mut count = 0;
        let mut at = 0;
        while at < frame.len() {
            at += u32::from_le_bytes(frame[at..at + 4].try_into().unwrap()) as usize;
            count += 1;
        }
        all.extend((16 + frame.len() as u32).to_le_bytes());
        all.extend(words(&[0xf1fa, count, 100, 0, count, 0]));
        all.extend(frame);
    }
    let mut head = (128 + all.len() as u32).to_le_bytes().to_vec();
    head.extend(words(&[0xa5e0, 4, 12, 12, if indexed { 8 } else { 32 }, 1, 0, 100]));
    head.resize(32, 0);
    head.extend(words(&[16]));
    head.extend([1, 1]);
    head.resize(128, 0);
    [head, all].concat()
}

fn opened(file: &[u8]) -> Editor {
    let mut editor = Editor::knowing(&formats::EVERY).unwrap();
    editor.open(file, "model.aseprite").unwrap();
    editor.resize(320, 320);
    editor
}

/// The visible pixels of a cel, on the canvas and around it.
fn seen(editor: &Editor, cel: Cel) -> BTreeMap<(i32, i32), Color> {
    let around = editor.document().whole_extent(cel);
    let mut all = BTreeMap::new();
    for y in around.y..around.bottom() {
        let mut row = vec![Color::TRANSPARENT; around.width as usize];
        editor.document().read_whole(cel, around.x, y, &mut row);
        all.extend((around.x..).map(|x| (x, y)).zip(row).filter(|(_, color)| !color.is_transparent()));
    }
    all
}

/// What bounds show of an image, as Aseprite says it: at the middle of each pixel.
fn twin(
    image: &Image,
    Bounds([left, top, width, height]): Bounds,
    within: Rect,
) -> BTreeMap<(i32, i32), Color> {
    let mut all = BTreeMap::new();
    let at = |pixel: i32, start: i32, length: i32, count: u32| {
        let share = (f64::from(pixel) + 0.5 - f64::from(start) / 65536.0) / (f64::from(length) / 65536.0);
        (0.0..1.0).contains(&share).then_some((share * f64::from(count)) as i32)
    };
    for y in within.y..within.bottom() {
        let Some(row) = at(y, top, height, image.size().1) else { continue };
        for x in within.x..within.right() {
            let Some(column) = at(x, left, width, image.size().0) else { continue };
            let color = image.get(column, row);
            if !color.is_transparent() {
                all.insert((x, y), color);
            }
        }
    }
    all
}

fn told(editor: &Editor) -> Vec<String> {
    let format = formats::named("aseprite").unwrap();
    let lost = formats::lost(editor.document(), format, &formats::Export::new(0)).unwrap();
    lost.iter().map(ToString::to_string).collect()
}

fn whole(editor: &Editor, cel: Cel) -> Option<(Original, Image)> {
    let document = editor.document();
    let original = document.original(cel)?;
    Some((original, document.original_image(cel.layer, &original).unwrap()))
}

/// Compares what is there with what a saved file has of it.
fn check(editor: &Editor, file: &[u8], why: &str) {
    let again = opened(file);
    let document = editor.document();
    let mut gone = 0;
    for cel in document.all_cels() {
        let seen_here = seen(editor, cel);
        assert!(seen(&again, cel) == seen_here, "{why}: {cel:?}: the saved file looks otherwise");
        let own = document.cel_properties(cel).original;
        let refers = document.layer(cel.layer).unwrap().reference;
        let Some((original, image)) = whole(editor, cel).filter(|_| refers) else {
            gone += u32::from(own != Original::NONE);
            continue;
        };
        assert!(
            twin(&image, original.bounds, document.kept()) == seen_here,
            "{why}: {cel:?}: not what its bounds say"
        );
        match whole(&again, cel) {
            Some((saved, same)) => {
                assert_eq!(saved.bounds, original.bounds, "{why}: {cel:?}: bounds");
                assert!(same == image, "{why}: {cel:?}: another image");
            }
            None => {
                let [_, _, width, height] = original.bounds.0.map(|side| (side >> 16) as u32);
                assert_eq!(image.size(), (width, height), "{why}: {cel:?}: no image");
            }
        }
    }
    let lost = told(editor);
    assert!(
        gone == 0 || lost.iter().any(|it| it.contains("reference image")),
        "{why}: {gone} lost, {lost:?}"
    );
}

fn step(chance: &mut Chance, editor: &mut Editor) -> String {
    if chance.one_in(8) {
        tool(editor, chance.pick(&["move", "move", "move", "pencil"]), &[]);
        let path = [0; 2].map(|_| (chance.within(-3, 14), chance.within(-3, 14)));
        drag(editor, &path);
        return "drag".to_owned();
    }
    let id = chance.pick(&EDITS);
    let mut args = arguments(chance, editor, command(id).unwrap());
    for (name, value) in &mut args {
        match &name[..] {
            "width" | "height" => *value = chance.within(1, 24).into(),
            "x" | "y" => *value = chance.within(-9, 14).into(),
            _ => {}
        }
    }
    drop(editor.run(id, &args, 0));
    format!("{id} {args:?}")
}

fn walk(seed: u64) -> u32 {
    let (mut chance, mut whole_count) = (Chance::new(seed), 0);
    let first = file(&mut chance);
    let mut editor = opened(&first);
    run(&mut editor, "layer.choose", &[("layer", 1.into())]);
    let before = editor.encode("aseprite").unwrap();
    check(&editor, &before, &format!("{seed}: read"));
    let mut said = Vec::new();
    for _ in 0..10 {
        said.push(step(&mut chance, &mut editor));
        editor.document().validate().unwrap();
        let file = editor.encode("aseprite").unwrap();
        let why = format!("{seed}: {said:?}");
        check(&editor, &file, &why);
        let document = editor.document();
        whole_count += document.all_cels().filter(|cel| document.original(*cel).is_some()).count() as u32;
        if chance.one_in(4) {
            let project = editor.encode_project(Some(chance.one_in(2))).unwrap();
            assert!(opened(&project).encode("aseprite").unwrap() == file, "{why}: by a project file");
        }
        if chance.one_in(4) {
            editor = opened(&file);
            let layers = editor.document().layers();
            run(&mut editor, "layer.choose", &[("layer", (chance.below(layers as usize) as u32).into())]);
            said.push("saved and opened".to_owned());
        }
    }
    whole_count
}

#[test]
fn whatever_is_done_an_image_is_whole_or_told() {
    // Of these, one turns a picture of few pixels, one exchanges cels, and one links frames whose bounds differ.
    let whole: u32 = [181, 319, 396].into_iter().map(walk).sum();
    assert!(whole > 30, "{whole}");
}

#[test]
fn any_numbers_in_a_file_make_a_drawing_that_can_be_edited_or_an_error() {
    let mut opened_some = 0;
    for seed in 0..share::of(40).max(16) {
        let mut chance = Chance::new(seed);
        let mut file = file(&mut chance);
        for _ in 0..chance.within(1, 4) {
            // Mostly behind the header and the palette.
            let at = if chance.one_in(9) {
                chance.below(file.len() - 4)
            } else {
                144 + chance.below(file.len() - 148)
            };
            let any = chance.within(i32::MIN, i32::MAX);
            let side = chance.pick(&[
                0,
                1,
                -1,
                i32::MIN,
                i32::MAX,
                1 << 16,
                0xffff,
                0x7fff_0000,
                -1 << 16,
                1 << 31,
                any,
            ]);
            let bytes = side.to_le_bytes();
            match chance.one_in(3) {
                true => file[at] = bytes[3],
                false => file[at..at + 4].copy_from_slice(&bytes),
            }
        }
        // The bounds themselves.
        let extra = file.windows(2).position(|kind| kind == [0x06, 0x20]).filter(|_| chance.one_in(2));
        if let Some(at) = extra.filter(|at| at + 26 < file.len()) {
            let sides = [0, 1, -1, i32::MIN, i32::MAX, 1 << 16, 0x7fff_0000, -1 << 20, 12 << 16];
            let at = at + 6 + 4 * chance.below(4);
            file[at..at + 4].copy_from_slice(&chance.pick(&sides).to_le_bytes());
        }
        if chance.one_in(9) {
            file.truncate(chance.below(file.len()));
        }
        let mut editor = Editor::knowing(&formats::EVERY).unwrap();
        if let Err(error) = editor.open(&file, "model.aseprite") {
            assert!(error.to_string().len() > 9);
            continue;
        }
        opened_some += 1;
        editor.resize(320, 320);
        let layers = editor.document().layers();
        drop(editor.run("layer.choose", &[("layer".to_owned(), (layers - 1).into())], 0));
        let mut said = String::new();
        for _ in 0..2 {
            editor.document().validate().unwrap();
            if let Ok(file) = editor.encode("aseprite") {
                let again = opened(&file);
                for cel in editor.document().all_cels().take(12) {
                    assert!(seen(&again, cel) == seen(&editor, cel), "{seed}: {cel:?}: {said}");
                }
            }
            said = step(&mut chance, &mut editor);
        }
    }
    assert!(opened_some > share::least(6), "{opened_some}");
}
