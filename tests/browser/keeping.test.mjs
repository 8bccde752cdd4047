/** Drawings that outlive their tab and their browser. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, isDirty, warns } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** The shown picture, as text to compare. @param {import("./page.mjs").Page} page */
const picture = async (page) => JSON.stringify(await page.pixels());

test("a reload brings back the same drawing, and what is painted then is kept as well", () =>
  withProfile(async (start) => {
    const page = await start();
    assert.equal(await page.text("#status-kept"), "", "nothing is there to be kept");
    await page.call("setColor", "#2266aaff");
    await page.drag([[3, 3], [19, 9]]);
    await page.call("kept");
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    assert.equal(await warns(page), false, "nothing would be lost");
    const first = await picture(page);
    await page.reload();
    assert.equal(await picture(page), first);
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    // The colour lies on the desk, which comes back too.
    await page.drag([[3, 20], [9, 20]]);
    assert.equal(await page.pixel(5, 20), "#2266aaff");
    await page.call("kept");
    const second = await picture(page);
    await page.reload();
    assert.equal(await picture(page), second);
  }));

/** Runs before the page's scripts: counts how often the browser is asked to keep its storage, and promises it. */
const PROMISING = `
  window.asked = 0;
  StorageManager.prototype.persisted = async () => false;
  StorageManager.prototype.persist = async () => { window.asked += 1; return true; };`;

test("the status says what is so: kept, as the browser promises once, saved to a file, also after a reload, and kept again after the next stroke", needs("storage manager"), () =>
  withProfile(async (start) => {
    const page = await start();
    const status = () => page.text("#status-kept");
    const saved = () => page.until("the file's name", async () => (await status()) === "Saved to sky.undoodle" && !await isDirty(page));
    /** Notes how long each transaction waits for the disk, and returns that of the last one. */
    const note = () => page.driver.executeScript(
      `window.waits = [];
       const { transaction } = IDBDatabase.prototype;
       IDBDatabase.prototype.transaction = function (stores, mode, how) {
         window.waits.push(how?.durability);
         return transaction.call(this, stores, mode, how);
       };`);
    const waited = async () => {
      await page.call("kept");
      return (await page.driver.executeScript("return window.waits")).at(-1);
    };
    const asked = () => page.driver.executeScript("return window.asked");
    const title = () => page.driver.executeScript("return document.querySelector('#status-kept').title");
    assert.equal(await asked(), 0);
    await page.drag([[3, 3], [9, 3]]);
    await page.until("the promise", async () => /has promised not to clear/.test(await title()));
    await page.drag([[3, 7], [9, 7]]);
    await page.call("kept");
    assert.deepEqual([await status(), await isDirty(page), await asked()], ["Kept in this browser", true, 1]);
    await note();
    await answerPicker(page, ["sky.undoodle"]);
    await page.press("s", Key.CONTROL);
    await saved();
    assert.equal(await waited(), "strict", "saved is on the disk");
    await page.reload();
    assert.equal(await page.text("#document-name .name"), "sky");
    await saved();
    await note();
    await page.drag([[3, 5], [9, 5]]);
    assert.deepEqual([await status(), await isDirty(page)], ["Kept in this browser", true]);
    assert.match(await title(), /may clear its drawings/);
    assert.equal(await waited(), "relaxed");
    assert.equal(await asked(), 0, "the answer is not asked for again");
    await page.undo();
    await saved();
  }, { before: PROMISING }));

/**
 * Runs before the page's scripts: notes the choices in each record of a drawing that is written. Idle moments come at once, as on a machine
 * with nothing else to do.
 */
const NOTING = `
  window.requestIdleCallback = (action) => setTimeout(() => action({ timeRemaining: () => 50 }));
  window.desks = [];
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...key) {
    if (this.name === "drawings") desks.push(value.desk);
    return put.call(this, value, ...key);
  };`;

test("what was chosen without a stroke is written a moment later, or with the page's end, and comes back", needs("last writes"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.set("#primary", "#22aa44");
    await page.call("kept");
    /** @returns {Promise<string[]>} */
    const desks = () => page.glance("return desks");
    const before = (await desks()).length;
    await page.press("e");
    await page.until("the eraser in the record", async () => (await desks()).some((desk) => desk.includes("eraser")));
    assert.equal((await desks()).length, before + 1);
    // Pointers that move choose nothing, and neither does a stroke.
    await page.moveTo([20, 20]);
    await page.moveTo([30, 25]);
    await page.drag([[5, 3], [7, 3]]);
    await page.call("kept");
    assert.equal((await desks()).length, before + 2, "the stroke alone");
    await page.press("l");
    await page.reload();
    assert.equal((await page.call("tool")).id, "line");
    await page.press("b");
    await page.drag([[3, 9], [9, 9]]);
    assert.equal(await page.pixel(5, 9), "#22aa44ff");
    await page.click("#new");
    await page.until("a form for the size, without a question", () => page.driver.executeScript("return document.querySelector('#new-dialog').open && !document.querySelector('#confirm-dialog').open"));
  }, { before: NOTING }));

/** Runs before the page's scripts: the database is there when `window.answer` is called, in a visit whose session says so. */
const SLOW_DISK = `
  if (!sessionStorage.getItem("soon")) {
    const answered = new Promise((resolve) => { window.answer = resolve; });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...names) {
      const request = open.apply(this, names);
      const listen = request.addEventListener.bind(request);
      request.addEventListener = (type, hear, how) => listen(type, type === "success" ? (event) => answered.then(() => hear(event)) : hear, how);
      return request;
    };
  }`;

/**
 * Loads the page anew, as another session.
 * @param {import("./profile.mjs").Visit} page
 * @param {{known: boolean, soon: boolean}} how `known`: the browser knows that drawings were kept; `soon`: the disk answers at once.
 */
async function again(page, { known, soon }) {
  await page.driver.executeScript(`
    sessionStorage.clear();
    if (arguments[1]) sessionStorage.setItem("soon", "yes");
    if (!arguments[0]) localStorage.removeItem("undoodle: kept");`, known, soon);
  await page.driver.navigate().refresh();
  await page.until("a page", () => page.glance("return window.undoodle !== undefined"));
  await page.glance("return window.undoodle.ready");
}

test("where no drawing was kept, one paints before the disk answers; what is painted is kept then, and makes no way for drawings that there are nevertheless", () =>
  withProfile(async (start) => {
    const page = await start();
    const answer = () => page.driver.executeScript("window.answer()");
    await page.drag([[3, 3], [9, 3]]);
    assert.equal(await page.pixel(5, 3), "#000000ff");
    await answer();
    await page.call("kept");
    await again(page, { known: true, soon: true });
    assert.equal((await page.painted()).length, 7, "the stroke of before the answer");
    const forgotten = { known: false, soon: false };
    await again(page, forgotten);
    assert.deepEqual(await page.painted(), []);
    await answer();
    await page.until("the drawing", async () => (await page.painted()).length === 7);
    await again(page, forgotten);
    await page.drag([[3, 8], [6, 8]]);
    await answer();
    await page.message("Your other drawings are in File ▸ Drawings…");
    await page.call("kept");
    await again(page, { known: true, soon: true });
    assert.equal((await page.painted()).length, 4, "the last one first");
    await page.until("both to choose from", () => page.driver.executeScript("return document.querySelectorAll('#drawings-dialog[open] [data-drawing]').length === 2"));
  }, { before: SLOW_DISK }));
