/** Pictures that other programs made, and sprite sheets, as a person opens them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { BITMAP, chooseBytes, FOLDER, opened } from "./disk.mjs";
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

test("pictures that others made look as they are meant, or keep their numbers by choice, and what is lost is said; the browser decodes others, and what nobody knows is refused", () =>
  visit({}, async (page) => {
    const profile = Buffer.concat([Buffer.from("swapped\0\0", "latin1"), deflateSync(swappedProfile())]);
    await chooseBytes(page, "swapped.png", twoPixels(chunk("iCCP", profile)));
    await opened(page, 2, 1);
    assert.match(await page.message("Opened"), /^Opened “swapped\.png”, 2 × 1; colours were converted to sRGB by the file's profile/);
    const [, red, green, blue] = /^#(..)(..)(..)ff$/.exec(await page.call("pixel", 0, 0)) ?? [];
    assert.ok(parseInt(red, 16) < 60 && parseInt(green, 16) > 240 && parseInt(blue, 16) < 60, `red became ${red}${green}${blue}`);
    await page.click("#question button");
    await page.until("its own numbers", async () => (await page.call("pixel", 0, 0)) === "#ff0000ff");
    assert.equal(await page.call("pixel", 1, 0), "#808080ff");
    assert.equal(await page.steps(), 1, "it is a step");
    await page.undo();
    assert.equal(await page.call("pixel", 0, 0), `#${red}${green}${blue}ff`, "which undo takes back");
    const linear = Buffer.alloc(4);
    linear.writeUInt32BE(100_000);
    await chooseBytes(page, "linear.png", twoPixels(chunk("gAMA", linear)));
    // 128 of 255 in linear light is 188 of sRGB.
    await page.until("a brighter grey", async () => (await page.call("pixel", 1, 0)) === "#bcbcbcff");
    assert.match(await page.message("linear"), /^Opened “linear\.png”, 2 × 1; converted to sRGB/);
    // What is asked outlives messages, and goes when it is taken, dismissed, or a step is made.
    const asks = (/** @type {boolean} */ so) => page.until(`a question: ${so}`, () => page.glance(`return (document.querySelector("#question")?.textContent === "Colours look different?Keep the file's colour values×") === ${so}`));
    await asks(true);
    await page.undo();
    await page.message("Nothing to undo");
    await asks(true);
    await page.click("#question button");
    await page.until("its own grey", async () => (await page.call("pixel", 1, 0)) === "#808080ff");
    await asks(false);
    for (const [name, answer] of /** @type {[string, () => Promise<unknown>][]} */ ([["again.png", () => page.click("#question button:last-child")], ["third.png", () => page.drag([[0, 0]])]])) {
      await chooseBytes(page, name, twoPixels(chunk("gAMA", linear)));
      await asks(true);
      await answer();
      await asks(false);
    }
    await chooseBytes(page, "note.png", twoPixels(chunk("tEXt", Buffer.from("Author\0Ann"))));
    assert.match(await page.message("note"), /^Opened “note\.png”, 2 × 1; without its text/);
    const walk = readFileSync(path.join(FOLDER, "rgb16.png"));
    // The header ends after 8 bytes of signature and 25 of its chunk.
    await chooseBytes(page, "walk.png", Buffer.concat([walk.subarray(0, 33), chunk("acTL", Buffer.from([0, 0, 0, 12, 0, 0, 0, 0])), walk.subarray(33)]));
    assert.equal(await page.message("walk"), "Opened “walk.png”, 35 × 37; only the first of its 12 pictures, rounded from 16 to 8 bits per channel; “note” stays in File ▸ Drawings…");

    await chooseBytes(page, "old.bmp", BITMAP);
    await opened(page, 2, 1);
    assert.deepEqual([await page.call("pixel", 0, 0), await page.call("pixel", 1, 0)], ["#0000ffff", "#ffff00ff"]);
    await chooseBytes(page, "broken.bmp", BITMAP.subarray(0, 20));
    await page.message("BMP file is damaged");
    await chooseBytes(page, "letter.txt", Buffer.from("Dear reader, this is no picture at all.\n"));
    assert.match(await page.message("can't open this file"), /^Undoodle can't open this file: it opens Undoodle, PNG/);
    assert.deepEqual(await page.call("size"), { width: 2, height: 1 });
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

/** Holds back what the worker of formats is asked while `held` is a list. */
const HOLDING = `
  window.held = undefined;
  window.Worker = class extends Worker {
    postMessage(...told) {
      if (held) held.push(() => super.postMessage(...told));
      else super.postMessage(...told);
    }
  };
  window.letGo = () => { const waiting = held; held = undefined; waiting.forEach((one) => one()); };`;

test("a sprite sheet is cut by the grid that the form shows, or by its list, and not if its form is closed", () =>
  visit({ before: HOLDING }, async (page) => {
    const form = () => page.until("the form", () => page.driver.executeScript("return document.querySelector('#sheet-dialog')?.open"));
    await chooseSheet(page, ["walk.png", sheet()]);
    await form();
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
    assert.equal(await page.call("celPixel", 0, 1, 3, 3), "#00ff00ff");
    // One that is closed while the worker cuts leaves the drawing as it is; a picture goes the same way behind it.
    await page.call("newDocument", { width: 16, height: 16 });
    await chooseSheet(page, ["late.png", sheet()]);
    await form();
    await page.driver.executeScript("held = []");
    await page.click("#sheet-ok");
    await page.until("an order", () => page.glance("return held.length > 0"));
    await page.press(Key.ESCAPE);
    await page.driver.executeScript("letGo()");
    await chooseBytes(page, "old.bmp", BITMAP);
    await opened(page, 2, 1);
    await page.menu("file.drawings");
    const names = () => page.driver.executeScript("return [...document.querySelectorAll('#drawings-kept .drawing-name')].map((name) => name.textContent.trim()).join()");
    await page.until("the two that were opened", async () => await names() === "old,walk");
    await page.press(Key.ESCAPE);
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
    assert.deepEqual(await page.call("tags"), [{ name: "step", from: 1, to: 2, direction: "ping-pong", color: "#000000ff", repeat: 0, text: "" }]);
  }));
