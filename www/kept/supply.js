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
      /** @param {(answering: Editor) => void} answer */
      const answer = (answer) => {
        if (this.#drawing === drawing) this.#engine.apply((answering) => this.#drawing === drawing && answer(answering));
      };
      this.#writer.read(drawing.record.id, kind, number).then(
        (bytes) => answer((answering) => answering.supply(kind, number, bytes)),
        () => answer((answering) => answering.not_read(kind, number)),
      );
    }
  }

  /**
   * Supplies what the editor needs for a file. While an entry is read others may be put away, so it is asked until it needs none.
   * @param {boolean} [history] Whether the history is to be in it.
   */
  async forFile(history) {
    const drawing = this.#drawing;
    for (;;) {
      await this.#engine.work.free();
      if (this.#drawing !== drawing) return;
      const [wanted] = this.#engine.apply((editor) => editor.wanted_for_file(history)) ?? [];
      if (!wanted) return;
      const { kind, number } = wanted;
      const bytes = await this.#writer.read(drawing.record.id, kind, number);
      await this.#engine.work.free();
      if (this.#drawing !== drawing || !bytes || !this.#engine.apply((editor) => editor.supply_for_file(kind, number, bytes))) return;
    }
  }
}
