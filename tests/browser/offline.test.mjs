/** The site without a network, its new versions, and that it can be installed. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { writeWorker } from "../../scripts/offline.mjs";
import { startBrowser } from "./browsers.mjs";
import { Page } from "./page.mjs";
import { SEEN, serve } from "./server.mjs";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const WORKER = fileURLToPath(new URL("../../www/offline.js", import.meta.url));

/** Opens a copy of the site that may be changed. @param {(page: Page, site: {folder: string, stop: () => void}) => Promise<void>} journey */
async function withSite(journey) {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-site-"));
  cpSync(DIST, folder, { recursive: true });
  const server = await serve("/", SEEN, `${folder}/`);
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, server.url, "");
    await page.open("index.html");
    await journey(page, { folder, stop: server.stop });
  } finally {
    await driver.quit();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the site is stored and looks after this page. @param {Page} page */
const stored = (page) => page.until("the site is stored", () => page.driver.executeScript("return navigator.serviceWorker.controller !== null"));

test("after the first visit the pages open without a network, with what was drawn", () =>
  withSite(async (page, { stop }) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await stored(page);
    stop();
    for (const address of ["index.html", "", "index.html?anything"]) {
      await page.driver.get(page.url + address);
      await page.ready();
      assert.equal(await page.pixel(5, 3), "#000000ff", address);
    }
    await page.undo();
    assert.equal(await page.steps(), 0, "the history too");
    await page.menu("file.drawings");
    for (const name of ["squares", "lab"]) {
      await page.driver.get(`${page.url}${name}.html`);
      await page.until(name, () => page.driver.executeScript("return window.undoodle?.ready ? undoodle.ready.then(() => true) : false"));
    }
  }));

test("a new version is offered, taken when one says so, and loses nothing", () =>
  withSite(async (page, { folder }) => {
    await stored(page);
    await page.drag([[3, 3], [9, 3]]);
    const file = path.join(folder, "index.html");
    writeFileSync(file, readFileSync(file, "utf8").replace("<title>Undoodle</title>", "<title>Undoodle</title><meta name=\"version\" content=\"new\">"));
    writeWorker(WORKER, folder);
    const isNew = () => page.driver.executeScript("return document.querySelector('meta[name=version]') !== null");
    await page.driver.navigate().refresh();
    await page.ready();
    assert.equal(await isNew(), false, "a reload alone changes nothing");
    await page.until("it is offered", () => page.driver.executeScript("return document.querySelector('#update')?.hidden === false"));
    await page.drag([[3, 7], [9, 7]]);
    await page.click("#update-now");
    await page.until("the new page", async () => (await isNew().catch(() => false)) === true);
    await page.ready();
    assert.deepEqual([await page.pixel(5, 3), await page.pixel(5, 7), await page.steps()], ["#000000ff", "#000000ff", 2]);
    assert.equal(await page.driver.executeScript("return document.querySelector('#update')?.hidden ?? true"), true, "nothing more is offered");
  }));

test("a version of which a file is missing is not taken, and the one before goes on", () =>
  withSite(async (page, { folder }) => {
    await stored(page);
    const worker = path.join(folder, "offline.js");
    writeFileSync(worker, readFileSync(worker, "utf8").replace(/"version":"[^"]*","files":\[/, '"version":"broken","files":["assets/missing.js",'));
    await page.driver.executeAsyncScript(`
      const done = arguments[0];
      navigator.serviceWorker.getRegistration().then(async (registration) => {
        await registration.update();
        const { installing } = registration;
        installing.addEventListener("statechange", () => done(installing.state));
      });`).then((state) => assert.equal(state, "redundant"));
    await page.driver.navigate().refresh();
    await page.ready();
    await page.drag([[3, 3]]);
    assert.deepEqual(await page.painted(), ["3,3"]);
  }));

test("the browser would install it", () =>
  withSite(async (page) => {
    const ask = (/** @type {string} */ method) => /** @type {any} */ (page.driver).sendAndGetDevToolsCommand(method, {});
    const { errors, manifest } = await ask("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.ok(manifest, "there is a manifest");
    const { installabilityErrors } = await ask("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors, []);
  }));
