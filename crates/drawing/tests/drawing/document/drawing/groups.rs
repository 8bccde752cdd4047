//! Tests of groups in groups: what they look like against a slow twin, and what happens to what is in them.

use fastrand::Rng;
use std::ops::Range;
use undoodle_drawing::Result;
use undoodle_drawing::color::{Blend, Color, product};
use undoodle_drawing::document::{Cel, Drawing, Join};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;
use undoodle_drawing::named::Named;

const NONE: Color = Color::TRANSPARENT;

/// What is laid over what is below: a layer, or a group that is blended as a whole, with its layers.
enum Part {
    Layer(u32, Vec<((i32, i16), u32)>),
    Whole(u16, Range<u32>),
}

/// Lists what lies in layers, as many groups deep, each with its order, by the words of the rule. A layer and a group count one place each.
fn list(
    drawing: &Drawing<Memory>,
    layers: Range<u32>,
    depth: usize,
    place: &mut i32,
    parts: &mut Vec<((i32, i16), Part)>,
) {
    let mut layer = layers.start;
    while layer < layers.end {
        *place += 1;
        let around = drawing.groups_of(layer);
        let Some(id) = around.iter().rev().nth(depth) else {
            let z_index = drawing.cel_properties(Cel { layer, frame: 0 }).z_index;
            let order = (*place + i32::from(z_index), z_index);
            match parts
                .iter_mut()
                .find(|(_, part)| matches!(part, Part::Layer(base, _) if clips(drawing, *base, layer)))
            {
                Some((_, Part::Layer(_, run))) => run.push((order, layer)),
                _ => parts.push((order, Part::Layer(layer, Vec::new()))),
            }
            layer += 1;
            continue;
        };
        let (group, members) = (drawing.group(*id).unwrap(), drawing.members(*id));
        layer = members.end;
        if group.is_whole() {
            parts.push(((*place, 0), Part::Whole(*id, members.clone())));
            list(drawing, members, depth + 1, place, &mut Vec::new());
        } else {
            list(drawing, members, depth + 1, place, parts);
        }
    }
}

/// Returns `true` if one layer is shown only where another one is, by the words of the rule.
fn clips(drawing: &Drawing<Memory>, base: u32, layer: u32) -> bool {
    let of = |layer: u32| drawing.layer(layer).unwrap();
    let clipped = (base + 1..=layer).all(|above| of(above).clipped && of(above).group == of(base).group);
    base < layer && !of(base).clipped && clipped
}

/// Returns how a layer is blended, and its pixel.
fn looks(drawing: &Drawing<Memory>, layer: u32, at: [u32; 2]) -> (Blend, u8, Color) {
    let (properties, cel) = (drawing.layer(layer).unwrap(), Cel { layer, frame: 0 });
    let own = drawing.cel_pixel(cel, at[0] as i32, at[1] as i32).unwrap();
    (properties.blend, product(properties.opacity, drawing.cel_properties(cel).opacity), own)
}

/// Returns what is seen of layers, as many groups deep, over a ground.
fn naive(drawing: &Drawing<Memory>, layers: Range<u32>, depth: usize, ground: Color, at: [u32; 2]) -> Color {
    let mut parts = Vec::new();
    list(drawing, layers, depth, &mut 0, &mut parts);
    parts.sort_by_key(|(order, _)| *order);
    parts.into_iter().fold(ground, |below, (_, part)| match part {
        Part::Layer(layer, mut run) if drawing.is_visible(layer) => {
            let (blend, opacity, base) = looks(drawing, layer, at);
            run.sort_by_key(|(order, _)| *order);
            let mut own = Color { bytes: [base.bytes[0], base.bytes[1], base.bytes[2], 255] };
            for (_, above) in run.into_iter().filter(|(_, above)| drawing.is_visible(*above)) {
                let (blend, opacity, color) = looks(drawing, above, at);
                own = blend.composite(color, opacity, own);
            }
            own.bytes[3] = base.bytes[3];
            blend.composite(if base.bytes[3] == 0 { NONE } else { own }, opacity, below)
        }
        Part::Layer(..) => below,
        Part::Whole(id, members) => {
            let (group, depth) = (drawing.group(id).unwrap(), drawing.groups_of(members.start));
            let depth = depth.iter().rev().position(|other| *other == id).unwrap() + 1;
            group.blend.composite(naive(drawing, members, depth, NONE, at), group.opacity, below)
        }
    })
}

fn any(random: &mut Rng) -> Color {
    let alpha = [0, 255, 255, random.u8(..)][random.usize(..4)];
    Color::rgba(random.u8(..), random.u8(..), random.u8(..), alpha)
}

fn random_drawing(random: &mut Rng, clipping: bool) -> Drawing<Memory> {
    let mut drawing = Drawing::new(70, 40).unwrap();
    let layers = random.u32(1..6);
    for layer in 0..layers {
        if layer > 0 {
            drawing.add_layer(layer).unwrap();
        }
        for _ in 0..random.u32(0..3) {
            let (x, y) = (random.i32(0..60), random.i32(0..32));
            let rect = Rect::new(x, y, random.i32(1..=70 - x), random.i32(1..=40 - y));
            let color = any(random);
            drawing.pixels_mut(Cel { layer, frame: 0 }).unwrap().fill_rect(rect, color).unwrap();
        }
        let modes = Blend::NAMES;
        drawing
            .change_layer(layer, |of| {
                of.blend = if random.bool() { Blend::Normal } else { modes[random.usize(..modes.len())].0 };
                of.opacity = [255, 255, random.u8(..)][random.usize(..3)];
                of.visible = random.u32(..8) > 0;
                of.clipped = clipping && random.bool();
            })
            .unwrap();
    }
    for _ in 0..random.u32(0..6) {
        let first = random.u32(..layers);
        let group: Vec<_> = (first..random.u32(first..layers) + 1).collect();
        let id = drawing.group_layers(&group).unwrap();
        drawing
            .change_group(id, |of| {
                of.blend = if random.bool() { Blend::Normal } else { Blend::NAMES[random.usize(..5)].0 };
                of.opacity = [255, 255, random.u8(..)][random.usize(..3)];
                of.isolated = random.bool();
                of.visible = random.u32(..8) > 0;
            })
            .unwrap();
    }
    drawing.set_background(if random.bool() { NONE } else { any(random) }).unwrap();
    drawing.compact().unwrap();
    drawing.validate().unwrap();
    drawing
}

/// Gives cels opacities and z-indices.
fn with_cels(mut drawing: Drawing<Memory>, random: &mut Rng) -> Drawing<Memory> {
    for layer in 0..drawing.layers() {
        let (opacity, z_index) = ([255, random.u8(..)][random.usize(..2)], random.i16(-3..4));
        drawing.set_cel_look(Cel { layer, frame: 0 }, opacity, z_index).unwrap();
    }
    drawing.validate().unwrap();
    drawing
}

/// Returns the part of the canvas that lies around a pixel.
fn part(x: u32, y: u32) -> Rect {
    Rect::new(x as i32 - 1, y as i32, 3, 1)
}

/// Returns a colour as it is seen.
fn seen(color: Color) -> Color {
    if color.bytes[3] == 0 { NONE } else { color }
}

#[test]
fn groups_look_as_a_slow_twin_composes_them() {
    let mut deep = 0;
    for seed in 0..400 {
        let mut random = Rng::with_seed(seed);
        let mut drawing = random_drawing(&mut random, seed % 2 == 1);
        if seed % 3 == 0 {
            drawing = with_cels(drawing, &mut random);
        }
        deep += usize::from((0..drawing.layers()).any(|layer| drawing.groups_of(layer).len() > 2));
        let (picture, bare, laid) = (drawing.picture(0), drawing.bare_picture(0), drawing.laid(0));
        for y in (0..40).step_by(3) {
            let mut row = [NONE; 24];
            picture.read(1, y, 3, &mut row[..23]);
            let [mut own, mut apart] = [[NONE; 70]; 2];
            bare.read(0, y, 1, &mut own);
            laid.row(&mut |cel, row| drawing.read_whole(cel, 0, y as i32, row), &mut apart);
            assert_eq!(apart.map(seen), own.map(seen), "seed {seed} in row {y}, laid for whoever reads it");
            for (x, found) in (1..70).step_by(3).zip(row) {
                let wanted = seen(naive(&drawing, 0..drawing.layers(), 0, drawing.background(), [x, y]));
                assert_eq!(seen(found), wanted, "seed {seed} at {x}, {y}");
                assert_eq!(
                    seen(picture.within(part(x, y)).pixel(x, y)),
                    wanted,
                    "seed {seed}: within a tile"
                );
                if let Some((color, _)) = picture.solid(x, y) {
                    assert_eq!(seen(color), wanted, "seed {seed}: of one colour");
                }
            }
        }
    }
    assert!(deep > 100, "{deep} are three groups deep");
}

#[test]
fn what_is_below_a_clipped_layer_is_below_its_base() {
    for seed in 0..120 {
        let mut random = Rng::with_seed(seed);
        let drawing = random_drawing(&mut random, true);
        let layer = random.u32(..drawing.layers());
        let edge = drawing.clip_base(layer).unwrap_or(layer);
        let without = |hidden: Range<u32>| {
            let mut other = drawing.clone();
            hidden.for_each(|layer| other.change_layer(layer, |of| of.visible = false).unwrap());
            other
        };
        let (below, from) = (without(edge..drawing.layers()), without(0..edge));
        let (under, over) = (drawing.picture_below(0, layer), drawing.picture_from(0, layer));
        for (x, y) in (0..70).step_by(5).zip((0..40).cycle().step_by(7)) {
            let wanted =
                |other: &Drawing<Memory>, ground| seen(naive(other, 0..drawing.layers(), 0, ground, [x, y]));
            assert_eq!(
                seen(under.pixel(x, y)),
                wanted(&below, drawing.background()),
                "seed {seed}: below {layer}"
            );
            assert_eq!(seen(over.pixel(x, y)), wanted(&from, NONE), "seed {seed}: from {layer}");
        }
    }
}

/// Returns the layers and groups by their names, those of a group in brackets behind its name.
fn listed(drawing: &Drawing<Memory>) -> String {
    let (mut text, mut open) = (String::new(), Vec::new());
    for layer in 0..drawing.layers() {
        let mut around = drawing.groups_of(layer);
        around.reverse();
        let common = open.iter().zip(&around).take_while(|(a, b)| a == b).count();
        text.push_str(&")".repeat(open.len() - common));
        for id in &around[common..] {
            text.push_str(&drawing.group(*id).unwrap().name);
            text.push('(');
        }
        text.push_str(&drawing.layer(layer).unwrap().name);
        open = around;
    }
    text + &")".repeat(open.len())
}

/// Layers a to e; b and c are the group I, and with d they are O.
fn five() -> Result<(Drawing<Memory>, u16, u16)> {
    let mut drawing = Drawing::new(8, 8)?;
    for (at, name) in (0..).zip(["a", "b", "c", "d", "e"]) {
        if at > 0 {
            drawing.add_layer(at)?;
        }
        drawing.change_layer(at, |layer| layer.name = name.into())?;
    }
    let outer = drawing.group_layers(&[1, 2, 3])?;
    let inner = drawing.group_layers(&[1, 2])?;
    drawing.change_group(outer, |group| group.name = "O".into())?;
    drawing.change_group(inner, |group| group.name = "I".into())?;
    assert_eq!(listed(&drawing), "aO(I(bc)d)e");
    Ok((drawing, outer, inner))
}

#[test]
fn what_any_group_hides_or_locks_is_hidden_and_locked() -> Result<()> {
    let (mut drawing, outer, inner) = five()?;
    assert_eq!((drawing.members(outer), drawing.members(inner)), (1..4, 1..3));
    assert_eq!((drawing.group_of(2), drawing.parent_of(inner)), (Some(inner), Some(outer)));
    drawing.change_group(outer, |group| group.visible = false)?;
    assert!((0..5).map(|layer| drawing.is_visible(layer)).eq([true, false, false, false, true]));
    drawing.change_group(outer, |group| (group.visible, group.locked) = (true, true))?;
    let said = drawing.remove_layer(2).unwrap_err().to_string();
    assert_eq!(said, "layer \"c\": it is locked by its group \"O\"");
    assert!(drawing.is_visible(2) && !drawing.is_unlocked(3) && drawing.is_unlocked(4));
    drawing.ungroup(outer)?;
    assert_eq!(listed(&drawing), "aI(bc)de");
    assert!(drawing.group(inner)?.locked && drawing.layer(3)?.locked && !drawing.layer(1)?.locked);
    Ok(())
}

#[test]
fn groups_are_copied_moved_and_removed_with_all_that_is_in_them() -> Result<()> {
    let (mut drawing, outer, inner) = five()?;
    drawing.change_group(inner, |group| group.opacity = 9)?;
    let copy = drawing.duplicate_group(outer)?;
    assert_eq!(listed(&drawing), "aO(I(bc)d)O copy(I(bc)d)e");
    let second = drawing.groups_of(4)[0];
    assert_eq!((drawing.groups_of(4), drawing.group(second)?.opacity), (vec![second, copy], 9));
    drawing.validate().unwrap();
    drawing.move_group(inner, 5, Join::Below, 0)?;
    assert_eq!(listed(&drawing), "aO(d)O copy(I(bc)dI(bc))e");
    drawing.remove_group(copy)?;
    assert_eq!((listed(&drawing).as_str(), drawing.groups()), ("aO(d)e", &[outer][..]));
    drawing.remove_layer(1)?;
    assert_eq!((listed(&drawing).as_str(), drawing.groups().len()), ("ae", 0));
    drawing.validate().unwrap();
    Ok(())
}

#[test]
fn a_group_that_is_merged_or_dissolved_keeps_its_look() -> Result<()> {
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let mut drawing = random_drawing(&mut random, false);
        let Some(id) = drawing.groups().first().copied() else { continue };
        let members: Vec<u32> = drawing.members(id).collect();
        let loss = match members[..] {
            [_] => Ok(Vec::new()),
            _ => drawing.merge_loss(&members),
        };
        let Ok(loss) = loss else { continue };
        let whole = drawing.group(id)?.is_whole();
        let before: Vec<_> = (0..40).map(|y| row(&drawing, y)).collect();
        drawing.merge_group(id)?;
        drawing.validate().unwrap();
        if loss.is_empty() && whole {
            assert!(
                before.iter().zip(0..).all(|(before, y)| apart(before, &row(&drawing, y)) <= 2),
                "seed {seed}"
            );
        }
    }
    let (mut drawing, outer, inner) = five()?;
    drawing.change_group(outer, |group| group.opacity = 128)?;
    assert!(drawing.ungroup_loses(outer) && !drawing.ungroup_loses(inner));
    drawing.ungroup(outer)?;
    assert_eq!((drawing.group(inner)?.opacity, drawing.layer(3)?.opacity), (128, 128));
    Ok(())
}

fn row(drawing: &Drawing<Memory>, y: u32) -> Vec<Color> {
    let mut row = vec![NONE; 70];
    drawing.picture(0).read(0, y, 1, &mut row);
    row.into_iter().map(seen).collect()
}

fn apart(one: &[Color], other: &[Color]) -> u8 {
    // What is nearly nothing may have any colour.
    let each = |(a, b): (&Color, &Color)| {
        let channel = |i: usize| {
            let part = |color: &Color| u32::from(color.bytes[i]) * u32::from(color.bytes[3]) / 255;
            part(a).abs_diff(part(b)) as u8
        };
        (0..3).map(channel).chain([a.bytes[3].abs_diff(b.bytes[3])]).max().unwrap_or(0)
    };
    one.iter().zip(other).map(each).max().unwrap_or(0)
}

#[test]
fn a_clipped_layer_is_seen_where_its_base_is() {
    let [red, blue] = [Color::rgba(255, 0, 0, 128), Color::rgba(0, 0, 255, 255)];
    let mut drawing = Drawing::new(2, 1).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.pixels_mut(Cel { layer: 0, frame: 0 }).unwrap().put_row(0, 0, &[red, NONE]).unwrap();
    drawing.pixels_mut(Cel { layer: 1, frame: 0 }).unwrap().put_row(0, 0, &[blue, blue]).unwrap();
    drawing.change_layer(1, |layer| layer.clipped = true).unwrap();
    let row = |drawing: &Drawing<Memory>| [0, 1].map(|x| drawing.pixel(0, x, 0).unwrap());
    let clipped = [Color::rgba(0, 0, 255, 128), NONE];
    assert_eq!((row(&drawing), drawing.clip_base(1)), (clipped, Some(0)), "as translucent as its base");
    // A layer that comes between them is clipped as well, and so is a copy of the clipped one.
    drawing.add_layer(1).unwrap();
    drawing.duplicate_layer(2).unwrap();
    assert_eq!((1..4).map(|layer| drawing.clip_base(layer)).collect::<Vec<_>>(), [Some(0); 3]);
    assert_eq!(row(&drawing), clipped);
    drawing.change_layer(0, |layer| layer.visible = false).unwrap();
    assert_eq!(row(&drawing), [NONE; 2], "what is clipped is hidden with its base");
    drawing.remove_layer(0).unwrap();
    assert_eq!((row(&drawing), drawing.clip_base(2)), ([blue; 2], None), "nothing is below it");
    drawing.add_layer(0).unwrap();
    assert_eq!(row(&drawing), [blue; 2], "a new layer is none that others are clipped to");
}
