//! Tests of `src/ora/stack.rs`.

use undoodle_formats::Result;
use undoodle_formats::color::Blend;
use undoodle_formats::ora::stack::{Group, Layer, Stack};

fn parse(inner: &str) -> Result<Stack> {
    Stack::parse(
        format!("<?xml version='1.0' encoding='UTF-8'?><image w='5' h=\"4\">{inner}</image>").as_bytes(),
    )
}

#[test]
fn layers_are_read_with_their_groups() {
    let stack = parse(
        "<stack name='root' x='9'><!-- a --><layer src='a' name='&lt;&#233;&amp;' x='-3' y='2.0' opacity='0.5' \
         visibility='hidden' composite-op='svg:plus' edit-locked='true' alpha-preserve='1'/>\
         <stack name='outer' opacity='0.5' visibility='hidden' y='1'><layer src='b' composite-op='svg:dst-in'>\
         </layer><stack visibility='hidden' edit-locked='true'><layer src='c' y='1'/></stack></stack>\
         <stack/><text x='1'/></stack><layer src='d'/>",
    )
    .unwrap();
    let plain = Layer {
        src: "b".into(),
        name: None,
        at: (0, 1),
        opacity: 0.5,
        blend: Blend::Normal,
        visible: true,
        locked: false,
        alpha_locked: false,
        group: Some(0),
    };
    let first = Layer {
        src: "a".into(),
        name: Some("<é&".into()),
        at: (-3, 2),
        blend: Blend::Addition,
        visible: false,
        locked: true,
        alpha_locked: true,
        group: None,
        ..plain.clone()
    };
    let plain = Layer { opacity: 1.0, ..plain };
    let first = Layer { opacity: 0.5, ..first };
    let inner = Layer { src: "c".into(), at: (0, 2), group: Some(1), ..plain.clone() };
    assert_eq!(stack.layers, [first, plain, inner]);
    let empty = Group {
        name: None,
        opacity: 1.0,
        blend: Blend::Normal,
        visible: true,
        locked: false,
        isolated: false,
        parent: None,
    };
    let outer = Group { name: Some("outer".into()), opacity: 0.5, visible: false, ..empty.clone() };
    let within = Group { visible: false, locked: true, parent: Some(0), ..empty.clone() };
    assert_eq!((stack.groups, stack.size), (vec![outer, within, empty], (5, 4)));
    assert_eq!((stack.unknown, stack.others), (1, 1));
}

#[test]
fn what_is_no_list_is_refused() {
    let said = |inner: &str| parse(inner).unwrap_err().to_string();
    let broken = "this OpenRaster file is damaged: its list of layers can't be read";
    for wrong in
        ["<stack>", "</image>", "<stack a=1/>", "<stack><layer name='&bomb;'/></stack>", "<stack a='"]
    {
        assert_eq!(said(wrong), broken, "{wrong}");
    }
    assert_eq!(Stack::parse(b"").unwrap_err().to_string(), broken);
    assert_eq!(Stack::parse(b"<image w='1' h='1'>\xff</image>").unwrap_err().to_string(), broken);
    let deep = format!("{}{}", "<stack>".repeat(1000), "</stack>".repeat(1000));
    assert_eq!(said(&deep), "this OpenRaster file is damaged: its groups are nested too deeply");
    let many = format!("<stack>{}</stack>", "<layer/>".repeat(257));
    assert_eq!(said(&many), "number of layers must be from 1 to 256, not 257");
    let size = Stack::parse(b"<image w='32769' h='1'/>").unwrap_err().to_string();
    assert_eq!(size, "width must be from 1 to 32768, not 32769");
    let bomb = "<!DOCTYPE image [<!ENTITY bomb \"aaaa\">]><image w='1' h='1' name='&bomb;'/>";
    assert_eq!(Stack::parse(bomb.as_bytes()).unwrap_err().to_string(), broken);
}
