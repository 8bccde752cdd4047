/**
 * What panels draw, fetched from the editor when it has changed and somebody asks for it.
 *
 * The editor's news name the kinds of things that panels show of which a field has changed, and which fields these are is known
 * there alone: what is fetched are those that were told since. Commands and tools never change, and are fetched once, a part at a time,
 * as nobody who paints at once needs them; only the keys of commands change, and `bindings.js` writes them there. The news, the state,
 * which commands are enabled, and the layers, frames and colours of a drawing take long to fetch, and many changes of the picture are followed by the next
 * before anybody has looked at them. So each is fetched when it is asked for. While work is under way what was true before it has to do.
 */

import { table } from "./language.js";

/** @import { CommandInfo, Drawing, Editor, Picture, State, ToolInfo, ToolOption } from "./types.js" */

/** How many commands are fetched in one go, where somebody may want to paint meanwhile. */
const SOME = 40;

export class Fetching {
  #editor;
  /** The names of kinds, by their places. @type {string[]} */
  #kinds;
  /** The names of menus, which are kinds too, once commands were fetched. @type {Set<string> | undefined} */
  #menus;
  /** Those that were fetched. @type {CommandInfo[]} */
  #commands = [];
  /** The same by their ids: each key asks for one. @type {Map<string, CommandInfo>} */
  #byId = new Map();
  /** @type {ToolInfo[] | undefined} */
  #tools;
  /** @type {ToolOption[] | undefined} */
  #toolOptions;
  /** @type {State | undefined} */
  #state;
  #stateStale = true;
  #movingStale = false;
  /** @type {Drawing | undefined} */
  #drawing;
  #drawingStale = true;
  #enabledStale = true;
  /** Whether the editor may have news. */
  #newsStale = true;
  #isFree;
  #told;

  /**
   * @param {Editor} editor
   * @param {() => boolean} isFree Whether it can be asked now; what was fetched before has to do otherwise.
   * @param {(kinds: string[]) => void} told Hears of the names of kinds that have changed, when the news are fetched.
   */
  constructor(editor, isFree, told) {
    this.#editor = editor;
    this.#isFree = isFree;
    this.#told = told;
    this.#kinds = editor.kinds();
  }

  /** All commands; at the start, while work is under way, those that have been fetched. */
  get commands() {
    if (!this.#menus && this.#isFree()) this.#fetchCommands();
    return this.#commands;
  }

  /** Returns a command, if it is known; as `commands`. @param {string} id */
  command(id) {
    if (!this.#menus && this.#isFree()) this.#fetchCommands();
    return this.#byId.get(id);
  }

  /** @throws At the start, while work is under way. */
  get tools() {
    return this.#tools ??= table(this.#free().tools());
  }

  /** @throws As `tools`. */
  get toolOptions() {
    return this.#toolOptions ??= table(this.#free().tool_options());
  }

  /** Returns the editor if it can be asked now. */
  #free() {
    if (!this.#isFree()) throw new Error("the editor is at work; await finished() first");
    return this.#editor;
  }

  /** Checks that the editor has news of kinds. @param {string[]} kinds @throws An error if it has none of one of them. */
  check(kinds) {
    const unknown = kinds.find((kind) => kind !== "menus" && !this.#kinds.includes(kind));
    if (unknown !== undefined) throw new Error(`the editor has no news of “${unknown}”`);
  }

  /** Returns all of the picture, whose parts are fetched when they are asked for. @returns {Picture} */
  picture() {
    const [state, drawing, commands] = [() => this.#fetchState(), () => this.#fetchDrawing(), () => this.#fetchEnabled()];
    const [tools, toolOptions] = [() => this.tools, () => this.toolOptions];
    return {
      get state() {
        return state();
      },
      get commands() {
        return commands();
      },
      get tools() {
        return tools();
      },
      get toolOptions() {
        return toolOptions();
      },
      get drawing() {
        return drawing();
      },
    };
  }

  /** Notes that something has changed; what, is asked when somebody wants to know. */
  changed() {
    this.#newsStale = true;
  }

  /** Notes that nothing has changed but what a move of the pointer may change. */
  moved() {
    this.#movingStale = true;
  }

  /** Fetches a part of the commands, and the tools at last. Returns `true` if more is to be fetched. */
  fetchSome() {
    if (!this.#menus) this.#fetchCommands(SOME);
    else void [this.tools, this.toolOptions];
    return !this.#toolOptions;
  }

  /** Fetches so many commands, or all that are left. @param {number} [count] */
  #fetchCommands(count) {
    const some = table(this.#editor.commands(this.#commands.length, count));
    this.#commands.push(...some);
    for (const command of some) this.#byId.set(command.id, command);
    if (count === undefined || some.length < count) this.#menus = new Set(this.#commands.map(({ menu }) => menu));
  }

  /** Fetches the state if it has changed, and the tables, as work begins, during which nothing can be fetched. */
  settle() {
    this.#fetchState();
    while (this.fetchSome());
  }

  /** Returns `true` for the id of a command or a tool that changes no drawing. @param {string} id */
  looksOnly(id) {
    return [...this.commands, ...this.tools].some((known) => known.id === id && !known.changes);
  }

  /** Fetches the news and tells of the kinds that have changed; "menus" is among them if one of the menus has. */
  fetchNews() {
    if (!this.#newsStale || !this.#isFree()) return;
    this.#newsStale = false;
    const names = [...this.#editor.news()].map((at) => this.#kinds[at]);
    if (names.length > 0) this.#stateStale = this.#drawingStale = true;
    if (names.some((name) => this.#menus?.has(name) ?? true)) {
      this.#enabledStale = true;
      names.push("menus");
    }
    this.#told(names);
  }

  /** @returns {State} */
  #fetchState() {
    this.fetchNews();
    if (this.#state && !this.#isFree()) return this.#state;
    if (this.#stateStale) this.#state = /** @type {State} */ ({ ...this.#state, ...this.#editor.told_state() });
    if (this.#movingStale) Object.assign(/** @type {State} */ (this.#state), this.#editor.moving());
    this.#stateStale = this.#movingStale = false;
    return /** @type {State} */ (this.#state);
  }

  /** @returns {Drawing} */
  #fetchDrawing() {
    this.fetchNews();
    if (this.#drawing && !this.#isFree()) return this.#drawing;
    if (this.#drawingStale) this.#drawing = /** @type {Drawing} */ ({ ...this.#drawing, ...this.#editor.told_drawing() });
    this.#drawingStale = false;
    return /** @type {Drawing} */ (this.#drawing);
  }

  /** @returns {CommandInfo[]} */
  #fetchEnabled() {
    this.fetchNews();
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
