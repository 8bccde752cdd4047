/**
 * What a visitor's browser gets: `npm run audit` opens the built site and prints a table, as docs/audit.md has it.
 *
 * Each line is a promise with what was found. Only tools of the tests are used: Chromium, its protocol for developers and
 * axe-core. The program fails if a promise does not hold.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { opens, row, rows, stored, withCopy } from "../../tests/browser/copies.mjs";
import { on } from "../../tests/browser/screens.mjs";
import { WEIGHT } from "../../tests/browser/weight.mjs";
import { Failure } from "../run.mjs";

/** @typedef {import("../../tests/browser/page.mjs").Page} Page */
/** @typedef {{promise: string, found: string, holds: boolean}} Line */

const PAGES = ["index.html", "lab.html", "squares.html"];
const THEMES = /** @type {const} */ (["light", "dark"]);

/** Directives that each page's policy must have. */
const POLICY = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'"];

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs before the pages' scripts: keeps the page from loading what is not needed while its address asks for that. */
const FIRST = `if (location.search === "?first") {
  window.requestIdleCallback = () => 0;
  window.unfurnished = true;
  const { fetch } = window;
  window.fetch = (what, ...how) => (String(what).includes("undoodle_rest") ? new Promise(() => {}) : fetch(what, ...how));
}`;

/** Calls the protocol for developers. @param {Page} page @param {string} method @param {object} [params] @returns {Promise<any>} */
const ask = (page, method, params = {}) => /** @type {any} */ (page.driver).sendAndGetDevToolsCommand(method, params);

/** Addresses of all that a page has asked for. @param {Page} page @returns {Promise<string[]>} */
const asked = (page) => page.driver.executeScript("return performance.getEntriesByType('resource').map(({ name }) => name)");

/** What is downloaded before one can paint. @param {Page} page @param {string} folder @returns {Promise<Line>} */
async function firstPart(page, folder) {
  await opens(page, "index.html?first");
  await row(page, 3);
  const ours = new Set((await asked(page)).map((name) => name.slice(page.url.length)).filter((name) => name.startsWith("assets/")));
  const bytes = ["index.html", ...ours].reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name)), { level: 9 }).length, 0);
  return { promise: `at most ${WEIGHT / 1000} kB (gzip) until one can paint`, found: `${(bytes / 1000).toFixed(1)} kB in ${ours.size + 1} files`, holds: bytes <= WEIGHT };
}

/** What axe finds in a page as it is. @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.driver.executeScript(`if (!window.axe) { ${AXE}\n window.axe = axe; }`);
  return page.driver.executeAsyncScript(`
    const done = arguments[0];
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
      .then(() => axe.run(document, { resultTypes: ["violations"] }))
      .then(({ violations }) => done(violations.map(({ id }) => id)), (error) => done([String(error)]));`);
}

/** The lines of one page. @param {Page} page @param {string} name @returns {Promise<Line[]>} */
async function ofPage(page, name) {
  await opens(page, name);
  /** @type {Line[]} */
  const lines = [];
  const policy = String(await page.driver.executeScript("return document.querySelector('meta[http-equiv=Content-Security-Policy]')?.content ?? ''"));
  const missing = POLICY.filter((directive) => !policy.split("; ").includes(directive));
  lines.push({ promise: `${name}: a strict Content-Security-Policy`, found: missing.length > 0 ? `lacks ${missing.join(", ")}` : "nothing but the site's own files", holds: missing.length === 0 });
  const all = await asked(page);
  const foreign = all.filter((address) => !address.startsWith(page.url) && !address.startsWith("data:"));
  lines.push({ promise: `${name}: no request to elsewhere`, found: foreign.length > 0 ? foreign.join(" ") : `${all.length} requests, all to the site`, holds: foreign.length === 0 });
  for (const theme of THEMES) {
    await on(page, { theme }, async () => {
      const found = await violations(page);
      lines.push({ promise: `${name}: axe finds nothing, ${theme} theme`, found: found.length > 0 ? found.join(", ") : "0 violations", holds: found.length === 0 });
    });
  }
  return lines;
}

/** The lines about the app. It ends without a network. @param {Page} page @param {() => Promise<void>} stop @returns {Promise<Line[]>} */
async function ofApp(page, stop) {
  await opens(page, "index.html");
  await stored(page);
  const { errors, data } = await ask(page, "Page.getAppManifest");
  const { installabilityErrors } = await ask(page, "Page.getInstallabilityErrors");
  const manifest = JSON.parse(data ?? "{}");
  const icons = (manifest.icons ?? []).map((/** @type {any} */ { sizes, purpose }) => `${sizes} ${purpose}`);
  await row(page, 5);
  await page.call("kept");
  await stop();
  /** @type {string[]} */
  const opened = [];
  for (const name of PAGES) await opens(page, name).then(() => opened.push(name), () => {});
  await opens(page, "index.html").catch(() => {});
  const back = await rows(page).catch(() => /** @type {number[]} */ ([]));
  return [
    { promise: "the manifest is valid", found: errors.length > 0 ? JSON.stringify(errors) : `icons: ${icons.join(", ")}`, holds: errors.length === 0 && icons.some((/** @type {string} */ icon) => icon.endsWith("maskable")) },
    { promise: "Chromium would install it", found: installabilityErrors.length > 0 ? JSON.stringify(installabilityErrors) : "no objections", holds: installabilityErrors.length === 0 },
    { promise: "opens without a network after one visit", found: `${opened.length} of ${PAGES.length} pages`, holds: opened.length === PAGES.length },
    { promise: "the drawing is back without a network", found: back.includes(5) ? "yes" : "no", holds: back.includes(5) },
  ];
}

export async function main() {
  /** @type {Line[]} */
  const lines = [];
  await withCopy(async (page, { folder, stop }) => {
    lines.push(await firstPart(page, folder));
    for (const name of PAGES) lines.push(...await ofPage(page, name));
    lines.unshift(...await ofApp(page, stop));
  }, { before: FIRST });
  console.log(`\n| promise | found | |\n|---|---|---|\n${lines.map(({ promise, found, holds }) => `| ${promise} | ${found} | ${holds ? "✓" : "✗"} |`).join("\n")}`);
  const broken = lines.filter(({ holds }) => !holds);
  if (broken.length > 0) throw new Failure(`${broken.length} promises do not hold`);
}
