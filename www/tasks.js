/** Tasks and frames of the browser's own loop. */

/** Resolves in a task of its own, after those that wait already. @returns {Promise<void>} */
export function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Resolves in a task that comes after all else that waits, where the browser can tell. @returns {Promise<void>} */
export function lastTask() {
  const { scheduler } = /** @type {{scheduler?: {postTask(task: () => void, options: {priority: string}): Promise<void>}}} */ (/** @type {unknown} */ (globalThis));
  return scheduler?.postTask(() => {}, { priority: "background" }) ?? nextTask();
}

/** Resolves as the next frame begins. @returns {Promise<unknown>} */
export const nextFrame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
