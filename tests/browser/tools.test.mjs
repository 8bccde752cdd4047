/** The tools by hand: chosen by buttons and keys, with the options that each of them shows. What they do is held in `tests/editor/tools/`. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { choose, labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Each tool and its keys. @type {[string, ...string[]][]} */
const TOOLS = [
  ["pencil", "b"], ["spray", "b", Key.SHIFT], ["eraser", "e"], ["history-brush", "y"], ["line", "l"], ["curve", "l", Key.SHIFT], ["rectangle", "u"],
  ["ellipse", "u", Key.SHIFT], ["rounded-rectangle", "u", Key.ALT], ["polygon", "d", Key.SHIFT], ["text", "t"],
  ["fill", "g"], ["gradient", "g", Key.SHIFT], ["eyedropper", "i"], ["select-rectangle", "m"], ["select-ellipse", "m", Key.SHIFT],
  ["lasso", "q"], ["wand", "w"], ["move", "v"], ["slice", "c", Key.SHIFT], ["hand", "h"], ["zoom", "z"], ["probe", "w", Key.SHIFT],
];

test("each tool is chosen by its button and by its key, and its button alone is pressed", () =>
  visit({}, async (page) => {
    const known = (await page.call("tools")).map((/** @type {any} */ tool) => tool.id);
    assert.deepEqual(TOOLS.map(([id]) => id), known, "each tool of the table is tried");
    // What is in hand after each click and each key of a hand: the page presses one that means nothing when it is idle.
    await page.driver.executeScript(`
      window.inHand = [];
      for (const event of ["click", "keyup"]) addEventListener(event, ({ key, isTrusted }) => isTrusted && !["Shift", "Alt"].includes(key) && window.inHand.push(undoodle.tool().id));`);
    const inHand = () => page.driver.executeScript("return [window.inHand.splice(0), [...document.querySelectorAll('#tools [aria-pressed=true]')].map(({ id }) => id)]");
    // The pencil is chosen at the start, so that it comes last.
    const all = TOOLS.toReversed();
    const ids = all.map(([id]) => id);
    const places = await page.driver.executeScript(`
      return arguments[0].map((id) => {
        const { left, right, top, bottom } = document.getElementById(id).getBoundingClientRect();
        return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
      });`, ids);
    let clicks = page.driver.actions();
    for (const place of places) clicks = clicks.move({ ...place, duration: 0 }).press().release();
    await clicks.perform();
    assert.deepEqual(await inHand(), [ids, ["pencil"]], "by buttons");
    let keys = page.driver.actions();
    for (const [, key, shift] of all) keys = shift ? keys.keyDown(shift).keyDown(key).keyUp(key).keyUp(shift) : keys.keyDown(key).keyUp(key);
    await keys.perform();
    assert.deepEqual(await inHand(), [ids, ["pencil"]], "by keys");
    await page.drag([[3, 3], [5, 3]]);
    assert.deepEqual([await page.painted(), await labels(page)], [["3,3", "4,3", "5,3"], ["Pencil"]]);
  }));

/** Presses and releases on one pixel after another. @param {Page} page @param {[number, number][]} points */
async function presses(page, points) {
  for (const point of points) await page.drag([point]);
}

test("a polygon and a curve are set by several presses with words that go with them, seen before each, taken back point by point, and one step each", () =>
  visit({}, async (page) => {
    await lay(page, Array(7).fill("........."));
    await page.press("d", Key.SHIFT);
    await presses(page, [[1, 1], [7, 1]]);
    await page.message("on the first to close it");
    await page.moveTo([7, 6]);
    const open = [".........", ".KKKKKKK.", ".......K.", ".......K.", ".......K.", ".......K.", ".......K."];
    assert.deepEqual(await page.letters(), open, "as a press would leave it");
    await presses(page, [[7, 6], [1, 6]]);
    await page.press(Key.BACK_SPACE);
    await page.click("#undo");
    await page.moveTo([7, 6]);
    assert.deepEqual(await page.letters(), open, "two points are left, and the pointer");
    assert.equal(await page.steps(), 0);
    await presses(page, [[7, 6], [1, 6], [1, 1]]);
    const closed = [".........", ".KKKKKKK.", ...Array(4).fill(".K.....K."), ".KKKKKKK."];
    assert.deepEqual([await page.letters(), await labels(page)], [closed, ["Polygon"]]);

    await presses(page, [[0, 0], [8, 0]]);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await page.letters(), await labels(page)], [closed, ["Polygon"]], "Escape leaves nothing");
    await page.undo();

    await page.press("l", Key.SHIFT);
    await page.drag([[0, 6], [8, 6]]);
    await page.moveTo([4, 0]);
    const bow = await page.letters();
    assert.deepEqual([bow[6][0], bow[6][4], bow[6][8], bow[1][4]], ["K", ".", "K", "."], "a bow, whose ends stay");
    assert.ok(bow.some((row) => row[4] === "K"));
    await presses(page, [[0, 0], [8, 0]]);
    const curve = await page.letters();
    assert.notDeepEqual(curve, bow);
    assert.deepEqual([curve[6][0], curve[6][8], await labels(page)], ["K", "K", ["Curve"]]);
    await presses(page, [[2, 4], [6, 4]]);
    await page.press(Key.ENTER);
    assert.deepEqual(await labels(page), ["Curve", "Curve"], "Enter ends it as it is");
    await page.until("no words on its next press", () => page.glance("const place = document.querySelector('#message'); return !place.matches('.shown') || place.textContent === ''"));
    await presses(page, [[0, 0], [3, 0]]);
    await page.press("b");
    assert.deepEqual([await labels(page), (await page.call("tool")).id], [["Curve", "Curve", "Curve"], "pencil"], "another tool ends it");
  }));

test("spray goes on while the pointer rests, and ends with the release", () =>
  visit({}, async (page) => {
    await lay(page, Array(9).fill("........."));
    await page.press("b", Key.SHIFT);
    await choose(page, "size", 9);
    await choose(page, "density", 20);
    const sprayed = async () => (await page.letters()).join("").replaceAll(".", "").length;
    await page.drag([[4, 4]], { hold: true });
    const first = await sprayed();
    await page.until("more and more", async () => (await sprayed()) > first);
    await page.release();
    const all = await page.letters();
    assert.match(all[0], /^\.\.[.K]{5}\.\.$/, "within the round brush");
    assert.match(all[1], /^\.[.K]{7}\.$/);
    // The clock that sprays ticks with the frames.
    await page.driver.executeAsyncScript("let [left, done] = [20, arguments[0]]; requestAnimationFrame(function count() { left -= 1; if (left > 0) requestAnimationFrame(count); else done(); })");
    assert.deepEqual(await page.letters(), all, "nothing more after the release");
    assert.deepEqual([await labels(page), await page.steps()], [["Spray"], 1]);
  }));

test("no option moves when another one changes, and what has no effect is grey or comes last", () =>
  visit({}, async (page) => {
    const places = () => page.driver.executeScript("return Object.fromEntries([...document.querySelectorAll('#options [id^=option-]')].map((one) => [one.id.slice(7), Math.round(one.getBoundingClientRect().left)]))");
    const set = (/** @type {string} */ id, /** @type {object} */ options) => page.call("setTool", id, options);
    for (const [tool, changes] of /** @type {[string, object[]][]} */ ([
      ["pencil", [{ size: 3 }, { ink: "dither" }, { vertical: true }, { horizontal: true }, { vertical: false }, { ink: "normal" }]],
      ["fill", [{ contiguous: false }, { contiguous: true }]],
    ])) {
      await set(tool, { size: 1 });
      let before = await places();
      for (const change of changes) {
        await set(tool, change);
        const after = await places();
        for (const id of Object.keys(before).filter((each) => each in after)) assert.equal(after[id], before[id], `${tool}: ${id} after ${JSON.stringify(change)}`);
        before = after;
      }
    }
    const off = (/** @type {string} */ id) => page.driver.executeScript("return document.querySelector(`#option-${arguments[0]}`).closest('[inert]') !== null", id);
    await set("pencil", { size: 1, vertical: true, horizontal: false });
    assert.deepEqual([await off("perfect"), await off("axisX"), await off("axisY")], [false, false, true]);
    await set("pencil", { size: 2 });
    assert.equal(await off("perfect"), true);
  }));
