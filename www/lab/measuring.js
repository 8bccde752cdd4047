/**
 * Measuring, as the page sees it: a worker that is started for each order and ended when it is done, has failed or is
 * cancelled. The page takes input meanwhile, and nothing that the worker holds is the page's.
 */

/** @import { Measure, Settings } from "./engine.js" */
/** @import { Order, Report } from "./worker.js" */

/**
 * Measures every system alone on a recording.
 * @param {Order} order
 * @param {(done: Measure[]) => void} progress Hears of each system that begins, with what those before it have come to.
 * @param {AbortSignal} signal Cancels the measuring.
 * @returns {Promise<Measure[]>} What was measured: fewer than all systems if it was cancelled.
 */
export async function measureAll(order, progress, signal) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {Measure[]} */
  const done = [];
  try {
    await new Promise((resolve, reject) => {
      signal.addEventListener("abort", resolve);
      worker.onerror = () => reject(new Error("Measuring could not be started"));
      worker.onmessage = (/** @type {MessageEvent<Report>} */ { data }) => {
        if (data.kind === "failed") reject(new Error(data.why));
        else if (data.kind === "begun") progress([...done]);
        else if (done.push(data.measure) === order.systems) resolve(undefined);
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
  return done;
}
