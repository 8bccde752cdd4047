/** The page, its menus, panels and dialogs under axe-core, in both themes, with more contrast and on a phone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
import { chooseBytes, chooseExport, encodedFile } from "./disk.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Asserts that axe finds nothing on the page, or in a part of it: what has just been opened over a page that was looked at before.
 * @param {Page} page @param {string} where
 * @param {{part?: string, theme?: string}} [how] `part` is the part's selector. All themes have the same elements, so in others than
 * the light one axe looks at colours alone.
 */
async function clean(page, where, { part, theme = "light" } = {}) {
  // The script is half a megabyte, which takes its time from here to there.
  if (!await page.driver.executeScript("return window.axe !== undefined")) await page.driver.executeScript(`${AXE}\n window.axe = axe;`);
  const found = await page.driver.executeAsyncScript(`
    const [part, rules, done] = arguments;
    // What fades in is of another colour meanwhile. What axe would preload serves a rule about the screen's orientation alone.
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
      .then(() => axe.run(part === null ? document : document.querySelector(part) ?? "nothing is " + part, { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: { type: "rule", values: rules } }) }))
      .then(({ violations }) => done(violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 4).map(({ html, any }) => html.slice(0, 120) + " " + (any[0]?.message ?? "")).join(" | "))), (error) => done([String(error)]));`, part ?? null, theme === "light" ? null : OF_COLOURS);
  assert.deepEqual(found, [], where);
}

/** Axe's rules that depend on the theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** A dialog that is open. */
const DIALOG = "dialog[open]";

/** The most stops of the Tab key before the picture in a new drawing at 1200×800, of which the first leads there at once. */
const STOPS = 13;

/** A drawing with a bit of everything that panels show. @param {Page} page */
async function furnish(page) {
  await page.drag([[3, 3], [9, 3]]);
  await page.call("run", "layer.add");
  await page.call("run", "group.add");
  await page.call("run", "frame.duplicate");
  await page.drag([[3, 7], [9, 7]]);
  await page.undo();
  await page.drag([[3, 9], [9, 9]]);
}

/** A part of a journey on a screen, or on the browser's own where none is emulated. @param {Page} page @param {import("./screens.mjs").Screen} screen @param {() => Promise<void>} part */
const shown = (page, screen, part) => (can("emulation") ? on(page, screen, part) : part());

/** What such a journey needs: a browser is light by itself. @param {import("./screens.mjs").Screen} screen */
const asks = ({ theme, contrast }) => (theme === "light" && !contrast ? {} : needs("emulation"));

for (const screen of /** @type {import("./screens.mjs").Screen[]} */ ([{ theme: "light" }, { theme: "dark" }, { theme: "dark", contrast: true }])) {
  const { theme } = screen;
  const name = `${theme} theme${screen.contrast ? " with more contrast" : ""}`;
  test(`axe finds nothing in the page, its menus and its dialogs, in the ${name}`, asks(screen), () =>
    visit({}, async (page) => {
      await shown(page, { ...screen, width: 1440, height: 900 }, async () => {
        await furnish(page);
        await clean(page, "the page", { theme });
        const menus = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelectorAll('[data-menu]')].map(({ dataset }) => dataset.menu)"));
        for (const menu of menus) {
          await page.click(`[data-menu="${menu}"]`);
          await clean(page, menu, { part: `.menu-list[aria-label="${menu}"]`, theme });
          await page.press(Key.ESCAPE);
        }
        for (const id of ["file.new", "edit.hue", "edit.replace-color", "image.resize", "palette.ramp", "layer.rename", "file.drawings", "palette.save"]) {
          await page.menu(id);
          await page.until("a dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') !== null"));
          await clean(page, id, { part: DIALOG, theme });
          await page.press(Key.ESCAPE);
          await page.until("no dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') === null"));
        }
        for (const [menu, at] of /** @type {const} */ ([["View", "button:last-child"], ["Help", "button:nth-child(1)"], ["Help", "button:nth-child(2)"]])) {
          await page.click(`[data-menu=${menu}]`);
          await page.click(`.menu-list > ${at}`);
          await page.until("a dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') !== null"));
          await clean(page, `${menu}'s dialog`, { part: DIALOG, theme });
          await page.press(Key.ESCAPE);
        }
        await page.click("#layers .panel-menu");
        await clean(page, "a panel's menu", { theme });
      });
    }));
}

/** Has files never be read: the worker that reads them hears nothing. */
const DEAF = `
  window.Worker = class extends Worker {
    constructor(address, options) { super(address, options); this.deaf = String(address).includes("converting"); }
    postMessage(...values) { if (!this.deaf) super.postMessage(...values); }
  };`;

for (const [theme, size] of /** @type {const} */ ([["light", { width: 1280, height: 800 }], ["dark", { width: 1280, height: 800 }], ["light", { width: 390, height: 844 }], ["dark", { width: 390, height: 844 }]])) {
  const name = `at ${size.width} in the ${theme} theme`;
  test(`axe finds nothing in the form that exports, ${name}`, needs("emulation"), () =>
    visit({}, async (page) => {
      await on(page, { theme, ...size }, async () => {
        await furnish(page);
        await page.press("e", Key.CONTROL, Key.SHIFT);
        await encodedFile(page);
        const formats = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelector('#export-format').options].map(({ value }) => value)"));
        for (const format of formats) {
          await chooseExport(page, "format", format);
          if (await page.driver.executeScript("return document.querySelector('#export-frames') !== null")) await chooseExport(page, "frames", "range");
          await clean(page, format, { part: DIALOG, theme });
          const out = "const { right, bottom } = document.querySelector('#export-ok').getBoundingClientRect(); return right > innerWidth || bottom > innerHeight || document.querySelector('#export-dialog').scrollWidth > document.querySelector('#export-dialog').clientWidth";
          assert.equal(await page.driver.executeScript(out), false, `${format} has no room`);
        }
      });
    }));

  test(`axe finds nothing in the bar of a file that is read, which can be stopped, ${name}`, needs("emulation"), () =>
    visit({ before: DEAF }, async (page) => {
      await on(page, { theme, ...size }, async () => {
        await chooseBytes(page, "film.gif", Buffer.from("GIF89a"));
        await page.until("the bar", () => page.driver.executeScript("return document.querySelector('#reading-dialog')?.open"));
        await clean(page, "the bar", { part: DIALOG, theme });
        await page.press(Key.ENTER);
        await page.until("no bar", () => page.driver.executeScript("return document.querySelector('dialog[open]') === null"));
        await page.drag([[3, 3], [9, 3]]);
        assert.equal(await page.steps(), 1);
      });
    }));
}

for (const theme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing on a phone, with each sheet open, in the ${theme} theme`, needs("emulation"), () =>
    visit({}, async (page) => {
      await on(page, { theme, width: 390, height: 844 }, async () => {
        await furnish(page);
        await clean(page, "the page", { theme });
        for (const name of ["panels", "frames", "menus"]) {
          await page.click(`#sheet-${name}`);
          await clean(page, name, { theme });
        }
      });
    }));

  test(`axe finds nothing on a tablet, with what is offered after a side line, in the ${theme} theme`, needs("emulation"), () =>
    visit({}, async (page) => {
      await on(page, { theme, width: 768, height: 1024 }, async () => {
        await furnish(page);
        await page.until("the offer", () => page.driver.executeScript("return document.querySelector('#message.shown button') !== null"));
        await clean(page, "the page", { theme });
        await page.click("[data-menu=Edit]");
        await clean(page, "a menu", { theme });
      });
    }));
}

/** Where Tab leads before it comes to the canvas: the parts of the page, once for each stop. @param {Page} page @returns {Promise<string[]>} */
async function stopsBefore(page) {
  await page.driver.executeScript("document.querySelector('#skip').focus()");
  const stops = ["skip"];
  for (;;) {
    await page.press(Key.TAB);
    const at = await page.driver.executeScript("const { activeElement } = document; return activeElement.id === 'surface' ? null : activeElement.closest('.skip, #menus, #toolbar, #document-name, #columns, #options, #tools, #left')?.id ?? activeElement.outerHTML");
    if (at === null) return stops;
    stops.push(at);
    assert.ok(stops.length < 60, stops.join(" "));
  }
}

test("the menus, the bar and the tools are one stop of the Tab key each, and few stops lie before the picture", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    const stops = await stopsBefore(page);
    const count = (/** @type {string} */ part) => stops.filter((stop) => stop === part).length;
    assert.deepEqual([count("skip"), count("menus"), count("toolbar"), count("tools")], [1, 1, 1, 1], stops.join(" "));
    assert.ok(stops.length <= STOPS, `${stops.length}: ${stops.join(" ")}`);
  }));

/** Where Tab leads from the picture to the end of the page: what is there, once for each stop. @param {Page} page @returns {Promise<string[]>} */
async function stopsBehind(page) {
  await page.driver.executeScript("document.querySelector('#surface').focus()");
  const stops = [];
  for (;;) {
    await page.press(Key.TAB);
    const at = await page.driver.executeScript("const { activeElement } = document; return activeElement.closest('#status') ? null : activeElement.id || activeElement.className.split(' ')[0] + ' of ' + activeElement.closest('[id]')?.id");
    if (at === null) return stops;
    stops.push(at);
    assert.ok(stops.length < 80, stops.join(" "));
  }
}

test("the bars of the panels are one stop of the Tab key each, which is where one was last, and arrows go along them", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.call("run", "frame.add");
    const focused = () => page.driver.executeScript("return document.activeElement.id");
    const bars = [["palette-add", "palette-"], ["layer-add", "layer-"], ["frame-play", "frame-"]];
    const stops = await stopsBehind(page);
    for (const [first, prefix] of bars) {
      const fields = ["layer-blend", "layer-opacity", "layer-name", "frame-duration"];
      assert.deepEqual(stops.filter((stop) => stop.startsWith(prefix) && !stop.includes(" ") && !fields.includes(stop)), [first], stops.join(", "));
    }
    assert.equal(stops.filter((stop) => /^panel-(?:toggle|menu) of |^history-toggle$/.test(stop)).length, await page.driver.executeScript("return [...document.querySelectorAll('#panel > section h2')].filter((head) => head.checkVisibility()).length"), "a heading is one stop");
    await page.tabTo("#palette-add");
    for (const [key, id] of [[Key.ARROW_RIGHT, "palette-delete"], [Key.END, "palette-paste"], [Key.ARROW_RIGHT, "palette-add"], [Key.ARROW_LEFT, "palette-paste"], [Key.HOME, "palette-add"], [Key.ARROW_RIGHT, "palette-delete"]]) {
      await page.press(key);
      assert.equal(await focused(), id);
    }
    await page.press(Key.TAB);
    await page.press(Key.TAB, Key.SHIFT);
    assert.equal(await focused(), "palette-delete");
    // A button that can't be pressed any more is nobody's stop.
    await page.tabTo("#frame-play");
    await page.press(Key.ARROW_LEFT);
    await page.press(Key.ARROW_LEFT);
    while (await focused() !== "frame-delete") await page.press(Key.ARROW_LEFT);
    await page.press(Key.ENTER);
    await page.until("one frame", () => page.driver.executeScript("return document.querySelector('#frame-delete').disabled"));
    await page.tabTo("#frame-add");
  }));

test("arrows, Home and End go along the menus and the bar", () =>
  visit({}, async (page) => {
    const focused = () => page.driver.executeScript("const { activeElement: { tabIndex, dataset, id } } = document; return [dataset.menu ?? id, tabIndex]");
    await page.drag([[3, 3], [9, 3]]);
    await page.tabTo("#menus button");
    assert.deepEqual(await focused(), ["File", 0]);
    for (const [key, menu] of [[Key.ARROW_RIGHT, "Edit"], [Key.ARROW_RIGHT, "History"], [Key.ARROW_LEFT, "Edit"], [Key.HOME, "File"], [Key.ARROW_LEFT, "Help"], [Key.HOME, "File"], [Key.END, "Help"]]) {
      await page.press(key);
      assert.deepEqual(await focused(), [menu, 0]);
    }
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#menus [tabindex=\"0\"]').length"), 1);
    await page.press(Key.TAB);
    assert.deepEqual(await focused(), ["new", 0]);
    // Redo can't be pressed, so that no arrow leads there.
    for (const [key, button] of [[Key.ARROW_LEFT, "undo"], [Key.ARROW_RIGHT, "new"], [Key.ARROW_RIGHT, "open"], [Key.END, "undo"]]) {
      await page.press(key);
      assert.deepEqual(await focused(), [button, 0]);
    }
    await page.press(Key.TAB, Key.SHIFT);
    assert.deepEqual(await focused(), ["Help", 0]);
  }));

test("axe finds nothing in the card of a first visit and in the tour", () =>
  visit({ first: true }, async (page) => {
    const there = (/** @type {string} */ css) => page.driver.executeScript("return document.querySelector(arguments[0]) !== null", css);
    await page.until("the card", () => there("#welcome"));
    for (const theme of /** @type {const} */ (["light", "dark"])) if (theme === "light" || can("emulation")) await shown(page, { theme }, () => clean(page, theme));
    await page.click("#welcome-tour");
    for (let step = 1; await there("#tour"); step += 1) {
      await clean(page, `step ${step}`);
      await page.click("#tour-next");
    }
  }));

for (const page of ["squares.html", "lab.html"]) {
  test(`${page} has nothing that axe finds`, () =>
    visit({ page }, async (visited) => {
      for (const theme of /** @type {const} */ (["light", "dark"])) if (theme === "light" || can("emulation")) await shown(visited, { theme }, () => clean(visited, theme));
    }));
}
