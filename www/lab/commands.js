/**
 * The Lab's commands, for buttons, keys and scripts. Undo during a stroke cancels that stroke and
 * nothing else, as it does in the editor.
 */
import { render } from "lit/html.js";
import redo from "lucide-static/icons/redo-2.svg?raw";
import redoAll from "lucide-static/icons/chevrons-right.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import undoAll from "lucide-static/icons/chevrons-left.svg?raw";
import clear from "lucide-static/icons/trash-2.svg?raw";
import { icon, shownKeys } from "../controls.js";
import { html, say } from "../words.js";

/** @import { Engine, Row } from "./engine.js" */
/** @typedef {{id: string, label: string, title: string, svg: string, keys: string[], enabled: (rows: Row[], painting: boolean) => boolean}} Command */

/** Returns `true` if any system can undo. @param {Row[]} rows */
const canUndo = (rows) => rows.some((row) => row.undo_steps > 0);
/** Returns `true` if any system can redo. @param {Row[]} rows */
const canRedo = (rows) => rows.some((row) => row.redo_steps > 0);

/** @type {Command[]} */
const COMMANDS = [
  { id: "edit.undo", label: say("Undo"), title: say("Undo in all systems that can"), svg: undo, keys: ["Ctrl+Z"], enabled: (rows, painting) => painting || canUndo(rows) },
  { id: "edit.redo", label: say("Redo"), title: say("Redo in all systems that can"), svg: redo, keys: ["Ctrl+Shift+Z", "Ctrl+Y"], enabled: (rows, painting) => !painting && canRedo(rows) },
  { id: "edit.undo-all", label: say("Undo all"), title: say("Undo as far back as each system goes"), svg: undoAll, keys: [], enabled: (rows, painting) => !painting && canUndo(rows) },
  { id: "edit.redo-all", label: say("Redo all"), title: say("Redo everything"), svg: redoAll, keys: [], enabled: (rows, painting) => !painting && canRedo(rows) },
  { id: "edit.clear", label: say("Clear"), title: say("An empty canvas and empty histories"), svg: clear, keys: [], enabled: () => true },
];

/**
 * Draws the commands' buttons, and returns the function that runs a command.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {() => void} interrupt Stops a replay that is under way.
 */
export function showCommands(engine, place, interrupt) {
  /** Runs a command. @param {string} id @returns {boolean} Whether it did anything. */
  const run = (id) => {
    if (id === "edit.cancel" || (id === "edit.undo" && engine.painting)) {
      if (engine.painting) engine.change((lab) => lab.cancel());
      else return false;
      return true;
    }
    const command = COMMANDS.find((candidate) => candidate.id === id);
    if (!command?.enabled(engine.rows, engine.painting)) return false;
    interrupt();
    const { width, height } = engine.lab.size();
    if (id === "edit.undo") return engine.change((lab) => lab.undo()) ?? false;
    if (id === "edit.redo") return engine.change((lab) => lab.redo()) ?? false;
    if (id === "edit.undo-all") engine.change((lab) => lab.undo_all());
    else if (id === "edit.redo-all") engine.change((lab) => lab.redo_all());
    else engine.renew(width, height);
    return true;
  };

  /** @type {boolean | undefined} */
  let painting;
  engine.listen((_, settled) => {
    if (!settled && painting) return;
    painting = !settled;
    const { rows } = engine;
    const button = (/** @type {Command} */ { id, label, title, svg, keys, enabled }) => html`<button
      id=${id.slice("edit.".length)}
      class="button"
      type="button"
      title=${keys.length > 0 ? `${title} (${shownKeys(keys)})` : title}
      ?disabled=${!enabled(rows, engine.painting)}
      @click=${() => run(id)}
    >${icon(svg)}${label}</button>`;
    render(COMMANDS.map(button), place);
  });
  return run;
}
