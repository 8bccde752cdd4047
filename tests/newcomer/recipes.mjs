/**
 * The recipes of CONTRIBUTING.md, performed: rows and lines that a newcomer would write, each behind a line that is there.
 *
 * A recipe names the files that are touched, and `rows.mjs` holds that no other one was.
 */

import { readFileSync } from "node:fs";

const DRAWING = "crates/drawing/src/document/drawing";

/** The rows of the kinds of records that there are. */
const KINDS = readFileSync(new URL(`../../${DRAWING}/records.rs`, import.meta.url), "utf8");

/** The largest number that a field of these rows has. @param {string} field */
const largest = (field) => Math.max(...[...KINDS.matchAll(new RegExp(`^    ${field}: (0x)?([0-9a-f_]+),`, "gm"))].map(([, hex, digits]) => parseInt(digits.replaceAll("_", ""), hex ? 16 : 10)));

/** The end of the first tool's row, which is chosen at the start. */
const PENCIL = `        .minds(&[BRUSH, INK, &["pressure", "perfect"], COPIES])
        .paints(Outline::Brush)
        .continues(),
`;

/**
 * `heading` is the recipe's in CONTRIBUTING.md; `files` are new, by the file in `files/` that is copied there; `also` is touched since a
 * file of a recipe is new, which its language asks for and no recipe has to say.
 * @typedef {{heading: string, files?: Record<string, string>, lines: [file: string, behind: string, lines: string][], also?: [file: string, behind: string, lines: string][]}} Recipe
 */

/** @type {Recipe[]} */
export const RECIPES = [
  {
    heading: "How to add a tool",
    files: { "src/tools/stipple.rs": "stipple.rs" },
    lines: [
      ["src/tools/mod.rs", PENCIL, `    tool!("stipple", "Stipple", Press::Stroke(stipple::Stipple::begin))
        .keys(&[Key::alt("b")])
        .icon("grip")
        .minds(&[BRUSH, INK, &["gap"], COPIES])
        .paints(Outline::Brush),\n`],
      ["www/icons.js", "../node_modules/lucide-static/icons/eraser.svg\",\n", "  \"../node_modules/lucide-static/icons/grip.svg\",\n"],
    ],
    also: [["src/tools/mod.rs", "mod stencil;\n", "mod stipple;\n"]],
  },
  {
    heading: "How to add a tool of several presses",
    files: { "src/tools/zigzag.rs": "zigzag.rs" },
    lines: [
      ["src/tools/mod.rs", PENCIL, `    tool!("zigzag", "Zigzag", Press::Stroke(Presses::<zigzag::Zigzag>::begin))
        .keys(&[Key::alt("l")])
        .icon("grip")
        .goes_on("Press for the next point")
        .minds(&[BRUSH, INK, COPIES])
        .paints(Outline::Brush),\n`],
    ],
    also: [["src/tools/mod.rs", "mod way;\n", "mod zigzag;\n"]],
  },
  {
    heading: "How to add a tool's option",
    lines: [
      ["src/tools/options.rs", "\noptions! {\n", "    gap: u32 = 3; \"gap\", \"Gap\", Kind::Whole(1, 9), \"Pixels between two dots\";\n"],
    ],
  },
  {
    heading: "How to add a blend mode",
    lines: [
      ["crates/drawing/src/color/blend.rs", "        Divide = \"divide\", \"Divide\";\n", "        /// The average of each channel.\n        Average = \"average\", \"Average\";\n"],
      ["crates/drawing/src/color/blend.rs", "            Blend::Divide => each(quotient),\n", "            Blend::Average => each(|b, s| b.midpoint(s)),\n"],
    ],
  },
  {
    heading: "How to add a palette that ships with the page",
    lines: [
      ["crates/drawing/src/color/presets.rs", "pub static PRESETS: &[Preset] = &[\n", "    table(\"two\", \"Two\", \"Two colours; ours, CC0\", &[0x102030, 0x405060]),\n"],
    ],
  },
  {
    heading: "How to add a property of a layer, a frame or a tag",
    lines: [
      // One shows, and one does not.
      [`${DRAWING}/layers.rs`, "    group: u16 as Id,\n", "    /// Whether it is seen half.\n    dim: u8 as Byte => shows,\n    /// How good it is.\n    stars: u8 as Byte,\n"],
      ["src/editor/shown/panels.rs", "            note,\n            group,\n", "            dim: _,\n            stars: _,\n"],
    ],
    // Its value at the start, and what it looks like.
    also: [
      [`${DRAWING}/layers.rs`, "            group: 0,\n", "            dim: 0,\n            stars: 0,\n"],
      [`${DRAWING}/picture.rs`, "picture.add(self, [*id, frame], Blend::from_byte(seen.blend), seen.opacity", " >> seen.dim.min(1)"],
    ],
  },
  {
    heading: "How to add a command or a parameter",
    lines: [
      ["src/editor/commands/layer.rs", "pub(super) static TABLE: &[Command] = &[\n", `${["dim", "stars"].map((name) => `    Command::edit("layer.${name}", "Layer ${name}", Scope::Document, |e, a| change(e, a, |layer| layer.${name} = 1))
    .menu("Layer")
    .params(&[LAYER]),\n`).join("")}`],
    ],
  },
  {
    heading: "How to add a kind of record",
    files: { [`${DRAWING}/marks.rs`]: "marks.rs" },
    lines: [
      [`${DRAWING}/info.rs`, "        pub(super) next_piece: u32,\n", "        pub(super) next_mark: u32,\n        pub(super) next_note: u32,\n"],
      // One names layers, and one names nothing.
      [`${DRAWING}/records.rs`, "    told: |memory, id, field| groups::record(memory, id).told(field),\n};\n", `pub const MARK: Kind = Kind {
    name: "mark's id",
    thing: "mark",
    number: ${largest("number") + 1},
    counter: offset_of!(Info, next_mark),
    least: 0,
    most: 16,
    list: ${largest("list") + 1},
    first: 0x6000,
    size: 16,
    last: 0xffff,
    fields: super::marks::Record::FIELDS,
    names: &[Reference { to: &LAYER, at: super::marks::LAYER_OF, by: By::Id, missing: "a mark is on a layer that does not exist" }],
    broken: |memory, id| super::marks::mark(memory, id).broken(),
    told: |memory, id, field| super::marks::mark(memory, id).told(field),
};
pub const NOTE: Kind = Kind {
    name: "note's id",
    thing: "note",
    number: ${largest("number") + 2},
    counter: offset_of!(Info, next_note),
    list: ${largest("list") + 2},
    first: 0x7000,
    names: &[],
    broken: |memory, id| super::marks::note(memory, id).broken(),
    told: |memory, id, field| super::marks::note(memory, id).told(field),
    ..MARK
};
`],
      [`${DRAWING}/records.rs`, KINDS.match(/const KINDS: .* =\s*(&\[[^\]]*)\]/)[1], ", &MARK, &NOTE"],
    ],
    also: [[`${DRAWING}/mod.rs`, "mod looking;\n", "mod marks;\n"]],
  },
  {
    heading: "How to add a file format",
    files: { "crates/formats/src/flat.rs": "flat.rs" },
    lines: [
      ["crates/formats/src/lib.rs", "    pxo::FORMAT,\n", "    flat::FORMAT,\n"],
    ],
    also: [["crates/formats/src/lib.rs", "mod film;\n", "mod flat;\n"]],
  },
  {
    heading: "How to add a panel",
    files: { "www/panels/heights.js": "heights.js", "www/styles/heights.css": "heights.css" },
    lines: [
      ["www/around.js", "import { heldPanel } from \"./panels/held.js\";\n", "import { heightsPanel } from \"./panels/heights.js\";\n"],
      ["www/around.js", "  yield referencePanel(engine, place(\"reference\"), place(\"surface\"));\n", "  heightsPanel(engine, place(\"heights\"));\n"],
      ["index.html", "      <section id=\"reference\" class=\"panel\" aria-label=\"Reference\"></section>\n", "      <section id=\"heights\" class=\"panel\" aria-label=\"Heights\"></section>\n"],
      ["www/styles/studio.css", "@import \"./rulers.css\";\n", "@import \"./heights.css\";\n"],
      ["www/words/de/page.json", "{\n", "  \"Heights\": \"Höhen\",\n"],
      ["www/README.md", "| `history.js` | the history: a slider, pinned states, the list of steps, its memory |\n", "| `heights.js` | how many layers the drawing is high |\n"],
      // What it shows that the page does not know yet, in a kind of its own.
      ["src/editor/shown/panels.rs", "    State of Editor:\n", `    "heights" {
        /// Number of layers.
        layer_count: u32 = |e| e.document().layers();
    }
`],
    ],
  },
];

/** Lines of code: neither empty nor a comment alone. @param {string} text */
export const linesOf = (text) => text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
