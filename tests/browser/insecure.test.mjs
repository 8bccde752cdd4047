/** The site by plain HTTP under a name, where browsers offer no locks, no files, no clipboard and no service workers. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { downloaded } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** Paints a row. @param {Visit} page @param {number} y */
const row = (page, y) => page.drag([[3, y], [9, y]]);

/** The rows that are painted. @param {Visit} page */
const rows = async (page) => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];

/** Waits for the bar over the drawing, or with no words until there is none. @param {Visit} page @param {string} words */
const shows = (page, words) => page.until(`the bar “${words}”`, async () => {
  const said = await page.text("#held");
  return words ? said.startsWith(words) : said === "";
});

test("the page starts, draws, keeps, copies and saves, and a second tab only shows a drawing until it takes it over", needs("names", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    assert.deepEqual(await page.driver.executeScript("return [isSecureContext, typeof navigator.locks, typeof crypto.randomUUID, typeof navigator.storage, typeof navigator.clipboard]"),
      [false, "undefined", "undefined", "undefined", "undefined"]);
    assert.equal(await page.text("#message"), "");
    await row(page, 3);
    await page.call("kept");
    await page.reload();
    assert.deepEqual([await rows(page), await page.text("#held")], [[3], ""], "the drawing is this tab's");
    await page.press("a", Key.CONTROL);
    await page.press("c", Key.CONTROL);
    assert.equal(await page.message("Copied"), "Copied for Undoodle only, not for other programs: the browser can't do it");
    await page.press("s", Key.CONTROL);
    assert.ok((await downloaded(page, ".undoodle")).length > 0);

    const first = await page.openTab();
    assert.deepEqual(await rows(page), [], "it is another tab's");
    await page.press("o", Key.CONTROL, Key.SHIFT);
    await page.click(".drawing:not(.current) .drawing-open");
    await shows(page, "This drawing is open in another tab.");
    await row(page, 5);
    assert.deepEqual(await rows(page), [3]);
    await page.click("#take-over");
    await shows(page, "");
    await row(page, 5);
    await page.call("kept");
    await page.driver.switchTo().window(first);
    await shows(page, "Another tab has taken this drawing over.");
    await page.click("#take-over");
    await shows(page, "");
    assert.deepEqual(await rows(page), [3, 5]);
  }, { insecure: true, stored: true }));
