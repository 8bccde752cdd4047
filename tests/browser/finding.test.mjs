/** Finding steps: who made a pixel, the search of the history, and heat over the picture. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Three strokes: a red one, a blue one across it, and a green one on a layer above, apart from both. @param {Page} page */
async function paint(page) {
  await page.call("setBrush", { size: 1 });
  await page.call("setColor", "#ff0000");
  await page.drag([[5, 20], [30, 20]]);
  await page.call("setColor", "#0000ff");
  await page.drag([[12, 10], [12, 30]]);
  await page.call("run", "layer.add");
  await page.call("setColor", "#00ff00");
  await page.drag([[5, 40], [30, 40]]);
}

/** Moves the pointer over a pixel. @param {Page} page @param {number} x @param {number} y */
async function point(page, x, y) {
  const at = await page.call("clientPoint", x, y);
  await page.driver.actions().move({ x: Math.round(at.x), y: Math.round(at.y), duration: 0 }).perform();
}

/** Presses a pixel. @param {Page} page @param {number} x @param {number} y */
async function press(page, x, y) {
  await point(page, x, y);
  await page.driver.actions().press().release().perform();
}

/** What the list of a pixel's makers says: its head, and of each row the name, the layer and the colour. @param {Page} page @returns {Promise<[string, string[][]] | null>} */
const made = (page) => page.driver.executeScript(`
  const probe = document.querySelector("#makers");
  if (probe.hidden) return null;
  return [probe.querySelector(".found-head").innerText.replace(/\\s+/g, " ").trim(), [...probe.querySelectorAll(".step")].map((row) => [
    row.querySelector(".step-label").textContent, row.querySelector(".step-layer").textContent, row.querySelector(".step-made").style.getPropertyValue("--color"),
  ])];`);

/** Waits until the list says something. @param {Page} page @param {[string, string[][]] | null} expected */
async function lists(page, expected) {
  const json = JSON.stringify(expected);
  await page.until(`the makers ${json}`, async () => JSON.stringify(await made(page)) === json).catch(async () => assert.deepEqual(await made(page), expected));
}

/** Number of outlines over the picture. @param {Page} page @returns {Promise<number>} */
const outlines = (page) => page.driver.executeScript("return document.querySelectorAll('.highlight-contour.probed:not([hidden])').length");

/** The rows that a search has found, and what is said of them. @param {Page} page @returns {Promise<[string[], string]>} */
const found = (page) => page.driver.executeScript(`
  const seen = [...document.querySelectorAll("#found-steps .step")].filter((row) => row.checkVisibility());
  return [seen.map((row) => row.querySelector(".step-label").textContent + ", " + row.querySelector(".step-layer").textContent), document.querySelector(".search-said")?.textContent ?? ""];`);

/** Waits until a search says something. @param {Page} page @param {string} said @param {string[]} rows */
async function finds(page, said, rows) {
  await page.until(`"${said}"`, async () => (await found(page))[1] === said).catch(async () => assert.equal((await found(page))[1], said));
  await page.until("the rows", async () => JSON.stringify((await found(page))[0]) === JSON.stringify(rows)).catch(async () => assert.deepEqual((await found(page))[0], rows));
}

const [RED, BLUE] = [["Pencil", "Layer 1", "#ff0000ff"], ["Pencil", "Layer 1", "#0000ffff"]];

test("the tool lists and outlines who made the pixel under the pointer, a press keeps the list, and its rows go there and take back only this", () =>
  visit({}, async (page) => {
    await paint(page);
    await page.press("w", Key.SHIFT);
    await point(page, 20, 20);
    await lists(page, ["Pixel 20, 20 1 step", [RED]]);
    await press(page, 12, 20);
    await page.message("Made by Pencil on layer Layer 1, and 1 earlier step");
    await point(page, 50, 50);
    await lists(page, ["Pixel 12, 20 2 steps", [BLUE, RED]]);
    await page.until("two outlines", async () => await outlines(page) === 2);
    assert.equal(await page.steps(), 4, "to ask is no step");

    // The menu of the older one takes back only that.
    const row = await page.find("#makers .step:nth-child(2) .step-label");
    await page.driver.actions().contextClick(row).perform();
    await page.click(".context-menu [data-command='history.take-back']");
    await page.click("#takeback .chief");
    await page.message("Took back 25 of 26 pixels of Pencil");
    assert.equal(await page.pixel(20, 20), "#00000000");
    await page.undo();
    await lists(page, ["Pixel 12, 20 2 steps", [BLUE, RED]]);

    // The question comes before the list, wherever both have little room: its buttons can be pressed, and Escape brings the list back.
    await page.resize(1024, 600);
    await page.openMenu("#makers .step:nth-child(2) .step-label");
    await page.click(".context-menu [data-command='history.take-back']");
    await page.click("#takeback-all");
    await page.message("Took back Pencil and 1 later step");
    await page.undo();
    await lists(page, ["Pixel 12, 20 2 steps", [BLUE, RED]]);

    // A row leads to its step, of which the list knows only what was done by then.
    await page.click("#makers .step:nth-child(2) .step-label");
    assert.equal(await page.pixel(12, 12), "#00000000");
    await lists(page, ["Pixel 12, 20 1 step", [RED]]);
    await page.press(Key.ESCAPE);
    await page.until("no list", async () => await page.call("tool").then(({ id }) => id) === "probe" && (await made(page))?.[0] !== "Pixel 12, 20 1 step");
  }));

/** Heat lies over the picture with its legend, follows each step, and is in no export; over the three strokes. @param {Page} page */
async function heatShown(page) {
  const file = await page.driver.executeScript("return [...undoodle.encode('png')].join()");
  await page.menu("view.heat-often");
  const legend = () => page.driver.executeScript("const legend = document.querySelector('#heat-legend'); return legend.hidden ? '' : legend.innerText.replace(/\\s+/g, ' ').trim()");
  await page.until("the legend", async () => String(await legend()).includes("2 times"));
  // It lies where the picture lies.
  const [heat, picture] = /** @type {{left: number, top: number, width: number}[]} */ (await page.driver.executeScript(`
    const rect = (element) => { const { left, top, width } = element.getBoundingClientRect(); return { left, top, width }; };
    return [rect(document.querySelector("#heat")), rect(document.querySelector("#stage .edge"))];`));
  assert.ok(Math.abs(heat.left - picture.left) < 2 && Math.abs(heat.top - picture.top) < 2 && Math.abs(heat.width - picture.width) < 3, JSON.stringify([heat, picture]));
  await page.drag([[12, 20], [12, 20]]);
  await page.until("three times", async () => String(await legend()).includes("3 times"));
  await page.undo();
  await page.click("#heat-legend button:nth-child(2)");
  await page.until("steps ago", async () => String(await legend()).includes("last step"));
  assert.equal(await page.driver.executeScript("return [...undoodle.encode('png')].join()"), file);
  await page.click("#heat-legend > .small");
  await page.until("no heat", async () => await legend() === "" && await page.driver.executeScript("return document.querySelector('#heat').hidden"));
}

test("Alt probes while the history is in use, Alt+Q with any tool, and a press with Alt still picks a colour; heat lies over the picture, and is in no export", () =>
  visit({}, async (page) => {
    await paint(page);
    await heatShown(page);
    await point(page, 20, 20);
    await page.driver.actions().keyDown(Key.ALT).perform();
    assert.equal(await made(page), null, "Alt alone picks");
    await page.driver.actions().keyUp(Key.ALT).perform();
    await page.click("#steps [aria-posinset='5'] .step-label");
    await point(page, 20, 20);
    await page.driver.actions().keyDown(Key.ALT).perform();
    await lists(page, ["Pixel 20, 20 1 step", [RED]]);
    await page.driver.actions().keyUp(Key.ALT).perform();
    await point(page, 50, 50);
    await lists(page, ["Pixel 20, 20 1 step", [RED]]);
    await page.press(Key.ESCAPE);
    await lists(page, null);
    await point(page, 12, 12);
    await page.press("q", Key.ALT);
    await lists(page, ["Pixel 12, 12 1 step", [BLUE]]);
    await page.drag([[40, 5], [44, 5]]);
    await lists(page, null);
    await point(page, 20, 20);
    await page.driver.actions().keyDown(Key.ALT).press().release().keyUp(Key.ALT).perform();
    await page.until("the picked colour", async () => await page.driver.executeScript("return document.querySelector('#primary').value") === "#ff0000");
    await lists(page, null);
  }));

test("by keys, the cursor's pixel is asked for, Space keeps it, and F6 leads to its steps; Ctrl+F searches the history by words and conditions, and Escape shows all steps again", () =>
  visit({}, async (page) => {
    await paint(page);
    await point(page, 12, 21);
    await page.press("w", Key.SHIFT);
    await page.press("k");
    await page.press(Key.ARROW_UP);
    await lists(page, ["Pixel 12, 20 2 steps", [BLUE, RED]]);
    await page.press(Key.SPACE);
    await page.message("Made by Pencil on layer Layer 1, and 1 earlier step");
    for (let i = 0; i < 9 && !await page.driver.executeScript("return document.activeElement.id === 'makers-steps'"); i += 1) await page.press(Key.F6);
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.ENTER);
    await page.until("the first stroke alone", async () => await page.pixel(12, 12) === "#00000000" && await page.pixel(20, 20) === "#ff0000ff");
    await page.press(Key.ESCAPE);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    // The pen of who paints by keys stays; the search has keys of its own.
    await page.call("run", "history.step", { step: 4 });
    await page.press("f", Key.CONTROL);
    await page.until("the field", () => page.driver.executeScript("return document.activeElement.id === 'search-words'"));
    await page.driver.actions().sendKeys("penc").perform();
    await finds(page, "3 of 4 steps", ["Pencil, Layer 2", "Pencil, Layer 1", "Pencil, Layer 1"]);
    assert.equal(await page.driver.executeScript("return document.querySelector('#steps').checkVisibility()"), false);
    await page.click("[data-condition='layer']");
    await finds(page, "1 of 4 steps", ["Pencil, Layer 2"]);
    await page.click("[data-condition='layer']");
    await page.call("setColor", "#ff0000");
    await page.click("[data-condition='color']");
    await finds(page, "1 of 4 steps", ["Pencil, Layer 1"]);
    await page.click("#search-words");
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.ENTER);
    await page.until("the first step", async () => (await page.call("history")).position === 1);
    // What is undone is found as well; Escape leads back to the field, then shows all steps, then closes it.
    await finds(page, "1 of 4 steps", ["Pencil, Layer 1"]);
    await page.press(Key.ESCAPE);
    await page.press(Key.ESCAPE);
    await finds(page, "", []);
    assert.equal(await page.driver.executeScript("return document.querySelector('#steps').checkVisibility()"), true);
    await page.press(Key.ESCAPE);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    assert.equal(await page.driver.executeScript("return document.querySelector('#history-search').checkVisibility()"), false);
  }));
