/**
 * The options of few choices, and those that outlive the tool, as toggles, each with its picture.
 *
 * Problem: a list hides what there is, and takes two presses for one of four choices. Idea: an option whose choices all have an
 * icon here is drawn as toggles, which are one stop of the Tab key, and keeps its list until the panels have come. Invariant: ids, labels and order are the editor's.
 */

import blend from "lucide-static/icons/contrast.svg?raw";
import circle from "lucide-static/icons/circle.svg?raw";
import droplet from "lucide-static/icons/droplet.svg?raw";
import flipHorizontal from "lucide-static/icons/flip-horizontal-2.svg?raw";
import flipVertical from "lucide-static/icons/flip-vertical-2.svg?raw";
import linear from "lucide-static/icons/slash.svg?raw";
import radial from "lucide-static/icons/circle-dot.svg?raw";
import around from "lucide-static/icons/repeat.svg?raw";
import square from "lucide-static/icons/square.svg?raw";
import stamp from "lucide-static/icons/stamp.svg?raw";
import alpha from "../icons/alpha.svg?raw";
import dither from "../icons/dither.svg?raw";
import { icon } from "../controls.js";
import { drawSourceBy, drawTogglesBy } from "./options.js";
import { sourceButton } from "./source.js";
import { rove } from "./roving.js";
import { html, say } from "../words.js";

/** @import { Param } from "../types.js" */

/** Icons of choices, by the option's name and the choice's id. @type {Record<string, Record<string, string>>} */
const ICONS = {
  shape: { round: circle, square, custom: stamp },
  ink: { normal: droplet, "lock-alpha": alpha, shade: blend, dither },
  gradient: { linear, radial },
};

/** Icons of options that are on or off, and the words before them. @type {Record<string, {svg: string, words?: string}>} */
const FLAGS = { vertical: { svg: flipHorizontal, words: say("Mirror") }, horizontal: { svg: flipVertical }, wrap: { svg: around, words: say("Wrap") } };

/** Renders an option that is on or off. @param {Param} param @param {boolean} on @param {(value: boolean) => void} set */
function toggle({ name, hint }, on, set) {
  const { svg, words } = FLAGS[name];
  return html`${words ? html`<span class="toggle-name" aria-hidden="true">${words}</span>` : ""}<button id="option-${name}" class="tool" type="button" title=${hint}
    aria-label=${hint} aria-pressed=${String(on)} @click=${() => set(!on)}>${icon(svg)}</button>`;
}

/**
 * Renders an option as toggles, or returns `undefined` if there are no icons for it.
 * @param {Param} param @param {number | string | boolean} value @param {(value: string | boolean) => void} set
 */
function toggles(param, value, set) {
  const { name, label, hint, choices = [] } = param;
  if (name in FLAGS) return toggle(param, value === true, set);
  const icons = ICONS[name];
  if (!icons || choices.some(({ id }) => !(id in icons))) return undefined;
  return html`<span class="option" title=${hint}><span aria-hidden="true">${label}</span>
    <span id="option-${name}" class="toggles" role="group" aria-label=${label} @keydown=${rove}>${choices.map((choice) => html`<button type="button" class="tool" data-value=${choice.id} tabindex=${choice.id === value ? 0 : -1}
      title=${choice.label} aria-label=${choice.label} aria-pressed=${String(choice.id === value)} ?disabled=${choice.off} @click=${() => set(choice.id)}>${icon(icons[choice.id])}</button>`)}</span></span>`;
}

/** Has these options drawn as toggles from now on. */
export function connectToggles() {
  drawTogglesBy(toggles);
  drawSourceBy(sourceButton);
}
