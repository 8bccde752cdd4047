/**
 * The table of measurements, with ratios to the last system: how many times more memory or time
 * each of the others takes.
 */
import { nothing, render } from "lit/html.js";
import { average, bytes, colorClass, count, ratio } from "./words.js";
import { html, say } from "../words.js";

/** @import { Measure, TakenBack } from "./engine.js" */

/** @type {{title: string, about: string, value: (measure: Measure) => number, word: (measure: Measure) => string}[]} */
const COLUMNS = [
  { title: say("Bytes per step"), about: say("Memory of the history after all strokes, divided by the steps it can reach"), value: (measure) => measure.bytes_per_step, word: (measure) => bytes(measure.bytes_per_step) },
  { title: say("Reserved"), about: say("Memory that the system had taken besides the picture, in use or not"), value: (measure) => measure.reserved_bytes, word: (measure) => bytes(measure.reserved_bytes) },
  { title: say("Packed"), about: say("Bytes per step after packing in idle moments"), value: (measure) => measure.sealed_bytes_per_step, word: (measure) => bytes(measure.sealed_bytes_per_step) },
  { title: say("A stroke"), about: say("An action from beginning to end, without the painting, on average"), value: (measure) => measure.act_ms / measure.made, word: (measure) => average(measure.act_ms, measure.made) },
  { title: say("An undo"), about: say("On average"), value: (measure) => measure.undo_ms / measure.undos, word: (measure) => average(measure.undo_ms, measure.undos) },
  { title: say("A redo"), about: say("On average"), value: (measure) => measure.redo_ms / measure.redos, word: (measure) => average(measure.redo_ms, measure.redos) },
];

/** Formats milliseconds of something that was done once. @param {number} ms */
const once = (ms) => average(Math.max(ms, 0), 1);

/** Renders what taking the middle step back costs both systems that can, and how their pictures differ. @param {TakenBack} found */
const inTheMiddle = ({ steps, script_ms, undoodle_ms, script_bytes, undoodle_bytes, differing }) => html`<p id="taken-back">
  ${say`The middle one of ${count(steps)} steps taken back, later ones kept: by running the rest again ${once(script_ms)} and ${bytes(script_bytes)}, by Undoodle ${once(undoodle_ms)} and ${bytes(undoodle_bytes)}.`}
  ${differing > 0 ? say`Their pictures differ in ${count(differing)} pixels: a step that is run again may find another area to fill, or paint what it left alone before.` : say("Their pictures are equal.")}
</p>`;

/**
 * Draws the table.
 * @param {HTMLElement} place
 * @param {string} heading
 * @param {Measure[]} measures
 * @param {number} expected Number of measures in the end: ratios need the last one.
 * @param {TakenBack} [takenBack]
 */
export function showMeasures(place, heading, measures, expected, takenBack) {
  const reference = measures.length === expected ? measures[expected - 1] : undefined;
  // A step is lost if another system still has it. Steps that were undone and painted over are not.
  const most = Math.max(0, ...measures.map(({ steps }) => steps));
  const times = (/** @type {number} */ one, /** @type {number} */ other) => (one > 0 && other > 0
    ? html`<span class="ratio">× ${ratio(one, other)}</span>`
    : html`<span class="ratio" title="Too short for the browser's clock to compare">× ?</span>`);
  const cell = (/** @type {Measure} */ measure, /** @type {typeof COLUMNS[number]} */ { title, value, word }) => html`
    <td data-title=${title}>${word(measure)}
      ${reference && reference !== measure ? times(value(measure), value(reference)) : nothing}
    </td>`;
  const line = (/** @type {Measure} */ measure, /** @type {number} */ index) => html`
    <tr class=${colorClass(index)} data-system=${measure.id}>
      <th scope="row"><span class="dot"></span><span class="name">${say(measure.name)}</span></th>
      <td data-title=${say("Reachable")}>${count(measure.steps)}${measure.steps < most ? html`<span class="losses">of ${count(most)}</span>` : nothing}</td>
      ${COLUMNS.map((column) => cell(measure, column))}
    </tr>`;
  render(measures.length === 0 ? nothing : html`<table>
    <caption>${heading}${reference ? html`: each alone, and how many times what ${say(reference.name)} takes` : nothing}</caption>
    <thead><tr>
      <th scope="col">System</th>
      <th scope="col" title="Steps that could be undone in the end">Reachable</th>
      ${COLUMNS.map(({ title, about }) => html`<th scope="col" title=${about}>${title}</th>`)}
    </tr></thead>
    <tbody>${measures.map(line)}</tbody>
  </table>
  ${takenBack ? inTheMiddle(takenBack) : nothing}`, place);
}
