//! Sheets, read as game engines read them: Phaser, PixiJS, peachy for LÖVE, and the Aseprite Wizard for Godot.
//!
//! Each reader below asks for what its model asks for, in the same way, and for nothing else: by names or by places, with or
//! without what was trimmed. What it would show for each animation must be what the tag plays in the drawing.

use super::{Pixels, format, rect, unpacked};
use serde_json::Value;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Tag, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, Layout, Split};

/// A picture as an engine shows it: its size, its pixels, and how long it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sprite((u32, u32), Vec<Color>, u64);

/// Animations by their names, as they are played.
type Played = Vec<(String, Vec<Sprite>)>;

const SIZE: (u32, u32) = (7, 5);

/// The hero: two layers of six frames, of which the fourth is empty and the fifth is the second again.
fn hero() -> Document {
    let mut hero = Document::new(SIZE.0, SIZE.1).unwrap();
    hero.begin(1).unwrap();
    hero.add_layer(1).unwrap();
    for frame in 0..6 {
        if frame > 0 {
            hero.add_frame(frame).unwrap();
        }
        hero.set_duration(frame, 50 + 10 * frame).unwrap();
        let of = if frame == 4 { 1 } else { frame };
        for layer in (0..2).filter(|_| frame != 3) {
            let color = Color::rgba(40 * of as u8, 200, 99 * layer as u8, 255);
            let at = Rect::new(of as i32, layer as i32, 2, 2 + layer as i32);
            hero.fill_rect(Cel { layer, frame }, at, color).unwrap();
        }
    }
    hero.change_layer(1, |layer| layer.name = "Ink".into()).unwrap();
    for (name, from, to, direction) in [
        ("walk", 0, 2, TagDirection::PingPong),
        ("idle", 3, 5, TagDirection::Forward),
        ("back", 1, 2, TagDirection::Reverse),
        ("gone", 3, 3, TagDirection::Forward),
    ] {
        hero.add_tag(&Tag::new(name, from, to, direction)).unwrap();
    }
    hero.commit("Paint", Color::ADDED, 0).unwrap();
    hero
}

/// A frame of the drawing, or of one of its layers.
fn drawn(hero: &Document, frame: u32, layer: Option<u32>) -> Sprite {
    let places = (0..SIZE.1 as i32).flat_map(|y| (0..SIZE.0 as i32).map(move |x| (x, y)));
    let color = |(x, y)| match layer {
        Some(layer) => hero.cel_pixel(Cel { layer, frame }, x, y).unwrap(),
        None => hero.pixel(frame, x, y).unwrap(),
    };
    Sprite(SIZE, places.map(color).collect(), hero.duration(frame).unwrap().into())
}

/// What all tags play, by names that a function makes of them. Empty frames and tags of nothing else may be left out.
fn expected(hero: &Document, layer: Option<u32>, nonempty: bool, name: fn(&str) -> String) -> Played {
    let mut found = Vec::new();
    for tag in hero.tags() {
        let frames = tag.direction.played(tag.from, tag.to).into_iter();
        let sprites: Vec<_> =
            frames.filter(|frame| !nonempty || *frame != 3).map(|frame| drawn(hero, frame, layer)).collect();
        if !sprites.is_empty() {
            found.push((name(&tag.name), sprites));
        }
    }
    found
}

/// Cuts a rectangle out of a sheet and puts it onto a sprite of a size.
fn cut(sheet: &Pixels, [x, y, w, h]: [u32; 4], at: (u32, u32), size: (u32, u32), frame: &Value) -> Sprite {
    let mut pixels = vec![Color::TRANSPARENT; (size.0 * size.1) as usize];
    for (dx, dy) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
        pixels[((at.1 + dy) * size.0 + at.0 + dx) as usize] = sheet.at(x + dx, y + dy);
    }
    Sprite(size, pixels, frame["duration"].as_u64().unwrap())
}

fn side(value: &Value, name: &str) -> u32 {
    value[name].as_u64().unwrap() as u32
}

/// The frames by their names: those of an object, or `filename` of those of an array.
fn by_names(json: &Value) -> Vec<(String, &Value)> {
    match &json["frames"] {
        Value::Object(frames) => frames.iter().map(|(name, frame)| (name.clone(), frame)).collect(),
        frames => {
            let name = |frame: &Value| frame["filename"].as_str().unwrap().to_owned();
            frames.as_array().unwrap().iter().map(|frame| (name(frame), frame)).collect()
        }
    }
}

/// Phaser 3's `createFromAseprite`: frames whose names are the numbers from a tag's first to its last.
fn by_phaser(json: &Value, sheet: &Pixels) -> Played {
    let atlas = by_names(json);
    let mut found = Vec::new();
    for tag in json["meta"]["frameTags"].as_array().unwrap() {
        let mut sprites = Vec::new();
        for at in side(tag, "from")..=side(tag, "to") {
            let Some((_, frame)) = atlas.iter().find(|(name, _)| *name == at.to_string()) else { continue };
            // Phaser's `setTrim`: the rest of the sprite is left empty around the rectangle.
            let whole = (side(&frame["frame"], "w"), side(&frame["frame"], "h"));
            let trimmed = frame["trimmed"].as_bool().unwrap();
            let (source, from) = (&frame["sourceSize"], &frame["spriteSourceSize"]);
            let size = if trimmed { (side(source, "w"), side(source, "h")) } else { whole };
            let at = if trimmed { (side(from, "x"), side(from, "y")) } else { (0, 0) };
            sprites.push(cut(sheet, rect(&frame["frame"]), at, size, frame));
        }
        match tag["direction"].as_str().unwrap() {
            "reverse" => sprites.reverse(),
            // A yoyo doesn't show the frames twice where it turns.
            "pingpong" => {
                let turned: Vec<_> = sprites.iter().skip(1).rev().skip(1).cloned().collect();
                sprites.extend(turned);
            }
            _ => {}
        }
        found.push((tag["name"].as_str().unwrap().to_owned(), sprites));
    }
    found
}

/// PixiJS 8's `Spritesheet`: animations are lists of names; `trimmed` decides whether the sizes before count.
fn by_pixi(json: &Value, sheet: &Pixels) -> Played {
    let textures = by_names(json);
    let texture = |name: &Value| {
        let (_, frame) = textures.iter().find(|(known, _)| known == name.as_str().unwrap()).unwrap();
        let trimmed = frame["trimmed"].as_bool() != Some(false);
        let orig = &frame[if trimmed { "sourceSize" } else { "frame" }];
        let at = if trimmed {
            (side(&frame["spriteSourceSize"], "x"), side(&frame["spriteSourceSize"], "y"))
        } else {
            (0, 0)
        };
        cut(sheet, rect(&frame["frame"]), at, (side(orig, "w"), side(orig, "h")), frame)
    };
    let Some(animations) = json["animations"].as_object() else { return Vec::new() };
    let play = |(name, frames): (&String, &Value)| {
        (name.clone(), frames.as_array().unwrap().iter().map(texture).collect())
    };
    animations.iter().map(play).collect()
}

/// peachy for LÖVE: an array, tags by places, and a picture of the size that is said. It knows nothing of trimming.
fn by_peachy(json: &Value, sheet: &Pixels) -> Played {
    let size = &json["meta"]["size"];
    assert_eq!((side(size, "w"), side(size, "h") as usize), (sheet.0, sheet.1.len() / sheet.0 as usize));
    by_places(json, sheet, |sprites, direction| {
        if direction == "reverse" {
            sprites.reverse();
        } else if direction == "pingpong" {
            // It goes back from the last but one to the second.
            let turned: Vec<_> = sprites.iter().skip(1).rev().skip(1).cloned().collect();
            sprites.extend(turned);
        }
    })
}

/// Godot's Aseprite Wizard: an array or the values of an object, tags by places, a rectangle for each frame.
fn by_godot(json: &Value, sheet: &Pixels) -> Played {
    by_places(json, sheet, |sprites, direction| {
        if direction.ends_with("reverse") {
            sprites.reverse();
        }
        if direction.starts_with("pingpong") {
            let mut turned = sprites.clone();
            turned.pop();
            // A loop doesn't show the first one twice either.
            turned.reverse();
            turned.pop();
            sprites.extend(turned);
        }
    })
}

fn by_places(json: &Value, sheet: &Pixels, play: fn(&mut Vec<Sprite>, &str)) -> Played {
    let frames = by_names(json);
    let mut found = Vec::new();
    for tag in json["meta"]["frameTags"].as_array().unwrap() {
        let mut sprites = Vec::new();
        for (_, frame) in &frames[side(tag, "from") as usize..=side(tag, "to") as usize] {
            let place = rect(&frame["frame"]);
            sprites.push(cut(sheet, place, (0, 0), (place[2], place[3]), frame));
        }
        play(&mut sprites, tag["direction"].as_str().unwrap());
        found.push((tag["name"].as_str().unwrap().to_owned(), sprites));
    }
    found
}

/// Writes a sheet and has an engine read it.
fn read(hero: &Document, export: &Export, by: fn(&Value, &Pixels) -> Played) -> Played {
    let (png, json) = unpacked(&formats::write(format(), hero, export).unwrap());
    by(&json, &Pixels::of(&png))
}

fn named(name: &str) -> String {
    name.to_owned()
}

fn ink(name: &str) -> String {
    format!("Ink {name}")
}

/// Exports of all layouts, with and without room around pictures, with equal ones once or not.
fn exports() -> impl Iterator<Item = Export> {
    let layouts = [Layout::Grid, Layout::Row, Layout::Column, Layout::Packed].into_iter();
    layouts.flat_map(|layout| {
        [(false, 0), (true, 3)].into_iter().flat_map(move |(merge, room)| {
            [false, true].map(|nonempty| Export {
                name: "hero".into(),
                layout,
                merge,
                nonempty,
                padding: room,
                extrude: room,
                powers: merge,
                ..Export::new(0)
            })
        })
    })
}

#[test]
fn phaser_finds_frames_by_their_numbers() {
    let hero = hero();
    for export in exports() {
        for (trim, array) in [(false, false), (true, false), (false, true), (true, true)] {
            // What Phaser's documentation asks for as the name of a frame.
            let names = "{frame}".to_owned();
            let export = Export { trim, array, names, ..export.clone() };
            assert_eq!(
                read(&hero, &export, by_phaser),
                expected(&hero, None, export.nonempty, named),
                "{export:?}"
            );
            // Of a split sheet the numbers of all pictures.
            let export = Export { split: Split::Tags, names: "{index}".into(), ..export };
            assert_eq!(
                read(&hero, &export, by_phaser),
                expected(&hero, None, export.nonempty, named),
                "{export:?}"
            );
        }
    }
}

#[test]
fn pixi_plays_animations_by_names() {
    let hero = hero();
    for export in exports() {
        for trim in [false, true] {
            let export = Export { trim, ..export.clone() };
            for split in [Split::Whole, Split::Tags] {
                let export = Export { split, ..export.clone() };
                let expected = expected(&hero, None, export.nonempty, named);
                assert_eq!(read(&hero, &export, by_pixi), expected, "{export:?}");
            }
            let export = Export { split: Split::Layers, ..export };
            let found = read(&hero, &export, by_pixi);
            let expected = expected(&hero, Some(1), export.nonempty, ink);
            assert!(expected.iter().all(|animation| found.contains(animation)), "{export:?}");
        }
    }
}

#[test]
fn readers_by_places_find_tags_in_every_split() {
    let hero = hero();
    for export in exports() {
        for split in [Split::Whole, Split::Tags] {
            let export = Export { split, array: true, ..export.clone() };
            let expected = expected(&hero, None, export.nonempty, named);
            assert_eq!(read(&hero, &export, by_peachy), expected, "{export:?}");
            assert_eq!(
                read(&hero, &Export { array: false, ..export.clone() }, by_godot),
                expected,
                "{export:?}"
            );
        }
        let export = Export { split: Split::Layers, array: true, ..export };
        let found = read(&hero, &export, by_peachy);
        let expected = expected(&hero, Some(1), export.nonempty, ink);
        assert!(expected.iter().all(|animation| found.contains(animation)), "{export:?}");
    }
}

#[test]
fn a_layer_without_tags_is_a_run_of_its_own() {
    let mut hero = hero();
    hero.begin(1).unwrap();
    (0..4).for_each(|_| hero.remove_tag(0).unwrap());
    hero.commit("Forget", Color::ADDED, 0).unwrap();
    let export = Export { split: Split::Layers, ..exports().next().unwrap() };
    let found = read(&hero, &export, by_godot);
    let names: Vec<_> = found.iter().map(|(name, sprites)| (name.as_str(), sprites.len())).collect();
    assert_eq!(names, [("Layer 1", 6), ("Ink", 6)]);
    let expected: Vec<_> = (0..6).map(|frame| drawn(&hero, frame, Some(1))).collect();
    assert_eq!(found[1].1, expected);
}

#[test]
fn inner_padding_makes_the_sprite_larger_for_every_reader() {
    let hero = hero();
    let export =
        Export { inner: 2, trim: true, extrude: 1, names: "{frame}".into(), ..exports().next().unwrap() };
    let mut sprite = drawn(&hero, 0, None);
    let mut pixels = vec![Color::TRANSPARENT; 11 * 9];
    for (x, y) in (0..7).flat_map(|x| (0..5).map(move |y| (x, y))) {
        pixels[(y + 2) * 11 + x + 2] = sprite.1[y * 7 + x];
    }
    sprite = Sprite((11, 9), pixels, sprite.2);
    for by in [by_phaser, by_pixi] {
        let found = read(&hero, &export, by);
        assert_eq!((found[0].0.as_str(), &found[0].1[0]), ("walk", &sprite));
    }
    let again = formats::write(format(), &hero, &export).unwrap();
    let again = super::read(&again).unwrap().drawing().unwrap();
    assert_eq!(again.size(), (11, 9), "a sheet is read as it is said");
}
