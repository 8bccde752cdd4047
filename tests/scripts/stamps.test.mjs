/** Stamps: a result is made again when an input, a setting or the result has changed, and only then. */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { cutStamp, filesStamp, labStamp, packageStamp, siteStamp } from "../../scripts/build.mjs";
import { root } from "../../scripts/run.mjs";
import { Stamp } from "../../scripts/stamps.mjs";

test("a result is made again when an input, a setting or the result has changed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-stamps-"));
  try {
    const [input, output] = ["input", "output"].map((name) => path.join(folder, name));
    let setting = "fast";
    const stamp = new Stamp({ file: path.join(folder, "stamp"), inputs: () => [input], settings: () => [setting], outputs: () => [output] });
    const make = () => stamp.make(async () => writeFileSync(output, "made"));
    writeFileSync(input, "one");
    assert.equal(stamp.holds(), false, "it was never made");
    await make();
    assert.equal(stamp.holds(), true);
    utimesSync(input, new Date(), new Date());
    assert.equal(stamp.holds(), true, "a newer file of the same content is no change");

    appendFileSync(input, "two");
    assert.equal(stamp.holds(), false, "the input has changed");
    await make();
    setting = "small";
    assert.equal(stamp.holds(), false, "the setting has changed");
    await make();
    appendFileSync(output, "!");
    assert.equal(stamp.holds(), false, "the result was changed by somebody else");
    await make();
    rmSync(output);
    assert.equal(stamp.holds(), false, "the result was deleted");

    await assert.rejects(stamp.make(async () => { throw new Error("interrupted"); }));
    writeFileSync(output, "made");
    assert.equal(stamp.holds(), false, "an interrupted result has no stamp");
    await stamp.make(async () => { appendFileSync(input, "three"); });
    assert.equal(stamp.holds(), false, "an input has changed while the result was made");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a line of CSS makes the site again, but no wasm", () => {
  const css = path.join(root, "www", "styles", "layout.css");
  assert.ok(siteStamp.inputs().includes(css));
  const parts = [...packageStamp.inputs(), ...cutStamp.inputs(), ...filesStamp.inputs(), ...labStamp.inputs()].map((file) => path.relative(root, file));
  assert.deepEqual(parts.filter((file) => file.startsWith("www") || file.endsWith(".html")), []);
  // Neither module is made anew because of the other.
  assert.ok(!packageStamp.inputs().some((file) => filesStamp.inputs().includes(file) && file.endsWith(".wasm")));
  assert.ok(siteStamp.inputs().includes(path.join(root, "pkg", "files", "formats.js")), "the worker's module is part of the site");
  assert.ok(siteStamp.inputs().includes(path.join(root, "pkg", "lab", "lab.js")), "so is the Lab's");
  // This runs after the build: what it has made is current.
  assert.ok(packageStamp.holds() && cutStamp.holds() && filesStamp.holds() && labStamp.holds() && siteStamp.holds());
});
