/** Drawings that outlive their tab and their browser. */
import assert from "node:assert/strict";
import test from "node:test";
import { answerPicker, warns } from "./disk.mjs";
import { visit } from "./page.mjs";
import { withProfile } from "./profile.mjs";

/** @typedef {import("./profile.mjs").Visit} Visit */

/** The shown picture, as text to compare. @param {import("./page.mjs").Page} page */
const picture = async (page) => JSON.stringify(await page.pixels());

test("a reload brings back the same drawing, and what is painted then is kept as well", () =>
  withProfile(async (start) => {
    const page = await start();
    assert.equal(await page.text("#status-kept"), "", "nothing is there to be kept");
    await page.call("setColor", "#2266aaff");
    await page.drag([[3, 3], [19, 9]]);
    await page.call("kept");
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    assert.equal(await warns(page), false, "nothing would be lost");
    const first = await picture(page);
    await page.reload();
    assert.equal(await picture(page), first);
    assert.equal(await page.text("#status-kept"), "Kept in this browser");
    // The colour lies on the desk, which comes back too.
    await page.drag([[3, 20], [9, 20]]);
    assert.equal(await page.pixel(5, 20), "#2266aaff");
    await page.call("kept");
    const second = await picture(page);
    await page.reload();
    assert.equal(await picture(page), second);
  }));

test("a drawing comes back in a new tab and in a new browser", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [19, 9]]);
    await page.call("kept");
    const before = await picture(page);
    await page.driver.switchTo().newWindow("tab");
    const [old, other] = await page.driver.getAllWindowHandles();
    await page.driver.switchTo().window(old);
    await page.driver.close();
    await page.driver.switchTo().window(other);
    await page.open("index.html");
    assert.equal(await picture(page), before, "in a new tab");
    await page.quit();
    const later = await start();
    assert.equal(await picture(later), before, "in a new browser");
  }));
