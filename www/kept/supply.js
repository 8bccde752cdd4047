/**
 * What the editor wants to have from the disk: bytes of steps that memory has no room for.
 *
 * @typedef {import("./opening.js").Open} Open
 * @typedef {import("../types.js").Engine} Engine
 * @typedef {import("../types.js").Editor} Editor
 */

export class Supply {
  #engine;
  #writer;
  #drawing;
  /** Keys of the entries that are being fetched. @type {Set<string>} */
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
    this.#coming.clear();
  }

  /** Fetches the entries that the editor wants now. @param {Editor} editor */
  fetch(editor) {
    const drawing = this.#drawing;
    for (const { kind, number } of editor.wanted()) {
      const key = `${kind}/${number}`;
      if (this.#coming.has(key)) continue;
      this.#coming.add(key);
      void this.#writer.read(drawing.record.id, kind, number).then((bytes) => {
        if (this.#drawing !== drawing) return;
        this.#coming.delete(key);
        this.#engine.apply((answering) => answering.supply(kind, number, bytes));
      });
    }
  }

  /** Supplies what the editor needs for a file. @param {boolean} [history] Whether the history is to be in it. */
  async forFile(history) {
    const drawing = this.#drawing;
    await this.#engine.work.free();
    for (const { kind, number } of this.#engine.apply((editor) => editor.wanted_for_file(history)) ?? []) {
      const bytes = await this.#writer.read(drawing.record.id, kind, number);
      await this.#engine.work.free();
      if (this.#drawing !== drawing) return;
      if (bytes && !this.#engine.apply((editor) => editor.supply_for_file(bytes))) return;
    }
  }
}
