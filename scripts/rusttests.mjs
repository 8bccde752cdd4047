/**
 * Runs tests of Rust that were compiled to wasm in a browser, as cargo's runner for them: it gets their file, and perhaps a
 * part of the names of those that are wanted.
 *
 * Problem: wasm-bindgen's own runner does this, and brings a hundred crates for a server and a driver. Idea: we have both for the
 * journeys, and the browser that they use. Invariant: it succeeds only if the tests say so themselves, and one at least has passed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../tests/browser/browsers.mjs";
import { serve } from "../tests/browser/server.mjs";
import { entry, Failure, quietly } from "./run.mjs";
import { bindgenProgram, targetFolder } from "./toolchain.mjs";

/** Seconds that all tests may take. */
const PATIENCE = 60;

/** The page: the tests write to its text, and hear what is written to the console, which they show if they fail. */
const PAGE = `<!DOCTYPE html><title>tests</title><pre id="output"></pre>
<script>window.__wbg_test_invoke = (test) => test();</script>
<script type="module" src="run.js"></script>`;

/** What the page runs, of exports by their names. @param {string[]} names @param {number} others How many were not wanted. */
const script = (names, others) => `
import init, * as bound from "./tests.js";
const output = document.querySelector("#output");
const fail = (error) => { output.append("\\ntest result: FAILED. " + (error?.stack ?? error)); };
addEventListener("error", ({ error }) => fail(error));
addEventListener("unhandledrejection", ({ reason }) => fail(reason));
for (const method of ["debug", "log", "info", "warn", "error"]) console[method] = (...values) => bound["__wbgtest_console_" + method](values);
const wasm = await init();
const context = new bound.WasmBindgenTestContext(false);
context.include_ignored(false);
context.filtered_count(${others});
await context.run(${JSON.stringify(names)}.map((name) => wasm[name]));
`;

/** Names of the tests among a module's exports. @param {Uint8Array<ArrayBuffer>} wasm */
const testsOf = (wasm) => WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map(({ name }) => name).filter((name) => name.startsWith("__wbgt_"));

/** Whether the tests have ended, by what they have written. @param {string} text */
export const ended = (text) => /^test result: /m.test(text);

/** Whether all tests have passed, and there were any. @param {string} text */
export const passed = (text) => /^test result: ok\. [1-9]\d* passed; 0 failed;/m.test(text) && !/^test result: FAILED/m.test(text);

/** @param {string} file @param {string} wanted */
async function run(file, wanted) {
  const folder = mkdtempSync(path.join(targetFolder, "tests-in-browser-"));
  try {
    await quietly(bindgenProgram("bindgen"), ["--tests", file, folder]);
    const all = testsOf(readFileSync(path.join(folder, "tests_bg.wasm")));
    const names = all.filter((name) => name.includes(wanted));
    writeFileSync(path.join(folder, "index.html"), PAGE);
    writeFileSync(path.join(folder, "run.js"), script(names, all.length - names.length));
    const server = await serve("/", "", `${folder}/`);
    const driver = await startBrowser({});
    try {
      await driver.get(`${server.url}index.html`);
      const text = () => /** @type {Promise<string>} */ (driver.executeScript("return document.querySelector('#output').textContent"));
      await driver.wait(async () => ended(await text()), PATIENCE * 1000).catch(() => {});
      const said = await text();
      console.log(said.trim());
      if (!ended(said)) throw new Failure(`tests in the browser: no end after ${PATIENCE} s`);
      if (!passed(said)) throw new Failure("tests in the browser: not all have passed");
    } finally {
      await driver.quit();
      server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file, ...others] = process.argv.slice(2);
  await entry(() => run(file, others.find((word) => !word.startsWith("-")) ?? ""));
}
