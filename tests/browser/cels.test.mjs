/** Several layers at once: chosen by the pointer and by keys, and what is done to all of them. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The names, the topmost first; the active one is in brackets, others that are chosen in braces. @param {Page} page @returns {Promise<string>} */
const listed = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#layers .layer")].map((row) => {
      const name = row.querySelector(".layer-name").textContent.trim();
      if (row.getAttribute("aria-current") === "true") return "[" + name + "]";
      return row.querySelector(".layer-name").getAttribute("aria-pressed") === "true" ? "{" + name + "}" : name;
    }).join(" ");`);

/** Four layers, a to d from the bottom up, the topmost one active. @param {Page} page */
async function four(page) {
  await page.resize(1100, 860);
  await page.driver.executeScript(`
    undoodle.run("layer.rename", { name: "a" });
    for (const name of ["b", "c", "d"]) {
      undoodle.run("layer.add");
      undoodle.run("layer.rename", { name });
    }
    document.querySelector("#layers").scrollIntoView();`);
}

/** @param {number} layer */
const row = (layer) => `.layer[data-layer="${layer}"] .layer-name`;

/** @param {Page} page @param {string} css @returns {Promise<{x: number, y: number, top: number, bottom: number}>} */
const place = (page, css) =>
  page.driver.executeScript(
    `const { left, right, top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
     return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), top, bottom };`,
    css,
  );

/** @param {Page} page @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
async function pull(page, from, to) {
  const at = ({ x = 0, y = 0 }) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  await page.driver.actions().move(at(from)).press().move(at({ x: from.x, y: (from.y + to.y) / 2 })).move(at(to)).release().perform();
}

/** Does something that is one step, and takes it back. @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string} names */
async function step(page, label, run, names) {
  const [before, made] = [(await listed(page)).replace(/[[\]{}]/g, ""), await page.steps()];
  await run();
  assert.equal(await listed(page), names);
  assert.deepEqual([await page.steps(), (await labels(page))[made]], [made + 1, label]);
  await page.undo();
  assert.equal((await listed(page)).replace(/[[\]{}]/g, ""), before, `${label}, undone`);
}

test("layers are chosen together with Ctrl and Shift, and buttons and drags take all of them; keys go through them, choose several, move and rename them", () =>
  visit({}, async (page) => {
    await four(page);
    const pair = async () => {
      await page.click(row(0));
      await page.clickWith(row(2), Key.CONTROL);
      assert.equal(await listed(page), "d [c] b {a}");
    };
    await pair();
    await step(page, "Move layer up", () => page.click("#layer-up"), "[c] d {a} b");
    await pair();
    await step(page, "Merge down", () => page.click("#layer-merge"), "d b [a]");
    await page.click(row(1));
    await page.clickWith(row(3), Key.SHIFT);
    assert.equal(await listed(page), "{d} {c} [b] a");
    await page.clickWith(row(2), Key.CONTROL);
    assert.equal(await listed(page), "{d} c [b] a");
    await page.click(row(0));
    assert.equal(await listed(page), "d c b [a]", "a plain click chooses one");
    const [top, bottom] = [await place(page, row(3)), await place(page, row(0))];
    await step(page, "Move layer", () => pull(page, bottom, { x: top.x, y: top.top + 3 }), "[a] d c b");
    await page.click(row(0));
    await page.clickWith(row(3), Key.CONTROL);
    await step(page, "Move layer", () => pull(page, top, { x: bottom.x, y: bottom.top + 3 }), "c b [d] {a}");
    await page.click(row(3));
    const made = await page.steps();
    await pull(page, top, { x: top.x, y: top.bottom - 6 });
    assert.equal(await page.steps(), made, "what stays where it is makes no step");
    await page.clickWith(row(0), Key.SHIFT);
    assert.equal(await (await page.find("#layer-delete")).isEnabled(), false, "some layer stays");

    await page.click(row(3));
    await page.tabTo(".layer.active .layer-name");
    const focused = (/** @type {string} */ name) =>
      page.until(`the focus on ${name}`, () => page.driver.executeScript("return document.activeElement.matches('.layer-name') && document.activeElement.textContent === arguments[0]", name));
    await page.press(Key.ARROW_DOWN);
    await focused("c");
    await page.press(Key.ARROW_DOWN, Key.SHIFT);
    assert.equal(await listed(page), "d [c] {b} a");
    await page.press(Key.ARROW_UP, Key.ALT);
    assert.equal(await listed(page), "[c] {b} d a");
    assert.equal((await labels(page)).at(-1), "Move layer up");
    await focused("c");
    await page.press(Key.F2);
    await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
    await page.driver.actions().sendKeys("ink", Key.ENTER).perform();
    assert.equal(await listed(page), "[ink] {b} d a");
    await focused("ink");
  }));
