/**
 * The browser's clipboard events.
 *
 * The editor keeps copied pixels itself, so that copying needs nobody's permission. The system's clipboard gets a line of
 * text at once, which takes the place of an older picture, and then the picture (`outside.js`). Pasting takes
 * what was copied last, here or elsewhere. Until all of this is loaded, keys copy and paste within the page alone. If the browser fires no clipboard event, the key works without it.
 */

import { firstKnown } from "./formats.js";
import { isAsking, isTyping } from "./typing.js";

/** @import { Engine } from "../types.js" */

/** How long to wait for the browser's event after its key, in milliseconds. */
const GRACE_MS = 60;
/** For this long after a key has worked without its event, a late event is ignored, in milliseconds. */
const LATE_MS = 500;

/**
 * Connects the browser's clipboard events to the editor.
 * @param {Engine} engine
 * @returns {(id: string) => void} To be called when a key for the clipboard goes down.
 */
export function connectClipboard(engine) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** The command that waits for its event, or empty. */
  let due = "";
  /** The command that last ran without its event, and when. */
  let alone = { id: "", time: -Infinity };

  /**
   * Claims an event, unless it belongs to a field or a dialog.
   * @param {ClipboardEvent} event
   * @returns {"new" | "done" | "theirs"} `done` if its key has worked without it already.
   */
  const take = (event) => {
    if (isTyping(event.target) || isAsking() || engine.stopped) return "theirs";
    clearTimeout(waiting);
    due = "";
    event.preventDefault();
    const done = alone.id === `edit.${event.type}` && event.timeStamp - alone.time < LATE_MS;
    alone.id = "";
    return done ? "done" : "new";
  };

  for (const type of /** @type {const} */ (["copy", "cut"])) {
    window.addEventListener(type, (event) => {
      const taken = take(event);
      if (taken === "theirs") return;
      const { selection, width, height } = engine.state;
      // A late event's text takes the place of the picture, which is copied again; what was cut can't be cut again.
      if ((taken === "new" || type === "copy") && !engine.run(`edit.${type}`)) return;
      const size = selection?.rect ?? { width, height };
      event.clipboardData?.setData("text/plain", `Undoodle: ${size.width} × ${size.height} pixels`);
    });
  }

  window.addEventListener("paste", (event) => {
    if (take(event) !== "new") return;
    const files = [...event.clipboardData?.files ?? []];
    const file = firstKnown(files);
    engine.instead.get("edit.paste")?.(file ?? null);
  });

  /** Performs what waits for its event. */
  const perform = () => {
    const id = due;
    due = "";
    alone = { id, time: performance.now() };
    // Nobody is asked for what the system's clipboard holds because of a key.
    if (id === "edit.paste") engine.instead.get(id)?.(null);
    else engine.run(id);
  };

  return (id) => {
    clearTimeout(waiting);
    // The next key comes after the one before, whose event is late.
    if (due) perform();
    alone.id = "";
    due = id;
    waiting = setTimeout(perform, GRACE_MS);
  };
}
