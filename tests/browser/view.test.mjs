/** The view: zoom at the pointer, pan, crisp pixels, checkerboard and grid. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key, Origin } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { LEFT, MIDDLE, seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page */
const zoom = (page) => page.text("#status-zoom");

/** Waits until the picture has been painted. @param {Page} page */
const painted = (page) =>
  page.driver.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");

test("the wheel zooms in and out at the pointer", needs("wheel"), () =>
  visit({}, async (page) => {
    const at = await page.client([20, 30]);
    const before = await zoom(page);
    for (const turn of [-120, -120, -120, 120]) {
      const actions = /** @type {any} */ (page.driver.actions()); // Its types know no wheel yet.
      await actions.scroll(at.x, at.y, 0, turn, Origin.VIEWPORT).perform();
    }
    await page.until("another zoom", async () => (await zoom(page)) !== before);
    const after = await page.call("clientPoint", 20, 30);
    const size = parseInt(await zoom(page), 10);
    assert.ok(size > parseInt(before, 10), `${before} to ${await zoom(page)}`);
    assert.ok(Math.abs(after.x - at.x) <= size / 2 + 1 && Math.abs(after.y - at.y) <= size / 2 + 1);
    await page.until("the same pixel under the cursor", async () => /20\D+30/.test(await page.text("#status-cursor")));
  }));

test("+ and − zoom by steps, numbers zoom to a size, 0 fits", () =>
  visit({}, async (page) => {
    // A smaller drawing is not zoomed out to a dot.
    await page.call("newDocument", { width: 128, height: 128 });
    const fitted = await zoom(page);
    await page.press("+");
    const larger = parseInt(await zoom(page), 10);
    assert.ok(larger > parseInt(fitted, 10));
    await page.press("-");
    await page.press("-");
    assert.ok(parseInt(await zoom(page), 10) < larger);
    await page.press("1");
    assert.equal(await zoom(page), "1×");
    await page.press("-");
    assert.equal(await zoom(page), "1/2×");
    await page.press("5");
    assert.equal(await zoom(page), "16×");
    await page.press("0");
    assert.equal(await zoom(page), fitted);
  }));

test("holding Space or the middle button, a drag moves the view and paints nothing", needs("other buttons"), () =>
  visit({}, async (page) => {
    for (const how of ["space", "middle"]) {
      const [start, before] = [await page.client([30, 30]), await page.call("clientPoint", 3, 4)];
      const button = how === "middle" ? MIDDLE : LEFT;
      let actions = page.driver.actions();
      if (how === "space") actions = actions.keyDown(Key.SPACE);
      actions = actions.move({ ...start, duration: 0 }).press(button);
      actions = actions.move({ x: start.x + 30, y: start.y - 20, duration: 0 }).release(button);
      if (how === "space") actions = actions.keyUp(Key.SPACE);
      await actions.perform();
      const after = await page.call("clientPoint", 3, 4);
      assert.deepEqual([after.x - before.x, after.y - before.y], [30, -20], how);
    }
    assert.deepEqual(await page.painted(), []);
    await page.drag([[30, 30]]);
    assert.deepEqual(await page.painted(), ["30,30"], "and without them it paints again");
  }));

for (const scale of [1, 1.5, 2]) {
  test(`pixels are crisp squares of one colour at ${scale} device pixels a CSS pixel`, scale % 1 ? needs("fractions") : {}, () =>
    visit({ scale }, async (page) => {
      await page.call("setColor", "#d02030");
      await page.drag([[31, 31]]);
      await page.call("setColor", "#20a040");
      await page.drag([[32, 31]]);
      await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
      for (const key of ["2", "3", "4", "5", "6"]) {
        await page.press(key);
        await painted(page);
        const side = parseInt(await zoom(page), 10);
        const shot = await page.screenshot();
        const center = await page.call("clientPoint", 31, 31);
        // From 12 on, the first row and column of each pixel carry the grid.
        const clear = side >= 12 ? side - 1 : side;
        for (const [name, pixel] of /** @type {const} */ ([["red", [0xd0, 0x20, 0x30]], ["green", [0x20, 0xa0, 0x40]]])) {
          const found = [];
          for (let y = Math.floor(center.y * scale - side); y < center.y * scale + side; y += 1) {
            for (let x = Math.floor(center.x * scale - side); x < center.x * scale + 2 * side; x += 1) {
              if (String(seen(shot, { x, y })) === String(pixel)) found.push({ x, y });
            }
          }
          const width = Math.max(...found.map(({ x }) => x)) - Math.min(...found.map(({ x }) => x)) + 1;
          const height = Math.max(...found.map(({ y }) => y)) - Math.min(...found.map(({ y }) => y)) + 1;
          // A blurred edge would be of another colour, and the square smaller or full of holes.
          assert.deepEqual([width, height, found.length], [clear, clear, clear * clear], `${name} at ${side}×`);
        }
      }
    }));
}

test("the grid is there from 12× on, and goes with its key", () =>
  visit({}, async (page) => {
    await page.call("setColor", "#d02030");
    await page.drag([[32, 32]]);
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    const lined = async () => {
      await painted(page);
      const side = parseInt(await zoom(page), 10);
      const center = await page.call("clientPoint", 32, 32);
      const edge = { x: Math.round(center.x - side / 2), y: Math.round(center.y) };
      return String(seen(await page.screenshot(), edge)) !== String([0xd0, 0x20, 0x30]);
    };
    await page.press("5");
    assert.equal(await lined(), true);
    await page.press("4");
    assert.equal(await lined(), false, "not at 8×");
    await page.press("5");
    await page.press("'", Key.CONTROL);
    assert.equal(await lined(), false, "not when it is off");
  }));

test("a checkerboard shows through what is transparent", () =>
  visit({}, async (page) => {
    await page.press("5");
    await painted(page);
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    const shot = await page.screenshot();
    const [one, other] = [seen(shot, await page.client([30, 30])), seen(shot, await page.client([31, 30]))];
    assert.notDeepEqual(one, other, "neighbours differ at 16×, where a cell is a pixel");
    assert.deepEqual(seen(shot, await page.client([31, 31])), one);
  }));
