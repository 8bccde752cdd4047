/**
 * Browsers that are killed: whatever the page has called kept is there afterwards, and nothing is there by half. `npm run soak` kills them
 * by the hundred.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { can, needs } from "./browsers.mjs";
import { stored, STORED_AT_ONCE } from "./copies.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** Last column of each stroke of these journeys; the first one is 2. */
const END = 40;

/** Paints a row. @param {Visit} page @param {number} y */
const row = (page, y) => page.drag([[2, y], [20, y], [END, y]]);

/** The rows that are painted. Fails if one is painted in part. @param {Visit} page */
async function rows(page) {
  const pixels = await page.pixels();
  return pixels.flatMap((colors, y) => {
    const painted = colors.filter((color) => color !== "#00000000").length;
    assert.ok(painted === 0 || painted === END - 1, `row ${y} is painted by half`);
    return painted ? [y] : [];
  });
}

test("a browser that is killed loses no stroke that was kept, keeps none by half, and undo and redo go on afterwards", needs("killing"), () =>
  withProfile(async (start) => {
    const page = await start();
    for (const y of [3, 5, 7]) await row(page, y);
    await page.undo();
    await page.drag([[2, 9], [20, 9]], { hold: true });
    await page.call("kept");
    assert.equal(await page.pixel(12, 9), "#000000ff");
    await page.kill();

    const later = await start();
    assert.deepEqual(await rows(later), [3, 5], "a stroke under way is none");
    await later.redo();
    assert.deepEqual(await rows(later), [3, 5, 7]);
    for (let i = 0; i < 3; i += 1) await later.undo();
    assert.deepEqual(await rows(later), []);
    await later.redo();
    await row(later, 11);
    await later.undo();
    await later.call("kept");
    await later.redo();
    // Released, but not waited for: it may be there or not, as a whole.
    await row(later, 13);
    await later.kill();

    const last = await start();
    const found = await rows(last);
    assert.equal(found[0], 3, `row 3 is lost; “${await last.text("#status-kept")}”`);
    for (let i = 0; i < 3; i += 1) await last.redo();
    assert.deepEqual((await rows(last)).slice(0, 2), [3, 11], "what was undone when it was kept is there");
    while (await last.steps() > 0) await last.undo();
    assert.deepEqual(await rows(last), []);
  }));

test("a page whose process alone is killed, in mid-stroke and right after one, comes back from the stored site in the same browser", needs("killing pages"), () =>
  withProfile(async (start) => {
    const page = await start();
    await stored(page);
    await row(page, 3);
    await page.call("kept");
    await page.drag([[2, 5], [20, 5]], { hold: true });
    await page.killPage();
    assert.deepEqual(await rows(page), [3], "what was not released is no stroke");
    assert.equal(await page.driver.executeScript("return navigator.serviceWorker.controller !== null"), true, "the page is a stored one");
    await row(page, 7);
    await page.call("kept");
    // Released, but not waited for.
    await row(page, 9);
    await page.killPage();
    assert.deepEqual((await rows(page)).slice(0, 2), [3, 7]);
    assert.equal(await page.text("#status-kept"), "Kept in this browser", "the lock of the dead page is free");
    for (let steps = await page.steps(); steps > 0; steps -= 1) await page.undo();
    assert.deepEqual(await rows(page), [], "undone to the first stroke");
  }, { stored: true, before: STORED_AT_ONCE }));

test("a panic loses nothing but the action that failed", () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await row(page, 5);
    // A call that traps, as a panic does: the next one after the key, and none that an idle moment makes before.
    await page.driver.executeScript(`
      const { now } = performance;
      addEventListener("keydown", ({ key }) => {
        if (key !== "z") return;
        // Whatever is new is shown before.
        undoodle.pixel(0, 0);
        performance.now = () => { performance.now = now; throw new window.WebAssembly.RuntimeError("unreachable"); };
      }, { capture: true });`);
    await page.undo();
    await page.until("the dialog", async () => (await page.find("#panic-dialog")).isDisplayed());
    assert.match(await page.text("#panic-text"), /a reload brings back everything but the edit that failed\.$/);
    await page.click("#panic-reload");
    await page.until("a reload", async () => page.driver.executeScript("return !document.body.matches('.stopped') && window.undoodle?.ready.then(() => true)"));
    assert.deepEqual(await rows(page), [3, 5]);
    await page.ready();
    assert.equal(await page.text("#status-kept"), "Kept in this browser");

    // It comes within a call of the editor, which is then never free again, while panels have something to draw.
    if (!can("pausing")) return;
    await page.call("kept");
    await page.glance(`
      undoodle.run("layer.add");
      window.undoodlePerformed = () => { throw new window.WebAssembly.RuntimeError("unreachable"); };
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: "KeyA", ctrlKey: true, bubbles: true, cancelable: true }));`);
    await page.until("the dialog, right after another change, too", async () => (await page.find("#panic-dialog")).isDisplayed());
  }));
