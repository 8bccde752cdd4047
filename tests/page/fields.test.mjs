/** Fields: none handles Enter and Escape by itself, and none leaves the reading of numbers to the browser. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { isWithin } from "../../www/fields.js";
import { notNumber } from "../../www/numbers.js";

const WWW = new URL("../../www/", import.meta.url);

/** All modules of the pages, and the pages. @type {{name: string, text: string}[]} */
const sources = [
  ...readdirSync(WWW, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js")).map((name) => ({ name: `www/${name}`, text: readFileSync(new URL(name, WWW), "utf8") })),
  ...["index.html", "lab.html", "squares.html"].map((name) => ({ name, text: readFileSync(new URL(`../../${name}`, import.meta.url), "utf8") })),
];

/** Returns the tags of fields in a source, with all that stands in their values. @param {string} text */
function tagsOf(text) {
  return [...text.matchAll(/<(?:input|textarea)\b/g)].map(({ index }) => {
    let [at, depth] = [index, 0];
    for (; at < text.length && (depth > 0 || text[at] !== ">"); at += 1) depth += { "{": 1, "}": -1 }[text[at]] ?? 0;
    return text.slice(index, at);
  });
}

/** Where a key named Enter or Escape is asked for that is not pressed in a field, and what hears it there. @type {Record<string, string>} */
const ELSEWHERE = {
  "www/bindings.js": "the keys that no command can have",
  "www/io/keyboard.js": "what is done with the focus once a field has heard the key",
  "www/panels/bykeys.js": "the ring of who paints by keys",
  "www/panels/columns.js": "a header that is moved",
  "www/panels/contextmenu.js": "context menus",
  "www/panels/drag.js": "a drag",
  "www/panels/drawings.js": "a held key in the list, on its buttons",
  "www/panels/export.js": "lists of the form that exports",
  "www/panels/form.js": "keys that are pressed while a form is done",
  "www/panels/keys.js": "the recorder of keys, and the dialog with its search field",
  "www/panels/menu.js": "menus",
  "www/panels/onion.js": "settings that are open",
  "www/panels/steps.js": "the list of steps",
  "www/panels/found.js": "the list of steps that were found",
  "www/panels/tags.js": "a tag that has the focus",
  "www/panels/takeback.js": "the question about later steps",
  "www/panels/tour.js": "the tour",
  "www/squares/strip.js": "the squares",
};

test("the keys of a field are told to it by the one helper", () => {
  const fields = sources.flatMap(({ name, text }) => tagsOf(text).map((tag) => ({ name, tag })));
  assert.ok(fields.length > 30, `${fields.length} fields`);
  const heard = fields.flatMap(({ name, tag }) => {
    const [, listener] = /@key(?:down|up|press)=\$\{(.*)/.exec(tag) ?? [];
    return listener === undefined ? [] : [{ name, listener }];
  });
  // `entry` makes its listener by the helper; arrows are no Enter.
  const helped = /^(?:fieldKeys\(|on\.keydown\}|arrows\()/;
  assert.deepEqual(heard.filter(({ name, listener }) => !helped.test(listener) && !(name === "www/panels/keys.js" && listener.includes("#press"))), []);
  assert.ok(heard.length >= 8, `${heard.length} fields with keys`);
});

test("nobody else compares a key with Enter or Escape but those that are listed with their reason", () => {
  const compares = sources.filter(({ text }) => /(?:\bkey|\.code)\s*[!=]==?\s*"(?:Enter|Escape)"|case "(?:Enter|Escape)"|\[[^\]\n]*"(?:Enter|Escape)"[^\]\n]*\]\.includes/.test(text));
  assert.deepEqual(compares.map(({ name }) => name).filter((name) => !(name in ELSEWHERE)), []);
  const unused = Object.keys(ELSEWHERE).filter((name) => !/"(?:Enter|Escape)"|Enter\|/.test(sources.find((source) => source.name === name)?.text ?? ""));
  assert.deepEqual(unused, [], "reasons for what is not there");
});

test("no field is one that the browser reads numbers from", () => {
  const read = sources.filter(({ text }) => /<input\b[^>]*type="?number/.test(text) || tagsOf(text).some((tag) => /type=["$]?\{?"?number/.test(tag)));
  assert.deepEqual(read.map(({ name }) => name), []);
  // A slider has no text that could be misread.
  const asked = sources.filter(({ text }) => /valueAsNumber/.test(text)).flatMap(({ name, text }) => tagsOf(text).filter((tag) => tag.includes("valueAsNumber") && !tag.includes('type="range"')).map(() => name));
  assert.deepEqual(asked, []);
});

test("a number beyond an end, or half a one where a whole one is meant, is refused in a sentence that says the ends", () => {
  for (const [number, whole, taken] of /** @type {[number, boolean, boolean][]} */ ([[1, true, true], [64, true, true], [0, true, false], [65, true, false], [2.5, true, false], [2.5, false, true], [NaN, false, false]])) {
    assert.equal(isWithin(number, 1, 64, whole), taken, `${number}`);
  }
  assert.equal(notNumber("Size", "999", 1, 64, true), "Size must be a whole number from 1 to 64, not “999”");
  assert.equal(notNumber("Degrees", "", -0.5, 360), "Degrees must be a number from -0.5 to 360: it is empty");
  assert.equal(notNumber("Degrees", "x"), "Degrees must be a number, not “x”");
});

test("who reads a number asks whether it is within its ends, and none is taken for another one", () => {
  const readers = sources.filter(({ name, text }) => name !== "www/numbers.js" && /\breadNumber\(/.test(text)).map(({ name }) => name);
  // The sizes of a new drawing are refused in a sentence of their own, and a button looks whether they are its own.
  const others = ["www/panels/dialogs.js", "www/panels/sizes.js"];
  assert.deepEqual(readers.filter((name) => !others.includes(name)), ["www/fields.js", "www/panels/harmonies.js", "www/panels/mixer.js"]);
  for (const name of readers.filter((one) => !others.includes(one))) assert.match(sources.find((source) => source.name === name)?.text ?? "", /\bisWithin\(/, name);
});
