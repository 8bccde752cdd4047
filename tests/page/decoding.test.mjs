/** Pictures that a browser decodes, which a stand-in does here: what is said of them, and of those that are refused. */
import assert from "node:assert/strict";
import test from "node:test";

/** What the stand-in decodes next. @type {{width: number, height: number, alpha: number}} */
let next = { width: 2, height: 1, alpha: 255 };

class StandIn {
  static isTypeSupported = async () => true;
  tracks = { ready: Promise.resolve(), selectedTrack: { frameCount: 1 } };
  async decode() {
    const { width, height, alpha } = next;
    if (alpha < 0) throw new TypeError("The image can't be decoded");
    return { image: { displayWidth: width, displayHeight: height, close() {}, copyTo: async (/** @type {Uint8Array} */ pixels) => { pixels.fill(alpha); } } };
  }
  close() {}
}
Object.assign(globalThis, { ImageDecoder: StandIn, createImageBitmap: async () => { throw new Error("nothing to see"); } });

const { decoded } = await import("../../www/io/decoding.js");
const { foreign, formats, palettes } = await import("../../www/io/formats.js");
const { OTHERS } = await import("../../www/io/others.js");
const { sentence } = await import("../../www/messages.js");

/** Bytes that begin like a file. @param {string} begin */
const file = (begin) => new Uint8Array(Buffer.from(begin.padEnd(32, "\0"), "latin1"));

/** @param {string} begin @param {Partial<typeof next>} picture */
function read(begin, picture = {}) {
  next = { width: 2, height: 1, alpha: 255, ...picture };
  return decoded(file(begin));
}

const [BMP, JPEG, AVIF] = ["BM", "\xff\xd8\xff", "\0\0\0 ftypavif"];

test("of a picture whose colours were multiplied by their alpha it is told, of others not", async () => {
  const notes = async (/** @type {string} */ begin, /** @type {number} */ alpha) => (await read(begin, { alpha }))?.notes;
  assert.deepEqual([await notes(BMP, 255), await notes(BMP, 0), await notes(BMP, 90)], ["", "", "colours of half transparent pixels are rounded"]);
  assert.equal(await notes(AVIF, 90), "");
});

test("a refusal calls the format as people do, and says what is too large", async () => {
  for (const [begin, name] of [[BMP, "BMP"], [JPEG, "JPEG"], [AVIF, "AVIF"]]) {
    await assert.rejects(read(begin, { alpha: -1 }), { message: `this ${name} file is damaged, or this browser can't read it` });
  }
  await assert.rejects(read(BMP, { width: 40000 }), { message: "this file can't be opened: its width is 40000, and a drawing has at most 32768" });
  await assert.rejects(read(BMP, { height: 0 }), { message: "this file can't be opened: its height is 0, and a drawing has at least 1" });
  await assert.rejects(read(BMP, { width: 30000, height: 30000 }), { message: /its number of pixels is 900000000, and a drawing has at most 268435456$/ });
});

test("the sentence on a stranger's file names everything that opens", () => {
  const said = sentence(foreign());
  assert.match(said, /^Undoodle can't open this file: it opens Undoodle, PNG, .* or Photoshop$/);
  for (const { label } of [...formats.filter(({ reads }) => reads), ...OTHERS]) assert.ok(said.includes(label), label);
  assert.ok(palettes.length > 0 && said.includes("a palette"));
});
