/** A page that was brought back in place is as one that was just loaded, whatever was done in it: that is what journeys in a row stand on. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { downloaded } from "./disk.mjs";
import { withProfile } from "./profile.mjs";
import { RESET } from "./reset.mjs";
import { broughtBack, visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/**
 * All that can be seen of a page: the document, with the values of its fields; what scripts are told; and what is stored. Names
 * of drawings that were given by chance are left out, and so is the time.
 */
const SEEN = `
  return (async () => {
    const { undoodle } = window;
    // What is not shown, such as a dialog that was opened once, is drawn anew when it is.
    const shown = (element) => element.checkVisibility() && !element.closest('svg, .highlight, .ring, #message') && getComputedStyle(element).opacity !== '0';
    const fields = [...document.querySelectorAll("input, select, textarea")].filter(shown).map((field) => (field.id || field.name) + "=" + (field.type === "checkbox" || field.type === "radio" ? field.checked : field.type === "file" ? "" : field.value));
    const html = [];
    const write = (element) => {
      if (!shown(element)) return;
      // A bar's stop of Tab is where one was last; what moves is where it moved to, unseen.
      const beside = (name) => name === "style" || name === "tabindex";
      const attributes = [...element.attributes].filter(({ name, value }) => value !== "" && !beside(name.toLowerCase())).map(({ name, value }) => " " + name + '="' + value.replace(/blob:[^"]*/, "blob") + '"').sort();
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()).join("");
      html.push(element.tagName.toLowerCase() + attributes.join("") + " " + own);
      for (const child of element.children) write(child);
    };
    write(document.body);
    const canvases = [...document.querySelectorAll("canvas")].filter(shown).map((canvas) => canvas.id + " " + canvas.width + "×" + canvas.height);
    const stored = [];
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        indexedDB.open(name).onsuccess = ({ target: { result: database } }) => {
          const stores = [...database.objectStoreNames];
          if (stores.length === 0) return resolve(database.close());
          const transaction = database.transaction(stores);
          for (const store of stores) transaction.objectStore(store).count().onsuccess = ({ target }) => stored.push(store + ": " + target.result);
          transaction.oncomplete = () => resolve(database.close());
        };
      });
    }
    const { commits, position, steps, branches, pinned } = undoodle.history();
    return {
      html, fields, canvases, stored: stored.sort(), settings: Object.entries(localStorage), title: document.title,
      root: [...document.documentElement.attributes].map(({ name, value }) => name + "=" + value).sort(), classes: document.body.className, focus: document.activeElement.id || document.activeElement.tagName,
      size: undoodle.size(), tool: undoodle.tool(), commands: undoodle.commands(), layers: undoodle.layers(), groups: undoodle.groups(),
      frames: undoodle.frames(), tags: undoodle.tags(), palette: undoodle.palette(), active: undoodle.active(), selection: undoodle.selection(),
      asked: undoodle.asked(), highlight: undoodle.highlight(), history: { commits, position, steps, branches, pinned },
      place: undoodle.clientPoint(0, 0), painted: undoodle.pixels().flat().filter((color) => color !== "#00000000").length,
    };
  })()`;

/** What is seen of a page once nothing moves any more. @param {Page} page @returns {Promise<Record<string, unknown>>} */
async function seenOf(page) {
  await page.moveTo([0, 0]);
  await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
  await page.until("no message and no animation", () => page.driver.executeScript("return document.querySelector('#message').textContent.trim() === '' && document.getAnimations().length === 0"));
  return page.driver.executeScript(SEEN);
}

/** The entries of a list that another one lacks. @param {unknown} list @param {unknown} other @returns {string[]} */
const beyond = (list, other) => {
  const [own, others] = [list, other].map((all) => /** @type {unknown[]} */ (all).map((one) => JSON.stringify(one)));
  return own.filter((one) => !others.includes(one));
};

/** Commands that leave the page, or ask the system. */
const OUTSIDE = /^(file\.(open|save|save-as|export|export-again|new|drawings|reload)|edit\.paste|palette\.(open|save|load)|.*reference.*|help\..*)$/;

/** Runs every command that can be run, with its defaults, and gives each option another value. @param {Page} page */
async function workHard(page) {
  await page.driver.executeScript(`
    const outside = new RegExp(arguments[0]);
    for (const option of undoodle.toolOptions()) {
      for (const value of [true, 3, 7, ...(option.choices ?? []).map(({ id }) => id)]) {
        try { undoodle.setTool(undoodle.tool().id, { [option.name]: value }); } catch {}
      }
    }
    for (const { id } of undoodle.commands()) if (!outside.test(id)) try { undoodle.run(id); } catch {}
    document.querySelector(".well.secondary").click();
    for (const { id } of undoodle.tools()) try { undoodle.setTool(id); } catch {}
  `, OUTSIDE.source);
}

/** What has the focus in each area, as F6 leads round them from the picture; then the picture tells by Tab which key paints. @param {Page} page */
async function aroundOf(page) {
  /** @type {string[]} */
  const stops = [];
  await page.driver.executeScript("document.querySelector('#surface').focus()");
  do {
    await page.press(Key.F6);
    stops.push(await page.driver.executeScript("return document.activeElement.id || document.activeElement.className"));
  } while (stops.at(-1) !== "surface");
  await page.press(Key.TAB);
  await page.press(Key.TAB, Key.SHIFT);
  await page.message("starts painting with the keyboard");
  return stops;
}

test("a page that was brought back is as one that was just loaded", () =>
  visit({ own: true }, async (page) => {
    const first = await seenOf(page);
    const around = await aroundOf(page);

    await page.drag([[3, 3], [20, 9]]);
    await page.drag([[9, 20], [30, 9]]);
    await page.undo();
    await page.drag([[5, 30], [30, 30]]);
    await workHard(page);
    await page.press(Key.ESCAPE);
    await page.press("k");
    await page.press(Key.ARROW_RIGHT);
    await page.press(" ");
    await page.press(Key.ESCAPE);
    for (const css of await page.driver.executeScript("return [...document.querySelectorAll('[aria-expanded]:not([role=menuitem])')].filter(({ id, offsetParent }) => id && offsetParent).map(({ id }) => '#' + id)")) {
      await page.driver.executeScript("document.querySelector(arguments[0])?.click()", css);
    }
    await page.driver.executeScript("document.querySelector('#palette-add').focus(); document.querySelector('#surface').focus()");
    await page.press("/");
    await page.press("x");
    assert.notDeepEqual(await page.driver.executeScript(SEEN), first, "a good deal has changed");

    assert.ok(await broughtBack(page));
    const again = await seenOf(page);
    for (const [name, value] of Object.entries(first)) {
      // Of long lists, what differs is all that one wants to read.
      if (Array.isArray(value)) assert.deepEqual(beyond(again[name], value), beyond(value, again[name]), name);
      assert.deepEqual(again[name], value, name);
    }
    assert.deepEqual(await aroundOf(page), around);
  }));

test("a page whose browser was tampered with, or in which a journey goes on listening, is not brought back", () =>
  visit({ own: true }, async (page) => {
    await page.driver.executeScript("window.real = Clipboard.prototype.readText; Clipboard.prototype.readText = () => Promise.resolve('')");
    assert.match(await page.driver.executeScript(RESET), /readText/);
    await page.driver.executeScript("Clipboard.prototype.readText = window.real; addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)");
    assert.equal(await page.driver.executeScript(RESET), "a listener of keydown");
  }));

test("a browser whose first tab was closed by a journey saves files where the next one looks for them", needs("profile", "tabs"), async () => {
  await withProfile(async (start) => {
    const page = await start();
    const first = await page.openTab();
    const second = await page.driver.getWindowHandle();
    await page.driver.switchTo().window(first);
    await page.driver.close();
    await page.driver.switchTo().window(second);
  });
  await withProfile(async (start) => {
    const page = await start();
    await page.driver.executeScript("window.showSaveFilePicker = undefined");
    await page.drag([[3, 3], [9, 3]]);
    await page.press("s", Key.CONTROL);
    assert.ok((await downloaded(page, ".undoodle")).length > 0);
  });
});
