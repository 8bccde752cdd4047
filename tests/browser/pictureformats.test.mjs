/** Pictures that other programs made, sprite sheets and palettes, as a person opens them. */
import assert from "node:assert/strict";
import test from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { chooseBytes, opened } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** @param {string} name @param {Buffer} data A chunk of PNG. */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of 2 × 1 pixels, red and grey, with more chunks before its pixels. @param {...Buffer} more */
function twoPixels(...more) {
  const png = new PNG({ width: 2, height: 1 });
  png.data.set([255, 0, 0, 255, 128, 128, 128, 255]);
  const bytes = PNG.sync.write(png);
  return Buffer.concat([bytes.subarray(0, 33), ...more, bytes.subarray(33)]);
}

/** The colour profile of a screen whose red is sRGB's green, and the other way round: what it does to a picture can't be overlooked. */
function swappedProfile() {
  const number = (/** @type {number} */ value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(Math.round(value * 65536));
    return bytes;
  };
  const xyz = (/** @type {number[]} */ values) => Buffer.concat([Buffer.from("XYZ \0\0\0\0", "latin1"), ...values.map(number)]);
  // A gamma of 2.2, as 8 bits before and 8 behind the point.
  const curve = Buffer.concat([Buffer.from("curv\0\0\0\0\0\0\0\x01", "latin1"), Buffer.from([2, 51, 0, 0])]);
  const [red, green, blue, white] = [[0.436, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141], [0.9642, 1, 0.8249]];
  /** @type {[string, Buffer][]} */
  const tags = [["wtpt", xyz(white)], ["rXYZ", xyz(green)], ["gXYZ", xyz(red)], ["bXYZ", xyz(blue)], ["rTRC", curve], ["gTRC", curve], ["bTRC", curve]];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02100000, 8);
  header.write("mntrRGB XYZ ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  white.forEach((value, index) => number(value).copy(header, 68 + 4 * index));
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let at = 128 + table.length;
  tags.forEach(([name, data], index) => {
    table.write(name, 4 + 12 * index, "latin1");
    table.writeUInt32BE(at, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    at += data.length;
  });
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

/** A BMP of 2 × 1 pixels of 24 bits: blue, then yellow. */
function bitmap() {
  const bytes = Buffer.alloc(62);
  bytes.write("BM", 0, "latin1");
  [[2, 62], [10, 54], [14, 40], [18, 2], [22, 1], [34, 8]].forEach(([at, value]) => bytes.writeUInt32LE(value, at));
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.set([255, 0, 0, 0, 255, 255], 54);
  return bytes;
}

test("a picture with a colour profile looks as it is meant, or keeps its numbers by choice", () =>
  visit({}, async (page) => {
    const profile = Buffer.concat([Buffer.from("swapped\0\0", "latin1"), deflateSync(swappedProfile())]);
    await chooseBytes(page, "swapped.png", twoPixels(chunk("iCCP", profile)));
    await opened(page, 2, 1);
    assert.match(await page.message("Opened"), /^Opened “swapped\.png”, 2 × 1; colours were brought to sRGB by the file's profile/);
    const [, red, green, blue] = /^#(..)(..)(..)ff$/.exec(await page.call("pixel", 0, 0)) ?? [];
    assert.ok(parseInt(red, 16) < 60 && parseInt(green, 16) > 240 && parseInt(blue, 16) < 60, `red became ${red}${green}${blue}`);
    await page.click("#message button");
    await page.until("its own numbers", async () => (await page.call("pixel", 0, 0)) === "#ff0000ff");
    assert.equal(await page.call("pixel", 1, 0), "#808080ff");
  }));

test("a picture that says its gamma is brought to sRGB, and keeps its numbers by choice", () =>
  visit({}, async (page) => {
    const linear = Buffer.alloc(4);
    linear.writeUInt32BE(100_000);
    await chooseBytes(page, "linear.png", twoPixels(chunk("gAMA", linear)));
    await opened(page, 2, 1);
    // 128 of 255 in linear light is 188 of sRGB.
    assert.deepEqual([await page.call("pixel", 0, 0), await page.call("pixel", 1, 0)], ["#ff0000ff", "#bcbcbcff"]);
    await page.click("#message button");
    await page.until("its own numbers", async () => (await page.call("pixel", 1, 0)) === "#808080ff");
  }));

test("what the browser decodes opens with its pixels, and what nobody knows with a sentence", () =>
  visit({}, async (page) => {
    await chooseBytes(page, "old.bmp", bitmap());
    await opened(page, 2, 1);
    assert.deepEqual([await page.call("pixel", 0, 0), await page.call("pixel", 1, 0)], ["#0000ffff", "#ffff00ff"]);
    await chooseBytes(page, "broken.bmp", bitmap().subarray(0, 20));
    await page.until("a refusal", async () => /BMP/.test(await page.text("#message")));
    await chooseBytes(page, "letter.txt", Buffer.from("Dear reader, this is no picture at all.\n"));
    await page.until("another refusal", async () => (await page.text("#message")).startsWith("this is not a file that Undoodle opens: expected Undoodle, PNG"));
    assert.deepEqual(await page.call("size"), { width: 2, height: 1 });
  }));

test("a palette file becomes the palette, as one step", () =>
  visit({}, async (page) => {
    const before = await page.call("palette");
    await chooseBytes(page, "tide.gpl", Buffer.from("GIMP Palette\nName: Tide\n#\n  1   2   3\n 40  50  60\n250 251 252\n"));
    await page.until("three colours", async () => (await page.call("palette")).length === 3);
    assert.deepEqual(await page.call("palette"), ["#010203ff", "#28323cff", "#fafbfcff"]);
    assert.equal(await page.message("Opened"), "Opened the palette “tide.gpl”: 3 colours");
    assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    await page.undo();
    assert.deepEqual(await page.call("palette"), before);
  }));

/** A sheet of four cells of 4 × 4 with a border of 1 pixel around and between, the last empty. */
function sheet() {
  const png = new PNG({ width: 11, height: 11 });
  [[1, 1, [255, 0, 0, 255]], [6, 1, [0, 255, 0, 255]], [1, 6, [0, 0, 255, 255]]].forEach(([x, y, color]) => {
    for (let at = 0; at < 16; at += 1) png.data.set(/** @type {number[]} */ (color), ((Number(y) + (at >> 2)) * 11 + Number(x) + (at & 3)) * 4);
  });
  return PNG.sync.write(png);
}

/** Chooses files for the form of sheets. @param {import("./page.mjs").Page} page @param {...[string, Buffer]} files */
const chooseSheet = (page, ...files) => page.driver.executeScript(`
  HTMLInputElement.prototype.click = function () {};
  undoodle.run("file.open-sheet");
  const transfer = new DataTransfer();
  for (const [name, bytes] of arguments[0]) transfer.items.add(new File([new Uint8Array(bytes)], name));
  const waiting = setInterval(() => {
    const picker = document.querySelector("#sheet-file");
    if (!picker) return;
    clearInterval(waiting);
    picker.files = transfer.files;
    picker.dispatchEvent(new Event("change"));
  });`, files.map(([name, bytes]) => [name, [...bytes]]));

test("a sprite sheet is cut by the grid that the form shows", () =>
  visit({}, async (page) => {
    await chooseSheet(page, ["walk.png", sheet()]);
    await page.until("the form", () => page.driver.executeScript("return document.querySelector('#sheet-dialog')?.open"));
    for (const [id, value] of [["width", 4], ["height", 4], ["left", 1], ["top", 1], ["across", 1], ["down", 1]]) {
      await page.driver.executeScript(`
        const field = document.querySelector("#sheet-" + arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("change", { bubbles: true }));`, id, value);
    }
    assert.equal(await page.text("#sheet-count"), "4 frames of 4 × 4");
    await page.click("#sheet-ok");
    await opened(page, 4, 4);
    assert.equal(await page.message("Opened"), "Opened “walk.png”, 3 frames of 4 × 4; 1 empty cell at the end left out");
    const colors = [];
    for (const frame of [0, 1, 2]) colors.push(await page.call("celPixel", 0, frame, 3, 3));
    assert.deepEqual(colors, ["#ff0000ff", "#00ff00ff", "#0000ffff"]);
  }));

test("a sprite sheet with its list is cut by the list, and has its tags and durations", () =>
  visit({}, async (page) => {
    const frame = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ duration) => ({
      frame: { x, y, w: 4, h: 4 }, rotated: false, trimmed: false, spriteSourceSize: { x: 0, y: 0, w: 4, h: 4 }, sourceSize: { w: 4, h: 4 }, duration,
    });
    const list = {
      frames: { "walk 0": frame(1, 1, 120), "walk 1": frame(6, 1, 80), "walk 2": frame(1, 6, 200) },
      meta: { image: "walk.png", size: { w: 11, h: 11 }, scale: "1", frameTags: [{ name: "step", from: 1, to: 2, direction: "pingpong" }] },
    };
    await chooseSheet(page, ["walk.png", sheet()], ["walk.json", Buffer.from(JSON.stringify(list))]);
    await opened(page, 4, 4);
    assert.deepEqual(await page.call("frames"), [{ duration: 120 }, { duration: 80 }, { duration: 200 }]);
    assert.deepEqual(await page.call("tags"), [{ name: "step", from: 1, to: 2, direction: "ping-pong" }]);
    assert.equal(await page.call("celPixel", 0, 1, 0, 0), "#00ff00ff");
  }));
