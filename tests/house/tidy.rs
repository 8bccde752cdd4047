//! The invariants of the source itself: floors, the web boundary, sizes and words.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(".")
}

/// The folders of sources: of the page's module and of each crate.
const HOUSES: [&str; 8] = [
    "src",
    "crates/history/src",
    "crates/drawing/src",
    "crates/formats/src",
    "crates/formats/worker/src",
    "crates/lab/src",
    "crates/lab/page/src",
    "crates/bridge/src",
];

/// The crates whose modules stand on floors of the drawing in src/README.md.
const FLOORED: [&str; 2] = ["src", "crates/drawing/src"];

/// A source file's module on the top level, and its text without comments.
fn sources() -> Vec<(String, PathBuf, String)> {
    HOUSES.iter().flat_map(|house| sources_of(house)).collect()
}

/// The sources of one of the [`HOUSES`].
fn sources_of(house: &str) -> Vec<(String, PathBuf, String)> {
    let src = root().join(house);
    let module = |path: &Path| {
        let first = path.strip_prefix(&src).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
    };
    let inner = |path: &PathBuf| path.starts_with(src.join("tests"));
    let code = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let all = files(&src, "rs").into_iter().filter(|path| !inner(path));
    let found: Vec<_> = all.map(|p| (module(&p), p.clone(), code(&p))).collect();
    assert!(!found.is_empty(), "the sources of {house} are found");
    found
}

/// The modules that lib.rs declares.
fn modules() -> Vec<String> {
    let name = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    let text = |house| fs::read_to_string(root().join(house).join("lib.rs")).unwrap();
    FLOORED.iter().flat_map(|house| text(house).lines().filter_map(name).collect::<Vec<_>>()).collect()
}

/// The floor of each module, from the drawing in src/README.md: its lines begin with their number.
fn floors() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("src/README.md")).unwrap();
    let drawing = text.split("```").nth(1).unwrap();
    let (modules, mut floors) = (modules(), BTreeMap::new());
    for line in drawing.lines() {
        // Names stand apart; what is said of them follows after the last one.
        let mut words = line.split("  ").map(str::trim).filter(|word| !word.is_empty());
        let Some(floor) = words.next().and_then(|first| first.parse().ok()) else { continue };
        for word in words.filter(|word| modules.iter().any(|module| module == word)) {
            assert_eq!(floors.insert(word.to_owned(), floor), None, "{word} is drawn twice");
        }
    }
    let missing: Vec<_> = modules.iter().filter(|module| !floors.contains_key(*module)).collect();
    assert!(missing.is_empty(), "src/README.md draws no floor for {missing:?}");
    floors
}

#[test]
fn a_module_uses_only_the_floors_below_it() {
    let floors = floors();
    let floor = |module: &str| *floors.get(module).unwrap_or_else(|| panic!("{module} stands on no floor"));
    let all = FLOORED.iter().flat_map(|house| sources_of(house));
    for (module, path, code) in all.filter(|(module, ..)| module != "lib") {
        for used in code.split("crate::").skip(1) {
            let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            // Crates below, under the names by which their modules were known.
            if ["history", "memory", "pause", "formats"].contains(&name.as_str()) {
                continue;
            }
            assert!(
                name == module || floor(&name) < floor(&module),
                "{} uses {name}, which is not below it",
                path.display()
            );
        }
    }
}

#[test]
fn a_drawing_knows_no_history() {
    let drawing = root().join("crates/drawing/src/document/drawing");
    for (_, path, code) in sources().iter().filter(|(_, path, _)| path.starts_with(&drawing)) {
        assert!(!code.contains("history"), "{} knows a history", path.display());
    }
}

/// The calls that visit the bytes of a commit, of a pin or of an open action.
const VISITS: [&str; 8] = [
    ".in_groups(",
    ".exchange(|",
    ".exchange_within(",
    ".pinned_within(",
    ".open_exchange(",
    ".visit_regions(",
    ".regions()",
    ".runs()",
];

#[test]
fn one_file_reads_the_bytes_of_commits() {
    let reader = root().join("crates/drawing/src/document/patch/reading.rs");
    // What has no drawing, such as the Lab, gives the bytes of its arenas a meaning of its own.
    let drawing = ["src", "crates/drawing/src", "crates/formats/src", "crates/formats/worker/src"];
    let all = drawing.iter().flat_map(|house| sources_of(house));
    let (reads, others): (Vec<_>, Vec<_>) = all.partition(|(_, path, _)| *path == reader);
    assert_eq!(reads.len(), 1, "the reader is where this test looks for it");
    let visits = |code: &str, visit: &str| code.split_whitespace().collect::<String>().contains(visit);
    for visit in VISITS {
        for (_, path, code) in &others {
            assert!(!visits(code, visit), "{} reads the bytes of a commit by {visit}", path.display());
        }
    }
    // What they mean is said by patches; the past asks what there was.
    let document = root().join("crates/drawing/src/document");
    for (_, path, code) in &others {
        let asked = ["patch", "past"].iter().any(|room| path.starts_with(document.join(room)));
        assert!(
            asked || !code.contains("reading::"),
            "{} reads runs itself, and no patch for it",
            path.display()
        );
    }
    let used = VISITS.iter().filter(|visit| visits(&reads[0].2, visit)).count();
    assert_eq!(used, 6, "each way of reading is listed: all but the two that list regions have a reader");
}

/// Whether a module is where JavaScript calls.
fn is_web(module: &str, path: &Path) -> bool {
    let bridges = ["crates/formats/worker", "crates/lab/page", "crates/bridge"];
    module == "web" || bridges.iter().any(|bridge| path.starts_with(root().join(bridge)))
}

#[test]
fn only_the_web_module_knows_javascript() {
    for (module, path, code) in sources() {
        let words = ["wasm_bindgen", "js_sys", "web_sys", "console_error_panic_hook"];
        let known = words.iter().find(|word| code.contains(**word));
        assert!(is_web(&module, &path) || known.is_none(), "{} knows {known:?}", path.display());
    }
}

#[test]
fn nothing_below_the_web_knows_a_clock_a_file_or_chance() {
    for (module, path, code) in sources() {
        let words =
            ["std::time", "std::fs", "std::env", "std::net", "Instant::", "thread_rng", "fastrand::u"];
        let known = words.iter().find(|word| code.contains(**word));
        assert!(is_web(&module, &path) || known.is_none(), "{} knows {known:?}", path.display());
    }
}

#[test]
fn no_tests_stand_in_a_library_but_the_engines() {
    for (_, path, code) in sources().into_iter().filter(|(_, path, _)| !path.ends_with("history/src/lib.rs"))
    {
        for word in ["#[cfg(test)]", "cfg!(test)", "cfg(all(test", "cfg(any(test", "not(test)", "#[test]"] {
            assert!(!code.contains(word), "{} has {word}: it would be compiled twice", path.display());
        }
    }
}

/// The records that the editor's session lends whole: commands read and fill their fields.
const RECORDS: [&str; 4] = ["Desk", "After", "Clip", "Edit"];

#[test]
fn no_part_of_the_editor_opens_its_fields_to_another() {
    let editor = root().join("src/editor");
    let mut fields = 0;
    for part in ["session", "hand", "shown"] {
        for path in files(&editor.join(part), "rs") {
            let (text, mut record) = (fs::read_to_string(&path).unwrap(), String::new());
            for line in text.lines() {
                if let Some((_, name)) = line.split_once("struct ") {
                    record = name.chars().take_while(|c| c.is_alphanumeric()).collect();
                }
                let Some(rest) = line.trim_start().strip_prefix("pub(in crate::editor) ") else { continue };
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if rest.strip_prefix(&name).is_some_and(|rest| rest.starts_with(':')) {
                    fields += 1;
                    let lent = RECORDS.contains(&record.as_str()) || (record == "Shown" && name == "window");
                    assert!(lent, "{} opens {record}.{name} to all of the editor", path.display());
                }
            }
        }
    }
    assert!(fields > 20, "the fields of records are found");
}

#[test]
fn the_session_lends_its_drawing_and_its_desk_to_be_read() {
    for path in files(&root().join("src/editor/session"), "rs") {
        let text = fs::read_to_string(&path).unwrap();
        for whole in ["-> &mut Desk", "-> &mut Document", "-> &mut Session"] {
            // What is lent to be changed is lent for a draft.
            let allowed = usize::from(path.ends_with("lent.rs") && whole.ends_with("Document"));
            assert_eq!(text.matches(whole).count(), allowed, "{} lends {whole}", path.display());
        }
    }
}

#[test]
fn every_module_opens_with_a_paragraph() {
    for (_, path, _) in sources() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} opens without one", path.display());
    }
}

#[test]
fn every_file_of_tests_is_run() {
    let houses = ["", "crates/history", "crates/drawing", "crates/formats", "crates/lab"]
        .map(|house| root().join(house));
    let all: Vec<_> = houses.iter().flat_map(|house| files(&house.join("tests"), "rs")).collect();
    let texts: Vec<_> = all.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let lines: HashSet<&str> = texts.iter().flat_map(|text| text.lines()).map(str::trim).collect();
    let modules: HashSet<&str> = lines
        .iter()
        .filter_map(|line| line.strip_suffix(';')?.rsplit_once("mod ").map(|(_, name)| name))
        .collect();
    let named: HashSet<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("#[path = ")?.strip_suffix(".rs\"]")?.rsplit('/').next())
        .collect();
    let manifest =
        houses.each_ref().map(|house| fs::read_to_string(house.join("Cargo.toml")).unwrap()).concat();
    for path in &all {
        let house = houses.iter().rev().find(|house| path.starts_with(house)).unwrap();
        let place = path.strip_prefix(house).unwrap().to_str().unwrap();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap();
        let name = if stem == "mod" { folder } else { stem };
        let declared = modules.contains(name) || named.contains(name);
        let program = manifest.contains(&format!("path = \"{place}\"")) || place == "tests/web.rs";
        // `rows.mjs` runs the newcomer's on a copy.
        let apart = place.starts_with("tests/refusing") || place.starts_with("tests/newcomer");
        assert!(declared || program || apart, "{place}: no test program has it");
    }
}

#[test]
fn only_the_engine_modules_of_the_page_import_wasm() {
    for path in files(&root().join("www"), "js") {
        let text = fs::read_to_string(&path).unwrap();
        // Types cost nothing: they are imported in comments.
        let code = text.lines().filter(|l| !l.trim_start().starts_with(['/', '*']));
        let imports = code.into_iter().any(|l| l.contains("from \"") && l.contains("/pkg/"));
        // The module of file formats is in a worker, and nowhere else.
        let engine = path.ends_with("engine.js") || path.ends_with("io/converting.js");
        assert!(engine || !imports, "{} imports the wasm package", path.display());
    }
}

#[test]
fn only_the_engine_of_the_page_knows_what_is_under_way_and_what_has_come() {
    let www = root().join("www");
    let own = ["engine.js", "work.js", "rest.js"].map(|name| www.join(name));
    let words = [
        "engine.busy",
        "engine.work",
        "engine.query",
        "isWhole",
        "whenWhole",
        "rest.js\"",
        "\"./work.js\"",
        "\"../work.js\"",
        "undoodle_rest",
        "Suspending",
        "promising",
    ];
    for path in files(&www, "js").into_iter().filter(|path| !own.contains(path)) {
        let text = fs::read_to_string(&path).unwrap();
        let known = words.iter().find(|word| text.contains(**word));
        assert!(known.is_none(), "{} knows {known:?}: send, ask or look", path.display());
    }
}

#[test]
fn the_code_map_has_every_file() {
    let map = fs::read_to_string(root().join("src/README.md")).unwrap();
    let houses = HOUSES.map(|house| root().join(house));
    // A folder that is one row stands for its files.
    let whole = |path: &Path| {
        let folders = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
        folders.into_iter().any(|folder| map.contains(&format!("| `{}/` |", folder.display())))
    };
    for (_, path, _) in sources() {
        let house = houses.iter().find(|house| path.starts_with(house)).unwrap();
        let path = path.strip_prefix(house).unwrap();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        assert!(
            name == "lib.rs" || whole(path) || map.contains(&format!("{name}`")),
            "src/README.md has no {}",
            path.display()
        );
    }
}

#[test]
fn amounts_of_bytes_have_one_unit_on_all_pages() {
    let code = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let comment = |line: &&str| ["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
        text.lines().filter(|line| !comment(line)).collect::<Vec<_>>().join("\n")
    };
    let mut all = files(&root().join("www"), "js");
    HOUSES.iter().for_each(|house| all.extend(files(&root().join(house), "rs")));
    all.extend(["index.html", "lab.html", "squares.html"].map(|page| root().join(page)));
    for path in all {
        let code = code(&path);
        let words = code.split(|c: char| !c.is_alphanumeric());
        let other = words.filter(|word| ["kB", "KiB", "MiB", "GiB"].contains(word)).count();
        assert_eq!(other, 0, "{}: KB, MB and GB are units of 1024", path.display());
    }
}
