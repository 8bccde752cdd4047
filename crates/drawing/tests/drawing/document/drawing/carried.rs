//! Tests of `src/document/drawing/carried.rs`: chunks go where what they belong to goes, without a line of undo code.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Carried, Document, MAX_CHUNKS, Slice, Tag, TagDirection};
use undoodle_drawing::geometry::Rect;

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> undoodle_drawing::Result<()>) {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap();
    assert_eq!(document.validate(), Ok(()));
}

/// Two layers in a group, two frames, a tag and a slice, with a chunk for each of them and one of the drawing's own.
fn laden() -> (Document, Vec<Carried>) {
    let mut document = Document::new(64, 64).unwrap();
    act(&mut document, |d| {
        d.add_layer(1)?;
        d.add_frame(1)?;
        d.group_layers(&[1])?;
        d.add_slice(&Slice::new("face"))?;
        d.add_tag(&Tag::new("run", 1, 1, TagDirection::Forward))
    });
    let [layer, group] = [document.layer_id(1).unwrap(), document.groups()[0]];
    let [frame, tag] = [document.frame_id(1).unwrap(), document.tag_ids()[0]];
    let slice = document.slices()[0];
    let plain = Carried { kind: 0x2020, digest: u64::MAX, bytes: vec![1, 2, 3], ..Carried::default() };
    let long = (0..20_000).map(|at| at as u8).collect();
    let chunks = vec![
        plain.clone(),
        Carried { layer, bytes: long, ..plain.clone() },
        Carried { group, bytes: vec![], ..plain.clone() },
        Carried { frame, bytes: vec![0; 208], ..plain.clone() },
        Carried { layer, frame, role: 9, bytes: vec![0; 209], ..plain.clone() },
        Carried { tag, kind: u32::MAX, ..plain.clone() },
        Carried { slice, kind: 7, ..plain },
    ];
    let given = chunks.clone();
    act(&mut document, |d| given.iter().try_for_each(|chunk| d.carry(chunk).map(|added| assert!(added))));
    assert_eq!(document.carried(), chunks);
    (document, chunks)
}

#[test]
fn what_belongs_to_a_thing_goes_with_it_and_is_back_after_undo() {
    let ungroup = |d: &mut Document| {
        let group = d.groups()[0];
        d.ungroup(group)
    };
    let slice = |d: &mut Document| {
        let slice = d.slices()[0];
        d.remove_slice(slice)
    };
    let removals: [fn(&mut Document) -> undoodle_drawing::Result<()>; 5] =
        [|d| d.remove_layer(1), |d| d.remove_frame(1), |d| d.remove_tag(0), ungroup, slice];
    let left = [
        vec![0, 3, 5, 6],
        vec![0, 1, 2, 6],
        vec![0, 1, 2, 3, 4, 6],
        vec![0, 1, 3, 4, 5, 6],
        vec![0, 1, 2, 3, 4, 5],
    ];
    for (remove, left) in removals.into_iter().zip(left) {
        let (mut document, chunks) = laden();
        let before = document.history().arena().clone();
        act(&mut document, remove);
        let expected: Vec<_> = left.into_iter().map(|at: usize| chunks[at].clone()).collect();
        assert_eq!(document.carried(), expected);
        document.undo().unwrap();
        assert_eq!((document.carried(), document.validate()), (chunks, Ok(())));
        assert!(*document.history().arena() == before);
        document.redo().unwrap();
        assert_eq!(document.carried(), expected);
    }
}

#[test]
fn copies_of_layers_and_frames_have_copies_of_their_chunks() {
    let (mut document, chunks) = laden();
    act(&mut document, |d| d.duplicate_layer(1));
    let copy = document.layer_id(2).unwrap();
    let copies = [1, 4].map(|at: usize| Carried { layer: copy, ..chunks[at].clone() });
    assert_eq!(document.carried()[7..], copies);
    act(&mut document, |d| d.duplicate_frame(1));
    let frame = document.frame_id(2).unwrap();
    let all = document.carried();
    let copies = [3, 4, 8].map(|at: usize| Carried { frame, ..all[at].clone() });
    assert_eq!(all[9..], copies);
}

#[test]
fn a_removal_brought_elsewhere_takes_the_chunks_along_and_taken_back_returns_them() {
    let (mut document, chunks) = laden();
    document.begin(1).unwrap();
    document.remove_layer(1).unwrap();
    let step = document.commit("Act", Color::ADDED, 0).unwrap().unwrap().id();
    document.undo().unwrap();
    act(&mut document, |d| d.fill_rect(Default::default(), Rect::new(1, 1, 1, 1), Color::BLACK));
    assert_eq!(document.bring_back(step).unwrap().steps, 1);
    assert_eq!((document.carried().len(), document.validate()), (4, Ok(())));
    document.undo().unwrap();
    assert_eq!(document.carried(), chunks);
}

#[test]
fn past_the_limit_nothing_is_added_and_nothing_is_lost() {
    let mut document = Document::new(8, 8).unwrap();
    let chunk = |len| Carried { bytes: vec![1; len], ..Carried::default() };
    act(&mut document, |d| {
        assert!(!d.carry(&chunk(8_400_000))?, "more than all pieces hold");
        assert!(d.carry(&chunk(8_300_000))?);
        assert!(!d.carry(&chunk(100_000))?);
        (1..MAX_CHUNKS).try_for_each(|_| d.carry(&chunk(1)).map(|added| assert!(added)))?;
        assert!(!d.carry(&chunk(0))?);
        Ok(())
    });
    assert_eq!(document.carried().len(), MAX_CHUNKS as usize);
    assert!(document.carried()[0] == chunk(8_300_000));
}
