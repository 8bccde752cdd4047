/** The squares' page: the engine at its smallest, by hand. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { seen } from "./page.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {number[]} path @param {boolean} [hold] */
async function drag(page, path, hold = false) {
  const points = [];
  for (const index of path) {
    const point = await page.call("clientPoint", index);
    points.push({ x: Math.round(point.x), y: Math.round(point.y), duration: 0 });
  }
  let actions = page.driver.actions().move(points[0]).press();
  for (const point of points.slice(1)) actions = actions.move(point);
  await (hold ? actions : actions.release()).perform();
}

/** @param {Page} page @returns {Promise<number[]>} */
const counters = async (page) => (await page.text("#counters")).split("<=").map(Number);

/** Which of the ten differ. @param {string[]} a @param {string[]} b */
const differing = (a, b) => a.flatMap((color, index) => (color === b[index] ? [] : [index]));

const visitSquares = (/** @type {(page: Page) => Promise<void>} */ journey) => visit({ page: "squares.html" }, journey);

test("a drag recolours every square it crosses, once, and is one step, whose stack is drawn; undo in it takes it back", () =>
  visitSquares(async (page) => {
    const outline = (/** @type {number} */ index) => page.driver.executeScript(
      "return getComputedStyle(document.querySelector(`[data-index='${arguments[0]}']`)).outlineColor", index);
    const token = (/** @type {string} */ name) => page.driver.executeScript(`
      const probe = document.createElement("i");
      probe.style.color = "var(--" + arguments[0] + ")";
      document.body.append(probe);
      return getComputedStyle(probe).color;`, name);
    const stack = () => page.driver.executeScript('return [...document.querySelectorAll("#stack > *")].map((e) => e.className.trim().replace(/\\s+/g, " "))');
    const [idle, hovered, changed] = [await token("idle"), await token("hovered"), await token("changed")];
    assert.equal(new Set([idle, hovered, changed]).size, 3);
    const before = await page.call("squares");
    assert.equal(before.length, 10);
    await drag(page, [2, 6], true);
    const during = await page.call("squares");
    assert.deepEqual(differing(before, during), [2, 3, 4, 5, 6], "squares between two samples, too");
    assert.deepEqual(await counters(page), [0, 0, 5]);
    assert.deepEqual([await outline(2), await outline(5), await outline(6), await outline(7)], [changed, changed, hovered, idle]);
    const back = await page.call("clientPoint", 3);
    await page.driver.actions().move({ x: Math.round(back.x), y: Math.round(back.y), duration: 0 }).release().perform();
    assert.deepEqual(await page.call("squares"), during, "crossed again, they keep their colour");
    assert.deepEqual(await counters(page), [6, 6, 6]);
    assert.equal(await page.text("#event"), "Commit!");
    assert.deepEqual([await outline(2), await outline(3)], [idle, hovered]);
    const { position, steps } = await page.call("history");
    assert.deepEqual([position, steps.length, steps[0].rect], [1, 1, { x: 2, y: 0, width: 5, height: 1 }]);
    const shown = seen(await page.screenshot(), await page.call("clientPoint", 4));
    assert.equal(`#${shown.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`, during[4]);
    await page.until("the word has gone", async () => (await page.driver.executeScript("return Number(getComputedStyle(document.querySelector('#event')).opacity)")) === 0);

    await drag(page, [5]);
    await page.press("z", Key.CONTROL);
    await drag(page, [7], true);
    const six = Array.from({ length: 5 }, () => "entry delta undo");
    assert.deepEqual(await stack(), [...six, "entry header undo", "mark undo", "entry delta redo", "entry header redo", "mark redo", "entry delta temp", "mark temp"]);
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), during);
    const end = await page.call("clientPoint", 8);
    await page.driver.actions().move({ x: Math.round(end.x), y: Math.round(end.y), duration: 0 }).release().perform();
    assert.deepEqual(await page.call("squares"), during, "the rest of the drag touches nothing");
    assert.deepEqual(await counters(page), [6, 8, 8]);
  }));

/** What the branches beside the stack show. @param {Page} page @returns {Promise<string[]>} */
const branches = (page) =>
  page.driver.executeScript("return [...document.querySelectorAll('#branches li')].map((li) => li.textContent.trim().replace(/\\s+/g, ' '))");

/** The frame that undo and redo move. @param {Page} page */
const frame = (page) => page.driver.executeScript(`
  const cursor = document.querySelector("#strip .cursor");
  const strip = document.querySelector("#strip").getBoundingClientRect();
  const at = (index) => document.querySelector('[data-index="' + index + '"]').getBoundingClientRect();
  const { left, width } = cursor.style;
  const start = parseFloat(left) + strip.left + 5;
  return {
    over: Array.from({ length: 10 }, (_, index) => index).filter((index) => at(index).left >= start - 1 && at(index).right <= start + parseFloat(width) - 10 + 1),
    color: getComputedStyle(cursor).borderTopColor,
    moving: cursor.getAnimations().length > 0,
  };`);

/** Which squares are outlined since undo took them or redo brought them, how, and in which colour they begin. @param {Page} page */
const outlined = (page) => page.driver.executeScript(`
  return [...document.querySelectorAll(".square")].flatMap((square) => square.getAnimations().filter(({ id }) => id).map((animation) =>
    [Number(square.dataset.index), animation.id, animation.effect.getKeyframes()[0].outlineColor]))`);

test("undo and redo by keys and buttons: the frame glides to the squares, which are outlined, and a new drag makes a branch", () =>
  visitSquares(async (page) => {
    const [red, blue] = ["rgb(240, 68, 62)", "rgb(47, 129, 247)"];
    const start = await page.call("squares");
    await drag(page, [0, 1]);
    const one = await page.call("squares");
    await drag(page, [4, 5]);
    await drag(page, [6]);
    const there = await page.call("squares");
    assert.deepEqual([await page.call("cursor"), await outlined(page), await branches(page)], [null, [], []]);
    await page.click("#undo");
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), one);
    assert.equal(await page.text("#event"), "Undo!");
    assert.deepEqual(await counters(page), [3, 8, 8]);
    assert.deepEqual(await page.call("cursor"), { rect: { x: 4, y: 0, width: 2, height: 1 }, color: "#f0443eff" });
    assert.deepEqual(await frame(page), { over: [4, 5], color: red, moving: true });
    assert.deepEqual(await outlined(page), [4, 5].map((index) => [index, "went", red]), "those of the step before have had their time");
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), start);
    await page.press("z", Key.CONTROL, Key.SHIFT);
    assert.deepEqual(await page.call("squares"), one);
    assert.equal(await page.text("#event"), "Redo!");
    assert.deepEqual(await frame(page), { over: [0, 1], color: blue, moving: true });
    assert.deepEqual(await outlined(page), [0, 1].map((index) => [index, "came", blue]));
    await page.until("it has faded", async () => !(await frame(page)).moving && /** @type {any[]} */ (await outlined(page)).length === 0);
    assert.deepEqual(await branches(page), [], "it can still be redone");
    await drag(page, [9]);
    assert.equal(await (await page.find("#redo")).isEnabled(), false);
    assert.deepEqual(await branches(page), ["After step 1 45step6step Go there"]);
    await page.click("#branches button");
    assert.deepEqual(await page.call("squares"), there);
    assert.deepEqual(await branches(page), ["After step 1 9step Go there"], "the line that was left is one now");
    assert.deepEqual(await counters(page), [8, 8, 8]);
  }));

test("squares are recoloured by keys, one at a time or in a drag that Shift holds; the strip is as wide as the text, in the dark and in the light, and on a low screen the page stays where it is read", needs("emulation"), () =>
  visitSquares(async (page) => {
    const start = await page.call("squares");
    await page.tabTo('[data-index="0"]');
    for (const key of [Key.ARROW_RIGHT, Key.ARROW_RIGHT, " "]) await page.press(key);
    const one = await page.call("squares");
    assert.deepEqual([differing(start, one), await counters(page)], [[2], [2, 2, 2]]);
    await page.keyDown(Key.SHIFT);
    for (let i = 0; i < 2; i += 1) await page.driver.actions().sendKeys(Key.ARROW_RIGHT).perform();
    assert.deepEqual(await counters(page), [2, 2, 5], "one drag, under way");
    await page.keyUp(Key.SHIFT);
    assert.deepEqual([differing(one, await page.call("squares")), await counters(page)], [[2, 3, 4], [6, 6, 6]]);
    await page.press("z", Key.CONTROL);
    assert.deepEqual(await page.call("squares"), one);
    await page.press(Key.TAB);
    assert.equal(await page.driver.executeScript("return document.activeElement.closest('.square')"), null, "one stop of Tab");

    const widths = () => page.driver.executeScript("return ['.lead', '.row', '#stack'].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().width))");
    assert.equal(new Set(/** @type {number[]} */ (await widths())).size, 1);
    const ground = () => page.driver.executeScript("return getComputedStyle(document.documentElement).backgroundColor");
    await on(page, { theme: "light" }, async () => assert.equal(await ground(), "rgb(238, 239, 242)"));
    await on(page, { theme: "dark" }, async () => assert.equal(await ground(), "rgb(29, 30, 34)"));
    await on(page, { width: 390, height: 520 }, async () => {
      const places = () => page.driver.executeScript("const { scrollTop, scrollHeight, clientHeight } = document.querySelector('#stack'); return [scrollY, scrollHeight - clientHeight - scrollTop]");
      await page.open("squares.html");
      assert.deepEqual(await places(), [0, 0], "the heading is there");
      for (let i = 0; i < 5; i += 1) await drag(page, [0, 9]);
      const [top, left] = await places();
      assert.equal(top, 0, "so are the squares after drags");
      assert.ok(await page.driver.executeScript("return document.querySelector('#stack').scrollTop > 0"), "more than the stack's part of the page");
      assert.ok(left < 20, `the mark is in sight: ${left} px below`);
    });
  }));
