/** The form that exports: what it shows is the file, what it says is so, and whoever exports paints on. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, chooseExport, downloaded, encodedFile, exported, exportForm, onDisk, opened } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Counts the workers of file formats: those that were begun, and those that were ended. */
const COUNTING = `
  window.workers = { begun: 0, ended: 0 };
  window.Worker = class extends Worker {
    constructor(address, options) { super(address, options); if (String(address).includes("converting")) { this.counted = true; workers.begun += 1; } }
    terminate() { if (this.counted) workers.ended += 1; this.counted = false; super.terminate(); }
  };`;

/** Keeps what has an address: the page may not fetch it by that. */
const KEEPING = `
  window.blobs = new Map();
  const address = URL.createObjectURL;
  URL.createObjectURL = (blob) => { const made = address.call(URL, blob); blobs.set(made, blob); return made; };`;

/** Three frames of two layers, with a tag on the first two. @param {Page} page */
async function film(page) {
  await page.call("newDocument", { width: 32, height: 32 });
  await page.call("setColor", "#d02040");
  await page.drag([[3, 3], [20, 9]]);
  await page.call("run", "layer.add");
  await page.call("setColor", "#2040d0");
  await page.drag([[3, 20], [20, 20]]);
  for (const y of [24, 28]) {
    await page.call("run", "frame.duplicate");
    await page.drag([[3, y], [20, y]]);
  }
  await page.call("run", "frame.duration", { frame: 1, milliseconds: 250 });
  await page.call("run", "frame.tag", { name: "run", from: 0, to: 1, direction: "forward" });
}

/** What all frames show, and how long. @param {Page} page @returns {Promise<{duration: number, rows: string}[]>} */
const seen = (page) => page.driver.executeScript(`
  const { width, height } = undoodle.size();
  return undoodle.frames().map(({ duration }, frame) => {
    undoodle.run("frame.choose", { frame, how: "only" });
    return { duration, rows: Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => undoodle.pixel(x, y)).join(" ")).join("\\n") };
  });`);

/** Bytes of what the form shows. @param {Page} page @returns {Promise<Buffer>} */
const shown = async (page) => Buffer.from(await page.driver.executeScript(
  "return [...new Uint8Array(await blobs.get(document.querySelector('.export-shown img').src).arrayBuffer())]"));

/** Opens bytes as a script does, and gives what was left out. @param {Page} page @param {Uint8Array} bytes @param {string} name @returns {Promise<string>} */
const open = (page, bytes, name) => page.driver.executeScript("return undoodle.open(new Uint8Array(arguments[0]), arguments[1])", [...bytes], name);

for (const format of ["png", "apng", "gif", "webp"]) {
  test(`what the form shows is the very file that it exports: ${format}`, () =>
    visit({ before: KEEPING }, async (page) => {
      await film(page);
      await exportForm(page);
      await chooseExport(page, "format", format);
      await chooseExport(page, "scale", "3");
      const size = await encodedFile(page);
      const picture = await shown(page);
      await page.click("#export-ok");
      const file = await downloaded(page, `.${format}`);
      assert.ok(picture.equals(file), `${picture.length} and ${file.length} bytes`);
      assert.match(size, /^96 × 96 px · /);
      assert.ok(file.length >= 1000 || size.endsWith(`· ${file.length} B`), size);
      await open(page, file, `film.${format}`);
      await opened(page, 96, 96);
    }));
}

test("a sprite sheet is shown as its picture, with its layout and padding", () =>
  visit({ before: KEEPING }, async (page) => {
    await film(page);
    await exportForm(page);
    await chooseExport(page, "format", "sheet");
    for (const [layout, size] of [["row", "96 × 32"], ["column", "32 × 96"]]) {
      await chooseExport(page, "layout", layout);
      assert.match(await encodedFile(page), new RegExp(`^${size} px · `));
    }
    await chooseExport(page, "padding", "1");
    assert.match(await encodedFile(page), /^34 × 10[02] px · /);
    const picture = await shown(page);
    await page.click("#export-ok");
    const archive = await downloaded(page, ".zip");
    assert.ok(archive.includes(picture), "the picture is in the archive as it is");
  }));

test("scale, background and frames change the file: all, the shown one, a tag's, or from one to another", () =>
  visit({ before: KEEPING }, async (page) => {
    await film(page);
    const before = await seen(page);
    await exportForm(page);
    await chooseExport(page, "format", "gif");
    const labels = await page.driver.executeScript("return [...document.querySelectorAll('#export-frames option')].map(({ textContent }) => textContent)");
    assert.deepEqual(labels, ["All 3 frames", "Frame 3", "run (1–2)", "From … to …"]);
    // Each frame begins with how it is shown.
    const frames = async () => (await shown(page)).toString("latin1").split("\x21\xf9\x04").length - 1;
    assert.equal(await frames(), 3);
    await chooseExport(page, "frames", "shown");
    assert.equal(await frames(), 1);
    await chooseExport(page, "frames", "tag:run");
    assert.equal(await frames(), 2);
    await chooseExport(page, "frames", "range");
    const range = () => page.driver.executeScript("return [...document.querySelectorAll('.export-range input')].map(({ value }) => value)");
    assert.deepEqual(await range(), ["1", "3"]);
    await chooseExport(page, "from", "2");
    assert.equal(await frames(), 2);
    await chooseExport(page, "to", "1");
    assert.deepEqual(await range(), ["1", "1"], "the end before takes the beginning along");
    await chooseExport(page, "from", "7");
    assert.deepEqual(await range(), ["3", "3"], "no frame is behind the last one");
    await chooseExport(page, "from", "2");
    await chooseExport(page, "scale", "2");
    await chooseExport(page, "background-hex", "#ffffff");
    await page.click("#export-ok");
    await open(page, await downloaded(page, ".gif"), "some.gif");
    const after = await seen(page);
    assert.deepEqual(after.map(({ duration }) => duration), [250, 100]);
    const whole = before[1].rows.split("\n").map((row) => row.split(" ").flatMap((color) => {
      const on = color === "#00000000" ? "#ffffffff" : color;
      return [on, on];
    }).join(" ")).flatMap((row) => [row, row]).join("\n");
    assert.equal(after[0].rows, whole);
  }));

test("what was chosen last is chosen again, but for frames that the drawing doesn't have", () =>
  visit({}, async (page) => {
    await film(page);
    await exportForm(page);
    await chooseExport(page, "format", "gif");
    await chooseExport(page, "frames", "tag:run");
    await chooseExport(page, "scale", "4");
    await page.click("#export-ok");
    await page.message("Downloading");
    await page.call("newDocument", { width: 8, height: 8 });
    await page.call("run", "frame.add");
    await exportForm(page);
    const chosen = (/** @type {string} */ id) => page.driver.executeScript("return document.querySelector(arguments[0]).value", `#export-${id}`);
    assert.deepEqual([await chosen("format"), await chosen("frames"), await chosen("scale")], ["gif", "all", "4"]);
    assert.equal(await page.text("#export-error"), "");
    assert.match(await page.text("#export-size"), /^32 × 32 px/);
  }));

test("what is lost is said before the file is written", () =>
  visit({}, async (page) => {
    await film(page);
    await exportForm(page);
    await chooseExport(page, "format", "gif");
    assert.equal(await page.text("#export-lost"), "Leaves out the division into 2 layers and 1 tag.");
    await chooseExport(page, "format", "aseprite");
    assert.equal(await page.text("#export-lost"), "");
    await chooseExport(page, "format", "png");
    assert.equal(await page.text("#export-lost"), "Leaves out the division into 2 layers, 2 other frames and 1 tag.");
  }));

test("Export again writes the same file without a question", needs("storage manager"), () =>
  visit({}, async (page) => {
    await film(page);
    await answerPicker(page, ["film.gif", "other.gif"]);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await chooseExport(page, "format", "gif");
    await chooseExport(page, "scale", "2");
    await page.click("#export-ok");
    await page.message("Exported “film.gif”");
    const first = await onDisk(page, "film.gif");
    await page.drag([[1, 1], [30, 1]]);
    await page.press("x", Key.CONTROL, Key.SHIFT);
    await page.until("another file", async () => !(await onDisk(page, "film.gif")).equals(first));
    const expected = Buffer.from(await page.driver.executeScript("return [...await undoodle.export('gif', { scale: 2 })]"));
    await page.until("the whole file", async () => (await onDisk(page, "film.gif")).equals(expected));
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.gif"]);
  }));

test("painting goes on while a large film is encoded, and the file is of the state at its beginning", () =>
  visit({ before: COUNTING }, async (page) => {
    await page.call("newDocument", { width: 512, height: 512 });
    await page.drag([[3, 3], [200, 90]]);
    for (let frame = 1; frame < 8; frame += 1) await page.call("run", "frame.duplicate");
    const order = "undoodle.export('gif', { scale: 8 })";
    await page.driver.executeScript(`window.before = await ${order}; window.made = undefined; void ${order}.then((bytes) => { window.made = bytes; })`);
    await page.until("its worker", () => page.driver.executeScript("return workers.begun === 2"));
    await page.drag([[300, 300], [309, 300]]);
    assert.equal(await page.pixel(300, 300), "#000000ff");
    assert.equal(await page.driver.executeScript("return window.made === undefined"), true, "it is still being encoded");
    await page.until("the file", () => page.driver.executeScript("return window.made !== undefined"));
    const same = `return [window.made, await ${order}].map((bytes) => bytes.length === before.length && bytes.every((byte, at) => byte === before[at]))`;
    assert.deepEqual(await page.driver.executeScript(same), [true, false]);
    assert.deepEqual(await page.driver.executeScript("return workers"), { begun: 3, ended: 3 });
  }));

test("closing the form ends its worker, also in the midst of its work", () =>
  visit({ before: COUNTING }, async (page) => {
    const workers = () => page.driver.executeScript("return workers");
    await film(page);
    await exportForm(page);
    await page.press(Key.ESCAPE);
    await page.until("no worker", async () => JSON.stringify(await workers()) === '{"begun":1,"ended":1}');
    await page.call("newDocument", { width: 512, height: 512 });
    await page.drag([[3, 3], [200, 90]]);
    for (let frame = 1; frame < 8; frame += 1) await page.call("run", "frame.duplicate");
    await exportForm(page);
    await page.driver.executeScript(`
      for (const [id, value] of [["format", "gif"], ["scale", "16"]]) {
        const field = document.querySelector("#export-" + id);
        field.value = value;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }`);
    // Whoever has pressed Export, too, gets no file and no failure.
    await page.click("#export-ok");
    await page.press(Key.ESCAPE);
    await page.until("no worker", () => page.driver.executeScript("return workers.begun === workers.ended"));
    assert.equal(await page.driver.executeScript("return document.querySelector('#export-dialog').open"), false);
    assert.doesNotMatch(await page.text("#message"), /export|Download/);
  }));

for (const [format, name] of /** @type {const} */ ([["apng", "film.apng"], ["gif", "film.gif"], ["aseprite", "film.aseprite"], ["piskel", "film.piskel"], ["sheet", "film.zip"], ["sequence", "film.frames.zip"]])) {
  test(`a film opens again with the same pixels: ${format}`, () =>
    visit({}, async (page) => {
      await film(page);
      const before = await seen(page);
      const layers = await page.call("layers");
      const tags = await page.call("tags");
      const bytes = Buffer.from(await page.driver.executeScript("return [...await undoodle.export(arguments[0])]", format));
      await page.call("newDocument", { width: 1, height: 1 });
      assert.equal(await open(page, bytes, name), "");
      const after = await seen(page);
      assert.deepEqual(after.map(({ rows }) => rows), before.map(({ rows }) => rows));
      // Piskel has one speed for all frames, and a sequence has none.
      if (!["piskel", "sequence"].includes(format)) assert.deepEqual(after, before);
      if (format === "aseprite") assert.deepEqual(await page.call("layers"), layers);
      if (["aseprite", "sheet"].includes(format)) assert.deepEqual(await page.call("tags"), tags);
    }));
}

test("a sheet that is packed, padded and trimmed opens again with the same pixels", () =>
  visit({}, async (page) => {
    await film(page);
    const before = await seen(page);
    for (const list of ["hash", "array"]) {
      const bytes = Buffer.from(await page.driver.executeScript("return [...await undoodle.export('sheet', { layout: 'packed', padding: 3, trim: true, list: arguments[0] })]", list));
      assert.equal(await open(page, bytes, "film.zip"), "");
      assert.deepEqual(await seen(page), before, list);
    }
  }));

test("the form is filled, and its file exported, by keys alone", () =>
  visit({}, async (page) => {
    await film(page);
    await page.driver.executeScript("window.showSaveFilePicker = undefined");
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await page.driver.actions().sendKeys("GIF").perform();
    await page.until("GIF", () => page.driver.executeScript("return document.querySelector('#export-frames') !== null && document.querySelector('#export-format').value === 'gif'"));
    await page.press(Key.TAB);
    await page.press(Key.END);
    await page.press(Key.TAB);
    assert.equal(await page.driver.executeScript("return document.activeElement.ariaLabel"), "First frame");
    await page.driver.actions().sendKeys(Key.ARROW_UP).perform();
    await page.press(Key.TAB);
    assert.equal(await page.driver.executeScript("return document.activeElement.ariaLabel"), "Last frame");
    await encodedFile(page);
    await page.press(Key.ENTER);
    await open(page, await downloaded(page, ".gif"), "some.gif");
    assert.equal((await page.call("frames")).length, 2);
  }));

test("the page offers no choice among one frame", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await exportForm(page);
    await chooseExport(page, "format", "gif");
    assert.equal(await page.driver.executeScript("return document.querySelector('#export-frames')"), null);
    await page.click("#export-cancel");
    assert.match((await exported(page, ".png")).toString("latin1"), /^\x89PNG/);
  }));
