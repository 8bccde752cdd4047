//! Tests of `src/aseprite/layers.rs`.

use undoodle_formats::aseprite::layers::{Kind, Layer, Node, flatten, product};
use undoodle_formats::aseprite::notes::Notes;
use undoodle_formats::color::Blend;

/// Makes a tree: `level name`, and `*` behind groups.
fn tree(lines: &[(u16, &str)]) -> Vec<Node> {
    let node = |(level, text): &(u16, &str)| Node {
        kind: if text.ends_with('*') { Kind::Group } else { Kind::Image },
        level: *level,
        name: text.trim_end_matches('*').into(),
        note: String::new(),
        visible: true,
        locked: false,
        opacity: 255,
        blend: Blend::Normal,
        background: false,
    };
    lines.iter().map(node).collect()
}

#[test]
fn the_outermost_group_is_kept_and_inner_ones_pass_on_what_they_hide_and_lock() {
    let mut nodes =
        tree(&[(0, "a"), (0, "G*"), (1, "b"), (1, "H*"), (2, "c"), (1, "d"), (0, "E*"), (0, "e")]);
    (nodes[3].visible, nodes[3].locked, nodes[3].opacity) = (false, true, 128);
    (nodes[1].visible, nodes[1].opacity) = (false, 128);
    let mut notes = Notes::default();
    let (layers, groups) = flatten(&nodes, &mut notes);
    let state = |layer: &Layer| (layer.name.clone(), layer.visible, layer.locked, layer.opacity, layer.group);
    let expected = [
        ("a".into(), true, false, 255, None),
        ("b".into(), true, false, 128, Some(1)),
        // 128/255 twice is 64/255.
        ("c".into(), false, true, 64, Some(1)),
        ("d".into(), true, false, 128, Some(1)),
        ("e".into(), true, false, 255, None),
    ];
    assert_eq!(layers.iter().map(state).collect::<Vec<_>>(), expected);
    assert_eq!((groups.len(), &groups[0].layers, groups[0].visible), (1, &vec![1, 2, 3], false));
    assert_eq!(notes.phrases(), ["1 group within a group was dissolved", "1 empty group was left out"]);
}

#[test]
fn levels_without_a_group_around_them_mean_nothing() {
    let (layers, groups) = flatten(&tree(&[(7, "a"), (3, "b"), (0, "c")]), &mut Notes::default());
    assert_eq!((layers.len(), groups.len()), (3, 0));
    let neighbours = tree(&[(0, "G*"), (1, "a"), (0, "H*"), (1, "b")]);
    let (_, groups) = flatten(&neighbours, &mut Notes::default());
    assert_eq!(groups.iter().map(|group| &group.layers[..]).collect::<Vec<_>>(), [&[0], &[1]]);
}

#[test]
fn opacities_are_multiplied_as_fractions_of_255() {
    for (one, other) in [(255, 255), (255, 7), (0, 200), (128, 128), (1, 127), (1, 128)] {
        let exact = f64::from(one) * f64::from(other) / 255.0;
        assert_eq!(f64::from(product(one, other)), exact.round(), "{one} · {other}");
    }
}
