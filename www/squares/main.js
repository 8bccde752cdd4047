/**
 * The squares' page: puts its parts together and forwards the keyboard.
 */
import "../theme.js";
import { storeSite } from "../kept/site.js";
import { showCounters } from "./counters.js";
import { start } from "./engine.js";
import { offerScripting } from "./scripting.js";
import { showStack } from "./stack.js";
import { showStrip } from "./strip.js";

/** Returns the page's element with an id. @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`#${id} is not on the page`);
  return found;
}

const strip = element("strip");
const starting = start();
/** Runs a command; does nothing before the engine has started. @type {(id: string) => boolean} */
let run = () => false;
offerScripting(starting, strip, (id) => run(id));

const engine = await starting;
const drag = showStrip(strip, engine);
showCounters(element("counters"), element("event"), engine);
showStack(element("stack"), element("branches"), engine);

run = (id) => {
  const { redo, temp } = engine.squares.history();
  let done = false;
  engine.change((squares) => {
    done = squares.run(id);
  });
  if (done && temp > redo) drag.letGo();
  return done;
};

for (const name of ["undo", "redo"]) {
  const button = element(name);
  button.addEventListener("click", () => run(`edit.${name}`));
  engine.listen((squares) => {
    const { undo, redo, temp } = squares.history();
    const enabled = name === "undo" ? undo > 0 || temp > redo : redo > undo && temp === redo;
    button.toggleAttribute("disabled", !enabled);
  });
}

window.addEventListener("keydown", (event) => {
  if (event.isComposing || event.getModifierState("AltGraph")) return;
  const id = engine.squares.key(event.key, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey);
  if (id === undefined) return;
  event.preventDefault();
  run(id);
});

void storeSite();
