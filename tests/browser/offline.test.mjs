/** The site without a network, after a crash, and where the browser stores nothing. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { can, needs } from "./browsers.mjs";
import { assets, loads, opens, row, rows, stored, versions, withCopy } from "./copies.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Has the service worker answer by itself, as in a browser that knows no static routes. @param {string} folder */
function withoutRoutes(folder) {
  const worker = path.join(folder, "offline.js");
  const script = readFileSync(worker, "utf8");
  assert.ok(script.includes("if (event.addRoutes)"));
  writeFileSync(worker, script.replace("if (event.addRoutes)", "if (false)"));
}

for (const [how, change] of /** @type {const} */ ([["", () => {}], [", in a browser without static routes too", withoutRoutes]])) {
  test(`after the first visit all pages open without a network, with what was drawn and its history${how}`, () =>
    withCopy(async (page, { folder, stop }) => {
      await row(page, 3);
      await page.call("kept");
      await stored(page);
      await stop();
      for (const address of ["index.html", "", "index.html?anything"]) {
        await opens(page, address);
        assert.deepEqual(await rows(page), [3], address);
      }
      await page.undo();
      assert.deepEqual([await page.steps(), await rows(page)], [0, []], "the history, too");
      const all = assets(folder);
      assert.ok(all.length > 40);
      assert.equal(await loads(page, all), all.length, "each file that may be loaded later");
      for (const address of ["squares.html", "lab.html", "lab.html?size=64"]) await opens(page, address);
    }, { at: "/some/(odd)+folder/", change }));
}

for (const start of ["lab.html", "squares.html"]) {
  test(`a first visit to ${start} stores the editor, too`, () =>
    withCopy(async (page, { stop }) => {
      await stored(page);
      await stop();
      await opens(page, "index.html");
      await row(page, 3);
      assert.deepEqual(await rows(page), [3]);
    }, { start }));
}

test("without a network and an idle moment, what painting does not need is there at once", () =>
  withCopy(async (page, { stop }) => {
    await stored(page);
    await stop();
    await opens(page, "index.html");
    await page.glance("undoodle.newDocument({ width: 8, height: 8 }); undoodle.run('edit.invert')");
    await row(page, 3);
    assert.deepEqual(await rows(page), [3]);
    await page.call("run", "edit.flip-vertical");
    assert.deepEqual(await rows(page), [4]);
  }, {
    // The first visit, which stores the site, has idle moments.
    before: `
      if (sessionStorage.getItem("visited")) {
        window.requestIdleCallback = () => 0;
        window.unfurnished = true;
      }
      sessionStorage.setItem("visited", "yes");`,
  }));

test("nothing is stored before one can paint", () =>
  withCopy(async (page) => {
    assert.equal(await page.driver.executeScript("return window.early"), 0);
    await stored(page);
    assert.equal(await page.driver.executeScript("return window.early"), 1);
  }, {
    before: `
      window.early = 0;
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = function (...what) {
        if (performance.getEntriesByName("ready").length === 0) throw new Error("too early");
        window.early += 1;
        return register.apply(this, what);
      };`,
  }));

test("a page whose process was killed opens again from the stored site, over and over", needs("killing pages"), () =>
  withProfile(async (start) => {
    const page = await start();
    await stored(page);
    for (let round = 0; round < 5; round += 1) {
      await row(page, 2 * round);
      await page.call("kept");
      await page.killPage();
      assert.equal((await rows(page)).length, round + 1);
      assert.equal(await page.driver.executeScript("return navigator.serviceWorker.controller !== null"), true, "the page is a stored one");
    }
  }, { stored: true }));

/** Whether an error is shown, and what the page says of the drawing. @param {Page} page */
const said = (page) => page.driver.executeScript("return [document.querySelector('#message').matches('.error'), document.querySelector('#status-kept').textContent.trim()]");

/** Ways in which a browser stores no site, as scripts that run before the page's. */
const REFUSALS = {
  "has no service workers": "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });",
  "denies service workers": "ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('', 'SecurityError'));",
  "breaks over service workers": "ServiceWorkerContainer.prototype.register = () => { throw new DOMException('', 'NotAllowedError'); };",
};

/** Gathers what a page complains of, and tells when the site would have been stored. */
const GATHERING = `
  window.complaints = [];
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(String(reason)));
  for (const level of ["error", "warn"]) console[level] = (...what) => window.complaints.push(String(what));
  window.setTimeout = new Proxy(setTimeout, { apply: (real, self, [action, ms, ...rest]) => real(() => { action(); if (ms === 3000) window.over = true; }, ms === 3000 ? 0 : ms, ...rest) });`;

for (const [how, script] of Object.entries(REFUSALS)) {
  test(`a browser that ${how} shows the page as well, without a word`, () =>
    visit({ before: GATHERING + script, stored: true }, async (page) => {
      if (how !== "has no service workers") await page.until("the time of storing", () => page.driver.executeScript("return window.over === true"));
      await row(page, 3);
      await page.call("kept");
      assert.deepEqual(await page.driver.executeScript("return window.complaints"), []);
      assert.deepEqual(await said(page), [false, "Kept in this browser"]);
      await page.driver.navigate().refresh();
      await page.ready();
      assert.deepEqual(await rows(page), [3]);
    }));
}

test("a browser without room for the site keeps nothing of it, and the drawing", needs("quota"), () =>
  withCopy(async (page) => {
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    await driver.sendDevToolsCommand("Storage.overrideQuotaForOrigin", { origin: new URL(page.url).origin, quotaSize: 1_000_000 });
    await row(page, 3);
    await page.call("kept");
    const state = await page.driver.executeScript(`
      return navigator.serviceWorker.register("offline.js").then(({ installing, active }) => {
        const worker = installing ?? active;
        return new Promise((resolve) => {
          const look = () => ["redundant", "activated"].includes(worker.state) && resolve(worker.state);
          worker.addEventListener("statechange", look);
          look();
        });
      });`);
    assert.equal(state, "redundant");
    assert.equal(await versions(page), 0, "what was stored by then is gone");
    assert.deepEqual(await said(page), [false, "Kept in this browser"]);
    await page.driver.navigate().refresh();
    await page.ready();
    assert.deepEqual(await rows(page), [3]);
    if (can("log")) assert.deepEqual((await page.driver.manage().logs().get("browser")).map(({ message }) => message), []);
  }));
