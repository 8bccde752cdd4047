//! Tests of `src/aseprite/tiles.rs`.

use undoodle_formats::aseprite::tiles::place;

#[test]
fn a_tile_turned_by_a_quarter_is_flipped_along_the_diagonal_and_mirrored() {
    // In the picture "ab / cd", turned clockwise, a is at the top right: "ca / db".
    let letters = [["a", "b"], ["c", "d"]];
    let shown = |flips| {
        let letter = |x, y| {
            let (x, y) = place((x, y), (2, 2), flips);
            letters[y as usize][x as usize]
        };
        [letter(0, 0), letter(1, 0), letter(0, 1), letter(1, 1)].concat()
    };
    assert_eq!(shown([false, false, false]), "abcd");
    assert_eq!(shown([true, false, false]), "badc");
    assert_eq!(shown([false, true, false]), "cdab");
    assert_eq!(shown([false, false, true]), "acbd");
    assert_eq!(shown([true, false, true]), "cadb");
}
