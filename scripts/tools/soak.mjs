/**
 * Kills the browser over and over while somebody paints, and looks at what is there afterwards.
 *
 * Strokes, undo, redo, branches, pins and saves come from real input, chosen by a seed. After each of
 * them the state is noted: every pixel, the position, the steps. Now and then the page is asked whether
 * all is on the disk. Then the browser gets SIGKILL, between two actions or in the middle of a stroke.
 * When it is started again, the drawing must be in one of the noted states, not before the last that was
 * acknowledged; or one stroke beyond the last, whose undo leads to it.
 *
 *     npm run soak -- --kills 200 --seed 7
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { answerPicker } from "../../tests/browser/disk.mjs";
import { withProfile } from "../../tests/browser/profile.mjs";
import { Failure } from "../run.mjs";

/** @typedef {import("../../tests/browser/profile.mjs").Visit} Visit */

/** Side of the drawing that a new profile starts with, in pixels. */
const SIDE = 64;

/** The most actions between two kills. */
const ACTIONS = 8;

/** Reproducible random numbers: mulberry32. @param {number} seed @returns {(end: number) => number} */
function chance(seed) {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

/** What must be the same afterwards. @param {Visit} page @returns {Promise<{pixels: string, history: string}>} */
async function look(page) {
  const pixels = (await page.pixels()).flat().join("");
  const { position, steps, branches, pinned } = await page.call("history");
  const history = JSON.stringify([position, steps.length, branches.length, pinned.length]);
  return { pixels: createHash("sha256").update(pixels).digest("hex"), history };
}

/** @param {(end: number) => number} any @returns {[number, number][]} */
function way(any) {
  const count = 2 + any(3);
  return Array.from({ length: count }, () => [any(SIDE), any(SIDE)]);
}

/** Does something. @param {Visit} page @param {(end: number) => number} any */
async function act(page, any) {
  const what = any(16);
  if (what < 8) await page.drag(way(any));
  else if (what < 11) await page.undo();
  else if (what < 13) await page.redo();
  else if (what < 14) await page.call("run", "history.pin");
  else if (what < 15) await page.call("run", "layer.add");
  else {
    await answerPicker(page, ["soak.undoodle"]);
    await page.call("run", "file.save");
  }
}

/**
 * Plays until the browser is killed.
 * @param {Visit} page
 * @param {(end: number) => number} any
 * @param {{pixels: string, history: string}} found
 */
async function play(page, any, found) {
  const states = [found];
  let acknowledged = 0;
  for (let left = 1 + any(ACTIONS); left > 0; left -= 1) {
    await act(page, any);
    states.push(await look(page));
    if (any(2) === 0) {
      await page.call("kept");
      acknowledged = states.length - 1;
    }
  }
  const under = any(2) === 0 ? page.drag(way(any)).catch(() => {}) : undefined;
  await sleep(any(120));
  await page.kill();
  await under;
  return { states: states.slice(acknowledged), under: under !== undefined };
}

/**
 * Compares what is there with what may be there.
 * @param {Visit} page
 * @param {{states: {pixels: string, history: string}[], under: boolean}} before
 */
async function compare(page, { states, under }) {
  const found = await look(page);
  const same = states.findIndex(({ pixels, history }) => pixels === found.pixels && history === found.history);
  if (same >= 0) return { found, kept: same === states.length - 1 };
  if (!under) throw new Failure(`the drawing is in no state that it was in since it was acknowledged: ${found.history}`);
  await page.undo();
  const last = states[states.length - 1];
  if ((await look(page)).pixels !== last.pixels) throw new Failure(`the stroke under way is there by half: ${found.history} after ${last.history}`);
  await page.redo();
  return { found: await look(page), kept: true };
}

/** @param {string[]} words */
export async function main(words) {
  const { values } = parseArgs({ args: words, options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: "1" } } });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!Number.isInteger(kills) || kills < 1) throw new Failure(`kills ${values.kills}: expected a whole number from 1 on`);
  const any = chance(seed);
  let latest = 0;
  await withProfile(async (start) => {
    let page = await start();
    let found = await look(page);
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = await play(page, any, found);
      page = await start();
      const seen = await compare(page, before).catch((error) => {
        throw new Failure(`kill ${kill} of ${kills}, seed ${seed}: ${error instanceof Error ? error.message : error}`);
      });
      found = seen.found;
      latest += Number(seen.kept);
      if (kill % 10 === 0) console.log(`${kill} of ${kills} kills: nothing lost; the very last state was there ${latest} times`);
    }
  });
  console.log(`${kills} kills, seed ${seed}: no acknowledged state lost, none by half; the very last state was there ${latest} times`);
}
