//! Tests of `src/document/drawing/celrecords.rs`: what a cel has for itself is seen, shared by links, and goes where the cel goes.

use fastrand::Rng;
use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::document::{Cel, CelProperties, Document, Drawing, Loss, MAX_CELS, Original};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;

/// Opacities and z-indices, by layer and frame.
type Looks<'a> = &'a [&'a [(u8, i16)]];

type Step<'a> = &'a dyn Fn(&mut Document) -> undoodle_drawing::Result<()>;

fn act(document: &mut Document, act: Step<'_>) {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap();
    assert_eq!(document.validate(), Ok(()));
}

fn at(layer: u32, frame: u32) -> Cel {
    Cel { layer, frame }
}

const fn shade(layer: u32) -> Color {
    Color::rgba(10 * (layer as u8 + 1), 0, 0, 255)
}

/// Layers of one colour each, all of one pixel, in two frames.
fn stack(layers: u32) -> Document {
    let mut drawing = Drawing::new(1, 1).unwrap();
    drawing.add_frame(1).unwrap();
    for layer in 0..layers {
        if layer > 0 {
            drawing.add_layer(layer).unwrap();
        }
        for frame in 0..2 {
            drawing.fill_rect(at(layer, frame), Rect::new(0, 0, 1, 1), shade(layer)).unwrap();
        }
    }
    Document::open(drawing).unwrap()
}

/// Returns the layers of a frame from the top down, as hiding the topmost again and again shows them.
fn order(document: &Document, frame: u32) -> Vec<u32> {
    let mut drawing = document.snapshot_drawing();
    let mut seen = Vec::new();
    while let Some(layer) =
        (0..drawing.layers()).find(|layer| drawing.pixel(frame, 0, 0) == Ok(shade(*layer)))
    {
        seen.push(layer);
        drawing.change_layer(layer, |layer| layer.visible = false).unwrap();
    }
    seen
}

fn looks(document: &Document, layer: u32) -> Vec<(u8, i16)> {
    let of = |frame| document.cel_properties(at(layer, frame));
    (0..document.frames()).map(of).map(|own| (own.opacity, own.z_index)).collect()
}

trait Snapshot {
    fn snapshot_drawing(&self) -> Drawing<Memory>;
}

impl Snapshot for Document {
    fn snapshot_drawing(&self) -> Drawing<Memory> {
        Drawing::from_door(self.history().arena().clone())
    }
}

#[test]
fn opacities_of_cel_and_layer_are_multiplied() {
    let mut document = stack(2);
    act(&mut document, &|d| {
        d.change_layer(1, |layer| layer.opacity = 128)?;
        d.change_cel(at(1, 0), |cel| cel.opacity = 128)
    });
    // 128 of 255 of 128 of 255 are 64.
    let expected = Blend::Normal.composite(shade(1), 64, shade(0));
    assert_eq!(
        [0, 1].map(|frame| document.pixel(frame, 0, 0).unwrap()),
        [expected, Blend::Normal.composite(shade(1), 128, shade(0))]
    );
    assert_eq!(document.cel_pixel(at(1, 0), 0, 0), Ok(shade(1)), "no pixel was changed");
    let alone = document.cel_look(at(1, 0)).pixel(0, 0);
    assert_eq!(alone, Color { bytes: [20, 0, 0, 128] }, "by itself it has its own opacity");
    act(&mut document, &|d| d.change_cel(at(1, 0), |cel| cel.opacity = 0));
    assert_eq!(document.pixel(0, 0, 0), Ok(shade(0)));
    act(&mut document, &|d| d.change_cel(at(1, 0), |cel| cel.opacity = 255));
    assert!(!document.has_cel_properties(), "a cel that says nothing has no record");
    (0..3).for_each(|_| _ = document.undo().unwrap());
    assert_eq!(document.pixel(0, 0, 0), Ok(Blend::Normal.composite(shade(1), 255, shade(0))));
}

#[test]
fn a_z_index_moves_a_cel_by_places_and_the_greater_one_is_above_at_the_same() {
    // As Aseprite's specification has it: by the layer's index and the z-index together, then by the z-index.
    let mut document = stack(4);
    let mut with = |all: &[(u32, i16)]| {
        act(&mut document, &|d| {
            (0..4).try_for_each(|layer| d.change_cel(at(layer, 0), |cel| cel.z_index = 0))?;
            all.iter().try_for_each(|(layer, z)| d.change_cel(at(*layer, 0), |cel| cel.z_index = *z))
        });
        assert_eq!(order(&document, 1), [3, 2, 1, 0], "the other frame is as it was");
        order(&document, 0)
    };
    assert_eq!(with(&[]), [3, 2, 1, 0]);
    assert_eq!(with(&[(0, 1)]), [3, 2, 0, 1], "at one place, the z-index decides");
    assert_eq!(with(&[(0, 2)]), [3, 0, 2, 1]);
    assert_eq!(with(&[(3, -1)]), [2, 3, 1, 0]);
    assert_eq!(with(&[(0, 2), (3, -1)]), [0, 2, 3, 1]);
    assert_eq!(with(&[(0, i16::MAX), (1, i16::MIN)]), [0, 3, 2, 1]);
}

#[test]
fn hidden_layers_and_groups_are_places() {
    let mut document = stack(3);
    act(&mut document, &|d| d.change_layer(1, |layer| layer.visible = false));
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.z_index = 1));
    assert_eq!(order(&document, 0), [2, 0], "it passed the hidden one");
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.z_index = 2));
    assert_eq!(order(&document, 0), [0, 2]);
    act(&mut document, &|d| d.group_layers(&[1, 2]).map(drop));
    assert_eq!(order(&document, 0), [2, 0], "a group is one place more");
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.z_index = 3));
    assert_eq!(order(&document, 0), [0, 2]);
}

#[test]
fn pictures_above_and_below_a_layer_follow_the_order_of_the_frame() {
    let mut document = stack(3);
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.z_index = 2));
    let seen = |picture: undoodle_drawing::document::Picture<'_>| (picture.depth(), picture.pixel(0, 0));
    assert_eq!(seen(document.picture_below(0, 1)), (0, Color::TRANSPARENT));
    assert_eq!(seen(document.picture_from(0, 1)), (3, shade(0)));
    assert_eq!(seen(document.picture_below(0, 0)), (2, shade(2)));
    assert_eq!(seen(document.picture_below(1, 1)), (1, shade(0)));
    assert_eq!(seen(document.picture_from(1, 1)), (2, shade(2)));
}

#[test]
fn links_share_the_opacity_and_not_the_z_index() {
    let mut document = stack(1);
    act(&mut document, &|d| d.change_cel(at(0, 1), |cel| (cel.opacity, cel.z_index) = (9, 1)));
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| (cel.opacity, cel.z_index) = (70, -3)));
    act(&mut document, &|d| d.link(at(0, 0), [1]));
    assert_eq!(looks(&document, 0), [(70, -3), (70, 1)]);
    act(&mut document, &|d| d.change_cel(at(0, 1), |cel| (cel.opacity, cel.z_index) = (80, 5)));
    assert_eq!(looks(&document, 0), [(80, -3), (80, 5)]);
    act(&mut document, &|d| d.unlink(at(0, 1)));
    act(&mut document, &|d| d.change_cel(at(0, 1), |cel| cel.opacity = 90));
    assert_eq!(looks(&document, 0), [(80, -3), (90, 5)]);
    act(&mut document, &|d| d.add_linked_frame(1));
    act(&mut document, &|d| d.duplicate_frame(0));
    assert_eq!(looks(&document, 0), [(80, -3), (80, -3), (90, 5), (90, 5)]);
    act(&mut document, &|d| d.remove_frame(2));
    assert_eq!(looks(&document, 0), [(80, -3), (80, -3), (90, 5)]);
}

#[test]
fn they_go_where_the_cel_goes() {
    let mut document = stack(2);
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| (cel.opacity, cel.z_index) = (70, 1)));
    let before = document.snapshot_drawing();
    let steps: [(Step<'_>, Looks<'_>); 7] = [
        (&|d| d.duplicate_layer(0), &[&[(70, 1), (255, 0)], &[(70, 1), (255, 0)], &[(255, 0); 2]]),
        (
            &|d| d.group_layers(&[0]).and_then(|id| d.duplicate_group(id)).map(drop),
            &[&[(70, 1), (255, 0)], &[(70, 1), (255, 0)]],
        ),
        (&|d| d.move_layer(0, 1), &[&[(255, 0); 2], &[(70, 1), (255, 0)]]),
        (&|d| d.move_cels(&[at(0, 0)], (1, 1), false), &[&[(255, 0); 2], &[(255, 0), (70, 1)]]),
        (&|d| d.move_cels(&[at(0, 0)], (0, 1), true), &[&[(70, 1); 2], &[(255, 0); 2]]),
        (&|d| d.replace_cel(at(0, 0), at(0, 1)), &[&[(70, 1); 2], &[(255, 0); 2]]),
        (&|d| d.erase(at(0, 0)), &[&[(255, 0); 2], &[(255, 0); 2]]),
    ];
    for (step, expected) in steps {
        act(&mut document, step);
        let found: Vec<_> = (0..expected.len() as u32).map(|layer| looks(&document, layer)).collect();
        assert_eq!(found, expected);
        document.undo().unwrap();
        assert!(document.snapshot_drawing().door() == before.door());
    }
    act(&mut document, &|d| d.remove_layer(0));
    assert!(!document.has_cel_properties(), "what is gone leaves nothing");
}

#[test]
fn a_change_is_repainted_where_the_cel_has_pixels() {
    let mut document = Document::new(64, 64).unwrap();
    act(&mut document, &|d| d.fill_rect(Cel::default(), Rect::new(40, 40, 2, 2), Color::BLACK));
    document.take_damage();
    act(&mut document, &|d| d.change_cel(Cel::default(), |cel| cel.z_index = 4));
    assert!(document.take_damage().is_empty(), "nothing looks different");
    act(&mut document, &|d| d.change_cel(Cel::default(), |cel| cel.opacity = 4));
    let damage: Vec<_> = document.take_damage();
    assert_eq!(damage.into_iter().fold(Rect::EMPTY, Rect::union), Rect::new(40, 40, 2, 2));
    document.undo().unwrap();
    assert!(!document.take_damage().is_empty());
}

#[test]
fn locked_layers_and_too_many_are_refused() {
    let mut document = stack(1);
    act(&mut document, &|d| d.change_layer(0, |layer| layer.locked = true));
    document.begin(1).unwrap();
    let refused = document.change_cel(at(0, 0), |cel| cel.opacity = 4).unwrap_err().to_string();
    assert!(refused.contains("it is locked, so unlock it first"), "{refused}");
    assert!(document.change_cel(at(0, 2), |cel| cel.opacity = 4).is_err());
    document.cancel();
    let mut drawing = Drawing::new(1, 1).unwrap();
    (1..1024).try_for_each(|frame| drawing.add_frame(frame)).unwrap();
    (1..3).try_for_each(|layer| drawing.add_layer(layer)).unwrap();
    let cels = (0..3).flat_map(|layer| (0..1024).map(move |frame| at(layer, frame)));
    let mut cels = cels.map(|cel| drawing.set_cel_look(cel, 1, 0).map_err(|error| error.to_string()));
    assert_eq!(cels.by_ref().take(MAX_CELS as usize).find(Result::is_err), None);
    assert!(cels.next().unwrap().unwrap_err().contains("number of cels with properties"));
}

#[test]
fn merging_has_the_opacities_in_its_pixels() {
    let mut document = stack(2);
    act(&mut document, &|d| {
        d.change_cel(at(0, 0), |cel| cel.opacity = 128)?;
        d.change_cel(at(1, 0), |cel| cel.opacity = 51)
    });
    let before = [0, 1].map(|frame| document.pixel(frame, 0, 0).unwrap());
    assert_eq!(document.merge_loss(&[0, 1]), Ok(vec![]));
    act(&mut document, &|d| d.merge_down(1));
    assert_eq!([0, 1].map(|frame| document.pixel(frame, 0, 0).unwrap()), before);
    assert!(!document.has_cel_properties());
    assert_eq!(document.cel_pixel(at(0, 0), 0, 0), Ok(before[0]));
}

#[test]
fn merging_keeps_the_picture_or_says_that_the_order_is_lost() {
    let mut rng = Rng::with_seed(5);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..60 {
        let mut document = stack(4);
        let mut set = Vec::new();
        for cel in (0..4).flat_map(|layer| [at(layer, 0), at(layer, 1)]) {
            let own =
                (if rng.bool() { 255 } else { rng.u8(..) }, if rng.u8(..3) > 0 { 0 } else { rng.i16(-3..4) });
            set.push((cel, own));
        }
        act(&mut document, &|d| {
            set.iter().try_for_each(|(cel, own)| d.change_cel(*cel, |cel| (cel.opacity, cel.z_index) = *own))
        });
        let before = [0, 1].map(|frame| document.pixel(frame, 0, 0).unwrap());
        let layers: &[u32] = if rng.bool() { &[0, 1, 2, 3] } else { &[1, 2] };
        let told = document.merge_loss(layers).unwrap();
        document.begin(1).unwrap();
        let merged = document.merge_layers(layers).unwrap();
        document.commit("Merge", Color::ADDED, 0).unwrap();
        assert_eq!((merged.lost, document.validate()), (told.clone(), Ok(())));
        let after = [0, 1].map(|frame| document.pixel(frame, 0, 0).unwrap());
        if told.is_empty() {
            kept += 1;
            assert_eq!(after, before);
        } else if !told.contains(&Loss::Order) {
            let apart = after
                .iter()
                .zip(before)
                .flat_map(|(a, b)| (0..4).map(move |at| a.bytes[at].abs_diff(b.bytes[at])));
            assert!(apart.max() <= Some(3), "{before:?} {after:?}");
        } else {
            lost += 1;
        }
    }
    assert!(kept > 10 && lost > 10, "{kept} {lost}");
}

#[test]
fn two_branches_that_change_one_cel_are_merged_by_properties() {
    let mut document = stack(2);
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| (cel.opacity, cel.z_index) = (9, 9)));
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.opacity = 70));
    let faint = document.history().here();
    document.undo().unwrap();
    act(&mut document, &|d| d.change_cel(at(0, 0), |cel| cel.z_index = 2));
    assert_eq!(document.bring_back(faint).unwrap().blocked, None);
    assert_eq!(looks(&document, 0)[0], (70, 2));
    // A cel that had none gets a record on each branch: what is brought back counts, until neither says anything.
    act(&mut document, &|d| d.change_cel(at(1, 1), |cel| cel.opacity = 60));
    let other = document.history().here();
    document.undo().unwrap();
    act(&mut document, &|d| d.change_cel(at(1, 1), |cel| cel.opacity = 50));
    document.bring_back(other).unwrap();
    assert_eq!((looks(&document, 1)[1], document.validate()), ((60, 0), Ok(())));
    act(&mut document, &|d| d.change_cel(at(1, 1), |cel| cel.opacity = 255));
    assert_eq!(document.unusual_cels().len(), 1);
}

#[test]
fn a_record_of_no_cel_is_refused() {
    let mut drawing = Drawing::new(1, 1).unwrap();
    drawing.set_cel_look(Cel::default(), 7, 7).unwrap();
    let own = drawing.cel_properties(Cel::default());
    let (label, text) = (Color::TRANSPARENT, String::new());
    assert_eq!(
        own,
        CelProperties { layer: 1, frame: 1, opacity: 7, z_index: 7, label, text, original: Original::NONE }
    );
    let kind = &undoodle_drawing::document::records::CEL;
    for (field, why) in [(0, "layer"), (2, "frame")] {
        let mut memory = drawing.door().clone();
        let region = undoodle_drawing::memory::Region::new(kind.address(1) + field, 2);
        undoodle_drawing::document::Door::write(&mut memory, region).unwrap().fill(0);
        let why = format!("the {why} of a cel has bytes that mean nothing");
        assert_eq!(Drawing::from_door(memory).validate().unwrap_err().to_string(), why);
    }
}

#[test]
fn a_label_and_a_text_are_the_images_and_change_no_picture() {
    let mut document = stack(1);
    let red = Color::rgba(255, 0, 0, 255);
    act(&mut document, &|d| d.link(at(0, 0), [1]));
    act(&mut document, &|d| d.change_cel(at(0, 1), |cel| (cel.label, cel.text) = (red, "blink".into())));
    let own = |document: &Document, frame| {
        let own = document.cel_properties(at(0, frame));
        (own.label, own.text)
    };
    assert_eq!([0, 1].map(|frame| own(&document, frame)), [(); 2].map(|()| (red, "blink".into())));
    assert_eq!(looks(&document, 0), [(255, 0); 2]);
    // One that is unlinked takes them along, and has its own from then on.
    act(&mut document, &|d| d.unlink(at(0, 1)));
    act(&mut document, &|d| d.change_cel(at(0, 1), |cel| cel.text = String::new()));
    assert_eq!([0, 1].map(|frame| own(&document, frame).1), ["blink", ""]);
    act(&mut document, &|d| d.replace_cel(at(0, 0), at(0, 1)));
    assert_eq!(own(&document, 1), (red, "blink".into()));
    let before = document.cel_properties(at(0, 0));
    document.begin(1).unwrap();
    assert!(document.change_cel(at(0, 0), |cel| cel.text = "x".repeat(201)).is_err());
    assert!(document.cancel());
    assert_eq!(document.cel_properties(at(0, 0)), before);
    (0..5).for_each(|_| _ = document.undo().unwrap());
    assert!(!document.has_cel_properties());
}
