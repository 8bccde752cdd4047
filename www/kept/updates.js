/**
 * The stored site, and its new versions.
 *
 * The service worker is registered once the page has all of its parts, so that the first visit downloads nothing twice
 * while a person waits. A new version is stored beside the one in use, and taken when a person says so: the drawing is kept first,
 * and the page then opens again with it. The invariant: without that word no page is reloaded.
 */

import { html, render } from "lit/html.js";

/** How often a page that stays open asks whether there is a new version, at the most, in milliseconds. */
const OFTEN = 3_600_000;

/** The worker's script, beside the page. */
const WORKER = "offline.js";

/**
 * Stores the site, and offers its new versions.
 * @param {() => Promise<unknown>} kept Resolves when all is kept.
 * @param {HTMLElement} stage
 */
export async function connectUpdates(kept, stage) {
  // While it is developed, the site is its sources.
  if (import.meta.env.DEV) return;
  const { serviceWorker } = navigator;
  // The browser may have none, or deny it.
  const registration = await serviceWorker?.register(new URL(WORKER, document.baseURI)).catch(() => undefined);
  if (!registration) return;
  const place = Object.assign(document.createElement("div"), { id: "update", hidden: true });
  place.setAttribute("role", "status");
  stage.append(place);
  let taken = false;

  /** @param {ServiceWorker} worker */
  const take = async (worker) => {
    taken = true;
    draw(worker);
    await kept().catch(() => {}); // What is not kept is asked about before the page goes.
    worker.postMessage("take over");
  };
  /** @param {ServiceWorker | null} worker */
  const draw = (worker) => {
    place.hidden = !worker;
    if (worker) render(html`
      <p>There is a new version of Undoodle.</p>
      <button id="update-now" type="button" class="chief" ?disabled=${taken} @click=${() => take(worker)}>Reload with it</button>
      <button id="update-later" type="button" ?disabled=${taken} @click=${() => draw(null)}>Later</button>`, place);
  };
  // The first version needs no word: nothing was there before.
  const offer = () => serviceWorker.controller && registration.waiting && draw(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && offer());
  });
  serviceWorker.addEventListener("controllerchange", () => taken && location.reload());
  offer();

  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < OFTEN) return;
    asked = Date.now();
    registration.update().catch(() => {}); // There is no network; next time there may be.
  });
}
