/** What was there at an earlier step: a region given back by a form with a slider, and the history brush. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const NONE = "#00000000";
const [RED, GREEN, BLUE] = ["#ff0000ff", "#00ff00ff", "#0000ffff"];

/** Three broad strokes over each other: red, green and blue. @param {Page} page */
async function paint(page) {
  await page.call("setBrush", { size: 9 });
  for (const color of ["#ff0000", "#00ff00", "#0000ff"]) {
    await page.call("setColor", color);
    await page.drag([[10, 20], [50, 20]]);
  }
  await page.call("setBrush", { size: 1 });
}

/** Opens the menu of a step by its number in the list, from 1. @param {Page} page @param {number} number */
const menu = (page, number) => page.openMenu(`#steps [aria-level="1"][aria-posinset="${number}"] .step-label`);

/** Colours of the row that was painted. @param {Page} page @param {number[]} xs */
const row = (page, ...xs) => Promise.all(xs.map((x) => page.pixel(x, 20)));

/** What the form's slider says. @param {Page} page @returns {Promise<string>} */
const state = (page) => page.driver.executeScript("return document.querySelector('#form-commit').ariaValueText");

/** Waits until the slider says something. @param {Page} page @param {RegExp} words */
const says = (page, words) => page.until(`a state ${words}`, async () => words.test(await state(page)));

test("the selection is as it was at the step that the slider comes to, seen on the picture before it is one step", needs("other buttons"), () =>
  visit({}, async (page) => {
    await paint(page);
    await page.press("m");
    await page.drag([[20, 10], [29, 30]]);
    const steps = await page.steps();
    await menu(page, 2);
    await page.click(".context-menu [data-command='history.as-it-was']");
    await says(page, /^after “Pencil”, /);
    assert.equal(await page.text(".form-states small"), "The selected pixels of layer Layer 1 change");
    await page.until("the preview", async () => (await row(page, 15, 25)).join() === [BLUE, RED].join());
    // Arrows scrub, as the slider has the focus.
    await page.press(Key.ARROW_RIGHT);
    await page.until("the next step's", async () => (await row(page, 25))[0] === GREEN);
    await page.press(Key.HOME);
    await says(page, /^at the beginning$/);
    await page.until("nothing yet", async () => (await row(page, 25))[0] === NONE);
    await page.press(Key.ARROW_RIGHT);
    await page.until("the first step's", async () => (await row(page, 25))[0] === RED);
    assert.equal(await page.steps(), steps, "looking is no step");
    await page.press(Key.ENTER);
    await page.message("This region is as it was after “Pencil”");
    assert.deepEqual(await row(page, 15, 20, 29, 30), [BLUE, RED, RED, BLUE]);
    assert.equal(await page.steps(), steps + 1);
    await page.undo();
    assert.deepEqual(await row(page, 15, 25), [BLUE, BLUE]);
    // By its key it begins with the state before the newest step, and the row that the keys are at says otherwise.
    await page.press("w", Key.ALT);
    await says(page, /^after “Pencil”, /);
    await page.press(Key.ESCAPE);
    await page.driver.executeScript("document.querySelector('#steps').focus()");
    await page.press(Key.HOME);
    await page.press("w", Key.ALT);
    await says(page, /^at the beginning$/);
    await page.press(Key.ESCAPE);
    assert.deepEqual(await row(page, 15, 25), [BLUE, BLUE]);
  }));

test("the history brush paints with the step that the list marks, and another one is chosen in the list or by the option", () =>
  visit({}, async (page) => {
    await paint(page);
    const marked = () => page.driver.executeScript("return [...document.querySelectorAll('#steps .step')].findIndex((one) => one.querySelector('[aria-label=\"The history brush paints from here\"]')) + 1");
    await page.press("y");
    await page.until("the mark of the state before the newest step", async () => await marked() === 3);
    assert.match(await page.text("#option-source"), /^As it was before “Pencil”$/);
    await page.drag([[15, 20], [18, 20]]);
    assert.deepEqual(await row(page, 14, 15, 18, 19), [BLUE, GREEN, GREEN, BLUE]);
    await page.drag([[25, 20], [28, 20]]);
    assert.deepEqual(await row(page, 24, 25), [BLUE, GREEN], "the second stroke goes on with that state");
    await menu(page, 2);
    await page.click(".context-menu [data-command='history.paint-from']");
    await page.until("the mark of another one", async () => await marked() === 2);
    assert.match(await page.text("#option-source"), /^As it was after “Pencil”, /);
    await page.drag([[35, 20], [38, 20]]);
    assert.deepEqual(await row(page, 35, 38), [RED, RED]);
    assert.equal(await page.steps(), 6);
    await page.undo();
    assert.deepEqual(await row(page, 35, 38), [BLUE, BLUE]);
    // By the option, too.
    await page.click("#option-source");
    await says(page, /^after “Pencil”, /);
    await page.press(Key.HOME);
    await page.press(Key.ENTER);
    await page.until("the mark of the oldest one", async () => await marked() === 1);
    await page.drag([[35, 20], [38, 20]]);
    assert.deepEqual(await row(page, 35, 38), [NONE, NONE]);
    await menu(page, 1);
    await page.click(".context-menu [data-command='history.paint-from-newest']");
    await page.until("the first mark", async () => await marked() === 3);
  }));
