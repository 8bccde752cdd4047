//! Tests of `src/aseprite/layers.rs`.

use undoodle_formats::aseprite::layers::{Kind, Layer, Node, parted, product};
use undoodle_formats::aseprite::notes::Notes;
use undoodle_formats::color::{Blend, Color};

/// Makes a tree: `level name`, and `*` behind groups.
fn tree(lines: &[(u16, &str)]) -> Vec<Node> {
    let node = |(level, text): &(u16, &str)| Node {
        label: Color::TRANSPARENT,
        kind: if text.ends_with('*') { Kind::Group } else { Kind::Image },
        level: *level,
        name: text.trim_end_matches('*').into(),
        note: String::new(),
        visible: true,
        locked: false,
        opacity: 255,
        blend: Blend::Normal,
        background: false,
        reference: false,
        isolated: false,
        clipped: false,
    };
    lines.iter().map(node).collect()
}

#[test]
fn groups_are_in_groups_and_those_without_layers_are_told() {
    let mut nodes =
        tree(&[(0, "a"), (0, "G*"), (1, "b"), (1, "H*"), (2, "c"), (1, "d"), (0, "E*"), (1, "F*"), (0, "e")]);
    (nodes[3].visible, nodes[3].opacity, nodes[3].isolated) = (false, 128, true);
    let mut notes = Notes::default();
    let (layers, groups) = parted(&nodes, &mut notes);
    let state = |layer: &Layer| (layer.name.clone(), layer.visible, layer.opacity, layer.group);
    let expected = [("a", None), ("b", Some(0)), ("c", Some(1)), ("d", Some(0)), ("e", None)];
    let expected = expected.map(|(name, group)| (name.to_owned(), true, 255, group));
    assert_eq!(layers.iter().map(state).collect::<Vec<_>>(), expected);
    let parents: Vec<_> = groups.iter().map(|group| group.folder.parent).collect();
    assert_eq!(parents, [None, Some(0), None, Some(2)]);
    let inner = &groups[1].folder.group;
    assert_eq!((inner.name.as_str(), inner.visible, inner.opacity, inner.isolated), ("H", false, 128, true));
    assert_eq!(notes.phrases(), ["2 empty groups were left out"]);
}

#[test]
fn levels_without_a_group_around_them_mean_nothing() {
    let (layers, groups) = parted(&tree(&[(7, "a"), (3, "b"), (0, "c")]), &mut Notes::default());
    assert_eq!((layers.len(), groups.len()), (3, 0));
    let neighbours = tree(&[(0, "G*"), (1, "a"), (0, "H*"), (1, "b")]);
    let (layers, _) = parted(&neighbours, &mut Notes::default());
    assert_eq!(layers.iter().map(|layer| layer.group).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn opacities_are_multiplied_as_fractions_of_255() {
    for (one, other) in [(255, 255), (255, 7), (0, 200), (128, 128), (1, 127), (1, 128)] {
        let exact = f64::from(one) * f64::from(other) / 255.0;
        assert_eq!(f64::from(product(one, other)), exact.round(), "{one} · {other}");
    }
}
