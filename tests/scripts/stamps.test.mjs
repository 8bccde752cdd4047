/** Stamps: a result is made again when an input, a setting or the result has changed, and only then. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { compiledStamp, cutStamp, filesStamp, labStamp, packageStamp, siteStamp } from "../../scripts/build.mjs";
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

test("what takes long is made once for all clones of the same sources, and what was damaged in the store is made again", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "undoodle-store-"));
  try {
    const store = path.join(folder, "store");
    let made = 0;
    /** A clone with a source, and the text of its result. @param {string} name @param {string} source */
    const build = async (name, source) => {
      const [input, one, other] = ["input", "one/file", "other/file"].map((file) => path.join(folder, name, file));
      for (const file of [input, one, other]) mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(input, source);
      const stamp = new Stamp({ file: path.join(folder, name, "stamp"), inputs: () => [input], outputs: () => [one, other], store });
      await stamp.make(async () => {
        made += 1;
        writeFileSync(one, `${source} 1`);
        writeFileSync(other, `${source} 2`);
      });
      assert.ok(stamp.holds());
      assert.deepEqual([one, other].map((file) => readFileSync(file, "utf8")), [`${source} 1`, `${source} 2`]);
      return made;
    };
    assert.equal(await build("first", "a"), 1);
    assert.equal(await build("second", "a"), 1, "the second clone takes what the first has made");
    assert.equal(await build("second", "b"), 2, "other sources have another result");
    assert.equal(await build("second", "a"), 2, "who goes back to a branch finds its result");

    const kept = readdirSync(store).map((name) => path.join(store, name, "0", "file")).find((file) => readFileSync(file, "utf8") === "a 1");
    appendFileSync(kept ?? "", "!");
    assert.equal(await build("third", "a"), 3, "what was damaged is made again");
    assert.equal(await build("third", "a"), 3, "and kept anew");

    for (const source of "cdefghijkl") await build("first", source);
    assert.equal(readdirSync(store).length, 8, "the store forgets what nobody has asked for longest");
    rmSync(store, { recursive: true });
    writeFileSync(store, "a file, where no folder can be");
    assert.equal(await build("first", "m"), 14, "a result is there where nothing can be kept");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("modules are compiled from what is in the crates, not from their tests", () => {
  const files = compiledStamp.inputs().map((file) => path.relative(root, file));
  for (const file of ["Cargo.lock", "src/lib.rs", "crates/history/src/lib.rs", "crates/formats/worker/src/lib.rs", "crates/drawing/src/raster/font/small.txt", ".cargo/config.toml"]) assert.ok(files.includes(file), file);
  assert.deepEqual(files.filter((file) => /(^|\/)(tests|benches|examples)\//.test(file)), []);
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
