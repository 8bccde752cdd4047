/**
 * Recordings: replayed, saved, and run through each system alone to be measured.
 *
 * A replay does a few events in each frame, so that one can watch it and the page stays responsive;
 * any input stops it. With reduced motion it shows few pictures. Measuring is a worker's; one may paint meanwhile.
 */
import { Refusal } from "../messages.js";
import { nothing, render } from "lit/html.js";
import { sentence } from "./engine.js";
import { showMeasures } from "./measures.js";
import { measureAll } from "./measuring.js";
import { nextFrame } from "../tasks.js";
import { html, say } from "../words.js";

/** @import { Engine, Measure } from "./engine.js" */

/** @type {Record<string, string>} */
const FILES = import.meta.glob("./recordings/*.txt", { query: "?url", import: "default", eager: true });

/** Addresses of the recordings' files, by names such as "pencil-64". */
const ADDRESSES = new Map(
  Object.entries(FILES).map(([file, address]) => [file.replace(/^.*\/|\.txt$/g, ""), address]),
);
/** Name of the recording that is painted on the page right now. */
const HERE = "here";
/** Times of a replay in milliseconds: the whole, a frame, and the work in it, which is longer with reduced motion. */
const REPLAY = { whole: 6000, slice: 30, frame: 16, still: 250 };
/** How long a download's address stays valid, in milliseconds. */
const DOWNLOAD_MS = 60_000;

/** The recording that the page shows when it opens: the lines of all systems part in it, and two of them lose steps. */
const FIRST = "fills-512";

const ORDER = ["pencil", "fills", "erasing"];
/** Returns a name's sort key. @param {string} name @returns {[number, number]} */
const rank = (name) => [Number(name.split("-")[1]), ORDER.indexOf(name.split("-")[0])];
/** Names of the recordings, small canvases first. */
export const names = [...ADDRESSES.keys()].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);

/** Formats a name for people: "pencil-64" becomes "Pencil, 64 × 64". @param {string} name */
function title(name) {
  const [kind, side] = name.split("-");
  return `${say(`${kind[0].toUpperCase()}${kind.slice(1)}`)}, ${side} × ${side}`;
}

export class Recordings {
  #engine;
  #place;
  #measures;
  #tell;
  #chosen = FIRST;
  /** The replay under way. `turn` counts replays, so that a stopped one notices. */
  #work = { turn: 0, replaying: false };
  /** The measuring under way: how many systems it is done with, and what cancels it. @type {{done: number, cancelling: AbortController} | undefined} */
  #measuring;

  /**
   * @param {Engine} engine
   * @param {HTMLElement} place
   * @param {HTMLElement} measures
   * @param {(message: string) => void} tell
   */
  constructor(engine, place, measures, tell) {
    this.#engine = engine;
    this.#place = place;
    this.#measures = measures;
    this.#tell = tell;
  }

  /** Draws the controls. Call it once the engine has started. */
  show() {
    this.#engine.listen((_, settled) => {
      if (settled) this.#draw();
    });
  }

  /** Returns the text of a recording, or of the one on the page. @param {string} name @returns {Promise<string>} */
  async text(name) {
    if (name === HERE) return this.#engine.lab.recording();
    const address = ADDRESSES.get(name);
    if (address === undefined) throw new Refusal(["{what} must be one of {list}, not \"{quoted}\"", ["recording"], [...names, HERE].join(", "), name]);
    const response = await fetch(address);
    if (!response.ok) throw new Refusal(["recording \"{name}\": the server answered {n}", name, response.status]);
    return response.text();
  }

  /** Stops the replay under way and keeps its steps. */
  stop() {
    this.#work.turn += 1;
    this.#work.replaying = false;
  }

  /**
   * Paints a recording on an empty canvas.
   * @param {string} name
   * @returns {Promise<number>} Number of events left out because the replay was stopped.
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
    // Whoever has stopped it may be in the middle of a stroke.
    if (turn === this.#work.turn) {
      this.#work.replaying = false;
      this.#engine.change(() => {});
    }
    return left;
  }

  /** Replays the recording that is chosen from the beginning. */
  begin() {
    this.replay(this.#chosen).catch((error) => this.#tell(sentence(error)));
  }

  async #measure() {
    const cancelling = new AbortController();
    const systems = this.#engine.lab.systems().length;
    this.#measuring = { done: 0, cancelling };
    this.#draw();
    try {
      const text = await this.text(this.#chosen);
      const heading = this.#chosen === HERE ? say("What was painted here") : title(this.#chosen);
      const progress = (/** @type {Measure[]} */ measures) => {
        this.#measuring = { done: measures.length, cancelling };
        showMeasures(this.#measures, heading, measures, systems);
        this.#draw();
      };
      const order = { text, settings: this.#engine.settingsFor(text), systems };
      const { measures, takenBack } = await measureAll(order, progress, cancelling.signal);
      const words = measures.length < systems ? say`${heading}, cancelled after ${measures.length} of ${systems} systems` : heading;
      showMeasures(this.#measures, words, measures, systems, takenBack);
    } catch (error) {
      this.#tell(sentence(error));
    }
    this.#measuring = undefined;
    this.#draw();
  }

  #save() {
    const { width, height } = this.#engine.lab.size();
    const address = URL.createObjectURL(new Blob([this.#engine.lab.recording()], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `recording-${width}x${height}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
  }

  #draw() {
    const { replaying } = this.#work;
    const measuring = this.#measuring;
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      html`<option value=${value} ?selected=${value === this.#chosen}>${text}</option>`;
    const toggle = () => {
      if (replaying) {
        this.stop();
        this.#draw();
      } else this.begin();
    };
    const systems = this.#engine.lab.systems();
    render(html`
      <label>Recording
        <select id="recording" @change=${(/** @type {Event} */ event) => {
          this.#chosen = /** @type {HTMLSelectElement} */ (event.currentTarget).value;
          this.#draw();
        }}>
          ${names.map((name) => option(name, title(name)))}
          ${option(HERE, say("What is painted here"))}
        </select>
      </label>
      <button id="replay" class="button" type="button" ?disabled=${this.#chosen === HERE && !replaying} @click=${toggle}>${replaying ? say("Stop") : say("Replay")}</button>
      <button id="measure" class="button" type="button" ?disabled=${measuring !== undefined} @click=${() => void this.#measure()}>Measure</button>
      <button id="save" class="button" type="button" title="Save what was painted here as a recording" ?disabled=${replaying} @click=${() => this.#save()}>Save recording</button>
      ${measuring ? html`<span class="progress">
        <progress max=${systems.length} .value=${measuring.done} aria-label="Systems measured"></progress>
        <span role="status">${measuring.done < systems.length ? say`Measuring ${say(systems[measuring.done].name)}, ${measuring.done + 1} of ${systems.length}` : say("Taking the middle step back")}</span>
        <button id="cancel" class="button" type="button" @click=${() => measuring.cancelling.abort()}>Cancel</button>
      </span>` : nothing}`, this.#place);
  }
}
