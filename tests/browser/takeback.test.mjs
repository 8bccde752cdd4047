/** Taking back one step of many: seen before it is done, from the menu, by keys and by scripts. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Opens the menu of a step by its number in the list, from 1. @param {Page} page @param {number} number */
const menu = (page, number) => page.openMenu(`#steps [aria-level="1"][aria-posinset="${number}"] .step-label`);

/** The card's words, and which contours are seen: for each its colour and how many loops it has. @param {Page} page */
const seen = (page) => /** @type {Promise<[string, [string, number][]]>} */ (page.driver.executeScript(`
  const card = document.querySelector("#takeback");
  const contours = [...document.querySelectorAll(".highlight-contour.takeback-taken, .highlight-contour.takeback-left")].filter((one) => !one.hasAttribute("hidden"));
  return [card.hidden ? "" : card.innerText.replace(/\\s+/g, " ").trim(), contours.map((one) => [
    getComputedStyle(one.querySelector("path + path")).stroke,
    one.querySelector("path").getAttribute("d").split("M").length - 1,
  ])];`));

/** Waits until the card says something. @param {Page} page @param {string} words */
const says = (page, words) => page.until(`a card with "${words}"`, async () => (await seen(page))[0].includes(words));

const [TAKEN, LEFT] = ["rgb(147, 91, 242)", "rgb(232, 135, 30)"];

/** Three strokes: a red one, a blue one across it, and a green one apart. @param {Page} page */
async function paint(page) {
  await page.call("setBrush", { size: 1 });
  await page.call("setColor", "#ff0000");
  await page.drag([[5, 20], [30, 20]]);
  await page.call("setColor", "#0000ff");
  await page.drag([[12, 10], [12, 30]]);
  await page.call("setColor", "#00ff00");
  await page.drag([[5, 40], [30, 40]]);
}

/** The pixels of the red stroke, of the blue one where they cross and elsewhere, and of the green one. @param {Page} page */
const colors = (page) => Promise.all([[5, 20], [12, 20], [12, 12], [5, 40]].map(([x, y]) => page.pixel(x, y)));

const NONE = "#00000000";
const [RED, BLUE, GREEN] = ["#ff0000ff", "#0000ffff", "#00ff00ff"];

test("the middle one of three strokes is seen in its row's menu, taken back, brought back by undo, and taken again by a script; one that was set aside comes back in part", () =>
  visit({}, async (page) => {
    await paint(page);
    await menu(page, 3);
    await page.pointAt(".context-menu [data-command='history.take-back']");
    await says(page, "21 pixels go");
    assert.deepEqual((await seen(page))[1], [[TAKEN, 1]]);
    await page.pointAt(".context-menu [data-command='history.goto']");
    await page.until("nothing is seen", async () => (await seen(page))[0] === "");
    assert.deepEqual((await seen(page))[1], []);
    await page.click(".context-menu [data-command='history.take-back']");
    await page.message("Took back Pencil, 21 pixels");
    // Where they crossed, the red one is seen again.
    assert.deepEqual(await colors(page), [RED, RED, NONE, GREEN]);
    assert.equal(await page.steps(), 4);
    await page.undo();
    assert.deepEqual(await colors(page), [RED, BLUE, BLUE, GREEN]);
    const { steps } = await page.call("history");
    assert.deepEqual(await page.call("takeBack", steps[1].id), { taken: 21, left: 0, steps: [] });
    assert.deepEqual(await colors(page), [RED, RED, NONE, GREEN]);
    await assert.rejects(page.call("takeBack", 9999), /step 9999 is no longer in the history/);

    // One that was set aside comes back where nobody has painted since, and the rest is seen in a second colour.
    await page.call("newDocument", { width: 64, height: 64 });
    await page.call("setBrush", { size: 1 });
    await page.call("setColor", "#ff0000");
    await page.drag([[5, 20], [30, 20]]);
    await page.undo();
    await page.call("setColor", "#0000ff");
    await page.drag([[12, 10], [12, 30]]);
    await page.call("run", "history.bring-back");
    await page.message("1 step brought back; 1 pixel left alone, which later steps have changed");
    const brought = () => page.driver.executeScript(`
      const card = document.querySelector("#broughtback");
      return card.hidden ? "" : card.innerText.replace(/\\s+/g, " ").trim();`);
    await page.until("a card that counts", async () => (await brought()) === "1 step came back 1 pixel was painted over since, and stays ×");
    assert.deepEqual((await seen(page))[1], [[TAKEN, 2], [LEFT, 1]], "the stroke on both sides of the other, and the pixel where they cross");
    assert.deepEqual(await colors(page), [RED, BLUE, BLUE, NONE]);
    await page.undo();
    await page.until("the card has gone", async () => (await brought()) === "");
    assert.deepEqual((await seen(page))[1], []);
    assert.deepEqual(await colors(page), [NONE, BLUE, BLUE, NONE]);
  }));

test("what a later stroke has painted over is seen in a second colour, and asked about", () =>
  visit({}, async (page) => {
    await paint(page);
    await menu(page, 2);
    await page.pointAt(".context-menu [data-command='history.take-back']");
    await says(page, "25 of 26 pixels");
    await says(page, "1 was painted over since");
    assert.deepEqual((await seen(page))[1], [[TAKEN, 2], [LEFT, 1]], "the stroke on both sides of the other, and the pixel where they cross");
    await page.click(".context-menu [data-command='history.take-back']");
    await says(page, "Take these back");
    assert.equal(await page.steps(), 3, "nothing is done yet");
    await page.pointAt("#takeback-all");
    await page.until("both strokes", async () => JSON.stringify((await seen(page))[1]) === JSON.stringify([[TAKEN, 1]]));
    await page.press(Key.ESCAPE);
    await page.until("no card", async () => (await seen(page))[0] === "");
    assert.deepEqual(await colors(page), [RED, BLUE, BLUE, GREEN]);

    await menu(page, 2);
    await page.click(".context-menu [data-command='history.take-back']");
    await says(page, "Take these back");
    await page.click("#takeback .chief");
    await page.message("Took back 25 of 26 pixels of Pencil");
    assert.deepEqual(await colors(page), [NONE, BLUE, BLUE, GREEN]);
    assert.deepEqual(await seen(page), ["", []]);
    await page.undo();

    // By keys alone: the row in the list, Delete, and the second button.
    await page.tabTo("#steps");
    await page.press(Key.HOME);
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.DELETE);
    await says(page, "The later step, too");
    assert.equal(await page.glance("return document.querySelector('#message').classList.contains('shown')"), false, "what was said before makes way");
    await page.press(Key.TAB);
    await page.press(Key.ENTER);
    await page.message("Took back Pencil and 1 later step");
    assert.deepEqual(await colors(page), [NONE, NONE, NONE, GREEN]);
    await page.undo();
    assert.deepEqual(await colors(page), [RED, BLUE, BLUE, GREEN]);
  }));
