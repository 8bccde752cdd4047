/**
 * The bar while a file is read, which appears only if that takes a while, and can be stopped.
 */

import { nothing, render } from "lit/html.js";
import { html, named, say } from "../words.js";

/** How long reading may take before anything is said, in milliseconds. */
const PATIENCE_MS = 300;

/**
 * Waits for a file being read, and says so if it takes long.
 * @template T
 * @param {string} name The file's name.
 * @param {(signal: AbortSignal, tell: (share: number) => void) => Promise<T>} read
 * @param {AbortSignal} [from] Stops it as well.
 * @returns {Promise<T>}
 */
export async function whileReading(name, read, from) {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (from?.aborted) stop();
  from?.addEventListener("abort", stop);
  const dialog = Object.assign(document.createElement("dialog"), { id: "reading-dialog" });
  dialog.setAttribute("aria-labelledby", "reading-title");
  const draw = (/** @type {number} */ share) => render(html`
    <h2 id="reading-title">${say`Reading “${named(name)}”`}</h2>
    <progress value=${share > 0 ? share : nothing} max="1" aria-labelledby="reading-title"></progress>
    <form method="dialog" class="choices"><button id="reading-stop">Stop</button></form>`, dialog);
  dialog.addEventListener("close", () => stopping.abort());
  const timer = setTimeout(() => {
    if (document.querySelector("dialog[open]")) return;
    draw(0);
    document.body.append(dialog);
    dialog.showModal();
  }, PATIENCE_MS);
  try {
    return await read(stopping.signal, (share) => {
      if (dialog.open) draw(share);
    });
  } finally {
    clearTimeout(timer);
    dialog.remove();
  }
}
