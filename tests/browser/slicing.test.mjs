/** Slices by hand: made, moved and resized over the picture by their tool, and listed in their panel. What the tool does to a slice is held in `tests/editor/tools/slice.rs`. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The panel's rows, the chosen one in brackets; `null` while it is hidden. @param {Page} page @returns {Promise<string | null>} */
const listed = (page) =>
  page.driver.executeScript(`
    const panel = document.querySelector("#slices");
    return panel.hidden ? null : [...panel.querySelectorAll(".slice")].map((row) => {
      const text = [".slice-name", ".slice-size"].map((part) => row.querySelector(part).textContent.trim()).join(": ");
      return row.matches(".active") ? "[" + text + "]" : text;
    }).join(" ");`);

/** @param {Page} page @param {string} expected */
const lists = (page, expected) => page.until(expected, async () => await listed(page) === expected);

/** Gives a row's name the focus. @param {Page} page @param {number} row */
const focus = (page, row) => page.glance(`document.querySelector(".slice:nth-child(${row}) .slice-name").focus()`);

/** Where slices lie. @param {Page} page @returns {Promise<number[][]>} */
const bounds = async (page) => (await page.call("slices")).map((/** @type {any} */ { keys: [{ bounds: { x, y, width, height } }] }) => [x, y, width, height]);

test("slices are dragged over the picture and listed in a panel, which chooses, opens and removes them", () =>
  visit({}, async (page) => {
    await lay(page, Array(10).fill("............"));
    assert.equal(await listed(page), null, "no slice, and another tool");
    await page.press("c", Key.SHIFT);
    await lists(page, "");
    await page.drag([[1, 1], [8, 3], [6, 6]]);
    await lists(page, "[Slice 1: 6 × 6]");
    await page.drag([[9, 2], [11, 5]]);
    await lists(page, "Slice 1: 6 × 6 [Slice 2: 3 × 4]");
    await page.drag([[4, 4], [5, 6]]);
    await lists(page, "[Slice 1: 6 × 6] Slice 2: 3 × 4");
    assert.deepEqual(await bounds(page), [[2, 3, 6, 6], [9, 2, 3, 4]]);
    await page.drag([[7, 6], [5, 6]]);
    assert.deepEqual(await bounds(page), [[2, 3, 4, 6], [9, 2, 3, 4]]);
    assert.deepEqual((await labels(page)).slice(-4), ["New slice", "New slice", "Move slice", "Resize slice"]);
    await page.undo();
    await page.undo();
    assert.deepEqual(await bounds(page), [[1, 1, 6, 6], [9, 2, 3, 4]]);
    await page.press(Key.DELETE);
    assert.deepEqual(await bounds(page), [[9, 2, 3, 4]]);
    await page.undo();
    assert.deepEqual(await bounds(page), [[1, 1, 6, 6], [9, 2, 3, 4]]);

    await page.click(".slice:nth-child(2) .slice-name");
    await lists(page, "Slice 1: 6 × 6 [Slice 2: 3 × 4]");
    await page.doubleClick(".slice:nth-child(1) .slice-name");
    await page.until("the form", () => page.asked());
    await page.press(Key.ESCAPE);
    await lists(page, "[Slice 1: 6 × 6] Slice 2: 3 × 4");
    await focus(page, 2);
    await page.press(Key.F2);
    await page.until("the form", () => page.asked());
    await page.fill({ name: "hat", width: 2 });
    await page.press(Key.ENTER);
    await lists(page, "Slice 1: 6 × 6 [hat: 2 × 4]");
    await focus(page, 2);
    await page.press(Key.ARROW_UP);
    await page.press(Key.DELETE);
    await lists(page, "[hat: 2 × 4]");
    await page.undo();
    await lists(page, "Slice 1: 6 × 6 [hat: 2 × 4]");
    await page.press("b");
    await page.click("#slice-delete");
    await page.click(".slice-name");
    await page.click("#slice-delete");
    await page.until("no panel", async () => await listed(page) === null);
  }));
