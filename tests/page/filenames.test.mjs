/** Names of files: what every system takes stays as it is, and nothing else is written. */
import assert from "node:assert/strict";
import test from "node:test";
import { fileName } from "../../www/io/filenames.js";

/** @param {string} name */
const png = (name) => fileName(name, "png");

test("names of people stay as they are", () => {
  for (const name of ["hero", "Große Katze 2", "日本の猫", "قطة", "v1.2", "a (copy)", "naïve – 3,5 %", "👩‍👩‍👧", "CONSOLE", "com10", "aux in", "nullify"]) {
    assert.equal(png(name), `${name}.png`);
  }
});

test("what a system takes for something else is replaced", () => {
  assert.equal(png("a/b:c*?"), "a-b-c--.png");
  assert.equal(png("..\\..\\x"), "-..-x.png");
  assert.equal(png("end."), "end.png");
  assert.equal(png("end . . "), "end.png");
  for (const name of ["..", ".", "", "  ", "\u0000", "\u202E"]) assert.equal(png(name), "untitled.png");
  assert.equal(png(".bashrc"), "bashrc.png");
  for (const name of ["CON", "con", "Prn", "AUX", "nul", "COM1", "lpt9", "COM¹", "CONIN$"]) assert.equal(png(name), `${name}_.png`);
  assert.equal(png("con.tar"), "con_.tar.png", "the first part counts on Windows");
  assert.equal(png("CON "), "CON_.png");
});

test("a name reads as what it is", () => {
  assert.equal(png("hero\u202Egnp.exe"), "herognp.exe.png");
  assert.equal(png("a\u2066b\u2069\u200Fc\u061Cd\uFEFF"), "abcd.png");
  assert.equal(png("two\r\nlines\tand\u2028more"), "two lines and more.png");
  assert.equal(png("half \uD83D"), "half.png");
});

test("a long name is cut between letters", () => {
  assert.equal(png("x".repeat(300)), `${"x".repeat(200)}.png`);
  // Three bytes each, and 18 of one family.
  assert.equal(png("猫".repeat(300)), `${"猫".repeat(66)}.png`);
  assert.equal(png("👩‍👩‍👧".repeat(12)), `${"👩‍👩‍👧".repeat(11)}.png`);
  assert.equal(png(`${"x".repeat(199)}. tail`), `${"x".repeat(199)}.png`, "nor does it end in a dot then");
});

test("a name that was made is made no more, and holds nothing that any system refuses", () => {
  const letters = ["a", "Z", ".", " ", "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\u0000", "\u001F", "\u007F", "\u0085", "\u202E", "\u2067", "CON", "nul", "lpt1", "_", "猫", "👩‍👧", "\uD800", "\n"];
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647);
  for (let i = 0; i < 3000; i += 1) {
    const name = Array.from({ length: next() % 9 }, () => letters[next() % letters.length]).join("");
    const made = png(name);
    assert.equal(png(made.slice(0, -4)), made, JSON.stringify(name));
    assert.doesNotMatch(made, /[\p{Cc}\p{Cs}/\\:*?"<>|\u202A-\u202E\u2066-\u2069]|^[\s.]|[\s.]\.png$|^(con|nul|lpt1)\s*\./iu, JSON.stringify(name));
  }
});
