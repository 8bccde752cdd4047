/** What is kept of a journey that fails, so that whoever reads the failure can see what happened. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { keepFailure } from "./failures.mjs";
import { visit } from "./visit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

test("a failure names the screenshot, the console's words and the last events of input that are kept of it", () =>
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
      assert.deepEqual(endings, [".png", ".console.txt", ".input.txt"]);
      const [shot, words, input] = files.map((file) => readFileSync(file));
      assert.equal(shot.toString("latin1", 1, 4), "PNG");
      assert.match(words.toString(), /a word of the console/);
      const events = input.toString().trim().split("\n").map((line) => line.split(" ")[2]);
      assert.deepEqual(events.filter((event) => ["pointerdown", "pointerup", "keydown"].includes(event)), ["pointerdown", "pointerup", "keydown"]);
    } finally {
      for (const file of files) rmSync(file, { force: true });
    }
  }));
