/**
 * The rows of the form that exports: an option's label, its control, what it does, and what is wrong with it.
 */

import { numberInput } from "../fields.js";
import { formField } from "./formfields.js";
import { patternField } from "./patterns.js";
import { html, say } from "../words.js";

/** @import { OptionInfo } from "../io/formats.js" */
/** @import { Drawing, Param } from "../types.js" */
/** @import { Names } from "../../pkg/files/formats.js" */
/** @import { Value } from "../fields.js" */

/** The frames from one to another, as the option has them: counted from 1. */
const RANGE = /^(\d+)-(\d+)$/;

/** How long a value has to stay before the file is encoded, in milliseconds: a slider that is drawn passes many, and a pattern is typed letter by letter. */
const [REST_MS, TYPING_MS] = [120, 400];

/**
 * @typedef {object} RowParts
 * @property {Drawing} drawing
 * @property {number} shown The frame that is shown, from 0.
 * @property {Names} [names] What pictures and files are called.
 * @property {string} wrong A sentence about what was chosen or typed; empty if nothing is wrong.
 * @property {(value: Value, rest: number) => void} set Called with each value, and how long it has to stay.
 * @property {(why: string) => void} misread Called with a sentence about typed text that can't be the value.
 */

/** Returns `true` if a value of the option of frames is of frames that a drawing has. @param {unknown} value @param {Drawing} drawing */
export function hasFrames(value, { tags, frames }) {
  const [, from, to] = RANGE.exec(String(value)) ?? [];
  if (from) return Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= frames.length;
  return value === "shown" || tags.some(({ name }) => value === `tag:${name}`);
}

/** The frames that can be chosen: all, the shown one, those of each tag, and from one to another. @param {RowParts} parts */
function framesOf({ drawing: { tags, frames }, shown }) {
  return [
    { id: "all", label: say`All ${frames.length} frames` },
    { id: "shown", label: say`Frame ${shown + 1}` },
    ...tags.map(({ name, from, to }) => ({ id: `tag:${name}`, label: `${name} (${from + 1}–${to + 1})` })),
    { id: "range", label: say("First to last frame") },
  ];
}

/** Renders the choice of frames, with two numbers for those from one to another. @param {Param} param @param {string} value @param {RowParts} parts */
function framesField(param, value, { drawing: { frames: { length } }, set, misread }) {
  const ends = RANGE.exec(value)?.slice(1).map(Number);
  const turnTo = (/** @type {Value} */ id) => set(id === "range" ? `1-${length}` : id, REST_MS);
  // An end that is typed past the other one takes that along.
  const end = (/** @type {number} */ at, /** @type {number} */ number) => {
    if (ends) set(at === 0 ? `${number}-${Math.max(number, ends[1])}` : `${Math.min(number, ends[0])}-${number}`, REST_MS);
  };
  const box = (/** @type {number} */ at, /** @type {string} */ id, /** @type {string} */ label) => numberInput({
    id: `export-${id}`, label, value: ends?.[at] ?? 1, min: 1, max: length, set: (number) => end(at, number), wrong: misread,
  });
  return html`<span class="export-frames">
    ${formField(param, ends ? "range" : value, { id: `export-${param.name}`, set: turnTo })}
    ${ends ? html`<span class="export-range">${box(0, "from", say("First frame"))}<span aria-hidden="true">–</span>${box(1, "to", say("Last frame"))}</span>` : ""}
  </span>`;
}

/** Returns an option as a parameter that a field can be made of. @param {OptionInfo} option @param {RowParts} parts @returns {Param} */
function paramOf({ id, label, hint, kind, min, max, choices }, parts) {
  const base = { name: id, label, hint, shown: true };
  if (kind === "frames") return { ...base, kind: "choice", choices: framesOf(parts) };
  if (kind === "number") return { ...base, kind, min, max, step: 1 };
  return { ...base, kind: /** @type {Param["kind"]} */ (kind), choices };
}

/** Renders the row of an option. @param {OptionInfo} option @param {Value} value @param {RowParts} parts */
export function optionRow(option, value, parts) {
  const { names, wrong, set, misread } = parts;
  const [param, id] = [paramOf(option, parts), `export-${option.id}`];
  const blamed = wrong ? `${id}-wrong` : undefined;
  const hinted = option.hint ? `${id}-hint` : undefined;
  const control = () => {
    if (option.kind === "frames") return framesField(param, String(value), parts);
    if (option.kind === "pattern") return patternField(option, String(value), { names, set: (text) => set(text, TYPING_MS), blamed, hinted });
    // A control that refuses a value shows the one that holds: what is said is about what was typed.
    return formField(param, value, { id, set: (chosen) => set(chosen, REST_MS), wrong: misread, hinted: [blamed, hinted].filter(Boolean).join(" ") || undefined });
  };
  return html`<div class="form-row export-row"><label for=${id}>${option.label}</label>
    <div class="export-field" data-kind=${option.kind}>${control()}
      ${blamed ? html`<span id=${blamed} class="field-error">${wrong}</span>` : ""}
      ${hinted ? html`<span id=${hinted} class="export-hint">${option.hint}</span>` : ""}
    </div></div>`;
}
