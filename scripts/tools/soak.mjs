/**
 * Kills the browser over and over while somebody paints, and looks at what is there afterwards.
 *
 * Strokes, fills, flips, undo, redo, ways through the history, what is brought back, pins and saves come from real input and
 * commands, chosen by a seed; with little memory, so that steps lie on the disk alone and checkpoints are asked for. After each
 * of them the state is noted: every pixel, the position, the steps. Now and then the page is asked whether all is on the disk.
 * Then the browser gets SIGKILL, or the process that shows the page alone, between two actions, in the middle of one, or of a
 * stroke. When the page is there again, the drawing must be in one of the noted states, not before the last that was
 * acknowledged; or one action beyond the last, whose undo leads to it.
 *
 *     npm run soak -- --kills 200 --seed 7
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { answerPicker } from "../../tests/browser/disk.mjs";
import { openPicture } from "../../tests/browser/pictures.mjs";
import { withProfile } from "../../tests/browser/profile.mjs";
import { Failure } from "../run.mjs";

/** @typedef {import("../../tests/browser/profile.mjs").Visit} Visit */

/** Side of the drawing, in pixels: a flip of its noise takes an eighth of the memory. */
const SIDE = 192;

/** The least memory that one may choose, in MB. */
const MEMORY = 1;

/** Milliseconds in which nothing changes once an action is done. */
const SETTLE = 30;

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

/** What must be the same afterwards, and the step that led there. @typedef {{pixels: string, history: string, here: number}} State */

/** Sums up all pixels and the history in the page: cyrb53, by bryc, in the public domain. */
const LOOK = `
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const color of undoodle.pixels().flat()) {
    const value = parseInt(color.slice(1), 16);
    one = Math.imul(one ^ value, 2654435761);
    other = Math.imul(other ^ value, 1597334677);
  }
  const { position, steps, branches, pinned, base } = undoodle.history();
  return {
    pixels: [one >>> 0, other >>> 0].join(),
    history: [position, steps.length, branches.length, pinned.length].join(),
    here: position > 0 ? steps[position - 1].id : base,
  };`;

/** @param {Visit} page @returns {Promise<State>} */
const glance = (page) => page.driver.executeScript(LOOK);

/** Looks when what was done is done: its steps may have had to be read. @param {Visit} page @returns {Promise<State>} */
async function look(page) {
  for (let before = await glance(page); ; ) {
    await sleep(SETTLE);
    const now = await glance(page);
    if (now.pixels === before.pixels && now.history === before.history) return now;
    before = now;
  }
}

/** @param {(end: number) => number} any @returns {[number, number][]} */
function way(any) {
  const count = 2 + any(3);
  return Array.from({ length: count }, () => [any(SIDE), any(SIDE)]);
}

/** A step of the history, or the state before all of them. @param {Visit} page @param {(end: number) => number} any */
async function anyStep(page, any) {
  const { steps, base } = await page.call("history");
  return any(4) === 0 || steps.length === 0 ? base : steps[any(steps.length)].id;
}

/** Goes to a step, which may have to be read first. @param {Visit} page @param {number} commit */
async function goTo(page, commit) {
  await page.call("run", "history.goto", { commit });
  await page.driver.wait(async () => (await glance(page)).here === commit, 10_000, `step ${commit} was not reached`);
}

/** What somebody may do, each as often as it stands here. @type {((page: Visit, any: (end: number) => number) => Promise<unknown>)[]} */
const DEEDS = [
  ...Array.from({ length: 7 }, () => (/** @type {Visit} */ page, /** @type {(end: number) => number} */ any) => page.drag(way(any))),
  ...Array.from({ length: 3 }, () => (/** @type {Visit} */ page) => page.undo()),
  ...Array.from({ length: 2 }, () => (/** @type {Visit} */ page) => page.redo()),
  // Pins lie in memory, which may have no room for one more.
  (page) => page.call("run", "history.pin").catch(() => {}),
  (page) => page.call("run", "layer.add"),
  async (page, any) => {
    await page.call("run", "layer.choose", { layer: 0 });
    await page.call("run", ["edit.flip-horizontal", "edit.flip-vertical", "edit.invert"][any(3)]);
  },
  async (page, any) => {
    await page.call("setTool", "fill");
    await page.drag([[any(SIDE), any(SIDE)]]);
    await page.call("setTool", "pencil");
  },
  async (page, any) => page.call("run", "history.goto", { commit: await anyStep(page, any) }),
  async (page) => {
    const { aside } = await page.call("history");
    // What was done since may lie where these steps did: then it is refused, and nothing changes.
    if (aside) await page.call("run", "history.bring-back", { commit: aside.commit }).catch(() => {});
  },
  async (page) => {
    await answerPicker(page, ["soak.undoodle"]);
    await page.call("run", "file.save");
  },
];

/** Does something. @param {Visit} page @param {(end: number) => number} any */
const act = (page, any) => DEEDS[any(DEEDS.length)](page, any);

/**
 * Plays until the browser is killed.
 * @param {Visit} page
 * @param {(end: number) => number} any
 * @param {State} found
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
  const kill = KILLS[any(KILLS.length)];
  const under = await kill(page, any);
  return { states: states.slice(acknowledged), under };
}

/** @param {Promise<unknown>} action Whose end nobody may live to see. */
const unheard = (action) => void action.catch(() => {});

/**
 * The ways in which it ends. Each returns whether something was under way that may be there or not.
 * @type {((page: Visit, any: (end: number) => number) => Promise<boolean>)[]}
 */
const KILLS = [
  // The browser, between two actions.
  async (page, any) => {
    await sleep(any(120));
    await page.kill();
    return false;
  },
  // The browser, in the middle of something.
  async (page, any) => {
    unheard(act(page, any));
    await sleep(any(120));
    await page.kill();
    return true;
  },
  // The process that shows the page, in the middle of something, and soon the browser.
  async (page, any) => {
    unheard(act(page, any));
    await sleep(any(120));
    await page.killShown();
    await sleep(any(40));
    await page.kill();
    return true;
  },
  // The process that shows the page, right after something; the browser goes on.
  async (page, any) => {
    if (any(2) === 0) await page.drag(way(any), { hold: true });
    await page.killPage();
    return false;
  },
];

/**
 * Checks a drawing that somebody was about to change: the last state before that reached the disk is a step of it. Those after the
 * acknowledged one, which is the first, may have gone with the browser.
 * @param {Visit} page @param {State} found @param {State[]} states
 */
async function oneBeyond(page, found, states) {
  for (const state of states.toReversed()) {
    const gone = await goTo(page, state.here).then(() => false, (error) => {
      if (/expected one that is in the history/.test(String(error))) return true;
      throw error;
    });
    if (gone) continue;
    const before = await look(page);
    if (before.pixels !== state.pixels) throw new Failure(`what was under way is there by half: ${found.history} after ${state.history}`);
    return before;
  }
  throw new Failure(`the acknowledged state is no step of what is there: ${found.history} after ${states[0].history}`);
}

/**
 * Compares what is there with what may be there.
 * @param {Visit} page
 * @param {{states: State[], under: boolean}} before
 */
async function compare(page, { states, under }) {
  const found = await look(page);
  const same = states.findIndex(({ pixels, history }) => pixels === found.pixels && history === found.history);
  if (same >= 0) return { found, kept: same === states.length - 1 };
  if (!under) throw new Failure(`the drawing is in no state that it was in since it was acknowledged: ${found.history}`);
  const before = await oneBeyond(page, found, states);
  return { found: before, kept: before.here === states[states.length - 1].here };
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
    await openPicture(page, SIDE, (x, y) => [Math.imul(x * 7, y * 13 + 5) >>> 9 & 255, Math.imul(x, y) & 255, x & 255]);
    await page.call("run", "history.memory", { megabytes: MEMORY });
    await page.call("run", "view.fit");
    let found = await look(page);
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = await play(page, any, found);
      // The page alone was killed if its browser can still be used.
      if (!page.runs) page = await start();
      await page.call("run", "view.fit");
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
