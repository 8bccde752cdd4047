//! docs/commands.md is made from the tables of commands, tools and options, and says what they say.
//! After a change: `UNDOODLE_WRITE=1 cargo test --test house reference` writes it anew.

use std::fmt::Write;
use undoodle::editor::{Kind, List, commands};
use undoodle::tools::{OPTIONS, Options, TOOLS};

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Whole(min, max) => format!("{min} to {max}"),
        Kind::Index(List::Branches) => "0 on".into(),
        Kind::Index(list) => format!("0 to {}", list.last()),
        Kind::State => "number of a step".into(),
        Kind::Number(min, max) => format!("number, {min} to {max}"),
        Kind::Text(max) => format!("text, 1 to {max} bytes"),
        Kind::Lines(max) => format!("lines of text, 1 to {max} bytes"),
        Kind::Note(max) => format!("text, up to {max} bytes, may be empty"),
        Kind::Color => "colour".into(),
        Kind::Flag => "true or false".into(),
        Kind::Choice(choices) => {
            choices().iter().map(|(id, _)| format!("`{id}`")).collect::<Vec<_>>().join(", ")
        }
    }
}

fn reference() -> String {
    let mut text = String::from(
        "# Commands and tools\n\nEverything that can be invoked, by menu, key or `undoodle.run(id, arguments)`. \
         Arguments that are left out take the\ndefault that the form shows: mostly the active layer, frame or colour. \
         Layers, frames, tags and colours are counted\nfrom 0 here, and from 1 in forms. \
         This page is made from the table itself.\n",
    );
    let mut menu = None;
    for command in commands() {
        let stands = command.id.split('.').next().unwrap_or_default();
        if menu != Some(stands) {
            menu = Some(stands);
            let _ = write!(text, "\n## {stands}\n\n| id | what | keys | arguments |\n|---|---|---|---|\n");
        }
        let keys: Vec<_> = command.keys.iter().map(ToString::to_string).collect();
        let params: Vec<_> =
            command.params.iter().map(|param| format!("`{}`: {}", param.name, kind(param.kind))).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            command.id,
            command.label,
            keys.join(", "),
            params.join("; ")
        );
    }
    text.push_str("\n## Tools and their options\n\n| tool | what | keys | minds |\n|---|---|---|---|\n");
    for tool in TOOLS {
        let options: Vec<_> = tool.options().map(|option| format!("`{}`", option.param.name)).collect();
        let keys: Vec<_> = tool.keys.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            tool.id,
            tool.label,
            keys.join(", "),
            options.join(", ")
        );
    }
    text.push_str("\n## Options\n\n| option | what | may be | at the start |\n|---|---|---|---|\n");
    for param in OPTIONS.iter().map(|option| option.param) {
        let first = (param.default)(&Options::default());
        let _ = writeln!(text, "| `{}` | {} | {} | `{first}` |", param.name, param.hint, kind(param.kind));
    }
    text
}

#[test]
fn the_reference_says_what_the_table_says() {
    check_written("docs/commands.md", "reference", &reference());
}

/// Checks that a document says what was made of the tables, or writes it if `UNDOODLE_WRITE` is set.
pub fn check_written(document: &str, test: &str, expected: &str) {
    if std::env::var_os("UNDOODLE_WRITE").is_some() {
        std::fs::write(document, expected).unwrap();
    }
    let written = std::fs::read_to_string(document).unwrap_or_default();
    assert!(written == expected, "{document} is behind: UNDOODLE_WRITE=1 cargo test --test house {test}");
}
