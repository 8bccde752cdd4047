//! Tests of `src/color/presets.rs`.

use std::collections::HashSet;
use undoodle_drawing::color::{PRESETS, preset};

#[test]
fn every_preset_has_colours_a_name_and_a_source() {
    let mut ids = HashSet::new();
    for one in PRESETS {
        let colors = one.colors();
        assert!((2..=256).contains(&colors.len()), "{}", one.id);
        let different: HashSet<_> = colors.iter().collect();
        assert_eq!(different.len(), colors.len(), "{} has a colour twice", one.id);
        assert!(colors.iter().all(|color| color.bytes[3] == 255), "{}", one.id);
        assert!(ids.insert(one.id) && !one.label.is_empty() && one.source.len() > 8, "{}", one.id);
        assert_eq!(preset(one.id).map(|found| found.label), Ok(one.label));
    }
    assert!(preset("mine").is_err());
    let counts = ["web", "master-system", "amstrad-cpc", "bbc-micro", "even-hues", "greys"];
    let counts = counts.map(|id| preset(id).map(|one| one.colors().len()));
    assert_eq!(counts, [216, 64, 27, 8, 56, 16].map(Ok));
}
