//! Tests of `src/document/drawing/slices.rs` and `slicekeys.rs`.

use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Document, MAX_KEYS, MAX_SLICES, Slice, SliceKey};
use undoodle_drawing::geometry::{Point, Rect};

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap();
    assert_eq!(document.validate(), Ok(()));
}

/// Where a slice of a width that says which key it is lies.
fn at(width: i32) -> Rect {
    Rect::new(10, 20, width, 8)
}

/// A drawing of some frames with a slice, which has keys at some of them.
fn sliced(frames: u32, keys: &[u32]) -> (Document, u16) {
    let mut document = Document::new(64, 48).unwrap();
    let mut id = 0;
    act(&mut document, |d| {
        (1..frames).try_for_each(|at| d.add_frame(at))?;
        id = d.add_slice(&Slice::new("face"))?;
        (1..).zip(keys).try_for_each(|(width, frame)| {
            let key = SliceKey::new(id, *frame, at(width));
            d.set_slice_key(&SliceKey {
                center: Rect::new(0, 2, 1, 3),
                pivot: Some(Point::new(-1, 7)),
                ..key
            })
        })
    });
    (document, id)
}

/// The widths of a slice in all frames, 0 where it is not there.
fn widths(document: &Document, id: u16) -> Vec<i32> {
    (0..document.frames()).map(|at| document.slice_at(id, at).map_or(0, |key| key.bounds.width)).collect()
}

#[test]
fn a_key_holds_from_its_frame_on_and_an_empty_one_ends_that() {
    let (mut document, id) = sliced(5, &[1, 3]);
    assert_eq!(widths(&document, id), [0, 1, 1, 2, 2]);
    act(&mut document, |d| d.set_slice_key(&SliceKey::new(id, 2, Rect::EMPTY)));
    assert_eq!(widths(&document, id), [0, 1, 0, 2, 2]);
    act(&mut document, |d| d.set_slice_key(&SliceKey::new(id, 3, at(9))));
    assert_eq!((widths(&document, id), document.slice_keys(id).len()), (vec![0, 1, 0, 9, 9], 3));
    act(&mut document, |d| d.remove_slice_key(id, 2));
    assert_eq!(widths(&document, id), [0, 1, 1, 9, 9]);
}

#[test]
fn keys_follow_when_frames_come_and_go() {
    let frames = [
        (vec![0, 2], 0_u32, vec![1, 1, 1, 2, 2]),
        (vec![0, 2], 2, vec![1, 1, 1, 2, 2]),
        (vec![0, 2], 3, vec![1, 1, 2, 2, 2]),
        (vec![1], 1, vec![0, 0, 1, 1, 1]),
        (vec![], 1, vec![0; 5]),
    ];
    for (keys, place, expected) in frames {
        let (mut document, id) = sliced(4, &keys);
        let before = document.history().arena().clone();
        act(&mut document, |d| d.add_frame(place));
        assert_eq!(widths(&document, id), expected, "{keys:?}, frame added at {place}");
        document.undo().unwrap();
        assert!(*document.history().arena() == before);
    }
    let frames = [
        (vec![0, 2], 0_u32, vec![1, 2, 2]),
        (vec![0, 1], 0, vec![2, 2, 2]),
        (vec![0, 2], 1, vec![1, 2, 2]),
        (vec![0, 2], 2, vec![1, 1, 2]),
        (vec![0, 3], 3, vec![1, 1, 1]),
        (vec![3], 3, vec![0, 0, 1]),
        (vec![2, 3], 2, vec![0, 0, 2]),
    ];
    for (keys, place, expected) in frames {
        let (mut document, id) = sliced(4, &keys);
        let before = document.history().arena().clone();
        act(&mut document, |d| d.remove_frame(place));
        assert_eq!(widths(&document, id), expected, "{keys:?}, frame {place} removed");
        document.undo().unwrap();
        assert!(*document.history().arena() == before);
    }
}

#[test]
fn a_slice_goes_along_with_the_canvas_and_its_keys_with_it() {
    let (mut document, id) = sliced(1, &[0]);
    act(&mut document, |d| d.resize(Rect::new(12, -5, 30, 30)));
    let key = document.slice_at(id, 0).unwrap();
    assert_eq!(
        (key.bounds, key.center, key.pivot),
        (Rect::new(-2, 25, 1, 8), Rect::new(0, 2, 1, 3), Some(Point::new(-1, 7)))
    );
    act(&mut document, |d| d.remove_slice(id));
    assert!(document.slices().is_empty() && document.slice_keys(id).is_empty());
    assert!(document.slice(id).is_err());
    document.undo().unwrap();
    assert_eq!(document.slice_at(id, 0), Some(key));
}

#[test]
fn what_was_set_aside_comes_back_and_of_two_keys_at_a_frame_one_counts() {
    let (mut document, id) = sliced(3, &[0]);
    document.begin(1).unwrap();
    document.set_slice_key(&SliceKey::new(id, 2, at(5))).unwrap();
    let step = document.commit("Key", Color::ADDED, 0).unwrap().unwrap().id();
    document.undo().unwrap();
    act(&mut document, |d| d.set_slice_key(&SliceKey::new(id, 2, at(6))));
    act(&mut document, |d| d.add_frame(1));
    assert_eq!(document.bring_back(step).unwrap().steps, 1);
    assert_eq!(document.validate(), Ok(()));
    let keys: Vec<_> = document.slice_keys(id).iter().map(|key| key.frame).collect();
    assert_eq!(keys, [0, 3], "where its frame is now");
    act(&mut document, |d| d.remove_slice_key(id, 3));
    assert_eq!(document.slice_keys(id).len(), 1, "both are gone");
}

#[test]
fn limits_are_held_and_what_is_refused_changes_nothing() {
    let (mut document, id) = sliced(1, &[0]);
    let before = document.history().arena().clone();
    document.begin(1).unwrap();
    for bounds in [Rect::new(1 << 21, 0, 1, 1), Rect::new(0, 0, 1 << 21, 1), Rect::new(0, i32::MIN, 1, 1)] {
        assert!(document.set_slice_key(&SliceKey::new(id, 0, bounds)).is_err(), "{bounds:?}");
    }
    assert!(document.set_slice_key(&SliceKey::new(id, 1, at(1))).is_err(), "no such frame");
    assert!(document.set_slice_key(&SliceKey::new(9, 0, at(1))).is_err(), "no such slice");
    assert!(document.add_slice(&Slice::new("")).is_err());
    assert!(document.change_slice(id, |slice| slice.text = "\n x".repeat(99)).is_err());
    assert!(*document.history().arena() == before);
    (1..MAX_SLICES).for_each(|_| document.add_slice(&Slice::new("s")).map(|_| ()).unwrap());
    assert!(document.add_slice(&Slice::new("s")).is_err());
    document.cancel();
    act(&mut document, |d| (1..1024).try_for_each(|at| d.add_frame(at)));
    act(&mut document, |d| {
        let ids = [d.add_slice(&Slice::new("b"))?, d.add_slice(&Slice::new("c"))?];
        let mut keys = ids
            .into_iter()
            .flat_map(|id| (0..1024).map(move |at| SliceKey::new(id, at, Rect::new(0, 0, 1, 1))));
        keys.by_ref().take(MAX_KEYS as usize - 1).try_for_each(|key| d.set_slice_key(&key))?;
        assert!(d.set_slice_key(&keys.next().unwrap()).is_err(), "no more keys");
        Ok(())
    });
}
