/**
 * The clipboard: the editor's own, and pictures from elsewhere.
 *
 * The editor keeps copied pixels itself, so that copying needs nobody's permission and can't
 * be refused silently. The system's clipboard gets a line of text at the same time. Pasting takes
 * a picture from the system's clipboard if another program has copied one since, and else the
 * editor's own pixels. If the browser fires no clipboard event, the key works without it.
 */

import { tooLarge } from "../checked.js";
import { firstKnown } from "./formats.js";
import { isAsking, isTyping } from "./typing.js";
import { say } from "../words.js";

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
      if (taken === "new" && !engine.run(`edit.${type}`)) return;
      const size = selection?.rect ?? { width, height };
      event.clipboardData?.setData("text/plain", `Undoodle: ${size.width} × ${size.height} pixels`);
    });
  }

  window.addEventListener("paste", (event) => {
    if (take(event) !== "new") return;
    const files = [...event.clipboardData?.files ?? []];
    const file = firstKnown(engine, files);
    if (file) void pasteFile(engine, file);
    else engine.run("edit.paste");
  });

  return (id) => {
    clearTimeout(waiting);
    alone.id = "";
    waiting = setTimeout(() => {
      alone = { id, time: performance.now() };
      engine.run(id);
    }, GRACE_MS);
  };
}

/** Pastes a picture file as the floating selection. @param {Engine} engine @param {File} file */
async function pasteFile(engine, file) {
  if (engine.refuses()) return;
  const refusal = tooLarge(file.name, file.size);
  if (refusal) {
    engine.say(refusal, "error");
    return;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    engine.apply((editor) => editor.paste(bytes, performance.now()));
  } catch {
    engine.say(say`“${file.name}” could not be read`, "error");
  }
}
