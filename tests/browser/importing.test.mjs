/** Files that come at a bad moment, or after one another: what is said is so, and nothing is stuck. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { BITMAP, opened } from "./disk.mjs";
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

/** A GIF of one frame. @param {number} side */
function gif(side) {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  return Buffer.concat([head, Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;", "latin1")]);
}

/** Drops a file on the page, whatever is under way. @param {Page} page @param {string} name @param {Iterable<number>} bytes */
const drop = (page, name, bytes) => page.glance(`dropFiles([${JSON.stringify(name)}, ${JSON.stringify([...bytes])}])`);

/** Opens bytes as a script does, and gives the refusal. @param {Page} page @param {number[]} bytes @param {string} name @returns {Promise<string>} */
const refused = (page, bytes, name) => page.driver.executeScript(
  "return undoodle.open(new Uint8Array(arguments[0]), arguments[1]).then(() => 'opened', ({ message }) => message)", bytes, name);

/** Waits until an order to the workers is held back. @param {Page} page */
const ordered = (page) => page.until("an order", () => page.glance("return held.length > 0"));

/** Waits for the bar that says what is read, or until it is gone. @param {Page} page @param {boolean} there */
const bar = (page, there) => page.until(there ? "the bar" : "no bar", async () => await page.glance("return document.querySelector('#reading-dialog') !== null") === there);

test("a palette that comes during a stroke, or behind a dialog, is refused, and afterwards it is one step; where the drawing is another tab's it is refused, to scripts too", () =>
  visit({ before: HOLDING }, async (page) => {
    const before = await page.call("palette");
    await page.drag([[3, 3], [9, 3]], { hold: true });
    const why = "the palette can't be changed now: end the stroke first";
    assert.equal(await refused(page, PALETTE, "two.gpl"), why);
    await drop(page, "two.gpl", PALETTE);
    assert.equal(await page.message("palette"), why);
    await page.release();
    // The dialog is opened before the bar is shown, which takes a moment, and once the worker has been asked.
    await page.driver.executeScript(`
      held = [];
      dropFiles(["late.gpl", arguments[0]]);
      while (held.length === 0) await new Promise((resolve) => setTimeout(resolve));
      undoodle.run("file.new");`, PALETTE);
    await page.until("a form", () => page.driver.executeScript("return document.querySelector('#new-dialog').open"));
    await page.driver.executeScript("letGo()");
    assert.equal(await page.message("late"), "“late.gpl” was not opened, since a dialog was open");
    await page.press(Key.ESCAPE);
    assert.deepEqual([await page.call("palette"), await page.steps()], [before, 1]);
    await drop(page, "two.gpl", PALETTE);
    assert.equal(await page.message("Opened"), "Opened the palette “two.gpl”: 2 colours");
    assert.deepEqual(await page.call("palette"), ["#010203ff", "#040506ff"]);
    await page.undo();
    assert.deepEqual(await page.call("palette"), before);

    await page.call("kept");
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

test("of two files in a row the second is opened, and Stop ends reading, even while the browser decodes", () =>
  visit({ before: HOLDING }, async (page) => {
    await page.drag([[1, 1], [4, 1]]);
    await page.driver.executeScript(`
      held = [];
      const { decode } = ImageDecoder.prototype;
      ImageDecoder.prototype.decode = async function (how) {
        ImageDecoder.prototype.decode = decode;
        await new Promise((resolve) => { window.goOn = resolve; });
        return decode.call(this, how);
      };`);
    await drop(page, "a.gif", gif(5));
    await drop(page, "b.gif", gif(6));
    await bar(page, true);
    assert.match(await page.glance("return document.querySelector('#reading-title').textContent"), /b\.gif/);
    await page.glance("document.querySelector('#reading-stop').click()");
    await bar(page, false);
    await page.glance("letGo()");
    await drop(page, "slow.bmp", BITMAP);
    await page.until("the decoder", () => page.glance("return window.goOn !== undefined"));
    await bar(page, true);
    await page.glance("document.querySelector('#reading-stop').click()");
    await bar(page, false);
    await page.glance("goOn()");
    // What was stopped would have had its time until the next ones are open.
    await drop(page, "a.gif", gif(5));
    await drop(page, "b.gif", gif(6));
    await opened(page, 6, 6);
    assert.match(await page.message("Opened"), /“b\.gif”.*“untitled” stays/);
    // What is done while a file is read, even behind its bar, stays in its drawing.
    await page.glance("held = []");
    await drop(page, "c.bmp", BITMAP);
    await ordered(page);
    assert.deepEqual(await page.painted(), ["0,0"]);
    await page.call("run", "edit.flip-horizontal");
    await page.glance("letGo()");
    await opened(page, 2, 1);
    await page.menu("file.drawings");
    const names = () => page.driver.executeScript("return [...document.querySelectorAll('#drawings-kept .drawing-name')].map((name) => name.textContent.trim()).join()");
    await page.until("all that was opened", async () => await names() === "c,b,untitled");
    await page.click("#drawings-kept .drawing:nth-child(2) .drawing-open");
    await opened(page, 6, 6);
    assert.deepEqual(await page.painted(), ["5,0"]);
  }));
