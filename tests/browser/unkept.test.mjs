/** Storage that is denied, full or failing: a clear word, the editor goes on, and nothing good is overwritten. */
import assert from "node:assert/strict";
import test from "node:test";
import { needs } from "./browsers.mjs";
import { choose, opened, warns } from "./disk.mjs";
import { HELD } from "./idle.mjs";
import { openPicture } from "./pictures.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** @param {Visit} page */
const status = (page) => page.text("#status-kept");

/** Why the strokes so far are not kept, or "kept". @param {Visit} page @returns {Promise<string>} */
const kept = (page) => page.driver.executeScript("return window.undoodle.kept().then(() => 'kept', (error) => error.message)");

/** @param {Visit} page @param {string} words */
const shows = (page, words) => page.until(`the status “${words}”`, async () => (await status(page)) === words);

/** A request that answers only if something makes it. */
const REQUEST = "Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)";

const DENIED = [
  ["absent", "Object.defineProperty(window, 'indexedDB', { value: undefined })", "this browser does not let the page store anything"],
  ["denied", "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); }", "this browser does not let the page store anything"],
  ["broken", `IDBFactory.prototype.open = () => {
     const request = ${REQUEST};
     Object.defineProperty(request, "error", { value: new DOMException("", "UnknownError") });
     setTimeout(() => request.dispatchEvent(new Event("error")));
     return request;
   }`, "the browser's storage has failed"],
  ["silent", `IDBFactory.prototype.open = () => ${REQUEST}`, "the browser's storage does not answer"],
];

for (const [how, script, reason] of DENIED) {
  test(`with storage that is ${how} the editor goes on, and says that nothing is kept`, () =>
    withProfile(async (start) => {
      const page = await start();
      assert.equal(await page.message("not kept"), `Drawings are not kept in this browser: ${reason}. Save them to files to be safe.`);
      assert.equal(await status(page), `Not kept: ${reason}`);
      assert.equal(await warns(page), false, "nothing is drawn yet");
      await page.drag([[3, 3], [9, 3]]);
      assert.equal(await page.pixel(5, 3), "#000000ff");
      assert.equal(await kept(page), `not kept: ${reason}`);
      assert.equal(await warns(page), true);
    }, { before: script }));
}

/** A page that stands still for five seconds after it has asked for its database, as on a machine that sleeps. */
const STANDSTILL = `
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...what) {
    setTimeout(() => {
      for (const end = performance.now() + 5000; performance.now() < end;);
    });
    return open.apply(this, what);
  };`;

test("a page that has stood still while its storage answered has its storage", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    assert.equal(await kept(page), "kept");
  }, { before: STANDSTILL }));

test("work that is not kept is asked about before it is replaced", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    const before = await page.pixels();
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    assert.match(await page.text("#confirm-text"), /They are not kept in this browser, since this browser does not let the page store anything\./);
    await page.click("#confirm-cancel");
    assert.deepEqual(await page.pixels(), before);
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    await page.click("#confirm-ok");
    await opened(page, 35, 37);
  }, { before: DENIED[1][1] }));

test("a full disk is said, and once there is room again everything is kept", needs("quota", "profile"), () =>
  withProfile(async (start) => {
    const early = await start();
    await early.drag([[3, 3], [9, 3]]);
    await early.call("kept");
    // A browser looks at its quota seldom, but at its first write.
    await early.quit();
    const page = await start();
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const origin = new URL(page.url).origin;
    await driver.sendDevToolsCommand("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await page.drag([[3, 5], [9, 5]]);
    const full = "the browser has no more room for this page";
    await shows(page, `Not kept: ${full}`);
    assert.equal(await page.message("not kept"), `“untitled” is not kept in this browser: ${full}. Save it to a file to be safe.`);
    await page.drag([[3, 7], [9, 7]]);
    assert.equal(await kept(page), `not kept: ${full}`);
    await page.driver.executeScript("window.rest()");
    await page.until("a page that warns", () => warns(page));
    await driver.sendDevToolsCommand("Storage.overrideQuotaForOrigin", { origin });
    await shows(page, "Kept in this browser");
    await page.call("kept");
    assert.equal(await warns(page), false);
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    // In one of its first idle moments the page tries whether the storage takes blobs, which is a write.
  }, { before: HELD }));

test("a transaction that the browser aborts is written again with all that came after it", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await page.driver.executeScript(
      `const commit = IDBTransaction.prototype.commit;
       IDBTransaction.prototype.commit = function () {
         IDBTransaction.prototype.commit = commit;
         this.abort();
       };`);
    await page.drag([[3, 5], [9, 5]]);
    await shows(page, "Not kept: the browser's storage has failed");
    await page.drag([[3, 7], [9, 7]]);
    await shows(page, "Kept in this browser");
    await page.call("kept");
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    assert.equal(before[7][5], "#000000ff");
  }));

test("a drawing whose stored bytes were cleared while it was open is kept anew, as a whole", needs("clearing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    // So many steps that the oldest lie in entries of their own.
    await page.driver.executeScript("for (let i = 0; i < 300; i += 1) undoodle.run('edit.invert')");
    await page.call("kept");
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    await driver.sendDevToolsCommand("Storage.clearDataForOrigin", { origin: new URL(page.url).origin, storageTypes: "indexeddb" });
    await page.drag([[3, 5], [9, 5]]);
    await shows(page, "Kept in this browser");
    await page.until("both strokes on the disk", async () => (await kept(page)) === "kept");
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    const undone = () => page.call("history").then(({ position }) => position);
    await page.until("the first step", async () => {
      await page.driver.executeScript("for (let i = 0; i < 50; i += 1) undoodle.run('edit.undo')");
      return (await undone()) === 0;
    });
    assert.deepEqual(await page.painted(), []);
  }));

test("what is written to a database that the browser has closed already, unheard so far, is written again", needs("clearing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    // The page is busy while its database is closed, and writes before it can hear of that.
    await page.driver.executeScript(
      `setTimeout(() => {
         const end = performance.now() + 2000;
         while (performance.now() < end);
         undoodle.run("select.all");
         undoodle.run("edit.fill");
         undoodle.history();
       });`);
    await driver.sendDevToolsCommand("Storage.clearDataForOrigin", { origin: new URL(page.url).origin, storageTypes: "indexeddb" });
    await page.message("“untitled” is not kept in this browser");
    await page.until("the fill on the disk", async () => (await kept(page)) === "kept");
    await page.reload();
    assert.equal(await page.pixel(5, 5), "#000000ff");
    assert.equal(await page.steps(), 3);
  }));

test("a write that never ends is given up when the browser closes the database", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    // The page does not hear how its next transaction ends.
    await page.driver.executeScript(
      `const { transaction } = IDBDatabase.prototype;
       IDBDatabase.prototype.transaction = function (...given) {
         IDBDatabase.prototype.transaction = transaction;
         window.database = this;
         const begun = transaction.apply(this, given);
         for (const end of ["oncomplete", "onabort"]) Object.defineProperty(begun, end, { set() {} });
         return begun;
       };`);
    await page.drag([[3, 5], [9, 5]]);
    await page.until("a write under way", () => page.driver.executeScript("return window.database !== undefined"));
    await page.driver.executeScript("window.database.dispatchEvent(new Event('close'))");
    await page.until("both strokes on the disk", async () => (await kept(page)) === "kept");
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    assert.equal(before[5][5], "#000000ff");
  }));

test("a drawing that can't be brought back stays in the list, and is not overwritten", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    const id = await page.driver.executeScript("return sessionStorage.getItem('undoodle drawing')");
    /** The drawing's stored bytes, in the order of their keys. @returns {Promise<number[][]>} */
    const stored = () => page.driver.executeAsyncScript(
      `const [id, done] = arguments;
       indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
         result.transaction("entries").objectStore("entries").getAll(IDBKeyRange.bound([id], [id, []])).onsuccess = ({ target }) => {
           result.close();
           done(target.result.map((bytes) => [...bytes]));
         };
       };`,
      id,
    );
    await page.driver.executeAsyncScript(
      `const [done] = arguments;
       indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
         const transaction = result.transaction("entries", "readwrite");
         const store = transaction.objectStore("entries");
         store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
           if (!cursor) return;
           cursor.update(cursor.value.fill(7));
           cursor.continue();
         };
         transaction.oncomplete = () => { result.close(); done(); };
       };`);
    const damaged = await stored();
    await page.reload();
    assert.match(await page.message("could not be opened"), /^“untitled” could not be opened: .+\. It stays in the list\.$/);
    assert.equal(await page.text("#status-kept"), "", "an empty drawing is open instead");
    await page.drag([[3, 30], [9, 30]]);
    await page.call("kept");
    assert.ok(damaged.length > 0);
    assert.deepEqual(await stored(), damaged, "the damaged drawing is as it was");
    await page.reload();
    assert.equal(await page.pixel(5, 30), "#000000ff", "the new drawing is the one that comes back");
  }));

test("a later version of the page gets the database, and this one says so", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    const upgrade = (/** @type {number} */ version) => page.driver.executeAsyncScript(
      `const [version, done] = arguments;
       indexedDB.open("undoodle", version).onsuccess = ({ target: { result } }) => { result.close(); done(); };`,
      version,
    );
    await upgrade(1000);
    await page.drag([[3, 5], [9, 5]]);
    const later = "Not kept: a later version of Undoodle has stored drawings here";
    await shows(page, later);
    await page.reload();
    assert.equal(await status(page), later);
    assert.deepEqual(await page.painted(), []);
  }));

/** Paints what can't be packed, so that its entries are large, and returns how many of those on the disk are blobs. @param {Visit} page @returns {Promise<{large: number, blobs: number}>} */
async function keepLarge(page) {
  await openPicture(page, 1024, (x, y) => [Math.imul(x * 7 + 1, y * 13 + 5) >>> 9 & 255, Math.imul(x, y) & 255, x & 255]);
  await page.call("run", "edit.invert");
  await page.until("all of it on the disk", async () => (await kept(page)) === "kept");
  return page.driver.executeAsyncScript(
    `const [done] = arguments;
     indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
       result.transaction("entries").objectStore("entries").getAll().onsuccess = ({ target }) => {
         result.close();
         const large = target.result.filter((bytes) => (bytes.size ?? bytes.length) >= 1 << 18);
         done({ large: large.length, blobs: large.filter((bytes) => bytes instanceof Blob).length });
       };
     };`);
}

/** Storage that refuses blobs, as WebKit's does in a private window. */
const BLOBLESS = `
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...key) {
    if (value instanceof Blob) throw new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError");
    return put.call(this, value, ...key);
  };`;

test("a large drawing is kept where the storage refuses blobs", () =>
  withProfile(async (start) => {
    const page = await start();
    const { large, blobs } = await keepLarge(page);
    assert.ok(large > 0);
    assert.equal(blobs, 0);
    assert.equal(await status(page), "Kept in this browser");
    const before = [await page.pixel(3, 3), await page.pixel(1000, 700)];
    await page.reload();
    assert.deepEqual([await page.pixel(3, 3), await page.pixel(1000, 700)], before);
    assert.equal(await page.steps(), 1);
  }, { before: BLOBLESS }));

test("large entries are handed over as blobs where the storage takes these, and nothing is left of the question", needs("blobs"), () =>
  withProfile(async (start) => {
    const page = await start();
    const { large, blobs } = await keepLarge(page);
    assert.ok(large > 0);
    assert.equal(blobs, large);
    const strange = await page.driver.executeAsyncScript(
      `const [done] = arguments;
       indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
         result.transaction("entries").objectStore("entries").count(IDBKeyRange.bound([""], ["", []])).onsuccess = ({ target }) => {
           result.close();
           done(target.result);
         };
       };`);
    assert.equal(strange, 0);
  }));
