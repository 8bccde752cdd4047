/** Storage that is denied, full or failing: a clear word, the editor goes on, and nothing good is overwritten. */
import assert from "node:assert/strict";
import test from "node:test";
import { needs } from "./browsers.mjs";
import { choose, DENIED, opened, warns } from "./disk.mjs";
import { HELD } from "./idle.mjs";
import { noise, openPicture } from "./pictures.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** @param {Visit} page */
const status = (page) => page.text("#status-kept");

/** Why the strokes so far are not kept, or "kept". @param {Visit} page @returns {Promise<string>} */
const kept = (page) => page.driver.executeScript("return window.undoodle.kept().then(() => 'kept', (error) => error.message)");

/** @param {Visit} page @param {string} words */
const shows = (page, words) => page.until(`the status “${words}”`, async () => (await status(page)) === words);

test("with storage that is denied the editor goes on, says that nothing is kept, and asks before work is replaced", () =>
  withProfile(async (start) => {
    const reason = "this browser stores nothing for the page";
    const page = await start();
    assert.equal(await page.opening("not kept"), `Drawings are not kept in this browser: ${reason}. Save them to files to be safe.`);
    assert.equal(await status(page), `Not kept: ${reason}`);
    assert.equal(await warns(page), false, "nothing is drawn yet");
    await page.drag([[3, 3], [9, 3]]);
    assert.equal(await page.pixel(5, 3), "#000000ff");
    assert.equal(await kept(page), `not kept: ${reason}`);
    assert.equal(await warns(page), true);
    const before = await page.pixels();
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    assert.match(await page.text("#confirm-text"), /They are not kept in this browser, since this browser stores nothing for the page\./);
    await page.click("#confirm-cancel");
    assert.deepEqual(await page.pixels(), before);
    await choose(page, "grey8.png");
    await page.until("a question", async () => (await page.find("#confirm-dialog")).isDisplayed());
    await page.click("#confirm-ok");
    await opened(page, 35, 37);
  }, { before: DENIED }));

/**
 * A page without a storage when it is opened for the first time, so that a quota can be set before anything is stored: a browser looks at that
 * seldom, but at its first write. In one of its first idle moments the page tries whether the storage takes blobs, which is a write.
 */
const LATE = `${HELD}
  if (!sessionStorage.getItem("opened")) Object.defineProperty(window, "indexedDB", { value: undefined });
  sessionStorage.setItem("opened", "yes");`;

test("a full disk is said, and once there is room again everything is kept", needs("quota"), () =>
  withProfile(async (start) => {
    const page = await start();
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const origin = new URL(page.url).origin;
    await driver.sendDevToolsCommand("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await page.reload();
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
  }, { before: LATE }));

test("a transaction that the browser aborts, and one that never ends, are written again with all that came after them, until a later version of the page has the database", () =>
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
    // The page does not hear how its next transaction ends, as if the browser closed the database meanwhile.
    await page.driver.executeScript(
      `const { transaction } = IDBDatabase.prototype;
       IDBDatabase.prototype.transaction = function (...given) {
         IDBDatabase.prototype.transaction = transaction;
         window.database = this;
         const begun = transaction.apply(this, given);
         for (const end of ["oncomplete", "onabort"]) Object.defineProperty(begun, end, { set() {} });
         return begun;
       };`);
    await page.drag([[3, 9], [9, 9]]);
    await page.until("a write under way", () => page.driver.executeScript("return window.database !== undefined"));
    await page.driver.executeScript("window.database.dispatchEvent(new Event('close'))");
    await page.until("all strokes on the disk", async () => (await kept(page)) === "kept");
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    assert.deepEqual([5, 7, 9].map((y) => before[y][5]), Array(3).fill("#000000ff"));

    // A later version of the page gets the database, and this one says so.
    const upgrade = (/** @type {number} */ version) => page.driver.executeAsyncScript(
      `const [version, done] = arguments;
       indexedDB.open("undoodle", version).onsuccess = ({ target: { result } }) => { result.close(); done(); };`,
      version,
    );
    await upgrade(1000);
    await page.drag([[3, 11], [9, 11]]);
    const later = "Not kept: a later version of Undoodle has stored drawings here";
    await shows(page, later);
    await page.reload();
    assert.equal(await status(page), later);
    assert.deepEqual(await page.painted(), []);
  }));

test("a drawing whose stored bytes were cleared while it was open is kept anew, as a whole, also if the page has not heard of it yet", needs("clearing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    // So many steps that the oldest lie in entries of their own.
    await page.driver.executeScript("for (let i = 0; i < 300; i += 1) undoodle.run('edit.invert')");
    await page.call("kept");
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const clear = () => driver.sendDevToolsCommand("Storage.clearDataForOrigin", { origin: new URL(page.url).origin, storageTypes: "indexeddb" });
    await clear();
    await page.drag([[3, 5], [9, 5]]);
    await shows(page, "Kept in this browser");
    await page.until("both strokes on the disk", async () => (await kept(page)) === "kept");
    const before = await page.pixels();
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
    assert.equal(await page.steps(), 302);

    // The page is busy while its database is closed, and writes before it can hear of that. It says so by a cookie, which is all that can
    // be read of a busy page, and is told so by another one, from a tab that is not busy.
    const busy = await driver.getWindowHandle();
    await driver.switchTo().newWindow("tab");
    const other = await driver.getWindowHandle();
    await driver.switchTo().window(busy);
    await page.glance(
      `setTimeout(() => {
         document.cookie = "busy=yes";
         for (const end = performance.now() + 9000; !document.cookie.includes("cleared=yes") && performance.now() < end;);
         for (const name of ["busy", "cleared"]) document.cookie = name + "=; max-age=0";
         undoodle.run("select.all");
         undoodle.run("edit.fill");
         undoodle.history();
       }, 100);`);
    await driver.switchTo().window(other);
    await page.until("a busy page", async () => JSON.stringify(await driver.sendAndGetDevToolsCommand("Network.getCookies", { urls: [page.url] })).includes("busy"));
    await clear();
    await driver.sendDevToolsCommand("Network.setCookie", { url: page.url, name: "cleared", value: "yes" });
    await driver.switchTo().window(busy);
    await page.message("“untitled” is not kept in this browser");
    await page.until("the fill on the disk", async () => (await kept(page)) === "kept");
    await page.reload();
    assert.equal(await page.pixel(5, 5), "#000000ff");
    assert.equal(await page.steps(), 304);
    await page.driver.executeScript("undoodle.run('history.goto', { commit: 0 })");
    await page.until("the first state", async () => (await page.painted()).length === 0);
  }));

test("large entries are handed over as blobs where the storage takes these, and nothing is left of the question", needs("blobs"), () =>
  withProfile(async (start) => {
    const page = await start();
    // What can't be packed, so that its entries are large.
    await openPicture(page, 512, noise);
    await page.call("run", "edit.invert");
    await page.until("all of it on the disk", async () => (await kept(page)) === "kept");
    const [large, blobs] = await page.driver.executeAsyncScript(
      `const [done] = arguments;
       indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
         result.transaction("entries").objectStore("entries").getAll().onsuccess = ({ target }) => {
           result.close();
           const large = target.result.filter((bytes) => (bytes.size ?? bytes.length) >= 1 << 18);
           done([large.length, large.filter((bytes) => bytes instanceof Blob).length]);
         };
       };`);
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
