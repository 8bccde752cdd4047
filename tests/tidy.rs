//! The invariants of the source itself: floors, the web boundary, sizes and words.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// Modules by their floor; a module uses only those below its own, and itself.
const FLOORS: &[&[&str]] = &[
    &["geometry", "error"],
    &["color"],
    &["memory", "value", "keys"],
    &["history"],
    &["document"],
    &["raster", "render", "formats", "params"],
    &["tools", "lab"],
    &["editor"],
    &["squares"],
    &["web"],
];

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
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source file's module on the top level, and its text without comments.
fn sources() -> Vec<(String, PathBuf, String)> {
    let src = root().join("src");
    let module = |path: &Path| {
        let first = path.strip_prefix(&src).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
    };
    let code = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let found: Vec<_> = files(&src, "rs").into_iter().map(|p| (module(&p), p.clone(), code(&p))).collect();
    assert!(found.len() > 20, "the sources are found");
    found
}

fn floor(module: &str) -> usize {
    let found = FLOORS.iter().position(|modules| modules.contains(&module));
    found.unwrap_or_else(|| panic!("{module} stands on no floor: add it to FLOORS"))
}

#[test]
fn a_module_uses_only_the_floors_below_it() {
    for (module, path, code) in sources().iter().filter(|(module, ..)| module != "lib") {
        for used in code.split("crate::").skip(1) {
            let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(
                &name == module || floor(&name) < floor(module),
                "{} uses {name}, which is not below it",
                path.display()
            );
        }
    }
}

#[test]
fn only_the_web_module_knows_javascript() {
    for (module, path, code) in sources() {
        let words = ["wasm_bindgen", "js_sys", "web_sys", "console_error_panic_hook"];
        let known = words.iter().find(|word| code.contains(**word));
        assert!(module == "web" || known.is_none(), "{} knows {known:?}", path.display());
    }
}

#[test]
fn nothing_below_the_web_knows_a_clock_a_file_or_chance() {
    for (module, path, code) in sources() {
        let words =
            ["std::time", "std::fs", "std::env", "std::net", "Instant::", "thread_rng", "fastrand::u"];
        let known = words.iter().find(|word| code.contains(**word));
        assert!(module == "web" || known.is_none(), "{} knows {known:?}", path.display());
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
fn files_stay_small() {
    let mut all = files(&root().join("src"), "rs");
    all.extend(files(&root().join("tests"), "rs"));
    for folder in ["www", "scripts", "tests"] {
        all.extend(files(&root().join(folder), "js"));
        all.extend(files(&root().join(folder), "mjs"));
    }
    for path in all {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap();
        let short = ["lib.rs", "main.js"].contains(&name) && !path.starts_with(root().join("tests"));
        let limit = if short { 80 } else { 400 };
        assert!(lines <= limit, "{}: {lines} lines, expected at most {limit}", path.display());
    }
}

#[test]
fn only_the_engine_modules_of_the_page_import_wasm() {
    for path in files(&root().join("www"), "js") {
        let text = fs::read_to_string(&path).unwrap();
        let imports = text.lines().any(|l| l.contains("from \"") && l.contains("/pkg/"));
        let engine = path.file_name().is_some_and(|name| name == "engine.js");
        assert!(engine || !imports, "{} imports the wasm package", path.display());
    }
}
