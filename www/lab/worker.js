/**
 * The worker that measures.
 *
 * Problem: measuring a large recording takes many seconds, and times that are shorter than a tick of the clock are told only
 * by many repetitions. Idea: a worker has a module of its own and measures there, while the page goes on. It is asked
 * once, says which system is at work and what came of it, and is ended by the page.
 */
import { load, measureAlone, sentence, takeBackAlone } from "./engine.js";

/** @import { Measure, Settings, TakenBack } from "./engine.js" */
/** @typedef {{text: string, settings: Settings, systems: number}} Order */
/** @typedef {{kind: "begun", index: number} | {kind: "done", measure: Measure} | {kind: "takenBack", found: TakenBack | undefined} | {kind: "failed", why: string}} Report */

/** Minimum time of all strokes, of all undos and of all redos, in milliseconds: many ticks of the clock, which has ten a millisecond. */
const LEAST = 5;
/** Time after which a recording is not run again, in milliseconds. */
const PATIENCE = 2000;

/** Adds up the times of two runs, and what was done in them. @param {Measure} a @param {Measure} b @returns {Measure} */
const together = (a, b) => ({
  ...a,
  act_ms: a.act_ms + b.act_ms,
  commit_ms: a.commit_ms + b.commit_ms,
  made: a.made + b.made,
  undo_ms: a.undo_ms + b.undo_ms,
  undos: a.undos + b.undos,
  redo_ms: a.redo_ms + b.redo_ms,
  redos: a.redos + b.redos,
});

/** Runs a system through a recording until the clock can tell its strokes, or patience has gone. @param {number} index @param {Order} order */
function measured(index, { text, settings }) {
  const start = performance.now();
  let all = measureAlone(index, text, settings, LEAST);
  while (all.act_ms < LEAST && all.made > 0 && performance.now() - start < PATIENCE) {
    all = together(all, measureAlone(index, text, settings, LEAST));
  }
  return all;
}

/** Takes the middle step of a recording back several times; the least times count. @param {Order} order */
function takenBack({ text, settings }) {
  const start = performance.now();
  let least = takeBackAlone(text, settings);
  while (performance.now() - start < PATIENCE / 4) {
    const found = takeBackAlone(text, settings);
    least = { ...found, script_ms: Math.min(least.script_ms, found.script_ms), undoodle_ms: Math.min(least.undoodle_ms, found.undoodle_ms) };
  }
  return least;
}

/** @param {Report} report */
const tell = (report) => self.postMessage(report);

self.onmessage = async (/** @type {MessageEvent<Order>} */ { data }) => {
  try {
    await load();
    let steps = 0;
    for (let index = 0; index < data.systems; index += 1) {
      tell({ kind: "begun", index });
      const measure = measured(index, data);
      steps = measure.steps;
      tell({ kind: "done", measure });
    }
    // The last system forgets nothing here.
    tell({ kind: "takenBack", found: steps > 0 ? takenBack(data) : undefined });
  } catch (error) {
    tell({ kind: "failed", why: sentence(error) });
  }
};
