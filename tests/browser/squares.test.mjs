/** The squares' page: the engine at its smallest, by hand. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { seen, visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {number[]} path @param {boolean} [hold] */
async function drag(page, path, hold = false) {
  const points = [];
  for (const index of path) {
    const point = await page.call("clientPoint", index);
    points.push({ x: Math.round(point.x), y: Math.round(point.y), duration: 0 });
  }
  let actions = page.driver.actions().move(points[0]).press();
  for (const point of points.slice(1)) actions = actions.move(point);
  await (hold ? actions : actions.release()).perform();
}

/** @param {Page} page @returns {Promise<number[]>} */
const counters = async (page) => (await page.text("#counters")).split("<=").map(Number);

/** Which of the ten differ. @param {string[]} a @param {string[]} b */
const differing = (a, b) => a.flatMap((color, index) => (color === b[index] ? [] : [index]));

const visitSquares = (/** @type {(page: Page) => Promise<void>} */ journey) => visit({ page: "squares.html" }, journey);

test("a drag recolours every square it crosses, once, and is one step", () =>
  visitSquares(async (page) => {
    const before = await page.call("squares");
    assert.equal(before.length, 10);
    await drag(page, [2, 6], true);
    const during = await page.call("squares");
    assert.deepEqual(differing(before, during), [2, 3, 4, 5, 6], "squares between two samples, too");
    assert.deepEqual(await counters(page), [0, 0, 5]);
    const changed = await page.driver.executeScript("return [...document.querySelectorAll('.square.changed')].map((s) => Number(s.dataset.index))");
    assert.deepEqual(changed, [2, 3, 4, 5, 6]);
    const back = await page.call("clientPoint", 3);
    await page.driver.actions().move({ x: Math.round(back.x), y: Math.round(back.y), duration: 0 }).release().perform();
    assert.deepEqual(await page.call("squares"), during, "crossed again, they keep their colour");
    assert.deepEqual(await counters(page), [6, 6, 6]);
    assert.equal(await page.text("#event"), "Commit!");
    const { position, steps } = await page.call("history");
    assert.deepEqual([position, steps.length, steps[0].rect], [1, 1, { x: 2, y: 0, width: 5, height: 1 }]);
  }));

test("undo and redo by keys and buttons, a new drag drops redo", () =>
  visitSquares(async (page) => {
    const start = await page.call("squares");
    await drag(page, [0, 1]);
    const one = await page.call("squares");
    await drag(page, [4]);
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), one);
    assert.equal(await page.text("#event"), "Undo!");
    assert.deepEqual(await counters(page), [3, 5, 5]);
    await page.click("#undo");
    assert.deepEqual(await page.call("squares"), start);
    await page.press("z", Key.CONTROL, Key.SHIFT);
    assert.deepEqual(await page.call("squares"), one);
    assert.equal(await page.text("#event"), "Redo!");
    await drag(page, [9]);
    assert.deepEqual(await counters(page), [5, 5, 5]);
    assert.equal(await page.call("run", "edit.redo"), false);
    assert.equal(await (await page.find("#redo")).isEnabled(), false);
  }));

test("undo in a drag takes back the drag, and the rest of it touches nothing", () =>
  visitSquares(async (page) => {
    const start = await page.call("squares");
    await drag(page, [3, 5], true);
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), start);
    const end = await page.call("clientPoint", 8);
    await page.driver.actions().move({ x: Math.round(end.x), y: Math.round(end.y), duration: 0 }).release().perform();
    assert.deepEqual(await page.call("squares"), start);
    assert.deepEqual(await counters(page), [0, 0, 0]);
  }));

test("the stack is drawn: a box for each delta, headers, three regions", () =>
  visitSquares(async (page) => {
    await drag(page, [0, 1]);
    await drag(page, [5]);
    await page.press("z", Key.CONTROL);
    await drag(page, [7], true);
    const drawn = await page.driver.executeScript(`
      return [...document.querySelectorAll("#stack > *")].map((e) => e.className.trim().replace(/\\s+/g, " "))`);
    assert.deepEqual(drawn, [
      "entry delta undo", "entry delta undo", "entry header undo", "mark undo",
      "entry delta redo", "entry header redo", "mark redo",
      "entry delta temp", "mark temp",
    ]);
    await page.release();
  }));

test("what is shown is the squares' colour, and the word fades", () =>
  visitSquares(async (page) => {
    await drag(page, [4]);
    const color = (await page.call("squares"))[4];
    const shown = seen(await page.screenshot(), await page.call("clientPoint", 4));
    assert.equal(`#${shown.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`, color);
    const opacity = () => page.driver.executeScript("return Number(getComputedStyle(document.querySelector('#event')).opacity)");
    await page.until("the word has gone", async () => (await opacity()) === 0);
  }));
