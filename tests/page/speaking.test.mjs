/** Messages: codes and values as sentences, in English and in a language that nobody speaks here. */
import assert from "node:assert/strict";
import test from "node:test";
import { Refusal, saidBy, sentence } from "../../www/messages.js";
import { codeOf, row, says, subjectOf, valuesOf } from "../../www/codes.js";
import { Speech } from "../../www/words/speaking.js";

/** @import { Message } from "../../www/messages.js" */

/** A language with four forms of plurals, as Polish has them, and another order of words. A third language is no more than this, and its row in `language.js`. */
const made = new Speech({
  tag: "pl",
  catalogues: [
    {
      "{n} step set aside | {n} steps set aside": "odłożono {n} krok | odłożono {n} kroki | odłożono {n} kroków | odłożono {n} kroku",
      "{layer} is locked: painted on {layer2} instead": "na {layer2}, bo {layer} na klucz",
      "the history needs {amount} and may take {amount2}: set a larger limit, or unpin a state": "potrzeba {amount}, wolno {amount2}",
      "{count} pixel | {count} pixels": "{count} piksel | {count} piksele | {count} pikseli | {count} piksela",
      "{format} file: {why}": "plik {format}: {why}",
      "{first} or {last}": "{first} albo {last}",
    },
    { "{0} frames": "{0} klatka | {0} klatki | {0} klatek | {0} klatki", "PNG file: {why}": "plik PNG ma kłopot: {why}", "it ends too early": "urwany", "{0} of “{1}”": "„{1}”: {0}", Undo: "Cofnij", Layers: "Warstwy" },
  ],
  signs: { thousands: "\u00a0", decimal: "," },
  given: { Layer: "Warstwa", untitled: "bez nazwy" },
  copy: " – kopia",
  keys: { Delete: "Usuń" },
}, sentence);

test("English fills the template that is the code", () => {
  /** @type {[Message, string][]} */
  const cases = [
    ["Undo", "Undo"],
    [["Undo"], "Undo"],
    ["a {brace} without values", "a {brace} without values"],
    [["{what} must be from {min} to {max}, not {n}", ["width"], 1, 32768, 0], "width must be from 1 to 32768, not 0"],
    [["{n} step set aside | {n} steps set aside", 1], "1 step set aside"],
    [["{n} step set aside | {n} steps set aside", 0], "0 steps set aside"],
    [["{count} pixel | {count} pixels", 1234567], "1,234,567 pixels"],
    [["the tag must start at frame {n} or earlier: it ends at frame {n}", 3], "the tag must start at frame 3 or earlier: it ends at frame 3"],
    [["{format} file: {why}", ["PNG"], ["line {n} {why}", 7, ["is torn"]]], "PNG file: line 7 is torn"],
    [["“{label}” conflicts with later steps", ["$& and {label}"]], "“$& and {label}” conflicts with later steps"],
    [row(["a", "", ["{n} b | {n} bs", 2], "c"]), "a; 2 bs; c"],
    [row(["a", "b", "c"], "{first}, {rest}", "{first} or {last}"), "a, b or c"],
    [row(["a"]), "a"],
    [row([]), ""],
  ];
  for (const [message, english] of cases) assert.equal(sentence(message), english);
});

test("another language has templates, plurals, signs and names of its own", () => {
  /** @type {[Message, string][]} */
  const cases = [
    ...[[1, "odłożono 1 krok"], [3, "odłożono 3 kroki"], [5, "odłożono 5 kroków"], [22, "odłożono 22 kroki"]].map(([n, said]) => /** @type {[Message, string]} */ ([["{n} step set aside | {n} steps set aside", n], said])),
    [["{layer} is locked: painted on {layer2} instead", "Layer 2", "Ink"], "na Ink, bo Warstwa 2 na klucz"],
    [["the history needs {amount} and may take {amount2}: set a larger limit, or unpin a state", "4.1 MB", "4 MB"], "potrzeba 4,1 MB, wolno 4 MB"],
    [["{count} pixel | {count} pixels", 1234567], "1\u00a0234\u00a0567 pikseli"],
    [["{format} file: {why}", ["PNG"], ["it ends too early"]], "plik PNG ma kłopot: urwany"],
    [["{format} file: {why}", ["GIF"], ["it ends too early"]], "plik GIF: urwany"],
    [["{first} or {last}", ["Undo"], ["Layers"]], "Cofnij albo Warstwy"],
    [["nobody has translated {n}", 7], "nobody has translated 7"],
    ["Undo", "Cofnij"],
  ];
  for (const [message, said] of cases) assert.equal(made.say(message), said);
  assert.deepEqual(["Layer 3", "Layer 3 copy", "untitled", "Ink", "toString"].map(made.named), ["Warstwa 3", "Warstwa 3 – kopia", "bez nazwy", "Ink", "toString"]);
  assert.equal(made.keyed("Ctrl+Delete"), "Ctrl+Usuń");
});

test("templates and tables of the page are in another language, with its order and its plurals", () => {
  assert.deepEqual([1, 2, 5].map((n) => made.say`${n} frames`), ["1 klatka", "2 klatki", "5 klatek"]);
  assert.equal(made.say`${2} of “${"Layer 1"}”`, "„Warstwa 1”: 2");
  assert.equal(made.say(" Undo "), " Cofnij ");
  assert.deepEqual(made.table([{ id: "undo", label: "Undo", params: [{ label: "Layers" }] }]), [{ id: "undo", label: "Cofnij", code: "Undo", params: [{ label: "Warstwy", code: "Layers" }] }]);
  const html = made.speaking((strings, ...values) => String.raw({ raw: strings }, ...values));
  assert.equal(html`<h2 title="Undo">${1} of “${2}”</h2><p>Layers</p>`, "<h2 title=\"Cofnij\">„2”: 1</h2><p>Warstwy</p>");
});

test("programs ask codes and values, and a refusal is English for scripts", () => {
  const refusal = new Refusal(["{what} must be {expected}, not \"{quoted}\"", ["columns"], ["{list} or {last}", "1, 2", "3"], "x"]);
  assert.equal(refusal.message, "columns must be 1, 2 or 3, not \"x\"");
  assert.deepEqual([codeOf(saidBy(refusal)), subjectOf(saidBy(refusal))], ["{what} must be {expected}, not \"{quoted}\"", "columns"]);
  assert.deepEqual([saidBy(new Error("torn")), saidBy("torn"), subjectOf("torn"), subjectOf(["step {n}", 1])], ["torn", "torn", "", ""]);
  /** @type {Message} */
  const undone = row([["Undid {label}", ["Pencil"]], ["layer {layer}", "Ink"], ["frame {frame}", 3]], "{first}, {rest}");
  assert.deepEqual([valuesOf(undone, "layer"), valuesOf(undone, "frame"), valuesOf(undone, "n")], [["Ink"], [3], []]);
  assert.deepEqual([says(undone, "frame {frame}"), says(undone, "Pencil"), says(undone, "Ink")], [true, true, false]);
});
