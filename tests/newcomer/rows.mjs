/**
 * What a newcomer writes to add a property of layers, a kind of record and a field that panels are shown, and a run of the tests that
 * see who answers.
 *
 * Problem: that "all else follows from the row" can't be seen of rows that are there, since somebody may have written down by hand what
 * should follow. Idea: add rows that nobody has heard of to a copy of the sources, and test that. Each line below is one that the recipes
 * in CONTRIBUTING.md ask for, so this also counts them. Nothing of it is in the product.
 *
 *     node tests/newcomer/rows.mjs
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const copy = path.join(root, "target", "newcomer");

const DRAWING = "crates/drawing/src/document/drawing";

/** Rows and lines, each behind a line that is there. @type {[file: string, behind: string, lines: string][]} */
const ADDED = [
  // Two properties: one shows.
  [`${DRAWING}/layers.rs`, "    group: u16 as Id,\n", "    /// Whether it is seen half.\n    dim: u8 as Byte => shows,\n    /// How good it is.\n    stars: u8 as Byte,\n"],
  [`${DRAWING}/layers.rs`, "            group: 0,\n", "            dim: 0,\n            stars: 0,\n"],
  [`${DRAWING}/picture.rs`, "picture.add(self, [*id, frame], Blend::from_byte(seen.blend), seen.opacity", " >> seen.dim.min(1)"],
  ["src/editor/commands/layer.rs", "pub(super) static TABLE: &[Command] = &[\n", `${["dim", "stars"].map((name) => `    Command::edit("layer.${name}", "Layer ${name}", Scope::Document, |e, a| change(e, a, |layer| layer.${name} = 1))
    .menu("Layer")
    .params(&[LAYER]),\n`).join("")}`],
  ["src/editor/shown.rs", "note, group", ", dim: _, stars: _"],
  // Two kinds of records: one names layers.
  [`${DRAWING}/mod.rs`, "mod looking;\n", "mod marks;\n"],
  [`${DRAWING}/info.rs`, "        pub(super) wrap: [i32; 4],\n", "        pub(super) next_mark: u32,\n        pub(super) next_note: u32,\n"],
  [`${DRAWING}/records.rs`, "    broken: |memory, id| groups::record(memory, id).broken(),\n};\n", `pub const MARK: Kind = Kind {
    name: "mark's id",
    thing: "mark",
    number: 5,
    counter: offset_of!(Info, next_mark),
    least: 0,
    most: 16,
    list: 6,
    first: 0x6000,
    size: 16,
    last: 0xffff,
    fields: super::marks::Record::FIELDS,
    names: &[Reference { to: &LAYER, at: super::marks::LAYER_OF, by: By::Id, missing: "a mark is on a layer that does not exist" }],
    may_be_zero: false,
    broken: |memory, id| super::marks::mark(memory, id).broken(),
};
pub const NOTE: Kind = Kind {
    name: "note's id",
    thing: "note",
    number: 6,
    counter: offset_of!(Info, next_note),
    list: 7,
    first: 0x7000,
    names: &[],
    broken: |memory, id| super::marks::note(memory, id).broken(),
    ..MARK
};
`],
  [`${DRAWING}/records.rs`, "&[&LAYER, &FRAME, &TAG, &COLOR, &GROUP", ", &MARK, &NOTE"],
  // A field, of a kind of its own.
  ["src/editor/shown.rs", "    State of Editor:\n", `    "heights" {
        /// Number of layers.
        layer_count: u32 = |e| e.document.layers();
    }
`],
];

/** The tests, benchmarks and what they need in the manifest, in whose place the copy has one program of tests. */
const PROGRAMS = /\[target\.'cfg\(target_arch = "wasm32"\)'\.dev-dependencies\][^]*?(?=\[lints\])/;

const OWN = `[[test]]
name = "newcomer"
path = "tests/newcomer/main.rs"

`;

/** The crates that are compiled anew: few small tests run, and most of the time goes into that. */
const COMPILED = ["undoodle", "undoodle-history", "undoodle-drawing", "undoodle-formats"];

/** Where the profile of single crates begins. */
const PROFILES = "[profile.dev.package]\n";

/** The manifests of all crates. */
const MANIFESTS = ["Cargo.toml", ...readdirSync(path.join(root, "crates"), { recursive: true }).map((name) => `crates/${name}`).filter((name) => path.basename(name) === "Cargo.toml")];

/** Writes a file of the copy anew. @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  const place = path.join(copy, file);
  const before = readFileSync(place, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file}: expected something to change`);
  writeFileSync(place, after);
}

/** Copies what is compiled, and adds the rows. */
function prepare() {
  rmSync(copy, { recursive: true, force: true });
  for (const name of ["Cargo.toml", "Cargo.lock", "src", "crates", "tests/newcomer", "README.md", "rust-toolchain.toml"]) {
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  rewrite("Cargo.toml", (text) => text.replace(PROGRAMS, OWN).replace(PROFILES, `$&${COMPILED.map((name) => `${name}.opt-level = 0\n`).join("")}`));
  // By their versions cargo tells the copy's crates from ours in the same folder, where what others wrote is compiled once for both.
  for (const file of MANIFESTS) rewrite(file, (text) => text.replace(/^version = "(.+)"$/m, 'version = "$1+newcomer"'));
  cpSync(path.join(copy, "tests/newcomer/marks.rs"), path.join(copy, DRAWING, "marks.rs"));
  for (const [file, behind, lines] of ADDED) {
    rewrite(file, (text) => {
      const parts = text.split(behind);
      if (parts.length !== 2) throw new Error(`${file}: expected once, and found ${parts.length - 1} times: ${behind}`);
      return parts.join(behind + lines);
    });
  }
}

prepare();
const done = spawnSync("cargo", ["test", "--offline", "--test", "newcomer"], {
  cwd: copy,
  env: { ...process.env, CARGO_TARGET_DIR: path.resolve(process.env.CARGO_TARGET_DIR || path.join(root, "target")) },
  stdio: "inherit",
});
process.exitCode = done.status ?? 1;
