/**
 * Cuts the module in two, so that a page can be painted on after a part of the download.
 *
 * The module is made to note which of its functions are called, and a few seconds of painting are played with it. Those
 * functions are the first module; the rest is another one, which www/rest.js loads with the first question that the
 * page asks, or when it is needed. Which functions are in which one has no effect but on the time when they are there.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, quietly, root } from "./run.mjs";
import { painting } from "./split/painting.mjs";
import { bindgenProgram, packageProgram } from "./toolchain.mjs";

/**
 * Replaces what is there once. The texts are wasm-bindgen's, whose version is fixed.
 * @param {string} text @param {string} from @param {string} to
 */
function replaced(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Failure(`pkg/undoodle.js has ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}

/**
 * Returns wasm-bindgen's JavaScript with the imports and the call that a cut module needs.
 * @param {string} glue @param {string} heading Lines that define `rest`, the imports, `attach`, and `withPauses`.
 */
function connected(glue, heading) {
  const imports = replaced(glue, '"./undoodle_bg.js": import0,', '"./undoodle_bg.js": withPauses(import0), rest,');
  return heading + replaced(imports, "wasm = instance.exports;", "wasm = instance.exports; attach(wasm);");
}

/**
 * Plays the painting with a module that notes its calls, and returns the numbers of the functions that were called.
 * @param {string} glue wasm-bindgen's JavaScript.
 * @param {string} recording The module's file.
 * @param {string} folder For a file of our own.
 */
export async function calledBy(glue, recording, folder) {
  /** @type {Set<number>} */
  const called = new Set();
  const heading = "const { rest, attach, withPauses } = globalThis.undoodleRecording;\n";
  const file = path.join(folder, "recording.mjs");
  writeFileSync(file, connected(glue, heading));
  Object.assign(globalThis, {
    undoodleRecording: { rest: { called: (/** @type {number} */ number) => called.add(number) }, attach: () => {}, withPauses: (/** @type {object} */ imports) => imports },
    ImageData: class {},
  });
  const { initSync, Editor } = await import(pathToFileURL(file).href);
  initSync({ module: readFileSync(recording) });
  painting(Editor);
  return [...called].sort((a, b) => a - b);
}

/** Makes pkg/cut/ from pkg/. @param {string[]} features Flags of wasm-opt that name what the module uses. */
export async function cutModule(features) {
  const [pkg, split] = [path.join(root, "pkg"), bindgenProgram("split")];
  const [whole, draft, place] = [path.join(pkg, "undoodle_bg.wasm"), path.join(pkg, "draft-cut"), path.join(pkg, "cut")];
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const inDraft = (/** @type {string} */ name) => path.join(draft, name);
  const glue = readFileSync(path.join(pkg, "undoodle.js"), "utf8");
  await quietly(split, ["record", whole, inDraft("recording.wasm")]);
  writeFileSync(inDraft("called.txt"), (await calledBy(glue, inDraft("recording.wasm"), draft)).join("\n"));
  const modules = [inDraft("undoodle_bg.wasm"), inDraft("undoodle_rest.wasm")];
  await quietly(split, ["cut", whole, inDraft("called.txt"), ...modules]);
  // The program has named the functions by their places in the whole module, where neighbours are alike.
  for (const module of modules) {
    await quietly(packageProgram("wasm-opt"), [module, "-o", module, "--reorder-functions-by-name", "--strip-debug", ...features]);
  }
  writeFileSync(inDraft("undoodle.js"), connected(glue, 'import { attach, rest, withPauses } from "../../www/rest.js";\n'));
  for (const name of ["recording.wasm", "recording.mjs", "called.txt"]) rmSync(inDraft(name));
  rmSync(place, { recursive: true, force: true });
  renameSync(draft, place);
}
