/** Two tabs on one drawing: one writes, the other only shows it until it takes it over. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can } from "./browsers.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

const ELSEWHERE = "This drawing is open in another tab.";
const TAKEN = "Another tab has taken this drawing over.";
const CLOSED = "The other tab is closed.";

/** Waits for the bar, or with no words until there is none. @param {Visit} page @param {string} words */
const shows = (page, words) => page.until(`the bar “${words}”`, async () => {
  const said = await page.text("#held");
  return words ? said.startsWith(words) : said === "";
});

/** What the list knows of each drawing, as a text. @param {Visit} page @returns {Promise<string>} */
const records = (page) => page.driver.executeAsyncScript(
  `const [done] = arguments;
   indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
     result.transaction("drawings").objectStore("drawings").getAll().onsuccess = ({ target }) => { result.close(); done(JSON.stringify(target.result)); };
   };`);

/** Opens the list of drawings. @param {Visit} page */
async function openList(page) {
  await page.press("o", Key.CONTROL, Key.SHIFT);
  await page.until("the list", async () => (await page.find("#drawings-dialog")).isDisplayed());
}

/** Paints a drawing, and shows it in a second tab too. @param {Visit} page @returns {Promise<{first: string, second: string}>} */
async function twoTabs(page) {
  await page.drag([[3, 3], [9, 3]]);
  await page.call("kept");
  const first = await page.openTab();
  assert.deepEqual(await page.painted(), [], "a second tab begins a drawing of its own");
  await page.opening("“untitled” is open in another tab: File ▸ Drawings… leads to it");
  await openList(page);
  await page.click(".drawing-open");
  await shows(page, ELSEWHERE);
  return { first, second: await page.driver.getWindowHandle() };
}

test("a second tab only shows a drawing, and says so to whoever wants to change it", () =>
  withProfile(async (start) => {
    const page = await start();
    await twoTabs(page);
    assert.equal(await page.text("#status-kept"), "Read-only");
    const before = await page.pixels();
    assert.equal(before[3][5], "#000000ff");
    await page.drag([[3, 7], [9, 7]]);
    assert.match(await page.message("another tab"), /take it over to change it here/);
    await page.press("i", Key.CONTROL);
    await page.menu("layer.add");
    await page.menu("image.resize");
    assert.equal(await page.asked(), false, "no form is opened for what is refused");
    assert.deepEqual(await page.pixels(), before);
    assert.equal((await page.call("layers")).length, 1);
    assert.equal(await page.call("run", "edit.invert"), false, "a script is no exception");
    assert.deepEqual(await page.pixels(), before);
    // It can be looked at: the view is nobody's drawing.
    await page.press("2");
    assert.equal(await page.text("#status-zoom"), "2×");
  }));

test("a drawing that is taken over, or whose tab is closed, comes with its last stroke, and who has lost it says so and writes no more", () =>
  withProfile(async (start) => {
    const page = await start();
    const { first, second } = await twoTabs(page);
    await page.driver.switchTo().window(first);
    // A disk that takes its time: the first stroke is still being written when the second one waits.
    await page.driver.executeScript(
      `IDBTransaction.prototype.commit = function () {
         const [store, end] = [this.objectStore("drawings"), performance.now() + 1000];
         const go = () => { if (performance.now() < end) store.count().onsuccess = go; };
         go();
       };`);
    await page.drag([[3, 5], [9, 5]]);
    await page.drag([[3, 6], [9, 6]]);
    await page.driver.switchTo().window(second);
    await page.click("#take-over");
    await shows(page, "");
    assert.deepEqual([await page.pixel(5, 5), await page.pixel(5, 6)], ["#000000ff", "#000000ff"], "what was painted in the first tab");
    await page.drag([[3, 7], [9, 7]]);
    await page.call("kept");
    await page.driver.switchTo().window(first);
    await shows(page, TAKEN);
    await page.drag([[3, 9], [9, 9]]);
    assert.equal(await page.pixel(5, 9), "#00000000");
    const before = await records(page);
    await openList(page);
    await page.press(Key.ESCAPE);
    assert.equal(await records(page), before, "the list writes nothing of a drawing that is another tab's");
    await page.reload();
    await shows(page, ELSEWHERE);
    await page.click("#take-over");
    await shows(page, "");
    assert.equal(await page.pixel(5, 7), "#000000ff");
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    await page.driver.switchTo().window(second);
    await shows(page, TAKEN);

    await page.driver.switchTo().window(first);
    await page.drag([[3, 11], [9, 11]]);
    if (!can("last writes")) await page.call("kept");
    await page.driver.close();
    await page.driver.switchTo().window(second);
    await shows(page, CLOSED);
    assert.equal(await page.text("#take-over"), "Edit here");
    await page.click("#take-over");
    await shows(page, "");
    assert.equal(await page.pixel(5, 11), "#000000ff", "the stroke right before the end");
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "stage", "keys are the canvas's");
    await page.drag([[3, 13], [9, 13]]);
    await page.call("kept");
    await page.reload();
    assert.deepEqual([await page.pixel(5, 11), await page.pixel(5, 13)], ["#000000ff", "#000000ff"]);
  }));

/**
 * Runs before the page's scripts: the first tab hears neither that it is asked nor that its lock is gone, as if it had
 * been asleep.
 */
const DEAF = `
  if (localStorage.getItem("a tab was first") === null) {
    localStorage.setItem("a tab was first", "yes");
    BroadcastChannel.prototype.addEventListener = () => {};
    const { request } = LockManager.prototype;
    LockManager.prototype.request = function (...how) {
      return request.apply(this, how).catch(() => new Promise(() => {}));
    };
  }`;

test("a tab that does not answer loses its drawing by force, and what it writes later is refused", () =>
  withProfile(async (start) => {
    const page = await start();
    const { first, second } = await twoTabs(page);
    await page.click("#take-over");
    await shows(page, "");
    await page.drag([[3, 7], [9, 7]]);
    await page.call("kept");
    const before = await page.pixels();
    await page.driver.switchTo().window(first);
    assert.equal(await page.text("#held"), "");
    await page.drag([[3, 9], [9, 9]]);
    await shows(page, TAKEN);
    await page.driver.switchTo().window(second);
    await page.reload();
    assert.deepEqual(await page.pixels(), before);
  }, { before: DEAF }));

test("a drawing that another tab has opened in the meantime is not deleted, and a tab that only shows one puts it back", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("newDocument", { width: 20, height: 20 });
    await page.drag([[3, 5], [9, 5]]);
    await page.call("kept");
    await openList(page);
    const first = await page.openTab();
    await page.until("the list that whoever comes anew is shown", async () => (await page.find("#drawings-dialog")).isDisplayed());
    await page.press(Key.ESCAPE);
    assert.equal(await page.pixel(5, 3), "#000000ff", "the drawing that no tab had open");
    await page.drag([[3, 40], [9, 40]]);
    await page.call("kept");
    const second = await page.driver.getWindowHandle();
    await page.driver.switchTo().window(first);
    await page.click(".drawing:not(.current) .drawing-delete");
    await page.until("the reason", async () => (await page.text(".drawings-said")) === "“untitled” could not be deleted: it is open in another tab");
    await page.driver.switchTo().window(second);
    await page.reload();
    assert.deepEqual([await page.pixel(5, 3), await page.pixel(5, 40)], ["#000000ff", "#000000ff"]);

    // The second tab shows the drawing that the first one has open and deletes.
    await openList(page);
    await page.click(".drawing:not(.current) .drawing-open");
    await shows(page, ELSEWHERE);
    await page.driver.switchTo().window(first);
    await page.click(".current .drawing-delete");
    await page.until("the deletion", async () => page.driver.executeScript("return document.querySelector('#drawings-deleted .drawing-name') !== null"));
    await page.driver.switchTo().window(second);
    await shows(page, "This drawing was deleted in another tab.");
    await page.drag([[3, 7], [9, 7]]);
    assert.equal(await page.pixel(5, 7), "#00000000");
    await page.click("#take-over");
    await shows(page, "");
    await page.drag([[3, 7], [9, 7]]);
    await page.call("kept");
    await page.reload();
    assert.deepEqual([await page.call("size"), await page.pixel(5, 5), await page.pixel(5, 7)], [{ width: 20, height: 20 }, "#000000ff", "#000000ff"]);
  }));

test("a drawing that a tab still holds which is being closed is waited for", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    const [{ id }] = JSON.parse(await records(page));
    // The browser takes the lock back some time after the tab has heard nothing any more.
    await page.open("squares.html");
    await page.driver.executeScript(`
      const [id] = arguments;
      new BroadcastChannel("undoodle").onmessage = ({ data }) => data.asked === id && setTimeout(() => window.letGo(), 300);
      return new Promise((resolve) => navigator.locks.request("undoodle drawing " + id, () => new Promise((letGo) => { window.letGo = letGo; resolve(); })));`, id);
    await page.openTab();
    assert.equal((await page.painted()).length, 7);
    assert.equal(await page.text("#held"), "");
  }));
