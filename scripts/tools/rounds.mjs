/**
 * All journeys and the tests of the scripts over and over, beside loops that keep the processors busy, to find those that fail by chance.
 *
 * Problem: a journey that fails once in a hundred runs is a lie that somebody pays for with an hour, and a machine at rest does not show it.
 * Idea: rounds of what `npm test` makes in all browsers, with other work beside them, each with the files dealt to processes anew, so that a
 * journey runs after others than it usually does. A failed round does not end the run, as the next may show another lie. Invariant: what was
 * kept of a round's failures stays, in `target/rounds/SEED/`.
 *
 *     npm run tool -- rounds --times 10 --busy 2 --seed 1
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { attempt, Failure, root } from "../run.mjs";
import { browserTasks } from "../setup.mjs";
import { perform } from "../tasks.mjs";
import { allIn, forget, sumsOf, wantedBrowsers } from "../testing/journeys.mjs";
import { node, testsIn } from "../testing/native.mjs";
import { failedIn } from "../testing/step.mjs";
import { browserEnvironment } from "../testing/web.mjs";

/** What a browser's journeys came to in a round. @typedef {{name: string, words: string, failed: string[], ok: boolean, output: string}} Made */

/** Stands for the tests of the scripts. */
const SCRIPTS = "scripts";

/** Makes a browser's journeys once. @param {string} name @param {number} seed @returns {Promise<Made>} */
async function make(name, seed) {
  const { program, args, env } = allIn(name, seed);
  const { ok, output } = await attempt(program, args, { env });
  const { passed, failed, skipped } = sumsOf(name);
  return { name, ok, output, words: `${passed} of ${passed + failed}${skipped > 0 ? ` (${skipped} can't be)` : ""}`, failed: failedIn(output) };
}

/** Runs the tests of the scripts once: some of them drive a browser, too. @returns {Promise<Made>} */
async function testScripts() {
  const { program, args, env } = node(testsIn("scripts"), browserEnvironment())();
  const { ok, output } = await attempt(program, args, { env });
  const count = (/** @type {string} */ word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  return { name: SCRIPTS, ok, output, words: `${count("pass")} of ${count("tests")}`, failed: failedIn(output) };
}

/** Makes one round: the tests of the scripts, the other browsers side by side, and Chromium after them, as `npm test` does. @param {string[]} names @param {number} seed */
async function round(names, seed) {
  forget();
  const scripts = await testScripts();
  const made = await Promise.all(names.filter((name) => name !== "chromium").map((name) => make(name, seed)));
  if (names.includes("chromium")) made.push(await make("chromium", seed));
  made.push(scripts);
  const folder = path.join(root, "target", "rounds", String(seed));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const kept = path.join(root, "target", "failures");
  if (existsSync(kept)) renameSync(kept, path.join(folder, "failures"));
  for (const { name, ok, output } of made) if (!ok) writeFileSync(path.join(folder, `${name}.txt`), output);
  return made;
}

/** Keeps processors busy until this program ends. @param {number} loops */
function keepBusy(loops) {
  // Linux shares processors out among sessions first: a loop within this one would get what is left of its share.
  const busy = Array.from({ length: loops }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore", detached: true }));
  for (const loop of busy) loop.unref();
  process.on("exit", () => { for (const loop of busy) loop.kill(); });
}

/** A whole number of at least `least`. @param {string} name @param {string} text @param {number} least */
function whole(name, text, least) {
  if (!/^\d+$/.test(text) || Number(text) < least) throw new Failure(`${name} ${text}: expected a whole number from ${least} on`);
  return Number(text);
}

/** @param {string[]} words */
export async function main(words) {
  const { values } = parseArgs({ args: words, options: { times: { type: "string", default: "10" }, busy: { type: "string", default: "2" }, seed: { type: "string", default: "1" } } });
  const [times, loops, first] = [whole("times", values.times, 1), whole("busy", values.busy, 0), whole("seed", values.seed, 0)];
  const names = wantedBrowsers();
  const columns = [...names, SCRIPTS];
  await perform(browserTasks(names));
  keepBusy(loops);
  console.log(`\n${times} rounds beside ${loops} busy loops\n\n| seed | ${columns.join(" | ")} | s | failed |\n|${columns.map(() => "---|").join("")}---|---:|---|`);
  let broken = 0;
  for (let seed = first; seed < first + times; seed += 1) {
    const begin = performance.now();
    const made = await round(names, seed);
    if (made.some(({ ok }) => !ok)) broken += 1;
    const of = (/** @type {string} */ name) => made.find((one) => one.name === name)?.words;
    console.log(`| ${seed} | ${columns.map(of).join(" | ")} | ${Math.round((performance.now() - begin) / 1000)} | ${made.flatMap(({ failed }) => failed).join("; ")} |`);
  }
  if (broken > 0) throw new Failure(`${broken} of ${times} rounds failed; what they showed is in target/rounds/`);
}
