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

/** Opens “grey8”, a file, and paints on it. @param {Visit} page */
async function grey8(page) {
  await choose(page, "grey8.png");
  await opened(page, 35, 37);
  await page.drag([[3, 3], [9, 3]]);
}

/** Makes “untitled”, 20 × 10, in the place of “grey8”. @param {Visit} page */
async function another(page) {
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

/** A browser with “grey8” and “untitled”, which is open. @param {Visit} page */
async function twoDrawings(page) {
  await grey8(page);
  await another(page);
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

test("a drawing that another one replaces stays in the list, and opens as it was left; an empty one leaves no trace; who comes back to more than one is shown the list", needs("tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await list(page);
    assert.match(await page.text(".drawings-none"), /^Nothing is kept here yet\./);
    await page.press(Key.ESCAPE);
    const shown = () => page.driver.executeScript("return document.querySelector('#drawings-dialog').open");
    await grey8(page);
    await page.call("kept");
    await comeBack(page);
    assert.deepEqual([await page.pixel(5, 3), await shown()], ["#000000ff", false], "with one drawing");
    await another(page);
    await list(page);
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
    assert.equal(await shown(), false, "after a reload");
    await list(page);
    assert.equal(await limit(), "up to 16.0 MB");
    assert.deepEqual(await names(page), ["untitled", "grey8", "untitled"]);
    await page.click(await of(page, "grey8", "open"));
    await opened(page, 35, 37);
    assert.equal(await page.pixel(5, 5), "#000000ff");
    await list(page);
    assert.deepEqual(await names(page), ["grey8", "untitled"]);
    await comeBack(page);
    await page.until("the list", shown);
    await lists(page, ["grey8", "untitled"]);
    await page.press(Key.ESCAPE);
    await page.until("no list", async () => !await shown());
    await page.drag([[3, 7], [9, 7]]);
    assert.deepEqual([await page.call("size"), await page.pixel(4, 7)], [{ width: 35, height: 37 }, "#000000ff"]);
    await page.until("the empty one to be swept away", async () => (await stored(page)).length === 2);
  }));

test("the list is worked by keys alone; a copy has a life of its own and the name that was just typed, and a double click makes one", needs("double click"), () =>
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

    await list(page);
    await page.doubleClick(await of(page, "Boat", "duplicate"));
    await lists(page, ["Boat copy", "Sea copy", "Boat", "Sea"]);
    await page.click(await of(page, "Boat copy", "open"));
    await page.until("the copy", async () => (await page.text("#document-name .name")) === "Boat copy");
    assert.equal(await page.pixel(4, 2), "#000000ff");
    await page.drag([[2, 7], [6, 7]]);
    await page.call("kept");
    await list(page);
    await page.click(await of(page, "Boat", "open"));
    await page.until("the original", async () => (await page.text("#document-name .name")) === "Boat");
    assert.deepEqual([await page.pixel(4, 2), await page.pixel(4, 7)], ["#000000ff", "#00000000"]);
    assert.equal((await names(page)).length, 4, "the second press of the double click made none");
    await list(page);
    await page.click(await of(page, "Sea", "rename"));
    await page.driver.actions().sendKeys("Lake").perform();
    // A name that is being typed is there when another button is pressed, also one of the same drawing.
    await page.click(await of(page, "Boat copy", "duplicate"));
    await page.until("another copy", async () => (await names(page)).length === 5);
    await page.click(await of(page, "Lake", "rename"));
    await page.driver.actions().sendKeys("River").perform();
    const [id] = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelectorAll('.drawing')].filter((drawing) => drawing.querySelector('.drawing-field')).map((drawing) => drawing.dataset.drawing)"));
    await page.click(`[data-drawing="${id}"] .drawing-duplicate`);
    await page.until("a copy", async () => (await names(page)).includes("River copy"));
    assert.ok((await names(page)).includes("River"));
  }));

test("deletions are undone, the last one first, and a drawing is put back later with its history; after the open one comes the next, and two presses remove one for good", () =>
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

    await list(page);
    for (const [name, gone] of /** @type {[string, number][]} */ ([["untitled", 1], ["grey8 copy", 2], ["grey8", 3]])) {
      await page.click(await of(page, name, "delete"));
      await page.until(`${name} among the deleted`, async () => (await deleted(page)).length === gone);
    }
    await opened(page, 64, 64);
    assert.deepEqual(await deleted(page), ["grey8", "grey8 copy", "untitled"]);
    assert.deepEqual(await page.painted(), []);
    await page.press(Key.ESCAPE);
    await page.openTab();
    assert.deepEqual(await page.painted(), [], "no deleted drawing is opened at the start");
    await list(page);
    assert.deepEqual(await deleted(page), ["grey8", "grey8 copy", "untitled"]);
    const erase = await of(page, "grey8", "erase");
    const id = await page.driver.executeScript("return document.querySelector(arguments[0]).closest('.drawing').dataset.drawing", erase);
    await page.click(erase);
    assert.equal(await page.text(erase), "Press again");
    assert.deepEqual(await deleted(page), ["grey8", "grey8 copy", "untitled"]);
    assert.ok((await stored(page)).includes(id));
    await page.press(Key.ENTER);
    await page.until("it to be gone", async () => String(await deleted(page)) === "grey8 copy,untitled");
    assert.ok(!(await stored(page)).includes(id));
    assert.equal(await page.text(".drawings-said"), "", "nothing is left to be undone");
  }));
