/** A sprite drawn by keys alone, by the words that the page speaks. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { WALK, told, walk } from "./blindfold.mjs";
import { downloaded } from "./disk.mjs";
import { visit } from "./visit.mjs";

const PAGE = new URL("../../docs/blindfold.md", import.meta.url);

test("the words of the live regions suffice to draw, animate and export a sprite by keys", () =>
  visit({}, async (page) => {
    const steps = await walk(page);
    assert.deepEqual(await page.call("size"), { width: 16, height: 16 });
    const fill = await page.pixel(8, 5);
    const rows = (await page.pixels()).map((row) => row.map((color) => ({ "#00000000": ".", "#000000ff": "K", [fill]: "o" })[color] ?? color).join(""));
    assert.deepEqual(rows, [
      "................",
      ".....KKKKKK.....",
      "....KooooooK....",
      "...KooooooooK...",
      "..KooooooKoooK..",
      "..KooooooooooK..",
      "..KooooooooooK..",
      "...KooooooooK...",
      "....KooooooK....",
      ".....KKKKKK.....",
      "......KKKK......",
      "......K..K......",
      "......K..K......",
      "......K..K......",
      "......KKKK......",
      "................",
    ]);
    // The frame that is shown has one spot; the file has all three.
    const film = await downloaded(page, ".gif");
    assert.equal(film.toString("latin1").split("\x21\xf9\x04").length - 1, 3, "frames");
    if (process.env.UNDOODLE_WRITE) writeFileSync(PAGE, told(steps));
    const written = readFileSync(PAGE, "utf8");
    for (const [what] of WALK) assert.ok(written.includes(`| ${what} |`), `docs/blindfold.md lacks “${what}”: run npm run tool -- blindfold`);
  }));
