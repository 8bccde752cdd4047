/** The site: from any folder, calling nobody, and open to scripts. */
import assert from "node:assert/strict";
import test from "node:test";
import { can } from "./browsers.mjs";
import { visit } from "./visit.mjs";

/** Runs before the page's scripts: gathers what goes wrong on the page. */
const GATHERING = `
  window.complaints = [];
  const gather = (what) => window.complaints.push(String(what));
  addEventListener("error", ({ message, target }) => gather(message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => gather(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => gather(violatedDirective + " " + blockedURI));
  for (const level of ["error", "warn"]) console[level] = (...what) => gather(what);`;

for (const page of ["index.html", "squares.html", "lab.html"]) {
  test(`${page} works from a subfolder, calls nobody else, and has nothing to complain of`, () =>
    visit({ page, folder: "/some/folder/", before: GATHERING }, async (visited) => {
      const addresses = await visited.driver.executeScript("return performance.getEntriesByType('resource').map((e) => e.name)");
      assert.ok(Array.isArray(addresses) && addresses.some((address) => address.endsWith(".wasm")));
      for (const address of addresses) assert.ok(address.startsWith(visited.url) || address.startsWith("data:"), address);
      const policy = await visited.driver.executeScript("return document.querySelector('meta[http-equiv]').content");
      assert.match(String(policy), /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
      assert.deepEqual(await visited.driver.executeScript("return window.complaints"), []);
      // The browser's own log has its warnings, too.
      const log = can("log") ? await visited.driver.manage().logs().get("browser") : [];
      assert.deepEqual(log.map((entry) => entry.message), []);
    }));
}

test("commands are listed with their keys, and run", () =>
  visit({}, async (page) => {
    /** @type {import("../../www/types.js").CommandInfo[]} */
    const commands = await page.call("commands");
    const find = (/** @type {string} */ id) => commands.find((command) => command.id === id);
    const undo = { id: "edit.undo", label: "Undo", menu: "Edit", keys: ["Ctrl+Z"], enabled: false, params: [], asks: false, preview: false, repeats: true, changes: true };
    assert.deepEqual(find("edit.undo"), undo);
    assert.deepEqual(find("edit.redo")?.keys, ["Ctrl+Shift+Z", "Ctrl+Y"]);
    assert.equal(await page.call("run", "tool.eraser"), true);
    assert.equal(await (await page.find("#eraser")).getAttribute("aria-pressed"), "true");
    assert.equal(await page.call("run", "no.such.command"), false);
  }));

test("the scripting surface paints nothing by itself and refuses absurd values", () =>
  visit({}, async (page) => {
    const refused = (/** @type {string} */ script) =>
      page.driver.executeScript(`try { ${script}; return "accepted"; } catch (error) { return error.message; }`);
    assert.match(String(await refused("undoodle.newDocument({ width: 0, height: 5 })")), /width 0/);
    assert.match(String(await refused("undoodle.setColor('reddish')")), /colour "reddish"/);
    assert.match(String(await refused("undoodle.setTool('pencil', { size: 65 })")), /size 65: expected 1..=64/);
    assert.match(String(await refused("undoodle.run('layer.opacity', { opacity: 256 })")), /opacity 256: expected 0..=255/);
    assert.match(String(await refused("undoodle.run('layer.opacity', { colour: 1 })")), /argument "colour"/);
    assert.match(String(await refused("undoodle.run('layer.delete', { layer: 7 })")), /accepted/, "it is not enabled with one layer");
    assert.match(String(await refused("undoodle.setTool('laser')")), /tool "laser"/);
    assert.match(String(await refused("undoodle.pixel(64, 0)")), /x 64: expected 0..=63/);
    const file = await page.driver.executeAsyncScript(`
      const done = arguments[0];
      const bytes = undoodle.encode();
      undoodle.newDocument({ width: 3, height: 2 });
      undoodle.open(bytes, "again.png").then(() => done([bytes.constructor.name, undoodle.size()]), (e) => done(e.message));`);
    assert.deepEqual(file, ["Uint8Array", { width: 64, height: 64 }]);
    const said = await page.driver.executeAsyncScript(
      "undoodle.open(new Uint8Array([1, 2, 3]), 'x.png').then(() => arguments[0]('opened'), (e) => arguments[0](e.message))",
    );
    assert.match(said, /^this is not a file that Undoodle opens: expected Undoodle, PNG, /);
  }));
