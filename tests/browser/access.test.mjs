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

/** What each sheet of a phone shows, by the button that opens it. */
const SHEETS = /** @type {const} */ ({ panels: "#panel", frames: "#timeline", menus: "#menus" });

/** @typedef {import("./screens.mjs").Screen} Screen */

/** The themes, of which a browser shows the light one by itself. @type {Screen[]} */
const THEMES = [{ theme: "light" }, { theme: "dark" }, { theme: "dark", contrast: true }];

/** @type {Screen} */
const DESK = { theme: "light", width: 1280, height: 800 };

/** @type {Screen} */
const PHONE = { theme: "light", width: 390, height: 844 };

/** The screens of a desk and a phone; in the dark theme, which has the same elements on each, of a desk. @type {Screen[]} */
const SCREENS = [DESK, { ...DESK, theme: "dark" }, PHONE];

/** Menus that together have all that any has: lines that are grey, ticked, of a number, with a key. */
const MENUS = ["Edit", "View"];

/** Dialogs that together have all kinds of controls: a list of drawings, sliders with a preview, a colour. */
const COLOURFUL = ["file.drawings", "edit.hue", "edit.replace-color"];

/**
 * Asserts on each of the screens that axe finds nothing. Where none can be emulated, there is the browser's own.
 * @param {Page} page @param {string} where @param {{part?: string, screens?: Screen[]}} [how]
 */
async function cleanOn(page, where, { part, screens = THEMES } = {}) {
  for (const screen of can("emulation") ? screens : [{}]) {
    const { theme = "light", contrast, width } = screen;
    await on(page, screen, () => clean(page, [where, theme, contrast && "more contrast", width].filter(Boolean).join(", "), { part, theme }));
  }
}

/** Waits for a dialog to be open, or for none to be. @param {Page} page @param {boolean} [open] */
const dialog = (page, open = true) =>
  page.until(open ? "a dialog" : "no dialog", () => page.driver.executeScript("return (document.querySelector('dialog[open]') !== null) === arguments[0]", open));

test("axe finds nothing in the page and its menus, in any theme", () =>
  visit({}, async (page) => {
    await page.resize(1440, 900);
    await furnish(page);
    await cleanOn(page, "the page");
    for (const menu of MENUS) {
      await page.click(`[data-menu="${menu}"]`);
      await cleanOn(page, menu, { part: `.menu-list[aria-label="${menu}"]` });
      await page.press(Key.ESCAPE);
    }
    await page.click("#layers .panel-menu");
    await clean(page, "a panel's menu", { part: ":popover-open" });
    await page.press(Key.ESCAPE);
    await page.driver.executeScript("document.querySelector('.frame.active').focus()");
    await page.press(Key.F10, Key.SHIFT);
    await cleanOn(page, "a context menu", { part: ".context-menu" });
  }));

test("axe finds nothing in the dialogs, in any theme", () =>
  visit({}, async (page) => {
    await page.resize(1440, 900);
    await furnish(page);
    for (const id of ["file.new", "edit.hue", "edit.replace-color", "image.resize", "palette.ramp", "layer.rename", "file.drawings", "palette.save"]) {
      await page.menu(id);
      await dialog(page);
      // They have their colours in common, so that other themes are looked at in some.
      await cleanOn(page, id, { part: DIALOG, screens: COLOURFUL.includes(id) ? THEMES : THEMES.slice(0, 1) });
      await page.press(Key.ESCAPE);
      await dialog(page, false);
    }
    for (const [menu, at] of /** @type {const} */ ([["View", "button:last-child"], ["Help", "button:nth-child(1)"], ["Help", "button:nth-child(2)"]])) {
      await page.click(`[data-menu=${menu}]`);
      await page.click(`.menu-list > ${at}`);
      await dialog(page);
      await clean(page, `${menu}'s dialog`, { part: DIALOG });
      await page.press(Key.ESCAPE);
      await dialog(page, false);
    }
  }));

/** Has files never be read: the worker that reads them hears nothing. */
const DEAF = `
  window.Worker = class extends Worker {
    constructor(address, options) { super(address, options); this.deaf = String(address).includes("converting"); }
    postMessage(...values) { if (!this.deaf) super.postMessage(...values); }
  };`;

test("axe finds nothing in the form that exports, at a desk and on a phone, and it has room there", needs("emulation"), () =>
  visit({}, async (page) => {
    await furnish(page);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    const formats = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelector('#export-format').options].map(({ value }) => value)"));
    // Formats of the same kind have the same controls.
    const controls = () => page.driver.executeScript("return [...document.querySelectorAll('#export-dialog :is(input, select, button)')].filter((one) => one.checkVisibility()).map(({ id, name, textContent }) => id || name || textContent).join()");
    const looked = new Set();
    const out = "const { right, bottom } = document.querySelector('#export-ok').getBoundingClientRect(); return right > innerWidth || bottom > innerHeight || document.querySelector('#export-dialog').scrollWidth > document.querySelector('#export-dialog').clientWidth";
    for (const format of formats) {
      await chooseExport(page, "format", format);
      if (await page.driver.executeScript("return document.querySelector('#export-frames') !== null")) await chooseExport(page, "frames", "range");
      for (const screen of [DESK, PHONE]) {
        await on(page, screen, async () => {
          assert.equal(await page.driver.executeScript(out), false, `${format}, ${screen.width}, has no room`);
          const there = await controls();
          if (!looked.has(there)) await clean(page, format, { part: DIALOG });
          looked.add(there);
        });
      }
    }
    await cleanOn(page, "the form that exports", { part: DIALOG, screens: SCREENS });
  }));

test("axe finds nothing in the bar of a file that is read, which can be stopped", needs("emulation"), () =>
  visit({ before: DEAF }, async (page) => {
    await chooseBytes(page, "film.gif", Buffer.from("GIF89a"));
    await page.until("the bar", () => page.driver.executeScript("return document.querySelector('#reading-dialog')?.open"));
    await cleanOn(page, "the bar", { part: DIALOG, screens: SCREENS });
    await page.press(Key.ENTER);
    await dialog(page, false);
    await page.drag([[3, 3], [9, 3]]);
    assert.equal(await page.steps(), 1);
  }));

test("axe finds nothing on a phone, with each sheet open, and on a tablet, with what is offered after a side line", needs("emulation"), () =>
  visit({}, async (page) => {
    await on(page, PHONE, async () => {
      await furnish(page);
      await cleanOn(page, "a phone", { screens: [PHONE, { ...PHONE, theme: "dark" }] });
    });
    await on(page, PHONE, async () => {
      for (const name of /** @type {(keyof typeof SHEETS)[]} */ (Object.keys(SHEETS))) {
        await page.click(`#sheet-${name}`);
        await clean(page, `${name} on a phone`, { part: SHEETS[name] });
      }
      await page.click("#sheet-menus");
    });
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      await on(page, { theme, width: 768, height: 1024 }, async () => {
        await furnish(page);
        // Fewer than five steps that were set aside are offered in the status line.
        for (let row = 11; row < 21; row += 2) await page.drag([[3, row], [9, row]]);
        for (let step = 0; step < 5; step += 1) await page.undo();
        await page.drag([[3, 23], [9, 23]]);
        await page.until("the offer", () => page.driver.executeScript("return document.querySelector('#message.shown button') !== null"));
        await clean(page, `a tablet, ${theme}`, { theme, part: theme === "light" ? undefined : "#message" });
      });
    }
    await on(page, { width: 768, height: 1024 }, async () => {
      await page.click("[data-menu=Edit]");
      await clean(page, "a menu on a tablet", { part: '.menu-list[aria-label="Edit"]' });
      await page.press(Key.ESCAPE);
    });
  }));

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

test("the menus, the bar and the tools are one stop of the Tab key each, along which arrows, Home and End go, and few stops lie before the picture", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    const stops = await stopsBefore(page);
    const count = (/** @type {string} */ part) => stops.filter((stop) => stop === part).length;
    assert.deepEqual([count("skip"), count("menus"), count("toolbar"), count("tools")], [1, 1, 1, 1], stops.join(" "));
    assert.ok(stops.length <= STOPS, `${stops.length}: ${stops.join(" ")}`);

    const focused = () => page.driver.executeScript("const { activeElement: { tabIndex, dataset, id } } = document; return [dataset.menu ?? id, tabIndex]");
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
    while (await focused() !== "frame-left") await page.press(Key.ARROW_RIGHT);
    await page.press(Key.ENTER);
    await page.until("the first frame", () => page.driver.executeScript("return document.querySelector('#frame-left').disabled"));
    await page.tabTo("#frame-play");
    // With one frame there is a strip.
    while (await focused() !== "frame-delete") await page.press(Key.ARROW_LEFT);
    await page.press(Key.ENTER);
    await page.until("one frame", () => page.driver.executeScript("return document.querySelector('#frame-delete') === null"));
    await page.tabTo("#frame-add");
  }));

test("axe finds nothing in the card of a first visit and in the tour", () =>
  visit({ first: true }, async (page) => {
    const there = (/** @type {string} */ css) => page.driver.executeScript("return document.querySelector(arguments[0]) !== null", css);
    await page.until("the card", () => there("#welcome"));
    await cleanOn(page, "the card", { screens: THEMES.slice(0, 2) });
    await page.click("#welcome-tour");
    for (let step = 1; await there("#tour"); step += 1) {
      await clean(page, `step ${step}`, { part: "#tour" });
      await page.click("#tour-next");
    }
  }));

for (const page of ["squares.html", "lab.html"]) {
  test(`${page} has nothing that axe finds`, () =>
    visit({ page }, (visited) => cleanOn(visited, page, { screens: THEMES.slice(0, 2) })));
}
