/**
 * A drawing's history played by itself, from its first step to the last.
 *
 * Problem: nobody sees that a picture can be watched being painted before somebody has dragged the history's slider. Idea: the slider
 * runs by itself for some seconds, and the picture is looked at as it was before each step, which the editor ends by itself whatever is
 * done next. Invariant: the drawing and its history are what they were, and any press, key or turn of the wheel ends it at once.
 */

import { say } from "../language.js";

/** @import { Engine } from "../types.js" */

/** Time that it takes, in milliseconds. */
const LENGTH_MS = 5000;

/** The class that the page has meanwhile: messages about single steps are not shown. */
const WATCHING = "watching";

/** What ends it, if a person does it: a page rehearses a key (`warm.js`). */
const STOPS = /** @type {const} */ (["pointerdown", "keydown", "wheel"]);

/** The step that is looked at, while a history is played. @type {number | undefined} */
let looked;

/** Returns the step that the history's slider is to be at, while a history is played. */
export const watched = () => looked;

/** Returns the steps that can be undone, the oldest first, by their ids. @param {Engine} engine */
function stepsOf(engine) {
  return engine.ask((editor) => editor.step_rows(1, engine.state.position).rows.map(({ id }) => id));
}

/** Says how it is watched again. @param {Engine} engine */
function sayHow(engine) {
  const slider = document.querySelector("#history-slider");
  engine.say(slider?.checkVisibility() ? say("Drag the slider to see it painted again") : say("Open the history and drag its slider to see it painted"), "info");
}

/** Shows the state before each step, as time goes by. Resolves when it has ended or was ended. @param {Engine} engine @param {number[]} steps @param {AbortSignal} signal */
function play(engine, steps, signal) {
  return new Promise((resolve) => {
    const { serial } = engine.state;
    const begin = performance.now();
    const frame = (/** @type {number} */ now) => {
      const at = Math.floor((Math.max(0, now - begin) / LENGTH_MS) * steps.length);
      if (signal.aborted || at >= steps.length) return resolve(undefined);
      // Another drawing, or something that was done, ends the look.
      if (engine.state.serial !== serial || (looked !== undefined && engine.state.looking === null)) return resolve(undefined);
      if (at !== looked && engine.run("history.peek", { commit: steps[at] })) looked = at;
      // The panel follows a moment later.
      const slider = document.querySelector("#history-slider");
      if (slider instanceof HTMLInputElement) slider.value = String(looked ?? 0);
      next();
    };
    const next = () => requestAnimationFrame(() => engine.look(() => frame(performance.now())));
    next();
  });
}

/** Plays the history of the open drawing. With reduced motion it is only said that this can be done. @param {Engine} engine */
export async function watch(engine) {
  const steps = await stepsOf(engine);
  // The slider is to be as long as the history of the drawing that has just come.
  engine.settle();
  if (steps.length === 0) return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const ended = new AbortController();
    for (const type of STOPS) window.addEventListener(type, ({ isTrusted }) => isTrusted && ended.abort(), { capture: true, signal: ended.signal });
    document.body.classList.add(WATCHING);
    await play(engine, steps, ended.signal);
    ended.abort();
    looked = undefined;
    await engine.ask();
    if (engine.state.looking !== null) engine.run("history.peek-end");
    engine.settle();
    document.body.classList.remove(WATCHING);
  }
  sayHow(engine);
}
