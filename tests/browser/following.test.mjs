/** Where undo leads: the row and the words that say so, and the next stroke. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Which layer is active, and which frame, counted from 0. @param {Page} page @returns {Promise<number[]>} */
const active = (page) => page.driver.executeScript("const { layer, frame } = undoodle.active(); return [layer, frame]");

/** Notes the rows that flash. @param {Page} page */
const watch = (page) => page.driver.executeScript(`
  window.flashed = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.classList?.contains("flash")) flashed.push({ ...node.parentElement.dataset });
  }).observe(document.body, { childList: true, subtree: true });`);

/** @param {Page} page @returns {Promise<Record<string, string>[]>} */
const flashed = (page) => page.driver.executeScript("return flashed.splice(0)");

/** Says in the form of the history's panel what undo does. @param {Page} page @param {Record<string, string | boolean>} values */
async function choose(page, values) {
  await page.click("#history-settings");
  await page.until("the form", () => page.asked());
  await page.fill(values);
  await page.click("#form-ok");
  await page.until("the form to close", async () => !(await page.asked()));
}

/** Undone steps say which frame they were made on, also when the frame itself is undone. @param {Page} page */
async function framesOfUndone(page) {
  const where = () => page.driver.executeScript("return [...document.querySelectorAll('#steps .step:not(:first-child)')].map(({ title }) => title.split('\\n')[1])");
  const says = (/** @type {string[]} */ ...expected) => page.until(String(expected), async () => String(await where()) === String(expected));
  await page.drag([[3, 3], [9, 3]]);
  await page.call("run", "frame.add");
  await page.drag([[3, 6], [9, 6]]);
  await says("Layer 1, frame 1", "Layer 1, frame 2", "Layer 1, frame 2");
  await page.undo();
  await says("Layer 1, frame 1", "Layer 1, frame 2", "Layer 1, frame 2");
  await page.undo();
  await says("Layer 1", "Layer 1, frame 2", "Layer 1, frame 2");
  await page.undo();
  await says("Layer 1", "Layer 1, frame 2", "Layer 1, frame 2");
}

test("undo leads to a layer, says so, its row flashes, and the next stroke returns, unless one chooses otherwise; undone steps say which frame they were made on", () =>
  visit({}, async (page) => {
    await framesOfUndone(page);
    await page.call("newDocument", { width: 64, height: 64 });
    await page.menu("layer.add");
    await page.drag([[3, 3]]);
    await page.drag([[5, 5]]);
    await page.press(Key.PAGE_DOWN);
    await watch(page);
    await page.undo();
    await page.message("Undid Pencil, 1 pixel, layer Layer 2");
    assert.deepEqual(await active(page), [1, 0]);
    const rows = await flashed(page);
    assert.ok(rows.some(({ layer }) => layer === "1"), `the row of Layer 2 flashes: ${JSON.stringify(rows)}`);
    await page.drag([[9, 9]]);
    await page.message("Back on Layer 1");
    assert.deepEqual(await active(page), [0, 0]);
    const lit = "return document.getAnimations().some(({ effect }) => effect.target?.matches('.highlight, .highlight-contour'))";
    await page.until("the end of what the first undo shows", async () => !await page.driver.executeScript(lit));
    await choose(page, { paint: "led", show: "off" });
    for (let i = 0; i < 2; i += 1) await page.undo();
    await page.drag([[12, 12]]);
    assert.deepEqual(await active(page), [1, 0], "where undo has led");
    assert.equal(await page.driver.executeScript(lit), false, "nothing is shown over the picture");
    await page.click("#history-settings");
    await page.until("the form", () => page.asked());
    assert.deepEqual(await page.driver.executeScript("return ['paint', 'show'].map((name) => document.querySelector(`#form-${name}`).value)"), ["led", "off"]);
  }));
