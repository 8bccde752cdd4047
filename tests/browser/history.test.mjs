/** Undo that is exact, and undo that can be seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { seen } from "./page.mjs";
import { visit } from "./visit.mjs";

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

/** Lets every animation that begins stand still in its middle: a screenshot of one that runs would come too late on a busy machine. @param {Page} page */
const hold = (page) => page.driver.executeScript(`
  const { animate } = Element.prototype;
  const held = [];
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    animation.currentTime = animation.effect.getComputedTiming().endTime / 2;
    animation.cancel = () => {};
    Object.defineProperty(animation, "currentTime", { configurable: true, set: () => {} });
    held.push(animation);
    return animation;
  };
  window.release = () => {
    Element.prototype.animate = animate;
    for (const animation of held) {
      delete animation.cancel;
      delete animation.currentTime;
      animation.currentTime = 0;
      animation.play();
    }
  };`);

/** Lets the held animations run from their beginning: when they end, the highlight has ended before. @param {Page} page */
const release = (page) => page.driver.executeScript("release()");

const reddish = (/** @type {number[]} */ [r, g, b]) => r > g + 40 && r > b + 40;
const bluish = (/** @type {number[]} */ [r, g, b]) => b > r + 90 && b > g + 20;
const lilac = (/** @type {number[]} */ [r, g, b]) => r > g + 25 && b > r + 40;

test("undo and redo are exact to the byte, by keys and by buttons", () =>
  visit({}, async (page) => {
    const enabled = async () => [await (await page.find("#undo")).isEnabled(), await (await page.find("#redo")).isEnabled()];
    assert.deepEqual(await enabled(), [false, false]);
    const states = [await page.pixels()];
    for (const [y, color] of [[3, "#ff0000ff"], [6, "#00ff0080"], [9, "#0000ffff"]]) {
      await page.call("setColor", color);
      await page.drag([[3, Number(y)], [30, Number(y) + 20]]);
      states.push(await page.pixels());
    }
    assert.deepEqual(await enabled(), [true, false]);
    for (const state of [2, 1, 0]) {
      await page.undo();
      assert.deepEqual(await page.pixels(), states[state]);
    }
    assert.deepEqual(await enabled(), [false, true]);
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

/** Five strokes that are undone, and another elsewhere, which sets them aside. @param {Page} page */
async function setAside(page) {
  for (const y of [3, 6, 9, 12, 15]) await page.drag([[3, y], [20, y]]);
  await page.driver.executeScript("for (let i = 0; i < 5; i += 1) undoodle.run('edit.undo')");
  await page.drag([[40, 40], [50, 50]]);
}

/** Whether the strokes of `setAside` are there, and the one after them. @param {Page} page */
const strokes = (page) => Promise.all([[5, 3], [5, 9], [5, 15], [45, 45]].map(async ([x, y]) => (await page.pixel(x, y)) !== "#00000000"));

test("what a stroke sets aside is offered, and comes back by a click, by Tab and Enter, and by a key", () =>
  visit({}, async (page) => {
    const ways = [
      () => page.click("#message button"),
      async () => {
        // From the canvas, which the stroke gave the focus to, it is next.
        await page.press(Key.TAB);
        assert.equal(await page.driver.executeScript("return document.activeElement.matches('#message button')"), true);
        await page.press(Key.ENTER);
      },
      () => page.press("b", Key.CONTROL, Key.SHIFT),
    ];
    for (const bringBack of ways) {
      await setAside(page);
      await page.message("5 steps set aside");
      await bringBack();
      await page.message("5 steps brought back");
      assert.deepEqual(await strokes(page), [true, true, true, true]);
      await page.call("newDocument", { width: 64, height: 64 });
    }
    await setAside(page);
    await page.message("5 steps set aside");
    await page.call("newDocument", { width: 8, height: 8 });
    await page.until("the offer goes", async () => (await page.text("#message")) === "");
  }));

test("what undo takes back is lilac and what comes is blue, and a frame leads there only from far away", () =>
  visit({}, async (page) => {
    await page.drag([[10, 10], [30, 25]]);
    const area = await around(page, (await page.call("history")).steps[0].rect);
    const framed = () => page.driver.executeScript("return document.getAnimations().some(({ effect }) => effect.target?.matches('.highlight'))");
    assert.equal(box(await page.screenshot(), area, lilac), null);
    await hold(page);
    await page.undo();
    await page.until("a lilac contour", async () => box(await page.screenshot(), area, lilac));
    assert.equal(box(await page.screenshot(), area, reddish), null, "red is for destruction");
    assert.equal(await framed(), false, "one looks there already");
    await release(page);
    await page.until("nothing", async () => !box(await page.screenshot(), area, lilac));
    await page.moveTo([60, 60]);
    await hold(page);
    await page.redo();
    await page.until("a blue contour", async () => box(await page.screenshot(), area, bluish));
    assert.equal(await framed(), true, "it leads there");
    assert.equal(await page.driver.executeScript("return getComputedStyle(document.querySelector('.highlight')).borderTopWidth"), "1px");
    await release(page);
    await page.until("nothing", async () => !box(await page.screenshot(), area, bluish));
    // It is no other drawing's.
    await page.moveTo([61, 61]);
    await page.undo();
    await page.until("a frame", framed);
    await page.call("newDocument", { width: 16, height: 16 });
    assert.equal(await framed(), false);
  }));

test("the exact pixels are outlined between the pixels, at any zoom", () =>
  visit({}, async (page) => {
    await page.drag([[10, 10], [30, 10], [30, 25]]);
    await page.moveTo([60, 60]);
    await hold(page);
    await page.undo();
    const contour = () => page.driver.executeScript(`
      const svg = document.querySelector(".highlight-contour:not(.pointed)");
      if (!svg) return { corners: [] };
      const { left, top, right, bottom } = svg.getBoundingClientRect();
      return { data: svg.lastElementChild.getAttribute("d"), corners: [left, top, right, bottom] };`);
    /** Where the stroke's pixels lie in the window. */
    const expected = async () => {
      const [from, to] = [await page.call("clientPoint", 10, 10), await page.call("clientPoint", 30, 25)];
      const half = ((await page.call("clientPoint", 11, 10)).x - from.x) / 2;
      return [from.x - half, from.y - half, to.x + half, to.y + half];
    };
    const close = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.every((at, i) => Math.abs(at - b[i]) < 0.6);
    await page.until("the contour of the stroke", async () => (await contour()).data === "M10 10L31 10L31 26L30 26L30 11L10 11Z");
    assert.ok(close((await contour()).corners, await expected()), "it lies over the pixels");
    const place = await page.call("clientPoint", 30, 18);
    const half = (await page.call("clientPoint", 31, 18)).x - place.x;
    const border = place.x - half / 2;
    const edge = { left: border - 2, top: place.y - 2, right: border + 2, bottom: place.y + 2 };
    const middle = await page.call("clientPoint", 20, 18);
    const shot = await page.screenshot();
    assert.ok(box(shot, edge, lilac), "lilac at the left border of the downstroke");
    assert.equal(box(shot, { left: middle.x - 4, top: middle.y - 4, right: middle.x + 4, bottom: middle.y + 4 }, lilac), null, "nothing where no pixel changed");
    await page.call("run", "view.zoom.out");
    // The highlight may have ended before the screenshot was there; the next one is drawn at the new zoom.
    await page.redo();
    await page.until("the contour at the new zoom", async () => close((await contour()).corners, await expected()));
    await release(page);
  }));

test("for those who prefer stillness the frame stands still and fades", () =>
  visit({ stillness: true }, async (page) => {
    await page.drag([[10, 10], [30, 25]]);
    await page.moveTo([60, 60]);
    // The animation is held at some of its moments: a picture of each would come too late on a busy machine.
    await hold(page);
    await page.undo();
    await page.until("the frame", () => page.driver.executeScript("return document.querySelector('.highlight').getAnimations().length > 0"));
    /** @type {{left: number, right: number, top: number, opacity: number}[]} */
    const places = await page.driver.executeScript(`
      const frame = document.querySelector(".highlight");
      return [0, 120, 220, 350, 590].map((time) => {
        for (const animation of frame.getAnimations()) {
          delete animation.currentTime;
          animation.currentTime = time;
        }
        const { left, right, top } = frame.getBoundingClientRect();
        return { left, right, top, opacity: Number(getComputedStyle(frame).opacity) };
      });`);
    for (const { left, right, top } of places) assert.deepEqual([left, right, top], [places[0].left, places[0].right, places[0].top]);
    assert.ok(places[1].opacity === 1 && places[4].opacity < 0.1, "it fades");
    await release(page);
    await page.until("the frame has gone", async () => (await page.glance("return document.querySelector('.highlight').getAnimations().length")) === 0);
    const center = await page.call("clientPoint", 20, 17);
    assert.ok(Math.abs((places[0].left + places[0].right) / 2 - center.x) < 12, "it lies around the stroke");
  }));

test("the status line shows the step, the memory, the cursor and the zoom, and brings back what was set aside, and a form goes to a branch", () =>
  visit({}, async (page) => {
    assert.equal(await page.text("#status-step"), "No steps yet");
    for (const y of [3, 5, 7]) await page.drag([[3, y], [9, y]]);
    await page.undo();
    await page.undo();
    assert.equal(await page.text("#status-step"), "Step 1 of 3");
    assert.match(await page.text("#status-memory"), /\d.* [KM]?B/);
    await page.moveTo([17, 42]);
    await page.until("the cursor's pixel", async () => /17\D+42/.test(await page.text("#status-cursor")));
    assert.match(await page.text("#status-zoom"), /^\d+×$/);
    await page.drag([[30, 30]]);
    assert.equal(await page.text("#status-aside"), "2 set aside · bring back");
    assert.equal(await page.driver.executeScript("return document.querySelector('#message button')"), null, "two are no matter for a toast");
    await page.click("#status-aside");
    await page.until("what was set aside", async () => (await page.pixel(3, 7)) !== "#00000000");
    assert.equal(await page.driver.executeScript("return document.querySelector('#status-aside')"), null);

    // A branch is named by what its last step was.
    await page.call("newDocument", { width: 64, height: 64 });
    await page.drag([[3, 3], [20, 3]]);
    await page.undo();
    await page.call("run", "layer.add");
    await page.undo();
    await page.drag([[3, 9], [20, 9]]);
    await page.menu("history.branch");
    await page.until("the form", () => page.asked());
    const offered = await page.driver.executeScript("return [...document.querySelectorAll('#form-branch option')].map(({ textContent }) => textContent.split(' · ').slice(0, 2).join())");
    assert.deepEqual(offered, ["New layer,Deleted layer", "Pencil,Layer 1"]);
    await page.choose("#form-branch", "0");
    await page.click("#form-ok");
    assert.deepEqual(await Promise.all([page.pixel(5, 3), page.pixel(5, 9)]), ["#000000ff", "#00000000"]);
  }));
