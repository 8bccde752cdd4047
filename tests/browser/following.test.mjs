/** Where undo leads: the row and the words that say so, the next stroke, the view; and what lands before a stroke. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Which layer is active, and which frame, counted from 0. @param {Page} page @returns {Promise<number[]>} */
const active = (page) => page.driver.executeScript("const { layer, frame } = undoodle.active(); return [layer, frame]");

/** Whether a pixel of a layer is painted. @param {Page} page @param {number} layer @param {number} x @param {number} y */
const paintedOn = async (page, layer, x, y) => (await page.call("celPixel", layer, 0, x, y)) !== "#00000000";

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

/** Paints on the upper of two layers, goes to the lower one, and undoes. @param {Page} page */
async function leadAway(page) {
  await page.menu("layer.add");
  await page.drag([[3, 3]]);
  await page.drag([[5, 5]]);
  await page.press(Key.PAGE_DOWN);
  assert.deepEqual(await active(page), [0, 0]);
  await watch(page);
  await page.undo();
  await page.message("Undid Pencil, 1 pixel, layer Layer 2");
  assert.deepEqual(await active(page), [1, 0]);
  const rows = await flashed(page);
  assert.ok(rows.some(({ layer }) => layer === "1"), `the row of Layer 2 flashes: ${JSON.stringify(rows)}`);
}

test("undo leads to a layer, says so, its row flashes, and the next stroke goes there", () =>
  visit({}, async (page) => {
    await leadAway(page);
    await page.drag([[9, 9]]);
    assert.deepEqual(await active(page), [1, 0]);
    assert.equal(await paintedOn(page, 1, 9, 9), true);
  }));

test("by choice the next stroke returns to where the hand was, also after a reload", () =>
  visit({}, async (page) => {
    await choose(page, { paint: "left" });
    await leadAway(page);
    await page.undo();
    await page.drag([[9, 9]]);
    await page.message("Back on Layer 1");
    assert.deepEqual(await active(page), [0, 0]);
    assert.equal(await paintedOn(page, 0, 9, 9), true);
    await page.until("it is kept", async () => (await page.text("#status-kept")) === "Kept in this browser");
    await page.driver.navigate().refresh();
    await page.ready();
    await page.click("#history-settings");
    await page.until("the form", () => page.asked());
    assert.equal(await page.driver.executeScript("return document.querySelector('#form-paint').value"), "left");
  }));

test("who clicks a row or a step stays there", () =>
  visit({}, async (page) => {
    await choose(page, { paint: "left" });
    await leadAway(page);
    await page.click('.layer[data-layer="1"] .layer-name');
    await page.drag([[9, 9]]);
    assert.deepEqual(await active(page), [1, 0]);
    await page.press(Key.PAGE_DOWN);
    await page.click('#steps [role=treeitem][data-item="2"]');
    await page.until("the step of Layer 2", async () => (await active(page))[0] === 1);
    await page.drag([[12, 9]]);
    assert.deepEqual(await active(page), [1, 0], "a click on a step is a choice");
  }));

test("by choice the view follows what undo changes off screen", () =>
  visit({}, async (page) => {
    await page.drag([[60, 60]]);
    await page.press("5");
    const dot = () => page.call("clientPoint", 60, 60);
    const inView = async () => {
      const { x, y } = await dot();
      return page.driver.executeScript(`const { left, top, right, bottom } = document.querySelector("#stage").getBoundingClientRect();
        return arguments[0] > left && arguments[0] < right && arguments[1] > top && arguments[1] < bottom`, x, y);
    };
    for (let i = 0; i < 12 && (await inView()); i += 1) await page.press(Key.ARROW_UP);
    assert.equal(await inView(), false);
    const before = await dot();
    await page.undo();
    await page.message("Undid Pencil");
    assert.deepEqual(await dot(), before, "the view stays unless it is chosen");
    await page.redo();
    await page.message("Redid Pencil");
    await choose(page, { follow: true });
    const zoom = await page.text("#status-zoom");
    await page.undo();
    await page.until("the dot to be in view", inView);
    assert.equal(await page.text("#status-zoom"), zoom, "the zoom is kept");
  }));

test("what floats over another frame lands as a step of its own, before the stroke's", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [6, 3]]);
    await page.press("m");
    await page.drag([[2, 2], [8, 8]]);
    await page.press("c", Key.CONTROL);
    await page.menu("frame.add");
    await page.press("v", Key.CONTROL);
    await page.until("a paste", async () => (await page.call("selection"))?.floating === true);
    await page.press(",");
    await page.press("e");
    await page.drag([[4, 3], [6, 3]]);
    const labels = async () => (await page.call("history")).steps.map((/** @type {{label: string}} */ { label }) => label);
    assert.deepEqual((await labels()).slice(-3), ["Paste", "Drop the floating selection", "Eraser"]);
    await page.undo();
    await page.undo();
    await page.message("Undid Drop the floating selection");
    assert.equal((await page.call("selection"))?.floating, true);
    assert.deepEqual(await active(page), [0, 1], "where it floats again");
  }));
