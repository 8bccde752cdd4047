//! Tests of `src/lab/recording.rs`.

use undoodle_lab::Recording;

fn refused(lines: &str) -> String {
    Recording::parse(&format!("undoodle recording 1\n# a word to people\ncanvas 8 8\n{lines}"))
        .unwrap_err()
        .to_string()
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_limit() {
    assert_eq!(refused("undo 0"), "recording file: line 4: count must be from 1 to 1000000, not 0");
    assert_eq!(
        refused("pencil #000000ff 65 1,1"),
        "recording file: line 4: brush size must be from 1 to 64, not 65"
    );
    assert_eq!(refused("pencil #000000ff 1"), "recording file: line 4: it must be a point");
    assert!(refused("pencil #000000ff 1 1;2").contains("x must be from "));
    assert!(refused("pencil #000000ff 1 99999,2").contains("x must be from -16384 to 16384, not 99999"));
    assert!(refused("spray #000000ff 1 1,2").contains("must be pencil, eraser or fill, not \"spray\""));
    assert!(refused("pencil red 1 1,2").contains("line 4"));
    assert!(Recording::parse("GIF89a").unwrap_err().to_string().contains("line 1"));
    assert!(Recording::parse("undoodle recording 1").unwrap_err().to_string().contains("canvas"));
}
