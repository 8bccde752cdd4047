/**
 * How long a first visitor waits on a slow line: with the module in two parts, as it is published, and in one piece.
 *
 * Problem: that the module is cut in two (`scripts/split.mjs`) is worth its price only if people notice. Idea: the site is built both ways, and
 * Chromium loads each with an empty cache over a line that its own protocol slows down, in turns. What counts is when one can paint,
 * when a first stroke is on the screen, and when the panels are there. Invariant: both sites differ in nothing but the module.
 *
 * `npm run tool -- loading [ROUNDS] [MBIT/S] [LATENCY IN MS]` prints the table of docs/benchmarks.md.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { root } from "../run.mjs";
import { makePages } from "../site/pages.mjs";
import { filesIn } from "../stamps.mjs";
import { nativeEnvironment, targetFolder } from "../toolchain.mjs";

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".png": "image/png" };

/** What is small already. */
const PACKED = new Set([".png", ".undoodle"]);

/** Serves a folder, packed by gzip as any server does. @param {string} folder @returns {Promise<{url: string, close: () => void}>} */
async function serve(folder) {
  const files = new Map(filesIn(folder).map((file) => {
    const [bytes, kind] = [readFileSync(file), path.extname(file)];
    const packed = !PACKED.has(kind);
    const headers = { "content-type": TYPES[kind] ?? "application/octet-stream", ...(packed && { "content-encoding": "gzip" }) };
    return [`/${path.relative(folder, file).split(path.sep).join("/")}`, { headers, body: packed ? gzipSync(bytes, { level: 9 }) : bytes }];
  }));
  const server = createServer(({ url = "/" }, answer) => {
    const found = files.get(url === "/" ? "/index.html" : new URL(url, "http://localhost").pathname);
    if (found) answer.writeHead(200, found.headers).end(found.body);
    else answer.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** Paints as soon as that is possible, and tells when things were there, in milliseconds since the visit began, and the bytes until then. */
const PAINTED = `
  const tell = arguments[arguments.length - 1];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  undoodle.ready.then(async () => {
    const [{ startTime: ready }] = performance.getEntriesByName("ready");
    const canvas = document.querySelector("#surface");
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const fire = (type, along, buttons) => canvas.dispatchEvent(new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", isPrimary: true, button: type === "pointermove" ? -1 : 0, buttons,
      clientX: left + width * (0.4 + 0.02 * along), clientY: top + height / 2,
    }));
    fire("pointerdown", 0, 1);
    for (let i = 1; i <= 5; i += 1) fire("pointermove", i, 1);
    fire("pointerup", 5, 0);
    await frame();
    const stroke = performance.now();
    const bytes = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ready).reduce((sum, { transferSize }) => sum + transferSize, 0);
    while (!document.body.matches(".furnished")) await frame();
    tell({ ready, stroke, panels: performance.now(), bytes, steps: undoodle.history().position });
  });`;

/** @typedef {{ready: number, stroke: number, panels: number, bytes: number, steps: number}} Times */

/** Visits a site for the first time. @param {string} url @param {{latency: number, throughput: number}} line @returns {Promise<Times>} */
async function visit(url, { latency, throughput }) {
  const [profile, downloads] = ["profile", "downloads"].map((name) => mkdtempSync(path.join(tmpdir(), `undoodle-loading-${name}-`)));
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (await startBrowser({ profile, downloads, whole: false }));
  try {
    await driver.manage().setTimeouts({ script: 60_000 });
    await driver.sendDevToolsCommand("Network.enable", {});
    await driver.sendDevToolsCommand("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput });
    await driver.get(url);
    const times = /** @type {Times} */ (await driver.executeAsyncScript(PAINTED));
    if (times.steps !== 1) throw new Error(`the first stroke made ${times.steps} steps`);
    return times;
  } finally {
    await driver.quit();
    for (const folder of [profile, downloads]) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** @param {string[]} words */
export async function main([rounds = "9", megabits = "10", latency = "40"]) {
  const whole = path.join(targetFolder, "loading");
  await makePages(whole, { ...nativeEnvironment(), UNDOODLE_MODULE: "pkg/undoodle.js" });
  const line = { latency: Number(latency), throughput: Number(megabits) * 1e6 / 8 };
  const sites = await Promise.all([["in two parts", path.join(root, "dist")], ["in one piece", whole]].map(async ([name, folder]) => ({ name, ...await serve(folder), times: /** @type {Times[]} */ ([]) })));
  for (let round = 0; round < Number(rounds); round += 1) for (const { url, times } of sites) times.push(await visit(url, line));
  console.log(`A first visit over ${megabits} Mbit/s with ${latency} ms, medians of ${rounds}:\n`);
  console.log("| the module | ready | first stroke seen | panels | KB until ready |\n|---|---:|---:|---:|---:|");
  for (const { name, times, close } of sites) {
    const of = (/** @type {keyof Times} */ what) => Math.round(median(times.map((one) => one[what])));
    console.log(`| ${name} | ${of("ready")} ms | ${of("stroke")} ms | ${of("panels")} ms | ${Math.round(of("bytes") / 1024)} |`);
    close();
  }
}
