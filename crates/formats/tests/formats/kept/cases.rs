//! Drawings with one thing that is unusual, made of the tables of properties.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::document::property::Row;
use undoodle_formats::document::{
    Bounds, Carried, Cel, CelProperties, Drawing, Frame, Group, Layer, Mode, Original, Slice, SliceKey,
    Swatch, Tag, TagDirection,
};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;

type Picture = Drawing<Memory>;

/// Returns drawings in each of which something is unusual in another way.
type Disturb = dyn Fn(&Picture) -> Vec<Picture>;

/// Returns `true` if something is alike in two drawings.
type Same = dyn Fn(&Picture, &Picture) -> bool;

/// Something of a drawing that may be unusual.
pub struct Case {
    pub name: String,
    /// What no drawing can have is left out.
    pub disturb: Box<Disturb>,
    pub same: Box<Same>,
}

impl Case {
    fn new(
        name: impl Into<String>,
        change: impl Fn(&mut Picture) -> Result<()> + 'static,
        same: impl Fn(&Picture, &Picture) -> bool + 'static,
    ) -> Case {
        let disturb = move |base: &Picture| {
            let mut drawing = base.clone();
            change(&mut drawing).unwrap();
            drawing.compact().unwrap();
            if drawing.door() == base.door() { Vec::new() } else { vec![drawing] }
        };
        Case { name: name.into(), disturb: Box::new(disturb), same: Box::new(same) }
    }
}

/// Side of the canvas.
const SIDE: u32 = 12;

/// A drawing of one layer and one frame, with a dot.
pub fn plain() -> Picture {
    let mut drawing = Drawing::new(SIDE, SIDE).unwrap();
    dot(&mut drawing, Cel::default());
    drawing
}

/// Paints a dot that no other cel has.
fn dot(drawing: &mut Picture, cel: Cel) {
    let at = Rect::new(1 + cel.frame as i32, 1 + cel.layer as i32, 1, 1);
    drawing.fill_rect(cel, at, Color::rgba(200, 60, 10, 255)).unwrap();
}

/// What other things are in: they come first, as what is lost with them is told with them.
pub fn containers() -> Vec<Case> {
    let layer = |drawing: &mut Picture| {
        drawing.add_layer(drawing.layers())?;
        let (layer, frames) = (drawing.layers() - 1, drawing.frames());
        (0..frames).for_each(|frame| dot(drawing, Cel { layer, frame }));
        Ok(())
    };
    let frame = |drawing: &mut Picture| {
        drawing.add_frame(drawing.frames())?;
        let (frame, layers) = (drawing.frames() - 1, drawing.layers());
        (0..layers).for_each(|layer| dot(drawing, Cel { layer, frame }));
        Ok(())
    };
    let tag = |drawing: &mut Picture| {
        let place = drawing.frames() / 2;
        let direction = TagDirection::Forward;
        let name = format!("tag {}", drawing.tags().len());
        drawing.add_tag(&Tag::new(name, place, place, direction))
    };
    let slice = |drawing: &mut Picture| {
        let id = drawing.add_slice(&Slice::new(format!("slice {}", drawing.slices().len())))?;
        drawing.set_slice_key(&SliceKey::new(id, drawing.frames() / 2, Rect::new(1, 2, 5, 4)))
    };
    let group = |drawing: &mut Picture| drawing.group_layers(&[drawing.layers() - 1]).map(|_| ());
    let groups = |drawing: &Picture| -> Vec<_> {
        drawing.groups().iter().map(|id| (drawing.members(*id), drawing.group(*id))).collect()
    };
    vec![
        Case::new("a layer", layer, |one, other| one.layers() == other.layers()),
        Case::new("a frame", frame, |one, other| one.frames() == other.frames()),
        Case::new("another frame", frame, |one, other| one.frames() == other.frames()),
        Case::new("a group", group, move |one, other| groups(one) == groups(other)),
        Case::new("a tag", tag, |one, other| one.tags() == other.tags()),
        Case::new("a slice", slice, |one, other| sliced(one) == sliced(other)),
    ]
}

/// The slices with their keys.
fn sliced(drawing: &Picture) -> Vec<(Result<Slice>, Vec<SliceKey>)> {
    drawing.slices().iter().map(|id| (drawing.slice(*id), drawing.slice_keys(*id))).collect()
}

/// Makes cases of the rows of a table.
fn rows<T: Clone + PartialEq + 'static>(
    what: &'static str,
    rows: Vec<Row<T>>,
    get: fn(&Picture) -> Option<T>,
    set: fn(&mut Picture, T) -> Result<()>,
) -> Vec<Case> {
    let case = |Row { name, disturb, same }: Row<T>| {
        let disturb = move |base: &Picture| {
            let Some(usual) = get(base) else { return Vec::new() };
            let with = |value: T| {
                let mut drawing = base.clone();
                // A drawing refuses what it can't have, such as a tag of frames that do not exist.
                set(&mut drawing, value.clone()).ok()?;
                (get(&drawing)? == value).then_some(drawing)
            };
            disturb(&usual).into_iter().filter_map(with).collect()
        };
        let same = move |one: &Picture, other: &Picture| match (get(one), get(other)) {
            (Some(one), Some(other)) => same(&one, &other),
            (one, other) => one.is_none() && other.is_none(),
        };
        Case { name: format!("{what}'s {name}"), disturb: Box::new(disturb), same: Box::new(same) }
    };
    rows.into_iter().map(case).collect()
}

/// The topmost layer: the lowest one where there are no others.
fn top(drawing: &Picture) -> u32 {
    drawing.layers() - 1
}

fn properties() -> Vec<Case> {
    let layers = rows(
        "layer",
        Layer::rows(),
        |drawing| drawing.layer(top(drawing)).ok(),
        |drawing, new| drawing.change_layer(top(drawing), |layer| *layer = new),
    );
    let groups = rows(
        "group",
        Group::rows(),
        |drawing| drawing.groups().first().and_then(|id| drawing.group(*id).ok()),
        |drawing, new| drawing.change_group(drawing.groups()[0], |group| *group = new),
    );
    let frames = rows(
        "frame",
        Frame::rows(),
        |drawing| drawing.frame(drawing.frames() - 1).ok(),
        |drawing, new| drawing.change_frame(drawing.frames() - 1, |frame| *frame = new),
    );
    let tags = rows(
        "tag",
        Tag::rows(),
        |drawing| drawing.tags().into_iter().next(),
        |drawing, new| drawing.set_tag(0, &new),
    );
    let slices = rows(
        "slice",
        Slice::rows(),
        |drawing| drawing.slices().first().and_then(|id| drawing.slice(*id).ok()),
        |drawing, new| drawing.change_slice(drawing.slices()[0], |slice| *slice = new),
    );
    let keys = rows(
        "slice key",
        SliceKey::rows(),
        |drawing| drawing.slices().first().and_then(|id| drawing.slice_keys(*id).pop()),
        |drawing, new| {
            let id = drawing.slices()[0];
            drawing.remove_slice_key(id, drawing.slice_keys(id)[0].frame)?;
            drawing.set_slice_key(&new)
        },
    );
    let colors = rows(
        "colour",
        Swatch::rows(),
        |drawing| drawing.palette().get(1).map(|color| Swatch { color: *color }),
        |drawing, Swatch { color }| {
            let mut palette = drawing.palette();
            palette[1] = color;
            drawing.set_palette(&palette)
        },
    );
    let cels = rows(
        "cel",
        CelProperties::rows(),
        |drawing| Some(drawing.cel_properties(Cel { layer: top(drawing), frame: drawing.frames() - 1 })),
        |drawing, new| {
            drawing.change_cel(Cel { layer: top(drawing), frame: drawing.frames() - 1 }, |cel| *cel = new)
        },
    );
    [layers, groups, frames, tags, slices, keys, colors, cels].into_iter().flatten().collect()
}

/// The palette as a whole, and what else a drawing has but one of.
fn singles() -> Vec<Case> {
    let colors = |count: u32| move |at: u32| Color::rgba((at * 7) as u8, (at * count) as u8, at as u8, 255);
    let palette = |count: u32| {
        let set = move |drawing: &mut Picture| {
            drawing.set_palette(&(0..count).map(colors(count)).collect::<Vec<_>>())
        };
        // GIF has one list of colours: behind those of the palette come those of pixels that are not in it.
        Case::new(format!("a palette of {count}"), set, |one, other| {
            other.palette().starts_with(&one.palette())
        })
    };
    let background = |alpha: u8| {
        let set = move |drawing: &mut Picture| drawing.set_background(Color::rgba(3, 4, 5, alpha));
        Case::new("the background", set, |one, other| one.background() == other.background())
    };
    let pair =
        |name: &str, set: fn(&mut Picture, u32, u32) -> Result<()>, get: fn(&Picture) -> (u32, u32)| {
            let same = move |one: &Picture, other: &Picture| get(one) == get(other);
            [(7, 5), (1, 9), (32768, 1)]
                .map(|(x, y)| Case::new(name, move |drawing: &mut Picture| set(drawing, x, y), same))
        };
    let select = |drawing: &mut Picture| drawing.select(&[Rect::new(0, 0, 4, 3)], Mode::Replace);
    let float = move |drawing: &mut Picture| {
        select(drawing)?;
        drawing.lift(Cel::default())?;
        drawing.move_floating(3, 2)
    };
    let mut all = vec![palette(1), palette(2), palette(255), palette(256), background(255), background(90)];
    all.extend(pair("the grid", Picture::set_grid, Picture::grid));
    all.extend(pair("the tile", Picture::set_tile, Picture::tile));
    let carry = |drawing: &mut Picture| {
        // A chunk of no kind that is known, which belongs to nothing.
        let bytes = [&8_u32.to_le_bytes()[..], &[0x77, 0x77, 1, 2]].concat();
        let chunk = Carried { role: 5, kind: 0x7777, bytes, ..Carried::default() };
        drawing.carry(&chunk).map(|added| assert!(added))
    };
    all.push(Case::new("a chunk of an Aseprite file", carry, |one, other| one.carried() == other.carried()));
    // A pixel at twice its size.
    let model = |drawing: &mut Picture| {
        let (at, bounds) = (Cel { layer: top(drawing), frame: 0 }, Bounds::of(Rect::new(2, 1, 2, 2)));
        let layer = drawing.layer_id(at.layer).unwrap();
        let packed = [0x78, 1, 1, 4, 0, 0xfb, 0xff, 7, 7, 7, 255, 1, 0x42, 1, 0x15];
        assert!(drawing.carry_image(layer, 1, (1, 1), bounds, &packed)?);
        drawing.change_layer(at.layer, |layer| layer.reference = true)?;
        let shown = drawing.show_original(at, &Original { image: 1, bounds, ..Original::NONE })?;
        assert!(shown);
        Ok(())
    };
    let models = |drawing: &Picture| {
        let at = Cel { layer: top(drawing), frame: 0 };
        let own = drawing.original(at);
        own.map(|own| (own.bounds, own.turn, drawing.original_image(at.layer, &own)))
    };
    all.push(Case::new("an image at its own resolution", model, move |one, other| {
        models(one) == models(other)
    }));
    all.push(Case::new("the selection", select, |one, other| one.selection() == other.selection()));
    all.push(Case::new("the selection being moved", float, |one, other| one.floating() == other.floating()));
    all
}

/// The picture that each frame shows, in which all that is invisible is alike.
fn pictures(drawing: &Picture) -> Vec<Color> {
    let mut all = Vec::new();
    for frame in 0..drawing.frames() {
        let mut row = [Color::TRANSPARENT; SIDE as usize];
        for y in 0..SIDE {
            drawing.picture(frame).read(0, y, 1, &mut row);
            all.extend(row.map(|color| if color.is_transparent() { Color::TRANSPARENT } else { color }));
        }
    }
    all
}

/// What cels hold: their pixels, and that they share them.
fn cels() -> Vec<Case> {
    let last = |drawing: &Picture| Cel { layer: top(drawing), frame: drawing.frames() - 1 };
    let links = |frames: fn(&Picture) -> Vec<u32>| {
        let link = move |drawing: &mut Picture| {
            let at = Cel { layer: top(drawing), frame: 0 };
            drawing.link(at, frames(drawing))
        };
        let groups =
            |drawing: &Picture| (0..drawing.layers()).map(|at| drawing.links(at)).collect::<Vec<_>>();
        Case::new("links", link, move |one, other| groups(one) == groups(other))
    };
    let corners = move |drawing: &mut Picture| {
        let end = SIDE as i32 - 1;
        [(0, 0), (end, 0), (0, end), (end, end)].into_iter().try_for_each(|(x, y)| {
            drawing.fill_rect(last(drawing), Rect::new(x, y, 1, 1), Color::rgba(x as u8, y as u8, 9, 255))
        })
    };
    let faint = move |drawing: &mut Picture| {
        drawing.fill_rect(last(drawing), Rect::new(4, 4, 3, 3), Color::rgba(10, 200, 30, 77))
    };
    let empty =
        move |drawing: &mut Picture| drawing.fill_rect(last(drawing), drawing.bounds(), Color::TRANSPARENT);
    let same = |one: &Picture, other: &Picture| pictures(one) == pictures(other);
    let beyond = move |drawing: &mut Picture| {
        let at = last(drawing);
        [(-4, 2), (3, -9), (40, 5)]
            .into_iter()
            .try_for_each(|(x, y)| drawing.pixels_mut(at)?.put_beyond(x, y, &[Color::rgba(9, 70, 80, 255)]))
    };
    let extents = |drawing: &Picture| drawing.all_cels().map(|cel| drawing.extent(cel)).collect::<Vec<_>>();
    vec![
        Case::new("pixels beyond the edge", beyond, move |one, other| extents(one) == extents(other)),
        Case::new("pixels at the corners", corners, same),
        Case::new("half transparent pixels", faint, same),
        Case::new("an empty cel", empty, same),
        links(|drawing| (1..drawing.frames()).take(1).collect()),
        links(|drawing| (2..drawing.frames()).collect()),
    ]
}

/// All cases but containers.
pub fn all() -> Vec<Case> {
    [properties(), singles(), cels()].into_iter().flatten().collect()
}
