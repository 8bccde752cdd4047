//! Files that Undoodle writes, decoded by programs that others wrote.
//!
//! A reader and a writer by one hand may agree on a mistake. So what is written for every format goes to Pillow,
//! ImageMagick and ffmpeg, and their pixels, durations and numbers of frames must be the drawing's.
//! `npm test` installs Pillow into the folder that UNDOODLE_JUDGES names, `target/judges` by itself; the others are asked
//! where a machine has them. Who is missing is told on a line of its own, and so is a format without a judge.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Tag};
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, FORMATS, Frames, palettes};

/// What a judge has decoded.
#[derive(Debug)]
struct Decoded {
    size: (u32, u32),
    /// The pixels of each frame, without what is said of the colour of transparent ones.
    frames: Vec<Vec<Color>>,
    /// How long each is shown in milliseconds; 0 where the judge doesn't say.
    durations: Vec<u32>,
}

/// A program that decodes files.
struct Judge {
    name: &'static str,
    /// Returns `true` if it is installed.
    is_here: fn() -> bool,
    /// Decodes a file.
    decode: fn(&Path) -> Decoded,
}

const PILLOW: Judge =
    Judge { name: "Pillow", is_here: || run(&mut python("-c", "import PIL")).is_some(), decode: by_pillow };
const MAGICK: Judge = Judge { name: "ImageMagick", is_here: || magick().is_some(), decode: by_magick };
const FFMPEG: Judge = Judge { name: "ffmpeg", is_here: has_ffmpeg, decode: by_ffmpeg };

/// What a format must keep of the drawings below.
struct Held {
    id: &'static str,
    judges: &'static [Judge],
    /// Whether it has more than 256 colours and any alpha.
    alpha: bool,
}

/// The formats with a judge. Each judge is asked for what it decodes by itself, such as animated PNG not by ImageMagick.
const HELD: &[Held] = &[
    Held { id: "png", judges: &[PILLOW, MAGICK, FFMPEG], alpha: true },
    Held { id: "apng", judges: &[PILLOW, FFMPEG], alpha: true },
    Held { id: "gif", judges: &[PILLOW, MAGICK, FFMPEG], alpha: false },
    Held { id: "webp", judges: &[PILLOW, FFMPEG], alpha: true },
];

/// Says something that stays to be seen when tests pass, whose output is else dropped.
fn tell(line: &str) {
    // In one piece, as tests run side by side.
    let _ = std::io::stderr().write_all(format!("judges: {line}\n").as_bytes());
}

/// Runs a program and returns what it prints; `None` if it can't be run or fails.
fn run(command: &mut Command) -> Option<Vec<u8>> {
    let output = command.output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// Runs a judge on a file, which must do.
fn judged(name: &str, command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(output.status.success(), "{name} refuses the file: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn root() -> &'static Path {
    Path::new("../..")
}

/// Python, which finds Pillow where set-up has put it, or else where the machine has it.
fn python(first: &str, second: &str) -> Command {
    let folder =
        std::env::var_os("UNDOODLE_JUDGES").map_or_else(|| root().join("target/judges"), PathBuf::from);
    let mut command = Command::new("python3");
    command.args([first, second]).env("PYTHONPATH", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The script of a judge in `tests/judges/`.
fn script(name: &str, file: &Path) -> Command {
    let script = root().join("tests/judges").join(name);
    python(script.to_str().unwrap(), file.to_str().unwrap())
}

/// Name of ImageMagick's program, which is `convert` before version 7. Others are called that, too.
fn magick() -> Option<&'static str> {
    ["magick", "convert"].into_iter().find(|name| {
        let version = run(Command::new(name).arg("-version")).unwrap_or_default();
        version.starts_with(b"Version: ImageMagick")
    })
}

fn has_ffmpeg() -> bool {
    ["ffmpeg", "ffprobe"].iter().all(|name| run(Command::new(name).arg("-version")).is_some())
}

/// Splits RGBA bytes into frames.
fn frames(bytes: &[u8], (width, height): (u32, u32)) -> Vec<Vec<Color>> {
    let color = |bytes: &[u8]| {
        let color = Color { bytes: bytes.try_into().unwrap() };
        if color.is_transparent() { Color::TRANSPARENT } else { color }
    };
    let whole = 4 * width as usize * height as usize;
    assert_eq!(bytes.len() % whole, 0, "whole frames");
    bytes.chunks(whole).map(|frame| frame.chunks(4).map(color).collect()).collect()
}

/// Returns the numbers in a text.
fn numbers(text: &[u8]) -> Vec<f64> {
    let text = String::from_utf8_lossy(text);
    text.split([' ', '\n', '\r', ',', '|']).filter_map(|word| word.parse().ok()).collect()
}

fn by_pillow(file: &Path) -> Decoded {
    let out = file.with_extension("rgba");
    let told = numbers(&judged("Pillow", script("decode.py", file).arg(&out)));
    let size = (told[0] as u32, told[1] as u32);
    let durations = told[2..].iter().map(|duration| *duration as u32).collect();
    Decoded { size, frames: frames(&fs::read(&out).unwrap(), size), durations }
}

fn by_magick(file: &Path) -> Decoded {
    let program = magick().unwrap();
    // Frames of an animation hold only what changes, and are laid over each other first. Delays are hundredths of a second.
    let told = numbers(&judged(
        "ImageMagick",
        Command::new(program).arg(file).args(["-coalesce", "-format", "%w %h %T\n", "info:"]),
    ));
    let pixels =
        judged("ImageMagick", Command::new(program).arg(file).args(["-coalesce", "-depth", "8", "rgba:-"]));
    let size = (told[0] as u32, told[1] as u32);
    let durations = told.chunks(3).map(|frame| 10 * frame[2] as u32).collect();
    Decoded { size, frames: frames(&pixels, size), durations }
}

fn by_ffmpeg(file: &Path) -> Decoded {
    let told = |entries: &str| {
        let mut probe = Command::new("ffprobe");
        probe.args(["-v", "error", "-select_streams", "v:0", "-of", "csv=p=0", "-show_entries", entries]);
        numbers(&judged("ffprobe", probe.arg(file)))
    };
    let size = told("stream=width,height");
    let size = (size[0] as u32, size[1] as u32);
    let mut decode = Command::new("ffmpeg");
    // Without this, frames are repeated and dropped for an even rate.
    decode.args(["-v", "error", "-i"]).arg(file).args([
        "-fps_mode",
        "passthrough",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgba",
        "-",
    ]);
    let pixels = judged("ffmpeg", &mut decode);
    let durations =
        told("packet=duration_time").iter().map(|seconds| (seconds * 1000.0).round() as u32).collect();
    Decoded { size, frames: frames(&pixels, size), durations }
}

/// Draws frames of three layers: 13 × 7 pixels, few colours, of which none is half transparent unless `alpha` is.
fn drawing(alpha: bool) -> Document {
    let mut document = Document::new(13, 7).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.add_layer(2).unwrap();
    let durations = [40, 100, 250, 70, 1200];
    for (frame, duration) in (0..).zip(durations) {
        if frame > 0 {
            document.add_frame(frame).unwrap();
        }
        document.set_duration(frame, duration).unwrap();
        let mut fill = |layer, x, y, width, height, color| {
            document.fill_rect(Cel { layer, frame }, Rect::new(x, y, width, height), color).unwrap();
        };
        let step = frame as i32;
        // The ground leaves transparent holes that move; a ball crosses it; the last layer blinks.
        fill(0, 0, 4, 13, 3, Color::rgba(20, 90, 60, 255));
        fill(0, 2 * step, 5, 2, 1, Color::TRANSPARENT);
        fill(1, 3 * step, 1, 2, 2, Color::rgba(250, 60 + 40 * frame as u8, 10, 255));
        if frame % 2 == 1 {
            fill(2, 0, 0, 13, 1, Color::rgba(255, 255, 255, 255));
        }
        if alpha {
            let shade = |x: i32, y: i32| {
                Color::rgba((19 * x) as u8, (36 * y) as u8, 50 * frame as u8, (x * y * 3) as u8)
            };
            for (x, y) in (1..4).flat_map(|y| (0..13).map(move |x| (x, y))) {
                fill(2, x, y, 1, 1, shade(x, y));
            }
        }
    }
    document.commit("Draw", Color::ADDED, 0).unwrap();
    document
}

/// Returns the pixels of a frame, each as a square of `scale` pixels.
fn expected(document: &Document, frame: u32, scale: u32) -> Vec<Color> {
    let (width, height) = document.size();
    let at = |x: u32, y: u32| document.pixel(frame, (x / scale) as i32, (y / scale) as i32).unwrap();
    let rows = (0..height * scale).flat_map(|y| (0..width * scale).map(move |x| (x, y)));
    rows.map(|(x, y)| at(x, y)).collect()
}

/// Holds what a judge decodes against the drawing itself, and not against what the writers read of it.
fn hold(held: &Held, judge: &Judge, document: &Document, scale: u32, folder: &Path) {
    let format = formats::named(held.id).unwrap();
    let export = Export { shown: 2, scale, ..Export::new(0) };
    let file = folder.join(format!("{}-{scale}.{}", judge.name, format.endings[0]));
    fs::write(&file, formats::write(format, document, &export).unwrap()).unwrap();
    let decoded = (judge.decode)(&file);
    // Whose frames can be chosen has several.
    let several = format.options.contains(&"frames");
    let frames: Vec<u32> = if several { (0..document.frames()).collect() } else { vec![export.shown] };
    let size = (document.size().0 * scale, document.size().1 * scale);
    let who = format!("{} by {}", held.id, judge.name);
    assert_eq!(
        (decoded.size, decoded.frames.len()),
        (size, frames.len()),
        "size and number of frames of {who}"
    );
    if several {
        let durations: Vec<_> = frames.iter().map(|frame| document.duration(*frame).unwrap()).collect();
        assert_eq!(decoded.durations, durations, "durations of {who}");
    }
    for (decoded, frame) in decoded.frames.iter().zip(frames) {
        let expected = expected(document, frame, scale);
        let wrong = decoded.iter().zip(&expected).position(|(found, expected)| found != expected);
        if let Some(at) = wrong {
            let (x, y) = (at % size.0 as usize, at / size.0 as usize);
            panic!("frame {} of {who} at {x}, {y}: {}, expected {}", frame + 1, decoded[at], expected[at]);
        }
    }
}

/// Returns an empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().join("tmp/judges").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_judge_decodes_what_was_drawn() {
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        // An icon has sizes, and a test of its own.
        if format.id == "ico" {
            continue;
        }
        let Some(held) = HELD.iter().find(|held| held.id == format.id) else {
            tell(&format!("{} has no judge", format.label));
            continue;
        };
        let folder = folder(format.id);
        for judge in held.judges {
            if !(judge.is_here)() {
                tell(&format!("{} skipped: {} is not installed", format.label, judge.name));
                continue;
            }
            let scales: &[u32] = if format.options.contains(&"scale") { &[1, 3] } else { &[1] };
            for scale in scales {
                hold(held, judge, &drawing(false), *scale, &folder);
                if held.alpha {
                    hold(held, judge, &drawing(true), *scale, &folder);
                }
            }
            tell(&format!("{} held by {}", format.label, judge.name));
        }
    }
}

#[test]
fn pillow_reads_every_size_of_an_icon() {
    if !(PILLOW.is_here)() {
        return tell("icons skipped: Pillow is not installed");
    }
    let mut document = drawing(true);
    document.begin(1).unwrap();
    let (width, height) = document.size();
    document.resize(Rect::new(0, 0, 256, 256)).unwrap();
    let sizes = [(256, 256), (width, height), (5, 3)];
    for (frame, (width, height)) in (0..).zip(sizes) {
        let tag = format!("{width}×{height}");
        document.add_tag(&Tag::new(tag, frame, frame, Default::default())).unwrap();
    }
    document.commit("Size", Color::ADDED, 0).unwrap();
    let export = Export { frames: Frames::Range(0, 2), ..Export::new(0) };
    let file = folder("icons").join("icon.ico");
    fs::write(&file, formats::write(formats::named("ico").unwrap(), &document, &export).unwrap()).unwrap();
    for (frame, size) in (0..).zip(sizes) {
        let out = file.with_extension("rgba");
        let [width, height] = [size.0, size.1].map(|side| side.to_string());
        judged("Pillow", script("icon.py", &file).args([&width, &height]).arg(&out));
        let found = frames(&fs::read(&out).unwrap(), size);
        let places = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x as i32, y as i32)));
        let seen = |(x, y)| {
            let color = document.pixel(frame, x, y).unwrap();
            if color.is_transparent() { Color::TRANSPARENT } else { color }
        };
        assert!(found[0].iter().copied().eq(places.map(seen)), "{size:?}");
    }
    tell("icon held by Pillow");
}

#[test]
fn pillow_reads_palettes_of_gimp() {
    if !(PILLOW.is_here)() {
        return tell("GIMP palettes skipped: Pillow is not installed");
    }
    let colors: Vec<_> = (0..=255u8).map(|i| Color::rgba(i, 255 - i, i.wrapping_mul(7), 255)).collect();
    let file = folder("palettes").join("palette.gpl");
    fs::write(&file, (palettes::named("gpl").unwrap().write)(&colors, "Every step")).unwrap();
    let hex: String = colors.iter().map(|color| color.to_string()[1..7].to_owned()).collect();
    let told = judged("Pillow", &mut script("palette.py", &file));
    assert_eq!(String::from_utf8(told).unwrap().trim(), format!("RGB {hex}"));
}

#[test]
fn a_judge_sees_a_wrong_pixel() {
    let (width, height) = (13, 7);
    let mut bytes = vec![0; 2 * 4 * width * height];
    bytes[..4].copy_from_slice(&[9, 9, 9, 0]);
    bytes[4..8].copy_from_slice(&[1, 2, 3, 4]);
    let found = frames(&bytes, (width as u32, height as u32));
    assert_eq!((found.len(), found[0][0], found[0][1]), (2, Color::TRANSPARENT, Color::rgba(1, 2, 3, 4)));
    assert_eq!(numbers(b"13 7\n40\n0.25,x"), [13.0, 7.0, 40.0, 0.25]);
}
