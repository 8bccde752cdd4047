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

test("a blinker turns while Life plays, and leaving puts it back", () =>
  visit({}, async (page) => {
    await blinker(page);
    const made = await labels(page);
    assert.equal(await bar(page), "");
    await page.menu("view.play-life");
    assert.equal(await bar(page), "Playing Life");
    await shows(page, TURNED);
    await shows(page, BLINKER);
    await shows(page, TURNED);
    await page.click("#play-leave");
    assert.equal(await bar(page), "");
    assert.deepEqual(await page.letters(), BLINKER);
    assert.deepEqual(await labels(page), made, "looking on is no step");
    await page.undo();
    assert.deepEqual(await page.letters(), EMPTY);
  }));

test("what a game has become is kept as one step", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.drag([[1, 0]]);
    const made = await labels(page);
    await page.menu("view.play-sand");
    assert.equal(await bar(page), "Playing falling sand");
    const fallen = [...EMPTY.slice(1), ".K..."];
    await shows(page, fallen);
    await page.click("#play-keep");
    assert.equal(await bar(page), "");
    assert.deepEqual(await page.letters(), fallen);
    assert.deepEqual(await labels(page), [...made, "Play falling sand"]);
    await page.undo();
    assert.deepEqual(await page.letters(), [".K...", ...EMPTY.slice(1)]);
    await page.redo();
    assert.deepEqual(await page.letters(), fallen);
  }));

test("a game is started, kept and left by keys alone", () =>
  visit({}, async (page) => {
    await blinker(page);
    await page.menuByKeys("view.play-sand");
    const piled = [...EMPTY.slice(1), ".KKK."];
    await shows(page, piled);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await bar(page), await page.letters()], ["", BLINKER]);
    await page.menuByKeys("view.play-sand");
    await shows(page, piled);
    await page.tabTo("#play-keep");
    await page.press(Key.ENTER);
    assert.deepEqual([await bar(page), await page.letters()], ["", piled]);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "stage");
    await page.undo();
    await page.driver.executeScript("undoodle.run('view.play-sand')");
    await shows(page, piled);
    await page.press(Key.ENTER);
    assert.deepEqual([await bar(page), await page.letters()], ["", piled]);
  }));

test("while a game plays a stroke is refused in words, and undo leaves the game", () =>
  visit({}, async (page) => {
    await blinker(page);
    await page.menu("view.play-life");
    await page.drag([[0, 0], [4, 4]]);
    assert.match(await page.message("Life"), /leave it or keep it before the drawing is changed/);
    assert.equal(await bar(page), "Playing Life");
    await page.undo();
    assert.deepEqual([await bar(page), await page.letters()], ["", BLINKER]);
    await page.drag([[0, 0]]);
    assert.equal(await page.pixel(0, 0), "#000000ff", "painting goes on");
  }));
