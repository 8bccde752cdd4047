/** Files of other formats on their way in and out: what was stopped, overtaken, changed meanwhile, or remembered from another drawing. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, chooseExport, encodedFile, exportForm, onDisk, opened } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Has orders to the worker of formats wait for `delay` milliseconds. */
const SLOW = `
  window.delay = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const send = () => post.call(this, message, ...rest);
    if (!message?.order || window.delay === 0) send();
    else setTimeout(send, window.delay);
  };`;

/** A GIF of one frame. @param {number} side */
function gif(side) {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  return Buffer.concat([head, Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;", "latin1")]);
}

/** Drops a file on the page, whatever is under way. @param {Page} page @param {string} name @param {Buffer} bytes */
const drop = (page, name, bytes) => page.glance(`
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}));
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));`);

/** Makes the worker slow, and asks the form for another file than it shows. @param {Page} page @param {number} scale */
const scaleSlowly = (page, scale) => page.glance(`
  window.delay = 400;
  const field = document.querySelector("#export-scale");
  field.value = ${scale};
  field.dispatchEvent(new Event("change", { bubbles: true }));`);

/** Which dialogs are there. @param {Page} page @returns {Promise<string[]>} */
const dialogs = (page) => page.glance("return [...document.querySelectorAll('dialog[open], #reading-dialog')].map(({ id }) => id)");

test("of two files in a row the second is opened, and Stop stops it", () =>
  visit({ before: SLOW }, async (page) => {
    await page.drag([[1, 1], [4, 1]]);
    await page.glance("window.delay = 700");
    await drop(page, "a.gif", gif(5));
    await drop(page, "b.gif", gif(6));
    await page.until("the bar", async () => (await dialogs(page)).length > 0);
    assert.match(await page.glance("return document.querySelector('#reading-title').textContent"), /b\.gif/);
    await page.glance("document.querySelector('#reading-stop').click()");
    await page.until("no bar", async () => (await dialogs(page)).length === 0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual([await page.call("size"), await page.steps()], [{ width: 64, height: 64 }, 1]);
    await drop(page, "a.gif", gif(5));
    await drop(page, "b.gif", gif(6));
    await opened(page, 6, 6);
    assert.match(await page.message("Opened"), /“b\.gif”.*“untitled” stays/);
  }));

test("what is painted while a file is read stays in its drawing", () =>
  visit({ before: SLOW }, async (page) => {
    await page.glance("window.delay = 280");
    await drop(page, "b.gif", gif(6));
    await page.drag([[0, 5], [6, 5]]);
    await opened(page, 6, 6);
    await page.glance("window.delay = 0");
    await page.menu("file.drawings");
    const open = "return [...document.querySelectorAll('#drawings-kept .drawing-open')].at(-1)?.click() ?? document.querySelector('#drawings-kept .drawing-open') !== null";
    await page.until("the first drawing", () => page.glance(open));
    await opened(page, 64, 64);
    assert.equal((await page.painted()).length, 7);
  }));

test("a file is never written in another format than it was chosen for", needs("storage manager"), () =>
  visit({ before: SLOW }, async (page) => {
    await answerPicker(page, ["x.gif", "x.png"]);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await chooseExport(page, "format", "gif");
    await scaleSlowly(page, 3);
    await page.click("#export-ok");
    await page.until("a question", () => page.glance("return window.asked.length === 1"));
    await chooseExport(page, "format", "png");
    assert.equal((await onDisk(page, "x.gif")).length, 0, "nothing was written");
    await page.click("#export-ok");
    await page.message("Exported “x.png”");
    assert.equal((await onDisk(page, "x.png")).toString("latin1", 1, 4), "PNG");
  }));

test("a second press of Export asks for no second file, and closing the form breaks an export off", needs("storage manager"), () =>
  visit({ before: SLOW }, async (page) => {
    await answerPicker(page, ["x.png", "y.png", "z.png"]);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await scaleSlowly(page, 3);
    await page.click("#export-ok");
    await page.driver.executeScript("document.querySelector('#export-form').requestSubmit()");
    assert.equal(await page.message("Exported"), "Exported “x.png”");
    assert.equal(await page.glance("return window.asked.length"), 1);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await scaleSlowly(page, 5);
    await page.click("#export-ok");
    await page.until("a question", () => page.glance("return window.asked.length === 2"));
    await page.press(Key.ESCAPE);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual([await dialogs(page), (await onDisk(page, "y.png")).length], [[], 0]);
    assert.doesNotMatch(await page.text("#message"), /could not/, "whoever has closed it knows");
    await page.glance("window.delay = 0");
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await page.click("#export-ok");
    assert.equal(await page.message("z.png"), "Exported “z.png”");
  }));
