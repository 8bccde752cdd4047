//! The texts of the tables that people read, written to `target/texts.json` for the test of the German texts.
//!
//! Problem: that test is JavaScript, and asking a built module for the tables would make it wait for one. Idea: this test
//! needs no more than cargo, and lists what the tables say. `cargo test --test house texts` writes the list;
//! `UNDOODLE_TEXTS` names another file.

use std::path::PathBuf;
use std::{env, fs};
use undoodle::color::{Blend, PRESETS};
use undoodle::editor::{DONE_AGAIN, NEWER, NUMBERS, TAKEN_BACK, commands, losses, reasons};
use undoodle::formats::palettes::PALETTES;
use undoodle::formats::{self, FORMATS};
use undoodle::params::{Kind, Param};
use undoodle::raster::Automaton;
use undoodle::tools::{OPTIONS, SLICED, TOOLS};

/// A text and the row of a table that has it.
struct Text {
    text: &'static str,
    place: String,
}

/// The texts that were found, without empty ones.
#[derive(Default)]
struct Texts(Vec<Text>);

impl Texts {
    fn add(&mut self, place: &str, texts: impl IntoIterator<Item = &'static str>) {
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        self.0.extend(texts.map(|text| Text { text, place: place.to_owned() }));
    }

    fn add_param<C>(&mut self, place: &str, param: &Param<C>) {
        self.add(place, [param.label, param.hint]);
        if let Kind::Choice(choices) = param.kind {
            self.add(place, choices().into_iter().map(|(_, label)| label));
        }
    }
}

/// Returns the texts of all tables.
fn texts() -> Texts {
    let mut texts = Texts::default();
    for command in commands() {
        let place = format!("command {}", command.id);
        texts.add(&place, [command.label, command.menu]);
        for param in command.params {
            texts.add_param(&place, param);
        }
    }
    texts.add("conditions of commands", reasons());
    texts.add("what commands lose", losses());
    texts.add("a step of no command", [NEWER, NUMBERS, TAKEN_BACK, DONE_AGAIN]);
    texts.add("steps of the slice tool", SLICED);
    for tool in TOOLS {
        texts.add(&format!("tool {}", tool.id), [tool.label]);
    }
    for option in OPTIONS {
        texts.add_param(&format!("option {}", option.param.name), &option.param);
    }
    for preset in PRESETS {
        texts.add(&format!("palette {}", preset.id), [preset.label, preset.source]);
    }
    texts.add("blend modes", Blend::ALL.map(Blend::label));
    texts.add("games", Automaton::ALL.map(Automaton::label));
    for format in FORMATS {
        texts.add(&format!("format {}", format.id), [format.label]);
    }
    for format in PALETTES {
        texts.add(&format!("format {}", format.id), [format.label]);
    }
    for option in formats::OPTIONS {
        let place = format!("export's option {}", option.id);
        texts.add(&place, [option.label, option.hint]);
        if let formats::Kind::Choice(choices) = option.kind {
            texts.add(&place, choices.iter().map(|(_, label)| *label));
        }
    }
    texts
}

#[test]
fn texts_of_the_tables_are_listed_for_the_test_of_the_german_texts() {
    let Texts(found) = texts();
    assert!(found.len() > 500, "{} texts are all that were found", found.len());
    let rows: Vec<_> = found
        .iter()
        .map(|Text { text, place }| serde_json::json!({ "text": text, "place": place }).to_string())
        .collect();
    let default = || PathBuf::from("target/texts.json");
    let file = env::var_os("UNDOODLE_TEXTS").map_or_else(default, PathBuf::from);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(&file, format!("[\n{}\n]\n", rows.join(",\n"))).unwrap();
}
