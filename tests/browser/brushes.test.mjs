/** Brushes, chosen by their controls or cut out by hand, and what a stroke makes of them. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { choose, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

test("brushes, inks, mirrors and tiles are toggles beside each other; brushes have a size and a shape, and one is cut out of the picture by its key", () =>
  visit({}, async (page) => {
    const pressed = () => page.driver.executeScript(`return [...document.querySelectorAll("#options [aria-pressed=true]")].map(({ id, dataset }) => id || dataset.value)`);
    assert.deepEqual(await pressed(), ["round", "normal"]);
    assert.equal(await page.driver.executeScript("return document.querySelector('#options select')"), null, "no list");
    // None is lost at the far end: from one to the next are some pixels.
    const far = await page.driver.executeScript(`
      const rects = [...document.querySelectorAll("#options :is(.option, .tool)")].map((one) => one.getBoundingClientRect());
      return Math.max(...rects.slice(1).map(({ left }, i) => left - rects[i].right));`);
    assert.ok(far < 80, `${far} pixels between two of them`);
    for (const css of ["#option-shape [data-value=square]", "#option-ink [data-value=dither]", "#option-vertical", "#option-wrap"]) await page.click(css);
    await page.until("all of them", async () => String(await pressed()) === "square,dither,option-vertical,option-wrap");
    const { options } = await page.call("tool");
    assert.deepEqual([options.shape, options.ink, options.vertical, options.horizontal, options.wrap], ["square", "dither", true, false, true]);
    assert.ok(await page.driver.executeScript("return [...document.querySelectorAll('#options button')].every((one) => one.clientHeight >= 24 && one.clientWidth >= 24)"));

    await lay(page, ["RG.....", ".B.....", ".......", ".......", "......."]);
    const custom = () => page.driver.executeScript("const { disabled, title } = document.querySelector('#option-shape [data-value=custom]'); return [disabled, title]");
    assert.deepEqual(await custom(), [true, "Custom: select, then Ctrl+B"], "there is none yet");
    await choose(page, "shape", "square");
    await choose(page, "size", 3);
    await page.drag([[5, 1]]);
    assert.deepEqual(await page.letters(), ["RG..KKK", ".B..KKK", "....KKK", ".......", "......."]);
    // Escape leaves the field, so that keys are the tools' again.
    await (await page.find("#option-size")).sendKeys(Key.ESCAPE);
    await page.press("m");
    await page.drag([[0, 0], [1, 1]]);
    await page.press("b", Key.CONTROL);
    await page.press("d", Key.CONTROL);
    await page.press("b");
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-shape [aria-pressed=true]').dataset.value"), "custom");
    assert.deepEqual(await custom(), [false, "Custom"]);
    await page.choose("#option-shape", "round");
    await page.choose("#option-shape", "custom");
    // Of two by two pixels the one right and below of the middle lies under the pointer.
    await page.drag([[2, 4]]);
    assert.deepEqual(await page.letters(), ["RG..KKK", ".B..KKK", "....KKK", ".RG....", "..B...."]);
  }));
