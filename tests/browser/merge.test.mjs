/** A branch is merged, its conflicts are decided on the picture, and two states are compared: by pointer, by keys and by scripts. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The words of an element, or "" if it is not seen. @param {Page} page @param {string} css @returns {Promise<string>} */
const words = (page, css) => page.driver.executeScript(`
  const element = document.querySelector(arguments[0]);
  return !element || element.hidden ? "" : element.innerText.replace(/\\s+/g, " ").trim();`, css);

/** Waits until an element says something. @param {Page} page @param {string} css @param {string} said */
const says = (page, css, said) => page.until(`"${said}" in ${css}`, async () => (await words(page, css)).includes(said));

/** The branch: two green strokes. Here: two red ones, of which one lies on a green one, and one crosses the other. Returns the branch's last step. @param {Page} page */
async function part(page) {
  await page.call("setBrush", { size: 1 });
  await page.call("setColor", "#00ff00");
  await page.drag([[5, 2], [30, 2]]);
  await page.drag([[5, 40], [30, 40]]);
  await page.undo();
  await page.undo();
  await page.call("setColor", "#ff0000");
  await page.drag([[5, 2], [30, 2]]);
  await page.drag([[12, 30], [12, 50]]);
  return /** @type {number} */ ((await page.call("history")).branches.at(-1).id);
}

/** The pixels of both strokes, and where the others cross. @param {Page} page */
const colors = (page) => Promise.all([[20, 2], [12, 40], [20, 40]].map(([x, y]) => page.pixel(x, y)));

const [RED, GREEN] = ["#ff0000ff", "#00ff00ff"];

/** Folds the branch out, and opens the menu of its last step. @param {Page} page */
async function menuOfBranch(page) {
  await page.click("#steps .step-fold");
  await page.openMenu('#steps [aria-level="2"][aria-posinset="2"] .step-label');
}

test("a branch is merged from its menu: conflicts are walked through, turned by buttons, keys, presses and lines around them, and it is one step", () =>
  visit({}, async (page) => {
    const tip = await part(page);
    await menuOfBranch(page);
    await page.click(".context-menu [data-command='history.merge']");
    await says(page, "#merge", "Conflict 1 of 2");
    assert.deepEqual(await colors(page), [RED, RED, GREEN], "mine, and what fits");
    assert.match(await words(page, "#merge"), /26 pixels on layer “Layer 1”.*Mine painted here.*Theirs painted there/);
    const [bar, conflict] = await page.driver.executeScript("return ['#merge', '.merge-shown'].map((css) => document.querySelector(css).getBoundingClientRect().toJSON());");
    assert.ok(bar.top > conflict.bottom, `the bar, from ${bar.top} on, makes way for a conflict at the top, down to ${conflict.bottom}`);
    await page.click("#merge-theirs");
    await page.until("theirs", async () => (await colors(page))[0] === GREEN);
    await page.click("#merge-next");
    await says(page, "#merge", "Conflict 2 of 2");
    await page.click("#surface");
    await page.press(Key.ARROW_DOWN);
    await page.until("both are theirs", async () => (await colors(page))[1] === GREEN);
    await page.press(Key.ARROW_DOWN);
    await page.until("mine again", async () => (await colors(page))[1] === RED);
    // A line around a region turns what it surrounds, here and back.
    for (const side of [RED, GREEN]) {
      await page.drag([[2, 0], [16, 0], [16, 7], [2, 7]]);
      await page.until("a part of it is turned", async () => (await page.pixel(8, 2)) === side);
      assert.equal(await page.pixel(25, 2), GREEN);
    }
    assert.equal(await page.steps(), 2, "a preview is no step");
    await page.press(Key.ENTER);
    await page.message("Merged 51 pixels");
    assert.equal(await words(page, "#merge"), "");
    assert.deepEqual(await colors(page), [GREEN, RED, GREEN]);
    assert.equal(await page.steps(), 3);
    await says(page, "#steps", "Merge “Pencil”");
    await page.undo();
    assert.deepEqual(await colors(page), [RED, RED, "#00000000"]);
    const { taken, conflicts } = await page.call("mergeBranch", tip);
    assert.deepEqual([taken, conflicts.length, conflicts[0].rect], [25, 2, { x: 5, y: 2, width: 26, height: 1 }], "by a script");
    await assert.rejects(page.call("mergeBranch", tip), /all of it is here already/);
  }));

test("two states are seen side by side with one cursor, and as a wipe whose handle is moved by keys and pointer", () =>
  visit({}, async (page) => {
    await part(page);
    await menuOfBranch(page);
    await page.click(".context-menu [data-command='history.compare']");
    // 26 red on green, 26 green, 21 red less the one that crosses.
    await says(page, "#compare-count", "72 pixels differ");
    await page.press(Key.ARROW_RIGHT);
    await page.press(Key.ARROW_LEFT);
    await says(page, "#compare-at", "31, 32");
    // The swatches have their colours in spite of the content security policy.
    const swatches = () => page.driver.executeScript("return [...document.querySelectorAll('#compare-at i')].map((one) => one.style.background !== '')");
    assert.deepEqual(await swatches(), [true, true]);
    const cursors = await page.driver.executeScript("return [...document.querySelectorAll('.compare-cursor')].map((one) => [one.hidden, one.style.left, one.style.top]);");
    assert.deepEqual(cursors[0], cursors[1], "at the same pixel in both");
    await page.click("#compare-wipe");
    await page.find(".compare-handle");
    const handle = () => page.driver.executeScript("const handle = document.querySelector('.compare-handle'); return [handle.ariaValueNow ?? handle.getAttribute('aria-valuenow'), getComputedStyle(document.querySelectorAll('.compare-pane')[1]).clipPath];");
    assert.deepEqual(await handle(), ["50", "inset(0px 0px 0px 50%)"]);
    const from = await page.middle(".compare-handle");
    await page.driver.actions().move({ ...from, duration: 0 }).press().move({ x: from.x - 100, y: from.y, duration: 0 }).release().perform();
    await page.until("it is dragged", async () => Number((/** @type {string[]} */ (await handle()))[0]) < 50);
    const [dragged] = /** @type {string[]} */ (await handle());
    await page.press(Key.ARROW_RIGHT);
    await page.until("it is moved by a key", async () => Number((/** @type {string[]} */ (await handle()))[0]) === Number(dragged) + 2);
    await page.click("#compare-done");
    await page.until("it is closed", async () => (await page.driver.executeScript("return document.querySelector('#compare')")) === null);
    assert.equal(await page.steps(), 2, "nothing has moved");
    // What one of them has is taken by the form that shows it first.
    const [{ id }] = (await page.call("history")).branches;
    await page.call("run", "history.compare", { commit: id });
    await page.click("#compare .compare-take");
    await page.until("the form", async () => (await page.text("#form-title")) === "This region as it was then");
    await page.press(Key.ENTER);
    await page.message("This region is as it was after");
    assert.deepEqual([await page.pixel(8, 2), await page.pixel(20, 40), await page.steps()], [GREEN, GREEN, 3]);
    await page.undo();
    await page.call("run", "history.compare", { commit: 1 });
    await page.find("#compare");
    await page.call("newDocument", { width: 8, height: 8 });
    await page.until("it goes with its drawing", async () => (await page.driver.executeScript("return document.querySelector('#compare')")) === null);
  }));
