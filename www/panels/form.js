/**
 * The form of a command: what it wants to know, made from its parameters.
 *
 * Every command that asks is asked about here, in one dialog; none has a dialog of its own. If
 * the command can be looked at before it is done, each change shows it at once, and Cancel takes
 * it back without a step. What is wrong is said in the dialog, which stays open.
 */

import { html, render } from "lit";
import { colorAll } from "../controls.js";
import { sentence } from "../engine.js";

/** @import { Arguments, CommandInfo, Engine, Param } from "../types.js" */

/** Numbers with a range not larger than this get a slider. */
const SLIDER = 512;

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {Engine} engine */
export function formPanel(engine) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#form-dialog"));
  const fields = find("#form-fields");
  /** @type {CommandInfo | null} */
  let command = null;
  /** @type {Arguments} */
  let values = {};
  /** What to say of fields that hold no number now: the one from before is not meant any more. @type {Map<string, string>} */
  const unread = new Map();

  /** @param {string} text */
  const say = (text) => {
    find("#form-error").textContent = text;
  };

  const show = () => {
    let wrong = [...unread.values()][0] ?? "";
    try {
      const { id, preview } = command ?? {};
      if (id && preview) engine.call((editor) => editor.preview(id, values));
    } catch (error) {
      wrong = sentence(error);
    }
    say(wrong);
  };

  /** @param {Param} param @param {number | string | boolean} value */
  const set = (param, value) => {
    values = { ...values, [param.name]: value };
    unread.delete(param.name);
    draw();
    show();
  };

  /** @param {Param} param */
  const input = (param) => {
    const value = values[param.name];
    const id = `form-${param.name}`;
    /** @param {Event} event */
    const typed = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;
    if (param.kind === "flag") {
      return html`<input id=${id} type="checkbox" .checked=${Boolean(value)}
        @change=${(/** @type {Event} */ event) => set(param, /** @type {HTMLInputElement} */ (event.currentTarget).checked)}>`;
    }
    if (param.kind === "choice") {
      return html`<select id=${id} @change=${(/** @type {Event} */ event) => set(param, typed(event))}>
        ${(param.choices ?? []).map((choice) => html`<option value=${choice.id} ?selected=${choice.id === value}>${choice.label}</option>`)}
      </select>`;
    }
    if (param.kind === "color") {
      const color = String(value);
      const alpha = parseInt(color.slice(7, 9) || "ff", 16);
      return html`<span class="form-color">
        <input id=${id} type="color" aria-label=${param.label} .value=${color.slice(0, 7)}
          @input=${(/** @type {Event} */ event) => set(param, typed(event) + (alpha === 0 ? "ff" : color.slice(7, 9)))}>
        <input id="${id}-alpha" type="range" min="0" max="255" aria-label="${param.label}: opacity" .value=${String(alpha)}
          @input=${(/** @type {Event} */ event) => set(param, color.slice(0, 7) + Number(typed(event)).toString(16).padStart(2, "0"))}>
        <output for="${id}-alpha">${Math.round(alpha / 2.55)}%</output>
      </span>`;
    }
    if (param.kind === "text") {
      return html`<input id=${id} type="text" .value=${String(value)} @input=${(/** @type {Event} */ event) => set(param, typed(event))}>`;
    }
    // What is counted from 0 inside is counted from 1 by people.
    const one = param.counted ? 1 : 0;
    const shown = String(Number(value) + one);
    const ranged = !one && (param.max ?? Infinity) - (param.min ?? 0) <= SLIDER;
    const number = (/** @type {Event} */ event) => {
      // An empty or half typed number is not handed on, and the form is not accepted with it.
      const { value: content, valueAsNumber } = /** @type {HTMLInputElement} */ (event.currentTarget);
      if (content !== "" && Number.isFinite(valueAsNumber)) {
        set(param, valueAsNumber - one);
      } else {
        unread.set(param.name, `${param.label} ${content || "empty"}: expected a number`);
        show();
      }
    };
    return html`<span class="form-number">
      ${ranged ? html`<input type="range" tabindex="-1" aria-hidden="true" min=${param.min ?? 0} max=${param.max ?? 0} step=${param.step ?? "any"} .value=${String(value)} @input=${number}>` : ""}
      <input id=${id} type="number" inputmode="decimal" step=${param.step ?? "any"} .value=${shown} @input=${number}>
    </span>`;
  };

  const draw = () => {
    // A layer or frame is asked about where it stands: the active one is meant.
    const params = (command?.params ?? []).filter(({ name }) => name !== "layer" && name !== "frame");
    render(params.map((param) => html`<label class="form-row" for="form-${param.name}"><span>${param.label}</span>${input(param)}</label>`), fields);
    colorAll(fields, ".form-color", params.filter(({ kind }) => kind === "color").map(({ name }) => String(values[name])));
  };

  /** @param {boolean} accepted */
  const finish = (accepted) => {
    const asked = command;
    if (!asked) return;
    if (accepted) {
      if (unread.size > 0) {
        show();
        return;
      }
      try {
        engine.call((editor) => editor.run(asked.id, values, performance.now()));
      } catch (error) {
        say(sentence(error));
        return;
      }
    } else if (asked.preview) {
      engine.apply((editor) => editor.preview_end());
    }
    command = null;
    dialog.close();
  };

  engine.on("form", (info) => {
    if (document.querySelector("dialog[open]")) return;
    command = info;
    values = engine.apply((editor) => editor.defaults(info.id)) ?? {};
    unread.clear();
    find("#form-title").textContent = info.label;
    draw();
    // What is shown before it is done must not be dimmed or covered by the question.
    dialog.classList.toggle("aside", info.preview);
    dialog.showModal();
    const first = fields.querySelector("input:not([type=range]), select");
    if (first instanceof HTMLInputElement && (first.type === "number" || first.type === "text")) first.select();
    show();
  });
  find("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    finish(true);
  });
  find("#form-cancel").addEventListener("click", () => finish(false));
  // Escape says "cancel" and closes; in some cases it closes without a word, and that is heard later.
  dialog.addEventListener("cancel", () => finish(false));
  dialog.addEventListener("close", () => finish(false));
  engine.on("panic", () => dialog.close());
}
