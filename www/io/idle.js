/**
 * Hands idle moments to the editor, which compresses cold commits in them. A slice is a small
 * bounded piece of work, and none is begun unless the browser has a moment left, so input always
 * comes first.
 */

/** @import { Engine } from "../engine.js" */

/** How long it waits after a change, in milliseconds: what follows from that, and often the next one, comes first. */
const REST_MS = 200;

/** Minimum time left in an idle moment to begin a slice, in milliseconds. */
const REST = 4;

/** Time of an idle moment that is used at most, in milliseconds: a moment may be thought to last 50, and input may come before. */
const MOST = 20;

/**
 * Calls back in an idle moment. Browsers without idle callbacks get a short timer.
 * @param {(rest: () => number) => void} work
 * @param {number} [timeout] How long an idle moment is waited for, in milliseconds: a busy machine may have none.
 */
export function whenIdle(work, timeout) {
  if ("requestIdleCallback" in window) {
    requestIdleCallback((deadline) => work(() => deadline.timeRemaining()), timeout === undefined ? undefined : { timeout });
    return;
  }
  setTimeout(() => {
    const end = performance.now() + 2 * REST;
    work(() => end - performance.now());
  }, 200);
}

/** Compresses the history in idle moments. @param {Engine} engine */
export function connectIdle(engine) {
  let waiting = false;
  /** @param {number} ms */
  const wait = (ms) => {
    if (waiting || engine.stopped) return;
    waiting = true;
    setTimeout(() => whenIdle((rest) => {
      waiting = false;
      let more = true;
      const end = performance.now() + MOST;
      while (more && !engine.busy && rest() > REST && performance.now() < end) more = engine.apply((editor) => editor.idle()) ?? false;
      if (more) wait(0);
    }), ms);
  };
  engine.on("state", () => wait(REST_MS));
}
