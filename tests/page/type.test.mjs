/** The page's type: three sizes, of which the smallest has 12 pixels, and no role of colour or size that nobody defines. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const folder = new URL("../../www/styles/", import.meta.url);
const sheets = readdirSync(folder).filter((name) => name.endsWith(".css")).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

test("text has one of three sizes, and none is below 12 pixels", () => {
  const scale = [...sheets.map(({ text }) => text).join("\n").matchAll(/^\s*(--type-\d): ([\d.]+)rem;/gm)].map(([, name, rem]) => [name, Number(rem) * 16]);
  assert.deepEqual(scale, [["--type-2", 12], ["--type-3", 13], ["--type-4", 15]]);
  const wrong = sheets.flatMap(({ name, text }) => [...text.matchAll(/font(?:-size)?: ([^;]+);/g)]
    // Fields that a finger types in have 16 pixels, or a phone would zoom the page.
    .filter(([, value]) => !/^(?:inherit|var\(--type-[234]\)|1rem !important)/.test(value) && !/^(?:12|15)px\//.test(value))
    .map(([rule]) => `${name}: ${rule}`));
  assert.deepEqual(wrong, []);
});

test("each role that a sheet uses is defined by a sheet or set by a module", () => {
  const all = sheets.map(({ text }) => text).join("\n");
  const known = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const www = new URL("../../www/", import.meta.url);
  const code = readdirSync(www, { recursive: true }).map(String).filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(name, www), "utf8")).join("\n");
  // What has a fallback may be missing.
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...used].filter((name) => !known.has(name) && !code.includes(`"${name}"`)), []);
});
