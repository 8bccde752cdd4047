/** Photoshop's files: written by ag-psd, read by the page's module; and files made to do harm. */
import assert from "node:assert/strict";
import test from "node:test";
import { initializeCanvas, writePsdUint8Array } from "ag-psd";
import { isPsd, readPsd as decoded } from "../../www/io/photoshop.js";
import { sentence } from "../../www/messages.js";

/** @typedef {import("ag-psd").Layer} Layer */
/** @typedef {import("ag-psd").Psd} Psd */

/** @param {number} width @param {number} height @param {number[]} color */
function plain(width, height, color) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < data.length; at += 4) data.set(color, at);
  return { width, height, data };
}

const RED = [255, 0, 0, 255];
const GLASS = [0, 40, 200, 90];

/** A layer of one colour. @param {string} name @param {[number, number, number, number]} box x, y, width, height @param {number[]} color @param {Partial<Layer>} more @returns {Layer} */
function layer(name, [left, top, width, height], color, more = {}) {
  return { name, left, top, imageData: plain(width, height, color), ...more };
}

/** Encodes a file. @param {Partial<Psd>} psd @param {import("ag-psd").WriteOptions} [options] */
function written(psd, options) {
  initializeCanvas(() => { throw new Error("no canvas"); }, (width, height) => /** @type {ImageData} */ (/** @type {unknown} */ (plain(width, height, [0, 0, 0, 0]))));
  return writePsdUint8Array({ width: 8, height: 6, imageData: plain(8, 6, RED), ...psd }, options).slice();
}

/** Reads a file, with its notes in English. @param {Uint8Array} bytes */
async function readPsd(bytes) {
  const read = await decoded(bytes);
  return { ...read, notes: read.notes.map((note) => sentence(note)) };
}

/** @param {import("../../www/io/photoshop.js").ReadLayer} layer @param {number} x @param {number} y */
const pixel = (layer, x, y) => [...layer.pixels.subarray(4 * (y * layer.width + x), 4 * (y * layer.width + x) + 4)];

test("layers keep their order, places, pixels and properties", async () => {
  const bytes = written({
    children: [
      layer("Ground", [0, 4, 8, 2], RED),
      layer("Glass", [1, 2, 3, 2], GLASS, { opacity: 128 / 255, blendMode: "linear dodge" }),
      layer("Hidden", [2, 2, 1, 1], RED, { hidden: true, blendMode: "color burn" }),
      { name: "Empty" },
    ],
  });
  assert.ok(isPsd(bytes));
  const { width, height, layers, groups, notes } = await readPsd(bytes);
  assert.deepEqual([width, height, groups, notes], [8, 6, [], []]);
  assert.deepEqual(layers.map(({ pixels, ...rest }) => rest), [
    { name: "Ground", opacity: 255, blend: "normal", visible: true, locked: false, alphaLocked: false, clipped: false, group: undefined, x: 0, y: 4, width: 8, height: 2 },
    { name: "Glass", opacity: 128, blend: "addition", visible: true, locked: false, alphaLocked: false, clipped: false, group: undefined, x: 1, y: 2, width: 3, height: 2 },
    { name: "Hidden", opacity: 255, blend: "color-burn", visible: false, locked: false, alphaLocked: false, clipped: false, group: undefined, x: 2, y: 2, width: 1, height: 1 },
    { name: "Empty", opacity: 255, blend: "normal", visible: true, locked: false, alphaLocked: false, clipped: false, group: undefined, x: 0, y: 0, width: 0, height: 0 },
  ]);
  assert.deepEqual(layers[1].pixels, plain(3, 2, GLASS).data, "colours are not multiplied by alpha");
});

test("groups are in groups, and those without layers left out", async () => {
  const bytes = written({
    children: [
      { name: "Nobody", children: [] },
      { name: "Cat", opened: true, hidden: true, children: [
        layer("Body", [0, 0, 2, 2], RED),
        { name: "Face", hidden: true, opacity: 0.5, children: [layer("Eyes", [0, 0, 1, 1], RED)] },
      ] },
      layer("Sky", [0, 0, 1, 1], GLASS),
    ],
  });
  const { layers, groups, notes } = await readPsd(bytes);
  assert.deepEqual(groups.map(({ name, visible, opacity, blend, parent }) => [name, visible, opacity, blend, parent]), [["Cat", false, 255, "normal", undefined], ["Face", false, 128, "normal", 0]]);
  assert.deepEqual(layers.map(({ name, group, visible }) => [name, group, visible]), [["Body", 0, true], ["Eyes", 1, true], ["Sky", undefined, true]]);
  assert.deepEqual(notes, []);
});

test("a group is blended as a whole unless it passes through", async () => {
  const group = (/** @type {import("ag-psd").BlendMode} */ blendMode, /** @type {import("ag-psd").BlendMode} */ inner) => ({ name: "G", opened: true, blendMode, children: [layer("In", [0, 0, 1, 1], RED, { blendMode: inner })] });
  const { groups, notes } = await readPsd(written({ children: [group("normal", "multiply"), group("pass through", "multiply"), group("multiply", "normal")] }));
  assert.deepEqual(groups.map(({ blend, isolated }) => [blend, isolated]), [["normal", true], ["normal", false], ["multiply", true]]);
  assert.deepEqual(notes, []);
});

test("masks become alpha, and what lies outside of the canvas is kept unless it is too far away", async () => {
  const half = plain(2, 1, [128, 128, 128, 255]);
  const bytes = written({
    children: [
      layer("Masked", [1, 1, 4, 2], GLASS, { mask: { left: 2, top: 1, right: 4, bottom: 2, defaultColor: 0, imageData: half } }),
      layer("Wide", [-2, -1, 20, 4], RED),
      layer("Beside", [30, 0, 2, 2], RED),
      layer("Gone", [-9000, 0, 2, 2], RED),
    ],
  });
  const { layers: [masked, wide, beside, gone], notes } = await readPsd(bytes);
  // 90 × 128 ÷ 255 is 45.2.
  assert.deepEqual([0, 1, 2, 3].map((x) => pixel(masked, x, 0)[3]), [0, 45, 45, 0]);
  assert.deepEqual(pixel(masked, 1, 1), [0, 40, 200, 0]);
  assert.deepEqual([wide.x, wide.y, wide.width, wide.height], [-2, -1, 20, 4]);
  assert.deepEqual([beside.x, beside.width, gone.width], [30, 2, 0]);
  assert.deepEqual(wide.pixels, plain(20, 4, RED).data);
  assert.deepEqual(notes, ["the masks of 1 layer applied to their pixels", "pixels too far outside the canvas on 1 layer left out"]);
});

test("what has no counterpart is told", async () => {
  const bytes = written({
    children: [
      layer("Word", [0, 0, 2, 1], RED, { text: { text: "hi" }, blendMode: "dissolve" }),
      layer("Glow", [0, 0, 2, 1], RED, { blendMode: "pin light", effects: { innerGlow: { enabled: true } } }),
      { name: "Darker", adjustment: { type: "brightness/contrast", brightness: -20, contrast: 0 } },
      { name: "Fill", vectorFill: { type: "color", color: { r: 1, g: 2, b: 3 } } },
    ],
  });
  const { layers, notes } = await readPsd(bytes);
  assert.deepEqual(layers.map(({ name }) => name), ["Word", "Glow"]);
  assert.deepEqual(notes, [
    "adjustment layers left out: 1", "fill layers left out: 1", "the effects of 1 layer left out",
    "the blend mode of 2 layers became normal: dissolve, pin light", "text layers converted to pixels: 1",
  ]);
});

test("layers stay clipped to a layer, and no longer to a group or to what is left out", async () => {
  const clip = { clipping: true };
  const bytes = written({
    children: [
      layer("Lowest", [0, 0, 1, 1], RED, clip),
      layer("Base", [0, 0, 2, 1], RED),
      { name: "Darker", adjustment: { type: "brightness/contrast", brightness: -20, contrast: 0 }, clipping: true },
      layer("Shade", [0, 0, 2, 1], GLASS, clip),
      layer("Light", [0, 0, 2, 1], GLASS, clip),
      { name: "Group", opened: true, children: [layer("In", [0, 0, 1, 1], RED, clip), layer("Other", [0, 0, 1, 1], RED), layer("On other", [0, 0, 1, 1], RED, clip)] },
      layer("On group", [0, 0, 1, 1], RED, clip),
      { name: "Fill", vectorFill: { type: "color", color: { r: 1, g: 2, b: 3 } } },
      layer("On fill", [0, 0, 1, 1], RED, clip),
      layer("Top", [0, 0, 1, 1], RED, { blendClippendElements: false }),
    ],
  });
  const { layers, notes } = await readPsd(bytes);
  assert.deepEqual(layers.filter(({ clipped }) => clipped).map(({ name }) => name), ["Shade", "Light", "On other"]);
  assert.deepEqual(notes, [
    "adjustment layers left out: 1", "fill layers left out: 1", "4 layers no longer clipped to the layer below", "the blending options of 1 layer left out",
  ]);
});

test("locks are kept, and what else a layer, a group or the file says is told", async () => {
  const children = [
    layer("Held", [0, 0, 2, 1], RED, { protected: { composite: true }, layerColor: "red" }),
    layer("Shape", [0, 0, 2, 1], RED, { transparencyProtected: true, knockout: true }),
    layer(` ${"n".repeat(70)}`, [0, 0, 2, 1], RED, { protected: { transparency: true } }),
    { name: "Board", opened: true, artboard: { rect: { top: 0, left: 0, bottom: 6, right: 8 }, backgroundType: 1 }, children: [layer("In", [0, 0, 1, 1], RED)] },
    { name: "Clear", opened: true, artboard: { rect: { top: 0, left: 0, bottom: 6, right: 8 }, backgroundType: 3 }, children: [layer("In", [0, 0, 1, 1], RED)] },
  ];
  const guides = { guides: [{ location: 2, direction: /** @type {const} */ ("vertical") }] };
  const { layers, notes } = await readPsd(written({ children, imageResources: { gridAndGuidesInformation: guides, alphaChannelNames: ["Transparency", "Spot"] } }));
  assert.deepEqual(layers.map(({ locked, alphaLocked }) => [locked, alphaLocked]), [[true, false], [false, true], [false, true], [false, false], [false, false]]);
  assert.equal(layers[2].name, "n".repeat(64));
  assert.deepEqual(notes, [
    "artboards became groups: 2", "backgrounds of artboards left out: 1", "the blending options of 1 layer left out", "colour marks of layers and groups left out: 1",
    "names changed to fit: 1", "guides left out: 1", "channels beside red, green, blue and alpha left out: 1",
  ]);
});

/** Adds a part with a colour profile to a file. @param {Uint8Array} bytes @param {string} profile */
function withProfile(bytes, profile) {
  const length = new DataView(bytes.buffer).getUint32(30);
  const part = Buffer.concat([Buffer.from("8BIM\x04\x0f\0\0\0\0\0", "latin1"), Buffer.from([profile.length]), Buffer.from(profile, "latin1")]);
  const changed = new Uint8Array(Buffer.concat([bytes.subarray(0, 34 + length), part, bytes.subarray(34 + length)]));
  new DataView(changed.buffer).setUint32(30, length + part.length);
  return changed;
}

test("a profile of other colours than sRGB is told", async () => {
  const bytes = written({ children: [layer("A", [0, 0, 1, 1], RED)], imageResources: { gridAndGuidesInformation: { guides: [] } } });
  const notes = async (/** @type {string} */ profile) => (await readPsd(withProfile(bytes, profile))).notes;
  assert.deepEqual(await notes("desc Display P3!"), ["without its colour profile"]);
  assert.deepEqual([await notes("desc sRGB IEC6196"), await notes("s\0R\0G\0B\0"), (await readPsd(bytes)).notes], [[], [], []]);
});

test("a file whose layers have no pixels is its merged picture", async () => {
  const children = [{ name: "Curves", adjustment: { type: /** @type {const} */ ("invert") } }, { name: "Fill", vectorFill: { type: /** @type {const} */ ("color"), color: { r: 1, g: 2, b: 3 } } }];
  const { layers, notes } = await readPsd(written({ children, imageData: plain(8, 6, [9, 8, 7, 255]) }));
  assert.deepEqual([layers.length, pixel(layers[0], 3, 2)], [1, [9, 8, 7, 255]]);
  assert.deepEqual(notes, ["adjustment layers left out: 1", "fill layers left out: 1", "its merged picture was opened, as none of its layers has pixels"]);
});

/** A file without layers, as Photoshop writes a flat picture: its head, three empty sections, and planes that aren't packed. @param {number} depth @param {number[]} planes */
function flat(depth, planes) {
  const bytes = new Uint8Array(26 + 12 + 2 + planes.length);
  bytes.set(new TextEncoder().encode("8BPS"));
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [[4, 1], [12, 3], [22, depth], [24, 3]]) view.setUint16(at, value);
  view.setUint32(14, 1);
  view.setUint32(18, 2);
  bytes.set(planes, 40);
  return bytes;
}

test("a file without layers is its picture, of 8 bits or reduced to them", async () => {
  const pixels = new Uint8ClampedArray([255, 0, 7, 255, 1, 128, 9, 255]);
  const { layers: [layer8], notes } = await readPsd(flat(8, [255, 1, 0, 128, 7, 9]));
  assert.deepEqual([layer8.pixels, notes], [pixels, []]);
  const deep = await readPsd(flat(16, [255, 255, 1, 1, 0, 0, 128, 128, 7, 7, 9, 9]));
  assert.deepEqual([deep.layers[0].pixels, deep.notes], [pixels, ["colours of 16 bits reduced to 8"]]);
});

/** A file of one layer whose box says that it is of another size. @param {number} right @param {import("ag-psd").WriteOptions} options */
function forged(right, options) {
  const bytes = written({ children: [layer("Box", [0, 0, 7, 5], GLASS)] }, { ...options, trimImageData: false });
  const at = Buffer.from(bytes).indexOf(Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 7]));
  assert.ok(at > 0, "the layer's box is found");
  new DataView(bytes.buffer).setInt32(at + 12, right);
  return bytes;
}

test("sizes and lengths are checked before anything is unpacked", async () => {
  const head = (/** @type {number} */ width, /** @type {number} */ height) => {
    const bytes = written({});
    const view = new DataView(bytes.buffer);
    view.setUint32(14, height);
    view.setUint32(18, width);
    return bytes;
  };
  const refused = [
    [new Uint8Array(0), /^Photoshop file: it does not begin like one$/],
    [written({}).subarray(0, 20), /^Photoshop file: it ends too early$/],
    [head(0, 6), /^Photoshop file: its sides must be from 1 to 32768, not 0 × 6$/],
    [head(40000, 6), /^Photoshop file: its sides must be from 1 to 32768, not 40000 × 6$/],
    [head(20000, 20000), /^Photoshop file: its size must be at most 67108864 pixels, not 20000 × 20000$/],
    [forged(2, { compress: true }), /^Photoshop file: a layer unpacks to more pixels than it has$/],
    [forged(-1, {}), /^Photoshop file: Invalid layer size$/],
    [written({ children: Array.from({ length: 257 }, (_, i) => ({ name: `${i}` })) }), /^Photoshop file: it must have at most 256 layers, not 257$/],
  ];
  for (const [bytes, message] of refused) await assert.rejects(readPsd(/** @type {Uint8Array} */ (bytes)), { message });
});

test("harmed files are read or refused in a sentence", async () => {
  const children = [layer("A", [0, 0, 8, 6], GLASS), { name: "G", children: [layer("B", [2, 2, 3, 3], RED, { mask: { left: 0, top: 0, right: 2, bottom: 2, imageData: plain(2, 2, [9, 9, 9, 255]) } })] }];
  const originals = [written({ children }), written({ children }, { compress: true }), written({})];
  let seed = 7;
  const random = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let [read, refused] = [0, 0];
  for (let turn = 0; turn < 600; turn += 1) {
    let bytes = originals[random(originals.length)].slice();
    for (let times = 1 + random(3); times > 0; times -= 1) {
      const at = random(bytes.length);
      const how = random(4);
      if (how === 0) bytes = bytes.slice(0, at);
      else if (how === 1) bytes[at] ^= 1 << random(8);
      else bytes.fill(how === 2 ? 255 : 0, at, at + 4);
      if (bytes.length === 0) break;
    }
    try {
      const { width, height, layers, groups } = await readPsd(bytes);
      read += 1;
      for (const one of layers) {
        assert.equal(one.pixels.length, 4 * one.width * one.height);
        assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height);
        assert.ok(one.group === undefined || one.group < groups.length);
      }
    } catch (error) {
      refused += 1;
      assert.match(String(error), /^Error: Photoshop file: [^\n]{3,150}$/);
    }
  }
  assert.ok(read > 100 && refused > 100, `${read} read, ${refused} refused`);
});

test("a head alone is refused in words for people", async () => {
  const head = new Uint8Array(26);
  head.set(new TextEncoder().encode("8BPS"));
  const view = new DataView(head.buffer);
  view.setUint16(4, 1);
  view.setUint16(12, 3);
  view.setUint32(14, 8);
  view.setUint32(18, 8);
  view.setUint16(22, 8);
  view.setUint16(24, 3);
  await assert.rejects(readPsd(head), { message: "Photoshop file: it ends too early" });
});
