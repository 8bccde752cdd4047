//! PNG files made chunk by chunk, for those that no encoder would write.

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a byte adds to a checksum, bit by bit, by the table of the PNG specification's appendix D.
const ADDED: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The checksum of a chunk.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| ADDED[(crc as u8 ^ byte) as usize] ^ crc >> 8)
}

pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let checked = [kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &checked, &checksum(&checked).to_be_bytes()].concat()
}

/// A header chunk: depth and kind by PNG's numbers.
pub fn header(width: u32, height: u32, depth: u8, kind: u8, interlaced: bool) -> Vec<u8> {
    let rest = [depth, kind, 0, 0, u8::from(interlaced)];
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat())
}

pub fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    [SIGNATURE, &chunks.concat(), &chunk(b"IEND", b"")].concat()
}
