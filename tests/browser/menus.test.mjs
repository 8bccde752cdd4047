/** Menus by keys, what they leave alone, and the page on a narrow screen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can } from "./browsers.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The menu that is open, and the command that has the focus. @param {Page} page @returns {Promise<[string | null, string | null]>} */
const at = (page) =>
  page.driver.executeScript(`
    const open = document.querySelector("#menus [aria-expanded=true]");
    return [open && open.dataset.menu, document.activeElement.dataset.command ?? null];`);

/** A drawing with a selected square that has a pixel in its corner. @param {Page} page */
async function square(page) {
  await page.call("newDocument", { width: 16, height: 16 });
  await page.drag([[4, 4]]);
  await page.press("m");
  await page.drag([[4, 4], [7, 7]]);
  return page.call("selection");
}

test("arrows, letters, Enter and Escape go through the menus", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3]]);
    await page.driver.executeScript("document.querySelector('[data-menu=File]').focus()");
    await page.press(Key.ARROW_RIGHT);
    assert.deepEqual(await at(page), [null, null], "closed menus are passed by");
    await page.press(Key.ENTER);
    assert.deepEqual(await at(page), ["Edit", "edit.undo"]);
    await page.press(Key.ARROW_RIGHT);
    assert.equal((await at(page))[0], "History");
    await page.press(Key.ARROW_LEFT);
    await page.press("d");
    assert.deepEqual(await at(page), ["Edit", "edit.delete"]);
    await page.press(Key.HOME);
    assert.deepEqual(await at(page), ["Edit", "edit.undo"]);
    await page.press(Key.ARROW_UP);
    const last = (await page.call("commands")).filter((/** @type {any} */ { menu, enabled }) => menu === "Edit" && enabled).at(-1).id;
    assert.deepEqual(await at(page), ["Edit", last], "round the end, and past what can't be run");
    await page.press(Key.ESCAPE);
    assert.equal((await at(page))[0], null);
    await page.press(Key.ENTER);
    await page.press(Key.ENTER);
    assert.deepEqual(await page.painted(), [], "Enter chose Undo");
    assert.equal((await at(page))[0], null);
  }));

test("an open menu's keys reach nothing under it and its chords do, what can't be run does nothing, and a press beside it closes it; a held key pastes once", () =>
  visit({}, async (page) => {
    const selection = await square(page);
    await page.click("[data-menu=Edit]");
    const redo = await page.find("[data-command='edit.redo']");
    assert.equal(await redo.getAttribute("aria-disabled"), "true");
    await redo.click();
    assert.equal((await at(page))[0], "Edit", "it stays open");
    assert.match(await redo.getText(), /Redo\s*Ctrl\+Shift\+Z/);
    assert.match(await (await page.find("[data-command='edit.hue']")).getText(), /Hue and saturation…/, "what asks first ends in dots");
    for (const key of [Key.ARROW_DOWN, Key.ARROW_UP, Key.ARROW_RIGHT, "e", Key.ESCAPE]) await page.press(key);
    assert.equal((await at(page))[0], null);
    assert.deepEqual(await page.call("selection"), selection, "nothing was nudged or deselected");
    assert.equal((await page.call("tool")).id, "select-rectangle");
    await page.click("[data-menu=Image]");
    await page.press("d", Key.CONTROL);
    assert.equal(await page.call("selection"), null);
    await page.press(Key.ESCAPE);
    await page.press("b");
    await page.click("[data-menu=Edit]");
    await page.drag([[9, 9]]);
    assert.deepEqual([(await at(page))[0], await page.painted()], [null, ["4,4"]], "a press beside it paints nothing");
    await page.drag([[9, 9]]);
    assert.deepEqual(await page.painted(), ["4,4", "9,9"]);

    // A held key pastes once.
    if (!can("repeat flag")) return;
    await square(page);
    await page.press("c", Key.CONTROL);
    const { position } = await page.call("history");
    // WebDriver's own keys don't say that they are held; the browser's protocol does.
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const key = { modifiers: 2, key: "v", code: "KeyV", windowsVirtualKeyCode: 86 };
    const down = (/** @type {boolean} */ autoRepeat) =>
      driver.sendDevToolsCommand("Input.dispatchKeyEvent", { ...key, type: "rawKeyDown", autoRepeat, commands: ["paste"] });
    await down(false);
    await page.until("what was pasted", async () => (await page.call("selection"))?.floating);
    // Moved away, so that another pasting would be one more step.
    await page.press(Key.ARROW_RIGHT);
    for (let i = 0; i < 3; i += 1) await down(true);
    const steps = (await page.call("history")).steps.slice(position).map((/** @type {any} */ { label }) => label);
    assert.equal(steps.filter((/** @type {string} */ label) => label === "Paste").length, 1);
  }));

test("modifiers follow the pointer even where no key was heard", () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 16, height: 16 });
    await page.press("l");
    // Shift goes down unheard, as in another window, and holds the line level all the same.
    const [start, end] = [await page.client([2, 5]), await page.client([9, 6])];
    await page.driver.executeScript("addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)");
    await page.driver.actions().keyDown(Key.SHIFT).move({ ...start, duration: 0 }).press()
      .move({ ...end, duration: 0 }).release().keyUp(Key.SHIFT).perform();
    const expected = [2, 3, 4, 5, 6, 7, 8, 9].map((x) => `${x},5`);
    assert.deepEqual(await page.painted(), expected);
  }));

test("on a narrow screen nothing covers anything, nothing sticks out, and the timeline's bar has room for its buttons", () =>
  visit({}, async (page) => {
    for (const width of [500, 700, 760, 880, 960, 1024, 1280]) {
      await page.resize(width, 820);
      const found = await page.driver.executeScript(`
        const boxes = ["#bar", "#options", "#tools", "#stage", "#timeline", "#panel", "#status"]
          .map((css) => [css, document.querySelector(css).getBoundingClientRect()]);
        const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
        const row = document.querySelector("#timeline > .row");
        const { right } = row.getBoundingClientRect();
        const controls = [...row.querySelectorAll("button, input, select")].filter((one) => one.checkVisibility());
        return {
          covered: boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) => over(a, b)).map(([other]) => one + " " + other)),
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          stage: boxes[3][1].height >= 180,
          beyond: innerWidth < 700 ? [] : controls.filter((one) => one.getBoundingClientRect().right > right + 0.5).map(({ id }) => id),
        };`);
      assert.deepEqual(found, { covered: [], wide: 0, stage: true, beyond: [] }, `${width} wide`);
    }
  }));
