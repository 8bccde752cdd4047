/** The form that exports: what it shows is the file, what it says is so, and whoever exports paints on. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerFolder, answerPicker, chooseExport, downloaded, encodedFile, exportForm, inFolder, isDirty, onDisk } from "./disk.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Counts the workers of file formats, and holds their orders back while `held` is a list. */
const HOLDING = `
  window.workers = { begun: 0, ended: 0 };
  window.held = undefined;
  window.Worker = class extends Worker {
    constructor(address, options) { super(address, options); if (String(address).includes("converting")) { this.counted = true; workers.begun += 1; } }
    postMessage(...told) {
      if (this.counted && held) held.push(() => super.postMessage(...told));
      else super.postMessage(...told);
    }
    terminate() { if (this.counted) workers.ended += 1; this.counted = false; super.terminate(); }
  };
  window.letGo = () => { const waiting = held; held = undefined; waiting.forEach((one) => one()); };`;

/** Performs a part of a journey in which what has an address is kept: the page may not fetch it by that. @param {Page} page @param {() => Promise<void>} part */
async function keeping(page, part) {
  await page.driver.executeScript(`
    window.blobs = new Map();
    const address = window.address = URL.createObjectURL;
    URL.createObjectURL = (blob) => { const made = address.call(URL, blob); blobs.set(made, blob); return made; };`);
  await part();
  // The next journey may have the page.
  await page.driver.executeScript("URL.createObjectURL = window.address; delete window.address; delete window.blobs;");
}

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

/** Bytes of what the form shows. @param {Page} page @returns {Promise<Buffer>} */
const shown = async (page) => Buffer.from(await page.driver.executeScript(
  "return [...new Uint8Array(await blobs.get(document.querySelector('.export-shown img').src).arrayBuffer())]"));

/** Number of frames in a GIF: each begins with how it is shown. @param {Buffer} gif */
const framesOf = (gif) => gif.toString("latin1").split("\x21\xf9\x04").length - 1;

/** The file that scripts get. @param {Page} page @param {string} format @param {Record<string, string | number>} options @returns {Promise<Buffer>} */
const encoded = async (page, format, options) => Buffer.from(await page.driver.executeScript("return [...await undoodle.export(...arguments)]", format, options));

/** What a field of the form has. @param {Page} page @param {string} id @returns {Promise<string>} */
const chosen = (page, id) => page.driver.executeScript("return document.querySelector(arguments[0]).value", `#export-${id}`);

/** Waits until the form is closed, as it is when its file is written. @param {Page} page */
const closed = (page) => page.until("a closed form", () => page.driver.executeScript("return !document.querySelector('#export-dialog').open"));

/** Holds back what the form asks for from now on, and has it ask for another scale than it shows. @param {Page} page @param {number} scale */
async function scaleHeld(page, scale) {
  await page.glance(`
    held = [];
    const field = document.querySelector("#export-scale");
    field.value = ${scale};
    field.dispatchEvent(new Event("change", { bubbles: true }));`);
  await page.until("an order", () => page.glance("return held.length > 0"));
}

/** The form begins with what it shows, and offers frames; in the film, with the form for GIF open. @param {Page} page */
async function framesChosen(page) {
  const labels = await page.driver.executeScript("return [...document.querySelectorAll('#export-frames option')].map(({ textContent }) => textContent)");
  assert.deepEqual(labels, ["All 3 frames", "Frame 3", "run (1–2)", "First to last frame"]);
  assert.equal(await page.text("#export-lost"), "Leaves out the division into 2 layers and 1 tag.");
  const frames = async () => framesOf(await shown(page));
  assert.equal(await frames(), 3);
  await chooseExport(page, "frames", "shown");
  assert.equal(await frames(), 1);
  await chooseExport(page, "frames", "range");
  const range = () => page.driver.executeScript("return [...document.querySelectorAll('.export-range input')].map(({ value }) => value)");
  assert.deepEqual(await range(), ["1", "3"]);
  await chooseExport(page, "to", "1");
  assert.deepEqual(await range(), ["1", "1"]);
  await chooseExport(page, "from", "2");
  assert.deepEqual(await range(), ["2", "2"], "the beginning behind the end takes that along");
  await chooseExport(page, "from", "7");
  assert.deepEqual(await range(), ["2", "2"], "no frame is behind the last one");
  assert.equal(await page.text("#export-error"), "First frame must be a whole number from 1 to 3, not “7”");
  await chooseExport(page, "to", "3");
  await chooseExport(page, "scale", "2");
  await chooseExport(page, "background-hex", "#ffffff");
  const [size, seen] = [await encodedFile(page), await shown(page)];
  await page.click("#export-ok");
  assert.equal(await page.message("Downloading"), "Downloading “untitled.gif”; the GIF leaves out the division into 2 layers and 1 tag");
  const file = await downloaded(page, ".gif");
  assert.ok(file.equals(await encoded(page, "gif", { frames: "2-3", scale: 2, background: "#ffffffff" })));
  assert.ok(seen.equals(file), `what was shown has ${seen.length} bytes, and the file ${file.length}`);
  assert.match(size, /^64 × 64 px · /);
  assert.ok(file.length >= 1000 || size.endsWith(`· ${file.length} B`), size);
  assert.equal(await isDirty(page), true, "an export never counts as saved");
  await closed(page);
  await exportForm(page);
  assert.deepEqual([await chosen(page, "format"), await chosen(page, "frames"), await range(), await chosen(page, "scale")], ["gif", "range", ["2", "3"], "2"]);
  await chooseExport(page, "frames", "tag:run");
  assert.equal(await frames(), 2);
  await page.click("#export-ok");
  await closed(page);
  await page.call("newDocument", { width: 8, height: 8 });
  await page.call("run", "frame.add");
  await exportForm(page);
  assert.deepEqual([await chosen(page, "format"), await chosen(page, "frames"), await chosen(page, "scale")], ["gif", "all", "2"], "there is no such tag");
  assert.equal(await page.text("#export-error"), "");
  assert.match(await page.text("#export-size"), /^16 × 16 px/);
  await page.click("#export-cancel");
}

/** The form for one frame alone: what is wrong with names is said beside them. @param {Page} page */
async function namesRefused(page) {
  await page.undo();
  await exportForm(page);
  assert.equal(await page.driver.executeScript("return document.querySelector('#export-frames')"), null, "nobody chooses among one frame");
  await chooseExport(page, "format", "sheet");
  await page.set("#export-names", "{nmae}");
  await page.until("what is wrong", async () => (await page.text("#export-error")).includes("{nmae}"));
  const beside = await page.driver.executeScript(`
    const field = document.querySelector("#export-names");
    return [field.ariaInvalid, ...field.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).filter((text) => text.includes("{nmae}"))];`);
  assert.deepEqual(beside, ["true", await page.text("#export-error")]);
  assert.equal(beside[1], "Frame names must be {name}, {tag}, {layer}, {slice}, {frame}, {frame001}, {tagframe}, {index}, not “{nmae}”");
  const ready = () => page.driver.executeScript("const { cursor, opacity } = getComputedStyle(document.querySelector('#export-ok')); return [cursor, Number(opacity)]");
  assert.deepEqual(await ready(), ["default", 0.6], "a button that can't be pressed doesn't look as if");
  await page.set("#export-names", "{name}");
  await page.until("nothing is wrong", async () => (await page.text("#export-error")) === "");
  assert.deepEqual(await ready(), ["pointer", 1]);
}

/** Names of a sequence. @param {Page} page */
async function namesTold(page) {
  const said = () => page.driver.executeScript("const field = document.querySelector('#export-names'); return [field.placeholder, document.querySelector('#export-names-outcome').textContent]");
  // What each format and split calls them is told in `crates/formats/tests/formats/formats/sequence.rs`.
  await chooseExport(page, "format", "sequence");
  await chooseExport(page, "split", "layers");
  assert.deepEqual(await said(), ["{name}-{layer}-{frame0001}", "untitled-Layer 1-0001.png … untitled-Layer 2-0003.png"]);
  await chooseExport(page, "names", "x_");
  await page.click(".export-words button:nth-child(6)");
  await page.until("the number", async () => (await said())[1] === "x_001.png … x_003 (2).png");
  assert.equal(await page.driver.executeScript("return document.activeElement.id + document.activeElement.value"), "export-namesx_{frame001}");
}

test("what the form shows is the very file that it exports, of its own frames, under the names that it says before; it says what is lost, and begins with what was chosen last", () =>
  visit({}, (page) => keeping(page, async () => {
    await film(page);
    await exportForm(page);
    await namesTold(page);
    await chooseExport(page, "format", "gif");
    await framesChosen(page);
    await namesRefused(page);
    await chooseExport(page, "format", "sheet");
    await chooseExport(page, "layout", "column");
    await chooseExport(page, "padding", "1");
    assert.match(await encodedFile(page), /^\d+ × \d+ px · /);
    const picture = await shown(page);
    await page.click("#export-ok");
    const archive = await downloaded(page, ".zip");
    assert.ok(archive.includes(picture), "the picture is in the archive as it is");
  })));

/** The form is filled, and its file exported, by keys alone. @param {Page} page */
async function exportedByKeys(page) {
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
  assert.equal(framesOf(await downloaded(page, ".gif")), 2);
}

test("the form is filled, and its file exported, by keys alone; buttons and what is wrong stay in sight in small windows, while it is scrolled", needs("emulation"), () =>
  visit({}, async (page) => {
    await film(page);
    await exportedByKeys(page);
    await closed(page);
    const inSight = (/** @type {string} */ css) => page.driver.executeScript(`
      const element = document.querySelector(arguments[0]);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) => element.contains(document.elementFromPoint(x, y)));`, css);
    /** @param {string} css */
    const scrolls = (css) => page.driver.executeScript("const { scrollHeight, clientHeight } = document.querySelector(arguments[0]); return scrollHeight > clientHeight", css);
    await on(page, { width: 800, height: 600 }, async () => {
      await exportForm(page);
      await chooseExport(page, "format", "sheet");
      await page.click("#export-form summary");
      await page.set("#export-file", "{nmae}");
      await page.until("what is wrong", async () => (await page.text("#export-error")).endsWith("not “{nmae}”"));
      for (const end of ["0", "1e6"]) {
        await page.driver.executeScript(`document.querySelector(".export-options").scrollTop = ${end}`);
        for (const css of ["#export-ok", "#export-cancel", "#export-error"]) assert.equal(await inSight(css), true, `${css} at ${end}`);
      }
      assert.equal(await scrolls(".export-options"), true);
      await page.press(Key.ESCAPE);
    });
    // So in all others; the sheet of keys is drawn when it is asked for, and has most in it when it says something.
    await page.call("run", "help.keys");
    await page.until("the sheet of keys", () => page.driver.executeScript("return document.querySelector('#keys-done') !== null"));
    await page.driver.executeScript("document.querySelector('#keys-said').append('The keys of “a file with a long name.json” are now in use.')");
    await page.click("#keys-done");
    await page.drawDialogs();
    await on(page, { width: 800, height: 220 }, async () => {
      const ids = await page.driver.executeScript("return [...document.querySelectorAll('dialog:not(#export-dialog)')].filter((one) => one.querySelector('.choices button')).map(({ id }) => id)");
      for (const id of ids) {
        await page.driver.executeScript("document.getElementById(arguments[0]).showModal()", id);
        assert.equal(await inSight(`#${id} .choices button:last-of-type`), true, id);
        await page.driver.executeScript("document.getElementById(arguments[0]).close()", id);
      }
      assert.ok(ids.length > 6 && ["keys-dialog", "hands-dialog", "language-dialog"].every((id) => ids.includes(id)), ids.join());
    });
  }));

/** Opens the form by its key. @param {Page} page */
async function open(page) {
  await page.press("e", Key.CONTROL, Key.SHIFT);
  await encodedFile(page);
}

/** What is painted while a film is encoded, and forms that are closed meanwhile; in the film. @param {Page} page */
async function paintedMeanwhile(page) {
  await page.driver.executeScript("Object.assign(workers, { begun: 0, ended: 0 })");
  const workers = () => page.driver.executeScript("return workers");
  const before = await encoded(page, "gif", {});
  await page.glance("held = []; window.made = undefined; void undoodle.export('gif').then((bytes) => { window.made = [...bytes]; })");
  await page.until("its worker", () => page.glance("return held.length > 0"));
  await page.drag([[1, 2], [9, 2]]);
  assert.equal(await page.pixel(9, 2), "#2040d0ff");
  assert.equal(await page.driver.executeScript("return window.made === undefined"), true, "it is still being encoded");
  await page.driver.executeScript("letGo()");
  await page.until("the file", () => page.driver.executeScript("return window.made !== undefined"));
  assert.ok(before.equals(Buffer.from(await page.driver.executeScript("return window.made"))));
  assert.ok(!before.equals(await encoded(page, "gif", {})), "the stroke is in the next one");
  assert.deepEqual(await workers(), { begun: 3, ended: 3 });
  await exportForm(page);
  await page.press(Key.ESCAPE);
  await page.until("no worker", async () => JSON.stringify(await workers()) === '{"begun":4,"ended":4}');
  // Also in the midst of its work; whoever has pressed Export, too, gets no file and no failure.
  await exportForm(page);
  await scaleHeld(page, 16);
  await page.click("#export-ok");
  await page.press(Key.ESCAPE);
  await page.until("no worker", () => page.driver.executeScript("return workers.begun === workers.ended"));
  assert.equal(await page.driver.executeScript("return document.querySelector('#export-dialog').open"), false);
  assert.doesNotMatch(await page.text("#message"), /export|Download/);
}

/** Files that were asked for are written once, and in their own format. @param {Page} page */
async function askedOnce(page) {
  const asked = (/** @type {number} */ times) => page.until(`${times} questions`, () => page.glance(`return window.asked.length === ${times}`));
  await open(page);
  await chooseExport(page, "format", "gif");
  await scaleHeld(page, 3);
  await page.click("#export-ok");
  await asked(1);
  await page.glance("document.querySelector('#export-form').requestSubmit()");
  // Another format is chosen while the first one's file waits to be encoded: Export is pressed for that one, though the first is not given up yet.
  await page.glance(`
    const field = document.querySelector("#export-format");
    field.value = "png";
    field.dispatchEvent(new Event("change", { bubbles: true }));
    document.querySelector("#export-form").requestSubmit();
    letGo();`);
  assert.equal(await page.message("Exported"), "Exported “x.png”; the PNG leaves out the division into 2 layers, 2 other frames and 1 tag");
  assert.equal((await onDisk(page, "x.png")).toString("latin1", 1, 4), "PNG");
  await asked(2);
  await open(page);
  await scaleHeld(page, 5);
  await page.click("#export-ok");
  await asked(3);
  await page.press(Key.ESCAPE);
  await page.glance("letGo()");
  await closed(page);
  assert.doesNotMatch(await page.text("#message"), /could not/, "whoever has closed it knows");
}

test("a file is asked for once, is written in the format that it was chosen for, and Export again writes it again; painting goes on while a film is encoded, and the file is of the state at its beginning", needs("storage manager"), () =>
  visit({ before: HOLDING }, async (page) => {
    await film(page);
    await answerPicker(page, ["x.gif", "x.png", "y.png", "film.gif"]);
    await askedOnce(page);
    await open(page);
    await chooseExport(page, "format", "gif");
    await chooseExport(page, "scale", "2");
    await page.click("#export-ok");
    await page.message("Exported “film.gif”");
    const first = await onDisk(page, "film.gif");
    await page.drag([[1, 1], [30, 1]]);
    await page.press("x", Key.CONTROL, Key.SHIFT);
    const expected = await encoded(page, "gif", { scale: 2 });
    assert.ok(!expected.equals(first));
    await page.until("the new file", async () => (await onDisk(page, "film.gif")).equals(expected));
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.gif", "untitled.png", "untitled.png", "untitled.gif"]);
    assert.deepEqual([(await onDisk(page, "x.gif")).length, (await onDisk(page, "y.png")).length], [0, 0], "nothing was ever written there");
    await paintedMeanwhile(page);
  }));

test("a sheet is two files in a folder, called as the drawing is, and again the same two", needs("storage manager"), () =>
  visit({}, async (page) => {
    await film(page);
    await page.driver.executeScript("await undoodle.open(undoodle.encode('undoodle'), 'hero.undoodle')");
    await answerFolder(page, "game");
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await chooseExport(page, "format", "sheet");
    await chooseExport(page, "names", "{tag}_{frame01}");
    await page.click("#export-ok");
    await page.message("Exported “hero.json” and “hero.png” to the folder “game”");
    await closed(page);
    const first = await inFolder(page, "game");
    assert.deepEqual([...first.keys()], ["hero.json", "hero.png"]);
    const { frames, meta } = JSON.parse(String(first.get("hero.json")));
    assert.deepEqual([Object.keys(frames), meta.image], [["run_01", "run_02", "_03"], "hero.png"]);
    await page.drag([[1, 1], [30, 1]]);
    await page.press("x", Key.CONTROL, Key.SHIFT);
    await page.until("the new picture", async () => !(await inFolder(page, "game")).get("hero.png")?.equals(/** @type {Buffer} */ (first.get("hero.png"))));
    assert.equal(await page.driver.executeScript("return window.folders"), 1, "nobody is asked again");
    // Another program's file of that name is not replaced without a question, and the other one not without it.
    await page.driver.executeScript(`
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("game");
      const writing = await (await folder.getFileHandle("hero.json")).createWritable();
      await writing.write("{}");
      await writing.close();`);
    const before = await inFolder(page, "game");
    await page.press("x", Key.CONTROL, Key.SHIFT);
    await page.until("a question", () => page.driver.executeScript("return document.querySelector('#overwrite-dialog')?.open"));
    assert.equal(await page.text("#overwrite-title"), "“hero.json” is already in the folder “game”");
    await page.click("#overwrite-cancel");
    assert.deepEqual(await inFolder(page, "game"), before);
    await page.press("x", Key.CONTROL, Key.SHIFT);
    await page.until("a question", () => page.driver.executeScript("return document.querySelector('#overwrite-dialog')?.open"));
    await page.click("#overwrite-write");
    await page.message("Exported “hero.json” and “hero.png” to the folder “game”");
    assert.notEqual(String((await inFolder(page, "game")).get("hero.json")), "{}");
  }));
