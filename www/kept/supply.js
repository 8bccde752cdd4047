/**
 * What the editor wants to have from the disk: bytes of steps that memory has no room for.
 *
 * The editor alone decides what is read, and whether it is read again. An entry that is not there is told apart from one that
 * could not be read: of that nothing is known.
 *
 * @typedef {import("./opening.js").Open} Open
 * @typedef {import("../types.js").Engine} Engine
 * @typedef {import("../types.js").Editor} Editor
 */

import { say } from "../language.js";

export class Supply {
  #engine;
  #writer;
  #drawing;
  /** What is on its way, and what the editor does with it. @type {Set<Promise<unknown>>} */
  #coming = new Set();

  /**
   * @param {Engine} engine
   * @param {Open} drawing The drawing that the editor shows.
   * @param {import("./writer.js").Writer} writer Reads entries.
   */
  constructor(engine, drawing, writer) {
    this.#engine = engine;
    this.#drawing = drawing;
    this.#writer = writer;
  }

  /** Notes that the editor shows another drawing. @param {Open} drawing */
  turnTo(drawing) {
    this.#drawing = drawing;
  }

  /** Fetches what the editor wants now. @param {Editor} editor */
  fetch(editor) {
    const drawing = this.#drawing;
    for (const { kind, number } of editor.wanted()) {
      /** @param {(answering: Editor) => boolean} plan */
      const answer = (plan) => {
        if (this.#drawing === drawing) this.#engine.aside((answering) => this.#drawing !== drawing || plan(answering));
      };
      const coming = this.read(kind, number).then(
        (bytes) => answer((answering) => answering.plan_supply(kind, number, bytes)),
        () => answer((answering) => {
          answering.not_read(kind, number);
          return true;
        }),
      ).finally(() => this.#coming.delete(coming));
      this.#coming.add(coming);
    }
  }

  /**
   * Waits for the disk if a command does. What it gives is handed to the editor then, and may be at work.
   * @returns {Promise<boolean>} Whether there was something to wait for.
   */
  async came() {
    const engine = this.#engine;
    if (!engine.query((editor) => editor.is_fetching())) return engine.busy;
    engine.keep();
    const [coming] = this.#coming;
    const writing = this.#writer.pending && !this.#writer.paused;
    await (coming ?? (writing ? this.#writer.settled() : undefined));
    return coming !== undefined || writing || engine.busy;
  }

  /**
   * Has all of the drawing recorded anew, as what was stored of it is gone. Steps that lay there alone are lost, which stays said
   * until the person has read it.
   * @param {Editor} editor
   */
  keepAnew(editor) {
    const lost = editor.keep();
    if (lost === 0) return;
    const steps = lost === 1 ? say("The browser’s data was cleared: 1 step of the history is lost. The drawing is as it was.") : say`The browser’s data was cleared: ${lost} steps of the history are lost. The drawing is as it was.`;
    this.#engine.offer(steps, say("OK"), () => {}, true);
  }

  /** Reads an entry of the drawing that the editor shows. @param {number} kind @param {number} number */
  read(kind, number) {
    return this.#writer.read(this.#drawing.record.id, kind, number);
  }
}
