/**
 * What panels draw, fetched from the editor when somebody asks for it.
 *
 * Commands, tools and formats never change, and are fetched once. Which commands are enabled, and the layers, frames and
 * colours of a drawing, take longest to fetch, and many changes of the picture are followed by the next before anybody has
 * looked at them.
 */

/** @import { CommandInfo, Drawing, Editor, Picture } from "./types.js" */

export class Fetching {
  #editor;
  /** @type {Drawing | undefined} */
  #drawing;
  #drawingStale = true;
  #enabledStale = true;

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    this.formats = editor.formats();
    this.tools = editor.tools();
    this.toolOptions = editor.tool_options();
    this.commands = editor.commands();
  }

  /**
   * Fetches the state anew. The rest of the picture follows when it is asked for.
   * @param {boolean} all Whether layers, frames and the like may have changed too.
   * @returns {Picture}
   */
  picture(all) {
    this.#drawingStale ||= all;
    this.#enabledStale = true;
    const [drawing, commands] = [() => this.#fetchDrawing(), () => this.#fetchEnabled()];
    return {
      state: this.#editor.state(),
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

  /** @returns {Drawing} */
  #fetchDrawing() {
    if (!this.#drawing || this.#drawingStale) this.#drawing = this.#editor.drawing();
    this.#drawingStale = false;
    return this.#drawing;
  }

  /** @returns {CommandInfo[]} */
  #fetchEnabled() {
    if (this.#enabledStale) {
      const enabled = this.#editor.enabled();
      for (const [i, command] of this.commands.entries()) command.enabled = enabled[i] === 1;
    }
    this.#enabledStale = false;
    return this.commands;
  }
}
