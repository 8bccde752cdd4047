//! docs/formats.md and the page's www/io/formats.json are made from the table of formats, and say what it says.
//! After a change: `UNDOODLE_WRITE=1 cargo test -p undoodle-formats tables` writes them anew.

use std::fmt::Write;
use std::fs;
use undoodle_formats::palettes::PALETTES;
use undoodle_formats::{FORMATS, Format, Kind, OPTIONS, Part};

/// Quotes a text for JSON; labels and ids have no letters that would need more.
fn quoted(text: &str) -> String {
    assert!(!text.contains(['"', '\\']) && !text.contains(char::is_control), "{text}");
    format!("\"{text}\"")
}

fn list<T>(items: impl IntoIterator<Item = T>, write: impl Fn(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(write).collect::<Vec<_>>().join(","))
}

fn format(format: &Format) -> String {
    let list_of = |texts: &[&str]| list(texts, |text| quoted(text));
    format!(
        "{{\"id\":{},\"label\":{},\"mime\":{},\"endings\":{},\"reads\":{},\"writes\":{},\"options\":{}}}",
        quoted(format.id),
        quoted(format.label),
        quoted(format.mime),
        list_of(format.endings),
        format.read.is_some(),
        format.write.is_some(),
        list_of(format.options),
    )
}

fn kind(kind: Kind) -> String {
    let choice =
        |(id, label): &(&str, &str)| format!("{{\"id\":{},\"label\":{}}}", quoted(id), quoted(label));
    match kind {
        Kind::Whole(min, max) => format!("\"kind\":\"number\",\"min\":{min},\"max\":{max}"),
        Kind::Flag => "\"kind\":\"flag\"".into(),
        Kind::Choice(ids) => format!("\"kind\":\"choice\",\"choices\":{}", list(ids, choice)),
        Kind::Color => "\"kind\":\"color\"".into(),
        Kind::Pattern(start) => format!("\"kind\":\"pattern\",\"start\":{}", quoted(start)),
        Kind::Frames => "\"kind\":\"frames\"".into(),
    }
}

/// The table as the page reads it.
fn json() -> String {
    let formats = list(FORMATS, |one| format!("\n{}", format(one)));
    let options = list(OPTIONS, |one| {
        let (id, label, hint) = (quoted(one.id), quoted(one.label), quoted(one.hint));
        format!("\n{{\"id\":{id},\"label\":{label},\"hint\":{hint},{}}}", kind(one.kind))
    });
    let palettes = list(PALETTES, |one| {
        let endings = list(one.endings, |ending| quoted(ending));
        format!(
            "\n{{\"id\":{},\"label\":{},\"mime\":{},\"endings\":{endings}}}",
            quoted(one.id),
            quoted(one.label),
            quoted(one.mime)
        )
    });
    format!("{{\"formats\":{formats},\n\"palettes\":{palettes},\n\"options\":{options}}}\n")
}

fn part(part: &Part) -> &'static str {
    match part {
        Part::Layers => "layers",
        Part::LayerProperties => "a layer's properties",
        Part::CelProperties => "opacity and z-index of cels",
        Part::Frames => "frames",
        Part::Durations => "durations",
        Part::Links => "links",
        Part::Slices => "slices",
        Part::Tags => "tags",
        Part::Palette => "palette",
        Part::Background => "background",
        Part::Grid => "grid",
        Part::Tile => "tile",
        Part::Beyond => "pixels outside the canvas",
        Part::Floating => "moved selection",
        Part::Selection => "selection",
        Part::Carried => "what another program's file had besides",
    }
}

/// The table as people read it.
fn reference() -> String {
    let mut text = String::from(
        "# File formats\n\nWhat Undoodle opens and writes. The contents of a file decide what it is in, never its name. \
         What a file can't hold is\nsaid before it is written, and what could not be kept of one is said when it is \
         opened. This page is made from the table\nitself, as are the file dialog and the form that exports.\n\n\
         | id | format | endings | opens | writes | options | can't hold |\n|---|---|---|---|---|---|---|\n",
    );
    for one in FORMATS {
        let yes = |so: bool| if so { "yes" } else { "" };
        let code =
            |texts: &[&str]| texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
        let mut lacks = one.lacks.iter().map(part).collect::<Vec<_>>().join(", ");
        if one.losses.is_some() {
            lacks.push_str(if lacks.is_empty() {
                "what it says of a drawing"
            } else {
                "; and what it says of a drawing"
            });
        }
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            one.id,
            one.label,
            code(one.endings),
            yes(one.read.is_some()),
            yes(one.write.is_some()),
            code(one.options),
            lacks
        );
    }
    text.push_str("\n## Palettes\n\n| id | format | endings |\n|---|---|---|\n");
    for one in PALETTES {
        let endings: Vec<_> = one.endings.iter().map(|ending| format!("`{ending}`")).collect();
        let _ = writeln!(text, "| `{}` | {} | {} |", one.id, one.label, endings.join(", "));
    }
    text.push_str(
        "\nPixels outside the canvas come and go with Undoodle's own files, Aseprite's and OpenRaster's, and come with PSD's. Of \
         each side, 8192 at least are kept\non canvases of up to 16384 pixels a side; what lies further away is left out, which \
         is told.\n",
    );
    text.push_str(
        "\nA WebP file holds every pixel, but is 2 to 3.5 times as large as libwebp makes it of pixel art, and more of \
         soft gradients: the crate that\nwrites it has neither WebP's table of colours nor its references to earlier \
         pixels, and a writer of our own would be one more to keep.\nOf the two files it can make, with and without \
         prediction, the smaller one is written. PNG, of the same pixels, is the smaller format here.\n",
    );
    text.push_str(
        "\nThe browser decodes JPEG, BMP and AVIF, and a package reads PSD: see [scripting.md](scripting.md) for \
         `open` and `export`.\n\n## Options\n\n| id | what | takes |\n|---|---|---|\n",
    );
    for option in OPTIONS {
        let takes = match option.kind {
            Kind::Whole(min, max) => format!("{min} to {max}"),
            Kind::Flag => "true or false".into(),
            Kind::Choice(ids) => ids.iter().map(|(id, _)| format!("`{id}`")).collect::<Vec<_>>().join(", "),
            Kind::Color => "colour".into(),
            Kind::Pattern("") => "a pattern, by default the format's own".into(),
            Kind::Pattern(start) => format!("a pattern, by default `{start}`"),
            Kind::Frames => "`all`, `shown`, a range such as `2-5`, a tag such as `tag:run`".into(),
        };
        let what = [option.label, option.hint].into_iter().filter(|text| !text.is_empty());
        let what = what.collect::<Vec<_>>().join(": ");
        let _ = writeln!(text, "| `{}` | {what} | {takes} |", option.id);
    }
    text
}

fn holds(name: &str, expected: &str) {
    let place = format!("../../{name}");
    if std::env::var_os("UNDOODLE_WRITE").is_some() {
        fs::write(&place, expected).unwrap();
    }
    let found = fs::read_to_string(&place).unwrap_or_default();
    assert!(found == expected, "{name} is not as the table of formats is; UNDOODLE_WRITE=1 writes it anew");
}

#[test]
fn the_page_and_the_docs_have_the_table_of_formats() {
    holds("www/io/formats.json", &json());
    holds("docs/formats.md", &reference());
}
