//! Tests of `src/kinds.rs`.

use crate::formats::archive::made;
use undoodle_formats::kinds::{Kind, kind};

#[test]
fn archives_are_told_apart_by_their_names() {
    let check = |names: &[&str], expected| assert_eq!(kind(&made(names)), expected, "{names:?}");
    check(&["data/a.png", "stack.xml"], Some(Kind::Layers));
    check(&["data.json", "image_data/frames/1/layer_1"], Some(Kind::Pixelorama));
    check(&["data.json", "a.png"], Some(Kind::Sheet));
    check(&["a.PNG", "b.JSON"], Some(Kind::Sheet));
    check(&["b.png", "a.png", "__MACOSX/b.json", ".DS_Store", "folder/"], Some(Kind::Sequence));
    check(&["mimetype", "stack.xml"], None);
    check(&["a.txt", ".png"], None);
    check(&[], None);
    let whole = made(&["a.png", "b.json"]);
    assert_eq!(kind(&whole[..40]), Some(Kind::Sequence), "the first name is all that is left");
    assert!((0..30).all(|length| kind(&whole[..length]).is_none()));
}
