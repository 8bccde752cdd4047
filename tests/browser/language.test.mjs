/** The page in German: where the browser asks for it, and by hand; nothing left in English, nothing cut. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { encodedFile, exportForm } from "./disk.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const catalogue = new URL("../../www/words/de/", import.meta.url);
/** The catalogue's entries. @type {[string, string][]} */
const entries = readdirSync(catalogue).flatMap((name) => Object.entries(JSON.parse(readFileSync(new URL(name, catalogue), "utf8"))));
const german = new Set(entries.map(([, text]) => text));
/** Texts that are English alone; letters are keys as well. */
const english = entries.map(([text]) => text).filter((text) => text.length > 1 && !german.has(text) && !/\{/.test(text));

/** Returns the texts of the page, seen or spoken, that are English. @param {Page} page @returns {Promise<string[]>} */
async function left(page) {
  // The list is long, and stays in the page that has it.
  if (!await page.driver.executeScript("return window.english !== undefined")) await page.driver.executeScript("window.english = new Set(arguments[0])", english);
  return page.driver.executeScript(`
    const spoken = ["title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "alt"];
    const texts = [...document.querySelectorAll("title, body *:not(noscript)")].flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()),
      ...spoken.map((name) => element.getAttribute(name) ?? ""),
    ]);
    return [...new Set(texts)].filter((text) => window.english.has(text) || window.english.has(text.replace(/ \\(.*\\)$|…$/, "")));`);
}

/**
 * Returns what is cut off, or wider than the page: texts in boxes that hide what overflows, and lists whose choice has no room.
 * @param {Page} page @returns {Promise<string[]>}
 */
const cutNow = (page) => page.driver.executeScript(`
  const measure = document.createElement("canvas").getContext("2d");
  const width = (select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    measure.font = font;
    return measure.measureText(select.selectedOptions[0]?.textContent.trim() ?? "").width + parseFloat(paddingLeft) + parseFloat(paddingRight);
  };
  const named = (element) => element.tagName + " #" + element.id + " " + element.className + ": " + element.textContent.trim().slice(0, 60);
  const shown = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility() && element.clientWidth > 1 && !element.closest(".unseen, #skip"));
  const hides = (element) => getComputedStyle(element).overflowX === "hidden" || getComputedStyle(element).overflowX === "clip";
  const texts = shown.filter((element) => element.scrollWidth > element.clientWidth + 1 && hides(element) && [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()));
  const lists = shown.filter((element) => element.tagName === "SELECT" && width(element) > element.clientWidth + 1);
  const page = document.documentElement.scrollWidth > innerWidth ? ["the page: " + document.documentElement.scrollWidth] : [];
  return [...texts, ...lists].map(named).concat(page);`);

/** Returns what stays cut off: panels and charts find their places a moment after the window has its size. @param {Page} page */
async function cut(page) {
  let found = [""];
  await page.until("room", async () => (found = await cutNow(page)).length === 0).catch(() => {});
  return found;
}

/** Windows of a desk, a tablet and a phone. */
const WINDOWS = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }];

/** A person whose browser is German. */
const HERE = { language: "de-DE" };

test("where the browser is German, menus, panels, dialogs and messages are, and nothing stays in English", needs("languages"), () =>
  visit(HERE, async (page) => {
    assert.equal(await page.driver.executeScript("return document.documentElement.lang"), "de");
    assert.equal(await page.driver.executeScript("return document.title"), "unbenannt – Undoodle");
    await page.drag([[3, 3], [9, 3]]);
    await on(page, WINDOWS[0], async () => {
      /** @type {string[]} */
      const names = await page.driver.executeScript("return [...document.querySelectorAll('[data-menu]')].map((menu) => menu.dataset.menu)");
      assert.equal(names.length, 11);
      for (const name of names) {
        await page.click(`[data-menu="${name}"]`);
        assert.deepEqual([await left(page), await cut(page)], [[], []], `menu ${name}`);
        await page.press(Key.ESCAPE);
      }
      await page.click('[data-menu="Edit"]');
      assert.equal(await page.text('[data-command="edit.undo"] > span:nth-child(2)'), "Rückgängig: Stift");
      assert.equal(await page.text('[data-command="edit.undo"] kbd'), "Strg+Z");
      assert.equal(await (await page.find('[data-command="edit.fill"]')).getAttribute("title"), "nichts ausgewählt");
      await page.press(Key.ESCAPE);
      for (const id of ["help.keys", "help.commands", "file.drawings"]) {
        await page.menu(id);
        await page.until(id, () => page.driver.executeScript("return document.querySelector('dialog[open]') !== null"));
        assert.deepEqual([await left(page), await cut(page)], [[], []], id);
        await page.press(Key.ESCAPE);
      }
      await page.menu("help.commands");
      await page.type("#commands-field", "spiegeln");
      assert.equal(await page.driver.executeScript("return document.querySelectorAll('#commands-list li').length > 2"), true);
      await page.press(Key.ESCAPE);
    });
    await page.undo();
    assert.equal(await page.message("Rückgängig"), "Rückgängig: Stift, 7 Pixel");
    await page.drag([[3, 7]]);
    await page.until("what was set aside", async () => /^1 beiseitegelegt\b/.test(await page.text("#status-aside")));
    await page.menu("layer.locked");
    await page.drag([[3, 9]]);
    assert.equal(await page.message("gesperrt"), "Ebene „Ebene 1“: sie ist gesperrt, also zuerst entsperren");
    assert.equal(await page.text("#status-step"), "Schritt 2 von 2");
    await page.press("k");
    await page.until("speech", async () => /Ebene 1, .*gemalt wird mit schwarz/.test(await page.text("#spoken")));
    assert.deepEqual(await left(page), []);
  }));

test("forms are German, with what is wrong in them, and the one that exports, with what each format leaves out", needs("languages"), () =>
  visit(HERE, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await on(page, WINDOWS[0], async () => {
      const ids = /** @type {{id: string, menu: string}[]} */ (await page.call("commands")).filter(({ id, menu }) => menu && /^(edit\.(hue|brightness|rotate|scale|outline|replace-color)|image\.(resize|scale|offset|grid|background)|layer\.(rename|note)|frame\.(duration|tag)|history\.(pin|undo-settings|memory)|palette\.(preset|sort|ramp|paste)|view\.onion-settings)$/.test(id)).map(({ id }) => id);
      assert.ok(ids.length > 15, ids.join());
      for (const id of ids) {
        await page.menu(id);
        await page.until(id, () => page.asked());
        assert.deepEqual([await left(page), await cut(page)], [[], []], id);
        await page.press(Key.ESCAPE);
        await page.until(`${id} closed`, async () => !await page.asked());
      }
      await page.menu("image.resize");
      await page.until("the form", () => page.asked());
      assert.equal(await page.text("#form-title"), "Leinwandgröße");
      assert.equal(await page.text("#form-ok"), "Größe ändern");
      await page.fill({ width: "" });
      await page.until("what is wrong", async () => /^Breite: erwartet wird eine ganze Zahl von 1 bis \d+, das Feld ist leer$/.test(await page.text("#form-error")));
      await page.press(Key.ESCAPE);
      await page.menu("edit.rotate");
      await page.until("the form", () => page.asked());
      await page.fill({ angle: "22.5" });
      await page.press(Key.ARROW_UP);
      assert.equal(await page.driver.executeScript("return document.querySelector('#form-angle').value"), "23,5");
      await page.fill({ angle: "1000" });
      await page.until("what is wrong", async () => (await page.text("#form-error")) === "Grad im Uhrzeigersinn: erwartet wird eine Zahl von -360 bis 360, nicht „1000“");
      await page.press(Key.ESCAPE);
      const names = async () => (await page.call("layers")).map((/** @type {{name: string}} */ { name }) => name);
      const [before, steps] = [await names(), await page.steps()];
      await page.menu("layer.rename");
      await page.until("the form", () => page.asked());
      assert.match(await page.driver.executeScript("return document.querySelector('#form-name').value"), /^Ebene/);
      await page.click("#form-ok");
      await page.until("it is closed", async () => !await page.asked());
      assert.deepEqual([await names(), await page.steps()], [before, steps], "a name that is left as it was is that of every language");
      await page.menu("frame.tag");
      await page.until("the form", () => page.asked());
      assert.equal(await page.driver.executeScript("return document.querySelector('#form-name').value"), "Marke");
      await page.press(Key.ESCAPE);
      await page.until("it is closed", async () => !await page.asked());
    });
    for (const id of ["layer.add", "frame.add"]) await page.call("run", id);
    await on(page, WINDOWS[0], async () => {
      await exportForm(page);
      /** @type {string[]} */
      const ids = await page.driver.executeScript("return [...document.querySelectorAll('#export-format option')].map(({ value }) => value)");
      assert.ok(ids.length > 7, ids.join());
      for (const id of ids) {
        await page.choose("#export-format", id);
        await encodedFile(page);
        assert.deepEqual([await left(page), await cut(page)], [[], []], id);
      }
      await page.choose("#export-format", "png");
      await encodedFile(page);
      assert.equal(await page.text("#export-lost"), "Lässt aus: die Aufteilung in 2 Ebenen und 1 weiteres Einzelbild.");
      const labels = await page.driver.executeScript("return [...document.querySelectorAll('#export-format option')].map(({ textContent }) => textContent.trim())");
      assert.ok(labels.includes("Animiertes PNG") && labels.includes("Spritesheet") && labels.includes("PNG-Folge"), labels.join());
    });
  }));

test("the first card and the tour are German", needs("languages"), () =>
  visit({ ...HERE, first: true }, async (page) => {
    await page.until("the card", () => page.driver.executeScript("return document.querySelector('#welcome') !== null"));
    for (const window of WINDOWS) await on(page, window, async () => assert.deepEqual([await left(page), await cut(page)], [[], []], `${window.width}`));
    await page.click("#welcome-tour");
    for (let stop = 0; stop < 5; stop += 1) {
      for (const window of WINDOWS) await on(page, window, async () => assert.deepEqual([await left(page), await cut(page)], [[], []], `${stop} at ${window.width}`));
      await page.click("#tour-next");
    }
  }));

test("nothing is cut off at a desk, on a tablet and on a phone", needs("languages", "emulation"), () =>
  visit(HERE, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    for (const window of WINDOWS) {
      await on(page, window, async () => {
        assert.deepEqual(await cut(page), [], `${window.width}`);
        if (window.width > 700) return;
        for (const sheet of ["panels", "frames", "menus"]) {
          await page.click(`#sheet-${sheet}`);
          assert.deepEqual([await left(page), await cut(page)], [[], []], sheet);
          await page.click(`#sheet-${sheet}`);
        }
      });
    }
    for (const dialog of ["hands-dialog", "appearance-dialog", "language-dialog"]) {
      for (const window of WINDOWS) {
        await on(page, window, async () => {
          await page.driver.executeScript("document.dispatchEvent(new CustomEvent('open', { detail: arguments[0] }))", dialog);
          assert.deepEqual([await left(page), await cut(page)], [[], []], `${dialog} at ${window.width}`);
          await page.press(Key.ESCAPE);
        });
      }
    }
  }));

test("an English page loads no German, and another language is chosen by hand, and back, with the drawing as it was", () =>
  visit({}, async (page) => {
    const files = await page.driver.executeScript("return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('german'))");
    assert.deepEqual(files, []);
    assert.deepEqual([await page.driver.executeScript("return document.documentElement.lang"), await page.text('[data-menu="File"]')], ["en", "File"]);
    await page.drag([[3, 3], [9, 3]]);
    /** @param {string} language @param {string} file What the first menu is called then. */
    const choose = async (language, file) => {
      await page.click('[data-menu="Help"]');
      const at = await page.driver.executeScript("return [...document.querySelectorAll('.menu-list [role=menuitem]')].findIndex(({ textContent }) => textContent.includes('Language'))");
      assert.ok(Number(at) >= 0, "an entry that says so in English, too");
      await page.driver.executeScript("document.querySelectorAll('.menu-list [role=menuitem]')[arguments[0]].click()", at);
      // Keys walk through the list, and nothing is loaded before Done.
      await page.choose("#language", language);
      await page.click("#language-done");
      await page.until(file, () => page.glance("return document.querySelector('[data-menu=\"File\"]')?.textContent.trim() === arguments[0]".replace("arguments[0]", JSON.stringify(file))).catch(() => false));
      await page.ready();
      assert.equal((await page.painted()).length, 7);
      assert.equal(await page.steps(), 1);
    };
    await choose("de", "Datei");
    assert.equal(await page.driver.executeScript("return document.documentElement.lang"), "de");
    assert.equal(await page.text("#status-step"), "Schritt 1 von 1");
    // What was done in English is said in German, and the other pages follow.
    await page.undo();
    assert.equal(await page.message("Rückgängig"), "Rückgängig: Stift, 7 Pixel");
    await page.redo();
    await choose("en", "File");
    assert.equal(await page.driver.executeScript("return document.documentElement.lang"), "en");
    assert.equal(await page.text("#status-step"), "Step 1 of 1");
  }));

test("the lab and the squares are German, too", needs("languages"), () =>
  visit({ ...HERE, page: "lab.html" }, async (page) => {
    const checked = async (/** @type {string} */ title) => {
      assert.deepEqual([await page.text("h1"), await page.driver.executeScript("return document.documentElement.lang")], [title, "de"]);
      for (const window of WINDOWS) await on(page, window, async () => assert.deepEqual([await left(page), await cut(page)], [[], []], `${title} at ${window.width}`));
    };
    await checked("Das Labor");
    await page.open("squares.html");
    await page.driver.actions().move({ origin: await page.find('[data-index="1"]') }).press().move({ origin: await page.find('[data-index="4"]') }).release().perform();
    await checked("Quadrate");
  }));
