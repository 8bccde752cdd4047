/** `npm run dev`: the page under its usual policy, reloaded when www/ or Rust changes. */
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { serveDev } from "../../scripts/dev.mjs";
import { root } from "../../scripts/run.mjs";
import { startBrowser } from "../browser/browsers.mjs";
import { stored, versions } from "../browser/copies.mjs";
import { Page } from "../browser/page.mjs";
import { serve } from "../browser/server.mjs";

/** A copy of the pages with a file in src/, whose compiler copies the package that is built already. */
function copy() {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-dev-"));
  for (const name of ["index.html", "squares.html", "lab.html", "package.json", "www"]) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ["files", "lab"]) cpSync(path.join(root, "pkg", name), path.join(folder, "pkg", name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "src", "lib.rs"), "");
  let made = 0;
  const make = async () => {
    const to = path.join(folder, "pkg", "dev");
    mkdirSync(to, { recursive: true });
    for (const name of ["undoodle.js", "undoodle_bg.wasm"]) cpSync(path.join(root, "pkg", name), path.join(to, name));
    made += 1;
    return String(made);
  };
  return { folder, make, times: () => made };
}

test("the page is served under its policy and follows changes of CSS, JavaScript and Rust", async () => {
  const { folder, make, times } = copy();
  const server = await serveDev({ folder, port: 0, make });
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, server.url, "");
    for (const name of ["squares.html", "lab.html", "index.html"]) await page.open(name);
    const policy = await driver.executeScript("return document.querySelector('meta[http-equiv]').content");
    assert.match(String(policy), /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);

    const color = () => driver.executeScript("return getComputedStyle(document.querySelector('#bar')).outlineColor");
    appendFileSync(path.join(folder, "www", "styles", "layout.css"), "\n#bar { outline-color: rgb(1, 2, 3); }\n");
    await page.until("the style follows", async () => (await color()) === "rgb(1, 2, 3)");

    /** Marks the page, and waits for one without the mark. @param {string} words @param {() => void} change */
    const reloaded = async (words, change) => {
      await driver.executeScript("window.marked = true");
      change();
      await page.until(words, () => driver.executeScript("return window.marked === undefined && window.undoodle !== undefined"));
      await driver.executeScript("return window.undoodle.ready");
    };
    await reloaded("JavaScript follows", () => appendFileSync(path.join(folder, "www", "main.js"), "\n"));
    assert.equal(times(), 1, "www/ compiles nothing");
    await reloaded("Rust follows", () => appendFileSync(path.join(folder, "src", "lib.rs"), "\n"));
    assert.equal(times(), 2);

    const complaints = await driver.manage().logs().get("browser");
    assert.deepEqual(complaints.filter(({ level }) => level.name === "SEVERE").map(({ message }) => message), []);
  } finally {
    await driver.quit();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test("a site that an earlier `npm start` has stored at the same address makes room for the sources, which are not stored", async () => {
  const { folder, make } = copy();
  const built = await serve();
  const driver = await startBrowser({});
  const page = new Page(driver, built.url, "");
  let server;
  try {
    await page.open("index.html");
    await stored(page);
    built.stop();
    server = await serveDev({ folder, port: Number(new URL(built.url).port), make });
    await page.open("index.html");
    await page.until("the sources", () => driver.executeScript("return document.querySelector('script[src$=\"/www/main.js\"]') !== null"));
    await page.ready();
    await page.until("nothing stored", async () => (await versions(page)) === 0);
    await page.until("no worker", () => driver.executeScript("return navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)"));
  } finally {
    await driver.quit();
    built.stop();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
});
