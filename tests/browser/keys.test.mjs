/** The sheet of keys, where they are changed, and keyboards of other layouts. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {boolean} [open] */
const opened = (page, open = true) =>
  page.until(open ? "the sheet" : "no sheet", async () => (await page.driver.executeScript("return document.querySelector('#keys-dialog')?.open ?? false")) === open);

/** Opens the sheet by its key. @param {Page} page */
async function open(page) {
  await page.press("?", Key.SHIFT);
  await opened(page);
}

/** @param {Page} page */
async function close(page) {
  await page.click("#keys-done");
  await opened(page, false);
}

/** Presses the key of a command, to change it. @param {Page} page @param {string} id */
async function change(page, id) {
  await page.click(`[data-keys="${id}"] .key-change`);
  assert.equal(await page.driver.executeScript("return document.activeElement.id"), "keys-press");
}

/** What the sheet says of a command's keys. @param {Page} page @param {string} id */
const onSheet = (page, id) => page.text(`[data-keys="${id}"] .key-change`);

/** What the sheet says at its end. @param {Page} page @param {string} part */
const said = (page, part) => page.until(`“${part}”`, async () => (await page.text("#keys-said")).includes(part));

/** A command's keys. @param {Page} page @param {string} id @returns {Promise<string[]>} */
const keysOf = async (page, id) => (await page.call("commands")).find((/** @type {any} */ command) => command.id === id).keys;

/** What differs from the table, as it is stored. @param {Page} page */
const stored = async (page) => JSON.parse(await page.driver.executeScript("return localStorage.getItem('undoodle: keys') ?? '{}'"));

/** The chosen tool. @param {Page} page @returns {Promise<string>} */
const tool = async (page) => (await page.call("tool")).id;

test("the sheet has all keys below the headings of their menus, finds commands and keys, and lists the rest on demand", () =>
  visit({}, async (page) => {
    await page.menu("help.keys");
    await opened(page);

    const torn = await page.driver.executeScript(`
      return [...document.querySelectorAll(".keys section")].filter((section) => {
        const { left } = section.querySelector("h3").getBoundingClientRect();
        return [...section.querySelectorAll(".key")].some((key) => Math.abs(key.getBoundingClientRect().left - left) > 1);
      }).map(({ ariaLabel }) => ariaLabel);`);
    assert.deepEqual(torn, []);
    assert.match(await page.text(".keys-hint"), /^Click a key to change it/);
    const border = (/** @type {string} */ css) => page.driver.executeScript("return getComputedStyle(document.querySelector(arguments[0])).borderTopColor", css);
    const quiet = await border("[data-keys='tool.pencil'] .key-change");
    await page.driver.actions().move({ origin: await page.find("[data-keys='tool.pencil'] .key-change"), duration: 0 }).perform();
    await page.until("another border", async () => (await border("[data-keys='tool.pencil'] .key-change")) !== quiet);
    const rows = () => /** @type {Promise<string[][]>} */ (page.driver.executeScript(`
      return [...document.querySelectorAll("#keys-dialog [data-keys]")].map((row) => [row.dataset.keys, row.querySelector(".key-change").textContent])`));
    const commands = /** @type {any[]} */ (await page.call("commands"));
    const arrows = (/** @type {string[]} */ keys) => keys.join(", ").replace(/Arrow(\w+)/g, (_, way) => ({ Left: "←", Right: "→", Up: "↑", Down: "↓" })[String(way)] ?? "");
    const expected = commands.filter(({ keys }) => keys.length > 0).map(({ id, keys }) => [id, arrows(keys)]);
    assert.deepEqual((await rows()).sort(), expected.sort());
    const sections = await page.driver.executeScript("return [...document.querySelectorAll('#keys-dialog section')].map(({ ariaLabel }) => ariaLabel)");
    assert.deepEqual([sections.includes("Edit"), ...sections.slice(-2)], [true, "In panels and lists", "While held"]);
    for (const [typed, found] of [["rename", "F2"], ["choose several", "Shift+arrows"], ["erase cels", "Delete"]]) {
      await page.type("#keys-find", typed);
      const keys = await page.driver.executeScript("return [...document.querySelectorAll('#keys-dialog section[aria-label=\"In panels and lists\"] kbd')].map(({ textContent }) => textContent)");
      assert.deepEqual(keys, [found], "keys that the page takes are found, too");
    }
    await page.type("#keys-find", Key.DELETE);
    await page.click("#keys-all");
    const menus = commands.filter(({ menu, keys }) => menu || keys.length > 0).length;
    assert.equal((await rows()).length, menus, "those without a key, too");
    await page.type("#keys-find", "grid size");
    assert.deepEqual(await rows(), [["image.grid", "–"]]);
    await page.type("#keys-find", "ctrl+y");
    assert.deepEqual((await rows()).map(([id]) => id), ["edit.redo"]);
    await page.type("#keys-find", "nothing of this");
    assert.equal(await page.text("#keys-dialog .keys"), "No command has this name or key.");
    await close(page);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
  }));

test("a new key is the command's everywhere, also after a reload and in another tab, until it is put back", () =>
  visit({}, async (page) => {
    await open(page);
    assert.equal(await page.driver.executeScript("return document.querySelector('#keys-forgotten')?.textContent ?? ''"), "", "it is stored");
    await change(page, "tool.eraser");
    await page.press("j");
    await said(page, "Eraser now has J.");
    assert.equal(await onSheet(page, "tool.eraser"), "J");
    await close(page);
    const everywhere = async () => {
      await page.press("b");
      await page.press("j");
      assert.equal(await tool(page), "eraser");
      await page.press("b");
      await page.press("e");
      assert.equal(await tool(page), "pencil", "E is nobody's");
      assert.equal(await (await page.find("#tools [aria-label=Eraser]")).getAttribute("title"), "Eraser (J)");
      await page.click("[data-menu=Tool]");
      assert.match(await page.text("[data-command='tool.eraser']"), /Eraser\s*J$/);
      await page.press(Key.ESCAPE);
      await page.press("k", Key.CONTROL);
      await page.until("the list", () => page.driver.executeScript("return document.querySelector('#commands-dialog')?.open"));
      await page.driver.actions().sendKeys("eraser").perform();
      assert.equal(await page.text("#commands-list [aria-selected=true] kbd"), "J");
      await page.press(Key.ESCAPE);
      // A browser closes a dialog a moment after the key; the next key would go to the dialog.
      await page.until("no list", () => page.driver.executeScript("return !document.querySelector('#commands-dialog').open"));
    };
    await everywhere();
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("its keys", async () => String(await keysOf(page, "tool.eraser")) === "J");
    await everywhere();
    await open(page);
    assert.deepEqual(await stored(page), { "tool.eraser": ["J"] });
    await page.click("[data-keys='tool.eraser'] .key-reset");
    await said(page, "Eraser has its default keys again.");
    await close(page);
    await page.press("e");
    assert.equal(await tool(page), "eraser");
    assert.deepEqual(await stored(page), {});
    // Another tab tells of its own.

    await page.driver.executeScript(`
      localStorage.setItem("undoodle: keys", JSON.stringify({ "tool.eraser": ["J"] }));
      dispatchEvent(new StorageEvent("storage", { key: "undoodle: keys", storageArea: localStorage }));`);
    await page.until("the eraser's key", async () => String(await keysOf(page, "tool.eraser")) === "J");
    await page.press("j");
    assert.equal(await tool(page), "eraser");
  }));

test("a key that is another command's is taken only when the person says so, and one that no command can have is refused with the reason", () =>
  visit({}, async (page) => {
    await open(page);
    await change(page, "tool.pencil");
    await page.press("g");
    assert.equal(await page.text(".keys-strip p"), "G is the key of Fill, which would then have no key.");
    assert.deepEqual([await keysOf(page, "tool.fill"), await stored(page)], [["G"], {}], "not yet");
    await page.press(Key.ESCAPE);
    await opened(page);
    assert.deepEqual([await onSheet(page, "tool.pencil"), await page.driver.executeScript("return document.querySelector('.keys-strip')")], ["B", null]);
    await change(page, "tool.pencil");
    await page.press("g");
    // The button that agrees has the focus.
    await page.press(Key.ENTER);
    await said(page, "Pencil now has G, and Fill no longer.");
    assert.deepEqual([await onSheet(page, "tool.pencil"), await keysOf(page, "tool.fill"), await keysOf(page, "tool.gradient")], ["G", [], ["Shift+G"]]);
    await page.click("#keys-back");
    await said(page, "Taken back.");
    assert.deepEqual([await onSheet(page, "tool.pencil"), await onSheet(page, "tool.fill"), await stored(page)], ["B", "G", {}]);
    // From a command that was given it by hand, and beside another key.
    await change(page, "tool.fill");
    await page.click(".keys-beside input");
    await page.press("j");
    await said(page, "Fill now has J.");
    await change(page, "tool.line");
    await page.press("j");
    assert.equal(await page.text(".keys-strip p"), "J is the key of Fill, which keeps its other keys.");
    await page.click("#keys-take");
    await said(page, "Line now has J");
    assert.deepEqual([await keysOf(page, "tool.fill"), await keysOf(page, "tool.line")], [["G"], ["J"]]);
    assert.deepEqual(await stored(page), { "tool.line": ["J"] });
    await change(page, "tool.line");
    await page.click(".keys-strip button:nth-of-type(1)");
    await said(page, "Line now has no key.");
    await page.click("#keys-reset");
    await said(page, "default");
    assert.deepEqual([await keysOf(page, "tool.line"), await stored(page)], [["L"], {}]);

    await change(page, "tool.pencil");
    for (const [keys, why] of /** @type {[string[], string][]} */ ([
      [[" "], "Space can’t be a command’s key: it acts while it is held."], [["[", Key.ALT], "Alt+[ can’t be a command’s key: it acts while it is held."],
      [[Key.ENTER], "Enter can’t be a command’s key: it acts on the edit under way."], [[Key.ARROW_UP], "↑ can’t be a command’s key"],
      [[Key.F11], "F11 can’t be a command’s key: it belongs to the browser."],
    ])) {
      await page.press(keys[0], ...keys.slice(1));
      await said(page, why);
      assert.equal(await page.driver.executeScript("return document.activeElement.id"), "keys-press", "another can be pressed at once");
    }
    await page.press("b");
    await said(page, "B is its key already.");
    assert.deepEqual(await stored(page), {});
    assert.match(await page.text(".keys-note"), /can’t be changed: Space, Alt and Shift alone act while they are held/);
  }));

test("the keys of other editors and of a file that was exported are in force, and a file that is none changes nothing", () =>
  visit({}, async (page) => {
    await open(page);
    for (const file of readdirSync(new URL("../../www/keys", import.meta.url))) {
      const { keys } = JSON.parse(readFileSync(new URL(`../../www/keys/${file}`, import.meta.url), "utf8"));
      const name = path.basename(file, ".json");
      await page.choose("#keys-preset", name);
      await said(page, "The keys are now those of");
      assert.deepEqual(await stored(page), keys, "each line differs from the default");
      for (const [id, own] of Object.entries(keys)) assert.deepEqual(await keysOf(page, id), own, id);
      assert.equal(await page.driver.executeScript("return document.querySelector('#keys-preset').value"), name);
    }
    await page.choose("#keys-preset", "piskel");
    await close(page);
    await page.press("r");
    assert.equal(await tool(page), "rectangle");
    await open(page);
    await page.choose("#keys-preset", "aseprite");
    await page.until("the default", async () => JSON.stringify(await stored(page)) === "{}");
    assert.equal(await page.driver.executeScript("return document.querySelector('#keys-preset').value"), "aseprite");


    await change(page, "tool.pencil");
    await page.press("n");
    await said(page, "Pencil now has N.");
    await page.click("#keys-export");
    const file = path.join(page.downloads, "undoodle-keys.json");
    await page.until("the file", async () => readdirSync(page.downloads).includes("undoodle-keys.json") && statSync(file).size > 0);
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { undoodle: "keys", version: 1, keys: { "tool.pencil": ["N"] } });
    await page.click("#keys-reset");
    await said(page, "default");
    const give = async (/** @type {string} */ name, /** @type {string} */ text) => {
      const place = path.join(page.downloads, name);
      writeFileSync(place, text);
      await (await page.find("#keys-file")).sendKeys(place);
    };
    // Another reason is the editor's: it knows the commands.
    for (const [text, why] of [["not JSON", "this is not a shortcuts file"], ['{ "undoodle": "keys", "version": 1, "keys": { "tool.chainsaw": ["P"] } }', 'not "tool.chainsaw"'], [" ".repeat(2_000_000), "too large"]]) {
      await give("wrong.json", text);
      await said(page, why);
      assert.deepEqual([await stored(page), await keysOf(page, "tool.pencil")], [{}, ["B"]], why);
    }
    await give("right.json", readFileSync(file, "utf8"));
    await said(page, "The keys of “right.json” are now in use.");
    assert.deepEqual(await keysOf(page, "tool.pencil"), ["N"]);
  }));

/** Has keys been stored, and with a query none be stored any more. */
const BEFORE = `
  if (location.search) Storage.prototype.setItem = () => { throw new DOMException('', 'SecurityError'); };
  else localStorage.setItem("undoodle: keys", JSON.stringify({ "tool.pencil": ["P"], "tool.chainsaw": ["Q"], "tool.fill": "no list" }));`;

/** @typedef {{key: string, code: string, ctrlKey?: boolean, shiftKey?: boolean, altKey?: boolean, altGraph?: boolean}} Stroke */

/** Presses keys as a browser tells of them on another keyboard. @param {Page} page @param {Stroke[]} strokes */
const type = (page, ...strokes) =>
  page.driver.executeScript(`
    for (const { altGraph, ...init } of arguments[0]) {
      const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, modifierAltGraph: altGraph, ...init });
      document.body.dispatchEvent(event);
      undoodle.settle();
    }`, strokes);

/** Keys of other keyboards, and whether a command has them. Which one, `tests/page/chords.test.mjs` holds. @type {[Stroke, boolean][]} */
const FOREIGN = [
  [{ key: "z", code: "KeyW", ctrlKey: true }, true],
  [{ key: "w", code: "KeyZ", ctrlKey: true }, false],
  [{ key: "Dead", code: "BracketLeft" }, false],
  [{ key: "[", code: "Digit8", ctrlKey: true, altKey: true, altGraph: true }, true],
  [{ key: "@", code: "KeyQ", ctrlKey: true, altKey: true, altGraph: true }, false],
  [{ key: "я", code: "KeyZ", ctrlKey: true }, true],
  [{ key: "Process", code: "KeyB" }, false],
];

test("keys that are stored are in force but for what is no longer understood, and are found and recorded by what other keyboards type", () =>
  visit({ before: BEFORE }, async (page) => {
    await page.until("the pencil's key", async () => String(await keysOf(page, "tool.pencil")) === "P");
    await page.press("e");
    await page.press("p");
    assert.equal(await tool(page), "pencil");
    await page.press("q");
    assert.equal(await tool(page), "lasso");
    await page.press("?", Key.SHIFT);
    await opened(page);
    await page.click("#keys-reset");
    await said(page, "default");
    await close(page);

    // A key of another alphabet is recorded as the Latin one at its place, an accented one as itself.
    await open(page);
    const record = async (/** @type {string} */ id, /** @type {Stroke} */ stroke) => {
      await change(page, id);
      await page.driver.executeScript("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...arguments[0] }))", stroke);
    };
    await record("tool.pencil", { key: "п", code: "KeyG" });
    assert.equal(await page.text(".keys-strip p"), "G is the key of Fill, which would then have no key.");
    await page.click("#keys-take");
    await said(page, "Pencil now has G");
    await record("tool.fill", { key: "Ö", code: "Semicolon", shiftKey: true });
    await said(page, "Fill now has");
    await close(page);
    await type(page, { key: "п", code: "KeyG" });
    assert.equal(await tool(page), "pencil");
    await type(page, { key: "Ö", code: "Semicolon", shiftKey: true });
    assert.equal(await tool(page), "fill");
    await open(page);
    await page.click("#keys-reset");
    await said(page, "default");
    await close(page);

    // The page takes what is a command's, and leaves the rest to the browser. No dialog opens meanwhile. WebKit makes no event that has
    // AltGraph, though its keyboards do.
    const told = /** @type {[boolean, boolean][]} */ (await page.driver.executeScript(`
      HTMLDialogElement.prototype.showModal = () => {};
      return arguments[0].map(({ altGraph = false, ...init }) => {
        const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, modifierAltGraph: altGraph, ...init });
        document.body.dispatchEvent(event);
        return [event.defaultPrevented, event.getModifierState("AltGraph") === altGraph];
      });`, FOREIGN.map(([stroke]) => stroke)));
    for (const [place, [stroke, runs]] of FOREIGN.entries()) {
      const [taken, right] = told[place];
      if (right) assert.equal(taken, runs, JSON.stringify(stroke));
    }

    await page.open("index.html?nothing");
    await open(page);
    assert.match(await page.text("#keys-forgotten"), /changed keys last until you close it/, "nothing is stored");
  }));
