/**
 * Every text that the program shows: those of templates and calls in www/, those of the pages, the editor's tables, and the
 * codes of messages and errors, which are templates with named holes. Texts with values have numbered holes where the page makes them.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { HOLE, keyOf, unitsOf } from "../../www/words/units.js";

export const root = path.resolve(import.meta.dirname, "../..");

/** @typedef {{text: string, where: string}} Found */

/** Returns the files below a folder with an ending. @param {string} folder @param {string} ending @returns {string[]} */
export function filesBelow(folder, ending) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(name, ending);
    return name.endsWith(ending) ? [name] : [];
  });
}

/** Returns the sources of Rust: of the page's module and of the crates, without their tests. @returns {string[]} */
const rustFiles = () => ["src", "crates"].flatMap((folder) => filesBelow(folder, ".rs")).filter((file) => !/\/(tests?|benches|examples)\b/.test(file));

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), "utf8");

/** Syntax trees of the page's modules, by their files. @type {Map<string, any>} */
const trees = new Map();

/** Returns a module's syntax tree. @param {string} file */
function treeOf(file) {
  if (!trees.has(file)) trees.set(file, parseAst(read(file)));
  return trees.get(file);
}

/** Calls back for every node of a syntax tree. @param {any} node @param {(node: any, above: any[]) => void} visit @param {any[]} above */
function walk(node, visit, above = []) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit, above);
  else if (node?.type) {
    visit(node, above);
    for (const key of Object.keys(node)) if (typeof node[key] === "object") walk(node[key], visit, [...above, node]);
  }
}

/** Returns a template's source with a mark for each value. @param {any} template */
const sourceOf = (template) => template.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked).join(HOLE);

/**
 * Returns the texts in an argument of `say` that are given there, in each branch of a condition.
 * @param {any} node @returns {string[]}
 */
function textsOf(node) {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  return node.type === "LogicalExpression" ? [...textsOf(node.left), ...textsOf(node.right)] : [];
}

/** A hole of a code. */
const NAMED = /\{[a-z]+\d*\}/;

/** Returns the codes in a node: what arrays with values begin with, and templates that are given a name to be compared with. @param {any} node @returns {string[]} */
function codesIn(node) {
  const first = node.type === "ArrayExpression" ? node.elements[0] : undefined;
  return first?.type === "Literal" && typeof first.value === "string" && NAMED.test(first.value) && /\p{L}{2}/u.test(first.value.replace(/\{\w+\}/g, "")) ? [first.value] : [];
}

/** Returns the texts of the page's modules. @returns {Found[]} */
export function textsOfModules() {
  return filesBelow("www", ".js").filter((file) => !file.startsWith("www/words")).flatMap((file) => {
    /** @type {Found[]} */
    const found = [];
    const source = read(file);
    walk(treeOf(file), (node) => {
      const add = (/** @type {string} */ text) => found.push({ text, where: `${file}:${source.slice(0, node.start).split("\n").length}` });
      const callee = node.type === "TaggedTemplateExpression" ? node.tag.name : node.type === "CallExpression" ? node.callee.name : "";
      if (node.type === "TaggedTemplateExpression" && callee === "html") for (const { key } of unitsOf(sourceOf(node.quasi))) add(key);
      if (node.type === "TaggedTemplateExpression" && callee === "say") add(keyOf(sourceOf(node.quasi)));
      if (node.type === "CallExpression" && callee === "say") for (const text of textsOf(node.arguments[0])) add(keyOf(text));
      for (const text of codesIn(node)) add(text);
    });
    return found;
  });
}

/** Returns the texts of the pages themselves. @returns {Found[]} */
export function textsOfPages() {
  return ["index.html", "lab.html", "squares.html"].flatMap((file) => {
    const source = read(file).replace(/<script[^]*?<\/script>|<noscript>[^]*?<\/noscript>|<!doctype[^>]*>/g, "")
      .replace(/<meta (?!name="description")[^>]*>/g, "");
    return unitsOf(source).map(({ key }) => ({ text: key, where: file }));
  });
}

/** Calls that only a fault of the program reaches, and attributes of the compiler. */
const FAULTS = /(expect|assert\w*!|debug_assert\w*!|panic!|unreachable!)\([^;"]*$|derive|cfg\(|feature/;

/** Returns the texts in a source of Rust, without those of its unit tests. @param {string} source @returns {{text: string, line: number, before: string}[]} */
function literalsOf(source) {
  const code = source.split(/\n#\[cfg\(test\)\]\nmod \w+ \{/)[0];
  const token = /\/\/.*|'(?:\\.[^']*|[^\\'])'|r#"[^]*?"#|"((?:\\[^]|[^"\\])*)"/g;
  return [...code.matchAll(token)].flatMap(({ 1: text, index }) => (text === undefined ? [] : [{
    text: text.replace(/\\\n\s*/g, "").replace(/\\(["\\])/g, "$1"),
    line: code.slice(0, index).split("\n").length,
    before: code.slice(Math.max(0, index - 60), index).replace(/\s+/g, " "),
  }]));
}

/** Files that decide what the native test lists. */
const TABLES = [...rustFiles(), "tests/house/texts.rs"];

/**
 * Returns the texts of the editor's tables, as the native test `tests/house/texts.rs` has listed them. `UNDOODLE_TEXTS` names another
 * file than `target/texts.json`.
 * @returns {Found[]}
 */
export function textsOfTables() {
  const file = path.resolve(root, process.env.UNDOODLE_TEXTS || "target/texts.json");
  const time = (/** @type {string} */ name) => statSync(path.resolve(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const written = time(file);
  if (written < Math.max(...TABLES.map(time))) {
    throw new Error(`${path.relative(root, file)} ${written ? "is older than the sources" : "is missing"}; run: cargo test --test house texts`);
  }
  /** @type {{text: string, place: string}[]} */
  const rows = JSON.parse(readFileSync(file, "utf8"));
  const places = new Map(rustFiles().flatMap((source) => literalsOf(read(source)).map(({ text, line }) => [text, `${source}:${line}`])));
  return rows.map(({ text, place }) => ({ text, where: places.get(text) ?? place }));
}

/** Returns the texts in Rust's sources that people may read: those with several words, or a capital. @returns {Found[]} */
export function textsOfRust() {
  return rustFiles().flatMap((file) =>
    literalsOf(read(file))
      .filter(({ text, before }) => /[A-Za-z]{3}/.test(text) && / |^[A-Z][a-z]/.test(text) && !FAULTS.test(before))
      .map(({ text, line }) => ({ text, where: `${file}:${line}` })));
}

/** Returns the errors that the page's modules throw. @returns {Found[]} */
export function errorsOfModules() {
  return filesBelow("www", ".js").flatMap((file) => {
    /** @type {Found[]} */
    const found = [];
    const source = read(file);
    walk(treeOf(file), (node) => {
      const [text] = node.type === "NewExpression" && node.callee.name === "Error" ? node.arguments : [];
      const add = (/** @type {string} */ words) => found.push({ text: words, where: `${file}:${source.slice(0, node.start).split("\n").length}` });
      if (text?.type === "Literal") add(text.value);
      else if (text?.type === "TemplateLiteral") add(sourceOf(text).replaceAll(HOLE, "7"));
    });
    return found;
  });
}

/**
 * Returns texts in the page's modules that look like sentences or labels, and pass neither `say` nor `html`.
 * @returns {Found[]}
 */
export function textsBeside() {
  return filesBelow("www", ".js").filter((file) => !file.startsWith("www/words")).flatMap((file) => {
    /** @type {Found[]} */
    const found = [];
    const source = read(file);
    walk(treeOf(file), (node, above) => {
      const [around] = above.slice(-1);
      const text = node.type === "Literal" && typeof node.value === "string" ? node.value : node.type === "TemplateLiteral" && around?.type !== "TaggedTemplateExpression" ? sourceOf(node).replaceAll(HOLE, "7") : "";
      // A single word counts where an attribute is read to people.
      const labels = (around?.type === "CallExpression" && around.callee.property?.name === "setAttribute" && /^(aria-label|aria-description|title|placeholder|alt)$/.test(around.arguments[0].value) && around.arguments[1] === node)
        || (around?.type === "Property" && around.value === node && /^(ariaLabel|placeholder)$/.test(around.key.name));
      if (!(labels && /[a-z]/.test(text)) && !/^[“A-Z][a-z]+.* [a-z]{2}|^[a-z]+ [a-z]+ [a-z]+|[a-z]: [a-z]+ [a-z]|^7 [a-z]{3}/.test(text)) return;
      const spoken = above.some(({ type, callee }) => (type === "CallExpression" && callee.name === "say") || (type === "NewExpression" && /Error$/.test(callee.name ?? "")) || type === "ImportDeclaration");
      if (!spoken) found.push({ text, where: `${file}:${source.slice(0, node.start).split("\n").length}` });
    });
    return found;
  });
}

/** Returns every text in Rust's sources and in the page's modules, whatever it is for. @returns {Set<string>} */
export function allTexts() {
  const rust = rustFiles().flatMap((file) => literalsOf(read(file)).map(({ text }) => text));
  const page = filesBelow("www", ".js").filter((file) => !file.startsWith("www/words")).flatMap((file) => {
    /** @type {string[]} */
    const found = [];
    walk(treeOf(file), (node) => node.type === "Literal" && typeof node.value === "string" && found.push(node.value));
    return found;
  });
  return new Set([...rust, ...page]);
}
