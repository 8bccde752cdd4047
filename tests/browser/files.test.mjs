/** Drawings and pictures in and out: files that others made, files that are broken, work that is unsaved. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { decode } from "fast-png";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const FOLDER = fileURLToPath(new URL("../png/", import.meta.url));
const WIDTH = 35;
const HEIGHT = 37;

/** The sample that tests/png/README.md describes. @param {number} x @param {number} y @param {number} c @param {number} n */
const sample = (x, y, c, n) => (x * (c + 1) * 1999 + y * (c + 3) * 733 + x * y * 37) % n;

const hex = (/** @type {number[]} */ bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Opens a file through the page's own input. @param {Page} page @param {string} name */
async function choose(page, name) {
  await (await page.find("#file")).sendKeys(path.join(FOLDER, name));
}

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
       document.dispatchEvent(new ClipboardEvent("paste", { ...how, clipboardData: data }));
     }`,
    kind,
    name,
    bytes,
  );
}

/** @param {Page} page @param {number} width @param {number} height */
const opened = (page, width, height) =>
  page.until(`a picture of ${width}×${height}`, async () => {
    const size = await page.call("size");
    return size.width === width && size.height === height;
  });

/**
 * Waits for a downloaded file and gives its bytes.
 * @param {Page} page
 * @param {string} ending
 */
async function downloaded(page, ending) {
  const done = () => readdirSync(page.downloads).filter((name) => name.endsWith(ending));
  await page.until(`a downloaded ${ending}`, async () => done().length > 0);
  return readFileSync(path.join(page.downloads, done()[0]));
}

/** Exports by key and gives the file. @param {Page} page */
async function exported(page) {
  await page.press("e", Key.CONTROL, Key.SHIFT);
  return downloaded(page, ".png");
}

/** Saves by key in a browser that can't write files, and gives the download. @param {Page} page */
async function saved(page) {
  await page.driver.executeScript("window.showSaveFilePicker = undefined");
  await page.press("s", Key.CONTROL);
  return downloaded(page, ".undoodle");
}

/**
 * Answers the browser's dialog for saving, which WebDriver can't: with files of the origin's own file system, which
 * are written as those on the disk are. `choices` are their names, or what the dialog throws.
 * @param {Page} page
 * @param {string[]} choices
 */
async function answerPicker(page, choices) {
  await page.driver.executeScript(
    `const choices = [...arguments[0]];
     window.asked = [];
     window.showSaveFilePicker = async (options) => {
       window.asked.push(options.suggestedName);
       const choice = choices.shift();
       if (choice === "cancel") throw new DOMException("The user aborted a request.", "AbortError");
       const folder = await navigator.storage.getDirectory();
       return folder.getFileHandle(choice, { create: true });
     };`,
    choices,
  );
}

/** The bytes of a file of the origin's own file system. @param {Page} page @param {string} name */
const onDisk = async (page, name) => Buffer.from(/** @type {number[]} */ (await page.driver.executeAsyncScript(
  `const [name, done] = arguments;
   navigator.storage.getDirectory()
     .then((folder) => folder.getFileHandle(name)).then((handle) => handle.getFile()).then((file) => file.arrayBuffer())
     .then((bytes) => done([...new Uint8Array(bytes)]));`,
  name,
)));

/** Whether the browser would ask before the page is left. @param {Page} page */
const isDirty = async (page) => page.driver.executeScript("return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");

/** Hands a project file to the page's own input. @param {Page} page @param {string} name @param {Uint8Array} bytes */
async function chooseBytes(page, name, bytes) {
  const file = path.join(page.downloads, name);
  writeFileSync(file, bytes);
  await (await page.find("#file")).sendKeys(file);
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
      // Unsaved work is asked about before a file is even read.
      await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
      await page.click("#confirm-ok");
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

test("unsaved work is asked about before it is replaced, and saved work is not", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    const before = await page.pixels();
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    await page.click("#confirm-cancel");
    assert.deepEqual(await page.pixels(), before);
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    await page.click("#confirm-ok");
    await opened(page, WIDTH, HEIGHT);
    await page.drag([[3, 3], [9, 3]]);
    await saved(page);
    await choose(page, "rgb8.png");
    await page.until("the other picture", async () => (await page.pixel(0, 1)) === hex([0, 1, 2].map((c) => sample(0, 1, c, 256)).concat(255)));
  }));

test("an export says what it leaves out, and never counts as saved", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    for (const id of ["layer.add", "frame.add", "palette.add"]) await page.call("run", id);
    await page.call("preview", "edit.hue", { lightness: 50 });
    await exported(page);
    const said = await page.message("Downloading");
    assert.equal(said, "Downloading “untitled.png” with the shown frame; the PNG leaves out 1 layer, 1 frame and the palette");
    assert.equal(await isDirty(page), true);
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    await page.click("#confirm-cancel");
    for (let i = 0; i < 3; i += 1) await page.undo();
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await page.until("nothing left out", async () => (await page.text("#message")) === "Downloading “untitled.png” with the shown frame");
    assert.equal(await isDirty(page), true, "a picture is not the drawing, even if it shows all of it");
  }));

test("a saved drawing comes back with its layers, frames and names", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.call("run", "layer.add");
    await page.call("run", "layer.rename", { name: "Sky" });
    await page.call("run", "frame.add");
    await page.call("setColor", "#22884466");
    await page.drag([[20, 20], [30, 30]]);
    const file = await saved(page);
    assert.equal(await page.message("Downloading"), "Downloading “untitled.undoodle”");
    assert.equal(await isDirty(page), false);
    const told = async () => ({ layers: await page.call("layers"), frames: await page.call("frames"), colors: await page.call("palette") });
    const before = await told();
    await page.call("newDocument", { width: 1, height: 1 });
    await chooseBytes(page, "meadow.undoodle", file);
    await opened(page, 64, 64);
    assert.equal(await page.message("Opened"), "Opened “meadow.undoodle”, 64 × 64");
    assert.deepEqual(await told(), before);
    assert.equal(before.layers[1].name, "Sky");
    assert.equal(await page.call("celPixel", 0, 0, 5, 3), "#000000ff");
    assert.equal(await page.call("celPixel", 1, 1, 25, 25), "#22884466");
  }));

test("Save writes the same file again, and Save as asks for another", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await answerPicker(page, ["cancel", "first.undoodle", "second.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.until("a question", async () => (await page.driver.executeScript("return window.asked.length")) === 1);
    assert.equal(await isDirty(page), true, "nothing was chosen");
    await page.press("s", Key.CONTROL);
    assert.equal(await page.message("Saved"), "Saved “first.undoodle”");
    assert.equal(await isDirty(page), false);
    assert.equal(await page.text("#document-name .name"), "first");
    const before = await onDisk(page, "first.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    const after = await onDisk(page, "first.undoodle");
    assert.notDeepEqual(after, before);
    await page.press("s", Key.CONTROL, Key.SHIFT);
    await page.until("another name", async () => (await page.text("#document-name .name")) === "second");
    assert.deepEqual(await onDisk(page, "second.undoodle"), after);
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.undoodle", "untitled.undoodle", "first.undoodle"]);
    await page.call("newDocument", { width: 7, height: 7 });
    await answerPicker(page, ["third.undoodle"]);
    await page.press("s", Key.CONTROL);
    assert.deepEqual((await page.until("a third file", async () => (await page.text("#document-name .name")) === "third"), await onDisk(page, "second.undoodle")), after, "a new drawing has no file yet");
  }));

test("a drawing that was opened is saved to the file that it came from", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await answerPicker(page, ["mine.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.message("Saved");
    await page.call("newDocument", { width: 5, height: 5 });
    await page.driver.executeScript(
      `window.showOpenFilePicker = async () => {
         const folder = await navigator.storage.getDirectory();
         return [await folder.getFileHandle("mine.undoodle")];
       };`);
    await page.press("o", Key.CONTROL);
    await opened(page, 64, 64);
    const before = await onDisk(page, "mine.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    assert.notDeepEqual(await onDisk(page, "mine.undoodle"), before);
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.undoodle"], "it was not asked again");
  }));

test("what is painted while a file is written stays unsaved, and a file that can't be written says why", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await answerPicker(page, ["slow.undoodle"]);
    await page.driver.executeScript(
      `const write = FileSystemFileHandle.prototype.createWritable;
       FileSystemFileHandle.prototype.createWritable = function (...how) {
         return new Promise((go, stop) => { window.disk = { go: () => go(write.apply(this, how)), stop }; });
       };`);
    await page.press("s", Key.CONTROL);
    await page.until("writing", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.drag([[3, 5], [9, 5]]);
    await page.driver.executeScript("window.disk.go()");
    assert.equal(await page.message("Saved"), "Saved “slow.undoodle”");
    assert.equal(await isDirty(page), true, "a stroke is not in the file");
    await page.undo();
    assert.equal(await isDirty(page), false, "what is in the file is here again");
    await page.redo();
    const before = await onDisk(page, "slow.undoodle");
    await page.driver.executeScript("window.disk = undefined");
    await page.press("s", Key.CONTROL);
    await page.until("writing", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.driver.executeScript("window.disk.stop(new DOMException('', 'QuotaExceededError'))");
    assert.equal(await page.message("could not"), "“slow.undoodle” could not be saved: the disk is full");
    assert.equal(await isDirty(page), true);
    assert.deepEqual(await onDisk(page, "slow.undoodle"), before, "the file is as it was");
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
