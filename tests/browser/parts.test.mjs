/** The module in its two parts: what painting takes of it, and the rest, whenever that is loaded. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { needs } from "./browsers.mjs";
import { HELD } from "./idle.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";
import { WEIGHT } from "./weight.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Never gives the page an idle moment, and holds back the second part until it is let come, so that nothing is there that is not needed. */
const BUSY = `
  window.requestIdleCallback = () => 0;
  window.unfurnished = true;
  {
    const { fetch } = window;
    const come = new Promise((resolve) => { window.letRest = resolve; });
    window.fetch = (what, ...how) => (String(what).includes("undoodle_rest") ? come.then(() => fetch(what, ...how)) : fetch(what, ...how));
  }`;

/** Files that the page begins with: its program, its styles, and the first part. */
const AT_ONCE = 3;

/** Notes how many buttons there are when one can paint, and which texts and controls have been laid out, for which a browser looks for fonts. */
const BARS = `
  const { mark } = performance;
  const laidOut = () => {
    const found = [...document.querySelectorAll("input, select, button")].filter((one) => one.getClientRects().length > 0).map(({ id }) => id);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = new Range();
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      if (range.toString().trim() && range.getClientRects().length > 0) found.push(range.toString());
    }
    return found;
  };
  performance.mark = (name, ...rest) => {
    if (name === "ready") {
      window.barsWhenReady = document.querySelectorAll("#toolbar button, #tools button, #menus button").length;
      window.laidOutWhenReady = laidOut();
    }
    return mark.call(performance, name, ...rest);
  };`;

/** The files that the page has loaded, without its own. @param {Page} page @returns {Promise<string[]>} */
const loaded = (page) => page.driver.executeScript("return performance.getEntriesByType('resource').map(({ name }) => name)");

/** Whether the second part has been asked for. @param {Page} page */
const asked = async (page) => (await loaded(page)).some((name) => name.includes("undoodle_rest"));

test("what painting and undo need is small, in small windows and large ones, and a command of the second part has that loaded, with its form", needs("cut"), () =>
  visit({ before: BUSY + BARS }, async (page) => {
    assert.equal(await page.driver.executeScript("return window.barsWhenReady"), 0, "input comes before any bar");
    assert.deepEqual(await page.driver.executeScript("return window.laidOutWhenReady"), [], "and before any text");
    await page.drag([[3, 3], [9, 3]]);
    assert.deepEqual((await page.painted()).length, 7);
    await page.undo();
    assert.deepEqual(await page.painted(), []);
    await page.redo();
    await page.press("e");
    await page.drag([[5, 3], [7, 3]]);
    assert.deepEqual(await page.painted(), ["3,3", "4,3", "8,3", "9,3"]);
    const files = await loaded(page);
    assert.ok(files.every((name) => !name.includes("undoodle_rest")), "the second part");
    const ours = new Set(files.map((name) => new URL(name).pathname.slice(1)).filter((name) => name.startsWith("assets/")));
    assert.ok([".js", ".css", ".wasm"].every((ending) => [...ours].some((name) => name.endsWith(ending))));
    assert.ok(ours.size <= AT_ONCE, `${[...ours]}`);
    assert.equal([...ours].filter((name) => name.endsWith(".css")).length, 1, "one style sheet");
    const sizes = ["index.html", ...ours].map((name) => gzipSync(readFileSync(new URL(`../../dist/${name}`, import.meta.url)), { level: 9 }).length);
    const bytes = sizes.reduce((sum, size) => sum + size);
    assert.ok(bytes <= WEIGHT, `${bytes} bytes`);

    const { width, height } = await page.driver.manage().window().getRect();
    await page.press("b");
    for (const rect of [{ width: 760, height: 600 }, { width: 2560, height: 1440 }]) {
      await page.driver.manage().window().setRect(rect);
      await page.drag([[3, 13], [9, 19]]);
      assert.equal((await page.painted()).length, 4 + 7);
      await page.undo();
      assert.equal((await page.painted()).length, 4);
      assert.equal(await asked(page), false, `${rect.width} × ${rect.height}`);
    }
    await page.driver.manage().window().setRect({ width, height });

    assert.equal(await page.driver.executeScript("return document.querySelector('#layers').childElementCount"), 0);
    await page.glance("window.letRest()");
    await page.menu("edit.hue");
    await page.until("the form, when its panel has come", () => page.asked());
    await page.fill({ lightness: 100 });
    await page.click("#form-ok");
    await page.until("a white line", async () => (await page.pixel(3, 3)) === "#ffffffff");
    assert.equal(await asked(page), true);
    await page.menu("layer.duplicate");
    assert.equal(await page.steps(), 4);
  }));

/** Has idle moments come at once, so that whoever waits for one too early is found out. */
const AT_ONCE_IDLE = "window.requestIdleCallback = (action) => setTimeout(() => action({ timeRemaining: () => 50 }));";

test("the page's program is one script beside the first part; the second part comes by itself, and not before the first is there", needs("cut"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.until("the second part", () => asked(page));
    const { firsts, second, scripts } = await page.glance(`
      const parts = performance.getEntriesByType("resource");
      const [firsts, [second]] = ["undoodle_bg", "undoodle_rest"].map((part) => parts.filter(({ name }) => name.includes(part)));
      const ready = performance.getEntriesByName("ready")[0].startTime;
      const scripts = parts.filter(({ name, startTime }) => /\\/assets\\/.*\\.js$/.test(name) && startTime < ready).length;
      return { firsts: firsts.map(({ responseEnd }) => responseEnd), second: second.startTime, scripts };`);
    assert.equal(scripts, 1, "each further file would cost the start some milliseconds");
    assert.equal(firsts.length, 1, "loaded once");
    assert.ok(second >= firsts[0], `asked for after ${second} ms, the first part there after ${firsts[0]} ms`);
  }, { before: AT_ONCE_IDLE }));

test("panels that come later leave the picture where it is, and what was chosen before them is kept", () =>
  visit({ before: HELD }, async (page) => {
    const place = "return ['#stage', '#panel', '#timeline'].map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect()))";
    await page.drag([[3, 3], [9, 3]]);
    await page.press("e");
    await page.drag([[5, 3], [7, 3]]);
    const come = async () => {
      await page.driver.executeScript("window.rest()");
      await page.until("the panels", () => page.driver.executeScript("return document.body.classList.contains('furnished')"));
      await page.call("kept");
    };
    await come();
    for (const [width, height] of [[1440, 900], [900, 600]]) {
      await page.driver.manage().window().setRect({ width, height });
      await page.driver.navigate().refresh();
      await page.ready();
      assert.deepEqual([(await page.painted()).length, (await page.call("tool")).id], [4, "eraser"]);
      const before = await page.driver.executeScript(place);
      assert.equal(await page.driver.executeScript("return document.querySelector('#layers').childElementCount"), 0);
      await come();
      assert.deepEqual(await page.driver.executeScript(place), before, `${width} × ${height}`);
    }
  }));

test("if the second part can't be loaded, the editor stops, and what was painted comes back", needs("cut"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await page.glance("undoodle.run('edit.invert')").catch(() => {});
    await page.until("the dialog", async () => (await page.find("#panic-dialog")).isDisplayed());
    assert.equal(await page.text("#panic-detail"), "a part of the program can't be loaded");
    await page.glance("window.stopped = true");
    await page.click("#panic-reload");
    await page.until("a reload", () => page.glance("return window.stopped === undefined && window.undoodle !== undefined"));
    await page.glance("window.letRest()");
    await page.ready();
    assert.equal((await page.painted()).length, 7);
    assert.equal(await page.steps(), 1);
  }, { before: `${BUSY} XMLHttpRequest.prototype.send = () => { throw new Error("no network"); };` }));

/** Notes that the page has rehearsed a key, which nobody has pressed. */
const REHEARSED = `window.addEventListener("keydown", ({ isTrusted }) => { window.rehearsed ||= !isTrusted; });`;

// What that spares is measured by `npm run bench -- undo`.
test("in an idle moment the page rehearses a key, and neither the drawing nor its history know of it", () =>
  visit({ before: REHEARSED }, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.until("a rehearsal", () => page.driver.executeScript("return window.rehearsed === true"));
    assert.deepEqual([(await page.painted()).length, await page.steps()], [7, 1]);
    await page.undo();
    assert.deepEqual([await page.painted(), await page.steps()], [[], 0]);
  }));

test("a page that is all there has two style sheets, and has made no list and no form that nobody has asked for", () => visit({ own: true }, async (page) => {
  await page.driver.executeScript("return new Promise((resolve) => { requestIdleCallback(() => requestIdleCallback(resolve)); })");
  const made = "return [...document.querySelectorAll('#commands-dialog, #appearance-dialog *, #hands-dialog *, #language-dialog *')].map(({ id, localName }) => id || localName)";
  assert.deepEqual(await page.driver.executeScript(made), []);
  assert.equal((await loaded(page)).filter((name) => name.endsWith(".css")).length, 2, "what it begins with, and what panels wear");
}));
