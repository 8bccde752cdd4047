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
      /** @param {(answering: Editor) => void} plan */
      const answer = (plan) => {
        if (this.#drawing === drawing) void this.#engine.send((answering) => void (this.#drawing === drawing && plan(answering)));
      };
      const coming = this.read(kind, number).then(
        (bytes) => answer((answering) => answering.plan_supply(kind, number, bytes)),
        () => answer((answering) => answering.not_read(kind, number)),
      ).finally(() => this.#coming.delete(coming));
      this.#coming.add(coming);
    }
  }

  /** What a command may wait for: an entry that is read, or what is written. @returns {Promise<unknown> | false} */
  get coming() {
    const writer = this.#writer;
    return [...this.#coming][0] ?? (writer.pending && !writer.paused && writer.settled());
  }

  /**
   * Has all of the drawing recorded anew, as what was stored of it is gone. Steps that lay there alone are lost, of which the person
   * is told.
   * @param {Editor} editor
   */
  keepAnew(editor) {
    const lost = editor.keep();
    if (lost > 0) void import("./damaged.js").then(({ tellLost }) => tellLost(lost)).catch((error) => this.#engine.failed(error));
  }

  /** Reads an entry of the drawing that the editor shows. @param {number} kind @param {number} number */
  read(kind, number) {
    return this.#writer.read(this.#drawing.record.id, kind, number);
  }
}
