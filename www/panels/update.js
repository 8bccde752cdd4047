/**
 * The card that offers a new version of the site.
 *
 * A new version is stored beside the one in use, and taken when a person says so: the drawing is kept first, then the page
 * is opened again and brings it back with its history. Other tabs go on as they are, and offer to be opened again. Invariant:
 * without that word no page is reloaded.
 */

import { render } from "lit/html.js";
import { storeSite } from "../kept/site.js";
import { style } from "../style.js";
import updateStyle from "../styles/update.css?url";
import { html, say } from "../words.js";

/** How often a page that stays open asks for a new version at most, in milliseconds. */
const OFTEN_MS = 3_600_000;

/** How long a new version may take to take over before the button can be pressed again, in milliseconds. */
const PATIENCE_MS = 10_000;

/** @import { Keeper } from "../kept/keeper.js" */

/** Looks for new versions, now and whenever the page is shown again. @param {ServiceWorkerRegistration} registration @param {() => void} offer */
function watch(registration, offer) {
  // The first version has nobody to ask: nothing was there before.
  const look = () => registration.active && registration.waiting && offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  look();

  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < OFTEN_MS) return;
    last = Date.now();
    registration.update().catch(() => {}); // There is no network; next time there may be one.
  });
}

/**
 * Stores the site, and offers its new versions.
 * @param {Keeper} keeper
 * @param {HTMLElement} stage The card lies over it, and it gets the focus back.
 */
export async function updateCard(keeper, stage) {
  // Some browsers have none in a private window.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  /** @type {ServiceWorkerRegistration | undefined} */
  let registration;
  /** @type {HTMLElement | undefined} */
  let place;
  let [offered, asked] = [false, false];
  let controlled = serviceWorker.controller !== null;

  const take = async () => {
    asked = true;
    draw();
    // If the drawing can't be kept, the browser asks whether to leave the page.
    await keeper.kept().catch(() => {});
    if (registration?.waiting) registration.waiting.postMessage("take over");
    else location.reload();
    setTimeout(() => {
      asked = false;
      draw();
    }, PATIENCE_MS);
  };
  const later = () => {
    offered = false;
    draw();
    stage.focus({ preventScroll: true });
  };
  const draw = () => {
    if (!place) return;
    place.hidden = !offered;
    const back = keeper.keeping.state === "lost" ? say("Save the drawing first: it is not kept in this browser.") : say("The drawing comes back with its history.");
    render(offered ? html`
      <p role="status">A new version of Undoodle is ready. <span>${back}</span></p>
      <button id="update-now" type="button" class="chief" ?disabled=${asked} @click=${take}>${asked ? say("Reloading…") : say("Reload")}</button>
      <button id="update-later" type="button" ?disabled=${asked} @click=${later}>Later</button>` : "", place);
  };
  const offer = async () => {
    if (!place) {
      place = Object.assign(document.createElement("div"), { id: "update", className: "card", hidden: true });
      place.setAttribute("role", "group");
      place.setAttribute("aria-label", say("New version"));
      await style(updateStyle);
      stage.append(place);
      keeper.watch(draw);
    }
    offered = true;
    draw();
  };
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    // Another tab has taken the new version, and this page came from the one before.
    else if (controlled) void offer();
    controlled = true;
  });

  registration = await storeSite();
  if (registration) watch(registration, () => void offer());
}
