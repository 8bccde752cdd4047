/**
 * A question about the drawing that was just opened, over the picture until it is answered.
 *
 * A message goes by itself, and a dialog is in the way of whoever has nothing to say to it. So this one stands at the picture's upper edge: it
 * lets strokes through beside its buttons, outlives messages, and goes when it is taken, dismissed, or a step is made.
 */

import { style } from "../style.js";
import questionStyle from "../styles/question.css?url";
import { say } from "../words.js";

/** @import { Engine } from "../types.js" */

/** The question that is asked, and the step at which it was. @type {{card: HTMLElement, at: string} | undefined} */
let asked;

/** The engine whose steps are heard of. @type {Engine | undefined} */
let heard;

/** Resolves when its style is there. @type {Promise<unknown> | undefined} */
let styled;

/** Names the step that is shown. @param {{serial: number, position: number, ahead: number}} state */
const stepOf = ({ serial, position, ahead }) => [serial, position, ahead].join();

function dismiss() {
  asked?.card.remove();
  asked = undefined;
}

/** Creates a button that ends the question. @param {string} text @param {string} title @param {() => void} run @param {string} [className] */
function buttonOf(text, title, run, className = "") {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, title, className });
  button.addEventListener("click", () => {
    dismiss();
    run();
  });
  return button;
}

/**
 * Asks. Another question takes its place.
 * @param {Engine} engine @param {string} text
 * @param {string} label What agreeing does.
 * @param {() => void} run
 */
export async function ask(engine, text, label, run) {
  await (styled ??= style(questionStyle));
  dismiss();
  const card = Object.assign(document.createElement("div"), { id: "question", className: "card" });
  card.setAttribute("role", "status");
  card.append(text, buttonOf(label, label, run, "chief"), buttonOf("×", say("Dismiss"), () => {}));
  asked = { card, at: stepOf(engine.state) };
  document.querySelector("#message")?.before(card);
  if (heard === engine) return;
  heard = engine;
  engine.shows(["steps"], ({ state }) => {
    if (asked && asked.at !== stepOf(state)) dismiss();
  });
}
