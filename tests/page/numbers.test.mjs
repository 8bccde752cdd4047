/** Numbers as people type them, in any script and with either separator. */
import assert from "node:assert/strict";
import test from "node:test";
import { readNumber } from "../../www/numbers.js";

/** @param {Record<string, number>} cases @param {boolean} [whole] */
function check(cases, whole) {
  for (const [text, number] of Object.entries(cases)) assert.equal(readNumber(text, whole), number, JSON.stringify(text));
}

test("comma and point are read alike", () => {
  check({ "22,5": 22.5, "22.5": 22.5, "0,25": 0.25, ",5": 0.5, ".5": 0.5, "5,": 5, "5.": 5, "-1,5": -1.5, "+3": 3, " 7 ": 7, "0": 0, "-0,0": -0 });
});

test("digits of any script are read, as input methods type them", () => {
  check({ "１２": 12, "２２．５": 22.5, "２２，５": 22.5, "－８": -8, "ー８": -8, "３。５": 3.5, "٤٥": 45, "٢٢٫٥": 22.5, "۴۵": 45, "४५": 45, "４5": 45, "𝟜𝟚": 42 });
});

test("what stands between thousands is left out", () => {
  check({ "1 024": 1024, "32 768": 32768, "1’024": 1024, "1.024,5": 1024.5, "1,024.5": 1024.5, "1.000.000": 1e6, "1,000,000.25": 1000000.25, "١٬٠٢٤": 1024 });
  check({ "1,024": 1.024, "1.024": 1.024 });
  check({ "1,024": 1024, "1.024": 1024, "32.768": 32768, "22,5": 22.5, "1,25": 1.25, "1024,000": 1024 }, true);
});

test("a unit may stand behind", () => {
  check({ "50 %": 50, "50%": 50, "90°": 90, "64px": 64, "100 ms": 100, "２５％": 25 });
});

test("what is not wholly understood is no number", () => {
  for (const text of ["", " ", "-", ".", ",", "abc", "12a", "1e3", "0x10", "1,2,3", "1.2.3", "1,2.3", "1.2,3.4", "12,34,567", "1,0000.5", "--1", "1-2", "½", "三", "２２５度", "Infinity", "NaN", "1 2", "%"]) {
    assert.ok(Number.isNaN(readNumber(text)), JSON.stringify(text));
    assert.ok(Number.isNaN(readNumber(text, true)), JSON.stringify(text));
  }
});

test("a number is read as it is written, in many languages", () => {
  let seed = 11;
  const next = () => (seed = (seed * 48271) % 2147483647);
  for (const language of ["en", "de", "fr", "de-CH", "sv", "hi", "ar-EG", "fa", "ja", "bn", "pl"]) {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
    for (let i = 0; i < 50; i += 1) {
      const number = (next() % 3_000_000 - 100_000) / 100;
      const text = format.format(number);
      assert.equal(readNumber(text), number, `${language}: ${text}`);
    }
  }
});
