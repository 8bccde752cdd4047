/** Pictures in and out, and the form for a new drawing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { decode } from "fast-png";
import { PNG } from "pngjs";
import { FOLDER, choose, exported, opened } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const WIDTH = 35;
const HEIGHT = 37;

/** The sample that tests/png/README.md describes. @param {number} x @param {number} y @param {number} c @param {number} n */
const sample = (x, y, c, n) => (x * (c + 1) * 1999 + y * (c + 3) * 733 + x * y * 37) % n;

const hex = (/** @type {number[]} */ bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Hands a file to the page as a drop or a paste does; WebDriver has no such gestures of its own. @param {Page} page @param {"drop" | "paste"} kind @param {string} name */
async function hand(page, kind, name) {
  const bytes = [...readFileSync(path.join(FOLDER, name))];
  await page.driver.executeScript(
    `const [kind, name, bytes] = arguments;
     const data = new DataTransfer();
     data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
     const target = document.querySelector("#stage");
     const how = { bubbles: true, cancelable: true };
     if (kind === "drop") {
       for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { ...how, dataTransfer: data }));
     } else {
       // Not every browser takes files for the clipboard from a script.
       const event = new ClipboardEvent("paste", how);
       Object.defineProperty(event, "clipboardData", { value: data });
       document.dispatchEvent(event);
     }`,
    kind,
    name,
    bytes,
  );
}

test("an opened picture is painted on and exported as it is shown, by two other decoders' word", () =>
  visit({}, async (page) => {
    await choose(page, "rgba8.png");
    await opened(page, WIDTH, HEIGHT);
    await page.call("setColor", "#12345678");
    await page.drag([[2, 2], [30, 30]]);
    const shown = await page.pixels();
    assert.equal(shown[10][10], "#12345678");
    const file = await exported(page);
    for (const read of [PNG.sync.read(file), decode(file)]) {
      assert.deepEqual([read.width, read.height], [WIDTH, HEIGHT]);
      const pixel = (/** @type {number} */ x, /** @type {number} */ y) =>
        hex([...read.data.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4)].map(Number));
      shown.forEach((row, y) => row.forEach((color, x) => assert.equal(pixel(x, y), color, `${x}, ${y}`)));
    }
    await page.undo();
    assert.equal(await page.pixel(10, 10), hex([0, 1, 2, 3].map((c) => sample(10, 10, c, 256))));
    // The drawing before it is kept in the browser, so the next one is opened without a question.
    await choose(page, "rgb8.png");
    await page.until("the other picture", async () => (await page.pixel(0, 1)) === hex([0, 1, 2].map((c) => sample(0, 1, c, 256)).concat(255)));
  }));

/** A picture that is dropped is opened, one that is pasted floats in the middle, and a broken one changes nothing. @param {Page} page */
async function handed(page) {
  await page.call("newDocument", { width: 1, height: 1 });
  await hand(page, "drop", "grey8.png");
  await opened(page, WIDTH, HEIGHT);
  const color = hex([...Array(3).fill(sample(5, 6, 0, 256)), 255]);
  assert.equal(await page.pixel(5, 6), color);
  await page.call("newDocument", { width: WIDTH + 4, height: HEIGHT + 6 });
  await hand(page, "paste", "grey8.png");
  await page.until("a picture that floats", async () => (await page.call("selection"))?.floating);
  assert.equal(await page.pixel(5 + 2, 6 + 3), color);
  assert.deepEqual(await page.call("size"), { width: WIDTH + 4, height: HEIGHT + 6 });
  assert.equal(await page.steps(), 1, "pasting is one step");
  const pixels = await page.pixels();
  await choose(page, "broken/bad-crc.png");
  assert.equal(await page.message("damaged"), "this PNG file is damaged: a checksum does not match");
  assert.deepEqual([await page.pixels(), await page.steps()], [pixels, 1]);
}

test("a picture that is dropped is opened, one that is pasted floats, and a broken one changes nothing; New asks for a size and refuses absurd ones", () =>
  visit({}, async (page) => {
    await handed(page);
    await page.call("newDocument", { width: 64, height: 64 });
    const create = async (/** @type {string} */ width, /** @type {string} */ height) => {
      for (const [field, value] of [["#new-width", width], ["#new-height", height]]) await page.type(field, value);
      await page.click("#new-create");
    };
    await page.click("#new");
    for (const [width, height, said] of [["0", "5", "width must be a whole number from 1 to 32768, not 0"], ["5", "40000", "height must be a whole number from 1 to 32768, not 40000"]]) {
      await create(width, height);
      await page.until(said, async () => (await page.text("#new-error")).toLowerCase() === said);
      assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    }
    await create("300", "32768");
    await opened(page, 300, 32768);
    assert.equal((await page.call("history")).steps.length, 0);
    const stage = await page.driver.executeScript("const { left, top, width, height } = document.querySelector('#stage').getBoundingClientRect(); return { left, top, width, height }");
    for (const row of [0, 32767]) {
      const { y } = await page.client([150, row]);
      assert.ok(y >= stage.top - 1 && y <= stage.top + stage.height + 1, `row ${row} is seen at ${y} of ${JSON.stringify(stage)}`);
    }
    await page.press("4");
    // What was in the middle stays there, but so far out a device pixel shows some dozens of pixels across and
    // down, however large the window is: so the pixel to be painted is the one that is in the middle now.
    const { x, y } = await page.client([150, 16384]);
    const pixel = /** @type {[number, number]} */ ([
      150 + Math.round((stage.left + stage.width / 2 - x) / 8),
      16384 + Math.round((stage.top + stage.height / 2 - y) / 8),
    ]);
    await page.drag([pixel]);
    assert.equal(await page.pixel(...pixel), "#000000ff");
    await page.click("#new");
    await page.until("sizes to choose from", () => page.driver.executeScript("return document.querySelector('.new-sizes button') !== null"));
    const pressed = () => page.driver.executeScript("return [...document.querySelectorAll('.new-sizes [aria-pressed=true]')].map(({ textContent }) => textContent)");
    await page.click(".new-sizes button:nth-of-type(6)");
    assert.deepEqual(await pressed(), ["160 × 144"]);
    await page.type("#new-height", "1440");
    assert.deepEqual(await pressed(), []);
    await page.click(".new-sizes button:nth-of-type(2)");
    await page.press(Key.ENTER);
    await opened(page, 32, 32);
  }));
