/**
 * The files in an archive, to be shown, or to be written into a folder.
 *
 * The archive is one that Undoodle has just written itself: no stranger's file comes here.
 *
 * @typedef {{name: string, bytes: Uint8Array<ArrayBuffer>}} Unpacked
 */

/** What the description of each file in an archive begins with, and how long it is without its name and more. */
const [ENTRY, ENTRY_LENGTH] = [0x02014b50, 46];
/** What the archive's end begins with, and how long it is. */
const [END, END_LENGTH] = [0x06054b50, 22];
/** How long the head of a file is without its name and more. */
const HEAD_LENGTH = 30;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {number} packed How it is packed: 0 for not at all, else by Deflate. */
async function inflated(bytes, packed) {
  if (packed === 0) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Returns the files in an archive, in its order.
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {(name: string) => boolean} [wanted] Leaves out files by their names.
 * @returns {Promise<Unpacked[]>}
 */
export async function filesIn(archive, wanted = () => true) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) return [];
  let at = view.getUint32(end + 16, true);
  const found = [];
  while (view.getUint32(at, true) === ENTRY) {
    const [packed, letters, more, note] = [10, 28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [length, head] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(archive.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + letters));
    if (wanted(name)) {
      const start = head + HEAD_LENGTH + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      found.push({ name, bytes: await inflated(archive.slice(start, start + length), packed) });
    }
    at += ENTRY_LENGTH + letters + more + note;
  }
  return found;
}

/** Returns the first picture in an archive. @param {Uint8Array<ArrayBuffer>} archive @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} */
export async function pictureIn(archive) {
  const [picture] = await filesIn(archive, (name) => name.endsWith(".png"));
  return picture?.bytes;
}
