/** Play by hand: a game runs on what was painted, and is left or kept. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const EMPTY = [".....", ".....", ".....", ".....", "....."];
const BLINKER = [".....", "..K..", "..K..", "..K..", "....."];
const TURNED = [".....", ".....", ".KKK.", ".....", "....."];

/** Paints a blinker with the pencil, as one step. @param {Page} page */
async function blinker(page) {
  await lay(page, EMPTY);
  await page.drag([[2, 1], [2, 3]]);
  assert.deepEqual(await page.letters(), BLINKER);
}

/** @param {Page} page @param {string[]} picture */
const shows = (page, picture) =>
  page.until(`the picture ${picture.join("/")}`, async () => (await page.letters()).join("/") === picture.join("/"));

/** What the bar over the picture says, or nothing while it is hidden. @param {Page} page @returns {Promise<string>} */
const bar = (page) => page.driver.executeScript(`
  const bar = document.querySelector("#game");
  return bar.checkVisibility() ? bar.querySelector("p").textContent : "";`);

test("a game runs on what was painted, under a bar that keeps it or leaves it, by pointer and by keys", () =>
  visit({}, async (page) => {
    await blinker(page);
    const made = await labels(page);
    assert.equal(await bar(page), "");
    await page.menu("view.play-life");
    assert.equal(await bar(page), "Playing Life");
    await shows(page, TURNED);
    await shows(page, BLINKER);
    await page.drag([[0, 0], [4, 4]]);
    assert.match(await page.message("Life"), /leave it or keep it before the drawing is changed/);
    await page.click("#play-leave");
    assert.deepEqual([await bar(page), await page.letters(), await labels(page)], ["", BLINKER, made]);

    await page.menuByKeys("view.play-sand");
    assert.equal(await bar(page), "Playing falling sand");
    const piled = [...EMPTY.slice(1), ".KKK."];
    await shows(page, piled);
    await page.tabTo("#play-keep");
    await page.press(Key.ENTER);
    assert.deepEqual([await bar(page), await page.letters(), await labels(page)], ["", piled, [...made, "Play falling sand"]]);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "stage");
    await page.undo();
    await page.call("run", "view.play-sand");
    await shows(page, piled);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await bar(page), await page.letters()], ["", BLINKER]);
  }));
