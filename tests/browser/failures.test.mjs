/** What is kept of a journey that fails, so that whoever reads the failure can see what happened. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser } from "./browsers.mjs";
import { keepFailure } from "./failures.mjs";
import { visit } from "./visit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

test("a failure names the screenshot, the console's words, the last events of input and what the browser says, which are kept of it", () =>
  visit({ own: true }, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.press("e");
    await page.driver.executeScript("console.error('a word of the console')");
    const failure = new Error("it failed");
    await keepFailure(page.driver, failure);
    const [, names] = /kept: (.*)$/m.exec(failure.stack ?? "") ?? [];
    const files = (names ?? "").split(", ").map((name) => path.join(ROOT, name));
    try {
      const endings = files.map((file) => path.basename(file).replace(/^[^.]*/, ""));
      assert.deepEqual(endings, [".png", ".console.txt", ".input.txt", ".browser.txt"]);
      const [shot, words, input, said] = files.map((file) => readFileSync(file));
      assert.equal(shot.toString("latin1", 1, 4), "PNG");
      assert.match(words.toString(), /a word of the console/);
      assert.match(said.toString(), /\S/, "each browser complains of something, or says where it listens");
      const events = input.toString().trim().split("\n").map((line) => line.split(" ")[2]);
      assert.deepEqual(events.filter((event) => ["pointerdown", "pointerup", "keydown"].includes(event)), ["pointerdown", "pointerup", "keydown"]);
    } finally {
      for (const file of files) rmSync(file, { force: true });
    }
  }));

test("a browser that ends while it starts says why", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-fallen-"));
  const { UNDOODLE_CHROME_SHELL: shell } = process.env;
  try {
    const program = path.join(folder, "fallen");
    writeFileSync(program, "#!/bin/sh\necho a check of its own >&2\nexit 1\n", { mode: 0o755 });
    process.env.UNDOODLE_CHROME_SHELL = program;
    await assert.rejects(startBrowser({}), ({ stack }) => /the browser said: a check of its own/.test(stack));
  } finally {
    process.env.UNDOODLE_CHROME_SHELL = shell ?? "";
    rmSync(folder, { recursive: true, force: true });
  }
});
