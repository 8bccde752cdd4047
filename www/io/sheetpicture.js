/**
 * The picture of a sprite sheet, taken out of its archive to be shown.
 *
 * The archive is one that Undoodle has just written itself: no stranger's file comes here.
 */

/** What the description of each file in an archive begins with, and how long it is without its name and more. */
const [ENTRY, ENTRY_LENGTH] = [0x02014b50, 46];
/** What the archive's end begins with, and how long it is. */
const [END, END_LENGTH] = [0x06054b50, 22];
/** How long the head of a file is without its name and more. */
const HEAD_LENGTH = 30;

/**
 * Returns the first PNG in an archive.
 * @param {Uint8Array<ArrayBuffer>} archive
 * @returns {Promise<Uint8Array<ArrayBuffer> | undefined>}
 */
export async function pictureIn(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) return undefined;
  let at = view.getUint32(end + 16, true);
  while (view.getUint32(at, true) === ENTRY) {
    const [packed, name, more, note] = [view.getUint16(at + 10, true), ...[28, 30, 32].map((offset) => view.getUint16(at + offset, true))];
    const [length, head] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const letters = String.fromCharCode(...archive.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + name));
    if (letters.endsWith(".png")) {
      const start = head + HEAD_LENGTH + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      const bytes = archive.slice(start, start + length);
      if (packed === 0) return bytes;
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      return new Uint8Array(await new Response(stream).arrayBuffer());
    }
    at += ENTRY_LENGTH + name + more + note;
  }
  return undefined;
}
