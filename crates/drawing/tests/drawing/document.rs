//! Documents against a plain array of pixels, over random strokes.

mod asking;
mod beside;
mod bringing;
mod changed;
mod damage;
mod drawing;
mod exact;
mod footprint;
mod moved;
mod patch;
mod places;
mod playing;
mod silhouette;
mod strange;
mod trace;
mod travel;

use proptest::prelude::*;
use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::document::Trace;
use undoodle_drawing::document::{Cel, Document, MAX_SIDE, TILE};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::{Arena, Region};

/// The only layer in the only frame.
const CEL: Cel = Cel { layer: 0, frame: 0 };

const WIDTH: u32 = 70;
const HEIGHT: u32 = 45;

const COLORS: [Color; 3] = [Color::TRANSPARENT, Color::BLACK, Color::rgba(9, 200, 30, 128)];

#[derive(Clone, Debug)]
enum Act {
    /// Fills a rectangle, which may lie outside, with one of the colours.
    Fill(Rect, usize),
    Commit,
    Cancel,
    Undo,
    Redo,
}

fn act() -> impl Strategy<Value = Act> {
    let side = || prop_oneof![1i32..6, 30..80];
    let rect = (-40i32..75, -40i32..50, side(), side()).prop_map(|(x, y, w, h)| Rect::new(x, y, w, h));
    // Whole tiles are filled often, so that they settle to one colour.
    let tile = (0i32..3, 0i32..2).prop_map(|(x, y)| Rect::new(x * 32, y * 32, 32, 32));
    prop_oneof![
        4 => (prop_oneof![rect, tile], 0..COLORS.len()).prop_map(|(rect, color)| Act::Fill(rect, color)),
        2 => Just(Act::Commit),
        1 => Just(Act::Cancel),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

/// Every pixel, row by row.
fn pixels(document: &Document) -> Vec<Color> {
    let (width, height) = document.size();
    let mut all = vec![Color::BLACK; (width * height) as usize];
    for (y, row) in (0..).zip(all.chunks_exact_mut(width as usize)) {
        document.read_row(CEL, 0, y, row);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pixels_equal_the_twins_and_every_invariant_holds(acts in prop::collection::vec(act(), 1..40)) {
        let mut document = Document::new(WIDTH, HEIGHT).unwrap();
        let mut memories = vec![document.history().arena().clone()];
        let mut states = vec![pixels(&document)];
        let (mut at, mut now) = (0, states[0].clone());
        for act in &acts {
            let open = document.history().open().is_some();
            match *act {
                Act::Fill(rect, color) => {
                    document.begin(1).unwrap();
                    for y in rect.y..rect.bottom() {
                        document.fill_span(CEL, y, rect.x..rect.right(), COLORS[color]).unwrap();
                        let clip = Rect::new(rect.x, y, rect.width, 1).intersect(document.bounds());
                        for x in clip.x..clip.right() {
                            now[y as usize * WIDTH as usize + x as usize] = COLORS[color];
                        }
                    }
                }
                Act::Commit if open => {
                    let rect = document.commit("Fill", Color::ADDED, 0).unwrap().map(|c| Trace::of(&c.header()).rect);
                    // Memory may differ where pixels do not, such as in a tile's base.
                    if let Some(rect) = rect {
                        states.truncate(at + 1);
                        memories.truncate(at + 1);
                        for (i, (old, new)) in states[at].iter().zip(&now).enumerate() {
                            let (x, y) = (i as i32 % WIDTH as i32, i as i32 / WIDTH as i32);
                            let within = rect.contains(undoodle_drawing::geometry::Point::new(x, y));
                            prop_assert!(old == new || within, "the header's rectangle holds {}, {}", x, y);
                        }
                        states.push(now.clone());
                        memories.push(document.history().arena().clone());
                        at += 1;
                    }
                }
                Act::Commit => prop_assert!(document.commit("Fill", Color::ADDED, 0).is_err()),
                Act::Cancel => {
                    document.cancel();
                    now = states[at].clone();
                }
                Act::Undo => {
                    document.undo().unwrap();
                    at -= usize::from(!open && at > 0);
                    now = states[at].clone();
                }
                Act::Redo if open => assert!(document.redo().is_err()),
                Act::Redo => {
                    document.redo().unwrap();
                    at += usize::from(at + 1 < states.len());
                    now = states[at].clone();
                }
            }
            prop_assert_eq!(&pixels(&document), &now, "after {:?}", act);
            if document.history().open().is_none() {
                prop_assert_eq!(document.validate(), Ok(()), "after {:?}", act);
                prop_assert!(document.history().arena() == &memories[at], "bytes after {:?}", act);
            }
        }
    }
}

#[test]
fn a_side_has_limits() {
    for (width, height) in [(0, 5), (5, 0), (MAX_SIDE + 1, 1), (1, u32::MAX)] {
        let error = Document::new(width, height).err().unwrap().to_string();
        assert!(error.contains(" must be from 1 to 32768, not "), "{error}");
    }
}

/// Pages that are held.
fn used(document: &Document) -> usize {
    document.history().arena().present().count()
}

#[test]
fn empty_space_and_plain_areas_cost_no_pages() {
    let mut document = Document::new(MAX_SIDE, MAX_SIDE).unwrap();
    let empty = used(&document);
    assert_eq!(empty, 1 + 3 + 3, "a record, the lists of layers, frames and colours, and their records");
    document.begin(1).unwrap();
    let last = MAX_SIDE as i32 - 1;
    document.fill_span(CEL, last, last..last + 9, Color::BLACK).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    assert_eq!(document.cel_pixel(CEL, last, last).unwrap(), Color::BLACK);
    assert_eq!(used(&document), empty + 1, "a tile");
    document.undo().unwrap();
    document.validate().unwrap();
    assert_eq!(used(&document), empty, "undo gives them back");

    document.begin(1).unwrap();
    for y in 0..TILE as i32 {
        document.fill_span(CEL, y, 0..TILE as i32, Color::BLACK).unwrap();
    }
    document.commit("Fill", Color::ADDED, 0).unwrap();
    assert_eq!(used(&document), empty + 1, "a tile of one colour is one of its block's bases");

    document.begin(1).unwrap();
    let all = document.bounds();
    document.fill_rect(CEL, all, Color::ADDED).unwrap();
    document.commit("Fill", Color::ADDED, 0).unwrap();
    assert_eq!(used(&document), empty + 1, "a canvas of one colour is four bases");
    document.validate().unwrap();
}

#[test]
fn a_fill_of_a_huge_canvas_and_its_undo_change_a_few_bytes() {
    let mut document = Document::new(16384, 16384).unwrap();
    for (y, color) in [(70, Color::BLACK), (9000, Color::REMOVED)] {
        document.begin(1).unwrap();
        document.fill_span(CEL, y, 0..16384, color).unwrap();
        document.commit("Line", Color::ADDED, 0).unwrap();
    }
    document.begin(1).unwrap();
    let all = document.bounds();
    document.fill_rect(CEL, all, Color::ADDED).unwrap();
    let bytes = document.commit("Fill", Color::ADDED, 0).unwrap().unwrap().bytes();
    // Two lines in 512 tiles each are what the fill has to remember: 1024 rows of 32 pixels, each with ten
    // bytes to find it until they are packed, and the entries of four quadrants.
    assert!(bytes < 1024 * (128 + 10) + 1024, "{bytes} bytes");
    document.undo().unwrap();
    assert_eq!(document.cel_pixel(CEL, 16383, 9000).unwrap(), Color::REMOVED);
    assert_eq!(document.cel_pixel(CEL, 16383, 8999).unwrap(), Color::TRANSPARENT);
    document.validate().unwrap();
}

#[test]
fn a_stroke_on_a_filled_canvas_costs_what_one_on_an_empty_canvas_does() {
    let stroke = |document: &mut Document| {
        document.begin(1).unwrap();
        document.fill_span(CEL, 7, 3..23, Color::rgba(1, 2, 3, 255)).unwrap();
        document.commit("Pencil", Color::ADDED, 0).unwrap().unwrap().bytes()
    };
    let mut empty = Document::new(64, 64).unwrap();
    let mut filled = Document::new(64, 64).unwrap();
    filled.begin(1).unwrap();
    (0..64).for_each(|y| filled.fill_span(CEL, y, 0..64, Color::rgba(255, 255, 255, 255)).unwrap());
    filled.commit("Fill", Color::ADDED, 0).unwrap();
    let (on_empty, on_filled) = (stroke(&mut empty), stroke(&mut filled));
    assert!(on_empty <= 512 && on_filled <= 512, "{on_empty} and {on_filled} bytes");
}

#[test]
fn memory_that_can_not_be_had_is_an_error_and_nothing_changes() {
    let noise = |x: i32, y: i32| Color::rgba(x as u8, y as u8, (x ^ y) as u8, 255);
    let mut document = Document::new(MAX_SIDE, 64).unwrap();
    document.begin(1).unwrap();
    document.fill_span(CEL, 0, 0..1, noise(1, 1)).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    let before = document.history().arena().clone();
    document.begin(1).unwrap();
    document.fill_span(CEL, 5, 5..9, noise(2, 2)).unwrap();
    assert!(document.begin(2).is_err());
    document.cancel();
    assert!(document.history().arena() == &before);
    // A lone page and the two nodes above it: 512 entries of 16 bytes, and 512 of 32.
    let mut memory = undoodle_drawing::memory::Memory::new(4096 + 512 * (16 + 32));
    memory.provide(Region::new(0, 1)).unwrap();
    let refused =
        undoodle_drawing::Error::from(memory.provide(Region::new(4096, 1)).unwrap_err()).to_string();
    assert_eq!(refused, "drawing may take at most 28 KB, not 32 KB");
}

#[test]
fn a_step_that_changes_no_pixel_covers_none_and_its_undo_repaints_none() {
    let mut document = Document::new(200, 100).unwrap();
    let act = |document: &mut Document, act: &dyn Fn(&mut Document)| {
        document.begin(1).unwrap();
        act(document);
        Trace::of(&document.commit("Act", Color::ADDED, 0).unwrap().unwrap().header()).rect
    };
    let (left, right) = (Rect::new(5, 5, 40, 40), Rect::new(90, 5, 40, 40));
    act(&mut document, &|d| {
        d.fill_rect(CEL, left, Color::BLACK).unwrap();
        d.add_layer(1).unwrap();
        d.fill_rect(Cel { layer: 1, frame: 0 }, right, Color::BLACK).unwrap();
        d.add_frame(1).unwrap();
        d.add_frame(2).unwrap();
    });
    // A change of properties, of the stack, of the frames: of bytes, but of no pixel that is seen.
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Document));
    let unseen: [Change<'_>; 9] = [
        ("name", &|d| d.change_layer(0, |layer| layer.name = "floor".into()).unwrap()),
        ("note", &|d| d.change_layer(1, |layer| layer.note = "to do".into()).unwrap()),
        ("lock", &|d| d.change_layer(0, |layer| layer.alpha_locked = true).unwrap()),
        ("blend over nothing", &|d| d.change_layer(1, |layer| layer.blend = Blend::Multiply).unwrap()),
        ("order beside each other", &|d| d.move_layer(0, 1).unwrap()),
        ("equal frames", &|d| d.move_frame(1, 2).unwrap()),
        ("duration", &|d| d.set_duration(1, 7).unwrap()),
        ("palette", &|d| d.set_palette(&[Color::BLACK]).unwrap()),
        ("grid", &|d| d.set_grid(8, 8).unwrap()),
    ];
    for (what, change) in unseen {
        document.take_damage();
        assert_eq!(act(&mut document, change), Rect::EMPTY, "{what}");
        let seen = if what == "grid" { vec![document.bounds()] } else { vec![] };
        assert_eq!(document.take_damage(), seen, "{what}: only the grid is drawn over the pixels");
        document.undo().unwrap();
        assert_eq!(
            (document.moved().rect, document.take_damage()),
            (Rect::EMPTY, seen.clone()),
            "{what} undone"
        );
        document.redo().unwrap();
        assert_eq!((document.moved().rect, document.take_damage()), (Rect::EMPTY, seen), "{what} redone");
    }
    let hidden = act(&mut document, &|d| d.change_layer(1, |layer| layer.visible = false).unwrap());
    assert_eq!(hidden, left, "the layer that is on top now");
    let faint = act(&mut document, &|d| d.change_layer(1, |layer| layer.opacity = 9).unwrap());
    assert_eq!(faint, Rect::EMPTY, "the opacity of a hidden layer");
    let background = act(&mut document, &|d| d.set_background(Color::ADDED).unwrap());
    assert_eq!(background, document.bounds());
    document.begin(1).unwrap();
    document.set_grid(3, 3).unwrap();
    document.take_damage();
    document.cancel();
    assert_eq!(document.take_damage(), [document.bounds()], "a cancelled grid is repainted");
}

#[test]
fn what_lands_over_the_edge_leaves_a_selection_within_the_canvas() {
    let mut document = Document::new(10, 8).unwrap();
    let row = [Color::BLACK; 20];
    document.begin(1).unwrap();
    document.float(CEL, Rect::new(0, 0, 20, 20), |_| &row).unwrap();
    document.commit("Paste", Color::ADDED, 0).unwrap();
    document.begin(1).unwrap();
    document.land().unwrap();
    document.commit("Land", Color::ADDED, 0).unwrap();
    assert_eq!(document.selection(), Some(document.bounds()));
    document.validate().unwrap();
}
