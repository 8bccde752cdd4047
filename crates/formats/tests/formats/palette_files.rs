//! Palette files as other programs write them, files that every format has written, and files made to do harm.

use fastrand::Rng;
use undoodle_formats::color::{Color, PRESETS};
use undoodle_formats::document::{Document, MAX_COLORS, MAX_NAME};
use undoodle_formats::palettes::{self, PALETTES, ReadPalette};

/// The four shades that all files below have.
const SHADES: [u32; 4] = [0x0f380f, 0x306230, 0x8bac0f, 0x9bbc0f];

fn shades() -> Vec<Color> {
    SHADES.iter().map(|rgb| Color { bytes: (rgb << 8 | 0xff).to_be_bytes() }).collect()
}

/// A file as one program writes it: the format it must be told as, the palette's name, and what isn't kept.
struct Theirs {
    bytes: Vec<u8>,
    id: &'static str,
    name: Option<&'static str>,
    notes: &'static [&'static str],
}

fn theirs(id: &'static str, bytes: impl Into<Vec<u8>>) -> Theirs {
    Theirs { bytes: bytes.into(), id, name: None, notes: &[] }
}

/// Returns a swatch of Adobe's with a name and three parts.
fn swatch(name: &str, rgb: u32) -> Vec<u8> {
    let units: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_be_bytes).collect();
    let parts =
        rgb.to_be_bytes()[1..].iter().flat_map(|part| (f32::from(*part) / 255.0).to_be_bytes()).collect();
    let block =
        [((units.len() / 2) as u16).to_be_bytes().to_vec(), units, b"RGB ".to_vec(), parts, vec![0, 0]]
            .concat();
    [vec![0, 1], (block.len() as u32).to_be_bytes().to_vec(), block].concat()
}

fn files() -> Vec<Theirs> {
    let names = &["the names of 4 colours were left out"];
    // GIMP before it wrote UTF-8, on a Mac of its time.
    let gimp = b"GIMP Palette\rName: Gr\xfcn\rColumns: 2\r#\r 15  56  15\tdark\r 48  98  48\tless dark\r\
        139 172  15\tless light\r155 188  15\tlight\r";
    let lospec = "GIMP Palette\n#Palette Name: Four shades\n#Description: \n#Colors: 4\n15\t56\t15\t0f380f\n\
        48\t98\t48\t306230\n139\t172\t15\t8bac0f\n155\t188\t15\t9bbc0f\n";
    let aseprite = "GIMP Palette\nChannels: RGBA\n#\n 15  56  15 255 Untitled\n 48  98  48 255 Untitled\n\
        139 172  15 255 Untitled\n155 188  15 255 Untitled\n";
    let jasc = "JASC-PAL\r\n0100\r\n4\r\n15 56 15\r\n48 98 48\r\n139 172 15\r\n155 188 15\r\n";
    let paint_net = "\u{feff};paint.net Palette File\r\n;Palette Name: Four shades\r\n;Colors: 4\r\n\
        FF0f380f\r\nFF306230\r\n\r\nFF8bac0f ; less light\r\nFF9bbc0f\r\n";
    let windows = b"RIFF\x20\0\0\0PAL data\x14\0\0\0\0\x03\x04\0\x0f\x38\x0f\0\x30\x62\x30\0\x8b\xac\x0f\0\x9b\xbc\x0f\0";
    let mut table: Vec<u8> = SHADES.iter().flat_map(|rgb| rgb.to_be_bytes()[1..].to_vec()).collect();
    table.resize(768, 0);
    let photoshop = [&table[..], &[0, 4, 255, 255]].concat();
    let aseprite_table = [&table[..], &[0, 4, 0, 0]].concat();
    let swatches = SHADES.iter().flat_map(|rgb| swatch("Moss", *rgb)).collect();
    let illustrator = [b"ASEF\0\x01\0\0\0\0\0\x04".to_vec(), swatches].concat();
    vec![
        Theirs { name: Some("Gr\u{fffd}n"), notes: names, ..theirs("gpl", gimp) },
        Theirs { name: Some("Four shades"), ..theirs("gpl", lospec) },
        theirs("gpl", aseprite),
        theirs("jasc-pal", jasc),
        theirs(
            "jasc-pal",
            jasc.replace("\r\n", " 255 \n")
                .replace("PAL 255", "PAL")
                .replace("100 255", "100")
                .replace("\n4 255", "\n4"),
        ),
        Theirs { name: Some("Four shades"), ..theirs("paint-net", paint_net) },
        theirs("riff-pal", windows),
        theirs("act", photoshop),
        Theirs {
            notes: &["that the first colour is transparent was left out"],
            ..theirs("act", aseprite_table)
        },
        Theirs { notes: names, ..theirs("adobe-ase", illustrator) },
        theirs("hex", "0f380f\n306230\n8bac0f\n9bbc0f"),
        theirs("hex", "#0F380F\r#306230\r#8BAC0F\r#9BBC0F\r"),
    ]
}

#[test]
fn files_of_other_programs_are_told_and_read() {
    for (i, file) in files().into_iter().enumerate() {
        let (format, palette) = palettes::open(&file.bytes).unwrap_or_else(|error| panic!("{i}: {error}"));
        assert_eq!((i, format.id), (i, file.id));
        assert_eq!(palette.notes, file.notes, "{i}, {}", format.id);
        let (colors, name) = (shades(), file.name.map(str::to_owned));
        let expected = ReadPalette { colors, name, notes: palette.notes.clone() };
        assert_eq!(palette, expected, "{i}, {}", format.id);
    }
}

/// Returns palettes of all sizes: those that ship with the program, and random ones with and without alpha.
fn samples() -> Vec<Vec<Color>> {
    let mut rng = Rng::with_seed(7);
    let mut color = |opaque: bool| Color {
        bytes: [rng.u8(..), rng.u8(..), rng.u8(..), if opaque { 255 } else { rng.u8(..) }],
    };
    let mut samples: Vec<Vec<Color>> = PRESETS.iter().map(|preset| preset.colors()).collect();
    for count in [1, 2, 3, 96, 97, 255, 256] {
        samples.push((0..count).map(|_| color(true)).collect());
        samples.push((0..count).map(|_| color(false)).collect());
        // Each of these has one colour that a table can mark.
        samples.push((0..count).map(|i| if i == 1 { Color::TRANSPARENT } else { color(true) }).collect());
    }
    samples
}

#[test]
fn what_is_written_is_read_again_less_what_the_format_says_it_loses() {
    for colors in samples() {
        for format in PALETTES {
            let bytes = (format.write)(&colors, "Four: shades");
            let (told, again) = palettes::open(&bytes).unwrap();
            assert_eq!(told.id, format.id);
            assert!(matches!(again.name.as_deref(), None | Some("Four: shades")), "{}", format.id);
            if (format.loses)(&colors).is_empty() {
                assert_eq!((&again.colors, again.notes.len()), (&colors, 0), "{}", format.id);
            } else {
                // No format loses anything but alpha, and one colour of a table may keep it.
                let opaque =
                    |color: &Color| Color { bytes: [color.bytes[0], color.bytes[1], color.bytes[2], 255] };
                let same = again.colors.iter().zip(&colors).all(|(a, b)| a == b || *a == opaque(b));
                assert!(same && again.colors.len() == colors.len(), "{}", format.id);
            }
        }
    }
}

/// Changes a file in ways that harm: flips, cuts, lengths at their extremes, parts that come twice.
fn harm(rng: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..rng.u32(1..4) {
        let at = rng.usize(..bytes.len().max(1));
        match rng.u32(..6) {
            0 => bytes.truncate(at),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.u32(..8)),
            2 => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 0xff),
            3 => bytes.iter_mut().skip(at).take(2).for_each(|byte| *byte = 0),
            4 => {
                let part = bytes[at.min(bytes.len())..].to_vec();
                bytes.extend(part);
            }
            _ => bytes.iter_mut().skip(at).take(3).for_each(|byte| *byte = b" 9#\n;-"[rng.usize(..6)]),
        }
    }
}

#[test]
fn harmed_files_are_palettes_or_are_refused_in_a_sentence() {
    let mut rng = Rng::with_seed(41);
    let mut originals: Vec<_> = files().into_iter().map(|file| file.bytes).collect();
    let mixed: Vec<_> = samples().into_iter().filter(|colors| colors.len() < 100).collect();
    originals
        .extend(mixed.iter().flat_map(|colors| PALETTES.iter().map(|format| (format.write)(colors, "Quay"))));
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = originals[rng.usize(..originals.len())].clone();
        harm(&mut rng, &mut bytes);
        // Every reader gets the bytes, not only the one that they seem to be for.
        for format in PALETTES {
            match (format.read)(&bytes) {
                Ok(palette) => {
                    read += 1;
                    assert!((1..=MAX_COLORS as usize).contains(&palette.colors.len()));
                    assert!(palette.name.is_none_or(|name| (1..=MAX_NAME).contains(&name.len())));
                }
                Err(error) => {
                    refused += 1;
                    let said = error.to_string();
                    assert!(
                        said.contains(format.label) && said.len() < 120 && !said.contains('\n'),
                        "{said}"
                    );
                }
            }
        }
        if let Ok((_, palette)) = palettes::open(&bytes) {
            let mut document = Document::new(1, 1).unwrap();
            document.begin(1).unwrap();
            document.set_palette(&palette.colors).unwrap();
            assert!(document.cancel());
            document.validate().unwrap();
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused: both are tried");
}

#[test]
fn the_largest_files_are_cut_to_what_a_palette_holds() {
    let lines = "010203\n".repeat(palettes::MAX_PALETTE_FILE / 7);
    let (_, palette) = palettes::open(lines.as_bytes()).unwrap();
    let past = palettes::MAX_PALETTE_FILE / 7 - 256;
    assert_eq!(palette.colors.len(), 256);
    assert_eq!(palette.notes, [format!("{past} colours past 256 were left out")]);
    let said = palettes::open((lines + "010203\n").as_bytes()).unwrap_err().to_string();
    assert_eq!(said, "palette file may take at most 1 MB, not 1.1 MB");
}
