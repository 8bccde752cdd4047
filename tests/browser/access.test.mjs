/** The page, its menus, panels and dialogs under axe-core, in both themes, with more contrast and on a phone. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asserts that axe finds nothing. @param {Page} page @param {string} where */
async function clean(page, where) {
  await page.driver.executeScript(`if (!window.axe) { ${AXE}\n window.axe = axe; }`);
  const found = await page.driver.executeAsyncScript(`
    const done = arguments[0];
    // What fades in is of another colour meanwhile.
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
      .then(() => axe.run(document, { resultTypes: ["violations"] }))
      .then(({ violations }) => done(violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 4).map(({ html, any }) => html.slice(0, 120) + " " + (any[0]?.message ?? "")).join(" | "))), (error) => done([String(error)]));`);
  assert.deepEqual(found, [], where);
}

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
  const name = `${screen.theme} theme${screen.contrast ? " with more contrast" : ""}`;
  test(`axe finds nothing in the page, its menus and its dialogs, in the ${name}`, asks(screen), () =>
    visit({}, async (page) => {
      await shown(page, { ...screen, width: 1440, height: 900 }, async () => {
        await furnish(page);
        await clean(page, "the page");
        const menus = /** @type {string[]} */ (await page.driver.executeScript("return [...document.querySelectorAll('[data-menu]')].map(({ dataset }) => dataset.menu)"));
        for (const menu of menus) {
          await page.click(`[data-menu="${menu}"]`);
          await clean(page, menu);
          await page.press(Key.ESCAPE);
        }
        for (const id of ["file.new", "edit.hue", "edit.replace-color", "image.resize", "palette.ramp", "layer.rename", "file.drawings"]) {
          await page.menu(id);
          await page.until("a dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') !== null"));
          await clean(page, id);
          await page.press(Key.ESCAPE);
          await page.until("no dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') === null"));
        }
        for (const [menu, at] of /** @type {const} */ ([["View", "button:last-child"], ["Help", "button:nth-child(1)"], ["Help", "button:nth-child(2)"]])) {
          await page.click(`[data-menu=${menu}]`);
          await page.click(`.menu-list > ${at}`);
          await page.until("a dialog", () => page.driver.executeScript("return document.querySelector('dialog[open]') !== null"));
          await clean(page, `${menu}'s dialog`);
          await page.press(Key.ESCAPE);
        }
        await page.click("#layers .panel-menu");
        await clean(page, "a panel's menu");
      });
    }));
}

test("axe finds nothing on a phone, with each sheet open", needs("emulation"), () =>
  visit({}, async (page) => {
    await on(page, { width: 390, height: 844 }, async () => {
      await furnish(page);
      await clean(page, "the page");
      for (const name of ["panels", "frames", "menus"]) {
        await page.click(`#sheet-${name}`);
        await clean(page, name);
      }
    });
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
  test(`axe finds nothing in ${page}`, () =>
    visit({ page }, async (visited) => {
      for (const theme of /** @type {const} */ (["light", "dark"])) if (theme === "light" || can("emulation")) await shown(visited, { theme }, () => clean(visited, theme));
    }));
}
