/**
 * Recorded sessions: replayed, saved, and run through each system alone to be measured.
 *
 * A replay does a few events in each frame, so that one can watch it and the page stays alive;
 * whatever the hand does in between stops it. Who prefers less motion sees few pictures of it. The
 * measuring pauses between two systems, so that the page can show how far it is.
 */
import { html, nothing, render } from "lit";
import { sentence } from "./engine.js";
import { showMeasures } from "./measures.js";

/** @import { Engine, Measure } from "./engine.js" */

/** @type {Record<string, string>} */
const FILES = import.meta.glob("./sessions/*.txt", { query: "?url", import: "default", eager: true });

/** "pencil-64" → its address. */
const ADDRESSES = new Map(
  Object.entries(FILES).map(([file, address]) => [file.replace(/^.*\/|\.txt$/g, ""), address]),
);
/** The name that stands for what is painted on the page right now. */
const HERE = "here";
/** About how long a replay takes, and how long it may work before the page is drawn, in milliseconds. */
const REPLAY = { whole: 6000, slice: 30, frame: 16, still: 250 };
/** A measurement is the fastest of some, but long ones are not made again. */
const MEASURE = { times: 3, long: 1500 };
/** How long the browser may take to fetch a download from its address. */
const DOWNLOAD_MS = 60_000;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const ORDER = ["pencil", "fills", "erasing"];
/** @param {string} name @returns {[number, number]} */
const rank = (name) => [Number(name.split("-")[1]), ORDER.indexOf(name.split("-")[0])];
/** Small canvases first. */
export const names = [...ADDRESSES.keys()].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);

/** "pencil-64" → "Pencil, 64 × 64". @param {string} name */
function title(name) {
  const [kind, side] = name.split("-");
  return `${kind[0].toUpperCase()}${kind.slice(1)}, ${side} × ${side}`;
}

/** @param {Measure} a @param {Measure} b */
function faster(a, b) {
  return {
    ...a,
    act_ms: Math.min(a.act_ms, b.act_ms),
    undo_ms: Math.min(a.undo_ms, b.undo_ms),
    redo_ms: Math.min(a.redo_ms, b.redo_ms),
  };
}

export class Sessions {
  #engine;
  #place;
  #measures;
  #say;
  #chosen = names[0] ?? HERE;
  /** What is going on; a replay counts its turns, so that a stopped one notices. */
  #work = { turn: 0, replaying: false, measuring: "" };

  /**
   * @param {Engine} engine
   * @param {HTMLElement} place
   * @param {HTMLElement} measures
   * @param {(message: string) => void} say
   */
  constructor(engine, place, measures, say) {
    this.#engine = engine;
    this.#place = place;
    this.#measures = measures;
    this.#say = say;
  }

  /** Begins to draw the controls, once the engine has started. */
  show() {
    this.#engine.listen((_, settled) => {
      if (settled) this.#draw();
    });
  }

  /** The text of a recorded session, or of the one on the page. @param {string} name @returns {Promise<string>} */
  async text(name) {
    if (name === HERE) return this.#engine.lab.session();
    const address = ADDRESSES.get(name);
    if (address === undefined) throw new Error(`session "${name}": expected one of ${[...names, HERE].join(", ")}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`session "${name}": the server answered ${response.status}`);
    return response.text();
  }

  /** Stops a replay that is under way; what is painted stays. */
  stop() {
    this.#work.turn += 1;
    this.#work.replaying = false;
  }

  /**
   * Paints a session on an empty canvas.
   * @param {string} name
   * @returns {Promise<number>} How many of its events were not done, because somebody stopped it.
   */
  async replay(name) {
    const text = await this.text(name);
    this.stop();
    const { turn } = this.#work;
    const events = this.#engine.load(text);
    this.#work.replaying = true;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const each = Math.max(1, Math.round((events * REPLAY.frame) / REPLAY.whole));
    let left = events;
    while (left > 0 && turn === this.#work.turn) {
      this.#engine.change(() => {
        const end = performance.now() + (still ? REPLAY.still : REPLAY.slice);
        for (let done = 0; left > 0 && performance.now() < end && (still || done < each); done += 1) {
          left = this.#engine.lab.replay(1);
        }
      });
      await nextFrame();
    }
    if (turn === this.#work.turn) this.#work.replaying = false;
    this.#engine.change(() => {});
    return left;
  }

  async #measure() {
    try {
      const text = await this.text(this.#chosen);
      this.stop();
      /** @type {Measure[]} */
      const done = [];
      const systems = this.#engine.lab.systems();
      const heading = this.#chosen === HERE ? "What is painted here" : title(this.#chosen);
      for (const [index, { name }] of systems.entries()) {
        this.#work.measuring = name;
        this.#draw();
        showMeasures(this.#measures, heading, done, systems.length);
        await nextFrame();
        await nextFrame();
        done.push(this.#fastest(index, text));
      }
      showMeasures(this.#measures, heading, done, systems.length);
    } catch (error) {
      this.#say(sentence(error));
    }
    this.#work.measuring = "";
    this.#draw();
  }

  /** @param {number} index @param {string} text */
  #fastest(index, text) {
    const start = performance.now();
    let best = this.#engine.measure(index, text);
    const long = performance.now() - start > MEASURE.long;
    for (let again = 1; !long && again < MEASURE.times; again += 1) best = faster(best, this.#engine.measure(index, text));
    return best;
  }

  #save() {
    const { width, height } = this.#engine.lab.size();
    const address = URL.createObjectURL(new Blob([this.#engine.lab.session()], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `session-${width}x${height}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
  }

  #draw() {
    const { replaying, measuring } = this.#work;
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      html`<option value=${value} ?selected=${value === this.#chosen}>${text}</option>`;
    const toggle = () => {
      if (replaying) {
        this.stop();
        this.#draw();
      } else this.replay(this.#chosen).catch((error) => this.#say(sentence(error)));
    };
    render(html`
      <label>Session
        <select id="session" ?disabled=${measuring !== ""} @change=${(/** @type {Event} */ event) => {
          this.#chosen = /** @type {HTMLSelectElement} */ (event.currentTarget).value;
          this.#draw();
        }}>
          ${names.map((name) => option(name, title(name)))}
          ${option(HERE, "What is painted here")}
        </select>
      </label>
      <button id="replay" class="labelled" type="button" ?disabled=${measuring !== "" || (this.#chosen === HERE && !replaying)} @click=${toggle}>${replaying ? "Stop" : "Replay"}</button>
      <button id="measure" class="labelled" type="button" ?disabled=${measuring !== "" || replaying} @click=${() => void this.#measure()}>Measure</button>
      <button id="save" class="labelled" type="button" title="Save what was painted here as a session" ?disabled=${replaying} @click=${() => this.#save()}>Save session</button>
      ${measuring ? html`<span class="progress">Measuring ${measuring} …</span>` : nothing}`, this.#place);
  }
}
