/**
 * The clipboard: the editor's own, and pictures from elsewhere.
 *
 * The editor keeps what was copied itself, so that copying needs nobody's permission and can't
 * be refused silently. The system's clipboard gets a line of text at the same time: if the last
 * thing copied there is a picture from another program, that is what pasting brings; if it is
 * our line, or nothing that could be read, it is the editor's own. Should the browser keep its
 * event to itself, the key does what it says all the same.
 */

import { tooLarge } from "./checked.js";
import { firstKnown } from "./formats.js";

/** @import { Engine } from "./types.js" */

/** How long the browser's event may take to follow its key. */
const GRACE_MS = 60;
/** An event that comes this late after its key has been done without it is not a second wish. */
const LATE_MS = 500;

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=color])"));
}

/**
 * @param {Engine} engine
 * @returns {(id: string) => void} To be called when a key for the clipboard goes down.
 */
export function connectClipboard(engine) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** What was last done without its event, and when. */
  let alone = { id: "", time: -Infinity };

  /**
   * Takes an event that is meant for the picture.
   * @param {ClipboardEvent} event
   * @returns {"new" | "done" | "theirs"} Whether there is something to do, or it has been done by its key.
   */
  const take = (event) => {
    if (isTyping(event.target) || document.querySelector("dialog[open]") || engine.stopped) return "theirs";
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

/** @param {Engine} engine @param {File} file */
async function pasteFile(engine, file) {
  const refusal = tooLarge(file.name, file.size);
  if (refusal) {
    engine.say(refusal, "error");
    return;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    engine.apply((editor) => editor.paste(bytes, performance.now()));
  } catch {
    engine.say(`“${file.name}” could not be read`, "error");
  }
}
