//! Aseprite files: a drawing goes there and back, others read what is written, and files of others open.

mod clipped;
mod edited;
mod foreign;
mod forge;
mod home;
mod hostile;
mod judges;
mod labels;
mod references;

use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Document, Drawing, Tag, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export, Opened};

/// Writes a drawing as an Aseprite file.
pub fn write(drawing: &Drawing<Memory>) -> Vec<u8> {
    let document = Document::open(drawing.clone()).unwrap();
    formats::write(formats::named("aseprite").unwrap(), &document, &Export::new(0)).unwrap()
}

/// Opens an Aseprite file. Panics if it is not told as one.
pub fn open(bytes: &[u8]) -> undoodle_formats::Result<Box<dyn Opened + '_>> {
    let (format, file) = formats::open(bytes)?;
    assert_eq!(format.id, "aseprite");
    Ok(file)
}

/// Reads a valid Aseprite file: the drawing, and what it lacks.
pub fn read(bytes: &[u8]) -> (Drawing<Memory>, String) {
    let file = open(bytes).unwrap();
    let drawing = file.drawing().unwrap();
    assert_eq!(drawing.validate(), Ok(()));
    assert_eq!(drawing.size(), file.size());
    (drawing, file.notes().to_string())
}

/// Returns the pixels of a cel, row by row.
pub fn pixels(drawing: &Drawing<Memory>, cel: Cel) -> Vec<Color> {
    let (width, height) = drawing.size();
    let mut all = vec![Color::TRANSPARENT; (width * height) as usize];
    for (y, row) in (0..).zip(all.chunks_mut(width as usize)) {
        drawing.read_row(cel, 0, y, row);
    }
    all
}

/// Noise in every pixel of a rectangle, transparent and invisible colours among it.
fn scribble(drawing: &mut Drawing<Memory>, cel: Cel, rect: Rect, seed: u64) {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut plane = drawing.pixels_mut(cel).unwrap();
    for y in rect.y..rect.bottom() {
        let row: Vec<_> = (0..rect.width).map(|_| Color { bytes: chance.u32(..).to_le_bytes() }).collect();
        plane.put_row(rect.x as u32, y as u32, &row).unwrap();
    }
}

/// A sprite with everything that an Aseprite file can hold: a layer for each blend mode, two groups, six frames.
pub fn sprite() -> Drawing<Memory> {
    let mut drawing = Drawing::new(70, 45).unwrap();
    for (frame, duration) in [1, 100, 65535, 40, 7, 250].into_iter().enumerate() {
        if frame > 0 {
            drawing.add_frame(frame as u32).unwrap();
        }
        drawing.set_duration(frame as u32, duration).unwrap();
    }
    for at in 1..Blend::ALL.len() as u32 {
        drawing.add_layer(at).unwrap();
    }
    // An image shared by three frames, another one by two, and an empty one.
    drawing.link(Cel { layer: 3, frame: 0 }, [2, 5]).unwrap();
    drawing.link(Cel { layer: 3, frame: 1 }, [4]).unwrap();
    drawing.link(Cel { layer: 5, frame: 2 }, [3]).unwrap();
    for (at, blend) in (0..).zip(Blend::ALL) {
        let change = |layer: &mut undoodle_formats::document::Layer| {
            layer.name = format!("{} ünd {at}", blend.label());
            layer.blend = blend;
            layer.opacity = 255 - 14 * at as u8;
            layer.visible = at % 5 != 4;
            layer.locked = at % 7 == 6;
            layer.note = if at % 3 == 0 { "Über: ".repeat(28).trim().into() } else { String::new() };
        };
        drawing.change_layer(at, change).unwrap();
    }
    let [lower, upper] = [[2, 3, 4].as_slice(), &[5, 6]].map(|layers| drawing.group_layers(layers).unwrap());
    drawing
        .change_group(lower, |group| {
            (group.name, group.visible, group.locked) = ("Körper".into(), false, true);
        })
        .unwrap();
    drawing.change_group(upper, |group| group.name = "x".repeat(64)).unwrap();
    let ends = [(0, 5), (1, 1), (2, 4), (0, 3)];
    for ((from, to), direction) in ends.into_iter().zip(TagDirection::ALL) {
        let color = if from == 0 { Color::TRANSPARENT } else { Color::rgba(250, 128, from as u8, 255) };
        let repeat = [0, 1, 2, u16::MAX][from.min(3) as usize];
        drawing.add_tag(&Tag { color, repeat, ..Tag::new(direction.id(), from, to, direction) }).unwrap();
    }
    drawing.set_palette(&[Color::rgba(1, 2, 3, 4), Color::BLACK, Color::TRANSPARENT]).unwrap();
    drawing.set_grid(8, 12).unwrap();
    scribble(&mut drawing, Cel { layer: 0, frame: 0 }, Rect::new(0, 0, 70, 45), 1);
    scribble(&mut drawing, Cel { layer: 3, frame: 2 }, Rect::new(65, 3, 5, 40), 2);
    scribble(&mut drawing, Cel { layer: 3, frame: 1 }, Rect::new(9, 44, 1, 1), 3);
    scribble(&mut drawing, Cel { layer: 17, frame: 5 }, Rect::new(31, 30, 3, 4), 4);
    let mut plane = drawing.pixels_mut(Cel { layer: 9, frame: 3 }).unwrap();
    plane.fill_rect(Rect::new(0, 0, 70, 45), Color::rgba(9, 8, 7, 200)).unwrap();
    // Colours that can't be seen are kept, at the cel's border too.
    let hidden = [Color::rgba(1, 0, 0, 0), Color::BLACK, Color::rgba(0, 0, 1, 0)];
    drawing.pixels_mut(Cel { layer: 8, frame: 0 }).unwrap().put_row(20, 20, &hidden).unwrap();
    drawing.compact().unwrap();
    assert_eq!(drawing.validate(), Ok(()));
    drawing
}

#[test]
fn a_sprite_comes_back_byte_for_byte() {
    let drawing = sprite();
    let bytes = write(&drawing);
    let (again, notes) = read(&bytes);
    assert_eq!(notes, "");
    assert_eq!(again.layer(3), drawing.layer(3));
    assert_eq!(again.links(3), [vec![0, 2, 5], vec![1, 4]]);
    assert_eq!(again.links(5), [[2, 3]], "an empty image is shared as well");
    assert_eq!(again.tags(), drawing.tags());
    assert!(again.door() == drawing.door());
    assert_eq!(write(&again), bytes);
}

#[test]
fn a_drawing_at_the_limits_comes_back() {
    let mut drawing = Drawing::new(32768, 32768).unwrap();
    (1..1024).for_each(|at| drawing.add_frame(at).unwrap());
    (1..256).for_each(|at| drawing.add_layer(at).unwrap());
    let groups: Vec<_> = (0..256).map(|layer| drawing.group_layers(&[layer]).unwrap()).collect();
    assert_eq!(groups.len(), 256);
    for tag in 0..64 {
        let tag = Tag::new(format!("{tag:032}"), tag, 1023, TagDirection::Reverse);
        drawing.add_tag(&tag).unwrap();
    }
    let colors: Vec<_> = (0..=255).map(|red| Color::rgba(red, 0, 0, 255)).collect();
    drawing.set_palette(&colors).unwrap();
    drawing.set_grid(32768, 1).unwrap();
    let mut dot = |layer, frame, x, y| {
        drawing.pixels_mut(Cel { layer, frame }).unwrap().put_row(x, y, &[Color::ADDED]).unwrap();
    };
    dot(255, 1023, 32767, 32767);
    (0..256).for_each(|layer| (0..1024).step_by(400).for_each(|frame| dot(layer, frame, layer, 0)));
    drawing.compact().unwrap();
    let (again, notes) = read(&write(&drawing));
    assert!(again.door() == drawing.door() && notes.is_empty());
}

#[test]
fn what_floats_is_written_where_it_is_and_other_losses_are_told() {
    let mut document = Document::open(sprite()).unwrap();
    let aseprite = formats::named("aseprite").unwrap();
    let told = |document: &Document| {
        let lost = aseprite.losses.unwrap()(document, &Export::new(0)).unwrap();
        [formats::left_out(document, aseprite).unwrap(), lost].concat()
    };
    assert_eq!(told(&document), [""; 0]);
    let mut act = |change: &dyn Fn(&mut Document)| {
        document.begin(1).unwrap();
        change(&mut document);
        document.commit("Change", Color::ADDED, 0).unwrap();
    };
    let cel = Cel { layer: 0, frame: 1 };
    act(&|document| document.fill_rect(cel, Rect::new(10, 10, 4, 4), Color::BLACK).unwrap());
    act(&|document| document.change_layer(1, |layer| layer.alpha_locked = true).unwrap());
    act(&|document| document.set_background(Color::BLACK).unwrap());
    act(&|document| document.set_tile(16, 16).unwrap());
    act(&|document| document.lift(cel).unwrap());
    act(&|document| document.move_floating(30, 20).unwrap());
    assert_eq!(told(&document), ["the background", "the tile", "the selection being moved", "1 alpha lock"]);
    let bytes = formats::write(aseprite, &document, &Export::new(0)).unwrap();
    let (again, notes) = read(&bytes);
    assert_eq!((again.cel_bounds(cel), notes.as_str()), (Rect::new(40, 30, 4, 4), ""));
    assert_eq!(again.background(), Color::TRANSPARENT);
}
