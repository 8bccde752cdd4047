/**
 * The site, stored in this browser so that its pages open without a network.
 *
 * The service worker in `../offline.js` stores it. It is registered when the page is ready and nobody has touched it for some seconds, in an idle
 * moment if there is one, so that nobody waits for it. While a page is open it holds a lock named after its script, by which the worker knows which
 * versions are still needed. A browser that has no service workers, or denies them, shows the pages as well: nothing is said.
 */

import { whenIdle } from "../io/idle.js";
import { untouched } from "./untouched.js";

/** The worker's script, beside the pages. */
const WORKER = "offline.js";

/** Begins the name of the lock; `offline.js` knows it, too. */
const HELD = "undoodle page ";

/** How long nobody has touched the page, which is ready, before the site is stored, in milliseconds. */
const REST_MS = 3000;

/** How long an idle moment is waited for then, in milliseconds: a page that plays something may have none. */
const BUSY_MS = 2000;

/** Resolves after so many milliseconds. @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Stores the site. Resolves to the worker's registration, or to nothing if the browser stores no sites.
 * @returns {Promise<ServiceWorkerRegistration | undefined>}
 */
export async function storeSite() {
  // While it is developed, the site is its sources, and what an earlier one has stored is gone.
  if (import.meta.env.DEV) {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    return undefined;
  }
  const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[type=module]"));
  // Held as long as the page lives.
  navigator.locks?.request(HELD + script?.src, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  await untouched(REST_MS);
  await Promise.race([new Promise((resolve) => whenIdle(resolve)), pause(BUSY_MS)]);
  try {
    return await navigator.serviceWorker.register(new URL(WORKER, document.baseURI));
  } catch {
    return undefined;
  }
}
