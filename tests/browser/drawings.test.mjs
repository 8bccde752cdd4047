/** The drawings in this browser: listed, opened, renamed, duplicated, deleted and brought back. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { choose, opened } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** Opens the list by its key. @param {Visit} page */
async function list(page) {
  await page.press("o", Key.CONTROL, Key.SHIFT);
  await page.until("the list", async () => (await page.find("#drawings-dialog")).isDisplayed());
}

/** The names in the list, in their order. @param {Visit} page @returns {Promise<string[]>} */
const names = (page) => page.driver.executeScript("return [...document.querySelectorAll('#drawings-kept .drawing-name')].map((name) => name.textContent.trim())");

/** The names of the deleted drawings, the last deleted first. @param {Visit} page @returns {Promise<string[]>} */
const deleted = (page) => page.driver.executeScript("return [...document.querySelectorAll('#drawings-deleted .drawing-name')].map((name) => name.textContent.trim())");

/** @param {Visit} page @param {string[]} expected */
const lists = (page, expected) => page.until(`the list ${expected.join(", ")}`, async () => String(await names(page)) === String(expected));

/** Where something of a drawing is in the list. @param {Visit} page @param {string} name @param {string} part */
async function of(page, name, part) {
  const id = await page.driver.executeScript(
    "return [...document.querySelectorAll('.drawing')].find((drawing) => drawing.querySelector('.drawing-name').textContent.trim() === arguments[0]).dataset.drawing",
    name,
  );
  return `[data-drawing="${id}"] .drawing-${part}`;
}

/** The ids of the drawings that have entries in the database. @param {Visit} page @returns {Promise<string[]>} */
const stored = (page) => page.driver.executeAsyncScript(
  `const [done] = arguments;
   indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
     result.transaction("entries").objectStore("entries").getAllKeys().onsuccess = ({ target }) => { result.close(); done([...new Set(target.result.map(([id]) => id))]); };
   };`);

/** A browser with two drawings: “grey8”, a file with a stroke on it, and “untitled”, 20 × 10, which is open. @param {Visit} page */
async function twoDrawings(page) {
  await choose(page, "grey8.png");
  await opened(page, 35, 37);
  await page.drag([[3, 3], [9, 3]]);
  await page.click("#new");
  for (const [field, value] of [["#new-width", 20], ["#new-height", 10]]) {
    await page.type(String(field), String(value));
  }
  await page.press(Key.ENTER);
  await opened(page, 20, 10);
  assert.equal(await page.message("stays"), "“grey8” stays in File ▸ Drawings…");
  await page.drag([[2, 2], [6, 2]]);
  await page.call("kept");
}

/** Leaves the browser's only tab, and comes back in a new one. @param {Visit} page */
async function comeBack(page) {
  const left = await page.driver.getWindowHandle();
  await page.driver.switchTo().newWindow("tab");
  const next = await page.driver.getWindowHandle();
  await page.driver.switchTo().window(left);
  await page.driver.close();
  await page.driver.switchTo().window(next);
  await page.open("index.html");
}

/** The list of {@link twoDrawings}. @param {Visit} page */
async function listOfTwo(page) {
  await twoDrawings(page);
  await list(page);
}

test("a drawing that another one replaces stays in the list, and opens as it was left, and an empty one leaves no trace", () =>
  withProfile(async (start) => {
    const page = await start();
    await list(page);
    assert.match(await page.text(".drawings-none"), /^Nothing is kept here yet\./);
    await page.press(Key.ESCAPE);
    await listOfTwo(page);
    assert.deepEqual(await names(page), ["untitled", "grey8"]);
    assert.match(await page.text(await of(page, "grey8", "facts")), /^35 × 37 · [\d.]+ KB$/);
    assert.match(await page.text(await of(page, "grey8", "time")), /^today, \d+:\d+/);
    assert.match(await page.text(".drawings-total"), /^2 drawings, [\d.]+ KB in this browser$/);
    const sizes = await page.driver.executeScript("return [...document.querySelectorAll('.drawing img')].map((img) => [img.naturalWidth, img.naturalHeight])");
    assert.deepEqual(sizes, [[20, 10], [35, 37]], "each has its thumbnail");
    const limit = () => page.driver.executeScript("return document.querySelector('#drawings-limit').selectedOptions[0].text");
    assert.equal(await limit(), "up to 4.0 GB");
    await page.choose("#drawings-limit", String(16 * 2 ** 20));
    await page.click(await of(page, "grey8", "open"));
    await opened(page, 35, 37);
    assert.equal(await page.pixel(5, 3), "#000000ff");
    await page.drag([[3, 5], [9, 5]]);
    await page.call("kept");
    await list(page);
    assert.deepEqual(await names(page), ["grey8", "untitled"], "the last changed comes first");
    await page.press(Key.ESCAPE);
    await page.call("newDocument", { width: 8, height: 8 });
    await page.call("kept");
    await page.reload();
    assert.deepEqual(await page.call("size"), { width: 8, height: 8 }, "a reload changes nothing");
    await list(page);
    assert.equal(await limit(), "up to 16.0 MB");
    assert.deepEqual(await names(page), ["untitled", "grey8", "untitled"]);
    await page.click(await of(page, "grey8", "open"));
    await opened(page, 35, 37);
    assert.equal(await page.pixel(5, 5), "#000000ff");
    await list(page);
    assert.deepEqual(await names(page), ["grey8", "untitled"]);
    await page.reload();
    await page.until("the empty one to be swept away", async () => (await stored(page)).length === 2);
  }));

test("who comes back to more than one drawing is shown the list, and a reload shows the drawing", needs("tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    const shown = () => page.driver.executeScript("return document.querySelector('#drawings-dialog').open");
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await comeBack(page);
    assert.equal((await page.painted()).length, 7);
    assert.equal(await shown(), false, "with one drawing");
    await listOfTwo(page);
    await page.press(Key.ESCAPE);
    await page.reload();
    assert.equal(await shown(), false, "after a reload");
    await comeBack(page);
    await page.until("the list", shown);
    await lists(page, ["untitled", "grey8", "untitled"]);
    await page.press(Key.ESCAPE);
    await page.until("no list", async () => !await shown());
    assert.deepEqual(await page.call("size"), { width: 20, height: 10 });
    await page.drag([[2, 5], [6, 5]]);
    assert.equal(await page.pixel(4, 5), "#000000ff");
  }));

test("the list is worked by keys alone", () =>
  withProfile(async (start) => {
    const page = await start();
    await twoDrawings(page);
    await page.menuByKeys("file.drawings");
    await page.until("the list", async () => (await page.find("#drawings-dialog")).isDisplayed());
    assert.equal(await page.driver.executeScript("return document.activeElement.getAttribute('aria-label')"), "Open “untitled”");
    const focused = () => page.driver.executeScript("return document.activeElement.getAttribute('aria-label')");
    for (const [key, label] of [[Key.ARROW_RIGHT, "grey8"], [Key.ARROW_RIGHT, "grey8"], [Key.ARROW_LEFT, "untitled"], [Key.END, "grey8"], [Key.HOME, "untitled"]]) {
      await page.press(key);
      assert.equal(await focused(), `Open “${label}”`);
    }
    await page.press(Key.F2);
    await page.press("a", Key.CONTROL);
    await page.driver.actions().sendKeys("Boat", Key.ENTER).perform();
    await lists(page, ["Boat", "grey8"]);
    assert.equal(await page.text("#document-name .name"), "Boat", "it is the open one");
    // From Rename to the buttons after it, and to the next drawing.
    for (let i = 0; i < 3; i += 1) await page.press(Key.TAB);
    await page.press(Key.F2);
    await page.press("a", Key.CONTROL);
    await page.driver.actions().sendKeys("Nothing of this", Key.ESCAPE).perform();
    await lists(page, ["Boat", "grey8"]);
    await page.press(Key.F2);
    await page.press("a", Key.CONTROL);
    await page.driver.actions().sendKeys("Sea", Key.ENTER).perform();
    await lists(page, ["Boat", "Sea"]);
    await page.press(Key.TAB);
    await page.press(Key.ENTER);
    await lists(page, ["Sea copy", "Boat", "Sea"]);
    await page.press(Key.ESCAPE);
    assert.equal(await page.driver.executeScript("return document.querySelector('#drawings-dialog').open"), false);
    await page.reload();
    await list(page);
    assert.deepEqual(await names(page), ["Sea copy", "Boat", "Sea"]);
  }));

test("a copy has a life of its own and the name that was just typed, and a double click makes one", needs("double click"), () =>
  withProfile(async (start) => {
    const page = await start();
    await listOfTwo(page);
    await page.doubleClick(await of(page, "untitled", "duplicate"));
    await lists(page, ["untitled copy", "untitled", "grey8"]);
    await page.click(await of(page, "untitled copy", "open"));
    await page.until("the copy", async () => (await page.text("#document-name .name")) === "untitled copy");
    assert.equal(await page.pixel(4, 2), "#000000ff");
    await page.drag([[2, 7], [6, 7]]);
    await page.call("kept");
    await list(page);
    await page.click(await of(page, "untitled", "open"));
    await page.until("the original", async () => (await page.text("#document-name .name")) === "untitled");
    assert.deepEqual([await page.pixel(4, 2), await page.pixel(4, 7)], ["#000000ff", "#00000000"]);
    assert.equal((await names(page)).length, 3, "the second press of the double click made none");
    await list(page);
    await page.click(await of(page, "grey8", "rename"));
    await page.driver.actions().sendKeys("Sea").perform();
    // A name that is being typed is there when another button is pressed, also one of the same drawing.
    await page.click(await of(page, "untitled copy", "duplicate"));
    await page.until("another copy", async () => (await names(page)).length === 4);
    await page.click(await of(page, "Sea", "rename"));
    await page.driver.actions().sendKeys("Lake").perform();
    const [id] = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelectorAll('.drawing')].filter((drawing) => drawing.querySelector('.drawing-field')).map((drawing) => drawing.dataset.drawing)"));
    await page.click(`[data-drawing="${id}"] .drawing-duplicate`);
    await page.until("a copy", async () => (await names(page)).includes("Lake copy"));
    assert.ok((await names(page)).includes("Lake"));
  }));

test("deletions are undone by a button or by Ctrl+Z, the last one first, and a drawing is put back later with its history", () =>
  withProfile(async (start) => {
    const page = await start();
    await listOfTwo(page);
    await page.click(await of(page, "grey8", "delete"));
    await lists(page, ["untitled"]);
    assert.deepEqual(await deleted(page), ["grey8"]);
    assert.match(await page.text("#drawings-deleted-title"), /^Recently deleted, kept for 30 days$/);
    assert.match(await page.text(".drawings-said"), /^“grey8” was deleted ·\s+Undo$/);
    await page.click("#drawings-undo");
    await lists(page, ["untitled", "grey8"]);
    assert.deepEqual(await deleted(page), []);
    await page.click(await of(page, "grey8", "duplicate"));
    await lists(page, ["grey8 copy", "untitled", "grey8"]);
    await page.driver.executeScript("arguments[0].focus()", await page.find(await of(page, "grey8 copy", "open")));
    await page.press(Key.DELETE);
    await lists(page, ["untitled", "grey8"]);
    await page.until("the focus on the next", async () => page.driver.executeScript("return document.activeElement.matches('.drawing-open')"));
    // A key that is held deletes no more.
    await page.driver.executeScript(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", repeat: true, bubbles: true, cancelable: true }));`);
    await page.click(await of(page, "grey8", "delete"));
    await lists(page, ["untitled"]);
    assert.deepEqual(await deleted(page), ["grey8", "grey8 copy"]);
    assert.match(await page.text(".drawings-said"), /^2 drawings were deleted ·\s+Undo$/);
    await page.press("z", Key.CONTROL);
    await lists(page, ["untitled", "grey8"]);
    await page.press("z", Key.CONTROL);
    await lists(page, ["grey8 copy", "untitled", "grey8"]);
    await page.press("z", Key.CONTROL);
    await page.click(await of(page, "grey8", "delete"));
    await lists(page, ["grey8 copy", "untitled"]);
    await page.press(Key.ESCAPE);
    assert.equal(await page.pixel(4, 2), "#000000ff", "nothing of it reaches the canvas");
    await page.reload();
    await list(page);
    assert.deepEqual([await names(page), await deleted(page)], [["grey8 copy", "untitled"], ["grey8"]]);
    assert.equal(await page.text(".drawings-said"), "", "it was not this dialog that deleted it");
    await page.click(await of(page, "grey8", "back"));
    await lists(page, ["grey8 copy", "untitled", "grey8"]);
    await page.click(await of(page, "grey8", "open"));
    await opened(page, 35, 37);
    assert.equal(await page.pixel(5, 3), "#000000ff");
    const before = await page.pixels();
    await page.undo();
    await page.until("its history", async () => String(await page.pixels()) !== String(before));
  }));

test("deleting the open drawing opens the next one at once, and an empty one after the last, and two presses remove one for good", () =>
  withProfile(async (start) => {
    const page = await start();
    await listOfTwo(page);
    await page.click(await of(page, "untitled", "delete"));
    await opened(page, 35, 37);
    await lists(page, ["grey8"]);
    assert.equal(await page.text("#document-name .name"), "grey8");
    assert.match(await page.message("was deleted"), /^“untitled” was deleted\. File ▸ Drawings… has it for 30 days$/);
    await page.press("z", Key.CONTROL);
    await opened(page, 20, 10);
    await lists(page, ["untitled", "grey8"]);
    await page.click(await of(page, "untitled", "delete"));
    await lists(page, ["grey8"]);
    await page.click(await of(page, "grey8", "delete"));
    await opened(page, 64, 64);
    await page.until("both", async () => String(await deleted(page)) === "grey8,untitled");
    assert.deepEqual(await page.painted(), []);
    await page.press(Key.ESCAPE);
    await page.openTab();
    assert.deepEqual(await page.painted(), [], "no deleted drawing is opened at the start");
    await list(page);
    assert.deepEqual(await deleted(page), ["grey8", "untitled"]);
    const erase = await of(page, "grey8", "erase");
    const id = await page.driver.executeScript("return document.querySelector(arguments[0]).closest('.drawing').dataset.drawing", erase);
    await page.click(erase);
    assert.equal(await page.text(erase), "Press again");
    assert.deepEqual(await deleted(page), ["grey8", "untitled"]);
    assert.ok((await stored(page)).includes(id));
    await page.press(Key.ENTER);
    await page.until("it to be gone", async () => String(await deleted(page)) === "untitled");
    assert.ok(!(await stored(page)).includes(id));
    assert.equal(await page.text(".drawings-said"), "", "nothing is left to be undone");
  }));
