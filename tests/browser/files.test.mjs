/** Pictures in and out: files that others made, files that are broken, work that is unsaved. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { decode } from "fast-png";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
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

test("every kind of PNG that others made opens with its pixels", () =>
  visit({}, async (page) => {
    const depth16 = (/** @type {number} */ v) => Math.round((v * 255) / 65535);
    /** @type {[string, (x: number, y: number) => number[]][]} */
    const kinds = [
      ["grey1", (x, y) => [...Array(3).fill(sample(x, y, 0, 2) * 255), 255]],
      ["grey4-interlaced", (x, y) => [...Array(3).fill(sample(x, y, 0, 16) * 17), 255]],
      ["greyalpha16", (x, y) => [...Array(3).fill(depth16(sample(x, y, 0, 65536))), depth16(sample(x, y, 1, 65536))]],
      ["rgb16-trns", (x, y) => {
        const raw = [0, 1, 2].map((c) => sample(x, y, c, 65536));
        return [...raw.map(depth16), raw.every((v, c) => v === sample(3, 2, c, 65536)) ? 0 : 255];
      }],
      ["rgba8-interlaced", (x, y) => [0, 1, 2, 3].map((c) => sample(x, y, c, 256))],
      ["palette2-trns", (x, y) => {
        const i = sample(x, y, 0, 4);
        return [(i * 83) % 256, (i * 151) % 256, (i * 211) % 256, i < 2 ? (i * 67) % 256 : 255];
      }],
    ];
    for (const [name, expected] of kinds) {
      await page.call("newDocument", { width: 1, height: 1 });
      await choose(page, `${name}.png`);
      await opened(page, WIDTH, HEIGHT);
      const pixels = await page.pixels();
      pixels.forEach((row, y) => row.forEach((color, x) => assert.equal(color, hex(expected(x, y)), `${name} at ${x}, ${y}`)));
    }
  }));

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
  }));

test("a picture that is dropped is opened, and one that is pasted floats in the middle", () =>
  visit({}, async (page) => {
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
    assert.equal((await page.call("history")).position, 1, "pasting is one step");
  }));

test("a broken file gets one sentence, and the drawing and its history stay", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.drag([[3, 5], [9, 5]]);
    await page.undo();
    // How much of it is packed changes in idle moments.
    const told = async () => ({ ...(await page.call("history")), bytes: 0, live: 0, sealed: 0 });
    const [pixels, history] = [await page.pixels(), await told()];
    const broken = readdirSync(path.join(FOLDER, "broken"));
    assert.ok(broken.length >= 9);
    for (const name of broken) {
      const before = await page.text("#message");
      await choose(page, `broken/${name}`);
      await page.until(`a sentence about ${name}`, async () => {
        const said = await page.text("#message");
        return said !== before || /PNG|it is empty|width|pixels/.test(said);
      });
      assert.match(await page.text("#message"), /PNG|it is empty|width 40000|number of pixels/, name);
      assert.deepEqual(await page.pixels(), pixels, name);
      assert.deepEqual(await told(), history, name);
    }
    await page.redo();
    assert.equal(await page.pixel(5, 5), "#000000ff");
  }));

test("a file that is opened asks nothing, since the drawing before it is kept in the browser", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await choose(page, "grey8.png");
    await opened(page, WIDTH, HEIGHT);
    await page.drag([[3, 3], [9, 3]]);
    await choose(page, "rgb8.png");
    await page.until("the other picture", async () => (await page.pixel(0, 1)) === hex([0, 1, 2].map((c) => sample(0, 1, c, 256)).concat(255)));
  }));

test("an animated PNG of 16 bits opens as its first picture and says so", () =>
  visit({}, async (page) => {
    const still = readFileSync(path.join(FOLDER, "rgb16.png"));
    // The header ends after 8 bytes of signature and 25 of its chunk.
    const control = Buffer.from([0, 0, 0, 8, ...Buffer.from("acTL"), 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]);
    const file = path.join(page.downloads, "walk.png");
    writeFileSync(file, Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]));
    await (await page.find("#file")).sendKeys(file);
    await opened(page, WIDTH, HEIGHT);
    const said = await page.message("Opened");
    assert.equal(said, "Opened “walk.png”, 35 × 37; only the first of its 12 pictures, rounded from 16 to 8 bits a channel");
  }));

test("New asks for a size and refuses absurd ones", () =>
  visit({}, async (page) => {
    const create = async (/** @type {string} */ width, /** @type {string} */ height) => {
      for (const [field, value] of [["#new-width", width], ["#new-height", height]]) {
        const input = await page.find(field);
        await input.clear();
        await input.sendKeys(value);
      }
      await page.click("#new-create");
    };
    await page.click("#new");
    for (const [width, height, said] of [["0", "5", "width 0"], ["5", "40000", "height 40000"]]) {
      await create(width, height);
      await page.until(said, async () => (await page.text("#new-error")).startsWith(`${said}: expected`));
      assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    }
    await create("300", "32768");
    await opened(page, 300, 32768);
    assert.equal((await page.call("history")).steps.length, 0);
    await page.click("#new");
    await page.until("sizes to choose from", () => page.driver.executeScript("return document.querySelector('.new-sizes button') !== null"));
    const pressed = () => page.driver.executeScript("return [...document.querySelectorAll('.new-sizes [aria-pressed=true]')].map(({ textContent }) => textContent)");
    await page.click(".new-sizes button:nth-of-type(6)");
    assert.deepEqual(await pressed(), ["160 × 144"]);
    await (await page.find("#new-height")).sendKeys("0");
    assert.deepEqual(await pressed(), []);
    await page.click(".new-sizes button:nth-of-type(2)");
    await page.click("#new-create");
    await opened(page, 32, 32);
    await page.click("#new");
    await create("300", "32768");
    await opened(page, 300, 32768);
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
  }));
