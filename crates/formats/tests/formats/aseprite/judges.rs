//! Two other readers see in our files what we have written, and we read what one of them writes.

use super::{open, pixels, read, sprite, write};
use aseprite::{
    AsepriteFile, CelKind, CelOptions, ColorMode, LayerKind, LayerOptions, LinkedCelOptions, Pixels,
};
use aseprite_loader::loader::{AsepriteFile as Loaded, LayerSelection};
use undoodle_drawing::named::Named;
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;

/// Returns the pixels that a cel of another's reading has on a canvas of the drawing's size.
fn seen(drawing: &Drawing<Memory>, kind: &CelKind) -> Vec<Color> {
    let CelKind::Compressed { pixels, x, y, .. } = kind else { panic!("{kind:?}") };
    let (width, height) = drawing.size();
    let mut all = vec![Color::TRANSPARENT; (width * height) as usize];
    for (i, pixel) in pixels.data.as_chunks::<4>().0.iter().enumerate() {
        let (dx, dy) = (i % usize::from(pixels.width), i / usize::from(pixels.width));
        all[(*y as usize + dy) * width as usize + *x as usize + dx] = Color { bytes: *pixel };
    }
    all
}

#[test]
fn one_that_reads_all_finds_the_sprite_as_it_was() {
    let drawing = sprite();
    let file = AsepriteFile::from_reader(&write(&drawing)[..]).unwrap();
    assert_eq!((file.width(), file.height(), file.color_mode()), (70, 45, ColorMode::Rgba));
    assert_eq!((file.grid().width, file.grid().height, file.palette().len()), (8, 12, 3));
    let (mut at, mut group) = (0, None);
    for (index, layer) in file.layers().iter().enumerate() {
        let flags = (layer.visible, !layer.editable);
        if layer.kind == LayerKind::Group {
            group = Some(index);
            let known = drawing.group(drawing.group_of(at).unwrap()).unwrap();
            assert_eq!((&layer.name, flags), (&known.name, (known.visible, known.locked)));
            continue;
        }
        let known = drawing.layer(at).unwrap();
        assert_eq!(
            (&layer.name, layer.opacity, flags),
            (&known.name, known.opacity, (known.visible, known.locked))
        );
        assert_eq!(Blend::from_byte(layer.blend_mode as u8), known.blend);
        assert_eq!(layer.parent, drawing.group_of(at).and(group), "layer {at}");
        let note = layer.user_data.as_ref().and_then(|data| data.text.clone()).unwrap_or_default();
        assert_eq!(note, known.note);
        let layer = file.layer_ref(index).unwrap();
        for frame in 0..6 {
            let cel = Cel { layer: at, frame };
            match file.resolve_cel(layer, frame as usize) {
                Some(found) => assert_eq!(seen(&drawing, &found.kind), pixels(&drawing, cel), "{cel:?}"),
                None => assert!(drawing.cel_bounds(cel).is_empty() && !drawing.is_linked(cel), "{cel:?}"),
            }
        }
        at += 1;
    }
    assert_eq!(at, 19);
    let durations: Vec<_> = file.frames().iter().map(|frame| frame.duration_ms).collect();
    assert_eq!(durations, [1, 100, 65535, 40, 7, 250]);
    for (tag, known) in file.tags().iter().zip(drawing.tags()) {
        let ends = (tag.from_frame as u32, tag.to_frame as u32);
        assert_eq!((&tag.name, ends), (&known.name, (known.from, known.to)));
        assert_eq!((tag.direction as usize, tag.repeat), (known.direction as usize, known.repeat));
    }
    assert_eq!(file.tags().len(), 4);
    let linked: Vec<_> = (0..6)
        .filter(|frame| {
            let cel = file.cel(file.layer_ref(4).unwrap(), *frame);
            cel.is_some_and(|cel| matches!(cel.kind, CelKind::Linked { .. }))
        })
        .collect();
    assert_eq!(linked, [2, 4, 5], "the fourth layer lies behind a group's entry");
}

#[test]
fn one_that_shows_sprites_shows_the_pictures() {
    let mut drawing = Drawing::new(40, 30).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_layer(2).unwrap();
    drawing.add_linked_frame(0).unwrap();
    let fill = |drawing: &mut Drawing<Memory>, layer, frame, rect, color| {
        drawing.pixels_mut(Cel { layer, frame }).unwrap().fill_rect(rect, color).unwrap();
    };
    fill(&mut drawing, 0, 0, Rect::new(3, 2, 30, 20), Color::rgba(200, 30, 40, 255));
    fill(&mut drawing, 1, 0, Rect::new(10, 0, 9, 30), Color::rgba(20, 230, 40, 255));
    fill(&mut drawing, 2, 0, Rect::new(0, 0, 40, 30), Color::rgba(1, 2, 3, 255));
    drawing.unlink(Cel { layer: 1, frame: 1 }).unwrap();
    fill(&mut drawing, 1, 1, Rect::new(0, 29, 5, 1), Color::rgba(0, 0, 255, 255));
    drawing.change_layer(2, |layer| layer.visible = false).unwrap();
    let bytes = write(&drawing);
    let loaded = Loaded::load(&bytes).unwrap();
    assert_eq!((loaded.size(), loaded.frames().len(), loaded.image_count()), ((40, 30), 2, 4));
    for frame in 0..2 {
        let mut shown = vec![0; 40 * 30 * 4];
        loaded.render_frame(frame, &mut shown, &LayerSelection::Visible).unwrap();
        let picture = drawing.picture(frame as u32);
        let mut row = [Color::TRANSPARENT; 40];
        for (y, line) in (0..).zip(shown.chunks(40 * 4)) {
            picture.read(0, y, 1, &mut row);
            assert_eq!(line, row.map(|color| color.bytes).as_flattened(), "frame {frame}, row {y}");
        }
    }
    let whole = write(&sprite());
    let loaded = Loaded::load(&whole).unwrap();
    let tags: Vec<_> = loaded.tags().iter().map(|tag| (tag.name.as_str(), tag.range.clone())).collect();
    assert_eq!(
        tags,
        [("forward", 0..=5), ("reverse", 1..=1), ("ping-pong", 2..=4), ("ping-pong-reverse", 0..=3)]
    );
}

#[test]
fn one_that_shows_sprites_blends_half_transparent_pixels_alike() {
    let mut random = fastrand::Rng::with_seed(39);
    // It takes the lower blue for the upper one in soft light, divides unlike Aseprite, and refuses to compute some colours
    // of the four that tint. These six have Aseprite's own pictures alone to judge them.
    let tints = [Blend::Hue, Blend::Saturation, Blend::Color, Blend::Luminosity];
    let judged = |blend: &Blend| ![Blend::SoftLight, Blend::Divide].contains(blend) && !tints.contains(blend);
    let mut unlike = Vec::new();
    for blend in Blend::ALL.into_iter().filter(judged) {
        let mut drawing = Drawing::new(64, 64).unwrap();
        drawing.add_layer(1).unwrap();
        drawing.change_layer(1, |layer| (layer.blend, layer.opacity) = (blend, 201)).unwrap();
        for (layer, y) in [0, 1].into_iter().flat_map(|layer| (0..64).map(move |y| (layer, y))) {
            let row = [(); 64].map(|()| Color { bytes: [(); 4].map(|()| random.u8(..)) });
            drawing.pixels_mut(Cel { layer, frame: 0 }).unwrap().put_row(0, y, &row).unwrap();
        }
        let bytes = write(&drawing);
        let mut shown = vec![0; 64 * 64 * 4];
        Loaded::load(&bytes).unwrap().render_frame(0, &mut shown, &LayerSelection::Visible).unwrap();
        let (mut row, mut most) = ([Color::TRANSPARENT; 64], 0);
        for (y, line) in (0..).zip(shown.chunks(64 * 4)) {
            drawing.picture(0).read(0, y, 1, &mut row);
            for (ours, theirs) in row.iter().zip(line.as_chunks::<4>().0) {
                let apart = ours.bytes.iter().zip(theirs).map(|(a, b)| a.abs_diff(*b)).max();
                most = most.max(apart.unwrap_or(0));
            }
        }
        if most > 0 {
            unlike.push((blend, most));
        }
    }
    assert_eq!(unlike, []);
}

/// Noise in the bytes of a color mode.
fn noise(mode: ColorMode, width: u16, height: u16, seed: u64) -> Pixels {
    let mut chance = fastrand::Rng::with_seed(seed);
    let len = usize::from(width) * usize::from(height) * mode.bytes_per_pixel();
    let most = if mode == ColorMode::Indexed { 5 } else { 255 };
    Pixels::new((0..len).map(|_| chance.u8(0..=most)).collect(), width, height, mode).unwrap()
}

/// Returns the colours that bytes of a mode mean, with number 3 transparent.
fn meant(pixels: &Pixels, mode: ColorMode, palette: &[Color]) -> Vec<Color> {
    let color = |pixel: &[u8]| match *pixel {
        [r, g, b, a] => Color::rgba(r, g, b, a),
        [grey, a] => Color::rgba(grey, grey, grey, a),
        [3] => Color::TRANSPARENT,
        [number] => palette.get(usize::from(number)).copied().unwrap_or(Color::TRANSPARENT),
        _ => panic!(),
    };
    pixels.data.chunks(mode.bytes_per_pixel()).map(color).collect()
}

#[test]
fn what_another_writes_is_read_in_every_mode() {
    let palette = [1, 2, 3, 4, 5].map(|n| Color::rgba(n, 40 * n, 7, 255));
    for mode in [ColorMode::Rgba, ColorMode::Grayscale, ColorMode::Indexed] {
        let mut file = AsepriteFile::new(9, 7, mode);
        let colors = palette.map(|color| {
            let [r, g, b, a] = color.bytes;
            aseprite::Color { r, g, b, a, name: Some("a".into()) }
        });
        file.set_palette(&colors).unwrap();
        file.set_transparent_index(3);
        let layer = file.add_layer_with("one", LayerOptions { opacity: 77, ..LayerOptions::default() });
        let group = file.add_group("all");
        let other = file.add_layer_in("two", group);
        (0..3).for_each(|frame| _ = file.add_frame(20 + frame));
        let (whole, small) = (noise(mode, 9, 7, 1), noise(mode, 2, 3, 2));
        file.set_cel(layer, 0, whole.clone(), 0, 0).unwrap();
        file.set_raw_cel(other, 1, small.clone(), 4, 2).unwrap();
        file.set_linked_cel_with(other, 2, 1, LinkedCelOptions { x: 4, y: 2, ..LinkedCelOptions::default() })
            .unwrap();
        let faint = CelOptions { pixels: whole.clone(), opacity: 51, ..CelOptions::default() };
        file.set_cel_with(layer, 2, faint).unwrap();
        let mut bytes = Vec::new();
        file.write_to(&mut bytes).unwrap();
        let (drawing, notes) = read(&bytes);
        assert_eq!(notes, "");
        assert_eq!((drawing.layers(), drawing.frames(), drawing.duration(2)), (2, 3, Ok(22)));
        assert_eq!((drawing.layer(0).unwrap().opacity, drawing.palette()), (77, palette.to_vec()));
        assert_eq!(drawing.group(drawing.group_of(1).unwrap()).unwrap().name, "all");
        let expected = meant(&whole, mode, &palette);
        assert_eq!(pixels(&drawing, Cel { layer: 0, frame: 0 }), expected, "{mode:?}");
        assert_eq!(pixels(&drawing, Cel { layer: 0, frame: 2 }), expected, "{mode:?}");
        assert_eq!(drawing.cel_properties(Cel { layer: 0, frame: 2 }).opacity, 51);
        for frame in [1, 2] {
            let all = pixels(&drawing, Cel { layer: 1, frame });
            let inside: Vec<_> = (2..5).flat_map(|y| [all[y * 9 + 4], all[y * 9 + 5]]).collect();
            assert_eq!(inside, meant(&small, mode, &palette));
        }
        assert_eq!(drawing.links(1), [[1, 2]]);
    }
}

#[test]
fn tiles_that_another_writes_are_drawn() {
    let mode = ColorMode::Rgba;
    let mut file = AsepriteFile::new(8, 4, mode);
    let set = noise(mode, 2, 4, 3);
    file.add_tileset(aseprite::Tileset {
        id: 0,
        flags: aseprite::TilesetFlags(2 | 4),
        name: "set".into(),
        tile_count: 2,
        tile_width: 2,
        tile_height: 2,
        base_index: 1,
        data: aseprite::TilesetData::Embedded { pixels: set.data.clone(), original_compressed: None },
        user_data: None,
        tile_user_data: Vec::new(),
    });
    let layer = file.add_tilemap_layer("tiles", 0);
    file.add_frame(100);
    // Its bits for flips are in another order than Aseprite's: the lowest is left to right.
    file.set_tilemap_cel(layer, 0, vec![1, 0, 1 | 0x2000_0000, 1], 2, 2, 1, -1).unwrap();
    let mut bytes = Vec::new();
    file.write_to(&mut bytes).unwrap();
    let (drawing, notes) = read(&bytes);
    assert_eq!(notes, "");
    let tile = meant(&set, mode, &[])[4..].to_vec();
    let all = pixels(&drawing, Cel::default());
    let line = |y: usize| all[8 * y..8 * y + 6].to_vec();
    let none = Color::TRANSPARENT;
    assert_eq!(line(0), [none, tile[2], tile[3], none, none, none], "the upper row is cut");
    assert_eq!(line(1), [none, tile[1], tile[0], tile[0], tile[1], none], "mirrored, and as it is");
    assert_eq!(line(2), [none, tile[3], tile[2], tile[2], tile[3], none]);
    assert_eq!(line(3), [none; 6]);
    assert!(open(&bytes).is_ok());
}
