/**
 * What panels draw, fetched from the editor when it has changed and somebody asks for it.
 *
 * The editor's news have a bit for each kind of things that panels show. Commands and tools never change, and are
 * fetched once; only the keys of commands do, and `bindings.js` writes them there. The state, which commands are enabled, and
 * the layers, frames and colours of a drawing take long to fetch, and many changes of the picture are followed by the next
 * before anybody has looked at them. So each is fetched when it is asked for. While work is under way what was true before it has to do.
 */

import { table } from "./language.js";

/** @import { CommandInfo, Drawing, Editor, Picture, State } from "./types.js" */

/** Kinds that are fetched as the drawing. */
const DRAWN = ["canvas", "layers", "frames", "palette"];

export class Fetching {
  #editor;
  /** The bits of kinds, by their names. @type {Map<string, number>} */
  #bits;
  /** Bits of what is fetched together. @type {number} */
  #canvas;
  /** @type {number} */
  #drawn;
  /** @type {number} */
  #menus;
  /** @type {State | undefined} */
  #state;
  #stateStale = true;
  #movingStale = false;
  /** @type {Drawing | undefined} */
  #drawing;
  #drawingStale = true;
  #enabledStale = true;
  #isFree;

  /** @param {Editor} editor @param {() => boolean} isFree Whether it can be asked now; what was fetched before has to do otherwise. */
  constructor(editor, isFree) {
    this.#editor = editor;
    this.#isFree = isFree;
    this.tools = table(editor.tools());
    this.toolOptions = table(editor.tool_options());
    this.commands = table(editor.commands());
    this.#bits = new Map(editor.kinds().map((kind, bit) => [kind, 1 << bit]));
    const menus = new Set(this.commands.map(({ menu }) => menu));
    this.#bits.set("menus", this.bits([...menus]));
    [this.#canvas, this.#drawn, this.#menus] = [["canvas"], DRAWN, ["menus"]].map((names) => this.bits(names));
  }

  /** Returns the bits of kinds by their names; "menus" stands for all menus. @param {string[]} names */
  bits(names) {
    return names.reduce((bits, name) => {
      const known = this.#bits.get(name);
      if (known === undefined) throw new Error(`the editor has no news of “${name}”`);
      return bits | known;
    }, 0);
  }

  /**
   * Notes what has changed. All of the picture is fetched when it is asked for.
   * @param {number} news
   * @returns {Picture}
   */
  picture(news) {
    this.#drawingStale ||= (news & this.#drawn) !== 0;
    this.#enabledStale ||= (news & this.#menus) !== 0;
    // The size of the canvas is part of the state, too.
    this.#stateStale ||= (news & (~(this.#drawn | this.#menus) | this.#canvas)) !== 0;
    const [state, drawing, commands] = [() => this.#fetchState(), () => this.#fetchDrawing(), () => this.#fetchEnabled()];
    return {
      get state() {
        return state();
      },
      get commands() {
        return commands();
      },
      tools: this.tools,
      toolOptions: this.toolOptions,
      get drawing() {
        return drawing();
      },
    };
  }

  /** Notes that nothing has changed but what a move of the pointer may change. */
  moved() {
    this.#movingStale = true;
  }

  /** Fetches the state if it has changed, as work begins, during which it can't be fetched. */
  settle() {
    this.#fetchState();
  }

  /** Returns `true` for the id of a command or a tool that changes no drawing. @param {string} id */
  looksOnly(id) {
    return [...this.commands, ...this.tools].some((known) => known.id === id && !known.changes);
  }

  /** @returns {State} */
  #fetchState() {
    if (this.#state && !this.#isFree()) return this.#state;
    if (!this.#state || this.#stateStale) this.#state = this.#editor.state();
    else if (this.#movingStale) Object.assign(this.#state, this.#editor.moving());
    this.#stateStale = this.#movingStale = false;
    return this.#state;
  }

  /** @returns {Drawing} */
  #fetchDrawing() {
    if (this.#drawing && !this.#isFree()) return this.#drawing;
    if (!this.#drawing || this.#drawingStale) this.#drawing = this.#editor.drawing();
    this.#drawingStale = false;
    return this.#drawing;
  }

  /** @returns {CommandInfo[]} */
  #fetchEnabled() {
    if (!this.#isFree()) return this.commands;
    if (this.#enabledStale) {
      const enabled = this.#editor.enabled();
      for (const [i, command] of this.commands.entries()) {
        command.enabled = (enabled[i] & 1) !== 0;
        if (command.checked !== undefined) command.checked = (enabled[i] & 2) !== 0;
      }
    }
    this.#enabledStale = false;
    return this.commands;
  }
}
