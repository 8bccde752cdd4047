/** New versions of the site: offered, taken when a person says so, and harmless for pages of an older one. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
import { assets, loads, look, offered, opens, renew, row, rows, stored, versionOf, versions, withCopy } from "./copies.mjs";
import { HELD } from "./idle.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Leaves the list of drawings, which an empty page shows first, as soon as it has its panels. @param {Page} page */
async function leaveList(page) {
  await page.until("the list", () => page.driver.executeScript("return document.querySelector('#drawings-dialog').open"));
  await page.press(Key.ESCAPE);
}

/** Opens the page in another tab. @param {Page} page @param {string} address */
async function openTab(page, address) {
  await page.driver.switchTo().newWindow("tab");
  await opens(page, address);
  if (!address.endsWith("?held")) await leaveList(page);
  return page.driver.getWindowHandle();
}

/** Takes the version that is offered. @param {Page} page @param {string} version */
async function take(page, version) {
  await page.until("an offer", () => offered(page));
  await page.click("#update-now");
  await page.until(`version ${version}`, async () => (await versionOf(page).catch(() => "")) === version);
  await page.ready();
}

/** Gives a page no idle moment while its address asks for that, until it is told to. */
const WHERE_ASKED = `if (location.search === "?held") {${HELD}
}`;

test("other tabs go on as they are when one takes a new version, and find their parts until they are opened again", needs("tabs"), () =>
  withCopy(async (page, { folder, stop }) => {
    await stored(page);
    const first = assets(folder);
    const old = await page.driver.getWindowHandle();
    await row(page, 3);
    await page.call("kept");
    // A tab that has loaded only what painting needs.
    const half = await openTab(page, "index.html?held");
    await row(page, 5);
    await openTab(page, "index.html");
    renew(folder, "second");
    await look(page);
    await take(page, "second");

    await page.driver.switchTo().window(half);
    assert.equal(await versionOf(page), "");
    await page.driver.executeScript("window.rest(); window.unfurnished = false;");
    await page.until("the parts of its own version", () => page.driver.executeScript("return document.body.classList.contains('furnished')"));
    await page.menu("edit.invert");
    await page.until("the second part's work", async () => (await page.pixel(5, 5)) === "#ffffffff");

    // The first tab has heard of it, and is not disturbed.
    await page.driver.switchTo().window(old);
    await page.until("an offer", () => offered(page));
    await row(page, 7);
    assert.deepEqual([await versionOf(page), await rows(page)], ["", [3, 7]]);

    // Two versions later it still has its own, and so without a network.
    await openTab(page, "index.html");
    renew(folder, "third");
    await look(page);
    await take(page, "third");
    await leaveList(page);
    await stop();
    await page.driver.switchTo().window(old);
    assert.equal(await loads(page, first), first.length);
    await page.menu("file.drawings");
    await page.click("[data-sample=slime]");
    await page.until("a sample", async () => (await page.call("size")).width === 32);
    await page.click("#update-now");
    await page.until("the last version", async () => (await versionOf(page).catch(() => "")) === "third");
    await page.ready();
    assert.equal((await page.call("size")).width, 32);
  }, { before: WHERE_ASKED }));

/** A new version is offered, put off and taken. @param {Page} page @param {string} folder */
async function taken(page, folder) {
  await row(page, 3);
  await page.call("kept");
  renew(folder, "second");
  await page.driver.navigate().refresh();
  await page.ready();
  assert.equal(await versionOf(page), "", "a reload alone changes nothing");
  await page.until("an offer", () => offered(page));
  await row(page, 5);
  await page.click("#update-later");
  assert.equal(await offered(page), false, "later is later");
  await page.call("kept");
  await page.driver.navigate().refresh();
  await page.ready();
  await row(page, 7);
  await take(page, "second");
  assert.deepEqual([await rows(page), await page.steps()], [[3, 5, 7], 3]);
  await page.undo();
  await page.undo();
  await page.redo();
  assert.deepEqual(await rows(page), [3, 5]);
  await stored(page);
  assert.equal(await offered(page), false, "nothing more is offered");
}

test("a new version is offered, taken when a person says so, and brings drawing and history back; one of which a file is missing is not taken, and those that no page needs any more are deleted, but for the one before", () =>
  withCopy(async (page, { folder }) => {
    await stored(page);
    if (can("waiting workers")) await taken(page, folder);
    const [painted, known] = [await rows(page), await versions(page)];
    const worker = path.join(folder, "offline.js");
    writeFileSync(worker, readFileSync(worker, "utf8").replace(/"version":"[^"]*","files":\[/, '"version":"broken","files":["assets/missing.js",'));
    const state = await page.driver.executeScript(`
      return navigator.serviceWorker.getRegistration().then((registration) => new Promise((resolve) => {
        registration.addEventListener("updatefound", () => {
          const { installing } = registration;
          installing.addEventListener("statechange", () => resolve(installing.state));
        });
        registration.update();
      }));`);
    assert.equal(state, "redundant");
    assert.deepEqual([await offered(page), await versions(page)], [false, known]);
    await page.driver.navigate().refresh();
    await page.ready();
    await row(page, 9);
    assert.deepEqual(await rows(page), [...painted, 9], "the one before goes on");

    for (const version of ["third", "fourth"]) {
      renew(folder, version);
      await look(page);
      await take(page, version);
      await stored(page);
      // The page that asked has held its version's lock until it was left.
      await page.until("two or three versions", async () => (await versions(page)) <= 3);
    }
    assert.ok((await versions(page)) >= 2);
    assert.deepEqual(await rows(page), [...painted, 9]);
  }));
