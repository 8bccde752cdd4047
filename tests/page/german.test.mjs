/**
 * Every text has its German, every German text is needed, and both have the same values.
 *
 * `UNDOODLE_GERMAN=warn` makes texts without a German entry warnings, for work that is not finished.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { createServer } from "vite";
import { sorted } from "../../scripts/german.mjs";
import { missing } from "./missing.mjs";
import { allTexts, errorsOfModules, filesBelow, root, textsBeside, textsOfModules, textsOfPages, textsOfRust, textsOfTables } from "./texts.mjs";

/** @typedef {import("./texts.mjs").Found} Found */

const server = await createServer({ root, server: { middlewareMode: true, ws: false }, appType: "custom", logLevel: "error", optimizeDeps: { noDiscovery: true } });
after(() => server.close());
const { LANGUAGES } = await server.ssrLoadModule("/www/language.js");
const { sentence } = await server.ssrLoadModule("/www/messages.js");
const { keyed, named, say } = (await server.ssrLoadModule("/www/words/german.js")).speak(sentence);
const { colorName } = await server.ssrLoadModule("/www/panels/colornames.js");

/** All entries, as they stand in the catalogue's files. @type {{key: string, german: string, file: string}[]} */
const entries = filesBelow("www/words/de", ".json").flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(path.join(root, file), "utf8"))).map(([key, german]) => ({ key, german, file })));

const keys = new Set(entries.map(({ key }) => key));

/** Lists texts for a person who has to do something about them. @param {Found[]} found */
const listed = (found) => [...new Map(found.map(({ text, where }) => [text, `${where}: ${text}`])).values()];

/** Messages with values of each kind, in English and in German. @type {[import("../../www/messages.js").Message, string, string][]} */
const SAID = [
  [["{first}, {rest}", ["Undid {label}", ["Pencil"]], ["{first}, {rest}", ["{count} pixel | {count} pixels", 42], ["{first}, {rest}", ["layer {layer}", "Ink"], ["frame {frame}", 3]]]], "Undid Pencil, 42 pixels, layer Ink, frame 3", "Rückgängig: Stift, 42 Pixel, Ebene Ink, Einzelbild 3"],
  [["{first}, {rest}", ["Redid {label}", ["Fill"]], ["{first}, {rest}", ["{count} pixel | {count} pixels", 1234567], ["hidden layer {layer} of group {group}", "Layer 2", "Group 1"]]], "Redid Fill, 1,234,567 pixels, hidden layer Layer 2 of group Group 1", "Wiederholt: Füllen, 1.234.567 Pixel, verborgene Ebene 2 der Gruppe 1"],
  [["{first}; {rest}", ["{layer} is locked: painted on {layer2} instead", "Layer 1", "Ink"], ["{n} step set aside | {n} steps set aside", 2]], "Layer 1 is locked: painted on Ink instead; 2 steps set aside", "Ebene 1 ist gesperrt: stattdessen auf Ink gemalt; 2 Schritte beiseitegelegt"],
  [["Back on {layer}, frame {frame}", "Layer 1", 2], "Back on Layer 1, frame 2", "Zurück auf Ebene 1, Einzelbild 2"],
  [["{first}; {rest}", ["{first}, {rest}", ["{n} step brought back | {n} steps brought back", 1], ["{n} step set aside | {n} steps set aside", 2]], ["“{label}” conflicts with later steps", ["Pencil"]]], "1 step brought back, 2 steps set aside; “Pencil” conflicts with later steps", "1 Schritt zurückgeholt, 2 Schritte beiseitegelegt; „Stift“ verträgt sich nicht mit späteren Schritten"],
  [["{first}; {rest}", ["History limit set to {max} MB", 1], ["{n} step removed to fit | {n} steps removed to fit", 3]], "History limit set to 1 MB; 3 steps removed to fit", "Speichergrenze des Verlaufs: 1 MB; 3 Schritte dafür entfernt"],
  [["Pasted {width} × {height}: {notes}", 8, 9, ["only the first of its {n} picture | only the first of its {n} pictures", 3]], "Pasted 8 × 9: only the first of its 3 pictures", "8 × 9 eingefügt: nur das erste seiner 3 Bilder"],
  [["with its history of {n} step, without {left} for which there is no room | with its history of {n} steps, without {left} for which there is no room", 1, 2], "with its history of 1 step, without 2 for which there is no room", "mit Verlauf von 1 Schritt, ohne 2, für die kein Platz ist"],
  [["{first}, {rest}", ["{first} and {last}", ["the division into {n} layer | the division into {n} layers", 2], ["{n} group | {n} groups", 1]], ["{first} and {last}", ["{n} tag | {n} tags", 2], ["the palette"]]], "the division into 2 layers and 1 group, 2 tags and the palette", "die Aufteilung in 2 Ebenen und 1 Gruppe, 2 Marken und die Palette"],
  [["{what} must be from {min} to {max}, not {n}", ["width"], 1, 32768, 0], "width must be from 1 to 32768, not 0", "Breite muss zwischen 1 und 32768 liegen, nicht bei 0"],
  [["{what} must be a whole number from {min} to {max}, not {given}", ["width"], 1, 32768, ["empty"]], "width must be a whole number from 1 to 32768, not empty", "Breite muss eine ganze Zahl von 1 bis 32768 sein, nicht leer"],
  [["the history needs {amount} and may take {amount2}: set a larger limit, or unpin a state", "4.1 MB", "4 MB"], "the history needs 4.1 MB and may take 4 MB: set a larger limit, or unpin a state", "der Verlauf braucht 4,1 MB und darf 4 MB belegen: eine größere Grenze setzen oder einen angehefteten Zustand lösen"],
  [["{what} must be {expected}, not \"{quoted}\"", ["harmony"], ["{list} or {last}", "complement, split", "square"], "Layer"], "harmony must be complement, split or square, not \"Layer\"", "Harmonie: erwartet wird complement, split oder square, nicht „Layer“"],
  [["{what} \"{name}\": {why}", ["layer"], "Layer 1", ["it is locked, so unlock it first"]], "layer \"Layer 1\": it is locked, so unlock it first", "Ebene „Ebene 1“: sie ist gesperrt, also zuerst entsperren"],
  [["{what} \"{name}\": {why}", ["cel"], ["{layer}, frame {frame}", "Ink", 3], ["it is empty here"]], "cel \"Ink, frame 3\": it is empty here", "Cel „Ink, Einzelbild 3“: hier leer"],
  [["{what} \"{name}\": {why}", ["preview"], ["Scale"], ["it is too large for a preview; OK applies it"]], "preview \"Scale\": it is too large for a preview; OK applies it", "Vorschau „Skalieren“: zu groß für eine Vorschau; OK führt es aus"],
  [["this {what} can't be opened: {why}", ["drawing"], ["a group has no layers"]], "this drawing can't be opened: a group has no layers", "Diese Zeichnung kann nicht geöffnet werden: eine Gruppe hat keine Ebenen"],
  [["{format} file: {why}", ["PNG"], ["it ends too early"]], "PNG file: it ends too early", "PNG-Datei: sie endet zu früh"],
  [["{format} file: {why}", ["GIMP palette"], ["line {n} {why}", 7, ["is not a colour: numbers from 0 to 255 are needed"]]], "GIMP palette file: line 7 is not a colour: numbers from 0 to 255 are needed", "Datei (GIMP-Palette): Zeile 7 ist keine Farbe: Zahlen von 0 bis 255 sind nötig"],
  [["Undoodle can't open this file: it opens {expected}", ["{first}, {rest}", ["PNG"], ["{first} or {last}", ["animated PNG"], ["a palette"]]]], "Undoodle can't open this file: it opens PNG, animated PNG or a palette", "Undoodle kann diese Datei nicht öffnen: Es öffnet PNG, animiertes PNG oder eine Palette"],
  [["{first}; {rest}", ["{n} empty group was left out | {n} empty groups were left out", 2], ["{n} colour of {model} was converted and may look different | {n} colours of {model} were converted and may look different", 1, ["LAB"]]], "2 empty groups were left out; 1 colour of LAB was converted and may look different", "2 leere Gruppen weggelassen; 1 Farbe in LAB umgerechnet, möglicherweise mit anderem Aussehen"],
  [["{first}; {rest}", ["{n} tag | {n} tags", 2], ["what a later version says"]], "2 tags; what a later version says", "2 Marken; what a later version says"],
  [["“{name}” has {amount} MB: a file may have at most {max} MB", "untitled", "99.5", 64], "“untitled” has 99.5 MB: a file may have at most 64 MB", "„unbenannt“ hat 99,5 MB: Eine Datei darf höchstens 64 MB haben"],
  [["the blend mode of {n} layer became normal: {list} | the blend mode of {n} layers became normal: {list}", 2, "dissolve, vivid light"], "the blend mode of 2 layers became normal: dissolve, vivid light", "der Mischmodus von 2 Ebenen wurde normal: dissolve, vivid light"],
];

/** Names of other programs and of formats, which are the same in every language. */
const NAMES = /^(Aseprite|GIF|OpenRaster|Piskel|Pixelorama|WebP)$/;

/** Texts of Rust that nobody reads as they are: types, names of keys, rules of the engine, what files are made of, what their decoders say, and codes without words. */
const OF_FILES = [
  /^(GIMP Palette|Name: |;?Palette Name:|Channels|Untitled|Index |;|\{r:|PAL |RGB |LAB |Gray$)/,
  /^(undoodle recording|\{HEADER\}|(un|re)do \{count\}$)/, /^\\n {2}"animations"/, /^\\n {6}\{\{"name"/, /^(<|\{\{|[ {]*name\}|Thumb|XMP |Software)/, /^(image truncated|no color table available|file does not contain)/, NAMES, /^[^a-z]*(\{[a-z]+\d*\}[^a-z]*)+$/, /^(Group|Layer|Slice|Tag) (\{n?\}|1)$/, /^ (copy|\|) ?$/,
];
const FOR_NOBODY = [
  /^src\/web\//, /^crates\/history\/src\/(history\/)?(error|save|piece|ring|slabs|validate|image|line|tree)\.rs/, /^crates\/drawing\/src\/document\/(draft|drawing\/info)\.rs/, /^crates\/(bridge|formats\/worker|lab\/page)\//, /^src\/keys\.rs/, /^crates\/formats\/src\/png\/refusals\.rs/, /^src\/params\.rs/, /^src\/fields\.rs/, /^src\/tools\/tool\.rs/,
];
const KEYS = /^((Ctrl|Shift|Alt)\+|Arrow\w+|Escape|Enter|Backspace|Home|End|Insert|Page(Up|Down))$/;

/** Names that scripts use, which are the same in every language. */
const IDS = /^[\w-]+(, [\w-]+)*,? or [\w-]+$/;

/** Errors of the page that only scripts, or a fault of the program, can bring about. */
const OF_SCRIPTS = /^www\/(checked|scripting|lab\/scripting|squares\/\w+|fetching|lab\/main|main)\.js|: the page has no |: format must be one of 7|: overtaken$|^www\/offline\.js|^www\/io\/converting\.js: there is no drawing|: no picture$/;

/** Returns the names of the holes in a text, each once. @param {string} text */
const holesOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

test("every text of the pages, the modules and the editor's tables has a German entry", () => {
  const texts = [...textsOfPages(), ...textsOfModules(), ...textsOfTables()].filter(({ text }) => /\p{L}/u.test(text) && !NAMES.test(text));
  assert.ok(texts.length > 1000, `${texts.length} texts are all that were found`);
  missing(texts.filter(({ text }) => !keys.has(text)));
});

test("every code of Rust's messages and errors has a German template", () => {
  const rust = textsOfRust().filter(({ text, where }) => !keys.has(text) && !IDS.test(text) && !KEYS.test(text) && !OF_FILES.some((part) => part.test(text)) && !FOR_NOBODY.some((place) => place.test(where)));
  const errors = errorsOfModules().filter(({ text, where }) => !keys.has(text) && !OF_SCRIPTS.test(`${where}: ${text}`.replace(/:\d+:/, ":")));
  missing([...rust, ...errors]);
});

test("messages are sentences in both languages", () => {
  for (const [message, english, german] of SAID) assert.deepEqual([sentence(message), say(message)], [english, german]);
});

test("each language besides English has a row, and a module that speaks it and shares nothing with the page that waits for it", async () => {
  const imports = filesBelow("www/words", ".js").flatMap((file) => [...readFileSync(path.join(root, file), "utf8").matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from));
  assert.deepEqual(imports.filter((from) => !from.startsWith("./")), []);
  for (const [tag, { name, load }] of Object.entries(LANGUAGES)) {
    const speech = (await load()).speak(sentence);
    assert.equal(new Intl.DisplayNames(tag, { type: "language" }).of(tag), name);
    for (const of of ["say", "table", "named", "keyed", "within", "speaking"]) assert.equal(typeof speech[of], "function", `${tag}: ${of}`);
  }
});

test("no text of the page passes beside the catalogue", () => {
  /** Scripts' errors, names of articles, classes, and what other programs are told. */
  const allowed = /^www\/checked\.js|: (Undoodle: 7 × 7 pixels|asked to persist|Simple Undo|How to design|Undo with Arenas|7 behind|7 losing|a part of the program|Undoodle can't open this file$)/;
  /** What these say are codes, which the page makes sentences of. */
  const handed = /^www\/(io\/(converter|decoding|formats|opening|photoshop|psdlosses)|panels\/(export|form))\.js/;
  const beside = textsBeside().filter(({ text, where }) => !allowed.test(`${where.replace(/:\d+$/, "")}: ${text}`) && !keys.has(text));
  assert.deepEqual(listed(beside.filter(({ where }) => !handed.test(where))), []);
  missing(beside.filter(({ where }) => handed.test(where)));
});

test("a text without a German entry fails, or is warned of once where that is asked for", () => {
  const found = [{ text: "Nobody has translated this", where: "here" }];
  const line = "no German for “Nobody has translated this” (here)";
  assert.throws(() => missing(found, {}), { message: line });
  /** @type {string[]} */
  const said = [];
  for (let time = 0; time < 2; time += 1) missing(found, { UNDOODLE_GERMAN: "warn" }, (words) => said.push(words));
  assert.deepEqual(said, [`warning: ${line}`]);
});

test("every colour has a German name", () => {
  const names = new Set();
  const channels = Array.from({ length: 16 }, (_, i) => (i * 17).toString(16).padStart(2, "0"));
  for (const r of channels) for (const g of channels) for (const b of channels) names.add(colorName(`#${r}${g}${b}ff`));
  assert.ok(names.size > 25, "names of colours");
  missing([...names].filter((name) => !keys.has(name)).map((text) => ({ text, where: "www/panels/colornames.js" })));
  assert.equal(say("dark turquoise"), "dunkeltürkis");
});

test("each file has one entry a line, sorted", () => {
  for (const file of filesBelow("www/words/de", ".json")) {
    const source = readFileSync(path.join(root, file), "utf8");
    assert.ok(source === sorted(source), `${file} is not sorted, has several entries on a line or one key twice; run: node scripts/german.mjs --sort`);
  }
});

test("no entry stands twice, and somebody needs each", () => {
  const twice = entries.filter(({ key }, at) => entries.findIndex((other) => other.key === key) !== at);
  assert.deepEqual(twice.map(({ key, file }) => `${file}: ${key}`), []);
  const needed = new Set([...textsOfPages(), ...textsOfModules(), ...textsOfTables()].map(({ text }) => text));
  // Recordings are named by their files.
  for (const file of readdirSync(path.join(root, "www", "lab", "recordings"))) needed.add(`${file[0].toUpperCase()}${file.slice(1).split("-")[0]}`);
  const texts = allTexts();
  // An entry may have a phrase in the place of a hole, where German has a sentence of its own for it.
  const general = [...texts].filter((text) => /\{(what|format)\}/.test(text)).map((text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(what|format)\}/, "([\\w ]+)")}$`));
  const isSpecial = (/** @type {string} */ key) => general.some((one) => {
    const [, phrase] = one.exec(key) ?? [];
    return phrase !== undefined && texts.has(phrase);
  });
  const colours = /^((dark|light) )?(pink|red|orange|yellow|lime|green|turquoise|blue|violet|magenta|grey)$/;
  const idle = entries.filter(({ key }) => !needed.has(key) && !texts.has(key) && !colours.test(key) && !isSpecial(key));
  assert.deepEqual(idle.map(({ key, file }) => `${file}: ${key}`), []);
});

test("both languages have the same holes, forms and elements, and German has its own quotes", () => {
  const elements = (/** @type {string} */ text) => [...text.matchAll(/<\/?\w+[^>]*>/g)].map(([element]) => element).sort();
  for (const { key, german } of entries) {
    assert.deepEqual([holesOf(german), elements(german)], [holesOf(key), elements(key)], key);
    assert.equal(german.split(" | ").length, key.split(" | ").length, key);
    assert.ok(key.split(" | ").length <= 2, key);
    assert.notEqual(german.trim(), "", key);
    assert.doesNotMatch(german, /”|\b(?:du|dein\w*|Sie haben|Ihr)\b/, key);
    assert.equal(german.split("„").length, german.split("“").length, key);
    assert.equal(/…$/.test(german), /…$/.test(key), key);
  }
});

test("names that the editor gives and names of keys are German, and a person's are as they are", () => {
  assert.deepEqual(["Layer 1", "Layer 12 copy", "Group 3", "Tag", "untitled"].map(named), ["Ebene 1", "Ebene 12 – Kopie", "Gruppe 3", "Marke", "unbenannt"]);
  assert.deepEqual(["Layer one", "Undo", "My Layer 1"].map(named), ["Layer one", "Undo", "My Layer 1"]);
  assert.deepEqual(["Ctrl+Shift+Z", "Escape", "Shift+ArrowLeft", "F3", "Delete"].map(keyed), ["Strg+Umschalt+Z", "Esc", "Umschalt+ArrowLeft", "F3", "Entf"]);
});

test("words of painters are the German ones, and none stands alone that needs another", () => {
  assert.deepEqual(["Screen", "primary", "secondary", "Kept in this browser"].map((text) => say(text)), ["Negativ multiplizieren", "erste Farbe", "zweite Farbe", "Lokal gesichert"]);
});
