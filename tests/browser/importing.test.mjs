/** Files that come at a bad moment, or with a bad name: what is said is so, and nothing is stuck. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { encodedFile, opened } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Lets a journey hold back what is asked of the workers of file formats, and drop files. */
const HOLDING = `
  window.held = undefined;
  window.Worker = class extends Worker {
    constructor(address, options) { super(address, options); this.converts = String(address).includes("converting"); }
    postMessage(...told) {
      if (this.converts && held) held.push(() => super.postMessage(...told));
      else super.postMessage(...told);
    }
  };
  window.letGo = () => { const waiting = held; held = undefined; waiting.forEach((one) => one()); };
  window.dropFiles = (...files) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  };`;

/** A palette of two colours. */
const PALETTE = [...Buffer.from("GIMP Palette\nName: Two\n#\n1 2 3\n4 5 6\n")];

/** A BMP of 2 × 1 pixels of 24 bits. */
const BITMAP = (() => {
  const bytes = Buffer.alloc(62);
  bytes.write("BM", 0, "latin1");
  [[2, 62], [10, 54], [14, 40], [18, 2], [22, 1], [34, 8]].forEach(([at, value]) => bytes.writeUInt32LE(value, at));
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return [...bytes];
})();

/** @param {Page} page @param {string} name @param {number[]} bytes */
const drop = (page, name, bytes) => page.driver.executeScript("dropFiles([arguments[0], arguments[1]])", name, bytes);

/** Opens bytes as a script does, and gives the refusal. @param {Page} page @param {number[]} bytes @param {string} name @returns {Promise<string>} */
const refused = (page, bytes, name) => page.driver.executeScript(
  "return undoodle.open(new Uint8Array(arguments[0]), arguments[1]).then(() => 'opened', ({ message }) => message)", bytes, name);

test("a palette that comes during a stroke is refused, not said to be open", () =>
  visit({ before: HOLDING }, async (page) => {
    const before = await page.call("palette");
    await page.drag([[3, 3], [9, 3]], { hold: true });
    const why = "the palette can't be changed now: end the stroke first";
    assert.equal(await refused(page, PALETTE, "two.gpl"), why);
    await drop(page, "two.gpl", PALETTE);
    assert.equal(await page.message("palette"), why);
    await page.release();
    assert.deepEqual(await page.call("palette"), before);
    await drop(page, "two.gpl", PALETTE);
    assert.equal(await page.message("Opened"), "Opened the palette “two.gpl”: 2 colours");
    assert.deepEqual(await page.call("palette"), ["#010203ff", "#040506ff"]);
  }));

test("reading is stopped while the browser decodes, and the next file opens", () =>
  visit({ before: HOLDING }, async (page) => {
    await page.driver.executeScript(`
      const { decode } = ImageDecoder.prototype;
      ImageDecoder.prototype.decode = async function (how) {
        ImageDecoder.prototype.decode = decode;
        await new Promise((resolve) => { window.goOn = resolve; });
        return decode.call(this, how);
      };`);
    await drop(page, "slow.bmp", BITMAP);
    await page.click("#reading-stop");
    await page.driver.executeScript("goOn()");
    await page.until("no bar", () => page.driver.executeScript("return document.querySelector('#reading-dialog') === null"));
    assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    await drop(page, "next.bmp", BITMAP);
    await opened(page, 2, 1);
  }));

test("no file opens behind a dialog that was opened while it was read", () =>
  visit({ before: HOLDING }, async (page) => {
    // Before the bar is shown, which takes a moment, and once the worker has been asked.
    await page.driver.executeScript(`
      held = [];
      dropFiles(["late.gpl", arguments[0]]);
      while (held.length === 0) await new Promise((resolve) => setTimeout(resolve));
      undoodle.run("file.new");`, PALETTE);
    await page.until("a form", () => page.driver.executeScript("return document.querySelector('#new-dialog').open"));
    await page.driver.executeScript("letGo()");
    assert.equal(await page.message("late"), "“late.gpl” was not opened, since a dialog was");
    assert.equal(await page.steps(), 0);
  }));

test("a message cuts a name that is too long, and heeds no sign that turns lines", () =>
  visit({ before: HOLDING }, async (page) => {
    await drop(page, `\u202e${"y".repeat(5000)}.bmp`, BITMAP);
    assert.match(await page.message("Opened"), /^Opened “ y{79}…”, 2 × 1/);
  }));

test("a sheet whose form is closed while it is cut is not opened", () =>
  visit({ before: HOLDING }, async (page) => {
    await page.driver.executeScript(`
      const png = undoodle.encode("png");
      undoodle.newDocument({ width: 16, height: 16 });
      HTMLInputElement.prototype.click = function () {};
      undoodle.run("file.open-sheet");
      let picker;
      while (!(picker = document.querySelector("#sheet-file"))) await new Promise((resolve) => setTimeout(resolve));
      const transfer = new DataTransfer();
      transfer.items.add(new File([png], "sheet.png"));
      picker.files = transfer.files;
      picker.dispatchEvent(new Event("change"));`);
    await page.until("the form", () => page.driver.executeScript("return document.querySelector('#sheet-dialog').open"));
    await page.driver.executeScript("held = []");
    await page.click("#sheet-ok");
    await page.until("an order", () => page.driver.executeScript("return held.length > 0"));
    await page.press(Key.ESCAPE);
    await page.driver.executeScript("letGo()");
    // A palette goes the same way behind it, so that the sheet has had its time.
    await drop(page, "two.gpl", PALETTE);
    await page.message("Opened the palette");
    assert.deepEqual(await page.call("size"), { width: 16, height: 16 });
  }));

/** What no version of the form has stored. */
const GARBAGE = JSON.stringify({ format: "gif", options: { gif: { scale: "x", background: 5, frames: {}, loops: null, toString: 1 }, png: null, apng: "abc" } });

test("the form that exports opens whatever was stored for it", () =>
  visit({ before: `localStorage.setItem("undoodle: export", ${JSON.stringify(GARBAGE)});` }, async (page) => {
    await page.driver.executeScript("window.showSaveFilePicker = undefined");
    await page.press("e", Key.CONTROL, Key.SHIFT);
    assert.match(await encodedFile(page), /^64 × 64 px/);
    assert.equal(await page.text("#export-error"), "");
    await page.press(Key.ESCAPE);
    await page.press("x", Key.CONTROL, Key.SHIFT);
    assert.equal(await page.message("Downloading"), "Downloading “untitled.gif”");
  }));

test("scripts get the drawing as it was when they called, and may change the bytes that they gave", () =>
  visit({}, async (page) => {
    assert.deepEqual(await page.driver.executeScript(`
      const made = undoodle.export("gif");
      undoodle.newDocument({ width: 3, height: 3 });
      const file = await made;
      const opening = undoodle.open(file, "some.gif");
      file.fill(0);
      await opening;
      return undoodle.size();`), { width: 64, height: 64 });
  }));

test("a palette is refused where the drawing is another tab's, to scripts too", () =>
  visit({ before: HOLDING }, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    const before = await page.call("palette");
    await page.driver.switchTo().newWindow("tab");
    await page.open("index.html");
    await page.press("o", Key.CONTROL, Key.SHIFT);
    await page.click(".drawing-open");
    await page.until("the bar", async () => (await page.text("#held")).startsWith("This drawing is open in another tab."));
    assert.match(await refused(page, PALETTE, "two.gpl"), /another tab: take it over/);
    await drop(page, "two.gpl", PALETTE);
    await page.message("take it over to change it here");
    assert.deepEqual(await page.call("palette"), before);
    assert.equal(await page.driver.executeScript("return (await undoodle.export('gif')).length > 0"), true, "it can be exported");
  }));
