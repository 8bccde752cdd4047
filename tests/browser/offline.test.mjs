/** The site without a network, after a crash, and where the browser stores nothing. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { can, needs } from "./browsers.mjs";
import { assets, loads, opens, row, rows, stored, versions, withCopy } from "./copies.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Has the service worker answer by itself, as in a browser that knows no static routes. @param {string} folder */
function withoutRoutes(folder) {
  const worker = path.join(folder, "offline.js");
  const script = readFileSync(worker, "utf8");
  assert.ok(script.includes("if (event.addRoutes)"));
  writeFileSync(worker, script.replace("if (event.addRoutes)", "if (false)"));
}

/** The pages, by the addresses that people have of them. */
const EDITORS = ["index.html", "", "index.html?anything"];
const OTHERS = ["squares.html", "lab.html?size=64"];

/** Has a page complain of a site that is stored before one can paint, and count how often it is. */
const WATCHING = `
  window.registered = 0;
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (...what) {
    if (performance.getEntriesByName("ready").length === 0) throw new Error("too early");
    window.registered += 1;
    return register.apply(this, what);
  };`;

test("after the first visit all pages open without a network, with what was drawn and its history", () =>
  withCopy(async (page, { folder, stop }) => {
    await row(page, 3);
    await page.call("kept");
    await stored(page);
    assert.equal(await page.driver.executeScript("return window.registered"), 1, "not before one can paint, and once");
    await stop();
    for (const address of EDITORS) {
      await opens(page, address);
      assert.deepEqual(await rows(page), [3], address);
    }
    const all = assets(folder);
    assert.ok(all.length > 40);
    assert.equal(await loads(page, all), all.length, "each file that may be loaded later");
    await page.undo();
    assert.deepEqual([await page.steps(), await rows(page)], [0, []], "the history, too");
    for (const address of OTHERS) await opens(page, address);
  }, { at: "/some/(odd)+folder/", before: WATCHING }));

test("in a browser without static routes, too, and after a first visit to the game, with what painting does not need there at once", () =>
  withCopy(async (page, { folder, stop }) => {
    await stored(page);
    await stop();
    await opens(page, "index.html");
    // Without an idle moment it has been loaded by nobody.
    await page.glance("undoodle.newDocument({ width: 8, height: 8 }); undoodle.run('edit.invert')");
    await row(page, 3);
    assert.deepEqual(await rows(page), [3]);
    await page.call("run", "edit.flip-vertical");
    assert.deepEqual(await rows(page), [4]);
    const all = assets(folder);
    assert.equal(await loads(page, all), all.length, "each file that may be loaded later");
    await opens(page, "lab.html?size=64");
  }, {
    at: "/some/(odd)+folder/",
    start: "squares.html",
    change: withoutRoutes,
    // The game, which stores the site, has idle moments.
    before: `
      if (!location.pathname.endsWith("squares.html")) {
        window.requestIdleCallback = () => 0;
        window.unfurnished = true;
      }`,
  }));

/** Whether an error is shown, and what the page says of the drawing. @param {Page} page */
const said = (page) => page.driver.executeScript("return [document.querySelector('#message').matches('.error'), document.querySelector('#status-kept').textContent.trim()]");

/** Ways in which a browser stores no site, as scripts that run before the page's where its address asks for them. */
const REFUSALS = {
  absent: "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });",
  denied: "ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('', 'SecurityError'));",
  broken: "ServiceWorkerContainer.prototype.register = () => { throw new DOMException('', 'NotAllowedError'); };",
};

/** Gathers what a page complains of, and tells when the site would have been stored. */
const GATHERING = `
  window.complaints = [];
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(String(reason)));
  for (const level of ["error", "warn"]) console[level] = (...what) => window.complaints.push(String(what));
  window.setTimeout = new Proxy(setTimeout, { apply: (real, self, [action, ms, ...rest]) => real(() => { action(); if (ms === 3000) window.over = true; }, ms === 3000 ? 0 : ms, ...rest) });`;

test("a browser that has no service workers, denies them or breaks over them shows the page as well, without a word", () =>
  visit({ before: `${GATHERING}({ ${Object.entries(REFUSALS).map(([how, script]) => `"?${how}"() { ${script} }`)} })[location.search]?.();`, stored: true, page: "index.html?absent" }, async (page) => {
    await row(page, 3);
    await page.call("kept");
    for (const how of Object.keys(REFUSALS)) {
      // That of the first one is open.
      if (how !== "absent") await page.open(`index.html?${how}`);
      if (how !== "absent") await page.until("the time of storing", () => page.driver.executeScript("return window.over === true"));
      assert.deepEqual(await rows(page), [3], how);
      assert.deepEqual(await page.driver.executeScript("return window.complaints"), [], how);
      assert.deepEqual(await said(page), [false, "Kept in this browser"], how);
    }
  }));

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
