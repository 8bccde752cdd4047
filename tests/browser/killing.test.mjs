/** Browsers that are killed: whatever the page has called kept is there afterwards, and nothing is there by half. */
import assert from "node:assert/strict";
import test from "node:test";
import { needs } from "./browsers.mjs";
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

test("a browser that is killed, over and over, loses no stroke that was kept", needs("killing"), () =>
  withProfile(async (start) => {
    let acknowledged = /** @type {number[]} */ ([]);
    for (let round = 0; round < 4; round += 1) {
      const page = await start();
      const found = await rows(page);
      const status = await page.text("#status-kept");
      for (const y of acknowledged) assert.ok(found.includes(y), `round ${round}: row ${y} is lost; “${status}”`);
      await row(page, 4 * round);
      await row(page, 4 * round + 1);
      await page.call("kept");
      acknowledged = [...found, 4 * round, 4 * round + 1];
      // Released, but not waited for: it may be there or not, as a whole.
      await row(page, 4 * round + 2);
      await page.kill();
    }
    const last = await rows(await start());
    for (const y of acknowledged) assert.ok(last.includes(y), `row ${y} is lost`);
  }));

test("a browser that is killed in mid-stroke comes back without that stroke", needs("killing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await page.call("kept");
    await page.drag([[2, 9], [20, 9]], { hold: true });
    await page.call("kept");
    assert.equal(await page.pixel(12, 9), "#000000ff");
    await page.kill();
    assert.deepEqual(await rows(await start()), [3]);
  }));

test("a page whose process alone is killed, in mid-stroke and right after one, comes back in the same browser", needs("killing pages"), () =>
  withProfile(async (start) => {
    const page = await start();
    for (let round = 0; round < 3; round += 1) {
      await row(page, 5 * round);
      await page.call("kept");
      await page.drag([[2, 5 * round + 1], [20, 5 * round + 1]], { hold: true });
      await page.killPage();
      assert.ok(!(await rows(page)).includes(5 * round + 1), `round ${round}: what was not released is no stroke`);
      await row(page, 5 * round + 2);
      await page.call("kept");
      // Released, but not waited for.
      await row(page, 5 * round + 3);
      await page.killPage();
      const found = await rows(page);
      for (const y of [5 * round, 5 * round + 2]) assert.ok(found.includes(y), `round ${round}: row ${y} is lost`);
      assert.equal(await page.text("#status-kept"), "Kept in this browser", "the lock of the dead page is free");
    }
    for (let steps = await page.steps(); steps > 0; steps -= 1) await page.undo();
    assert.deepEqual(await rows(page), [], "undone to the first stroke");
  }));

/**
 * Runs before the page's scripts: reloads the page once, on the spot, when the head of a checkpoint or the record
 * behind its entries is handed to the database, as `sessionStorage` says.
 */
const RELOADING = `
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    const at = sessionStorage.getItem("reload at");
    const head = Array.isArray(key) && key[1] === 0;
    if (head) sessionStorage.setItem("heads", Number(sessionStorage.getItem("heads")) + 1);
    // The drawing's record has its key in itself, and comes last.
    if (at && (at === "head" ? head : key === undefined && Number(sessionStorage.getItem("heads")) > 0)) {
      sessionStorage.removeItem("reload at");
      location.reload();
    }
    return request;
  };`;

test("a page that is reloaded while its log is compacted comes back with every step, undone to the first", () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    let steps = 1;
    for (const at of ["head", "record"]) {
      await page.call("kept");
      const count = 600;
      await page.driver.executeScript(
        `const [at, count] = arguments;
         window.waiting = true;
         sessionStorage.setItem("heads", "0");
         sessionStorage.setItem("reload at", at);
         for (let i = 0; i < count; i += 1) undoodle.run("edit.invert");`,
        at, count,
      );
      await page.until(`a reload at the ${at}`, async () => page.driver.executeScript("return window.waiting === undefined && sessionStorage.getItem('reload at') === null"));
      await page.ready();
      assert.ok(Number(await page.driver.executeScript("return sessionStorage.getItem('heads')")) > 0, "the log was compacted");
      steps += count;
      assert.equal(await page.steps(), steps, `reloaded at the ${at}`);
    }
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    await page.driver.executeScript("undoodle.run('history.goto', { commit: 0 })");
    await page.until("the first state", async () => (await rows(page)).length === 0);
    await page.redo();
    assert.deepEqual(await rows(page), [3]);
  }, { before: RELOADING }));

test("a tab that is closed right after a stroke has kept it", needs("last writes"), () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await page.call("kept");
    const old = await page.openTab();
    await page.driver.switchTo().window(old);
    await row(page, 5);
    const other = (await page.driver.getAllWindowHandles()).find((handle) => handle !== old) ?? "";
    await page.driver.close();
    await page.driver.switchTo().window(other);
    await page.reload();
    assert.deepEqual(await rows(page), [3, 5]);
  }));

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
        performance.now = () => { performance.now = now; throw new window.WebAssembly.RuntimeError("unreachable"); };
      }, { capture: true });`);
    await page.undo();
    await page.until("the dialog", async () => (await page.find("#panic-dialog")).isDisplayed());
    assert.match(await page.text("#panic-text"), /a reload brings everything back but the action that failed\.$/);
    await page.click("#panic-reload");
    await page.until("a reload", async () => page.driver.executeScript("return !document.body.matches('.stopped') && window.undoodle?.ready.then(() => true)"));
    assert.deepEqual(await rows(page), [3, 5]);
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
  }));

test("a panic right after another change is said, too", needs("pausing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await page.call("kept");
    // It comes within a call of the editor, which is then never free again, while panels have something to draw.
    await page.glance(`
      undoodle.run("layer.add");
      window.undoodlePerformed = () => { throw new window.WebAssembly.RuntimeError("unreachable"); };
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: "KeyA", ctrlKey: true, bubbles: true, cancelable: true }));`);
    await page.until("the dialog", async () => (await page.find("#panic-dialog")).isDisplayed());
  }));
