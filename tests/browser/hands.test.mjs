/** Fingers and pens on the picture, several at once. */
import assert from "node:assert/strict";
import test from "node:test";
import { needs } from "./browsers.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {{x: number, y: number}} Place */

/** @param {Page} page @param {string} command @param {object} args */
const send = (page, command, args) => /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver).sendDevToolsCommand(command, args);

/**
 * Fingers on a page. Their times are told, so that a slow driver makes no other gesture of them.
 * @param {Page} page
 */
async function fingers(page) {
  await page.driver.executeScript("");
  let now = Date.now() / 1000;
  /** @type {Map<number, Place>} */
  const down = new Map();
  const points = () => [...down].map(([id, { x, y }]) => ({ id, x, y }));
  return {
    /** Lets time pass. @param {number} milliseconds */
    wait(milliseconds) {
      now += milliseconds / 1000;
    },
    /** Puts fingers down, one after the other. @param {Record<number, Place>} places */
    async down(places) {
      for (const [id, place] of Object.entries(places)) {
        down.set(Number(id), place);
        now += 0.01;
        await send(page, "Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(), timestamp: now });
      }
    },
    /** Moves fingers that are down. @param {Record<number, Place>} places */
    async move(places) {
      for (const [id, place] of Object.entries(places)) down.set(Number(id), place);
      now += 0.01;
      await send(page, "Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(), timestamp: now });
    },
    /** Lifts fingers; all by default. @param {number[]} ids */
    async up(...ids) {
      const touchPoints = points().filter(({ id }) => ids.includes(id));
      for (const id of ids.length > 0 ? ids : [...down.keys()]) down.delete(id);
      now += 0.01;
      await send(page, "Input.dispatchTouchEvent", { type: "touchEnd", touchPoints, timestamp: now });
    },
    /** Takes all fingers away, as a system does that has another use for them. */
    async cancel() {
      down.clear();
      now += 0.01;
      await send(page, "Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [], timestamp: now });
    },
    /** A pen's event. @param {"mouseMoved" | "mousePressed" | "mouseReleased"} type @param {Place} place @param {{button?: string, buttons?: number, force?: number}} [more] */
    async pen(type, place, more = {}) {
      now += 0.01;
      const clickCount = type === "mouseMoved" ? 0 : 1;
      await send(page, "Input.dispatchMouseEvent", { pointerType: "pen", type, ...place, clickCount, timestamp: now, ...more });
    },
  };
}

/** A stroke of a pen through pixels, each with its force. @param {Page} page @param {Awaited<ReturnType<typeof fingers>>} hand @param {[number, number, number][]} way @param {string} [button] */
async function penStroke(page, hand, way, button = "left") {
  const buttons = button === "left" ? 1 : 2;
  for (const [i, [x, y, force]] of way.entries()) {
    const place = await page.client([x, y]);
    if (i === 0) await hand.pen("mouseMoved", place);
    await hand.pen(i === 0 ? "mousePressed" : "mouseMoved", place, { button, buttons, force });
  }
  const [x, y] = way[way.length - 1];
  await hand.pen("mouseReleased", await page.client([x, y]), { button, buttons: 0 });
}

/** What a history says that nothing has been added to or taken from. @param {Page} page */
async function told(page) {
  const { position, steps, commits, branched, aside, branches } = await page.call("history");
  // What steps take changes when they are packed.
  const unweighed = steps.map((/** @type {any} */ { bytes: _, ...step }) => step);
  return { position, steps: unweighed, commits, branched, aside, branches, painted: await page.painted() };
}

/** @param {Page} page */
const zoom = (page) => page.text("#status-zoom");

/** @param {Place} place @param {number} [x2] @param {number} [y2] */
const beside = ({ x, y }, x2 = 0, y2 = 0) => ({ x: x + x2, y: y + y2 });

/** Waits until the drawing's middle is at a place; the page shows fingers with its next frame. @param {Page} page @param {Place} place @param {number} [near] */
const comes = (page, { x, y }, near = 0) => page.until(`the middle at ${x}, ${y}`, async () => {
  const now = await page.client([32, 32]);
  return Math.abs(now.x - x) <= near && Math.abs(now.y - y) <= near;
});

test("one finger draws a line, its tap a dot, and a stroke that the system takes away is taken back", needs("emulation"), () =>
  visit({}, async (page) => {
    const hand = await fingers(page);
    const [from, to] = [await page.client([5, 8]), await page.client([11, 8])];
    await hand.down({ 1: from });
    await hand.move({ 1: to });
    await hand.up();
    assert.deepEqual(await page.painted(), [5, 6, 7, 8, 9, 10, 11].map((x) => `${x},8`));
    await hand.down({ 1: await page.client([20, 20]) });
    await hand.up();
    assert.equal((await page.painted()).at(-1), "20,20");
    assert.equal(await page.steps(), 2);
    // A finger that rests has pressed, too.
    await hand.down({ 1: await page.client([30, 20]) });
    await page.until("the dot of a finger that rests", async () => (await page.painted()).includes("30,20"));
    await hand.up();
    assert.equal(await page.steps(), 3);
    await hand.down({ 1: await page.client([5, 30]) });
    await hand.move({ 1: await page.client([11, 30]) });
    assert.equal((await page.painted()).length, 9 + 7);
    await hand.cancel();
    assert.equal(await page.message("cancelled"), "Stroke cancelled");
    assert.deepEqual([(await page.painted()).length, await page.steps()], [9, 3]);
  }));

/** Two fingers zoom and pan, and undo by a tap; three redo; a later one ends no stroke. @param {Page} page @param {Awaited<ReturnType<typeof fingers>>} hand */
async function severalFingers(page, hand) {
  for (const y of [3, 5, 7]) await page.drag([[3, y], [9, y]]);
  await page.undo();
  await page.undo();
  const before = await told(page);
  assert.equal(before.painted.length, 7);
  const middle = await page.client([32, 32]);
  const first = await zoom(page);
  // The second finger comes at once; and when the first has already begun to draw.
  for (const [late, by] of [[0, 0], [150, 12]]) {
    await page.call("run", "view.fit");
    const [left, right] = [beside(middle, -60), beside(middle, 60)];
    await hand.down({ 1: left });
    if (late) {
      await hand.move({ 1: beside(left, 0, by) });
      assert.notDeepEqual(await page.painted(), before.painted, "a stroke is under way");
      await hand.move({ 1: left });
      hand.wait(late);
    }
    await hand.down({ 2: right });
    await hand.move({ 1: beside(middle, -120 + 30, -20), 2: beside(middle, 120 + 30, -20) });
    await comes(page, beside(middle, 30, -20), 1);
    assert.notEqual(await zoom(page), first);
    await hand.up(1);
    await hand.up();
    assert.deepEqual(await told(page), before, `${late} ms late`);
  }
  const [scale, x, y, selected] = await page.driver.executeScript("return [visualViewport.scale, scrollX, scrollY, String(getSelection())]");
  assert.deepEqual([scale, x, y, selected], [1, 0, 0, ""], "the browser has neither zoomed nor scrolled nor selected");

  await page.call("run", "view.zoom.5");
  const [place, near] = [await page.client([32, 32]), await zoom(page)];
  const [left, right] = [beside(place, -40, 10), beside(place, 40, 10)];
  await hand.down({ 1: left, 2: right });
  for (const [dx, dy] of [[17, -3], [-34, 40]]) {
    await hand.move({ 1: beside(left, dx, dy), 2: beside(right, dx, dy) });
    await comes(page, beside(place, dx, dy));
  }
  hand.wait(500);
  await hand.up();
  assert.equal(await zoom(page), near, "a pan is exact");
  assert.deepEqual(await told(page), before);

  await page.call("run", "view.fit");
  const here = await page.client([32, 32]);
  const tap = async (/** @type {number} */ count) => {
    await hand.down(Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, beside(here, 50 * i, 0)])));
    await hand.move({ 1: beside(here, 3, 3) });
    await hand.up();
    hand.wait(600);
  };
  for (const [count, pixels] of [[2, 0], [3, 7], [3, 14], [3, 21], [2, 14]]) {
    await tap(count);
    assert.equal((await page.painted()).length, pixels, `a tap of ${count}`);
  }
  assert.deepEqual(await page.client([32, 32]), here);
  // Fingers that stay longer have only held the picture.
  await hand.down({ 1: here, 2: beside(here, 50) });
  hand.wait(500);
  await hand.up();
  assert.equal((await page.painted()).length, 14);

  const [from, to, end] = [await page.client([2, 20]), await page.client([12, 20]), await page.client([22, 20])];
  await hand.down({ 1: from });
  await hand.move({ 1: to });
  hand.wait(400);
  await hand.down({ 2: await page.client([40, 40]) });
  await hand.move({ 1: end, 2: await page.client([44, 44]) });
  await hand.up(2);
  await hand.up();
  assert.deepEqual((await page.painted()).slice(14), Array.from({ length: 21 }, (_, i) => `${i + 2},20`), "one stroke");
  assert.equal(await page.steps(), 3);
}

/** One finger draws or pans, and is a palm while a pen is near. @param {Page} page @param {Awaited<ReturnType<typeof fingers>>} hand */
async function oneFinger(page, hand) {
  await page.call("run", "view.zoom.5");
  const swipe = async () => {
    const place = await page.client([32, 32]);
    await hand.down({ 1: place });
    await hand.move({ 1: beside(place, 20, 10) });
    await hand.up();
    hand.wait(1000);
    const now = await page.client([32, 32]);
    const painted = (await page.painted()).length > 0;
    if (painted) await page.undo();
    return painted ? "draws" : `pans by ${now.x - place.x}, ${now.y - place.y}`;
  };
  const choose = async (/** @type {string} */ finger) => {
    await page.click('[data-menu="View"]');
    await page.driver.executeScript("[...document.querySelectorAll('.menu-list button')].find(({ textContent }) => textContent.includes('Pen and touch')).click()");
    await page.until("the dialog", async () => (await page.find("#hands-dialog")).isDisplayed());
    await page.choose("#hands-finger", finger);
    await page.click("#hands-done");
  };
  assert.equal(await swipe(), "draws");
  await choose("pan");
  assert.equal(await swipe(), "pans by 20, 10");
  await choose("");
  assert.equal(await swipe(), "draws");
  await penStroke(page, hand, [[5, 5, 0.5]]);
  await page.undo();
  hand.wait(10_000);
  assert.equal(await swipe(), "pans by 20, 10", "a pen was used");
  await choose("draw");
  assert.equal(await swipe(), "draws");
  await page.call("newDocument", { width: 64, height: 64 });
  hand.wait(10_000);
  const [palm, tip] = [await page.client([40, 40]), await page.client([10, 10])];
  // It hovers; it draws; it has just gone.
  await hand.pen("mouseMoved", tip);
  await hand.down({ 1: palm });
  await hand.move({ 1: beside(palm, 40, 0) });
  assert.deepEqual(await page.painted(), []);
  await hand.pen("mousePressed", tip, { button: "left", buttons: 1, force: 1 });
  await hand.move({ 1: beside(palm, 0, 40) });
  await hand.down({ 2: beside(palm, 30, 0) });
  await hand.pen("mouseMoved", await page.client([16, 10]), { button: "left", buttons: 1, force: 1 });
  await hand.up();
  await hand.pen("mouseReleased", await page.client([16, 10]), { button: "left", buttons: 0 });
  const line = [10, 11, 12, 13, 14, 15, 16].map((x) => `${x},10`);
  assert.deepEqual(await page.painted(), line);
  assert.equal(await page.steps(), 1);
  // A palm that was there before the pen has drawn nothing that stays.
  hand.wait(10_000);
  await hand.down({ 1: palm });
  await hand.move({ 1: beside(palm, 8, 0) });
  await hand.pen("mouseMoved", tip);
  await hand.move({ 1: beside(palm, 60, 0) });
  await hand.up();
  assert.deepEqual(await page.painted(), line);
  assert.equal(await page.steps(), 1);
  hand.wait(10_000);
  await hand.down({ 1: palm });
  await hand.up();
  assert.equal((await page.painted()).length, 8, "the pen is gone");
}

// In a browser of its own: Chromium's protocol delivers no touches any more to the next page of one in which several fingers were down
// at a time.
test("two fingers zoom, pan and undo by a tap, three redo, as no step; one pans if the person has chosen so or has used a pen, and is a palm while a pen is near", needs("emulation"), () =>
  withProfile(async (start) => {
    const page = await start();
    const hand = await fingers(page);
    await severalFingers(page, hand);
    await page.call("newDocument", { width: 64, height: 64 });
    hand.wait(10_000);
    await oneFinger(page, hand);
    await page.quit();
  }));

test("the pressure of a pen changes the size or the pattern, a mouse presses fully, and a pen's barrel button is the right one, its other end an eraser", needs("emulation"), () =>
  visit({}, async (page) => {
    const hand = await fingers(page);
    const height = async (/** @type {number} */ column) => (await page.painted()).filter((pixel) => pixel.startsWith(`${column},`)).length;
    await page.call("setTool", "pencil", { size: 9, shape: "square" });
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-pressure')"), null, "no pen was seen");
    await penStroke(page, hand, [[10, 10, 0.1], [40, 10, 0.1]]);
    assert.deepEqual([await height(10), await height(40)], [9, 9]);
    await page.undo();
    await hand.pen("mouseMoved", await page.client([30, 30]));
    await page.until("the brush below a pen that hovers", async () => {
      const brush = await page.driver.executeScript("const box = document.querySelector('.brush'); return box.checkVisibility() && box.getBoundingClientRect().toJSON()");
      const { x, y } = await page.client([30, 30]);
      return brush && brush.left < x && x < brush.right && brush.top < y && y < brush.bottom;
    });
    await page.choose("#option-pressure", "size");
    await penStroke(page, hand, [[10, 20, 0.05], [40, 20, 1]]);
    assert.deepEqual([await height(10), await height(40)], [1, 9]);
    await page.undo();
    await page.drag([[10, 20], [40, 20]]);
    assert.deepEqual([await height(10), await height(40)], [9, 9]);
    await page.undo();
    await page.choose("#option-pressure", "dither");
    await penStroke(page, hand, [[20, 20, 0.5]]);
    const half = (await page.painted()).length;
    assert.ok(half > 30 && half < 51, `${half} of 81`);
    await page.driver.executeScript("undoodle.setTool('pencil', { size: 1, pressure: 'none' }); undoodle.setColor('#ff0000'); undoodle.run('color.swap'); undoodle.setColor('#00ff00')");
    const steps = await page.steps();
    await penStroke(page, hand, [[5, 5, 1]]);
    await penStroke(page, hand, [[9, 5, 1]], "right");
    assert.deepEqual([await page.pixel(5, 5), await page.pixel(9, 5)], ["#00ff00ff", "#ff0000ff"]);
    assert.equal(await page.steps(), steps + 2);

    await page.call("newDocument", { width: 64, height: 64 });
    await page.call("setColor", "#000000");
    await page.call("setTool", "pencil", { size: 3, shape: "square" });
    await page.drag([[10, 10], [20, 10]]);
    const [from, to] = [await page.client([15, 10]), await page.client([30, 10])];
    // No driver turns a pen around, so that the page is told of it by events of its own.
    const stroke = (/** @type {number} */ button, /** @type {number} */ buttons) => page.driver.executeScript(`
      const [button, buttons, from, to] = arguments;
      const tell = (type, place, more) => document.querySelector("#surface").dispatchEvent(new PointerEvent(type, {
        bubbles: true, cancelable: true, pointerId: 7, isPrimary: true, pointerType: "pen", pressure: 1, clientX: place.x, clientY: place.y, ...more }));
      tell("pointerdown", from, { button, buttons });
      tell("pointermove", to, { button: -1, buttons });
      tell("pointerup", to, { button, buttons: 0, pressure: 0 });`, button, buttons, from, to);
    await stroke(5, 32);
    assert.deepEqual([await page.pixel(13, 10), await page.pixel(15, 10), await page.pixel(20, 10)], ["#000000ff", "#00000000", "#00000000"]);
    assert.equal((await page.call("tool")).id, "pencil");
    await stroke(0, 1);
    assert.deepEqual([await page.pixel(15, 10), await page.pixel(30, 10)], ["#000000ff", "#000000ff"]);
  }));
