//! Tests of `src/error.rs`.

use undoodle_drawing::Error;

#[test]
fn amounts_are_short_and_what_exceeds_a_limit_exceeds_it_in_print() {
    let said = |needed: u64, budget: u64| Error::OverBudget { needed, budget }.to_string();
    assert_eq!(
        said(5 << 20, 4 << 20),
        "history of 5 MB: it may take 4 MB; give it more memory, or unpin a state"
    );
    assert_eq!(
        said((4 << 20) + 1, 4 << 20),
        "history of 4.1 MB: it may take 4 MB; give it more memory, or unpin a state"
    );
    assert_eq!(
        said((256 << 20) + 1, 256 << 20),
        "history of 257 MB: it may take 256 MB; give it more memory, or unpin a state"
    );
    assert_eq!(said(999, 0), "history of 999 B: it may take 0 B; give it more memory, or unpin a state");
    assert_eq!(
        said(1000, 1535),
        "history of 1 KB: it may take 1.4 KB; give it more memory, or unpin a state"
    );
    assert_eq!(
        said(u64::MAX, 1 << 40),
        "history of 16777216 TB: it may take 1 TB; give it more memory, or unpin a state"
    );
    let full = Error::OutOfMemory { what: "image", bytes: 1 << 30, limit: 0 };
    assert_eq!(full.to_string(), "image of 1 GB: the machine has no room for it");
}
