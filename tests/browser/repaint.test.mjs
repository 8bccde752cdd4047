/** What the canvas shows while the view moves, and when the panels follow. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { MIDDLE } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The part of a screenshot that shows the canvas, two frames from now: while something is left to be painted, each frame paints some of it. @param {Page} page */
async function canvas(page) {
  /** @type {number[]} */
  const [left, top, width, height] = await page.driver.executeScript(`
    const { left, top, width, height } = document.querySelector("#surface").getBoundingClientRect();
    const place = [left, top, width, height].map(Math.round);
    return new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => resolve(place))); });`);
  const shot = await page.screenshot();
  const rows = [];
  for (let y = top; y < top + height; y += 1) rows.push(Buffer.from(shot.data.subarray((y * shot.width + left) * 4, (y * shot.width + left + width) * 4)));
  return { width, bytes: Buffer.concat(rows) };
}

/** Where two pictures of the canvas differ. @param {{width: number, bytes: Buffer}} one @param {{bytes: Buffer}} other */
function difference({ width, bytes }, other) {
  const pixels = Array.from({ length: bytes.length / 4 }, (_, at) => at).filter((at) => bytes.readUInt32LE(at * 4) !== other.bytes.readUInt32LE(at * 4));
  const [columns, rows] = [pixels.map((at) => at % width), pixels.map((at) => Math.floor(at / width))].map((all) => all.toSorted((a, b) => a - b));
  return `${pixels.length} pixels in columns ${columns[0]} to ${columns.at(-1)} and rows ${rows[0]} to ${rows.at(-1)}`;
}

/** Holds what the canvas shows against what it shows when all of it is painted anew. @param {Page} page @param {string} what */
async function whole(page, what) {
  const refined = "return document.querySelector('#message').matches('.shown')";
  await page.until("no message", async () => !await page.driver.executeScript(refined));
  let last = await canvas(page);
  await page.until("a canvas that rests", async () => {
    const now = await canvas(page);
    const rests = now.bytes.equals(last.bytes);
    last = now;
    return rests;
  });
  await page.driver.executeScript("document.querySelector('#surface').dispatchEvent(new Event('contextrestored'))");
  let anew = last;
  await page.until(`${what}: the same as painted anew`, async () => {
    anew = await canvas(page);
    return anew.bytes.equals(last.bytes);
  }).catch((error) => assert.fail(`${error.message}: it differs in ${difference(last, anew)}`));
}

test("a view that is panned and zoomed shows what a whole repaint shows", needs("other buttons", "wheel"), () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 300, height: 200 });
    // The preview lies over the canvas, and follows later than it.
    await page.driver.actions().sendKeys(Key.F7).perform();
    await page.drag([[10, 10], [250, 150], [40, 190]]);
    await page.call("run", "view.zoom.in");
    await page.call("run", "view.zoom.in");
    await page.drag([[150, 100], [120, 70], [160, 90]], { button: MIDDLE });
    await page.moveTo([150, 60]);
    await whole(page, "panned");
    await page.drag([[150, 100], [150, 60]], { button: MIDDLE });
    await page.undo();
    await page.redo();
    await whole(page, "panned, undone and redone");
    const actions = /** @type {any} */ (page.driver.actions()); // Its types know no wheel yet.
    await actions.scroll(0, 0, 0, 300, await page.find("#stage")).perform();
    await page.drag([[120, 100], [200, 130]]);
    await whole(page, "zoomed out and painted");
  }));

test("panels, messages and the title follow by themselves", () =>
  visit({}, async (page) => {
    const shown = () => page.glance(`
      return [document.querySelector("#undo").disabled, document.querySelector("#redo").disabled, document.querySelector("#message").textContent, document.title[0]];`);
    await page.drag([[3, 3], [9, 3]]);
    await page.until("a step to be undone", async () => String(await shown()) === "false,true,,•");
    const actions = page.driver.actions().keyDown(Key.CONTROL).keyDown("z").keyUp("z").keyUp(Key.CONTROL);
    await actions.perform();
    await page.until("a step to be redone", async () => String(await shown()) === "true,false,Undid Pencil, 7 pixels,u");
    assert.equal(await page.call("pixel", 3, 3), "#00000000");
  }));
