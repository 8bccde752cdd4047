//! What no careful caller would pass: places far away, values of the wrong type, broken files.

use super::chance::{self, Chance};
use super::input::Args;
use undoodle::editor::{Command, Editor, Kind};
use undoodle::formats::FORMATS;
use undoodle::params::MOST_STATE;
use undoodle::value::Value;

/// Coordinates in device pixels that no screen has.
const FAR: [f64; 12] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e300,
    -1e300,
    4e9,
    -4e9,
    2147483648.0,
    1e7,
    -1e6,
    3e4,
    -5e3,
];

/// A place in the viewport, mostly.
pub fn place(chance: &mut Chance, editor: &Editor) -> (f64, f64) {
    let mut along = |side: i32| match chance.below(40) {
        0 => chance.pick(&FAR),
        1..4 => f64::from(chance.within(-3 * side - 9, 3 * side + 9)),
        4 => f64::from(chance.within(0, side)) + 0.5,
        _ => f64::from(chance.within(-2, side + 2)),
    };
    (along(editor.view().width), along(editor.view().height))
}

/// Values that are never right, whatever they are for.
fn wrong(chance: &mut Chance) -> Value {
    match chance.below(6) {
        0 => Value::Number(chance.pick(&FAR)),
        1 => Value::Number(f64::from(chance.within(-9, 9)) + 0.25),
        2 => chance.pick(&["", "\0", "#12", "no such thing", "NaN"]).into(),
        3 => "x".repeat(chance.below(400)).as_str().into(),
        4 => chance.one_in(2).into(),
        _ => Value::Number(-1.0),
    }
}

/// A value at an end of what is allowed, or one beyond it.
fn extreme(chance: &mut Chance, kind: Kind) -> Value {
    let mut between = |min: i64, max: i64| {
        // The largest sizes are allowed, and slow: they are asked for now and then.
        let ends = if chance.one_in(6) { [min, max, max - 1] } else { [min, min - 1, max + 1] };
        Value::Number(chance.pick(&ends) as f64)
    };
    match kind {
        Kind::Whole(min, max) => between(min, max),
        Kind::Index(list) => between(0, list.last()),
        Kind::State => between(0, MOST_STATE),
        Kind::Number(min, max) => between(min as i64, max as i64),
        Kind::Text(max) | Kind::Note(max) | Kind::Lines(max) => {
            "é".repeat((max / 2 + 1).saturating_sub(chance.below(2))).as_str().into()
        }
        _ => wrong(chance),
    }
}

/// Arguments for a command: as it wants them, or with something wrong about one of them.
pub fn arguments(chance: &mut Chance, editor: &Editor, command: &Command) -> Args {
    let mut args = chance::arguments(chance, editor, command);
    if chance.one_in(4) && !command.params.is_empty() {
        let param = chance.pick(command.params);
        let value = if chance.one_in(2) { wrong(chance) } else { extreme(chance, param.kind) };
        args.retain(|(name, _)| name != param.name);
        args.push((param.name.to_owned(), value));
    }
    if chance.one_in(40) {
        args.push(("nothing".to_owned(), wrong(chance)));
    }
    args
}

/// Options for tools: some of them, with a large brush, a far axis or a wrong value now and then.
pub fn options(chance: &mut Chance, editor: &Editor) -> Args {
    let mut options = chance::options(chance, editor);
    let rest = chance.below(options.len() + 1);
    options.truncate(options.len() - rest);
    match chance.below(12) {
        0 => options.push(("size".to_owned(), chance.pick(&[7u32, 16, 63, 64]).into())),
        1 => options.push(("shape".to_owned(), "custom".into())),
        2 => options.push(("axisX".to_owned(), Value::Number(chance.pick(&[65536.0, -65536.0])))),
        3 => options.push((chance.pick(undoodle::tools::OPTIONS).param.name.to_owned(), wrong(chance))),
        _ => {}
    }
    options
}

/// Sides that lie about tiles, blocks and quadrants, and the longest.
const SIDES: [i64; 14] = [1, 2, 3, 17, 31, 32, 33, 63, 64, 65, 129, 257, 1023, 32768];

/// The size of a new document; some can't be had.
pub fn size(chance: &mut Chance) -> (i64, i64) {
    if chance.one_in(12) {
        return (chance.pick(&[0, -1, 32769, i64::MAX, i64::MIN, 32768]), chance.pick(&[0, 1, 40, 32768]));
    }
    // At most one of them is long, so that everything can be looked at after each input.
    let (one, other) = (chance.pick(&SIDES), chance.pick(&SIDES[..9]));
    if chance.one_in(2) { (one, other) } else { (other, one) }
}

/// A picture file.
#[derive(Clone, Debug)]
pub enum File {
    /// What the editor itself writes, in the format of an index.
    Own(usize),
    /// A saved file, cut off at a share of its length.
    Cut(usize, usize),
    /// A saved file with a byte flipped at a share of its length.
    Flipped(usize, usize, u8),
    /// A picture of more than 1 MiB, whose tiles are all different.
    Large,
    /// One of `tests/png`.
    Stored(&'static str),
}

const STORED: [&str; 14] = [
    "rgba16-interlaced.png",
    "grey1-trns.png",
    "palette2-trns-interlaced.png",
    "palette8.png",
    "greyalpha8.png",
    "broken/bad-crc.png",
    "broken/bomb.png",
    "broken/empty.png",
    "broken/huge.png",
    "broken/no-palette.png",
    "broken/not-a-png.txt",
    "broken/short.png",
    "broken/truncated.png",
    "broken/zero.png",
];

impl File {
    pub fn any(chance: &mut Chance) -> File {
        match chance.below(32) {
            0..12 => File::Own(chance.below(FORMATS.len())),
            12..16 => File::Cut(chance.below(FORMATS.len()), chance.below(1000)),
            16..24 => File::Flipped(chance.below(FORMATS.len()), chance.below(1000), 1 << chance.below(8)),
            24 => File::Large,
            _ => File::Stored(chance.pick(&STORED)),
        }
    }

    /// The file's bytes.
    pub fn bytes(&self, editor: &mut Editor) -> Vec<u8> {
        match *self {
            File::Own(format) => own(editor, format),
            File::Cut(format, share) => {
                let mut bytes = own(editor, format);
                bytes.truncate(bytes.len() * share / 1000);
                bytes
            }
            File::Flipped(format, share, bit) => {
                let mut bytes = own(editor, format);
                let at = bytes.len() * share / 1000;
                bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= bit);
                bytes
            }
            File::Large => large(),
            File::Stored(name) => {
                let path = std::path::Path::new("tests/png").join(name);
                std::fs::read(path).unwrap()
            }
        }
    }
}

/// What the editor writes in a format; nothing where that is refused.
fn own(editor: &mut Editor, format: usize) -> Vec<u8> {
    editor.encode(FORMATS[format].id).unwrap_or_default()
}

/// A PNG file of 600×500 pixels, made of small squares of many colours.
fn large() -> Vec<u8> {
    let pixel = |x: u32, y: u32| [x / 5 * 7, y / 3 * 5, (x / 8) ^ (y / 8), 255].map(|channel| channel as u8);
    let pixels: Vec<u8> = (0..500).flat_map(|y| (0..600).flat_map(move |x| pixel(x, y))).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 600, 500);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}
