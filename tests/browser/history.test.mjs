/** Undo that is exact, and undo that can be seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { seen, visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The highlight's rectangle in client coordinates, a little larger. @param {Page} page @param {{x: number, y: number, width: number, height: number}} rect */
async function around(page, { x, y, width, height }) {
  const [start, end] = [await page.call("clientPoint", x, y), await page.call("clientPoint", x + width - 1, y + height - 1)];
  return { left: start.x - 25, top: start.y - 25, right: end.x + 25, bottom: end.y + 25 };
}

/** The box around all pixels of a screenshot in an area that are of a kind, or null. @param {import("pngjs").PNG} shot @param {Awaited<ReturnType<typeof around>>} area @param {(rgb: number[]) => boolean} kind */
function box(shot, area, kind) {
  let found = null;
  for (let y = Math.floor(area.top); y < area.bottom; y += 1) {
    for (let x = Math.floor(area.left); x < area.right; x += 1) {
      if (!kind(seen(shot, { x, y }))) continue;
      found ??= { left: x, top: y, right: x, bottom: y };
      found = { left: Math.min(found.left, x), top: found.top, right: Math.max(found.right, x), bottom: y };
    }
  }
  return found;
}

const reddish = (/** @type {number[]} */ [r, g, b]) => r > g + 40 && r > b + 40;
const bluish = (/** @type {number[]} */ [r, g, b]) => b > r + 40 && b > g + 20;

test("undo and redo are exact to the byte, by keys and by buttons", () =>
  visit({}, async (page) => {
    const states = [await page.pixels()];
    for (const [y, color] of [[3, "#ff0000ff"], [6, "#00ff0080"], [9, "#0000ffff"]]) {
      await page.call("setColor", color);
      await page.drag([[3, Number(y)], [30, Number(y) + 20]]);
      states.push(await page.pixels());
    }
    for (const state of [2, 1, 0]) {
      await page.undo();
      assert.deepEqual(await page.pixels(), states[state]);
    }
    await page.redo();
    assert.deepEqual(await page.pixels(), states[1]);
    await page.press("y", Key.CONTROL);
    assert.deepEqual(await page.pixels(), states[2]);
    await page.click("#undo");
    assert.deepEqual(await page.pixels(), states[1]);
    await page.click("#redo");
    await page.click("#redo");
    assert.deepEqual(await page.pixels(), states[3]);
  }));

test("a held key repeats, and no press is dropped", () =>
  visit({}, async (page) => {
    for (let y = 0; y < 12; y += 1) await page.drag([[y, y]]);
    let actions = page.driver.actions().keyDown(Key.CONTROL);
    // A key that is down and goes down again is a repeated press, as a held key gives.
    for (let i = 0; i < 10; i += 1) actions = actions.keyDown("z");
    await actions.keyUp("z").keyUp(Key.CONTROL).perform();
    assert.equal((await page.call("history")).position, 2);
    assert.deepEqual(await page.painted(), ["0,0", "1,1"]);
  }));

test("buttons show whether there is something to undo or redo", () =>
  visit({}, async (page) => {
    const enabled = async () => [await (await page.find("#undo")).isEnabled(), await (await page.find("#redo")).isEnabled()];
    assert.deepEqual(await enabled(), [false, false]);
    await page.drag([[3, 3], [9, 3]]);
    assert.deepEqual(await enabled(), [true, false]);
    await page.undo();
    assert.deepEqual(await enabled(), [false, true]);
    await page.redo();
    assert.deepEqual(await enabled(), [true, false]);
  }));

test("a new stroke after undo drops redo, and one that changes nothing keeps it", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.drag([[3, 6], [9, 6]]);
    await page.undo();
    await page.drag([[3, 3], [9, 3]]);
    assert.equal((await page.call("history")).steps.length, 2, "painting what is there is no step");
    await page.redo();
    assert.equal(await page.pixel(5, 6), "#000000ff");
    await page.undo();
    await page.drag([[20, 20]]);
    const before = await page.pixels();
    assert.equal(await page.call("run", "edit.redo"), false);
    await page.redo();
    assert.deepEqual(await page.pixels(), before);
    const { position, steps, undo, redo, temp } = await page.call("history");
    assert.deepEqual([position, steps.length], [2, 2]);
    assert.ok(undo === redo && redo === temp && undo > 0);
  }));

test("the highlight tells the commit's rectangle and colour, inverted by undo", () =>
  visit({}, async (page) => {
    assert.equal(await page.call("highlight"), null);
    await page.drag([[10, 10], [30, 10], [30, 25]]);
    await page.click("#eraser");
    await page.drag([[12, 10], [15, 10]]);
    const [added, removed] = (await page.call("history")).steps;
    assert.deepEqual(added.rect, { x: 10, y: 10, width: 21, height: 16 });
    assert.deepEqual(removed.rect, { x: 12, y: 10, width: 4, height: 1 });
    assert.notEqual(added.color, removed.color);
    await page.undo();
    assert.deepEqual(await page.call("highlight"), { kind: "undo", rect: removed.rect, color: added.color, label: "Eraser" });
    await page.undo();
    assert.deepEqual(await page.call("highlight"), { kind: "undo", rect: added.rect, color: removed.color, label: "Pencil" });
    await page.redo();
    assert.deepEqual(await page.call("highlight"), { kind: "redo", rect: added.rect, color: added.color, label: "Pencil" });
    await page.message("Redo: Pencil");
    await page.undo();
    await page.message("Undo: Pencil");
  }));

test("the frame is seen in its colour, and goes", () =>
  visit({}, async (page) => {
    await page.drag([[10, 10], [30, 25]]);
    const area = await around(page, (await page.call("history")).steps[0].rect);
    assert.equal(box(await page.screenshot(), area, reddish), null);
    await page.undo();
    await page.until("a red frame", async () => box(await page.screenshot(), area, reddish));
    await page.until("no frame", async () => !box(await page.screenshot(), area, reddish));
    await page.redo();
    await page.until("a blue frame", async () => box(await page.screenshot(), area, bluish));
    await page.until("no frame", async () => !box(await page.screenshot(), area, bluish));
  }));

test("for those who prefer stillness the frame stands still and fades", () =>
  visit({ stillness: true }, async (page) => {
    await page.drag([[10, 10], [30, 25]]);
    const { rect } = (await page.call("history")).steps[0];
    const area = await around(page, rect);
    await page.moveTo([60, 60]);
    await page.undo();
    /** @type {{left: number, top: number, right: number, bottom: number}[]} */
    const places = [];
    await page.until("the frame comes and goes", async () => {
      const place = box(await page.screenshot(), area, reddish);
      if (place) places.push(place);
      return places.length > 0 && !place;
    });
    for (const place of places) assert.deepEqual(place, places[0]);
    const center = await page.call("clientPoint", 20, 17);
    assert.ok(Math.abs((places[0].left + places[0].right) / 2 - center.x) < 12, "it lies around the stroke");
  }));

test("the status line shows the stacks, the memory, the cursor and the zoom", () =>
  visit({}, async (page) => {
    assert.equal((await page.text("#status-stacks")).replace(/\s+/g, " "), "0 ≤ 0 ≤ 0");
    await page.drag([[3, 3], [9, 3]]);
    await page.drag([[3, 7], [9, 7]]);
    await page.undo();
    const { undo, redo, temp } = await page.call("history");
    assert.ok(0 < undo && undo < redo && redo === temp);
    assert.equal((await page.text("#status-stacks")).replace(/\s+/g, " "), `${undo} ≤ ${redo} ≤ ${temp}`);
    assert.match(await page.text("#status-memory"), /\d.* [KM]?B/);
    await page.moveTo([17, 42]);
    await page.until("the cursor's pixel", async () => /17\D+42/.test(await page.text("#status-cursor")));
    assert.match(await page.text("#status-zoom"), /^\d+×$/);
  }));
