//! The examples keep their promises: they run, assert their claims, and stay short.

#[path = "../../examples/block_level.rs"]
mod block_level;
#[path = "../../examples/text_field.rs"]
mod text_field;
#[path = "../../examples/tile_map.rs"]
mod tile_map;

#[test]
fn the_text_field_merges_letters_and_knows_what_is_saved() {
    text_field::main().unwrap();
}

#[test]
fn the_tile_map_keeps_its_budget_and_its_pin() {
    tile_map::main().unwrap();
}

#[test]
fn the_block_level_plays_within_an_action() {
    block_level::main().unwrap();
}

#[test]
fn each_is_under_a_hundred_lines() {
    let files: Vec<_> = std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 3);
    for file in files {
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines < 100, "{}: {lines} lines", file.display());
    }
}
