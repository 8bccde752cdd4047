/**
 * The history that comes back with a drawing, though its steps lie on the disk alone. `tests/formats/journal/` holds that all of it does:
 * steps, branches, pins, and the saved mark.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { withProfile } from "./profile.mjs";

/** The rows that are painted. @param {import("./page.mjs").Page} page */
const rows = async (page) => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];

/**
 * Runs before the page's scripts: counts the stored steps that are fetched, and reloads the page once, on the spot, when the head of a
 * checkpoint or the record behind its entries is handed to the database, as `sessionStorage` says.
 */
const RELOADING = `
  window.fetched = 0;
  const { get, put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    if (key[1] === 3) window.fetched += 1;
    return get.call(this, key);
  };
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

test("a page that is reloaded while its log is compacted comes back with every step, and undo fetches them, to the first", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[2, 3], [20, 3]]);
    let steps = 1;
    for (const at of ["head", "record"]) {
      await page.call("kept");
      // More than make a checkpoint.
      const count = 300;
      await page.driver.executeScript(
        `const [at, count] = arguments;
         window.waiting = true;
         sessionStorage.setItem("heads", "0");
         sessionStorage.setItem("reload at", at);
         for (let i = 0; i < count; i += 1) undoodle.run("edit.invert");`,
        at, count,
      );
      await page.until(`a reload at the ${at}`, () => page.glance("return window.waiting === undefined && sessionStorage.getItem('reload at') === null && window.undoodle !== undefined"));
      await page.ready();
      assert.ok(Number(await page.driver.executeScript("return sessionStorage.getItem('heads')")) > 0, "the log was compacted");
      steps += count;
      assert.equal(await page.steps(), steps, `reloaded at the ${at}`);
    }
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    // Only the steps near the last one are fetched before anybody wants them.
    const fetched = () => page.driver.executeScript("return window.fetched");
    const ahead = await fetched();
    let actions = page.driver.actions().keyDown(Key.CONTROL);
    for (let i = 0; i < 30; i += 1) actions = actions.keyDown("z").keyUp("z");
    await actions.keyUp(Key.CONTROL).perform();
    const left = await page.steps();
    assert.ok(left < steps && left >= steps - 30, "a press undoes one step at most");
    await page.driver.executeScript("undoodle.run('history.goto', { commit: 0 })");
    await page.until("the first state", async () => (await rows(page)).length === 0);
    assert.ok(await fetched() > ahead, "the others were fetched on the way");
    await page.redo();
    await page.until("the first stroke", async () => String(await rows(page)) === "3");
  }, { before: RELOADING }));
