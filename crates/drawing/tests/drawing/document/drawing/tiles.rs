//! Tests of `src/document/drawing/tiles.rs`.

use undoodle_drawing::document::tiles::{aligned, area_of, tile_of};

#[test]
fn an_index_and_its_area_lead_to_each_other() {
    for (x, y) in [(0, 0), (33, 31), (1024, 512), (16383, 16383), (16384, 5), (3, 16384), (32767, 32767)] {
        let tile = tile_of(x, y);
        for (level, width, height) in [(0, 32, 32), (1, 1024, 512), (2, 16384, 16384)] {
            assert_eq!(area_of(level, tile >> (9 * level)), aligned(x, y, width, height), "{x} {y}");
        }
    }
}
