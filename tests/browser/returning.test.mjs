/**
 * The history that comes back with a drawing, though its steps lie on the disk alone. `tests/journal/journal/` holds that all of it does:
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
 * checkpoint is handed to the database, if `sessionStorage` says so. `tests/journal/` has it end at every other place.
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
    if (Array.isArray(key) && key[1] === 0 && sessionStorage.getItem("reload")) {
      sessionStorage.removeItem("reload");
      location.reload();
    }
    return request;
  };`;

test("a page that is reloaded while its log is compacted comes back with every step, and undo fetches them, to the first", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[2, 3], [20, 3]]);
    await page.call("kept");
    // More than make a checkpoint.
    const count = 300;
    await page.driver.executeScript(
      `window.waiting = true;
       sessionStorage.setItem("reload", "at the head");
       for (let i = 0; i < arguments[0]; i += 1) undoodle.run("edit.invert");`,
      count,
    );
    await page.until("a reload at the head", () => page.glance("return window.waiting === undefined && sessionStorage.getItem('reload') === null && window.undoodle !== undefined"));
    await page.ready();
    const steps = 1 + count;
    assert.equal(await page.steps(), steps);
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    // Only the steps near the last one are fetched before anybody wants them.
    const fetched = () => page.driver.executeScript("return window.fetched");
    const ahead = await fetched();
    let actions = page.driver.actions().keyDown(Key.CONTROL);
    for (let i = 0; i < 30; i += 1) actions = actions.keyDown("z").keyUp("z");
    await actions.keyUp(Key.CONTROL).perform();
    const left = await page.steps();
    assert.ok(left < steps && left >= steps - 30, "a press undoes one step at most");
    const arrived = await page.driver.executeAsyncScript("undoodle.run('history.goto', { commit: 0 }); undoodle.finished().then(() => arguments[0](undoodle.history().position));");
    assert.equal(arrived, 0, "what a script waits for is done, though its steps had to be read");
    assert.deepEqual(await rows(page), []);
    assert.ok(await fetched() > ahead, "the others were fetched on the way");
    await page.redo();
    await page.until("the first stroke", async () => String(await rows(page)) === "3");
  }, { before: RELOADING }));

/** Runs before the page's scripts: counts the stored steps that are read, and notes what is announced as an alert. */
const WATCHING = `
  window.fetched = 0;
  window.alerts = [];
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    if (key[1] === 3) window.fetched += 1;
    return get.call(this, key);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const alert = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=alert]");
      if (alert && addedNodes.length > 0) window.alerts.push(alert.textContent);
    }
  }).observe(document, { childList: true, subtree: true });`;

test("stored steps that are damaged are a wall that is said once, and at rest nothing is read", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[2, 3], [20, 3]]);
    // More than make a checkpoint.
    await page.driver.executeScript("for (let i = 0; i < 300; i += 1) undoodle.run('edit.invert');");
    const volumes = (/** @type {string} */ change) => page.driver.executeAsyncScript(
      `const [change, done] = arguments;
       indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
         const transaction = result.transaction("entries", "readwrite");
         let count = 0;
         transaction.objectStore("entries").openCursor().onsuccess = ({ target: { result: cursor } }) => {
           if (!cursor) return;
           if (cursor.key[1] === 3) {
             count += 1;
             if (change) cursor.update(cursor.value.fill(7));
           }
           cursor.continue();
         };
         transaction.oncomplete = () => { result.close(); done(count); };
       };`, change);
    // The newest steps lie in the second volume, which comes a moment after the first.
    await page.until("a checkpoint of two volumes", async () => await volumes("") > 1);
    await page.call("kept");
    const count = await volumes("damage");
    await page.reload();
    const steps = await page.steps();
    const walls = () => page.driver.executeScript("return window.alerts.filter((text) => text.includes(\"can't be read\"))");
    await page.until("the wall", async () => (await walls()).length > 0);
    const reads = () => page.driver.executeScript("return window.fetched");
    const before = await reads();
    for (let i = 0; i < 30; i += 1) await page.driver.executeScript("undoodle.run('view.grid')");
    for (let i = 0; i < 3; i += 1) await page.undo();
    assert.equal(await reads(), before, "nothing is read again");
    assert.equal((await walls()).length, 1, "it is said once");
    assert.ok(steps > 0 && await page.steps() <= steps);
    await page.drag([[2, 9], [20, 9]]);
    await page.call("kept");
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    assert.ok(await volumes("") >= count, "the bytes stay on the disk");
  }, { before: WATCHING }));
