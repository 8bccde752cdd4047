/**
 * The context menu: what can be done with the thing under the pointer, or with the one that has the focus.
 *
 * Problem: a drawing has two hundred commands, of which ten are about the frame that one looks at. Idea: the thing is
 * chosen, and a menu of its commands (`contextlists.js`) opens beside it: by the right button, by a finger that
 * rests, by the menu key and by Shift+F10. The right button keeps what it means: on the picture it paints, erases or picks, so
 * the menu comes by it with those tools alone that have no use for it, and on a swatch, where it chooses the second colour, with Ctrl.
 * Invariant: one menu is open at a time, it lies within the window, its keys reach nothing else, and it goes when
 * anything else is pressed, scrolled or looked at.
 */

import { render } from "lit/html.js";
import { given } from "./form.js";
import { LISTS } from "./contextlists.js";
import { entry, hintOf, moveIn } from "./menu.js";
import { seeTakingBack } from "./takeback.js";
import { chooseThing, thingAt } from "./things.js";
import { html } from "../words.js";

/** @import { Editor, Engine } from "../types.js" */
/** @import { Entry, Told } from "./contextlists.js" */
/** @import { Thing } from "./things.js" */

/** How long a finger rests on a thing, in milliseconds, and how far it may move meanwhile, in CSS pixels. */
const [REST_MS, REST_WAY] = [500, 10];

/** Tools for which the right button does what the left one does. */
const ONE_BUTTON = new Set(["hand", "move"]);

/** Keys that begin chords. */
const MODIFIERS = new Set(["Control", "Meta", "Alt", "AltGraph", "Shift"]);

/** Space that stays between the menu and the window's edges, in CSS pixels. */
const MARGIN = 8;

/** Where the focus goes if a row was chosen by keys and its thing is gone then, by its kind: to one of those that are left. @type {Partial<Record<Thing["kind"], string>>} */
const LEFT = {
  frame: ".frame.active", cel: ".cel.active, .frame.active", tag: ".tag, .frame.active", layer: ".layer-name[tabindex='0']", group: ".layer-name[tabindex='0']",
  swatch: "#palette .swatch-button[tabindex='0']",
};

/** Where a menu opens: a point, or the edge of an element, which keys open it at. @typedef {{x: number, y: number, byKeys: boolean}} Where */

/** Returns `true` while a stroke is under way, but for a shape between its presses, which ends when something else is chosen. @param {Engine} engine */
const paints = ({ state: { active, waiting } }) => active && !waiting;

/** Returns `true` if a key asks for the menu of what has the focus. @param {KeyboardEvent} event */
const asksByKey = ({ key, shiftKey, ctrlKey, altKey, metaKey }) =>
  (key === "ContextMenu" || (key === "F10" && shiftKey)) && !ctrlKey && !altKey && !metaKey;

/** Returns where the menu of a thing opens that has the focus. @param {Thing} thing @returns {Where} */
function besideThing({ kind, element }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return kind === "canvas" ? { x: (left + right) / 2, y: (top + bottom) / 2, byKeys: true } : { x: left + MARGIN, y: bottom, byKeys: true };
}

class ContextMenu {
  #engine;
  #list = document.createElement("div");
  /** The thing that the menu is about. @type {Thing | undefined} */
  #thing;
  /** What had the focus before. @type {Element | null} */
  #before = null;
  /** The row whose effect is seen over the picture. @type {Told | undefined} */
  #seen;
  /** The kind of the thing that was acted on by keys, until the panels have drawn what came of it. @type {Thing["kind"] | undefined} */
  #acted;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    const list = this.#list;
    list.className = "menu-list context-menu";
    list.popover = "manual";
    list.tabIndex = -1;
    list.setAttribute("role", "menu");
    for (const type of ["pointerover", "focusin"]) list.addEventListener(type, ({ target }) => this.#see(target));
    // Beside the other menus, in the same landmark.
    document.getElementById("bar")?.append(list);
  }

  get open() {
    return this.#thing !== undefined;
  }

  /** @param {EventTarget | null} target */
  holds(target) {
    return target instanceof Node && this.#list.contains(target);
  }

  /** Chooses a thing, and opens its menu. @param {Thing} thing @param {Where} where */
  show(thing, where) {
    this.hide();
    if (paints(this.#engine)) return;
    chooseThing(this.#engine, thing);
    this.#engine.look((editor) => this.#open(editor, thing, where));
  }

  /** @param {Editor} editor @param {Thing} thing @param {Where} where */
  #open(editor, thing, where) {
    if (!thing.element.isConnected) return;
    this.hide();
    this.#thing = thing;
    this.#before = document.activeElement;
    thing.element.dataset.meant = "";
    this.#list.setAttribute("aria-label", thing.name);
    this.#draw(editor, thing);
    this.#list.showPopover();
    this.#place(where);
    const [first] = this.#rows().filter((row) => row.ariaDisabled !== "true");
    // Who points at a row next needs none that is lit.
    (where.byKeys && first ? first : this.#list).focus({ preventScroll: true });
  }

  /** Closes the menu. @param {boolean} [back] Whether what had the focus before gets it back. */
  hide(back = true) {
    const thing = this.#thing;
    if (!thing) return;
    this.#see(null);
    this.#thing = undefined;
    delete thing.element.dataset.meant;
    const within = this.#list.contains(document.activeElement);
    this.#list.hidePopover();
    if (back && within && this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
    render("", this.#list);
  }

  /** Shows what the row under the pointer, or with the focus, would do. @param {EventTarget | null} target */
  #see(target) {
    const thing = this.#thing;
    const id = target instanceof Element ? target.closest("[data-command]")?.getAttribute("data-command") : undefined;
    const row = thing && LISTS[thing.kind].flat().find((one) => typeof one !== "string" && one.id === id && one.sees);
    if (row === this.#seen) return;
    this.#seen = /** @type {Told | undefined} */ (row);
    seeTakingBack(row ? thing?.commit : undefined);
  }

  #rows() {
    return /** @type {HTMLElement[]} */ ([...this.#list.querySelectorAll("[role^=menuitem]")]);
  }

  /** Puts the menu beside a point, within the window. @param {Where} where */
  #place({ x, y }) {
    const { style } = this.#list;
    const { width, height } = this.#list.getBoundingClientRect();
    const [right, bottom] = [document.documentElement.clientWidth - MARGIN, innerHeight - MARGIN];
    // Where there is no room on one side of the point, it opens to the other.
    const left = x + width > right && x - width >= MARGIN ? x - width : Math.min(x, right - width);
    const top = y + height > bottom && y - height >= MARGIN ? y - height : Math.min(y, bottom - height);
    style.left = `${Math.max(MARGIN, left)}px`;
    style.top = `${Math.max(MARGIN, top)}px`;
  }

  /** @param {Editor} editor @param {Thing} thing */
  #draw(editor, thing) {
    const groups = LISTS[thing.kind].map((group) => group.flatMap((one) => this.#row(editor, one, thing) ?? [])).filter(({ length }) => length > 0);
    render(groups.map((rows, at) => [at > 0 ? html`<hr>` : "", rows]), this.#list);
  }

  /** Returns the row of a command, if there is one. @param {Editor} editor @param {Entry} one @param {Thing} thing */
  #row(editor, one, thing) {
    const told = typeof one === "string" ? { id: one } : one;
    const { id, label, args, then, when } = /** @type {Told} */ (told);
    const info = this.#engine.picture.commands.find((command) => command.id === id);
    if (!info || (when && !when(thing))) return undefined;
    // What is told all that it needs opens no form.
    const asks = args ? then !== undefined : info.asks;
    const enabled = info.enabled && (!args || args(this.#engine, thing) !== undefined);
    return entry(this.#engine, hintOf(editor, { ...info, enabled }), { ...info, label: label ?? info.label, asks, enabled }, () => this.#choose(told, thing));
  }

  /** @param {Told} told @param {Thing} thing */
  #choose({ id, args, given: values, then }, thing) {
    const engine = this.#engine;
    this.#acted = this.#list.contains(document.activeElement) && document.activeElement !== this.#list ? thing.kind : undefined;
    this.hide();
    if (args) engine.run(id, args(engine, thing));
    else {
      if (values) given.set(id, values(thing));
      engine.invoke(id);
    }
    if (then) engine.invoke(then);
  }

  /** Keeps the focus where it was if what had it is gone. The panels have been drawn. */
  follow() {
    const css = this.#acted && LEFT[this.#acted];
    this.#acted = undefined;
    const next = css && document.activeElement === document.body ? document.querySelector(css) : null;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** Handles a key of the open menu. @param {KeyboardEvent} event */
  key(event) {
    // A chord may change what the menu is about.
    if (event.ctrlKey || event.metaKey || event.altKey) return void (MODIFIERS.has(event.key) || this.hide());
    // Enter and Space press the row; all other keys are the menu's, or nobody's.
    event.stopPropagation();
    const { key } = event;
    if (key === "Tab" || key === "Escape" || asksByKey(event)) this.hide();
    // Arrows lead to what can't be run as well: it says why.
    else if (!moveIn(this.#rows(), key)) return;
    if (key !== "Tab") event.preventDefault();
  }
}

/** Whether the right button does on a thing what the left one doesn't. @param {Engine} engine @param {Thing} thing @param {MouseEvent} event */
function isTaken(engine, { kind }, event) {
  if (kind === "canvas") return !ONE_BUTTON.has(engine.state.tool);
  return kind === "swatch" && !event.ctrlKey;
}

/** Opens the menu of a thing on which a finger rests. @param {Engine} engine @param {ContextMenu} menu */
function openByFinger(engine, menu) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  let from = { x: 0, y: 0 };
  const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > REST_WAY) stop();
  };
  const stop = () => {
    if (resting === undefined) return;
    clearTimeout(resting);
    resting = undefined;
    document.removeEventListener("pointermove", move, { capture: true });
  };
  document.addEventListener("pointerdown", (event) => {
    stop();
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const thing = thingAt(engine, event.target);
    // A finger on the picture paints, however long it rests.
    if (!thing || thing.kind === "canvas") return;
    from = { x: event.clientX, y: event.clientY };
    // No other move has to come here.
    document.addEventListener("pointermove", move, { capture: true, passive: true });
    resting = setTimeout(() => {
      stop();
      menu.show(thing, { ...from, byKeys: false });
      // The finger that comes up presses nothing.
      const swallow = (/** @type {Event} */ click) => {
        if (!menu.holds(click.target)) click.stopPropagation();
      };
      window.addEventListener("click", swallow, { capture: true, once: true });
      window.addEventListener("pointerdown", () => window.removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
    }, REST_MS);
  }, { capture: true });
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, stop, { capture: true });
}

/** Opens the menu by the right button, and closes it where something else is pressed. @param {Engine} engine @param {ContextMenu} menu */
function openByPointer(engine, menu) {
  document.addEventListener("contextmenu", (event) => {
    if (menu.holds(event.target)) return void event.preventDefault();
    const byFinger = /** @type {PointerEvent} */ (event).pointerType === "touch";
    const thing = thingAt(engine, event.target);
    if (!thing || (!byFinger && isTaken(engine, thing, event))) return;
    event.preventDefault();
    event.stopPropagation();
    // A finger that rests is minded below, in all browsers alike.
    if (!byFinger) menu.show(thing, { x: event.clientX, y: event.clientY, byKeys: false });
  }, { capture: true });
  document.addEventListener("pointerdown", (event) => {
    const { target, button, pointerType } = event;
    const onStage = target instanceof Element && target.closest("#stage") !== null;
    if (menu.open && !menu.holds(target)) {
      menu.hide();
      // A press beside the menu closes it, and paints nothing.
      if (onStage) event.stopPropagation();
    } else if (onStage && button === 2 && pointerType === "mouse" && !engine.stopped && !paints(engine)) {
      const thing = thingAt(engine, target);
      if (thing?.kind === "canvas" && !isTaken(engine, thing, event)) event.stopPropagation();
    }
  }, { capture: true });
}

/** Connects context menus. @param {Engine} engine */
export function contextMenu(engine) {
  const menu = new ContextMenu(engine);
  openByPointer(engine, menu);
  openByFinger(engine, menu);
  document.addEventListener("keydown", (event) => {
    if (menu.open) return menu.key(event);
    if (!asksByKey(event) || engine.stopped) return;
    const thing = thingAt(engine, event.target === document.body ? document.getElementById("surface") : event.target);
    if (!thing) return;
    event.preventDefault();
    event.stopPropagation();
    menu.show(thing, besideThing(thing));
  }, { capture: true });
  engine.shows(["frames", "layers", "palette"], () => menu.follow());
  // Where the menu points to would be elsewhere.
  for (const type of ["blur", "resize"]) window.addEventListener(type, () => menu.hide());
  document.addEventListener("wheel", ({ target }) => menu.holds(target) || menu.hide(), { capture: true, passive: true });
  document.addEventListener("focusin", ({ target }) => menu.open && !menu.holds(target) && menu.hide(false));
  engine.on("panic", () => menu.hide());
  for (const event of /** @type {const} */ (["form", "ask"])) engine.on(event, () => menu.hide());
}
