/**
 * The timeline: the frames, their tags and durations, the layers with a picture of each cel, and the onion skin.
 *
 * The bar above has what is done with the active frame; the grid below is in `cels.js`. A drawing of one frame has a strip with what makes
 * a second one, and nothing else: it unfolds with that.
 */

import { render } from "lit/html.js";
import { live } from "lit/directives/live.js";
import linkSvg from "lucide-static/icons/link-2.svg?raw";
import unlinkSvg from "lucide-static/icons/link-2-off.svg?raw";
import left from "lucide-static/icons/chevron-left.svg?raw";
import right from "lucide-static/icons/chevron-right.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import copyLinked from "lucide-static/icons/copy-plus.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import rowsSvg from "lucide-static/icons/rows-3.svg?raw";
import tagIcon from "lucide-static/icons/tag.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { choicesOf, commandButton, icon, shownKeys } from "../controls.js";
import { numberInput } from "../fields.js";
import { get, onForgotten, set } from "../settings.js";
import { Cels } from "./cels.js";
import { frameBy } from "./frameby.js";
import { OnionSettings } from "./onion.js";
import { onSeveral, severalButton } from "./several.js";
import { html, say } from "../words.js";

/** @import { Engine } from "../types.js" */
/** @import { Miniatures } from "./miniatures.js" */

/** The setting that says whether layers are shown in the timeline: "layers", "frames", or "auto" for what the window has room for. */
const ROWS = "timeline rows";

/** Windows that have room for layers in the timeline, as in `timeline.css`. */
const ROOMY = matchMedia("(height >= 800px) and (width >= 700px)");

/** Returns whether there is more than one frame. @param {Engine} engine */
const isFilm = (engine) => engine.picture.drawing.frames.length > 1;

/** Returns what was chosen. @returns {string} */
function choice() {
  return get(ROWS, "auto");
}

/** Returns whether layers are shown in the timeline. */
function showsLayers() {
  const chosen = choice();
  return chosen === "auto" ? ROOMY.matches : chosen === "layers";
}

/** Returns the field with the duration of the chosen frames. @param {Engine} engine @param {() => void} draw Shows the one that holds. */
function durationField(engine, draw) {
  const { state: { frame: active, frames: chosen }, drawing: { frames } } = engine.picture;
  return html`<label class="option" title=${chosen.length > 1 ? say`How long each of the ${chosen.length} chosen frames is shown` : say("How long the frame is shown")}>
    ${numberInput({
      id: "frame-duration", label: say("Duration of the frame in milliseconds"), value: frames[active]?.duration ?? 100, min: 1, max: 65535,
      set: (milliseconds) => engine.run("frame.duration", { milliseconds }) || draw(),
      wrong: (why) => engine.say(why, "error"),
    })} <span class="unit">ms</span>
  </label>`;
}

/** Returns what chooses how far edits reach. @param {Engine} engine */
function reachChoice(engine) {
  const { state, commands, drawing: { frames, layers } } = engine.picture;
  if (frames.length === 1 && layers.length === 1 && state.reach === "cel") return "";
  const reaches = choicesOf(commands, "edit.reach", "reach");
  return html`<label class="option reach ${state.reach === "cel" ? "" : "wide"}" title="Where fills, flips and colour changes apply: this cel, all frames, …">
    <span>Apply to</span>
    <select id="edit-reach" aria-label="Apply edits to"
      .value=${live(state.reach)}
      @change=${(/** @type {Event} */ event) => engine.run("edit.reach", { reach: /** @type {HTMLSelectElement} */ (event.currentTarget).value })}>
      ${reaches.map(({ id, label }) => html`<option value=${id} ?selected=${id === state.reach}>${label}</option>`)}
    </select>
  </label>`;
}

/** Returns what a drawing of one frame has in place of the timeline. @param {Engine} engine */
function strip(engine) {
  const { commands } = engine.picture;
  const add = commands.find(({ id }) => id === "frame.add");
  const keys = shownKeys(add?.keys ?? []);
  return html`
    <button id="frame-add" type="button" class="frame-first" title=${keys ? `${add?.label} (${keys})` : add?.label} @click=${() => engine.invoke("frame.add")}>${icon(plus)}${say("Frame")}</button>
    ${commandButton(engine, commands, { command: "frame.duplicate", id: "frame-duplicate", svg: copy })}
    <span class="gap"></span>
    ${reachChoice(engine)}`;
}

/** Returns the commands of frames. @param {Engine} engine */
function frameCommands(engine) {
  const { state, commands, drawing: { frames } } = engine.picture;
  const { frame: active, frames: chosen } = state;
  const [before, behind] = [frameBy(engine, -1), frameBy(engine, 1)];
  return html`
    ${commandButton(engine, commands, { command: "frame.play", id: "frame-play", svg: state.playing ? pause : play, pressed: state.playing })}
    ${commandButton(engine, commands, { command: "frame.add", id: "frame-add", svg: plus })}
    ${commandButton(engine, commands, { command: "frame.duplicate", id: "frame-duplicate", svg: copy })}
    ${commandButton(engine, commands, { command: "frame.add-linked", id: "frame-add-linked", svg: copyLinked })}
    ${commandButton(engine, commands, { command: "frame.link", id: "frame-link", svg: linkSvg })}
    ${commandButton(engine, commands, { command: "frame.unlink", id: "frame-unlink", svg: unlinkSvg })}
    ${commandButton(engine, commands, { command: "frame.move", id: "frame-left", svg: left, name: say("Move frame to the left"), args: { to: before ?? 0 }, off: before === undefined })}
    ${commandButton(engine, commands, { command: "frame.move", id: "frame-right", svg: right, name: say("Move frame to the right"), args: { to: behind ?? active }, off: behind === undefined })}
    ${commandButton(engine, commands, { command: "frame.tag", id: "frame-tag", svg: tagIcon })}
    ${commandButton(engine, commands, { command: "frame.delete", id: "frame-delete", svg: trash, off: chosen.length === frames.length })}`;
}

/**
 * Draws the timeline.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {Miniatures} miniatures
 */
export function timelinePanel(engine, place, miniatures) {
  const [bar, view] = [document.createElement("div"), document.createElement("div")];
  bar.className = "row";
  bar.role = "toolbar";
  bar.ariaLabel = say("Frame commands");
  view.className = "cels-view";
  view.tabIndex = -1;
  place.append(bar, view);
  const cels = new Cels(engine, view, miniatures);
  const onion = new OnionSettings(engine, bar, () => drawBar());

  const drawBar = () => {
    if (!isFilm(engine)) return void render(strip(engine), bar);
    render(html`
      ${frameCommands(engine)}
      ${severalButton("frames-several", say("Select several frames"))}
      ${durationField(engine, drawBar)}
      <span class="gap"></span>
      ${reachChoice(engine)}
      ${onion.render(engine.picture)}
      <button id="timeline-layers" class="tool" type="button" title="Layers in the timeline" aria-label="Layers in the timeline" aria-pressed=${String(cels.open)}
        @click=${() => {
          set(ROWS, cels.open ? "frames" : "layers");
          unfold();
        }}>${icon(rowsSvg)}</button>`, bar);
  };

  const drawCels = () => {
    view.hidden = !isFilm(engine);
    cels.open = showsLayers();
    // Rows of layers stand in one place: here, or in their panel.
    document.body.classList.toggle("rows-below", cels.open && !view.hidden);
    if (!view.hidden) cels.draw();
  };

  const unfold = () => {
    const chosen = choice();
    place.classList.toggle("with-layers", chosen === "layers");
    place.classList.toggle("frames-only", chosen === "frames");
    drawBar();
    drawCels();
  };

  onSeveral(drawBar);
  engine.shows(["frames", "layers", "cel", "playing", "onion", "Frame"], drawBar);
  engine.shows(["frames", "layers", "cel", "canvas", "playing"], drawCels);
  engine.on("moved", () => cels.follow());
  engine.shows(["steps", "stroke", "file"], () => cels.pictures());
  onForgotten(unfold);
  ROOMY.addEventListener("change", unfold);
  unfold();
  cels.pictures();
}
