//! Tests of the modules in `src/gif/`.

mod delays;
mod palette;
mod reduce;

#[test]
fn a_canvas_without_rows_or_too_wide_is_said_to_be_so() {
    // A head of 9 columns and no rows, with a picture as high as it.
    let head = |width: u16, height: u16| {
        let sides = [width, height].map(u16::to_le_bytes).concat();
        let picture = [&b","[..], &[0; 4], &sides, b"\0\x02\x02D\x01\0;"].concat();
        [b"GIF89a", &sides[..], &[0x80, 0, 0], &[1, 2, 3, 4, 5, 6], &picture].concat()
    };
    let said = |width, height| {
        let bytes = head(width, height);
        undoodle_formats::open(&bytes).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(said(9, 0), "this file can't be opened: its height is 0, and a drawing has at least 1");
    assert_eq!(said(0, 9), "this file can't be opened: its width is 0, and a drawing has at least 1");
    assert_eq!(
        said(65535, 1),
        "this file can't be opened: its width is 65535, and a drawing has at most 32768"
    );
}
