/** The view: zoom at the pointer, pan, crisp pixels, checkerboard and grid. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key, Origin } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
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

/** Fingers on a trackpad move the picture, a pinch and a wheel zoom, Shift moves it sideways, and it can be set. @param {Page} page */
async function trackpad(page) {
  await page.press("4");
  // Movements are told apart by the time between them: what was turned before is another one by then.
  const another = () => new Promise((resolve) => { setTimeout(resolve, 400); });
  await another();
  const at = await page.call("clientPoint", 20, 20);
  const turn = async (/** @type {object} */ more) => {
    await /** @type {any} */ (page.driver).sendAndGetDevToolsCommand("Input.dispatchMouseEvent", { type: "mouseWheel", x: at.x, y: at.y, deltaX: 0, deltaY: 0, ...more });
    await painted(page);
  };
  const place = async () => {
    const { x, y } = await page.call("clientPoint", 20, 20);
    return [x - at.x, y - at.y];
  };
  // A turn is told to have come before the page has heard of it.
  const comesTo = (/** @type {number[]} */ to) => page.until(`the picture at ${to}`, async () => String(await place()) === String(to));
  const before = await zoom(page);
  for (let i = 0; i < 6; i += 1) await turn({ deltaX: i % 2, deltaY: -10 });
  await comesTo([-3, 60]);
  assert.equal(await zoom(page), before);
  for (let i = 0; i < 6; i += 1) await turn({ deltaX: -(i % 2), deltaY: 10 });
  await comesTo([0, 0]);
  await another();
  await turn({ deltaY: 100, modifiers: 8 });
  await comesTo([-100, 0]);
  assert.equal(await zoom(page), before);
  await turn({ deltaY: -100, modifiers: 8 });
  await turn({ deltaY: -100, modifiers: 2 });
  await page.until("Ctrl to zoom", async () => (await zoom(page)) !== before);
  await turn({ deltaY: 100, modifiers: 2 });
  await page.until("the zoom of before", async () => (await zoom(page)) === before);
  await page.glance("document.dispatchEvent(new CustomEvent('open', { detail: 'hands-dialog' }))");
  await page.set("#hands-wheel", "pan");
  await page.click("#hands-done");
  await turn({ deltaY: 100 });
  // As it was set.
  await comesTo([0, -100]);
  assert.equal(await zoom(page), before);
}

test("holding Space or the middle button, a drag moves the view and paints nothing, keys zoom, and fingers on a trackpad do what is set", needs("other buttons"), () =>
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
    const before = await page.call("clientPoint", 3, 4);
    await page.keyDown(Key.SPACE);
    await page.press(Key.ARROW_LEFT);
    await page.keyUp(Key.SPACE);
    assert.ok((await page.call("clientPoint", 3, 4)).x > before.x, "with Space arrows scroll");
    // Keys zoom to a size and by steps.
    for (const [key, size] of [["1", "1×"], ["+", "2×"], ["5", "16×"]]) {
      await page.press(key, ...(key === "+" ? [Key.CONTROL] : []));
      assert.equal(await zoom(page), size);
    }
    if (can("emulation")) await trackpad(page);
  }));

/** Device pixels of a CSS pixel. Where it is a fraction, a canvas that is a little too large or beside its place is blurred. */
const SCALE = 1.5;

test("pixels are crisp squares of one colour where a CSS pixel is one and a half of the device's, with a grid and a checkerboard", needs("fractions"), () =>
  visit({ scale: SCALE }, async (page) => {
    await page.call("setColor", "#d02030");
    await page.drag([[31, 31]]);
    await page.call("setColor", "#20a040");
    await page.drag([[32, 31]]);
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    /** Checks both squares. @param {number} clear How many rows and columns of each are the grid's. */
    const check = async (clear) => {
      await painted(page);
      const side = parseInt(await zoom(page), 10);
      const shot = await page.screenshot();
      const center = await page.call("clientPoint", 31, 31);
      for (const [name, pixel] of /** @type {const} */ ([["red", [0xd0, 0x20, 0x30]], ["green", [0x20, 0xa0, 0x40]]])) {
        const found = [];
        for (let y = Math.floor(center.y * SCALE - side); y < center.y * SCALE + side; y += 1) {
          for (let x = Math.floor(center.x * SCALE - side); x < center.x * SCALE + 2 * side; x += 1) {
            if (String(seen(shot, { x, y })) === String(pixel)) found.push({ x, y });
          }
        }
        const width = Math.max(...found.map(({ x }) => x)) - Math.min(...found.map(({ x }) => x)) + 1;
        const height = Math.max(...found.map(({ y }) => y)) - Math.min(...found.map(({ y }) => y)) + 1;
        const expected = side - clear;
        // A blurred edge would be of another colour, and the square smaller or full of holes.
        assert.deepEqual([width, height, found.length], [expected, expected, expected * expected], `${name} at ${side}×`);
      }
      return shot;
    };
    for (const key of ["3", "6"]) {
      await page.press(key);
      // From 12 on, the first row and column of each pixel carry the grid.
      await check(key < "5" ? 0 : 1);
    }
    await page.press("5");
    await page.press("'", Key.CONTROL);
    const shot = await check(0);
    const cell = async (/** @type {[number, number]} */ pixel) => seen(shot, await page.client(pixel), SCALE);
    assert.notDeepEqual(await cell([29, 29]), await cell([30, 29]), "neighbours differ at 16×, where a cell of the checkerboard is a pixel");
    assert.deepEqual(await cell([30, 30]), await cell([29, 29]));
    // Even where a pixel is a single one of the screen, a press paints the one under it.
    await page.press("1");
    await page.call("setColor", "#2060d0");
    const middle = await page.client([20, 20]);
    const places = [0, 1, 2, 3].map((i) => ({ x: Math.round(middle.x) + 3 * i, y: Math.round(middle.y) + 2 * i }));
    for (const place of places) await page.driver.actions().move({ ...place, duration: 0 }).press().release().perform();
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    await painted(page);
    const pressed = await page.screenshot();
    assert.deepEqual(places.map((place) => seen(pressed, place, SCALE)), places.map(() => [0x20, 0x60, 0xd0]));
  }));
