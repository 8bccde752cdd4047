//! What a GIF says beside its pictures: comments, captions, and blocks that programs have added.
//!
//! The crate that unpacks pictures passes over these blocks. So a file is walked once more, from block to block; nothing is copied,
//! whatever lengths it claims, and where the file ends or makes no sense the walk does.
//!
//! ```
//! use undoodle_formats as formats;
//! let file = b"GIF89a\x01\0\x01\0\x80\0\0\x12\x34\x56\0\0\0!\xfe\x02Hi\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
//! assert_eq!(formats::open(file)?.1.notes(), "without its comment");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::extras::Extras;

/// What applications call blocks that say how often a file is played, which is read.
const LOOPS: [&[u8]; 2] = [b"NETSCAPE2.0", b"ANIMEXTS1.0"];

/// Takes some bytes from the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

/// Takes a chain of blocks, and returns the first one.
fn chain<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut first = None;
    loop {
        let length = *take(rest, 1)?.first()?;
        let block = take(rest, length.into())?;
        if length == 0 {
            return Some(first.unwrap_or_default());
        }
        first.get_or_insert(block);
    }
}

/// Passes over a palette, if flags say that there is one.
fn pass_palette(rest: &mut &[u8], flags: u8) -> Option<()> {
    if flags & 0x80 != 0 {
        take(rest, 3 << ((flags & 7) + 1))?;
    }
    Some(())
}

/// Walks a file as far as it is whole.
fn walk(mut rest: &[u8], extras: &mut Extras) -> Option<()> {
    let flags = *take(&mut rest, 13)?.get(10)?;
    pass_palette(&mut rest, flags)?;
    loop {
        match take(&mut rest, 1)? {
            b"!" => {
                let label = *take(&mut rest, 1)?.first()?;
                let first = chain(&mut rest)?;
                match label {
                    0xfe => extras.comments += u32::from(!first.is_empty()),
                    0x01 => extras.captions += 1,
                    0xff if first == b"XMP DataXMP" => extras.texts += 1,
                    0xff if !LOOPS.contains(&first) => extras.parts += 1,
                    _ => {}
                }
            }
            b"," => {
                let flags = *take(&mut rest, 9)?.get(8)?;
                pass_palette(&mut rest, flags)?;
                take(&mut rest, 1)?;
                chain(&mut rest)?;
            }
            _ => return None,
        }
    }
}

/// Returns what a file says beside its pictures, as far as it is whole.
pub(super) fn extras(file: &[u8]) -> Extras {
    let mut extras = Extras::default();
    let _ = walk(file, &mut extras);
    extras
}
