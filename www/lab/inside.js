/**
 * A card for each system with its contents: arenas, queues, the ring, descriptions; and the settings
 * for some of them. A new setting creates all systems anew, and replays everything painted in them.
 */
import { nothing, render } from "lit/html.js";
import { bytes, colorClass, count } from "./words.js";
import { numberInput, readBy } from "../fields.js";
import { notNumber, readNumber } from "../numbers.js";
import { html, say } from "../words.js";

/** @import { Engine, Fact, Wishes } from "./engine.js" */

const MEGABYTE = 1024 * 1024;
/** Maximum number of slots that are drawn; a longer ring is described in words. */
const SLOTS = 120;
/** Maximum number of steps that are listed. */
const NAMED = 6;

/** @type {Record<string, {wish: keyof Wishes, label: string, unit: string, scale: number, least: number, most: number}>} */
const CHOICES = {
  "delta-swap": { wish: "arena", label: say("Arena"), unit: "MB", scale: MEGABYTE, least: 1, most: 1024 },
  snapshots: { wish: "snapshots", label: say("Snapshots"), unit: say("copies"), scale: 1, least: 3, most: 1000 },
  commands: { wish: "command", label: say("Largest command"), unit: "MB", scale: MEGABYTE, least: 1, most: 1024 },
  undoodle: { wish: "budget", label: say("Budget"), unit: "MB", scale: MEGABYTE, least: 1, most: 1024 },
};

/** @typedef {{words: string, after?: {title: string, by: string, address: string}}} About */

/** How each system works, and after which article. @type {Record<string, About>} */
const ABOUT = {
  "delta-swap": {
    words: say("Copies what a step may touch, keeps what changed, and swaps copy and picture to undo."),
    after: { title: "Implementing A Simple Undo System", by: say("Logan Forman, who builds on rxi's"), address: "https://loganforman.com/writing/implementing-a-simple-undo-system.html" },
  },
  "save-points": {
    words: say("Pushes a part of the picture, as it is, onto a ring queue before it changes."),
    after: { title: "Simple Undo/Redo System in Odin", by: "Jakub Tomšů", address: "https://jakubtomsu.github.io/posts/simple_undo_redo_in_odin/" },
  },
  snapshots: {
    words: say("Copies the whole picture after each step into a ring of slots."),
    after: { title: "How to design simple undo/redo functionality?", by: say("the KaM Remake"), address: "https://www.kamremake.com/devblog/how-to-design-simple-undoredo-functionality/" },
  },
  "xor-diffs": {
    words: say("Keeps a second picture, and stores each word that differs as the XOR of both."),
    after: { title: "Undo with Arenas", by: "Alex Mason", address: "https://alexmason.ca/arena-undo.html" },
  },
  commands: {
    words: say("Keeps objects that can do and undo one thing each, as the Gang of Four describe them."),
    after: { title: "At Your Command", by: "bittermanandy", address: "https://bittermanandy.wordpress.com/2008/08/" },
  },
  script: { words: say("Commands as before, with the strokes that made them: one is skipped, and all later ones are run again.") },
  undoodle: { words: say("The editor's own: small deltas of what changed, packed when they are old, with branches.") },
};

/** Renders how a system works. @param {About | undefined} about */
const described = (about) => about && html`<p class="about">${about.words}
  ${about.after ? html`After <a href=${about.after.address} target="_blank" rel="noreferrer">${about.after.title}</a> by ${about.after.by}.` : nothing}</p>`;

const SLOT_WORDS = {
  empty: say("Empty"),
  earlier: say("An earlier state"),
  current: say("The state as it is"),
  later: say("A state that redo leads to"),
  stale: say("A state that no step leads to"),
};

/** Renders a fact's value. @param {Fact} fact */
function value(fact) {
  switch (fact.kind) {
    case "bytes":
    case "count": {
      const word = fact.kind === "bytes" ? bytes : count;
      if (fact.of === null) return word(fact.used);
      return html`${word(fact.used)} of ${word(fact.of)} <meter max=${fact.of} .value=${fact.used} aria-hidden="true"></meter>`;
    }
    case "colors":
      if (fact.colors.length === 0) return say("none yet");
      return html`<span class="swatches">${fact.colors.map((color) => html`<svg width="16" height="16" role="img" aria-label=${color}><title>${color}</title><rect width="16" height="16" rx="3" fill=${color}></rect></svg>`)}</span>`;
    case "ring": {
      const held = fact.slots.filter((slot) => slot !== "empty").length;
      if (fact.slots.length > SLOTS) return say`${count(held)} of ${count(fact.slots.length)} slots hold a state`;
      return html`<span class="ring">${fact.slots.map((slot) => html`<i class=${slot} title=${SLOT_WORDS[slot]}></i>`)}</span>`;
    }
    case "steps": {
      if (fact.steps.length === 0) return say("none yet");
      const first = Math.max(0, Math.min(fact.done - NAMED / 2, fact.steps.length - NAMED));
      const item = (/** @type {typeof fact.steps[number]} */ { label, bytes: size }, /** @type {number} */ index) => html`
        <li class=${first + index < fact.done ? "done" : "undone"}>${say(label)} <small>${bytes(size)}</small></li>`;
      return html`<ol>${fact.steps.slice(first, first + NAMED).map(item)}</ol>`;
    }
  }
}

/**
 * Draws the cards.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {() => void} interrupt Stops a replay that is under way.
 */
export function showInside(engine, place, interrupt) {
  readBy({ readNumber, notNumber });
  /** What is said of what was typed last that is no number, and the setting that it is about. */
  let unread = { wish: "", why: "" };

  /** Renders the setting of a system, if it has one. @param {string} id */
  const choice = (id) => {
    const chosen = CHOICES[id];
    if (chosen === undefined) return nothing;
    const { wish, label, unit, scale, least, most } = chosen;
    const now = engine.lab.settings()[wish] / scale;
    const choose = (/** @type {number} */ wanted) => {
      unread = { wish: "", why: "" };
      interrupt();
      engine.adopt({ [wish]: wanted * scale });
    };
    const misread = (/** @type {string} */ why) => {
      unread = { wish, why };
      draw();
    };
    return html`<label class="choice">${label}
      ${numberInput({ id: wish, label, value: Math.round(now), min: least, max: most, set: choose, wrong: misread })}
      ${unit} <span class="choice-error" role="alert">${unread.wish === wish ? unread.why : ""}</span></label>`;
  };

  let frame = 0;
  const draw = () => {
    frame = 0;
    const row = (/** @type {Fact} */ fact) => html`<div><dt>${say(fact.name)}</dt><dd>${value(fact)}</dd></div>`;
    const card = (/** @type {{id: string, name: string}} */ { id, name }, /** @type {number} */ index) => html`
      <article class=${colorClass(index)} data-system=${id}>
        <h3><span class="dot"></span>${say(name)}</h3>
        ${described(ABOUT[id])}
        ${choice(id)}
        <dl>${engine.lab.inside(index).map(row)}</dl>
      </article>`;
    render(engine.lab.systems().map(card), place);
  };
  engine.listen((_, settled) => {
    if (settled && !frame) frame = requestAnimationFrame(draw);
  });
}
