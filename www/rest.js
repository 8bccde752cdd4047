/**
 * The part of the module that painting doesn't need.
 *
 * Problem: a page that downloads all of its program before it starts lets people wait for what they may never use. Idea:
 * the site's module is cut in two. The first part begins at once; the second one is loaded as soon as the first has begun, and who asks for
 * it (`Engine.ask`) waits for it: the panels ask before they are drawn. If something is sent before that calls one of its functions, it is loaded on the spot, and the call
 * waits. Invariant: no caller notices but by the time that it takes. No module but the engine knows of it.
 *
 * What is loaded on the spot does not come from a stored site, which would be asked in vain without a network. So a page
 * that was stored has both parts before anybody can call the second one: see `comesFirst`.
 *
 * In a module that was not cut, which `npm run dev` serves, nothing is attached, and there is nothing to load.
 */

/** Where the second part lies. */
const ADDRESS = new URL("../pkg/cut/undoodle_rest.wasm", import.meta.url);

/** What the first part exports. @type {WebAssembly.Exports | undefined} */
let first;
/** The second part, while it is on its way. @type {Promise<void> | undefined} */
let coming;
/** What has come of the second part and is not yet compiled. @type {ArrayBuffer | undefined} */
let bytes;

/** Returns `true` if nothing is missing. */
function isWhole() {
  return first === undefined || /** @type {WebAssembly.Global} */ (first.rest_loaded).value === 1;
}

/** Makes the parts one. @param {WebAssembly.Module} second */
function join(second) {
  bytes = undefined;
  if (first === undefined || isWhole()) return;
  new WebAssembly.Instance(second, { rest: /** @type {WebAssembly.ModuleImports} */ (first) });
  /** @type {WebAssembly.Global} */ (first.rest_loaded).value = 1;
}

async function compileRest() {
  const answer = await fetch(ADDRESS);
  if (!answer.ok) throw new Error("a part of the program can't be loaded", { cause: answer.status });
  bytes = await answer.arrayBuffer();
  return WebAssembly.compile(bytes);
}

async function fetchRest() {
  join(await compileRest());
}

/** Whether the page comes from a stored site. */
function isStored() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    // A frame that may store nothing may not even ask.
    return false;
  }
}

/**
 * Has the second part loaded along with the first if the page comes from a stored site, where both lie near, and else as soon as the first is
 * there: its bytes are on their way while the picture is painted.
 * @returns {() => Promise<void>} Call it once the first was attached. Makes the parts one, if the site is stored and the second is there.
 */
export function comesFirst() {
  if (!isStored()) {
    // Who asks for it hears if it can't be loaded.
    return async () => void whole().catch(() => {});
  }
  const second = compileRest().catch(() => undefined);
  return async () => {
    const module = await second;
    if (module) join(module);
  };
}

/** Downloads the second part, and waits for it. @returns {BufferSource} */
function download() {
  const request = new XMLHttpRequest();
  request.open("GET", ADDRESS, false);
  // A request that is waited for hands out no bytes, but texts, of which each letter is one.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(String(request.status));
  const { responseText: letters } = request;
  const all = new Uint8Array(letters.length);
  for (let i = 0; i < all.length; i += 1) all[i] = letters.charCodeAt(i);
  return all;
}

/** Loads the second part and waits for it, as nobody can go on without it. */
function load() {
  try {
    join(new WebAssembly.Module(bytes ?? download()));
  } catch (error) {
    console.error(error);
    // The call that came here can't be finished, so the editor is in an unknown state, as after a panic.
    throw new WebAssembly.RuntimeError("a part of the program can't be loaded");
  }
}

/** What the first part imports. */
export const rest = { load };

/** Whether calls of the module can be paused. */
let pauses = false;

/**
 * Makes an import of the module one that may pause it, if the browser can do so.
 * @param {Record<string, Function>} imports By wasm-bindgen's names.
 */
export function withPauses(imports) {
  const { Suspending } = /** @type {{Suspending?: new (pause: Function) => Function}} */ (WebAssembly);
  const name = Object.keys(imports).find((known) => known.includes("undoodlePause"));
  if (!Suspending || !name) return imports;
  pauses = true;
  return { ...imports, [name]: new Suspending(imports[name]) };
}

/** Functions of the module that can be paused, by their names. @type {Map<string, (...numbers: number[]) => Promise<void>>} */
const pausables = new Map();

/** Returns a function of the module in a form that can be paused, or nothing if the browser can't do so. @param {string} name */
export function pausable(name) {
  const { promising } = /** @type {{promising?: (call: Function) => (...numbers: number[]) => Promise<void>}} */ (WebAssembly);
  if (!pauses || !first || !promising) return undefined;
  const known = pausables.get(name) ?? promising(/** @type {Function} */ (first[name]));
  pausables.set(name, known);
  return known;
}

/** Hears of the first part as soon as it is there. @param {WebAssembly.Exports} exports */
export function attach(exports) {
  first = exports;
}

/** Resolves when all of the module is there. Who asks waits for it, so that the page does not stand still. @throws {Error} One sentence. */
export async function whole() {
  if (isWhole()) return;
  coming ??= fetchRest().finally(() => { coming = undefined; });
  await coming;
}
