/**
 * The timeline: the frames in a row, their tags and their durations.
 */

import { html, render } from "lit";
import { live } from "lit/directives/live.js";
import left from "lucide-static/icons/chevron-left.svg?raw";
import right from "lucide-static/icons/chevron-right.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import tagIcon from "lucide-static/icons/tag.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import { commandButton } from "../controls.js";

/** @import { Engine } from "../types.js" */

/**
 * Draws the frames and their tags.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function timelinePanel(engine, place) {
  engine.shows(["frames", "cel", "playing", "Frame"], ({ state, commands, drawing }) => {
    const { frames, tags } = drawing;
    const { frame: active } = state;
    const named = (/** @type {number} */ frame) => tags.filter(({ from, to }) => from <= frame && frame <= to);
    render(html`
      <div class="row">
        ${commandButton(engine, commands, { command: "frame.play", id: "frame-play", svg: state.playing ? pause : play, pressed: state.playing })}
        ${commandButton(engine, commands, { command: "frame.add", id: "frame-add", svg: plus })}
        ${commandButton(engine, commands, { command: "frame.duplicate", id: "frame-duplicate", svg: copy })}
        ${commandButton(engine, commands, { command: "frame.move", id: "frame-left", svg: left, args: { to: Math.max(0, active - 1) } })}
        ${commandButton(engine, commands, { command: "frame.move", id: "frame-right", svg: right, args: { to: Math.min(frames.length - 1, active + 1) } })}
        ${commandButton(engine, commands, { command: "frame.tag", id: "frame-tag", svg: tagIcon })}
        ${commandButton(engine, commands, { command: "frame.delete", id: "frame-delete", svg: trash })}
        <label class="option" title="How long the frame is shown">
          <input id="frame-duration" type="number" min="1" max="65535" step="1" .value=${live(String(frames[active]?.duration ?? 100))}
            @change=${(/** @type {Event} */ event) => {
              const field = /** @type {HTMLInputElement} */ (event.currentTarget);
              const milliseconds = field.valueAsNumber;
              // If the editor refuses the duration, the field shows the old one again.
              if (Number.isFinite(milliseconds) && !engine.run("frame.duration", { milliseconds })) {
                field.value = String(frames[active]?.duration ?? 100);
              }
            }}> ms
        </label>
      </div>
      <ol class="frames" aria-label="Frames">
        ${frames.map(({ duration }, frame) => html`<li>
          <button
            type="button"
            class="frame ${frame === active ? "active" : ""}"
            data-frame=${frame}
            title="Frame ${frame + 1}, ${duration} ms${named(frame).map(({ name }) => `, ${name}`).join("")}"
            aria-current=${String(frame === active)}
            @click=${() => engine.run("frame.choose", { frame })}
          ><span class="tags">${named(frame).map(({ name, from }) => html`<span class="tag">${from === frame ? name : "\u00a0"}</span>`)}</span>
          <span class="frame-text"><b>${frame + 1}</b><span>${duration}</span></span></button>
        </li>`)}
      </ol>`, place);
  });
}
