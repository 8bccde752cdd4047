/** The history that comes back with a drawing: undo, redo, branches, pins, the saved mark, steps that lie on the disk alone. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, isDirty } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** @param {import("./page.mjs").Page} page @param {number} y */
const row = (page, y) => page.drag([[2, y], [20, y]]);

/** The rows that are painted. @param {import("./page.mjs").Page} page */
const rows = async (page) => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];

test("undo and redo go on after the browser was killed, back to the first stroke and forth again", needs("killing"), () =>
  withProfile(async (start) => {
    const page = await start();
    for (const y of [3, 5, 7]) await row(page, y);
    await page.undo();
    await page.call("kept");
    await page.kill();
    const later = await start();
    assert.deepEqual(await rows(later), [3, 5]);
    await later.redo();
    assert.deepEqual(await rows(later), [3, 5, 7]);
    for (let i = 0; i < 3; i += 1) await later.undo();
    assert.deepEqual(await rows(later), []);
    await later.call("kept");
    await later.kill();
    const last = await start();
    assert.deepEqual(await rows(last), []);
    for (let i = 0; i < 3; i += 1) await last.redo();
    assert.deepEqual(await rows(last), [3, 5, 7]);
  }));

test("branches and pins come back, and can be gone to", () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await page.call("run", "history.pin");
    await row(page, 5);
    await page.undo();
    await row(page, 7);
    await page.call("kept");
    const { branches, pinned } = await page.call("history");
    assert.deepEqual([branches.length, pinned.length], [1, 1]);
    await page.reload();
    const told = await page.call("history");
    assert.deepEqual([told.branches, told.pinned], [branches, pinned]);
    await page.call("run", "history.branch", { branch: 0 });
    await page.until("the branch", async () => String(await rows(page)) === "3,5");
    await page.call("run", "history.go-to-pin");
    await page.until("the pin", async () => String(await rows(page)) === "3");
  }));

test("a drawing that was saved counts as saved after a reload, until it is changed", needs("storage manager"), () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    await answerPicker(page, ["sky.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.until("the file's name", async () => (await page.text("#status-kept")) === "Saved to sky.undoodle");
    await page.call("kept");
    await page.reload();
    assert.equal(await page.text("#document-name .name"), "sky");
    assert.equal(await isDirty(page), false);
    await row(page, 5);
    assert.equal(await isDirty(page), true);
    await page.undo();
    await page.until("it is as it was saved", async () => !await isDirty(page));
  }));

/** Runs before the page's scripts: counts the stored steps that are fetched. */
const FETCHED = `
  window.fetched = 0;
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    if (key[1] === 3) window.fetched += 1;
    return get.call(this, key);
  };`;

test("hundreds of steps are undone to the first one, though they lie on the disk", () =>
  withProfile(async (start) => {
    const page = await start();
    await row(page, 3);
    // An odd number of steps, more than make a checkpoint.
    await page.driver.executeScript("for (let i = 0; i < 281; i += 1) undoodle.run('edit.invert')");
    await page.call("kept");
    assert.equal(await page.pixel(5, 3), "#ffffffff");
    await page.reload();
    assert.equal(await page.steps(), 282);
    // Only the steps near the last one are fetched before anybody wants them.
    const fetched = () => page.driver.executeScript("return window.fetched");
    const ahead = await fetched();
    let left = 282;
    while (left > 0) {
      let actions = page.driver.actions().keyDown(Key.CONTROL);
      for (let i = 0; i < 30; i += 1) actions = actions.keyDown("z").keyUp("z");
      await actions.keyUp(Key.CONTROL).perform();
      const steps = await page.steps();
      assert.ok(steps <= left && steps >= left - 30, "a press undoes one step at most");
      left = steps;
    }
    assert.deepEqual(await rows(page), []);
    assert.ok(await fetched() > ahead, "the others were fetched on the way");
    await page.redo();
    await page.until("the first stroke", async () => (await page.pixel(5, 3)) === "#000000ff");
  }, { before: FETCHED }));
