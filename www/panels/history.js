/**
 * The panel of the history: a slider through time, pinned states, the list of steps, and how full its memory is.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import chevron from "lucide-static/icons/chevron-down.svg?raw";
import pinSvg from "lucide-static/icons/pin.svg?raw";
import searchSvg from "lucide-static/icons/search.svg?raw";
import settingsSvg from "lucide-static/icons/settings-2.svg?raw";
import unpinSvg from "lucide-static/icons/x.svg?raw";
import { memory } from "../amounts.js";
import { commandButton, icon } from "../controls.js";
import { onForgotten, set } from "../settings.js";
import { Soon } from "../soon.js";
import { CLOSE, isHistoryOpen } from "./leftcolumn.js";
import { probePanel } from "./probe.js";
import { Search } from "./search.js";
import { Steps } from "./steps.js";
import { watched } from "./watch.js";
import { html, say } from "../words.js";

/** @import { Editor, Engine, StepRows } from "../types.js" */

/** Name of the setting that says whether the panel is open. */
const OPEN = "history open";

/** Returns the list of pinned states. @param {Engine} engine @param {StepRows["pinned"]} pinned */
const pins = (engine, pinned) => html`<ul class="pins" aria-label="Pinned states">${pinned.map(({ id, label }) => html`<li class="item" data-commit=${id}>
  <button type="button" class="pin-name item-name" title="Go to “${say(label)}”" @click=${() => engine.run("history.goto", { commit: id })}>${icon(pinSvg)}<span class="clipped">${say(label)}</span></button>
  <button type="button" class="pin-off small" aria-label="Unpin “${say(label)}”" title="Unpin" @click=${() => engine.run("history.unpin", { commit: id })}>${icon(unpinSvg)}</button>
</li>`)}</ul>`;

/**
 * Goes to the step that a slider asks for, with the next frame.
 * @param {Engine} engine
 * @param {() => void} refused Called if the history can't go there now: the slider goes back.
 */
function scrubber(engine, refused) {
  /** The step that is asked for, until the history has gone there. @type {number | undefined} */
  let wanted;
  const travel = () => {
    const step = wanted;
    wanted = undefined;
    if (step !== undefined && !engine.run("history.step", { step })) refused();
  };
  const soon = new Soon(() => engine.look(travel));
  return {
    get wanted() {
      return wanted;
    },
    scrub: (/** @type {number} */ step) => {
      wanted = step;
      soon.ask();
    },
  };
}

/**
 * Adds what finds steps above the list of them: who made a pixel, and the search.
 * @param {Engine} engine
 * @param {{place: HTMLElement, list: HTMLElement, stage: HTMLElement, miniatures: import("./miniatures.js").Miniatures}} parts
 * @param {() => void} open Opens the panel.
 */
function finders(engine, { place, list, stage, miniatures }, open) {
  const search = new Search(engine, stage, miniatures);
  list.before(search.bar, search.list.element);
  probePanel(engine, { place, before: search.bar, stage, miniatures });
  engine.on("ask", ({ what }) => {
    if (what !== "search") return;
    document.dispatchEvent(new CustomEvent("reveal", { detail: "history" }));
    open();
    search.toggle(true);
  });
}

/** Draws when another state is the one that the history brush paints from, which has a mark. @param {Engine} engine @param {() => void} draw */
function followSource(engine, draw) {
  let source = "";
  engine.shows(["tool"], ({ state }) => {
    const now = JSON.stringify(state.source);
    if (now !== source) draw();
    source = now;
  });
}

/**
 * Draws the history.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {HTMLElement} stage Where the picture is.
 * @param {import("./miniatures.js").Miniatures} miniatures
 */
export function historyPanel(engine, place, stage, miniatures) {
  let open = isHistoryOpen();
  /** @type {StepRows | undefined} */
  let info;

  const head = document.createElement("div");
  const list = document.createElement("div");
  const foot = Object.assign(document.createElement("div"), { className: "history-foot" });
  list.className = "steps";
  for (const [name, value] of Object.entries({ id: "steps", role: "tree", tabindex: "0", "aria-label": say("Steps, the oldest first") })) list.setAttribute(name, value);
  place.append(head, list, foot);
  const steps = new Steps(engine, list, stage, miniatures);
  finders(engine, { place, list, stage, miniatures }, () => open || toggle());

  const slider = scrubber(engine, () => draw());

  const toggle = () => {
    open = !open;
    set(OPEN, open);
    draw();
  };

  const drawHead = () => {
    const { position, steps: last, pinned } = info ?? { position: 0, steps: 0, pinned: [] };
    const { commands, state: { looking } } = engine.picture;
    render(html`
      <h2><button id="history-toggle" type="button" aria-expanded=${String(open)} aria-controls="steps" @click=${toggle}>${icon(chevron)}History</button>
        <span class="count clipped" title="Current step of all steps" ?hidden=${!open}>${looking ? say`looking: ${say(looking)}` : html`${position} / ${last}`}</span></h2>
      ${open ? html`
        <div class="history-bar">
          <input id="history-slider" type="range" min="0" max=${last} step="1" .value=${live(String(slider.wanted ?? watched() ?? position))} ?disabled=${last === 0}
            aria-label="Step" aria-valuetext="Step ${position} of ${last}" title="Go through the history"
            @input=${(/** @type {Event} */ event) => slider.scrub(/** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber)}>
          ${commandButton(engine, commands, { command: "history.find", id: "history-find", svg: searchSvg })}
          ${commandButton(engine, commands, { command: "history.pin", id: "history-pin", svg: pinSvg })}
          ${commandButton(engine, commands, { command: "history.undo-settings", id: "history-settings", svg: settingsSvg })}
        </div>
        ${pinned.length > 0 ? pins(engine, pinned) : ""}` : ""}`, head);
  };

  const draw = () => engine.look(drawAll);

  /** @param {Editor} editor */
  const drawAll = (editor) => {
    place.classList.toggle("open", open);
    list.hidden = !open;
    foot.hidden = !open;
    if (open) info = steps.update(editor);
    drawHead();
    const { bytes, budget } = info ?? { bytes: 0, budget: 1 };
    render(html`<meter id="history-meter" min="0" max=${budget} .value=${bytes} aria-label="Memory of the history"></meter>
      <button id="history-memory" type="button" title="When this is full, the oldest steps move to the disk or are forgotten. Click to set the limit"
        @click=${() => engine.invoke("history.memory")}>${memory(bytes)} of ${memory(budget)}</button>`, foot);
  };

  const renew = () => {
    open = isHistoryOpen();
    draw();
  };
  onForgotten(renew);
  // Another window has other room, as long as nobody has chosen.
  CLOSE.addEventListener("change", renew);
  engine.shows(["steps"], draw);
  followSource(engine, draw);
  // Whether a state can be pinned changes while a stroke is under way; the list does not.
  engine.shows(["History"], drawHead);
}
