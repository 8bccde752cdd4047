//! Tests of `src/document/drawing/merging.rs`: one pixel at a time by hand, and random stacks.

use fastrand::Rng;
use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::document::{Cel, Drawing, Layer, Loss, Picture};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;

const RED: Color = Color::rgba(255, 0, 0, 255);
const BLUE: Color = Color::rgba(0, 0, 255, 255);
const ORANGE: Color = Color::rgba(255, 128, 0, 255);
const GROUND: Color = Color::rgba(128, 128, 128, 255);

/// Returns a drawing of rows of pixels, a layer each from the bottom up, with a blend mode and an opacity.
fn stack(layers: &[(&[Color], Blend, u8)]) -> Drawing<Memory> {
    let mut drawing = Drawing::new(layers[0].0.len() as u32, 1).unwrap();
    for (at, (row, blend, opacity)) in (0..).zip(layers) {
        if at > 0 {
            drawing.add_layer(at).unwrap();
        }
        drawing.pixels_mut(Cel { layer: at, frame: 0 }).unwrap().put_row(0, 0, row).unwrap();
        drawing.change_layer(at, |layer| (layer.blend, layer.opacity) = (*blend, *opacity)).unwrap();
    }
    drawing
}

/// Returns the pixels of a frame of a drawing of one row.
fn seen(drawing: &Drawing<Memory>) -> Vec<Color> {
    (0..drawing.size().0).map(|x| drawing.pixel(0, x as i32, 0).unwrap()).collect()
}

fn look(drawing: &Drawing<Memory>, layer: u32) -> (Blend, u8) {
    let Layer { blend, opacity, .. } = drawing.layer(layer).unwrap();
    (blend, opacity)
}

fn painted(drawing: &Drawing<Memory>, layer: u32, x: i32) -> Color {
    drawing.cel_pixel(Cel { layer, frame: 0 }, x, 0).unwrap()
}

const NONE: Color = Color::TRANSPARENT;

#[test]
fn a_faint_lower_layer_leaves_its_opacity_to_its_pixels() {
    let mut drawing = stack(&[(&[BLUE, BLUE], Blend::Normal, 128), (&[RED, NONE], Blend::Normal, 255)]);
    assert_eq!(drawing.merge_loss(&[0, 1]), Ok(vec![]));
    drawing.merge_down(1).unwrap();
    assert_eq!(seen(&drawing), [RED, Color::rgba(0, 0, 255, 128)]);
    assert_eq!(look(&drawing, 0), (Blend::Normal, 255));
}

#[test]
fn a_group_whose_lowest_layer_is_faint_keeps_its_look() {
    let rows: [(&[Color], _, _); 3] =
        [(&[GROUND], Blend::Normal, 255), (&[BLUE], Blend::Normal, 64), (&[RED], Blend::Normal, 255)];
    let mut drawing = stack(&rows);
    let group = drawing.group_layers(&[1, 2]).unwrap();
    let merged = drawing.merge_group(group).unwrap();
    assert_eq!((merged.layer, merged.lost, drawing.layers()), (1, vec![], 2));
    assert_eq!(seen(&drawing), [RED]);
    assert_eq!(drawing.layer(1).unwrap().name, "Group 1");
}

#[test]
fn onto_an_empty_layer_mode_and_opacity_are_handed_down() {
    let mut drawing = stack(&[
        (&[GROUND], Blend::Normal, 255),
        (&[NONE], Blend::Screen, 7),
        (&[ORANGE], Blend::Multiply, 200),
    ]);
    let before = seen(&drawing);
    assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![]));
    drawing.merge_down(2).unwrap();
    assert_eq!((look(&drawing, 1), painted(&drawing, 1, 0)), ((Blend::Multiply, 200), ORANGE));
    assert_eq!(seen(&drawing), before);
}

#[test]
fn an_empty_or_invisible_upper_layer_leaves_the_lower_one_as_it_is() {
    for (row, opacity) in [(&[NONE], 255), (&[RED], 0)] {
        let mut drawing = stack(&[
            (&[GROUND], Blend::Normal, 255),
            (&[ORANGE], Blend::Multiply, 99),
            (row, Blend::Hue, opacity),
        ]);
        let before = seen(&drawing);
        assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![]));
        drawing.merge_down(2).unwrap();
        assert_eq!((look(&drawing, 1), painted(&drawing, 1, 0)), ((Blend::Multiply, 99), ORANGE));
        assert_eq!(seen(&drawing), before);
    }
    // What has the opacity 0 is not seen afterwards either.
    let mut drawing = stack(&[(&[RED, RED], Blend::Normal, 0), (&[BLUE, NONE], Blend::Normal, 128)]);
    drawing.merge_down(1).unwrap();
    assert_eq!((seen(&drawing), painted(&drawing, 0, 1)), (vec![Color::rgba(0, 0, 255, 128), NONE], NONE));
}

#[test]
fn a_blended_layer_over_one_that_covers_needs_no_word() {
    let mut drawing = stack(&[
        (&[RED, RED], Blend::Normal, 255),
        (&[GROUND, GROUND], Blend::Normal, 255),
        (&[ORANGE, NONE], Blend::Multiply, 255),
    ]);
    let before = seen(&drawing);
    assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![]));
    drawing.merge_down(2).unwrap();
    assert_eq!((seen(&drawing), look(&drawing, 1)), (before, (Blend::Normal, 255)));
}

#[test]
fn a_blend_with_the_layers_below_is_frozen_and_told() {
    // The lower is blended: the product of orange and grey must not be multiplied again.
    let product = Color::rgba(128, 64, 0, 255);
    let mut drawing = stack(&[
        (&[GROUND, GROUND], Blend::Normal, 255),
        (&[ORANGE, ORANGE], Blend::Multiply, 255),
        (&[NONE, RED], Blend::Normal, 255),
    ]);
    assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![Loss::Blending]));
    assert_eq!(drawing.merge_layers(&[1, 2]).unwrap().lost, [Loss::Blending]);
    assert_eq!((seen(&drawing), look(&drawing, 1)), (vec![product, RED], (Blend::Normal, 255)));
    // The upper is, and the lower one lets through what is below.
    let half = Color { bytes: [255, 128, 0, 128] };
    let mut drawing = stack(&[
        (&[GROUND, GROUND], Blend::Normal, 255),
        (&[NONE, BLUE], Blend::Normal, 255),
        (&[half, NONE], Blend::Multiply, 255),
    ]);
    let before = seen(&drawing);
    assert_eq!(drawing.merge_layers(&[1, 2]).unwrap().lost, [Loss::Blending]);
    assert_eq!(seen(&drawing), before);
    assert_eq!(painted(&drawing, 1, 0), Color::rgba(128, 64, 0, 128), "as transparent as it was");
    // With nothing below, there is nothing to blend with.
    let drawing = stack(&[(&[NONE, BLUE], Blend::Normal, 255), (&[half, NONE], Blend::Multiply, 255)]);
    assert_eq!(drawing.merge_loss(&[0, 1]), Ok(vec![]));
    // The background is below, too.
    let mut drawing = drawing;
    drawing.set_background(GROUND).unwrap();
    assert_eq!(drawing.merge_loss(&[0, 1]), Ok(vec![Loss::Blending]));
}

#[test]
fn layers_of_one_mode_keep_it_where_one_layer_can_look_as_they_do() {
    for (row, blend) in [([RED, NONE], Blend::ColorDodge), ([RED, BLUE], Blend::Multiply)] {
        let mut drawing = stack(&[
            (&[GROUND, GROUND], Blend::Normal, 255),
            (&[NONE, ORANGE], blend, 200),
            (&row, blend, 255),
        ]);
        let before = seen(&drawing);
        assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![]), "{blend:?}");
        drawing.merge_down(2).unwrap();
        assert_eq!((seen(&drawing), look(&drawing, 1)), (before, (blend, 255)));
    }
    // A difference of a difference is none with one colour.
    let drawing = stack(&[
        (&[GROUND], Blend::Normal, 255),
        (&[ORANGE], Blend::Difference, 255),
        (&[BLUE], Blend::Difference, 99),
    ]);
    assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![Loss::Blending]));
}

#[test]
fn layers_in_between_are_passed_on_the_side_where_they_overlap_with_none() {
    let stacked = |lower: [Color; 2], between: [Color; 2], upper: [Color; 2]| {
        let mut drawing = stack(&[
            (&lower, Blend::Normal, 255),
            (&between, Blend::Normal, 255),
            (&upper, Blend::Normal, 255),
        ]);
        let before = seen(&drawing);
        let told = drawing.merge_loss(&[0, 2]).unwrap();
        let merged = drawing.merge_layers(&[0, 2]).unwrap();
        assert_eq!((&merged.lost, drawing.layers()), (&told, 2));
        assert_eq!(drawing.layer(merged.layer).unwrap().name, "Layer 1");
        (merged.layer, told, seen(&drawing) == before)
    };
    assert_eq!(stacked([RED, NONE], [BLUE, NONE], [NONE, ORANGE]), (0, vec![], true), "it stays below");
    assert_eq!(stacked([NONE, RED], [BLUE, NONE], [ORANGE, NONE]), (1, vec![], true), "it rises");
    assert_eq!(stacked([RED, RED], [BLUE, BLUE], [ORANGE, NONE]), (0, vec![Loss::Order], false));
    // Those that are hidden are in nobody's way.
    let mut drawing = stack(&[
        (&[RED], Blend::Normal, 255),
        (&[BLUE], Blend::Normal, 255),
        (&[ORANGE], Blend::Normal, 255),
    ]);
    drawing.change_layer(1, |layer| layer.visible = false).unwrap();
    assert_eq!(drawing.merge_loss(&[0, 2]), Ok(vec![]));
}

#[test]
fn a_layer_that_rises_joins_the_group_it_rises_into() {
    let mut drawing = stack(&[
        (&[NONE, RED], Blend::Normal, 255),
        (&[BLUE, NONE], Blend::Normal, 255),
        (&[ORANGE, NONE], Blend::Normal, 255),
    ]);
    let group = drawing.group_layers(&[1, 2]).unwrap();
    assert_eq!(drawing.merge_layers(&[0, 2]).unwrap().layer, 1);
    assert_eq!(drawing.members(group), 0..2);
    drawing.validate().unwrap();
}

#[test]
fn all_that_is_seen_becomes_one_layer_and_what_is_hidden_stays() {
    let mut drawing = stack(&[
        (&[GROUND], Blend::Normal, 255),
        (&[BLUE], Blend::Normal, 255),
        (&[ORANGE], Blend::Multiply, 180),
    ]);
    drawing.group_layers(&[0]).unwrap();
    drawing.change_layer(1, |layer| layer.visible = false).unwrap();
    let before = seen(&drawing);
    let merged = drawing.flatten().unwrap();
    assert_eq!((merged.layer, merged.lost, drawing.layers(), drawing.groups().len()), (0, vec![], 2, 0));
    assert_eq!(seen(&drawing), before);
    assert_eq!(painted(&drawing, 1, 0), BLUE);
    let alone = drawing.flatten().unwrap_err().to_string();
    assert_eq!(alone, "layer \"Layer 1\": choose or show another layer to merge it with");
}

#[test]
fn links_of_the_only_painted_layer_stay_and_what_is_frozen_parts_by_what_is_below() {
    let linked = |blend: Blend, ground: Blend| {
        let mut drawing =
            stack(&[(&[GROUND], Blend::Normal, 255), (&[NONE], ground, 255), (&[ORANGE], blend, 255)]);
        drawing.add_linked_frame(0).unwrap();
        drawing
    };
    let at = |layer, frame| Cel { layer, frame };
    let mut drawing = linked(Blend::Multiply, Blend::Normal);
    drawing.merge_down(2).unwrap();
    assert!(drawing.shares_image(at(1, 0), at(1, 1)));
    // What is below differs: the colours that are seen do, too.
    let mut drawing = linked(Blend::Multiply, Blend::Screen);
    drawing.pixels_mut(at(1, 0)).unwrap().put_row(0, 0, &[Color::rgba(9, 9, 9, 9)]).unwrap();
    drawing.unlink(at(0, 1)).unwrap();
    drawing.pixels_mut(at(0, 1)).unwrap().put_row(0, 0, &[RED]).unwrap();
    let before = [0, 1].map(|frame| drawing.pixel(frame, 0, 0).unwrap());
    drawing.merge_down(2).unwrap();
    assert!(!drawing.shares_image(at(1, 0), at(1, 1)));
    assert_eq!([0, 1].map(|frame| drawing.pixel(frame, 0, 0).unwrap()), before);
}

const SIZE: (u32, u32) = (40, 36);

#[test]
fn translucent_colours_that_are_rounded_anew_are_told_and_opaque_ones_are_not() {
    let half = |red, alpha| Color { bytes: [red, 77, 13, alpha] };
    let drawing = |top: Color| {
        stack(&[
            (&[GROUND; 3], Blend::Normal, 255),
            (&[RED, half(200, 101), NONE], Blend::Normal, 255),
            (&[half(31, 55), top, top], Blend::Normal, 255),
        ])
    };
    // Over an opaque colour, and over nothing of the layers that are merged, the colour that is seen is the merged one.
    assert_eq!(drawing(BLUE).merge_loss(&[1, 2]), Ok(vec![]));
    let mut rounded = drawing(half(31, 55));
    let before = seen(&rounded);
    let told = rounded.merge_loss(&[1, 2]).unwrap();
    let merged = rounded.merge_layers(&[1, 2]).unwrap();
    let apart = seen(&rounded).iter().zip(&before).any(|(a, b)| a != b);
    assert_eq!((merged.lost.clone(), apart), (told.clone(), told == [Loss::Rounding]));
    // Nothing lies below the lowest, so nothing is rounded in another order.
    assert_eq!(drawing(half(31, 55)).merge_loss(&[0, 1, 2]), Ok(vec![]));
}

/// Makes a drawing of random layers, groups, frames and links. Layers from `plain` on are in normal mode.
fn random_drawing(random: &mut Rng, plain: u32) -> Drawing<Memory> {
    let mut drawing = Drawing::new(SIZE.0, SIZE.1).unwrap();
    for frame in 0..random.u32(0..3) {
        drawing.add_frame(frame + 1).unwrap();
    }
    let layers = random.u32(2..7);
    for layer in 0..layers {
        if layer > 0 {
            drawing.add_layer(layer).unwrap();
        }
        let blend = match random.u32(0..2) {
            _ if layer >= plain => Blend::Normal,
            0 => Blend::Normal,
            _ => Blend::ALL[random.usize(..Blend::ALL.len())],
        };
        let opacity = [255, 255, 128, 0, random.u8(..)][random.usize(..5)];
        let visible = random.u32(0..8) > 0;
        drawing
            .change_layer(layer, |of| (of.blend, of.opacity, of.visible) = (blend, opacity, visible))
            .unwrap();
        for frame in 0..drawing.frames() {
            paint(&mut drawing, Cel { layer, frame }, random);
        }
    }
    if random.bool() {
        drawing.add_linked_frame(random.u32(..drawing.frames())).unwrap();
        let last = drawing.frames() - 1;
        let layer = random.u32(..layers);
        if drawing.is_visible(layer) {
            drawing.unlink(Cel { layer, frame: last }).unwrap();
            paint(&mut drawing, Cel { layer, frame: last }, random);
        }
    }
    if random.bool() {
        let first = random.u32(..layers);
        let group: Vec<_> = (first..random.u32(first..layers) + 1).collect();
        drawing.group_layers(&group).unwrap();
    }
    drawing.set_background(any(random)).unwrap();
    drawing.compact().unwrap();
    drawing
}

fn any(random: &mut Rng) -> Color {
    let alpha = [0, 255, 255, random.u8(..)][random.usize(..4)];
    if alpha == 0 { NONE } else { Color::rgba(random.u8(..), random.u8(..), random.u8(..), alpha) }
}

fn paint(drawing: &mut Drawing<Memory>, at: Cel, random: &mut Rng) {
    for _ in 0..random.u32(0..4) {
        let (x, y) = (random.i32(0..36), random.i32(0..32));
        let (width, height) = (random.i32(1..=40 - x), random.i32(1..=36 - y));
        let color = any(random);
        drawing.pixels_mut(at).unwrap().fill_rect(Rect::new(x, y, width, height), color).unwrap();
    }
}

/// Returns all pixels of all frames.
fn pictures(drawing: &Drawing<Memory>) -> Vec<Color> {
    let mut pixels = vec![NONE; (drawing.frames() * SIZE.1 * SIZE.0) as usize];
    let frames = (0..drawing.frames()).zip(pixels.chunks_mut((SIZE.1 * SIZE.0) as usize));
    for (frame, pixels) in frames {
        let picture = drawing.picture(frame);
        (0..).zip(pixels.chunks_mut(SIZE.0 as usize)).for_each(|(y, row)| picture.read(0, y, 1, row));
    }
    pixels
}

/// Returns how far two pictures are apart on any ground: by alpha, and by channels as much as these count.
fn apart(before: &[Color], after: &[Color]) -> u32 {
    let seen = |color: Color, i: usize| match i {
        3 => u32::from(color.bytes[3]),
        _ => u32::from(color.bytes[i]) * u32::from(color.bytes[3]) / 255,
    };
    let each = before.iter().zip(after).flat_map(|(a, b)| (0..4).map(|i| seen(*a, i).abs_diff(seen(*b, i))));
    each.max().unwrap_or(0)
}

#[test]
fn the_picture_stays_or_it_was_told() {
    stays_or_is_told(|_, _| {});
}

#[test]
fn the_picture_stays_with_groups_in_groups_or_it_was_told() {
    stays_or_is_told(|drawing, random| {
        for _ in 0..random.u32(1..4) {
            let first = random.u32(..drawing.layers());
            let group: Vec<_> = (first..random.u32(first..drawing.layers()) + 1).collect();
            let id = drawing.group_layers(&group).unwrap();
            let opacity = [255, 255, random.u8(1..)][random.usize(..3)];
            drawing.change_group(id, |group| (group.opacity, group.isolated) = (opacity, true)).unwrap();
        }
    });
}

/// Clips some layers, on a drawing that has no groups or some.
fn clip(drawing: &mut Drawing<Memory>, random: &mut Rng) {
    for layer in 0..drawing.layers() {
        let clipped = random.u32(0..3) > 0;
        drawing.change_layer(layer, |of| of.clipped = clipped).unwrap();
        for frame in 0..drawing.frames() {
            let (opacity, z_index) = (random.u8(..), random.i16(-1..2));
            if random.u32(0..12) == 0 {
                drawing.set_cel_look(Cel { layer, frame }, opacity, z_index).unwrap();
            }
        }
    }
    drawing.validate().unwrap();
}

#[test]
fn the_picture_stays_with_clipped_layers_or_it_was_told() {
    stays_or_is_told(clip);
}

#[test]
fn the_picture_stays_with_clipped_layers_in_groups_or_it_was_told() {
    stays_or_is_told(|drawing, random| {
        for _ in 0..random.u32(1..3) {
            let first = random.u32(..drawing.layers());
            let group: Vec<_> = (first..random.u32(first..drawing.layers()) + 1).collect();
            let id = drawing.group_layers(&group).unwrap();
            let opacity = [255, random.u8(1..)][random.usize(..2)];
            drawing.change_group(id, |group| group.opacity = opacity).unwrap();
        }
        clip(drawing, random);
    });
}

/// Merges layers of a drawing of one row, three of which are clipped to the second lowest.
fn run_merged(layers: &[u32]) -> (Drawing<Memory>, Vec<Color>, Vec<Loss>) {
    let half = |red, alpha| Color { bytes: [red, 77, 13, alpha] };
    let mut drawing = stack(&[
        (&[GROUND; 4], Blend::Normal, 255),
        (&[RED, half(200, 101), NONE, half(9, 7)], Blend::Multiply, 99),
        (&[half(31, 55); 4], Blend::Screen, 200),
        (&[BLUE, half(3, 90), BLUE, NONE], Blend::Normal, 170),
        (&[half(120, 60); 4], Blend::Difference, 255),
    ]);
    (2..5).for_each(|layer| drawing.change_layer(layer, |layer| layer.clipped = true).unwrap());
    let (before, told) = (seen(&drawing), drawing.merge_loss(layers).unwrap());
    assert_eq!(drawing.merge_layers(layers).unwrap().lost, told);
    drawing.validate().unwrap();
    (drawing, before, told)
}

#[test]
fn a_base_takes_what_is_clipped_to_it_and_stays_as_it_is() {
    for layers in [&[1, 2][..], &[1, 2, 3], &[1, 2, 3, 4]] {
        let (drawing, before, told) = run_merged(layers);
        assert_eq!((seen(&drawing), told), (before, vec![]), "{layers:?}: to the bit");
        assert_eq!(look(&drawing, 1), (Blend::Multiply, 99));
        assert_eq!(painted(&drawing, 1, 1).bytes[3], 101, "as transparent as it was");
        assert_eq!((painted(&drawing, 1, 2), drawing.layer(1).unwrap().clipped), (NONE, false));
        assert!((2..drawing.layers()).all(|layer| drawing.clip_base(layer) == Some(1)));
    }
    let (_, _, told) = run_merged(&[1, 3]);
    assert_eq!(told, [Loss::Order], "the one between them overlaps");
}

#[test]
fn what_is_merged_within_a_run_stays_clipped() {
    let (drawing, before, told) = run_merged(&[2, 3]);
    assert!(told.contains(&Loss::Blending) && apart(&before, &seen(&drawing)) <= 4, "{told:?}");
    assert_eq!([2, 3].map(|layer| drawing.clip_base(layer)), [Some(1); 2]);
    assert!(painted(&drawing, 2, 2).bytes[3] > 170, "what nobody sees is not cut");
}

#[test]
fn what_leaves_its_run_is_cut_and_told() {
    let mut drawing = stack(&[
        (&[RED, NONE], Blend::Normal, 255),
        (&[BLUE, BLUE], Blend::Normal, 255),
        (&[NONE, ORANGE], Blend::Normal, 255),
    ]);
    drawing.change_layer(1, |layer| layer.clipped = true).unwrap();
    assert_eq!(drawing.merge_loss(&[1, 2]), Ok(vec![Loss::Clipping]));
    let before = seen(&drawing);
    drawing.merge_down(2).unwrap();
    assert_eq!((seen(&drawing), drawing.layer(1).unwrap().clipped), (before, false));
    // Hidden with its base, it is no part of what is flattened.
    drawing.change_layer(1, |layer| layer.clipped = true).unwrap();
    drawing.change_layer(0, |layer| layer.visible = false).unwrap();
    assert_eq!(drawing.visible_layers(), []);
    drawing.add_layer(2).unwrap();
    drawing.change_layer(2, |layer| layer.clipped = false).unwrap();
    assert!(drawing.merge_layers(&[1, 2]).unwrap_err().to_string().contains("hidden"));
}

#[test]
fn what_was_clipped_to_nothing_is_released_where_it_would_be_clipped() {
    let mut drawing = stack(&[
        (&[RED, NONE], Blend::Normal, 255),
        (&[BLUE, NONE], Blend::Normal, 255),
        (&[NONE, ORANGE], Blend::Normal, 255),
    ]);
    let group = drawing.group_layers(&[1]).unwrap();
    (1..3).for_each(|layer| drawing.change_layer(layer, |layer| layer.clipped = true).unwrap());
    let before = seen(&drawing);
    assert_eq!([1, 2].map(|layer| drawing.clip_base(layer)), [None; 2]);
    drawing.ungroup(group).unwrap();
    assert_eq!((seen(&drawing), drawing.layer(2).unwrap().clipped), (before, false));
}

fn stays_or_is_told(group: impl Fn(&mut Drawing<Memory>, &mut Rng)) {
    let (mut merged, mut told, mut crossed, mut rounded) = (0, 0, 0, 0);
    for seed in 0..800 {
        let mut random = Rng::with_seed(seed);
        // A layer above may make much of a difference that is rounding: color dodge divides by as little as 1/255.
        let plain = random.u32(1..7);
        let mut drawing = random_drawing(&mut random, plain);
        group(&mut drawing, &mut random);
        let layers: Vec<u32> = match random.u32(0..4) {
            0 => drawing.visible_layers(),
            1 if !drawing.groups().is_empty() => drawing.members(drawing.groups()[0]).collect(),
            2 => (0..drawing.layers()).filter(|_| random.bool()).collect(),
            _ => {
                let upper = random.u32(1..drawing.layers());
                vec![upper - 1, upper]
            }
        };
        if layers.last().is_none_or(|top| top + 1 < plain && plain < drawing.layers()) {
            continue;
        }
        let Ok(loss) = drawing.merge_loss(&layers) else { continue };
        let (count, frames) = (drawing.layers(), drawing.frames());
        let before = pictures(&drawing);
        let found = drawing.merge_layers(&layers).unwrap();
        drawing.validate().unwrap();
        assert_eq!((&found.lost, drawing.frames()), (&loss, frames), "seed {seed}: {layers:?}");
        assert_eq!(drawing.layers(), count + 1 - layers.len() as u32, "seed {seed}");
        merged += 1;
        told += usize::from(!loss.is_empty());
        if loss.contains(&Loss::Order) || loss.contains(&Loss::Clipping) {
            crossed += 1;
            continue;
        }
        let far = apart(&before, &pictures(&drawing));
        rounded += usize::from(loss.contains(&Loss::Rounding));
        // What is not said does not happen: then the picture stays to the bit.
        assert!(far == 0 || loss.contains(&Loss::Rounding), "seed {seed}: {layers:?} are apart by {far}");
        // What each layer adds is cut off once, and its alpha is rounded.
        assert!(far <= 2 * layers.len() as u32, "seed {seed}: {layers:?} are apart by {far}, told {loss:?}");
    }
    assert!(merged > 250 && told > 50 && crossed > 10, "{merged} merged, {told} told, {crossed} crossed");
    assert!(rounded > 10 && merged - rounded > 100, "{rounded} of {merged} rounded");
}

#[test]
fn layers_in_normal_mode_look_alike_over_any_ground() {
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let mut drawing = random_drawing(&mut random, 0);
        let layers = drawing.visible_layers();
        if layers.len() < 2 {
            continue;
        }
        let mut other = drawing.clone();
        let lost = drawing.merge_layers(&layers).unwrap().lost;
        assert!(lost.iter().all(|loss| *loss == Loss::Rounding), "seed {seed}: {lost:?}");
        let ground = any(&mut random);
        drawing.set_background(ground).unwrap();
        other.set_background(ground).unwrap();
        assert!(apart(&pictures(&drawing), &pictures(&other)) <= 2 * layers.len() as u32, "seed {seed}");
    }
}

#[test]
fn a_reference_layer_is_seen_and_in_no_export() {
    let [red, blue] = [Color::rgba(255, 0, 0, 255), Color::rgba(0, 0, 255, 255)];
    let mut drawing = Drawing::new(2, 1).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_layer(2).unwrap();
    drawing.pixels_mut(Cel { layer: 0, frame: 0 }).unwrap().put_row(0, 0, &[red]).unwrap();
    drawing.pixels_mut(Cel { layer: 1, frame: 0 }).unwrap().put_row(0, 0, &[blue, blue]).unwrap();
    drawing.pixels_mut(Cel { layer: 2, frame: 0 }).unwrap().put_row(1, 0, &[red]).unwrap();
    drawing.change_layer(1, |layer| layer.reference = true).unwrap();
    let row = |picture: &Picture<'_>| [0, 1].map(|x| picture.pixel(x, 0));
    assert_eq!(row(&drawing.picture(0)), [blue, red], "it is seen");
    assert_eq!(row(&drawing.exported_picture(0)), [red, red]);
    assert!(
        drawing.merge_down(1).is_err() && drawing.merge_down(2).is_err(),
        "neither with what exports show"
    );
    // What is clipped to it is not exported either.
    drawing.change_layer(2, |layer| layer.clipped = true).unwrap();
    assert_eq!(row(&drawing.exported_picture(0)), [red, Color::TRANSPARENT]);
    drawing.change_layer(2, |layer| layer.clipped = false).unwrap();
    // Flattening leaves it as it leaves hidden ones.
    drawing.flatten().unwrap();
    assert_eq!((drawing.layers(), drawing.layer(1).unwrap().reference), (2, true));
    assert_eq!(row(&drawing.exported_picture(0)), [red, red]);
}

#[test]
fn the_lowest_label_and_note_stay_and_others_are_told() {
    let two = || {
        let mut drawing = stack(&[(&[BLUE], Blend::Normal, 255), (&[RED], Blend::Normal, 128)]);
        drawing.add_linked_frame(0).unwrap();
        drawing.add_frame(2).unwrap();
        drawing
    };
    let words = |drawing: &Drawing<Memory>| {
        let layer = drawing.layer(0).unwrap();
        let cels = [0, 1, 2].map(|frame| drawing.cel_properties(Cel { layer: 0, frame }));
        ((layer.label, layer.note), cels.map(|cel| (cel.label, cel.text)))
    };
    let none = || (NONE, String::new());
    // What the upper one alone says comes along.
    let mut drawing = two();
    drawing.change_layer(1, |layer| layer.note = "upper".into()).unwrap();
    drawing.change_layer(0, |layer| layer.label = ORANGE).unwrap();
    drawing.change_cel(Cel { layer: 1, frame: 0 }, |cel| cel.text = "hit".into()).unwrap();
    drawing.change_cel(Cel { layer: 1, frame: 2 }, |cel| cel.label = RED).unwrap();
    assert_eq!(drawing.merge_loss(&[0, 1]), Ok(vec![]));
    drawing.merge_down(1).unwrap();
    let hit = || (NONE, "hit".to_owned());
    assert_eq!(words(&drawing), ((ORANGE, "upper".into()), [hit(), hit(), (RED, String::new())]));
    drawing.validate().unwrap();
    // Of two the lower stays.
    let mut drawing = two();
    for (at, note) in [(0, "lower"), (1, "upper")] {
        drawing.change_layer(at, |layer| layer.note = note.into()).unwrap();
    }
    assert_eq!(drawing.merge_loss(&[0, 1]), Ok(vec![Loss::Words]));
    assert_eq!(drawing.merge_layers(&[0, 1]).unwrap().lost, [Loss::Words]);
    assert_eq!(words(&drawing), ((NONE, "lower".into()), [none(), none(), none()]));
    // A layer that is all that is seen keeps its own image under the words of the lowest.
    let mut drawing = stack(&[(&[NONE], Blend::Normal, 255), (&[RED], Blend::Multiply, 128)]);
    for (layer, text) in [(0, "lower"), (1, "upper")] {
        drawing
            .change_cel(Cel { layer, frame: 0 }, |cel| (cel.opacity, cel.text) = (100, text.into()))
            .unwrap();
    }
    assert_eq!(drawing.merge_layers(&[0, 1]).unwrap().lost, [Loss::Words]);
    assert_eq!((drawing.cel_properties(Cel::default()).text.as_str(), look(&drawing, 0).1), ("lower", 128));
}

#[test]
fn a_group_that_is_merged_leaves_its_note_to_a_layer_without_one() {
    for (note, expected, lost) in [("", "of the group", false), ("own", "own", true)] {
        let mut drawing = stack(&[(&[BLUE], Blend::Normal, 255), (&[RED], Blend::Normal, 255)]);
        let group = drawing.group_layers(&[0, 1]).unwrap();
        drawing.change_group(group, |group| group.note = "of the group".into()).unwrap();
        drawing.change_layer(1, |layer| layer.note = note.into()).unwrap();
        assert_eq!(drawing.group_loses_words(group), Ok(lost));
        assert_eq!(drawing.merge_group(group).unwrap().lost.contains(&Loss::Words), lost);
        assert_eq!(drawing.layer(0).unwrap().note, expected);
    }
}
