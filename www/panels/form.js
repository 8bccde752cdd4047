/**
 * The form of a command, made from its parameters.
 *
 * All commands share this one dialog; none has a dialog of its own. If the command has a preview,
 * each change shows it at once, and Cancel ends it without a step. Errors are reported in the
 * dialog, which stays open.
 */

import { render } from "lit/html.js";
import { anew } from "../anew.js";
import { colorAll } from "../controls.js";
import { sentence } from "../failures.js";
import { field } from "../fields.js";
import { branchChoices } from "./branches.js";
import { choiceGrid } from "./choices.js";
import { Sides } from "./sides.js";
import { tagChoices } from "./tags.js";
import { html, named, say } from "../words.js";

/** @import { Arguments, CommandInfo, Engine, Param } from "../types.js" */

/** What a form says beneath its fields, by the command's id. @type {Map<string, (values: Arguments) => string>} */
export const notes = new Map();

/**
 * Returns the first element that matches.
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** What accepting a form does where its label doesn't begin with it, by the command's id. @type {Record<string, string>} */
const DONE = {
  "image.resize": say("Resize"), "image.scale": say("Scale"), "image.offset": say("Shift"), "image.background": say("Set"), "image.grid": say("Set"), "image.tile": say("Set"),
  "frame.duration": say("Set"), "frame.tag": say("Add"), "history.memory": say("Set"), "history.undo-settings": say("Set"), "view.onion-settings": say("Set"), "edit.hue": say("Adjust"), "edit.brightness": say("Adjust"),
};

/** First words of labels that say what accepting the form does. */
const VERBS = new Set([
  "Add", "Change", "Crop", "Delete", "Duplicate", "Edit", "Export", "Go", "Move", "Outline", "Pin", "Play", "Remap", "Rename", "Replace", "Rotate", "Scale", "Sort",
]);

/** Returns the label of the button that accepts a command's form. @param {CommandInfo & {english?: string}} command */
function verb({ id, label, english }) {
  if (id in DONE) return DONE[id];
  const [first] = (english ?? label).split(" ");
  return say(VERBS.has(first) ? first : "Apply");
}

/** Opens the form whenever the engine asks for it. @param {Engine} engine */
export function formPanel(engine) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#form-dialog"));
  const fields = find("#form-fields");
  /** @type {CommandInfo | null} */
  let command = null;
  /** @type {Arguments} */
  let values = {};
  /** What it began with. @type {Arguments} */
  let defaults = {};
  /** The parameters that it asks for. @type {Param[]} */
  let params = [];
  const sides = new Sides();
  /** Errors of fields that hold no number now, whose values are stale. @type {Map<string, string>} */
  const unread = new Map();

  /** @param {string} text */
  const complain = (text) => {
    find("#form-error").textContent = text;
  };

  /** Returns an error as people read it: fields by their labels, counted from 1. @param {unknown} error */
  const told = (error) => {
    const text = error instanceof Error ? error.message : String(error);
    const [, name, , low, high] = /^(\w+) (\S+): expected (-?[\d.]+)\.\.=(-?[\d.]+)$/.exec(text) ?? [];
    const param = command?.params.find((one) => one.name === name);
    const one = param?.counted ? 1 : 0;
    return param ? say`${param.label}: from ${Number(low) + one} to ${Number(high) + one}` : sentence(error);
  };

  let showing = false;
  let again = false;
  /** Whether what the form was accepted for is done now. */
  let accepting = false;
  let stopAccepted = () => {};
  /** Shows what the values would do. What was chosen while a preview was made is shown after it. */
  const show = async () => {
    again = true;
    if (showing) return;
    showing = true;
    while (again) {
      again = false;
      let wrong = [...unread.values()][0] ?? "";
      try {
        await anew(engine.work, () => {
          const { id, preview } = command ?? {};
          // What was accepted meanwhile is not shown any more, but done.
          return id && preview && !accepting && engine.perform((editor) => editor.plan_preview(id, taken()));
        });
      } catch (error) {
        wrong = told(error);
      }
      if (accepting) again = false;
      else complain(wrong);
    }
    showing = false;
  };

  /** @param {Param} param @param {number | string | boolean} value */
  const set = (param, value) => {
    // What is said of a tag is said of the chosen one.
    const more = param.list === "tags" && params.length > 1 ? { ...engine.picture.drawing.tags[Number(value)] } : sides.follow(param.name, value);
    values = { ...values, ...more, [param.name]: value };
    for (const name of [param.name, ...Object.keys(more)]) unread.delete(name);
    draw();
    void show();
  };

  /**
   * Returns a value as the command takes it: a number beyond an end is that end. As long as it is typed, the field shows what is
   * typed.
   * @param {Param | undefined} param @param {number | string | boolean} value
   */
  const within = (param, value) => {
    if (param?.kind !== "number" || typeof value !== "number") return value;
    const { min = -Infinity, max = Infinity, list } = param;
    const { layers, frames, tags, palette } = engine.picture.drawing;
    /** @type {Record<string, readonly unknown[]>} */
    const lists = { layers, frames, tags, palette };
    const last = list && lists[list] ? Math.max(min, lists[list].length - 1) : max;
    return Math.min(last, Math.max(min, param.step === 1 ? Math.round(value) : value));
  };

  /** @param {string} name */
  const paramOf = (name) => (params.find((param) => param.name === name) ?? command?.params.find((param) => param.name === name));

  /** The values as the command takes them. */
  const taken = () => Object.fromEntries(Object.entries(values).map(([name, value]) => {
    // A name that is shown in another language, and left so, stays what it is.
    const first = defaults[name];
    return [name, typeof first === "string" && value === named(first) ? first : within(paramOf(name), value)];
  }));

  const draw = () => {
    const control = (/** @type {Param} */ param) => field(param, param.kind === "choice" ? String(values[param.name]) : values[param.name], {
      id: `form-${param.name}`,
      typing: true,
      // The place in a list is a number, even where it is chosen by name.
      set: (value) => set(param, param.list ? Number(value) : value),
      // The form can't be accepted until it is a number.
      wrong: (content) => {
        const expected = param.kind === "color" ? say("#rgb, #rgba, #rrggbb or #rrggbbaa") : say("a number");
        unread.set(param.name, say`${param.label} ${content || say("empty")}: expected ${expected}`);
        void show();
      },
    });
    /** @param {Param} param */
    const grid = (param) => choiceGrid(param, String(values[param.name]), (value) => set(param, value));
    render(params.map((param) => (param.columns ? grid(param) : html`<label class="form-row" for="form-${param.name}" title=${param.hint}><span>${param.label}</span>${control(param)}</label>`)).concat(sides.rows(values, (change) => {
      values = { ...values, ...change };
      for (const name of Object.keys(change)) unread.delete(name);
      draw();
      void show();
    }) || []), fields);
    find("#form-said").textContent = notes.get(command?.id ?? "")?.(values) ?? "";
    colorAll(fields, ".form-color", params.filter(({ kind }) => kind === "color").map(({ name }) => String(values[name])));
  };

  /** Keys that are pressed while what was accepted is done. @type {KeyboardEvent[]} */
  let keys = [];

  /**
   * Does what the form was accepted for, with the values of that moment. Meanwhile the form takes nothing, and keys wait.
   * @param {CommandInfo} asked
   */
  const accept = async (asked) => {
    const args = taken();
    const focused = document.activeElement;
    let [begun, stopping] = [false, false];
    accepting = true;
    fields.inert = true;
    // Nobody needs the preview that is being made.
    if (showing) engine.work.stop();
    stopAccepted = () => {
      stopping = true;
      if (begun) engine.work.stop();
    };
    try {
      await anew(engine.work, () => engine.perform((editor) => {
        if (stopping) throw new DOMException(say("stopped: nothing has changed"), "AbortError");
        begun = true;
        return editor.plan_run(asked.id, args, performance.now());
      }));
      return true;
    } catch (error) {
      // The form goes on, so they were about nothing.
      keys = [];
      complain(told(error));
      return false;
    } finally {
      accepting = false;
      fields.inert = false;
      if (focused instanceof HTMLElement) focused.focus();
    }
  };

  /** @param {boolean} accepted */
  const finish = async (accepted) => {
    const asked = command;
    if (!asked) return;
    if (accepting) {
      // It is under way, or about to begin: the form stays until it is done, or stopped.
      if (!accepted) stopAccepted();
      return;
    }
    if (accepted) {
      if (unread.size > 0) {
        void show();
        return;
      }
      if (!await accept(asked)) return;
    } else if (asked.preview) {
      engine.work.stop();
      engine.apply((editor) => editor.preview_end());
    }
    command = null;
    dialog.close();
    for (const event of keys.splice(0)) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
  };

  // A key that is pressed right after Enter is about the picture.
  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    document.addEventListener(type, (event) => {
      if (!accepting || event.key === "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key !== "Enter" && !event.repeat) keys.push(event);
    }, { capture: true });
  }

  engine.on("form", async (info) => {
    const found = await engine.soon((editor) => ({ defaults: editor.defaults(info.id), asked: editor.asked_for(info.id) })).catch((error) => engine.failed(error));
    if (!found || document.querySelector("dialog[open]")) return;
    command = info;
    defaults = found.defaults;
    values = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, typeof value === "string" ? named(value) : value]));
    // Hidden parameters keep their defaults: the active layer or frame, or the one cel that there is.
    params = info.params.filter(({ name }) => found.asked.includes(name)).map((param) => {
      if (param.list === "branches") return branchChoices(engine, param, Number(values[param.name]));
      return param.list === "tags" ? tagChoices(engine, param) : param;
    });
    sides.begin(info.id, values);
    unread.clear();
    find("#form-title").textContent = info.label;
    find("#form-ok").textContent = verb(info);
    draw();
    // A preview must not be dimmed or covered by the dialog.
    dialog.classList.toggle("aside", info.preview);
    // What the form of a palette shows is in the panel.
    dialog.classList.toggle("beside", info.menu === "Palette");
    dialog.showModal();
    const first = fields.querySelector("input:not([type=range]), select");
    if (first instanceof HTMLInputElement && (first.type === "number" || first.type === "text")) first.select();
    void show();
  });
  // Who has typed a number sees what is taken of it.
  fields.addEventListener("change", ({ target }) => {
    const name = target instanceof HTMLInputElement ? target.id.replace("form-", "") : "";
    if (paramOf(name)?.kind !== "number" || unread.has(name)) return;
    values = { ...values, [name]: within(paramOf(name), values[name]) };
    draw();
  });
  find("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    void finish(true);
  });
  find("#form-cancel").addEventListener("click", () => void finish(false));
  // Escape fires "cancel" and then "close"; in some cases only "close".
  dialog.addEventListener("cancel", (event) => {
    if (accepting) event.preventDefault();
    void finish(false);
  });
  dialog.addEventListener("close", () => void finish(false));
  engine.on("panic", () => dialog.close());
}
