/**
 * The form of a command, made from its parameters.
 *
 * All commands share this one dialog; none has a dialog of its own. If the command has a preview,
 * each change shows it at once, and Cancel ends it without a step. Errors are reported in the
 * dialog, which stays open.
 */

import { render } from "lit/html.js";
import { colorAll } from "../controls.js";
import { sentence } from "../failures.js";
import { saidBy } from "../messages.js";
import { codeOf, subjectOf } from "../codes.js";
import { FROM_DIALOG } from "../how.js";
import { formField } from "./formfields.js";
import { branchChoices } from "./branches.js";
import { choiceGrid } from "./choices.js";
import { Sides } from "./sides.js";
import { States } from "./states.js";
import { sliceChoices, sliceFields } from "./slices.js";
import { tagChoices } from "./tags.js";
import { formRow } from "./dialogparts.js";
import { named, say } from "../words.js";

/** @import { Arguments, CommandInfo, Engine, Param } from "../types.js" */

/** What a form says beneath its fields, by the command's id. @type {Map<string, (values: Arguments) => string>} */
export const notes = new Map();

/** Values with which the next form of a command begins, in place of its defaults, by the command's id. @type {Map<string, Arguments>} */
export const given = new Map();

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

/** What accepting the form of a command does, and the commands that it is said of. Any other form is applied. @type {[string, string[]][]} */
const DONE = [
  [say("Add"), ["frame.tag", "palette.add", "palette.extend", "slice.add", "slice.add-key"]],
  [say("Adjust"), ["edit.brightness", "edit.hue"]],
  [say("Change"), ["palette.set"]],
  [say("Choose"), ["history.paint-from"]],
  [say("Crop"), ["image.crop-content", "image.crop-selection"]],
  [say("Delete"), ["edit.delete", "frame.delete", "frame.delete-tag", "group.delete", "layer.delete", "palette.delete", "slice.delete", "slice.delete-key"]],
  [say("Duplicate"), ["frame.duplicate", "group.duplicate", "layer.duplicate"]],
  [say("Edit"), ["frame.edit-tag", "slice.edit"]],
  [say("Go"), ["history.branch", "history.goto", "history.step"]],
  [say("Move"), ["frame.move", "frame.move-cels", "group.move", "layer.move", "palette.move"]],
  [say("Outline"), ["edit.outline"]],
  [say("Pin"), ["history.pin"]],
  [say("Play"), ["frame.play", "view.play-life", "view.play-sand"]],
  [say("Remap"), ["image.remap"]],
  [say("Rename"), ["group.rename", "layer.rename"]],
  [say("Replace"), ["edit.replace-color"]],
  [say("Resize"), ["image.resize"]],
  [say("Rotate"), ["edit.rotate"]],
  [say("Scale"), ["edit.scale", "image.scale"]],
  [say("Set"), ["frame.cel-properties", "frame.duration", "history.memory", "history.undo-settings", "image.background", "image.grid", "image.tile", "view.onion-settings"]],
  [say("Shift"), ["image.offset"]],
  [say("Sort"), ["palette.sort"]],
];

/** What the button that accepts a form does, by the command's id. */
const verbs = new Map(DONE.flatMap(([verb, ids]) => ids.map((id) => [id, verb])));

/** A number outside of its range. */
const OUTSIDE = "{what} must be from {min} to {max}, not {n}";

/** The form: the command that it is about, the values in its fields, and what is done with them. */
class Form {
  #engine;
  #dialog = /** @type {HTMLDialogElement} */ (find("#form-dialog"));
  #fields = find("#form-fields");
  /** @type {CommandInfo | null} */
  #command = null;
  /** @type {Arguments} */
  #values = {};
  /** What it began with. @type {Arguments} */
  #defaults = {};
  /** The parameters that it asks for. @type {Param[]} */
  #params = [];
  #sides = new Sides();
  #states;
  /** Errors of fields that hold no number that can be taken, whose values are stale. @type {Map<string, string>} */
  #unread = new Map();
  #showing = false;
  #again = false;
  /** Whether what the form was accepted for is done now. */
  #accepting = false;
  /** Stops what the form was accepted for. */
  #stopAccepted = () => {};
  /** Keys that are pressed while what was accepted is done. @type {KeyboardEvent[]} */
  #keys = [];

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    this.#states = new States(engine);
  }

  /** @param {string} text */
  #complain(text) {
    find("#form-error").textContent = text;
  }

  /** Returns an error as people read it: fields by their labels, counted from 1. @param {unknown} error */
  #told(error) {
    const said = saidBy(error);
    if (codeOf(said) !== OUTSIDE) return sentence(error);
    const [low, high] = said.slice(2);
    const param = this.#command?.params.find(({ name }) => name === subjectOf(said));
    const one = param?.counted ? 1 : 0;
    return param ? say`${param.label}: from ${Number(low) + one} to ${Number(high) + one}` : sentence(error);
  }

  /** Shows what the values would do. What was chosen while a preview was made is shown after it. */
  async #show() {
    this.#again = true;
    if (this.#showing) return;
    this.#showing = true;
    while (this.#again) {
      this.#again = false;
      let wrong = [...this.#unread.values()][0] ?? "";
      try {
        await this.#engine.send((editor) => {
          const { id, preview } = this.#command ?? {};
          // What was accepted meanwhile is not shown any more, but done.
          if (id && preview && !this.#accepting) editor.plan_preview(id, this.#taken());
        }, FROM_DIALOG);
      } catch (error) {
        wrong = this.#told(error);
      }
      if (this.#accepting) this.#again = false;
      else this.#complain(wrong);
    }
    this.#showing = false;
  }

  /** @param {Param} param @param {number | string | boolean} value */
  #set(param, value) {
    // What is said of a tag or a slice is said of the chosen one.
    const chosen = (param.list === "tags" || param.list === "slices") && this.#params.length > 1;
    const more = chosen ? this.#ofChosen(param.list, value) : this.#sides.follow(param.name, value);
    this.#values = { ...this.#values, ...more, [param.name]: value };
    // Per cent say what the sides say.
    for (const name of [param.name, ...Object.keys(more), "percent"]) this.#unread.delete(name);
    this.#draw();
    void this.#show();
  }

  /** Returns what a tag or a slice has, by the names of the form's fields. @param {string | undefined} list @param {unknown} at @returns {Arguments} */
  #ofChosen(list, at) {
    const { picture } = this.#engine;
    return list === "slices" ? sliceFields(picture, Number(at)) : { ...picture.drawing.tags[Number(at)] };
  }

  /** Returns what the tag or the slice has that a form was opened for. @param {Arguments | undefined} known @returns {Arguments} */
  #ofKnown(known) {
    if (known?.slice !== undefined) return this.#ofChosen("slices", known.slice);
    return known?.tag === undefined ? {} : this.#ofChosen("tags", known.tag);
  }

  /** @param {string} name @param {string} why */
  #misread(name, why) {
    this.#unread.set(name, why);
    this.#draw();
    void this.#show();
  }

  /** Returns a parameter with as many places as the list has that it is a place in. @param {Param} param @returns {Param} */
  #placed(param) {
    const { layers, frames, tags, slices, palette } = this.#engine.picture.drawing;
    /** @type {Record<string, readonly unknown[]>} */
    const lists = { layers, frames, tags, slices, palette };
    const list = param.list && lists[param.list];
    return list ? { ...param, max: Math.max(param.min ?? 0, list.length - 1) } : param;
  }

  /** The values as the command takes them. */
  #taken() {
    return Object.fromEntries(Object.entries(this.#values).map(([name, value]) => {
      // A name that is shown in another language, and left so, stays what it is.
      const first = this.#defaults[name];
      return [name, typeof first === "string" && value === named(first) ? first : value];
    }));
  }

  /** Renders a parameter's row. @param {Param} param */
  #row(param) {
    const { name, label, hint, kind, list, columns } = param;
    const value = this.#values[name];
    if (columns) return choiceGrid(param, String(value), (chosen) => this.#set(param, chosen));
    const id = `form-${name}`;
    if (kind === "state") return formRow(id, label, this.#states.field(id, label, (chosen) => this.#set(param, chosen)), hint);
    return formRow(id, label, formField(param, kind === "choice" ? String(value) : value, {
      id,
      typing: true,
      // The place in a list is a number, even where it is chosen by name.
      set: (chosen) => this.#set(param, list ? Number(chosen) : chosen),
      // The form can't be accepted until it is a number that can be taken.
      wrong: (why) => this.#misread(name, why),
      blamed: this.#unread.has(name) ? "form-error" : undefined,
    }), hint);
  }

  /** Renders the rows of both sides at once, if the command scales. */
  #sidesRows() {
    const set = (/** @type {Arguments} */ change) => {
      this.#values = { ...this.#values, ...change };
      for (const name of ["percent", ...Object.keys(change)]) this.#unread.delete(name);
      this.#draw();
      void this.#show();
    };
    return this.#sides.rows(this.#values, set, (why) => this.#misread("percent", why), this.#unread.has("percent") ? "form-error" : undefined);
  }

  #draw() {
    render([this.#params.map((param) => this.#row(param)), this.#sidesRows()], this.#fields);
    /** @type {HTMLButtonElement} */ (find("#form-ok")).disabled = this.#unread.size > 0;
    find("#form-said").textContent = notes.get(this.#command?.id ?? "")?.(this.#values) ?? "";
    colorAll(this.#fields, ".form-color", this.#params.filter(({ kind }) => kind === "color").map(({ name }) => String(this.#values[name])));
  }

  /**
   * Does what the form was accepted for, with the values of that moment. Meanwhile the form takes nothing, and keys wait.
   * @param {CommandInfo} asked
   */
  async #accept(asked) {
    const args = this.#taken();
    const focused = document.activeElement;
    let [begun, stopping] = [false, false];
    this.#accepting = true;
    this.#fields.inert = true;
    // Nobody needs the preview that is being made.
    if (this.#showing) this.#engine.stop();
    this.#stopAccepted = () => {
      stopping = true;
      if (begun) this.#engine.stop();
    };
    try {
      await this.#engine.send((editor) => {
        if (stopping) throw new DOMException(say("stopped: nothing has changed"), "AbortError");
        begun = true;
        editor.plan_run(asked.id, args, performance.now());
      }, FROM_DIALOG);
      return true;
    } catch (error) {
      // The form goes on, so they were about nothing.
      this.#keys = [];
      this.#complain(this.#told(error));
      return false;
    } finally {
      this.#accepting = false;
      this.#fields.inert = false;
      if (focused instanceof HTMLElement) focused.focus();
    }
  }

  /** @param {boolean} accepted */
  async #finish(accepted) {
    const asked = this.#command;
    if (!asked) return;
    if (this.#accepting) {
      // It is under way, or about to begin: the form stays until it is done, or stopped.
      if (!accepted) this.#stopAccepted();
      return;
    }
    if (accepted) {
      if (this.#unread.size > 0) {
        void this.#show();
        return;
      }
      if (!await this.#accept(asked)) return;
    } else if (asked.preview) {
      this.#engine.stop();
      this.#engine.send((editor) => editor.preview_end());
    }
    this.#command = null;
    this.#dialog.close();
    for (const event of this.#keys.splice(0)) document.body.dispatchEvent(new KeyboardEvent(event.type, event));
  }

  /** Opens the form of a command. @param {CommandInfo} info */
  async #open(info) {
    const branches = info.params.some(({ list }) => list === "branches");
    const found = await this.#engine.ask((editor) => ({
      defaults: editor.defaults(info.id), asked: editor.asked_for(info.id), branches: branches ? editor.branch_rows() : [],
    })).catch((error) => this.#engine.failed(error));
    if (!found || document.querySelector("dialog[open]")) return void given.delete(info.id);
    this.#command = info;
    const known = given.get(info.id);
    this.#defaults = { ...found.defaults, ...this.#ofKnown(known), ...known };
    given.delete(info.id);
    this.#values = Object.fromEntries(Object.entries(this.#defaults).map(([name, value]) => [name, typeof value === "string" ? named(value) : value]));
    // Hidden parameters keep their defaults: the active layer or frame, or the one cel that there is.
    this.#params = info.params.filter(({ name }) => found.asked.includes(name)).map((param) => {
      if (param.list === "branches") return branchChoices(this.#engine, param, found.branches, Number(this.#values[param.name]));
      if (param.list === "slices") return sliceChoices(this.#engine, param);
      return param.list === "tags" ? tagChoices(this.#engine, param) : this.#placed(param);
    });
    this.#sides.begin(info.id, this.#values);
    for (const { name, kind } of this.#params) if (kind === "state") this.#states.begin(info.id, Number(this.#values[name]), () => this.#draw());
    this.#unread.clear();
    find("#form-title").textContent = info.label;
    find("#form-ok").textContent = verbs.get(info.id) ?? say("Apply");
    this.#draw();
    // A preview must not be dimmed or covered by the dialog.
    this.#dialog.classList.toggle("aside", info.preview);
    // What the form of a palette shows is in the panel.
    this.#dialog.classList.toggle("beside", info.menu === "Palette");
    this.#dialog.showModal();
    // Who changes a colour wants to type its digits; which one it is they have said by pressing it.
    const first = (info.id === "palette.set" && this.#fields.querySelector(".form-hex")) || this.#fields.querySelector("input:not([type=range]), select, .form-state");
    if (first instanceof HTMLElement) first.focus();
    if (first instanceof HTMLInputElement && (first.type === "number" || first.type === "text")) first.select();
    void this.#show();
  }

  /** Adds the event listeners: the form opens when the engine asks for it. */
  connect() {
    // A key that is pressed right after Enter is about the picture.
    for (const type of /** @type {const} */ (["keydown", "keyup"])) {
      document.addEventListener(type, (event) => {
        if (!this.#accepting || event.key === "Escape") return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.key !== "Enter" && !event.repeat) this.#keys.push(event);
      }, { capture: true });
    }

    this.#engine.on("form", (info) => this.#open(info));
    find("#form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#finish(true);
    });
    // Chromium alone accepts a form by Enter on a slider.
    find("#form").addEventListener("keydown", (event) => {
      const { key, target, currentTarget } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" || !(target instanceof HTMLInputElement) || target.type !== "range") return;
      event.preventDefault();
      /** @type {HTMLFormElement} */ (currentTarget).requestSubmit();
    });
    find("#form-cancel").addEventListener("click", () => void this.#finish(false));
    // Escape fires "cancel" and then "close"; in some cases only "close".
    this.#dialog.addEventListener("cancel", (event) => {
      if (this.#accepting) event.preventDefault();
      void this.#finish(false);
    });
    this.#dialog.addEventListener("close", () => void this.#finish(false));
    this.#engine.on("panic", () => this.#dialog.close());
  }
}

/** Opens the form whenever the engine asks for it. @param {Engine} engine */
export function formPanel(engine) {
  new Form(engine).connect();
}
