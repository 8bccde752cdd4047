/** Colours by lightness, chroma and hue, against the figures of CSS Color 4 and of their inventor. */
import assert from "node:assert/strict";
import test from "node:test";
import { fitted, isInGamut, MOST_CHROMA, oklchOf, paintPlane, rgbOf } from "../../www/oklch.js";

test("known colours have their known numbers", () => {
  for (const [rgb, l, c, h] of /** @type {[number[], number, number, number][]} */ ([
    [[255, 0, 0], 0.628, 0.2577, 29.23],
    [[0, 255, 0], 0.8664, 0.2948, 142.5],
    [[0, 0, 255], 0.452, 0.3132, 264.05],
    [[255, 255, 0], 0.968, 0.211, 109.77],
    [[255, 0, 255], 0.7017, 0.3225, 328.36],
    [[0, 255, 255], 0.9054, 0.1546, 194.77],
    [[102, 51, 153], 0.4403, 0.1603, 303.37],
    [[255, 255, 255], 1, 0, 0],
    [[0, 0, 0], 0, 0, 0],
    [[128, 128, 128], 0.5999, 0, 0],
  ])) {
    const found = oklchOf(rgb);
    assert.ok(Math.abs(found.l - l) < 0.0002 && Math.abs(found.c - c) < 0.0002 && Math.abs(found.h - h) < 0.05, `${rgb}: ${JSON.stringify(found)}`);
    assert.ok(found.c < MOST_CHROMA);
  }
});

test("each colour of the screen comes back from its numbers as it was", () => {
  for (let r = 0; r < 256; r += 15) for (let g = 0; g < 256; g += 15) for (let b = 0; b < 256; b += 15) {
    const color = oklchOf([r, g, b]);
    assert.ok(isInGamut(color), `${[r, g, b]} is shown`);
    assert.deepEqual(rgbOf(color), [r, g, b]);
  }
});

test("what no screen shows keeps its lightness and hue, with the most chroma that there is", () => {
  for (const color of [{ l: 0.7, c: 0.33, h: 150 }, { l: 0.3, c: 0.2, h: 200 }, { l: 0.95, c: 0.3, h: 264 }]) {
    assert.equal(isInGamut(color), false);
    const less = fitted(color);
    assert.deepEqual([less.l, less.h], [color.l, color.h]);
    assert.ok(less.c < color.c && isInGamut(less) && !isInGamut({ ...less, c: less.c + 0.002 }), JSON.stringify(less));
    const found = oklchOf(rgbOf(color));
    assert.ok(Math.abs(found.l - color.l) < 0.01 && Math.abs(found.h - color.h) < 3, JSON.stringify(found));
  }
  const shown = { l: 0.5, c: 0.1, h: 20 };
  assert.equal(fitted(shown), shown, "what is shown is as it was");
});

test("the plane of a hue has its colours, and nothing where no screen shows one", () => {
  const [width, height] = [34, 21];
  const bytes = new Uint8ClampedArray(width * height * 4);
  paintPlane(bytes, width, height, 29.23);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [...bytes.slice((y * width + x) * 4, (y * width + x) * 4 + 4)];
  assert.deepEqual(at(0, 0), [255, 255, 255, 255]);
  assert.deepEqual(at(0, height - 1), [0, 0, 0, 255]);
  assert.deepEqual(at(width - 1, 0), [0, 0, 0, 0], "no light colour has that chroma");
  const [red, green, blue, alpha] = at(23, 8);
  assert.ok(red > 210 && green < 60 && blue < 60 && alpha === 255, `a red: ${[red, green, blue, alpha]}`);
});

test("the edge of a plane is smooth, and there is no dark spur at its foot", () => {
  const [width, height] = [136, 96];
  for (let hue = 0; hue < 360; hue += 20) {
    const bytes = new Uint8ClampedArray(width * height * 4);
    paintPlane(bytes, width, height, hue);
    let before = 0;
    for (let y = height - 1; y >= 0; y -= 1) {
      const row = Array.from({ length: width }, (_, x) => bytes[(y * width + x) * 4 + 3]);
      assert.ok(row.every((alpha, x) => x === 0 || alpha <= row[x - 1]), `hue ${hue}, row ${y}: it ends once`);
      const shown = row.reduce((sum, alpha) => sum + alpha / 255, 0);
      // Among dark colours chroma grows as lightness does.
      if (y > height * 0.75) assert.ok(shown >= before - 0.01 && shown - before < 3.5, `hue ${hue}, row ${y}: ${before} to ${shown}`);
      before = shown;
    }
    const edges = bytes.filter((alpha, i) => i % 4 === 3 && alpha > 0 && alpha < 255).length;
    assert.ok(edges > height / 2, `hue ${hue}: ${edges} pixels are between`);
  }
});
