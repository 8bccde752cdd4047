/**
 * Measuring, as the page sees it: a worker that is started for each order and ended when it is done, has failed or is
 * cancelled. The page takes input meanwhile, and nothing that the worker holds is the page's.
 */

/** @import { Measure, Settings, TakenBack } from "./engine.js" */
/** @import { Order, Report } from "./worker.js" */

/**
 * Measures every system alone on a recording, and then what taking its middle step back costs.
 * @param {Order} order
 * @param {(done: Measure[]) => void} progress Hears of each system that begins, with what those before it have come to.
 * @param {AbortSignal} signal Cancels the measuring.
 * @returns {Promise<{measures: Measure[], takenBack: TakenBack | undefined}>} What was measured: fewer than all systems if it was
 *   cancelled. Nothing was taken back then, or if there is no step.
 */
export async function measureAll(order, progress, signal) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {Measure[]} */
  const done = [];
  /** @type {TakenBack | undefined} */
  let takenBack;
  try {
    await new Promise((resolve, reject) => {
      signal.addEventListener("abort", resolve);
      worker.onerror = () => reject(new Error("Measuring could not be started"));
      worker.onmessage = (/** @type {MessageEvent<Report>} */ { data }) => {
        if (data.kind === "failed") reject(new Error(data.why));
        else if (data.kind === "begun") progress([...done]);
        else if (data.kind === "done") done.push(data.measure);
        else resolve(void (takenBack = data.found));
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
  return { measures: done, takenBack };
}
