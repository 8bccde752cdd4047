//! The walls inside of the engine: its parts know nothing of the history that joins them, and no files stand in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn engine() -> PathBuf {
    PathBuf::from("crates/history/src")
}

/// The code of the files of a folder, by their names: without comments, and without a text that names no code.
fn code_of(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, code.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// The names after each place of `before`, with what stands behind them.
fn after<'a>(code: &'a str, before: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    code.split(before).skip(1).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        rest.split_at(end)
    })
}

#[test]
fn the_parts_of_the_engine_do_not_know_the_history() {
    let mut parts = code_of(&engine());
    // The crate's front, and a face for callers that is built upon the history.
    for front in ["lib", "records"] {
        parts.remove(front).unwrap();
    }
    assert!(parts.len() > 20, "the parts are found");
    for (name, code) in parts {
        let knows = words(&code).any(|word| word == "History") || code.contains("history::");
        assert!(!knows, "{name}.rs knows the history");
    }
}

/// The modules that a part uses by name: `crate::module`, and what the crate's root takes from one.
fn used(code: &str, owners: &BTreeMap<String, String>, parts: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (name, rest) in after(code, "crate::") {
        let listed = rest.strip_prefix('{').map(|list| list.split('}').next().unwrap());
        let names = listed.map_or(vec![name], |list| words(list).collect());
        for name in names {
            let module = owners.get(name).map_or(name, String::as_str);
            found.extend(parts.get(module).cloned());
        }
    }
    found
}

#[test]
fn no_parts_of_the_engine_stand_in_a_circle() {
    let code = code_of(&engine());
    let mut owners = BTreeMap::new();
    for (module, rest) in after(&code["lib"], "pub use ") {
        let names = rest.trim_start_matches("::").split(';').next().unwrap();
        owners.extend(words(names).map(|name| (name.to_owned(), module.to_owned())));
    }
    assert_eq!(owners["Commit"], "commit", "the root's names have owners");
    let parts: BTreeSet<_> =
        code.keys().filter(|name| !["lib", "records"].contains(&name.as_str())).cloned().collect();
    let mut left: BTreeMap<_, _> =
        parts.iter().map(|part| (part.clone(), used(&code[part], &owners, &parts))).collect();
    assert!(left["tree"].contains("ring"), "what a part uses is found");
    while !left.is_empty() {
        let free = |uses: &BTreeSet<String>, part: &String| {
            uses.iter().all(|used| used == part || !left.contains_key(used))
        };
        let lowest = left.iter().find(|(part, uses)| free(uses, part)).map(|(part, _)| part.clone());
        let lowest =
            lowest.unwrap_or_else(|| panic!("these stand in a circle, or on one: {:?}", left.keys()));
        left.remove(&lowest);
    }
}

#[test]
fn a_file_of_the_history_calls_only_those_before_it() {
    let folder = engine().join("history");
    let text = fs::read_to_string(folder.join("mod.rs")).unwrap();
    let floors = text.lines().filter_map(|line| line.strip_prefix("//! * ")?.split(": ").next());
    let order: Vec<_> = floors.flat_map(|floor| words(floor).collect::<Vec<_>>()).collect();
    let mut code = code_of(&folder);
    code.remove("mod").unwrap();
    let listed: BTreeSet<_> = order.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(code.keys().cloned().collect::<BTreeSet<_>>(), listed, "history/mod.rs lists all files");
    let defines = |name: &str, function: &str| {
        let code = &code[name];
        let start = code.find("impl<A: Arena> History<A>").unwrap();
        after(&code[start..], "fn ").any(|(defined, _)| defined == function)
    };
    let mut calls = 0;
    for (floor, name) in order.iter().enumerate() {
        for receiver in ["self.", "history."] {
            for (called, _) in after(&code[*name], receiver).filter(|(_, rest)| rest.starts_with('(')) {
                let below = order[..=floor].iter().any(|file| defines(file, called));
                let above = order[floor + 1..].iter().find(|file| defines(file, called));
                calls += usize::from(below);
                assert!(below || above.is_none(), "{name}.rs calls {called} of {above:?}, which is above it");
            }
        }
    }
    assert!(calls > 100, "calls are found");
}
