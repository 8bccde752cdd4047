/** Drawings of which a part can't be read: nothing is opened by half without a person's word, and nothing is written over. */
import assert from "node:assert/strict";
import test from "node:test";
import { downloaded } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** The id of the drawing that a tab shows. @param {Visit} page @returns {Promise<string>} */
const shown = (page) => page.driver.executeScript("return sessionStorage.getItem('undoodle drawing')");

/** A drawing's stored entries, in the order of their keys. @param {Visit} page @param {string} id @returns {Promise<[number, number, number[]][]>} */
const stored = (page, id) => page.driver.executeAsyncScript(
  `const [id, done] = arguments;
   indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
     const store = result.transaction("entries").objectStore("entries");
     const range = IDBKeyRange.bound([id], [id, []]);
     store.getAllKeys(range).onsuccess = ({ target: { result: keys } }) => {
       store.getAll(range).onsuccess = ({ target }) => {
         result.close();
         done(target.result.map((bytes, i) => [...keys[i].slice(1), [...bytes]]));
       };
     };
   };`,
  id,
);

/** Does something to an entry, or writes another one: a script with \`bytes\`. @param {Visit} page @param {(string | number)[]} key @param {string} script */
const change = (page, key, script) => page.driver.executeAsyncScript(
  `const [key, done] = arguments;
   indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
     const transaction = result.transaction("entries", "readwrite");
     const store = transaction.objectStore("entries");
     store.get(key).onsuccess = ({ target: { result: bytes } }) => { store.put((() => { ${script} })(), key); };
     transaction.oncomplete = () => { result.close(); done(); };
   };`,
  key,
);

/** The rows that are painted at column 5, and the steps that lead there. @param {Visit} page */
async function rows(page) {
  const pixels = await page.pixels();
  return [3, 7, 11].filter((y) => pixels[y][5] === "#000000ff");
}

/** Three strokes, the last two in a log. Returns the drawing's id and the keys of the log's entries. @param {Visit} page */
async function threeStrokes(page) {
  await page.drag([[3, 3], [9, 3]]);
  await page.call("kept");
  // It begins with a checkpoint, from where it has a log.
  await page.reload();
  for (const y of [7, 11]) {
    await page.drag([[3, y], [9, y]]);
    await page.call("kept");
  }
  const id = await shown(page);
  const logs = (await stored(page, id)).filter(([kind]) => kind === 1).map(([kind, number]) => [id, kind, number]);
  assert.equal(logs.length, 2);
  return { id, logs };
}

/** What the list knows of a drawing's damage, which is set first if one is given. @param {Visit} page @param {string} id @param {string} [damaged] @returns {Promise<string | null>} */
const mark = (page, id, damaged) => page.driver.executeAsyncScript(
  `const [id, damaged, done] = arguments;
   indexedDB.open("undoodle").onsuccess = ({ target: { result } }) => {
     const transaction = result.transaction("drawings", "readwrite");
     const store = transaction.objectStore("drawings");
     let found = null;
     store.get(id).onsuccess = ({ target: { result: record } }) => {
       if (damaged) store.put({ ...record, damaged });
       else found = record.damaged ?? null;
     };
     transaction.oncomplete = () => { result.close(); done(found); };
   };`,
  id, damaged ?? null,
);

test("a drawing that was found damaged and is well again opens as the page starts, and is marked no more", () =>
  withProfile(async (start) => {
    const page = await start();
    const { id } = await threeStrokes(page);
    // From another page: the editor writes what it knows of its drawing as it is left.
    await page.open("squares.html");
    await mark(page, id, "a step is damaged");
    assert.equal(await mark(page, id), "a step is damaged");
    await page.open("index.html");
    assert.deepEqual(await rows(page), [3, 7, 11]);
    await page.until("no mark", async () => await mark(page, id) === null);
    await page.undo();
    assert.deepEqual(await rows(page), [3, 7], "nothing holds it");
  }));

/** Runs before the page's scripts: what is stored as a blob can't be read while the session says so. */
const UNREADABLE = "if (sessionStorage.getItem('unreadable')) Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));";

test("a drawing that can't be read for a moment is refused and stays; of a damaged one what can be read is saved and opened as a copy if the person wishes, and the damaged one stays", () =>
  withProfile(async (start) => {
    const page = await start();
    const { id, logs } = await threeStrokes(page);
    const before = await stored(page, id);
    const [, , last] = /** @type {[number, number, number[]]} */ (before.find(([kind, number]) => kind === 1 && number === logs[1][2]));
    await change(page, logs[1], "return new Blob([bytes]);");
    const openAgain = async (/** @type {string} */ unreadable) => {
      await page.driver.executeScript("sessionStorage.setItem('undoodle drawing', arguments[0]); sessionStorage.setItem('unreadable', arguments[1])", id, unreadable);
      await page.reload();
    };
    await openAgain("yes");
    assert.match(await page.opening("could not be opened"), /the browser could not read a part of it just now\. It stays in the list\.$/);
    await change(page, logs[1], `return new Uint8Array([${last}]);`);
    assert.deepEqual(await stored(page, id), before, "nothing of it has changed");

    await change(page, logs[1], "return bytes.slice(0, -3);");
    const damaged = await stored(page, id);
    await openAgain("");
    await page.until("a question", async () => (await page.find("#damaged-dialog")).isDisplayed());
    assert.match(await page.text("#damaged-dialog"), /^“untitled” is damaged\s*Its last steps can't be read\./);
    assert.deepEqual(await rows(page), [], "nothing is opened without the person's word");
    await page.click("#damaged-save");
    assert.equal((await downloaded(page, ".undoodle")).toString("latin1", 0, 2), "PK");
    await page.click("#damaged-open");
    await page.until("what can be read", async () => String(await rows(page)) === "3,7");
    await page.until("no question", async () => !await page.driver.executeScript("return document.querySelector('#damaged-dialog')"));
    await page.drag([[3, 11], [9, 11]]);
    await page.call("kept");
    assert.deepEqual(await stored(page, id), damaged, "the damaged one is as it was");
    await page.reload();
    assert.deepEqual([await rows(page), await page.steps()], [[3, 7, 11], 3], "the copy goes on from there");
    assert.notEqual(await shown(page), id);
    await page.driver.executeScript("undoodle.run('file.drawings')");
    await page.until("the list", () => page.driver.executeScript("return document.querySelector('#drawings-kept .drawing')"));
    const marks = await page.driver.executeScript("return Object.fromEntries([...document.querySelectorAll('#drawings-kept .drawing')].map((card) => [card.dataset.drawing === arguments[0], card.querySelector('.badge.damaged')?.title ?? '']))", id);
    assert.deepEqual(marks, { true: "its last steps can't be read", false: "" }, "the list marks the damaged one");
  }, { before: UNREADABLE }));
