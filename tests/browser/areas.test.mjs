/** F6: from one area of the page to the next, and past what is hidden. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The area that has the focus, and what has it there. @param {Page} page @returns {Promise<[string | null, string]>} */
const at = (page) => page.driver.executeScript("const { activeElement } = document; return [activeElement.closest('main, nav, section, footer')?.id ?? null, activeElement.id || activeElement.className.split(' ')[0]]");

test("F6 and Shift+F6 go round the areas of the page, to where one was in each, and past those that are hidden", () =>
  visit({}, async (page) => {
    await page.resize(1440, 900);
    await page.drag([[3, 3], [9, 3]]);
    const around = [["tools", "pencil"], ["options", null], ["history", "history-toggle"], ["colors", null], ["palette", "swatch-button"], ["layers", "layer-name"], ["timeline", "frame-add"], ["status", "status-step"], ["stage", "surface"]];
    for (const [area, stop] of around) {
      await page.press(Key.F6);
      const [here, there] = await at(page);
      assert.equal(here, area);
      if (stop) assert.equal(there, stop, area ?? "");
    }
    for (const [area] of around.toReversed().slice(1)) {
      await page.press(Key.F6, Key.SHIFT);
      assert.equal((await at(page))[0], area);
    }
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.F6);
    await page.press(Key.F6, Key.SHIFT);
    assert.deepEqual(await at(page), ["tools", "spray"], "where one was");
    await page.click("#panels-toggle");
    assert.equal(await page.driver.executeScript("return document.querySelector('#palette').checkVisibility()"), false);
    await page.driver.executeScript("document.querySelector('#surface').focus()");
    /** @type {(string | null)[]} */
    const left = [];
    do {
      await page.press(Key.F6);
      left.push((await at(page))[0]);
    } while (left.at(-1) !== "stage");
    assert.deepEqual(left.filter((area) => ["history", "colors", "palette", "layers"].includes(area ?? "")), []);
    assert.ok(left.includes("tools") && left.includes("status"), left.join(" "));
  }));
