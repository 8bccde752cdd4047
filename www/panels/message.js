/**
 * A short message, which disappears by itself.
 *
 * One of a few words stands in the status line; what is longer, a failure or an offer stands over the picture's lower edge.
 * A message is announced politely and stays for as long as reading it takes; a failure stays
 * longer and is announced at once, and goes when something has succeeded after it. A message may offer a command: then it has a button and
 * stays until the pointer and the focus have left it, or until the command is disabled.
 * The next message replaces the last one.
 */

import { shownKeys } from "../controls.js";

/** @import { Engine, OfferEffect } from "../types.js" */

/** Display time of a message per character, within bounds, in milliseconds. */
const READING_MS = 60;
const SHORTEST_MS = 2000;
const LONGEST_MS = 8000;
/** Display times of failures and of offers, in milliseconds. */
const ERROR_MS = 9000;
const OFFER_MS = 8000;
/** Number of characters for which the status line has room. */
const BRIEF = 80;
/** Duration of the style's fade, in milliseconds. */
const FADE_MS = 400;

/** Number of characters of a name, such as a file's, that a message shows. */
const NAME = 80;

/** Returns a text without signs that turn or break a line, and with long names cut: a file may be called anything. @param {string} text */
function tame(text) {
  const plain = text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ");
  return plain.replaceAll(/([“„])([^“”„]*)([”“])/gu, (whole, from, name, to) => ([...name].length > NAME ? `${from}${[...name].slice(0, NAME).join("")}…${to}` : whole));
}

/** Returns the display time of a message. @param {string} text */
function readingTime(text) {
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, READING_MS * text.length));
}

/** Names what has been done: another text after each thing. @param {Engine} engine */
function doings(engine) {
  if (!engine.started) return "";
  const { serial, position, ahead, layer, frame, tool } = engine.state;
  return [serial, position, ahead, layer, frame, tool].join();
}

/**
 * Shows the messages and offers of the engine.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function messagePanel(engine, place) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** What had been done when the message was shown. */
  let done = "";
  /** The command whose button is shown. @type {string | null} */
  let offered = null;

  const hide = () => {
    clearTimeout(timer);
    // The button can't be pressed while it fades.
    for (const button of place.querySelectorAll("button")) button.disabled = true;
    offered = null;
    place.classList.remove("shown");
    timer = setTimeout(() => place.replaceChildren(), place.classList.contains("brief") ? 0 : FADE_MS);
  };

  /** @param {number} time */
  const hideAfter = (time) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Don't hide the button while somebody is about to press it.
      if (offered && place.matches(":hover, :focus-within")) hideAfter(SHORTEST_MS);
      else hide();
    }, time);
  };

  /** @param {string} text @param {"info" | "error"} tone @param {HTMLElement[]} more */
  const show = (text, tone, ...more) => {
    offered = null;
    place.setAttribute("role", tone === "error" ? "alert" : "status");
    place.replaceChildren(tame(text), ...more);
    place.classList.toggle("error", tone === "error");
    place.classList.toggle("offer", more.length > 0);
    place.classList.toggle("brief", tone === "info" && more.length === 0 && text.length <= BRIEF);
    place.classList.add("shown");
    done = doings(engine);
  };

  /** Creates the button that runs the offered command. @param {OfferEffect} offer */
  const offerButton = ({ command, label, run }) => {
    const keys = shownKeys(engine.picture.commands.find(({ id }) => id === command)?.keys ?? []);
    const button = Object.assign(document.createElement("button"), { type: "button", className: "chief", textContent: label, title: keys ? `${label} (${keys})` : label });
    button.addEventListener("click", () => {
      hide();
      if (run) run();
      else engine.invoke(command);
    });
    return button;
  };

  engine.on("message", ({ text, tone }) => {
    show(text, tone);
    hideAfter(tone === "error" ? ERROR_MS : readingTime(text));
  });
  engine.on("offer", (offer) => {
    // The status line has its words.
    if (offer.quiet) return;
    show(offer.text, "info", offerButton(offer));
    offered = offer.command || null;
    hideAfter(OFFER_MS);
  });
  // Who is asked on the picture has no use for what was said before, and it would lie over the question in a small window.
  engine.on("ask", ({ what }) => {
    if (what === "take-back" || what === "merge") hide();
  });
  // What has succeeded since.
  engine.shows(["steps", "cel", "tool"], () => {
    if (place.matches(".error.shown") && doings(engine) !== done) hide();
  });
  engine.shows(["stroke", "menus"], (picture) => {
    // A stroke under way only delays the command. Who asks for commands before something is offered has all of them fetched at once.
    if (!offered || picture.state.active) return;
    if (!picture.commands.some(({ id, enabled }) => id === offered && enabled)) hide();
  });
}
