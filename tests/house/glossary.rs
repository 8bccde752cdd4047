//! Each word of the glossary has one row, and its home has the word.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn each_word_of_the_glossary_is_at_home_where_it_says() {
    let root = Path::new(".");
    let glossary = fs::read_to_string(root.join("docs/glossary.md")).unwrap();
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix("` |"));
    let mut seen = BTreeSet::new();
    for row in rows {
        let (words, home) = row.rsplit_once(" | `").unwrap();
        let words = words.split(" | ").next().unwrap();
        let text =
            fs::read_to_string(root.join(home)).unwrap_or_else(|error| panic!("{words}: {home}: {error}"));
        for word in words.split(", ") {
            assert!(seen.insert(word.to_string()), "{word} has two meanings");
            assert!(text.to_lowercase().contains(word), "{home} has no \"{word}\"");
        }
    }
    assert!(seen.len() > 50, "the rows are found");
}
