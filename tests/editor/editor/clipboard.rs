//! Tests of `src/editor/session/clipboard.rs`.

use undoodle::color::Color;
use undoodle::editor::{Editor, Handed, close};
use undoodle::geometry::Point;

/// What a system's clipboard makes of a colour: premultiplied, rounded, and divided again.
fn through_a_clipboard(color: Color) -> Color {
    let [.., alpha] = color.bytes;
    let alpha = u32::from(alpha);
    let lossy = |channel: u8| match alpha {
        0 => 0,
        _ => ((u32::from(channel) * alpha + 127) / 255 * 255 + alpha / 2).div_euclid(alpha).min(255) as u8,
    };
    let [r, g, b, a] = color.bytes;
    Color::rgba(lossy(r), lossy(g), lossy(b), a)
}

#[test]
fn a_colour_is_known_again_behind_a_clipboard_and_another_one_is_not() {
    for alpha in 0..=255 {
        for channel in (0..=255).step_by(5) {
            let color = Color::rgba(channel, 255 - channel, 7, alpha);
            assert!(close(color, through_a_clipboard(color)), "{color}");
        }
    }
    for (one, other) in
        [("#000", "#0000"), ("#000", "#030000"), ("#00000080", "#00000084"), ("#f000", "#0002")]
    {
        let [one, other] = [one, other].map(|text| text.parse().unwrap());
        assert!(!close(one, other), "{one} {other}");
    }
    assert!(close("#f000".parse().unwrap(), "#0f00".parse().unwrap()), "neither is seen");
}

/// An editor that has copied a picture of one colour and this width.
fn copied(color: &str, width: i64) -> (Editor, Vec<u8>) {
    let mut editor = Editor::new().unwrap();
    editor.new_document(width, 1).unwrap();
    editor.set_primary(color).unwrap();
    for id in ["select.all", "edit.fill", "select.none"] {
        editor.run(id, &[], 0).unwrap();
    }
    let copied = editor.copy("edit.copy", &[], 0).unwrap().unwrap();
    assert_eq!((copied.size, copied.place), ((width as u32, 1), Some(Point::new(0, 0))));
    (editor, copied.png.unwrap())
}

/// The width of what is pasted, and whether it has a place.
fn pasted(editor: &mut Editor, handed: Option<&[u8]>, picture: Option<&[u8]>) -> (u32, bool) {
    let place = Some(Point::new(0, 0));
    assert_eq!(editor.paste_latest(handed.map(|png| Handed { png, place }), picture, 0), Ok(true));
    let floating = editor.transform_box().unwrap();
    (floating.width as u32, (floating.x, floating.y) == (0, 0))
}

#[test]
fn whoever_copied_last_is_pasted_from() {
    let (_, handed) = copied("#f00", 5);
    let (_, foreign) = copied("#0f0", 7);
    let own = || copied("#00f8", 3);
    let (mut editor, file) = own();
    assert_eq!(pasted(&mut editor, None, None), (3, true));
    assert_eq!(
        pasted(&mut editor, None, Some(&file)),
        (3, true),
        "it comes back from the system's clipboard"
    );
    assert_eq!(pasted(&mut editor, None, Some(&foreign)), (7, false));
    let (mut editor, file) = own();
    assert_eq!(pasted(&mut editor, Some(&handed), None), (5, true));
    let (mut editor, _) = own();
    assert_eq!(pasted(&mut editor, Some(&handed), Some(&handed)), (5, true));
    let (mut editor, _) = own();
    assert_eq!(
        pasted(&mut editor, Some(&handed), Some(&file)),
        (5, true),
        "the system still has what is older"
    );
    assert_eq!(pasted(&mut editor, Some(&handed), Some(&foreign)), (7, false));
}

#[test]
fn what_cannot_be_pasted_leaves_the_clipboard() {
    let (mut editor, _) = copied("#f00", 5);
    let (_, other) = copied("#0f0", 7);
    assert!(editor.paste_latest(None, Some(b"no picture"), 0).is_err());
    editor.run("layer.locked", &[], 0).unwrap();
    assert!(editor.paste_latest(Some(Handed { png: &other, place: None }), None, 0).is_err());
    editor.run("layer.locked", &[], 0).unwrap();
    assert_eq!(pasted(&mut editor, None, None), (5, true));
    let mut empty = Editor::new().unwrap();
    assert_eq!(empty.paste_latest(None, None, 0), Ok(false));
    assert_eq!(empty.run("edit.paste", &[], 0), Ok(false), "disabled");
    empty.offer_paste(true);
    assert_eq!((empty.run("edit.paste", &[], 0), empty.document().history().position()), (Ok(true), 0));
}

#[test]
fn a_copy_beyond_the_limit_stays_here() {
    let mut editor = Editor::new().unwrap();
    editor.new_document(2049, 2048).unwrap();
    editor.run("select.all", &[], 0).unwrap();
    let copied = editor.copy("edit.copy", &[], 0).unwrap().unwrap();
    assert_eq!((copied.size, copied.png), ((2049, 2048), None));
    assert!(editor.has_copied());
    editor.new_document(2048, 2048).unwrap();
    editor.run("select.all", &[], 0).unwrap();
    assert!(editor.copy("edit.copy", &[], 0).unwrap().unwrap().png.is_some());
}
